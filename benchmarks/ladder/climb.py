"""Check and time every step on two layers of a U-Net: `python -m benchmarks.ladder.climb`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - torch's own name for it

from benchmarks.gpu import ceilings, describe_gpu, torch_graph_ms
from benchmarks.ladder.step1_naive import conv3x3_naive
from benchmarks.ladder.step2_tiled import conv3x3_tiled
from benchmarks.ladder.step4_mma import conv3x3_mma
from benchmarks.report import save_result
from gpu_unet.cuda.arena import ArenaPlan, DeviceArena, DeviceArray
from gpu_unet.cuda.conv_problem import ConvProblem, Tile
from gpu_unet.cuda.convolution import ConvBuffers, Convolution
from gpu_unet.cuda.device import current_gpu
from gpu_unet.cuda.graph import median_ms
from gpu_unet.cuda.kernels.conv_float32 import FloatTile
from gpu_unet.cuda.tensor_tile import TensorTile
from gpu_unet.cuda.warpgroup_tile import WarpgroupTile
from gpu_unet.errors import EngineError

LAYERS = ((512, 64, 64), (128, 256, 256))  # side, channels in, channels out
ERROR = {np.float32: 1e-5, np.float16: 1e-3}  # relative, in norm, against float32
W = WarpgroupTile
# Steps that are tiles of the engine's kernels: the first that fits the layer is taken.
ENGINE_STEPS: tuple[tuple[str, tuple[Tile, ...]], ...] = (
    ("3 implicit GEMM, 8x8 sums a thread, float32", (FloatTile(128, 128), FloatTile(64, 64))),
    ("5 mma.sync, shared memory, 2 stages", (TensorTile(128, 64, 4, 64, 2),)),
    ("6 mma.sync, 4 stages of cp.async", (TensorTile(128, 64, 4, 64, 4),)),
    (
        "7 mma.sync, larger tile",
        (TensorTile(256, 128, 4, 64, 3, 1), TensorTile(256, 64, 4, 64, 3, 1)),
    ),
    ("8 wgmma, TMA, 128 pixels", (W(128, 1, 2, weight_stages=9), W(64, 1, 2))),
    (
        "9 one TMA tile for all nine taps",
        (W(128, 1, 2, tma_tiles=1, weight_stages=9), W(64, 1, 2, tma_tiles=1)),
    ),
    (
        "10 256 pixels, setmaxnreg",
        (W(128, 2, 2, tma_tiles=1, weight_stages=8), W(64, 2, 2, tma_tiles=1)),
    ),
    (
        "11 weights multicast to pairs of blocks",
        (
            W(128, 2, 2, tma_tiles=1, weight_stages=8, cluster=2),
            W(64, 2, 2, tma_tiles=1, cluster=2),
        ),
    ),
    (
        "12 weight-stationary, a tile a warpgroup",
        (W(64, 2, 3, tma_tiles=1, input_stages=6, weight_stages=9, weight_stationary=True),),
    ),
)


class Layer:
    """One layer's data in PyTorch's memory, which our kernels see as well."""

    def __init__(self, side: int, channels: int, channels_out: int) -> None:
        self.side, self.channels, self.channels_out = side, channels, channels_out
        scale = (9 * channels) ** -0.5
        self.x = torch.randn(1, channels, side, side, device="cuda").half().float()
        self.weight = (torch.randn(channels_out, channels, 3, 3, device="cuda") * scale).half()
        self.bias = torch.randn(channels_out, device="cuda")
        self.expected = F.relu(F.conv2d(self.x, self.weight.float(), self.bias, padding=1))
        self.flops = 2 * side * side * 9 * channels * channels_out

    def nchw(self, run: Callable[..., None]) -> float:
        """Check and time a float32 NCHW step."""
        out = torch.full_like(self.expected, 7.0)
        weight = self.weight.float()
        arguments = [as_device_array(t) for t in (self.x, weight, self.bias, out)]
        run(*arguments, stream=0)
        self._compare(out, np.float32)
        return median_ms(lambda stream: run(*arguments, stream=stream), repeats=2, rounds=3)

    def nhwc(self, run: Callable[..., None]) -> float:
        """Check and time a float16 NHWC step with (O, 9 C) weights."""
        x = F.pad(self.x, (1, 1, 1, 1)).permute(0, 2, 3, 1).half().contiguous()
        out = torch.zeros(1, self.side + 2, self.side + 2, self.channels_out, device="cuda").half()
        weight = self.weight.permute(0, 2, 3, 1).reshape(self.channels_out, -1).contiguous()
        arguments = [as_device_array(t) for t in (x, weight, self.bias, out)]
        run(*arguments, stream=0)
        self._compare(out[:, 1:-1, 1:-1].permute(0, 3, 1, 2).float(), np.float16)
        return median_ms(lambda stream: run(*arguments, stream=stream), repeats=5)

    def problem(self, tile: Tile) -> ConvProblem:
        """What `tile` would have to compute, in its own dtype."""
        side, inner, outer = self.side, self.channels, self.channels_out
        return ConvProblem(1, side, side, inner, outer, dtype=tile.dtype)

    def tile(self, tile: Tile) -> float:
        """Check and time one of the engine's kernels."""
        dtype = np.float32 if isinstance(tile, FloatTile) else np.float16
        problem = self.problem(tile)
        weight = self.weight.float().cpu().numpy()
        convolution = Convolution(
            "step", problem, tile, weight, self.bias.cpu().numpy(),
            multiprocessors=current_gpu().multiprocessors,
        )  # fmt: skip
        plan = ArenaPlan()
        convolution.reserve(plan)
        bordered = (1, self.side + 2, self.side + 2)
        plan.add("x", (*bordered, self.channels), dtype)
        plan.add("out", (*bordered, self.channels_out), dtype)
        plan.add("partial", (1,), np.float32)
        arena = DeviceArena(plan, purpose="a step")
        arrays = arena.arrays
        arrays["x"].upload(F.pad(self.x, (1, 1, 1, 1)).permute(0, 2, 3, 1).cpu().numpy())
        convolution.bind(arrays, ConvBuffers(arrays["x"], arrays["out"]), arrays["partial"])
        convolution(stream=0)
        out = torch.from_numpy(arrays["out"].download().astype(np.float32)).cuda()
        self._compare(out[:, 1:-1, 1:-1].permute(0, 3, 1, 2), dtype)
        ms = median_ms(lambda stream: convolution(stream=stream))
        arena.close()
        return ms

    def cudnn(self, *, half: bool) -> float:
        """PyTorch's convolution alone, without bias or ReLU."""
        x, weight = self.x, self.weight.float()
        if half:
            x = x.half().to(memory_format=torch.channels_last)
            weight = self.weight.to(memory_format=torch.channels_last)
        return torch_graph_ms(lambda: F.conv2d(x, weight, padding=1))

    def _compare(self, out: torch.Tensor, dtype: type) -> None:
        torch.cuda.synchronize()
        error = float((out - self.expected).norm() / self.expected.norm())
        assert error < ERROR[dtype], f"differs by {error:.1e}"


