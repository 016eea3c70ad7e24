"""Before the steps: the same loops compiled by Numba for the processor, channels in parallel."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numba import float32, njit, prange

from gpu_unet.cuda.launch import is_simulated
from lab.ladder.measuring import Contender, Memory, Run, Where
from lab.ladder.steps.layer import ConvLayer, data_of, float32_cost, step_alone


@njit(parallel=True, fastmath=True)
def conv3x3_on_cpu(x: Any, weight: Any, bias: Any, out: Any) -> None:
    """One output plane an iteration; a row's pixels side by side, so that the loop vectorises.

    x: float32 (N, C, H + 2, W + 2), zeros around. The others as the kernels have them.
    """
    count, channels_out, height, width = out.shape
    for plane in prange(count * channels_out):
        n, o = plane // channels_out, plane % channels_out
        for row in range(height):
            sums = out[n, o, row]
            for col in range(width):
                sums[col] = bias[o]
            for c in range(x.shape[1]):
                for ky in range(3):
                    for kx in range(3):
                        w = weight[o, c, ky, kx]
                        for col in range(width):
                            sums[col] += x[n, c, row + ky, col + kx] * w
            for col in range(width):
                sums[col] = max(sums[col], float32(0))


def prepare(layer: ConvLayer, memory: Memory) -> Run:
    """The whole layer; the first launch compiles and is the one that is checked."""
    data = data_of(layer)
    x = np.pad(data.x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    out = np.full(data.expected.shape, np.nan, np.float32)
    # Compiling takes seconds, which the tests in the simulator do without.
    compute = conv3x3_on_cpu.py_func if is_simulated() else conv3x3_on_cpu
    return Run(lambda stream: compute(x, data.weight, data.bias, out), lambda: out, data.expected)


CONTENDER = Contender("0 Numba on the processor", prepare, float32_cost, Where.HOST)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
