"""ThreadClock: each moment of a thread is counted once, as work or as waiting for a stage."""

import pytest

from app.pipeline.jobs.thread_clock import ThreadClock, ThreadTimes


class Time:
    """Told by hand."""

    def __init__(self):
        self.now_s = 100.0

    def __call__(self):
        return self.now_s


@pytest.fixture
def time():
    return Time()


def test_what_is_within_is_not_counted_twice(time):
    clock = ThreadClock("compute", clock=time)
    time.now_s += 1
    with clock.measure("start"):
        time.now_s += 2
        with clock.measure("look"):
            time.now_s += 4
        time.now_s += 8
    with clock.wait_for("decode"):
        time.now_s += 16
    time.now_s += 32
    assert clock.times() == ThreadTimes(
        63.0, {"compute": 33.0, "start": 10.0, "look": 4.0}, {"decode": 16.0}
    )


def test_an_error_ends_what_was_being_counted(time):
    clock = ThreadClock("decode", clock=time)

    def fail():
        with clock.wait_for("compute"):
            time.now_s += 1
            raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        fail()
    time.now_s += 2
    assert clock.times() == ThreadTimes(3.0, {"decode": 2.0}, {"compute": 1.0})


def test_after_its_end_a_thread_takes_no_more_time(time):
    clock = ThreadClock("encode", clock=time)
    time.now_s += 1
    clock.stop()
    time.now_s += 2
    assert clock.times().wall_s == 1.0


def test_the_times_of_several_threads_add_up():
    total = ThreadTimes(3.0, {"decode": 2.0}, {"compute": 1.0}) + ThreadTimes(
        5.0, {"decode": 1.0, "background": 4.0}, {}
    )
    assert total == ThreadTimes(8.0, {"decode": 3.0, "background": 4.0}, {"compute": 1.0})
