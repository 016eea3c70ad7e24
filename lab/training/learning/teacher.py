"""Distillation teacher: alpha of a larger net for the same pictures, perhaps still in training."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import torch
import torch.nn.functional as F

from lab.training.export import load_checkpoint_model, load_file_model
from lab.training.network.model import UNet

READ_AGAIN_EVERY_S = 90.0
LOOK_AGAIN_EVERY_S = 10.0  # while there is none yet


class Teacher:
    """Reads a checkpoint, and reads it again from time to time; or a finished net, once.

    Args:
        path: checkpoint.pt of a run, which may not exist yet, or a weights file whose stem names
            its recipe.
        device: Device of the pictures.
    """

    def __init__(self, path: Path, device: torch.device) -> None:
        self._path = path
        self._device = device
        self._model: UNet | None = None
        self._read_s = -READ_AGAIN_EVERY_S

    @torch.no_grad()
    def alpha(self, x: torch.Tensor) -> torch.Tensor | None:
        """The teacher's alpha for float (N, 3, H, W); None while there is no teacher yet.

        Sizes that the teacher's depth does not divide are scaled to the nearest that it does.
        """
        self._look()
        if self._model is None:
            return None
        step = 2**self._model.architecture.depth
        size = x.shape[-2:]
        fitted = [max(step, round(side / step) * step) for side in size]
        asked = x
        if fitted != list(size):
            asked = F.interpolate(x, size=fitted, mode="bilinear", align_corners=False)
        with torch.autocast(self._device.type, torch.bfloat16, self._device.type == "cuda"):
            logits = self._model(asked)
        alpha = torch.sigmoid(logits.float())
        if fitted != list(size):
            alpha = F.interpolate(alpha, size=size, mode="bilinear", align_corners=False)
        return alpha

    def _look(self) -> None:
        now = time.monotonic()
        wait_s = LOOK_AGAIN_EVERY_S if self._model is None else READ_AGAIN_EVERY_S
        if now - self._read_s < wait_s:
            return
        self._read_s = now
        if self._path.suffix == ".safetensors":
            if self._model is None:
                self._model = load_file_model(self._path, self._device)
            return
        # Written by another process; a missing one leaves the earlier teacher in place.
        with contextlib.suppress(OSError):
            self._model, _, _ = load_checkpoint_model(self._path, self._device)
