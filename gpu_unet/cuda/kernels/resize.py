"""Resize and normalise: from frames to small planes and to the network's input.

    small[row, col] = sum over (i, k) of row_weights[row, i] * column_weights[col, k]
                                         * frame[row_first[row] + i, column_first[col] + k] * SCALE

The taps of each axis are tables (`axis_taps`), so one kernel serves every ratio of sizes. Planes
with chroma of another size have tables of their own, the "sample" ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import cuda, float32

from gpu_unet.cuda.kernels import small_planes
from gpu_unet.cuda.kernels.place import pixel_of_thread
from gpu_unet.cuda.kernels.scalars import (
    byte_step,
    input_step,
    linear_rgb,
    looked_up,
    observed_byte,
    rgb_of,
)
from gpu_unet.cuda.kernels.small_planes import in_rows, sample_type
from gpu_unet.cuda.launch import device_function, device_kernel, kernel_of_each_precision
from gpu_unet.frame_format import LAYOUTS, Layout
from gpu_unet.kernels.template import bound
from gpu_unet.network_input import PICTURE

if TYPE_CHECKING:
    from gpu_unet.cuda.planes import CudaPlanes

THREADS = 128
FIRST_GIVEN = PICTURE.channels  # the channel behind the picture's

# Filled in by `bound` for each layout.
DOWN = ACROSS = 0
SCALE = 0.0
plane: Any = None

_TAPS = "int32[::1], float32[:,::1], int32[::1], float32[:,::1]"


@device_function
def _resampled(
    source, scale, n, begin, row_step, pixel_step, row_first, row_weights, column_first,
    column_weights, row, col,
):  # fmt: skip
    """One resampled value, a fraction, of the plane of picture n that begins at `begin`.

    scale: 1 / the largest code.  row_step, pixel_step: samples from row to row, pixel to pixel.
    """
    top, left = row_first[row], column_first[col]
    total = float32(0)
    for i in range(row_weights.shape[1]):
        weight = row_weights[row, i] * scale
        if weight != float32(0):
            at = begin + (top + i) * row_step + left * pixel_step
            line = float32(0)
            for k in range(column_weights.shape[1]):
                line += column_weights[col, k] * float32(source[n, at + k * pixel_step])
            total += weight * line
    return total


def shrink_kernel(
    frames, rows, row_first, row_weights, column_first, column_weights, sample_row_first,
    sample_row_weights, sample_column_first, sample_column_weights, full_height, full_width, planes,
):  # fmt: skip
    """One thread per small pixel, a plane per blockIdx.y, a picture per blockIdx.z.

    frames: (F, samples of a frame). rows: int32 (B,): index of picture n in `frames`; where it
    is negative, nothing is written.
    planes: float32 (B, 3, h, w), written, fractions of the largest code.
    row_first .. sample_column_weights: from `axis_taps`.
    """
    _, _, height, width = planes.shape
    beyond, row, col = pixel_of_thread(THREADS, height, width)
    which, n = cuda.blockIdx.y, cuda.blockIdx.z
    if beyond == 0 and rows[n] >= 0:
        begin, row_step, step = plane(which, full_height, full_width)
        if which == 0 or DOWN * ACROSS == 1:
            planes[n, which, row, col] = _resampled(
                frames, float32(SCALE), rows[n], begin, row_step, step, row_first, row_weights,
                column_first, column_weights, row, col,
            )  # fmt: skip
        else:
            planes[n, which, row, col] = _resampled(
                frames, float32(SCALE), rows[n], begin, row_step, step, sample_row_first,
                sample_row_weights, sample_column_first, sample_column_weights, row, col,
            )  # fmt: skip


def _make_shrink(layout: Layout) -> Any:
    own = small_planes.of_layout(layout)
    given = {name: own[name] for name in ("DOWN", "ACROSS", "SCALE", "plane")}
    return device_kernel(
        f"void({sample_type(layout)}[:,::1], int32[::1], {_TAPS}, {_TAPS}, int32, int32, "
        "float32[:,:,:,::1])",
        threads=128,
    )(bound(shrink_kernel, name=f"shrink_{layout}_kernel", **given))


SHRINK = {layout: _make_shrink(layout) for layout in LAYOUTS}


@kernel_of_each_precision("void(float32[:,:,:,::1], float32[::1], {}[:,:,:,::1])", threads=128)
def normalise_kernel(planes, matrices, x):
    """One thread per small pixel: coded planes to the RGB that the network reads.

    planes: float32 (B, 3, h, w), fractions. matrices: from `FrameTables`.
    x: float16 or float32 (B, h + 2, w + 2, at least 3), bordered; channels 0 to 2 are written, in
    [0, 1], rounded to INPUT_STEPS.
    """
    batch, _, height, width = planes.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < batch:
        red, green, blue = linear_rgb(
            planes[n, 0, row, col], planes[n, 1, row, col], planes[n, 2, row, col], matrices
        )
        x[n, row + 1, col + 1, 0] = input_step(red)
        x[n, row + 1, col + 1, 1] = input_step(green)
        x[n, row + 1, col + 1, 2] = input_step(blue)


@kernel_of_each_precision(
    "void(float32[:,:,:,::1], float32[::1], float32[:,:,:,::1], {}[:,:,:,::1])", threads=128
)
def normalise_by_table_kernel(planes, matrices, table, x):
    """As `normalise_kernel`, for HDR and log: the RGB is looked up, see `gpu_unet.transfer`.

    table: float32 (n, n, n, 3), from `view_table`.
    """
    batch, _, height, width = planes.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < batch:
        coded = rgb_of(
            planes[n, 0, row, col], planes[n, 1, row, col], planes[n, 2, row, col], matrices
        )
        red, green, blue = looked_up(table, coded[0], coded[1], coded[2])
        x[n, row + 1, col + 1, 0] = input_step(red)
        x[n, row + 1, col + 1, 1] = input_step(green)
        x[n, row + 1, col + 1, 2] = input_step(blue)


@kernel_of_each_precision("void(uint8[:,:,::1], {}[:,:,:,::1])", threads=128)
def write_given_kernel(values, x):
    """One thread per small pixel and picture: what callers give, the same for each picture.

    values: uint8 (h, w, channels), from `GivenInputs`.
    x: float16 or float32 (B, h + 2, w + 2, at least FIRST_GIVEN + channels), bordered; the channels
    from FIRST_GIVEN on are written, in [0, 1].
    """
    batch = x.shape[0]
    height, width, channels = values.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < batch:
        for c in range(channels):
            x[n, row + 1, col + 1, FIRST_GIVEN + c] = byte_step(values[row, col, c])


@kernel_of_each_precision("void({}[:,:,:,::1], float32[:,:,::1], uint8[:,:,:,::1])", threads=128)
def observe_kernel(x, alpha, out):
    """One thread per small pixel: the network's input and output, rounded to bytes.

    x: float16 or float32 (B, h + 2, w + 2, at least 3), bordered. alpha: float32 (B, h, w).
    out: uint8 (B, h, w, 4), written: R, G, B, alpha.
    """
    batch, height, width = alpha.shape
    n, row, col = pixel_of_thread(THREADS, height, width)
    if n < batch:
        for c in range(3):
            out[n, row, col, c] = observed_byte(x[n, row + 1, col + 1, c])
        out[n, row, col, 3] = observed_byte(alpha[n, row, col])


def shrink_frames(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue resizing a batch's frames to the network's size."""
    _shrink(p, p.frames, p.tables["every_frame"], p.planes, stream)


