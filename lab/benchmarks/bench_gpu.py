"""The network on the GPU beside PyTorch, and whole batches: `python -m lab.benchmarks.bench_gpu`.

Everything in one run on one card: agreement first, then times; `--skip-compile` leaves out
torch.compile, which takes minutes. A part that fails is named in the result and the rest goes on.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cuda.device import current_gpu
from gpu_unet.cuda.engine import CudaEngine
from gpu_unet.cuda.graph import median_ms
from gpu_unet.cuda.tuner import Tuner, measure_on_gpu
from gpu_unet.engine import Batch
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.settings import EngineSettings
from gpu_unet.weights import Weights, load_weights
from lab.benchmarks.gpu import (
    Bound,
    TorchUNet,
    ceilings,
    describe_gpu,
    random_weights,
    torch_graph_ms,
    torch_ms,
)
from lab.benchmarks.report import save_result

ROOT = Path(__file__).parents[2]
SIDE = 512
# Random weights, alpha in [0, 1]: float32 against PyTorch's float32, float16 against the same.
AGREE = {"float32": 1e-4, "float16": 5e-3}
FRAMES = 40  # batches of a sustained measurement
Rows = list[list[str | float | int]]


def compiled_rows(base: int) -> tuple[Rows, dict[str, Any]]:
    """PyTorch's own compiler with max-autotune, one picture; compiling takes minutes."""
    architecture = UNetArchitecture.plain(base_width=base, height=SIDE, width=SIDE)
    net = TorchUNet(random_weights(architecture).layers, architecture).cuda().half()
    x = torch.rand(1, 3, SIDE, SIDE, device="cuda").half().to(memory_format=torch.channels_last)
    fast = torch.compile(net.to(memory_format=torch.channels_last), mode="max-autotune")
    ms = torch_ms(lambda: fast(x))
    what = "PyTorch float16, compile max-autotune"
    rate = architecture.flops() / ms / 1e9
    rows: Rows = [[f"base {base}, batch 1: {what}", round(ms, 3), round(rate, 1)]]
    print(rows[-1], flush=True)
    return rows, {what: {"ms": ms}}


def network_rows(base: int, batch: int) -> tuple[Rows, dict[str, Any]]:
    """Times of the plain U-Net of width `base`, all contenders agreeing with PyTorch's float32."""
    architecture = UNetArchitecture.plain(base_width=base, height=SIDE, width=SIDE)
    weights = random_weights(architecture)
    x = np.random.default_rng(1).random((batch, SIDE, SIDE, 3)).astype(np.float16)
    planes = torch.from_numpy(np.array(x.transpose(0, 3, 1, 2))).cuda().float()
    single = TorchUNet(weights.layers, architecture).cuda()
    torch.backends.cudnn.benchmark = True
    torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = False
    expected = single(planes)[:, 0].cpu().numpy()
    name = f"base {base}, batch {batch}"
    flops = architecture.flops() * batch
    raw: dict[str, Any] = {}
    rows: Rows = []

    def add(what: str, ms: float, difference: float | None = None) -> None:
        raw[what] = {"ms": ms, "max_difference": difference}
        rows.append([f"{name}: {what}", round(ms, 3), round(flops / ms / 1e9, 1)])
        print(rows[-1], difference, flush=True)

    tuned = Tuner(current_gpu(), measure_on_gpu)
    for precision in ("float16", "float32"):
        if precision == "float32" and (base != 64 or batch != 1):
            continue
        ours = Bound(weights, architecture, x, tuned, precision)
        difference = float(np.abs(ours.alpha() - expected).max())
        assert difference < AGREE[precision], f"{name}: {precision} differs by {difference}"
        add(f"ours, {precision}, graph", median_ms(ours.enqueue, repeats=10, rounds=9), difference)
        ours.close()
    half = TorchUNet(weights.layers, architecture).cuda().half()
    half = half.to(memory_format=torch.channels_last)
    half_x = planes.half().to(memory_format=torch.channels_last)
    add("PyTorch float16 channels-last, graph", torch_graph_ms(lambda: half(half_x)))
    add("PyTorch float16 channels-last, eager", torch_ms(lambda: half(half_x)))
    if base == 64 and batch == 1:
        add("PyTorch float32, eager", torch_ms(lambda: single(planes), repeats=3))
    return rows, raw


