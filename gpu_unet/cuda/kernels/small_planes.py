"""Bilinear lookup of the small planes at a pixel of the full-size frame.

A pixel lies in a cell of four values of a small plane:

    left        right
     a ------+--- b      up
     |       |    |
     |    pixel   |      down_share, right_share: its distance from a, as fractions of the cell
     c ------+--- d      down
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gpu_unet.cuda.kernels import scalars
from gpu_unet.cuda.launch import device_function
from gpu_unet.frame_format import LAYOUTS, Layout
from gpu_unet.kernels import full_size_pixel, layouts
from gpu_unet.kernels.template import compiled

if TYPE_CHECKING:
    from gpu_unet.cuda.arena import DeviceArray


class Place(NamedTuple):
    """Where a pixel of picture n lies in the small planes.

    Attributes:
        coefficients, colours, wrap: float32 (B, 4, h, w), (B, 7, h, w) and (B, 4, h, w).
        n: Index of the picture in the batch.
        up, down, down_share: The two rows, and the weight of the second.
        left, right, right_share: The two columns, and the weight of the second.
    """

    coefficients: Any
    colours: Any
    wrap: Any
    n: Any
    up: Any
    down: Any
    down_share: Any
    left: Any
    right: Any
    right_share: Any


@device_function
def enlarged(planes, n, plane, up, down, down_share, left, right, right_share):
    """One value of a small plane, bilinearly enlarged: rows first, in the reference's order."""
    a = planes[n, plane, up, left]
    b = planes[n, plane, up, right]
    a += down_share * (planes[n, plane, down, left] - a)
    b += down_share * (planes[n, plane, down, right] - b)
    return a + right_share * (b - a)


@device_function
def _coefficient(at, plane):
    return enlarged(
        at.coefficients, at.n, plane, at.up, at.down, at.down_share, at.left, at.right,
        at.right_share,
    )  # fmt: skip


@device_function
def _colour(at, plane):
    return enlarged(
        at.colours, at.n, plane, at.up, at.down, at.down_share, at.left, at.right, at.right_share
    )


@device_function
def _wrap(at, plane):
    """A plane of the light wrap (0 to 3), enlarged: float32."""
    return enlarged(
        at.wrap, at.n, plane, at.up, at.down, at.down_share, at.left, at.right, at.right_share
    )


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


def block_of(layout: Layout) -> tuple[int, int]:
    """Threads of a block, columns x rows: a warp covers 32 neighbours of a row."""
    row = LAYOUTS[layout]
    return (32, 8) if row.down * row.across == 1 else (32, 4)


def sample_type(layout: Layout) -> str:
    """Numba's name of the type of a frame's samples."""
    return "uint8" if LAYOUTS[layout].bits == 8 else "uint16"


def in_rows(pictures: DeviceArray) -> DeviceArray:
    """View a batch of pictures as (B, samples of a picture), the form for all layouts."""
    return pictures.reshape((pictures.shape[0], pictures.size // pictures.shape[0]))


def in_bytes(pictures: DeviceArray) -> DeviceArray:
    """View a batch of pictures as uint8 (B, bytes of a picture)."""
    return pictures.as_bytes().reshape((pictures.shape[0], pictures.nbytes // pictures.shape[0]))
