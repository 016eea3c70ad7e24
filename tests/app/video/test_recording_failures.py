"""Recordings that end badly and play all the same: a kill, a full disk, no room for the remux."""

import errno
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from recordings import HEIGHT, WIDTH, Recording, boxes, read

import app.video.recording.recorder as recorder_module
from app.video.placing.output_name import OutputName
from app.video.recording import fragmented_mp4
from app.video.recording.summary import RecordingError

ROOT = Path(__file__).resolve().parents[3]


KILLED = """
import os, signal, sys, time
sys.path[:0] = [{root!r}, {here!r}]
from recordings import Recording
from pathlib import Path
recording = Recording(Path(sys.argv[1]))
for number in range(200):
    recording.add(number / 30, level=40 + number)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_after_sigkill_the_file_plays_up_to_the_last_seconds(tmp_path):
    script = KILLED.format(root=str(ROOT), here=str(Path(__file__).parent))
    path = tmp_path / "killed.mp4"
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    got = read(path)
    recorded_s = 199 / 30
    assert got[-1][0] >= recorded_s - 2.0
    assert [level for _, level in got] == pytest.approx([40 + n for n in range(len(got))], abs=4)


KILLED_WHILE_FINISHING = """
import os, signal, sys
sys.path[:0] = [{root!r}, {here!r}]
from recordings import Recording
from pathlib import Path
from app.video.recording.recording_file import RecordingFile

RecordingFile._place = lambda self, finished: os.kill(os.getpid(), signal.SIGKILL)
recording = Recording(Path(sys.argv[1]))
for number in range(40):
    recording.add(number / 30)
recording.stop()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("next_job", ["recording", "process"])
def test_what_a_kill_while_finishing_leaves_goes_with_the_next_job(tmp_path, next_job):
    script = KILLED_WHILE_FINISHING.format(root=str(ROOT), here=str(Path(__file__).parent))
    path = tmp_path / "a.mp4"
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    assert len(read(path)) == 40, "nothing of the recording is lost"
    assert len(list(tmp_path.iterdir())) == 2, "the half-made copy"
    if next_job == "recording":
        recording = Recording(path, overwrite=True)
        recording.add(0.0)
        assert recording.stop().is_plain
    else:
        OutputName(path, overwrite=True).discard()
    assert list(tmp_path.iterdir()) == [path]


class FullDisk:
    """A file that takes so many bytes and no more."""

    def __init__(self, file, room_bytes):
        self.file, self.left = file, room_bytes

    def write(self, data):
        if len(data) > self.left:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.left -= len(data)
        return self.file.write(data)

    def __getattr__(self, name):
        return getattr(self.file, name)


def test_a_full_disk_stops_the_recording_with_a_playable_file(tmp_path, monkeypatch, rng):
    real = open

    def small_disk(path, mode, **options):
        return FullDisk(real(path, mode, **options), 900_000)

    monkeypatch.setattr(fragmented_mp4, "open", small_disk, raising=False)
    recording = Recording(tmp_path / "a.mp4")
    number = 0
    while not recording.summaries:
        noise = rng.integers(16, 235, (HEIGHT * 3 // 2, WIDTH), np.uint8)
        recording.add(number / 30, pixels=noise)
        number += 1
        assert number < 2000
    recording.recorder.join()
    (summary,) = recording.summaries
    assert summary.reason == "disk"
    assert "disk is full" in summary.sentence
    assert len(read(tmp_path / "a.mp4")) > 0
    assert set(boxes(tmp_path / "a.mp4")) <= {b"ftyp", b"moov", b"moof", b"mdat"}
    recording.add(number / 30, waits=False)  # what still comes is left alone


def test_a_disk_that_fills_before_the_first_fragment_leaves_no_file(tmp_path, monkeypatch):
    real = open
    monkeypatch.setattr(
        fragmented_mp4,
        "open",
        lambda path, mode, **options: FullDisk(real(path, mode, **options), 1000),
        raising=False,
    )
    recording = Recording(tmp_path / "a.mp4")
    for number in range(40):
        recording.add(number / 30, waits=not recording.summaries)
    recording.recorder.stop()
    recording.recorder.join()
    (summary,) = recording.summaries
    assert (summary.reason, summary.frames) == ("disk", 0)
    assert summary.sentence == "Nothing was recorded: No space left on device."
    assert list(tmp_path.iterdir()) == []


def test_a_disk_with_too_little_room_is_refused_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr("app.video.recording.summary.free_bytes_beside", lambda path: 10 * 10**6)
    with pytest.raises(RecordingError, match="less than 64 MB are free there; free some space"):
        Recording(tmp_path / "a.mp4")


def test_a_file_that_cannot_be_made_says_why(tmp_path, monkeypatch):
    def forbidden(path, mode, **options):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(fragmented_mp4, "open", forbidden, raising=False)
    recording = Recording(tmp_path / "a.mp4")
    recording.add(0.0)
    recording.recorder.join()
    (summary,) = recording.summaries
    assert summary.reason == "error"
    assert summary.sentence == f"Nothing was recorded: {tmp_path / 'a.mp4'}: Permission denied."


def test_the_last_megabytes_of_a_disk_are_left_to_others(tmp_path, monkeypatch):
    recording = Recording(tmp_path / "a.mp4")
    for number in range(10):
        recording.add(number / 30)
    monkeypatch.setattr(recorder_module, "free_bytes_beside", lambda path: 10 * 2**20)
    for number in range(10, 40):
        recording.add(number / 30, waits=not recording.summaries)
    recording.recorder.join()
    assert recording.summaries[0].reason == "disk"
    assert len(read(tmp_path / "a.mp4")) >= 10


def test_a_folder_that_vanishes_while_its_room_is_asked_is_no_full_disk(tmp_path, monkeypatch):
    (tmp_path / "stick").mkdir()
    recording = Recording(tmp_path / "stick" / "a.mp4")

    def vanished(path):
        shutil.rmtree(tmp_path / "stick", ignore_errors=True)
        return 0

    monkeypatch.setattr(recorder_module, "free_bytes_beside", vanished)
    for number in range(10):
        recording.add(number / 30, waits=not recording.summaries)
    recording.recorder.join()
    (summary,) = recording.summaries
    assert summary.reason == "error"
    assert "no longer exists" in summary.sentence


def test_a_remux_that_fails_at_its_last_step_leaves_the_fragments_alone(tmp_path, monkeypatch):
    def refuse(temporary, plain):
        raise PermissionError(errno.EACCES, "another program has it open")

    recording = Recording(tmp_path / "a.mp4")
    for number in range(40):
        recording.add(number / 30)
    monkeypatch.setattr("app.video.recording.recording_file.os.replace", refuse)
    summary = recording.stop()
    assert (summary.reason, summary.is_plain) == ("user", False)
    assert len(read(tmp_path / "a.mp4")) == 40
    assert list(tmp_path.iterdir()) == [tmp_path / "a.mp4"]


def test_too_little_room_for_the_remux_keeps_the_fragments(tmp_path, monkeypatch):
    def no_room(fragmented, place, **options):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("app.video.recording.recording_file.remux_to_plain", no_room)
    recording = Recording(tmp_path / "a.mp4")
    for number in range(40):
        recording.add(number / 30)
    summary = recording.stop()
    assert (summary.reason, summary.is_plain) == ("user", False)
    assert len(read(tmp_path / "a.mp4")) == 40
