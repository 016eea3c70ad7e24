"""What the GPU benchmarks share: the card in words, its ceilings, networks on both sides."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - torch's own name for it

from gpu_unet.architecture import UNetArchitecture, Unit, padding_of
from gpu_unet.cuda.arena import ArenaPlan, DeviceArena
from gpu_unet.cuda.device import current_gpu
from gpu_unet.cuda.driver import call
from gpu_unet.cuda.network import CudaNetwork
from gpu_unet.cuda.tuner import Choose
from gpu_unet.weights import Layer, Weights
from lab.benchmarks.machine import describe

COPY_BYTES = 2**31  # far beyond any cache
MATRIX_SIDE = 8192


def describe_gpu(*packages: str) -> dict[str, str | int]:
    """As `machine.describe`, the card and its driver first."""
    version = call("cuDriverGetVersion")
    machine = describe("numba", "numba-cuda", "torch", *packages)
    words = f"one {current_gpu().name}, CUDA driver {version // 1000}.{version % 1000 // 10}"
    return {**machine, "processor": f"{words}; {machine['processor']}"}


def torch_ms(run: Callable[[], Any], *, repeats: int = 10, rounds: int = 9) -> float:
    """Median milliseconds of one `run` of PyTorch, timed by events around `repeats` of them."""
    for _ in range(3):
        run()
    times = []
    for _ in range(rounds):
        start, end = torch.cuda.Event(True), torch.cuda.Event(True)
        start.record()
        for _ in range(repeats):
            run()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end) / repeats)
    return statistics.median(times)


def torch_graph_ms(run: Callable[[], Any], *, repeats: int = 10, rounds: int = 9) -> float:
    """As `torch_ms`, `repeats` runs replayed as one CUDA graph."""
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(3):
            run()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(repeats):
            run()
    return torch_ms(graph.replay, repeats=1, rounds=rounds) / repeats


def ceilings() -> dict[str, float]:
    """This run's own: TFLOP/s of a large float16 matrix product, TB/s of a large copy."""
    a = torch.randn(MATRIX_SIDE, MATRIX_SIDE, device="cuda").half()
    b = torch.randn(MATRIX_SIDE, MATRIX_SIDE, device="cuda").half()
    product_ms = torch_ms(lambda: a @ b, repeats=4)
    source = torch.empty(COPY_BYTES, device="cuda", dtype=torch.uint8)
    target = torch.empty_like(source)
    copy_ms = torch_ms(lambda: target.copy_(source), repeats=2)
    return {
        "matrix_tflops": round(2 * MATRIX_SIDE**3 / product_ms / 1e9, 1),
        "copy_tbps": round(2 * COPY_BYTES / copy_ms / 1e9, 3),
    }


def random_weights(architecture: UNetArchitecture, seed: int = 0) -> Weights:
    """Folded weights that keep activations in range; exact in float16."""
    rng = np.random.default_rng(seed)
    layers = {}
    for spec in architecture.layers():
        shape = spec.weight_shape
        inputs = shape[0] if spec.kind == "transpose" else int(np.prod(shape[1:]))
        gain = 2.0 if spec.kind in ("conv", "depthwise", "pointwise") else 1.0
        weight = rng.standard_normal(shape) * (gain / inputs) ** 0.5
        bias = rng.standard_normal(spec.out_channels) * 0.1
        layers[spec.name] = Layer(
            spec, weight.astype(np.float16).astype(np.float32), bias.astype(np.float32)
        )
    pixels = architecture.height * architecture.width
    return Weights(
        "random",
        "Random",
        "",
        architecture,
        pixels,
        pixels,
        MappingProxyType(layers),
        {},
        "",
        "",
        "",
    )


