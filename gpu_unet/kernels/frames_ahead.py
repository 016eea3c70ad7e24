"""Motion between two frames, and alpha moved along it: one patch or one pixel at a time.

Dense inverse search: a patch of PATCH x PATCH pixels in picture `one` is looked for in picture
`other`, with Gauss-Newton steps that minimise

    sum over the patch of (other(p + motion) - one(p) - mean difference)^2

from the best of a few first guesses; a pixel's motion is the weighted mean of its patches'.

Scalar functions, compiled for each device by its `kernels/ahead_pixel.py`; their definition, on
whole arrays, is `gpu_unet.reference.frames_ahead`. `grey_of`, `pixel_motion` and `change_and_alpha`
run on CUDA alone: the CPU's kernels compute the same on whole lines. Arrays, on both devices:

pictures: float32 (slots, h + 2 BORDER, w + 2 BORDER), the grey pictures of one size.
patches: float32 (slots, 2 ways, 2, rows, columns), motion of each patch; across, then down.
flows: float32 (slots, 2 ways, 2, h, w), motion of each pixel of the grey pictures of one size.
seen: uint32 (slots, h, w), a frame's network input and alpha: bytes R, G, B, alpha, R the lowest.

Way 0 of a slot goes from the frame before it to it, way 1 back.

Source: Kroeger et al. 2016, "Fast optical flow using dense inverse search",
https://arxiv.org/abs/1603.03590
"""

from __future__ import annotations

from typing import Any

from numba import float32, int32, uint32

from gpu_unet.frames_ahead import (
    BORDER,
    GREYS,
    LEAST_TEXTURE,
    OUTSIDE,
    PATCH,
    SAME,
    SETTLED,
    SHORT_STEP,
    SHRINK,
    STEPS,
    STRIDE,
)

# Supplied by each device: sums over the pixels of a patch, see `ahead_pixel.py`.
#   patch_sums(pictures, one, other, row, col, top, left, weights): of the differences, of their
#   squares, and of the differences times each slope.
#   patch_slopes(pictures, one, row, col): of both slopes, their squares and their product.
patch_sums: Any = None
patch_slopes: Any = None

SQUARE_SCALE = 1.0 / (SAME * SAME)
PIXELS_SCALE = 1.0 / (PATCH * PATCH)
GREY_SCALE = 1.0 / (256.0 * SHRINK * SHRINK)
GREY_RED, GREY_GREEN, GREY_BLUE = GREYS
SHRINK_SCALE = 1.0 / SHRINK


def settled(byte):
    """Alpha, uint8, with values within SETTLED of 0 or 255 moved there: int32."""
    value = int32(byte)
    if value <= int32(SETTLED):
        return int32(0)
    if value >= int32(255 - SETTLED):
        return int32(255)
    return value


def word_of(red, green, blue, alpha):
    """Pack four bytes into a uint32, red lowest."""
    low = uint32(red) | (uint32(green) << uint32(8))
    return uint32(low | (uint32(blue) << uint32(16)) | (uint32(alpha) << uint32(24)))


def byte_of(word, index):
    """Byte 0 to 3 of a word: int32."""
    return int32((word >> uint32(8 * index)) & uint32(255))


def level_of(word, index):
    """Byte 0 to 3 of a word: float32."""
    return float32(byte_of(word, index))


def grey_of(seen, slot, row, col):
    """A pixel of the largest grey picture, 0 to 255: float32, the mean of SHRINK x SHRINK pixels.

    Summed as integers, so every device gets the same bits.
    """
    last_row, last_col = seen.shape[1] - 1, seen.shape[2] - 1
    total = int32(0)
    for i in range(SHRINK):
        y = min(row * SHRINK + i, last_row)
        for j in range(SHRINK):
            x = min(col * SHRINK + j, last_col)
            word = seen[slot, y, x]
            total += (
                int32(GREY_RED) * byte_of(word, 0)
                + int32(GREY_GREEN) * byte_of(word, 1)
                + int32(GREY_BLUE) * byte_of(word, 2)
            )
    return float32(total) * float32(GREY_SCALE)


def halved(pictures, slot, row, col):
    """A pixel of the next smaller grey picture: the mean of 2x2 pixels."""
    y, x = row * 2 + BORDER, col * 2 + BORDER
    return float32(0.25) * (
        (pictures[slot, y, x] + pictures[slot, y, x + 1])
        + (pictures[slot, y + 1, x] + pictures[slot, y + 1, x + 1])
    )


def patch_start(index, side):
    """First pixel of patch `index` along a side of `side` pixels; the last ends with the side."""
    return max(min(index * STRIDE, side - PATCH), 0)


