"""Rung 0, the roofline's two ceilings: memory bandwidth and arithmetic rate of this card.

Every later rung is compared with them: bytes / bandwidth and FLOP / rate are lower bounds of a
kernel's time, and the larger one tells whether it is memory-bound or compute-bound.

`python -m lab.ladder.rung0_ceilings`
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import cuda, float32

from gpu_unet.cuda.driver import call
from gpu_unet.cuda.graph import median_ms
from gpu_unet.cuda.launch import device_kernel
from lab.ladder.measuring import (
    H200,
    Array,
    Ceilings,
    Contender,
    Cost,
    Memory,
    Run,
    Rung,
    Where,
    alone,
    events_ms,
)

THREADS = 256
CHAINS = 8  # sums of a thread that do not wait for each other: a multiply-add takes 4 clocks
UNROLLED = 8  # rounds between two looks at the counter
FACTOR, SUMMAND = 0.999, 0.25


@device_kernel("void(float32[::1], float32[::1])", threads=THREADS)
def copy_kernel(x, out):
    """One thread per value."""
    i = cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    if i < out.shape[0]:
        out[i] = x[i]


@device_kernel("void(float32[::1], float32[::1], int32)", threads=THREADS)
def multiply_add_kernel(x, out, rounds):
    """Eight chains a thread of `rounds` times a * FACTOR + SUMMAND, in registers; then their sum.

    x, out: float32 (threads,). rounds: a multiple of UNROLLED.
    """
    i = cuda.blockIdx.x * THREADS + cuda.threadIdx.x
    if i < out.shape[0]:
        a = x[i]
        b, c, d = a + float32(1), a + float32(2), a + float32(3)
        e, f, g, h = a + float32(4), a + float32(5), a + float32(6), a + float32(7)
        factor, summand = float32(FACTOR), float32(SUMMAND)
        for _ in range(rounds // UNROLLED):
            for _ in range(UNROLLED):  # as straight code: counting would take issue slots, too
                a = a * factor + summand
                b = b * factor + summand
                c = c * factor + summand
                d = d * factor + summand
                e = e * factor + summand
                f = f * factor + summand
                g = g * factor + summand
                h = h * factor + summand
        out[i] = ((a + b) + (c + d)) + ((e + f) + (g + h))


@dataclass(frozen=True, slots=True)
class Values:
    """A number of values, and the rounds of multiply-adds on each."""

    count: int
    rounds: int

    @property
    def label(self) -> str:
        """As in the table."""
        return f"{self.count / 1e6:.1f} M values"

    def x(self) -> Array:
        """float32 (count,) in [0, 1)."""
        return np.random.default_rng(0).random(self.count, np.float32)


def copied(values: Values, memory: Memory) -> Run:
    """A kernel's copy."""
    x = values.x()
    d_x, d_out = memory.place(x), memory.blank(values.count)
    grid = -(-values.count // THREADS)
    return Run(
        lambda stream: copy_kernel[grid, THREADS, stream](d_x, d_out),
        lambda: memory.fetch(d_out),
        x.astype(np.float64),
        tolerance=0.0,
    )


def copied_by_driver(values: Values, memory: Memory) -> Run:
    """The driver's copy from device to device."""
    x = values.x()
    source, target = memory.place(x), memory.blank(values.count)

    def launch(stream: Any) -> None:
        call("cuMemcpyDtoDAsync", target.ptr, source.ptr, source.nbytes, stream)

    return Run(launch, lambda: memory.fetch(target), x.astype(np.float64), tolerance=0.0)


def multiplied(values: Values, memory: Memory) -> Run:
    """Multiply-adds from registers to registers."""
    x = values.x()
    d_x, d_out = memory.place(x), memory.blank(values.count)
    grid = -(-values.count // THREADS)
    # The recurrence in closed form: it tends to its fixed point by FACTOR to the power of rounds.
    chains = x[:, None].astype(np.float64) + np.arange(CHAINS)
    fixed = SUMMAND / (1 - FACTOR)
    expected = (fixed + (chains - fixed) * FACTOR**values.rounds).sum(1)

    def launch(stream: Any) -> None:
        multiply_add_kernel[grid, THREADS, stream](d_x, d_out, values.rounds)

    # Each of the rounds rounds once, and FACTOR itself is rounded to float32.
    return Run(launch, lambda: memory.fetch(d_out), expected, tolerance=1e-4)


def _copy_cost(values: Values) -> Cost:
    return Cost(nbytes=8 * values.count, flop=0)


def _multiply_cost(values: Values) -> Cost:
    return Cost(nbytes=8 * values.count, flop=2 * CHAINS * values.rounds * values.count)


RUNG = Rung(
    name="ladder_0_ceilings",
    title="Rung 0, the two ceilings",
    problems=(Values(2**26, 1024),),
    tiny=(Values(300, UNROLLED),),
    contenders=(
        Contender("copy, the driver's", copied_by_driver, _copy_cost, Where.GPU),
        Contender("copy, a thread a value", copied, _copy_cost),
        Contender("multiply-adds in registers", multiplied, _multiply_cost),
    ),
    note="float32.",
)


def measured_ceilings() -> Ceilings:
    """This run's own; the matrix product's stays the expected one where PyTorch is missing."""
    few = Values(2**22, 4096)
    with Memory() as memory:
        multiply_ms = median_ms(multiplied(few, memory).launch, rounds=50)
        float32_tflops = _multiply_cost(few).flop / multiply_ms / 1e9
    values = Values(2**26, 0)  # a GiB in a graph comes out at two thirds of the rate
    with Memory() as memory:
        copy_ms = median_ms(copied_by_driver(values, memory).launch, rounds=20)
        copy_tbps = _copy_cost(values).nbytes / copy_ms / 1e9
    x = Values(2**26, 0).x()
    with Memory() as memory:
        target = memory.place(x)
        bus_tbps = x.nbytes / events_ms(lambda stream: memory.fill(target, x)) / 1e9
    try:
        from lab.benchmarks.gpu import ceilings
    except ImportError:
        matrix_tflops = H200.matrix_tflops
    else:
        matrix_tflops = ceilings()["matrix_tflops"]
    return Ceilings(
        round(copy_tbps, 3), round(bus_tbps, 4), round(float32_tflops, 1), matrix_tflops
    )


if __name__ == "__main__":
    sys.exit(alone(RUNG))
