"""The network through ONNX Runtime on a graphics card, beside our own engines, in one call.

    python -m lab.benchmarks.bench_onnx [--provider webgpu] [--networks]

For each shipped model: the network alone at 512x288, in both precisions and on a quarter of the
pixels, with and without the way to its process, and its alpha beside the processor's; a graph of
one convolution says what the pictures' way costs; then the whole engine on frames of 1280x720, in
batches of eight, one frame at a time, and one after the other as live, unless --networks leaves
that out. A network that opens lies wholly on the provider. What this machine lacks is left out,
with the reason in the result, which is written after each line; the processor is ONNX Runtime's, in
float32, which tests hold to our own network. Without a card: --provider processor.
"""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any
from unittest.mock import patch

import av
import numpy as np
import onnx
from onnx import helper

from gpu_unet import Batch, Engine, EngineError, EngineSettings, FrameFormat, Weights, load_weights
from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.engine import to_the_end
from gpu_unet.onnx.engine import OnnxEngine
from gpu_unet.onnx.graph import to_onnx
from gpu_unet.onnx.network import OnnxNetwork
from gpu_unet.onnx.providers import describe_drivers
from gpu_unet.onnx.trial import FRAME, centred, trial_picture
from gpu_unet.onnx.worker import Floats
from lab.benchmarks.bench_network import WEIGHTS
from lab.benchmarks.machine import describe
from lab.benchmarks.report import save_result
from lab.benchmarks.timing import take_turns

FORMAT = FrameFormat(720, 1280, "yuv420")
MODELS = ("quality", "fast")
PIXELS = 512 * 288  # of the network alone; engines take each model's own
BATCH = 8
SAMPLE = Path(__file__).parents[2] / "assets" / "sample.mp4"
EVERY = 20  # frames of it, one is taken
ROUNDS, BURST = 4, 4


@dataclass(frozen=True)
class Variant:
    """One way to run the network.

    Attributes:
        half: Whether in float16.
        pixels: Of the input, at most.
        begun: Pictures that are begun before the first of them is finished.
        is_empty: Whether the pictures alone go there and back; see `to_nothing`.
    """

    half: bool = True
    pixels: int = PIXELS
    begun: int = 1
    is_empty: bool = False


