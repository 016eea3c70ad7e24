"""Step 1: one thread per output value, everything from global memory, float32 NCHW.

out[n, o, y, x] = relu(bias[o] + sum over (c, ky, kx) of
                       x[n, c, y + ky - 1, x + kx - 1] * weight[o, c, ky, kx])
"""

from __future__ import annotations

import sys
from typing import Any

from numba import cuda, float32

from gpu_unet.cuda.launch import device_kernel
from lab.ladder.measuring import Contender
from lab.ladder.steps.layer import float32_cost, nchw, step_alone

BLOCK = (32, 8)  # columns x rows: a warp covers 32 neighbouring pixels of a row


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,:,:,::1], float32[::1], float32[:,:,:,::1])", threads=256
)
def conv3x3_naive_kernel(x, weight, bias, out):
    """One thread per output value, one block per (8 x 32 pixels, image and output channel).

    x: float32 (N, C, H, W). weight: float32 (O, C, 3, 3). bias: float32 (O,).
    out: float32 (N, O, H, W). Zero padding 1, stride 1, ReLU.
    """
    col = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    row = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    n = cuda.blockIdx.z // out.shape[1]
    o = cuda.blockIdx.z % out.shape[1]
    height, width = out.shape[2], out.shape[3]
    if row < height and col < width:
        acc = bias[o]
        for c in range(x.shape[1]):
            for ky in range(3):
                for kx in range(3):
                    y_in = row + ky - 1
                    x_in = col + kx - 1
                    if y_in >= 0 and y_in < height and x_in >= 0 and x_in < width:
                        acc += x[n, c, y_in, x_in] * weight[o, c, ky, kx]
        out[n, o, row, col] = max(acc, float32(0))


def conv3x3_naive(x: Any, weight: Any, bias: Any, out: Any, *, stream: Any) -> None:
    """Enqueue `out = relu(conv(x, weight) + bias)`."""
    n, o, height, width = out.shape
    grid = (-(-width // BLOCK[0]), -(-height // BLOCK[1]), n * o)
    conv3x3_naive_kernel[grid, BLOCK, stream](x, weight, bias, out)


CONTENDER = Contender("1 naive, float32", nchw(conv3x3_naive), float32_cost)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
