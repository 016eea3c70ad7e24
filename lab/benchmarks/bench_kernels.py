"""Every convolution of the plain U-Nets beside cuDNN's: `python -m lab.benchmarks.bench_kernels`.

The network's alpha is checked against PyTorch in float32, then each layer is timed in CUDA graphs,
ours with bias, ReLU and, where the network pools or ends, with pooling or head; cuDNN with the
convolution alone.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - torch's own name for it

from gpu_unet.architecture import LayerSpec, UNetArchitecture
from gpu_unet.cuda.device import current_gpu
from gpu_unet.cuda.graph import median_ms
from gpu_unet.cuda.tuner import Tuner, measure_on_gpu
from lab.benchmarks.gpu import (
    Bound,
    TorchUNet,
    ceilings,
    describe_gpu,
    random_weights,
    torch_graph_ms,
)
from lab.benchmarks.report import save_result

SIDE = 512
BASES = (64, 32, 16)
AGREE = 5e-3  # alpha in [0, 1], float16 against float32


def cudnn_ms(spec: LayerSpec, *, height: int, width: int) -> float:
    """PyTorch's float16 channels-last convolution of the same shape, without bias or ReLU."""
    x = torch.randn(1, spec.in_channels, height, width, device="cuda").half()
    weight = torch.randn(spec.weight_shape, device="cuda").half()
    x = x.to(memory_format=torch.channels_last)
    weight = weight.to(memory_format=torch.channels_last)
    if spec.kind == "transpose":
        return torch_graph_ms(lambda: F.conv_transpose2d(x, weight, stride=2))
    return torch_graph_ms(lambda: F.conv2d(x, weight, padding=weight.shape[2] // 2))


def layer_rows(base: int, top: dict[str, float]) -> tuple[list[Any], list[Any]]:
    """A row per layer, and all figures."""
    architecture = UNetArchitecture.plain(base_width=base, height=SIDE, width=SIDE)
    x = np.random.default_rng(1).random((1, SIDE, SIDE, 3)).astype(np.float16)
    weights = random_weights(architecture)
    ours = Bound(weights, architecture, x, Tuner(current_gpu(), measure_on_gpu))
    planes = torch.from_numpy(np.array(x.transpose(0, 3, 1, 2))).cuda().float()
    expected = TorchUNet(weights.layers, architecture).cuda()(planes)[:, 0].cpu().numpy()
    difference = float(np.abs(ours.alpha() - expected).max())
    assert difference < AGREE, f"base {base}: alpha differs by {difference}"
    specs = {spec.name: spec for spec in architecture.layers()}
    rows, raw = [], []
    total = [0.0, 0.0]
    for name, launch in ours.network.launches:
        spec = specs.get(name)
        ms = median_ms(launch, repeats=20)
        total[0] += ms
        if spec is None or spec.kind == "head":
            rows.append([f"{base}: {name}", round(ms * 1e3, 1), "", "", "", ""])
            continue
        height, width = architecture.level_size(spec.level)
        theirs = cudnn_ms(spec, height=height, width=width)
        total[1] += theirs
        out, inner, kernel_height, kernel_width = spec.weight_shape
        flops = 2 * height * width * out * inner * kernel_height * kernel_width
        rate = flops / ms / 1e9
        rows.append(
            [
                f"{base}: {name} {height}x{width}, {spec.in_channels} to {spec.out_channels}",
                round(ms * 1e3, 1),
                round(theirs * 1e3, 1),
                round(rate),
                f"{rate / top['matrix_tflops']:.0%}",
                ours.network.tile_name(name),
            ]
        )
        raw.append({"layer": name, "base": base, "ms": ms, "cudnn_ms": theirs, "tflops": rate})
        print(rows[-1], flush=True)
    rows.append(
        [f"**{base}: sum**", round(total[0] * 1e3, 1), round(total[1] * 1e3, 1), "", "", ""]
    )
    print(rows[-1], flush=True)
    ours.close()
    return rows, raw


def main() -> None:
    """Run and write `results/gpu_kernels.json`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=int, action="append", help="only this base width")
    arguments = parser.parse_args()
    torch.set_grad_enabled(False)
    torch.backends.cudnn.benchmark = True
    current_gpu()
    top = ceilings()
    rows, raw = [], []
    for base in arguments.base or BASES:
        more, details = layer_rows(base, top)
        rows += more
        raw += details
    save_result(
        "gpu_kernels",
        columns=["layer", "ours µs", "cuDNN µs", "TFLOP/s", "of the matrix product", "tile"],
        rows=rows,
        note=(
            "One picture, float16, medians of graphs of 20 launches; ours with bias, ReLU and "
            f"fused pooling or head. Ceiling in the same run: {top['matrix_tflops']} TFLOP/s. "
            "Repeat: `python -m lab.benchmarks.bench_kernels`."
        ),
        machine=describe_gpu(),
        raw={"ceilings": top, "layers": raw},
    )


if __name__ == "__main__":
    main()
