"""A live session while a file is exported beside it: the longest gap between two composites."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.events import Cancelled, Done, Failed, Started
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.queue import JobQueue
from app.pipeline.settings import Settings
from lab.benchmarks.live.figures import percentiles_of
from lab.benchmarks.live.session import BACKGROUND, WARM_UP_S, SessionOptions, Viewer, start

CLIP = Path(__file__).parents[3] / "assets" / "sample.mp4"
START_TIMEOUT_S = 300.0  # the export's engine may have to be compiled

Shown = list[tuple[int, float, float, dict[str, float]]]


def measure(options: SessionOptions, *, model: str, seconds: float) -> dict[str, Any]:
    """Figures of the session alone, while an export starts, and while it runs.

    Args:
        options: Options of the session.
        model: Model of the export of the sample clip.
        seconds: How long to look at the session alone, and at the running export at most.
    """
    viewer = Viewer()
    worker = start(options, viewer)
    started, ended = Event(), Event()
    finals: list[Done | Cancelled | Failed] = []
    marks: dict[str, float] = {}

    def on_event(_: object, event: object) -> None:
        if isinstance(event, Started):
            marks["started"] = time.perf_counter()
            started.set()
        elif isinstance(event, Done | Cancelled | Failed):
            marks["ended"] = time.perf_counter()
            finals.append(event)
            started.set()
            ended.set()

    try:
        time.sleep(WARM_UP_S)
        marks["alone"] = time.perf_counter()
        time.sleep(seconds)
        with TemporaryDirectory() as folder, JobQueue(on_event) as queue:
            marks["asked"] = time.perf_counter()
            job = queue.add(
                JobSpec(
                    CLIP,
                    Path(folder) / "beside.mp4",
                    settings=Settings(
                        background=BackgroundSpec("file", path=BACKGROUND),
                        model=model,
                        device=options.device,  # type: ignore[arg-type]
                    ),
                )
            )
            if not started.wait(START_TIMEOUT_S):
                raise SystemExit(f"the export did not start within {START_TIMEOUT_S:.0f} s")
            if not ended.wait(seconds):
                job.cancel()
                ended.wait()
        shown, standby = viewer.shown, viewer.standby
    finally:
        worker.stop()
    if isinstance(finals[0], Failed):
        raise SystemExit(f"the export failed: {finals[0].message}")
    return {
        "alone": _figures(shown, marks["alone"], marks["asked"]),
        "starting": _figures(shown, marks["asked"], marks["started"]),
        "running": _figures(shown, marks["started"], marks["ended"]),
        "file_fps": finals[0].report.fps,
        "standby": standby,
        "trouble": viewer.trouble,
    }


def _figures(shown: Shown, begin_s: float, end_s: float) -> dict[str, Any]:
    """Figures of the composites between two moments, which count as composites for the gaps."""
    within = [(at_s, stage_ms) for _, at_s, _, stage_ms in shown if begin_s <= at_s < end_s]
    moments = [begin_s, *(at_s for at_s, _ in within), end_s]
    gaps_ms = [(after - before) * 1e3 for before, after in pairwise(moments)]
    # What "process" takes beyond the engine's own stages is spent waiting for its turn.
    waits_ms = [2 * s["process"] - sum(s.values()) + s["wait"] for _, s in within] or [0.0]
    return {
        "seconds": end_s - begin_s,
        "fps_out": len(within) / (end_s - begin_s),
        "gap_ms": percentiles_of(gaps_ms),
        "turn_ms": percentiles_of(waits_ms),
    }
