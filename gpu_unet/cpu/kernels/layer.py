"""The person as a layer: shadow, matched light, and the composite with the background.

    shadow    = triangle filter of alpha (separable), shifted and scaled when it is sampled
    composite = alpha * gain * person + (1 - alpha) * (1 - shadow) * background

`lay` is written once and bound to each layout; see `gpu_unet.kernels.layer_pixel`. The definition
is `gpu_unet.reference.layer`.
"""

from __future__ import annotations

from typing import Any

from numba import float32, int32, prange

from gpu_unet.cpu.compile import CHUNKS, device_function, parallel_kernel, serial_kernel
from gpu_unet.cpu.kernels import scalars, small_planes
from gpu_unet.cpu.kernels.scalars import rgb_of, unit_clamp
from gpu_unet.frame_format import LAYOUTS, Layout
from gpu_unet.kernels import layer_pixel
from gpu_unet.kernels.plane_numbers import BEHIND_COLOUR, PERSON_ALPHA
from gpu_unet.kernels.template import bound, compiled

# Filled in by `bound` for each layout.
DOWN = ACROSS = 0
lay_sample: Any = None
laying_of: Any = None


@serial_kernel
def cast_shadow(ramped, radius, lines, out):
    """Triangle filter of alpha with a margin of `radius`; see `reference.layer.shadow_plane`.

        weight(k) = (radius + 1 - |k|) / (radius + 1)^2,   |k| <= radius

    Below the picture the last row repeats, since frames cut people there.
    ramped: float32 (h, w) in [0, 1].  lines: float32 (h + 2 radius, w), scratch.
    out: float32 (h + 2 radius, w + 2 radius), written.
    """
    height, width = ramped.shape
    scale = float32(1.0) / float32((radius + 1) * (radius + 1))
    for row in range(height + 2 * radius):
        line = lines[row]
        line[:] = float32(0.0)
        for k in range(-radius, radius + 1):
            source = row - radius + k
            if source >= 0:
                weight = float32(radius + 1 - abs(k)) * scale
                own = ramped[min(source, height - 1)]
                for x in range(width):
                    line[x] += weight * own[x]
        target = out[row]
        target[:] = float32(0.0)
        for k in range(-radius, radius + 1):
            weight = float32(radius + 1 - abs(k)) * scale
            shift = radius + k
            for x in range(width):
                target[x + shift] += weight * line[x]


@serial_kernel
def light_sums(planes, ramped, behind, matrices, is_rgb, out):
    """Colour sums of person and background for the light match.

    planes, behind: float32 (3, h, w), fractions.  ramped: float32 (h, w) in [0, 1].
    matrices: from `coding_matrices`.  is_rgb: whether the planes are R, G, B.
    out: float32 (7,), written: the person's R, G, B weighted by alpha, the alpha, the background's
    R, G, B. Summed row by row: a running float32 sum over the whole plane would lose digits.
    """
    _, height, width = planes.shape
    out[:] = float32(0.0)
    for row in range(height):
        red = green = blue = weight = float32(0.0)
        red_behind = green_behind = blue_behind = float32(0.0)
        for x in range(width):
            own = (planes[0, row, x], planes[1, row, x], planes[2, row, x])
            back = (behind[0, row, x], behind[1, row, x], behind[2, row, x])
            if is_rgb:
                r, g, b = unit_clamp(own[0]), unit_clamp(own[1]), unit_clamp(own[2])
                s, t, u = unit_clamp(back[0]), unit_clamp(back[1]), unit_clamp(back[2])
            else:
                r, g, b = rgb_of(own[0], own[1], own[2], matrices)
                s, t, u = rgb_of(back[0], back[1], back[2], matrices)
            share = ramped[row, x]
            red += share * r
            green += share * g
            blue += share * b
            weight += share
            red_behind += s
            green_behind += t
            blue_behind += u
        out[0] += red
        out[1] += green
        out[2] += blue
        out[PERSON_ALPHA] += weight
        out[BEHIND_COLOUR] += red_behind
        out[BEHIND_COLOUR + 1] += green_behind
        out[BEHIND_COLOUR + 2] += blue_behind


def lay(person, alpha, background, shadow, gains, params, matrices, light, code, out, out_alpha):
    """Lay the person over the background; see `reference.layer.lay`.

    params: float32, see `gpu_unet.kernels.parameters`.  The others: see `lay_sample`.
    Chunk c takes every CHUNKS-th row of samples from c on.
    """
    rows = alpha.shape[0] // DOWN
    columns = alpha.shape[1] // ACROSS
    for chunk in prange(CHUNKS):
        laying = laying_of(params)
        for sample_row in range(chunk, rows, CHUNKS):
            for sample in range(columns):
                lay_sample(
                    person, alpha, background, shadow, gains, laying, matrices, light, code,
                    int32(sample_row), int32(sample), out, out_alpha,
                )  # fmt: skip


def _make(layout: Layout) -> Any:
    given = small_planes.of_layout(layout)
    given = compiled(layer_pixel, device_function, **scalars.COMPILED, **given)
    known = {name: value for name, value in given.items() if name in globals()}
    return parallel_kernel(bound(lay, name=f"lay_{layout}", **known))


LAY = {layout: _make(layout) for layout in LAYOUTS}
