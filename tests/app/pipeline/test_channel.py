"""Channel: bounded, lossless, closable from either end; ThreadClock: each moment counts once."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.pipeline.jobs.stages import Channel
from app.pipeline.jobs.thread_clock import ThreadClock, ThreadTimes


def test_a_producer_waits_while_the_channel_is_full():
    channel = Channel(2)
    third_is_in = threading.Event()

    def produce():
        for number in range(3):
            channel.put(number)
        third_is_in.set()

    with ThreadPoolExecutor(1) as executor:
        executor.submit(produce)
        assert not third_is_in.wait(0.05)
        assert channel.take() == [0]
        assert third_is_in.wait()


def test_batches_are_full_but_for_the_last():
    channel = Channel(8)
    for number in range(7):
        channel.put(number)
    channel.close()
    assert [channel.take(3) for _ in range(4)] == [[0, 1, 2], [3, 4, 5], [6], []]


def test_closing_releases_a_waiting_producer_and_a_waiting_consumer():
    full, empty = Channel(1), Channel(1)
    full.put(0)
    with ThreadPoolExecutor(2) as executor:
        producer = executor.submit(full.put, 1)
        consumer = executor.submit(empty.take)
        full.close()
        empty.close()
        assert producer.result() is False
        assert consumer.result() == []


def test_discarding_drops_what_is_inside():
    channel = Channel(2)
    channel.put(1)
    channel.close(discard=True)
    assert channel.take() == []
    assert channel.put(2) is False


def test_a_batch_larger_than_the_channel_is_refused():
    with pytest.raises(ValueError, match="3 items from a channel of capacity 2"):
        Channel(2).take(3)


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
