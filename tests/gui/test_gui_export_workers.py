"""Exports side by side: as many at a time as there are workers, and how long the queue takes."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from doubles import FakeEngineFactory

from app.pipeline.jobs.events import Done, Progress, Report, Started
from app.pipeline.jobs.job_spec import JobSpec
from gui.export.queue import Exports, QueueTime
from gui.export.tray import ExportTray


class FakeWorkers:
    """What a `ClusterQueue` is to the window."""

    def __init__(self, arrived):
        self.arrived, self.jobs, self.is_closed = arrived, [], False

    def add(self, spec):
        job = SimpleNamespace(spec=spec, cancel=lambda: None)
        self.jobs.append(job)
        return job

    def end(self, job):
        self.arrived(job, Done(Report(job.spec.input, job.spec.output, 1, 1)))

    def cancel(self):
        pass

    def wait(self):
        return True

    def close(self):
        self.is_closed = True


@pytest.fixture
def exports(qtbot):
    opened = []

    def open_workers(count, arrived):
        opened.append(FakeWorkers(arrived))
        return opened[-1]

    exports = Exports(FakeEngineFactory(), open_workers=open_workers)
    exports.opened = opened
    yield exports
    exports.close()
    assert all(workers.is_closed for workers in opened)


def specs(count):
    return [JobSpec(Path(f"{number}.mp4"), Path(f"{number}-out.mp4")) for number in range(count)]


def test_as_many_files_are_written_at_a_time_as_there_are_workers(exports, qtbot):
    exports.set_workers(2)
    numbers = [exports.add(spec) for spec in specs(3)]
    qtbot.waitUntil(lambda: bool(exports.opened and len(exports.opened[0].jobs) == 2))
    (workers,) = exports.opened
    assert exports.waiting() == numbers[2:]
    assert exports.unfinished_count == 3
    with qtbot.waitSignal(exports.happened) as heard:
        workers.end(workers.jobs[1])
    assert heard.args[0] == numbers[1]
    qtbot.waitUntil(lambda: len(workers.jobs) == 3)
    assert list(exports.specs()) == [numbers[0], numbers[2]]


def test_workers_that_do_not_start_leave_one_file_after_the_other(qtbot, tmp_path):
    exports = Exports(FakeEngineFactory(), open_workers=lambda count, arrived: "no Dask here")
    try:
        exports.set_workers(2)
        with qtbot.waitSignals([exports.workers_failed, exports.happened]):
            exports.add(specs(1)[0])
        assert exports.workers == 1
    finally:
        exports.close()


def test_workers_are_offered_where_more_than_one_is_possible(qtbot):
    tray = ExportTray()
    qtbot.addWidget(tray)
    tray.add(1, Path("a.mp4"))
    tray.show_workers(1, 1)
    assert tray.workers.isHidden()
    tray.show_workers(1, 3)
    assert not tray.workers.isHidden()
    assert [tray.workers.itemText(n) for n in range(3)] == ["1 worker", "2 workers", "3 workers"]


INPUT = Path("a.mp4")


def started():
    return Started(INPUT, INPUT, 4, 2, None, "cpu", "fast")


def left(seconds):
    return Progress(INPUT, 1, None, 1.0, seconds)


@pytest.fixture
def queue(tmp_path):
    """Three exports of 100, 200 and 300 bytes, at second 0."""
    now = [0.0]
    queue = QueueTime(clock=lambda: now[0])
    for number in (1, 2, 3):
        path = tmp_path / f"{number}.mp4"
        path.write_bytes(bytes(100 * number))
        queue.add(number, path)
    queue.hear(1, started())
    return queue, now


def test_what_waits_takes_as_long_for_its_size_as_what_runs(queue):
    queue, now = queue
    assert queue.seconds_left([1], [2, 3]) is None, "nothing is known yet"
    now[0] = 4.0
    queue.hear(1, left(6.0))  # 10 s for 100 bytes
    assert queue.seconds_left([1], [2, 3]) == pytest.approx(6 + 20 + 30)
    assert queue.seconds_left([1], [2, 3], workers=2) == pytest.approx(28)
    now[0] = 10.0
    queue.hear(1, Done(Report(INPUT, INPUT, 1, 1)))
    queue.hear(2, started())
    queue.hear(2, left(20.0))
    assert queue.seconds_left([2], [3]) == pytest.approx(50)
    assert queue.seconds_left([2], []) == pytest.approx(20)


def test_an_input_without_a_size_leaves_the_whole_unknown(queue, tmp_path):
    queue, _ = queue
    queue.add(4, tmp_path / "shot_%03d.png")
    queue.hear(1, left(6.0))
    assert queue.seconds_left([1], [2, 4]) is None
    assert queue.seconds_left([], [2]) is None, "nothing runs"
