"""Machine code of the kernels for NVIDIA's usual cards, made once for every installation."""

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
# As in gpu_unet/cuda/usual_kernels.py, which only an interpreter with the wheels can be asked.
CAPABILITIES = ("7.5", "8.0", "8.6", "8.9", "9.0", "10.0", "12.0")


def compile_cards(interpreter: Path, program: Path) -> None:
    """Have the bundle's own interpreter compile the kernels, and lay the code beside them.

    Args:
        interpreter: Of the bundle; its version is part of what the code is checked by. The wheels
            of requirements-cuda.txt lie in its site-packages; no card is needed.
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
