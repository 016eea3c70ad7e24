"""A recording takes the place of no file that it was not allowed to, and is lost to none either."""

import errno
import os
import shutil
from fractions import Fraction
from pathlib import Path

import pytest
from recordings import Recording, picture, read
from video_clips import make_clip

from app.video.recording.recorder import LiveRecorder
from app.video.recording.summary import RecordingError


def record(path, *, count=40, level=100, **options):
    recording = Recording(path, **options)
    for number in range(count):
        recording.add(number / 30, level=level)
    return recording


def levels(path):
    return {round(level, -1) for _, level in read(path)}


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_that_appears_before_the_first_picture_is_not_replaced(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    (tmp_path / "a.mp4").write_bytes(b"somebody else's")
    recording.add(0.0)
    assert recording.recorder.path == tmp_path / "a (2).mp4"
    summary = recording.stop()
    assert (tmp_path / "a.mp4").read_bytes() == b"somebody else's"
    assert summary.path == tmp_path / "a (2).mp4"
    assert summary.sentence.endswith("a (2).mp4 holds 0.0 s, and a.mp4 was not replaced.")
    assert names(tmp_path) == ["a (2).mp4", "a.mp4"]


def test_what_took_the_name_of_a_moved_recording_is_neither_replaced_nor_cut(tmp_path):
    recording = record(tmp_path / "a.mp4")
    os.replace(tmp_path / "a.mp4", tmp_path / "moved.mp4")
    make_clip(tmp_path / "a.mp4")
    before = (tmp_path / "a.mp4").read_bytes()
    recording.stop()
    assert (tmp_path / "a.mp4").read_bytes() == before
    assert len(read(tmp_path / "moved.mp4")) == 40


def test_what_is_overwritten_stays_until_the_recording_is_whole(tmp_path):
    (tmp_path / "a.mp4").write_bytes(b"old")
    recording = record(tmp_path / "a.mp4", overwrite=True)
    assert (tmp_path / "a.mp4").read_bytes() == b"old"
    assert recording.recorder.path == tmp_path / "a.partial.mp4"
    assert len(read(tmp_path / "a.partial.mp4")) > 0  # and plays meanwhile
    summary = recording.stop()
    assert (summary.path, summary.is_plain) == (tmp_path / "a.mp4", True)
    assert len(read(tmp_path / "a.mp4")) == 40
    assert names(tmp_path) == ["a.mp4"]


def test_a_recording_that_fails_takes_no_old_one_with_it(tmp_path):
    (tmp_path / "a.mp4").write_bytes(b"old")
    recording = record(tmp_path / "a.mp4", count=2, overwrite=True)
    recording.recorder.file.file.error = OSError(errno.EIO, "Input/output error")
    recording.add(1.0, waits=False)
    recording.recorder.join()
    assert recording.summaries[0].reason == "error"
    assert (tmp_path / "a.mp4").read_bytes() == b"old"
    assert names(tmp_path) == ["a.mp4"]


@pytest.mark.parametrize("there", [b"old", None])
def test_two_recordings_that_may_overwrite_one_name_are_both_kept(tmp_path, there):
    if there is not None:
        (tmp_path / "a.mp4").write_bytes(there)
    one = record(tmp_path / "a.mp4", level=60, overwrite=True)
    other = record(tmp_path / "a.mp4", level=180, overwrite=True)
    summaries = [one.stop(), other.stop()]
    assert summaries[0].path == tmp_path / "a.mp4"
    assert summaries[1].path == tmp_path / "a (2).mp4"
    assert levels(tmp_path / "a.mp4") == {60}
    assert levels(tmp_path / "a (2).mp4") == {180}
    assert names(tmp_path) == ["a (2).mp4", "a.mp4"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_no_place_for_a_recording(tmp_path):
    os.mkfifo(tmp_path / "a.mp4")
    with pytest.raises(RecordingError, match="is a pipe or a device; give the name of an ordinary"):
        LiveRecorder(tmp_path / "a.mp4", frame_rate=Fraction(30), overwrite=True)


def test_a_folder_that_vanishes_ends_the_recording_at_once_and_is_said(tmp_path):
    (tmp_path / "stick").mkdir()
    recording = record(tmp_path / "stick" / "a.mp4")
    shutil.rmtree(tmp_path / "stick")
    recording.add(3.0, waits=False)
    recording.recorder.join()
    (summary,) = recording.summaries
    assert summary.reason == "error"
    assert "a.mp4 no longer exists" in summary.sentence
    assert names(tmp_path) == []


class ReadOnly:
    """A file on a disk that has turned read-only, as after a fault."""

    def __init__(self, file):
        self._real = file

    def __getattr__(self, name):
        return getattr(self._real, name)

    def write(self, data):
        raise OSError(errno.EROFS, "Read-only file system")

    truncate = write


def test_a_disk_that_turns_read_only_ends_the_recording_and_is_said(tmp_path, monkeypatch):
    def refuse(path, mode="r", **options):
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    recording = record(tmp_path / "a.mp4", count=70)
    fragments = recording.recorder.file.file
    fragments._file = ReadOnly(fragments._file)
    monkeypatch.setattr(Path, "open", refuse)
    number = 70
    while not recording.summaries:
        recording.add(number / 30)
        number += 1
        assert number < 200
    recording.recorder.join()
    monkeypatch.undo()
    (summary,) = recording.summaries
    assert summary.reason == "error"
    assert "The recording stopped (Read-only file system)" in summary.sentence
    assert summary.path == tmp_path / "a.mp4"
    assert len(read(tmp_path / "a.mp4")) >= 30


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_even_an_ending_that_fails_is_told(tmp_path, monkeypatch):
    def breaks(self):
        raise RuntimeError("because of an internal error")

    recording = record(tmp_path / "a.mp4", count=2)
    monkeypatch.setattr("app.video.recording.recording_file.RecordingFile.finish", breaks)
    assert recording.stop().reason == "error"
    recording.recorder.file.abandon()


def test_a_recording_that_is_hurried_stays_in_fragments_and_plays(tmp_path):
    recording = record(tmp_path / "a.mp4")
    recording.recorder.hurry()
    recording.recorder.join()
    (summary,) = recording.summaries
    assert (summary.reason, summary.is_plain) == ("user", False)
    assert len(read(tmp_path / "a.mp4")) == 40
    assert names(tmp_path) == ["a.mp4"]


def test_a_recording_that_cannot_begin_leaves_no_empty_file(tmp_path, monkeypatch):
    def refuse(*arguments, **keywords):
        raise ValueError("no such size")

    monkeypatch.setattr("app.video.recording.recording_file.LiveEncoder", refuse)
    recording = Recording(tmp_path / "a.mp4")
    recording.add(0.0)
    recording.recorder.join()
    assert recording.summaries[0].sentence == "Nothing was recorded: no such size."
    assert names(tmp_path) == []


def test_pictures_that_the_encoder_refuses_are_told_in_words(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    recording.add(0.0, pixels=picture(100, height=2, width=2**15))
    recording.recorder.join()
    (summary,) = recording.summaries
    assert summary.sentence.startswith(
        "Nothing was recorded: the encoder does not take these pictures ("
    )
    assert "returned" not in summary.sentence
    assert names(tmp_path) == []