def difference(pictures, one, other, row, col, across, down):
    """Compare a patch with the pixels that a motion leads to in another picture.

    Returns:
        (sum of squared differences after removing the mean difference, sum of differences, sums of
        differences times slope_x and slope_y).
    """
    height = pictures.shape[1] - 2 * BORDER
    width = pictures.shape[2] - 2 * BORDER
    most_x, most_y = float32(width - PATCH + OUTSIDE), float32(height - PATCH + OUTSIDE)
    x = min(max(float32(col) + across, float32(-OUTSIDE)), most_x)
    y = min(max(float32(row) + down, float32(-OUTSIDE)), most_y)
    # The sum is positive, so the conversion to int rounds down.
    left = int32(x + float32(OUTSIDE)) - int32(OUTSIDE)
    top = int32(y + float32(OUTSIDE)) - int32(OUTSIDE)
    fx, fy = x - float32(left), y - float32(top)
    gx, gy = float32(1.0) - fx, float32(1.0) - fy
    weights = (gx * gy, fx * gy, gx * fy, fx * fy)
    total, squares, by_x, by_y = patch_sums(
        pictures, one, other, row + BORDER, col + BORDER, top + BORDER, left + BORDER, weights
    )
    return squares - total * total * float32(PIXELS_SCALE), total, by_x, by_y


