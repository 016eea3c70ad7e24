"""Step 2: a block fetches its input tile with halo into shared memory once per channel."""

from __future__ import annotations

from typing import Any

from numba import cuda, float32

from gpu_unet.cuda.launch import device_kernel

TILE = 16  # output pixels per block side
HALO = TILE + 2  # plus one input pixel on each side


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,:,:,::1], float32[::1], float32[:,:,:,::1])", threads=256
)
def conv3x3_tiled_kernel(x, weight, bias, out):
    """One thread per output value, one block per (16 x 16 pixels, image and output channel).

    Arrays as in step 1.
    """
    tile = cuda.shared.array((HALO, HALO), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    col0 = cuda.blockIdx.x * TILE - 1
    row0 = cuda.blockIdx.y * TILE - 1
    n = cuda.blockIdx.z // out.shape[1]
    o = cuda.blockIdx.z % out.shape[1]

    acc = bias[o]
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
        out[n, o, row, col] = max(acc, float32(0))


def conv3x3_tiled(x: Any, weight: Any, bias: Any, out: Any, *, stream: Any) -> None:
    """Enqueue `out = relu(conv(x, weight) + bias)`."""
    n, o, height, width = out.shape
    grid = (-(-width // TILE), -(-height // TILE), n * o)
    conv3x3_tiled_kernel[grid, (TILE, TILE), stream](x, weight, bias, out)
