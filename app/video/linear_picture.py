"""LinearPicture: a picture's scene-linear values, beside the one that the network sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

# float16 or float32 (height, width); 1 is diffuse white, more is brighter, less than 0 may occur.
Plane = npt.NDArray[np.floating[Any]]
RGB = ("R", "G", "B")
REC709 = (0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329)


class Window(NamedTuple):
    """A rectangle of pixels as OpenEXR counts it: all four sides are inside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def height(self) -> int:
        """Rows of pixels."""
        return self.bottom - self.top + 1

    @property
    def width(self) -> int:
        """Columns of pixels."""
        return self.right - self.left + 1

    def around(self, other: Window) -> Window:
        """The smallest rectangle that holds both."""
        return Window(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def within(self, outer: Window) -> tuple[slice, slice]:
        """The rows and columns of an array of `outer` that this rectangle covers."""
        left, top = self.left - outer.left, self.top - outer.top
        return slice(top, top + self.height), slice(left, left + self.width)


class TimeOfFrame(NamedTuple):
    """A time code, where no OpenEXR file states it."""

    hours: int
    minutes: int
    seconds: int
    frame: int
    drops_frames: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class LinearPicture:
    """Scene-linear planes by the names of their channels, and what the file states beside them.

    Attributes:
        planes: All of the size of `canvas`: "R", "G", "B", "A" if there is an alpha (0 to 1), and
            those of layers, such as "background.R". Read-only once they are in a frame.
        canvas: Where the planes lie.
        data: The part of `canvas` that the file holds; outside of it planes are 0.
        display: What is shown of the picture.
        is_premultiplied: Whether "R", "G" and "B" are multiplied by "A" already.
        primaries: x and y of red, green, blue and white.
        rolls_off: Whether values above 1 are expected; see `pixels.light.View`.
        header: Attributes for a file, as OpenEXR gives and takes them; "timeCode" may also
            be a `TimeOfFrame`.
    """

    planes: Mapping[str, Plane]
    canvas: Window
    data: Window
    display: Window
    is_premultiplied: bool = False
    primaries: tuple[float, ...] = REC709
    rolls_off: bool = True
    header: Mapping[str, object] = field(default_factory=dict)
