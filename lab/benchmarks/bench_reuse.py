"""Accuracy lost and time saved if a matte were reused for the next frame.

    python -m lab.benchmarks.bench_reuse [CLIP ...] [--frames N]

Every frame of a clip is given its own matte. For every second frame that matte is compared with
three substitutes that need no network: the matte of the frame before as it is; that matte moved
by dense optical flow (Farneback, at the network's size); and leaving the frame out, so that the
older picture stays with its own matte. The share of pixels whose alpha is wrong by more than a
quarter is what an eye sees as a rim of the old room, or as a bite out of the person.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from lab.benchmarks import machine
from lab.benchmarks.report import save_result

ROOT = Path(__file__).parents[2]
SHARED_CLIPS = ROOT.parent / "shared" / "clips"
FLOW_HEIGHT, FLOW_WIDTH = 144, 256
WRONG = 64  # of 255


def main() -> None:
    """Measure the clips and write results/reuse.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("clips", nargs="*", type=Path)
    parser.add_argument("--frames", type=int, default=90)
    parser.add_argument("--no-save", action="store_true")
    arguments = parser.parse_args()
    clips = arguments.clips or _default_clips()
    rows, raw = [], {}
    for clip in clips:
        figures = measure(clip, arguments.frames)
        raw[clip.name] = figures
        rows.append(
            (
                clip.name,
                *(
                    f"{figures[name]['p50']:.2f} / {figures[name]['p95']:.2f} / "
                    f"{figures[name]['max']:.2f}"
                    for name in ("held", "moved")
                ),
                f"{figures['flow_ms']:.1f}",
                f"{figures['network_ms']:.1f}",
            )
        )
        print(rows[-1], flush=True)
    if not arguments.no_save:
        save_result(
            "reuse",
            columns=(
                "clip",
                "matte held: wrong pixels, p50 / p95 / max (% of the person)",
                "matte moved by flow (%)",
                "flow (ms)",
                "network (ms)",
            ),
            rows=rows,
            note=f"Alpha off by more than {WRONG / 255:.2f}, against the frame's own matte, model "
            "fast without smoothing; medians of the times. A frame that is left out has 0 wrong "
            "pixels: the picture that stays has its own matte. "
            "Repeat: `python -m lab.benchmarks.bench_reuse`.",
            machine=machine.describe("numba", "opencv-python-headless"),
            raw=raw,
        )


def measure(clip: Path, frame_count: int) -> dict:
    """Wrong pixels of either substitute in percent of the person, and the times."""
    wrong: dict[str, list[float]] = {"held": [], "moved": []}
    flow_ms, network_ms = [], []
    previous: tuple[np.ndarray, np.ndarray] | None = None
    for index, (grey, alpha, cost_ms) in enumerate(_mattes(clip, frame_count)):
        network_ms.append(cost_ms)
        if previous is not None and index % 2 == 1:
            began_s = time.perf_counter()
            flow = cv2.calcOpticalFlowFarneback(grey, previous[0], None, 0.5, 3, 15, 2, 5, 1.1, 0)  # type: ignore[call-overload]
            moved = _moved(previous[1], flow)
            flow_ms.append((time.perf_counter() - began_s) * 1e3)
            person = max(1, int((alpha > 127).sum()))
            for name, substitute in (("held", previous[1]), ("moved", moved)):
                off = np.abs(substitute.astype(np.int16) - alpha) > WRONG
                wrong[name].append(100.0 * float(off.sum()) / person)
        previous = (grey, alpha)
    return {
        name: {
            "p50": float(np.percentile(values, 50)),
            "p95": float(np.percentile(values, 95)),
            "max": float(max(values)),
        }
        for name, values in wrong.items()
    } | {"flow_ms": float(np.median(flow_ms)), "network_ms": float(np.median(network_ms))}


def _moved(alpha: np.ndarray, flow: np.ndarray) -> np.ndarray:
    """`alpha` (H, W) sampled where the flow says that each pixel came from."""
    height, width = alpha.shape
    scale = np.array([width / flow.shape[1], height / flow.shape[0]], np.float32)
    large = cv2.resize(flow, (width, height), interpolation=cv2.INTER_LINEAR) * scale
    column, row = np.meshgrid(
        np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)
    )
    return cv2.remap(
        alpha,
        column + large[..., 0],
        row + large[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


def _mattes(clip: Path, frame_count: int) -> Iterator[tuple[np.ndarray, np.ndarray, float]]:
    """Small grey picture, own matte, and network ms of each frame."""
    from gpu_unet.open_engine import open_engine

    from app.video.files.inputs import open_source
    from gpu_unet.engine import Batch
    from gpu_unet.settings import EdgeSettings, EngineSettings
    from gpu_unet.weights import load_weights

    settings = EngineSettings(background="blur", edges=EdgeSettings(smoothing=0.0))
    weights = load_weights(ROOT / "weights" / "fast.safetensors")
    with (
        open_source(clip) as source,
        open_engine(weights, source.format, device="cpu") as engine,
    ):
        for _ in range(frame_count):
            frame = source.read()
            if frame is None:
                return
            done = engine.process(Batch([frame.pixels], None, settings, want_alpha=True))
            assert done.alphas is not None, "asked for"
            luma = frame.pixels[: frame.height]
            if frame.format.layout == "rgb":
                luma = cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY)
            grey = cv2.resize(luma, (FLOW_WIDTH, FLOW_HEIGHT), interpolation=cv2.INTER_AREA)
            yield grey, done.alphas[0], done.stage_ms.get("network", 0.0)


def _default_clips() -> list[Path]:
    names = ("talk_s18.mp4", "asl_thanks.mkv", "asl_school.mkv")
    found = [SHARED_CLIPS / name for name in names if (SHARED_CLIPS / name).is_file()]
    return [ROOT / "assets" / "sample.mp4", *found]


if __name__ == "__main__":
    main()
