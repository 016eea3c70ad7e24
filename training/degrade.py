"""What cameras, light and codecs do to a picture, in whole batches on the training device."""

from __future__ import annotations

import math
import random

import torch
import torch.nn.functional as F

from training.augment import convolved

# The example luminance table of ITU-T T.81, annex K.1: codecs weigh frequencies about like this.
_LUMA_TABLE = (
    (16, 11, 10, 16, 24, 40, 51, 61),
    (12, 12, 14, 19, 26, 58, 60, 55),
    (14, 13, 16, 24, 40, 57, 69, 56),
    (14, 17, 22, 29, 51, 87, 80, 62),
    (18, 22, 37, 56, 68, 109, 103, 77),
    (24, 35, 55, 64, 81, 104, 113, 92),
    (49, 64, 78, 87, 103, 121, 120, 101),
    (72, 92, 95, 98, 112, 100, 103, 99),
)
_TO_YCC = (
    (0.299, 0.587, 0.114),
    (-0.168736, -0.331264, 0.5),
    (0.5, -0.418688, -0.081312),
)
_KERNEL_PX = 9
UNTOUCHED = 0.15  # share of pictures that stay as they were: good cameras exist


class Degrader:
    """Applies random camera damage; alpha is not touched, so nothing here moves an edge.

    Args:
        generator: On the device of the pictures; its state is the whole state.
        strength: 0 leaves pictures alone, 1 is meant for training.
    """

    def __init__(self, generator: torch.Generator, *, strength: float = 1.0) -> None:
        self._generator = generator
        self._device = generator.device
        self._strength = strength
        self._host = random.Random(generator.initial_seed())
        k = torch.arange(8, dtype=torch.float32, device=self._device)
        basis = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) / 2
        basis[0] /= math.sqrt(2)
        self._dct = basis
        self._table = torch.tensor(_LUMA_TABLE, dtype=torch.float32, device=self._device) / 255
        self._to_ycc = torch.tensor(_TO_YCC, device=self._device)
        self._to_rgb = torch.linalg.inv(self._to_ycc)

    @torch.no_grad()
    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        """Float (N, 3, H, W) in [0, 1], sides divisible by 16 -> the same, damaged."""
        damaged = self._colours(x)
        damaged = self._light(damaged)
        damaged = self._optics(damaged)
        damaged = self._noise(damaged)
        damaged = self._codec(damaged)
        untouched = self._chance(len(x), UNTOUCHED / max(self._strength, 1e-6))
        return torch.where(untouched, x, damaged).clamp(0, 1)

    def _colours(self, x: torch.Tensor) -> torch.Tensor:
        n = len(x)
        grey = x.mean(1, keepdim=True)
        saturation = torch.where(
            self._chance(n, 0.05), torch.zeros_like(x[:, :1, :1, :1]), self._spread(n, 0.25)
        )
        x = grey + (x - grey) * saturation
        cast = self._spread(n * 3, 0.08).view(n, 3, 1, 1)
        strong_cast = self._spread(n * 3, 0.25).view(n, 3, 1, 1)
        x = x * torch.where(self._chance(n, 0.15), strong_cast, cast)
        mean = x.mean((1, 2, 3), keepdim=True)
        x = (x - mean) * self._spread(n, 0.18) + mean
        return x.clamp(1e-4, 1) ** self._spread(n, 0.25)

    def _light(self, x: torch.Tensor) -> torch.Tensor:
        """Exposure, fall of light, and rooms too dark for the sensor."""
        n, _, height, width = x.shape
        y = torch.linspace(-1, 1, height, device=self._device)[:, None]
        across = torch.linspace(-1, 1, width, device=self._device)[None]
        angle = self._uniform(n, 0, 2 * math.pi)
        slope = self._normal(n) * 0.15 * self._chance(n, 0.4)
        x = x * (1 + slope * (torch.cos(angle) * across + torch.sin(angle) * y)).clamp_min(0.1)
        vignette = self._uniform(n, 0, 0.35) * self._chance(n, 0.2)
        x = x * (1 - vignette * (across**2 + y**2) / 2)
        x = x * self._spread(n, 0.18)
        dark = self._chance(n, 0.12)
        level = self._uniform(n, 0.15, 0.5)
        photons = self._uniform(n, 30.0, 300.0)
        dim = (x * level).clamp_min(0)
        dim = dim + torch.randn(
            x.shape, generator=self._generator, device=self._device
        ) * torch.sqrt(dim / photons + 1e-5)
        # Half of the cameras turn the gain up again, and the noise with it.
        dim = dim * torch.where(self._chance(n, 0.5), 0.8 / level, torch.ones_like(level))
        return torch.where(dark, dim, x)

    def _optics(self, x: torch.Tensor) -> torch.Tensor:
        """Blur, shake and in-camera sharpening as one kernel a picture; then lost resolution."""
        n, _, height, width = x.shape
        grid = torch.arange(_KERNEL_PX, device=self._device) - _KERNEL_PX // 2
        v, u = torch.meshgrid(grid.float(), grid.float(), indexing="ij")
        sigma = self._uniform(n, 0.4, 1.8).view(n, 1, 1)
        gauss = torch.exp(-(u**2 + v**2) / (2 * sigma**2))
        gauss = gauss / gauss.sum((1, 2), keepdim=True)
        angle = self._uniform(n, 0, math.pi).view(n, 1, 1)
        length = self._uniform(n, 1.0, 4.0).view(n, 1, 1)
        along = u * torch.cos(angle) + v * torch.sin(angle)
        off = v * torch.cos(angle) - u * torch.sin(angle)
        shake = (1 - off.abs()).clamp_min(0) * (length + 0.5 - along.abs()).clamp(0, 1)
        shake = shake / shake.sum((1, 2), keepdim=True)
        still = ((u == 0) & (v == 0)).float().expand(n, -1, -1)
        sharpen = still + (still - gauss) * self._uniform(n, 0.3, 1.5).view(n, 1, 1)
        choice = torch.rand((n, 1, 1), generator=self._generator, device=self._device)
        kernel = torch.where(choice < 0.15, gauss, still)
        kernel = torch.where((choice >= 0.15) & (choice < 0.25), shake, kernel)
        kernel = torch.where(choice > 0.72, sharpen, kernel)
        x = convolved(x, kernel)
        # Drawn on the host: a size cannot come from the device without waiting for it.
        factor = self._host.uniform(1.2, 3.0)
        small = F.interpolate(
            x, size=(max(16, int(height / factor)), max(16, int(width / factor))), mode="area"
        )
        small = F.interpolate(small, size=(height, width), mode="bilinear", align_corners=False)
        return torch.where(self._chance(n, 0.15), small, x)

    def _noise(self, x: torch.Tensor) -> torch.Tensor:
        n, _, height, width = x.shape
        fine = torch.randn(x.shape, generator=self._generator, device=self._device)
        coarse = torch.randn(
            (n, 3, height // 2, width // 2), generator=self._generator, device=self._device
        )
        coarse = F.interpolate(coarse, size=(height, width), mode="bilinear", align_corners=False)
        amount = self._uniform(n, 0.0, 0.035) * self._chance(n, 0.6)
        heavy = self._uniform(n, 0.02, 0.08) * self._chance(n, 0.08)
        mix = self._uniform(n, 0, 1)
        x = x + (fine * mix + coarse * (1 - mix)) * (amount + heavy) * self._strength
        # Mains light and rolling shutter: faint bands of rows.
        rows = torch.arange(height, device=self._device, dtype=torch.float32)[:, None]
        period = self._uniform(n, 12.0, 90.0)
        bands = torch.sin(rows * 2 * math.pi / period + self._uniform(n, 0, 2 * math.pi))
        x = x * (1 + bands * self._uniform(n, 0, 0.06) * self._chance(n, 0.1))
        steps = self._uniform(n, 12.0, 48.0).round()
        return torch.where(self._chance(n, 0.04), (x * steps).round() / steps, x)

    def _codec(self, x: torch.Tensor) -> torch.Tensor:
        """Quantise 8x8 frequencies at random quality, chroma at half size."""
        n = len(x)
        quality = self._uniform(n, 8.0, 90.0)
        factor = torch.where(quality < 50, 50 / quality, 2 - quality / 50)
        ycc = torch.einsum("ij,njhw->nihw", self._to_ycc, x)
        luma = self._quantised(ycc[:, :1], factor)
        chroma = F.avg_pool2d(ycc[:, 1:], 2)
        chroma = self._quantised(chroma, factor * 1.3)
        chroma = F.interpolate(chroma, size=x.shape[-2:], mode="bilinear", align_corners=False)
        coded = torch.einsum("ij,njhw->nihw", self._to_rgb, torch.cat((luma, chroma), 1))
        return torch.where(self._chance(n, 0.45), coded, x)

    def _quantised(self, planes: torch.Tensor, factor: torch.Tensor) -> torch.Tensor:
        n, channels, height, width = planes.shape
        blocks = planes.reshape(n, channels, height // 8, 8, width // 8, 8).transpose(3, 4)
        table = self._table * factor.view(n, 1, 1, 1, 1, 1)
        frequencies = self._dct @ blocks @ self._dct.T
        frequencies = (frequencies / table).round() * table
        blocks = self._dct.T @ frequencies @ self._dct
        return blocks.transpose(3, 4).reshape(n, channels, height, width)

    def _uniform(self, n: int, low: float, high: float) -> torch.Tensor:
        values = torch.rand(n, generator=self._generator, device=self._device)
        return (values * (high - low) + low).view(n, 1, 1, 1)

    def _normal(self, n: int) -> torch.Tensor:
        return torch.randn(n, generator=self._generator, device=self._device).view(n, 1, 1, 1)

    def _spread(self, n: int, sigma: float) -> torch.Tensor:
        """Factors about 1, log-normal."""
        return torch.exp(self._normal(n) * sigma * self._strength)

    def _chance(self, n: int, probability: float) -> torch.Tensor:
        values = torch.rand(n, generator=self._generator, device=self._device)
        return (values < probability * self._strength).view(n, 1, 1, 1)
