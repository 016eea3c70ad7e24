"""Prints a job's events for people (a progress bar and sentences) or programs (lines of JSON)."""

from __future__ import annotations

import json
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from app.cli import plain_console
from app.pipeline.engines import PreparingMessage
from app.pipeline.jobs import events

LINE_EVERY_S = 10.0  # interval of lines in a log


class JsonReporter:
    """Writes one JSON object per line to standard output, and nothing else."""

    def __init__(self) -> None:
        self.file_count = 0
        self._lock = threading.Lock()
        self._has_reader = True

    def __call__(self, job: object, event: events.Event) -> None:
        """Write one event."""
        self.write(event)

    def write(self, event: events.Event) -> None:
        """Write an event that belongs to no job."""
        with self._lock:
            if self._has_reader:
                try:
                    sys.stdout.write(json.dumps(events.as_dictionary(event)) + "\n")
                    sys.stdout.flush()
                except OSError:  # the reader has gone; the work goes on: its result is a file
                    self._has_reader = False

    def __enter__(self) -> JsonReporter:
        return self

    def __exit__(self, *exc_info: object) -> None:
        pass


class ConsoleReporter:
    """A progress bar with frames per second and time left; sentences when something ends.

    Everything goes to standard error, so that output can be piped. If the terminal is closed,
    messages are dropped and the work goes on. Without a terminal, as in a log, a line now and then
    replaces the bar.

    Attributes:
        progress: The bars, one for each job that has begun.
    """

    def __init__(self) -> None:
        self._console = plain_console()
        self.progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TextColumn("{task.fields[count]}"),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,  # it would end a log with an empty line
        )
        self._tasks: dict[object, TaskID] = {}
        self._cancelled_count = 0
        self.file_count = 0
        self._line_due_s = time.monotonic() + LINE_EVERY_S

    def __call__(self, job: object, event: events.Event) -> None:
        """Show one event."""
        match event:
            case events.Started():
                task = self._task(job, event.input)
                # The wait until now must not count in the time left.
                self.progress.reset(task, total=event.frame_count, count="", rate="")
                self._say(f"{event.input.name}: {event.width}x{event.height}, {_computed(event)}")
            case events.Progress():
                self.progress.update(
                    self._tasks[job],
                    completed=event.frames,
                    count=f"{event.frames}/{event.frame_count or '?'}",
                    rate=f"{event.fps:.1f} frames/s",
                )
                self._say_now_and_then(event)
            case events.JobNotice():
                # It waits, perhaps for a minute: show a moving bar meanwhile.
                self._task(job, event.input)
                self.write(event)
            case events.Preparing():
                self.progress.update(
                    self._task(job, event.input),
                    completed=event.ready,
                    total=event.total,
                    count=f"preparing {event.ready} of {event.total}",
                )
                self._say_prepared(event)
            case events.LookingAhead():
                self.progress.update(
                    self._task(job, event.input),
                    completed=event.frames,
                    total=event.frame_count,
                    count=f"looking {event.frames}/{event.frame_count}",
                )
            case _:
                if job in self._tasks:
                    self.progress.remove_task(self._tasks.pop(job))
                self.write(event)

    def _say_prepared(self, event: events.Preparing) -> None:
        if self._is_line_due():
            self._say(PreparingMessage(event.ready, event.total))

    def _is_line_due(self) -> bool:
        """Whether a log gets a line of progress now; if so, the next one is due later."""
        if self._console.is_terminal or time.monotonic() < self._line_due_s:
            return False
        self._line_due_s = time.monotonic() + LINE_EVERY_S
        return True

    def _say_now_and_then(self, event: events.Progress) -> None:
        if not self._is_line_due():
            return
        left = "" if event.eta_s is None else f", {event.eta_s:.0f} s left"
        if event.expected_bytes is not None:
            left += f", about {event.expected_bytes / 1e6:.3g} MB in the end"
        self._say(
            f"{event.input.name}: {event.frames} of {event.frame_count or '?'} frames, "
            f"{event.fps:.1f} frames/s{left}"
        )

    def _task(self, job: object, source: Path) -> TaskID:
        """The job's bar, which only pulses until its length is known."""
        if job not in self._tasks:
            self._tasks[job] = self.progress.add_task(
                source.name, total=None, count="preparing", rate=""
            )
        return self._tasks[job]

    def write(self, event: events.Event) -> None:
        """Show an event that needs no progress bar."""
        match event:
            case events.Done():
                for line in describe(event.report):
                    self._say(line)
            case events.Cancelled() if event.report.output is None:
                # A folder may have thousands: count them, and report at the end.
                self._cancelled_count += 1
            case events.Cancelled():
                self._say(f"Cancelled. {_kept(event.report)}")
            case events.JobNotice():
                self._say(event.message)
            case events.Estimated():
                self._say(f"{event.output}: {_expected(event)}")
            case events.Failed():
                kept = ""
                output = event.report.output if event.report else None
                if event.report and output and output.name not in event.message:
                    kept = f" {_kept(event.report)}"
                self._say(f"error: {event.message}{kept}", style="red")

    def _say(self, text: str, style: str | None = None) -> None:
        with suppress(OSError):
            self._console.print(text, style=style)

    def __enter__(self) -> ConsoleReporter:
        self.progress.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        with suppress(OSError):
            self.progress.stop()
        count, self._cancelled_count = self._cancelled_count, 0
        if count == 1:
            self._say("Cancelled. Nothing was written.")
        elif count:
            self._say(f"Cancelled. Of {count} inputs nothing was written.")


