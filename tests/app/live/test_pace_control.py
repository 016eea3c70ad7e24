"""When rate and detail are given up, when they come back, and a limit of the user's own."""

from itertools import pairwise

import pytest
from live_doubles import Clock

from app.pipeline.live.pace_control import (
    DOWN_AFTER_S,
    FULL,
    LEAST_INPUT_PIXELS,
    REDUCED,
    UP_AFTER_S,
    FrameLimit,
    PaceControl,
)

FAST = 288 * 160
QUALITY = 512 * 288
WAIT_S = 0.001  # for the compute thread


class Machine:
    """A camera and a machine whose work grows with the network's input."""

    def __init__(self, *, network_s, rest_s, full_pixels=FAST, larger_pixels=0, fps_in=30.0):
        self.clock = Clock()
        self.pace = PaceControl(clock=self.clock)
        self.network_s, self.rest_s = network_s, rest_s
        self.full_pixels, self.fps_in = full_pixels, fps_in
        self.larger_pixels = larger_pixels
        self.changes = []  # of the level, and when
        self.told = []

    def compose(self):
        pixels = self.pace.input_pixels(None) or self.full_pixels
        network_s = self.network_s * pixels / self.full_pixels
        busy_s = self.rest_s + network_s
        self.clock.pass_s(max(busy_s, self.pace.interval_s(self.fps_in), 1 / self.fps_in))
        before = self.pace.level
        change = self.pace.observe(
            busy_s=busy_s,
            network_s=network_s,
            delay_s=busy_s + WAIT_S,
            fps_due=self.fps_in,
            input_pixels=pixels,
            larger_pixels=self.larger_pixels,
        )
        if self.pace.level != before:
            self.changes.append((self.clock.now_s, self.pace.level))
        if change is not None:
            self.told.append((change.level <= 0, change.sentence))

    def run(self, seconds):
        until_s = self.clock.now_s + seconds
        while self.clock.now_s < until_s:
            self.compose()

    @property
    def now(self):
        """Frames per second, and the network's input as a share of its own."""
        interval_s = self.pace.interval_s(self.fps_in)
        share = (self.pace.input_pixels(None) or self.full_pixels) / self.full_pixels
        return round(1 / interval_s if interval_s else self.fps_in), round(share, 2)

    def steps(self, seconds):
        """What it does, from now on, one after the other."""
        seen = [self.now]
        until_s = self.clock.now_s + seconds
        while self.clock.now_s < until_s:
            self.compose()
            if self.now != seen[-1]:
                seen.append(self.now)
        return seen


def test_a_machine_that_keeps_up_stays_at_full_quality():
    machine = Machine(network_s=0.010, rest_s=0.008)
    machine.run(60)
    assert machine.changes == []
    assert machine.now == (30, 1.0)
    assert machine.pace.input_pixels(None) is None


@pytest.mark.parametrize(
    ("fps_in", "full_pixels", "steps"),
    [
        (30.0, FAST, [(30, 1.0), (15, 1.0), (15, 0.6)]),
        (29.97, QUALITY, [(30, 1.0), (15, 1.0), (15, 0.6), (15, 0.36)]),
        (60.0, FAST, [(60, 1.0), (30, 1.0), (15, 1.0), (15, 0.6)]),
        (25.0, FAST, [(25, 1.0), (15, 1.0), (15, 0.6)]),
        (15.0, FAST, [(15, 1.0), (15, 0.6)]),
    ],
)
def test_the_rate_gives_way_first_to_15_and_the_detail_only_then(fps_in, full_pixels, steps):
    machine = Machine(network_s=0.400, rest_s=0.010, full_pixels=full_pixels, fps_in=fps_in)
    rounded = [(round(fps_in) if rate > 30 else rate, share) for rate, share in machine.steps(60)]
    assert rounded == steps


def test_detail_stays_where_15_frames_per_second_are_enough():
    machine = Machine(network_s=0.040, rest_s=0.008)
    machine.run(120)
    assert machine.now == (15, 1.0)
    assert len(machine.changes) == 1


def test_the_outline_never_shrinks_to_where_it_takes_wall_for_hair():
    machine = Machine(network_s=1.0, rest_s=0.01)
    machine.run(60)
    assert machine.pace.input_pixels(None) >= LEAST_INPUT_PIXELS
    small = Machine(network_s=1.0, rest_s=0.01, full_pixels=160 * 96)
    small.run(60)
    assert small.now == (15, 1.0)
    assert small.pace.input_pixels(None) is None


def test_never_two_levels_within_a_second():
    machine = Machine(network_s=1.0, rest_s=0.5)
    machine.run(60)
    times = [now for now, _ in machine.changes]
    gaps = [late - early for early, late in pairwise(times)]
    assert min(gaps) >= DOWN_AFTER_S > 1.0


def test_the_rate_is_back_when_the_delay_was_under_half_a_frame_for_three_seconds():
    machine = Machine(network_s=0.056, rest_s=0.004)
    machine.run(10)
    assert machine.now == (15, 1.0)
    machine.network_s = 0.024  # with the rest 28 of 66 ms
    machine.run(UP_AFTER_S)
    assert machine.now == (15, 1.0)
    machine.run(2.0)  # it is a mean over half a second
    assert machine.now == (30, 1.0)


