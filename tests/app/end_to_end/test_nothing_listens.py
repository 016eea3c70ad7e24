"""No command opens a port that was not asked for; what `cluster` opens is in tests/app/cluster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest
from doubles import SLOW_ENGINE
from listeners import listening, only_linux
from rtsp_camera import RtspCamera
from video_clips import make_clip

import main

ROOT = Path(main.__file__).parent

# main.py as a program, with an engine that needs no compilation; "shown" once a window is.
PROGRAM = f"""
{SLOW_ENGINE}
import runpy, threading
def tell():
    while True:
        time.sleep(0.1)
        widgets = sys.modules.get("PySide6.QtWidgets")
        app = widgets and widgets.QApplication.instance()
        if app and any(window.isVisible() for window in app.topLevelWidgets()):
            sys.stderr.write("shown\\n")
            return
threading.Thread(target=tell, daemon=True).start()
if __name__ == "__main__":
    runpy.run_path({str(ROOT / "main.py")!r}, run_name="__main__")
"""

pytestmark = only_linux


@pytest.fixture
def start(tmp_path):
    """`start(words, until)`: a command that has printed a line with `until` in it."""
    make_clip(tmp_path / "in.mp4", frame_count=600, audio=("aac",))
    program = tmp_path / "program.py"  # a file, which the processes of workers can import
    program.write_text(PROGRAM)
    started = []

    def run(*words: str, until: str) -> int:
        process = subprocess.Popen(
            [sys.executable, str(program), *words],
            cwd=tmp_path,
            env={
                **os.environ,
                "XDG_CONFIG_HOME": str(tmp_path),
                "HOME": str(tmp_path),
                # The room's kernels are compiled already.
                "XDG_CACHE_HOME": str(platformdirs.user_cache_path()),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(process)
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if until in line:
                return process.pid
        raise AssertionError(f"it ended: {said}")

    yield run
    for process in started:
        process.send_signal(signal.SIGTERM)
        process.communicate()


@pytest.mark.parametrize(
    ("words", "until"),
    [
        (("process", "in.mp4", "-o", "out.mp4", "--json"), '"progress"'),
        (("process", "in.mp4", "-o", "o.mp4", "--workers", "1", "--json"), "1 worker."),
        (("camera", "--source", "synthetic", "--no-window"), "Model "),
        (("camera", "--source", "synthetic"), "shown"),
    ],
    ids=["process", "process --workers", "live", "window"],
)
def test_a_command_listens_to_nobody(start, words, until):
    if "--workers" in words:
        pytest.importorskip("distributed", reason="requirements-cluster.txt is not installed")
    assert listening(start(*words, until=until)) == set()


def test_a_camera_that_was_reached_through_a_port_of_ours_leaves_it_closed(start):
    with RtspCamera(height=48, width=64) as camera:
        pid = start("camera", "--source", camera.address, "--no-window", until="Model ")
        assert listening(pid) == set()
