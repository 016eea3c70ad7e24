"""The simulator finds what a GPU would show now and then, every time.

Run with NUMBA_ENABLE_CUDASIM=1, which has to be set before numba is imported.
"""

import time

import numpy as np
import pytest
from numba import cuda, float32

from gpu_unet.cuda.launch import device_kernel, is_simulated

pytestmark = pytest.mark.skipif(
    not is_simulated(), reason="needs NUMBA_ENABLE_CUDASIM=1 from the start"
)

SIDE = 32


@device_kernel("void(float32[:,::1])")
def mirrored_kernel(out):
    """Each thread hands its number to its opposite through shared memory."""
    tile = cuda.shared.array(SIDE, float32)
    mine = cuda.threadIdx.x
    tile[mine] = mine
    cuda.syncthreads()
    out[cuda.blockIdx.x, mine] = tile[SIDE - 1 - mine]


@device_kernel("void(float32[:,::1])")
def hasty_kernel(out):
    """The same without its barrier."""
    tile = cuda.shared.array(SIDE, float32)
    mine = cuda.threadIdx.x
    tile[mine] = mine
    out[cuda.blockIdx.x, mine] = tile[SIDE - 1 - mine]


@device_kernel("void(float32[:,::1])")
def forgetful_kernel(out):
    """Adds to what it never wrote."""
    mine = cuda.local.array(1, float32)
    mine[0] += 1
    out[cuda.blockIdx.x, cuda.threadIdx.x] = mine[0]


@device_kernel("void(float32[:,::1])")
def failing_kernel(out):
    """One thread fails while the others wait for it."""
    if cuda.threadIdx.x == SIDE - 1:
        out[0, SIDE] = 0
    cuda.syncthreads()


def launched(kernel, blocks=3):
    out = np.zeros((blocks, SIDE), np.float32)
    kernel[(blocks, 1, 1), (SIDE, 1, 1), 0](out)
    return out


def test_the_threads_of_a_block_share_one_array_however_late_it_is_made(monkeypatch):
    """Numba's own simulator makes several where two threads ask for it at one moment."""
    empty = np.empty

    def slow(*arguments, **keywords):
        time.sleep(0.02)  # the other threads go on meanwhile
        return empty(*arguments, **keywords)

    monkeypatch.setattr(np, "empty", slow)
    np.testing.assert_array_equal(launched(mirrored_kernel), [range(SIDE - 1, -1, -1)] * 3)


def test_who_reads_what_a_barrier_should_have_waited_for_reads_no_number():
    """In the first block the first half of the threads, in the second the other one."""
    found = np.isnan(launched(hasty_kernel))
    early = np.arange(SIDE) < SIDE // 2
    np.testing.assert_array_equal(found, [early, ~early, early])


def test_what_was_never_written_is_no_number():
    assert np.isnan(launched(forgetful_kernel)).all()


def test_a_thread_that_fails_ends_the_launch_and_leaves_no_thread():
    with pytest.raises(IndexError):
        launched(failing_kernel)