def shrink_backgrounds(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue resizing the frames' backgrounds; a frame without one leaves its plane unwritten."""
    _shrink(p, p.backgrounds, p.background_index, p.behind, stream)


def _shrink(p: CudaPlanes, pictures: Any, rows: Any, out: Any, stream: Any) -> None:
    """Resize `pictures[rows[n]]` to `out[n]`, fractions of the largest code."""
    batch, _, height, width = out.shape
    grid = (-(-height * width // THREADS), 3, batch)
    taps = [
        p.tables[f"{prefix}{axis}_{part}"]
        for prefix in ("", "sample_")
        for axis in ("row", "column")
        for part in ("first", "weights")
    ]
    full = (p.frame_format.height, p.frame_format.width)
    SHRINK[p.frame_format.layout][grid, THREADS, stream](in_rows(pictures), rows, *taps, *full, out)


def normalise(p: CudaPlanes, *, stream: Any) -> None:
    """Enqueue writing the network's input from the small planes."""
    batch, _, height, width = p.planes.shape
    x = p.network_input
    launch = (-(-batch * height * width // THREADS), THREADS, stream)
    planes, matrices = p.planes, p.tables["matrices"]
    if p.frame_format.transfer == "sdr":
        normalise_kernel[x.dtype.name][launch](planes, matrices, x)
    else:
        normalise_by_table_kernel[x.dtype.name][launch](planes, matrices, p.tables["view"], x)


def write_given(values: Any, x: Any, *, stream: Any) -> None:
    """Enqueue writing what callers give into the network's input; arrays as in the kernels."""
    pixels = x.shape[0] * values.shape[0] * values.shape[1]
    write_given_kernel[x.dtype.name][-(-pixels // THREADS), THREADS, stream](values, x)


def observe(x: Any, alpha: Any, out: Any, *, stream: Any) -> None:
    """Enqueue rounding the network's input and output to bytes; arrays as in the kernels."""
    observe_kernel[x.dtype.name][-(-alpha.size // THREADS), THREADS, stream](x, alpha, out)
