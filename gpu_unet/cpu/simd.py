"""SIMD micro-kernels: LLVM vector code for the loops that Numba does not vectorise reliably.

Each function here is a Numba intrinsic whose body is LLVM IR on vectors of `VECTOR_WIDTH` floats.
LLVM lowers them to the host's instructions (AVX-512, AVX2, NEON) and splits vectors that are too
wide, so the code is correct on any CPU and fast where the width fits. All arrays are one flat
float32 arena; places in it are counted in floats.

Source of the micro-kernel's register blocking: Goto & van de Geijn 2008, "Anatomy of
high-performance matrix multiplication"; the pairs of (pixels, vectors) were measured, see `TILES`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, config, types
from numba.extending import intrinsic as numba_intrinsic

# Numba hands the typing context in, which type checkers cannot know.
intrinsic = cast(Callable[[Callable[..., Any]], Callable[..., Any]], numba_intrinsic)

_FLOAT = ir.FloatType()
_I32 = ir.IntType(32)
_I64 = ir.IntType(64)


def _host_vector_width() -> tuple[int, int]:
    """(floats in the widest fast vector, number of vector registers) of this CPU."""
    if llvm.get_process_triple().startswith(("aarch64", "arm64")):
        return 4, 32
    features = llvm.get_host_cpu_features()
    level = cast(Any, config).CPU_NAME  # set when compiling for another processor than this one
    if level == "x86-64-v4" or (level is None and features.get("avx512f")):
        return 16, 32
    if level == "x86-64-v3" or (level is None and features.get("avx2") and features.get("fma")):
        return 8, 16
    return 4, 16


VECTOR_WIDTH, VECTOR_REGISTERS = _host_vector_width()
# A block of channels ends with half a vector where that saves time: Zen 4 computes 16 floats in two
# steps, and elsewhere it costs nothing.
HALF_VECTOR = 8 if VECTOR_WIDTH == 16 else VECTOR_WIDTH

# Register tile of the micro-kernel: pixels by number of channel vectors.
#
#                w[0]   w[1]         registers: pixels * vectors accumulators,
#      x[p]  ->  acc    acc          vectors of weights, one broadcast input
#      x[p+1] -> acc    acc
#
# They must fit the register file, and at least 8 accumulators are needed to hide the latency of two
# fused multiply-adds a cycle. GFLOP/s of (pixels, vectors) on a Zen 5 core with a peak of 256:
# (8, 2) 254, (8, 3) 254, (24, 1) 243, (16, 1) 225, (8, 1) 220, (12, 2) 97 (it spills).
TILES = {1: 24, 2: 8} if VECTOR_REGISTERS >= 32 else {1: 8, 2: 6}
# Tiles that may also have one pixel more, since registers are left: 9 pixels of a row of 9 or 18,
# as networks have for 16:9 pictures, are then not computed as 12 or 10.
LONGER_TILES = (8,) if VECTOR_REGISTERS >= 32 else ()


def _integer(value: int) -> ir.Constant:
    return ir.Constant(_I64, value)


class _Vectors:
    """Emits LLVM vector code at a builder's position: loads, stores, splats, multiply-adds."""

    def __init__(self, builder, data, width: int = VECTOR_WIDTH):
        self.builder = builder
        self.data = data
        self.width = width
        self.type = ir.VectorType(_FLOAT, width)
        self._fma = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(self.type, [self.type] * 3),
            f"llvm.fma.v{width}f32",
        )

    def at(self, *offsets):
        """Pointer to the float at the sum of `offsets`."""
        total = offsets[0]
        for offset in offsets[1:]:
            total = self.builder.add(total, offset)
        return self.builder.gep(self.data, [total])

    def load(self, pointer):
        value = self.builder.load(self.builder.bitcast(pointer, self.type.as_pointer()))
        value.align = 4
        return value

    def store(self, value, pointer):
        pointer = self.builder.bitcast(pointer, self.type.as_pointer())
        self.builder.store(value, pointer).align = 4

    def splat(self, scalar):
        undefined = ir.Constant(self.type, ir.Undefined)
        first = self.builder.insert_element(undefined, scalar, ir.Constant(_I32, 0))
        lanes = ir.Constant(ir.VectorType(_I32, self.width), [0] * self.width)
        return self.builder.shuffle_vector(first, undefined, lanes)

    def multiply_add(self, a, b, c):
        return self.builder.call(self._fma, [a, b, c])

    def maximum(self, a, b):
        # NaN in `a` stays NaN, so that a damaged picture is detected at the end of the network.
        return self.builder.select(self.builder.fcmp_ordered("<", a, b), b, a)

    def minimum(self, a, b):
        # As `maximum`.
        return self.builder.select(self.builder.fcmp_ordered(">", a, b), b, a)

    def first_lanes(self, count):
        """Mask that holds for lanes below `count`."""
        lanes = ir.Constant(ir.VectorType(_I64, self.width), list(range(self.width)))
        undefined = ir.Constant(lanes.type, ir.Undefined)
        first = self.builder.insert_element(undefined, count, ir.Constant(_I32, 0))
        zeros = ir.Constant(ir.VectorType(_I32, self.width), [0] * self.width)
        counts = self.builder.shuffle_vector(first, undefined, zeros)
        return self.builder.icmp_signed("<", lanes, counts)

    def store_masked(self, value, pointer, mask):
        pointer = self.builder.bitcast(pointer, self.type.as_pointer())
        function = cgutils.get_or_insert_function(
            self.builder.module,
            ir.FunctionType(ir.VoidType(), [self.type, pointer.type, _I32, mask.type]),
            f"llvm.masked.store.v{self.width}f32.p0",
        )
        self.builder.call(function, [value, pointer, ir.Constant(_I32, 4), mask])

    def add_pairs(self, a, b):
        """Sums of neighbouring lanes: those of `a`, then those of `b`."""
        even, odd = (
            self.builder.shuffle_vector(
                a,
                b,
                ir.Constant(
                    ir.VectorType(_I32, VECTOR_WIDTH), list(range(first, 2 * VECTOR_WIDTH, 2))
                ),
            )
            for first in (0, 1)
        )
        return self.builder.fadd(even, odd)

    def sum_each(self, vectors):
        """One vector of the lane sums of `VECTOR_WIDTH` vectors, by a tree of pairwise sums."""
        while len(vectors) > 1:
            vectors = [
                self.add_pairs(a, b) for a, b in zip(vectors[::2], vectors[1::2], strict=True)
            ]
        return vectors[0]

    def sigmoid(self, x):
        """1 / (1 + exp(-x)); exp to 2e-7 by 2^whole times a polynomial on [-ln 2 / 2, ln 2 / 2]."""
        builder = self.builder

        def constant(value):
            return ir.Constant(self.type, [value] * VECTOR_WIDTH)

        # Beyond 87 exp(-x) leaves float32; there the sigmoid is 0 or 1 to the last bit but one.
        limit = constant(87.0)
        t = self.maximum(builder.fneg(x), constant(-87.0))
        t = builder.select(builder.fcmp_ordered(">", t, limit), limit, t)
        floor = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(self.type, [self.type]),
            f"llvm.floor.v{VECTOR_WIDTH}f32",
        )
        scaled = self.multiply_add(t, constant(1.4426950408889634), constant(0.5))
        whole = builder.call(floor, [scaled])
        # Cody-Waite reduction: ln 2 in two parts, so that whole * (first part) is exact.
        rest = self.multiply_add(whole, constant(-0.693359375), t)
        rest = self.multiply_add(whole, constant(2.12194440e-4), rest)
        total = constant(1 / 720)
        for factor in (1 / 120, 1 / 24, 1 / 6, 1 / 2, 1.0, 1.0):
            total = self.multiply_add(total, rest, constant(factor))
        integers = ir.VectorType(_I32, VECTOR_WIDTH)
        # The saturating conversion is defined for NaN, too; `total` then carries the NaN on.
        to_integers = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(integers, [self.type]),
            f"llvm.fptosi.sat.v{VECTOR_WIDTH}i32.v{VECTOR_WIDTH}f32",
        )
        exponent = builder.add(
            builder.call(to_integers, [whole]), ir.Constant(integers, [127] * VECTOR_WIDTH)
        )
        power = builder.bitcast(
            builder.shl(exponent, ir.Constant(integers, [23] * VECTOR_WIDTH)), self.type
        )
        one = constant(1.0)
        return builder.fdiv(one, self.multiply_add(total, power, one))


