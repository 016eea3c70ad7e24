"""Lets the tests of this folder import their helper modules, and keeps simulated blocks small."""

import sys
from pathlib import Path

import pytest

from gpu_unet.cuda.launch import is_simulated

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def _short_segments(monkeypatch):
    """A quarter of the threads, each of which is one of Python's; narrow planes cross a border."""
    if is_simulated():
        from frame_path_runner import SIMULATED_SEGMENT

        from gpu_unet.cuda.kernels import blur, components, foreground, guided, specks, window

        for module in (blur, components, foreground, guided, specks, window):
            monkeypatch.setattr(module, "SEGMENT", SIMULATED_SEGMENT)
