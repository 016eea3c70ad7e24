"""A first, plain composite of RGB frames with a bilinearly enlarged alpha (to be replaced)."""

from __future__ import annotations

from numba import cuda, float32, int32, uint8

from gpu_unet.cuda.launch import device_kernel

THREADS = 256


@device_kernel(
    "void(uint8[:,:,:,::1], float32[:,:,::1], uint8[:,:,:,::1], int32[::1], uint8[:,:,:,::1], "
    "uint8[:,:,::1])",
    threads=THREADS,
)
def composite_rgb_kernel(frames, alpha, backgrounds, background_index, out, out_alpha):
    """One thread per frame pixel; a frame without background stands on black, never on the room."""
    index = int32(cuda.blockIdx.x) * THREADS + int32(cuda.threadIdx.x)
    height, width = frames.shape[1], frames.shape[2]
    col = index % width
    row = (index // width) % height
    n = index // (width * height)
    if n < frames.shape[0]:
        v = (float32(row) + float32(0.5)) * float32(alpha.shape[1]) / float32(height) - float32(0.5)
        u = (float32(col) + float32(0.5)) * float32(alpha.shape[2]) / float32(width) - float32(0.5)
        v = min(max(v, float32(0)), float32(alpha.shape[1] - 1))
        u = min(max(u, float32(0)), float32(alpha.shape[2] - 1))
        top, left = int32(v), int32(u)
        bottom, right = min(top + 1, alpha.shape[1] - 1), min(left + 1, alpha.shape[2] - 1)
        fv, fu = v - float32(top), u - float32(left)
        upper = alpha[n, top, left] + fu * (alpha[n, top, right] - alpha[n, top, left])
        lower = alpha[n, bottom, left] + fu * (alpha[n, bottom, right] - alpha[n, bottom, left])
        a = upper + fv * (lower - upper)
        out_alpha[n, row, col] = uint8(a * float32(255) + float32(0.5))
        b = background_index[n]
        for c in range(3):
            behind = float32(0)
            if b >= 0:
                behind = float32(backgrounds[b, row, col, c])
            mixed = a * float32(frames[n, row, col, c]) + (float32(1) - a) * behind
            out[n, row, col, c] = uint8(mixed + float32(0.5))
