"""ProgramBuilder: lays planes and weights out in an arena and writes the table of operations."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.arena import LINE_FLOATS, ArenaPlan, Plane
from gpu_unet.cpu.kernels.conv import WIDE, pack_bias, pack_weights
from gpu_unet.cpu.kernels.depthwise import pack_depthwise_weights
from gpu_unet.cpu.kernels.winograd import (
    M_POINT,
    POINTS,
    TILES_AT_ONCE,
    count_tiles,
    pack_winograd_weights,
    padded_channels,
)
from gpu_unet.cpu.program import (
    BILINEAR,
    CONVOLVE,
    DEPTHWISE,
    HEAD,
    OPERATION,
    POOL,
    WINOGRAD,
    WINOGRAD_INPUT,
    WINOGRAD_OUTPUT,
)
from gpu_unet.weights import Layer

RELU = np.float32(0.0)
LINEAR = np.float32(-np.inf)


class ProgramBuilder:
    """Operations on planes, in the order in which they are asked for.

    Args:
        batch_size: Images of every plane.
        threads: That will run the program: each has scratch of its own.

    Attributes:
        plan: The arena that all places belong to.
        operations: Records of `OPERATION`, as tuples.
    """

    def __init__(self, *, batch_size: int, threads: int) -> None:
        self.plan = ArenaPlan()
        self.operations: list[tuple] = []
        self._batch_size = batch_size
        self._threads = threads
        self._free: list[Plane] = []
        self._zeros = self.plan.reserve(WIDE)
        # Set once, by `finish`, to what the largest layer needs.
        self._scratch_floats = POINTS * M_POINT
        self._v_floats = 0

    def plane(self, *, height: int, width: int, channels: int) -> Plane:
        """A plane of this shape: one that was released, or a new one."""
        for index, plane in enumerate(self._free):
            if (plane.height, plane.width, plane.channels) == (height, width, channels):
                return self._free.pop(index)
        return self.plan.plane(
            count=self._batch_size, height=height, width=width, channels=channels
        )

    def release(self, plane: Plane) -> None:
        """What follows may overwrite the plane: little memory in use stays in the cache."""
        self._free.append(plane)

    def conv3x3(self, layer: Layer, x: Plane, y: Plane) -> None:
        """Convolution 3x3 and ReLU as a direct sum."""
        o, i, _, _ = layer.weight.shape
        # (O, I, 3, 3) -> one phase of (row, column and in channel, out channel)
        weight = layer.weight.transpose(2, 3, 1, 0).reshape(1, 3, 3 * i, o)
        self._convolve(weight, layer.bias, x, y, lowest=RELU)

    def conv1x1(self, layer: Layer, x: Plane, y: Plane, *, relu: bool) -> None:
        """Convolution 1x1."""
        o, i, _, _ = layer.weight.shape
        weight = layer.weight.reshape(o, i).T.reshape(1, 1, i, o)
        self._convolve(weight, layer.bias, x, y, lowest=RELU if relu else LINEAR)

    def transpose2x2(self, layer: Layer, x: Plane, y: Plane) -> None:
        """Transposed convolution 2x2, stride 2: a 1x1 convolution for each of the four pixels."""
        i, o, _, _ = layer.weight.shape
        weight = layer.weight.transpose(2, 3, 0, 1).reshape(4, 1, i, o)
        self._convolve(weight, layer.bias, x, y, lowest=LINEAR)

    def winograd3x3(self, layer: Layer, x: Plane, y: Plane, *, two_passes: bool) -> None:
        """Convolution 3x3 and ReLU by Winograd; see `kernels.winograd` for the two ways."""
        pixel = padded_channels(x.channels)
        tiles = count_tiles(x.height, x.width)
        point = (self._batch_size * tiles if two_passes else TILES_AT_ONCE) * pixel + LINE_FLOATS
        fields = {
            "x": x.at(-1, -1),
            "lowest": RELU,
            "weight": self.plan.hold(pack_winograd_weights(layer.weight)),
            "bias": self.plan.hold(pack_bias(layer.bias)),
            "zeros": self._zeros,
            "v_point": point,
        }
        if two_passes:
            self._v_floats = max(self._v_floats, POINTS * point)
            self._emit(WINOGRAD_INPUT, x, y, **fields)
            self._emit(WINOGRAD_OUTPUT, x, y, **fields, split_channels=True)
        else:
            self._scratch_floats = max(self._scratch_floats, POINTS * (M_POINT + point))
            self._emit(WINOGRAD, x, y, **fields)

    def depthwise3x3(self, layer: Layer, x: Plane, y: Plane) -> None:
        """Depthwise convolution 3x3 and ReLU."""
        self._emit(
            DEPTHWISE,
            x,
            y,
            x=x.at(-1, -1),
            lowest=RELU,
            weight=self.plan.hold(pack_depthwise_weights(layer.weight)),
            bias=self.plan.hold(pack_bias(layer.bias)),
        )

    def max_pool2x2(self, x: Plane, y: Plane) -> None:
        """Max-pool to half the height and width."""
        self._emit(POOL, x, y)

    def bilinear2x(self, x: Plane, y: Plane) -> None:
        """2x upsampling by bilinear interpolation."""
        self._emit(BILINEAR, x, y)

    def head(self, layer: Layer, x: Plane) -> Plane:
        """Convolution 1x1 to one channel and sigmoid; returns the plane of alpha, no border."""
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

    def finish(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.void]]:
        """Allocate; returns the arena (float32, flat) and the program (`OPERATION` records)."""
        scratch = self.plan.reserve(self._threads * self._scratch_floats)
        v = self.plan.reserve(self._v_floats)
        program = np.array(self.operations, OPERATION)
        program["scratch"] = self._scratch_floats
        program["m"] = scratch
        program["v"] = np.where(program["kind"] == WINOGRAD, scratch + POINTS * M_POINT, v)
        return self.plan.allocate(), program

    def _convolve(
        self,
        weight: npt.NDArray[np.float32],
        bias: npt.NDArray[np.float32],
        x: Plane,
        y: Plane,
        *,
        lowest: np.float32,
    ) -> None:
        """`weight` float32 (phases, window rows, window columns * in_channels, out_channels)."""
        phases, rows, length, out_channels = weight.shape
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
            weight=self.plan.hold(pack_weights(weight)),
            bias=self.plan.hold(pack_bias(bias)),
            # Deep layers have more weights than pixels: each thread then reads a part of the
            # weights and all pixels, instead of the other way round.
            split_channels=out_channels >= 2 * WIDE
            and weight.size > x.height * x.width * x.channels,
        )

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
