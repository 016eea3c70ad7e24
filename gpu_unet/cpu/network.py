"""CpuNetwork: a U-Net on the CPU, from a padded NHWC input to an alpha plane."""

from __future__ import annotations

import os

import numba
import numpy as np
import numpy.typing as npt
from numba.core import config

from gpu_unet.architecture import LayerSpec, UNetArchitecture
from gpu_unet.compiled_code import is_compiled
from gpu_unet.cpu.arena import ArenaPlan, Plane
from gpu_unet.cpu.kernels.conv import WIDE, pack_bias, pack_weights
from gpu_unet.cpu.kernels.depthwise import pack_depthwise_weights
from gpu_unet.cpu.kernels.winograd import (
    LINE_FLOATS,
    POINTS,
    PRODUCTS_POINT,
    TILES_AT_ONCE,
    count_tiles,
    pack_winograd_weights,
    padded_channels,
)
from gpu_unet.cpu.program import (
    BILINEAR,
    CONVOLVE,
    COUNTER_STEP,
    DEPTHWISE,
    HEAD,
    OPERATION,
    POOL,
    WINOGRAD,
    WINOGRAD_INPUT,
    WINOGRAD_OUTPUT,
    run_program,
)
from gpu_unet.cpu.simd import VECTOR_WIDTH
from gpu_unet.engine import Notify
from gpu_unet.weights import Layer, Weights

# Winograd beats the direct sum from this many input channels on: measured, per layer of the shipped
# networks, 1.3 times at 16 channels, 2.1 times at 128. Below, its transforms outweigh the saving.
WINOGRAD_CHANNELS = 12

RELU = np.float32(0.0)
LINEAR = np.float32(-np.inf)


class CpuNetwork:
    """A network bound to an input size and a batch size; nothing is allocated after it is made.

    Made and called by one thread of the process: the compiled code runs on Numba's own threads,
    and its default threading layer aborts the process when two Python threads enter at once.

    Args:
        weights: From `load_weights`.
        architecture: `weights.architecture` at the wanted size.
        batch_size: The most images of one `infer`.
        threads: Of the network; None takes every core this process may use.
        notify: Told in one sentence what a slow start is waiting for.

    Attributes:
        input: float32 (batch_size, height, width, in_channels), NHWC, RGB in [0, 1], to be written
            before `infer`. It is the inside of a buffer whose border of zeros is the first
            convolution's padding: pixels of a row are neighbours in memory, rows are not
            (`input.strides`).
        alpha: float32 (batch_size, height, width) in [0, 1], what `infer` writes.
    """

    def __init__(
        self,
        weights: Weights,
        architecture: UNetArchitecture,
        batch_size: int = 1,
        *,
        threads: int | None = None,
        notify: Notify | None = None,
    ) -> None:
        self.architecture = architecture
        self.batch_size = batch_size
        most = config.NUMBA_NUM_THREADS  # pyright: ignore[reportAttributeAccessIssue]
        self.threads = min(threads or available_cores(), most)
        builder = _ProgramBuilder(weights, architecture, batch_size, self.threads)
        self._arena = builder.plan.allocate()
        self._program = np.array(builder.operations, OPERATION)
        self._progress = np.zeros(2 * self._program.size * COUNTER_STEP, np.int64)
        self.input = builder.input.view(self._arena)
        self.alpha = builder.alpha.view(self._arena)[..., 0]
        if notify is not None and not is_compiled(run_program):
            notify("Compiling the network's kernels for this processor (once) ...")
        self.infer(1)  # compiles, or reads compiled code from disk

    def infer(self, count: int) -> npt.NDArray[np.float32]:
        """Run the network on the first `count` images of `input`.

        Returns:
            `alpha[:count]`: a view, overwritten by the next call.

        Raises:
            ValueError: `count` is not in 1 to `batch_size`.
        """
        if not 1 <= count <= self.batch_size:
            raise ValueError(f"infer was asked for {count} images, expected 1 to {self.batch_size}")
        numba.set_num_threads(self.threads)
        run_program(self._arena, self._program, self._progress, count, self.threads)
        return self.alpha[:count]


