"""Bordered planes on the GPU for the kernels' parity tests."""

import contextlib

import numpy as np

from gpu_unet.cuda.arena import ArenaPlan, DeviceArena
from gpu_unet.cuda.driver import call

UNTOUCHED = 7.0  # what nobody may overwrite is filled with


@contextlib.contextmanager
def on_gpu(**arrays):
    """The host arrays as device arrays of one arena, by name."""
    plan = ArenaPlan()
    for name, values in arrays.items():
        plan.add(name, values.shape, values.dtype)
    arena = DeviceArena(plan, purpose="a test")
    try:
        for name, values in arrays.items():
            arena.arrays[name].upload(values)
        yield arena.arrays
        call("cuCtxSynchronize")
    finally:
        arena.close()


def bordered(inside, dtype=np.float16):
    """`inside` (B, H, W, C) in a plane with a border of zeros."""
    return np.pad(inside, ((0, 0), (1, 1), (1, 1), (0, 0))).astype(dtype)


def untouched(batch, height, width, channels, dtype=np.float16):
    """A bordered plane full of UNTOUCHED."""
    return np.full((batch, height + 2, width + 2, channels), UNTOUCHED, dtype)


def inside_of(plane, first_channel=0, channels=None):
    """The written part of `plane`, after checking that all around it was left alone."""
    stop = plane.shape[3] if channels is None else first_channel + channels
    rest = plane.copy()
    rest[:, 1:-1, 1:-1, first_channel:stop] = UNTOUCHED
    assert (rest == UNTOUCHED).all(), "something was written outside the picture"
    return plane[:, 1:-1, 1:-1, first_channel:stop].astype(np.float32)


def relative_error(values, expected):
    """Norm of the difference over the norm of `expected`."""
    return np.linalg.norm(values - expected) / max(np.linalg.norm(expected), 1e-30)
