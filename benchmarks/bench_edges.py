"""Edges: errors against true alpha, flicker, lag, and what each step costs on the CPU.

    python -m benchmarks.bench_edges [--model fast] [--shared ../shared] [--only stills|time|cost]

Needs the shared data (cutouts, rooms, clips); writes `results/edges-*.json`.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

import av
import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.edge_cases import HEIGHT, WIDTH, Case, motion_cases, still_cases
from benchmarks.edge_metrics import (
    band,
    connectivity_error,
    gradient_error,
    overlap,
    squared_error,
    sum_of_differences,
)
from benchmarks.machine import describe
from benchmarks.report import save_result
from gpu_unet.cpu import frame_path
from gpu_unet.cpu.engine import CpuEngine, read_only
from gpu_unet.cpu.frame_path import CpuFramePath
from gpu_unet.cpu.network import CpuNetwork
from gpu_unet.frame_format import FrameFormat
from gpu_unet.settings import EdgeSettings, EngineSettings
from gpu_unet.weights import Weights, load_weights

ROOT = Path(__file__).parents[1]
Bytes = npt.NDArray[np.uint8]
Alpha = npt.NDArray[np.float32]

CHAINS = {
    "cleaned": EdgeSettings(guided=False, foreground_colour=False, smoothing=0.0),
    "cleaned, guided": EdgeSettings(foreground_colour=False, smoothing=0.0),
    "cleaned, guided, foreground colour": EdgeSettings(smoothing=0.0),
}
PLAIN = "bilinear alone"
CLIP_FRAMES = 60
COST_FRAMES = 60
REPEAT = "To repeat: `python -m benchmarks.bench_edges`."


def errors(alpha: Alpha, composite: Bytes, case: Case) -> list[float]:
    """One row of the table: alpha float32 in [0, 1] and composite against the truth."""
    near = band(case.alpha)
    mixed = (case.alpha > 0.02) & (case.alpha < 0.98)
    colour = np.abs(composite.astype(np.float32) - case.target)
    return [
        sum_of_differences(alpha, case.alpha),
        squared_error(alpha, case.alpha),
        gradient_error(alpha, case.alpha),
        connectivity_error(alpha, case.alpha),
        float(np.abs(alpha - case.alpha)[near].mean()) * 255,
        float(colour[near].mean()),
        float(colour[mixed].mean()),
    ]


def plain(network: CpuNetwork, path: CpuFramePath, case: Case) -> tuple[Alpha, Bytes]:
    """What a script would do: the network's alpha enlarged bilinearly, coded values mixed."""
    path.take_in(read_only(case.frame), network.input[0])
    alpha = cv2.resize(network.infer(1)[0], (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    share = alpha[..., None]
    mixed = share * case.frame + (1 - share) * case.background
    return alpha, np.round(mixed).astype(np.uint8)


def stills(weights: Weights, shared: Path) -> None:
    """Errors of each chain over the measured cutouts."""
    engine = CpuEngine(weights, FrameFormat(HEIGHT, WIDTH))
    size = {"height": engine.architecture.height, "width": engine.architecture.width}
    network = CpuNetwork(weights, engine.architecture)
    path = CpuFramePath(engine.frame_format, **size)
    found: dict[str, list[list[float]]] = {name: [] for name in (PLAIN, *CHAINS)}
    for case in still_cases(shared):
        found[PLAIN].append(errors(*plain(network, path, case), case))
        for name, edges in CHAINS.items():
            engine.reset()
            result = engine.process(
                [case.frame], [case.background], EngineSettings(edges=edges), want_alpha=True
            )
            assert result.alphas is not None
            alpha = result.alphas[0].astype(np.float32) / 255
            found[name].append(errors(alpha, result.frames[0], case))
    engine.close()
    means = {name: np.mean(values, axis=0) for name, values in found.items()}
    first = means[PLAIN][-1]
    save_result(
        f"edges-stills-{weights.name}",
        columns=(
            f"{weights.title} model",
            "SAD",
            "MSE",
            "gradient",
            "connectivity",
            "alpha near the edge",
            "colour near the edge",
            "colour in the band",
            "against plain",
        ),
        rows=[
            [
                name,
                *(round(float(v), 2) for v in values),
                f"{100 * (values[-1] / first - 1):+.1f} %",
            ]
            for name, values in means.items()
        ],
        note=(
            f"Means over {len(found[PLAIN])} cutouts with true alpha over rooms, "
            f"{WIDTH}x{HEIGHT}, network input {engine.architecture.width}x"
            f"{engine.architecture.height}. SAD, gradient and connectivity in thousands, MSE in "
            "thousandths; the rest mean absolute errors in levels of 255: within 8 pixels of the "
            "mixed band, and where true alpha lies between 0.02 and 0.98. " + REPEAT
        ),
        machine=describe("numba"),
        raw={name: values for name, values in found.items()},
    )
    for name, values in means.items():
        print(f"{name:28s}", " ".join(f"{v:8.3f}" for v in values))


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
        result = engine.process([frame], None, settings, want_alpha=True)
        assert result.alphas is not None
        planes.append(result.alphas[0])
    return planes


def over_time(weights: Weights, shared: Path) -> None:
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
            "no more. " + REPEAT
        ),
        machine=describe("numba"),
        raw={"flicker": flicker, "overlap": overlaps, "ghost": ghosts},
    )