def vector_code(context, builder, arena_type=None, arena=None) -> _Vectors:
    """A `_Vectors` at the builder's place, over `arena` if one is given."""
    if arena is None:
        return _Vectors(builder, None)
    return _Vectors(builder, context.make_array(arena_type)(context, builder, arena).data)


def micro_kernel(pixels: int, channels: int):
    """Make the micro-kernel of `pixels` neighbouring pixels times `channels`, an intrinsic.

    The returned function computes, for p < pixels and c < channels,

        y[p * y_pixel + c] = clip(bias[c] + added[p * added_pixel + c] +
            sum over r < rows, i < length of
            x[r * x_row + p * x_pixel + i] * weight[(r * length + i) * channels + c])

    Pixels are neighbours in a row and a pixel's channels are neighbours in memory, so a 3x3
    convolution is rows = 3, length = 3 * channels; a 1x1 convolution rows = 1, length = channels.
    All accumulators stay in registers. `channels` are whole vectors and perhaps half of one: where
    the processor computes a vector in two steps, half of one takes one step.

    Its arguments: arena float32 (flat); x, x_row, x_pixel, rows, length, weight, bias, added,
    added_pixel, y, y_pixel int64, in floats, `added` 0 for nothing; lowest, highest float32, the
    limits of the result (0 for ReLU, -inf and inf for none); lanes int64: how many channels
    are stored, more than `channels - HALF_VECTOR`; the rest are padding of the weights.
    """

    @intrinsic
    def product(
        typingctx, arena, x, x_row, x_pixel, rows, length, weight, bias, added, added_pixel, y,
        y_pixel, lowest, highest, lanes,
    ):  # fmt: skip
        integer = types.int64
        signature = types.void(arena, *[integer] * 11, *[types.float32] * 2, integer)

        def generate(context, builder, signature, args):
            arena, x, x_row, x_pixel, rows, length, weight, bias, added, added_pixel = args[:10]
            y, y_pixel, lowest, highest, lanes = args[10:]
            v = vector_code(context, builder, signature.args[0], arena)
            # Each vector's first channel; the last one may be half a vector.
            parts = [(first, v) for first in range(0, channels - VECTOR_WIDTH + 1, VECTOR_WIDTH)]
            if channels % VECTOR_WIDTH:
                half = _Vectors(builder, v.data, width=channels % VECTOR_WIDTH)
                parts.append((channels - half.width, half))
            # One stack slot per accumulator; LLVM's mem2reg turns them into registers.
            accumulators = [
                [(first, code, cgutils.alloca_once(builder, code.type)) for first, code in parts]
                for _ in range(pixels)
            ]
            for index, (first, code) in enumerate(parts):
                start = code.load(code.at(bias, _integer(first)))
                for pixel in range(pixels):
                    builder.store(start, accumulators[pixel][index][2])
            with builder.if_then(builder.icmp_signed("!=", added, _integer(0))):
                for pixel in range(pixels):
                    for first, code, slot in accumulators[pixel]:
                        shift = builder.mul(added_pixel, _integer(pixel))
                        value = code.load(code.at(added, shift, _integer(first)))
                        builder.store(builder.fadd(builder.load(slot), value), slot)
            with cgutils.for_range(builder, rows, intp=_I64) as row:
                x_at = [
                    v.at(
                        x,
                        builder.mul(row.index, x_row),
                        builder.mul(x_pixel, _integer(pixel)),
                    )
                    for pixel in range(pixels)
                ]
                weight_at = v.at(
                    weight, builder.mul(builder.mul(row.index, length), _integer(channels))
                )
                with cgutils.for_range(builder, length, intp=_I64) as i:
                    here = builder.gep(weight_at, [builder.mul(i.index, _integer(channels))])
                    weights = [
                        code.load(builder.gep(here, [_integer(first)])) for first, code in parts
                    ]
                    for pixel in range(pixels):
                        value = builder.load(builder.gep(x_at[pixel], [i.index]))
                        for (_, code, slot), w in zip(accumulators[pixel], weights, strict=True):
                            total = code.multiply_add(code.splat(value), w, builder.load(slot))
                            builder.store(total, slot)
            _limit(
                lowest,
                highest,
                [(code, slot) for slots in accumulators for _, code, slot in slots],
            )
            last, last_code = parts[-1]
            stored = builder.sub(lanes, _integer(last))

            def store_tile(mask):
                for pixel in range(pixels):
                    for first, code, slot in accumulators[pixel]:
                        place = code.at(y, builder.mul(y_pixel, _integer(pixel)), _integer(first))
                        if mask is not None and first == last:
                            code.store_masked(builder.load(slot), place, mask)
                        else:
                            code.store(builder.load(slot), place)

            whole = builder.icmp_signed(">=", stored, _integer(last_code.width))
            with builder.if_else(whole) as (then, otherwise):
                with then:
                    store_tile(None)
                with otherwise:
                    store_tile(last_code.first_lanes(stored))
            return context.get_dummy_value()

        return signature, generate

    return product


