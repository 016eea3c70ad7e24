import pytest
from live_doubles import Clock

from app.pipeline.live.pace_control import FrameLimit


def _passed(limit, clock, *, seconds, interval_s, jitter=(0.0,), **options):
    """How many of the frames of a camera are let through."""
    count, start = 0, clock.now_s
    for number in range(int(seconds / interval_s)):
        clock.now_s = start + number * interval_s + jitter[number % len(jitter)]
        count += limit.is_due(**options)
    return count


def test_without_a_limit_every_frame_passes():
    clock = Clock()
    assert _passed(FrameLimit(clock=clock), clock, seconds=1, interval_s=1 / 30) == 30


@pytest.mark.parametrize("rate", [5, 10, 15, 24, 30])
def test_as_many_pass_as_asked_for(rate):
    clock = Clock()
    limit = FrameLimit(clock=clock)
    limit.set(rate)
    passed = _passed(limit, clock, seconds=10, interval_s=1 / 30)
    assert passed == pytest.approx(10 * rate, abs=2)


def test_frames_that_jitter_are_not_halved():
    """A limit at just half the camera's rate, and frames up to 4 ms early or late."""
    clock = Clock()
    limit = FrameLimit(clock=clock)
    limit.set(15)
    jitter = (0.0, 0.004, -0.004, 0.002, -0.003)
    assert _passed(limit, clock, seconds=10, interval_s=1 / 30, jitter=jitter) == pytest.approx(
        150, abs=3
    )


def test_after_a_pause_there_is_no_rush():
    clock = Clock()
    limit = FrameLimit(clock=clock)
    limit.set(10)
    _passed(limit, clock, seconds=1, interval_s=1 / 30)
    clock.pass_s(60)
    assert _passed(limit, clock, seconds=1, interval_s=1 / 30) <= 12


def test_the_pace_may_ask_for_more_room_than_the_limit():
    clock = Clock()
    limit = FrameLimit(clock=clock)
    passed = _passed(limit, clock, seconds=10, interval_s=1 / 30, at_least_s=2 / 30)
    assert passed == pytest.approx(150, abs=2)
