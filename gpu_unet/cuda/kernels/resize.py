"""A first, plain resize + normalise: bilinear samples of RGB frames (to be replaced)."""

from __future__ import annotations

from numba import cuda, float32, int32

from gpu_unet.cuda.launch import device_kernel

THREADS = 256


@device_kernel("void(uint8[:,:,:,::1], float16[:,:,:,::1], int32, int32)", threads=THREADS)
def resize_rgb_kernel(frames, x, height, width):
    """One thread per network pixel. frames: uint8 (B, H, W, 3); x: bordered (B, h, w, C)."""
    index = int32(cuda.blockIdx.x) * THREADS + int32(cuda.threadIdx.x)
    col = index % width
    row = (index // width) % height
    n = index // (width * height)
    if n < x.shape[0]:
        v = (float32(row) + float32(0.5)) * float32(frames.shape[1]) / float32(height) - float32(
            0.5
        )
        u = (float32(col) + float32(0.5)) * float32(frames.shape[2]) / float32(width) - float32(0.5)
        v = min(max(v, float32(0)), float32(frames.shape[1] - 1))
        u = min(max(u, float32(0)), float32(frames.shape[2] - 1))
        top, left = int32(v), int32(u)
        bottom, right = min(top + 1, frames.shape[1] - 1), min(left + 1, frames.shape[2] - 1)
        fv, fu = v - float32(top), u - float32(left)
        for c in range(3):
            a = float32(frames[n, top, left, c])
            b = float32(frames[n, top, right, c])
            d = float32(frames[n, bottom, left, c])
            e = float32(frames[n, bottom, right, c])
            upper = a + fu * (b - a)
            lower = d + fu * (e - d)
            x[n, row + 1, col + 1, c] = (upper + fv * (lower - upper)) * float32(1.0 / 255.0)
