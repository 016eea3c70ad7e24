"""What the window costs.

    python -m lab.benchmarks.bench_gui     11 minutes, 10 of them the monkey's

Three figures: the window thread's work per 1280x720 frame, the time from the start of the process
to the first picture with a person in it, and memory while a seeded monkey uses every control.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from statistics import median

import numpy as np

from lab.benchmarks.machine import ROOT, describe, in_words
from lab.benchmarks.timing import Timing

RESULTS = ROOT / "lab" / "benchmarks" / "results" / "gui.json"
FRAME_HEIGHT, FRAME_WIDTH = 720, 1280
PICTURES = 300
STARTS = 5
SETTLED_S = 120  # caches, fonts, thumbnails and the largest window have come by then
START_SNIPPET = """
import gc, sys, time
gc.disable()  # as main.py does before it opens the window
from dataclasses import replace
from pathlib import Path
from PySide6.QtWidgets import QApplication
from gui.app import App
from gui.session import Session
from gui.shared.store import Store
from app.pipeline.live.source_request import SourceRequest
qt = QApplication([])
folder = Path(sys.argv[1])
app = App(qt, Store(folder / "backdrop.ini"), Session(), log_path=folder / "log")
app.override_settings(replace(app.state.settings, device="cpu"))
def on_frame(frame):
    if frame.has_valid_matte:
        app.window.preview.repaint()
        print(time.time(), flush=True)
        app.session.frame_ready.disconnect(on_frame)
        app.close()
        qt.quit()
app.session.frame_ready.connect(on_frame)
app.start(SourceRequest("file", "assets/sample.mp4"))
qt.exec()
"""


def measure_pictures(*, height: int, width: int) -> dict[str, dict[str, float]]:
    """Per frame: the presenter's thread (scale, convert) and the window's thread (take, paint).

    Args:
        height: Height of the preview widget.
        width: Width of it.
    """
    from PySide6.QtWidgets import QApplication

    from app.pipeline.live.monitor import Result
    from gui.preview.preview import Preview
    from gui.preview.view import ViewMode, ViewRequest, render
    from gui.shared.theme import Theme

    qt = QApplication.instance() or QApplication([])
    assert isinstance(qt, QApplication)
    Theme(qt, "dark")
    preview = Preview()
    preview.resize(width, height)
    preview.show()
    rng = np.random.default_rng(0)
    shape = (FRAME_HEIGHT, FRAME_WIDTH, 3)
    results = [
        Result(
            pixels=rng.integers(0, 256, shape, np.uint8),
            frame_index=index,
            pts_s=index / 30,
            captured_s=0.0,
            alpha=rng.integers(0, 256, shape[:2], np.uint8),
            original=rng.integers(0, 256, shape, np.uint8),
        )
        for index in range(4)
    ]
    figures = {}
    for mode in ViewMode:
        request = ViewRequest(mode=mode, height=height, width=width)
        preview.set_mode(mode)
        render_ms, window_ms = [], []
        for index in range(PICTURES):
            began_s = time.perf_counter()
            frame = render(results[index % 4], request)
            rendered_s = time.perf_counter()
            preview.show_frame(frame)
            preview.repaint()
            window_ms.append((time.perf_counter() - rendered_s) * 1e3)
            render_ms.append((rendered_s - began_s) * 1e3)
            qt.processEvents()
        figures[mode.value] = {
            "window_thread": asdict(Timing.of(window_ms[20:])),
            "presenter_thread": asdict(Timing.of(render_ms[20:])),
        }
    return figures


def measure_starts() -> list[float]:
    """Seconds from the start of the process to the first painted composite; the first warms up."""
    times_s = []
    for _ in range(STARTS + 1):
        with tempfile.TemporaryDirectory() as folder:
            began_s = time.time()
            done = subprocess.run(
                [sys.executable, "-c", START_SNIPPET, folder],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=True,
            )
            times_s.append(float(done.stdout.split()[-1]) - began_s)
    return [round(seconds, 3) for seconds in times_s[1:]]


def measure_monkey(seconds: int) -> dict[str, object]:
    """Resident memory while every control is used at random."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "monkey.json"
        subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-q", "tests/gui/test_gui_monkey.py"),
                f"--timeout={seconds + 300}",
            ],
            cwd=ROOT,
            env={
                **os.environ,
                "BACKDROP_MONKEY_S": str(seconds),
                "BACKDROP_MONKEY_LOG": str(log),
            },
            check=True,
        )
        run = json.loads(log.read_text())
    memory = run["memory_mib"]
    settled = memory[min(SETTLED_S, len(memory) // 3) :]
    tenth = max(1, len(settled) // 10)
    minutes = [memory[begin : begin + 60] for begin in range(0, len(memory) - 30, 60)]
    return {
        "seconds": seconds,
        "steps": run["steps"],
        "settled_mib": round(median(settled[:tenth]), 1),
        "end_mib": round(median(settled[-tenth:]), 1),
        "most_mib": round(max(settled), 1),
        "by_minute_mib": [round(median(minute), 1) for minute in minutes],
        "slope_mib_per_minute": slope_of([median(minute) for minute in minutes[1:]]),
    }


def slope_of(minutes_mib: list[float]) -> float | None:
    """MiB a minute, of a line through the minutes' medians: recordings come and go within one."""
    if len(minutes_mib) < 2:
        return None
    return round(float(np.polyfit(np.arange(len(minutes_mib)), minutes_mib, 1)[0]), 3)


def print_pictures(pictures: dict[str, dict[str, dict[str, dict[str, float]]]]) -> None:
    """One line per size and view."""
    for size, modes in pictures.items():
        for mode, threads in modes.items():
            window, presenter = threads["window_thread"], threads["presenter_thread"]
            print(
                f"{size:>10} {mode:8} window thread {window['median_ms']:6.3f} ms "
                f"(p95 {window['p95_ms']:.3f}), presenter {presenter['median_ms']:6.3f} ms"
            )


def main() -> None:
    """Measure, print, and write the JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--monkey-seconds", type=int, default=600)
    parser.add_argument(
        "--only", choices=("pictures", "starts", "monkey"), help="measure this and keep the rest"
    )
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    machine = describe("PySide6_Essentials", "opencv-python-headless")
    print(in_words(machine))
    result: dict[str, object] = {}
    if arguments.only:
        result = json.loads(arguments.out.read_text(encoding="utf-8"))
    else:
        result["machine"] = machine
        result["platform"] = os.environ["QT_QPA_PLATFORM"]
    if arguments.only in (None, "pictures"):
        pictures = {
            f"{width}x{height}": measure_pictures(height=height, width=width)
            for height, width in ((506, 900), (720, 1280), (1440, 2560))
        }
        print_pictures(pictures)
        result["pictures"] = pictures
    if arguments.only in (None, "starts"):
        starts = measure_starts()
        print(f"start to first picture: median {median(starts):.2f} s of {starts}")
        result["start_to_first_picture_s"] = {"runs": starts, "median": median(starts)}
    if arguments.only in (None, "monkey") and arguments.monkey_seconds:
        monkey = {"machine": machine, **measure_monkey(arguments.monkey_seconds)}
        print(monkey)
        result["monkey"] = monkey
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
