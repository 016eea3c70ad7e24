"""The network through ONNX Runtime on a graphics card, beside our own engines, in one call.

    python -m lab.benchmarks.bench_onnx [--provider webgpu]

For each shipped model: the network alone at 512x288, in both precisions and with other options of
the provider, with and without the way to its process; the whole engine on frames of 1280x720, in
batches of eight and one frame at a time, as live; alphas of the network beside the processor's. A
network that opens lies wholly on the provider. What this machine lacks is left out, with the reason
in the result. Without a card: --provider processor.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
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
RECORDED = {"enableGraphCapture": "1"}
# Whether in float16, and the provider's options: None takes those that the engine uses.
VARIANTS: dict[str, tuple[bool, Mapping[str, str] | None]] = {
    "float16": (True, None),
    "float32": (False, None),
    "float16, commands sent anew": (True, {}),
    "float16, channels first": (True, {**RECORDED, "preferredLayout": "NCHW"}),
    "float16, without validation": (True, {**RECORDED, "validationMode": "disabled"}),
    "float16, few flushes": (True, {**RECORDED, "maxNumPendingDispatches": "64"}),
}


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
    for name, (half, options) in VARIANTS.items():
        try:
            network = OnnxNetwork(
                weights, architecture, provider=provider, half=half, slots=1, options=options
            )
        except EngineError as error:
            found[name] = {"trouble": str(error)}
            continue
        with closing(network):
            network.input[0] = picture
            difference = np.abs(network.infer(1)[0] - expected)
            session_ms: list[float] = []

            def infer() -> None:
                network.infer(1)  # noqa: B023
                session_ms.append(network.session_ms)  # noqa: B023

            timing = take_turns({name: infer}, rounds=ROUNDS, burst=BURST)
            found[name] = {
                "device": network.device_name,
                "ms": timing[name].median_ms,
                "session_ms": float(np.median(session_ms)),
                "mean_difference": float(difference.mean()),
                "largest_difference": float(difference.max()),
            }
        print(f"{architecture.width}x{architecture.height}", name, found[name], sep="  ")
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
            alone = {} if engine == "cuda" else networks[own]
            cells = [alone.get(key, "") for key in ("ms", "session_ms")]
            cells += [figures.get(key, "") for key in ("batch_frame_ms", "alone_ms")]
            device = figures.get("device") or figures["trouble"]
            rows.append([f"{name}, {engine}", device, *cells])
            print(*rows[-1], sep="  ")
    path = save_result(
        "onnx",
        columns=[
            *("engine", "device", "network, ms", "of that the session, ms"),
            *("720p in batches, ms", "720p alone, ms"),
        ],
        rows=rows,
        note=f"Medians of {ROUNDS} rounds of bursts; the network at "
        f"{raw[MODELS[0]]['networks']['input']} with and without the way to its process. "
        f"Repeat: python -m lab.benchmarks.bench_onnx --provider {provider}",
        machine=describe("onnxruntime", "onnxruntime-ep-webgpu", "numba"),
        raw=raw,
    )
    print(path)


if __name__ == "__main__":
    main()