class OverallReporter(ConsoleReporter):
    """One bar for all files and segments of several workers."""

    def __init__(self) -> None:
        super().__init__()
        self._bar: TaskID | None = None
        self._running: dict[object, events.Progress] = {}
        self._expected: dict[object, int] = {}
        self._done_frames = 0
        self._done_files = 0

    def __call__(self, job: object, event: events.Event) -> None:
        """Show one event."""
        match event:
            case events.Started():
                self._expected[job] = event.frame_count or 0
                self._show()
            case events.Progress():
                self._running[job] = event
                self._expected[job] = event.frame_count or event.frames
                self._show()
            case events.Preparing():
                self._say_prepared(event)
            case events.JobNotice() | events.LookingAhead() | events.Estimated():
                self.write(event)
            case _:
                self._running.pop(job, None)
                self._expected.pop(job, None)
                report = event.report
                self._done_frames += 0 if report is None else report.frames_out
                self._done_files += 1
                self.write(event)
                self._show()

    def _show(self) -> None:
        if self._bar is None:
            self._bar = self.progress.add_task("all", total=None, count="", rate="")
        frames = self._done_frames + sum(event.frames for event in self._running.values())
        expected = self._done_frames + sum(self._expected.values())
        waiting = self.file_count - self._done_files - len(self._expected)
        begun = self._done_files + len(self._expected)
        if waiting > 0 and begun:  # assume that waiting files are as long as those that have begun
            expected += expected * waiting // begun
        fps = sum(event.fps for event in self._running.values())
        files = f"{self._done_files}/{self.file_count} files"
        self.progress.update(
            self._bar,
            description=files,
            completed=frames,
            total=expected or None,
            count=f"{frames}/{expected or '?'}",
            rate=f"{fps:.1f} frames/s",
        )
        if not self._is_line_due():
            return
        left = f", {(expected - frames) / fps:.0f} s left" if fps > 0 and expected else ""
        self._say(f"{files}: {frames} of {expected or '?'} frames, {fps:.1f} frames/s{left}")


Reporter = ConsoleReporter | JsonReporter


def describe(report: events.Report) -> list[str]:
    """The outcome for one input, in sentences."""
    if report.notes and not report.frames_out:  # `--resume` had nothing left to do
        return list(report.notes)
    # One frame has no rate, and a first start's compilation tells nothing about the next start.
    rate = f" ({report.fps:.1f} frames/s)" if report.frames_out > 1 else ""
    lines = [
        f"{report.output}: {_frames(report.frames_out)} in "
        f"{report.seconds - report.prepared_s:.1f} s{rate}, prepared in {report.prepared_s:.1f} s"
    ]
    if {report.decoder, report.encoder} - {"", "software"}:  # a card was asked for or tried
        lines.append(f"  decoding: {report.decoder}, encoding: {report.encoder or 'pictures'}")
    if max(report.bits, report.kept_bits) > 8:
        lines.append(f"  bits of a sample: {report.bits} in the input, {report.kept_bits} kept")
    if report.transfer != "sdr":
        kept = report.kept_transfer.upper()
        lines.append(f"  transfer function: {report.transfer.upper()} in the input, {kept} written")
    lines += [f"  {sentence}" for sentence in (*report.audio, *report.notes, *report.losses)]
    return lines


def _computed(event: events.Started) -> str:
    if event.model == events.NO_MODEL:
        return f"with {event.device}"
    looks = ", looking twice," if event.looks_twice else ""
    return f"model {event.model}{looks} on {event.device}"


def _expected(event: events.Estimated) -> str:
    rate = "" if event.frame_rate is None else f", {event.frame_rate:.4g} frames/s"
    whole = "" if event.frame_count == 1 else f", {event.frame_count} frames"
    return (
        f"about {event.bytes / 1e6:.3g} MB in about {max(1, event.seconds):.0f} s here "
        f"({event.width}x{event.height}{rate}{whole})"
    )


def _kept(report: events.Report) -> str:
    if report.output is None:
        return "Nothing was written."
    return f"{report.output} holds the {_frames(report.frames_out)} that were done."


def _frames(count: int) -> str:
    return "1 frame" if count == 1 else f"{count} frames"
