"""The network through ONNX Runtime on a graphics card, beside our own engines, in one call.

    python -m lab.benchmarks.bench_onnx [--provider webgpu]

For each shipped model: the network alone at 512x288, and the whole engine on frames of 1280x720, in
batches of eight and one frame at a time, as live; alphas of the network beside the processor's.
Engines that this machine lacks are left out, with the reason in the result.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import closing
from typing import Any

import numpy as np

from gpu_unet import Batch, Engine, EngineError, EngineSettings, FrameFormat, Weights, load_weights
from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.cpu.network import CpuNetwork
from gpu_unet.onnx.drivers import describe_drivers
from gpu_unet.onnx.engine import OnnxEngine
from gpu_unet.onnx.network import OnnxNetwork
from gpu_unet.onnx.trial import FRAME, trial_picture
from lab.benchmarks.bench_network import WEIGHTS
from lab.benchmarks.machine import describe
from lab.benchmarks.report import save_result
from lab.benchmarks.timing import take_turns

FORMAT = FrameFormat(720, 1280, "yuv420")
MODELS = ("quality", "fast")
PIXELS = 512 * 288  # of the network alone; engines take each model's own
BATCH = 8
ROUNDS, BURST = 5, 4


def open_cuda(weights: Weights) -> Engine:
    """Our CUDA engine, imported where there is a card."""
    from gpu_unet.cuda.engine import CudaEngine

    return CudaEngine(weights, FORMAT, batch_size=BATCH)


def time_networks(weights: Weights, provider: str) -> dict[str, Any]:
    """Median ms of one inference, and differences from the processor's alpha."""
    architecture = weights.architecture.fitted_to(**FRAME, input_pixels=PIXELS)
    picture = trial_picture(architecture)
    ours = CpuNetwork(weights, architecture, 1)
    ours.input[0] = picture
    expected = ours.infer(1)[0].copy()
    found: dict[str, Any] = {"input": f"{architecture.width}x{architecture.height}"}
    with closing(ours):
        timing = take_turns({"processor": lambda: ours.infer(1)}, rounds=ROUNDS, burst=BURST)
        found["processor"] = {"ms": timing["processor"].median_ms}
    for precision in ("float16", "float32"):
        try:
            network = OnnxNetwork(
                weights, architecture, provider=provider, half=precision == "float16", slots=1
            )
        except EngineError as error:
            found[precision] = {"trouble": str(error)}
            continue
        with closing(network):
            network.input[0] = picture
            difference = np.abs(network.infer(1)[0] - expected)
            timing = take_turns({precision: lambda: network.infer(1)}, rounds=ROUNDS, burst=BURST)  # noqa: B023
            found[precision] = {
                "device": network.device_name,
                "ms": timing[precision].median_ms,
                "mean_difference": float(difference.mean()),
                "largest_difference": float(difference.max()),
            }
    return found


def time_engines(weights: Weights, provider: str) -> dict[str, Any]:
    """Median ms of a 720p frame through each engine, in a batch and alone."""
    rng = np.random.default_rng(0)
    frames = [rng.integers(16, 236, FORMAT.shape, np.uint8) for _ in range(BATCH)]
    openers: dict[str, Callable[[], Engine]] = {
        provider: lambda: OnnxEngine(weights, FORMAT, provider=provider, batch_size=BATCH),
        "cuda": lambda: open_cuda(weights),
        "cpu": lambda: CpuEngine(weights, FORMAT, batch_size=BATCH),
    }
    found: dict[str, Any] = {}
    for name, opener in openers.items():
        try:
            engine = opener()
        except (EngineError, ImportError) as error:
            found[name] = {"trouble": str(error)}
            continue
        with engine:
            batch = Batch(frames, frames, EngineSettings())
            alone = Batch(frames[:1], frames[:1], EngineSettings())
            timings = take_turns(
                {
                    "batch": lambda: engine.process(batch),  # noqa: B023
                    "alone": lambda: engine.process(alone),  # noqa: B023
                },
                rounds=ROUNDS,
                burst=BURST,
            )
            found[name] = {
                "device": engine.device_name,
                "batch_frame_ms": timings["batch"].median_ms / BATCH,
                "alone_ms": timings["alone"].median_ms,
                "stage_ms_alone": engine.process(alone).stage_ms,
            }
    return found


def main() -> None:
    """Measure, and write the result."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--provider", default="webgpu")
    provider = parser.parse_args().provider
    raw: dict[str, Any] = {"drivers": describe_drivers()}
    rows = []
    for name in MODELS:
        weights = load_weights(WEIGHTS / f"{name}.json")
        networks, engines = time_networks(weights, provider), time_engines(weights, provider)
        raw[name] = {"networks": networks, "engines": engines}
        for engine, figures in engines.items():
            own = "processor" if engine == "cpu" else "float16"
            network_ms = "" if engine == "cuda" else networks[own].get("ms", "")
            cells = [figures.get(key, "") for key in ("batch_frame_ms", "alone_ms")]
            device = figures.get("device") or figures["trouble"]
            rows.append([f"{name}, {engine}", device, network_ms, *cells])
            print(*rows[-1], sep="  ")
    path = save_result(
        "onnx",
        columns=["engine", "device", "network, ms", "720p in batches, ms", "720p alone, ms"],
        rows=rows,
        note=f"Medians of {ROUNDS} rounds of bursts; the network at "
        f"{raw[MODELS[0]]['networks']['input']} with its way through the process's pipes. "
        f"Repeat: python -m lab.benchmarks.bench_onnx --provider {provider}",
        machine=describe("onnxruntime", "onnxruntime-ep-webgpu", "numba"),
        raw=raw,
    )
    print(path)


if __name__ == "__main__":
    main()
