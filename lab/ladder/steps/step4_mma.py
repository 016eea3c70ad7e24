"""Step 4: tensor cores, fed straight from global memory: 16 pixels x 8 channels an instruction.

    K = 9 taps * C, 16 values a step                 64 output channels of a warp
              +----------------+                  +----+----+----+--    --+----+
    16 pixels | a0 a1 a2 a3    |  times for each  | 8  | 8  | 8  |   ..   | 8  |  b0, b1
    of a warp +----------------+  of 8 columns    +----+----+----+--    --+----+

A lane loads the registers of its own fragments, 4 bytes each; `ptx.mma_m16n8k16` says which values
they are. The 16 pixels' fragment is loaded once a step and multiplied eight times. All warps have
the same role; there is no shared memory.

From compute capability 8.0 on an instruction multiplies 16 values of K, on 7.5 (a T4) 8. This step
runs on both; the fragments are the same, in two halves.
"""

from __future__ import annotations

import functools
import sys
from typing import Any

from numba import cuda, float32, int32, int64

from gpu_unet.cuda import ptx
from gpu_unet.cuda.device import current_gpu
from gpu_unet.cuda.launch import device_function, device_kernel
from lab.ladder.cards import Needs
from lab.ladder.measuring import Contender, Where
from lab.ladder.steps.layer import float16_cost, nhwc_half, step_alone

THREADS = 256
PIXELS = 16  # of a warp
COLUMNS = 64  # output channels of a warp: eight instructions share the pixels they read
TILES = COLUMNS // 8
SUMS = TILES * 4
DEPTHS = {8: Needs.MMA_K8, 16: Needs.MMA_K16}  # values of K an instruction multiplies


@device_function
def mma_in_halves(acc, index, a0, a1, a2, a3, b0, b1):
    """`ptx.mma_m16n8k16` as two instructions of half the depth."""
    ptx.mma_m16n8k8(acc, index, a0, a1, b0)
    ptx.mma_m16n8k8(acc, index, a2, a3, b1)


def make_conv3x3_mma(depth: int) -> Any:
    """The kernel whose instruction multiplies `depth` values of K, one of `DEPTHS`."""
    multiply, pack = (
        (ptx.mma_m16n8k16, ptx.pack_half2) if depth == 16 else (mma_in_halves, ptx.pack_half2_apart)
    )

    @device_kernel(
        "void(int64, int64, float32[::1], int64, int32, int32, int32, int32, int32)",
        threads=THREADS,
        made_from=depth,
    )
    def conv3x3_mma_kernel(x, weight, bias, out, channels, channels_out, batch, height, width):
        """One warp per 16 pixels and 64 output channels.

        x: address of float16 (B, H + 2, W + 2, C), bordered. weight: of float16 (O, 9 * C).
        bias: float32 (O,). out: address of float16 (B, H + 2, W + 2, O), bordered.
        C a multiple of 16, O of 64.
        """
        lane = int32(cuda.threadIdx.x) & 31
        quad = lane & 3
        n0 = int32(cuda.blockIdx.y) * COLUMNS
        first = (int32(cuda.blockIdx.x) * (THREADS // 32) + (int32(cuda.threadIdx.x) >> 5)) * PIXELS
        pixels = batch * height * width
        acc = cuda.local.array(SUMS, float32)
        for i in range(SUMS):
            acc[i] = float32(0)
        at = cuda.local.array(2, int64)
        to = cuda.local.array(2, int64)
        for half in range(2):
            pixel = min(first + half * 8 + (lane >> 2), pixels - 1)
            image = ptx.udiv(pixel, height * width)
            rest = pixel - image * (height * width)
            row = ptx.udiv(rest, width)
            corner = (image * (height + 2) + row) * (width + 2) + rest - row * width
            at[half] = x + int64(corner) * int64(channels * 2) + int64(quad * 4)
            to[half] = out + int64(corner + width + 3) * int64(channels_out * 2)
        w_at = weight + int64(n0 + (lane >> 2)) * int64(18 * channels) + int64(quad * 4)
        w_tile = int64(8) * int64(18 * channels)
        for tap in range(9):
            shift = int64((tap // 3) * (width + 2) + tap % 3) * int64(channels * 2)
            for step in range(ptx.udiv(channels, 16)):
                near = shift + int64(step * 32)
                a0 = ptx.load_u32(at[0] + near)
                a1 = ptx.load_u32(at[1] + near)
                a2 = ptx.load_u32(at[0] + near + 16)
                a3 = ptx.load_u32(at[1] + near + 16)
                w_near = w_at + int64(tap * channels + step * 16) * 2
                for j in range(TILES):
                    b0 = ptx.load_u32(w_near + j * w_tile)
                    b1 = ptx.load_u32(w_near + j * w_tile + 16)
                    multiply(acc, j * 4, a0, a1, a2, a3, b0, b1)
        for j in range(TILES):
            n = n0 + j * 8 + quad * 2
            for half in range(2):
                v0 = max(acc[j * 4 + half * 2] + bias[n], float32(0))
                v1 = max(acc[j * 4 + half * 2 + 1] + bias[n + 1], float32(0))
                ptx.store_u32(to[half] + int64(n * 2), pack(v0, v1))

    return conv3x3_mma_kernel


KERNELS = {depth: make_conv3x3_mma(depth) for depth in DEPTHS}


@functools.cache
def kernel_for(capability: tuple[int, int]) -> Any:
    """The kernel with the deepest instruction that such a card has."""
    return KERNELS[max(depth for depth, needs in DEPTHS.items() if needs.met_by(capability))]


def conv3x3_mma(x: Any, weight: Any, bias: Any, out: Any, *, stream: Any) -> None:
    """Enqueue `out = relu(conv(x, weight) + bias)`; float16 planes as the kernel says."""
    batch, rows, cols, channels = x.shape
    channels_out = out.shape[3]
    height, width = rows - 2, cols - 2
    per_block = PIXELS * THREADS // 32
    grid = (-(-batch * height * width // per_block), channels_out // COLUMNS)
    kernel_for(current_gpu().capability)[grid, THREADS, stream](
        x.ptr, weight.ptr, bias, out.ptr, channels, channels_out, batch, height, width
    )


CONTENDER = Contender(
    "4 mma.sync from global memory",
    nhwc_half(conv3x3_mma, channel_step=16, column_step=COLUMNS),
    float16_cost,
    Where.GPU,
    Needs.MMA_K8,
)

if __name__ == "__main__":
    sys.exit(step_alone(CONTENDER))
