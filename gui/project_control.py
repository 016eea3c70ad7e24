"""ProjectControl: opens and saves the project of the shown recording."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog

from app.messages import marked
from app.pipeline.live import events
from app.pipeline.project import SUFFIX, Project, is_project, project_beside
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
        core.session.tasks.projects_read.connect(self._on_read)
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
        then = partial(self._on_saved, path, project)
        self._session.tasks.save_project(path, project, then, copies=self._copies)

    def _on_saved(self, path: Path, project: Project, sentence: str) -> None:
        if sentence:
            elsewhere = (tr("Save elsewhere\u2026"), self.save_as)
            self._notify("warning", sentence, action=elsewhere, code="project")
            return
        self._opened[project.clip] = path, project
        self._notify("info", tr("{name} is saved.", name=path.name), code="project")
        self._show_title()

    def _on_read(
        self, found: list[tuple[Path, Project]], problems: list[str], for_export: bool
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
            self._session.tasks.look_for_project(project, self._on_found)

    def _on_found(self, present: Project, path: Path, project: Project, is_same: bool) -> None:
        now = self._present()
        if now is None or now.clip != present.clip or now.clip in self._opened:
            return
        if is_same:  # as after a restart
            self._opened[present.clip] = path, present
            self._show_title()
            return
        words = tr("{name} is beside this file.", name=path.name)
        action = (tr("Open its project"), lambda: self._session.tasks.read_projects([path]))
        self._notify("info", words, action=action, code="project")

    def _on_dropped_to_export(self, paths: list[Path]) -> None:
        projects = [path for path in paths if is_project(path)]
        if projects:
            self._session.tasks.read_projects(projects, for_export=True)
        if others := [path for path in paths if path not in projects]:
            self._session.tasks.list_inputs(others)

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
