"""Arrays of other libraries: read where they lie, or refused."""

import numpy as np
import pytest

from gpu_unet.pictures import is_on_device, on_host, shape_and_type


class Tensor:
    """As PyTorch's on the CPU: DLPack and no NumPy."""

    def __init__(self, array, *, device=(1, 0)):
        self.array, self.device, self.shape, self.dtype = array, device, array.shape, "torch.uint8"

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)


def test_a_tensor_on_the_cpu_is_read_without_a_copy(rng):
    array = rng.integers(0, 256, (4, 6, 3), np.uint8)
    tensor = Tensor(array)
    assert on_host(array) is array
    assert np.shares_memory(on_host(tensor), array)
    assert shape_and_type(tensor) == ((4, 6, 3), np.uint8)
    assert not is_on_device(tensor)


def test_what_numpy_takes_is_taken():
    assert on_host(memoryview(bytes(12))).shape == (12,)
    assert shape_and_type([[1.0]]) == ((1, 1), np.float64)


def test_an_array_on_a_device_is_described_and_not_read(rng):
    tensor = Tensor(rng.integers(0, 256, (4, 6), np.uint8), device=(2, 0))
    assert is_on_device(tensor)
    assert shape_and_type(tensor) == ((4, 6), np.uint8)
    with pytest.raises(ValueError, match=r"a Tensor lies in a GPU's memory"):
        on_host(tensor)