def engine_rows(
    model: Path,
    *,
    height: int,
    width: int,
    batch: int,
    layout: FrameFormat.Layout = "yuv420",
    batches: int = FRAMES,
) -> tuple[Rows, dict[str, Any]]:
    """Sustained whole batches: frames in, composites out, two in flight."""
    weights = load_weights(model)
    frame_format = FrameFormat(height, width, layout)
    rng = np.random.default_rng(0)
    start = time.perf_counter()
    with CudaEngine(weights, frame_format, batch_size=batch) as engine:
        made_s = time.perf_counter() - start
        low, high = 16 * frame_format.row.step, 236 * frame_format.row.step

        def drawn() -> np.ndarray:
            return rng.integers(low, high, frame_format.shape, frame_format.dtype)

        frames, picture = [drawn() for _ in range(batch)], drawn()
        settings = EngineSettings()

        def run(count: int) -> tuple[float, list[dict[str, float]]]:
            begun, stages = time.perf_counter(), []
            for _ in range(count):
                if engine.in_flight == engine.max_in_flight:
                    stages.append(engine.collect().stage_ms)
                engine.submit(Batch(frames, [picture] * batch, settings))
            while engine.in_flight:
                stages.append(engine.collect().stage_ms)
            return (time.perf_counter() - begun) * 1e3 / (count * batch), stages

        run(5)
        wall_ms, stages = run(batches)
        copies = engine.copies / engine.batches
        device_ms = pinned_to_pinned_ms(engine, frames, [picture] * batch, settings) / batch
        assert copies == 2 or engine.batches < 2, f"{copies} copies a batch"
    middle = {key: float(np.median([s[key] for s in stages])) for key in stages[0]}
    name = f"{model.stem}, {width}x{height}, batch {batch}"
    rows: Rows = [
        [f"{name}: pinned to pinned", round(device_ms, 3), round(1e3 / device_ms)],
        [f"{name}: with the caller's arrays", round(wall_ms, 3), round(1e3 / wall_ms)],
    ]
    print(rows, middle, f"made in {made_s:.1f} s", flush=True)
    raw = {"stage_ms": middle, "copies_a_batch": copies, "made_s": made_s, "batch": batch}
    return rows, raw


def pinned_to_pinned_ms(
    engine: CudaEngine, frames: list[Any], pictures: list[Any], settings: EngineSettings
) -> float:
    """Milliseconds a batch of upload, graph and download alone, overlapped, without host copies."""
    engine.submit(Batch(frames, pictures, settings))
    engine.submit(Batch(frames, pictures, settings))
    engine.collect()
    engine.collect()
    engine.replay(10)
    start = time.perf_counter()
    engine.replay(4 * FRAMES)
    return (time.perf_counter() - start) * 1e3 / (4 * FRAMES)


def attempt(
    what: str, run: Callable[[], tuple[Rows, Any]], rows: Rows, raw: dict[str, Any]
) -> None:
    """Run one part; a failure is written down and the rest goes on."""
    try:
        more, details = run()
        rows += more
        raw[what] = details
    except (AssertionError, RuntimeError, ValueError, EngineError) as error:
        print(what, "failed:", repr(error)[:300], flush=True)
        raw[what] = {"failed": repr(error)}


def save_network(rows: Rows, raw: dict[str, Any], machine: dict[str, str | int]) -> None:
    """Write `results/gpu_network.json` with what has been measured so far."""
    top = raw["ceilings"]
    save_result(
        "gpu_network",
        columns=["plain U-Net at 512x512", "ms", "TFLOP/s"],
        rows=sorted(rows, key=lambda row: str(row[0]).split(":")[0] != "base 64, batch 1"),
        note=(
            "Medians of 9 rounds of 10 inferences, timed by events; graphs hold 10 each. "
            f"Ceilings in the same run: {top['matrix_tflops']} TFLOP/s (float16 matrix "
            f"product), {top['copy_tbps']} TB/s (copy, read plus written). Repeat: "
            "`python -m lab.benchmarks.bench_gpu`."
        ),
        machine=machine,
        raw=raw,
    )


def main() -> None:
    """Run everything and write `results/gpu_network.json` and `results/gpu_engine.json`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--skip-compile", action="store_true")
    parser.add_argument("--only", choices=("network", "engine"))
    arguments = parser.parse_args()
    torch.set_grad_enabled(False)
    current_gpu()
    top = ceilings()
    print(top, flush=True)
    machine = describe_gpu()
    if arguments.only != "engine":
        rows: Rows = []
        raw: dict[str, Any] = {"ceilings": top}
        for base, batch in ((64, 1), (64, 4), (32, 1), (16, 1)):
            run = partial(network_rows, base, batch)
            attempt(f"base {base}, batch {batch}", run, rows, raw)
        save_network(rows, raw, machine)
        if not arguments.skip_compile:
            attempt("compiled", partial(compiled_rows, 64), rows, raw)
            save_network(rows, raw, machine)
    if arguments.only != "network":
        rows, raw = [], {"ceilings": top}
        for model in Weights.in_folder(ROOT / "weights").values():
            for height, width, batch in ((1080, 1920, 4), (1080, 1920, 1), (720, 1280, 4)):
                attempt(
                    f"{model.stem} {width}x{height} batch {batch}",
                    lambda m=model, h=height, w=width, n=batch: engine_rows(
                        m, height=h, width=w, batch=n
                    ),
                    rows,
                    raw,
                )
        save_result(
            "gpu_engine",
            columns=["whole batch, yuv420 in and out", "ms a frame", "frames/s"],
            rows=rows,
            note=(
                f"Wall time over {FRAMES} batches and more, two in flight, static background, "
                "default edges. Repeat: `python -m lab.benchmarks.bench_gpu --only engine`."
            ),
            machine=machine,
            raw=raw,
        )


if __name__ == "__main__":
    main()
