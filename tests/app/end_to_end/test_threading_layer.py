"""The program ends, on one core and on more, whether or not the system brings Intel's TBB."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

import main

ROOT = Path(main.__file__).parent

# The whole program, which says at its end what its kernels' threads were.
PROGRAM = f"""
import atexit, runpy, sys
sys.path.insert(0, {str(ROOT)!r})
import gpu_unet, numba
{{before}}
atexit.register(lambda: print("layer:", numba.threading_layer(), file=sys.stderr))
runpy.run_path({str(ROOT / "main.py")!r}, run_name="__main__")
"""
WITHOUT_TBB = "sys.modules['numba.np.ufunc.tbbpool'] = None"


def cores(count):
    if not hasattr(os, "sched_setaffinity"):
        pytest.skip("this system gives a process no cores of its own")
    available = sorted(os.sched_getaffinity(0))
    if len(available) < count:
        pytest.skip(f"this machine has no {count} cores")
    return set(available[:count])


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("has_tbb", [True, False], ids=["TBB", "no TBB"])
def test_a_job_ends_with_the_same_threading_layer_everywhere(tmp_path, has_tbb, count):
    if has_tbb:
        try:
            ctypes.CDLL("libtbb.so.12")
        except OSError:
            pytest.skip("libtbb.so.12 is not installed: see packages-debian-ci.txt")
    mine = cores(count)
    words = ["process", ROOT / "assets" / "sample.mp4", "-o", tmp_path / "out.mp4"]
    words += ["--end", "0.1", "--background", "#204060", "--device", "cpu", "--model", "fast"]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(before="" if has_tbb else WITHOUT_TBB), *words],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: os.sched_setaffinity(0, mine),
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "layer: workqueue"
    assert (tmp_path / "out.mp4").exists()
