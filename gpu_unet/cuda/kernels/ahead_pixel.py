"""`gpu_unet.kernels.frames_ahead`, compiled for the GPU: one thread per patch or pixel.

`patch_sums` and `patch_slopes` are the two parts that each device writes for itself: here one
thread walks over the 8 x 8 pixels of a patch and keeps two rows of values in registers.
"""

from typing import TYPE_CHECKING, Any

from numba import float32

from gpu_unet.cuda.launch import device_function
from gpu_unet.frames_ahead import PATCH
from gpu_unet.kernels import frames_ahead
from gpu_unet.kernels.template import compiled

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...  # what it compiles is typed by Numba


@device_function
def patch_sums(pictures, one, other, row, col, top, left, weights):
    """Sums over a patch of d = moved - here: of d, d^2, d * slope_x, d * slope_y; float32.

    row, col: the patch in picture `one`.  top, left: the same in picture `other`, rounded down.
    weights: bilinear weights of the four pixels around each place in `other`.
    """
    a, b, c, d = weights
    total, squares = float32(0.0), float32(0.0)
    by_x, by_y = float32(0.0), float32(0.0)
    for i in range(PATCH):
        y, v = row + i, top + i
        before, here = pictures[one, y, col - 1], pictures[one, y, col]
        upper, lower = pictures[other, v, left], pictures[other, v + 1, left]
        for j in range(PATCH):
            x, u = col + j, left + j + 1
            behind = pictures[one, y, x + 1]
            next_upper, next_lower = pictures[other, v, u], pictures[other, v + 1, u]
            apart = a * upper + b * next_upper + c * lower + d * next_lower - here
            total += apart
            squares += apart * apart
            by_x += apart * (behind - before)
            by_y += apart * (pictures[one, y + 1, x] - pictures[one, y - 1, x])
            before, here = here, behind
            upper, lower = next_upper, next_lower
    return total, squares, by_x * float32(0.5), by_y * float32(0.5)


@device_function
def patch_slopes(pictures, one, row, col):
    """Sums over a patch of slope_x, slope_y, slope_x^2, slope_x * slope_y, slope_y^2; float32.

    Slopes are central differences of picture `one`.
    """
    sum_x, sum_y = float32(0.0), float32(0.0)
    xx, xy, yy = float32(0.0), float32(0.0), float32(0.0)
    for i in range(PATCH):
        for j in range(PATCH):
            y, x = row + i, col + j
            across = (pictures[one, y, x + 1] - pictures[one, y, x - 1]) * float32(0.5)
            down = (pictures[one, y + 1, x] - pictures[one, y - 1, x]) * float32(0.5)
            sum_x += across
            sum_y += down
            xx += across * across
            xy += across * down
            yy += down * down
    return sum_x, sum_y, xx, xy, yy


COMPILED = compiled(frames_ahead, device_function, patch_sums=patch_sums, patch_slopes=patch_slopes)
globals().update(COMPILED)
