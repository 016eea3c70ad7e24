"""Augmentation: draw one more arm on a person, raised, stretched out or crossed, bare or sleeved.

Few photos show what people on calls do all the time: hands before the chest, beside the head,
towards the screen. The arm is person, the gap between arm and body is room: the net learns both.

An arm is a chain of capsules with decreasing radius, as signed distances:

    shoulder ---upper--- elbow ---fore--- wrist -hand- palm -- FINGERS
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F

from lab.training.scenes.draws import Draws
from lab.training.scenes.sampling import mean_under, pixel_grid, skin

# Light and dark skin, RGB; people's own is taken where enough of it shows.
PALE, DARK = (0.92, 0.74, 0.64), (0.27, 0.16, 0.11)
FINGERS = 4

Point = tuple[torch.Tensor, torch.Tensor]  # x and y, each (n,), in px


def with_arm(planes: torch.Tensor, draws: Draws) -> torch.Tensor:
    """Draw an arm that begins somewhere on a body; it belongs to the person.

    Args:
        planes: float (n, 5, H, W): R, G, B, alpha, confidence, in [0, 1].
        draws: On their device.

    Returns:
        The same planes; pictures without a person are unchanged.
    """
    n, _, height, width = planes.shape
    pixels, alpha, confidence = planes.split((3, 1, 1), 1)
    area = alpha.sum((1, 2, 3))
    is_somebody = (area > 0.02 * height * width).float()
    # An arm is about as long as a body is wide; a person who fills the frame is seen in part.
    unit = area.sqrt().clamp(0.15 * height, 0.9 * height)
    shoulder = draws.point_on(alpha)
    first = draws.uniform(n, 0, 2 * math.pi)
    second = first + draws.uniform(n, -2.5, 2.5)
    third = second + draws.normal(n) * 0.3
    elbow = _along(shoulder, first, unit * draws.uniform(n, 0.15, 0.5))
    wrist = _along(elbow, second, unit * draws.uniform(n, 0.25, 0.5))
    thick = unit * draws.uniform(n, 0.045, 0.1)
    thin = thick * draws.uniform(n, 0.5, 0.75)
    palm = _along(wrist, third, thin * draws.uniform(n, 1.0, 2.0))

    grid = pixel_grid(height, width, 1, draws.device)
    upper = _distance(grid, shoulder, elbow, thick * draws.uniform(n, 0.9, 1.4), thick)
    fore = _distance(grid, elbow, wrist, thick, thin)
    hand = _distance(grid, wrist, palm, thin, thin * draws.uniform(n, 1.0, 1.5))
    spread = draws.uniform(n, 0.0, 0.45)
    length = thin * draws.uniform(n, 0.3, 2.6)
    for k in range(FINGERS):
        angle = third + spread * (k - (FINGERS - 1) / 2)
        root = _along(palm, angle, thin * 0.8)
        tip = _along(root, angle, length)
        hand = torch.minimum(hand, _distance(grid, root, tip, thin * 0.34, thin * 0.26))

    # In a sleeve down to the elbow or the wrist, or bare.
    sleeve = draws.uniform(n, 0.0, 1.0)[:, None, None]
    covered = torch.where(sleeve < 0.35, torch.minimum(upper, fore), upper)
    covered = torch.where(sleeve > 0.65, torch.full_like(covered, math.inf), covered)
    distance = torch.minimum(torch.minimum(upper, fore), hand)
    in_cloth = ((hand - covered).clamp(-1, 1) / 2 + 0.5)[:, None]
    cover = (0.5 - distance).clamp(0, 1)[:, None] * is_somebody[:, None, None, None]

    colour = torch.lerp(_skin(pixels, alpha, draws), _cloth(planes, shoulder, draws), in_cloth)
    # Round, and lit from one side.
    depth = (-distance / thick[:, None, None]).clamp(0, 1)[:, None]
    slope = _slope(depth, draws)
    light = 0.78 + 0.3 * depth.sqrt() + slope * draws.uniform(n, 0.0, 0.5)[:, None, None, None]
    grain = draws.clouds(n, 24, 24, height=height, width=width)
    light = light * (1 + 0.06 * grain)
    # A faint shadow on what is behind the arm.
    near = (1 - distance / (0.6 * thick[:, None, None])).clamp(0, 1)[:, None]
    shade = 1 - near * alpha * draws.uniform(n, 0.0, 0.45)[:, None, None, None]
    shade = torch.where(is_somebody[:, None, None, None] > 0, shade, 1.0)
    shown = torch.lerp(pixels * shade, (colour * light).clamp(0, 1), cover)
    return torch.cat((shown, torch.maximum(alpha, cover), torch.maximum(confidence, cover)), 1)


def _along(start: Point, angle: torch.Tensor, length: torch.Tensor) -> Point:
    """The point `length` px from `start` in direction `angle`."""
    return start[0] + length * torch.cos(angle), start[1] + length * torch.sin(angle)


def _distance(
    grid: tuple[torch.Tensor, torch.Tensor],
    start: Point,
    end: Point,
    start_radius: torch.Tensor,
    end_radius: torch.Tensor,
) -> torch.Tensor:
    """Signed distance in px to a capsule of two radii, negative inside: (n, H, W)."""
    y, x = grid
    from_x, from_y = (value[:, None, None] for value in start)
    step_x, step_y = ((b - a)[:, None, None] for a, b in zip(start, end, strict=True))
    dx, dy = x - from_x, y - from_y
    square = (step_x**2 + step_y**2).clamp_min(1e-3)
    share = ((dx * step_x + dy * step_y) / square).clamp(0, 1)
    away = ((dx - share * step_x) ** 2 + (dy - share * step_y) ** 2 + 1e-6).sqrt()
    return away - torch.lerp(start_radius[:, None, None], end_radius[:, None, None], share)


def _skin(pixels: torch.Tensor, alpha: torch.Tensor, draws: Draws) -> torch.Tensor:
    """Each person's own skin colour where skin is visible, else a random one: (n, 3, 1, 1)."""
    n = len(pixels)
    share = draws.uniform(n, 0.0, 1.0)
    channels = [dark + share * (pale - dark) for pale, dark in zip(PALE, DARK, strict=True)]
    any_skin = torch.stack(channels, 1)[:, :, None, None]
    # As bright as the person is lit.
    lit = mean_under(pixels, alpha).mean(1, keepdim=True)
    any_skin = any_skin * (0.5 + lit).clamp(0.6, 1.2)
    weight = alpha * skin(pixels)
    own = mean_under(pixels, weight)
    is_shown = weight.mean((1, 2, 3)) > 0.01
    is_own = (is_shown & draws.chance(n, 0.8))[:, None, None, None]
    return torch.where(is_own, own, any_skin)


