"""Where the seats of made pictures stand: many of them where the frame cuts them."""

from __future__ import annotations

import torch

from lab.training.scenes.draws import Draws

SEATS_AT_SIDES = 0.35  # of all seats behind people; the frame cuts most of them


def seats_centre(draws: Draws, centre: torch.Tensor, is_seat: torch.Tensor) -> torch.Tensor:
    """Float (n,), centres in widths of the frame; a share of the seats moves to its sides.

    A chair that the frame cuts at its side is what live networks take for a person.

    Args:
        draws: Of this batch.
        centre: Float (n,), across the frame, 0 its left side and 1 its right.
        is_seat: Bool (n,).
    """
    n = len(centre)
    left, right = draws.uniform(n, -0.08, 0.12), draws.uniform(n, 0.88, 1.08)
    at_side = torch.where(draws.chance(n, 0.5), left, right)
    return torch.where(is_seat & draws.chance(n, SEATS_AT_SIDES), at_side, centre)
