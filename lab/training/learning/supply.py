"""Training batches: scenes with twins, camera damage and a teacher's alpha, for some steps at once.

Drawing and damaging scenes takes thousands of small launches, independent of the number of
pictures. Per step they would take longer than the captured training step itself. So the scenes of
several steps, of one size, are made together and handed out.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import torch
import torch.nn.functional as F

from gpu_unet.network_input import takes_clean_plate
from lab.training.learning.learning_step import Batch
from lab.training.learning.teacher import Teacher
from lab.training.recipes import Recipe
from lab.training.scenes.augment import SceneMaker, Scenes
from lab.training.scenes.clean_plates import PlateMaker
from lab.training.scenes.data import People, Rooms, Things
from lab.training.scenes.degrade import Degrader
from lab.training.scenes.twins import told_twins, with_twins

TWINS_ONE_IN = 8
LARGEST_SHIFT_PX = 3
MIRRORED = 0.5  # share of batches whose twins are mirrored


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """One step's batch.

    Attributes:
        batch: To learn from.
        room_index: int64 (M,): which rooms stand empty in it.
        empty: Where they stand in the batch.
    """

    batch: Batch
    room_index: torch.Tensor
    empty: slice


class Supply:
    """Makes batches.

    Args:
        recipe: For the mix, the damage, the twins and the teacher's scale.
        people: To draw from.
        rooms: Likewise.
        generator: On their device; what is in the pictures.
        host: Shifts; drawn alike by all processes that train one net.
        things: To put behind people.
        teacher: Asked when a batch is to be taught.
        shrink: Divides the recipe's batch by its third power.
    """

    def __init__(
        self,
        recipe: Recipe,
        people: People,
        rooms: Rooms,
        generator: torch.Generator,
        host: random.Random,
        *,
        things: Things | None = None,
        teacher: Teacher | None = None,
        shrink: int = 1,
    ) -> None:
        self._recipe = recipe
        self._scenes = SceneMaker(people, rooms, generator, recipe.mix, things)
        self.degrade = Degrader(generator, strength=recipe.degrade)
        self._plates = PlateMaker(generator) if takes_clean_plate(recipe.architecture) else None
        self._host = host
        self._teacher = teacher
        self._pixels = recipe.batch_pixels // shrink**3

    def draw(self, steps: int, *, height: int, width: int, is_taught: bool) -> list[Drawn]:
        """The batches of `steps` steps, all of one size."""
        recipe = self._recipe
        count = max(TWINS_ONE_IN, self._pixels // (height * width))
        twins = count // TWINS_ONE_IN if recipe.losses.steady > 0 else 0
        scenes, told = self.scenes(steps * count, height, width, is_taught=is_taught)
        parts = []
        for part, answer in shared_out(scenes, told, steps):
            shifts = [self._host.randint(-LARGEST_SHIFT_PX, LARGEST_SHIFT_PX) for _ in range(2)]
            mirrored = self._host.random() < MIRRORED
            if twins:
                part = with_twins(part, twins, *shifts, mirrored=mirrored)
                if answer is not None:
                    answer = told_twins(answer, twins, *shifts, mirrored=mirrored)
            parts.append((part, answer, (*shifts, int(mirrored))))
        pixels, confidence = self._seen([part for part, _, _ in parts])
        drawn = []
        for x, believed, (part, answer, shifts) in zip(
            pixels.split(count + twins), confidence.split(count + twins), parts, strict=True
        ):
            x = x.contiguous(memory_format=torch.channels_last)
            batch = Batch(x, part.alpha, believed, part.is_exact, answer, twins, *shifts)
            empty = slice(count - len(part.room_index), count)
            drawn.append(Drawn(batch, part.room_index, empty))
        return drawn

    def _seen(self, parts: list[Scenes]) -> tuple[torch.Tensor, torch.Tensor]:
        """What the net is fed of all parts, damaged, and how far to believe their alpha."""

        def all_of(name: str) -> torch.Tensor:
            return torch.cat([getattr(part, name) for part in parts])

        pixels, confidence = all_of("pixels"), all_of("confidence")
        is_damaged = self._recipe.degrade > 0
        if self._plates is None:
            return (self.degrade(pixels) if is_damaged else pixels), confidence
        plate, prop = all_of("plate"), all_of("prop")
        shown = plate[:, :3]
        if is_damaged:
            pixels, shown = self.degrade.alike(pixels, shown)
        place = torch.cat((shown, plate[:, 3:]), 1)
        pixels, plate = self._plates(pixels, place, all_of("alpha"))
        # Without a plate at that place, a net cannot tell held objects from the room.
        confidence = confidence * (1 - prop * (plate[:, 3:] == 0))
        return torch.cat((pixels, plate), 1), confidence

    def scenes(
        self, count: int, height: int, width: int, *, is_taught: bool
    ) -> tuple[Scenes, torch.Tensor | None]:
        """Scenes, and what the teacher says of them, undamaged and perhaps at a larger size."""
        teacher = self._teacher if is_taught else None
        scale = self._recipe.teacher_scale if teacher is not None else 1
        scenes = self._scenes.draw(count, height=height * scale, width=width * scale)
        told = None
        if teacher is not None:
            told = teacher.alpha(scenes.pixels.contiguous(memory_format=torch.channels_last))
        if told is not None:  # it has nothing to teach where the truth is exact
            told = torch.where(scenes.is_exact.view(-1, 1, 1, 1), scenes.alpha, told)
        if scale > 1:
            if told is not None:
                told = F.avg_pool2d(told, scale)
            scenes = replace(
                scenes,
                pixels=F.avg_pool2d(scenes.pixels, scale),
                alpha=F.avg_pool2d(scenes.alpha, scale),
                confidence=F.avg_pool2d(scenes.confidence, scale),
                plate=F.avg_pool2d(scenes.plate, scale),
                prop=F.avg_pool2d(scenes.prop, scale),
            )
        return scenes, told

    @torch.no_grad()
    def tell(self, drawn: Drawn, logits: torch.Tensor) -> None:
        """Report the false foreground in empty rooms to the scenes, for hard example mining."""
        if len(drawn.room_index):
            seen = torch.sigmoid(logits[drawn.empty]).mean((1, 2, 3))
            self._scenes.tell_false_foreground(drawn.room_index, seen)


def shared_out(
    scenes: Scenes, told: torch.Tensor | None, parts: int
) -> list[tuple[Scenes, torch.Tensor | None]]:
    """Every n-th scene to each part: all kinds in each, still photos first and empty rooms last."""
    if parts == 1:
        return [(scenes, told)]
    first_empty = len(scenes.pixels) - len(scenes.room_index)
    shares = []
    for part in range(parts):
        share = Scenes(
            scenes.pixels[part::parts].contiguous(),
            scenes.alpha[part::parts].contiguous(),
            scenes.confidence[part::parts].contiguous(),
            scenes.is_exact[part::parts].contiguous(),
            scenes.room_index[(part - first_empty) % parts :: parts],
            scenes.plate[part::parts].contiguous(),
            scenes.prop[part::parts].contiguous(),
        )
        shares.append((share, None if told is None else told[part::parts].contiguous()))
    return shares
