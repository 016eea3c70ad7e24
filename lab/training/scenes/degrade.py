"""What cameras, light and codecs do to a picture, in whole batches on the training device."""

from __future__ import annotations

import math
import random

import torch
import torch.nn.functional as F

from lab.training.scenes.draws import Draws
from lab.training.scenes.sampling import convolved, on_some

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
_KERNEL_PX = 7
DAMAGED = 0.65  # share of pictures that anything is done to: good cameras exist


class Degrader:
    """Applies random camera damage; alpha is not touched, so nothing here moves an edge.

    Args:
        generator: On the device of the pictures; its state is the whole state.
        strength: 0 leaves pictures alone, 1 is meant for training.
    """

    def __init__(self, generator: torch.Generator, *, strength: float = 1.0) -> None:
        self._generator = generator
        self._draws = Draws(generator)
        self._device = generator.device
        self._strength = strength
        self._host = random.Random(generator.initial_seed())
        k = torch.arange(8, dtype=torch.float32, device=self._device)
        basis = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) / 2
        basis[0] /= math.sqrt(2)
        # One 64x64 product transforms a block: many tiny 8x8 products would be slow on a GPU.
        self._dct = torch.kron(basis, basis)
        self._table = torch.tensor(_LUMA_TABLE, device=self._device).flatten() / 255
        self._to_ycc = torch.tensor(_TO_YCC, device=self._device)
        self._to_rgb = torch.linalg.inv(self._to_ycc)

    @torch.no_grad()
    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        """Damage pictures, float (N, 3, H, W) in [0, 1], sides divisible by 16."""
        return on_some(x, DAMAGED, self._damaged, self._generator)

    @torch.no_grad()
    def alike(self, x: torch.Tensor, other: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Damage two batches of one shape as one camera would: the same draws for both."""
        state, host = self._generator.get_state(), self._host.getstate()
        damaged = self(x)
        self._generator.set_state(state)
        self._host.setstate(host)
        return damaged, self(other)

    def _damaged(self, x: torch.Tensor) -> torch.Tensor:
        some = self._generator
        x = self._colours(x)
        x = self._lit(x)
        x = on_some(x, 0.3 * self._strength, self._too_dark, some)
        x = on_some(x, 0.5 * self._strength, self._through_lens, some)
        x = on_some(x, 0.22 * self._strength, self._low_resolution, some)
        x = on_some(x, 0.6 * self._strength, self._noisy, some)
        x = on_some(x, 0.12 * self._strength, self._banded, some)
        x = on_some(x, 0.5 * self._strength, self._coded, some)
        return x.clamp(0, 1)

    def _colours(self, x: torch.Tensor) -> torch.Tensor:
        n = len(x)
        saturation = self._spread(n, 0.25) * (1 - self._chance(n, 0.05).float())
        cast = torch.where(
            self._chance(n, 0.15),
            self._spread(n * 3, 0.25).view(n, 3, 1, 1),
            self._spread(n * 3, 0.08).view(n, 3, 1, 1),
        )
        grey = x.mean(1, keepdim=True)
        x = torch.lerp(grey.expand_as(x), x, saturation) * cast
        mean = x.mean((1, 2, 3), keepdim=True)
        x = torch.lerp(mean.expand_as(x), x, self._spread(n, 0.18))
        return x.clamp(1e-4, 1) ** self._spread(n, 0.25)

    def _lit(self, x: torch.Tensor) -> torch.Tensor:
        """Exposure, light from one side, a lens darker at its corners."""
        n, _, height, width = x.shape
        y = torch.linspace(-1, 1, height, device=self._device)[:, None]
        across = torch.linspace(-1, 1, width, device=self._device)[None]
        angle = self._uniform(n, 0, 2 * math.pi)
        slope = self._normal(n) * 0.15 * self._chance(n, 0.4)
        light = (1 + slope * (torch.cos(angle) * across + torch.sin(angle) * y)).clamp_min(0.1)
        vignette = self._uniform(n, 0, 0.35) * self._chance(n, 0.2)
        light = light * (1 - vignette * (across**2 + y**2) / 2) * self._spread(n, 0.18)
        return x * light

    def _too_dark(self, x: torch.Tensor) -> torch.Tensor:
        """Rooms too dark for the sensor: few photons, and half of the cameras turn up the gain."""
        n = len(x)
        level = self._uniform(n, 0.14, 0.5)
        photons = self._uniform(n, 30.0, 300.0)
        dim = (x * level).clamp_min(0)
        shot = torch.randn(x.shape, generator=self._generator, device=self._device)
        dim = dim + shot * torch.sqrt(dim / photons + 1e-5)
        return dim * torch.where(self._chance(n, 0.5), 0.8 / level, torch.ones_like(level))

    def _through_lens(self, x: torch.Tensor) -> torch.Tensor:
        """Blur, shake or in-camera sharpening, as one kernel a picture."""
        n = len(x)
        grid = torch.arange(_KERNEL_PX, device=self._device) - _KERNEL_PX // 2
        v, u = torch.meshgrid(grid.float(), grid.float(), indexing="ij")
        sigma = self._uniform(n, 0.4, 1.6).view(n, 1, 1)
        gauss = torch.exp(-(u**2 + v**2) / (2 * sigma**2))
        gauss = gauss / gauss.sum((1, 2), keepdim=True)
        angle = self._uniform(n, 0, math.pi).view(n, 1, 1)
        length = self._uniform(n, 1.0, 3.0).view(n, 1, 1)
        along = u * torch.cos(angle) + v * torch.sin(angle)
        off = v * torch.cos(angle) - u * torch.sin(angle)
        shake = (1 - off.abs()).clamp_min(0) * (length + 0.5 - along.abs()).clamp(0, 1)
        shake = shake / shake.sum((1, 2), keepdim=True)
        still = ((u == 0) & (v == 0)).float().expand(n, -1, -1)
        sharpen = still + (still - gauss) * self._uniform(n, 0.3, 1.5).view(n, 1, 1)
        choice = torch.rand((n, 1, 1), generator=self._generator, device=self._device)
        kernel = torch.where(choice < 0.3, gauss, sharpen)
        return convolved(x, torch.where(choice > 0.8, shake, kernel))

    def _low_resolution(self, x: torch.Tensor) -> torch.Tensor:
        """Small pictures, enlarged: thumbnails, zoomed cameras; half of them coded when small."""
        # Drawn on the host: a size cannot come from the device without waiting for it.
        factor = self._host.uniform(1.2, 3.5)
        height, width = x.shape[-2:]
        # The coding works in blocks of 16 px.
        size = tuple(max(32, round(side / factor / 16) * 16) for side in (height, width))
        small = F.interpolate(x, size=size, mode="bilinear", antialias=True)
        small = on_some(small, 0.5, self._coded, self._generator)
        mode = self._host.choice(("bilinear", "bicubic"))
        large = F.interpolate(small, size=(height, width), mode=mode, align_corners=False)
        return large.clamp(0, 1)

    def _noisy(self, x: torch.Tensor) -> torch.Tensor:
        n, _, height, width = x.shape
        fine = torch.randn(x.shape, generator=self._generator, device=self._device)
        coarse = torch.randn(
            (n, 3, height // 2, width // 2), generator=self._generator, device=self._device
        )
        coarse = F.interpolate(coarse, size=(height, width), mode="bilinear", align_corners=False)
        heavy = self._uniform(n, 0.02, 0.08) * self._chance(n, 0.12)
        amount = self._uniform(n, 0.0, 0.035) + heavy
        return x + torch.lerp(fine, coarse, self._uniform(n, 0, 1)) * amount

    def _banded(self, x: torch.Tensor) -> torch.Tensor:
        """Mains light on a rolling shutter, or too few levels."""
        n = len(x)
        rows = torch.arange(x.shape[2], device=self._device, dtype=torch.float32)[:, None]
        period = self._uniform(n, 12.0, 90.0)
        bands = torch.sin(rows * 2 * math.pi / period + self._uniform(n, 0, 2 * math.pi))
        steps = self._uniform(n, 12.0, 48.0).round()
        few = (x * steps).round() / steps
        return torch.where(self._chance(n, 0.3), few, x * (1 + bands * self._uniform(n, 0, 0.06)))

    def _coded(self, x: torch.Tensor) -> torch.Tensor:
        """Quantise 8x8 frequencies at random quality, chroma at half size."""
        quality = self._uniform(len(x), 8.0, 90.0)
        factor = torch.where(quality < 50, 50 / quality, 2 - quality / 50)
        ycc = torch.einsum("ij,njhw->nihw", self._to_ycc, x)
        luma = self._quantised(ycc[:, :1], factor)
        chroma = self._quantised(F.avg_pool2d(ycc[:, 1:], 2), factor * 1.3)
        chroma = F.interpolate(chroma, size=x.shape[-2:], mode="bilinear", align_corners=False)
        return torch.einsum("ij,njhw->nihw", self._to_rgb, torch.cat((luma, chroma), 1))

    def _quantised(self, planes: torch.Tensor, factor: torch.Tensor) -> torch.Tensor:
        n, channels, height, width = planes.shape
        blocks = planes.reshape(n, channels, height // 8, 8, width // 8, 8).transpose(3, 4)
        table = self._table * factor.view(n, 1, 1)
        frequencies = blocks.reshape(n, -1, 64) @ self._dct.T
        blocks = ((frequencies / table).round() * table) @ self._dct
        blocks = blocks.view(n, channels, height // 8, width // 8, 8, 8).transpose(3, 4)
        return blocks.reshape(n, channels, height, width)

    def _uniform(self, n: int, low: float, high: float) -> torch.Tensor:
        return self._draws.uniform(n, low, high).view(n, 1, 1, 1)

    def _normal(self, n: int) -> torch.Tensor:
        return self._draws.normal(n).view(n, 1, 1, 1)

    def _spread(self, n: int, sigma: float) -> torch.Tensor:
        """Factors about 1, log-normal."""
        return torch.exp(self._normal(n) * sigma * self._strength)

    def _chance(self, n: int, probability: float) -> torch.Tensor:
        return self._draws.chance(n, probability).view(n, 1, 1, 1)
