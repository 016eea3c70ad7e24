"""Outlines of masks cover what the masks cover: no more, no less."""

from __future__ import annotations

import numpy as np
import pytest

from app.pipeline.mask_outlines import MOST_CORNERS, areas_of_mask
from app.pipeline.strokes.track import areas_of_strokes
from gpu_unet.small_areas import GARBAGE, KEEP, inside, small_areas

HEIGHT, WIDTH = 90, 160


def covered(mask, most=4):
    """bool, twice as fine as the mask: what its areas cover, by the even-odd rule."""
    found = np.zeros((2 * HEIGHT, 2 * WIDTH), bool)
    for area in areas_of_mask(mask, "keep", most=most):
        assert 3 <= len(area.points) <= MOST_CORNERS
        found |= inside(area.points, height=2 * HEIGHT, width=2 * WIDTH)
    return found


def boxes(*places):
    mask = np.zeros((HEIGHT, WIDTH), bool)
    for top, left, height, width in places:
        mask[top : top + height, left : left + width] ^= True
    return mask


@pytest.mark.parametrize(
    "mask",
    [
        boxes((20, 30, 10, 24)),
        boxes((20, 30, 11, 25)),
        boxes((0, 0, 90, 160)),
        boxes((0, 0, 30, 20), (60, 140, 30, 20)),
        boxes((10, 10, 40, 60), (20, 20, 20, 30)),
        boxes((10, 10, 40, 60), (20, 20, 8, 8), (34, 50, 8, 8), (60, 100, 20, 30)),
    ],
    ids=["even", "odd", "all", "corners", "a hole", "holes and parts"],
)
def test_outlines_cover_their_mask(mask):
    wrong = covered(mask) ^ mask.repeat(2, 0).repeat(2, 1)
    assert np.count_nonzero(wrong) <= 24  # corners are cut by less than a pixel


def test_a_ragged_mask_has_no_more_corners_than_an_area_may_have():
    mask = np.random.default_rng(3).random((HEIGHT, WIDTH)) < 0.2
    mask[20:70, 20:140] |= np.random.default_rng(4).random((50, 120)) < 0.8
    assert areas_of_mask(mask, "keep", most=3)


def test_the_largest_parts_come_first():
    mask = boxes(*((8, 3 + 9 * n, 4 + n, 6) for n in range(17)))
    found = covered(mask, most=1)
    assert found[2 * 20, 2 * (3 + 9 * 16) + 6]


def test_an_empty_mask_has_no_areas():
    assert areas_of_mask(np.zeros((HEIGHT, WIDTH), bool), "keep", most=4) == []


def test_what_is_removed_is_not_enlarged():
    """Engines enlarge garbage by a pixel of the network and half of one."""
    mask = np.zeros((216, 384), bool)
    mask[60:120, 100:220] = True
    garbage = small_areas(areas_of_strokes([("remove", mask)]), height=160, width=288)[GARBAGE]
    meant = np.count_nonzero(mask) / mask.size
    assert (garbage / 255).mean() == pytest.approx(meant, rel=0.04)


def test_a_thin_stroke_is_removed_as_well():
    mask = np.zeros((216, 384), bool)
    mask[60:63, 100:220] = True
    garbage = small_areas(areas_of_strokes([("remove", mask)]), height=160, width=288)[GARBAGE]
    assert (garbage[46, 76:164] == 255).all()


def test_a_soft_stroke_becomes_a_soft_area():
    areas = areas_of_strokes([("soft", boxes((20, 30, 20, 24)))])
    assert [area.kind for area in areas] == ["soft"]


def test_a_later_mask_says_otherwise():
    first, later = boxes((10, 10, 40, 60)), boxes((20, 20, 20, 30))
    planes = small_areas(
        areas_of_strokes([("remove", first), ("keep", later)]), height=HEIGHT, width=WIDTH
    )
    assert planes[KEEP][30, 35] == 255
    assert planes[GARBAGE][30, 35] == 0
    assert planes[GARBAGE][14, 14] == 255
