"""Every block on the GPU against PyTorch in float32: `python -m benchmarks.bench_parity`.

The plain base-64 network with random weights at 512x512 and the shipped models at their own input,
the same weights and input on both sides; means and maxima of the absolute difference. Beside them
stand the figures of the notebooks that this project began as. Writes `results/gpu_parity.json`.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch

from benchmarks.gpu import Bound, TorchUNet, describe_gpu, random_weights
from benchmarks.report import save_result
from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cuda.device import current_gpu
from gpu_unet.cuda.tile_choices import heuristic_choice
from gpu_unet.weights import Weights, available_models, load_weights

ROOT = Path(__file__).parents[1]
# Mean (largest) difference from PyTorch in the notebooks, base 64, float32.
NOTEBOOKS = {
    "down5": (0.000000, 0.000007),
    "up1": (0.000014, 0.000922),
    "up2": (0.000016, 0.000747),
    "up3": (0.000016, 0.000887),
    "up4": (0.000028, 0.000770),
    "alpha": (0.000504, 0.011502),
}


def apart(values: np.ndarray | None, expected: np.ndarray) -> tuple[float, float] | None:
    """(mean, largest) absolute difference."""
    if values is None:
        return None
    difference = np.abs(values.astype(np.float64) - expected)
    return float(difference.mean()), float(difference.max())


def compare(weights: Weights, architecture: UNetArchitecture) -> dict[str, dict[str, Any]]:
    """Differences by block and precision."""
    size = (1, architecture.height, architecture.width, architecture.in_channels)
    x = np.random.default_rng(1).random(size).astype(np.float16)
    planes = torch.from_numpy(np.array(x.transpose(0, 3, 1, 2))).cuda().float()
    blocks: dict[str, torch.Tensor] = {}
    alpha = TorchUNet(weights.layers, architecture).cuda()(planes, blocks)
    expected = {name: y.permute(0, 2, 3, 1).cpu().numpy() for name, y in blocks.items()}
    found: dict[str, dict[str, Any]] = {name: {} for name in (*expected, "alpha")}
    choose = partial(heuristic_choice, gpu=current_gpu())
    for precision in ("float32", "float16"):
        ours = Bound(weights, architecture, x, choose, precision)
        found["alpha"][precision] = apart(ours.alpha(), alpha[:, 0].cpu().numpy())
        for name, values in expected.items():
            block = ours.block(name)
            if block is not None:
                block = block[..., : values.shape[3]]  # without padded channels
            found[name][precision] = apart(block, values)
        ours.close()
    return found


def shown(pair: tuple[float, float] | None) -> str:
    """Mean and, in brackets, the largest."""
    return "-" if pair is None else f"{pair[0]:.1e} ({pair[1]:.1e})"


def main() -> None:
    """Compare all networks and write the result."""
    torch.set_grad_enabled(False)
    torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = False
    current_gpu()
    plain = UNetArchitecture.plain(base_width=64, height=512, width=512)
    nets = {"base 64": (random_weights(plain), plain)}
    for name, path in available_models(ROOT / "weights").items():
        weights = load_weights(path)
        fitted = weights.architecture.fitted_to(
            frame_height=1080, frame_width=1920, input_pixels=weights.input_pixels
        )
        nets[name] = (weights, fitted)
    rows: list[list[str]] = []
    raw = {}
    for name, (weights, architecture) in nets.items():
        raw[name] = compare(weights, architecture)
        for block, pairs in raw[name].items():
            ours = [shown(pairs[precision]) for precision in ("float32", "float16")]
            theirs = shown(NOTEBOOKS.get(block)) if name == "base 64" else ""
            rows.append([f"{name}: {block}", *ours, theirs])
            print(rows[-1], flush=True)
    save_result(
        "gpu_parity",
        columns=["network: block", "float32", "float16", "the notebooks, float32"],
        rows=rows,
        note=(
            "Mean (largest) absolute difference from PyTorch in float32 with the same weights and "
            "a random input; alpha in [0, 1]. A dash: the head is applied before the block is "
            "stored. Repeat: `python -m benchmarks.bench_parity`."
        ),
        machine=describe_gpu(),
        raw=raw,
    )


if __name__ == "__main__":
    main()
