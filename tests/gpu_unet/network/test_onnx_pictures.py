"""Pictures in shared memory: found again as they were written, and rounded as float16 is."""

import numpy as np
import pytest

from gpu_unet.onnx.pictures import Pictures, to_half


@pytest.mark.parametrize(("dtype", "size"), [("float16", 2), ("float32", 4)])
def test_the_other_side_finds_what_was_written(rng, dtype, size):
    shape = (2, 7, 6, 10)
    made = Pictures.make(shape, dtype)
    found = Pictures.find(made.key, shape, dtype)
    made.close_descriptors()
    made.given[:] = rng.random(shape, np.float32)
    found.alpha[:] = rng.random((2, 6, 10), np.float32)
    np.testing.assert_array_equal(found.given, made.given)
    np.testing.assert_array_equal(made.alpha, found.alpha)
    assert found.given.nbytes == 2 * 7 * 6 * 10 * size


def test_numbers_from_0_to_1_are_rounded_to_the_nearest(rng):
    """Every float16 of them, and float32 between them, tiny ones too."""
    whole = np.arange(np.float16(1).view(np.uint16) + 1, dtype=np.uint16).view(np.float16)
    some = [whole, rng.random(whole.size), rng.random(whole.size) * 1e-4]
    planes = np.array(some, np.float32)[:, np.newaxis]
    rounded = np.full((4, *planes.shape[1:]), 7, np.float16)
    to_half(planes, rounded)
    np.testing.assert_array_equal(rounded[0, 0], whole)
    nearest = np.abs(planes.astype(np.float16).astype(np.float32) - planes)
    found = np.abs(rounded[:3].astype(np.float32) - planes)
    np.testing.assert_allclose(found, nearest, rtol=0, atol=1e-11)  # either one of two that tie
    assert (rounded[3] == 7).all()
