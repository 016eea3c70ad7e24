"""ProjectControl: opens and saves the project of the shown recording."""

from __future__ import annotations

import filecmp
import os
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog

from app.messages import Message, marked, sentence_of
from app.pipeline.live import events
from app.pipeline.project import (
    SUFFIX,
    Project,
    is_project,
    project_beside,
    read_project,
    write_project,
)
from app.video.files.sequence_source import is_pattern
from gui.background.copies import keep
from gui.control import Control, Core
from gui.export.control import ExportControl
from gui.shared.language import tr
from gui.shared.parts import ask_for_paths
from gui.shared.saved import Preset
from gui.source.control import SAMPLE, SourceControl

NOTHING_TO_SAVE = marked("Only files have projects. Open a video or picture first.")
TITLE = "Backdrop"
OPEN_END_S = 1e9  # "up to the end", where a film's length is not known yet


class ProjectControl(Control):
    """Connects the store, the source and the exports with files of projects.

    All values live in the store, so a project that is not saved is not lost: it is only not in the
    file yet, which the title shows.

    Args:
        source: Knows which file is shown.
        exports: Take projects that are dropped on their list.

    Signals:
        opened: A project's values are in force; widgets must refresh.
    """

    opened = Signal()

    def __init__(self, core: Core, source: SourceControl, exports: ExportControl) -> None:
        super().__init__(core)
        self._source, self._exports, self._copies = source, exports, core.copies
        # What was read or written, by the clip: its path, and the project as it was then, in which
        # paths of copies are those of their originals.
        self._opened: dict[Path, tuple[Path, Project]] = {}
        core.window.exports.drop_target.dropped.connect(self._on_dropped_to_export)
        source.projects_given.connect(self._read)
        source.changed.connect(self._show_title)
        core.state.changed.connect(self._show_title)

    def save(self) -> None:
        """Save to the open project, else beside the clip; ask where that does not work."""
        project = self._present()
        if project is not None and project.clip.parent != SAMPLE.parent:
            known = self._opened.get(project.clip)
            path = project_beside(project.clip) if known is None else known[0]
            if known is not None or not os.path.lexists(path):
                self._save(path, project)
                return
        self.save_as()

    def save_as(self) -> None:
        """Ask for a place, without blocking the window, and save there."""
        project = self._present()
        if project is None:
            self._notify("info", tr(NOTHING_TO_SAVE), code="project")
            return
        folder = project.clip.parent
        if folder == SAMPLE.parent:
            folder = self._state.recordings_folder
        path, kinds = str(folder / project_beside(project.clip).name), tr("Projects")
        dialog = QFileDialog(self._window, tr("Save the project"), path, f"{kinds} (*{SUFFIX})")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("backdrop")
        ask_for_paths(dialog, lambda paths: self._save(paths[0], project))

    def _save(self, path: Path, project: Project) -> None:
        def save() -> tuple[str]:
            own, kept = project.background.path, project
            try:
                # A copy in the window's folder may be removed: another one goes beside the project.
                if own is not None and own.parent == self._copies:
                    background = replace(project.background, path=keep(own, path.parent))
                    kept = replace(project, background=background)
                write_project(path, kept, overwrite=True)
            except OSError as error:
                return (sentence_of(error),)
            return ("",)

        then = partial(self._on_saved, path, project)
        doing = Message("saving the project {path}", path=path)
        failed = (tr("The project could not be saved."),)
        self._session.tasks.answer(doing, then, save, otherwise=failed)

    def _on_saved(self, path: Path, project: Project, sentence: str) -> None:
        if sentence:
            elsewhere = (tr("Save elsewhere\u2026"), self.save_as)
            self._notify("warning", sentence, action=elsewhere, code="project")
            return
        self._opened[project.clip] = path, project
        self._notify("info", tr("{name} is saved.", name=path.name), code="project")
        self._show_title()

    def _read(self, paths: list[Path], *, for_export: bool = False) -> None:
        """Read projects, and open the first one or export all."""
        then = partial(self._on_read, for_export=for_export)
        doing = Message("reading a project")
        self._session.tasks.answer(doing, then, lambda: read_projects(paths))

    def _on_read(
        self, found: list[tuple[Path, Project]], problems: list[str], *, for_export: bool
    ) -> None:
        for problem in problems:
            self._notify("warning", problem)
        projects = [project for _, project in found]
        if for_export:
            self._exports.add_projects(projects)
        elif found:
            self._open(*found[0])
            if len(found) > 1:
                self._notify(
                    "info",
                    tr("Only one project is shown at a time: {name}.", name=found[0][0].name),
                    action=(tr("Export all"), lambda: self._exports.add_projects(projects)),
                    code="project",
                )
        elif not self._source.identity:
            self._window.preview.set_message("")  # it is not opening any more

    def _open(self, path: Path, project: Project) -> None:
        self._opened[project.clip] = path, project
        start_s, end_s = project.start_s or 0.0, project.end_s or OPEN_END_S
        is_all = (start_s, end_s) == (0.0, OPEN_END_S)
        # Areas are remembered for the clip, which takes them as it opens.
        now = self._state.settings
        self._state.put_settings(replace(project.settings(now), areas=now.areas))
        source = f"file {project.clip}"
        saved = self._state.saved.with_values(
            source,
            areas=project.areas,
            strokes=project.strokes,
            people=project.people,
            logs=project.log,
        )
        range_s = None if is_all else (start_s, end_s)
        self._state.put(saved.with_values(str(project.clip), ranges=range_s))
        self._source.open_files([project.clip], [])
        self.opened.emit()

    def _on_live_event(self, event: events.Event) -> None:
        if not isinstance(event, events.SourceOpened) or event.is_live:
            return
        project = self._present()
        if project is not None and project.clip not in self._opened:
            doing = Message("looking for a project")
            self._session.tasks.answer(doing, self._on_found, partial(other_project, project))

    def _on_found(self, present: Project, path: Path, project: Project, is_same: bool) -> None:
        now = self._present()
        if now is None or now.clip != present.clip or now.clip in self._opened:
            return
        if is_same:  # as after a restart
            self._opened[present.clip] = path, present
            self._show_title()
            return
        words = tr("{name} is beside this file.", name=path.name)
        action = (tr("Open its project"), lambda: self._read([path]))
        self._notify("info", words, action=action, code="project")

    def _on_dropped_to_export(self, paths: list[Path]) -> None:
        projects = [path for path in paths if is_project(path)]
        if projects:
            self._read(projects, for_export=True)
        if others := [path for path in paths if path not in projects]:
            self._source.take(others)

    def _present(self) -> Project | None:
        """The shown recording with what is chosen for it; None for cameras."""
        shown = self._source.shown_files
        if not shown:
            return None
        clip, saved = shown[0].absolute(), self._state.saved
        start_s, end_s = saved.ranges.get(str(shown[0]), (0.0, OPEN_END_S))
        look = Preset.of(saved.settings)
        return Project(
            clip,
            **{item.name: getattr(look, item.name) for item in fields(look)},
            areas=saved.areas.get(self._source.identity, ()),
            strokes=saved.strokes.get(self._source.identity, ()),
            people=saved.people.get(self._source.identity, ()),
            start_s=start_s or None,
            end_s=None if end_s >= OPEN_END_S else end_s,
            log=saved.logs.get(self._source.identity),
        )

    def _show_title(self) -> None:
        project = self._present()
        opened = None if project is None else self._opened.get(project.clip)
        if opened is None:
            self._window.setWindowTitle(TITLE)
            self._window.setWindowModified(False)
        else:
            path, known = opened
            self._window.setWindowTitle(f"{path.name}[*]")
            self._window.setWindowModified(project != known)


