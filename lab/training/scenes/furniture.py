"""Augmentation: drawn objects behind people: chairs, screens, posts, flags, clothes, room pieces.

Photos of people rarely show the surroundings of a desk, and nets take objects for a person that are
dark, rounded and cut off by the frame, or of cloth: jackets over chairs, dresses on stands, heaps
on a bed. So such objects are drawn behind people in photos, composites and empty rooms, anywhere in
the frame.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch

from lab.training.scenes.draws import Draws
from lab.training.scenes.sampling import behind, on_some, out_of_focus, pixel_grid
from lab.training.scenes.seats import seats_centre

# What a thing is: chair, screen, piece of another room, clothes, flag; the rest are posts.
CHAIRS, SCREENS, PIECES, CLOTHES, FLAGS = 0.41, 0.14, 0.13, 0.12, 0.12
DRESSED = 0.5  # share of things with a second shape: a jacket, a head rest, a screen's foot
WORN_ONCE = 0.5  # share of second shapes that show real clothes; screens have a foot instead
RUMPLED = 0.2  # how far the outline of clothes strays, as a share of their size


@dataclass(frozen=True, slots=True, eq=False)
class _Shape:
    """Superellipses, one per picture: all float (n,), lengths in px, angles in radians."""

    centre_x: torch.Tensor
    centre_y: torch.Tensor
    half_width: torch.Tensor
    half_height: torch.Tensor
    power: torch.Tensor
    angle: torch.Tensor
    shear: torch.Tensor


@dataclass(frozen=True, slots=True, eq=False)
class _Kinds:
    """What each thing is: bool (n,), at most one of them true."""

    chair: torch.Tensor
    screen: torch.Tensor
    piece: torch.Tensor
    clothes: torch.Tensor
    flag: torch.Tensor

    @classmethod
    def drawn(cls, n: int, draws: Draws) -> _Kinds:
        """By their shares."""
        kind, found, above = draws.uniform(n, 0.0, 1.0), [], 0.0
        for share in (CHAIRS, SCREENS, PIECES, CLOTHES, FLAGS):
            found.append((kind >= above) & (kind < above + share))
            above += share
        return cls(*found)

    def pick(
        self,
        *,
        chair: torch.Tensor,
        screen: torch.Tensor,
        piece: torch.Tensor,
        clothes: torch.Tensor,
        flag: torch.Tensor,
        rest: torch.Tensor,
    ) -> torch.Tensor:
        """Float (n,): for each thing the value of its kind."""
        for is_kind, value in (
            (self.chair, chair),
            (self.screen, screen),
            (self.piece, piece),
            (self.clothes, clothes),
            (self.flag, flag),
        ):
            rest = torch.where(is_kind, value, rest)
        return rest


class Furniture:
    """Draws things behind people.

    Args:
        draws: Where everything random comes from.
    """

    def __init__(self, draws: Draws) -> None:
        self._draws = draws

    def behind(
        self,
        planes: torch.Tensor,
        texture: torch.Tensor,
        clothes: tuple[torch.Tensor, torch.Tensor],
    ) -> torch.Tensor:
        """Put one thing, or two that belong together, behind the people of each picture.

        Args:
            planes: float (n, 5, H, W): R, G, B, alpha, confidence, in [0, 1].
            texture: float (n, 3, H, W): other rooms, of which pieces are cut.
            clothes: What people wear, and its outline: of `CutOuts.clothes`.

        Returns:
            The same planes; alpha is untouched, and confidence is full where the thing is.
        """
        colour, cover = self._things(texture, clothes)
        layer = torch.cat((colour * cover, cover), 1)
        layer = on_some(layer, 0.3, out_of_focus, self._draws.generator)
        return behind(planes, layer)

    def _things(
        self, texture: torch.Tensor, clothes: tuple[torch.Tensor, torch.Tensor]
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Colour (n, 3, H, W) and cover (n, 1, H, W)."""
        n, _, height, width = texture.shape
        kinds = _Kinds.drawn(n, self._draws)
        shape = self._shape(n, height, width, kinds)
        dark = self._cloth(n, kinds.chair)
        along, down, distance = _coordinates(shape, height, width)
        distance = self._rumpled(distance, kinds.clothes | kinds.flag)
        cover = _cover(distance, shape)
        colour = self._painted(dark, distance, along, height, width)
        colour = torch.where(self._wide(kinds.flag), self._flag(along, down, shape), colour)
        # A screen shows something, or shines, inside its dark frame.
        shine = self._wide(self._draws.uniform(n, 0.0, 1.6))
        glow = torch.lerp(torch.ones_like(texture), texture, self._wide(self._chances(n, 0.6)))
        bezel = self._draws.uniform(n, 0.84, 0.98)[:, None, None]
        inside = ((bezel - distance) * shape.half_height[:, None, None] + 0.5).clamp(0, 1)[:, None]
        inside = inside * self._wide(kinds.screen.float())
        colour = torch.lerp(colour, (glow * shine).clamp(0, 1), inside)
        colour = torch.where(self._wide(kinds.piece), texture, colour)
        cloth, outline = clothes
        colour = torch.where(self._wide(kinds.clothes), cloth, colour)
        hangs = self._wide(kinds.clothes & (outline.amin((1, 2, 3)) < 0.5))
        cover = torch.where(hangs, outline, cover)
        # The second shape, of nearly the same cloth, before or behind the first.
        second = self._beside(shape, kinds.screen)
        *_, apart = _coordinates(second, height, width)
        is_worn = self._draws.chance(n, WORN_ONCE) & ~kinds.screen
        apart = self._rumpled(apart, is_worn)
        other = _cover(apart, second) * self._wide(self._chances(n, DRESSED) * (~kinds.piece))
        like = (dark * self._wide(self._draws.uniform(n, 0.6, 1.5))).clamp(0, 1)
        other_colour = self._painted(like, apart, along, height, width)
        # Turned over, so that it differs from what clothes the first shape may show.
        other_colour = torch.where(self._wide(is_worn), cloth.flip(-1), other_colour)
        is_before = self._wide(self._chances(n, 0.5))
        share = other * torch.maximum(is_before, 1 - cover)
        return torch.lerp(colour, other_colour, share), torch.maximum(cover, other)

    def _shape(self, n: int, height: int, width: int, kinds: _Kinds) -> _Shape:
        draws, unit = self._draws, float(max(height, width))
        # Chairs stand behind a person's back, or anywhere, often cut off by the frame.
        near = 0.5 + draws.normal(n) * 0.18
        anywhere = draws.uniform(n, -0.12, 1.12)
        centre = torch.where(kinds.chair & draws.chance(n, 0.5), near, anywhere)
        centre_x = seats_centre(draws, centre, kinds.chair) * width
        half_width = unit * kinds.pick(
            chair=draws.uniform(n, 0.06, 0.3),
            screen=draws.uniform(n, 0.08, 0.35),
            piece=draws.uniform(n, 0.04, 0.25),
            clothes=draws.uniform(n, 0.05, 0.25),
            flag=self._logs(n, 0.04, 0.25),
            rest=self._logs(n, 0.008, 0.12),
        )
        half_height = kinds.pick(
            chair=draws.uniform(n, 0.2, 0.7) * height,
            screen=half_width * draws.uniform(n, 0.45, 0.8),
            piece=draws.uniform(n, 0.04, 0.35) * unit,
            clothes=draws.uniform(n, 0.06, 0.45) * height,
            flag=draws.uniform(n, 0.25, 0.8) * height,
            rest=draws.uniform(n, 0.2, 1.2) * height,
        )
        # Chairs hang from their upper edge, so that the frame mostly cuts them off below.
        centre_y = torch.where(
            kinds.chair,
            draws.uniform(n, 0.08, 0.85) * height + half_height,
            draws.uniform(n, 0.0, 1.0) * height,
        )
        upright = draws.uniform(n, 8.0, 30.0)
        power = kinds.pick(
            chair=draws.uniform(n, 2.2, 6.0),
            screen=upright,
            piece=draws.uniform(n, 1.5, 10.0),
            clothes=draws.uniform(n, 1.5, 4.0),
            flag=draws.uniform(n, 2.5, 12.0),
            rest=upright,
        )
        tilt, shear = torch.full_like(power, 0.15), torch.full_like(power, 0.04)
        tilt = torch.where(kinds.piece, 0.5, torch.where(kinds.chair | kinds.screen, 0.06, tilt))
        tilt = torch.where(kinds.clothes, 0.3, tilt)
        shear = torch.where(kinds.screen | kinds.clothes, 0.12, shear)
        return _Shape(
            centre_x,
            centre_y,
            half_width,
            half_height,
            power,
            draws.normal(n) * tilt,
            draws.normal(n) * shear,
        )

    def _beside(self, shape: _Shape, is_screen: torch.Tensor) -> _Shape:
        """A jacket's shoulder, a head rest, a second chair: overlaps the first; a screen's foot."""
        draws, n = self._draws, len(shape.power)
        foot_height = shape.half_height * draws.uniform(n, 0.15, 0.7)
        return _Shape(
            shape.centre_x + shape.half_width * draws.uniform(n, -1.1, 1.1) * ~is_screen,
            shape.centre_y
            + torch.where(
                is_screen,
                shape.half_height + foot_height * 0.95,
                shape.half_height * draws.uniform(n, -0.7, 0.5),
            ),
            shape.half_width
            * torch.where(is_screen, self._logs(n, 0.05, 0.6), self._logs(n, 0.35, 1.3)),
            torch.where(is_screen, foot_height, shape.half_height * self._logs(n, 0.35, 1.2)),
            torch.where(is_screen, draws.uniform(n, 1.8, 20.0), draws.uniform(n, 1.8, 4.0)),
            torch.where(is_screen, shape.angle, draws.normal(n) * 0.3),
            draws.normal(n) * 0.2,
        )

    def _rumpled(self, distance: torch.Tensor, which: torch.Tensor) -> torch.Tensor:
        """Distances (n, H, W) from shapes whose outline strays where `which` (n,) says so."""
        n, height, width = distance.shape
        noise = self._draws.clouds(n, 6, 8, height=height, width=width)
        strength = RUMPLED * which.float()[:, None, None]
        return distance * torch.exp(noise[:, 0] * strength)

    def _cloth(self, n: int, is_chair: torch.Tensor) -> torch.Tensor:
        """One colour per thing, (n, 3, 1, 1): chairs mostly dark and grey, the rest anything."""
        dark = self._wide(self._draws.uniform(n, 0.02, 0.5))
        tint = 1 + 0.3 * self._draws.normal(n * 3).view(n, 3, 1, 1)
        any_colour = self._draws.colours(n)
        is_grey = self._wide(is_chair & self._draws.chance(n, 0.85))
        return torch.where(is_grey, dark * tint, any_colour).clamp(0, 1)

    def _painted(
        self,
        colour: torch.Tensor,
        distance: torch.Tensor,
        across: torch.Tensor,
        height: int,
        width: int,
    ) -> torch.Tensor:
        """Cloth with folds, seams, stripes or a mesh, lit and rounded: (n, 3, H, W)."""
        n = len(colour)
        folds = self._draws.clouds(n, 5, 6, height=height, width=width)
        light = 1 + folds * self._wide(self._draws.uniform(n, 0.0, 0.3))
        curve = self._wide(self._draws.uniform(n, 0.0, 0.5))
        light = light * (1.15 - curve * distance.clamp(0, 1.5)[:, None])
        period = self._logs(n, 2.5, 60.0)[:, None, None]
        wave = torch.sin(across * 2 * math.pi / period)[:, None]
        # Broad stripes in another colour, as flags and blankets have them, or a faint mesh.
        stripes = (wave * 6).clamp(-1, 1) / 2 + 0.5
        stripes = stripes * self._wide(self._chances(n, 0.2))
        second = self._draws.colours(n)
        light = light * (1 + wave * self._wide(self._draws.uniform(n, -0.12, 0.12)))
        return (torch.lerp(colour, second.expand_as(colour), stripes) * light).clamp(0, 1)

    def _flag(self, along: torch.Tensor, down: torch.Tensor, shape: _Shape) -> torch.Tensor:
        """Cloth that hangs in folds, in fields and stripes of few colours: (n, 3, H, W)."""
        draws = self._draws
        n, height, width = along.shape
        clouds = draws.clouds(n, 3, 4, height=height, width=width)[:, 0]
        reach = shape.half_width[:, None, None]
        # Folds lead the stripes up and down, and one side of each is dark.
        fold = torch.sin(along / reach * draws.uniform(n, 3.0, 12.0)[:, None, None] + 3 * clouds)
        slope = draws.normal(n)[:, None, None] * 0.7
        strips = reach * self._logs(n, 0.12, 0.8)[:, None, None]
        lift = fold * draws.uniform(n, 0.0, 0.35)[:, None, None] * reach
        stripe = torch.sin((down + slope * along + lift + clouds * reach * 0.4) * math.pi / strips)
        stripe = (stripe * 8).clamp(-1, 1) / 2 + 0.5
        # One field of another colour, with spots in half of them, as stars are.
        edge = draws.uniform(n, -1.2, 0.4)[:, None, None] * shape.half_height[:, None, None]
        field = ((edge - down - slope * along) * 0.5).clamp(0, 1)
        size = reach * self._logs(n, 0.1, 0.3)[:, None, None]
        spots = torch.sin(along * math.pi / size) * torch.sin((down + lift) * math.pi / size)
        spots = (spots * 6 - 3).clamp(0, 1) * self._chances(n, 0.5)[:, None, None]
        pale = torch.lerp(draws.colours(n), torch.ones(1, device=along.device), 0.85)
        first = torch.where(self._wide(draws.chance(n, 0.6)), pale, draws.colours(n))
        second, third = draws.colours(n), draws.colours(n)
        striped = stripe[:, None] * self._wide(self._chances(n, 0.8))
        colour = torch.lerp(first, second, striped)
        spotted = torch.lerp(third, first, spots[:, None])
        colour = torch.lerp(colour, spotted, field[:, None])
        dark = self._wide(draws.uniform(n, 0.1, 0.5))
        return (colour * (1 - dark * (0.5 - 0.5 * fold[:, None]))).clamp(0, 1)

    def _logs(self, n: int, low: float, high: float) -> torch.Tensor:
        return torch.exp(self._draws.uniform(n, math.log(low), math.log(high)))

    def _chances(self, n: int, probability: float) -> torch.Tensor:
        return self._draws.chance(n, probability).float()

    @staticmethod
    def _wide(x: torch.Tensor) -> torch.Tensor:
        return x[:, None, None, None]


def _coordinates(
    shape: _Shape, height: int, width: int
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Px along and down each shape from its middle, and the distance from it, 1 at its edge."""
    y, x = pixel_grid(height, width, 1, shape.power.device)
    dx = x - shape.centre_x[:, None, None]
    dy = y - shape.centre_y[:, None, None]
    cos, sin = torch.cos(shape.angle)[:, None, None], torch.sin(shape.angle)[:, None, None]
    u = dx * cos + dy * sin
    v = dy * cos - dx * sin + shape.shear[:, None, None] * u
    power = shape.power[:, None, None]
    across = (u / shape.half_width[:, None, None]).abs().clamp(max=4.0)
    down = (v / shape.half_height[:, None, None]).abs().clamp(max=4.0)
    return u, v, (across**power + down**power) ** (1 / power)


def _cover(distance: torch.Tensor, shape: _Shape) -> torch.Tensor:
    """(n, 1, H, W): 1 inside, with an edge about one pixel wide."""
    half = torch.minimum(shape.half_width, shape.half_height)[:, None, None]
    return ((1 - distance) * half + 0.5).clamp(0, 1)[:, None]
