"""Twins for the consistency loss: a scene and its copy, shifted by a few pixels or mirrored.

The mean of the answers to a picture and to its mirror image is better than either, by as much as a
training run brings (README.md, "Asked twice"): what differs between them is no knowledge.
"""

from __future__ import annotations

import torch

from lab.training.scenes.augment import Scenes


def with_twins(
    scenes: Scenes, twins: int, shift_y: int, shift_x: int, *, mirrored: bool = False
) -> Scenes:
    """Append moved copies of every n-th scene, so that photos and composites both have twins."""
    every = len(scenes.pixels) // twins
    moved = []
    planes = (scenes.pixels, scenes.alpha, scenes.confidence, scenes.plate, scenes.prop)
    for plane in planes:
        chosen = plane[::every][:twins]
        moved.append(torch.roll(chosen, (shift_y, shift_x), (2, 3)))
    # Rolled rows and columns come back on the other side: nothing is to be learnt there.
    for axis, shift in ((2, shift_y), (3, shift_x)):
        side = moved[2].shape[axis]
        wrapped = (0, shift) if shift > 0 else (side + shift, -shift)
        moved[2].narrow(axis, *wrapped).zero_()
    if mirrored:
        moved = [plane.flip(3) for plane in moved]
    pixels, alpha, confidence, plate, prop = (
        torch.cat((plane, twin)) for plane, twin in zip(planes, moved, strict=True)
    )
    is_exact = torch.cat((scenes.is_exact, scenes.is_exact[::every][:twins]))
    return Scenes(pixels, alpha, confidence, is_exact, scenes.room_index, plate, prop)


def told_twins(
    told: torch.Tensor, twins: int, shift_y: int, shift_x: int, *, mirrored: bool = False
) -> torch.Tensor:
    """Append a teacher's alpha for the copies that `with_twins` makes: moved alike."""
    every = len(told) // twins
    moved = torch.roll(told[::every][:twins], (shift_y, shift_x), (2, 3))
    return torch.cat((told, moved.flip(3) if mirrored else moved))
