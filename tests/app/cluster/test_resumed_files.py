"""`--resume`: what was read is what was read before, and no result is lost."""

from __future__ import annotations

import itertools
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pictures
from recordings_to_cut import clip, spec_for
from test_segments import SEGMENT_S, lose, run

from app.cluster import job_folder, tasks
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.end_signals import FAILED, OK
from app.pipeline.jobs import made_outputs
from app.pipeline.jobs.events import Done, Failed
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.made_outputs import asked_values, other_values
from app.pipeline.jobs.plan import make_plan
from app.pipeline.jobs.queue import JobQueue
from app.pipeline.settings import Settings
from app.video.files.matte_beside import MatteBeside
from app.video.files.picture_sink import SequenceSink
from app.video.placing.output_name import OutputName
from app.video.sink import OutputError
from gpu_unet import EngineError, OwnFolder

pytestmark = pytest.mark.usefixtures("engine_that_remembers")


def paint(path: Path, grey: int) -> None:
    Pictures.fromarray(np.full((48, 64, 3), grey, np.uint8)).save(path)
    os.utime(path, ns=(grey * 10**9, grey * 10**9))


@pytest.mark.parametrize("place", ["behind.png", "slides/1.png"])
def test_another_background_under_the_same_name_is_refused(tmp_path, place):
    (tmp_path / "slides").mkdir()
    paint(tmp_path / place, 10)
    settings = Settings(background=BackgroundSpec("file", path=tmp_path / Path(place).parts[0]))
    source, target = clip(tmp_path / "film.mp4"), tmp_path / "out.mp4"
    lose(source, target, 2, settings=settings)
    spec = spec_for(source, target, settings=settings)
    paint(tmp_path / place, 200)
    finals, _ = run(spec, resumes=True)
    assert isinstance(finals["film.mp4"], Failed)
    assert f"{tmp_path / place} has changed since out.mp4 was begun" in finals["film.mp4"].message
    paint(tmp_path / place, 10)
    finals, _ = run(spec, resumes=True)
    assert isinstance(finals["film.mp4"], Done), finals


@pytest.mark.parametrize("way", ["..", "../link", "down/../.."])
def test_another_way_to_the_same_files_resumes(tmp_path, monkeypatch, way):
    (tmp_path / "slides").mkdir()
    paint(tmp_path / "slides" / "1.png", 10)
    (tmp_path / "sub" / "down").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path)
    clip(tmp_path / "film.mp4")

    def words(place):
        background = BackgroundSpec("file", path=place / "slides")
        return place / "film.mp4", place / "out.mp4", Settings(background=background)

    source, target, settings = words(tmp_path)
    lose(source, target, 2, settings=settings)
    monkeypatch.chdir(tmp_path / "sub")
    source, target, settings = words(Path(way))
    finals, notices = run(spec_for(source, target, settings=settings), resumes=True)
    assert isinstance(finals["film.mp4"], Done), finals
    assert any(" done before" in getattr(notice, "message", "") for notice in notices)


def test_the_folder_above_a_link_is_another_one(tmp_path, monkeypatch):
    for place in (tmp_path, tmp_path / "other"):
        place.mkdir(exist_ok=True)
        clip(place / "film.mp4")
    (tmp_path / "other" / "inner").mkdir()
    (tmp_path / "a").symlink_to(tmp_path / "other" / "inner")
    target = tmp_path / "out.mp4"
    lose(tmp_path / "film.mp4", target, 2)
    monkeypatch.chdir(tmp_path)
    finals, _ = run(spec_for(Path("a/../film.mp4"), Path("out.mp4")), resumes=True)
    assert "begun with other values of input" in finals["film.mp4"].message


@pytest.mark.parametrize("segment_s", [SEGMENT_S, 120], ids=["segments", "one piece"])
def test_a_result_whose_name_was_taken_meanwhile_is_kept(tmp_path, monkeypatch, segment_s):
    source, target = clip(tmp_path / "film.mp4"), tmp_path / "out.mp4"
    commit = OutputName.commit

    def late(name):
        target.write_bytes(b"another's")
        return commit(name)

    monkeypatch.setattr(OutputName, "commit", late)
    finals, _ = run(spec_for(source, target), resumes=True, segment_s=segment_s)
    final = finals["film.mp4"]
    assert isinstance(final, Failed)
    said = f"{target} appeared meanwhile and was not replaced; the result is out (2).mp4."
    assert final.message == said
    assert final.report.output == tmp_path / "out (2).mp4"
    assert final.report.output.stat().st_size > 1000
    assert target.read_bytes() == b"another's"
    assert not list(tmp_path.glob(".out*"))


