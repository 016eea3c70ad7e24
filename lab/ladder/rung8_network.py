"""Rung 8, the whole network: every block against PyTorch in float32, and the time of all.

After the single layers, the question is whether together they still compute the network. The plain
base-64 network with random weights at 512x512 and the shipped models at
their own input, the same weights and input on both sides: means and maxima of the absolute
difference, block by block, beside those of the notebooks that this project began as. Then the time
of the whole, from the ladder's own launches (which the simulator checks) to the engine's.

`python -m lab.ladder.rung8_network`
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cuda.device import current_gpu
from gpu_unet.cuda.launch import is_simulated
from gpu_unet.cuda.tile_choices import heuristic_choice
from gpu_unet.reference.unet import unet
from gpu_unet.weights import Weights, load_weights
from lab.benchmarks.report import save_result
from lab.ladder.cards import Needs
from lab.ladder.measuring import (
    HALF,
    ROOT,
    Array,
    Contender,
    Cost,
    Memory,
    Run,
    Rung,
    Where,
    alone,
    gpu_missing,
    torch_run,
)
from lab.ladder.rung4_transfers import CONTENDERS, WHOLE, Network
from lab.ladder.rung4_transfers import RUNG as TRANSFERS

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
    import torch

    from lab.benchmarks.gpu import Bound, TorchUNet

    size = (1, architecture.height, architecture.width, architecture.in_channels)
    x = np.random.default_rng(1).random(size).astype(np.float16)
    planes = torch.from_numpy(np.array(x.transpose(0, 3, 1, 2))).cuda().float()
    blocks: dict[str, Any] = {}
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


def compare_all() -> None:
    """Compare all networks and write `results/gpu_parity.json`."""
    import torch

    from lab.benchmarks.gpu import describe_gpu, random_weights

    torch.set_grad_enabled(False)
    torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = False
    current_gpu()
    plain = UNetArchitecture.plain(base_width=64, height=512, width=512)
    nets = {"base 64": (random_weights(plain), plain)}
    for name, path in Weights.in_folder(ROOT / "weights").items():
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
            "stored. Repeat: `python -m lab.ladder.rung8_network`."
        ),
        machine=describe_gpu(),
        raw=raw,
    )


@functools.lru_cache(maxsize=1)
def case_of(network: Network) -> tuple[Weights, Array, Array]:
    """(weights, x: float16 (1, H, W, 3), alpha by the reference: float64 (1, H, W))."""
    from lab.benchmarks.gpu import random_weights

    weights = random_weights(network.architecture)
    size = (1, network.side, network.side, network.architecture.in_channels)
    x = np.random.default_rng(1).random(size).astype(np.float16)
    return weights, x, unet(x.astype(np.float64), network.architecture, weights.layers)


def by_engine(precision: str, tolerance: float) -> Callable[[Network, Memory], Run]:
    """Prepares the engine's network in "float32" or "float16"."""

    def prepare(network: Network, memory: Memory) -> Run:
        from lab.benchmarks.gpu import Bound

        weights, x, expected = case_of(network)
        choose = partial(heuristic_choice, gpu=current_gpu())
        bound = memory.keep(Bound(weights, network.architecture, x, choose, precision))
        return Run(bound.enqueue, bound.network.alpha.download, expected, tolerance)

    return prepare


def by_torch(*, half: bool) -> Callable[[Network, Memory], Run]:
    """Prepares PyTorch's network, as a user would write it."""

    def prepare(network: Network, memory: Memory) -> Run:
        import torch

        from lab.benchmarks.gpu import TorchUNet

        torch.set_grad_enabled(False)
        torch.backends.cudnn.benchmark = True
        torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = False
        weights, x, expected = case_of(network)
        net = TorchUNet(weights.layers, network.architecture).cuda()
        planes = torch.from_numpy(np.array(x.transpose(0, 3, 1, 2))).cuda().float()
        if half:
            net, planes = net.half(), planes.half()
            net, planes = (t.to(memory_format=torch.channels_last) for t in (net, planes))
        return torch_run(lambda: net(planes)[:, 0], expected, HALF_ALPHA if half else ALPHA)

    return prepare


def cost(network: Network) -> Cost:
    """Picture, weights and alpha once; what lies between need not leave the chip."""
    architecture = network.architecture
    weights = sum(int(np.prod(spec.weight_shape)) for spec in architecture.layers())
    values = network.side**2 * (architecture.in_channels + 1) + weights
    return Cost(nbytes=4 * values, flop=architecture.flops())


def half_cost(network: Network) -> Cost:
    """The same in float16 on tensor cores."""
    whole = cost(network)
    return Cost(nbytes=whole.nbytes // 2, flop=whole.flop, matrix=True)


# Of alpha, whose largest is nearly 1: 23 layers of float32 sums, of float16 values.
ALPHA, HALF_ALPHA = 1e-4, 10 * HALF
RESIDENT = CONTENDERS[-1]
RUNG = Rung(
    name="ladder_8_network",
    title="Rung 8, the whole network",
    problems=(WHOLE,),
    tiny=TRANSFERS.tiny,
    contenders=(
        Contender("the ladder's launches, resident", RESIDENT.prepare, cost, RESIDENT.where),
        Contender("the engine, float32", by_engine("float32", ALPHA), cost, Where.GPU),
        Contender("PyTorch, float32", by_torch(half=False), cost, Where.TORCH),
        Contender(
            "the engine, float16",
            by_engine("float16", HALF_ALPHA),
            half_cost,
            Where.GPU,
            Needs.CP_ASYNC,
        ),
        Contender("PyTorch, float16", by_torch(half=True), half_cost, Where.TORCH),
    ),
    original={
        ("the ladder's launches, resident", WHOLE.label): "Numba 0.98-1.57 s",
        ("PyTorch, float32", WHOLE.label): "on the CPU 0.72-0.77 s",
    },
    note=(
        "One picture; the ladder's own with its two copies. The notebooks': one image, first call."
    ),
    method=(
        "Alpha checked against NumPy in float64, then timed in CUDA graphs, the ladder's own by "
        "events (medians)."
    ),
)

if __name__ == "__main__":
    status = alone(RUNG)
    if not is_simulated() and not gpu_missing():
        compare_all()
    sys.exit(status)
