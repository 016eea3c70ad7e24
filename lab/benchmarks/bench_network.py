"""The network alone on the CPU: our engine, ONNX Runtime and OpenCV on the same weights and input.

`python -m lab.benchmarks.bench_network` times every model of `weights/` at the size that it is made
for, and plain networks with random weights at fixed sizes. With `--plate` it times each model of
`weights/` beside itself with or without the channels of a clean plate instead, on one thread.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from time import thread_time
from types import MappingProxyType

import cv2
import numpy as np
import onnxruntime

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cores import available_cores
from gpu_unet.cpu.network import CpuNetwork
from gpu_unet.onnx.graph import to_onnx
from gpu_unet.weights import Layer, Weights, load_weights
from lab.benchmarks.machine import describe
from lab.benchmarks.plate_channels import counterpart
from lab.benchmarks.report import save_result
from lab.benchmarks.timing import Timing, take_turns

WEIGHTS = Path(__file__).parents[2] / "weights"
# (base width, height, width) of the plain networks with random weights.
PLAIN = (
    (8, 144, 256),
    (8, 256, 256),
    (16, 144, 256),
    (16, 256, 256),
    (32, 144, 256),
    (32, 288, 512),
)
# Alpha in [0, 1]; the others sum in another order, and Winograd rounds more than a direct sum.
AGREE = 1e-3

BURST = 4  # runs of a turn where only our own networks are compared, an uncounted one included

Contender = Callable[[], np.ndarray]


def contenders(
    weights: Weights, architecture: UNetArchitecture, x: np.ndarray, threads: int
) -> dict[str, Contender]:
    """Each returns alpha (height, width) of the one input `x` (height, width, in_channels)."""
    ours = CpuNetwork(weights, architecture, threads=threads)
    ours.input[0] = x
    planes = np.ascontiguousarray(x.transpose(2, 0, 1)[None])
    model = to_onnx(weights, architecture)

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    cv2.setNumThreads(threads)
    network = cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))

    def opencv() -> np.ndarray:
        network.setInput(planes)
        return network.forward()[0, 0]

    return {
        "Backdrop": lambda: ours.infer()[0],
        "ONNX Runtime": lambda: session.run(None, {"x": planes})[0][0, 0],
        "OpenCV DNN": opencv,
    }


def compare(
    weights: Weights, architecture: UNetArchitecture, *, threads: int, rounds: int
) -> tuple[dict[str, Timing], float]:
    """Check that all agree on a picture of soft noise, then time them.

    Returns:
        Timings by name, and the largest difference from ONNX Runtime's alpha.
    """
    rng = np.random.default_rng(0)
    shape = (architecture.height, architecture.width, architecture.in_channels)
    x = cv2.GaussianBlur(rng.random(shape, np.float32), (0, 0), 3)
    x = ((x - x.min()) / (x.max() - x.min())).astype(np.float32)
    runs = contenders(weights, architecture, x, threads)
    expected = runs["ONNX Runtime"]()
    difference = 0.0
    for name, run in runs.items():
        worst = float(np.abs(run() - expected).max())
        if not worst < AGREE:
            raise SystemExit(
                f"{weights.name}: {name} differs from ONNX Runtime by {worst:.2g}, "
                f"more than {AGREE}; nothing was timed"
            )
        if name == "Backdrop":
            difference = worst
    return take_turns(runs, rounds=rounds), difference


def random_weights(name: str, architecture: UNetArchitecture) -> Weights:
    """Folded layers scaled so that activations neither grow nor die."""
    rng = np.random.default_rng(1)
    layers = {}
    for spec in architecture.layers():
        shape = spec.weight_shape
        inputs = shape[0] if spec.kind == "transpose" else int(np.prod(shape[1:]))
        weight = rng.standard_normal(shape, np.float32) * np.float32((2 / inputs) ** 0.5)
        layers[spec.name] = Layer(spec, weight, np.zeros(spec.out_channels, np.float32))
    return Weights(
        name=name,
        title=name,
        description="random",
        architecture=architecture,
        input_pixels=architecture.height * architecture.width,
        offline_pixels=architecture.height * architecture.width,
        layers=MappingProxyType(layers),
        metrics=MappingProxyType({}),
        origin="random",
        licence="",
        sha256="",
    )


def plate_rows(folder: Path, *, rounds: int) -> list[tuple[str, str, Timing]]:
    """(title, size, our engine's timing) of each shipped model and its counterpart.

    In processor time of one thread, which other programs lengthen less than what is looked for.
    """
    found = []
    for path in Weights.in_folder(folder).values():
        weights = load_weights(path)
        sized = weights.architecture.fitted_to(
            frame_height=1080, frame_width=1920, input_pixels=weights.input_pixels
        )
        networks = {
            one.title: CpuNetwork(
                one, one.architecture.at_size(height=sized.height, width=sized.width), threads=1
            )
            for one in (weights, counterpart(weights))
        }
        times_ms: dict[str, list[float]] = {title: [] for title in networks}
        for _ in range(rounds):
            for title, network in networks.items():
                network.input[:] = np.random.default_rng(0).random(network.input.shape, np.float32)
                for _ in range(BURST):
                    began_s = thread_time()
                    network.infer()
                    times_ms[title].append(1e3 * (thread_time() - began_s))
                del times_ms[title][-BURST]  # it found the caches full of the other's data
        size = f"{sized.width}x{sized.height}"
        found += [(title, size, Timing.of(times)) for title, times in times_ms.items()]
    return found


def save_plate_rows(rows: list[tuple[str, str, Timing]]) -> Path:
    """Write `results/network_plate.json`."""
    return save_result(
        "network_plate",
        columns=["network", "input", "processor time, ms", "fastest, ms"],
        rows=[
            [title, size, f"{timing.median_ms:.2f}", f"{timing.minimum_ms:.2f}"]
            for title, size, timing in rows
        ],
        note="Our CPU engine's network alone, float32, batch 1, one thread, in its processor time; "
        f"medians of {rows[0][2].runs} runs, a model and its counterpart in turns in one process "
        "(`python -m lab.benchmarks.bench_network --plate`).",
        machine=describe("numba"),
        raw=[{"title": title, "input": size, **asdict(timing)} for title, size, timing in rows],
    )


def candidates(folder: Path) -> list[tuple[Weights, UNetArchitecture]]:
    """Shipped models at 16:9 within their own budget, then the plain networks."""
    found = []
    for path in Weights.in_folder(folder).values():
        weights = load_weights(path)
        architecture = weights.architecture.fitted_to(
            frame_height=1080, frame_width=1920, input_pixels=weights.input_pixels
        )
        found.append((weights, architecture))
    for base_width, height, width in PLAIN:
        architecture = UNetArchitecture.plain(base_width=base_width, height=height, width=width)
        found.append((random_weights(f"plain, base {base_width}", architecture), architecture))
    return found


def main() -> None:
    """Time all candidates and write `results/network.json`."""
    parser = argparse.ArgumentParser(description=__doc__, add_help=True)
    parser.add_argument(
        "--threads", type=int, default=min(2, available_cores()), help="default: two"
    )
    parser.add_argument("--rounds", type=int, default=15, help="turns of each; default: 15")
    parser.add_argument(
        "--plate", action="store_true", help="what the channels of a clean plate cost, nothing else"
    )
    options = parser.parse_args()
    if options.plate:
        timed = plate_rows(WEIGHTS, rounds=options.rounds)
        for title, size, timing in timed:
            print(title, size, timing.median_ms, timing.minimum_ms, sep="  ")
        print(f"written: {save_plate_rows(timed).name}")
        return
    rows, raw = [], []
    for weights, architecture in candidates(WEIGHTS):
        timings, difference = compare(
            weights, architecture, threads=options.threads, rounds=options.rounds
        )
        ours, onnx_runtime = timings["Backdrop"], timings["ONNX Runtime"]
        size = f"{architecture.width}x{architecture.height}"
        row = [
            weights.title,
            size,
            round(architecture.flops() / 1e9, 2),
            *(round(timing.median_ms, 2) for timing in timings.values()),
            f"{ours.median_ms / onnx_runtime.median_ms:.2f}",
        ]
        rows.append(row)
        raw.append(
            {
                "model": weights.name,
                "input": size,
                "widths": architecture.widths,
                "largest_difference_of_alpha": difference,
                "timings": {name: asdict(timing) for name, timing in timings.items()},
            }
        )
        print(*row, f"difference {difference:.1e}", sep="  ", flush=True)
    names = ("Backdrop", "ONNX Runtime", "OpenCV DNN")
    path = save_result(
        "network",
        columns=["network", "input", "GFLOP", *(f"{name}, ms" for name in names), "ours / ONNX"],
        rows=rows,
        note=f"Network alone, float32, batch 1, {options.threads} threads each; medians of "
        f"{raw[0]['timings']['Backdrop']['runs']} runs that took turns in one process, checked "
        "against each other first (`python -m lab.benchmarks.bench_network`).",
        machine=describe("numba", "onnxruntime", "opencv-python-headless"),
        raw=raw,
    )
    print(f"written: {path.name}")


if __name__ == "__main__":
    main()
