"""What a crash left is found at the next start: recordings, sequences, hidden folders."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image
from recordings import Recording, boxes, read
from video_clips import make_clip, texture, through

from app.video.placing import unfinished
from app.video.placing.unfinished import left_behind, notes_folder
from app.video.placing.work_folder import WorkFolder
from app.video.recording.summary import RecordingError
from app.video.recovery import finish_recording, finish_sequences, left_recordings, tidy_leftovers

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")

TWO_DAYS_S = 2 * 86_400

HEAD = f"""
import os, signal, sys
sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / "tests")!r}, {str(Path(__file__).parent)!r}]
from pathlib import Path
"""

KILLED_RECORDING = """
from recordings import Recording
recording = Recording(Path(sys.argv[1]), overwrite=len(sys.argv) > 2)
for number in range(100):
    recording.add(number / 30)
os.kill(os.getpid(), signal.SIGKILL)
"""

KILLED_JOB = """
from app.video.placing.work_folder import WorkFolder
work = WorkFolder(Path(sys.argv[1]), is_ours=lambda name: True)
(work.path / "result.mp4").write_bytes(b"half")
os.kill(os.getpid(), signal.SIGKILL)
"""

KILLED_BETWEEN_RENAMES = """
from app.video.placing import work_folder
from video_clips import through
def counted(move):
    def one(source, target):
        if work_folder.moved == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        work_folder.moved += 1
        move(source, target)
    return one
work_folder.moved = 0
work_folder.place_new = counted(work_folder.place_new)
class System:
    replace = staticmethod(counted(os.replace))
    def __getattr__(self, name):
        return getattr(os, name)
