"""PersonWatch: whether somebody is in the picture, told once after each change."""

from __future__ import annotations

import numpy as np
import pytest

from app.pipeline.live.events import PersonSeen
from app.pipeline.live.people import GONE_AFTER_S, LOOK_EVERY_S, PersonWatch

NOBODY = np.zeros((90, 160), np.uint8)
SOMEBODY = NOBODY.copy()
SOMEBODY[30:80, 60:100] = 255
NOISE = NOBODY.copy()
NOISE[4, 4:8] = 255


@pytest.fixture
def watch(clock, told):
    return PersonWatch(told.append, clock=clock)


def look_for(watch, clock, seconds, alpha, *, is_live=True):
    """As a session of 20 frames/s does; how many mattes it asked for."""
    count = 0
    for _ in range(round(seconds * 20)):
        if watch.is_due():
            count += 1
            watch.look(alpha, is_live=is_live)
        clock.now_s += 0.05
    return count


def test_one_matte_a_second_is_enough(watch, clock):
    assert look_for(watch, clock, 10 * LOOK_EVERY_S, SOMEBODY) in (10, 11)


def test_whoever_leaves_and_comes_back_is_told_once_each(watch, clock, told):
    look_for(watch, clock, 3, SOMEBODY)
    assert told == []
    look_for(watch, clock, GONE_AFTER_S + 2, NOBODY)
    assert told == [PersonSeen(False)]
    look_for(watch, clock, 5, NOISE)
    look_for(watch, clock, 2, SOMEBODY)
    assert told == [PersonSeen(False), PersonSeen(True)]


def test_a_person_who_is_missed_for_a_moment_is_not_gone(watch, clock, told):
    for _ in range(5):
        look_for(watch, clock, 2, SOMEBODY)
        look_for(watch, clock, 1, NOBODY)
    assert told == []


def test_a_still_is_judged_by_its_only_frame(watch, told):
    watch.look(NOBODY, is_live=False)
    assert told == [PersonSeen(False)]


def test_another_source_begins_anew(watch, clock, told):
    look_for(watch, clock, 5, NOBODY)
    watch.start_over()
    assert told == [PersonSeen(False), PersonSeen(True)]
    assert watch.is_due()
