"""Augmentation: real objects, cut out of photos: chairs that people may sit in, plants, lamps.

Drawn objects (`scenes.furniture`) have generic shapes; with those alone, nets still took real
chairs for a part of the person in them.
"""

from __future__ import annotations

import math

import torch

from lab.training.scenes.data import Things
from lab.training.scenes.draws import Draws
from lab.training.scenes.sampling import behind, on_some, out_of_focus, pixel_grid, sample
from lab.training.scenes.seats import seats_centre

SEATS_TO_REST = 3.0  # a chair is drawn this many times as often as a plant or a lamp


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
    """Put one thing behind the people of each picture.

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
    # A chair stands behind a person's back or is cut off by a side of the frame, and often cut off
    # below; a plant stands anywhere, and is smaller.
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
    centre = seats_centre(draws, centre, is_seat)
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


def seats_around(planes: torch.Tensor, things: Things, draws: Draws) -> torch.Tensor:
    """Set each person into a chair of the room: its back behind them, arm rests before them.

    A chair is placed by the person's own outline: its back ends anywhere between the top of the
    head and the waist, and is about as wide as the body. Half of the chairs have arm rests, the
    outer columns below some height, which hide the sleeves behind them.

    Args:
        planes: float (n, 10, H, W): R, G, B, alpha, confidence, in [0, 1], then the plate's R, G,
            B, where it is known, and props, as in `Scenes`.
        things: On their device; at least one of them a seat.
        draws: Likewise.

    Returns:
        The same planes: alpha of the chair is 0 with full confidence, also where an arm rest hides
        the person; the plate shows the chair.
    """
    n, _, height, width = planes.shape
    pixels, alpha, confidence, plate, known, prop = planes.split((3, 1, 1, 3, 1, 1), 1)
    centre, top, body_width, body_height = _body(alpha)
    index = torch.multinomial(
        things.is_seat.float(), n, replacement=True, generator=draws.generator
    )
    size = things.size[index]
    seat_width = body_width * torch.exp(draws.uniform(n, math.log(0.8), math.log(2.2)))
    scale = seat_width / size[:, 0]
    seat_height = scale * size[:, 1]
    centre = centre + draws.normal(n) * 0.1 * body_width
    top = top + body_height * draws.uniform(n, -0.05, 0.55)
    layer = _drawn(
        planes,
        things,
        index,
        draws,
        scale=scale,
        angle=draws.normal(n) * 0.04,
        out_anchor=torch.stack((centre, top), 1),
        source_anchor=torch.stack((size[:, 0] / 2, torch.zeros_like(top)), 1),
    )
    colour, cover = layer[:, :3], layer[:, 3:]
    y, x = pixel_grid(height, width, 1, draws.device)
    aside = (x - centre[:, None, None]).abs() - seat_width[:, None, None] * draws.uniform(
        n, 0.24, 0.42
    ).view(n, 1, 1)
    below = y - (top + seat_height * draws.uniform(n, 0.3, 0.65))[:, None, None]
    is_arm = ((aside + 0.5).clamp(0, 1) * (below + 0.5).clamp(0, 1))[:, None]
    is_arm = is_arm * draws.chance(n, 0.5)[:, None, None, None]
    # What shows of the chair: all of it beside the person, and its arm rests before them.
    shown = 1 - alpha * (1 - is_arm)
    return torch.cat(
        (
            pixels * (1 - cover * shown) + colour * shown,
            alpha * (1 - cover * is_arm),
            torch.maximum(confidence, cover * shown),
            plate * (1 - cover) + colour * known,
            known,
            prop * (1 - cover * is_arm),
        ),
        1,
    )


def _body(alpha: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """The person's box in alpha planes (n, 1, H, W): centre x, top, width, height, (n,) in px."""
    _, _, height, width = alpha.shape
    columns = alpha.sum((1, 2))
    mass = columns.sum(1).clamp_min(1.0)
    x = torch.arange(width, device=alpha.device) + 0.5
    centre = (columns * x).sum(1) / mass
    spread = ((columns * (x - centre[:, None]) ** 2).sum(1) / mass).sqrt()
    is_there = (alpha.amax((1, 3)) > 0.5).float()
    top = is_there.argmax(1).float()
    bottom = height - is_there.flip(1).argmax(1).float()
    # A plain bar of some width has this spread; empty frames get a chair of some size all the same.
    body_width = (math.sqrt(12) * spread).clamp_min(width / 16)
    return centre, top, body_width, (bottom - top).clamp_min(height / 8)


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
