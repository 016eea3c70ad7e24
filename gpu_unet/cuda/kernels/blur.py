"""Two Gaussian blurs at the network's size: the background without the person, and the light wrap.

Both are normalised convolutions (*) with a Gaussian G, separable, columns first:

    blurred = (G * (weight colour)) / (G * weight)

The blurred background weights each pixel by its share of background, so the person's colour does
not bleed in. The light wrap blurs the new background; its weight plane gives the share of it that
falls over the person's edge.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from numba import cuda, float32, int32

from gpu_unet.cuda.kernels.place import pixel_of_thread
from gpu_unet.cuda.kernels.scalars import blur_scale, original_weight, wrap_share
from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.kernels.parameters import (
    BLUR,
    EXPONENT,
    RADIUS,
    SCALE,
    WRAP,
    WRAP_STRENGTH,
    gaussian_radius,
)
from gpu_unet.kernels.plane_numbers import WEIGHT, WRAP_SHARE

if TYPE_CHECKING:
    from gpu_unet.cuda.planes import CudaPlanes

THREADS = 128
SEGMENT = 128  # pixels of a row that share a line of column sums in shared memory
ROWS = 4  # outputs of a thread of `blur_columns_kernel`: their windows overlap in all but 3 rows
PLANES = 4  # three colours and a weight


@device_kernel("void(float32[:,:,:,::1], float32[:,:,::1], float32[:,:,:,::1])", threads=THREADS)
def original_shares_kernel(planes, alpha, out):
    """One thread per pixel: the background's colour times its weight, and the weight.

    The weight is 1 minus the largest alpha of 5x5 pixels: close to 0 near the person, see
    `original_weight`.
    planes: float32 (B, 3, h, w), fractions.  alpha: float32 (B, h, w), ramped, in [0, 1].
    out: float32 (B, PLANES, h, w), written.
    """
    height = alpha.shape[1]
    width = alpha.shape[2]
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < alpha.shape[0]:
        most = float32(0.0)
        for y in range(max(row - 2, 0), min(row + 3, height)):
            for x in range(max(col - 2, 0), min(col + 3, width)):
                most = max(most, alpha[n, y, x])
        weight = original_weight(most, alpha[n, row, col])
        for c in range(3):
            out[n, c, row, col] = planes[n, c, row, col] * weight
        out[n, WEIGHT, row, col] = weight


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,:,::1], int32, float32[:,:,:,::1])", threads=THREADS
)
def wrap_sources_kernel(background, alpha, mirror, out):
    """One thread per pixel: the new background in the frame's direction, and 1 - alpha.

    background: float32 (B, 3, h, w), fractions.  alpha: float32 (B, h, w), ramped.
    mirror: 1 reverses the background, because the full-size pass reverses the result.
    out: float32 (B, PLANES, h, w), written.
    """
    height = alpha.shape[1]
    width = alpha.shape[2]
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < alpha.shape[0]:
        source = width - 1 - col if mirror == 1 else col
        for c in range(3):
            out[n, c, row, col] = background[n, c, row, source]
        out[n, WEIGHT, row, col] = float32(1.0) - alpha[n, row, col]


@device_function
def _load_taps(params, place, count, taps):
    """Write the right half of a Gaussian to shared memory, centre first, zeros up to `count`."""
    radius = int32(params[place + RADIUS])
    for i in range(int32(cuda.threadIdx.x), count, int32(cuda.blockDim.x)):
        value = float32(0.0)
        if i <= radius:
            distance = float32(i)
            value = math.exp(params[place + EXPONENT] * distance * distance)
            value *= params[place + SCALE]
        taps[i] = value


@device_function
def _inside(taps, radius, place, size):
    """Sum of the taps around `place` that lie in [0, size)."""
    total = float32(0.0)
    for i in range(max(place - radius, 0), min(place + radius + 1, size)):
        total += taps[abs(i - place)]
    return total


@device_kernel("void(float32[:,:,:,::1], float32[::1], int32, float32[:,:,:,::1])", threads=THREADS)
def blur_columns_kernel(planes, params, place, out):
    """Vertical Gaussian sum: one thread per ROWS pixels of a column, a plane per blockIdx.z.

    A thread reads each of the radius * 2 + ROWS rows once and adds it to four sums.
    planes: float32 (B, PLANES, h, w).  params: radius, exponent and scale of the Gaussian from
    `place` on.  out: float32 (B, PLANES, h, w), written.
    Dynamic shared memory: radius + ROWS float32, the taps.
    """
    taps = cuda.shared.array(0, float32)
    height = planes.shape[2]
    width = planes.shape[3]
    radius = int32(params[place + RADIUS])
    _load_taps(params, place, radius + ROWS, taps)
    cuda.syncthreads()  # the taps are complete before they are used
    col = int32(cuda.blockIdx.x) * int32(THREADS) + int32(cuda.threadIdx.x)
    row = int32(cuda.blockIdx.y) * int32(ROWS)
    n = int32(cuda.blockIdx.z) // PLANES
    plane = int32(cuda.blockIdx.z) - n * PLANES
    if col < width:
        # Taps beyond the radius are 0, so each row may be added to all four sums.
        first = second = third = fourth = float32(0.0)
        for y in range(max(row - radius, 0), min(row + radius + ROWS, height)):
            value = planes[n, plane, y, col]
            first += taps[abs(y - row)] * value
            second += taps[abs(y - row - 1)] * value
            third += taps[abs(y - row - 2)] * value
            fourth += taps[abs(y - row - 3)] * value
        out[n, plane, row, col] = first
        if row + 1 < height:
            out[n, plane, row + 1, col] = second
        if row + 2 < height:
            out[n, plane, row + 2, col] = third
        if row + 3 < height:
            out[n, plane, row + 3, col] = fourth


@device_kernel("void(float32[:,:,:,::1], float32[::1], int32, float32[:,:,:,::1])", threads=SEGMENT)
def blur_rows_kernel(columns, params, place, out):
    """Horizontal Gaussian sum and normalisation: one thread per pixel, a block per row segment.

    `place` BLUR divides the colours by the weight, which removes the person's share. `place` WRAP
    divides by the sum of the taps inside the picture and turns the weight into the wrap's share,
    see `wrap_share`: 0 deep inside the person.
    columns: float32 (B, PLANES, h, w), from `blur_columns_kernel`.  params: radius, exponent and
    scale of the Gaussian from `place` on.  out: float32 (B, PLANES, h, w), written.
    Dynamic shared memory, float32: PLANES lines of SEGMENT + 2 * radius, then radius + 1 taps.
    """
    memory = cuda.shared.array(0, float32)
    height = columns.shape[2]
    width = columns.shape[3]
    tx = int32(cuda.threadIdx.x)
    first = int32(cuda.blockIdx.x) * int32(SEGMENT)
    row = int32(cuda.blockIdx.y)
    n = int32(cuda.blockIdx.z)
    radius = int32(params[place + RADIUS])
    length = SEGMENT + 2 * radius
    taps = memory[PLANES * length :]
    _load_taps(params, place, radius + 1, taps)
    for plane in range(PLANES):
        for i in range(tx, length, SEGMENT):
            x = first - radius + i
            value = float32(0.0)
            if x >= 0 and x < width:
                value = columns[n, plane, row, x]
            memory[plane * length + i] = value
    cuda.syncthreads()  # taps and lines are complete before windows are summed
    col = first + tx
    if col < width:
        a = b = c = weight = float32(0.0)
        for i in range(2 * radius + 1):
            tap = taps[abs(i - radius)]
            a += tap * memory[tx + i]
            b += tap * memory[length + tx + i]
            c += tap * memory[2 * length + tx + i]
            weight += tap * memory[3 * length + tx + i]
        if place == WRAP:
            # A mean over the part of the window inside the picture.
            inside = _inside(taps, radius, row, height) * _inside(taps, radius, col, width)
            scale = float32(1.0) / inside
            out[n, WRAP_SHARE, row, col] = wrap_share(weight * scale, params[WRAP_STRENGTH])
        else:
            scale = blur_scale(weight)
            out[n, WEIGHT, row, col] = weight
        out[n, 0, row, col] = a * scale
        out[n, 1, row, col] = b * scale
        out[n, 2, row, col] = c * scale


def blur_original(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue the background-only blur; see `reference.edges.blurred_original`."""
    grid = -(-p.ramped.size // THREADS)
    original_shares_kernel[grid, THREADS, stream](p.planes, p.ramped, p.blur_sources)
    _blur(p, p.blurred, BLUR, gaussian_radius(p.fixed.blur_sigma), stream)


def wrap_light(p: CudaPlanes, *, mirror: bool, stream: Any) -> None:
    """Enqueue the light wrap; see `reference.edges.light_wrap`."""
    grid = -(-p.ramped.size // THREADS)
    wrap_sources_kernel[grid, THREADS, stream](p.behind, p.ramped, int(mirror), p.blur_sources)
    _blur(p, p.wrap, WRAP, gaussian_radius(p.fixed.wrap_sigma), stream)


def _blur(p: CudaPlanes, out: Any, place: int, most: int, stream: Any) -> None:
    """Blur `blur_sources` by the Gaussian at `place` of the parameters; `most`: largest radius.

    The radius of a batch is a parameter on the device; shared memory is sized for `most`.
    """
    batch, _, height, width = out.shape
    grid = (-(-width // THREADS), -(-height // ROWS), batch * PLANES)
    blur_columns_kernel[grid, THREADS, stream, 4 * (most + ROWS)](
        p.blur_sources, p.params, place, p.blur_columns
    )
    lines = (-(-width // SEGMENT), height, batch)
    shared_bytes = 4 * (PLANES * (SEGMENT + 2 * most) + most + 1)
    blur_rows_kernel[lines, SEGMENT, stream, shared_bytes](p.blur_columns, p.params, place, out)
