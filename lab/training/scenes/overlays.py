"""Augmentations over scenes: prints on people, tables before them, bars, other light, blur."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F

from lab.training.scenes.draws import Draws
from lab.training.scenes.sampling import mean_under, out_of_focus, pixel_grid, skin


def worn(planes: torch.Tensor, draws: Draws) -> torch.Tensor:
    """Put a badge, a print or stripes of two random colours onto a person; alpha is unchanged."""
    n, _, height, width = planes.shape
    centre_x, centre_y = draws.point_on(planes[:, 3:4])
    y, x = pixel_grid(height, width, 1, draws.device)
    dx, dy = x - centre_x[:, None, None], y - centre_y[:, None, None]
    angle = (draws.normal(n) * 0.4)[:, None, None]
    along = dx * torch.cos(angle) + dy * torch.sin(angle)
    across = dy * torch.cos(angle) - dx * torch.sin(angle)
    half = torch.exp(draws.uniform(2 * n, math.log(0.02), math.log(0.3))).view(2, n, 1, 1)
    half = half * max(height, width) / 2
    power = draws.uniform(n, 2.0, 12.0)[:, None, None]
    distance = ((along / half[0]).abs() ** power + (across / half[1]).abs() ** power) ** (1 / power)
    cover = ((1 - distance) * half.amin(0) + 0.5).clamp(0, 1)[:, None]
    cover = cover * (planes[:, 3:4] * 10 - 9).clamp(0, 1)  # never beyond the body's edge
    period = draws.uniform(n, 4.0, 30.0)[:, None, None]
    stripes = (torch.sin(across * 2 * math.pi / period) * 4).clamp(-1, 1)[:, None] / 2 + 0.5
    stripes = stripes * draws.chance(n, 0.5)[:, None, None, None]
    colours = torch.rand((2, n, 3, 1, 1), generator=draws.generator, device=draws.device)
    cloth = torch.lerp(colours[0], colours[1], stripes)
    # Some of the folds and shades below stay visible.
    light = planes[:, :3].mean(1, keepdim=True)
    cloth = cloth * torch.lerp(torch.ones_like(light), light * 2, 0.3)
    dressed = torch.lerp(planes[:, :3], cloth.clamp(0, 1), cover)
    return torch.cat((dressed, planes[:, 3:]), 1)


def seated(planes: torch.Tensor, texture: torch.Tensor, draws: Draws) -> torch.Tensor:
    """Put a table before people, from some height down to the frame's lower edge.

    Args:
        planes: float (n, 10, H, W): R, G, B, alpha, confidence, in [0, 1], then the plate's R, G,
            B, where it is known, and props, as in `Scenes`.
        texture: float (n, 3, H, W): pieces of rooms, of which some table tops are made.
        draws: On their device.

    Returns:
        The same planes: under the table alpha is 0 with full confidence; the plate shows it, too.
    """
    n, _, height, width = planes.shape
    y, x = pixel_grid(height, width, 1, draws.device)
    edge = draws.uniform(n, 0.7, 1.0)[:, None, None] * height
    slope = (draws.normal(n) * 0.04)[:, None, None]
    below = y - edge - (x - width / 2) * slope
    cover = (below + 0.5).clamp(0, 1)[:, None]
    # The table top: one colour with a grain along it, or any picture.
    grain = draws.clouds(n, 24, 3, height=height, width=width)
    wood = draws.uniform(n, 0.05, 0.95)[:, None, None, None]
    plain = torch.lerp(draws.colours(n), wood, 0.7) * (1 + 0.12 * grain)
    is_picture = draws.chance(n, 0.4)[:, None, None, None]
    top = torch.where(is_picture, texture, plain)
    # Its edge catches the light; what is before it lies in a faint shadow.
    rim = (1 - (below / 3 - 1).abs()).clamp(0, 1)[:, None]
    top = top * (1 + rim * draws.uniform(n, -0.4, 0.6)[:, None, None, None])
    pixels, alpha, confidence, plate, known, prop = planes.split((3, 1, 1, 3, 1, 1), 1)
    top = top.clamp(0, 1)
    return torch.cat(
        (
            torch.lerp(pixels, top, cover),
            alpha * (1 - cover),
            torch.maximum(confidence, cover),
            torch.lerp(plate, top, cover),
            torch.maximum(known, cover),
            prop * (1 - cover),
        ),
        1,
    )


def shaded(planes: torch.Tensor, draws: Draws) -> torch.Tensor:
    """Draw people's soft shadow on the background, in a random direction; alpha is unchanged."""
    n, _, height, width = planes.shape
    pixels, alpha = planes[:, :3], planes[:, 3:4]
    coarse = F.avg_pool2d(alpha, 8)
    aside = torch.stack((draws.normal(n) * 0.12, draws.normal(n) * 0.12 - 0.03), 1)
    size = 1 + draws.uniform(n, -0.1, 0.25)
    still = torch.eye(2, device=planes.device)[None] / size[:, None, None]
    where = F.affine_grid(
        torch.cat((still, aside[..., None]), 2), [n, 1, height, width], align_corners=False
    )
    wide = F.avg_pool2d(F.pad(coarse, (1, 1, 1, 1), mode="replicate"), 3, stride=1)
    coarse = torch.where(draws.chance(n, 0.5)[:, None, None, None], wide, coarse)
    shadow = F.grid_sample(coarse, where, mode="bilinear", align_corners=False)
    depth = draws.uniform(n, 0.05, 0.5)[:, None, None, None]
    return torch.cat((pixels * (1 - depth * shadow * (1 - alpha)), planes[:, 3:]), 1)


