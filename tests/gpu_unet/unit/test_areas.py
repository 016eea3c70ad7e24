"""Areas that a person has drawn, and the small planes that engines take."""

import numpy as np
import pytest

from gpu_unet.areas import Area
from gpu_unet.small_areas import GARBAGE, KEEP, SOFT, inside, small_areas

SQUARE = ((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75))


def test_an_outline_holds_the_pixels_whose_centres_it_surrounds():
    found = inside(SQUARE, height=8, width=12)
    expected = np.zeros((8, 12), bool)
    expected[2:6, 3:9] = True
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("points", [list(SQUARE), tuple(list(point) for point in SQUARE)])
def test_corners_that_no_settings_can_hold_are_refused(points):
    with pytest.raises(TypeError, match=r"expected a tuple of tuples \(x, y\)"):
        Area("keep", points)


@pytest.mark.parametrize("corner", [(0.5, 0.5, 0.5), ("0.5", 0.5), (None, 0.5), (0.5,)])
def test_a_corner_that_is_no_two_numbers_is_named(corner):
    with pytest.raises(TypeError, match=r"corner is \(.*, expected two numbers \(x, y\)"):
        Area("keep", (*SQUARE, corner))


def test_an_outline_that_crosses_itself_is_even_odd_and_may_leave_the_picture():
    bow = ((-0.5, 0.0), (1.5, 1.0), (1.5, 0.0), (-0.5, 1.0))
    found = inside(bow, height=10, width=10)
    assert found[3:7, 0].all()
    assert not found[[0, 9]].any()
    np.testing.assert_array_equal(found, found[::-1])


def test_garbage_reaches_beyond_its_outline_and_then_fades():
    planes = small_areas((Area("garbage", SQUARE),), height=8, width=12)
    assert planes[GARBAGE, 4].tolist() == [0, 128, 255, *[255] * 6, 255, 128, 0]
    assert not planes[KEEP].any()


def test_outside_of_the_person_is_garbage_and_keep_is_soft():
    areas = (Area("person", SQUARE), Area("keep", ((0, 0), (0.125, 0), (0.125, 1), (0, 1))))
    planes = small_areas(areas, height=16, width=12)
    assert planes[GARBAGE, 8].tolist() == [255, 255, 255, 255, 128, 0, 0, 128, 255, 255, 255, 255]
    assert planes[KEEP, 4].tolist() == [255, 128, *[0] * 10]


def test_a_soft_area_fades_across_its_outline_but_not_at_the_picture_s_edge():
    left_half = ((0, 0), (0.5, 0), (0.5, 1), (0, 1))
    planes = small_areas((Area("soft", left_half),), height=8, width=16)
    assert planes[SOFT, 0].tolist() == [255] * 5 + [246, 217, 161, 94, 38, 9] + [0] * 5
    assert not planes[[GARBAGE, KEEP]].any()


@pytest.mark.parametrize(
    ("kind", "points", "says"),
    [
        ("room", SQUARE, "person, garbage, keep, soft"),
        ("keep", SQUARE[:2], "2 corners"),
        ("keep", (*SQUARE, (float("nan"), 0.5)), "nan"),
        ("keep", (*SQUARE, (9.0, 0.5)), "9.0"),
    ],
)
def test_what_is_no_area_is_refused_with_its_values(kind, points, says):
    with pytest.raises(ValueError, match=says):
        Area(kind, points)


def test_more_areas_than_anybody_draws_are_refused():
    with pytest.raises(ValueError, match="at most"):
        Area.check_count([Area("keep", SQUARE)] * (Area.MOST + 1))
