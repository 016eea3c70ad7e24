"""A live session with the synthetic camera under measurement: rate, losses, delay and cores."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live import events
from app.pipeline.live.monitor import Result
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.worker import LiveWorker
from app.pipeline.settings import Settings
from lab.benchmarks.live.figures import percentiles_of

BACKGROUND = Path(__file__).parents[3] / "assets" / "backgrounds" / "dusk.jpg"
WARM_UP_S = 5.0
START_TIMEOUT_S = 300.0  # a first start compiles


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """What is measured.

    Attributes:
        model: A model's name.
        device: "cpu" or "cuda".
        frame_rate: Frame rate of the synthetic camera, in frames per second.
    """

    model: str
    device: str
    frame_rate: float

    def settings(self, background: BackgroundSpec) -> Settings:
        """Settings of a session over `background`."""
        return Settings(background=background, model=self.model, device=self.device)  # type: ignore[arg-type]


@dataclass
class Viewer:
    """Takes every result as a window would, on the worker's thread so that none is missed.

    Attributes:
        shown: Every composite's index, arrival (`time.perf_counter()`), delay and stages in ms.
        standby: Pictures of the background alone.
        first: Set with the first composite.
        trouble: What spoils a measurement.
    """

    worker: LiveWorker | None = None
    shown: list[tuple[int, float, float, dict[str, float]]] = field(default_factory=list)
    standby: int = 0
    first: threading.Event = field(default_factory=threading.Event)
    trouble: list[str] = field(default_factory=list)

    def on_ready(self) -> None:
        """A result waits."""
        assert self.worker is not None, "set before the worker starts"
        result: Result | None = self.worker.latest.take()
        if result is None:
            return
        if not result.has_valid_matte:
            self.standby += 1
            return
        self.shown.append(
            (result.frame_index, time.perf_counter(), result.latency_ms, dict(result.stage_ms))
        )
        self.first.set()

    def on_event(self, event: events.Event) -> None:
        """Note what spoils a measurement."""
        if isinstance(event, events.EngineFailed | events.SourceLost | events.PaceChanged):
            self.trouble.append(event.sentence)
            print(event.sentence, flush=True)

    def take(self) -> list[tuple[int, float, float, dict[str, float]]]:
        """What was shown since the last call; the list does not grow for ever."""
        shown, self.shown = self.shown, []
        self.standby = 0
        return shown


def start(options: SessionOptions, viewer: Viewer) -> LiveWorker:
    """Start a session; returns once it shows composites. The caller stops it."""
    worker = LiveWorker(
        SourceRequest("synthetic", frame_rate=options.frame_rate),
        options.settings(BackgroundSpec("file", path=BACKGROUND)),
        on_ready=viewer.on_ready,
        on_event=viewer.on_event,
    )
    viewer.worker = worker
    # Measure at full detail: the pace control would lower it.
    worker.pace.is_on = False
    worker.start()
    if not viewer.first.wait(START_TIMEOUT_S):
        worker.stop()
        raise SystemExit(f"no composite within {START_TIMEOUT_S:.0f} s: {viewer.trouble}")
    return worker


def missing(indices: list[int]) -> int:
    """Frames that were dropped, by the camera or by the slot that holds the newest."""
    return indices[-1] - indices[0] + 1 - len(indices) if indices else 0


def measure(options: SessionOptions, *, seconds: float, record: Path | None) -> dict[str, Any]:
    """One session of `seconds`, recording into `record` if that is given; its figures."""
    viewer = Viewer()
    worker = start(options, viewer)
    try:
        time.sleep(WARM_UP_S)
        if record is not None:
            worker.recordings.start(record)
            time.sleep(1.0)
        viewer.take()
        processor_s, wall_s = time.process_time(), time.perf_counter()
        before = worker.statistics()
        time.sleep(seconds)
        statistics = worker.statistics()
        processor_s = time.process_time() - processor_s
        wall_s = time.perf_counter() - wall_s
        standby = viewer.standby
        shown = viewer.take()
    finally:
        worker.stop()
    indices = [index for index, *_ in shown]
    stages = [stage_ms for *_, stage_ms in shown]
    recording = statistics.recording
    return {
        "seconds": wall_s,
        "frames": len(shown),
        "fps_out": len(shown) / wall_s,
        "dropped": missing(indices),
        "dropped_before_engine": statistics.dropped_frames - before.dropped_frames,
        "standby": standby,
        "latency_ms": percentiles_of([latency_ms for _, _, latency_ms, _ in shown]),
        "stage_ms": {
            stage: percentiles_of([s[stage] for s in stages if stage in s]) for stage in stages[-1]
        },
        "cores": processor_s / wall_s,
        "recording_dropped": 0 if recording is None else recording.dropped_frames,
        "trouble": viewer.trouble,
    }
