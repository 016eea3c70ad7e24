"""Whole-batch tools of the augmentation: shares, kernels, and canvases drawn into frames."""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
import torch.nn.functional as F

from lab.training.scenes.draws import Draws


def on_some(
    x: torch.Tensor,
    share: float,
    change: Callable[[torch.Tensor], torch.Tensor],
    generator: torch.Generator,
) -> torch.Tensor:
    """Put a random `share` of a batch through `change`; only that share is computed.

    How many is fixed by the batch (with a remainder by chance it would have to wait for the
    device); which ones is random.
    """
    n = len(x)
    count = round(n * share)
    if count == 0:
        return x
    chosen = torch.randperm(n, generator=generator, device=x.device)[:count]
    return x.index_copy(0, chosen, change(x[chosen]))


def mean_colour(layer: torch.Tensor) -> torch.Tensor:
    """Mean colour of a premultiplied layer (N, 4, H, W), weighted by its alpha: (N, 3, 1, 1)."""
    cover = layer[:, 3:].sum((2, 3), keepdim=True).clamp_min(1.0)
    return layer[:, :3].sum((2, 3), keepdim=True) / cover


def mean_under(pixels: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Mean of pixels (N, 3, H, W), by weights (N, 1, H, W) that sum to 1 at least: (N, 3, 1, 1)."""
    return mean_colour(torch.cat((pixels * weight, weight), 1))


def skin(pixels: torch.Tensor) -> torch.Tensor:
    """Where pixels (N, 3, H, W) have the colour of bare skin, roughly: bool (N, 1, H, W)."""
    red, green, blue = pixels.split(1, 1)
    return (red > 1.15 * blue) & (red > 1.05 * green) & (red - blue < 0.5) & (red > 0.2)


def out_of_focus(room: torch.Tensor, *, by: int = 4) -> torch.Tensor:
    """Pictures (N, C, H, W) at a fraction of their resolution, enlarged again."""
    small = F.avg_pool2d(room, by)
    return F.interpolate(small, size=room.shape[-2:], mode="bilinear", align_corners=False)


def behind(planes: torch.Tensor, layer: torch.Tensor) -> torch.Tensor:
    """Put a layer between people and what is behind them.

    Args:
        planes: float (N, 5, H, W): R, G, B, alpha, confidence, in [0, 1].
        layer: float (N, 4, H, W): premultiplied colour and cover.

    Returns:
        The same planes; alpha is untouched, and confidence is full where the layer is.
    """
    pixels, alpha, confidence = planes.split((3, 1, 1), 1)
    free = 1 - alpha
    shown = pixels * (1 - layer[:, 3:] * free) + layer[:, :3] * free
    return torch.cat((shown, alpha, torch.maximum(confidence, layer[:, 3:] * free)), 1)


def convolved(x: torch.Tensor, kernels: torch.Tensor) -> torch.Tensor:
    """Each picture with its own kernel: x (N, C, H, W), kernels (N, k, k), edges mirrored."""
    n, channels, height, width = x.shape
    k = kernels.shape[-1]
    padded = F.pad(x, (k // 2,) * 4, mode="reflect").reshape(1, n * channels, height + k - 1, -1)
    weight = kernels.repeat_interleave(channels, 0)[:, None]
    return F.conv2d(padded, weight, groups=n * channels).view(n, channels, height, width)


def shading(n: int, height: int, width: int, draws: Draws, *, strength: float) -> torch.Tensor:
    """A linear fall of light across the frame in a random direction: (n, 1, H, W) about 1."""
    y, x = pixel_grid(height, width, 1, draws.device)
    angle = draws.uniform(n, 0, 2 * math.pi)[:, None, None]
    across = (x / width - 0.5) * torch.cos(angle) + (y / height - 0.5) * torch.sin(angle)
    amount = (draws.normal(n) * strength)[:, None, None]
    return (1 + amount * across * 2).clamp(0.3, 2.0)[:, None]


def kept_inside(centre: torch.Tensor, extent: torch.Tensor, side: torch.Tensor) -> torch.Tensor:
    """Move a crop's centre so that the crop stays in the picture; centred if it is larger."""
    low, high = extent / 2, side - extent / 2
    return torch.where(low < high, centre.clamp(low, torch.maximum(low, high)), side / 2)


def pixel_grid(
    height: int, width: int, oversample: int, device: torch.device
) -> tuple[torch.Tensor, torch.Tensor]:
    """Pixel centres (y, x), each float (height * oversample, width * oversample), in px."""
    y = (torch.arange(height * oversample, device=device) + 0.5) / oversample
    x = (torch.arange(width * oversample, device=device) + 0.5) / oversample
    return torch.meshgrid(y, x, indexing="ij")  # type: ignore[return-value]


def sample(
    planes: torch.Tensor,
    size: torch.Tensor,
    *,
    scale_x: torch.Tensor,
    scale_y: torch.Tensor,
    angle: torch.Tensor,
    out_anchor: torch.Tensor,
    source_anchor: torch.Tensor,
    height: int,
    width: int,
    bend: torch.Tensor | None = None,
    beyond: torch.Tensor | None = None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw canvases into frames by one rotation, scaling and perhaps a bend each.

    Args:
        planes: uint8 (N, C, S, S).
        size: Width and height of the picture on its canvas, (N, 2).
        scale_x: Frame px per source px, (N,).
        scale_y: The same down the frame.
        angle: Radians, (N,).
        out_anchor: Point of the frame, (N, 2) as x, y in px, that shows ...
        source_anchor: ... this point of the source, (N, 2).
        height: Height of the frame.
        width: Width of the frame.
        bend: (N, 2, h, w): source px by which points of the frame, evenly spread, look aside in x
            and y; smooth between them.
        beyond: bool (N, 4): left, top, right, bottom edges over which the picture may be carried
            on by its last pixels; None carries it over all. Elsewhere plane 0 becomes 0.

    Returns:
        (float (N, C, H, W) in [0, 1], float (N, 1, H, W): share of the pixel in the picture).
    """
    oversample = 2 if height * width <= 50_000 else 1  # no aliasing where pictures are shrunk
    y, x = pixel_grid(height, width, oversample, planes.device)
    dx = x[None] - out_anchor[:, 0, None, None]
    dy = y[None] - out_anchor[:, 1, None, None]
    cos, sin = torch.cos(angle)[:, None, None], torch.sin(angle)[:, None, None]
    source_x = (dx * cos + dy * sin) / scale_x[:, None, None] + source_anchor[:, 0, None, None]
    source_y = (dy * cos - dx * sin) / scale_y[:, None, None] + source_anchor[:, 1, None, None]
    if bend is not None:
        moved = F.interpolate(bend, size=y.shape, mode="bicubic", align_corners=True)
        source_x, source_y = source_x + moved[:, 0], source_y + moved[:, 1]
    right, bottom = size[:, 0, None, None], size[:, 1, None, None]
    sides = (source_x >= 0, source_y >= 0, source_x <= right, source_y <= bottom)
    inside = (sides[0] & sides[1] & sides[2] & sides[3]).float()[:, None]
    grid = torch.stack(
        (
            torch.minimum(source_x.clamp_min(0.5), right - 0.5),
            torch.minimum(source_y.clamp_min(0.5), bottom - 0.5),
        ),
        -1,
    )
    grid = grid * (2 / planes.shape[-1]) - 1
    out = F.grid_sample(planes.float(), grid, mode="bilinear", align_corners=False) / 255
    if beyond is not None:
        shown = torch.ones_like(inside)
        for side, within in enumerate(sides):
            shown = shown * (within | beyond[:, side, None, None]).float()[:, None]
        out = torch.cat((out[:, :1] * shown, out[:, 1:]), 1)
    if oversample > 1:
        out, inside = F.avg_pool2d(out, oversample), F.avg_pool2d(inside, oversample)
    return out, inside
