"""Real things behind people: chairs and arm chairs that they may sit in, plants, lamps.

What is drawn (`scenes.furniture`) is of every shape and no chair's in particular; nets still take
real ones for a part of whoever sits in them. Cut out, these stand behind people as theirs do.
"""

from __future__ import annotations

import math

import torch

from training.scenes.data import Things
from training.scenes.draws import Draws
from training.scenes.sampling import behind, on_some, out_of_focus, sample

SEATS_TO_REST = 3.0  # how much oftener a chair is drawn than a plant or a lamp


HELD_LARGEST = 0.35  # of the frame's height: a mug, a lamp, a plant


def props_before(planes: torch.Tensor, things: Things, draws: Draws) -> torch.Tensor:
    """Give each person a thing to hold: before some part of them, and theirs.

    Args:
        planes: float (n, 6, H, W): R, G, B, alpha, confidence, and cover of props, in [0, 1].
        things: On their device; at least one.
        draws: Likewise.

    Returns:
        The same planes; alpha, confidence and cover of props are full where the thing is.
    """
    n, _, height, _ = planes.shape
    index = torch.randint(len(things.planes), (n,), generator=draws.generator, device=draws.device)
    size = things.size[index]
    scale = height * draws.uniform(n, 0.1, HELD_LARGEST) / size[:, 1]
    layer = _drawn(
        planes,
        things,
        index,
        draws,
        scale=scale,
        angle=draws.normal(n) * 0.5,
        out_anchor=torch.stack(draws.point_on(planes[:, 3:4]), 1),
        source_anchor=size / 2,
    )
    pixels, alpha, confidence, prop = planes.split((3, 1, 1, 1), 1)
    cover = layer[:, 3:]
    return torch.cat(
        (
            pixels * (1 - cover) + layer[:, :3],
            1 - (1 - alpha) * (1 - cover),
            torch.maximum(confidence, cover),
            torch.maximum(prop, cover),
        ),
        1,
    )


def things_behind(planes: torch.Tensor, things: Things, draws: Draws) -> torch.Tensor:
    """Put one thing behind whoever is in each picture.

    Args:
        planes: float (n, 5, H, W): R, G, B, alpha, confidence, in [0, 1].
        things: On their device; at least one.
        draws: Likewise.

    Returns:
        The same planes; alpha is untouched, and confidence is full where the thing is.
    """
    n, _, height, width = planes.shape
    likely = 1 + (SEATS_TO_REST - 1) * things.is_seat.float()
    index = torch.multinomial(likely, n, replacement=True, generator=draws.generator)
    size, is_seat = things.size[index], things.is_seat[index]
    # A chair stands behind somebody's back, often cut off below; a plant anywhere, and smaller.
    is_near = is_seat & draws.chance(n, 0.6)
    tall = torch.where(
        is_seat,
        torch.exp(draws.uniform(n, math.log(0.5), math.log(1.6))),
        torch.exp(draws.uniform(n, math.log(0.15), math.log(0.9))),
    )
    scale = height * tall / size[:, 1]
    top = torch.where(is_seat, draws.uniform(n, 0.08, 0.8), draws.uniform(n, -0.1, 0.85))
    at_back = 0.5 + draws.normal(n) * 0.15
    centre = torch.where(is_near, at_back, draws.uniform(n, -0.05, 1.05))
    layer = _drawn(
        planes,
        things,
        index,
        draws,
        scale=scale,
        angle=draws.normal(n) * 0.05,
        out_anchor=torch.stack((centre * width, top * height), 1),
        source_anchor=torch.stack((size[:, 0] / 2, torch.zeros_like(top)), 1),
    )
    return behind(planes, layer)


def _drawn(
    planes: torch.Tensor,
    things: Things,
    index: torch.Tensor,
    draws: Draws,
    *,
    scale: torch.Tensor,
    angle: torch.Tensor,
    out_anchor: torch.Tensor,
    source_anchor: torch.Tensor,
) -> torch.Tensor:
    """Things in some cover and light of theirs: float (n, 4, H, W), premultiplied."""
    n, _, height, width = planes.shape
    stretch = torch.exp(draws.normal(n) * 0.1)
    drawn, _ = sample(
        things.planes[index],
        things.size[index],
        scale_x=scale * stretch,
        scale_y=scale,
        angle=angle,
        bend=draws.bends(n, width / scale),
        out_anchor=out_anchor,
        source_anchor=source_anchor,
        height=height,
        width=width,
        beyond=torch.zeros((n, 4), dtype=torch.bool, device=draws.device),
    )
    cover, colour = drawn[:, :1], drawn[:, 1:]
    # Other covers and other light than a catalogue's: half of them dyed, mostly dark or grey.
    grey = colour.mean(1, keepdim=True)
    tint = torch.where(
        draws.chance(n, 0.6)[:, None, None, None],
        draws.uniform(n, 0.1, 1.2)[:, None, None, None].expand(-1, 3, -1, -1),
        2 * draws.colours(n),
    )
    colour = torch.where(draws.chance(n, 0.5)[:, None, None, None], grey * tint, colour)
    gain = torch.exp(draws.normal(n) * 0.35)[:, None, None, None]
    colour = (colour * gain).clamp(0, 1)
    layer = torch.cat((colour * cover, cover), 1)
    return on_some(layer, 0.3, out_of_focus, draws.generator)
