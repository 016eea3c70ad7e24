"""Lets the tests of this folder import their helper modules, and simulated threads take turns."""

import sys
from pathlib import Path

import pytest

from gpu_unet.cuda.launch import is_simulated

sys.path.insert(0, str(Path(__file__).parent))

# The simulator makes a Python thread of every thread of a block and polls them all from one more,
# which at the interpreter's own 5 ms holds the others up: figures took half as much CPU time again.
SWITCH_INTERVAL_S = 1e-4


@pytest.fixture(autouse=True)
def _short_turns():
    before_s = sys.getswitchinterval()
    if is_simulated():
        sys.setswitchinterval(SWITCH_INTERVAL_S)
    yield
    sys.setswitchinterval(before_s)
