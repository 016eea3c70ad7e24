"""Machine code of the kernels for the usual processors, made once for every installation."""

from __future__ import annotations

import os
import platform
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# What LLVM is told of each level. Without this word it would keep to half of AVX-512's width in
# loops, as the first processors with it wanted; those that are slow with it are of the past.
LEVELS = {
    "x86_64": {"x86-64-v3": "", "x86-64-v4": "-prefer-256-bit"},
    "aarch64": {"generic": "+neon"},
}
PARTS = ("network", "yuv420", "rgb")
CODE = """
import sys
from gpu_unet import shipped_code
shipped_code.begin_making()
from gpu_unet.cpu.compile_ahead import load_frame_kernels, load_network_kernels
part = sys.argv[1]
load_network_kernels() if part == "network" else load_frame_kernels(part)
"""


def compile_levels(interpreter: Path, program: Path) -> None:
    """Have the bundle's own interpreter compile the kernels, and lay the code beside them.

    Args:
        interpreter: Of the bundle; its version is part of what the code is checked by.
        program: The folder with gpu_unet.
    """
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(
        platform.machine().lower(), platform.machine()
    )

    def compile_part(level: str, features: str, part: str) -> None:
        # A folder of its own: what it found there would not be laid beside the program.
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
