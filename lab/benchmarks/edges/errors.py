"""Errors of alpha and composite against the truth, for each step of the chain."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.engine import CpuEngine, read_only
from gpu_unet.cpu.frame_path import CpuFramePath
from gpu_unet.cpu.network import CpuNetwork
from gpu_unet.engine import Batch
from gpu_unet.frame_format import FrameFormat
from gpu_unet.settings import EdgeSettings, EngineSettings
from gpu_unet.weights import Weights
from lab.benchmarks.edges.cases import HEIGHT, WIDTH, Case, still_cases
from lab.benchmarks.edges.metrics import (
    band,
    connectivity_error,
    gradient_error,
    squared_error,
    sum_of_differences,
)
from lab.benchmarks.machine import describe
from lab.benchmarks.report import save_result

Bytes = npt.NDArray[np.uint8]
Alpha = npt.NDArray[np.float32]

CHAINS = {
    "cleaned": EdgeSettings(guided=False, foreground_colour=False, smoothing=0.0),
    "cleaned, guided": EdgeSettings(foreground_colour=False, smoothing=0.0),
    "cleaned, guided, foreground colour": EdgeSettings(smoothing=0.0),
}
PLAIN = "bilinear alone"


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
    path.preprocess(read_only(case.frame), network.input[0])
    alpha = cv2.resize(network.infer()[0], (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    share = alpha[..., None]
    mixed = share * case.frame + (1 - share) * case.background
    return alpha, np.round(mixed).astype(np.uint8)


def measure(weights: Weights, shared: Path) -> None:
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
                Batch([case.frame], [case.background], EngineSettings(edges=edges), want_alpha=True)
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
            f"{engine.architecture.height}. SAD and connectivity in thousands, MSE in "
            "thousandths; the rest mean absolute errors in levels of 255: within 8 pixels of the "
            "mixed band, and where true alpha lies between 0.02 and 0.98. "
            + "To repeat: `python -m lab.benchmarks.bench_edges --only stills`."
        ),
        machine=describe("numba"),
        raw={name: values for name, values in found.items()},
    )
    for name, values in means.items():
        print(f"{name:28s}", " ".join(f"{v:8.3f}" for v in values))
