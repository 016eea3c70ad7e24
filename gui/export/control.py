"""ExportControl: opens the export dialog, queues its jobs, and follows them on cards."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLockFile, Signal
from PySide6.QtWidgets import QApplication

from app.messages import Message, marked
from app.pipeline import model_cost
from app.pipeline.engines import model_names
from app.pipeline.jobs import events as jobs
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.live import events
from app.pipeline.project import Project
from app.pipeline.settings import Device
from app.video.files.sequence_source import is_pattern
from gpu_unet import EngineError, FrameFormat, WeightsError
from gui.control import Control, Core
from gui.export.choices import OUTLINES, ExportContext, free
from gui.export.dialog import ExportDialog
from gui.export.queue import QueueTime, most_workers
from gui.export.tray import ExportCard
from gui.preview.playback_control import PlaybackControl
from gui.shared.language import plural, tr
from gui.shared.parts import open_once
from gui.source.control import SAMPLE, SourceControl

log = logging.getLogger(__name__)

NOTHING_TO_EXPORT = marked(
    "Only files can be exported. Open a video or picture first, or record the camera "
    "with the red button."
)
# Key of the stored time for reading and writing, in ms per megapixel of a frame.
FILES_KEY = "files"
STEADY_FRAMES = 100  # shorter exports measure the time too roughly


class ExportControl(Control):
    """Connects the export dialog, the cards and the session's exports.

    Args:
        source: Knows which files are shown.
        playback: Knows the film's length, and pauses while it is exported.

    Signals:
        ended: An export has ended, with or without success.
    """

    ended = Signal()

    def __init__(self, core: Core, source: SourceControl, playback: PlaybackControl) -> None:
        super().__init__(core)
        self._exports, self._tasks = core.session.exports, core.session.tasks
        self._source, self._playback, self._open_file = source, playback, core.open_file
        self._time = QueueTime()
        self._made: set[Path] = set()  # folders that were made for exports
        self._costs: dict[object, dict[str, float]] = {}
        self._queue_lock: QLockFile | None = None
        self._others: tuple[JobSpec, ...] = core.state.saved.exports  # owned by another window
        self._is_stopped = False
        self._is_trying = False
        self._is_asked = False  # for the film that opens: the dialog needs its length and range
        tray = core.window.exports
        tray.go_on.clicked.connect(self._go_on)
        tray.removed.connect(lambda number: core.window.notices.dismiss(_code(number)))
        tray.workers.activated.connect(lambda index: self._exports.set_workers(index + 1))
        self._exports.workers_failed.connect(self._on_workers_failed)
        self._exports.happened.connect(self._time.hear)
        self._exports.happened.connect(self._on_event)
        self._exports.changed.connect(self._on_changed)
        core.session.estimates.estimated.connect(self._on_estimate)
        core.session.estimates.trying.connect(self._on_trying)
        core.session.settled.connect(
            lambda: self._tasks.answer(
                Message("looking around"), self._show_workers, lambda: (most_workers(),)
            )
        )
        source.opening.connect(self._forget_asked)
        source.changed.connect(self._on_source)

    def start(self) -> None:
        """Show the unfinished exports from last time, unless another window owns them."""
        left = self._state.saved.exports
        lock = QLockFile(str(self._state.folder / "backdrop.exports"))
        lock.setStaleLockTime(0)  # held as long as the window is open
        if not lock.tryLock(0):
            return
        self._queue_lock, self._others = lock, ()
        for spec in left:
            self._add(spec, is_held=True)
        if left:
            self._notify(
                "info",
                plural(
                    "An export from last time is unfinished.",
                    "{n} exports from last time are unfinished.",
                    n=len(left),
                ),
                action=(tr("Resume"), self._go_on),
                code="exports-left",
                lasts=True,
            )

    def stop(self) -> None:
        """Start no more exports; unfinished ones stay stored. May be called twice."""
        self._is_stopped = True
        self._exports.stop()
        if self._queue_lock is not None:
            self._queue_lock.unlock()
            self._queue_lock = None

    def ask(self, *, wants_all: bool = False) -> ExportDialog | None:
        """Open the dialog for the shown file, or all open ones, or say why none can be exported.

        A film that is being opened is waited for.
        """
        files = self._source.files if wants_all else self._source.shown_files
        if not files:
            self._notify("info", tr(NOTHING_TO_EXPORT), code="export")
            return None
        if len(files) == 1 and self._source.is_opening:
            self._is_asked = True
            return None
        is_own = files[0].parent != SAMPLE.parent
        film = self._playback.film if len(files) == 1 else None
        context = ExportContext(
            inputs=files,
            settings=self._state.settings,
            duration_s=self._playback.duration_s if len(files) == 1 else None,
            folder=files[0].parent if is_own else self._state.recordings_folder,
            habits=self._state.saved.export_habits,
            ranges_s=self._ranges_of(files),
            model=self._session.model,
            frame_count=None if film is None else self._playback.frame_count,
            frame_size=None if film is None else (film.height, film.width),
            frame_rate=None if film is None else film.frame_rate,
            is_interlaced=film is not None and film.is_interlaced,
            taken=self._taken(),
        )
        dialog = ExportDialog(context, self._window)
        identity = self._source.identity  # a list goes on to its next film meanwhile
        dialog.export_asked.connect(lambda specs: self._export(specs, dialog, identity))
        dialog.changed.connect(self._session.estimates.ask)
        dialog.changed.connect(lambda _: self._measure(dialog))
        dialog.finished.connect(lambda _: self._session.estimates.ask(None))
        open_once(dialog)
        self._measure(dialog)
        self._session.estimates.ask(dialog.specs()[0] if film and dialog.specs() else None)
        return dialog

    def add_projects(self, projects: Sequence[Project]) -> None:
        """Export each of these clips with its own values, as the dialog would begin."""
        for project in projects:
            context = ExportContext(
                inputs=[project.clip],
                settings=project.settings(self._state.settings),
                duration_s=None,
                folder=project.clip.parent,
                habits=self._state.saved.export_habits,
                model=self._session.model,
                taken=self._taken(),
            )
            dialog = ExportDialog(context, self._window)
            for spec in dialog.specs():
                self._add_made(partial(project.job, spec))
            dialog.deleteLater()

    def rest_preview(self) -> None:
        """Pause the preview of a file that is exported, or tried for the estimate."""
        running, worker = self._exports.running, self._session.worker
        spec = None if running is None else self._exports.specs().get(running)
        is_it = spec is not None and self._source.shown_files == [spec.input]
        # A recording and other programs need the preview to go on.
        is_used = worker is not None and (
            worker.recordings.is_on or any(sender.is_on for sender in worker.senders.values())
        )
        words = tr("Paused during export") if is_it else ""
        if self._is_trying and not is_it:
            words = tr("Paused while the export time is measured")
        self._playback.rest("" if is_used else words)

    def _taken(self) -> frozenset[Path]:
        """What exports that wait or run will write, and their folders."""
        specs = self._exports.specs().values()
        outputs = {spec.output for spec in specs} | {spec.output.parent for spec in specs}
        return frozenset(outputs | {spec.matte for spec in specs if spec.matte})

    def _ranges_of(self, files: list[Path]) -> dict[Path, tuple[float, float]]:
        """In and Out points of each file; those of the playing film from the transport bar."""
        if files == self._source.shown_files:
            shown = self._playback.range_s
            return {} if shown is None else {files[0]: shown}
        ranges = self._state.saved.ranges
        return {path: ranges[str(path)] for path in files if str(path) in ranges}

    def _measure(self, dialog: ExportDialog) -> None:
        size = dialog.frame_size()
        if size is None:
            return
        key = (self._session.device, *size)
        if key in self._costs:
            self._show_costs(dialog)
        else:
            self._costs[key] = {}  # it is measured once
            doing = Message("measuring how long an export takes")
            then, measure = partial(self._on_costs, key), partial(self._measure_outlines, *key)
            self._tasks.answer(doing, then, measure)

    def _measure_outlines(
        self, device: Device, height: int, width: int
    ) -> tuple[dict[str, float]] | None:
        """By model the ms per frame of a file's own size, on the tasks' thread.

        Models that cannot work are missing.
        """
        layout = "rgb" if height % 2 or width % 2 else "yuv420"
        frame_format = FrameFormat(height, width, layout)
        found: dict[str, float] = {}
        for model in OUTLINES.values():
            if self._tasks.is_stopped:
                return None
            if model not in model_names():
                continue
            try:
                cost = model_cost.measure_cost(
                    model, device=device, frame_format=frame_format, is_live=False
                )
                found[model], found[model_cost.twice(model)] = cost.frame_ms, cost.twice_ms
            except (EngineError, WeightsError) as error:
                log.info("%s could not be measured: %s", model, error)
        return (found,)

    def _on_costs(self, key: object, costs: dict[str, float]) -> None:
        self._costs[key] = costs
        for dialog in self._window.findChildren(ExportDialog):
            self._show_costs(dialog)

    def _show_costs(self, dialog: ExportDialog) -> None:
        size = dialog.frame_size()
        if size is None:
            return
        costs = self._costs.get((self._session.device, *size), {})
        files_ms = self._state.saved.costs_ms.get(FILES_KEY, 0.0)
        dialog.show_costs(costs, least_ms=files_ms * size[0] * size[1] / 1e6)

    def _on_estimate(self, spec: JobSpec, estimate: jobs.Estimated) -> None:
        for dialog in self._window.findChildren(ExportDialog):
            dialog.show_estimate(spec, size_bytes=estimate.bytes, seconds=estimate.seconds)

    def _on_trying(self, is_trying: bool) -> None:
        self._is_trying = is_trying
        self.rest_preview()

    def _on_live_event(self, event: events.Event) -> None:
        if self._is_asked and not self._source.is_opening:
            self._forget_asked()
            if isinstance(event, events.SourceOpened):
                self.ask()

    def _forget_asked(self) -> None:
        self._is_asked = False

    def _export(self, specs: list[JobSpec], dialog: ExportDialog, identity: str) -> None:
        """Queue what the dialog asks for; `identity` is of a single film."""
        self._state.update(export_habits=dialog.habits())
        saved = self._state.saved
        for spec in specs:
            settings = spec.settings
            if len(specs) > 1:  # each film has areas, people and strokes of its own
                identity = f"file {spec.input}"
                settings = replace(settings, areas=saved.areas.get(identity, ()))
            people = saved.people.get(identity, ())
            if people:
                settings = replace(settings, frames_ahead="auto")
            self._add_made(
                partial(
                    replace,
                    spec,
                    settings=settings,
                    people=people,
                    strokes=saved.strokes.get(identity, ()),
                    log=saved.logs.get(identity),
                )
            )

    def _add_made(self, make: Callable[[], JobSpec]) -> None:
        """Add a job, or say why it cannot be made: not all choices go together."""
        try:
            spec = make()
        except ValueError as error:
            self._notify("error", tr("Export failed: {message}", message=error), code="export")
        else:
            self._add(spec)

    def _add(self, spec: JobSpec, *, is_held: bool = False) -> None:
        if not is_held:
            self._make_folder(spec.output.parent)
        number = self._exports.add(spec, is_held=is_held)
        self._time.add(number, spec.input)
        card = self._window.exports.add(number, spec.output)
        card.cancel.clicked.connect(lambda: self._exports.cancel(number))
        card.retry.clicked.connect(lambda: self._retry(number, spec))
        card.deinterlace.clicked.connect(lambda: self._deinterlace(spec))
        card.open.clicked.connect(lambda: self._open_file(card.output))
        card.folder.clicked.connect(lambda: self._open_folder(card.output))
        card.up.clicked.connect(lambda: self._exports.move(number, -1))
        card.down.clicked.connect(lambda: self._exports.move(number, 1))
        self._on_changed()

    def _show_workers(self, most: int) -> None:
        self._window.exports.show_workers(self._exports.workers, most)

    def _on_workers_failed(self, sentence: str) -> None:
        self._window.exports.workers.setCurrentIndex(self._exports.workers - 1)
        words = tr("Files are exported one at a time: {reason}", reason=sentence)
        self._notify("warning", words, code="workers")

    def _retry(self, number: int, spec: JobSpec) -> None:
        self._window.exports.remove(number)
        self._add(spec)

    def _deinterlace(self, spec: JobSpec) -> None:
        """Export again, deinterlaced, to a second file."""
        if not is_pattern(spec.output):
            taken = {other.output for other in self._exports.specs().values()}
            self._add(
                replace(spec, deinterlaces=True, overwrite=False, output=free(spec.output, taken))
            )

    def _go_on(self) -> None:
        self._window.notices.dismiss("exports-left")
        for number in self._exports.held():
            self._make_folder(self._exports.specs()[number].output.parent)
        self._exports.go_on()
        self._on_changed()

    def _on_changed(self) -> None:
        self._window.exports.show_order(self._exports.waiting(), self._exports.held())
        for number in self._exports.specs().keys() - set(self._exports.waiting()):
            if number in self._window.exports.cards:
                self._window.exports.cards[number].show_begun()
        if not self._is_stopped:
            self._state.update(exports=(*self._others, *self._exports.specs().values()))
        self.rest_preview()
        self._show_progress()

    def _make_folder(self, folder: Path) -> None:
        """Create the output folder: a new account may have no Videos folder."""
        is_new = not folder.exists()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            log.warning("%s cannot be made: %s", folder, error)  # the export reports it
        else:
            self._made.update([folder] if is_new else [])

    def _remove_empty_folders(self) -> None:
        """Remove folders that were made for exports and hold nothing after the last of them."""
        needed = {spec.output.parent for spec in self._exports.specs().values()}
        for folder in self._made - needed:
            self._made.remove(folder)
            with suppress(OSError):  # the folder is not empty
                folder.rmdir()

    def _on_event(self, number: int, event: jobs.Event) -> None:
        card = self._window.exports.cards[number]
        if isinstance(event, jobs.Done | jobs.Cancelled | jobs.Failed):
            self._on_end(number, event, card)
        elif isinstance(event, jobs.Started):
            card.show_sentence(tr("Starting on {device}", device=event.device))
            self._window.exports.reveal(number)
        elif isinstance(event, jobs.JobNotice):
            card.show_sentence(tr(event.message))
        elif isinstance(event, jobs.Preparing):
            card.show_preparing(event.ready, event.total)
        elif isinstance(event, jobs.LookingAhead):
            card.show_looking_ahead(event.frames / max(1, event.frame_count))
        elif isinstance(event, jobs.Progress):
            card.show_progress(event)
        self._show_progress()

    def _on_end(
        self, number: int, event: jobs.Done | jobs.Cancelled | jobs.Failed, card: ExportCard
    ) -> None:
        report = event.report
        kept = None if report is None else report.output
        losses = () if report is None else tuple(map(tr, report.losses))
        notes = () if report is None else (*map(tr, report.notes), *_changed_tracks(report))
        stage, words, tip = "done", tr("Done"), ""
        if isinstance(event, jobs.Done):
            frames, count = event.report.frames_out, tr("1 picture")
            if frames > 1:
                words = tr("Done at {rate:.0f} frames/s", rate=event.report.fps)
                count = plural("{n} frame", "{n} frames", n=frames)
            tip = "\n".join((count, *map(tr, event.report.audio)))
            self._remember_cost(event.report)
            self._say_done(number, event.report)
        elif isinstance(event, jobs.Cancelled):
            stage = "cancelled"
            words = tr("Cancelled. The finished part is kept") if kept else tr("Cancelled")
        else:
            stage, words, losses = "failed", tr("Failed"), (tr(event.message), *losses)
            failed = tr("Export failed: {message}", message=event.message)
            self._notify("error", failed, code=_code(number))
        if kept is not None:
            card.show_output(kept)
        is_done = isinstance(event, jobs.Done)
        card.offers_deinterlacing = is_done and event.report.is_interlaced
        has_file = kept is not None or is_done
        card.show_over(stage, words, has_file=has_file, losses=losses, notes=notes)
        card.state.setToolTip(tip)
        self._remove_empty_folders()
        self._window.exports.refresh()
        self._on_source()
        self._tasks.give_back_memory_soon()
        QApplication.alert(self._window)  # flashes in the task bar
        self.ended.emit()

    def _say_done(self, number: int, report: jobs.Report) -> None:
        output = report.output
        if output is None:
            return
        name = output.parent.name if is_pattern(output) else output.name
        level, words = "info", tr("{name} is exported.", name=name)
        if report.losses:
            level, words = (
                "warning",
                tr("{name} is exported, but incomplete: {loss}", name=name, loss=report.losses[0]),
            )
        self._say_written(level, words, output, code=_code(number))

    def _remember_cost(self, report: jobs.Report) -> None:
        """Store the time for reading and writing, for the next estimate."""
        film = self._playback.film
        shown = self._source.shown_files
        if film is None or report.frames_out < STEADY_FRAMES or shown != [report.input]:
            return
        busy_s = max(report.stage_s.get("decode", 0.0), report.stage_s.get("encode", 0.0))
        cost = busy_s * 1e3 / report.frames_out / (film.height * film.width / 1e6)
        known = self._state.saved.costs_ms
        self._state.update(costs_ms={**known, FILES_KEY: round(cost, 2)})

    def _show_progress(self) -> None:
        running = self._exports.running
        card = None if running is None else self._window.exports.cards.get(running)
        share = None if running is None else (card and card.share) or 0.0
        self._window.export.show_progress(share)
        waiting = [n for n in self._exports.waiting() if n not in self._exports.held()]
        others = set(self._exports.waiting())
        active = [n for n in self._exports.specs() if n not in others]
        left_s = None
        if len(active) + len(waiting) > 1:  # a single export shows it on its card
            left_s = self._time.seconds_left(active, waiting, workers=self._exports.workers)
        self._window.exports.show_time_left(left_s)

    def _on_source(self) -> None:
        """Highlight the export button for files, and pause the preview of an exporting file."""
        is_file = bool(self._source.shown_files)
        self._window.export.show_primary(is_file)
        self._window.record_bar.show_quiet(is_file)
        self.rest_preview()


def _code(number: int) -> str:
    return f"export {number}"


def _changed_tracks(report: jobs.Report) -> tuple[str, ...]:
    changed = [tr(sentence) for sentence in report.audio if "transcoded" in sentence]
    return tuple(f"{sentence[0].upper()}{sentence[1:]}." for sentence in changed)
