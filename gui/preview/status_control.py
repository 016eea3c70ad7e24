"""StatusControl: status line, messages on the picture, and notices of the live session."""

from __future__ import annotations

from app.pipeline.live import events
from app.pipeline.live.statistics import LiveStatistics
from gui.control import Control, Core
from gui.preview.view import ShownFrame
from gui.shared.language import tr
from gui.shared.parts import SEPARATOR

SMOOTH_SHARE, USABLE_SHARE = 0.9, 0.6  # of the frames that are due
LATE_MS = 120.0  # a noticeable delay in a conversation


class StatusControl(Control):
    """Connects the session's events with the status line, messages and notices."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._source = ""
        self._engine = ""
        self._figures = ""
        self._exactly = ""
        self._device_name = ""
        self._mode = ""
        self._work = ""
        self._is_opening = False
        core.session.finished.connect(self._on_finished)
        core.session.tasks.failed.connect(
            lambda sentence: core.window.notices.show_notice("error", sentence, code="task")
        )

    def show_work(self, words: str) -> None:
        """Show work that goes on beside the picture; empty: there is none."""
        self._work = words
        self._show()

    def _on_live_event(self, event: events.Event) -> None:
        notices, preview = self._window.notices, self._window.preview
        if isinstance(event, events.Notice):
            if event.code == "file-unreadable":  # `SourceControl` shows and dismisses this one
                self._source = ""
                self._show()
                return
            notices.show_notice(event.level, event.sentence, details=event.details, code=event.code)
        elif isinstance(event, events.SourceOpened):
            self._source = f"{event.width}x{event.height}"
            self._mode = tr(event.mode_sentence)
            self._is_opening = False
            self._window.engine.plot.clear()
        elif isinstance(event, events.EngineOpening):
            self._engine = ""
            preview.set_message(event.sentence, about="engine")
        elif isinstance(event, events.EnginePreparing):
            share = event.ready / max(1, event.total)
            preview.set_message(event.sentence, about="engine", share=share)
        elif isinstance(event, events.EngineReady):
            preview.set_message("", about="engine")
            notices.dismiss("engine")
            self._engine = engine_words(event.model, event.device)
            self._device_name = tr(
                "{model} on {device}", model=event.model, device=event.device_name
            )
            self._window.engine.plot.clear()
        elif isinstance(event, events.EngineFailed):
            alone = tr("No model could be started. Only the background is shown.")
            preview.set_message(alone, about="engine", is_waiting=False)
            notices.show_notice("error", event.sentence, details=event.details, code="engine")
        elif isinstance(event, events.PersonSeen):
            words = "" if event.is_there else tr("No person found. Only the background is shown.")
            preview.set_message(words, about="person", is_waiting=False)
        self._show()

    def _on_statistics(self, statistics: LiveStatistics) -> None:
        self._figures = pace_words(statistics)
        words = [tr("{rate:.1f} frames/s", rate=statistics.fps_out)]
        if statistics.latency_ms is not None:
            words.append(tr("{time:.0f} ms delay", time=statistics.latency_ms.p50))
        self._exactly = SEPARATOR.join(words)
        self._is_opening = statistics.source_state == "opening"
        self._show()

    def _on_frame(self, frame: ShownFrame) -> None:
        self._window.preview.show_frame(frame)
        # Not of the background alone; a recording holds that, too.
        self._window.record_bar.snapshot.setEnabled(frame.has_valid_matte)
        if frame.has_valid_matte:
            self._window.engine.plot.add(frame.stage_ms)

    def _on_finished(self, error: BaseException | None) -> None:
        self._window.preview.set_message("", about="person")  # the next session looks anew
        if error is not None:
            preview = self._window.preview
            preview.clear()
            for about in ("source", "engine"):  # nothing is waited for any more
                preview.set_message("", about=about)
            self._source = self._engine = self._figures = ""
            self._show()
            words = tr("The picture stopped after an internal error. Choose the source again.")
            details = f"{type(error).__name__}: {error}"
            self._notify("error", words, details=details, code="worker")

    def _show(self) -> None:
        parts = (self._figures, self._source, self._engine)
        exactly = (self._mode, self._exactly, self._device_name)
        if self._is_opening:  # size and rates are still the previous source's
            parts, exactly = (self._engine,), (self._device_name,)
        self._window.status.show_parts([self._work, *parts])
        self._window.status.setToolTip(SEPARATOR.join(part for part in exactly if part))


def pace_words(statistics: LiveStatistics) -> str:
    """Frame rate and delay, in words; none where no other frame is due."""
    if statistics.source_state in ("ended", "paused"):  # also a still, whose looks may change
        return ""
    out = statistics.fps_out
    if out < 0.5:
        return tr("Waiting for a picture")
    due = min(statistics.fps_in, statistics.frame_limit)
    share = out / due if due > 0 else 1.0
    if statistics.pace_level > 0:
        words = tr("Reduced quality, {rate:.0f} frames/s", rate=out)
    elif share >= SMOOTH_SHARE:
        words = tr("Running smoothly, {rate:.0f} frames/s", rate=out)
    elif share >= USABLE_SHARE:
        words = tr("Slightly uneven, {rate:.0f} frames/s", rate=out)
    else:
        words = tr("This computer is too slow, {rate:.0f} frames/s", rate=out)
    delay = statistics.latency_ms
    if delay is not None and delay.p50 >= LATE_MS:
        words = tr("{pace}, {time:.1f} s delay", pace=words, time=delay.p50 / 1000)
    return words


def engine_words(model: str, device: str) -> str:
    """The model and its device."""
    on_card, on_processor = {
        "fast": (tr("fast model on the graphics card"), tr("fast model on the processor")),
        "quality": (tr("quality model on the graphics card"), tr("quality model on the processor")),
    }.get(model, (tr("own model on the graphics card"), tr("own model on the processor")))
    return on_processor if device == "cpu" else on_card
