"""The whole program with its window: it ends by itself when it is told to, and keeps its file."""

import os
import subprocess
import sys
from pathlib import Path

import av

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
