"""A person without a background, on black."""

import numpy as np
import pytest

from app.video.pixels.colour import on_black
from gpu_unet.frame_format import FrameFormat

HEIGHT, WIDTH = 8, 12


def alpha_plane(value):
    return np.full((HEIGHT, WIDTH), value, np.uint8)


@pytest.mark.parametrize(
    ("share", "expected"), [(255, (200, 100, 50)), (128, (100, 50, 25)), (0, (0, 0, 0))]
)
def test_colours_fade_to_black(share, expected):
    pixels = np.full((HEIGHT, WIDTH, 3), (200, 100, 50), np.uint8)
    shown = on_black(pixels, alpha_plane(share), FrameFormat(HEIGHT, WIDTH))
    assert (np.abs(shown.astype(int) - expected) <= 1).all()


@pytest.mark.parametrize("layout", ["yuv420", "yuv420p10", "yuv422p10", "yuv444p12"])
@pytest.mark.parametrize(("full_range", "black"), [(False, 16), (True, 0)])
def test_planes_fade_to_black_and_grey(layout, full_range, black):
    frame_format = FrameFormat(HEIGHT, WIDTH, layout, full_range=full_range)
    step = frame_format.row.step
    pixels = np.full(frame_format.shape, 216 * step, frame_format.dtype)
    for share in (255, 128, 0):
        shown = on_black(pixels, alpha_plane(share), frame_format)
        assert shown.dtype == frame_format.dtype
        shown = shown / step
        off = 1 if step == 1 else 1 / step
        assert (np.abs(shown[:HEIGHT] - (black + (216 - black) * share / 255)) <= off).all()
        assert (np.abs(shown[HEIGHT:] - (128 + (216 - 128) * share / 255)) <= off).all()
    assert (pixels == 216 * step).all(), "the picture itself stays"


def test_colour_ends_where_the_person_ends():
    pixels = np.full((HEIGHT * 3 // 2, WIDTH), 200, np.uint8)
    alpha = alpha_plane(0)
    alpha[:, :6] = 255
    shown = on_black(pixels, alpha, FrameFormat(HEIGHT, WIDTH, "yuv420"))
    assert (shown[:HEIGHT, :6] == 200).all()
    assert (shown[:HEIGHT, 6:] == 16).all()
    blue = shown[HEIGHT:].reshape(-1)[: HEIGHT * WIDTH // 4].reshape(HEIGHT // 2, WIDTH // 2)
    assert (blue[:, :3] == 200).all()
    assert (blue[:, 3:] == 128).all()