def dyed(planes: torch.Tensor, draws: Draws) -> torch.Tensor:
    """Recolour people's clothes, sometimes in the room's colour; alpha is unchanged.

    Folds stay visible. Some clothes also get the texture of the room beside them, so that only
    their shape distinguishes them.

    It begins somewhere below the head; in half of the pictures bare skin keeps its colour.
    """
    n, _, height, _ = planes.shape
    pixels, alpha = planes[:, :3], planes[:, 3:4]
    room = 1 - alpha
    rows = (alpha.amax(3) > 0.5).float()  # (n, 1, H)
    top = rows.argmax(2, keepdim=True)[..., None]
    reach = (height - top) * draws.uniform(n, 0.12, 0.65)[:, None, None, None]
    y, _ = pixel_grid(height, planes.shape[-1], 1, draws.device)
    below = ((y - top - reach) / (0.02 * height) + 0.5).clamp(0, 1)
    keeps_skin = draws.chance(n, 0.5)[:, None, None, None]
    soft_skin = F.avg_pool2d((skin(pixels) & keeps_skin).float(), 5, stride=1, padding=2)
    cloth = alpha * below * (1 - soft_skin)
    own = mean_under(pixels, cloth)
    nearby = room * below
    behind = mean_under(pixels, nearby)
    # Any colour, nearly black or nearly white, or what is behind at that height.
    kind = draws.uniform(n, 0.0, 1.0)[:, None, None, None]
    grey = torch.where(kind < 0.55, draws.uniform(n, 0.0, 0.15)[:, None, None, None], 0.9)
    colour = draws.colours(n)
    colour = torch.where(kind < 0.7, grey.expand_as(colour), colour)
    # The room half a frame to the side.
    aside = torch.lerp(
        behind, pixels.roll(pixels.shape[-1] // 2, 3), room.roll(room.shape[-1] // 2, 3)
    )
    behind = torch.where(draws.chance(n, 0.4)[:, None, None, None], aside, behind)
    colour = torch.where(kind < 0.4, behind * (1 + 0.15 * (draws.colours(n) - 0.5)), colour)
    # Folds and shades below stay visible, stronger or weaker than they were.
    light = (pixels.mean(1, keepdim=True) + 0.03) / (own.mean(1, keepdim=True) + 0.03)
    light = light.clamp(0.3, 2.5) ** draws.uniform(n, 0.3, 1.1)[:, None, None, None]
    other = torch.lerp(pixels, colour * light, draws.uniform(n, 0.5, 1.0)[:, None, None, None])
    return torch.cat((torch.lerp(pixels, other.clamp(0, 1), cloth), planes[:, 3:]), 1)


def framed(planes: torch.Tensor, draws: Draws) -> torch.Tensor:
    """Bars, rounded corners and round pictures: one plain colour outside, with alpha 0.

    Args:
        planes: float (n, 10, H, W), as for `seated`: the plate shows the bars, too.
        draws: On their device.
    """
    n, _, height, width = planes.shape
    y, x = pixel_grid(height, width, 1, draws.device)
    inset = draws.uniform(2 * n, 0.75, 1.15).view(2, n, 1, 1)
    # A circle or a rectangle (superellipse of high power), which gives bars where a side is inset.
    power = torch.where(draws.chance(n, 0.4), 2.0, draws.uniform(n, 4.0, 40.0))[:, None, None]
    u = ((x - width / 2) / (width / 2)).abs() / inset[0]
    v = ((y - height / 2) / (height / 2)).abs() / inset[1]
    distance = (u**power + v**power) ** (1 / power)
    shown = ((1 - distance) * height / 2 + 0.5).clamp(0, 1)[:, None]
    level = draws.uniform(n, 0.0, 1.0)
    # Mostly black, sometimes white, else any grey.
    kind = draws.uniform(n, 0.0, 1.0)
    level = torch.where(kind < 0.6, 0.0, torch.where(kind < 0.8, 1.0, level))
    outside = torch.zeros_like(planes)
    outside[:, :3] = outside[:, 5:8] = level[:, None, None, None]
    outside[:, 4] = outside[:, 8] = 1.0
    return planes * shown + outside * (1 - shown)


def relit(planes: torch.Tensor, draws: Draws) -> torch.Tensor:
    """Light people and background in different colours; alpha is unchanged.

    It multiplies the variety of light and clothes of the few people with careful masks.
    """
    n = len(planes)
    pixels, alpha = planes[:, :3], planes[:, 3:4]
    gain = torch.exp(draws.normal(6 * n) * 0.2).view(2, n, 3, 1, 1)
    saturation = torch.exp(draws.normal(2 * n) * 0.35).view(2, n, 1, 1, 1)
    grey = pixels.mean(1, keepdim=True)
    front, back = (torch.lerp(grey, pixels, saturation[i]) * gain[i] for i in range(2))
    # Some rooms fade into the colour of the clothes.
    clothes = mean_under(front, alpha)
    fade = draws.uniform(n, 0.2, 0.75) * draws.chance(n, 0.4)
    back = torch.lerp(back, clothes.expand_as(back), fade[:, None, None, None])
    return torch.cat((torch.lerp(back, front, alpha).clamp(0, 1), planes[:, 3:]), 1)


def blurred_behind(planes: torch.Tensor) -> torch.Tensor:
    """Blur the background as other programs do, without the people's colours bleeding into it."""
    pixels, alpha = planes[:, :3], planes[:, 3:4]
    free = 1 - F.max_pool2d(alpha, 5, stride=1, padding=2)
    near = out_of_focus(out_of_focus(torch.cat((pixels * free, free), 1)))
    # Where people fill everything around, a wider look finds a colour.
    wide = out_of_focus(torch.cat((pixels * free, free), 1), by=16)
    soft = (near[:, :3] + 1e-2 * wide[:, :3]) / (near[:, 3:] + 1e-2 * wide[:, 3:]).clamp_min(1e-4)
    return torch.cat((torch.lerp(soft.clamp(0, 1), pixels, alpha), planes[:, 3:]), 1)
