from itertools import pairwise

import pytest
from live_doubles import Clock

from pipeline.live.pace_control import (
    DOWN_AFTER_S,
    LEVELS,
    SMALLEST_INPUT_PIXELS,
    UP_AFTER_S,
    PaceControl,
)

FULL = 256 * 144


class Machine:
    """A source of 30 frames/s and a machine whose work grows with the network's input."""

    def __init__(self, *, network_s: float, rest_s: float) -> None:
        self.clock = Clock()
        self.pace = PaceControl(clock=self.clock)
        self.network_s, self.rest_s = network_s, rest_s
        self.changes: list[tuple[float, int]] = []

    def run(self, seconds: float) -> None:
        until_s = self.clock.now_s + seconds
        while self.clock.now_s < until_s:
            pixels = self.pace.input_pixels(None) or FULL
            network_s = self.network_s * pixels / FULL
            busy_s = self.rest_s + network_s
            self.clock.pass_s(max(busy_s, self.pace.frame_step / 30))
            change = self.pace.observe(
                busy_s=busy_s, network_s=network_s, fps_in=30.0, input_pixels=pixels
            )
            if change is not None:
                assert change.sentence
                self.changes.append((self.clock.now_s, change.level))


def test_a_machine_that_keeps_up_stays_at_full_detail():
    machine = Machine(network_s=0.010, rest_s=0.008)
    machine.run(60)
    assert machine.changes == []
    assert machine.pace.input_pixels(None) is None


def test_the_input_shrinks_first_and_the_rate_only_then():
    machine = Machine(network_s=0.200, rest_s=0.010)
    machine.run(30)
    assert [level for _, level in machine.changes] == [1, 2, 3]
    assert [step for _, step in LEVELS] == [1, 1, 1, 2]


def test_never_two_levels_within_a_second():
    machine = Machine(network_s=1.0, rest_s=0.5)
    machine.run(60)
    times = [now for now, _ in machine.changes]
    gaps = [late - early for early, late in pairwise(times)]
    assert min(gaps) >= DOWN_AFTER_S > 1.0


def test_it_stops_at_the_level_that_is_enough():
    machine = Machine(network_s=0.035, rest_s=0.008)
    machine.run(60)
    assert machine.pace.level == 1
    assert machine.pace.input_pixels(None) == round(FULL * LEVELS[1][0])


def test_it_recovers_when_the_machine_has_time_again():
    machine = Machine(network_s=0.060, rest_s=0.010)
    machine.run(20)
    assert machine.pace.level > 0
    machine.network_s = 0.008
    machine.run(3 * UP_AFTER_S)
    assert machine.pace.level == 0
    assert machine.pace.input_pixels(None) is None


def test_a_level_that_was_taken_back_too_early_waits_longer_each_time():
    """Load that comes and goes must not make the picture's detail flutter."""
    machine = Machine(network_s=0.060, rest_s=0.004)
    ups = []
    for _ in range(6):
        machine.network_s = 0.060
        machine.run(5)
        machine.network_s = 0.002
        before = len(machine.changes)
        began_s = machine.clock.now_s
        while len(machine.changes) == before:
            machine.run(0.5)
        ups.append(machine.clock.now_s - began_s)
    assert ups[-1] > 1.5 * UP_AFTER_S


def test_one_slow_frame_changes_nothing():
    machine = Machine(network_s=0.005, rest_s=0.005)
    machine.run(10)
    machine.pace.observe(busy_s=0.5, network_s=0.4, fps_in=30.0, input_pixels=FULL)
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
    assert [level for _, level in machine.changes] == [1]


def test_switched_off_it_stays_at_full_detail():
    machine = Machine(network_s=0.2, rest_s=0.1)
    machine.pace.is_on = False
    machine.run(30)
    assert machine.pace.level == 0


def test_the_network_never_shrinks_beyond_use():
    pace = PaceControl(clock=Clock())
    pace.level = 2
    pace._full_pixels = 160 * 96
    assert pace.input_pixels(None) == SMALLEST_INPUT_PIXELS


@pytest.mark.parametrize("level", [1, 2, 3])
def test_another_source_or_model_starts_at_full_detail(level):
    pace = PaceControl(clock=Clock())
    pace.level = level
    pace.start_over()
    assert pace.level == 0