@pytest.mark.parametrize(
    ("name", "kind", "changes", "left"),
    [
        ("out.mp4", MatteBeside, {"output_kind": "both"}, ["out", "out_matte"]),
        ("out_%04d.png", SequenceSink, {"crf": None}, ["out"]),
    ],
)
def test_attempts_that_fail_leave_the_last_part_alone(
    tmp_path, monkeypatch, name, kind, changes, left
):
    write, count = kind.write, itertools.count(1)

    def failing(sink, *arguments, **keywords):
        if next(count) % 20 == 0:
            raise EngineError("the card failed")
        write(sink, *arguments, **keywords)

    monkeypatch.setattr(kind, "write", failing)
    source = clip(tmp_path / "film.mp4", frame_count=40)
    finals, _ = run(spec_for(source, tmp_path / name, **changes), segment_s=120)
    assert isinstance(finals["film.mp4"], Failed)
    assert next(count) == 3 * 20 + 1
    names = [path.name.removesuffix(".mp4") for path in tmp_path.iterdir() if path != source]
    assert sorted(names) == [f"{stem}.partial" for stem in left]


def test_outputs_whose_long_names_begin_alike_keep_their_own_segments(tmp_path):
    source = clip(tmp_path / "film.mp4")
    first, second = (tmp_path / f"{'interview ' * 8}part {n}.mp4" for n in (1, 2))
    lose(source, first, 2)
    assert isinstance(run(spec_for(source, second), resumes=True)[0]["film.mp4"], Done)
    finals, events = run(spec_for(source, first), resumes=True)
    assert isinstance(finals["film.mp4"], Done), finals
    assert any("done before" in getattr(event, "message", "") for event in events)


def test_a_manifest_that_finds_no_space_leaves_no_folder(tmp_path, monkeypatch):
    def refuse(path, content):
        raise OutputError("the disk is full")

    monkeypatch.setattr(job_folder, "write_safely", refuse)
    source = clip(tmp_path / "film.mp4")
    finals, _ = run(spec_for(source, tmp_path / "out.mp4"))
    assert finals["film.mp4"].message == "the disk is full"
    assert list(tmp_path.iterdir()) == [source]


def test_an_output_that_exists_is_said_before_the_film_is_cut(tmp_path, monkeypatch):
    source, target = clip(tmp_path / "film.mp4"), tmp_path / "out.mp4"
    target.write_bytes(b"another's")
    monkeypatch.setattr(tasks, "segment", None)
    finals, _ = run(spec_for(source, target))
    assert finals["film.mp4"].message == (
        f"{target} exists already; choose another name, or allow overwriting (--overwrite)"
    )
    assert sorted(tmp_path.iterdir()) == [source, target]


def test_numbered_pictures_that_are_there_are_taken_for_done(tmp_path):
    source = clip(tmp_path / "film.mp4", frame_count=8)
    spec = spec_for(source, tmp_path / "out_%04d.png", crf=None)
    run(spec)
    finals, _ = run(spec, resumes=True)
    final = finals["film.mp4"]
    assert isinstance(final, Done), final
    assert final.report.notes == (f"{spec.output} was there before; it was taken for done.",)


@pytest.mark.parametrize("name", ["out.mp4", "out_%04d.png"])
def test_an_output_that_is_older_than_its_film_is_another_film_s(tmp_path, name):
    source = clip(tmp_path / "film.mp4", frame_count=8)
    spec = spec_for(source, tmp_path / name, crf=None)
    run(spec)
    made = {path: path.read_bytes() for path in tmp_path.iterdir() if path != source}
    for path in made:
        os.utime(path, ns=(10**18, 10**18))
    finals, _ = run(spec, resumes=True)
    assert isinstance(finals["film.mp4"], Failed)
    assert finals["film.mp4"].message == (
        f"{spec.output} is older than {source}, so it was not made from it; remove {spec.output}, "
        "or name another output"
    )
    assert {path: path.read_bytes() for path in made} == made
    os.utime(source, ns=(10**18, 10**18))
    finals, _ = run(spec, resumes=True)
    assert "taken for done" in finals["film.mp4"].report.notes[0]


def test_an_output_that_is_older_than_one_of_its_numbered_pictures_is_not_done(tmp_path):
    for number in range(3):
        paint(tmp_path / f"in_{number}.png", 10 + number)
    spec = spec_for(tmp_path / "in_%d.png", tmp_path / "out.mkv", crf=None)
    assert isinstance(run(spec)[0]["in_%d.png"], Done)
    assert isinstance(run(spec, resumes=True)[0]["in_%d.png"], Done)
    made_ns = (tmp_path / "out.mkv").stat().st_mtime_ns
    os.utime(tmp_path / "in_1.png", ns=(made_ns, made_ns + 10**10))
    final = run(spec, resumes=True)[0]["in_%d.png"]
    assert isinstance(final, Failed)
    assert f"out.mkv is older than {spec.input}" in final.message


