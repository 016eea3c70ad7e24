"""What a model costs: a machine that is busy meanwhile does not make the model dearer."""

from __future__ import annotations

import itertools
import subprocess
import sys
from types import SimpleNamespace

import pytest

from app.pipeline.installation import ROOT
from app.pipeline.model_cost import measure_cost


class Engine:
    """Takes 10 ms for a frame, 8 of them for the network, and much longer whenever others work."""

    device_name = "CPU"
    architecture = SimpleNamespace(height=144, width=256)

    def __init__(self, clock):
        self._clock = clock
        self._others_ms = itertools.cycle((90, 250, 40, 0))

    def process(self, batch):
        others_ms = next(self._others_ms)
        self._clock.now_s += (10 + others_ms) / 1000
        return SimpleNamespace(stage_ms={"network": 8.0 + others_ms})

    def close(self):
        pass


@pytest.mark.usefixtures("busy_machine")
def test_a_busy_machine_does_not_make_a_model_dearer():
    cost = measure_cost("fast", seconds=2.0)
    assert cost.frame_ms == pytest.approx(10.0)
    assert cost.twice_ms == pytest.approx(18.0)


@pytest.fixture
def busy_machine(monkeypatch):
    clock = SimpleNamespace(now_s=0.0)
    opened = SimpleNamespace(engine=Engine(clock), model="fast")
    monkeypatch.setattr("app.pipeline.model_cost.perf_counter", lambda: clock.now_s)
    monkeypatch.setattr("app.pipeline.model_cost.open_engine_for", lambda *_, **__: opened)


# As the window does: it closes its thread of tasks, and then the interpreter ends.
CLOSED_WHILE_MEASURING = """
import threading
from types import SimpleNamespace
from app.pipeline import model_cost
from app.pipeline.background_tasks import TaskThread

is_measuring = threading.Event()

class Engine:
    def process(self, batch):
        is_measuring.set()
        return SimpleNamespace(stage_ms={})
    def close(self):
        pass

opened = SimpleNamespace(engine=Engine(), model="fast")
model_cost.open_engine_for = lambda *arguments, **keywords: opened
tasks = TaskThread("tasks", print)
tasks.run("measuring", lambda: model_cost.measure_cost("fast", seconds=float("inf")))
is_measuring.wait()
tasks.close(wait_s=0.0)
"""


def test_a_process_that_ends_during_a_measurement_ends_quietly():
    ended = subprocess.run(
        [sys.executable, "-c", CLOSED_WHILE_MEASURING],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
