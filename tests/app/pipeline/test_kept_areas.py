"""Areas that remove everyone but the people who are meant."""

from __future__ import annotations

import numpy as np
from drawn_people import BLUE, HEIGHT, RED, WIDTH, Figure, mask_of, share

from app.pipeline.person.people_filter import NOTHING, kept_areas
from gpu_unet.areas import Area
from gpu_unet.small_areas import GARBAGE, KEEP, small_areas

NOBODY = np.zeros((HEIGHT, WIDTH), bool)


def planes(areas):
    Area.check_count(areas)
    return small_areas(areas, height=HEIGHT, width=WIDTH)


def test_the_kept_person_stays_whole_also_at_the_edge_of_the_picture():
    red = mask_of(Figure(20, RED))
    assert red[-1].any()
    garbage = planes(kept_areas(red, NOBODY))[GARBAGE]
    assert garbage[red].max() == 0
    assert garbage[:, 100:].min() == 255


def test_another_person_goes_up_to_the_kept_one():
    red = mask_of(Figure(100, RED))
    blue = mask_of(Figure(130, BLUE)) & ~red
    garbage = planes(kept_areas(red, blue))[GARBAGE]
    assert share(garbage == 255, blue) > 0.95
    assert share(garbage == 0, red) > 0.97


def test_another_person_within_the_outline_goes():
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
    others = (np.abs(rows - 90) < 8) & (np.abs(columns - 100) < 8)
    kept = (np.abs(rows - 90) < 30) & (np.abs(columns - 100) < 30) & ~others
    garbage = planes(kept_areas(kept, others))[GARBAGE]
    assert share(garbage == 255, others) > 0.9
    assert share(garbage == 0, kept) > 0.9


def test_without_the_person_everything_goes():
    assert kept_areas(NOBODY, mask_of(Figure(60, RED))) == (NOTHING,)
    assert planes((NOTHING,))[GARBAGE].min() == 255


def test_areas_that_were_drawn_have_their_effect():
    red = mask_of(Figure(60, RED))
    desk = Area("keep", ((0.7, 0.8), (0.9, 0.8), (0.9, 1.0), (0.7, 1.0)))
    door = Area("garbage", ((0.2, 0.4), (0.24, 0.4), (0.24, 0.6), (0.2, 0.6)))
    upper = Area("person", ((0.0, 0.0), (1.0, 0.0), (1.0, 0.6), (0.0, 0.6)))
    found = planes(kept_areas(red, NOBODY, (desk, door, upper)))
    assert found[KEEP][130, 200] == 255
    assert found[GARBAGE][72, 56] == 255
    assert found[GARBAGE][110, 60] == 255  # the person, below
    assert found[GARBAGE][60, 70] == 0
    assert planes(kept_areas(NOBODY, NOBODY, (desk,)))[GARBAGE][130, 200] == 0


def test_a_jagged_outline_and_many_pieces_fit_into_areas():
    rng = np.random.default_rng(5)
    pieces = rng.random((HEIGHT, WIDTH)) < 0.02
    found = kept_areas(pieces, rng.random((HEIGHT, WIDTH)) < 0.02)
    assert max(len(area.points) for area in found) <= 256
    planes(found)


def test_there_are_never_more_than_an_engine_takes():
    red = mask_of(Figure(60, RED))
    place = ((0.2, 0.6), (0.25, 0.6), (0.25, 0.7))
    areas = kept_areas(red, NOBODY, [Area("garbage", place)] * Area.MOST)
    assert planes(areas)[GARBAGE][round(0.62 * HEIGHT), round(0.235 * WIDTH)] == 255
