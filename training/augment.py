"""Scenes made on the training device: photos recropped, people cut out and set before rooms.

Everything happens in whole batches and in tensors; no sample is ever handled alone. What a
camera then does to the picture is `training.degrade`'s part.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F

from training.data import People, Rooms
from training.sampling import (
    convolved,
    kept_inside,
    mean_colour,
    on_some,
    out_of_focus,
    pixel_grid,
    sample,
)

WORN = 0.12  # share of people with a badge, a print or stripes put onto them
FRAMED = 0.05  # share of scenes with bars, rounded corners or a round picture
# A room counts for more in the drawing the more of it the net last took for a person.
MINED_PER_SHARE = 40.0
MINED_AT_MOST = 4.0  # a few rooms must not make the batch: some may show people after all


@dataclass(frozen=True, slots=True)
class SceneMix:
    """Shares of a batch: photos as they are, composites; the rest are empty rooms."""

    photos: float = 0.62
    composites: float = 0.23


@dataclass(frozen=True, slots=True, eq=False)
class Scenes:
    """A batch of pictures with what is true of them, before any camera damage.

    Attributes:
        pixels: float (N, 3, H, W) in [0, 1].
        alpha: float (N, 1, H, W) in [0, 1].
        confidence: float (N, 1, H, W) in [0, 1]: how far to believe `alpha`.
        is_exact: bool (N,): alpha is exact to fractions (a composite or an empty room).
        room_index: int64 (M,): which rooms the empty ones show; they are the last M of the batch.
    """

    pixels: torch.Tensor
    alpha: torch.Tensor
    confidence: torch.Tensor
    is_exact: torch.Tensor
    room_index: torch.Tensor


class SceneMaker:
    """Draws scenes from people and rooms.

    Args:
        people: What to crop and cut out.
        rooms: What to put behind.
        generator: On the same device; its state is the whole state of the drawing.
        mix: Shares of photos and composites.
    """

    def __init__(
        self, people: People, rooms: Rooms, generator: torch.Generator, mix: SceneMix | None = None
    ) -> None:
        self._people = people
        self._rooms = rooms
        self._generator = generator
        self._device = people.planes.device
        self._mix = mix or SceneMix()
        self._aspect = people.size[:, 0] / people.size[:, 1]
        self._room_weight = torch.ones(len(rooms.names), device=self._device)

    @torch.no_grad()
    def draw(self, count: int, *, height: int, width: int) -> Scenes:
        """Make `count` scenes of one size, photos first, empty rooms last."""
        photo_count = round(count * self._mix.photos)
        composite_count = min(round(count * self._mix.composites), count - photo_count)
        empty_count = count - photo_count - composite_count
        parts = []
        if photo_count:
            parts.append(self._photos(photo_count, height, width))
        if composite_count:
            parts.append(self._composites(composite_count, height, width))
        room_index = self._drawn_rooms(empty_count)
        if empty_count:
            parts.append(self._empty(room_index, height, width))
        pixels, alpha, confidence, is_exact = (torch.cat(p) for p in zip(*parts, strict=True))
        planes = torch.cat((pixels, alpha, confidence), 1)
        seen = count - empty_count
        planes[:seen] = on_some(planes[:seen], WORN, self._worn, self._generator)
        planes = on_some(planes, FRAMED, self._framed, self._generator)
        flip = self._chance(count, 0.5)[:, None, None, None]
        planes = torch.where(flip, planes.flip(-1), planes)
        pixels, alpha, confidence = (part.contiguous() for part in planes.split((3, 1, 1), 1))
        return Scenes(pixels, alpha, confidence, is_exact, room_index)

    @torch.no_grad()
    def tell_false_foreground(self, room_index: torch.Tensor, share: torch.Tensor) -> None:
        """Draw rooms more often in which the net has seen somebody.

        Args:
            room_index: Of `Scenes`.
            share: float (M,): mean alpha that the net gave each of them.
        """
        wanted = 1 + (MINED_PER_SHARE * share).clamp(max=MINED_AT_MOST - 1)
        self._room_weight[room_index] = torch.lerp(self._room_weight[room_index], wanted, 0.5)

    def _drawn_rooms(self, n: int) -> torch.Tensor:
        if n == 0:
            return torch.zeros(0, dtype=torch.int64, device=self._device)
        return torch.multinomial(self._room_weight, n, replacement=True, generator=self._generator)

    def _photos(self, n: int, height: int, width: int) -> tuple[torch.Tensor, ...]:
        """Crops of photos as they were taken."""
        people = self._people
        # Half of them of about the batch's shape, so that whole pictures come, too, not only crops.
        mismatch = (self._aspect / (width / height)).log().abs()
        likely = torch.stack((people.weight, people.weight * torch.exp(-3.0 * mismatch)))
        index = torch.multinomial(likely, n, replacement=True, generator=self._generator)
        index = torch.where(self._chance(n, 0.5), index[0], index[1])
        size, box = people.size[index], people.box[index]
        stretch = torch.exp(self._normal(n) * 0.05)
        crop_aspect = width / height * stretch
        largest = torch.minimum(size[:, 0], size[:, 1] * crop_aspect)
        # Whole pictures and close crops alike; one in ten steps back beyond the picture's edge.
        zoom = self._uniform(n, 0.4, 1.0).sqrt()
        zoom = torch.where(self._chance(n, 0.55), torch.ones_like(zoom), zoom)
        zoom = torch.where(self._chance(n, 0.1), self._uniform(n, 1.0, 1.3), zoom)
        crop_width = largest * zoom
        crop_height = crop_width / crop_aspect
        # Around a point of the upper body, or anywhere.
        at_person_x = (box[:, 0] + box[:, 2]) / 2 + self._normal(n) * crop_width * 0.2
        reach = torch.minimum(box[:, 3] - box[:, 1], crop_height)
        at_person_y = box[:, 1] + reach * self._uniform(n, 0.2, 0.65)
        anywhere = self._chance(n, 0.25)
        centre_x = torch.where(anywhere, self._uniform(n, 0, 1) * size[:, 0], at_person_x)
        centre_y = torch.where(anywhere, self._uniform(n, 0, 1) * size[:, 1], at_person_y)
        centre_x = kept_inside(centre_x, crop_width, size[:, 0])
        centre_y = kept_inside(centre_y, crop_height, size[:, 1])
        angle = self._angles(n)
        scale = width / crop_width
        out_anchor = self._middle(n, height, width)
        planes, inside = sample(
            people.planes[index, :5],
            size,
            scale_x=scale,
            scale_y=scale / stretch,
            angle=angle,
            out_anchor=out_anchor,
            source_anchor=torch.stack((centre_x, centre_y), 1),
            height=height,
            width=width,
        )
        pixels, alpha, confidence = planes[:, :3], planes[:, 3:4], planes[:, 4:5]
        is_exact = torch.zeros(n, dtype=torch.bool, device=self._device)
        return pixels, alpha, confidence * inside, is_exact

    def _composites(self, n: int, height: int, width: int) -> tuple[torch.Tensor, ...]:
        """Somebody cut out, before a room, before a room with a second person, or before a photo.

        Photos bring the outdoors and people whose own pictures they are; rooms bring chairs.
        """
        behind_photo, behind_two = n // 3, n // 4
        rooms = self._backgrounds(n - behind_photo, height, width)
        rooms = on_some(rooms, 0.2, self._with_chair, self._generator)
        alpha = torch.zeros((n, 1, height, width), device=self._device)
        confidence = torch.ones_like(alpha)
        if behind_two:
            second = self._cut_out(behind_two, height, width)
            rooms[:behind_two], alpha[:behind_two] = self._over(second, rooms[:behind_two])
        scene = rooms
        if behind_photo:
            photo, seen, believed, _ = self._photos(behind_photo, height, width)
            scene = torch.cat((rooms, photo))
            alpha[-behind_photo:], confidence[-behind_photo:] = seen, believed
        front = self._cut_out(n, height, width)
        # Walls in the colour of the clothes: the edge is there although hardly any contrast is.
        # Only where nobody else stands, who would fade with the wall.
        alone = slice(behind_two, n - behind_photo)
        clothes, room = mean_colour(front[alone]), scene[alone]
        likeness = self._uniform(len(room), 0.4, 0.9) * self._chance(len(room), 0.3)
        scene[alone] = torch.lerp(room, clothes.expand_as(room), likeness[:, None, None, None])
        pixels, cover = self._over(front, scene)
        alpha = 1 - (1 - cover) * (1 - alpha)
        confidence = torch.maximum(confidence, cover)
        is_exact = torch.ones(n, dtype=torch.bool, device=self._device)
        if behind_photo:
            is_exact[-behind_photo:] = False
        return pixels, alpha, confidence, is_exact

    def _empty(self, index: torch.Tensor, height: int, width: int) -> tuple[torch.Tensor, ...]:
        """Rooms without anybody."""
        n = len(index)
        pixels = self._backgrounds(n, height, width, index)
        pixels = on_some(pixels, 0.3, self._with_chair, self._generator)
        alpha = torch.zeros_like(pixels[:, :1])
        is_exact = torch.ones(n, dtype=torch.bool, device=self._device)
        return pixels, alpha, torch.ones_like(alpha), is_exact

    def _cut_out(self, n: int, height: int, width: int) -> torch.Tensor:
        """People placed in the frame: float (n, 4, H, W), colour and alpha."""
        people = self._people
        index = torch.multinomial(
            people.composite_weight, n, replacement=True, generator=self._generator
        )
        size, box, touches = people.size[index], people.box[index], people.touches[index]
        box_width, box_height = box[:, 2] - box[:, 0], box[:, 3] - box[:, 1]
        # Someone whose own photo cuts them off below must be cut off by this frame too: desk
        # framing. Whole figures are free: small and far, or cropped to the upper body.
        top = self._uniform(n, 0.0, 0.45) * height
        desk = (height - top) / box_height * self._uniform(n, 1.0, 1.35)
        free = height / box_height * torch.exp(self._uniform(n, math.log(0.65), math.log(3.6)))
        scale = torch.where(touches[:, 3], desk, free).clamp(max=3.0)
        slack = height - box_height * scale
        free_top = torch.where(
            slack > 0, slack * self._uniform(n, 0, 1), self._uniform(n, -0.02, 0.35) * height
        )
        top = torch.where(touches[:, 3], torch.maximum(top, slack), free_top)
        top = torch.where(touches[:, 1], self._uniform(n, -0.08, 0.0) * height, top)
        centre = width * (0.5 + self._normal(n) * 0.2).clamp(0.05, 0.95)
        half = box_width * scale / 2
        centre = torch.where(touches[:, 0], torch.minimum(centre, half), centre)
        centre = torch.where(touches[:, 2], torch.maximum(centre, width - half), centre)
        stretch = torch.exp(self._normal(n) * 0.05)
        planes, _ = sample(
            people.planes[index, 3:],
            size,
            scale_x=scale * stretch,
            scale_y=scale,
            angle=self._angles(n),
            out_anchor=torch.stack((centre, top), 1),
            source_anchor=torch.stack(((box[:, 0] + box[:, 2]) / 2, box[:, 1]), 1),
            height=height,
            width=width,
            beyond=touches,
        )
        alpha, colour = planes[:, :1], planes[:, 2:]
        # Pulled in by a random fraction of the soft edge: hides what the mask took too much.
        pull = self._uniform(n, 0.0, 0.35)[:, None, None, None]
        alpha = ((alpha - pull) / (1 - pull)).clamp(0, 1)
        layer = torch.cat((colour * alpha, alpha), 1)
        return on_some(
            layer,
            0.12,
            lambda some: convolved(some, self.motion_kernels(len(some))),
            self._generator,
        )

    def _over(self, layer: torch.Tensor, room: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Put a premultiplied layer over rooms, lit somewhat like them; also its alpha."""
        n = len(layer)
        colour, alpha = layer[:, :3], layer[:, 3:]
        light = room.mean((2, 3), keepdim=True)
        gain = ((light + 0.05) / (mean_colour(layer) + 0.05)).clamp(0.35, 2.2)
        gain = gain ** self._uniform(n, 0.0, 0.7)[:, None, None, None]
        colour = colour * gain * self._shading(n, *room.shape[-2:], strength=0.3)
        colour = torch.minimum(colour, alpha)
        return colour + (1 - alpha) * room, alpha

    def _backgrounds(
        self, n: int, height: int, width: int, index: torch.Tensor | None = None
    ) -> torch.Tensor:
        rooms = self._rooms
        if index is None:
            index = torch.randint(
                len(rooms.names), (n,), generator=self._generator, device=self._device
            )
        size = rooms.size[index]
        stretch = torch.exp(self._normal(n) * 0.12)
        largest = torch.minimum(size[:, 0], size[:, 1] * (width / height) * stretch)
        zoom = self._uniform(n, 0.3, 1.0)
        crop_width = largest * torch.where(self._chance(n, 0.25), torch.ones_like(zoom), zoom)
        crop_height = crop_width * height / width / stretch
        centre_x = kept_inside(self._uniform(n, 0, 1) * size[:, 0], crop_width, size[:, 0])
        centre_y = kept_inside(self._uniform(n, 0, 1) * size[:, 1], crop_height, size[:, 1])
        room, _ = sample(
            rooms.planes[index],
            size,
            scale_x=width / crop_width,
            scale_y=height / crop_height,
            angle=self._normal(n) * 0.03,
            out_anchor=self._middle(n, height, width),
            source_anchor=torch.stack((centre_x, centre_y), 1),
            height=height,
            width=width,
        )
        room = on_some(room, 0.25, out_of_focus, self._generator)
        return on_some(room, 0.1, self._painted, self._generator)

    def _painted(self, like: torch.Tensor) -> torch.Tensor:
        """Flat walls, gradients and the soft pictures of virtual backgrounds."""
        n, _, height, width = like.shape
        painted = torch.rand((n, 3, 3, 4), generator=self._generator, device=self._device)
        flatness = self._uniform(n, 0.0, 1.0)[:, None, None, None]
        painted = painted * flatness + painted.mean((2, 3), keepdim=True) * (1 - flatness)
        return F.interpolate(painted, size=(height, width), mode="bicubic").clamp(0, 1)

    def _with_chair(self, room: torch.Tensor) -> torch.Tensor:
        """Draw the back of an office chair, a dark rounded shape, where a person would sit."""
        n, _, height, width = room.shape
        y, x = pixel_grid(height, width, 1, self._device)
        half_width = self._uniform(n, 0.1, 0.3) * max(width, height)
        half_width = half_width.clamp(max=width * 0.45)[:, None, None]
        centre_x = (width * (0.5 + self._normal(n) * 0.18))[:, None, None]
        top = (self._uniform(n, 0.1, 0.75) * height)[:, None, None]
        half_height = (self._uniform(n, 0.3, 0.8) * height)[:, None, None]
        power = self._uniform(n, 2.5, 6.0)[:, None, None]
        u = ((x - centre_x) / half_width).abs()
        v = ((y - top - half_height) / half_height).abs()
        distance = (u**power + v**power) ** (1 / power)
        cover = ((1 - distance) * half_width + 0.5).clamp(0, 1)[:, None]
        dark = self._uniform(n, 0.02, 0.5)[:, None, None, None]
        tint = 1 + 0.3 * self._normal(n * 3).view(n, 3, 1, 1)
        roundness = (1.15 - 0.5 * distance.clamp(0, 1.5))[:, None]
        chair = (dark * tint * roundness * self._shading(n, height, width, strength=0.5)).clamp(
            0, 1
        )
        return chair * cover + room * (1 - cover)

    def _worn(self, planes: torch.Tensor) -> torch.Tensor:
        """Put a badge, a print or stripes of any two colours onto somebody; alpha stays."""
        n, _, height, width = planes.shape
        # Around any point of any body: a coarse map of alpha is drawn from.
        coarse = F.adaptive_avg_pool2d(planes[:, 3:4], 16).flatten(1) ** 2 + 1e-6
        # Exponential draws over weights: the least is the chosen one. multinomial(..., 1) would
        # wait for the device.
        draws = torch.empty_like(coarse).exponential_(generator=self._generator)
        cell = (draws / coarse).argmin(1)
        centre_x = ((cell % 16).float() + self._uniform(n, 0, 1)) / 16 * width
        centre_y = ((cell // 16).float() + self._uniform(n, 0, 1)) / 16 * height
        y, x = pixel_grid(height, width, 1, self._device)
        dx, dy = x - centre_x[:, None, None], y - centre_y[:, None, None]
        angle = (self._normal(n) * 0.4)[:, None, None]
        along = dx * torch.cos(angle) + dy * torch.sin(angle)
        across = dy * torch.cos(angle) - dx * torch.sin(angle)
        half = torch.exp(self._uniform(2 * n, math.log(0.02), math.log(0.3))).view(2, n, 1, 1)
        half = half * max(height, width) / 2
        power = self._uniform(n, 2.0, 12.0)[:, None, None]
        distance = ((along / half[0]).abs() ** power + (across / half[1]).abs() ** power) ** (
            1 / power
        )
        cover = ((1 - distance) * half.amin(0) + 0.5).clamp(0, 1)[:, None]
        cover = cover * (planes[:, 3:4] * 10 - 9).clamp(0, 1)  # never beyond the body's edge
        period = self._uniform(n, 4.0, 30.0)[:, None, None]
        stripes = (torch.sin(across * 2 * math.pi / period) * 4).clamp(-1, 1)[:, None] / 2 + 0.5
        stripes = stripes * self._chance(n, 0.5)[:, None, None, None]
        colours = torch.rand((2, n, 3, 1, 1), generator=self._generator, device=self._device)
        cloth = torch.lerp(colours[0], colours[1], stripes)
        # Some of the folds and shades below stay visible.
        light = planes[:, :3].mean(1, keepdim=True)
        cloth = cloth * torch.lerp(torch.ones_like(light), light * 2, 0.3)
        dressed = torch.lerp(planes[:, :3], cloth.clamp(0, 1), cover)
        return torch.cat((dressed, planes[:, 3:]), 1)

    def _framed(self, planes: torch.Tensor) -> torch.Tensor:
        """Bars, rounded corners and round pictures: one plain colour outside, and nobody in it."""
        n, _, height, width = planes.shape
        y, x = pixel_grid(height, width, 1, self._device)
        inset = self._uniform(2 * n, 0.75, 1.15).view(2, n, 1, 1)
        # Of a circle's shape, or of a rectangle's: then bars appear where a side is inset.
        power = torch.where(self._chance(n, 0.4), 2.0, self._uniform(n, 4.0, 40.0))[:, None, None]
        u = ((x - width / 2) / (width / 2)).abs() / inset[0]
        v = ((y - height / 2) / (height / 2)).abs() / inset[1]
        distance = (u**power + v**power) ** (1 / power)
        shown = ((1 - distance) * height / 2 + 0.5).clamp(0, 1)[:, None]
        level = self._uniform(n, 0.0, 1.0)
        # Mostly black, sometimes white, else any grey.
        kind = self._uniform(n, 0.0, 1.0)
        level = torch.where(kind < 0.6, 0.0, torch.where(kind < 0.8, 1.0, level))
        outside = torch.zeros_like(planes)
        outside[:, :3] = level[:, None, None, None]
        outside[:, 4] = 1.0
        return planes * shown + outside * (1 - shown)

    def _shading(self, n: int, height: int, width: int, *, strength: float) -> torch.Tensor:
        """A linear fall of light across the frame in a random direction: (n, 1, H, W) about 1."""
        y, x = pixel_grid(height, width, 1, self._device)
        angle = self._uniform(n, 0, 2 * math.pi)[:, None, None]
        across = (x / width - 0.5) * torch.cos(angle) + (y / height - 0.5) * torch.sin(angle)
        amount = (self._normal(n) * strength)[:, None, None]
        return (1 + amount * across * 2).clamp(0.3, 2.0)[:, None]

    def motion_kernels(self, n: int, *, size: int = 7) -> torch.Tensor:
        """Lines of random direction and length: (n, size, size), each summing to 1."""
        y, x = pixel_grid(size, size, 1, self._device)
        y, x = y - size / 2, x - size / 2
        angle = self._uniform(n, 0, math.pi)[:, None, None]
        length = self._uniform(n, 1.0, size / 2)[:, None, None]
        along = x * torch.cos(angle) + y * torch.sin(angle)
        across = -x * torch.sin(angle) + y * torch.cos(angle)
        kernel = (1 - across.abs()).clamp_min(0) * (length + 0.5 - along.abs()).clamp(0, 1)
        return kernel / kernel.sum((1, 2), keepdim=True)

    def _middle(self, n: int, height: int, width: int) -> torch.Tensor:
        """The frame's middle as (n, 2); filled on the device, where a copy from here would wait."""
        halves = (width / 2, height / 2)
        return torch.stack([torch.full((n,), half, device=self._device) for half in halves], 1)

    def _angles(self, n: int) -> torch.Tensor:
        """Radians: mostly level, some heads and cameras well tilted."""
        angle = self._normal(n) * 0.05
        return torch.where(self._chance(n, 0.15), self._normal(n) * 0.22, angle)

    def _uniform(self, n: int, low: float, high: float) -> torch.Tensor:
        return torch.rand(n, generator=self._generator, device=self._device) * (high - low) + low

    def _normal(self, n: int) -> torch.Tensor:
        return torch.randn(n, generator=self._generator, device=self._device)

    def _chance(self, n: int, probability: float) -> torch.Tensor:
        return torch.rand(n, generator=self._generator, device=self._device) < probability
