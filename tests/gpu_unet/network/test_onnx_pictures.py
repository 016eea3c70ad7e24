"""Pictures in shared memory: the other process finds them as they were written."""

import numpy as np

from gpu_unet.onnx.pictures import Pictures


def test_the_other_side_finds_what_was_written(rng):
    shape = (2, 7, 6, 10)
    made = Pictures.make(shape)
    found = Pictures.find(made.key, shape)
    made.close_descriptors()
    made.given[:] = rng.random(shape, np.float32)
    found.alpha[:] = rng.random((2, 6, 10), np.float32)
    np.testing.assert_array_equal(found.given, made.given)
    np.testing.assert_array_equal(made.alpha, found.alpha)