work_folder.os = System()
through(Path(sys.argv[1]), Path(sys.argv[2]), overwrite=len(sys.argv) > 3)
"""


def run_until_killed(script, *words):
    done = subprocess.run(
        [sys.executable, "-c", HEAD + script, *map(str, words)], capture_output=True, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_recording_that_was_killed_is_found_and_made_whole(tmp_path):
    run_until_killed(KILLED_RECORDING, tmp_path / "me.mp4")
    assert left_recordings() == [tmp_path / "me.mp4"]
    count = len(read(tmp_path / "me.mp4"))
    assert count >= 60
    assert finish_recording(tmp_path / "me.mp4") == tmp_path / "me.mp4"
    assert b"moof" not in boxes(tmp_path / "me.mp4")
    assert len(read(tmp_path / "me.mp4")) == count
    assert names(tmp_path) == ["me.mp4"]
    assert left_recordings() == []
    assert list(notes_folder().iterdir()) == []


def test_a_killed_recording_that_was_to_replace_a_file_gets_a_free_name(tmp_path):
    (tmp_path / "me.mp4").write_bytes(b"old")
    run_until_killed(KILLED_RECORDING, tmp_path / "me.mp4", "overwrite")
    assert left_recordings() == [tmp_path / "me.partial.mp4"]
    assert finish_recording(tmp_path / "me.partial.mp4") == tmp_path / "me (2).mp4"
    assert (tmp_path / "me.mp4").read_bytes() == b"old"
    assert names(tmp_path) == ["me (2).mp4", "me.mp4"]


def test_what_is_being_recorded_is_neither_offered_nor_finished(tmp_path):
    recording = Recording(tmp_path / "me.mp4")
    for number in range(40):
        recording.add(number / 30)
    (left,) = notes_folder().iterdir()
    assert left_recordings() == []
    recording.stop()
    assert not left.exists()


def test_a_recording_whose_end_was_cut_short_is_offered(tmp_path):
    recording = Recording(tmp_path / "me.mp4")
    for number in range(40):
        recording.add(number / 30)
    recording.recorder.hurry()
    recording.recorder.join()
    assert left_recordings() == [tmp_path / "me.mp4"]
    finish_recording(tmp_path / "me.mp4")
    assert len(read(tmp_path / "me.mp4")) == 40


# What of the third fragment is damaged, the beginning of its moof or of its mdat, and with what.
@pytest.mark.parametrize(
    ("kind", "damage"),
    [("moof", bytes(8)), ("moof", b"\x7f\xff\xff\xff"), ("mdat", bytes(8))],
)
def test_what_follows_a_damaged_fragment_is_kept(tmp_path, kind, damage):
    path = tmp_path / "me.mp4"
    recording = Recording(path)
    for number in range(150):
        recording.add(number / 30)
    recording.recorder.hurry()
    recording.recorder.join()
    data = bytearray(path.read_bytes())
    place = [match.start() - 4 for match in re.finditer(kind.encode(), data)][2]
    data[place : place + len(damage)] = damage
    path.write_bytes(data)
    finish_recording(path)
    times = [round(time_s * 30) for time_s, _ in read(path)]
    assert times == [*range(60), *range(90, 150)]


def test_what_needs_no_finishing_is_left_alone(tmp_path):
    make_clip(tmp_path / "whole.mp4")
    before = (tmp_path / "whole.mp4").read_bytes()
    with pytest.raises(RecordingError, match="is not an interrupted recording"):
        finish_recording(tmp_path / "whole.mp4")
    with pytest.raises(RecordingError, match="there is no file"):
        finish_recording(tmp_path / "gone.mp4")
    assert (tmp_path / "whole.mp4").read_bytes() == before


def test_what_a_killed_job_left_goes_after_a_day(tmp_path):
    run_until_killed(KILLED_JOB, tmp_path / "out.mp4")
    (young,) = tidy_leftovers()
    assert (young.target, young.is_removed) == (tmp_path / "out.mp4", False)
    assert young.path.is_dir()
    (old,) = tidy_leftovers(now_s=time.time() + TWO_DAYS_S)
    assert old.is_removed
    assert names(tmp_path) == []
    assert tidy_leftovers() == []


def test_what_is_still_at_work_stays_however_old(tmp_path):
    work = WorkFolder(tmp_path / "out.mp4", is_ours=lambda name: True)
    assert tidy_leftovers(now_s=time.time() + TWO_DAYS_S) == []
    assert work.path.is_dir()
    work.remove()
    assert left_behind() == []


def test_a_note_cannot_have_anything_else_removed(tmp_path):
    """Whoever writes into the notes: only what is named and locked like ours goes."""
    folder = tmp_path / "precious"
    folder.mkdir()
    (folder / "file").write_text("precious")
    link = tmp_path / ".out.mp4.0123abcd.part"
    link.symlink_to(folder)
    for path in (folder, link):
        unfinished.Note("work", path, tmp_path / "out.mp4").release()
    assert tidy_leftovers(now_s=time.time() + TWO_DAYS_S) == []
    assert (folder / "file").read_text() == "precious"


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("who", ["the next start", "the next job"])
def test_numbered_pictures_whose_move_was_cut_short_are_put_in_place(tmp_path, overwrite, who):
    make_clip(tmp_path / "in.mp4", frame_count=5)
    if overwrite:
        for number in range(1, 6):
            old = texture(number, height=8, width=8)
            Image.fromarray(old).save(tmp_path / f"out_{number}.png")
    words = ["overwrite"] if overwrite else []
    run_until_killed(KILLED_BETWEEN_RENAMES, tmp_path / "in.mp4", tmp_path / "out_%d.png", *words)
    (work,) = tmp_path.glob(".*.part")
    assert len(list(work.glob("out_*.png"))) == 3
    if who == "the next start":
        assert finish_sequences() == [tmp_path / "out_%d.png"]
    else:
        WorkFolder(tmp_path / "out_%d.png", is_ours=lambda name: name.startswith("out_")).remove()
    assert names(tmp_path) == ["in.mp4", *(f"out_{number}.png" for number in range(1, 6))]
    for number in range(1, 6):
        assert Image.open(tmp_path / f"out_{number}.png").size == (64, 48)


def test_a_name_that_was_taken_since_is_not_replaced_by_the_rest_of_a_sequence(tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=5)
    run_until_killed(KILLED_BETWEEN_RENAMES, tmp_path / "in.mp4", tmp_path / "out_%d.png")
    (tmp_path / "out_4.png").write_bytes(b"mine")
    assert finish_sequences() == []
    assert (tmp_path / "out_4.png").read_bytes() == b"mine"
    (leftover,) = tidy_leftovers(now_s=time.time() + TWO_DAYS_S)
    assert not leftover.is_removed  # two pictures are nowhere else
    assert (leftover.path / "out_4.png").exists()


@pytest.mark.parametrize("words", [b"", b"[]", b"{", b'{"kind": "work", "path": 3}', b"\xff"])
def test_a_damaged_note_harms_nothing_and_goes(tmp_path, words):
    folder = notes_folder()
    folder.mkdir(parents=True)
    (folder / "0.json").write_bytes(words)
    assert left_behind() == []
    os.utime(folder / "0.json", (0, 0))
    assert left_behind() == []
    assert names(folder) == []


def test_without_a_place_for_notes_the_work_is_done_all_the_same(tmp_path, monkeypatch):
    make_clip(tmp_path / "in.mp4", frame_count=2)
    blocked = tmp_path / "state"
    blocked.write_text("a file")
    monkeypatch.setattr(unfinished, "notes_folder", lambda: blocked / "notes")
    through(tmp_path / "in.mp4", tmp_path / "out.mp4")
    monkeypatch.setattr(unfinished, "notes_folder", lambda: None)
    through(tmp_path / "in.mp4", tmp_path / "other.mp4")
    assert names(tmp_path) == ["in.mp4", "other.mp4", "out.mp4", "state"]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="those have other places")
@pytest.mark.parametrize("state", ["", "relative/path"])
def test_notes_never_go_into_the_working_folder(tmp_path, monkeypatch, state):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", state)
    monkeypatch.setenv("HOME", "")
    folder = notes_folder()
    assert folder is None or tmp_path not in folder.parents
    assert folder is None or folder.is_absolute()


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="those have other places")
def test_a_user_whom_the_system_does_not_know_has_no_notes(monkeypatch):
    import pwd

    def unknown(number):
        raise KeyError(f"uid not found: {number}")

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    for variable in ("HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    assert notes_folder() is None
