"""HeadlessSession: runs a live session on the command line, with sentences and figures."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.table import Table

from app.cli import plain_console
from app.cli.console import LINE_EVERY_S
from app.messages import inner
from app.pipeline.end_signals import EndSignals
from app.pipeline.live import events
from app.pipeline.live.recordings import RecordingOptions
from app.pipeline.live.source_request import STATISTICS_EVERY_S, SourceRequest, StartOptions
from app.pipeline.live.statistics import LiveStatistics
from app.pipeline.live.worker import LiveWorker
from app.video.source import SourceError


def say(console: Console, what: str | Table, style: str = "") -> None:
    """Print a line or a table; a closed terminal must not cost a recording."""
    with suppress(OSError):
        console.print(what, style=style)


def print_statistics(
    statistics: LiveStatistics, is_final: bool, console: Console | None = None
) -> None:
    """Print the present figures in a line; at the end a table of them, stage by stage."""
    end = [table_of(statistics), *alone_lines(statistics)]
    for part in end if is_final else [line_of(statistics)]:
        say(console or plain_console(), part)


def line_of(statistics: LiveStatistics) -> str:
    """One line for the running session."""
    parts = [f"in {statistics.fps_in:.1f}, out {statistics.fps_out:.1f} frames/s"]
    if statistics.latency_ms is not None:
        delay = statistics.latency_ms
        parts.append(f"delay p50 {delay.p50:.1f}, p95 {delay.p95:.1f}, max {delay.max:.1f} ms")
    parts.append(f"dropped {statistics.dropped_frames}")
    if (reason := statistics.alone_because) is not None:
        parts.append(f"background alone: {inner(reason.sentence)}")
    if statistics.pace_level > 0:
        parts.append(f"pace level {statistics.pace_level}")
    elif statistics.pace_level < 0:
        parts.append("larger network input")
    if (recording := statistics.recording) is not None:
        lost = f", {recording.dropped_frames} lost" if recording.dropped_frames else ""
        coarser = ", coarser to keep up" if recording.quality_level else ""
        parts.append(
            f"recorded {recording.elapsed_s:.1f} s, {recording.file_bytes / 1e6:.1f} MB"
            f"{coarser}{lost}"
        )
    return "; ".join(parts)


def table_of(statistics: LiveStatistics) -> Table:
    """The delays of the last frames, stage by stage."""
    table = Table(title=line_of(statistics), title_justify="left")
    table.add_column("stage")
    for name in ("p50 ms", "p95 ms", "max ms", "frames"):
        table.add_column(name, justify="right")
    rows = dict(statistics.stage_ms)
    to_sinks = {stage: rows.pop(stage) for stage in list(rows) if stage.startswith("to_")}
    if statistics.latency_ms is not None:
        rows["to_composite"] = statistics.latency_ms
    for stage, figures in (rows | to_sinks).items():
        table.add_row(
            _name_of(stage),
            f"{figures.p50:.1f}",
            f"{figures.p95:.1f}",
            f"{figures.max:.1f}",
            str(figures.count),
        )
    return table


def alone_lines(statistics: LiveStatistics) -> list[str]:
    """How many frames showed the background alone: a line for each reason."""
    return [
        f"background alone in {count} frame{'' if count == 1 else 's'}: {reason.sentence}"
        for reason, count in statistics.without_matte.items()
    ]


def _name_of(stage: str) -> str:
    """A stage's name for people: "to_recorder" counts from capture, the rest for itself."""
    if stage == "wait":
        return "wait for the engine"
    words = stage.replace("_", " ")
    return f"capture {words}" if stage.startswith("to_") else words


POLL_S = 0.1  # short, so that Windows sees Ctrl-C too
HURRY_S = 1.5  # time for the file's last fragment after a second Ctrl-C
# With --seconds, a source may be silent for that time, and at least for this: some wake up slowly.
SILENCE_ALLOWED_S = 10.0
# Colours that are readable on any terminal.
STYLES = {"info": "", "warning": "yellow", "error": "red"}


Outcome = Literal["done", "failed", "cut"]