def test_a_film_that_came_later_and_takes_another_s_name_is_not_taken_for_done(tmp_path):
    folder, done = tmp_path / "in", tmp_path / "done"
    folder.mkdir()
    clip(folder / "talk.mp4", frame_count=8)
    first = make_plan([folder], done, content="composite", is_folder=True)
    run(*(spec_for(source, target, crf=None) for source, target in first.pairs))
    os.utime(done / "talk.mp4", ns=(10**18, 10**18))
    os.utime(folder / "talk.mp4", ns=(10**18, 10**18))
    clip(folder / "talk.avi", frame_count=8, audio=())
    then = make_plan([folder], done, content="composite", is_folder=True)
    assert then.pairs[0] == (folder / "talk.avi", done / "talk.mp4")
    finals, _ = run(
        *(spec_for(source, target, crf=None) for source, target in then.pairs), resumes=True
    )
    assert f"{done / 'talk.mp4'} is older than {folder / 'talk.avi'}" in finals["talk.avi"].message
    assert isinstance(finals["talk.mp4"], Done)


@pytest.mark.parametrize("first", [[], ["--segment", "1"]], ids=["one by one", "in segments"])
def test_an_output_that_was_made_with_other_options_is_not_taken_for_done(tmp_path, process, first):
    clip(tmp_path / "film.mp4", frame_count=60)
    words = ("film.mp4", "-o", "out.mp4", "--background")
    assert process(*words, "#102030", *first)[0] == OK
    made = (tmp_path / "out.mp4").read_bytes()

    status, _, events = process(*words, "#405060", "--resume", "--edge-softness", "0.3")
    assert status == FAILED
    assert events[-1]["message"] == (
        f"{tmp_path / 'out.mp4'} was made with other values of background, softness; give those "
        "again, name another output, or allow overwriting (--overwrite)"
    )
    assert (tmp_path / "out.mp4").read_bytes() == made

    status, _, events = process(*words, "#102030", "--resume", "--device", "cpu")
    assert status == OK
    assert events[-1]["notes"] == ["out.mp4 was there before; it was taken for done."]

    assert process(*words, "#405060", "--resume", "--overwrite")[0] == OK
    assert process(*words, "#405060", "--resume")[0] == OK
    assert process(*words, "#102030", "--resume")[0] == FAILED


@pytest.mark.parametrize("job", [{}, {"crf": 30}], ids=["older", "another"])
def test_a_value_that_an_older_version_did_not_know_was_the_default(tmp_path, job):
    spec = JobSpec(tmp_path / "film.mp4", tmp_path / "out.mp4")
    usual = asked_values(spec)
    before = {name: value for name, value in usual.items() if name != "crf"} | job
    assert other_values(usual, before, usual) == ", ".join(job)
    assert other_values(asked_values(replace(spec, crf=20)), before, usual) == "crf"


def test_what_the_window_or_a_watched_folder_made_is_not_taken_for_done_either(tmp_path, process):
    settings = Settings(background=BackgroundSpec("colour", colour=(16, 32, 48)))
    source = clip(tmp_path / "film.mp4", frame_count=8)
    with JobQueue(lambda job, event: None) as queue:
        queue.add(JobSpec(source, tmp_path / "out.mp4", settings))
        queue.wait()
    words = ("film.mp4", "-o", "out.mp4", "--resume", "--background")
    status, _, events = process(*words, "#405060")
    assert status == FAILED
    assert "was made with other values of background" in events[-1]["message"]
    assert process(*words, "#102030")[0] == OK


def test_nothing_is_said_of_an_output_that_another_program_wrote(tmp_path, process):
    clip(tmp_path / "film.mp4", frame_count=8)
    words = ("film.mp4", "-o", "out.mp4", "--resume", "--background")
    assert process(*words, "#102030")[0] == OK
    with (tmp_path / "out.mp4").open("ab") as file:
        file.write(b"more")
    status, _, events = process(*words, "#405060")
    assert status == OK
    assert "taken for done" in events[-1]["notes"][0]


def test_a_damaged_record_is_none(tmp_path, process, monkeypatch):
    folder = tmp_path / "records"
    monkeypatch.setattr(made_outputs, "_folder", lambda: OwnFolder.made(folder))
    clip(tmp_path / "film.mp4", frame_count=8)
    words = ("film.mp4", "-o", "out.mp4", "--resume", "--background")
    assert process(*words, "#102030")[0] == OK
    (record,) = folder.iterdir()
    record.write_bytes(b"{")
    assert process(*words, "#405060")[0] == OK
