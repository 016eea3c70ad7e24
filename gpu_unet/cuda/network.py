"""CudaNetwork: a U-Net on the GPU, from a bordered input to an alpha plane."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import LayerSpec, UNetArchitecture, Unit
from gpu_unet.cuda.arena import ArenaPlan, DeviceArray
from gpu_unet.cuda.conv_problem import ConvProblem
from gpu_unet.cuda.convolution import ConvBuffers, Convolution
from gpu_unet.cuda.device import Gpu
from gpu_unet.cuda.kernels.conv_first import first_channels
from gpu_unet.cuda.padding import CHANNEL_STEP, pad_channels
from gpu_unet.cuda.simple_layers import (
    HEAD_VALUES,
    Arrays,
    Launch,
    LayerPlan,
    add_depthwise,
    add_first,
    add_head,
    add_join_2x,
    add_pool,
    add_upsample_2x,
    head_values,
)
from gpu_unet.cuda.tuner import Choose
from gpu_unet.weights import Layer, Weights


class CudaNetwork:
    """The launches of one inference in order; nothing is allocated after `bind`.

    Use: `reserve` in an arena's plan, `bind` its arrays, then `enqueue` per batch. On the thread
    that owns the GPU.

    Args:
        architecture: `weights.architecture` at the wanted size.
        batch_size: Images of every inference.
        gpu: The GPU; float16 needs tensor cores.
        choose: Picks the tile of each convolution.
        dtype: float16 or float32, of weights and activations; sums are float32 either way.

    Attributes:
        input: `dtype` (batch_size, height + 2, width + 2, 4 or 8): the channels that
            `gpu_unet.network_input` has, further channels and the border zero.
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
        layers, architecture = pad_channels(weights.layers, architecture)
        self.architecture = architecture
        self.batch_size = batch_size
        self.dtype = np.dtype(dtype)
        self._plan = LayerPlan(architecture, layers, batch_size, self.dtype, gpu.multiprocessors)
        self._choose = choose
        self._convolutions: dict[str, Convolution] = {}
        self._partial_size = 1
        self._launches: list[tuple[str, Launch]] = []
        self._build()

    def reserve(self, plan: ArenaPlan) -> None:
        """Declare activations, weights and scratch."""
        self._plan.reserve(plan)
        for convolution in self._convolutions.values():
            convolution.reserve(plan)
        plan.add("partial", (self._partial_size,), np.float32)

    def bind(self, arrays: Arrays) -> None:
        """Upload the weights and fix the arguments of every launch."""
        self._launches = self._plan.bind(arrays)
        self.input, self.alpha = arrays["input"], arrays["net_alpha"]

    def enqueue(self, *, stream: Any) -> None:
        """Enqueue one inference of the whole batch; returns at once."""
        for _, launch in self._launches:
            launch(stream)

    def tile_name(self, layer: str) -> str:
        """Short name of a convolution's tile; empty for other layers."""
        convolution = self._convolutions.get(layer)
        if convolution is None:
            return ""
        slices = convolution.split_k_slices
        return f"{convolution.tile}{f' / {slices}' if slices > 1 else ''}"

    @property
    def launches(self) -> list[tuple[str, Launch]]:
        """(layer, launch) in order, for benchmarks that time each."""
        return list(self._launches)

    # ------------------------------------------------------------------ building

    def _build(self) -> None:
        a = self.architecture
        is_separable = a.blocks[0] == "separable"
        plan = self._plan
        plan.add_plane("input", 1, CHANNEL_STEP if is_separable else first_channels(a.in_channels))
        # The first layer reads four pixels at a time, at the end of a row one past the border.
        plan.planes["input.slack"] = ((CHANNEL_STEP,), self.dtype)
        plan.planes["net_alpha"] = ((self.batch_size, a.height, a.width), np.float32)
        for level in range(1, a.depth + 1):
            plan.add_plane(f"concat{level}", level, a.skip_channels(level) + a.widths[level - 1])
        skips = self._mobile_encoder() if a.stages else self._encoder()
        below = skips[a.depth + 1]
        for join in range(1, a.depth + 1):
            level = a.depth + 1 - join
            up, units = a.decoder(join)
            self._upsample(up, level, below, skips[level])
            below = f"out{level}"
            self._units(units, f"concat{level}", below, with_head=join == a.depth)
        if not any(c.problem.head for c in self._convolutions.values()):
            add_head(plan, "out1")

    def _encoder(self) -> dict[int, str]:
        """Add an encoder that pools; the plane that holds each level's result."""
        a, source, results = self.architecture, "input", {}
        for level in range(1, a.depth + 2):
            is_skip = level <= a.depth
            results[level] = f"concat{level}" if is_skip else f"out{level}"
            pooled = f"pooled{level + 1}" if is_skip else None
            if pooled is not None:
                self._plan.add_plane(pooled, level + 1, a.widths[level - 1])
            self._units(a.encoder(level), source, results[level], pooled)
            source = pooled or source
        return results

    def _mobile_encoder(self) -> dict[int, str]:
        """Add the branch down1, then the mobile blocks; the plane that holds each level's result.

        The next level reads that plane, too, so that only down1 writes into its concatenation.
        Planes of the same size serve one block after the other. So a block that adds its input
        fills the plane that it reads, and the sum is made in place.
        """
        self._units(self.architecture.encoder(1), "input", "concat1")
        results, source = {1: "concat1"}, "input"
        for level in range(2, self.architecture.depth + 2):
            for unit in self.architecture.encoder(level):
                into = f"down{level}.{unit[-1].out_channels}"
                self._units([unit], source, into)
                source = into
            results[level] = source
        return results

    def _units(
        self,
        units: list[Unit],
        source: str,
        target: str,
        pooled: str | None = None,
        *,
        with_head: bool = False,
    ) -> None:
        """Add units one after the other; the last writes `target` from channel 0, and `pooled`."""
        last = units[-1][-1]
        for spec in (spec for unit in units for spec in unit):
            is_last = spec is last
            into = target if is_last else f"{spec.kind}{spec.level}.{spec.out_channels}"
            if spec.kind == "depthwise":
                add_depthwise(self._plan, spec, source, into)
            else:
                self._plan.add_plane(into, spec.level, spec.out_channels)
                if spec.kind == "conv" and source == "input" and self._plan.is_half:
                    add_first(self._plan, spec, into)
                    if is_last and pooled is not None:
                        add_pool(self._plan, spec.level, into, pooled)
                else:
                    self._convolve(
                        spec, source, into, pooled if is_last else None, is_last and with_head
                    )
            source = into

    def _convolve(
        self, spec: LayerSpec, source: str, into: str, pooled: str | None, with_head: bool
    ) -> None:
        layer = self._plan.layers[spec.name]
        height, width = self.architecture.level_size(spec.level)
        inner = self._plan.channels_of(source)
        problem = ConvProblem(
            self.batch_size, height, width, inner, spec.out_channels,
            taps=9 if spec.kind == "conv" else 1, relu=spec.activation != "none",
            relu6=spec.activation == "relu6", adds=spec.adds_input, stride=spec.stride,
            dtype=self.dtype.name,
        )  # fmt: skip
        wanted = replace(problem, pool=pooled is not None, head=with_head)
        convolution = self._convolution(spec, layer, problem, wanted)
        fused = convolution.problem
        if fused.head:
            self._plan.constants[HEAD_VALUES] = head_values(self._plan.layers["head"])

        def make(arrays: Arrays) -> tuple[str, Launch]:
            buffers = ConvBuffers(
                x=arrays[source],
                out=None if fused.head else arrays[into],
                pooled=arrays[pooled] if fused.pool and pooled is not None else None,
                alpha=arrays["net_alpha"] if fused.head else None,
                head=arrays[HEAD_VALUES] if fused.head else None,
            )
            convolution.bind(arrays, buffers, arrays["partial"])
            return spec.name, lambda stream: convolution(stream=stream)

        self._plan.launch_factories.append(make)
        if pooled is not None and not fused.pool:
            add_pool(self._plan, spec.level, into, pooled)

    def _convolution(
        self, spec: LayerSpec, layer: Layer, problem: ConvProblem, wanted: ConvProblem
    ) -> Convolution:
        """Make a convolution, with pool and head fused into its epilogue if the tile can."""
        tile, split_k_slices = self._choose(wanted)
        fused = wanted if wanted.fits(tile) else problem
        convolution = Convolution(
            spec.name, fused, tile, layer.weight, layer.bias,
            split_k_slices=split_k_slices, multiprocessors=self._plan.multiprocessors,
        )  # fmt: skip
        self._convolutions[spec.name] = convolution
        self._partial_size = max(self._partial_size, convolution.partial_size)
        return convolution

    def _upsample(self, spec: LayerSpec, level: int, below: str, skip: str) -> None:
        """Fill the upper channels of a level's concatenation, and the lower ones from `skip`."""
        concat, channels = f"concat{level}", spec.out_channels
        if spec.kind == "project":
            projected = f"projected{level}"
            self._plan.add_plane(projected, level + 1, channels)
            self._convolve(spec, below, projected, None, False)
            if skip == concat:
                add_upsample_2x(self._plan, spec.name, level, projected, concat)
            else:
                add_join_2x(self._plan, spec.name, level, projected, skip, concat)
            return
        height, width = self.architecture.level_size(level + 1)
        problem = ConvProblem(
            self.batch_size, height, width, spec.in_channels, channels,
            taps=1, relu=False, upsample=True, dtype=self.dtype.name,
        )  # fmt: skip
        convolution = self._convolution(spec, self._plan.layers[spec.name], problem, problem)

        def make(arrays: Arrays) -> tuple[str, Launch]:
            buffers = ConvBuffers(x=arrays[below], out=arrays[concat], out_channel=channels)
            convolution.bind(arrays, buffers, arrays["partial"])
            return spec.name, lambda stream: convolution(stream=stream)

        self._plan.launch_factories.append(make)
