"""ProgramBuilder: places planes and weights in an arena and writes the table of operations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import RELU6_HIGHEST, Activation, padding_of
from gpu_unet.cpu.arena import LINE_FLOATS, ArenaPlan, Plane
from gpu_unet.cpu.kernels.conv import WIDE, pack_bias, pack_weights
from gpu_unet.cpu.kernels.expand_depthwise import pack_depthwise_weights, ring_floats
from gpu_unet.cpu.kernels.product import LINEAR, UNLIMITED
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
    EXPAND_DEPTHWISE,
    HEAD,
    OPERATION,
    POOL,
    WINOGRAD,
    WINOGRAD_INPUT,
    WINOGRAD_OUTPUT,
)
from gpu_unet.weights import Layer

# Lowest and highest value that a layer puts out.
LIMITS: dict[Activation, tuple[np.float32, np.float32]] = {
    "none": (LINEAR, UNLIMITED),
    "relu": (np.float32(0.0), UNLIMITED),
    "relu6": (np.float32(0.0), np.float32(RELU6_HIGHEST)),
}
# Input channels from which on Winograd is faster than direct convolution. Measured per layer of the
# shipped networks: 1.3 times at 16 channels, 2.1 times at 128; with fewer its transforms dominate.
WINOGRAD_CHANNELS = 12


def prefers_winograd(layer: Layer) -> bool:
    """Whether a layer of kind "conv" is computed by Winograd; depends on its spec alone."""
    spec = layer.spec
    is_possible = spec.stride == 1 and spec.activation != "relu6"
    return is_possible and spec.in_channels >= WINOGRAD_CHANNELS


Form = Literal["windows", "winograd", "depthwise", "head"]  # how a layer's weights are packed
Places = dict[tuple[Layer, Form], tuple[int, int]]


@dataclass(frozen=True, slots=True, eq=False)
class Spare:
    """The arena of a closed network.

    Attributes:
        places: Places of packed weight and bias, in floats, by layer and form; all before `end`.
        end: Floats at the arena's front that packed layers take.
        arena: float32, flat, aligned to a cache line.
    """

    places: Mapping[tuple[Layer, Form], tuple[int, int]]
    end: int
    arena: npt.NDArray[np.float32]


class ProgramBuilder:
    """Emits operations on planes in the order of the calls.

    Args:
        threads: Threads that will run the program; each gets scratch.
        spare: A spare of the same weights: its packed weights are reused, and its memory if it is
            large enough.

    Attributes:
        plan: The arena that all places belong to.
        operations: Records of `OPERATION`, as tuples.
    """

    def __init__(self, *, threads: int, spare: Spare | None = None) -> None:
        self._spare = spare
        self._places: Places = {} if spare is None else dict(spare.places)
        self._weights_end = LINE_FLOATS if spare is None else spare.end
        self.plan = ArenaPlan(self._weights_end)
        self.operations: list[tuple] = []
        self._threads = threads
        self._free: list[Plane] = []
        self._zeros = self.plan.reserve(WIDE)
        # Set once, by `finish`, to what the largest layer needs.
        self._scratch_floats = POINTS * M_POINT
        self._v_floats = 0

    def hold(self, layers: Iterable[Layer]) -> None:
        """Pack all layers before the first plane, at places independent of the input size."""
        for layer in layers:
            form: Form = "windows"
            if layer.spec.kind == "conv" and prefers_winograd(layer):
                form = "winograd"
            elif layer.spec.kind in ("depthwise", "head"):
                form = layer.spec.kind
            self._place(layer, form)
        self._weights_end = self.plan.floats

    def plane(self, *, height: int, width: int, channels: int) -> Plane:
        """A plane of this shape: a released one, or a new one."""
        for index, plane in enumerate(self._free):
            if (plane.height, plane.width, plane.channels) == (height, width, channels):
                return self._free.pop(index)
        return self.plan.plane(height=height, width=width, channels=channels)

    def release(self, plane: Plane) -> None:
        """Let later operations reuse the plane: a small working set stays in the cache."""
        self._free.append(plane)

    def winograd3x3(self, layer: Layer, x: Plane, y: Plane, *, two_passes: bool) -> None:
        """Convolution 3x3 by Winograd, in one or two passes; see `kernels.winograd`."""
        pixel = padded_channels(x.channels)
        tiles = count_tiles(x.height, x.width)
        point = (tiles if two_passes else TILES_AT_ONCE) * pixel + LINE_FLOATS
        weight, bias = self._place(layer, "winograd")
        fields = {
            **_limits(layer),
            "x": x.at(-1, -1),
            "weight": weight,
            "bias": bias,
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

    def expand_depthwise(self, expand: Layer | None, depthwise: Layer, x: Plane, y: Plane) -> None:
        """Convolution 1x1, if any, and depthwise convolution; both have the same limits."""
        spec = depthwise.spec
        ring = ring_floats(width=x.width, kernel=spec.kernel)
        self._scratch_floats = max(self._scratch_floats, ring)
        weight, bias = self._place(depthwise, "depthwise")
        expand_weight, expand_bias = (0, 0) if expand is None else self._place(expand, "windows")
        self._emit(
            EXPAND_DEPTHWISE,
            x,
            y,
            **_limits(depthwise),
            rows=spec.kernel,
            stride=spec.stride,
            weight=weight,
            bias=bias,
            expand_weight=expand_weight,
            expand_bias=expand_bias,
        )

    def max_pool2x2(self, x: Plane, y: Plane) -> None:
        """Max-pool to half the height and width."""
        self._emit(POOL, x, y)

    def bilinear2x(self, x: Plane, y: Plane) -> None:
        """2x upsampling by bilinear interpolation."""
        self._emit(BILINEAR, x, y)

    def head(self, layer: Layer, x: Plane) -> Plane:
        """Convolution 1x1 to one channel and sigmoid; returns alpha's plane, without border."""
        # In memory of its own: alpha outlives the run.
        origin = self.plan.reserve(x.height * x.width)
        alpha = Plane.without_border(origin, height=x.height, width=x.width, channels=1)
        weight, bias = self._place(layer, "head")
        self._emit(HEAD, x, alpha, weight=weight, bias=bias)
        return alpha

    def finish(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.void]]:
        """Allocate; returns the arena (float32, flat) and the program (`OPERATION` records).

        It consumes the spare.
        """
        scratch = self.plan.reserve(self._threads * self._scratch_floats)
        v = self.plan.reserve(self._v_floats)
        program = np.array(self.operations, OPERATION)
        program["scratch"] = self._scratch_floats
        program["m"] = scratch
        program["v"] = np.where(program["kind"] == WINOGRAD, scratch + POINTS * M_POINT, v)
        old = None if self._spare is None else self._spare.arena
        self._spare = None
        return self.plan.allocate(old, kept=self._weights_end), program

    def spare(self, arena: npt.NDArray[np.float32]) -> Spare:
        """A spare for another builder, of what `finish` returned; its network runs no more."""
        return Spare(self._places, self._weights_end, arena)

    def _place(self, layer: Layer, form: Form) -> tuple[int, int]:
        """Places of the packed weight and bias; the first call packs them."""
        if (layer, form) not in self._places:
            weight = self.plan.hold(_PACK[form](layer))
            bias = layer.bias if form == "head" else pack_bias(layer.bias)
            self._places[layer, form] = weight, self.plan.hold(bias)
        return self._places[layer, form]

    def convolve(self, layer: Layer, x: Plane, y: Plane, *, added: Plane | None = None) -> None:
        """Convolution 3x3, 1x1 or transposed 2x2 as a direct sum.

        Args:
            layer: Of a kind "conv", "pointwise", "project" or "transpose".
            x: Read.
            y: Written.
            added: Added to what a layer without activation puts out, before it is written to `y`.
        """
        spec = layer.spec
        windows = _windows(layer)
        phases, rows, length, out_channels = windows.shape
        weight, bias = self._place(layer, "windows")
        step = 2 if phases == 4 else 1
        # A transposed convolution is four 1x1 ones: one for each output pixel of an input pixel.
        before, _ = padding_of(spec.kernel, spec.stride) if spec.kind == "conv" else (0, 0)
        fields = {}
        if added is not None:
            fields = {
                "added": added.origin,
                "added_row": added.row,
                "added_pixel": added.pixel,
            }
        self._emit(
            CONVOLVE,
            x,
            y,
            **_limits(layer),
            **fields,
            height=x.height // spec.stride,
            width=x.width // spec.stride,
            x=x.at(-before, -before),
            x_step=spec.stride * x.row,
            x_pixel=spec.stride * x.pixel,
            y_row=step * y.row,
            y_pixel=step * y.pixel,
            phase_row=y.row,
            phase_pixel=y.pixel,
            phases=phases,
            rows=rows,
            length=length,
            weight=weight,
            bias=bias,
            # Deep layers have more weights than pixels: each thread then reads part of the weights
            # and all pixels. Elsewhere it reads all weights and part of the pixels.
            split_channels=out_channels >= 2 * WIDE
            and windows.size > x.height * x.width * x.channels,
        )

    def _emit(self, kind: int, source: Plane, target: Plane, **fields: object) -> None:
        values = {
            "kind": kind,
            "height": target.height,
            "width": target.width,
            "in_channels": source.channels,
            "out_channels": target.channels,
            "x": source.origin,
            "x_row": source.row,
            "x_step": source.row,
            "x_pixel": source.pixel,
            "y": target.origin,
            "y_row": target.row,
            "y_pixel": target.pixel,
            **fields,
        }
        self.operations.append(tuple(values.get(field, 0) for field in OPERATION.names or ()))


def _limits(layer: Layer) -> dict[str, np.float32]:
    lowest, highest = LIMITS[layer.spec.activation]
    return {"lowest": lowest, "highest": highest}


def _windows(layer: Layer) -> npt.NDArray[np.float32]:
    """Weights as (phases, window rows, window columns * in_channels, out_channels), unpacked."""
    if layer.spec.kind == "transpose":  # (I, O, 2, 2): one phase per output pixel of an input pixel
        i, o, _, _ = layer.weight.shape
        return layer.weight.transpose(2, 3, 0, 1).reshape(4, 1, i, o)
    o, i, rows, columns = layer.weight.shape
    return layer.weight.transpose(2, 3, 1, 0).reshape(1, rows, columns * i, o)


_PACK: dict[Form, Callable[[Layer], npt.NDArray[np.float32]]] = {
    "windows": lambda layer: pack_weights(_windows(layer)),
    "winograd": lambda layer: pack_winograd_weights(layer.weight),
    "depthwise": lambda layer: pack_depthwise_weights(layer.weight),
    "head": lambda layer: pack_bias(layer.weight.ravel()),
}
