"""Random numbers for whole batches, drawn on the training device."""

from __future__ import annotations

import torch
import torch.nn.functional as F


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

    def colours(self, n: int) -> torch.Tensor:
        """Float (n, 3, 1, 1), anything in [0, 1)."""
        return self.uniform(3 * n, 0.0, 1.0).view(n, 3, 1, 1)

    def clouds(self, n: int, rows: int, columns: int, *, height: int, width: int) -> torch.Tensor:
        """Float (n, 1, H, W), smooth between rows x columns standard normal values each."""
        coarse = torch.randn((n, 1, rows, columns), generator=self.generator, device=self.device)
        return F.interpolate(coarse, size=(height, width), mode="bicubic", align_corners=False)

    def tilts(self, n: int) -> torch.Tensor:
        """Float (n,), radians: mostly level, some heads and cameras well tilted."""
        angle = self.normal(n) * 0.05
        return torch.where(self.chance(n, 0.15), self.normal(n) * 0.22, angle)

    def bends(self, n: int, extent: torch.Tensor) -> torch.Tensor:
        """Float (n, 2, 5, 5): how far points of a picture are moved in x and y, none in half.

        Between these points a bend is smooth: bodies, hair and rooms come in other shapes.

        Args:
            n: How many.
            extent: (n,): what they are a share of.

        Source: Ronneberger, Fischer, Brox 2015, "U-Net", section 3.1.
        """
        strength = self.uniform(n, 0.0, 0.03) * self.chance(n, 0.5) * extent
        return self.normal(n * 50).view(n, 2, 5, 5) * strength[:, None, None, None]

    def point_on(self, alpha: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """A point (x, y), each (n,) in px, of any body in each alpha plane (n, 1, H, W)."""
        n, _, height, width = alpha.shape
        coarse = F.adaptive_avg_pool2d(alpha, 16).flatten(1) ** 2 + 1e-6
        # Exponential arrivals over weights: the least is the chosen one. multinomial(..., 1) would
        # wait for the device.
        arrivals = torch.empty_like(coarse).exponential_(generator=self.generator)
        cell = (arrivals / coarse).argmin(1)
        x = ((cell % 16).float() + self.uniform(n, 0, 1)) / 16 * width
        y = ((cell // 16).float() + self.uniform(n, 0, 1)) / 16 * height
        return x, y
