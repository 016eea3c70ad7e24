"""CudaNetwork: a U-Net on the GPU, from a bordered input to an alpha plane."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import LayerSpec, UNetArchitecture
from gpu_unet.cuda.arena import ArenaPlan, DeviceArray
from gpu_unet.cuda.convolution import ConvBuffers, Convolution, ConvProblem
from gpu_unet.cuda.device import Gpu
from gpu_unet.cuda.kernels import conv_first, depthwise, head, pool, upsample_bilinear
from gpu_unet.cuda.kernels.place import THREADS
from gpu_unet.cuda.launch import Kernel
from gpu_unet.cuda.padding import CHANNEL_STEP, pad_channels
from gpu_unet.cuda.tuner import Choose
from gpu_unet.weights import Layer, Weights

Launch = Callable[[Any], None]
Arrays = Mapping[str, DeviceArray]


class CudaNetwork:
    """The launches of one inference in order; nothing is allocated after `bind`.

    Use: `reserve` in an arena's plan, `bind` its arrays, then `enqueue` per batch.

    Args:
        weights: From `load_weights`.
        architecture: `weights.architecture` at the wanted size.
        batch_size: Pictures of every inference.
        gpu: Must have tensor cores for float16.
        choose: Picks the tile of each convolution.
        dtype: float16 or float32, of weights and activations; sums are float32 either way.

    Attributes:
        input: `dtype` (batch_size, height + 2, width + 2, 4 or 8): RGB in [0, 1], further
            channels and the border zero.
        alpha: float32 (batch_size, height, width) in [0, 1], what an inference writes.
    """

    input: DeviceArray
    alpha: DeviceArray

    def __init__(
        self,
        weights: Weights,
        architecture: UNetArchitecture,
        batch_size: int,
        *,
        gpu: Gpu,
        choose: Choose,
        dtype: npt.DTypeLike = np.float16,
    ) -> None:
        self._layers, architecture = pad_channels(weights.layers, architecture)
        self.architecture = architecture
        self.batch_size = batch_size
        self.dtype = np.dtype(dtype)
        self._is_half = self.dtype == np.float16
        self._gpu = gpu
        self._choose = choose
        self._planes: dict[str, tuple[tuple[int, ...], Any]] = {}
        self._constants: dict[str, npt.NDArray[Any]] = {}
        self._convolutions: dict[str, Convolution] = {}
        self._partial_size = 1
        self._makers: list[Callable[[Arrays], tuple[str, Launch]]] = []
        self._launches: list[tuple[str, Launch]] = []
        self._build()

    def reserve(self, plan: ArenaPlan) -> None:
        """Declare activations, weights and scratch."""
        for name, (shape, dtype) in self._planes.items():
            plan.add(name, shape, dtype)
        for name, values in self._constants.items():
            plan.add(name, values.shape, values.dtype)
        for convolution in self._convolutions.values():
            convolution.reserve(plan)
        plan.add("partial", (self._partial_size,), np.float32)

    def bind(self, arrays: Arrays) -> None:
        """Upload the weights and fix every launch."""
        for name, values in self._constants.items():
            arrays[name].upload(values)
        self._launches = [make(arrays) for make in self._makers]
        self.input, self.alpha = arrays["input"], arrays["net_alpha"]

    def enqueue(self, *, stream: Any) -> None:
        """One inference of the whole batch; only enqueues."""
        for _, launch in self._launches:
            launch(stream)

    def tile_name(self, layer: str) -> str:
        """The tile that computes a convolution, in short; empty for other layers."""
        convolution = self._convolutions.get(layer)
        if convolution is None:
            return ""
        splits = f" / {convolution.splits}" if convolution.splits > 1 else ""
        return f"{convolution.tile}{splits}"

    @property
    def launches(self) -> list[tuple[str, Launch]]:
        """(layer, launch) in order, for benchmarks that time each."""
        return list(self._launches)

    # ------------------------------------------------------------------ building

    def _build(self) -> None:
        a = self.architecture
        first_channels = CHANNEL_STEP if a.blocks[0] == "separable" else 4
        self._plane("input", 1, first_channels)
        # The first layer reads four pixels at a time, the last of a row one beyond the border.
        self._planes["input.slack"] = ((CHANNEL_STEP,), self.dtype)
        self._planes["net_alpha"] = ((self.batch_size, a.height, a.width), np.float32)
        source = "input"
        for level in range(1, a.depth + 2):
            width = a.widths[level - 1]
            if level <= a.depth:
                self._plane(f"joined{level}", level, 2 * width)
                self._plane(f"pooled{level + 1}", level + 1, width)
                self._block(f"down{level}", level, source, f"joined{level}", f"pooled{level + 1}")
                source = f"pooled{level + 1}"
            else:
                self._plane(f"out{level}", level, width)
                self._block(f"down{level}", level, source, f"out{level}", None)
        for join in range(1, a.depth + 1):
            level = a.depth + 1 - join
            self._plane(f"out{level}", level, a.widths[level - 1])
            self._upsample(join, level)
            self._block(f"up{join}", level, f"joined{level}", f"out{level}", None)
        if not any(c.problem.head for c in self._convolutions.values()):
            self._head()

    def _plane(self, name: str, level: int, channels: int) -> None:
        height, width = self.architecture.level_size(level)
        self._planes.setdefault(
            name, ((self.batch_size, height + 2, width + 2, channels), self.dtype)
        )

    def _block(self, name: str, level: int, source: str, target: str, pooled: str | None) -> None:
        """Two or one convolutions; the last writes `target` from channel 0 and `pooled`."""
        a = self.architecture
        specs = [s for s in a.layers() if s.name.startswith(f"{name}.")]
        specs = [s for s in specs if s.kind in ("conv", "depthwise", "pointwise")]
        last = specs[-1]
        for spec in specs:
            if spec.kind == "depthwise":
                self._depthwise(spec, source, f"depthwise{level}.{spec.name}")
                source = f"depthwise{level}.{spec.name}"
                continue
            if spec is last:
                into = target
            else:
                into = f"middle{level}"
                self._plane(into, level, spec.out_channels)
            if spec.kind == "conv" and source == "input" and self._is_half:
                self._first(spec, into)
                if spec is last and pooled is not None:
                    self._pool(level, into, pooled)
            else:
                with_head = spec is last and name == f"up{a.depth}"
                self._convolve(spec, source, into, pooled if spec is last else None, with_head)
            source = into

    def _first(self, spec: LayerSpec, into: str) -> None:
        layer = self._layers[spec.name]
        columns = conv_first.first_columns(spec.out_channels)
        weight = conv_first.pack_first(layer.weight)
        bias = np.zeros(weight.shape[0], np.float32)
        bias[: spec.out_channels] = layer.bias
        self._constants[f"{spec.name}.weight"] = weight
        self._constants[f"{spec.name}.bias"] = bias
        height, width = self.architecture.level_size(spec.level)
        kernel = conv_first.make_conv_first(columns)
        pixels = self.batch_size * height * width
        per_block = conv_first.TILE * conv_first.THREADS // 32
        grid = (min(-(-pixels // per_block), 4 * self._gpu.multiprocessors), len(bias) // columns)

        def make(arrays: Arrays) -> tuple[str, Launch]:
            out, row, plane, channels = _inside(arrays[into])
            arguments = (
                arrays["input"].ptr, arrays[f"{spec.name}.weight"].ptr,
                arrays[f"{spec.name}.bias"], out, spec.out_channels, self.batch_size, height,
                width, row, plane, channels,
            )  # fmt: skip
            return spec.name, lambda stream: kernel[grid, conv_first.THREADS, stream](*arguments)

        self._makers.append(make)

    def _convolve(
        self, spec: LayerSpec, source: str, into: str, pooled: str | None, with_head: bool
    ) -> None:
        layer = self._layers[spec.name]
        height, width = self.architecture.level_size(spec.level)
        inner = self._planes[source][0][3]
        problem = ConvProblem(
            self.batch_size, height, width, inner, spec.out_channels,
            taps=9 if spec.kind == "conv" else 1, relu=spec.kind != "project",
        )  # fmt: skip
        wanted = replace(problem, pool=pooled is not None, head=with_head)
        convolution = self._convolution(spec, layer, problem, wanted)
        fused = convolution.problem
        if fused.head:
            self._constants["head.values"] = self._head_values()

        def make(arrays: Arrays) -> tuple[str, Launch]:
            buffers = ConvBuffers(
                x=arrays[source],
                out=None if fused.head else arrays[into],
                pooled=arrays[pooled] if fused.pool and pooled is not None else None,
                alpha=arrays["net_alpha"] if fused.head else None,
                head=arrays["head.values"] if fused.head else None,
            )
            convolution.bind(arrays, buffers, arrays["partial"])
            return spec.name, lambda stream: convolution(stream=stream)

        self._makers.append(make)
        if pooled is not None and not fused.pool:
            self._pool(spec.level, into, pooled)

    def _convolution(
        self, spec: LayerSpec, layer: Layer, problem: ConvProblem, wanted: ConvProblem
    ) -> Convolution:
        """With pool and head in its epilogue if the chosen tile can, else without."""
        tile, splits = self._choose(wanted)
        fused = wanted if wanted.fits(tile) else problem
        convolution = Convolution(
            spec.name, fused, tile, layer.weight, layer.bias,
            splits=splits, multiprocessors=self._gpu.multiprocessors,
        )  # fmt: skip
        self._convolutions[spec.name] = convolution
        self._partial_size = max(self._partial_size, convolution.partial_size)
        return convolution

    def _upsample(self, join: int, level: int) -> None:
        a = self.architecture
        height, width = a.level_size(level + 1)
        kind = "transpose" if a.up == "transpose" else "project"
        spec = next(s for s in a.layers() if s.name == f"up{join}.{kind}")
        below, joined = f"out{level + 1}", f"joined{level}"
        channels = a.widths[level - 1]
        if kind == "project":
            self._plane(f"projected{level}", level + 1, channels)
            self._convolve(spec, below, f"projected{level}", None, False)
            self._bilinear(spec.name, level, f"projected{level}", joined, channels)
            return
        problem = ConvProblem(
            self.batch_size, height, width, spec.in_channels, channels,
            taps=1, relu=False, upsample=True,
        )  # fmt: skip
        convolution = self._convolution(spec, self._layers[spec.name], problem, problem)

        def make(arrays: Arrays) -> tuple[str, Launch]:
            buffers = ConvBuffers(x=arrays[below], out=arrays[joined], out_channel=channels)
            convolution.bind(arrays, buffers, arrays["partial"])
            return spec.name, lambda stream: convolution(stream=stream)

        self._makers.append(make)

    def _bilinear(self, name: str, level: int, source: str, into: str, channels: int) -> None:
        height, width = self.architecture.level_size(level)
        vectors = self.batch_size * height * width * (channels // CHANNEL_STEP)

        def make(arrays: Arrays) -> tuple[str, Launch]:
            if not self._is_half:
                kernel = upsample_bilinear.upsample_bilinear_float32_kernel
                arguments = (arrays[source], arrays[into], channels)
                return f"{name}.double", _flat(kernel, vectors * CHANNEL_STEP, arguments)
            x, x_row, x_plane, x_channels = _inside(arrays[source])
            out, row, plane, out_channels = _inside(arrays[into])
            arguments = (
                x, out + channels * self.dtype.itemsize, channels, self.batch_size, height, width,
                x_row, x_plane, x_channels, row, plane, out_channels,
            )  # fmt: skip
            kernel = upsample_bilinear.upsample_bilinear_kernel
            return f"{name}.double", _flat(kernel, vectors, arguments)

        self._makers.append(make)

    def _depthwise(self, spec: LayerSpec, source: str, into: str) -> None:
        layer = self._layers[spec.name]
        channels = self._planes[source][0][3]
        self._plane(into, spec.level, channels)
        weight = np.zeros((9, channels), np.float32)
        weight[:, : spec.out_channels] = layer.weight.reshape(spec.out_channels, 9).T
        bias = np.zeros(channels, np.float32)
        bias[: spec.out_channels] = layer.bias
        laid_out = weight.reshape(-1) if self._is_half else weight
        self._constants[f"{spec.name}.weight"] = laid_out
        self._constants[f"{spec.name}.bias"] = bias
        height, width = self.architecture.level_size(spec.level)
        runs = -(-width // depthwise.RUN)
        vectors = self.batch_size * height * runs * (channels // CHANNEL_STEP)

        def make(arrays: Arrays) -> tuple[str, Launch]:
            x, w, b = (arrays[n] for n in (source, f"{spec.name}.weight", f"{spec.name}.bias"))
            if not self._is_half:
                pixels = self.batch_size * height * width
                kernel = depthwise.depthwise_float32_kernel
                return spec.name, _flat(kernel, pixels * channels, (x, w, b, arrays[into]))
            _, rows, row, x_channels = x.shape
            out, out_row, out_plane, out_channels = _inside(arrays[into])
            arguments = (
                x.ptr, w, b, out, channels, self.batch_size, height, width, row, rows * row,
                x_channels, out_row, out_plane, out_channels,
            )  # fmt: skip
            return spec.name, _flat(depthwise.depthwise_kernel, vectors, arguments)

        self._makers.append(make)

    def _pool(self, level: int, source: str, into: str) -> None:
        height, width = self.architecture.level_size(level + 1)
        channels = self.architecture.widths[level - 1]
        vectors = self.batch_size * height * width * (channels // CHANNEL_STEP)

        def make(arrays: Arrays) -> tuple[str, Launch]:
            if not self._is_half:
                kernel = pool.max_pool_float32_kernel
                both = (arrays[source], arrays[into])
                return f"pool{level}", _flat(kernel, vectors * CHANNEL_STEP, both)
            x, x_row, x_plane, x_channels = _inside(arrays[source])
            out, row, _, _ = _inside(arrays[into])
            arguments = (
                x, out, channels, self.batch_size, height, width, x_row, x_plane, x_channels, row
            )  # fmt: skip
            return f"pool{level}", _flat(pool.max_pool_kernel, vectors, arguments)

        self._makers.append(make)

    def _head_values(self) -> npt.NDArray[np.float32]:
        layer = self._layers["head"]
        return np.concatenate([layer.weight.reshape(-1), layer.bias]).astype(np.float32)

    def _head(self) -> None:
        a = self.architecture
        self._constants["head.values"] = self._head_values()
        pixels = self.batch_size * a.height * a.width

        def make(arrays: Arrays) -> tuple[str, Launch]:
            values, alpha = arrays["head.values"], arrays["net_alpha"]
            if not self._is_half:
                kernel = head.head_sigmoid_float32_kernel
                return "head", _flat(kernel, pixels, (arrays["out1"], values, alpha))
            x, row, plane, channels = _inside(arrays["out1"])
            arguments = (x, values, alpha, channels, row, plane)
            return "head", _flat(head.head_sigmoid_kernel, pixels, arguments)

        self._makers.append(make)


def _flat(kernel: Kernel, count: int, arguments: tuple[Any, ...]) -> Launch:
    """A launch of at least `count` threads in blocks of THREADS."""
    grid = -(-count // THREADS)
    return lambda stream: kernel[grid, THREADS, stream](*arguments)


def _inside(plane: DeviceArray) -> tuple[int, int, int, int]:
    """(address of pixel (0, 0) behind the border, pixels of a row, of a picture, channels)."""
    _, rows, row, channels = plane.shape
    return plane.ptr + (row + 1) * channels * plane.dtype.itemsize, row, rows * row, channels
