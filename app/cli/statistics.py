"""Prints the figures of a live session."""

from __future__ import annotations

from contextlib import suppress

from rich.console import Console
from rich.table import Table

from app.messages.message import inner
from app.pipeline.live.statistics import LiveStatistics


class StatisticsPrinter:
    """Prints a line now and then, and a table at the end.

    Args:
        console: Where to print; None: standard error.
    """

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(
            stderr=True, highlight=False, soft_wrap=True, emoji=False
        )

    def print_line(self, statistics: LiveStatistics) -> None:
        """Print the present figures."""
        self._print(line_of(statistics))

    def print_table(self, statistics: LiveStatistics) -> None:
        """Print the final figures, stage by stage."""
        self._print(table_of(statistics))
        for line in alone_lines(statistics):
            self._print(line)

    def _print(self, what: str | Table) -> None:
        with suppress(OSError):  # a closed terminal must not cost a recording
            self._console.print(what, markup=False)


def line_of(statistics: LiveStatistics) -> str:
    """One line for the running session."""
    parts = [f"in {statistics.fps_in:.1f}, out {statistics.fps_out:.1f} frames/s"]
    if statistics.latency_ms is not None:
        delay = statistics.latency_ms
        parts.append(f"delay p50 {delay.p50:.1f}, p95 {delay.p95:.1f}, max {delay.max:.1f} ms")
    parts.append(f"dropped {statistics.dropped_frames}")
    if (reason := statistics.alone_because) is not None:
        parts.append(f"background alone: {inner(reason.sentence)}")
    if statistics.pace_level:
        parts.append(f"pace level {statistics.pace_level}")
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
