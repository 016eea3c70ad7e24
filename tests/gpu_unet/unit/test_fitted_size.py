"""The network's input size for a frame: its aspect ratio, the budget, multiples of the step."""

import pytest

from gpu_unet.architecture import MOST_ENLARGEMENT, UNetArchitecture

NET = UNetArchitecture.plain(base_width=8)
BUDGET = 256 * 144


def fitted(*, height: int, width: int) -> tuple[int, int]:
    found = NET.fitted_to(frame_height=height, frame_width=width, input_pixels=BUDGET)
    return found.height, found.width


@pytest.mark.parametrize("scale", [1, 2, 5])
def test_the_aspect_ratio_and_the_budget_decide_not_the_frame_s_size(scale):
    assert fitted(height=144 * scale, width=256 * scale) == (144, 256)
    assert fitted(height=100 * scale, width=75 * scale) == (224, 160)


def test_a_thumbnail_is_enlarged_but_not_without_limit():
    assert fitted(height=96, width=96) == (192, 192)
    assert fitted(height=32, width=32) == (32 * MOST_ENLARGEMENT,) * 2


def test_a_sliver_keeps_one_step():
    assert fitted(height=2000, width=10)[1] == 2**NET.depth
