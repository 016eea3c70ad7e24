"""Shares: how many workers a computer feeds, and what each of them gets."""

from __future__ import annotations

import os
from dataclasses import dataclass

from gpu_unet.cores import SHARE_VARIABLE, available_cores

# One decodes, computes and encodes at once: on two cores it is busy, and on four hardly faster
# than two of them with two cores each (docs/decisions/0028).
CORES_PER_WORKER = 2
# 1080p with the larger network takes 1.1 GB; frames of 4K and 8K more.
MEMORY_PER_WORKER = 2 * 2**30


@dataclass(frozen=True, slots=True)
class Share:
    """What one worker process gets.

    Attributes:
        cores: How many threads its parts may have.
        gpu: The ordinal of its GPU, as the driver counts; None: it computes on its cores.
    """

    cores: int
    gpu: str | None = None

    @property
    def environment(self) -> dict[str, str]:
        """For its process."""
        variables = {SHARE_VARIABLE: str(self.cores), "NUMBA_NUM_THREADS": str(self.cores)}
        # Without a GPU of its own it shall not take another's.
        return {**variables, "CUDA_VISIBLE_DEVICES": self.gpu or ""}

    @property
    def resources(self) -> dict[str, float]:
        """As Dask counts them, for tasks that need a GPU."""
        return {"GPU": 1.0} if self.gpu is not None else {}


def shares(count: int | None = None, *, device: str = "auto") -> list[Share]:
    """One for each worker process.

    Args:
        count: How many; None: one for each GPU, else as many as cores and memory feed.
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
        # More than one a card: decoding and encoding of one fill the pauses of the other.
        return [Share(max(1, cores // number), gpus[index % len(gpus)]) for index in range(number)]
    number = count or max(1, min(cores // CORES_PER_WORKER, _memory() // MEMORY_PER_WORKER))
    return [Share(max(1, cores // number)) for _ in range(number)]


def visible_gpus() -> list[str]:
    """What each worker's CUDA_VISIBLE_DEVICES is to be; empty without a GPU that works."""
    from gpu_unet.cuda.device import gpu_count
    from gpu_unet.errors import GpuUnavailableError

    try:
        count = gpu_count()
    except GpuUnavailableError:
        return []
    chosen = os.environ.get("CUDA_VISIBLE_DEVICES")
    if chosen:  # a part of the machine, by number or by name: it is a part for workers, too
        return [name.strip() for name in chosen.split(",") if name.strip()][:count]
    return [str(number) for number in range(count)]


def _memory() -> int:
    """Bytes of the machine's memory that nobody uses; plenty where it cannot be told."""
    try:
        with open("/proc/meminfo") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 2**40
