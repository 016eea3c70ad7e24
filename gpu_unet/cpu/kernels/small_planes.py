"""Bilinear lookup of the small planes: rows are interpolated once per row, columns per pixel.

    small planes, rows low and high  --enlarge_row-->  row buffer (CHANNELS, w)  --lerp-->  pixel

One row of the frame needs two rows of the small planes: mixing them first costs w values a row,
after which a pixel takes one interpolation per plane.
"""

from __future__ import annotations

from typing import Any

from gpu_unet.cpu.compile import device_function
from gpu_unet.cpu.kernels import scalars
from gpu_unet.frame_format import Layout
from gpu_unet.kernels import full_size_pixel, layouts
from gpu_unet.kernels.template import compiled

# Lines of a row buffer: 4 coefficients of the guided filter, 7 colours from COLOURS on, 4 planes of
# the light wrap from WRAP on.
COLOURS = 4
WRAP = 11
CHANNELS = 15


@device_function
def lerp(line, low, high, fraction):
    """Interpolate a row buffer's line between columns low and high."""
    left = line[low]
    return left + fraction * (line[high] - left)


@device_function
def enlarge_row(planes, low, high, fraction, start, stop, buffer):
    """Interpolate rows low and high of float32 (n, h, w) into `buffer`, columns start to stop."""
    for plane in range(planes.shape[0]):
        upper = planes[plane, low, start:stop]
        lower = planes[plane, high, start:stop]
        line = buffer[plane, start:stop]
        for x in range(line.shape[0]):
            line[x] = upper[x] + fraction * (lower[x] - upper[x])


# A place is (row buffers, index of the buffer, low, high, fraction), the last three from the
# `AxisPairs` of the pixel's column.


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
def _wrap(place, plane):
    """A plane of the light wrap (0 to 3), enlarged: float32."""
    return _enlarged(place, WRAP + plane)


def of_layout(layout: Layout) -> dict[str, Any]:
    """Compile what a layout supplies, see `gpu_unet.kernels.layouts`: constants and functions."""
    return layouts.of_layout(layout, device_function, **scalars.COMPILED)


def pixel_functions(own: dict[str, Any]) -> dict[str, Any]:
    """Compile `gpu_unet.kernels.full_size_pixel` for a layout, from `of_layout`, by name."""
    return compiled(
        full_size_pixel,
        device_function,
        **scalars.COMPILED,
        **own,
        coefficient=_coefficient,
        colour=_colour,
        wrap=_wrap,
    )
