"""Random numbers for whole batches, drawn on the training device."""

from __future__ import annotations

import torch


class Draws:
    """One value per picture of a batch, from one generator.

    Args:
        generator: On the training device; its state is the whole state.
    """

    def __init__(self, generator: torch.Generator) -> None:
        self.generator = generator
        self.device = generator.device

    def uniform(self, n: int, low: float, high: float) -> torch.Tensor:
        """Float (n,) in [low, high)."""
        return torch.rand(n, generator=self.generator, device=self.device) * (high - low) + low

    def normal(self, n: int) -> torch.Tensor:
        """Float (n,), standard normal."""
        return torch.randn(n, generator=self.generator, device=self.device)

    def chance(self, n: int, probability: float) -> torch.Tensor:
        """Bool (n,), each true with this probability."""
        return torch.rand(n, generator=self.generator, device=self.device) < probability
