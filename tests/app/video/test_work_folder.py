"""What a killed job left is removed by the next one to its output, and nothing else ever is."""

import os
import platform
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest
from listeners import OTHER_UID, as_other_user, only_root
from video_clips import make_clip, through

from app.video.files.inputs import open_source
from app.video.files.outputs import open_sink
from app.video.placing.unfinished import Note, left_behind, notes_folder
from app.video.placing.work_folder import (
    LOCK_NAME,
    MOVING_NAME,
    WorkFolder,
    left_folders,
    settle_left,
)
from app.video.recovery import finish_sequences, tidy_leftovers
from app.video.sink import FrameTime

UNFINISHED_JOB = """
import sys, time
from app.video.files.inputs import open_source
from app.video.files.outputs import open_sink
from app.video.sink import FrameTime

source = open_source(sys.argv[1])
sink = open_sink(sys.argv[2], source)
frame = source.read()
for i in range(100):  # enough for the encoder to hand something on
    sink.write(frame.pixels, time=FrameTime(i, 1 / source.frame_rate))
print("at work", flush=True)
time.sleep(600)
"""


@pytest.fixture
def clip(tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=2)
    return tmp_path / "in.mp4"


@pytest.fixture
def start_job(clip):
    """Starts a process that writes `out` and comes to no end by itself."""
    processes = []

    def start(out):
        process = subprocess.Popen(
            [sys.executable, "-c", UNFINISHED_JOB, str(clip), str(out)],
            cwd=Path(__file__).parents[3],
            stdout=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "at work\n"
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def is_result(name):
    return name == "result.mp4"


def left_folder(folder, name=".out.mp4.0123abcd.part", *, lock=None, files=("result.mp4",)):
    """As a killed job leaves it."""
    if lock is None:
        work = WorkFolder(folder / "else", is_ours=is_result)
        machine, _, token = (work.path / LOCK_NAME).read_bytes().split(b"\n")
        lock = b"\n".join((machine, name.encode(), token))
        work.remove()
    path = folder / name
    path.mkdir(mode=0o700)
    for file in files:
        (path / file).write_bytes(b"half")
    if lock:
        (path / LOCK_NAME).write_bytes(lock)
        (path / LOCK_NAME).chmod(0o600)
    return path


@pytest.mark.parametrize("out", ["out.mp4", "out_%03d.png"])
def test_what_a_killed_job_left_is_removed_by_the_next(tmp_path, clip, start_job, out):
    process = start_job(tmp_path / out)
    process.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
    process.wait()
    assert len(names(tmp_path)) == 2  # what is left cannot be helped
    through(clip, tmp_path / out)
    assert not [name for name in names(tmp_path) if name.startswith(".")]


@pytest.mark.parametrize("out", ["out.mp4", "out_%03d.png"])
def test_what_another_process_still_writes_stays(tmp_path, clip, start_job, out):
    process = start_job(tmp_path / out)
    (work,) = tmp_path.glob(".*.part")
    before = names(work)
    through(clip, tmp_path / out)
    assert process.poll() is None
    assert names(work) == before
    assert len(before) >= 2


def test_what_this_process_still_writes_stays(tmp_path, clip):
    out = tmp_path / "out.mp4"
    with open_source(clip) as source, open_sink(out, source, overwrite=True) as sink:
        frame = source.read()
        sink.write(frame.pixels, time=FrameTime(frame.pts, frame.time_base))
        through(clip, out)
        assert sink.finish().path == out
    assert names(tmp_path) == ["in.mp4", "out.mp4"]


@pytest.mark.parametrize("killed", ["later", "before it said whose it is", "before it locked"])
def test_a_left_folder_is_recognised(tmp_path, killed):
    """The control of those below: so alike, and not left alone."""
    left = left_folder(tmp_path) if killed == "later" else left_folder(tmp_path, lock=b"", files=())
    if killed == "before it said whose it is":
        (left / LOCK_NAME).touch()
    WorkFolder(tmp_path / "out.mp4", is_ours=is_result).remove()
    assert not left.exists()


def test_a_new_folder_that_another_job_took_for_a_left_one_is_made_again(tmp_path, monkeypatch):
    made = []
    mkdir = Path.mkdir

    def taken(path, *mode, **options):
        mkdir(path, *mode, **options)
        if path.suffix == ".part":
            made.append(path)
            if len(made) == 1:
                settle_left(path)

    monkeypatch.setattr(Path, "mkdir", taken)
    work = WorkFolder(tmp_path / "out.mp4", is_ours=is_result)
    assert len(made) == 2
    assert not made[0].exists()
    assert work.path == made[1]
    work.remove()


def test_on_a_drive_that_knows_no_locks_here_a_folder_is_safe_from_where_it_does(
    tmp_path, monkeypatch
):
    def refuse(file):
        raise OSError("no locks available")

    with monkeypatch.context() as here:
        here.setattr("app.video.placing.work_folder.lock_file", refuse)
        work = WorkFolder(tmp_path / "out.mp4", is_ours=is_result)
    settle_left(work.path)
    assert work.path.is_dir()
    work.remove()


def test_files_beside_an_empty_lock_stay(tmp_path):
    left = left_folder(tmp_path, lock=b"")
    (left / LOCK_NAME).touch()
    WorkFolder(tmp_path / "out.mp4", is_ours=is_result).remove()
    assert names(left) == [LOCK_NAME, "result.mp4"]


@pytest.mark.parametrize(
    "others",
    [
        {"name": ".out.mov.0123abcd.part"},
        {"name": ".out.mp4.0123abcd.parts"},
        {"name": ".out.mp4.holidays.part"},
        {"name": "out.mp4.0123abcd.part"},
        {"files": ("result.mp4", "notes.txt")},
        {"files": ("other.mp4",)},
        {"lock": b""},
        {"lock": b"another machine"},
    ],
    ids=str,
)
def test_what_may_be_somebody_elses_stays(tmp_path, others):
    path = left_folder(tmp_path, **others)
    before = names(path)
    WorkFolder(tmp_path / "out.mp4", is_ours=is_result).remove()
    assert names(path) == before


def test_neither_a_file_nor_a_link_of_such_a_name_is_touched(tmp_path):
    real = left_folder(tmp_path, "elsewhere")
    (tmp_path / ".out.mp4.0123abcd.part").symlink_to(real)
    (tmp_path / ".out.mp4.4567abcd.part").write_bytes(b"mine")
    before = names(tmp_path)
    WorkFolder(tmp_path / "out.mp4", is_ours=is_result).remove()
    assert names(tmp_path) == before
    assert names(real) == [LOCK_NAME, "result.mp4"]


def test_a_drive_without_locks_is_written_to_and_nothing_on_it_removed(tmp_path, clip, monkeypatch):
    def refuse(file):
        raise OSError("no locks available")

    left = left_folder(tmp_path)
    monkeypatch.setattr("app.video.placing.work_folder.lock_file", refuse)
    through(clip, tmp_path / "out.mp4")
    assert names(tmp_path) == [left.name, "in.mp4", "out.mp4"]
    assert len(names(left)) == 2


def test_a_result_in_its_place_is_a_success_though_the_folder_cannot_be_removed(
    tmp_path, clip, monkeypatch
):
    """As when a virus scanner holds a file in it open."""

    def refuse(path):
        raise PermissionError("in use")

    with monkeypatch.context() as patched:
        patched.setattr("os.rmdir", lambda path, **options: refuse(path))
        assert through(clip, tmp_path / "out.mp4").path == tmp_path / "out.mp4"
    assert len(names(tmp_path)) == 3
    through(clip, tmp_path / "out.mp4", overwrite=True)
    assert (tmp_path / "out.mp4").exists()


def test_names_may_be_as_long_as_the_system_takes_in_any_script(tmp_path, clip):
    out = tmp_path / ("長" * 83 + ".mp4")  # 253 bytes
    assert through(clip, out).path == out
    with open_source(clip) as source, open_sink(out, source, overwrite=True) as sink:
        frame = source.read()
        sink.write(frame.pixels, time=FrameTime(frame.pts, frame.time_base))
        report = sink.finish_partial()
    assert report.path.name.endswith("長.partial.mp4")
    assert report.path.exists()
    assert not list(tmp_path.glob(".*"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_others_enter_no_work_folder_and_a_folder_of_pictures_has_its_usual_mode(tmp_path, mask):
    before = os.umask(mask)
    try:
        work = WorkFolder(tmp_path / "out_%d.png", is_ours=is_result)
        assert stat.S_IMODE(work.path.stat().st_mode) == 0o700
        assert stat.S_IMODE((work.path / LOCK_NAME).stat().st_mode) == 0o600
        kept = work.keep_as(iter([tmp_path / "out.partial"]))
    finally:
        os.umask(before)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o777 & ~mask
    assert names(kept) == []


def test_a_work_folder_under_another_name_than_its_own_stays(tmp_path):
    """As after a rename by who may write into the folder around it."""
    left = left_folder(tmp_path, ".out.mp4.0123abcd.part")
    moved = left.rename(left.with_name(".out.mp4.4567abcd.part"))
    WorkFolder(tmp_path / "out.mp4", is_ours=is_result).remove()
    assert names(moved) == [LOCK_NAME, "result.mp4"]


def test_what_is_moved_shows_the_token_of_the_job_that_allowed_it(tmp_path):
    (tmp_path / "result.mp4").write_bytes(b"precious")
    for words in (b"overwrite", b"", b"0" * 32 + b" overwrite"):
        left = left_folder(tmp_path)
        (left / MOVING_NAME).write_bytes(words)
        WorkFolder(tmp_path / "out.mp4", is_ours=is_result).remove()
        assert (tmp_path / "result.mp4").read_bytes() == b"precious"
        shutil.rmtree(left, ignore_errors=True)


PLANT = """
name = sys.argv[1] + "/.out.mp4.deadbeef.part"
os.mkdir(name, int(sys.argv[4], 8))
os.chmod(name, int(sys.argv[4], 8))
for file, words in ((".backdrop-lock", sys.argv[2]), (".backdrop-moving", sys.argv[3])):
    with open(name + "/" + file, "w") as opened:
        opened.write(words)
with open(name + "/result.mp4", "w") as opened:
    opened.write("planted")
"""


@only_root
@pytest.mark.parametrize("mode", ["0700", "0777"])
@pytest.mark.parametrize("knows_the_words", [False, True])
def test_what_another_user_plants_in_a_shared_folder_replaces_nothing(mode, knows_the_words):
    shared = Path(tempfile.mkdtemp())
    try:
        shared.chmod(0o1777)
        (shared / "result.mp4").write_bytes(b"of root")
        lock, moving = platform.node(), "overwrite"
        if knows_the_words:
            lock, moving = f"{lock}\n.out.mp4.deadbeef.part\n{'0' * 32}", f"{'0' * 32} overwrite"
        as_other_user(PLANT, str(shared), lock, moving, mode)
        planted = shared / ".out.mp4.deadbeef.part"
        Note("work", planted, shared / "out.mp4").release()  # as one whom root's notes believe
        WorkFolder(shared / "out.mp4", is_ours=is_result).remove()
        assert finish_sequences() == []
        tidy_leftovers(now_s=time.time() + 10 * 86_400)
        assert left_folders(shared / "out.mp4") == []
        with pytest.raises(OSError, match="not of a job of this user"):
            WorkFolder(shared / "out.mp4", is_ours=is_result, adopted=planted)
        assert (shared / "result.mp4").read_bytes() == b"of root"
        assert (planted / "result.mp4").read_text() == "planted"
    finally:
        shutil.rmtree(shared)


@only_root
def test_notes_of_another_user_count_for_nothing(tmp_path, monkeypatch):
    """As root has them who keeps another's HOME."""
    work = WorkFolder(tmp_path / "out.mp4", is_ours=is_result)
    work.leave()
    assert len(left_behind()) == 1
    folder = notes_folder()
    assert folder is not None
    (note,) = folder.iterdir()
    os.chown(note, OTHER_UID, OTHER_UID)
    assert left_behind() == []
    os.chown(note, 0, 0)
    os.chown(folder, OTHER_UID, OTHER_UID)
    assert left_behind() == []
    WorkFolder(tmp_path / "other.mp4", is_ours=is_result).leave()
    assert names(folder) == [note.name]


@pytest.mark.skipif(os.name != "posix", reason="no limit of open files on this system")
def test_a_folder_goes_with_one_free_descriptor(tmp_path):
    """shutil.rmtree wants two, and gives up without a word."""
    import resource

    work = WorkFolder(tmp_path / "out.mp4", is_ours=lambda name: True)
    (work.path / "result.mp4").write_bytes(b"half")
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, limits[1]))
    held: list[int] = []
    try:
        with suppress(OSError):
            while len(held) < 256:
                held.append(os.open(tmp_path, os.O_RDONLY))
        work.remove()  # its lock was the one that is free now
        assert len(held) < 256
        assert not work.path.exists()
    finally:
        for file in held:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


@pytest.mark.skipif(os.name != "posix", reason="links need a right on Windows")
def test_nothing_is_removed_through_a_link_that_took_the_folder_s_place(tmp_path):
    work = WorkFolder(tmp_path / "out.mp4", is_ours=lambda name: True)
    (tmp_path / "others").mkdir()
    kept = tmp_path / "others" / "kept.mp4"
    kept.write_bytes(b"whole")
    work.path.rename(tmp_path / "away")
    work.path.symlink_to(tmp_path / "others")
    work.remove()
    assert kept.read_bytes() == b"whole"
