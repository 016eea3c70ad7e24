import pytest
from live_doubles import Clock

from app.pipeline.live.statistics import WINDOW_FRAMES, Rate, StageTimes, percentiles


def test_percentiles_are_ranks_of_what_was_measured():
    figures = percentiles([float(value) for value in range(1, 101)])
    assert (figures.p50, figures.p95, figures.max, figures.count) == (50.0, 95.0, 100.0, 100)


def test_one_value_is_all_percentiles():
    figures = percentiles([7.0])
    assert (figures.p50, figures.p95, figures.max) == (7.0, 7.0, 7.0)


def test_a_steady_stream_has_its_rate():
    clock = Clock()
    rate = Rate(clock)
    for _ in range(100):
        clock.pass_s(1 / 30)
        rate.tick()
    assert rate.per_second() == pytest.approx(30.0, rel=0.01)


def test_the_rate_of_a_stream_that_stopped_fades_to_nothing():
    clock = Clock()
    rate = Rate(clock)
    for _ in range(60):
        clock.pass_s(1 / 30)
        rate.tick()
    clock.pass_s(1.0)
    assert 5 < rate.per_second() < 20
    clock.pass_s(1.5)
    assert rate.per_second() == 0.0


def test_two_frames_that_come_at_once_are_no_rate():
    clock = Clock()
    rate = Rate(clock)
    for pause_s in (0.0, 0.002, 0.002):
        clock.pass_s(pause_s)
        rate.tick()
        assert rate.per_second() == 0.0
    clock.pass_s(0.3)
    rate.tick()
    assert rate.per_second() < 20


def test_only_the_last_frames_count_and_memory_stays():
    times = StageTimes()
    for value in range(10 * WINDOW_FRAMES):
        times.add({"network": float(value)})
    figures = times.snapshot()["network"]
    assert figures.count == WINDOW_FRAMES
    assert figures.max == 10 * WINDOW_FRAMES - 1
    times.clear()
    assert times.snapshot() == {}
