"""The person as a layer: shadow, matched light, and the composite with the background.

    shadow    = triangle filter of alpha (separable), shifted and scaled when it is sampled
    gain      = clip(mean of the background / mean of the person), per channel, smoothed over time
    composite = alpha * gain * person + (1 - alpha) * (1 - shadow) * background

The composite is written once and bound to each layout; see `gpu_unet.kernels.layer_pixel`. The
definition is `gpu_unet.reference.layer`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import cuda, float32, int32

from gpu_unet.cuda.kernels import scalars, small_planes
from gpu_unet.cuda.kernels.place import pixel_of_thread
from gpu_unet.cuda.kernels.scalars import followed, light_gain, next_gain, rgb_of, unit_clamp
from gpu_unet.cuda.kernels.small_planes import block_of, in_rows, sample_type
from gpu_unet.cuda.launch import device_function, device_kernel
from gpu_unet.frame_format import LAYOUTS, Layout
from gpu_unet.kernels import layer_pixel
from gpu_unet.kernels.parameters import (
    FRAME_COUNT,
    FRAME_PARAMS,
    FRESH,
    GAIN_STEP,
    MATCH,
    PARAM_COUNT,
)
from gpu_unet.kernels.plane_numbers import BEHIND_COLOUR, HAS_GAINS, PERSON_ALPHA, SUMS
from gpu_unet.kernels.template import bound, compiled
from gpu_unet.setting_parameters import LEAST_PERSON

if TYPE_CHECKING:
    from gpu_unet.cuda.planes import CudaPlanes

THREADS = 128
LIGHT_THREADS = 256  # of the block that sums up a frame

# Filled in by `bound` for each layout.
DOWN = ACROSS = 0
lay_sample: Any = None
laying_of: Any = None


@device_kernel("void(float32[:,:,::1], float32[:,:,::1], int32)", threads=THREADS)
def shadow_columns_kernel(ramped, out, radius):
    """Vertical triangle filter, one thread per value.

        out[row] = sum over |k| <= radius of (radius + 1 - |k|) / (radius + 1)^2 * in[row + k]

    Below the picture the last row repeats (frames cut people there), above it there is nothing.
    ramped: float32 (B, h, w) in [0, 1].  out: float32 (B, h + 2 radius, w), written.
    """
    batch, height, width = out.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < batch:
        last = ramped.shape[1] - 1
        total = float32(0)
        for k in range(-radius, radius + 1):
            source = row - radius + k
            if source >= 0:
                total += float32(radius + 1 - abs(k)) * ramped[n, min(source, last), col]
        out[n, row, col] = total / float32((radius + 1) * (radius + 1))


@device_kernel("void(float32[:,:,::1], float32[:,:,::1], int32)", threads=THREADS)
def shadow_rows_kernel(lines, out, radius):
    """Horizontal triangle filter, one thread per value; nothing lies beyond either side.

    lines: float32 (B, h + 2 radius, w).  out: float32 (B, h + 2 radius, w + 2 radius), written.
    """
    batch, height, width = out.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < batch:
        size = lines.shape[2]
        total = float32(0)
        for k in range(-radius, radius + 1):
            source = col - radius + k
            if source >= 0 and source < size:
                total += float32(radius + 1 - abs(k)) * lines[n, row, source]
        out[n, row, col] = total / float32((radius + 1) * (radius + 1))


@device_kernel(
    "void(float32[:,:,:,::1], float32[:,:,::1], float32[:,:,:,::1], float32[::1], int32, "
    "float32[:,::1])",
    threads=LIGHT_THREADS,
)
def light_sums_kernel(planes, ramped, behind, matrices, is_rgb, sums):
    """Colour sums of person and background for the light match, a block per frame.

    Each thread sums every 256th pixel of each row; then the block adds up by halves.
    planes, behind: float32 (B, 3, h, w), fractions. ramped: float32 (B, h, w) in [0, 1].
    is_rgb: 1 if the planes are R, G, B, 0 if they are Y, U, V.
    sums: float32 (B, SUMS), written: the person's R, G, B weighted by alpha, the alpha, the
    background's R, G, B.
    """
    parts = cuda.shared.array((SUMS, LIGHT_THREADS), float32)
    tx = int32(cuda.threadIdx.x)
    n = int32(cuda.blockIdx.x)
    _, height, width = ramped.shape
    for i in range(SUMS):
        parts[i, tx] = float32(0)
    for row in range(height):
        for col in range(tx, width, LIGHT_THREADS):
            a, b, c = planes[n, 0, row, col], planes[n, 1, row, col], planes[n, 2, row, col]
            d, e, f = behind[n, 0, row, col], behind[n, 1, row, col], behind[n, 2, row, col]
            if is_rgb != 0:
                a, b, c = unit_clamp(a), unit_clamp(b), unit_clamp(c)
                d, e, f = unit_clamp(d), unit_clamp(e), unit_clamp(f)
            else:
                a, b, c = rgb_of(a, b, c, matrices)
                d, e, f = rgb_of(d, e, f, matrices)
            share = ramped[n, row, col]
            parts[0, tx] += share * a
            parts[1, tx] += share * b
            parts[2, tx] += share * c
            parts[PERSON_ALPHA, tx] += share
            parts[BEHIND_COLOUR, tx] += d
            parts[BEHIND_COLOUR + 1, tx] += e
            parts[BEHIND_COLOUR + 2, tx] += f
    cuda.syncthreads()  # every thread has written its parts
    half = LIGHT_THREADS // 2
    while half > 0:
        if tx < half:
            for i in range(SUMS):
                parts[i, tx] += parts[i, tx + half]
        cuda.syncthreads()  # this round's sums are written before the next round reads them
        half //= 2
    if tx < SUMS:
        sums[n, tx] = parts[tx, 0]


@device_kernel(
    "void(float32[:,::1], float32[::1], float32[::1], int32, float32[:,::1])", threads=32
)
def follow_light_kernel(sums, params, kept, count, gains):
    """Smooth the gains over time: one warp, thread c walks through the batch for channel c.

    sums: from `light_sums_kernel`. count: pixels of a small plane.
    kept: float32 (4,), updated: the last frame's gains, then 1 if there are any.
    gains: float32 (B, 3), written: the factors to apply, after the strength of the match.
    """
    channel = int32(cuda.threadIdx.x)
    has_gain = kept[HAS_GAINS] > float32(0) and not params[FRESH] > float32(0)
    cuda.syncthreads()  # all three threads have read HAS_GAINS; thread 0 overwrites it below
    if channel < 3:
        gain = kept[channel] if has_gain else float32(1)
        # A frame with too little of a person, or past the batch's count, keeps the last gain.
        for n in range(sums.shape[0]):
            weight = sums[n, PERSON_ALPHA]
            is_real = float32(n) < params[FRAME_COUNT]
            if is_real and weight >= float32(LEAST_PERSON) * float32(count):
                new = light_gain(
                    sums[n, channel] / weight, sums[n, BEHIND_COLOUR + channel] / float32(count)
                )
                step = params[PARAM_COUNT + n * FRAME_PARAMS + GAIN_STEP]
                gain = next_gain(new, gain if has_gain else new, step)
                has_gain = True
            gains[n, channel] = followed(gain, params[MATCH])
        kept[channel] = gain
        if channel == 0:
            kept[HAS_GAINS] = float32(1) if has_gain else float32(0)


def lay_kernel(
    persons, alphas, backgrounds, background_index, shadow, gains, params, matrices, light, code,
    out, out_alpha,
):  # fmt: skip
    """One thread per sample and the pixels that share it, a picture per blockIdx.z.

    persons, out: (B, samples of a frame). alphas, out_alpha: uint8 (B, H, W).
    backgrounds, background_index: as in `composite_kernel`.
    shadow: float32 (B, h + 2 radius, w + 2 radius). gains: float32 (B, 3).
    The others: see `lay_sample`.
    """
    sample = int32(cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x)
    sample_row = int32(cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y)
    n = int32(cuda.blockIdx.z)
    laying = laying_of(params)
    k = background_index[n] if laying.has_background else int32(0)
    height, width = alphas.shape[1], alphas.shape[2]
    # A negative index marks a frame past the end of the batch.
    if k >= 0 and sample_row < height // DOWN and sample < width // ACROSS:
        lay_sample(
            persons[n], alphas[n], backgrounds[k], shadow[n], gains[n], laying, matrices, light,
            code, sample_row, sample, out[n], out_alpha[n],
        )  # fmt: skip


def _make(layout: Layout) -> Any:
    given = small_planes.of_layout(layout)
    kind, (columns, rows) = sample_type(layout), block_of(layout)
    given = compiled(layer_pixel, device_function, **scalars.COMPILED, **given)
    known = {name: value for name, value in given.items() if name in globals()}
    return device_kernel(
        f"void({kind}[:,::1], uint8[:,:,::1], {kind}[:,::1], int32[::1], float32[:,:,::1], "
        f"float32[:,::1], float32[::1], float32[::1], float32[::1], {kind}[::1], {kind}[:,::1], "
        "uint8[:,:,::1])",
        threads=columns * rows,
    )(bound(lay_kernel, name=f"lay_{layout}_kernel", **known))


LAY = {layout: _make(layout) for layout in LAYOUTS}


def kernels(layout: Layout) -> list[Any]:
    """All kernels of this module for frames of a layout."""
    return [
        shadow_columns_kernel, shadow_rows_kernel, light_sums_kernel, follow_light_kernel,
        LAY[layout],
    ]  # fmt: skip


def cast_shadow(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue the shadow plane; see `reference.layer.shadow_plane`."""
    down, along = -(-p.shadow_lines.size // THREADS), -(-p.shadow.size // THREADS)
    radius = p.sizes.shadow_radius
    shadow_columns_kernel[down, THREADS, stream](p.ramped, p.shadow_lines, radius)
    shadow_rows_kernel[along, THREADS, stream](p.shadow_lines, p.shadow, radius)


def follow_light(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue the gains of a batch's frames; see `reference.layer.light_gains`."""
    batch, height, width = p.ramped.shape
    is_rgb = int(p.frame_format.layout == "rgb")
    light_sums_kernel[batch, LIGHT_THREADS, stream](
        p.planes, p.ramped, p.behind, p.tables["matrices"], is_rgb, p.light_sums
    )
    follow_light_kernel[1, 32, stream](
        p.light_sums, p.params, p.kept_gains, height * width, p.gains
    )


def lay(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue the composites and alpha planes of a batch; see `reference.layer.lay`."""
    batch, height, width = p.out_alpha.shape
    layout, tables = p.frame_format.layout, p.tables
    shared = p.frame_format.row
    columns, rows = block = block_of(layout)
    grid = (-(-width // shared.across // columns), -(-height // shared.down // rows), batch)
    LAY[layout][grid, block, stream](
        in_rows(p.person), p.person_alpha, in_rows(p.backgrounds), p.background_index, p.shadow,
        p.gains, p.params, tables["matrices"], tables["light"], tables["code"],
        in_rows(p.out), p.out_alpha,
    )  # fmt: skip
