"""Vector: a Numba type for one SIMD register of floats, so that kernels can be written in Python.

Inside `@njit` code a `Vector` holds `VECTOR_WIDTH` float32 values. It is made by `load`, `splat` or
arithmetic, added, subtracted and multiplied with the usual operators, and written by `store`. It
cannot leave compiled code. `arena` is float32, flat; places, distances and counts of lanes are
int64, in floats.
"""

from __future__ import annotations

import operator

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import models, overload, register_model

from gpu_unet.cpu.simd import VECTOR_WIDTH, intrinsic, vector_code


class VectorType(types.Type):
    """Numba's name for one register of `VECTOR_WIDTH` float32."""

    def __init__(self):
        super().__init__(name=f"Vector{VECTOR_WIDTH}")


VECTOR = VectorType()


@register_model(VectorType)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, ir.VectorType(ir.FloatType(), VECTOR_WIDTH))


@intrinsic
def load(typingctx, arena, at):
    """`VECTOR_WIDTH` floats of the flat float32 `arena` from place `at`, aligned or not."""

    def generate(context, builder, signature, args):
        code = vector_code(context, builder, signature.args[0], args[0])
        return code.load(code.at(args[1]))

    return VECTOR(arena, types.int64), generate


@intrinsic
def store(typingctx, arena, at, vector):
    """Write a whole vector to `arena` from place `at`, aligned or not."""

    def generate(context, builder, signature, args):
        code = vector_code(context, builder, signature.args[0], args[0])
        code.store(args[2], code.at(args[1]))
        return context.get_dummy_value()

    return types.void(arena, types.int64, VECTOR), generate


@intrinsic
def store_first(typingctx, arena, at, vector, lanes):
    """Write only the first `lanes` floats of a vector, at least one."""

    def generate(context, builder, signature, args):
        code = vector_code(context, builder, signature.args[0], args[0])
        place = code.at(args[1])
        whole = builder.icmp_signed(">=", args[3], ir.Constant(ir.IntType(64), VECTOR_WIDTH))
        with builder.if_else(whole) as (then, otherwise):
            with then:
                code.store(args[2], place)
            with otherwise:
                code.store_masked(args[2], place, code.first_lanes(args[3]))
        return context.get_dummy_value()

    return types.void(arena, types.int64, VECTOR, types.int64), generate


@intrinsic
def splat(typingctx, value):
    """A vector of `VECTOR_WIDTH` times the same float32."""

    def generate(context, builder, signature, args):
        return vector_code(context, builder).splat(args[0])

    return VECTOR(types.float32), generate


@intrinsic
def multiply_add(typingctx, a, b, c):
    """A * b + c of each lane, rounded once."""

    def generate(context, builder, signature, args):
        return vector_code(context, builder).multiply_add(*args)

    return VECTOR(VECTOR, VECTOR, VECTOR), generate


@intrinsic
def maximum(typingctx, a, b):
    """The larger of each pair; where `a` is NaN, `a`."""

    def generate(context, builder, signature, args):
        return vector_code(context, builder).maximum(*args)

    return VECTOR(VECTOR, VECTOR), generate


@intrinsic
def sigmoid(typingctx, x):
    """1 / (1 + exp(-x)) of each lane, to 3e-7; NaN stays."""

    def generate(context, builder, signature, args):
        return vector_code(context, builder).sigmoid(args[0])

    return VECTOR(VECTOR), generate


@intrinsic
def dot_pixels(typingctx, arena, x, pixel, weight, channels):
    """Dot products of `VECTOR_WIDTH` neighbouring pixels with one weight vector, one sum a lane.

    Sum over c < channels of arena[x + lane * pixel + c] * arena[weight + c]; the weights are padded
    with zeros to whole vectors.
    """

    def generate(context, builder, signature, args):
        x, pixel, weight, channels = args[1:]
        code = vector_code(context, builder, signature.args[0], args[0])
        integer = ir.IntType(64)
        zero = ir.Constant(code.type, [0.0] * VECTOR_WIDTH)
        slots = [cgutils.alloca_once_value(builder, zero) for _ in range(VECTOR_WIDTH)]
        for slot in slots:
            builder.store(zero, slot)
        step = ir.Constant(integer, VECTOR_WIDTH)
        start = ir.Constant(integer, 0)
        with cgutils.for_range_slice(builder, start, channels, step, intp=integer) as (channel, _):
            weights = code.load(code.at(weight, channel))
            for lane, slot in enumerate(slots):
                place = builder.mul(pixel, ir.Constant(integer, lane))
                pixels = code.load(code.at(x, channel, place))
                builder.store(code.multiply_add(pixels, weights, builder.load(slot)), slot)
        return code.sum_each([builder.load(slot) for slot in slots])

    return VECTOR(arena, *[types.int64] * 4), generate


def _arithmetic(python_operator, instruction):
    @intrinsic
    def compute(typingctx, a, b):
        def generate(context, builder, signature, args):
            return getattr(builder, instruction)(*args, flags=("contract",))

        return VECTOR(VECTOR, VECTOR), generate

    @overload(python_operator, inline="never")
    def overloaded(a, b):
        if isinstance(a, VectorType) and isinstance(b, VectorType):
            return lambda a, b: compute(a, b)
        return None


_arithmetic(operator.add, "fadd")
_arithmetic(operator.sub, "fsub")
_arithmetic(operator.mul, "fmul")


@intrinsic
def prefetch(typingctx, arena, at):
    """Prefetch the cache line of `arena[at]`; never faults."""

    def generate(context, builder, signature, args):
        code = vector_code(context, builder, signature.args[0], args[0])
        pointer = code.at(args[1])
        i32 = ir.IntType(32)
        function = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.VoidType(), [pointer.type, i32, i32, i32]),
            "llvm.prefetch.p0",
        )
        # read, keep in all caches, data cache
        builder.call(function, [pointer, i32(0), i32(3), i32(1)])
        return context.get_dummy_value()

    return types.void(arena, types.int64), generate
