"""Projects: what is chosen for a recording survives in a file, which is read strictly."""

import os
import random
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hostile_json import damaged_text, with_damaged_bytes

from app.pipeline import project as module
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.person.pick import PersonPick
from app.pipeline.project import Project, ProjectError, project_beside, read_project, write_project
from app.pipeline.settings import Settings
from app.pipeline.strokes.stroke import Stroke
from app.video.backgrounds.backdrop import BackdropSettings
from app.video.sink import OutputError
from gpu_unet import Area, EdgeSettings, LayerSettings

SQUARE = Area("keep", ((0.2, 0.2), (0.4, 0.2), (0.4, 0.4)))


def whole(folder: Path) -> Project:
    """A project with another value than the usual one everywhere."""
    return Project(
        folder / "talk.mp4",
        background=BackgroundSpec("file", path=folder / "pictures" / "beach.jpg"),
        edges=EdgeSettings(softness=0.3),
        layer=LayerSettings(shadow=0.5),
        backdrop=BackdropSettings(background_fit="fit"),
        mirror=True,
        auto_frame=True,
        areas=(SQUARE,),
        strokes=(Stroke("remove", 1.5, 0.05, ((0.1, 0.2), (0.3, 0.4)), start_s=1.0, end_s=2.0),),
        people=(PersonPick(300, 200, 2.5),),
        start_s=1.0,
        end_s=9.0,
        log="slog3",
    )


def test_every_value_survives_and_none_was_left_at_its_default(tmp_path):
    project = whole(tmp_path)
    write_project(tmp_path / "talk.backdrop", project)
    assert read_project(tmp_path / "talk.backdrop") == project
    usual = Project(tmp_path / "talk.mp4")
    names = [field.name for field in fields(Project)]
    same = [name for name in names if getattr(project, name) == getattr(usual, name)]
    assert same == ["clip"]


def test_a_folder_moves_with_its_project_and_other_places_stay(tmp_path):
    (tmp_path / "shoot").mkdir()
    project = replace(whole(tmp_path / "shoot"), people=())
    write_project(tmp_path / "shoot" / "talk.backdrop", project)
    (tmp_path / "shoot").rename(tmp_path / "moved")
    moved = read_project(tmp_path / "moved" / "talk.backdrop")
    assert moved.clip == tmp_path / "moved" / "talk.mp4"
    assert moved.background.path == tmp_path / "moved" / "pictures" / "beach.jpg"
    elsewhere = replace(project, background=BackgroundSpec("file", path=tmp_path / "beach.jpg"))
    write_project(tmp_path / "moved" / "talk.backdrop", elsewhere, overwrite=True)
    assert read_project(tmp_path / "moved" / "talk.backdrop").background == elsewhere.background


def test_a_job_becomes_a_project_and_a_project_a_job(tmp_path):
    project = whole(tmp_path)
    other = JobSpec(tmp_path / "other.mp4", tmp_path / "out.mp4", Settings(model="fast"), crf=20)
    job = project.job(other)
    assert (job.settings.model, job.crf, job.output) == ("fast", 20, other.output)
    assert (job.input, job.people, job.settings.edges) == (
        project.clip,
        project.people,
        project.edges,
    )
    assert Project.of(job) == project


def test_a_background_that_is_shown_live_alone_is_not_written(tmp_path):
    settings = Settings(background=BackgroundSpec("room"))
    job = JobSpec(tmp_path / "talk.mp4", tmp_path / "out.mp4")
    object.__setattr__(job, "settings", settings)  # a job itself refuses it
    assert Project.of(job).background == BackgroundSpec("blur")
    with pytest.raises(ValueError, match="live alone"):
        Project(tmp_path / "talk.mp4", background=BackgroundSpec("screen", window=3))


def test_what_an_earlier_version_did_not_know_has_its_usual_value(tmp_path):
    path = tmp_path / "talk.backdrop"
    path.write_text('{"backdrop_project": 1, "clip": "talk.mp4"}')
    assert read_project(path) == Project(tmp_path / "talk.mp4")