def _limit(lowest, highest, slots) -> None:
    """Emit code that clips vectors, given as (code, stack slot), at the limits that are finite."""
    builder = slots[0][0].builder
    infinity = ir.Constant(_FLOAT, float("inf"))
    with builder.if_then(builder.fcmp_ordered("<", highest, infinity)):
        for code, slot in slots:
            builder.store(code.minimum(builder.load(slot), code.splat(highest)), slot)
    with builder.if_then(builder.fcmp_ordered(">", lowest, builder.fneg(infinity))):
        for code, slot in slots:
            builder.store(code.maximum(builder.load(slot), code.splat(lowest)), slot)


def depthwise_kernel(pixels: int, kernel: int, stride: int):
    """Make the micro-kernel of `pixels` neighbouring outputs of a depthwise layer, an intrinsic.

    The returned function computes, for p < pixels and every channel c < VECTOR_WIDTH,

        y[p * y_pixel + c] = clip(bias[c] + sum over rows r, columns k < kernel of
            x[r][(p * stride + k) * x_pixel + c] * weight[(r * kernel + k) * VECTOR_WIDTH + c])

    x holds `kernel` rows in a ring: the first one is row `first` and row 0 follows the last. A
    pixel is loaded once for all the outputs that it is part of.

    Its arguments: arena float32 (flat); x, x_row, x_pixel, first, weight, bias, y, y_pixel int64,
    in floats; lowest, highest float32, the limits of the result; lanes int64: how many are stored.
    """

    @intrinsic
    def depthwise(
        typingctx, arena, x, x_row, x_pixel, first, weight, bias, y, y_pixel, lowest, highest, lanes
    ):
        integer = types.int64
        signature = types.void(arena, *[integer] * 8, *[types.float32] * 2, integer)

        def generate(context, builder, signature, args):
            arena, x, x_row, x_pixel, first, weight, bias, y, y_pixel, lowest, highest, lanes = args
            v = vector_code(context, builder, signature.args[0], arena)
            start = v.load(v.at(bias))
            slots = [cgutils.alloca_once(builder, v.type) for _ in range(pixels)]
            for slot in slots:
                builder.store(start, slot)
            side = _integer(kernel)
            with cgutils.for_range(builder, side, intp=_I64) as row:
                place = builder.add(first, row.index)
                is_past = builder.icmp_signed(">=", place, side)
                place = builder.select(is_past, builder.sub(place, side), place)
                x_at = v.at(x, builder.mul(place, x_row))
                taps = _integer(kernel * VECTOR_WIDTH)
                weight_at = v.at(weight, builder.mul(row.index, taps))
                weights = [
                    v.load(builder.gep(weight_at, [_integer(k * VECTOR_WIDTH)]))
                    for k in range(kernel)
                ]
                for column in range((pixels - 1) * stride + kernel):
                    here = v.load(builder.gep(x_at, [builder.mul(x_pixel, _integer(column))]))
                    for pixel, slot in enumerate(slots):
                        if 0 <= (k := column - pixel * stride) < kernel:
                            total = v.multiply_add(here, weights[k], builder.load(slot))
                            builder.store(total, slot)
            _limit(lowest, highest, [(v, slot) for slot in slots])

            def store_all(mask):
                for pixel, slot in enumerate(slots):
                    value = builder.load(slot)
                    place = v.at(y, builder.mul(y_pixel, _integer(pixel)))
                    if mask is None:
                        v.store(value, place)
                    else:
                        v.store_masked(value, place, mask)

            whole = builder.icmp_signed(">=", lanes, _integer(VECTOR_WIDTH))
            with builder.if_else(whole) as (then, otherwise):
                with then:
                    store_all(None)
                with otherwise:
                    store_all(v.first_lanes(lanes))
            return context.get_dummy_value()

        return signature, generate

    return depthwise
