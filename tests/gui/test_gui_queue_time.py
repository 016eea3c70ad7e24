"""How long all exports together still take."""

import pytest

from gui.export.estimates import QueueTime


@pytest.fixture
def queue(tmp_path):
    """Three exports of 100, 200 and 300 bytes, at second 0."""
    now = [0.0]
    queue = QueueTime(clock=lambda: now[0])
    for number in (1, 2, 3):
        path = tmp_path / f"{number}.mp4"
        path.write_bytes(bytes(100 * number))
        queue.add(number, path)
    queue.begin(1)
    return queue, now


def test_what_waits_takes_as_long_for_its_size_as_what_runs(queue):
    queue, now = queue
    assert queue.seconds_left([1], [2, 3]) is None, "nothing is known yet"
    now[0] = 4.0
    queue.progress(1, 6.0)  # 10 s for 100 bytes
    assert queue.seconds_left([1], [2, 3]) == pytest.approx(6 + 20 + 30)
    assert queue.seconds_left([1], [2, 3], workers=2) == pytest.approx(28)
    now[0] = 10.0
    queue.end(1)
    queue.begin(2)
    queue.progress(2, 20.0)
    assert queue.seconds_left([2], [3]) == pytest.approx(50)
    assert queue.seconds_left([2], []) == pytest.approx(20)


def test_an_input_without_a_size_leaves_the_whole_unknown(queue, tmp_path):
    queue, _ = queue
    queue.add(4, tmp_path / "shot_%03d.png")
    queue.progress(1, 6.0)
    assert queue.seconds_left([1], [2, 4]) is None
    assert queue.seconds_left([], [2]) is None, "nothing runs"