def cost(weights: Weights, shared: Path) -> None:
    """Time of every kernel around the network at 1280x720, planar YUV."""
    frame_format = FrameFormat(720, 1280, "yuv420")
    frames = []
    with av.open(str(shared / "clips" / "talk_s18.mp4")) as container:
        for frame in container.decode(video=0):
            frames.append(np.ascontiguousarray(frame.reformat(1280, 720, "yuv420p").to_ndarray()))
            if len(frames) == COST_FRAMES:
                break
    background = np.full(frame_format.shape, 90, np.uint8)
    engine = CpuEngine(weights, frame_format)
    spent: dict[str, list[float]] = {}
    names = [n for n, kernel in vars(frame_path).items() if hasattr(kernel, "signatures")]
    kernels = {name: getattr(frame_path, name) for name in names}

    def timed(name: str) -> Any:
        def call(*arguments: Any) -> None:
            start = perf_counter()
            kernels[name](*arguments)
            spent.setdefault(name, []).append(1e3 * (perf_counter() - start))

        return call

    rows: list[list[str | float]] = []
    raw: dict[str, Any] = {}
    for title, settings in (
        ("picture", EngineSettings()),
        ("picture, light wrap", EngineSettings(edges=EdgeSettings(light_wrap=0.5))),
        ("blur", EngineSettings("blur")),
    ):
        backgrounds = [background] if settings.background == "image" else None
        stages: list[dict[str, float]] = []
        engine.reset()
        for frame in frames:
            stages.append(engine.process([frame], backgrounds, settings).stage_ms)
        medians = {s: statistics.median(stage[s] for stage in stages) for s in stages[0]}
        around = sum(value for stage, value in medians.items() if stage != "network")
        rows.append([title, *(round(medians[s], 2) for s in medians), round(around, 2)])
        spent.clear()
        for name in names:
            setattr(frame_path, name, timed(name))
        for frame in frames:
            engine.process([frame], backgrounds, settings)
        for name in names:
            setattr(frame_path, name, kernels[name])
        raw[title] = {n: round(sum(times) / len(frames), 4) for n, times in spent.items()}
        print(rows[-1], raw[title])
    stage_names = list(stages[0])
    save_result(
        f"edges-cost-{weights.name}",
        columns=(f"{weights.title} model, ms a frame", *stage_names, "all but network"),
        rows=rows,
        note=(
            f"1280x720, planar YUV, {engine.device_name}, medians of {len(frames)} frames; every "
            "kernel's own time is in the JSON. " + REPEAT
        ),
        machine=describe("numba"),
        raw=raw,
    )
    engine.close()


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="fast")
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--only", choices=("stills", "time", "cost"))
    arguments = parser.parse_args()
    weights = load_weights(ROOT / "weights" / f"{arguments.model}.json")
    parts = {"stills": stills, "time": over_time, "cost": cost}
    for name, part in parts.items():
        if arguments.only in (None, name):
            part(weights, arguments.shared)


if __name__ == "__main__":
    main()
