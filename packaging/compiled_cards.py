"""Compiles the kernels for NVIDIA's usual cards, once for every installation."""

from __future__ import annotations

import os
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CODE = """
import sys
from pathlib import Path
from gpu_unet.cuda.usual_kernels import ship
if __name__ == "__main__":
    ship(tuple(map(int, sys.argv[1].split("."))), sorted(Path("weights").glob("*.safetensors")))
"""
# The same as in gpu_unet/cuda/usual_kernels.py, which only the bundle's interpreter can import.
CAPABILITIES = ("7.5", "8.0", "8.6", "8.9", "9.0", "10.0", "12.0")


def compile_cards(interpreter: Path, program: Path) -> None:
    """Compile the kernels with the bundle's own interpreter, and put the code beside them.

    Args:
        interpreter: The bundle's; the code is checked against its version. The wheels of
            requirements-cuda.txt are in its site-packages; no card is needed.
        program: The folder with gpu_unet.
    """

    def compile_for(capability: str) -> None:
        with tempfile.TemporaryDirectory() as cache:
            subprocess.run(
                [interpreter, "-c", CODE, capability],
                cwd=program,  # where `-c` looks first
                env={
                    **os.environ,
                    "PYTHONPATH": str(program),
                    "PYTHONNOUSERSITE": "1",
                    "PYTHONDONTWRITEBYTECODE": "1",
                    "BACKDROP_CACHE": cache,
                },
                check=True,
            )

    with ThreadPoolExecutor(max_workers=os.cpu_count()) as workers:
        for future in [workers.submit(compile_for, capability) for capability in CAPABILITIES]:
            future.result()
