"""Step 2: a block fetches its input tile with halo into shared memory once per channel.

    +--------------------+
    |  halo: one pixel   |  18 x 18 input pixels of a channel in shared memory
    |  +--------------+  |
    |  |   16 x 16    |  |  a thread for each of these sums the 3x3 window around it
    |  |              |  |
    |  +--------------+  |
    +--------------------+

    for each channel:  all threads fetch  |  barrier  |  each adds nine products  |  barrier

What happens to a finished sum is a function of its own: here bias and ReLU, in rung 3 nothing, or
BatchNorm and ReLU.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from numba import cuda, float32

from gpu_unet.cuda.launch import device_function, device_kernel
from lab.ladder.measuring import Contender
from lab.ladder.steps.layer import float32_cost, nchw, step_alone

TILE = 16  # output pixels per block side
HALO = TILE + 2  # plus one input pixel on each side


def make_conv3x3_tiled(finish: Any, number: int) -> Callable[..., None]:
    """A launcher of the kernel that stores `finish(sum, parameters, o)`.

    Args:
        finish: A device function; `parameters` is float32 (k, O), k of its choice.
        number: One for each `finish`: it names the kernel.
    """

    @device_kernel(
        "void(float32[:,:,:,::1], float32[:,:,:,::1], float32[:,::1], float32[:,:,:,::1])",
        threads=256,
        made_from=number,
    )
    def conv3x3_tiled_kernel(x, weight, parameters, out):
        """One thread per output value, one block per (16 x 16 pixels, image and output channel).

        Arrays as in step 1, `parameters` as `finish` reads them.
        """
        tile = cuda.shared.array((HALO, HALO), float32)
        tx = cuda.threadIdx.x
        ty = cuda.threadIdx.y
        col0 = cuda.blockIdx.x * TILE - 1
        row0 = cuda.blockIdx.y * TILE - 1
        n = cuda.blockIdx.z // out.shape[1]
        o = cuda.blockIdx.z % out.shape[1]

        acc = float32(0)
        for c in range(x.shape[1]):
            # 256 threads fetch 324 inputs: each fetches one, some a second.
            for i in range(ty * TILE + tx, HALO * HALO, TILE * TILE):
                row = row0 + i // HALO
                col = col0 + i % HALO
                value = float32(0)
                if row >= 0 and row < x.shape[2] and col >= 0 and col < x.shape[3]:
                    value = x[n, c, row, col]
                tile[i // HALO, i % HALO] = value
            cuda.syncthreads()  # the whole tile is there before anyone reads it
            for ky in range(3):
                for kx in range(3):
                    acc += tile[ty + ky, tx + kx] * weight[o, c, ky, kx]
            cuda.syncthreads()  # everyone has read it before the next channel overwrites it

        row = row0 + 1 + ty
        col = col0 + 1 + tx
        if row < out.shape[2] and col < out.shape[3]:
            out[n, o, row, col] = finish(acc, parameters, o)

    def conv3x3_tiled(x: Any, weight: Any, parameters: Any, out: Any, *, stream: Any) -> None:
        """Enqueue `out = finish(conv(x, weight))`."""
        n, o, height, width = out.shape
        grid = (-(-width // TILE), -(-height // TILE), n * o)
        conv3x3_tiled_kernel[grid, (TILE, TILE), stream](x, weight, parameters, out)

    return conv3x3_tiled


@device_function
def bias_relu(value, parameters, o):
    """`value` with the only parameter added, not below zero."""
    return max(value + parameters[0, o], float32(0))


_with_bias_relu = make_conv3x3_tiled(bias_relu, 2)


def conv3x3_tiled(x: Any, weight: Any, bias: Any, out: Any, *, stream: Any) -> None:
    """Enqueue `out = relu(conv(x, weight) + bias)`."""
    _with_bias_relu(x, weight, bias.reshape((1, bias.size)), out, stream=stream)


CONTENDER = Contender("2 shared-memory tile, float32", nchw(conv3x3_tiled), float32_cost)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
