"""`process` with projects as inputs, and `--save-project`."""

import json

import numpy as np
import pytest
from PIL import Image
from video_clips import make_clip, presentation_times

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.person.pick import PersonPick
from app.pipeline.project import Project, read_project, write_project
from app.pipeline.strokes.stroke import Stroke
from gpu_unet import Area

pytestmark = pytest.mark.usefixtures("kept_strokes")

BLUE = (30, 60, 200)


def save(tmp_path, name="talk.backdrop", **values):
    values = {"background": BackgroundSpec("colour", colour=BLUE), **values}
    write_project(tmp_path / name, Project(tmp_path / "clip.mp4", **values))


def corner_of(path):
    import av

    with av.open(str(path)) as container:
        return next(container.decode(video=0)).to_ndarray(format="rgb24")[:8, :8].mean((0, 1))


def test_a_project_is_processed_with_its_clip_and_its_values(command, clip, engine_factory):
    save(clip.parent, mirror=True, start_s=0.1, areas=(Area("keep", ((0, 0), (1, 0), (1, 1))),))
    result = command("process", "talk.backdrop", "-o", "out.mp4", "--json")
    assert result.status == 0
    np.testing.assert_allclose(corner_of("out.mp4"), BLUE, atol=4)
    assert len(presentation_times("out.mp4")) < len(presentation_times(clip))
    (settings,) = engine_factory.settings
    assert settings.mirror
    assert settings.areas[0].kind == "keep"
    assert result.events[-1]["input"].endswith("clip.mp4")


def test_an_option_that_is_given_wins_over_the_project(command, clip, engine_factory):
    save(clip.parent, mirror=True, start_s=0.1)
    result = command(
        *("process", "talk.backdrop", "-o", "out.mp4"),
        *("--background", "red", "--no-mirror", "--start", "0"),
    )
    assert result.status == 0
    np.testing.assert_allclose(corner_of("out.mp4"), (255, 0, 0), atol=6)
    assert presentation_times("out.mp4") == presentation_times(clip)
    (settings,) = engine_factory.settings
    assert not settings.mirror


def test_several_projects_and_a_film_have_their_own_values_each(command, clip):
    save(clip.parent)
    make_clip(clip.parent / "other.mp4")
    write_project(
        clip.parent / "other.backdrop",
        Project(clip.parent / "other.mp4", background=BackgroundSpec("transparent")),
    )
    make_clip(clip.parent / "third.mp4")
    result = command(
        "process", "talk.backdrop", "other.backdrop", "third.mp4", "-o", "done/", "--json"
    )
    assert result.status == 0
    assert result.new_files == ["done", "done/clip.mp4", "done/other.mov", "done/third.mp4"]
    np.testing.assert_allclose(corner_of("done/clip.mp4"), BLUE, atol=4)
    assert abs(corner_of("done/third.mp4") - BLUE).max() > 20


def test_no_output_replaces_what_another_project_reads(command, clip):
    (clip.parent / "in").mkdir()
    picture = clip.parent / "clip.png"
    Image.fromarray(np.zeros((8, 8, 3), np.uint8)).save(picture)
    before = picture.read_bytes()
    Image.fromarray(np.zeros((48, 64, 3), np.uint8)).save(clip.parent / "in" / "clip.png")
    save(clip.parent, background=BackgroundSpec("file", path=picture))
    result = command("process", "in/clip.png", "talk.backdrop", "-o", "./", "--overwrite")
    assert result.status == 1
    assert "is the background and cannot be overwritten" in " ".join(result.err.split())
    assert picture.read_bytes() == before


def test_projects_in_a_folder_are_left_alone(command, clip):
    save(clip.parent)
    result = command("process", ".", "-o", "done/")
    assert result.status == 0
    assert result.new_files == ["done", "done/clip.mp4"]


