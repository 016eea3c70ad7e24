"""Tasks with an engine that remembers, and the services of `main.py cluster`."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import worker_doubles

import main
from app.cluster import queue, tasks
from app.pipeline.engines import KeptEngines, open_engine_for
from app.pipeline.jobs import stages

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def as_a_process_that_started_no_worker():
    """Dask leaves in this process's environment what it gives to workers."""
    os.environ.pop("PYTHONSAFEPATH", None)
    yield
    os.environ.pop("PYTHONSAFEPATH", None)


@pytest.fixture
def engine_that_remembers(monkeypatch):
    """For tasks and jobs of this process."""
    monkeypatch.setattr(tasks, "engines", KeptEngines(open_engine_for))
    for module in (stages, queue):  # so that both are as before after the test
        monkeypatch.setattr(module, "REPORT_EVERY_S", module.REPORT_EVERY_S)
    worker_doubles.install()


@pytest.fixture
def services():
    """`services(...)` starts `main.py cluster ...` and waits for its first line."""
    started = []
    # So that workers find the engine of these tests.
    paths = [str(ROOT / "tests" / name) for name in ("app/cluster", "app/video", "")]

    def start(*arguments):
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "main.py"), "cluster", *arguments],
            env=dict(os.environ, PYTHONPATH=os.pathsep.join(paths)),
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        assert process.stderr is not None
        return process, process.stderr.readline()

    yield start
    for process in started:
        process.send_signal(signal.SIGINT)
    for process in started:
        process.wait()
        process.stderr.close()


@pytest.fixture
def process(monkeypatch, tmp_path, capsys):
    """`process(...)`: status, standard error, and the events."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        status = main.main(["process", *map(str, arguments), "--json"])
        out, err = capsys.readouterr()
        return status, err, [json.loads(line) for line in out.splitlines()]

    return run