VARIANTS = {
    "no network": Variant(is_empty=True),
    "no network, a quarter": Variant(is_empty=True, pixels=PIXELS // 4),
    "float16": Variant(),
    "float32": Variant(half=False),
    "float16, a quarter": Variant(pixels=PIXELS // 4),
    "float32, two begun": Variant(half=False, begun=2),
}


def open_cuda(weights: Weights, batch_size: int) -> Engine:
    """Our CUDA engine, imported where there is a card."""
    from gpu_unet.cuda.engine import CudaEngine

    return CudaEngine(weights, FORMAT, batch_size=batch_size)


def time_networks(
    weights: Weights, provider: str, found: dict[str, Any], save: Callable[[], object]
) -> None:
    """Median ms of one inference, and differences from the processor's alpha, into `found`."""
    architecture = weights.architecture.fitted_to(**FRAME, input_pixels=PIXELS)
    # A drawing's alpha is near 0 everywhere; a doubtful one shows differences.
    weights = centred(weights, alpha_here(weights, architecture))
    for name, variant in VARIANTS.items():
        began_s = perf_counter()
        try:
            found[name] = time_variant(weights, provider, name, variant)
        except EngineError as error:
            found[name] = {"trouble": str(error)}
        found[name]["seconds"] = round(perf_counter() - began_s, 1)
        print(weights.name, name, found[name], sep="  ", flush=True)
        save()


def time_variant(weights: Weights, provider: str, name: str, variant: Variant) -> dict[str, Any]:
    """Median ms of one inference, and differences from the processor's alpha."""
    architecture = weights.architecture.fitted_to(**FRAME, input_pixels=variant.pixels)
    picture = trial_picture(architecture)
    nothing = patch("gpu_unet.onnx.graph.to_onnx", to_nothing)
    with nothing if variant.is_empty else nullcontext():
        network = OnnxNetwork(
            weights, architecture, provider=provider, half=variant.half, slots=variant.begun
        )
    with closing(network):
        network.input[:] = picture
        session_ms: list[float] = []
        slots, begun = cycle(range(variant.begun)), deque[int]()

        def infer() -> None:
            begun.append(next(slots))
            network.begin(begun[-1])
            if len(begun) == variant.begun:
                to_the_end(network.finish(begun.popleft()))
                session_ms.append(network.session_ms)

        for _ in range(variant.begun):
            infer()
        alpha = network.alpha[0].copy()

        timing = take_turns({name: infer}, rounds=ROUNDS, burst=BURST)[name]
    difference = np.abs(alpha - alpha_here(weights, architecture))
    return {
        "device": network.device_name,
        "input": f"{architecture.width}x{architecture.height}",
        "ms": timing.median_ms,
        "quickest_ms": timing.minimum_ms,
        "session_ms": float(np.median(session_ms)),
        "mean_difference": None if variant.is_empty else float(difference.mean()),
        "largest_difference": None if variant.is_empty else float(difference.max()),
    }


@cache
def alpha_here(weights: Weights, architecture: UNetArchitecture) -> Floats:
    """What the processor says to the picture, by ONNX Runtime: it needs no compiling here."""
    network = OnnxNetwork(weights, architecture, provider="processor", half=False, slots=1)
    with closing(network):
        network.input[0] = trial_picture(architecture)
        network.begin(0)
        to_the_end(network.finish(0))
        return network.alpha[0].copy()


def to_nothing(weights: Weights, architecture: UNetArchitecture, **options: bool) -> bytes:
    """The network's graph with one convolution in place of all between its inputs and output."""
    model = onnx.load_model_from_string(to_onnx(weights, architecture, **options))
    graph, weight = model.graph, np.ones((1, architecture.in_channels, 1, 1), np.float32)
    graph.ClearField("node")
    graph.ClearField("initializer")
    graph.node.extend(
        (
            helper.make_node("Concat", [given.name for given in graph.input], ["x"], axis=1),
            helper.make_node("Conv", ["x", "weight"], ["summed"], kernel_shape=(1, 1)),
            helper.make_node("Sigmoid", ["summed"], ["alpha"]),
        )
    )
    graph.initializer.append(onnx.numpy_helper.from_array(weight, "weight"))
    return model.SerializeToString()


def time_engines(
    weights: Weights, provider: str, found: dict[str, Any], save: Callable[[], object]
) -> None:
    """Median ms of a 720p frame through each engine, in batches, alone and live, into `found`."""
    # Of a person: noise would leave a matte of specks, which takes the processor longest to refine.
    with av.open(str(SAMPLE)) as film:
        decoded = islice(film.decode(video=0), 0, None, EVERY)
        frames = [
            np.asarray(frame.to_ndarray(format="yuv420p"), np.uint8)
            for frame in islice(decoded, BATCH)
        ]
    openers: dict[str, Callable[[int], Engine]] = {
        provider: lambda size: OnnxEngine(weights, FORMAT, provider=provider, batch_size=size),
        "ONNX Runtime's CUDA": lambda size: OnnxEngine(
            weights, FORMAT, provider="cuda", batch_size=size
        ),
        "cuda": lambda size: open_cuda(weights, size),
        "cpu": lambda size: CpuEngine(weights, FORMAT, batch_size=size),
    }
    together = Batch(frames, frames, EngineSettings())
    singles = [Batch([frame], [frame], EngineSettings()) for frame in frames]

    def time_ms(engine: Engine, run: Callable[[], object]) -> float:
        with engine:
            return take_turns({"": run}, rounds=ROUNDS, burst=BURST)[""].median_ms

    for name, opener in openers.items():
        try:
            engine = opener(BATCH)
        except (EngineError, ImportError) as error:
            found[name] = {"trouble": str(error)}
            print(weights.name, "engine", name, found[name], sep="  ", flush=True)
            continue
        found[name] = {"device": engine.device_name}
        batch_ms = time_ms(engine, lambda: engine.process(together))  # noqa: B023
        found[name]["batch_frame_ms"] = batch_ms / BATCH
        engine = opener(1)
        stages: list[dict[str, float]] = []

        def alone() -> None:
            stages.append(dict(engine.process(singles[0]).stage_ms))  # noqa: B023

        found[name]["alone_ms"] = time_ms(engine, alone)
        found[name]["stage_ms_alone"] = {
            stage: median(each[stage] for each in stages) for stage in stages[0]
        }
        engine = opener(1)
        live_ms = time_ms(engine, lambda: one_after_the_other(engine, singles))  # noqa: B023
        found[name]["live_frame_ms"] = live_ms / BATCH
        print(weights.name, "engine", name, found[name], sep="  ", flush=True)
        save()


def one_after_the_other(engine: Engine, batches: Iterable[Batch]) -> None:
    """Each is submitted before the one before is collected, if the engine overlaps them."""
    for batch in batches:
        engine.submit(batch)
        if engine.in_flight == engine.max_in_flight:
            engine.collect()
    while engine.in_flight:
        engine.collect()


def main() -> None:
    """Measure, and write the result."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--provider", default="webgpu")
    parser.add_argument("--networks", action="store_true", help="leave the engines out")
    asked = parser.parse_args()
    all_weights = {name: load_weights(WEIGHTS / f"{name}.json") for name in MODELS}
    raw: dict[str, Any] = {"drivers": describe_drivers()}
    raw |= {name: {"networks": {}, "engines": {}} for name in MODELS}
    machine = describe("onnxruntime", "onnxruntime-ep-webgpu", "numba")

    def save() -> Path:
        return save_result(
            "onnx",
            columns=[
                *("engine", "device", "network, ms", "of that the session, ms"),
                *("720p in batches, ms", "720p alone, ms", "720p live, ms"),
            ],
            rows=[row for name in MODELS for row in rows_of(name, raw[name])],
            note=f"Medians of {ROUNDS} rounds of bursts; the network at 512x288 with and without "
            f'the way to its process. "Two begun": a second picture is begun before the first is '
            f"finished, ms a picture. "
            f"Repeat: python -m lab.benchmarks.bench_onnx --provider {asked.provider}",
            machine=machine,
            raw=raw,
        )

    for name, weights in all_weights.items():
        time_networks(weights, asked.provider, raw[name]["networks"], save)
    if not asked.networks:
        for name, weights in all_weights.items():
            time_engines(weights, asked.provider, raw[name]["engines"], save)
    print(save())


def rows_of(model: str, raw: dict[str, Any]) -> Iterator[list[str | float]]:
    """The table's rows of a model: each way to run its network alone, then each engine."""
    for name, figures in raw["networks"].items():
        ms = [figures.get(key, "") for key in ("ms", "session_ms")]
        yield [f"{model}, {name}", figures.get("device") or figures["trouble"], *ms, "", "", ""]
    for name, figures in raw["engines"].items():
        keys = ("batch_frame_ms", "alone_ms", "live_frame_ms")
        ms = [figures.get(key, "") for key in keys]
        yield [f"{model}, engine {name}", figures.get("device") or figures["trouble"], "", "", *ms]


if __name__ == "__main__":
    main()
