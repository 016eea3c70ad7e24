"""The picture and its matte of one pass: both with all frames, neither without the other."""

import os
from pathlib import Path

import pytest
from doubles import FakeEngineFactory
from test_jobs import failing_after
from video_clips import make_clip

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.events import Done, Failed
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.plan import make_plan, output_names
from app.pipeline.settings import Settings
from app.video.files.file_writer import FileWriter
from app.video.files.matte_beside import matte_path
from app.video.files.sequence_source import is_pattern
from app.video.sink import OutputError
from gpu_unet.errors import GpuLostError
from lab.benchmarks.compare_files import read_contents


def run(folder, name="out.mp4", *, factory=None, overwrite=False, background="red"):
    if not (folder / "in.mp4").exists():
        make_clip(folder / "in.mp4", frame_count=12, audio=("aac",))
    settings = Settings(BackgroundSpec.parse(background))
    spec = JobSpec(
        folder / "in.mp4", folder / name, settings, output_kind="both", overwrite=overwrite
    )
    return Job(spec, engine_factory=factory or FakeEngineFactory()).run()


def names(folder):
    return sorted(path.name for path in folder.iterdir() if path.name != "in.mp4")


@pytest.mark.parametrize(
    ("output", "matte"),
    [
        ("talk.mp4", "talk_matte.mp4"),
        ("a.b.mov", "a.b_matte.mov"),
        ("out_%04d.png", "out_matte_%04d.png"),
        ("%d.png", "_matte%d.png"),
    ],
)
def test_a_matte_s_name_is_its_picture_s(output, matte):
    assert matte_path(Path(output)).name == matte


@pytest.mark.parametrize("name", [f"{'x' * 250}.mp4", f"{'é' * 122}_%04d.png"])
def test_names_that_are_made_of_long_ones_are_cut(name):
    made = matte_path(Path(name))
    assert len(os.fsencode(made.name)) <= 255
    assert made.suffix == Path(name).suffix
    assert is_pattern(made) == is_pattern(name)
    members = [Path("monday") / name, Path("tuesday") / name]
    for output in output_names(members, Path(), "composite", "jpeg"):
        assert len(os.fsencode(output.name)) <= 255
        assert is_pattern(output) == is_pattern(name)


def test_both_have_every_frame_at_its_time_and_the_sound_goes_with_the_picture(tmp_path):
    final = run(tmp_path)
    assert isinstance(final, Done)
    assert names(tmp_path) == ["out.mp4", "out_matte.mp4"]
    source, picture, matte = (
        read_contents(str(tmp_path / name)) for name in ("in.mp4", "out.mp4", "out_matte.mp4")
    )
    assert picture.times == matte.times == source.times
    assert any("out_matte.mp4" in note for note in final.report.notes)
    assert len(final.report.audio) == 1
    import av

    with av.open(str(tmp_path / "out_matte.mp4")) as container:
        assert not container.streams.audio
        frame = next(container.decode(video=0)).to_ndarray(format="rgb24").astype(int)
    height, width = frame.shape[:2]
    assert frame[height // 2, width // 2].min() > 245
    assert frame[0, 0].max() < 10


def test_a_row_of_transparent_pictures_has_a_row_of_mattes(tmp_path):
    assert isinstance(run(tmp_path, "p_%02d.png", background="transparent"), Done)
    assert len(names(tmp_path)) == 24
    assert "p_matte_01.png" in names(tmp_path)


@pytest.mark.parametrize("there", ["out.mp4", "out_matte.mp4"])
def test_nothing_is_written_where_one_of_them_is_there_already(tmp_path, there):
    (tmp_path / there).write_bytes(b"precious")
    final = run(tmp_path)
    assert isinstance(final, Failed)
    assert there in final.message
    assert names(tmp_path) == [there]
    assert (tmp_path / there).read_bytes() == b"precious"
    assert isinstance(run(tmp_path, overwrite=True), Done)
    assert names(tmp_path) == ["out.mp4", "out_matte.mp4"]


@pytest.mark.parametrize("broken", ["out.mp4", "out_matte.mp4"])
def test_if_one_cannot_be_completed_the_other_gets_no_name_either(tmp_path, monkeypatch, broken):
    complete = FileWriter._complete

    def fail(writer, until):
        if writer.path.name == broken:
            writer.abort()
            raise OutputError("the disk is full")
        complete(writer, until)

    monkeypatch.setattr(FileWriter, "_complete", fail)
    assert isinstance(run(tmp_path), Failed)
    assert not {"out.mp4", "out_matte.mp4"} & set(names(tmp_path))


def test_a_job_that_fails_keeps_what_is_done_of_both_as_parts(tmp_path):
    factory = failing_after(2, GpuLostError("gone"))
    final = Job(
        JobSpec(make(tmp_path), tmp_path / "out.mp4", Settings(device="cuda"), output_kind="both"),
        engine_factory=factory,
    ).run()
    assert isinstance(final, Failed)
    assert names(tmp_path) == ["out.partial.mp4", "out_matte.partial.mp4"]


def make(folder):
    make_clip(folder / "in.mp4", frame_count=20)
    return folder / "in.mp4"


def test_a_name_that_is_taken_meanwhile_loses_neither(tmp_path):
    factory = FakeEngineFactory()
    factory.prepare = lambda engine: (tmp_path / "out.mp4").write_bytes(b"precious")
    final = run(tmp_path, factory=factory)
    assert isinstance(final, Failed)
    assert "out (2).mp4" in final.message
    assert "out (2)_matte.mp4" in final.message
    assert names(tmp_path) == ["out (2).mp4", "out (2)_matte.mp4", "out.mp4"]


def test_a_matte_replaces_nothing_that_is_read_or_written(tmp_path):
    make(tmp_path)
    (tmp_path / "in.mp4").rename(tmp_path / "a_matte.mp4")
    with pytest.raises(OutputError, match=r"an input|the input itself"):
        make_plan(
            [tmp_path / "a_matte.mp4"], tmp_path / "a.mp4", content="composite", has_mattes=True
        )
    make(tmp_path)
    (tmp_path / "in.mp4").rename(tmp_path / "a.mp4")
    with pytest.raises(OutputError, match="at once"):
        make_plan(
            [tmp_path / "a.mp4", tmp_path / "a_matte.mp4"],
            tmp_path / "out",
            content="composite",
            has_mattes=True,
        )
