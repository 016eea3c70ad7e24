"""Strokes are followed along a film's motion, there and back, as far as that makes sense."""

from __future__ import annotations

import numpy as np
import pytest
from moving_films import BOX, HEIGHT, RATE, THING, WALL, WIDTH, box_mask, picture_with, write_film

from app.pipeline.strokes.follow import FollowingCancelled, follow_strokes
from app.pipeline.strokes.stroke import Stroke
from gpu_unet.small_areas import GARBAGE, KEEP, small_areas

TOP = 52
OTHER_WALL = WALL // 4
OTHER_WALL[:, WIDTH // 2 :] += 180


def stroke_on(left, frame, *, kind="remove", top=TOP, length=1.0, thick=26, **more):
    """Along the middle of a box, as thick as two thirds of it."""
    row = (top + BOX[0] / 2) / HEIGHT
    begin, end = left + 14, left + 14 + length * (BOX[1] - 28)
    points = ((begin / WIDTH, row), (end / WIDTH, row))
    return Stroke(kind, frame / RATE, thick / WIDTH, points, **more)


def plane(track, frame, which=GARBAGE):
    areas = track.areas(frame / RATE)
    return small_areas(areas, height=HEIGHT, width=WIDTH)[which] == 255


def reach(track, number=0):
    """(first frame, first frame after the last, reasons)."""
    one = track.reaches[number]
    return round(one.start_s * RATE), round(one.end_s * RATE), one.start_reason, one.end_reason


def overlap(found, meant):
    return np.count_nonzero(found & meant) / np.count_nonzero(found | meant)


@pytest.fixture
def film(tmp_path):
    return lambda pictures: write_film(tmp_path / "film.mkv", pictures)


LEFTS = [30 + 3 * n for n in range(30)]
MOVING = [picture_with(left, TOP) for left in LEFTS]


def test_a_stroke_goes_with_what_it_was_drawn_on_there_and_back(film):
    track = follow_strokes(film(MOVING), [stroke_on(LEFTS[12], 12)])
    assert reach(track) == (0, 30, "end", "end")
    own = plane(track, 12)
    assert len(track.trails[0].times_s) == 30
    for frame, left in enumerate(LEFTS):
        meant = np.roll(own, left - LEFTS[12], axis=1)
        assert overlap(plane(track, frame), meant) > 0.85, frame


def test_what_looks_like_it_is_left_behind(film):
    wall, thing = WALL // 4 + 96, THING // 4 + 96  # nothing differs by much
    pictures = [picture_with(left, TOP, wall=wall, thing=thing) for left in LEFTS]
    track = follow_strokes(film(pictures), [stroke_on(LEFTS[2], 2)])
    behind = box_mask(LEFTS[2], TOP)
    for frame in (24, 29):
        found = plane(track, frame)
        assert overlap(found, box_mask(LEFTS[frame], TOP)) > 0.8, frame
        assert np.count_nonzero(found & behind) < 0.05 * np.count_nonzero(behind), frame


def test_a_cut_ends_it(film):
    pictures = [*MOVING[:18], *[picture_with(60, 20, wall=OTHER_WALL)] * 6]
    track = follow_strokes(film(pictures), [stroke_on(LEFTS[12], 12)])
    assert reach(track) == (0, 18, "end", "cut")
    assert plane(track, 17).any()
    assert not plane(track, 18).any()


def test_a_cut_before_it_does_too(film):
    pictures = [*[picture_with(60, 20, wall=OTHER_WALL)] * 6, *MOVING[6:]]
    track = follow_strokes(film(pictures), [stroke_on(LEFTS[12], 12)])
    assert reach(track) == (6, 30, "cut", "end")
    assert plane(track, 6).any()
    assert not plane(track, 5).any()


def test_it_ends_where_what_it_was_drawn_on_leaves_the_picture(film):
    lefts = [150 + 8 * n for n in range(20)]
    track = follow_strokes(film([picture_with(left, TOP) for left in lefts]), [stroke_on(174, 3)])
    first, end, begins, ends = reach(track)
    assert (first, begins, ends) == (0, "end", "gone")
    assert 10 <= end <= 14  # the box has left at 13.25
    assert plane(track, end - 1)[:, -10:].any()


def test_it_ends_where_what_it_was_drawn_on_vanishes(film):
    pictures = [*MOVING[:18], *[picture_with(None, 0)] * 12]
    track = follow_strokes(film(pictures), [stroke_on(LEFTS[12], 12)])
    assert reach(track) == (0, 18, "end", "gone")


def test_it_ends_in_another_stroke_of_another_kind(film):
    strokes = [stroke_on(LEFTS[12], 12), stroke_on(LEFTS[20], 20, kind="keep")]
    track = follow_strokes(film(MOVING), strokes)
    assert reach(track, 0) == (0, 20, "end", "stroke")
    assert reach(track, 1) == (13, 30, "stroke", "end")
    assert not plane(track, 20).any()
    assert plane(track, 20, KEEP).any()
    # Between both the nearer one counts.
    assert plane(track, 15).any()
    assert plane(track, 15, KEEP).sum() < 0.1 * plane(track, 15).sum()
    assert plane(track, 18).sum() < 0.1 * plane(track, 18, KEEP).sum()


def test_another_stroke_of_its_own_kind_changes_nothing(film):
    strokes = [stroke_on(LEFTS[12], 12), stroke_on(LEFTS[20], 20)]
    track = follow_strokes(film(MOVING), strokes)
    assert [reach(track, n) for n in range(2)] == [(0, 30, "end", "end")] * 2


def test_a_small_stroke_of_another_kind_takes_only_its_own_place(film):
    small = stroke_on(LEFTS[20], 20, kind="keep", length=0.2, thick=12)
    track = follow_strokes(film(MOVING), [stroke_on(LEFTS[12], 12), small])
    assert reach(track, 0) == (0, 30, "end", "end")
    for frame in (20, 26):
        kept = plane(track, frame, KEEP)
        assert kept.any()
        assert plane(track, frame).any()
        assert overlap(plane(track, frame), kept) < 0.5


def test_of_two_strokes_on_one_frame_the_later_one_counts(film):
    strokes = [stroke_on(LEFTS[12], 12), stroke_on(LEFTS[12], 12, kind="keep", length=0.3)]
    track = follow_strokes(film(MOVING), strokes)
    middle = round(LEFTS[12] + 16), TOP + BOX[0] // 2
    for frame in (12, 16):
        column = middle[0] + LEFTS[frame] - LEFTS[12]
        assert plane(track, frame, KEEP)[middle[1], column], frame
        assert not plane(track, frame)[middle[1], column], frame


def test_a_trimmed_stroke_has_no_effect_beyond_its_reach(film):
    stroke = stroke_on(LEFTS[12], 12, start_s=8 / RATE, end_s=16 / RATE)
    track = follow_strokes(film(MOVING), [stroke])
    assert reach(track) == (8, 16, "end", "end")
    assert [plane(track, frame).any() for frame in (7, 8, 15, 16)] == [False, True, True, False]


def test_only_what_is_asked_for_is_decoded(film):
    looked = []
    stroke = stroke_on(LEFTS[12], 12, start_s=8 / RATE, end_s=16 / RATE)
    follow_strokes(film(MOVING), [stroke], on_progress=lambda done, count: looked.append(done))
    assert len(looked) == 11  # 12 to 16 and 12 to 7


def test_it_can_be_given_up(film):
    with pytest.raises(FollowingCancelled):
        follow_strokes(film(MOVING), [stroke_on(LEFTS[12], 12)], cancelled=lambda: True)


def test_progress_ends_with_all(film):
    told = []
    follow_strokes(
        film(MOVING),
        [stroke_on(LEFTS[12], 12)],
        on_progress=lambda done, count: told.append((done, count)),
    )
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert all(done <= count for done, count in told)


def test_progress_counts_the_frames_of_a_film_that_begins_late(tmp_path):
    late, told = 200, []
    follow_strokes(
        write_film(tmp_path / "late.mp4", MOVING, late=late),
        [stroke_on(LEFTS[12], late + 12)],
        on_progress=lambda done, count: told.append((done, count)),
    )
    assert len(MOVING) <= told[-1][1] <= len(MOVING) + 2


def test_without_strokes_nothing_is_read(tmp_path):
    track = follow_strokes(tmp_path / "none.mkv", [])
    assert track.areas(0.0) == ()
    assert track.reaches == ()