def _cloth(planes: torch.Tensor, at: Point, draws: Draws) -> torch.Tensor:
    """Colour of the clothes around a point, of the room, or a random one: (n, 3, 1, 1)."""
    n, _, height, width = planes.shape
    y, x = pixel_grid(height, width, 1, draws.device)
    near = torch.exp(
        -((x - at[0][:, None, None]) ** 2 + (y - at[1][:, None, None]) ** 2) / (0.06 * height) ** 2
    )
    weight = near[:, None] * planes[:, 3:4]
    # `mean_under` needs weights that sum to at least 1: scale up a narrow window.
    weight = weight * (10 / weight.sum((1, 2, 3), keepdim=True).clamp_min(1e-3))
    worn = mean_under(planes[:, :3], weight)
    # Some sleeves have the colour of the wall behind them: only the shape distinguishes them.
    behind = mean_under(planes[:, :3], 1 - planes[:, 3:4])
    behind = (behind * (1 + 0.2 * (draws.colours(n) - 0.5))).clamp(0, 1)
    kind = draws.uniform(n, 0.0, 1.0)[:, None, None, None]
    other = torch.where(kind < 0.85, behind, draws.colours(n))
    return torch.where(kind < 0.65, worn, other)


def _slope(depth: torch.Tensor, draws: Draws) -> torch.Tensor:
    """How much a surface of this depth faces a light in a random direction: (n, 1, H, W)."""
    angle = draws.uniform(len(depth), 0, 2 * math.pi)[:, None, None, None]
    smooth = F.avg_pool2d(depth, 3, stride=1, padding=1)
    across = F.pad(smooth, (1, 1, 0, 0), mode="replicate")
    down = F.pad(smooth, (0, 0, 1, 1), mode="replicate")
    dx = across[..., 2:] - across[..., :-2]
    dy = down[..., 2:, :] - down[..., :-2, :]
    lit = dx * torch.cos(angle) + dy * torch.sin(angle)
    return lit / lit.abs().amax((1, 2, 3), keepdim=True).clamp_min(1e-3)
