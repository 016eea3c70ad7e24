"""Scenes made on the training device: recropped photos, cut-out people before rooms, empty rooms.

All operations work on whole batches of tensors. Camera damage follows in
`lab.training.scenes.degrade`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import torch
import torch.nn.functional as F

from lab.training.scenes.cut_outs import CutOuts
from lab.training.scenes.data import People, Rooms, Things
from lab.training.scenes.draws import Draws
from lab.training.scenes.furniture import Furniture
from lab.training.scenes.limbs import with_arm
from lab.training.scenes.overlays import blurred_behind, dyed, framed, relit, seated, shaded, worn
from lab.training.scenes.sampling import kept_inside, mean_colour, on_some, out_of_focus, sample
from lab.training.scenes.things import props_before, seats_around, things_behind

WORN = 0.18  # share of people with a badge, a print or stripes put onto them
ARMED, DYED = 0.12, 0.14  # shares of people with one more arm, or with clothes in another colour
RELIT, BLURRED = 0.2, 0.06  # shares of photos with other light on, or blur behind, the people
# Shares of scenes with a chair, a screen, a post or a piece of another room behind people.
FURNISHED_PHOTOS, FURNISHED_ROOMS, FURNISHED_EMPTY = 0.25, 0.35, 0.45
REAL = 0.5  # share of those that show a real chair, plant or lamp, too
SEATED = 0.05  # share of people whom a table hides from below
IN_SEATS = 0.12  # share of people who sit in a real chair, cut out
FRAMED = 0.05  # share of scenes with bars, rounded corners or a round picture
CLOSE_UPS = 0.15  # share of photos cropped to a part of the person
SHADED = 0.35  # share of composites in which people throw a shadow on what is behind them
# Shares of composites with an object behind people that the clean plate lacks, with one in the
# plate only, and with one held by the person.
MOVED, TAKEN_AWAY, HELD = 0.1, 0.05, 0.08
UNKNOWN_ABOVE, BELIEVED_ABOVE = 0.02, 0.25  # a photo's alpha and confidence: what is behind it
# A room counts for more in the drawing the more of it the net last took for a person.
MINED_PER_SHARE = 40.0
MINED_AT_MOST = 4.0  # a few rooms must not make the batch: some may show people after all

# Of planes (n, 5, H, W): R, G, B, alpha, confidence.
Change = Callable[[torch.Tensor], torch.Tensor]


@dataclass(frozen=True, slots=True)
class SceneMix:
    """Shares of a batch: photos as they are, composites; the rest are empty rooms."""

    photos: float = 0.59
    composites: float = 0.26


@dataclass(frozen=True, slots=True, eq=False)
class Scenes:
    """A batch of pictures with what is true of them, before any camera damage.

    Attributes:
        pixels: float (N, 3, H, W) in [0, 1].
        alpha: float (N, 1, H, W) in [0, 1].
        confidence: float (N, 1, H, W) in [0, 1]: how far to believe `alpha`.
        is_exact: bool (N,): alpha is exact to fractions (a composite or an empty room).
        room_index: int64 (M,): which rooms the empty ones show; they are the last M of the batch.
        plate: float (N, 4, H, W): R, G, B of the same place without people, and 1 where that is
            known: in photos beside the people, in composites everywhere.
        prop: float (N, 1, H, W): cover of objects that a person holds. They belong to the person,
            which only a net with a clean plate can tell.
    """

    pixels: torch.Tensor
    alpha: torch.Tensor
    confidence: torch.Tensor
    is_exact: torch.Tensor
    room_index: torch.Tensor
    plate: torch.Tensor
    prop: torch.Tensor


class SceneMaker:
    """Draws scenes from people and rooms.

    Args:
        people: What to crop and cut out.
        rooms: What to put behind.
        generator: On the same device; its state is the whole state of the drawing.
        mix: Shares of photos and composites.
        things: What to put between people and rooms, beside what is drawn there.
    """

    def __init__(
        self,
        people: People,
        rooms: Rooms,
        generator: torch.Generator,
        mix: SceneMix | None = None,
        things: Things | None = None,
    ) -> None:
        self._people = people
        self._rooms = rooms
        self._things = things if things is not None and len(things.planes) else None
        self._has_seats = things is not None and bool(things.is_seat.any())
        self._generator = generator
        self._draws = Draws(generator)
        self._furniture = Furniture(self._draws)
        self._cut_outs = CutOuts(people, self._draws)
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
            photos = self._some_changed(
                self._photos(photo_count, height, width),
                (FURNISHED_PHOTOS, self._with_things),
                (BLURRED, blurred_behind),
                (RELIT, lambda some: relit(some, self._draws)),
            )
            parts.append((*photos, _seen_beside(*photos[:3]), torch.zeros_like(photos[1])))
        if composite_count:
            parts.append(self._composites(composite_count, height, width))
        room_index = self._drawn_rooms(empty_count)
        if empty_count:
            parts.append(self._empty(room_index, height, width))
        pixels, alpha, confidence, is_exact, plate, prop = (
            torch.cat(p) for p in zip(*parts, strict=True)
        )
        planes = torch.cat((pixels, alpha, confidence, plate, prop), 1)
        seen = count - empty_count
        for share, change in ((DYED, dyed), (WORN, worn), (ARMED, with_arm)):
            # People alone are changed, not what is behind them.
            planes[:seen, :5] = on_some(
                planes[:seen, :5], share, partial(change, draws=self._draws), self._generator
            )
        if self._things is not None and self._has_seats:
            sit = partial(seats_around, things=self._things, draws=self._draws)
            planes[:seen] = on_some(planes[:seen], IN_SEATS, sit, self._generator)
        planes[:seen] = on_some(planes[:seen], SEATED, self._seated, self._generator)
        planes = on_some(planes, FRAMED, lambda some: framed(some, self._draws), self._generator)
        flip = self._draws.chance(count, 0.5)[:, None, None, None]
        planes = torch.where(flip, planes.flip(-1), planes)
        pixels, alpha, confidence, plate, prop = (
            part.contiguous() for part in planes.split((3, 1, 1, 4, 1), 1)
        )
        return Scenes(pixels, alpha, confidence, is_exact, room_index, plate, prop)

    @torch.no_grad()
    def tell_false_foreground(self, room_index: torch.Tensor, share: torch.Tensor) -> None:
        """Hard example mining: draw rooms with false foreground more often.

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
        index = torch.where(self._draws.chance(n, 0.5), index[0], index[1])
        size, box = people.size[index], people.box[index]
        stretch = torch.exp(self._draws.normal(n) * 0.05)
        crop_aspect = width / height * stretch
        largest = torch.minimum(size[:, 0], size[:, 1] * crop_aspect)
        # Whole pictures and close crops alike; one in ten steps back beyond the picture's edge.
        zoom = self._draws.uniform(n, 0.25, 1.0).sqrt()
        zoom = torch.where(self._draws.chance(n, 0.55), torch.ones_like(zoom), zoom)
        zoom = torch.where(self._draws.chance(n, 0.1), self._draws.uniform(n, 1.0, 1.3), zoom)
        close = self._draws.uniform(n, 0.33, 0.55)
        zoom = torch.where(self._draws.chance(n, CLOSE_UPS), close, zoom)
        crop_width = largest * zoom
        crop_height = crop_width / crop_aspect
        # Around a point of the upper body, or anywhere.
        at_person_x = (box[:, 0] + box[:, 2]) / 2 + self._draws.normal(n) * crop_width * 0.2
        reach = torch.minimum(box[:, 3] - box[:, 1], crop_height)
        at_person_y = box[:, 1] + reach * self._draws.uniform(n, 0.2, 0.65)
        anywhere = self._draws.chance(n, 0.25)
        centre_x = torch.where(anywhere, self._draws.uniform(n, 0, 1) * size[:, 0], at_person_x)
        centre_y = torch.where(anywhere, self._draws.uniform(n, 0, 1) * size[:, 1], at_person_y)
        centre_x = kept_inside(centre_x, crop_width, size[:, 0])
        centre_y = kept_inside(centre_y, crop_height, size[:, 1])
        angle = self._draws.tilts(n)
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
        """Composites of a cut-out person before a room, a room with a second person, or a photo.

        Photos add the outdoors and the people in them; rooms add chairs.
        """
        behind_photo, behind_two = n // 3, n // 4
        rooms = self._backgrounds(n - behind_photo, height, width)
        rooms = self._furnished_rooms(rooms, FURNISHED_ROOMS)
        alpha = torch.zeros((n, 1, height, width), device=self._device)
        plate = torch.cat((rooms, torch.ones_like(rooms[:, :1])), 1)
        plate[:, :3] = self._furnished_rooms(plate[:, :3], TAKEN_AWAY)
        rooms = self._furnished_rooms(rooms, MOVED)
        confidence = torch.ones_like(alpha)
        if behind_two:
            second = self._cut_outs.placed(behind_two, height=height, width=width)
            rooms[:behind_two], alpha[:behind_two] = self._cut_outs.over(second, rooms[:behind_two])
        scene = rooms
        if behind_photo:
            photo, seen, believed, _ = self._some_changed(
                self._photos(behind_photo, height, width), (FURNISHED_PHOTOS, self._with_things)
            )
            scene = torch.cat((rooms, photo))
            alpha[-behind_photo:], confidence[-behind_photo:] = seen, believed
            plate = torch.cat((plate, _seen_beside(photo, seen, believed)))
        front = self._cut_outs.placed(n, height=height, width=width)
        # Tint some walls with the colour of the clothes, for edges of low contrast. Only scenes
        # with one person: a second one would be tinted with the wall.
        alone = slice(behind_two, n - behind_photo)
        clothes, room = mean_colour(front[alone]), scene[alone]
        likeness = self._draws.uniform(len(room), 0.4, 0.9) * self._draws.chance(len(room), 0.3)
        likeness = likeness[:, None, None, None]
        scene[alone] = torch.lerp(room, clothes.expand_as(room), likeness)
        plate[alone, :3] = torch.lerp(plate[alone, :3], clothes.expand_as(room), likeness)
        pixels, cover = self._cut_outs.over(front, scene)
        alpha = 1 - (1 - cover) * (1 - alpha)
        confidence = torch.maximum(confidence, cover)
        planes = torch.cat((pixels, alpha, confidence), 1)
        planes = on_some(planes, SHADED, partial(shaded, draws=self._draws), self._generator)
        prop = torch.zeros_like(alpha)
        if self._things is not None:
            held = partial(props_before, things=self._things, draws=self._draws)
            planes = on_some(torch.cat((planes, prop), 1), HELD, held, self._generator)
            prop = planes[:, 5:]
        pixels, alpha, confidence = planes[:, :5].split((3, 1, 1), 1)
        is_exact = torch.ones(n, dtype=torch.bool, device=self._device)
        if behind_photo:
            is_exact[-behind_photo:] = False
        return pixels, alpha, confidence, is_exact, plate, prop

    def _empty(self, index: torch.Tensor, height: int, width: int) -> tuple[torch.Tensor, ...]:
        """Empty rooms."""
        n = len(index)
        pixels = self._backgrounds(n, height, width, index)
        pixels = self._furnished_rooms(pixels, FURNISHED_EMPTY)
        alpha = torch.zeros_like(pixels[:, :1])
        is_exact = torch.ones(n, dtype=torch.bool, device=self._device)
        plate = torch.cat((pixels, torch.ones_like(alpha)), 1)
        pixels = self._furnished_rooms(pixels, MOVED)
        return pixels, alpha, torch.ones_like(alpha), is_exact, plate, torch.zeros_like(alpha)

    def _some_changed(
        self, scenes: tuple[torch.Tensor, ...], *changes: tuple[float, Change]
    ) -> tuple[torch.Tensor, ...]:
        """Put shares of scenes (pixels, alpha, confidence, is_exact) through each change."""
        pixels, alpha, confidence, is_exact = scenes
        planes = torch.cat((pixels, alpha, confidence), 1)
        for share, change in changes:
            planes = on_some(planes, share, change, self._generator)
        return (*planes.split((3, 1, 1), 1), is_exact)

    def _furnished_rooms(self, rooms: torch.Tensor, share: float) -> torch.Tensor:
        nobody = torch.zeros_like(rooms[:, :1])
        planes = torch.cat((rooms, nobody, nobody + 1), 1)
        return on_some(planes, share, self._with_things, self._generator)[:, :3]

    def _with_things(self, planes: torch.Tensor) -> torch.Tensor:
        n, _, height, width = planes.shape
        clothes = self._cut_outs.clothes(n, height=height, width=width)
        planes = self._furniture.behind(planes, self._backgrounds(n, height, width), clothes)
        if self._things is None:
            return planes
        put = partial(things_behind, things=self._things, draws=self._draws)
        return on_some(planes, REAL, put, self._generator)

    def _seated(self, planes: torch.Tensor) -> torch.Tensor:
        n, _, height, width = planes.shape
        return seated(planes, self._backgrounds(n, height, width), self._draws)

    def _backgrounds(
        self, n: int, height: int, width: int, index: torch.Tensor | None = None
    ) -> torch.Tensor:
        rooms = self._rooms
        if index is None:
            index = torch.randint(
                len(rooms.names), (n,), generator=self._generator, device=self._device
            )
        size = rooms.size[index]
        stretch = torch.exp(self._draws.normal(n) * 0.12)
        largest = torch.minimum(size[:, 0], size[:, 1] * (width / height) * stretch)
        zoom = self._draws.uniform(n, 0.3, 1.0)
        crop_width = largest * torch.where(self._draws.chance(n, 0.25), torch.ones_like(zoom), zoom)
        crop_height = crop_width * height / width / stretch
        centre_x = kept_inside(self._draws.uniform(n, 0, 1) * size[:, 0], crop_width, size[:, 0])
        centre_y = kept_inside(self._draws.uniform(n, 0, 1) * size[:, 1], crop_height, size[:, 1])
        room, _ = sample(
            rooms.planes[index],
            size,
            scale_x=width / crop_width,
            scale_y=height / crop_height,
            angle=self._draws.normal(n) * 0.03,
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
        flatness = self._draws.uniform(n, 0.0, 1.0)[:, None, None, None]
        painted = painted * flatness + painted.mean((2, 3), keepdim=True) * (1 - flatness)
        return F.interpolate(painted, size=(height, width), mode="bicubic").clamp(0, 1)

    def _middle(self, n: int, height: int, width: int) -> torch.Tensor:
        """The frame's middle as (n, 2); filled on the device, where a copy from here would wait."""
        halves = (width / 2, height / 2)
        return torch.stack([torch.full((n,), half, device=self._device) for half in halves], 1)


def _seen_beside(
    pixels: torch.Tensor, alpha: torch.Tensor, confidence: torch.Tensor
) -> torch.Tensor:
    """The background that a photo shows beside people: float (n, 4, H, W), `Scenes.plate`."""
    known = (alpha < UNKNOWN_ABOVE) & (confidence > BELIEVED_ABOVE)
    return torch.cat((pixels, known.float()), 1)
