"""Drawn areas on the matte: alpha becomes 0 in garbage areas, 1 in keep areas, soft in others.

    smoothed     *= 1 - garbage / 255
    coefficients  = forced(forced(coefficients, those of alpha 1, keep), those of alpha 0, garbage)
    ramped        = ramp(coefficients[0:3] . planes + coefficients[OFFSET])

`forced(a, b, share)` goes from a to b by share / 255. One thread per pixel of a small plane;
threads share nothing. The same kernels on the CPU: `gpu_unet/cpu/kernels/areas.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import float32

from gpu_unet.cuda.kernels import guided
from gpu_unet.cuda.kernels.place import pixel_of_thread
from gpu_unet.cuda.kernels.scalars import forced, outside_garbage, ramp
from gpu_unet.cuda.launch import device_kernel
from gpu_unet.kernels.parameters import RAMP_LOW, RAMP_SLOPE
from gpu_unet.kernels.plane_numbers import OFFSET
from gpu_unet.small_areas import GARBAGE, KEEP, SOFT

if TYPE_CHECKING:
    from gpu_unet.cuda.planes import CudaPlanes

THREADS = 128


@device_kernel("void(float32[:,:,::1], uint8[:,:,::1])", threads=THREADS)
def drop_garbage_kernel(alpha, areas):
    """One thread per pixel: alpha *= 1 - garbage / 255.

    alpha: float32 (B, h, w), changed. areas: uint8 (3, h, w), from `small_areas`.
    """
    batch, height, width = alpha.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < batch:
        alpha[n, row, col] = outside_garbage(alpha[n, row, col], areas[GARBAGE, row, col])


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,:,:,::1], float32[:,:,::1], float32[:,:,:,::1], "
    "uint8[:,:,::1], float32[::1])",
    threads=THREADS,
)
def soften_kernel(wide, planes, ramped, coefficients, areas, params):
    """One thread per pixel: take the wide windows' coefficients in soft areas, compute alpha anew.

        coefficients = forced(coefficients, wide, soft)

    wide: float32 (B, 4 or more, h, w). The others: as in `force_areas_kernel`.
    """
    batch, height, width = ramped.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < batch:
        soft = areas[SOFT, row, col]
        alpha = float32(0)
        for plane in range(4):
            value = forced(coefficients[n, plane, row, col], wide[n, plane, row, col], soft)
            coefficients[n, plane, row, col] = value
            alpha += value * (planes[n, plane, row, col] if plane < 3 else float32(1))
        ramped[n, row, col] = ramp(alpha, params[RAMP_LOW], params[RAMP_SLOPE])


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,:,::1], float32[:,:,:,::1], uint8[:,:,::1], float32[::1])",
    threads=THREADS,
)
def force_areas_kernel(planes, ramped, coefficients, areas, params):
    """One thread per pixel: force the guided filter's coefficients, then compute alpha anew.

        alpha = coefficients[0:3] . planes + coefficients[OFFSET]

    Where an area is whole the slopes become 0 and the offset becomes the value that `ramp` maps to
    0 (garbage) or 1 (keep); garbage wins where both are drawn.

    planes: float32 (B, 3, h, w), in [0, 1]. ramped: float32 (B, h, w), written, in [0, 1].
    coefficients: float32 (B, 4, h, w), changed. areas: uint8 (3, h, w).
    """
    batch, height, width = ramped.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < batch:
        low, slope = params[RAMP_LOW], params[RAMP_SLOPE]
        garbage, keep = areas[GARBAGE, row, col], areas[KEEP, row, col]
        alpha = float32(0)
        for plane in range(4):
            at_low = low if plane == OFFSET else float32(0)
            at_high = low + float32(1) / slope if plane == OFFSET else float32(0)
            value = forced(coefficients[n, plane, row, col], at_high, keep)
            value = forced(value, at_low, garbage)
            coefficients[n, plane, row, col] = value
            alpha += value * (planes[n, plane, row, col] if plane < 3 else float32(1))
        ramped[n, row, col] = ramp(alpha, low, slope)


def drop_garbage(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue `drop_garbage_kernel`."""
    grid = -(-p.smoothed.size // THREADS)
    drop_garbage_kernel[grid, THREADS, stream](p.smoothed, p.areas)


def soften(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue the guided filter with wide windows, then `soften_kernel`."""
    wide = p.windows  # they are averaged by the time that their means are written
    guided.enqueue(p, p.fixed.soft_radius, wide, stream=stream)
    grid = -(-p.ramped.size // THREADS)
    soften_kernel[grid, THREADS, stream](
        wide, p.planes, p.ramped, p.coefficients, p.areas, p.params
    )


def force_areas(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue `force_areas_kernel`."""
    grid = -(-p.ramped.size // THREADS)
    force_areas_kernel[grid, THREADS, stream](p.planes, p.ramped, p.coefficients, p.areas, p.params)
