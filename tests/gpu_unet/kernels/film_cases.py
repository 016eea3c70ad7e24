"""Films of a square that walks over a room, for the tests of frames ahead on both devices."""

import numpy as np

from gpu_unet.reference import frames_ahead as reference


def texture(rng, *, height, width):
    """Soft enough to be followed: uint8 (height, width, 3)."""
    coarse = rng.integers(0, 256, (height // 8 + 2, width // 8 + 2, 3)).astype(np.float32)
    fine = coarse.repeat(8, 0).repeat(8, 1)
    for axis in (0, 1):
        fine = sum(np.roll(fine, shift, axis) for shift in range(-3, 4)) / 7
    return fine[:height, :width].astype(np.uint8)


def walk(rng, *, height, width, frames=12, pixels=2, flicker=60):
    """What a network that wavers says of a square that walks, and the truth about it."""
    room, person = (texture(rng, height=height, width=width) for _ in range(2))
    seen, truth = [], []
    side = height // 2
    for index in range(frames):
        x = width // 8 + pixels * index
        rows = slice(height // 4, height // 4 + side)
        picture, alpha = room.copy(), np.zeros((height, width), np.uint8)
        x, end = min(x, width), min(x + side, width)
        picture[rows, x:end] = person[rows, width // 8 : width // 8 + end - x]
        alpha[rows, x:end] = 255
        doubt = rng.integers(0, flicker + 1, alpha.shape)
        truth.append(alpha)
        said = np.where(alpha, 255 - doubt, doubt).astype(np.uint8)
        seen.append(reference.remember(picture, said))
    return seen, truth


def filtered_by_reference(seen):
    """float32 (frames, h, w) in levels."""
    return 255 * np.array([reference.steady_alpha(seen, place) for place in range(len(seen))])


def unrest(alphas, truth):
    """dtSSD: how much alpha changes otherwise than the truth."""
    change = np.diff(np.array(alphas, np.float32), axis=0)
    return float(np.sqrt(((change - np.diff(np.array(truth, np.float32), axis=0)) ** 2).mean()))
