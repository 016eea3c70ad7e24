"""What to feed, in training, to a net that is given the matte of the frame before."""

from __future__ import annotations

import random

import torch
import torch.nn.functional as F

LARGEST_STEP_PX = 10  # how far a person moves between two frames
NOTHING_BEFORE = 0.35  # share of pictures that begin a clip


@torch.no_grad()
def imagined_previous_matte(
    alpha: torch.Tensor, generator: torch.Generator, host: random.Random
) -> torch.Tensor:
    """What the frame before might have given: the truth moved and frayed, or nothing at all.

    Args:
        alpha: float (N, 1, H, W), the truth of this frame.
        generator: On the same device.
        host: For the step, one for the whole batch.
    """
    step = [host.randint(-LARGEST_STEP_PX, LARGEST_STEP_PX) for _ in range(2)]
    moved = torch.roll(alpha, step, (2, 3))
    count = len(alpha)
    noise = torch.randn((count, 1, 8, 8), generator=generator, device=alpha.device)
    noise = F.interpolate(noise, size=alpha.shape[-2:], mode="bilinear", align_corners=False)
    frayed = (moved + 0.35 * noise * (moved - 0.5).abs().lt(0.5)).clamp(0, 1)
    draws = torch.rand((count, 1, 1, 1), generator=generator, device=alpha.device)
    return frayed * (draws > NOTHING_BEFORE)
