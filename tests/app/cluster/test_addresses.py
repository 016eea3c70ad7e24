"""Addresses as inputs and outputs: nothing is lost, replaced unasked, or half."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from PIL import Image
from recordings_to_cut import clip, look

pytest.importorskip("fsspec", reason="requirements-cluster.txt is not installed")

import fsspec
from store import CreatingStore, Store

import main
from app.cluster import tasks
from app.cluster.addresses import local_path
from app.pipeline.end_signals import CANCELLED, FAILED, OK, USAGE
from app.pipeline.jobs.events import Progress
from app.video.recovery import tidy_leftovers

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.usefixtures("engine_that_remembers")


@pytest.fixture
def store(tmp_path, monkeypatch):
    """The folder of `store://` and `gs://`; temporary files lie in `here/tmp`."""
    from fsspec.registry import _registry

    for name, kind in (("store", Store), ("gs", CreatingStore)):
        monkeypatch.setitem(_registry, name, kind)
        monkeypatch.setattr(kind, "root", tmp_path / "store")
    monkeypatch.setattr(CreatingStore, "appears", None)
    (tmp_path / "store").mkdir()
    (tmp_path / "here" / "tmp").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "here" / "tmp"))
    clip(tmp_path / "here" / "film.mp4", frame_count=40)
    yield tmp_path / "store"
    assert not list((tmp_path / "here" / "tmp").iterdir())


@pytest.fixture
def process(capsys):
    def run(*arguments):
        status = main.main(["process", "film.mp4", *map(str, arguments), "--json"])
        events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        return status, events

    return run


def test_file_addresses_go_the_local_way(store, process, monkeypatch):
    monkeypatch.setattr("app.cluster.stores._opened", None)
    taken = store / "a.mp4"
    taken.write_bytes(b"another's")
    status, events = process("-o", f"file://{taken}")
    assert status == FAILED
    assert "exists already" in events[-1]["message"]
    assert taken.read_bytes() == b"another's"
    assert process("-o", f"file://{store}/b.mp4")[0] == OK
    assert main.main(["process", f"file://{store}/b.mp4", "-o", f"local://{store}/c.mp4"]) == OK
    assert process("-o", "file://a.mp4")[0] == USAGE


def test_addresses_are_read_and_written_through_a_folder_of_this_computer(store, capsys):
    def run(*arguments):
        status = main.main(["process", *arguments, "--json"])
        return status, json.loads(capsys.readouterr().out.splitlines()[-1])

    (store / "archive").mkdir()
    clip(store / "archive" / "film.mp4", frame_count=8)
    (store / "archive" / "notes.txt").write_bytes(b"no video")
    status, event = run("store://archive", "-o", "store://done/")
    assert status == OK, event
    assert os.listdir(store / "done") == ["film.mp4"]
    assert sorted(os.listdir()) == ["film.mp4", "tmp"]
    status, event = run("store://archive", "-o", "store://done/")
    assert status == FAILED
    assert "store://done/film.mp4 exists already" in event["message"]
    status, event = run("store://nowhere/a.mp4", "-o", "out.mp4")
    assert status == FAILED
    assert "store://nowhere/a.mp4 does not exist" in event["message"]
    status, event = run("nothing://nowhere/a.mp4", "-o", "out.mp4")
    assert status == FAILED
    assert "nothing://nowhere/a.mp4 cannot be read" in event["message"]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("file:///a/b.mp4", "/a/b.mp4"),
        ("file://localhost/a/b.mp4", "/a/b.mp4"),
        ("file:///C:/a.mp4", "C:/a.mp4"),
        ("FILE:///a.mp4", "/a.mp4"),
        ("s3://a/b.mp4", "s3://a/b.mp4"),
        ("a.mp4", "a.mp4"),
    ],
)
def test_what_a_file_address_stands_for(text, path):
    assert local_path(text) == path


def take_at_progress(monkeypatch, path, then=lambda: None):
    """Another program makes `path` while the work is done, with its first frame."""

    class Taken(tasks.Job):
        def __init__(self, spec, tell, **options):
            def on_event(event):
                if isinstance(event, Progress):
                    path.write_bytes(b"another's")
                    then()
                tell(event)

            super().__init__(spec, on_event, **options)

    monkeypatch.setattr(tasks, "Job", Taken)


@pytest.mark.parametrize("protocol", ["store", "gs"])
def test_what_appears_meanwhile_is_not_replaced(store, process, monkeypatch, protocol):
    if protocol == "gs":  # between the last question and the move
        monkeypatch.setattr(CreatingStore, "appears", "new.mp4")
    else:
        take_at_progress(monkeypatch, store / "new.mp4")
    status, events = process("-o", f"{protocol}://new.mp4")
    assert status == FAILED
    assert events[-1]["message"] == (
        f"{protocol}://new.mp4 appeared meanwhile and was not replaced; the result is new (2).mp4."
    )
    assert (store / "new.mp4").read_bytes() == b"another's"
    assert len(look(store / "new (2).mp4").times) == 40
    assert sorted(os.listdir(store)) == ["new (2).mp4", "new.mp4"]


def test_overwriting_is_allowed_where_it_is_asked_for(store, process):
    (store / "new.mp4").write_bytes(b"old")
    assert process("-o", "store://new.mp4", "--overwrite")[0] == OK
    assert len(look(store / "new.mp4").times) == 40
    assert os.listdir(store) == ["new.mp4"]


@pytest.mark.parametrize(
    ("inputs", "out", "options", "kept"),
    [
        (["store://b.mp4"], "store://b.mp4", [], "store://b.mp4 is an input"),
        (["store://in/a.mp4", "store://in/"], "store://in", [], "store://in/a.mp4 is an input"),
        (
            ["store://in/b.mp4", "store://b_matte.mp4"],
            "store://new/",
            ["--output", "both"],
            "b_matte.mp4 is the matte of b.mp4",
        ),
        (["film.mp4", "store://b.mp4"], ".", [], "film.mp4 is the input itself"),
        (["store://b.mp4"], "film.mp4", ["--background", "film.mp4"], "film.mp4 is the background"),
    ],
)
def test_overwriting_replaces_nothing_that_is_read(store, capsys, inputs, out, options, kept):
    (store / "in").mkdir()
    for name in ("in/a.mp4", "in/b.mp4", "b.mp4", "b_matte.mp4"):
        (store / name).write_bytes(Path("film.mp4").read_bytes())
    paths = [*store.rglob("*.*"), *Path().glob("*.*")]
    before = {path: path.read_bytes() for path in paths}
    status = main.main(["process", *inputs, "-o", out, *options, "--overwrite", "--json"])
    assert status == FAILED
    message = json.loads(capsys.readouterr().out.splitlines()[-1])["message"]
    assert kept in message
    assert {path: path.read_bytes() for path in before} == before


def test_what_is_cut_short_replaces_no_earlier_part(store, process, monkeypatch):
    clip(Path("film.mp4"), frame_count=200)  # more than wait between the threads of a job
    (store / "k.partial.mp4").write_bytes(b"of yesterday")
    cancelled = threading.Event()
    cancel = tasks.Job.cancel

    def cancelling(job):
        cancel(job)
        cancelled.set()

    def interrupt():
        if not cancelled.is_set():
            os.kill(os.getpid(), signal.SIGINT)
            cancelled.wait()

    monkeypatch.setattr(tasks.Job, "cancel", cancelling)
    take_at_progress(monkeypatch, store / "beside", interrupt)
    status, events = process("-o", "store://k.mp4", "--output", "both")
    assert status == CANCELLED
    assert (store / "k.partial.mp4").read_bytes() == b"of yesterday"
    assert events[-1]["output"].endswith("k.partial-1.mp4")
    count = len(look(store / "k.partial-1.mp4").times)
    assert 0 < count < 200
    assert len(look(store / "k_matte.partial-1.mp4").times) == count
    assert any("k_matte.partial-1.mp4" in note for note in events[-1]["notes"])


def test_the_matte_goes_where_the_picture_goes(store, process, monkeypatch):
    status, events = process("-o", "store://new.mp4", "--output", "both")
    assert status == OK
    assert sorted(os.listdir(store)) == ["new.mp4", "new_matte.mp4"]
    assert len(look(store / "new_matte.mp4").times) == 40
    (store / "new.mp4").unlink()
    status, events = process("-o", "store://new.mp4", "--output", "both")
    assert status == FAILED
    assert "store://new_matte.mp4 exists already" in events[-1]["message"]
    take_at_progress(monkeypatch, store / "a.mp4")
    status, events = process("-o", "store://a.mp4", "--output", "both")
    assert status == FAILED
    assert {"a.mp4", "a (2).mp4", "a (2)_matte.mp4"} <= set(os.listdir(store))
    assert any("a (2)_matte.mp4" in note for note in events[-1]["notes"])


def test_a_line_that_breaks_is_tried_again_with_the_finished_files(store, process, monkeypatch):
    monkeypatch.setattr(tasks, "SEND_AGAIN_AFTER_S", (0.0,))
    put, broken = Store.put_file, []
    run, runs = tasks.Job.run, []
    monkeypatch.setattr(tasks.Job, "run", lambda job: runs.append(job) or run(job))

    def breaking(self, local, path, **options):
        if "_matte" not in path and not broken:
            broken.append(path)
            raise OSError("the connection was reset")
        return put(self, local, path, **options)

    monkeypatch.setattr(Store, "put_file", breaking)
    status, events = process("-o", "store://new.mp4", "--output", "both")
    assert status == OK, events[-1]
    assert broken
    assert len(runs) == 1
    assert sorted(os.listdir(store)) == ["new.mp4", "new_matte.mp4"], "no matte was in the way"


@pytest.mark.parametrize(
    ("source", "out"), [("film.mp4", "store://new.mp4"), ("store://a.mp4", "new.mp4")]
)
def test_what_an_earlier_run_made_is_taken_for_done(store, capsys, source, out):
    (store / "a.mp4").write_bytes(Path("film.mp4").read_bytes())
    for options, is_done in ([], True), (["--resume"], True), ([], False):
        status = main.main(["process", source, "-o", out, *options, "--json"])
        event = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert (status == OK) == is_done, event
        if options:
            assert event["notes"] == [f"{out} was there before; it was taken for done."]


@pytest.mark.parametrize(
    ("source", "out"), [("film.mp4", "store://new.mp4"), ("store://a.mp4", "{}/new.mp4")]
)
def test_what_was_made_with_other_options_is_not(store, capsys, monkeypatch, source, out):
    (store / "a.mp4").write_bytes(Path("film.mp4").read_bytes())
    out = out.format(Path.cwd())
    if source.startswith("store"):  # an address means the same from every folder
        places = [Path.cwd(), Path.cwd() / "tmp"]
    else:
        places = [Path.cwd()] * 2

    def run(*options):
        status = main.main(["process", source, "-o", out, *options, "--json"])
        return status, json.loads(capsys.readouterr().out.splitlines()[-1])

    assert run("--background", "#102030")[0] == OK
    monkeypatch.chdir(places[1])
    assert run("--background", "#102030", "--resume")[0] == OK
    status, event = run("--background", "#405060", "--resume")
    assert status == FAILED
    assert event["message"].startswith(f"{out} was made with other values of background; give")
    monkeypatch.chdir(places[0])


def test_hidden_files_of_a_store_are_left_alone(store):
    (store / "in").mkdir()
    clip(store / "in" / "talk.mp4", frame_count=3)
    (store / "in" / "._talk.mp4").write_bytes(b"\0\5\x16\7 what macOS knows of it")
    assert main.main(["process", "store://in", "-o", "store://done/"]) == OK
    assert [path.name for path in (store / "done").iterdir()] == ["talk.mp4"]


def test_a_percent_sign_in_a_store_names_no_numbers(store, process):
    (store / "in").mkdir()
    Image.new("RGB", (64, 48)).save(store / "in" / "a%dog.png")
    assert main.main(["process", "store://in/", "-o", "store://done/"]) == OK
    assert [path.name for path in (store / "done").iterdir()] == ["a-dog.png"]
    status, events = process("-o", "store://done/100%deal.mp4")
    assert status == OK, events[-1]
    assert (store / "done" / "100%deal.mp4").exists()


@pytest.mark.parametrize("out", ["memory://x", "memory://x/y.mp4", "store://f_%04d.png"])
def test_an_address_that_keeps_nothing_is_refused(store, process, out):
    status, events = process("-o", out)
    assert status == USAGE
    assert out in events[-1]["message"]


def test_an_output_that_cannot_be_written_is_found_before_the_work(store, process, monkeypatch):
    def refuse(self, path, data, **options):
        raise NotImplementedError("this store is read only")

    monkeypatch.setattr(Store, "pipe_file", refuse)
    monkeypatch.setattr(tasks.Job, "run", None)
    status, events = process("-o", "store://new.mp4")
    assert status == FAILED
    assert "store://new.mp4 cannot be written to (this store is read only)" in events[-1]["message"]


KILLED = """
import sys, tempfile, os
from pathlib import Path
sys.path[:0] = sys.argv[1:4]
import worker_doubles
worker_doubles.install(pause_s=0.01)
from fsspec.registry import _registry
from store import Store
_registry["store"] = Store
Store.root = Path(sys.argv[4])
tempfile.tempdir = sys.argv[5]
from app.cluster import tasks
run = tasks.Job.run
def dying(job):
    hear = job._on_event
    def on_event(event):
        if isinstance(event, tasks.Progress):
            os.kill(os.getpid(), 9)
        hear(event)
    job._on_event = on_event
    return run(job)
tasks.Job.run = dying
import main
main.main(["process", "store://film.mp4", "-o", "store://new.mp4"])
"""


def test_what_a_killed_job_with_addresses_left_is_found_and_goes(store, tmp_path):
    clip(store / "film.mp4", frame_count=40)
    temporary = tmp_path / "here" / "tmp"
    paths = [str(ROOT / "tests" / name) for name in ("app/cluster", "app/video", "")]
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, *paths, store, temporary],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
        capture_output=True,
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()
    left = list(temporary.iterdir())
    assert len(left) == 2, "one with the input, one with the output"
    assert all(path.stat().st_mode & 0o077 == 0 for path in left)
    assert {leftover.path for leftover in tidy_leftovers()} >= set(left)
    tidy_leftovers(now_s=2e9)
    assert not list(temporary.iterdir())


def test_fsspec_knows_the_store_of_these_tests(store):
    assert isinstance(fsspec.filesystem("store"), Store)