def available_cores() -> int:
    """Cores that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _ProgramBuilder:
    """Lays planes and weights out in an arena and lists the operations, in order."""

    def __init__(
        self, weights: Weights, architecture: UNetArchitecture, batch_size: int, threads: int
    ) -> None:
        self.plan = ArenaPlan()
        self.operations: list[tuple] = []
        self._layers = weights.layers
        self._architecture = architecture
        self._batch_size = batch_size
        self._free: list[Plane] = []
        self._zeros = self.plan.reserve(2 * VECTOR_WIDTH)
        most = max(padded_channels(spec.in_channels) for spec in architecture.layers())
        self._scratch_floats = POINTS * (TILES_AT_ONCE * most + LINE_FLOATS + PRODUCTS_POINT)
        self._scratch = self.plan.reserve(threads * self._scratch_floats)
        self._seen = self.plan.reserve(self._most_seen())
        self.input = self._plane(1, architecture.in_channels)
        levels = architecture.depth + 1
        widths = architecture.widths
        # Encoder and decoder meet in one buffer a level: the skip first, the upsampled behind it.
        joined = [self._plane(level, 2 * widths[level - 1]) for level in range(1, levels)]
        x = self.input
        for level in range(1, levels + 1):
            width = widths[level - 1]
            if level > 1:
                x = self._pool(x, self._plane(level, x.channels))
            y = self._plane(level, width) if level == levels else joined[level - 1].part(0, width)
            self._block(f"down{level}", level, x, y)
            if level > 1:
                self._release(x)
            x = y
        for join in range(1, levels):
            level = levels - join
            width = widths[level - 1]
            self._upsample(f"up{join}", x, joined[level - 1].part(width, width))
            self._release(x)
            x = self._plane(level, width)
            self._block(f"up{join}", level, joined[level - 1], x)
        self.alpha = self._head(x)

    def _plane(self, level: int, channels: int) -> Plane:
        """A plane of this shape: one that is not needed any more, or a new one."""
        height, width = self._architecture.level_size(level)
        for index, plane in enumerate(self._free):
            if (plane.height, plane.width, plane.channels) == (height, width, channels):
                return self._free.pop(index)
        return self.plan.plane(
            count=self._batch_size, height=height, width=width, channels=channels
        )

    def _release(self, plane: Plane) -> None:
        """What follows may overwrite the plane: little memory in use stays in the cache."""
        self._free.append(plane)

    def _block(self, name: str, level: int, x: Plane, y: Plane) -> None:
        """Emit a block of the level's kind from `x` to `y`."""
        width = self._architecture.widths[level - 1]
        convs = self._architecture.convs[level - 1]
        for index in range(1, convs + 1):
            target = y if index == convs else self._plane(level, width)
            if self._architecture.blocks[level - 1] == "plain":
                self._conv3x3(f"{name}.conv{index}", x, target)
            else:
                spread = self._plane(level, x.channels)
                self._depthwise(f"{name}.depthwise{index}", x, spread)
                self._conv1x1(f"{name}.pointwise{index}", spread, target, RELU)
                self._release(spread)
            if index > 1:
                self._release(x)
            x = target

    def _conv3x3(self, name: str, x: Plane, y: Plane) -> None:
        layer = self._layers[name]
        if layer.spec.in_channels >= WINOGRAD_CHANNELS:
            self._winograd(layer, x, y)
            return
        # (O, I, 3, 3) -> one phase of (row, column and in channel, out channel)
        o, i, _, _ = layer.weight.shape
        packed = layer.weight.transpose(2, 3, 1, 0).reshape(1, 3, 3 * i, o)
        self._convolve(layer.spec, packed, layer.bias, x, y, rows=3, length=3 * i, lowest=RELU)

    def _winograd(self, layer: Layer, x: Plane, y: Plane) -> None:
        """One pass over groups of tiles; two where there are fewer tiles than weights."""
        pixel = padded_channels(x.channels)
        fields = {
            "x": x.at(-1, -1),
            "lowest": RELU,
            "weight": self.plan.hold(pack_winograd_weights(layer.weight)),
            "bias": self.plan.hold(pack_bias(layer.bias)),
            "zeros": self._zeros,
            "products": self._scratch,
            "scratch": self._scratch_floats,
        }
        if self._takes_two_passes(layer.spec):
            fields["seen"] = self._seen
            fields["seen_point"] = self._seen_point(layer.spec)
            self._emit(WINOGRAD_INPUT, x, y, **fields)
            self._emit(WINOGRAD_OUTPUT, x, y, **fields, split_channels=True)
        else:
            fields["seen"] = self._scratch + POINTS * PRODUCTS_POINT
            fields["seen_point"] = TILES_AT_ONCE * pixel + LINE_FLOATS
            self._emit(WINOGRAD, x, y, **fields)

    def _takes_two_passes(self, spec: LayerSpec) -> bool:
        tiles = count_tiles(*self._architecture.level_size(spec.level))
        return (
            spec.kind == "conv"
            and spec.in_channels >= WINOGRAD_CHANNELS
            and spec.out_channels > max(tiles, 2 * WIDE - 1)
        )

    def _seen_point(self, spec: LayerSpec) -> int:
        """Distance of the 36 points of a whole batch's transformed input."""
        tiles = count_tiles(*self._architecture.level_size(spec.level))
        return self._batch_size * tiles * padded_channels(spec.in_channels) + LINE_FLOATS

    def _most_seen(self) -> int:
        return POINTS * max(
            (
                self._seen_point(spec)
                for spec in self._architecture.layers()
                if self._takes_two_passes(spec)
            ),
            default=0,
        )

    def _conv1x1(self, name: str, x: Plane, y: Plane, lowest: np.float32) -> None:
        layer = self._layers[name]
        o, i, _, _ = layer.weight.shape
        packed = layer.weight.reshape(o, i).T.reshape(1, 1, i, o)
        self._convolve(layer.spec, packed, layer.bias, x, y, rows=1, length=i, lowest=lowest)

    def _upsample(self, name: str, x: Plane, y: Plane) -> None:
        if self._architecture.up == "transpose":
            layer = self._layers[f"{name}.transpose"]
            i, o, _, _ = layer.weight.shape
            # (I, O, 2, 2) -> four phases, row by row, of (1, in channel, out channel)
            packed = layer.weight.transpose(2, 3, 0, 1).reshape(4, 1, i, o)
            self._convolve(
                layer.spec, packed, layer.bias, x, y, rows=1, length=i, lowest=LINEAR, phases=4
            )
            return
        level = self._layers[f"{name}.project"].spec.level
        projected = self._plane(level, y.channels)
        self._conv1x1(f"{name}.project", x, projected, LINEAR)
        self._emit(BILINEAR, projected, y)
        self._release(projected)

    def _convolve(
        self,
        spec: LayerSpec,
        packed: npt.NDArray[np.float32],
        bias: npt.NDArray[np.float32],
        x: Plane,
        y: Plane,
        *,
        rows: int,
        length: int,
        lowest: np.float32,
        phases: int = 1,
    ) -> None:
        step = 2 if phases == 4 else 1
        border = rows // 2
        self._emit(
            CONVOLVE,
            x,
            y,
            height=x.height,
            width=x.width,
            x=x.at(-border, -border),
            y_row=step * y.row,
            y_pixel=step * y.pixel,
            phase_row=y.row,
            phase_pixel=y.pixel,
            phases=phases,
            rows=rows,
            length=length,
            lowest=lowest,
            weight=self.plan.hold(pack_weights(packed)),
            bias=self.plan.hold(pack_bias(bias)),
            # Deep layers have more weights than pixels: each thread then reads half of the weights
            # and all pixels, instead of the other way round.
            split_channels=spec.out_channels >= 4 * VECTOR_WIDTH
            and packed.size > x.height * x.width * x.channels,
        )

    def _depthwise(self, name: str, x: Plane, y: Plane) -> None:
        layer = self._layers[name]
        self._emit(
            DEPTHWISE,
            x,
            y,
            x=x.at(-1, -1),
            lowest=RELU,
            weight=self.plan.hold(pack_depthwise_weights(layer.weight)),
            bias=self.plan.hold(pack_bias(layer.bias)),
        )

    def _pool(self, x: Plane, y: Plane) -> Plane:
        self._emit(POOL, x, y)
        return y

    def _head(self, x: Plane) -> Plane:
        layer = self._layers["head"]
        size = x.height * x.width
        alpha = Plane(
            self.plan.reserve(self._batch_size * size),
            self._batch_size,
            x.height,
            x.width,
            channels=1,
            pixel=1,
            row=x.width,
            image=size,
        )
        weight = self.plan.hold(pack_bias(layer.weight.ravel()))
        self._emit(HEAD, x, alpha, weight=weight, bias=self.plan.hold(layer.bias))
        return alpha

    def _emit(self, kind: int, source: Plane, target: Plane, **fields: object) -> None:
        values = {
            "kind": kind,
            "height": target.height,
            "width": target.width,
            "in_channels": source.channels,
            "out_channels": target.channels,
            "x": source.origin,
            "x_image": source.image,
            "x_row": source.row,
            "x_pixel": source.pixel,
            "y": target.origin,
            "y_image": target.image,
            "y_row": target.row,
            "y_pixel": target.pixel,
            **fields,
        }
        self.operations.append(tuple(values.get(field, 0) for field in OPERATION.names or ()))
