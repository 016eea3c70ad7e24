"""The network's head: a 1x1 convolution to one channel and the sigmoid.

Of each pixel:

    alpha[y, x] = 1 / (1 + exp(-(bias + sum over c of head[c] * in[y, x, c])))
"""

from __future__ import annotations

import math

from numba import cuda, float32, int32, int64

from gpu_unet.cuda import ptx
from gpu_unet.cuda.kernels.place import THREADS, VECTOR, item_of_thread
from gpu_unet.cuda.launch import device_kernel


@device_kernel("void(int64, float32[::1], float32[:,:,::1], int32, int32, int32)", threads=THREADS)
def head_sigmoid_kernel(x, head, alpha, channels, x_row, x_plane):
    """One thread per pixel.

    x: address of pixel (0, 0) of the first image, behind the border; float16, `channels` a pixel.
    head: float32 (channels + 1,): weights, then the bias.
    alpha: float32 (B, H, W), written, in [0, 1].
    channels: a multiple of 8.
    x_row, x_plane: pixels of an input row, of an image, border included.
    """
    batch, height, width = alpha.shape
    index = int32(cuda.blockIdx.x) * THREADS + int32(cuda.threadIdx.x)
    line = ptx.udiv(index, int32(width))
    col = index - line * width
    image = ptx.udiv(line, int32(height))
    row = line - image * height
    if image < batch:
        at = x + (int64(image) * int64(x_plane) + int64(row * x_row + col)) * int64(channels * 2)
        logit = head[channels]
        for vector in range(channels // VECTOR):
            p = ptx.load_4u32(at + int64(vector * (VECTOR * 2)))
            for half in range(4):
                channel = vector * VECTOR + 2 * half
                logit += ptx.low_half(p[half]) * head[channel]
                logit += ptx.high_half(p[half]) * head[channel + 1]
        alpha[image, row, col] = float32(1) / (float32(1) + math.exp(-logit))


@device_kernel(
    "void(float32[:,:,:,::1], float32[::1], float32[:,:,::1])", threads=THREADS, fastmath=False
)
def head_sigmoid_float32_kernel(x, head, alpha):
    """The same in float32, one thread per pixel.

    x: float32 (B, H + 2, W + 2, C), bordered. head: float32 (C + 1,). alpha: float32 (B, H, W).
    """
    batch, height, width = alpha.shape
    n, row, col, _ = item_of_thread(1, height, width)
    if n < batch:
        channels = x.shape[3]
        logit = head[channels]
        for c in range(channels):
            logit += x[n, row + 1, col + 1, c] * head[c]
        alpha[n, row, col] = float32(1) / (float32(1) + math.exp(-logit))
