"""The small planes at a pixel of the frame: mixed to a row buffer, then looked up by column."""

from __future__ import annotations

from gpu_unet.cpu.compile import device_function
from gpu_unet.cpu.kernels import scalars
from gpu_unet.cpu.kernels.scalars import to_byte
from gpu_unet.kernels import full_size_pixel, layouts
from gpu_unet.kernels.template import compiled

# Lines of a row buffer, the small planes enlarged to one row of the frame: from the first on the
# guided filter's coefficients, then the colours, then the light wrap.
COLOURS = 4
WRAP = 11
CHANNELS = 15


@device_function
def lerp(line, low, high, fraction):
    """One column of an enlarged row."""
    left = line[low]
    return left + fraction * (line[high] - left)


@device_function
def enlarge_row(planes, low, high, fraction, start, stop, buffer):
    """Mix two rows of small planes into a row buffer's lines, columns start to stop."""
    for plane in range(planes.shape[0]):
        upper = planes[plane, low, start:stop]
        lower = planes[plane, high, start:stop]
        line = buffer[plane, start:stop]
        for x in range(line.shape[0]):
            line[x] = upper[x] + fraction * (lower[x] - upper[x])


@device_function
def enlarge_to_bytes(line, low, high, fraction, out):
    """A span of one row of an enlarged small plane, rounded to uint8."""
    for x in range(out.shape[0]):
        out[x] = to_byte(lerp(line, low[x], high[x], fraction[x]))


# A place is (row buffers, which of them, low, high, fraction): of `AxisPairs` the pixel's column.


@device_function
def _enlarged(place, line):
    buffers, row, low, high, fraction = place
    left = buffers[row, line, low]
    return left + fraction * (buffers[row, line, high] - left)


@device_function
def _coefficient(place, plane):
    return _enlarged(place, plane)


@device_function
def _colour(place, plane):
    return _enlarged(place, COLOURS + plane)


@device_function
def wrap_at(place, plane):
    """One of the four planes of the light wrap, enlarged: float32."""
    return _enlarged(place, WRAP + plane)


LAYOUTS = compiled(layouts.SCALARS, device_function, **scalars.COMPILED)


def pixel_functions(decode):
    """`gpu_unet.kernels.full_size_pixel` for a layout, by its `decode`: functions by name."""
    return compiled(
        full_size_pixel,
        device_function,
        **scalars.COMPILED,
        coefficient=_coefficient,
        colour=_colour,
        wrap=wrap_at,
        decode=decode,
    )
