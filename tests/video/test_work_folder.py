"""What a killed job left is removed by the next one to its output, and nothing else ever is."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from video_clips import make_clip, through

from video.files.inputs import open_source
from video.files.outputs import open_sink
from video.placing.work_folder import LOCK_NAME, WorkFolder, settle_left

UNFINISHED_JOB = """
import sys, time
from video.files.inputs import open_source
from video.files.outputs import open_sink

source = open_source(sys.argv[1])
sink = open_sink(sys.argv[2], source)
frame = source.read()
for i in range(100):  # enough for the encoder to hand something on
    sink.write(frame.pixels, pts=i, time_base=1 / source.frame_rate)
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
            cwd=Path(__file__).parents[2],
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
        lock = (work.path / LOCK_NAME).read_bytes()
        work.remove()
    path = folder / name
    path.mkdir()
    for file in files:
        (path / file).write_bytes(b"half")
    if lock:
        (path / LOCK_NAME).write_bytes(lock)
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
        sink.write(frame.pixels, pts=frame.pts, time_base=frame.time_base)
        through(clip, out)
        assert sink.finish().path == out
    assert names(tmp_path) == ["in.mp4", "out.mp4"]


def test_a_left_folder_is_recognised(tmp_path):
    """The control of those below: so alike, and not left alone."""
    left = left_folder(tmp_path)
    WorkFolder(tmp_path / "out.mp4", is_ours=is_result).remove()
    assert not left.exists()


def test_what_a_job_left_that_was_killed_before_it_said_whose_it_is_goes(tmp_path):
    left = left_folder(tmp_path, lock=b"", files=())
    (left / LOCK_NAME).touch()
    WorkFolder(tmp_path / "out.mp4", is_ours=is_result).remove()
    assert not left.exists()


def test_an_empty_folder_of_a_job_that_was_killed_before_it_locked_it_goes(tmp_path):
    left = tmp_path / ".out.mp4.0123abcd.part"
    left.mkdir()
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
        here.setattr("video.placing.work_folder.lock_file", refuse)
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
    monkeypatch.setattr("video.placing.work_folder.lock_file", refuse)
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
        sink.write(frame.pixels, pts=frame.pts, time_base=frame.time_base)
        report = sink.finish_partial()
    assert report.path.name.endswith("長.partial.mp4")
    assert report.path.exists()
    assert not list(tmp_path.glob(".*"))
