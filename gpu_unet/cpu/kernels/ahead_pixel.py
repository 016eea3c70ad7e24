"""`gpu_unet.kernels.frames_ahead`, compiled for the CPU.

`patch_sums` and `patch_slopes` are the two parts that each device writes for itself: here LLVM
unrolls the loop over a patch's rows and turns the one over its columns into vectors, so that sums
are taken across a vector once a patch: a fifth of the time of sums row by row. Unsigned indices
need no test for negative ones.
"""

from typing import TYPE_CHECKING, Any

from numba import float32, uint64

from gpu_unet.cpu.compile import device_function
from gpu_unet.frames_ahead import PATCH
from gpu_unet.kernels import frames_ahead
from gpu_unet.kernels.template import compiled

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...  # what it compiles is typed by Numba


ONE = uint64(1)


@device_function
def patch_sums(pictures, one, other, row, col, top, left, weights):
    """Sums over a patch of d = moved - here: of d, d^2, d * slope_x, d * slope_y; float32.

    row, col: the patch in picture `one`.  top, left: the same in picture `other`, rounded down.
    weights: bilinear weights of the four pixels around each place in `other`.
    """
    a, b, c, d = weights
    p, q = uint64(one), uint64(other)
    total, squares = float32(0.0), float32(0.0)
    by_x, by_y = float32(0.0), float32(0.0)
    for j in range(PATCH):
        x, u = uint64(col) + uint64(j), uint64(left) + uint64(j)
        for i in range(PATCH):
            y, v = uint64(row) + uint64(i), uint64(top) + uint64(i)
            apart = (
                a * pictures[q, v, u]
                + b * pictures[q, v, u + ONE]
                + c * pictures[q, v + ONE, u]
                + d * pictures[q, v + ONE, u + ONE]
                - pictures[p, y, x]
            )
            total += apart
            squares += apart * apart
            by_x += apart * (pictures[p, y, x + ONE] - pictures[p, y, x - ONE])
            by_y += apart * (pictures[p, y + ONE, x] - pictures[p, y - ONE, x])
    return total, squares, by_x * float32(0.5), by_y * float32(0.5)


@device_function
def patch_slopes(pictures, one, row, col):
    """Sums over a patch of slope_x, slope_y, slope_x^2, slope_x * slope_y, slope_y^2; float32.

    Slopes are central differences of picture `one`.
    """
    p = uint64(one)
    sum_x, sum_y = float32(0.0), float32(0.0)
    xx, xy, yy = float32(0.0), float32(0.0), float32(0.0)
    for j in range(PATCH):
        u = uint64(col) + uint64(j)
        for i in range(PATCH):
            v = uint64(row) + uint64(i)
            x = (pictures[p, v, u + ONE] - pictures[p, v, u - ONE]) * float32(0.5)
            y = (pictures[p, v + ONE, u] - pictures[p, v - ONE, u]) * float32(0.5)
            sum_x += x
            sum_y += y
            xx += x * x
            xy += x * y
            yy += y * y
    return sum_x, sum_y, xx, xy, yy


COMPILED = compiled(frames_ahead, device_function, patch_sums=patch_sums, patch_slopes=patch_slopes)
globals().update(COMPILED)