def first_guess(pictures, one, other, row, col, coarse, slot, way):
    """The best first guess of a patch's motion: none, or the coarse motion there or 4 around."""
    best_x, best_y = float32(0.0), float32(0.0)
    least, _, _, _ = difference(pictures, one, other, row, col, best_x, best_y)
    last_row, last_col = coarse.shape[3] - 1, coarse.shape[4] - 1
    centre_row, centre_col = (row + PATCH // 2) // 2, (col + PATCH // 2) // 2
    for k in range(5):
        y, x = centre_row, centre_col
        if k == 1:
            x -= STRIDE
        elif k == 2:
            x += STRIDE
        elif k == 3:
            y -= STRIDE
        elif k == 4:
            y += STRIDE
        y, x = min(max(y, 0), last_row), min(max(x, 0), last_col)
        across = float32(2.0) * coarse[slot, way, 0, y, x]
        down = float32(2.0) * coarse[slot, way, 1, y, x]
        here, _, _, _ = difference(pictures, one, other, row, col, across, down)
        if here < least:
            least, best_x, best_y = here, across, down
    return best_x, best_y


def searched(pictures, one, other, row, col, across, down):
    """The motion of a patch by inverse search from a first guess: (across, down).

    Gauss-Newton: step = H^-1 * (sum of d * slope), with H the 2x2 matrix of slope products. Stops
    when the fit gets worse, the step is short, or the patch has moved by more than PATCH pixels.
    Without enough texture (det H) the guess stays.
    """
    # H = [[xx, xy], [xy, yy]], with the mean slope removed; `area` is its determinant.
    sum_x, sum_y, xx, xy, yy = patch_slopes(pictures, one, row + BORDER, col + BORDER)
    xx -= sum_x * sum_x * float32(PIXELS_SCALE)
    yy -= sum_y * sum_y * float32(PIXELS_SCALE)
    xy -= sum_x * sum_y * float32(PIXELS_SCALE)
    area = xx * yy - xy * xy
    if area < float32(LEAST_TEXTURE):
        return across, down
    x, y = across, down
    best_x, best_y = across, down
    least = float32(1e30)
    for _ in range(STEPS + 1):
        here, total, by_x, by_y = difference(pictures, one, other, row, col, x, y)
        if here >= least:
            break
        least, best_x, best_y = here, x, y
        by_x -= total * sum_x * float32(PIXELS_SCALE)
        by_y -= total * sum_y * float32(PIXELS_SCALE)
        step_x = (yy * by_x - xy * by_y) / area
        step_y = (xx * by_y - xy * by_x) / area
        x -= step_x
        y -= step_y
        if step_x * step_x + step_y * step_y < float32(SHORT_STEP):
            break
        if abs(x - across) > float32(PATCH) or abs(y - down) > float32(PATCH):
            break
    return best_x, best_y


def pixel_motion(pictures, one, other, patches, slot, way, row, col):
    """The motion of a pixel: mean over the patches that cover it, weighted by 1 / max(1, error)."""
    height = pictures.shape[1] - 2 * BORDER
    width = pictures.shape[2] - 2 * BORDER
    rows, columns = patches.shape[3], patches.shape[4]
    first_row = min(max((row - PATCH + STRIDE) // STRIDE, 0), rows - 1)
    first_col = min(max((col - PATCH + STRIDE) // STRIDE, 0), columns - 1)
    here = pictures[one, row + BORDER, col + BORDER]
    across, down, total = float32(0.0), float32(0.0), float32(0.0)
    for i in range(first_row, min(row // STRIDE, rows - 1) + 1):
        for j in range(first_col, min(col // STRIDE, columns - 1) + 1):
            u, v = patches[slot, way, 0, i, j], patches[slot, way, 1, i, j]
            x = min(max(float32(col) + u, float32(0.0)), float32(width - 1))
            y = min(max(float32(row) + v, float32(0.0)), float32(height - 1))
            left, top = int32(x), int32(y)
            fx, fy = x - float32(left), y - float32(top)
            left, top = left + BORDER, top + BORDER
            above = pictures[other, top, left]
            above += fx * (pictures[other, top, left + 1] - above)
            below = pictures[other, top + 1, left]
            below += fx * (pictures[other, top + 1, left + 1] - below)
            # A patch counts by how well the pixel fits where the patch moves it.
            weight = float32(1.0) / max(float32(1.0), abs(above + fy * (below - above) - here))
            across += weight * u
            down += weight * v
            total += weight
    return across / total, down / total


def flow_at(flows, slot, way, y, x):
    """The motion at a place between pixels, bilinear: (across, down)."""
    last_row, last_col = flows.shape[3] - 1, flows.shape[4] - 1
    x = min(max(x, float32(0.0)), float32(last_col))
    y = min(max(y, float32(0.0)), float32(last_row))
    left, top = int32(x), int32(y)
    right, bottom = min(left + 1, last_col), min(top + 1, last_row)
    fx, fy = x - float32(left), y - float32(top)
    gx, gy = float32(1.0) - fx, float32(1.0) - fy
    a, b, c, d = gx * gy, fx * gy, gx * fy, fx * fy
    return (
        a * flows[slot, way, 0, top, left]
        + b * flows[slot, way, 0, top, right]
        + c * flows[slot, way, 0, bottom, left]
        + d * flows[slot, way, 0, bottom, right],
        a * flows[slot, way, 1, top, left]
        + b * flows[slot, way, 1, top, right]
        + c * flows[slot, way, 1, bottom, left]
        + d * flows[slot, way, 1, bottom, right],
    )


def moved_on(flows, slot, way, row, col, across, down):
    """Extend a grey pixel's motion by one frame: add the flow at the place that it leads to."""
    u, v = flow_at(flows, slot, way, float32(row) + down, float32(col) + across)
    return across + u, down + v


def small_place(place):
    """Coordinate of a network pixel's centre in the largest grey picture: float32."""
    return (float32(place) + float32(0.5)) * float32(SHRINK_SCALE) - float32(0.5)


def between(upper, lower, weights, index):
    """Byte `index` of four words, interpolated by bilinear weights: float32."""
    return (
        weights[0] * level_of(upper[0], index)
        + weights[1] * level_of(upper[1], index)
        + weights[2] * level_of(lower[0], index)
        + weights[3] * level_of(lower[1], index)
    )


def change_and_alpha(seen, own, other, row, col, across, down):
    """Colour change and alpha at the place in another frame that a pixel's motion leads to.

    Args:
        own, other: Slots of the pixel's frame and of the other one.
        across, down: Its motion, in pixels of the network's size.

    Returns:
        (largest change of the three colours, the other frame's alpha), levels of 255, float32.
    """
    last_row, last_col = seen.shape[1] - 1, seen.shape[2] - 1
    x = min(max(float32(col) + across, float32(0.0)), float32(last_col))
    y = min(max(float32(row) + down, float32(0.0)), float32(last_row))
    left, top = int32(x), int32(y)
    right, bottom = min(left + 1, last_col), min(top + 1, last_row)
    fx, fy = x - float32(left), y - float32(top)
    gx, gy = float32(1.0) - fx, float32(1.0) - fy
    weights = (gx * gy, fx * gy, gx * fy, fx * fy)
    here = seen[own, row, col]
    upper = (seen[other, top, left], seen[other, top, right])
    lower = (seen[other, bottom, left], seen[other, bottom, right])
    red = abs(between(upper, lower, weights, 0) - level_of(here, 0))
    green = abs(between(upper, lower, weights, 1) - level_of(here, 1))
    blue = abs(between(upper, lower, weights, 2) - level_of(here, 2))
    return max(red, max(green, blue)), between(upper, lower, weights, 3)


def likeness(change):
    """Weight of a moved value by its mean colour change in levels: about exp(-(change / SAME)^2).

    1 / (1 + z + z^2 / 2 + z^3 / 6) with z = (change / SAME)^2: arithmetic only, in (0, 1].
    """
    z = change * change * float32(SQUARE_SCALE)
    return float32(1.0) / (
        float32(1.0) + z * (float32(1.0) + z * (float32(0.5) + z * float32(1.0 / 6.0)))
    )