def test_half_a_frame_is_not_enough_where_it_would_be_given_up_again_at_once():
    machine = Machine(network_s=0.056, rest_s=0.004)
    machine.run(10)
    machine.network_s = 0.0285  # under half of 66 ms, and 98 % of 33 ms
    machine.run(600)
    assert machine.now == (15, 1.0)
    assert len(machine.changes) == 1


def test_all_of_it_comes_back_step_by_step():
    machine = Machine(network_s=0.400, rest_s=0.010, full_pixels=QUALITY, fps_in=60.0)
    machine.run(30)
    machine.network_s = 0.002
    assert machine.steps(40) == [(15, 0.36), (15, 0.6), (15, 1.0), (30, 1.0), (60, 1.0)]
    assert machine.pace.input_pixels(None) is None


@pytest.mark.parametrize(("busy_s", "free_s"), [(4, 4), (3, 7), (8, 5)])
def test_load_that_comes_and_goes_does_not_make_the_picture_swing(busy_s, free_s):
    machine = Machine(network_s=0.056, rest_s=0.004)
    for _ in range(600 // (busy_s + free_s)):
        machine.network_s = 0.056
        machine.run(busy_s)
        machine.network_s = 0.002
        machine.run(free_s)
    assert len(machine.changes) <= 8  # in ten minutes
    late = [now for now, _ in machine.changes if now > machine.clock.now_s - 300]
    assert len(late) <= 2


def test_a_rate_that_held_is_tried_after_three_seconds_again():
    machine = Machine(network_s=0.056, rest_s=0.004)
    for _ in range(3):
        machine.network_s = 0.056
        machine.run(10)
        assert machine.now == (15, 1.0)
        machine.network_s = 0.002
        machine.run(UP_AFTER_S + 2)
        assert machine.now == (30, 1.0)
        machine.run(60)


def test_it_is_told_once_that_quality_is_reduced_and_once_that_it_is_full():
    machine = Machine(network_s=0.400, rest_s=0.010, full_pixels=QUALITY)
    machine.run(30)
    assert len(machine.changes) == 3
    assert machine.told == [(False, REDUCED)]
    machine.network_s = 0.002
    machine.run(30)
    assert machine.told == [(False, REDUCED), (True, FULL)]


def test_one_slow_frame_changes_nothing():
    machine = Machine(network_s=0.005, rest_s=0.005)
    machine.run(10)
    machine.pace.observe(busy_s=0.5, network_s=0.4, delay_s=0.5, fps_due=30.0, input_pixels=FAST)
    machine.run(10)
    assert machine.changes == []


def test_nothing_is_decided_from_the_first_frames_after_a_start_or_a_gap():
    machine = Machine(network_s=0.2, rest_s=0.1)
    machine.clock.pass_s(60)  # the engine was being compiled
    machine.run(DOWN_AFTER_S * 0.8)
    assert machine.changes == []
    machine.clock.pass_s(60)  # the camera was out
    machine.run(DOWN_AFTER_S * 0.8)
    assert machine.changes == []
    machine.run(DOWN_AFTER_S)
    assert len(machine.changes) == 1


def test_a_machine_with_time_to_spare_takes_the_larger_input_and_does_not_tell():
    machine = Machine(network_s=0.004, rest_s=0.003, larger_pixels=2 * FAST)
    machine.run(UP_AFTER_S - 0.2)
    assert machine.now == (30, 1.0)
    machine.run(60)
    assert machine.now == (30, 2.0)
    assert len(machine.changes) == 1
    assert machine.told == []


def test_a_machine_whose_half_would_be_taken_keeps_the_input():
    machine = Machine(network_s=0.007, rest_s=0.003, larger_pixels=2 * FAST)
    machine.run(60)
    assert machine.changes == []
    machine = Machine(network_s=0.003, rest_s=0.007, larger_pixels=2 * FAST)
    machine.run(60)
    assert machine.now == (30, 2.0)


def test_no_input_is_larger_that_is_a_tenth_larger():
    machine = Machine(network_s=0.001, rest_s=0.001, larger_pixels=round(1.1 * FAST))
    machine.run(60)
    assert machine.changes == []


def test_the_larger_input_gives_way_to_a_call_before_any_frame_does():
    machine = Machine(network_s=0.004, rest_s=0.003, larger_pixels=2 * FAST)
    machine.run(10)
    machine.rest_s = 0.010  # with the network 18 of 33 ms
    machine.run(60)
    assert machine.now == (30, 2.0)
    machine.rest_s = 0.019  # 27
    machine.run(60)
    assert machine.now == (30, 1.0)
    assert machine.told == []


def test_an_overload_takes_the_larger_input_first_and_gives_it_back_last():
    machine = Machine(network_s=0.004, rest_s=0.003, larger_pixels=2 * FAST)
    machine.run(10)
    machine.network_s = 0.400
    assert machine.steps(60) == [(30, 2.0), (30, 1.0), (15, 1.0), (15, 0.6)]
    machine.network_s = 0.004
    assert machine.steps(400) == [(15, 0.6), (15, 1.0), (30, 1.0), (30, 2.0)]
    assert machine.told == [(False, REDUCED), (True, FULL)]


def test_switched_off_it_stays_at_full_quality():
    machine = Machine(network_s=0.2, rest_s=0.1)
    machine.pace.is_on = False
    machine.run(30)
    assert machine.pace.level == 0


def test_another_source_or_model_starts_at_full_quality():
    machine = Machine(network_s=0.4, rest_s=0.01)
    machine.run(30)
    machine.pace.start_over()
    assert machine.now == (30, 1.0)


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