def test_a_newer_version_is_told_in_one_sentence(tmp_path):
    path = tmp_path / "talk.backdrop"
    path.write_text('{"backdrop_project": 2, "clip": "talk.mp4", "holograms": []}')
    with pytest.raises(
        ProjectError, match=r"^talk\.backdrop was saved by a newer version .*update"
    ):
        read_project(path)


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "null", "[" * 100_000, "{}", '{"clip": "talk.mp4"}',
        '{"backdrop_project": true, "clip": "talk.mp4"}',
        '{"backdrop_project": "1", "clip": "talk.mp4"}',
        '{"backdrop_project": 0, "clip": "talk.mp4"}',
        '{"backdrop_project": 1}',
        '{"backdrop_project": 1, "clip": ""}',
        '{"backdrop_project": 1, "clip": "talk\\u0000.mp4"}',
        '{"backdrop_project": 1, "clip": "talk.mp4", "holograms": []}',
        '{"backdrop_project": 1, "clip": "talk.mp4", "background": {"kind": "room"}}',
        '{"backdrop_project": 1, "clip": "talk.mp4", "start_s": -1}',
        '{"backdrop_project": 1, "clip": "talk.mp4", "start_s": NaN}',
        '{"backdrop_project": 1, "clip": "talk.mp4", "start_s": 5, "end_s": 4}',
        '{"backdrop_project": 1, "clip": "talk.mp4", "edges": {"softness": 7}}',
        '{"backdrop_project": 1, "clip": "talk.mp4", "strokes": [{"kind": "keep"}]}',
        '{"backdrop_project": 1, "clip": "talk.mp4", "log": "slog9"}',
    ],
    ids=range(20),
)  # fmt: skip
def test_what_is_no_project_is_refused_with_its_name(tmp_path, text):
    path = tmp_path / "talk.backdrop"
    path.write_text(text)
    with pytest.raises(ProjectError, match=r"^talk\.backdrop is not a project of Backdrop \("):
        read_project(path)


@pytest.mark.parametrize(
    "values",
    [
        {"areas": (SQUARE,) * (Area.MOST + 1)},
        {"people": (PersonPick(1, 2, 3),) * (PersonPick.MOST + 1)},
        {"strokes": (Stroke("keep", 0, 0.1, ((0, 0),)),) * (Stroke.MOST + 1)},
    ],
    ids=["areas", "people", "strokes"],
)
def test_too_many_are_refused(tmp_path, values):
    with pytest.raises(ValueError, match="at most"):
        Project(tmp_path / "talk.mp4", **values)


def test_more_areas_than_leave_room_for_strokes_are_kept_until_a_job_is_made(tmp_path):
    path, film = tmp_path / "talk.backdrop", tmp_path / "talk.mp4"
    stroke = Stroke("keep", 0, 0.1, ((0, 0),))
    project = Project(film, areas=(SQUARE,) * Area.MOST, strokes=(stroke,))
    write_project(path, project)
    assert read_project(path) == project
    with pytest.raises(ValueError, match="beside strokes there may be at most"):
        project.job(JobSpec(film, tmp_path / "out.mp4"))


def test_a_large_file_is_not_read_to_its_end(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 50)
    path = tmp_path / "talk.backdrop"
    path.write_text('{"backdrop_project": 1, "clip": "talk.mp4"}' + " " * 50)
    with pytest.raises(ProjectError, match="more than 50 bytes"):
        read_project(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "talk.backdrop")
    with pytest.raises(ProjectError, match="no ordinary file"):
        read_project(tmp_path / "talk.backdrop")


def test_whatever_is_in_the_file_it_is_a_project_or_one_sentence(tmp_path):
    path = tmp_path / "talk.backdrop"
    write_project(path, whole(tmp_path))
    text = path.read_text()
    chance = random.Random(36)
    for _ in range(200):
        if chance.random() < 0.5:
            path.write_text(damaged_text(text, chance), encoding="utf-8", errors="surrogatepass")
        else:
            path.write_bytes(with_damaged_bytes(text.encode(), chance))
        with suppress(ProjectError):
            read_project(path)


def test_an_existing_project_is_replaced_on_request_alone(tmp_path):
    path = tmp_path / "talk.backdrop"
    write_project(path, Project(tmp_path / "talk.mp4"))
    before = path.read_bytes()
    with pytest.raises(OutputError, match="exists already"):
        write_project(path, whole(tmp_path))
    assert path.read_bytes() == before
    write_project(path, whole(tmp_path), overwrite=True)
    assert read_project(path) == whole(tmp_path)


def test_a_project_that_cannot_be_written_leaves_the_old_one_and_nothing_else(
    tmp_path, monkeypatch
):
    path = tmp_path / "talk.backdrop"
    write_project(path, Project(tmp_path / "talk.mp4"))
    before = path.read_bytes()

    def full_disk(self, *arguments, **options):
        self.write_bytes(b'{"half')
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full_disk)
    with pytest.raises(OutputError, match="disk is full"):
        write_project(path, whole(tmp_path), overwrite=True)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["talk.backdrop"]


def test_only_projects_are_named_like_one(tmp_path):
    (tmp_path / "talk.mp4").write_bytes(b"the film")
    with pytest.raises(OutputError, match=r"end it in \.backdrop"):
        write_project(tmp_path / "talk.mp4", Project(tmp_path / "talk.mp4"), overwrite=True)
    assert (tmp_path / "talk.mp4").read_bytes() == b"the film"
    assert project_beside(tmp_path / "talk.mp4") == tmp_path / "talk.backdrop"
