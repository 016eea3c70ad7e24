"""Who is who from frame to frame: apart, crossing, hidden, gone, after a cut."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_people import BLUE, GREEN, GREY, RED, WIDTH, Figure, mask_of, seen_of, share

from app.pipeline.person.tracker import IdentityDoubt, PeopleTracker
from app.pipeline.scene_cuts import SceneCuts


def at(figure: Figure) -> tuple[float, float]:
    """The middle of a figure's shirt."""
    return figure.middle / WIDTH, 85 / 144


def tracker_of(*, kept: Figure, others: tuple[Figure, ...] = ()) -> PeopleTracker:
    tracker = PeopleTracker()
    tracker.point_out(seen_of([*others, kept]), *at(kept))
    return tracker


def is_right(sight, kept: Figure | None, other: Figure | None, *, front: Figure | None = None):
    """The one who is meant is shown, as far as they are in sight, and the other one is not."""
    of_kept = np.zeros_like(sight.kept) if kept is None else mask_of(kept)
    of_other = np.zeros_like(sight.kept) if other is None else mask_of(other)
    if front is kept:
        of_other &= ~of_kept
    else:
        of_kept &= ~of_other
    shows_kept = not of_kept.any() or share(sight.kept, of_kept) > 0.6
    shown = np.count_nonzero(sight.kept & of_other)
    return shows_kept and (other is None or shown < 0.12 * np.count_nonzero(mask_of(other)))


def test_the_one_who_was_pointed_at_is_kept_and_the_other_is_not():
    red, blue = Figure(60, RED), Figure(190, BLUE)
    tracker = tracker_of(kept=blue, others=(red,))
    for step in range(5):
        figures = Figure(60 + 3 * step, RED), Figure(190 - 3 * step, BLUE)
        sight = tracker.see(seen_of(figures))
        assert np.array_equal(sight.kept, mask_of(figures[1]))
        assert np.array_equal(sight.others, mask_of(figures[0]))
        assert sight.doubt is None


def test_two_may_be_kept():
    figures = Figure(45, RED), Figure(125, BLUE), Figure(210, GREEN)
    tracker = PeopleTracker()
    for figure in figures[1:]:
        tracker.point_out(seen_of(figures), *at(figure))
    sight = tracker.see(seen_of(figures))
    assert np.array_equal(sight.kept, mask_of(figures[1]) | mask_of(figures[2]))


def test_one_who_is_pointed_at_twice_is_one_person():
    red, blue = Figure(60, RED), Figure(190, BLUE)
    tracker = tracker_of(kept=red, others=(blue,))
    tracker.point_out(seen_of([Figure(70, RED), blue]), *at(Figure(70, RED)))
    sight = tracker.see(seen_of([red, blue]))
    assert np.array_equal(sight.kept, mask_of(red))


@pytest.mark.parametrize("point", [(0.01, 0.01), (0.5, 0.7)])
def test_where_no_person_stands_there_is_nobody(point):
    assert not PeopleTracker().point_out(seen_of([Figure(60, RED)]), *point)


@pytest.mark.parametrize("is_in_front", [True, False])
@pytest.mark.parametrize("other_shirt", [BLUE, GREY])
def test_people_who_cross_are_who_they_were(is_in_front, other_shirt):
    red = [Figure(50 + 4 * step, RED) for step in range(40)]
    other = [Figure(206 - 4 * step, other_shirt) for step in range(40)]
    tracker = tracker_of(kept=red[0], others=(other[0],))
    right = []
    for one, two in zip(red, other, strict=True):
        order = [two, one] if is_in_front else [one, two]
        right.append(is_right(tracker.see(seen_of(order)), one, two, front=order[-1]))
    assert np.mean(right) >= 0.9
    assert all(right[-10:])


def test_people_who_changed_places_while_frames_were_skipped_are_who_they_were():
    tracker = tracker_of(kept=Figure(60, RED), others=(Figure(190, BLUE),))
    tracker.see(seen_of([Figure(60, RED), Figure(190, BLUE)]))
    red, blue = Figure(190, RED), Figure(60, BLUE)
    assert np.array_equal(tracker.see(seen_of([red, blue]), since_s=0.4).kept, mask_of(red))