def as_device_array(tensor: torch.Tensor) -> DeviceArray:
    """PyTorch's memory as one of our arrays; the caller keeps the tensor."""
    kind = np.dtype(str(tensor.dtype).removeprefix("torch."))
    return DeviceArray(tensor.data_ptr(), tuple(tensor.shape), kind)


def main() -> None:
    """Climb, and write `results/gpu_ladder.json`."""
    torch.set_grad_enabled(False)
    torch.backends.cudnn.benchmark = True
    torch.backends.cudnn.allow_tf32 = False
    current_gpu()
    top = ceilings()
    layers = [Layer(*shape) for shape in LAYERS]

    def first_fitting(tiles: tuple[Tile, ...]) -> Callable[[Layer], float]:
        def run(layer: Layer) -> float:
            # A tile wider than the layer would compute columns that nobody wants.
            narrow = [t for t in tiles if t.columns <= layer.channels_out]
            fitting = [t for t in narrow if layer.problem(t).fits(t)]
            if not fitting:
                raise ValueError("no tile of this step fits")
            return layer.tile(fitting[0])

        return run

    steps: list[tuple[str, Callable[[Layer], float]]] = [
        ("1 naive, float32", lambda layer: layer.nchw(conv3x3_naive)),
        ("2 shared-memory tile, float32", lambda layer: layer.nchw(conv3x3_tiled)),
        ("4 mma.sync from global memory", lambda layer: layer.nhwc(conv3x3_mma)),
        *((name, first_fitting(tiles)) for name, tiles in ENGINE_STEPS),
        ("cuDNN float32", lambda layer: layer.cudnn(half=False)),
        ("cuDNN float16 channels-last", lambda layer: layer.cudnn(half=True)),
    ]
    steps.sort(key=lambda step: int(step[0].split()[0]) if step[0][0].isdigit() else 99)
    rows = []
    for name, run in steps:
        cells: list[Any] = [name]
        for layer in layers:
            try:
                ms = run(layer)
                cells += [round(ms * 1e3, 1), round(layer.flops / ms / 1e9, 1)]
            except (AssertionError, ValueError, EngineError) as error:
                print(name, repr(error)[:200], flush=True)
                cells += ["-", "-"]
        rows.append(cells)
        print(cells, flush=True)
    save_result(
        "gpu_ladder",
        columns=["step", "64 to 64 @ 512, µs", "TFLOP/s", "256 to 256 @ 128, µs", "TFLOP/s"],
        rows=rows,
        note=(
            "One picture; each step checked against PyTorch in float32, then timed in a CUDA graph "
            "(median); steps with bias and ReLU, cuDNN without. A dash: the tile does not fit that "
            f"layer. Ceiling in the same run: {top['matrix_tflops']} TFLOP/s. Repeat: "
            "`python -m benchmarks.ladder.climb`."
        ),
        machine=describe_gpu(),
        raw={"ceilings": top},
    )


if __name__ == "__main__":
    main()