def read_projects(paths: list[Path]) -> tuple[list[tuple[Path, Project]], list[str]]:
    """The projects whose clips are there, with their paths, and a sentence for what is not.

    Waits for the disk.
    """
    found: list[tuple[Path, Project]] = []
    problems: list[str] = []
    for path in paths:
        try:
            project = read_project(path)
        except (OSError, ValueError) as error:
            problems.append(sentence_of(error))
            continue
        clip = project.clip
        if os.path.isfile(clip) or is_pattern(clip):
            found.append((path.absolute(), project))
        else:
            problems.append(
                tr("The clip of {name} was not found: {clip}.", name=path.name, clip=clip)
            )
    return found, problems


def other_project(present: Project) -> tuple[Project, Path, Project, bool] | None:
    """This project, the path of the one beside its clip, that one, and whether they are the same.

    Waits for the disk. None: there is none.
    """
    path = project_beside(present.clip)
    with suppress(OSError, ValueError):
        found = read_project(path)
        if os.path.samefile(found.clip, present.clip):
            return present, path, found, is_same_project(present, found)
    return None


def is_same_project(present: Project, found: Project) -> bool:
    """Whether both say the same of a clip; copies of a background count as the same.

    Waits for the disk.
    """
    one, other = present.background.path, found.background.path
    if one != other and one and other and filecmp.cmp(one, other, shallow=False):
        found = replace(found, background=present.background)
    return found == replace(present, clip=found.clip)