class HeadlessSession:
    """Runs a worker until the time is over, Ctrl-C or another request, or its end."""

    def __init__(
        self,
        options: StartOptions,
        console: Console,
        *,
        make_worker: Callable[..., LiveWorker] = LiveWorker,
    ) -> None:
        self._options = options
        self._console = console
        self._has_failed = False
        self._line_due_s = 0.0  # of the next line about a first start
        self._has_shown = False
        self._growing: Path | None = None  # a recording that is being written
        self._finished = threading.Event()
        self._worker = make_worker(
            options.request,
            options.settings,
            on_event=self._on_event,
            on_finished=self._on_finished,
        )
        self._worker.monitor.is_watched = False
        self._worker.frame_limit.set(options.frame_limit)
        self._worker.pace.is_on = options.has_automatic_pace
        self._worker.source.set_loop(False)

    def run(self) -> Outcome:
        """Work until the end.

        Returns:
            "done": everything that was asked for; "failed": not everything; "cut": a second request
            to end came, so threads may still run, and the process should end at once.

        Raises:
            SourceError: No camera has the given name.
            RecordingError: The recording cannot be begun.
        """
        options, worker = self._options, self._worker
        with EndSignals() as signals:
            _check_name(options.request)
            if options.record is not None:
                # Skip the start-up, so that a recording does not begin with a minute of waiting.
                recording = RecordingOptions(
                    options.microphone,
                    overwrite=options.overwrite,
                    awaits_composite=True,
                    has_constant_rate=options.has_constant_rate,
                )
                worker.recordings.start(options.record, recording)
            for name in options.senders:
                worker.senders[name].set(True)
            try:
                worker.start()
                self._wait(signals)
            finally:
                statistics = worker.statistics()
                is_cut = self._stop(signals)
            if options.wants_statistics:
                print_statistics(statistics, True, self._console)
            if is_cut:
                return "cut"
            if not (statistics.composite_frames or self._has_failed):  # else the reason was printed
                self._fail("Not one picture was composed.")
            return "failed" if self._has_failed else "done"

    def _wait(self, signals: EndSignals) -> None:
        """Wait for the session's end, the time limit, or a request to end."""
        began_s: float | None = None
        printed_s = heard_s = time.monotonic()
        while not signals.count and not self._finished.wait(POLL_S):
            statistics = self._worker.statistics()
            now = time.monotonic()
            if began_s is None and statistics.composite_frames:
                began_s = now
                self._has_shown = True
            if statistics.source_state not in ("opening", "lost"):
                heard_s = now
            if self._is_time_over(now, began_s, heard_s):
                return
            if self._options.wants_statistics and now - printed_s >= STATISTICS_EVERY_S:
                printed_s = now
                print_statistics(statistics, False, self._console)

    def _stop(self, signals: EndSignals) -> bool:
        """End the worker; True: a second request came first, and threads may still run."""
        # On another thread, so that this one still receives a second Ctrl-C.
        stopping = threading.Thread(target=self._worker.stop, name="live-stop", daemon=True)
        stopping.start()
        while stopping.is_alive():
            stopping.join(POLL_S)
            if signals.count > 1:
                self._worker.recordings.hurry()
                stopping.join(HURRY_S)
                if self._growing is not None:  # it did not report its end in time
                    self._say("warning", f"{self._growing} holds what was recorded, and plays.")
                return True
        return False

    def _is_time_over(self, now: float, began_s: float | None, heard_s: float) -> bool:
        """Whether --seconds have passed since the first composite, or none will come."""
        seconds = self._options.seconds
        if seconds is None:
            return False
        if began_s is not None:
            return now - began_s >= seconds
        patience_s = max(seconds, SILENCE_ALLOWED_S)
        if now - heard_s < patience_s:
            return False
        self._fail(
            f"{self._options.request.name} sent no picture within {patience_s:g} seconds; check "
            "that it is on and free, or choose another (camera --list shows the cameras)."
        )
        return True

    def _on_event(self, event: events.Event) -> None:
        match event:
            case events.Notice(code="background-unreadable") if not self._has_shown:
                self._fail(event.sentence)
            case events.HostRefused() | events.LoginRefused() | events.EngineFailed():
                self._fail(event.sentence)
            case events.Notice(code="file-unreadable" | "room-unreadable"):
                self._fail(event.sentence)
            case events.Notice():
                # A recording without its sound goes on, but is not what was asked for; neither is a
                # session with an internal error.
                self._has_failed |= event.code in ("recording", "internal")
                self._say(event.level, event.sentence)
            case events.SourceOpened():
                self._say("info", f"{event.name}: {event.mode_sentence}.")
            case events.SourceLost() | events.PaceChanged():
                self._say("warning", event.sentence)
            case (
                events.PlateLearnt()
                | events.PlateDropped()
                | events.PlateTaken()
                | events.EngineOpening()
                | events.SenderStarted()
            ):
                self._say("info", event.sentence)
            case events.SourceReturned():
                self._say("info", f"The camera {event.name} is back.")
            case events.EnginePreparing():
                if time.monotonic() >= self._line_due_s:
                    self._line_due_s = time.monotonic() + LINE_EVERY_S
                    self._say("info", event.sentence)
            case events.EngineReady():
                size = f"{event.input_width}x{event.input_height}"
                self._say("info", f"Model {event.model} at {size} on {event.device_name}.")
            case events.RecordingStarted():
                self._growing = event.path
                self._say("info", f"Recording into {event.path}.")
            case events.RecordingSummary():
                self._on_recording_stopped(event)
            case events.SenderStopped() if event.sentence:
                self._fail(event.sentence)
            case events.PlaybackEnded():
                self._finished.set()
            case events.SnapshotSaved():
                self._say("info", f"Saved {event.path}.")

    def _on_recording_stopped(self, event: events.RecordingSummary) -> None:
        self._growing = None
        lost = f" {event.dropped_frames} frames were lost." if event.dropped_frames else ""
        if event.reason == "user":
            self._say("info", event.sentence + lost)
        else:
            self._fail(event.sentence + lost)

    def _fail(self, sentence: str) -> None:
        """End the session: something that was asked for is impossible."""
        self._has_failed = True
        self._say("error", sentence)
        self._finished.set()

    def _say(self, level: events.Level, sentence: str) -> None:
        mark = "error: " if level == "error" else ""  # a log has no colours
        say(self._console, f"{mark}{sentence}", STYLES[level])

    def _on_finished(self, error: BaseException | None) -> None:
        if error is not None:
            self._has_failed = True
            self._say("error", f"The session ended: {error}")
        self._finished.set()


def _check_name(request: SourceRequest) -> None:
    """Refuse a name that no camera has; a number or an address may start to work later."""
    if request.kind != "camera" or request.target.strip().isdecimal():
        return
    from app.video.cameras.camera_list import find_camera  # late: OpenCV takes a while to load

    try:
        find_camera(request.target)
    except SourceError as error:
        raise SourceError(f"{error} Check the name; camera --list shows the cameras.") from error
