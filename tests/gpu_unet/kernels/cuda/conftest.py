"""Lets the tests of this folder import their helper modules, and keeps simulated blocks small."""

import sys
from pathlib import Path

import pytest

from gpu_unet.cuda.launch import is_simulated

sys.path.insert(0, str(Path(__file__).parent))

# Of `gpu_unet.cuda.kernels.ahead`; each set belongs together as there.
AHEAD = {
    "THREADS": 32,
    "PATCH_THREADS": 8,
    **{"TILE_ROWS": 4, "TILE_COLUMNS": 8, "STEADY_THREADS": 32},
    **{"CHANGE_ROWS": 6, "CHANGE_COLUMNS": 10},
}


@pytest.fixture(autouse=True)
def _short_segments(monkeypatch):
    """A quarter of the threads, each of which is one of Python's; narrow planes cross a border."""
    if is_simulated():
        from frame_path_runner import SIMULATED_SEGMENT

        from gpu_unet.cuda.kernels import (
            ahead,
            blur,
            components,
            foreground,
            guided,
            specks,
            window,
        )

        for name, value in AHEAD.items():
            monkeypatch.setattr(ahead, name, value)
        for kernel in ahead.remember_kernel.values():  # `bound` has given it names of its own
            monkeypatch.setitem(kernel.fn.__globals__, "THREADS", AHEAD["THREADS"])
        for module in (blur, components, foreground, guided, specks, window):
            monkeypatch.setattr(module, "SEGMENT", SIMULATED_SEGMENT)