class TorchUNet(torch.nn.Module):
    """The same folded network in PyTorch, as a user would write it for inference."""

    def __init__(self, layers: Mapping[str, Layer], architecture: UNetArchitecture) -> None:
        super().__init__()
        self.architecture = architecture
        levels = architecture.depth + 1
        self.encoder = [architecture.encoder(level) for level in range(1, levels + 1)]
        self.decoder = [architecture.decoder(join)[1] for join in range(1, levels)]
        self.tensors = torch.nn.ParameterDict()
        for name, layer in layers.items():
            key = name.replace(".", "_")
            self.tensors[f"{key}_weight"] = torch.from_numpy(np.array(layer.weight))
            self.tensors[f"{key}_bias"] = torch.from_numpy(np.array(layer.bias))
        self.requires_grad_(False)

    def forward(
        self, x: torch.Tensor, blocks: dict[str, torch.Tensor] | None = None
    ) -> torch.Tensor:
        """Alpha (B, 1, H, W) of (B, in_channels, H, W); each block's output into `blocks`."""
        depth, is_mobile = self.architecture.depth, bool(self.architecture.stages)
        given, skips = x, []
        for level, units in enumerate(self.encoder, 1):
            if level == 2 and is_mobile:
                x = given
            elif level > 1 and not is_mobile:
                x = F.max_pool2d(x, 2)
            x = self._block(units, x)
            skips.append(x)
            if blocks is not None:
                blocks[f"down{level}"] = x
        for join in range(1, depth + 1):
            if self.architecture.up == "transpose":
                x = F.conv_transpose2d(x, *self._pair(f"up{join}.transpose"), stride=2)
            else:
                x = F.conv2d(x, *self._pair(f"up{join}.project"))
                x = F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
            x = self._block(self.decoder[join - 1], torch.cat([skips[depth - join], x], 1))
            if blocks is not None:
                blocks[f"up{join}"] = x
        return torch.sigmoid(F.conv2d(x, *self._pair("head")))

    def _pair(self, name: str) -> tuple[torch.Tensor, torch.Tensor]:
        key = name.replace(".", "_")
        return self.tensors[f"{key}_weight"], self.tensors[f"{key}_bias"]

    def _block(self, units: Sequence[Unit], x: torch.Tensor) -> torch.Tensor:
        for unit in units:
            read = x
            for spec in unit:
                weight, bias = self._pair(spec.name)
                before, after = padding_of(weight.shape[-1], spec.stride)
                if before != after:
                    x, before = F.pad(x, (before, after, before, after)), 0
                groups = weight.shape[0] if spec.kind == "depthwise" else 1
                x = F.conv2d(x, weight, bias, spec.stride, before, groups=groups)
                if spec.activation == "relu":
                    x = F.relu(x)
                elif spec.activation == "relu6":
                    x = F.relu6(x)
                if spec.adds_input:
                    x = x + read
        return x


class Bound:
    """Our network in an arena of its own, with its input filled; `close` frees it."""

    def __init__(
        self,
        weights: Weights,
        architecture: UNetArchitecture,
        x: np.ndarray,
        choose: Choose,
        dtype: str = "float16",
    ) -> None:
        self.network = CudaNetwork(
            weights, architecture, len(x), gpu=current_gpu(), choose=choose, dtype=dtype
        )
        plan = ArenaPlan()
        self.network.reserve(plan)
        self._arena = DeviceArena(plan, purpose="a benchmark")
        self.network.bind(self._arena.arrays)
        plane = np.zeros(self.network.input.shape, self.network.dtype)
        plane[:, 1:-1, 1:-1, : x.shape[3]] = x
        self.network.input.upload(plane)

    def enqueue(self, stream: Any) -> None:
        """One inference."""
        self.network.enqueue(stream=stream)

    def alpha(self) -> np.ndarray:
        """Alpha of one inference, on the host."""
        self.enqueue(0)
        return self.network.alpha.download()

    def block(self, name: str) -> np.ndarray | None:
        """float32 (B, H, W, C), what the last inference left of "down1" to "up4".

        None for one whose head is applied before it is stored.
        """
        a = self.network.architecture
        number = int(name.lstrip("downup"))
        level = number if name.startswith("down") else a.depth + 1 - number
        is_last = name == f"up{a.depth}"
        if is_last and not any(layer == "head" for layer, _ in self.network.launches):
            return None
        is_skip = name.startswith("down") and level <= a.depth
        kept, channels = f"concat{level}" if is_skip else f"out{level}", a.widths[level - 1]
        if a.stages and name.startswith("down") and level > 1:  # see `CudaNetwork._mobile_encoder`
            channels = a.encoder(level)[-1][-1].out_channels
            kept = f"{name}.{channels}"
        plane = self._arena.arrays[kept].download()
        inside = plane[:, 1:-1, 1:-1, :channels]
        return inside.astype(np.float32)

    def close(self) -> None:
        """Free the device memory."""
        self._arena.close()
