"""`main.py process --watch`: until Ctrl-C, which ends it cleanly."""

import signal
import threading
import time
from types import SimpleNamespace

import pytest
from PIL import Image
from video_clips import make_clip

from app.cli import watch
from app.pipeline.jobs.queue import JobQueue


class HangingGate(threading.Event):
    """An engine's gate that tells when an engine waits at it."""

    def __init__(self):
        super().__init__()
        self.reached = threading.Event()

    def wait(self, timeout=None):
        self.reached.set()
        return super().wait(timeout)


@pytest.fixture
def until(monkeypatch):
    """`until(condition)`: Ctrl-C comes once that holds; the folder is looked at all the time."""

    def press_once(condition):
        def sleep(seconds):
            time.sleep(0.001)
            if condition():
                signal.raise_signal(signal.SIGINT)

        monkeypatch.setattr(watch, "time", SimpleNamespace(sleep=sleep, monotonic=time.monotonic))

    monkeypatch.setattr("app.pipeline.watch_folder.SETTLE_S", 0.0)
    monkeypatch.setattr("app.pipeline.watch_folder.SCAN_EVERY_S", 0.0)
    return press_once


def test_it_works_until_ctrl_c_and_goes_on_where_it_was(command, tmp_path, until):
    (tmp_path / "in").mkdir()
    make_clip(tmp_path / "in" / "talk.mp4")
    until(lambda: (tmp_path / "done" / "talk.mp4").exists())
    words = ("process", "--watch", "in", "-o", "done/", "--background", "red", "--json")
    result = command(*words)
    assert result.status == 0, result.err
    assert [event["event"] for event in result.events if event["event"] != "progress"] == [
        "notice",
        "start",
        "done",
    ]
    assert "Watching in; results go to done. Ctrl-C ends." in result.events[0]["message"]
    Image.new("RGB", (64, 48)).save(tmp_path / "in" / "me.png")
    until(lambda: (tmp_path / "done" / "me.png").exists())
    again = command(*words)
    assert again.status == 0
    assert again.new_files == ["done/me.png"]
    resumed = ("process", "in/talk.mp4", "-o", "done/talk.mp4", "--resume", "--json")
    other = command(*resumed, "--background", "blue")
    assert other.status == 1
    assert "was made with other values of background" in other.events[-1]["message"]
    assert command(*resumed, "--background", "red").status == 0


def test_a_film_that_ctrl_c_cuts_short_is_said_by_the_status(
    command, engine_factory, tmp_path, until, monkeypatch
):
    (tmp_path / "in").mkdir()
    make_clip(tmp_path / "in" / "talk.mp4", frame_count=40)
    until(lambda: False)
    cancel = JobQueue.cancel

    def press(engine):
        def cancel_first(queue):
            cancel(queue)
            engine.gate.set()

        engine.gate.clear()
        monkeypatch.setattr(JobQueue, "cancel", cancel_first)
        signal.raise_signal(signal.SIGINT)

    engine_factory.prepare = press
    result = command("process", "--watch", "in", "-o", "done", "--background", "red")
    assert result.status == 130
    assert not (tmp_path / "done" / "talk.mp4").exists()


def test_ctrl_c_twice_leaves_a_job_that_hangs(
    command, engine_factory, tmp_path, until, monkeypatch
):
    (tmp_path / "in").mkdir()
    make_clip(tmp_path / "in" / "talk.mp4", frame_count=40)
    monkeypatch.setattr("app.cli.watch.INSIST_AFTER_S", -1.0)
    monkeypatch.setattr("app.cli.watch.POLL_S", 0.01)
    gate = HangingGate()
    until(gate.reached.is_set)
    engine_factory.prepare = lambda engine: setattr(engine, "gate", gate)
    queues = []
    cancel = JobQueue.cancel

    def cancel_and_insist(queue):
        cancel(queue)
        if not queues:
            queues.append(queue)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(JobQueue, "cancel", cancel_and_insist)
    result = command("process", "--watch", "in", "-o", "done", "--background", "red")
    assert result.status == 130
    assert "Stopped at once" in result.err
    gate.set()
    queues[0].close()