def test_a_missing_clip_or_background_is_told(command, clip):
    save(clip.parent, background=BackgroundSpec("file", path=clip.parent / "gone.png"))
    result = command("process", "talk.backdrop", "-o", "out.mp4")
    assert result.status == 1
    assert "gone.png" in "".join(result.err.split())
    clip.unlink()
    save(clip.parent, "other.backdrop")
    result = command("process", "other.backdrop", "-o", "out.mp4")
    assert result.status == 1
    assert "clip.mp4" in "".join(result.err.split())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["talk.backdrop", "same.backdrop", "-o", "done/"], "have the same clip; give a command"),
        (["s3://shelf/film.mp4", "talk.backdrop", "-o", "done/"], "is a file of this computer"),
        (["bad.backdrop", "-o", "out.mp4"], "bad.backdrop is not a project of Backdrop"),
        (["folder.backdrop", "-o", "done/"], "as its clip; save it again"),
        (
            ["cut.backdrop", "--output", "matte", "--match-source-name"],
            "does not go with --match-source-name",
        ),
        (["clip.mp4", "--save-project", "talk.mp4"], "end the name in .backdrop"),
        (["clip.mp4", "clip.mp4", "--save-project", "n.backdrop"], "is for one recording"),
        ([".", "--save-project", "new.backdrop"], "is for one recording"),
        (["https://host/a.mp4", "--save-project", "n.backdrop"], "is for one recording"),
        (["--watch", ".", "--save-project", "new.backdrop"], "is for one recording"),
    ],
    ids=range(10),
)
def test_what_makes_no_sense_is_refused_in_a_sentence(command, clip, words, sentence):
    folder = clip.parent
    save(folder)
    save(folder, "same.backdrop")
    save(folder, "cut.backdrop", end_s=0.2)
    (folder / "bad.backdrop").write_text("film")
    (folder / "sub").mkdir()
    write_project(folder / "folder.backdrop", Project(folder / "sub"))
    result = command("process", *words)
    assert result.status == 2
    assert sentence in " ".join(result.err.split())
    assert result.new_files == []


def test_a_command_is_saved_and_done_again_later(command, clip):
    words = (
        *("--background", "#1e3cc8", "--mirror", "--softness", "0.4", "--end", "0.2"),
        *("--keep-area", "0,0,0.5,0.5", "--person", "30,20@0:00.1"),
    )
    result = command("process", "clip.mp4", "--save-project", "talk.backdrop", *words)
    assert result.status == 0
    assert result.new_files == ["talk.backdrop"]
    assert "The project is talk.backdrop." in result.err
    project = read_project(clip.parent / "talk.backdrop")
    assert project.clip == clip
    assert project.background == BackgroundSpec("colour", colour=BLUE)
    assert (project.mirror, project.edges.softness, project.end_s) == (True, 0.4, 0.2)
    assert project.people == (PersonPick(30, 20, 0.1),)
    assert project.areas[0].kind == "keep"


def test_all_values_of_a_project_go_into_its_job(command, clip):
    save(
        clip.parent,
        people=(PersonPick(30, 20, 0.1),),
        strokes=(Stroke("keep", 0.1, 0.1, ((0.5, 0.5),)),),
        start_s=0.04,
        end_s=0.2,
        log="slog3",
    )
    command("process", "talk.backdrop", "--save-project", "same.backdrop")
    assert read_project(clip.parent / "same.backdrop") == read_project(
        clip.parent / "talk.backdrop"
    )


def test_a_project_is_changed_by_options_on_request_alone(command, clip):
    save(clip.parent, mirror=True)
    words = ("process", "talk.backdrop", "--save-project", "talk.backdrop", "--end", "0.2")
    result = command(*words)
    assert result.status == 1
    assert "exists already" in result.err
    assert command(*words, "--overwrite").status == 0
    project = read_project(clip.parent / "talk.backdrop")
    assert (project.mirror, project.end_s) == (True, 0.2)


def test_a_command_is_saved_and_done_at_once(command, clip):
    words = ("process", "clip.mp4", "-o", "out.mp4", "--save-project", "talk.backdrop")
    result = command(*words)
    assert result.status == 0
    assert result.new_files == ["out.mp4", "talk.backdrop"]
    data = json.loads((clip.parent / "talk.backdrop").read_text())
    assert data["clip"] == "clip.mp4"
