"""Projects on the command line: as INPUT of `process`, and written by --save-project."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from app.cluster.addresses import is_address

if TYPE_CHECKING:
    from app.cli.console import Reporter
    from app.pipeline.jobs.job_spec import JobSpec
    from app.pipeline.project import Project


def read_projects(arguments: argparse.Namespace) -> dict[Path, Project]:
    """Read the projects among the inputs, and put their clips in their places.

    Returns:
        The projects by their clips.

    Raises:
        ValueError: One is no project, or does not go with the others or with an option.
        OSError: One cannot be read.
    """
    if not any(text.lower().endswith(".backdrop") for text in arguments.inputs):
        return {}  # reading one needs large modules
    from app.pipeline.project import is_project, read_project

    if any(map(is_address, (*arguments.inputs, arguments.out or ""))):
        raise ValueError(
            "a project is a file of this computer; give projects and addresses a command each"
        )
    projects: dict[Path, Project] = {}
    names: dict[Path, str] = {}
    for index, text in enumerate(arguments.inputs):
        if not is_project(Path(text)) or os.path.isdir(text):
            continue
        project = read_project(Path(text))
        clip = project.clip
        if os.path.isdir(clip):
            raise ValueError(f"{text} has the folder {clip} as its clip; save it again")
        if clip in projects:
            raise ValueError(f"{names[clip]} and {text} have the same clip; give a command each")
        if arguments.match_source_name and (project.start_s, project.end_s) != (None, None):
            raise ValueError(
                f"{text} has In or Out, which does not go with --match-source-name, whose mattes "
                "have all frames of their source; leave one of them out"
            )
        projects[clip], names[clip] = project, text
        arguments.inputs[index] = str(clip)
    return projects


def check_save_project(arguments: argparse.Namespace) -> None:
    """Refuse what --save-project cannot write.

    Raises:
        ValueError: No single recording of this computer, or no name of a project.
        OSError: The recording does not exist.
    """
    if arguments.save_project is None:
        return
    from app.pipeline.project import is_project
    from app.video.files.sequence_source import is_pattern

    inputs = arguments.inputs
    if len(inputs) != 1 or is_address(inputs[0]) or os.path.isdir(inputs[0]):
        raise ValueError(
            "--save-project is for one recording; give one INPUT that is a file of this computer"
        )
    if not is_project(arguments.save_project):
        raise ValueError(f"--save-project is {arguments.save_project}; end the name in .backdrop")
    if not os.path.exists(inputs[0]) and not is_pattern(Path(inputs[0])):
        raise OSError(f"{inputs[0]} was not found; check the path")


def save_project(arguments: argparse.Namespace, job: JobSpec, reporter: Reporter) -> None:
    """Write what --save-project asks for, and say so.

    Raises:
        OSError: It cannot be written, or exists and may not be replaced.
    """
    from app.pipeline.jobs.events import JobNotice
    from app.pipeline.project import Project, write_project
    from app.video.typed_path import typed_path

    path = typed_path(arguments.save_project)
    write_project(path, Project.of(job), overwrite=arguments.overwrite)
    reporter.write(JobNotice(job.input, f"The project is {path}."))
