"""The end of the program: by itself when it is told to, with its file, and without waiting."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import av

from app.messages import Message
from gui.shared.background_tasks import BackgroundTasks

ROOT = Path(__file__).parents[2]


def test_the_program_ends_after_its_seconds_with_a_playable_recording(tmp_path):
    recording = tmp_path / "me.mp4"
    words = ["--source", "synthetic", "--device", "cpu", "--background", "navy"]
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_DATA_HOME": str(tmp_path / "data"),
    }
    ended = subprocess.run(
        [sys.executable, "main.py", *words, "--seconds", "1", "--record", str(recording)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    with av.open(recording) as container:
        assert sum(1 for _ in container.decode(video=0)) > 0


def test_closing_does_not_wait_for_a_model_that_is_being_compiled(qapp):
    is_compiling, is_compiled = threading.Event(), threading.Event()

    def measure():
        is_compiling.set()
        is_compiled.wait()
        return (1.0,)

    tasks = BackgroundTasks()
    told = []
    tasks.answer(Message("measuring the models"), told.append, measure)
    assert is_compiling.wait()
    tasks.stop()  # the model is still being compiled
    is_compiled.set()
    tasks.stop()
    for thread in threading.enumerate():
        if thread.name.startswith("tasks"):
            thread.join()
    qapp.processEvents()
    assert not told, "the window has closed"