def test_people_who_walk_far_while_frames_are_skipped_make_no_cut():
    """After a cut a part of the matte with two people in it would count as one of them."""
    tracker = tracker_of(kept=Figure(30, RED), others=(Figure(82, BLUE),))
    for step in range(7):
        red, blue = Figure(30 + 26 * step, RED), Figure(82 + 22 * step, BLUE)
        sight = tracker.see(seen_of([blue, red], wall=255), since_s=0.15)
        assert is_right(sight, red, blue, front=red), step


def test_those_who_look_alike_and_stand_apart_are_sure_though_frames_are_skipped():
    tracker = tracker_of(kept=Figure(60, GREY), others=(Figure(190, GREY),))
    pointed = [at(Figure(60, GREY))]
    for step in range(4):
        mine, other = Figure(60 + 5 * step, GREY), Figure(190, GREY)
        sight = tracker.see(seen_of([mine, other]), pointed, since_s=0.2)
        assert sight.doubt is None
        assert np.array_equal(sight.kept, mask_of(mine))
        pointed = []


def test_another_room_behind_the_same_people_is_a_cut():
    rng = np.random.default_rng(2)
    rooms = rng.integers(0, 256, (2, 9, 16, 3), np.uint8).repeat(16, 1).repeat(16, 2)
    moving = np.zeros((144, 256), np.bool_)
    moving[30:, 20:200] = True
    walking, cuts = np.where(moving[..., None], 255, rooms[0]).astype(np.uint8), SceneCuts()
    assert not cuts.is_cut(rooms[0], moving)
    assert not cuts.is_cut(walking, moving)
    assert cuts.is_cut(np.where(moving[..., None], 255, rooms[1]).astype(np.uint8), moving)


def test_people_who_look_alike_make_the_crossing_unsure():
    one = [Figure(50 + 4 * step, GREY) for step in range(40)]
    two = [Figure(206 - 4 * step, GREY) for step in range(40)]
    tracker = tracker_of(kept=one[0], others=(two[0],))
    pointed = [at(one[0])]
    doubts = []
    for pair in zip(one, two, strict=True):
        sight = tracker.see(seen_of(pair), pointed)
        doubts.append(sight.doubt)
        pointed = []
    assert doubts[0] is None
    assert IdentityDoubt.MERGED in doubts
    assert doubts[-1] is IdentityDoubt.CROSSED
    assert not sight.kept.any()


def test_one_who_leaves_and_comes_back_is_known_again():
    places = [150, 190, 230, 262, 300, 300, 300, 262, 230, 190, 150]
    blue = Figure(60, BLUE)
    tracker = tracker_of(kept=Figure(150, RED), others=(blue,))
    for middle in places:
        red = Figure(middle, RED)
        sight = tracker.see(seen_of([blue, red]))
        assert not (sight.kept & mask_of(blue)).any()
        if middle == 300:
            assert not sight.kept.any()
    assert np.array_equal(sight.kept, mask_of(Figure(150, RED)))


def test_after_a_cut_the_colours_tell_who_it_is():
    tracker = tracker_of(kept=Figure(60, RED), others=(Figure(190, BLUE),))
    tracker.see(seen_of([Figure(60, RED), Figure(190, BLUE)]))
    swapped = Figure(190, RED), Figure(60, BLUE)
    sight = tracker.see(seen_of(swapped, wall=60))
    assert np.array_equal(sight.kept, mask_of(swapped[0]))


def test_after_a_cut_to_others_there_is_the_background_alone():
    tracker = tracker_of(kept=Figure(60, RED), others=(Figure(190, BLUE),))
    tracker.see(seen_of([Figure(60, RED), Figure(190, BLUE)]))
    for _ in range(5):
        sight = tracker.see(seen_of([Figure(100, GREEN), Figure(190, BLUE)], wall=60))
        assert not sight.kept.any()


