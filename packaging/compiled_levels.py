"""Compiles the kernels for the usual processors, once for every installation."""

from __future__ import annotations

import os
import platform
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# LLVM's options for each level. By default it uses half of AVX-512's width in loops, as the first
# processors with it needed; those are rare now.
LEVELS = {
    "x86_64": {"x86-64-v3": "", "x86-64-v4": "-prefer-256-bit"},
    "aarch64": {"generic": "+neon"},
}
PARTS = ("network", "yuv420", "rgb", "room")
CODE = """
import sys
from gpu_unet import shipped_code
shipped_code.begin_making()
from gpu_unet.cpu.compile_ahead import load
load(sys.argv[1])
"""


def compile_levels(interpreter: Path, program: Path) -> None:
    """Compile the kernels with the bundle's own interpreter, and put the code beside them.

    Args:
        interpreter: The bundle's; the code is checked against its version.
        program: The folder with gpu_unet.
    """
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(
        platform.machine().lower(), platform.machine()
    )

    def compile_part(level: str, features: str, part: str) -> None:
        # An empty cache: code that is found in it is not written beside the program.
        with tempfile.TemporaryDirectory() as cache:
            subprocess.run(
                [interpreter, "-c", CODE, part],
                cwd=program,  # where `-c` looks first
                env={
                    **os.environ,
                    "PYTHONPATH": str(program),
                    "PYTHONNOUSERSITE": "1",
                    "PYTHONDONTWRITEBYTECODE": "1",
                    "BACKDROP_CACHE": cache,
                    "NUMBA_CPU_NAME": level,
                    "NUMBA_CPU_FEATURES": features,
                },
                check=True,
            )

    with ThreadPoolExecutor(max_workers=os.cpu_count()) as workers:
        done = [
            workers.submit(compile_part, level, features, part)
            for level, features in LEVELS[machine].items()
            for part in PARTS
        ]
        for future in done:
            future.result()
