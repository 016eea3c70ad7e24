"""Outlines of things: found from a place within them, whatever their size; none on a bare wall."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from app.pipeline.thing_outline import outlines_at

HEIGHT, WIDTH = 360, 640


def room(rng) -> np.ndarray:
    wall = np.full((HEIGHT, WIDTH, 3), (190, 185, 170), np.uint8)
    wall[240:] = (120, 90, 60)
    noisy = wall + rng.normal(0, 4, wall.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def overlap(points, mask) -> float:
    drawn = np.zeros((HEIGHT, WIDTH), np.uint8)
    corners = np.array([[x * WIDTH, y * HEIGHT] for x, y in points])
    cv2.fillPoly(drawn, [np.round(corners - 0.5).astype(np.int32)], 1)
    return int((drawn & mask).sum()) / int((drawn | mask).sum())


@pytest.mark.parametrize(
    ("middle", "axes", "colour"),
    [
        ((500, 200), (90, 130), (40, 40, 45)),  # a chair
        ((100, 180), (12, 30), (30, 30, 30)),  # a microphone
        ((320, 150), (50, 50), (200, 60, 40)),
        ((630, 300), (60, 60), (20, 60, 160)),  # cut by the picture's edge
    ],
)
def test_a_thing_is_outlined_whatever_its_size(rng, middle, axes, colour):
    pixels, mask = room(rng), np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.ellipse(mask, middle, axes, 0, 0, 360, 1, -1)
    pixels[mask > 0] = np.clip(colour + rng.normal(0, 4, (int(mask.sum()), 3)), 0, 255)
    outlines = outlines_at(pixels, (middle[0] - 3) / WIDTH, (middle[1] - 5) / HEIGHT)
    assert 1 <= len(outlines) <= 3
    assert overlap(outlines[0], mask) > 0.93
    assert all(3 <= len(outline) <= 100 for outline in outlines)
    assert all(0 <= number <= 1 for outline in outlines for point in outline for number in point)


def test_on_a_bare_wall_nothing_is_outlined(rng):
    assert outlines_at(room(rng), 0.3, 0.3) == []


@pytest.mark.parametrize("size", [(1, 1), (8, 8), (16, 3000)])
def test_pictures_of_any_size_have_an_answer(rng, size):
    pixels = rng.integers(0, 255, (*size, 3), np.uint8)
    for outline in outlines_at(pixels, 1.0, 1.0):
        assert len(outline) >= 3


def test_the_same_click_gives_the_same_outline(rng):
    pixels = room(rng)
    pixels[100:200, 100:200] = (10, 90, 30)
    assert outlines_at(pixels, 0.2, 0.4) == outlines_at(pixels, 0.2, 0.4) != []