def test_after_a_cut_to_two_who_look_like_the_one_neither_is_shown():
    tracker = tracker_of(kept=Figure(60, RED))
    tracker.see(seen_of([Figure(60, RED)]))
    sight = tracker.see(seen_of([Figure(100, RED), Figure(190, RED)], wall=60))
    assert not sight.kept.any()
    assert sight.doubt is IdentityDoubt.ALIKE


def test_before_the_time_at_which_somebody_was_pointed_at_they_are_known_by_their_colours():
    tracker = tracker_of(kept=Figure(190, RED), others=(Figure(60, BLUE),))
    first = Figure(100, RED), Figure(200, BLUE)
    assert np.array_equal(tracker.see(seen_of(first)).kept, mask_of(first[0]))


def test_the_point_itself_is_believed():
    twins = Figure(60, GREY), Figure(190, GREY)
    tracker = tracker_of(kept=twins[1], others=(twins[0],))
    tracker.see(seen_of(twins))
    for pointed in ([at(twins[1])], ()):
        sight = tracker.see(seen_of(twins), pointed)
        assert np.array_equal(sight.kept, mask_of(twins[1]))


def test_an_arm_around_another_one_makes_no_one_of_two():
    red, blue = Figure(60, RED), Figure(190, BLUE)
    seen = seen_of([red, blue])
    seen.alpha[75:83, 60:190] = 255
    tracker = PeopleTracker()
    tracker.point_out(seen, *at(red))
    sight = tracker.see(seen)
    assert share(sight.kept, mask_of(red)) > 0.98
    assert not (sight.kept & mask_of(blue)).any()


def test_a_crowd_that_passes_is_forgotten_and_the_one_who_is_meant_is_not(monkeypatch):
    monkeypatch.setattr("app.pipeline.person.tracker.MOST_OTHERS", 3)
    tracker = tracker_of(kept=Figure(60, RED))
    for shade in range(20, 250, 20):
        wall = 20 if shade % 40 else 220
        tracker.see(seen_of([Figure(190, (20, shade, 255 - shade))], wall=wall))
    assert len(tracker._people) <= 5
    assert np.array_equal(tracker.see(seen_of([Figure(60, RED)])).kept, mask_of(Figure(60, RED)))


def test_a_stranger_beside_whom_the_one_comes_back_is_not_shown():
    tracker = tracker_of(kept=Figure(60, RED))
    tracker.see(seen_of([Figure(60, RED)]))
    touching = Figure(100, RED), Figure(135, GREEN)
    sight = tracker.see(seen_of(touching, wall=60))
    assert is_right(sight, *touching)


def test_frames_may_change_their_size():
    red, blue = Figure(60, RED), Figure(190, BLUE)
    tracker = tracker_of(kept=red, others=(blue,))
    seen = seen_of([red, blue])
    tracker.see(seen)
    half = type(seen)(np.ascontiguousarray(seen.rgb[::2, ::2]), seen.alpha[::2, ::2].copy())
    assert np.array_equal(tracker.see(half).kept, mask_of(red)[::2, ::2])


def test_a_stranger_who_comes_while_the_one_shows_up_elsewhere_is_not_shown():
    """The one who is meant is taken for another one at first, and the stranger looks alike."""
    blue = Figure(130, BLUE)
    tracker = tracker_of(kept=Figure(60, RED), others=(Figure(190, BLUE),))
    for place in range(60, 131, 5):
        tracker.see(seen_of([Figure(place, RED), blue]))
    for _ in range(32):  # until the one who is meant is gone, rather than hidden
        tracker.see(seen_of([blue]), since_s=0.1)
    mine, stranger = Figure(130, RED), Figure(220, RED)
    for since_s in (0.4, 0.04):
        sight = tracker.see(seen_of([mine, stranger]), since_s=since_s)
        assert np.array_equal(sight.kept, mask_of(mine))
        assert np.array_equal(sight.others, mask_of(stranger))
