"""What the preview costs the live rate: `python -m lab.benchmarks.bench_preview` (4 minutes).

The window's preview beside a live session with the real engine, 1920x1080 in a viewport of
1280x720: hidden, the whole picture, 100 % and 400 %, taking turns in one run. Once with a camera of
30 frames/s, for the goal of at most 5 % fewer composites than hidden, and once with a camera that
is faster than the engine, where every millisecond of the preview counts. Processor time per
composite is the figure that a busy machine does not distort.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from statistics import median

from lab.benchmarks.machine import ROOT, describe, in_words

RESULTS = ROOT / "lab" / "benchmarks" / "results" / "preview.json"
BACKGROUND = ROOT / "assets" / "backgrounds" / "dusk.jpg"
FRAME_HEIGHT, FRAME_WIDTH = 1080, 1920
ROOM_HEIGHT, ROOM_WIDTH = 720, 1280
VIEWS = {"off": None, "fit": 0.0, "1:1": 1.0, "4:1": 4.0}  # device pixels per pixel; 0 is fit
GOAL_LOSS = 0.05
ROUNDS = 5
MEASURE_S, SETTLE_S = 3.5, 0.7
START_TIMEOUT_S = 300.0  # a first start compiles
Round = dict[str, float]


def measure(frame_rate: float, *, rounds: int) -> dict[str, dict[str, float | list[float]]]:
    """Composites per second, cores in use and processor time a composite, for each view.

    Args:
        frame_rate: Frame rate of the synthetic camera, in frames per second.
        rounds: Turns of each view.
    """
    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtWidgets import QApplication

    from app.pipeline.background_spec import BackgroundSpec
    from app.pipeline.live.source_request import SourceRequest
    from app.pipeline.settings import Settings
    from gui.preview.preview import Preview
    from gui.preview.zoom import Zoom
    from gui.session import Session
    from gui.shared.theme import Theme

    qt = QApplication.instance() or QApplication([])
    assert isinstance(qt, QApplication)
    Theme(qt, "dark")
    preview, session = Preview(), Session()
    preview.resize(ROOM_WIDTH, ROOM_HEIGHT)
    preview.show()
    painted: list[float] = []

    def on_frame(frame: object) -> None:
        preview.show_frame(frame)  # type: ignore[arg-type]
        painted.append(time.perf_counter())

    session.frame_ready.connect(on_frame)
    background = BackgroundSpec("file", path=BACKGROUND)
    session.set_settings(Settings(background=background, model="fast", device="cpu"))
    session.set_pace(frame_limit=None, is_automatic=False)  # full detail: what it costs is asked
    session.start()
    session.change_view(height=ROOM_HEIGHT, width=ROOM_WIDTH)
    session.open_source(
        SourceRequest("synthetic", height=FRAME_HEIGHT, width=FRAME_WIDTH, frame_rate=frame_rate)
    )
    worker = session.worker
    assert worker is not None

    def run_for(seconds: float) -> None:
        loop = QEventLoop()
        QTimer.singleShot(round(1000 * seconds), loop.quit)
        loop.exec()

    turns: dict[str, list[Round]] = {view: [] for view in VIEWS}
    try:
        began_s = time.perf_counter()
        while worker.statistics().composite_frames < 30:
            run_for(0.1)
            if time.perf_counter() - began_s > START_TIMEOUT_S:
                raise SystemExit(f"no composites within {START_TIMEOUT_S:.0f} s")
        for number in range(rounds):
            order = list(VIEWS) if number % 2 else list(reversed(VIEWS))
            for view in order:
                scale = VIEWS[view]
                worker.monitor.is_watched = scale is not None
                session.change_view(zoom=Zoom(scale or 0.0))
                run_for(SETTLE_S)
                count, seen = worker.statistics().composite_frames, len(painted)
                processor_s, wall_s = time.process_time(), time.perf_counter()
                run_for(MEASURE_S)
                wall_s = time.perf_counter() - wall_s
                composites = worker.statistics().composite_frames - count
                processor_s = time.process_time() - processor_s
                turns[view].append(
                    {
                        "fps": composites / wall_s,
                        "painted_fps": (len(painted) - seen) / wall_s,
                        "cores": processor_s / wall_s,
                        "processor_ms": 1000 * processor_s / max(composites, 1),
                    }
                )
    finally:
        session.stop()
    return {view: _summary(turns[view], turns["off"]) for view in VIEWS}


def _summary(turns: list[Round], unseen: list[Round]) -> dict[str, float | list[float]]:
    """Medians; the loss is the median of each round's own, so a slow minute hits both sides."""
    losses = [1 - turn["fps"] / off["fps"] for turn, off in zip(turns, unseen, strict=True)]
    figures: dict[str, float | list[float]] = {
        name: round(median(turn[name] for turn in turns), 2)
        for name in ("fps", "painted_fps", "cores", "processor_ms")
    }
    figures["loss"] = round(median(losses), 4)
    figures["losses"] = [round(loss, 4) for loss in losses]
    return figures


def main() -> None:
    """Measure, print, and write the JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    machine = describe("PySide6_Essentials", "numba")
    print(in_words(machine))
    result: dict[str, object] = {"machine": machine, "goal_loss": GOAL_LOSS}
    for name, rate in (("30 frames/s", 30.0), ("as fast as it goes", 120.0)):
        views = measure(rate, rounds=arguments.rounds)
        result[name] = views
        for view, figures in views.items():
            print(
                f"{name:>20} {view:>4}: {figures['fps']:6.2f} composites/s, "
                f"{figures['painted_fps']:6.2f} painted, {figures['cores']:.2f} cores, "
                f"{figures['processor_ms']:.1f} ms of processor each, "
                f"{100 * float(figures['loss']):+5.1f} % fewer than unseen"  # type: ignore[arg-type]
            )
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
