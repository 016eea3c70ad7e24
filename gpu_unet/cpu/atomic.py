"""Atomic counters for threads of compiled code, and the waits of a spin loop."""

from __future__ import annotations

import ctypes
import sys

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, types

from gpu_unet.cpu.simd import intrinsic

# Yield the core to other threads. Registered by name, so that code from the disk cache links to it.
# Windows sleeps for a millisecond or more at least: there the thread only yields.
_SLEEP = "backdrop_sleep"
_LIBRARY = ctypes.WinDLL("kernel32") if sys.platform == "win32" else ctypes.CDLL(None)
_sleep_function = _LIBRARY.SwitchToThread if sys.platform == "win32" else _LIBRARY.usleep
llvm.add_symbol(_SLEEP, ctypes.cast(_sleep_function, ctypes.c_void_p).value)
SLEEP_US = 50


def _pointer(context, builder, array_type, array, index):
    return builder.gep(context.make_array(array_type)(context, builder, array).data, [index])


@intrinsic
def atomic_add(typingctx, counters, index, amount):
    """Add to an int64 counter; returns what it was before. Orders memory both ways."""

    def generate(context, builder, signature, args):
        place = _pointer(context, builder, signature.args[0], args[0], args[1])
        return builder.atomic_rmw("add", place, args[2], "seq_cst")

    return types.int64(counters, types.int64, types.int64), generate


@intrinsic
def atomic_load(typingctx, counters, index):
    """Read an int64 counter with acquire order: writes before another thread's add are visible."""

    def generate(context, builder, signature, args):
        place = _pointer(context, builder, signature.args[0], args[0], args[1])
        return builder.load_atomic(place, "acquire", 8)

    return types.int64(counters, types.int64), generate


@intrinsic
def cpu_relax(typingctx):
    """Spin-loop hint to the core (pause, yield); about a dozen cycles."""

    def generate(context, builder, signature, args):
        processor = llvm.get_process_triple().partition("-")[0]
        if processor in ("x86_64", "amd64"):
            name, arguments = "llvm.x86.sse2.pause", []
        elif processor in ("aarch64", "arm64"):
            name, arguments = "llvm.aarch64.hint", [ir.Constant(ir.IntType(32), 1)]  # yield
        else:
            return context.get_dummy_value()
        function_type = ir.FunctionType(ir.VoidType(), [a.type for a in arguments])
        function = cgutils.get_or_insert_function(builder.module, function_type, name)
        builder.call(function, arguments)
        return context.get_dummy_value()

    return types.void(), generate


@intrinsic
def sleep(typingctx):
    """Sleep for about `SLEEP_US` microseconds, so that another thread can have this core."""

    def generate(context, builder, signature, args):
        i32 = ir.IntType(32)
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(i32, [i32]), _SLEEP
        )
        builder.call(function, [ir.Constant(i32, SLEEP_US)])
        return context.get_dummy_value()

    return types.void(), generate
