"""Flicker where the picture stands still, and overlap with the truth in fast motion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import av
import cv2
import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.engine import Batch
from gpu_unet.frame_format import FrameFormat
from gpu_unet.settings import EdgeSettings, EngineSettings
from gpu_unet.weights import Weights
from lab.benchmarks.edges.cases import HEIGHT, WIDTH, motion_cases
from lab.benchmarks.edges.metrics import overlap
from lab.benchmarks.machine import describe
from lab.benchmarks.report import save_result

Bytes = npt.NDArray[np.uint8]

CLIP_FRAMES = 60


def clip_frames(path: Path) -> Iterator[Bytes]:
    """RGB frames of a clip, 640 pixels wide."""
    with av.open(str(path)) as container:
        for index, frame in enumerate(container.decode(video=0)):
            if index == CLIP_FRAMES:
                return
            height = frame.height * 640 // frame.width // 2 * 2
            yield np.ascontiguousarray(frame.reformat(640, height, "rgb24").to_ndarray())


def still_pixels(one: Bytes, other: Bytes) -> npt.NDArray[np.bool_]:
    """Where the picture does not change, four pixels clear of anything that does."""
    blurred = [cv2.GaussianBlur(f, (0, 0), 2).astype(np.int16) for f in (one, other)]
    calm = (np.abs(blurred[0] - blurred[1]).max(axis=2) < 4).astype(np.uint8)
    return cv2.erode(calm, np.ones((9, 9), np.uint8)).astype(bool)


def alphas_of(engine: CpuEngine, frames: Sequence[Bytes], edges: EdgeSettings) -> list[Bytes]:
    """The alpha plane of every frame, from a fresh start."""
    engine.reset()
    settings = EngineSettings("transparent", edges=edges)
    planes = []
    for frame in frames:
        result = engine.process(Batch([frame], None, settings, want_alpha=True))
        assert result.alphas is not None
        planes.append(result.alphas[0])
    return planes


def measure(weights: Weights, shared: Path) -> None:
    """Flicker on real clips, overlap with the truth in fast motion, with and without smoothing."""
    variants = {"without smoothing": EdgeSettings(smoothing=0.0), "with smoothing": EdgeSettings()}
    flicker: dict[str, dict[str, float]] = {name: {} for name in variants}
    for path in sorted((shared / "clips").iterdir()):
        if path.suffix not in (".mp4", ".mkv"):
            continue
        frames = list(clip_frames(path))
        calm = [still_pixels(a, b) for a, b in pairwise(frames)]
        engine = CpuEngine(weights, FrameFormat(frames[0].shape[0], frames[0].shape[1]))
        for name, edges in variants.items():
            planes = alphas_of(engine, frames, edges)
            changes = [
                np.abs(b.astype(np.int16) - a)[mask].mean()
                for a, b, mask in zip(planes[:-1], planes[1:], calm, strict=True)
                if mask.any()
            ]
            flicker[name][path.stem] = float(np.mean(changes))
        engine.close()
        print(path.stem, *(f"{flicker[name][path.stem]:.3f}" for name in variants), flush=True)

    engine = CpuEngine(weights, FrameFormat(HEIGHT, WIDTH))
    overlaps: dict[str, list[float]] = {name: [] for name in variants}
    ghosts: dict[str, list[float]] = {name: [] for name in variants}
    for clip in motion_cases(shared):
        third = len(clip) // 3
        for name, edges in variants.items():
            planes = alphas_of(engine, [case.frame for case in clip], edges)
            for t in range(third, 2 * third + 1):
                alpha = planes[t].astype(np.float32) / 255
                overlaps[name].append(overlap(alpha, clip[t].alpha))
                # What the person has left within five frames: alpha there is a ghost.
                left = np.max([case.alpha for case in clip[t - 5 : t]], axis=0) > 0.5
                left &= clip[t].alpha < 0.02
                ghosts[name].append(255 * float(alpha[left].mean()) if left.any() else 0.0)
    engine.close()
    rows = []
    base = np.mean(list(flicker["without smoothing"].values()))
    for name in variants:
        value = np.mean(list(flicker[name].values()))
        rows.append(
            [
                name,
                round(float(value), 3),
                f"{100 * (value / base - 1):+.0f} %",
                round(float(np.mean(overlaps[name])), 4),
                round(float(np.mean(ghosts[name])), 2),
            ]
        )
        print(rows[-1])
    save_result(
        f"edges-time-{weights.name}",
        columns=(
            f"{weights.title} model",
            "flicker",
            "change",
            "IoU in fast motion",
            "ghost",
        ),
        rows=rows,
        note=(
            f"Flicker: mean change of alpha (levels of 255) from frame to frame where the picture "
            f"stands still, {len(flicker['with smoothing'])} clips of {CLIP_FRAMES} frames. Fast "
            "motion: cutouts dashing over rooms at up to 11 % of the width a frame, against true "
            "alpha. Ghost: alpha (levels) where the person was within the last five frames and is "
            "no more. "
            "To repeat: `python -m lab.benchmarks.bench_edges --only time`."
        ),
        machine=describe("numba"),
        raw={"flicker": flicker, "overlap": overlaps, "ghost": ghosts},
    )
