"""Shares: how many workers a computer can run, and the part of it that each one gets."""

from __future__ import annotations

import os
from dataclasses import dataclass

from gpu_unet import available_cores

# A worker decodes, computes and encodes at once. One keeps two cores busy; on four cores it is
# hardly faster than two workers with two cores each (docs/decisions/0028).
CORES_PER_WORKER = 2
# 1080p with the larger network takes 1.1 GB; frames of 4K and 8K more.
MEMORY_PER_WORKER = 2 * 2**30


@dataclass(frozen=True, slots=True)
class Share:
    """The part of the computer that one worker process gets.

    Attributes:
        cores: Limit for the threads of each of its parts.
        gpu: The driver's ordinal of its GPU; None: it computes on its cores.
    """

    cores: int
    gpu: str | None = None

    @property
    def environment(self) -> dict[str, str]:
        """Environment variables of its process."""
        # `available_cores` and Numba read these.
        variables = {"BACKDROP_CORES": str(self.cores), "NUMBA_NUM_THREADS": str(self.cores)}
        # An empty value hides the other workers' GPUs.
        return {**variables, "CUDA_VISIBLE_DEVICES": self.gpu or ""}

    @property
    def resources(self) -> dict[str, float]:
        """Its resources as Dask counts them, for tasks that need a GPU."""
        return {"GPU": 1.0} if self.gpu is not None else {}


def shares(count: int | None = None, *, device: str = "auto") -> list[Share]:
    """One share for each worker process.

    Args:
        count: How many; None: one for each GPU, else as many as cores and memory allow.
        device: "cpu" uses no GPU.

    Raises:
        ValueError: A count that makes no sense.
    """
    cores = available_cores()
    gpus = [] if device == "cpu" else visible_gpus()
    if count is not None and not 1 <= count <= 1024:
        raise ValueError(f"workers is {count}, expected auto or a number from 1 to 1024")
    if gpus:
        number = count or len(gpus)
        # More than one per card: while one decodes and encodes, the other computes.
        return [Share(max(1, cores // number), gpus[index % len(gpus)]) for index in range(number)]
    import psutil  # late: Dask brings it

    free = psutil.virtual_memory().available
    number = count or max(1, min(cores // CORES_PER_WORKER, free // MEMORY_PER_WORKER))
    return [Share(max(1, cores // number)) for _ in range(number)]


def visible_gpus() -> list[str]:
    """Each worker's value for CUDA_VISIBLE_DEVICES; empty without a working GPU."""
    from gpu_unet import Gpu, GpuUnavailableError

    try:
        count = Gpu.count()
    except GpuUnavailableError:
        return []
    chosen = os.environ.get("CUDA_VISIBLE_DEVICES")
    if chosen:  # a part of the machine, by number or name: workers divide that part
        return [name.strip() for name in chosen.split(",") if name.strip()][:count]
    return [str(number) for number in range(count)]
