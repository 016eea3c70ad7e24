"""`gpu_unet.kernels.frames_ahead`, compiled for the CPU.

`patch_sums` and `patch_slopes` are the two parts that each device writes for itself: here the inner
loop runs over slices of a patch's row, which LLVM turns into vectors.
"""

from typing import TYPE_CHECKING, Any

from numba import float32

from gpu_unet.cpu.compile import device_function
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
        here = pictures[one, row + i, col - 1 : col + PATCH + 1]
        over = pictures[one, row + i - 1, col : col + PATCH]
        under = pictures[one, row + i + 1, col : col + PATCH]
        upper = pictures[other, top + i, left : left + PATCH + 1]
        lower = pictures[other, top + i + 1, left : left + PATCH + 1]
        for j in range(PATCH):
            apart = a * upper[j] + b * upper[j + 1] + c * lower[j] + d * lower[j + 1] - here[j + 1]
            total += apart
            squares += apart * apart
            by_x += apart * (here[j + 2] - here[j])
            by_y += apart * (under[j] - over[j])
    return total, squares, by_x * float32(0.5), by_y * float32(0.5)


@device_function
def patch_slopes(pictures, one, row, col):
    """Sums over a patch of slope_x, slope_y, slope_x^2, slope_x * slope_y, slope_y^2; float32.

    Slopes are central differences of picture `one`.
    """
    sum_x, sum_y = float32(0.0), float32(0.0)
    xx, xy, yy = float32(0.0), float32(0.0), float32(0.0)
    for i in range(PATCH):
        here = pictures[one, row + i, col - 1 : col + PATCH + 1]
        over = pictures[one, row + i - 1, col : col + PATCH]
        under = pictures[one, row + i + 1, col : col + PATCH]
        for j in range(PATCH):
            x = (here[j + 2] - here[j]) * float32(0.5)
            y = (under[j] - over[j]) * float32(0.5)
            sum_x += x
            sum_y += y
            xx += x * x
            xy += x * y
            yy += y * y
    return sum_x, sum_y, xx, xy, yy


COMPILED = compiled(frames_ahead, device_function, patch_sums=patch_sums, patch_slopes=patch_slopes)
globals().update(COMPILED)
