"""Project: a recording and what was chosen for it, in one file; docs/project-file.md."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from app.messages import SentenceError
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.person.pick import PersonPick, check_picks
from app.pipeline.plain_data import plain_of, read_as, read_json
from app.pipeline.settings import Settings
from app.pipeline.strokes.stroke import Stroke, check_count
from app.video.backgrounds.backdrop import BackdropSettings
from app.video.placing.output_name import OutputName, explained, sync
from app.video.reading import Log
from app.video.sink import OutputError
from gpu_unet import Area, EdgeSettings, LayerSettings

SUFFIX = ".backdrop"
VERSION = 1  # raised with every new name in the file: an older program must not pass over it
VERSION_NAME = "backdrop_project"
MOST_BYTES = 32 << 20  # the most strokes with the most places take less


class ProjectError(SentenceError, ValueError):
    """A file is no project that this version reads; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Project:
    """What belongs to a recording, without engine, codec and output, which belong to a run.

    Attributes:
        clip: The recording, as in `JobSpec.input`.
        background, edges, layer, backdrop, mirror, auto_frame, areas: As in `Settings`.
        strokes, people, start_s, end_s, log: As in `JobSpec`.

    Raises:
        ValueError: No clip, no background that a file can have, too many areas, strokes or people,
            or a start or end that is no time.
    """

    clip: Path
    background: BackgroundSpec = field(default_factory=lambda: BackgroundSpec("blur"))
    edges: EdgeSettings = field(default_factory=EdgeSettings)
    layer: LayerSettings = field(default_factory=LayerSettings)
    backdrop: BackdropSettings = field(default_factory=BackdropSettings)
    mirror: bool = False
    auto_frame: bool = False
    areas: tuple[Area, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    people: tuple[PersonPick, ...] = ()
    start_s: float | None = None
    end_s: float | None = None
    log: Log | None = None

    def __post_init__(self) -> None:
        if not self.clip.name:
            raise ValueError("it names no clip")
        Area.check_count(self.areas)
        check_count(self.strokes)
        check_picks(self.people)
        JobSpec(  # checks background and times; what does not go together is left to a real job
            self.clip,
            project_beside(self.clip),
            Settings(background=self.background),
            start_s=self.start_s,
            end_s=self.end_s,
        )

    @classmethod
    def of(cls, job: JobSpec) -> Project:
        """What a job has of a project; a background that is shown live alone becomes a blur."""
        settings = replace(job.settings, background=job.settings.background.remembered)
        return cls(
            job.input,
            **{name: getattr(settings, name) for name in _OF_SETTINGS},
            **{name: getattr(job, name) for name in _OF_JOB},
        )

    def settings(self, others: Settings) -> Settings:
        """Settings with the project's values; engine and clean plate are those of `others`."""
        return replace(others, **{name: getattr(self, name) for name in _OF_SETTINGS})

    def job(self, others: JobSpec) -> JobSpec:
        """A job for the clip; the output, and how it is written, are those of `others`."""
        return replace(
            others,
            input=self.clip,
            settings=self.settings(others.settings),
            **{name: getattr(self, name) for name in _OF_JOB},
        )


_NAMES = {item.name for item in fields(Project)}
_OF_SETTINGS = sorted(_NAMES & {item.name for item in fields(Settings)})
_OF_JOB = sorted(_NAMES - {"clip", *_OF_SETTINGS})


def is_project(path: Path) -> bool:
    """Whether a path names a project: by its suffix."""
    return path.suffix.lower() == SUFFIX


def project_beside(clip: Path) -> Path:
    """The usual path of a recording's project; it may not exist."""
    return clip.with_suffix(SUFFIX)


def read_project(path: Path) -> Project:
    """Read a project; its paths become absolute.

    Raises:
        OSError: It cannot be read.
        ProjectError: It holds no project, or one of a newer version.
    """
    try:
        return _project_of(read_json(path, most_bytes=MOST_BYTES), path.parent.absolute())
    except _NewerError:
        raise ProjectError(
            "{name} was saved by a newer version of Backdrop; update this one to open it.",
            name=path.name,
        ) from None
    except (ValueError, RecursionError) as error:
        raise ProjectError(
            "{name} is not a project of Backdrop ({reason}); save it again.",
            name=path.name,
            reason=error,
        ) from error


def write_project(path: Path, project: Project, *, overwrite: bool = False) -> None:
    """Write a project: complete and safe on the disk, or not at all.

    Paths in the project's folder or below are written relative to it, so that the folder can move.

    Args:
        path: Ends in .backdrop.
        overwrite: Whether an existing project may be replaced.

    Raises:
        OutputError: The name does not end in .backdrop, exists already, or cannot be written.
    """
    if not is_project(path):
        raise OutputError("{path} is not named like a project; end it in .backdrop.", path=path)
    folder = path.parent.absolute()
    data = plain_of(project)
    data["clip"] = _written(project.clip, folder)
    if project.background.path is not None:
        data["background"]["path"] = _written(project.background.path, folder)
    lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in data.items()]
    text = ",\n".join([f'{{\n  "{VERSION_NAME}": {VERSION}', *lines]) + "\n}\n"
    name = OutputName(path, overwrite=overwrite)
    try:
        with explained(path):
            name.temporary.write_text(text, encoding="utf-8")
            sync(name.temporary)
            name.commit()
            sync(path.parent)
    finally:
        name.discard()


class _NewerError(ValueError):
    pass


def _project_of(data: Any, folder: Path) -> Project:
    values = dict(read_as(dict[str, Any], data))
    version = values.pop(VERSION_NAME, None)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ValueError(f"it has no {VERSION_NAME}")
    if version > VERSION:
        raise _NewerError
    if unknown := sorted(values.keys() - _NAMES):
        raise ValueError(f"it has {unknown[0]!r:.80}, which is unknown")
    project = read_as(Project, values)
    background = project.background
    if background.path is not None:
        background = replace(background, path=folder / background.path)
    return replace(project, clip=folder / project.clip, background=background)


def _written(path: Path, folder: Path) -> str:
    """`path` relative to `folder` if it is in it or below, with / on every system."""
    try:
        return path.absolute().relative_to(folder).as_posix()
    except ValueError:
        return str(path.absolute())
