"""People cut out of their photos: placed in a frame, moving or still, and set before rooms."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F

from lab.training.scenes.data import People
from lab.training.scenes.draws import Draws
from lab.training.scenes.sampling import (
    convolved,
    mean_colour,
    on_some,
    pixel_grid,
    sample,
    shading,
    skin,
)

MOVING = 0.12  # share of people that are blurred by their own motion
CLOSE_UPS = 0.2  # share of people that come closer: their head fills up to the whole frame
HANGING = 0.5  # share of clothes without a person that keep their shape


class CutOuts:
    """Draws people from their photos.

    Args:
        people: Who there is.
        draws: Where everything random comes from; on the device of `people`.
    """

    def __init__(self, people: People, draws: Draws) -> None:
        self._people = people
        self._draws = draws

    def placed(self, n: int, *, height: int, width: int) -> torch.Tensor:
        """People somewhere in the frame: float (n, 4, H, W), colour and alpha, premultiplied."""
        people = self._people
        index = torch.multinomial(
            people.composite_weight, n, replacement=True, generator=self._draws.generator
        )
        size, box, touches = people.size[index], people.box[index], people.touches[index]
        box_width, box_height = box[:, 2] - box[:, 0], box[:, 3] - box[:, 1]
        # Someone whose own photo cuts them off below must be cut off by this frame too: desk
        # framing. Whole figures are free: small and far, or cropped to the upper body.
        top = self._draws.uniform(n, 0.0, 0.45) * height
        desk = (height - top) / box_height * self._draws.uniform(n, 1.0, 1.35)
        free = (
            height / box_height * torch.exp(self._draws.uniform(n, math.log(0.65), math.log(3.6)))
        )
        scale = torch.where(touches[:, 3], desk, free).clamp(max=3.0)
        closer = torch.exp(self._draws.uniform(n, math.log(1.3), math.log(2.6)))
        is_close = self._draws.chance(n, CLOSE_UPS)
        scale = torch.where(is_close, (scale * closer).clamp(max=4.5), scale)
        slack = height - box_height * scale
        free_top = torch.where(
            slack > 0,
            slack * self._draws.uniform(n, 0, 1),
            self._draws.uniform(n, -0.02, 0.35) * height,
        )
        top = torch.where(touches[:, 3], torch.maximum(top, slack), free_top)
        # Above some close-ups the frame cuts off the crown of the head.
        top = torch.where(is_close, top - self._draws.uniform(n, -0.1, 0.15) * height, top)
        top = torch.where(touches[:, 1], self._draws.uniform(n, -0.08, 0.0) * height, top)
        centre = (0.5 + self._draws.normal(n) * 0.2).clamp(0.05, 0.95)
        # Some come in or go out: the frame's side cuts them off.
        leaving = self._draws.uniform(n, -0.08, 1.08)
        centre = width * torch.where(self._draws.chance(n, 0.2), leaving, centre)
        half = box_width * scale / 2
        centre = torch.where(touches[:, 0], torch.minimum(centre, half), centre)
        centre = torch.where(touches[:, 2], torch.maximum(centre, width - half), centre)
        stretch = torch.exp(self._draws.normal(n) * 0.05)
        planes, _ = sample(
            people.planes[index, 3:],
            size,
            scale_x=scale * stretch,
            scale_y=scale,
            angle=self._draws.tilts(n),
            bend=self._draws.bends(n, width / scale),
            out_anchor=torch.stack((centre, top), 1),
            source_anchor=torch.stack(((box[:, 0] + box[:, 2]) / 2, box[:, 1]), 1),
            height=height,
            width=width,
            beyond=touches,
        )
        alpha, colour = planes[:, :1], planes[:, 2:]
        # Pulled in by a random fraction of the soft edge: hides what the mask took too much.
        pull = self._draws.uniform(n, 0.0, 0.35)[:, None, None, None]
        alpha = ((alpha - pull) / (1 - pull)).clamp(0, 1)
        layer = torch.cat((colour * alpha, alpha), 1)
        return on_some(
            layer,
            MOVING,
            lambda some: convolved(some, self._motion_kernels(len(some))),
            self._draws.generator,
        )

    def clothes(self, n: int, *, height: int, width: int) -> tuple[torch.Tensor, torch.Tensor]:
        """What people wear, without them: some as it hangs, some close and turned anyhow.

        Returns:
            (colour (n, 3, H, W), outline (n, 1, H, W)): the outline of what hangs, below the neck
            and without bare skin; 1 everywhere for the rest, to be cut into any shape.
        """
        people, draws = self._people, self._draws
        index = torch.multinomial(
            people.composite_weight, n, replacement=True, generator=draws.generator
        )
        size, box = people.size[index], people.box[index]
        box_width, box_height = box[:, 2] - box[:, 0], box[:, 3] - box[:, 1]
        hangs = draws.chance(n, HANGING)
        # A head takes a sixth of a figure, and nearly half of what a portrait shows.
        is_portrait = people.touches[index, 3]
        neck = torch.where(is_portrait, draws.uniform(n, 0.45, 0.65), draws.uniform(n, 0.18, 0.3))
        below = draws.uniform(n, 0.45, 0.9)
        down = box_height * torch.where(hangs, neck, below)
        reach = draws.uniform(n, 1.2, 3.5) * torch.where(hangs, 1.0, 0.6)
        scale = max(height, width) / (torch.minimum(box_width, box_height) * reach)
        anchor_y = draws.uniform(n, 0.0, 0.8) * height
        planes, _ = sample(
            people.planes[index, 3:],
            size,
            scale_x=scale,
            scale_y=scale,
            angle=torch.where(hangs, draws.normal(n) * 0.15, draws.uniform(n, 0, 2 * math.pi)),
            bend=draws.bends(n, width / scale),
            out_anchor=torch.stack((draws.uniform(n, 0, 1) * width, anchor_y), 1),
            source_anchor=torch.stack(((box[:, 0] + box[:, 2]) / 2, box[:, 1] + down), 1),
            height=height,
            width=width,
            beyond=people.touches[index],
        )
        alpha, colour = planes[:, :1], planes[:, 2:]
        y, _ = pixel_grid(height, width, 1, draws.device)
        under_neck = (y - anchor_y[:, None, None] + 0.5).clamp(0, 1)[:, None]
        bare = F.avg_pool2d(skin(colour).float(), 3, stride=1, padding=1)
        outline = alpha * under_neck * (1 - bare)
        return colour, torch.where(hangs[:, None, None, None], outline, 1.0)

    def over(self, layer: torch.Tensor, room: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Put people over rooms, lit somewhat like them.

        Args:
            layer: Of `placed`.
            room: float (n, 3, H, W) in [0, 1].

        Returns:
            (pixels (n, 3, H, W), alpha of the layer (n, 1, H, W)).
        """
        n = len(layer)
        colour, alpha = layer[:, :3], layer[:, 3:]
        light = room.mean((2, 3), keepdim=True)
        gain = ((light + 0.05) / (mean_colour(layer) + 0.05)).clamp(0.35, 2.2)
        gain = gain ** self._draws.uniform(n, 0.0, 0.7)[:, None, None, None]
        colour = colour * gain * shading(n, *room.shape[-2:], self._draws, strength=0.3)
        colour = torch.minimum(colour, alpha)
        return colour + (1 - alpha) * room, alpha

    def _motion_kernels(self, n: int, *, size: int = 7) -> torch.Tensor:
        """Lines of random direction and length: (n, size, size), each summing to 1."""
        y, x = pixel_grid(size, size, 1, self._draws.device)
        y, x = y - size / 2, x - size / 2
        angle = self._draws.uniform(n, 0, math.pi)[:, None, None]
        length = self._draws.uniform(n, 1.0, size / 2)[:, None, None]
        along = x * torch.cos(angle) + y * torch.sin(angle)
        across = -x * torch.sin(angle) + y * torch.cos(angle)
        kernel = (1 - across.abs()).clamp_min(0) * (length + 0.5 - along.abs()).clamp(0, 1)
        return kernel / kernel.sum((1, 2), keepdim=True)
