"""How far the GPU engine's composites are from the CPU engine's, on real clips.

`python -m lab.benchmarks.bench_agreement FOLDER` takes the first frames of each clip in FOLDER
through both engines, on the GPU in float32 and float16, and writes `results/gpu_agreement.json`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import av
import numpy as np

from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.cuda.engine import CudaEngine
from gpu_unet.engine import Batch, Engine
from gpu_unet.frame_format import FrameFormat
from gpu_unet.settings import EngineSettings
from gpu_unet.weights import Weights, load_weights
from lab.benchmarks.gpu import describe_gpu
from lab.benchmarks.report import save_result

ROOT = Path(__file__).parents[2]
FRAMES = 8  # of each clip, one after the other, so that the smoothing over time takes part
BATCH = 3  # the last batch is not full


def first_frames(path: Path) -> np.ndarray:
    """uint8 (FRAMES, H * 3 / 2, W), I420, even sizes."""
    with av.open(str(path)) as container:
        frames = []
        for frame in container.decode(video=0):
            frames.append(frame.to_ndarray(format="yuv420p"))
            if len(frames) == FRAMES:
                break
    return np.stack(frames)


def through(
    engine: Engine, frames: np.ndarray, picture: np.ndarray, batch: int
) -> tuple[np.ndarray, np.ndarray]:
    """(composites, alphas) as int, with the default settings."""
    composites: list[Any] = []
    alphas: list[Any] = []
    for start in range(0, len(frames), batch):
        part = list(frames[start : start + batch])
        result = engine.process(
            Batch(part, [picture] * len(part), EngineSettings(), want_alpha=True)
        )
        composites += result.frames
        alphas += result.alphas or []
    return np.stack(composites).astype(int), np.stack(alphas).astype(int)


def main() -> None:
    """Run and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clips", type=Path)
    clips = sorted(p for p in parser.parse_args().clips.iterdir() if p.suffix in (".mp4", ".mkv"))
    rows: list[list[str | float | int]] = []
    for model in Weights.in_folder(ROOT / "weights").values():
        weights = load_weights(model)
        for clip in clips:
            frames = first_frames(clip)
            height, width = frames.shape[1] * 2 // 3, frames.shape[2]
            frame_format = FrameFormat(height, width, "yuv420")
            picture = np.random.default_rng(0).integers(16, 236, frame_format.shape, np.uint8)
            with CpuEngine(weights, frame_format) as engine:
                expected, _ = through(engine, frames, picture, 1)
            found = {}
            for precision in ("float32", "float16"):
                with CudaEngine(
                    weights, frame_format, precision=precision, batch_size=BATCH
                ) as engine:
                    found[precision] = through(engine, frames, picture, BATCH)
            within = {k: (np.abs(v[0] - expected) <= 1).mean() for k, v in found.items()}
            apart = np.abs(found["float16"][1] - found["float32"][1])
            name = f"{model.stem}, {clip.stem} {width}x{height}"
            row = [f"{100 * within[k]:.4f}" for k in ("float32", "float16")]
            rows.append([name, *row, round(float(apart.mean()), 4), int(apart.max())])
            print(rows[-1], flush=True)
    save_result(
        "gpu_agreement",
        columns=COLUMNS,
        rows=rows,
        note=f"The first {FRAMES} frames of each clip over a picture of noise, default edges.",
        machine=describe_gpu(),
        raw={},
    )


COLUMNS = [
    "model, clip",
    "float32: values within 1 level, %",
    "float16: values within 1 level, %",
    "alpha, float16 from float32: mean, of 255",
    "largest",
]

if __name__ == "__main__":
    main()
