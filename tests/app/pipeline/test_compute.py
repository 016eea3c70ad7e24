"""The compute thread, on which a live picture goes before a file, and a thread for other tasks."""

import subprocess
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor, wait

import pytest

from app.pipeline import compute as module
from app.pipeline.background_tasks import TaskThread, report_unexpected
from app.pipeline.compute import ComputeThread, Urgency
from app.pipeline.installation import ROOT


@pytest.fixture
def compute(monkeypatch):
    monkeypatch.setattr(module, "TURN_S", 0.0)  # a turn is a step
    return ComputeThread()


@pytest.fixture
def held(compute):
    """Holds the thread until it is set, so that a test can say what waits."""
    gate = threading.Event()
    begun = threading.Event()

    def hold():
        begun.set()
        gate.wait()

    compute.submit(hold, Urgency.LIVE)
    assert begun.wait()
    yield gate
    gate.set()


def steps_of(name, done, count=3):
    for step in range(count):
        done.append(f"{name}{step}")
        yield
    return name


def test_a_live_picture_goes_before_an_opening_and_that_before_a_file(compute, held):
    done = []
    futures = [
        compute.submit(lambda: done.append("file")),
        compute.submit(lambda: done.append("opening"), Urgency.OPENING),
        compute.submit(lambda: done.append("live 1"), Urgency.LIVE),
        compute.submit(lambda: done.append("live 2"), Urgency.LIVE),
    ]
    held.set()
    wait(futures)
    assert done == ["live 1", "live 2", "opening", "file"]


def test_between_two_steps_of_a_file_a_live_picture_has_its_turn(compute):
    done = []

    def file():
        done.append("file 0")
        live.append(compute.submit(lambda: done.append("live"), Urgency.LIVE))
        yield
        done.append("file 1")

    live = []
    compute.submit_steps(file(), Urgency.FILE).result()
    assert done == ["file 0", "live", "file 1"]


def test_steps_that_are_short_are_done_together_so_that_a_file_gets_on(compute, monkeypatch):
    monkeypatch.setattr(module, "TURN_S", 3600.0)
    done = []

    def file():
        live.append(compute.submit(lambda: done.append("live"), Urgency.LIVE))
        yield
        done.append("file")

    live = []
    compute.submit_steps(file(), Urgency.FILE).result()
    live[0].result()
    assert done == ["file", "live"]


def test_what_was_begun_goes_on_before_what_came_later(compute, held):
    done = []
    first = compute.submit_steps(steps_of("a", done), Urgency.FILE)
    second = compute.submit_steps(steps_of("b", done), Urgency.FILE)
    held.set()
    assert (first.result(), second.result()) == ("a", "b")
    assert done == ["a0", "a1", "a2", "b0", "b1", "b2"]


def test_an_error_is_for_whoever_asked_and_the_thread_goes_on(compute):
    def fails():
        yield
        raise KeyError("in the second step")

    with pytest.raises(KeyError, match="second step"):
        compute.submit_steps(fails(), Urgency.FILE).result()
    assert compute.submit(lambda: 7).result() == 7


def test_what_is_cancelled_before_its_turn_is_not_done(compute, held):
    done = []
    future = compute.submit(lambda: done.append(1))
    assert future.cancel()
    held.set()
    compute.submit(lambda: None).result()
    assert not done


ENDED_BETWEEN_STEPS = """
import threading
from app.pipeline.background_tasks import TaskThread
from app.pipeline.compute import Urgency, compute_thread

has_begun = threading.Event()

def endless():
    while True:
        has_begun.set()
        yield

tasks = TaskThread("tasks", print)
steps = compute_thread().submit_steps
tasks.run("opening an engine", lambda: steps(endless(), Urgency.OPENING).result())
has_begun.wait()
"""


def test_a_process_ends_quietly_while_a_thread_waits_for_the_next_step():
    ended = subprocess.run(
        [sys.executable, "-c", ENDED_BETWEEN_STEPS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


@pytest.mark.usefixtures("expected_error_logs")
def test_a_task_that_fails_is_logged_and_told_and_the_next_one_runs(caplog):
    told, done = [], []

    def fails(what):
        raise KeyError(what)

    tasks = TaskThread("tasks", told.append)
    assert tasks.run("looking for it", fails, "nowhere")
    assert tasks.run("counting", done.append, 1)
    tasks.close()
    assert done == [1]
    (sentence,) = told
    assert "while looking for it (KeyError('nowhere'))" in sentence
    assert "looking for it failed" in caplog.text
    assert "Traceback" in caplog.text


def test_a_task_for_a_thread_that_was_closed_is_refused_and_does_not_raise():
    tasks = TaskThread("tasks", lambda sentence: None)
    tasks.close()
    tasks.close()
    assert not tasks.run("nothing", print)


def test_what_was_cancelled_is_nothing_to_report():
    told = []
    future = Future()
    report_unexpected(future, "waiting", told.append)
    future.cancel()
    future.set_running_or_notify_cancel()
    assert not told


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("can't start new thread", MemoryError),
        ("cannot schedule new futures after interpreter shutdown", module.ProcessEndsError),
        ("can't create new thread at interpreter shutdown", module.ProcessEndsError),
    ],
)
def test_what_cannot_be_computed_says_whether_memory_or_the_process_ends(
    compute, monkeypatch, said, kind
):
    def refuses(executor, turn):
        raise RuntimeError(said)

    monkeypatch.setattr(ThreadPoolExecutor, "submit", refuses)
    with pytest.raises(kind, match=said):
        compute.submit(lambda: None, Urgency.OPENING).result()
