"""Channel: bounded, lossless, and closable from either end."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.pipeline.jobs.stages import Channel


def test_everything_arrives_once_and_in_order():
    channel = Channel(3)

    def produce():
        for number in range(100):
            channel.put(number)
        channel.close()

    with ThreadPoolExecutor(1) as executor:
        executor.submit(produce)
        assert list(channel) == list(range(100))


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
