"""SpareMemory: a GPU's allocations go from one engine to the next, whatever its size."""

import numpy as np
import pytest

from gpu_unet.cuda import arena
from gpu_unet.cuda.arena import ArenaPlan, DeviceArena, PinnedArena
from gpu_unet.errors import GpuLostError
from gpu_unet.spare_memory import SpareMemory

KIB = 1024


@pytest.fixture
def spare(monkeypatch):
    made = SpareMemory()
    monkeypatch.setattr(arena, "spare_memory", made)
    made.is_expected = True
    return made


@pytest.fixture
def calls(monkeypatch):
    """The driver's calls that allocate, clear and free."""
    noted, memory = [], []

    def call(name, *arguments):
        noted.append((name, *arguments))
        if name == "cuMemHostAlloc":
            memory.append(np.full(arguments[0], 7, np.uint8))
            return memory[-1].ctypes.data
        return 4096 * len(noted)

    monkeypatch.setattr(arena, "call", call)
    return noted


def plan(nbytes):
    made = ArenaPlan()
    made.add("values", (nbytes,), np.uint8)
    return made


def names(calls):
    return [name for name, *_ in calls if name != "cuCtxSynchronize"]


@pytest.mark.parametrize(
    ("make", "allocates", "frees"),
    [(DeviceArena, "cuMemAlloc", "cuMemFree"), (PinnedArena, "cuMemHostAlloc", "cuMemFreeHost")],
)
def test_a_smaller_arena_lies_in_the_memory_of_the_one_before(spare, calls, make, allocates, frees):
    first = make(plan(64 * KIB), purpose="a test")
    base = first.base
    first.close()
    second = make(plan(48 * KIB), purpose="a test")
    assert second.base == base
    assert second.nbytes == 48 * KIB
    assert names(calls).count(allocates) == 1
    second.close()
    third = make(plan(64 * KIB), purpose="a test")  # its whole size was kept in mind
    assert third.base == base
    third.close()
    assert frees not in names(calls)
    spare.release()
    assert names(calls).count(frees) == 1


def test_what_is_taken_over_is_cleared(spare, calls):
    first = PinnedArena(plan(KIB), purpose="a test")
    first.arrays["values"][:] = 9
    first.close()
    assert not PinnedArena(plan(KIB), purpose="a test").arrays["values"].any()
    arena_on_device = DeviceArena(plan(KIB), purpose="a test")
    arena_on_device.close()
    calls.clear()
    DeviceArena(plan(KIB // 2), purpose="a test")
    assert names(calls) == ["cuMemsetD8"]


@pytest.mark.parametrize("nbytes", [65 * KIB, 31 * KIB])
def test_memory_that_is_too_small_or_far_too_large_is_freed_first(spare, calls, nbytes):
    DeviceArena(plan(64 * KIB), purpose="a test").close()
    calls.clear()
    DeviceArena(plan(nbytes), purpose="a test")
    assert names(calls) == ["cuMemFree", "cuMemAlloc", "cuMemsetD8"]


def test_of_two_the_larger_is_kept(spare, calls):
    large, small = (DeviceArena(plan(size * KIB), purpose="a test") for size in (64, 1))
    bases = large.base, small.base
    large.close()
    small.close()
    assert ("cuMemFree", bases[1]) in calls
    assert spare.take("device", 64 * KIB) == (bases[0], 64 * KIB)


def test_without_an_engine_to_come_memory_is_freed_at_once(spare, calls):
    spare.is_expected = False
    DeviceArena(plan(KIB), purpose="a test").close()
    assert names(calls)[-1] == "cuMemFree"


def test_memory_of_a_lost_card_is_not_kept(spare):
    def free(base):
        raise GpuLostError("gone")

    spare.leave("device", 4096, KIB, free)
    spare.leave("pinned", 4096, KIB, free)
    spare.release()
    assert spare.take("device", KIB) is None
