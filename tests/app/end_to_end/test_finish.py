"""`main.py finish`, and what other commands say about what a crash left."""

import subprocess
import sys

import pytest
from test_recovery import HEAD, KILLED_RECORDING

from app.pipeline.doctor import examine

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on this system")


@pytest.fixture
def killed(tmp_path):
    path = tmp_path / "me.mp4"
    subprocess.run([sys.executable, "-c", HEAD + KILLED_RECORDING, path], check=False)
    return path


def test_a_recording_that_was_cut_short_is_offered_and_finished(command, clip, killed):
    said = command("process", clip, "-o", "out.mp4").err
    assert (
        f"{killed} was interrupted by a crash; it plays, and `main.py finish` finishes it." in said
    )
    assert any(
        finding.topic == "Recording" and str(killed) in finding.text and "finish" in finding.advice
        for finding in examine(with_models=False)
    )
    done = command("finish")
    assert (done.status, done.out) == (0, f"{killed} is finished.\n")
    assert command("finish").out == "No interrupted recording was found.\n"
    assert "interrupted" not in command("process", clip, "-o", "other.mp4").err


def test_what_cannot_be_finished_is_one_sentence(command, tmp_path):
    (tmp_path / "a.mp4").write_text("no video")
    done = command("finish", "a.mp4", "gone.mp4")
    assert done.status == 1
    assert done.err == (
        "error: a.mp4 is not an interrupted recording; there is nothing to do.\n"
        "error: there is no file gone.mp4; check the path.\n"
    )
