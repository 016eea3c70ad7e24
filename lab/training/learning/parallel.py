"""Data-parallel training on several GPUs of a machine: averaged gradients, schedules in lockstep.

Start it with `torchrun --nproc-per-node N -m lab.training.train ...`; without torchrun all of this
does nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import torch
import torch.distributed as dist


class Ranks:
    """This process among those that train the same network.

    Attributes:
        rank: 0 writes, logs and measures; the others only compute.
        count: Processes in all.
    """

    def __init__(self, device: torch.device) -> None:
        self.rank = int(os.environ.get("RANK", "0"))
        self.count = int(os.environ.get("WORLD_SIZE", "1"))
        self._device = device
        if self.count > 1:
            if device.type == "cuda":
                torch.cuda.set_device(device)
            dist.init_process_group("nccl" if device.type == "cuda" else "gloo")

    @property
    def is_first(self) -> bool:
        """True for the one process that writes files."""
        return self.rank == 0

    def average_gradients(self, parameters: Iterable[torch.nn.Parameter]) -> None:
        """Replace every gradient by its mean over the processes."""
        if self.count == 1:
            return
        gradients = [p.grad for p in parameters if p.grad is not None]
        flat = torch.cat([gradient.flatten() for gradient in gradients])
        dist.all_reduce(flat)
        flat /= self.count
        parts = flat.split([gradient.numel() for gradient in gradients])
        for gradient, part in zip(gradients, parts, strict=True):
            gradient.copy_(part.view(gradient.shape))

    def agree(self, value: float) -> float:
        """The highest `value` of all processes: the same answer for all of them."""
        if self.count == 1:
            return value
        shared = torch.tensor([value], device=self._device, dtype=torch.float64)
        dist.all_reduce(shared, op=dist.ReduceOp.MAX)
        return float(shared.item())

    def close(self) -> None:
        """Leave the group, together: the first process still measures while the others are done."""
        if self.count > 1:
            dist.barrier()
            dist.destroy_process_group()


def local_device(name: str) -> torch.device:
    """The device of this process: with torchrun and CUDA each takes a GPU of its own."""
    if name == "cuda" and "LOCAL_RANK" in os.environ:
        return torch.device("cuda", int(os.environ["LOCAL_RANK"]))
    return torch.device(name)
