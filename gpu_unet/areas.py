"""Areas of the picture that a person has drawn: what is kept, what is not, where edges are soft.

`small_areas.py` makes of them what engines compute with; this one needs no NumPy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

AreaKind = Literal["person", "garbage", "keep", "soft"]
MOST_POINTS = 256


@dataclass(frozen=True, slots=True)
class Area:
    """One outline in the picture, closed by itself; where it crosses itself it is even-odd.

    Attributes:
        kind: "person": outside of all of these nothing is ever kept. "garbage": nothing is kept
            in it. "keep": all of it is kept, as far as the two others let it. "soft": edges in
            it are gradual, as hair and fast motion need them.
        points: (x, y) of 3 to 256 corners in shares of the picture's width and height, from its
            upper left; as the source shows it, upright and not mirrored.
        KINDS: What `kind` may be.
        MOST: How many areas one picture may have.

    Raises:
        TypeError: The corners are no tuple of tuples of two numbers.
        ValueError: Another kind, too few or too many corners, or one far outside of the picture.
    """

    Kind = AreaKind  # for annotations of those who import `Area` alone
    KINDS: ClassVar[tuple[AreaKind, ...]] = get_args(AreaKind)
    MOST: ClassVar[int] = 32

    kind: AreaKind
    points: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        if self.kind not in self.KINDS:
            raise ValueError(f"an area is {self.kind!r}, expected {', '.join(self.KINDS)}")
        is_tuple = isinstance(self.points, tuple)
        if not is_tuple or not all(isinstance(point, tuple) for point in self.points):
            raise TypeError(f"corners are {self.points!r:.80}, expected a tuple of tuples (x, y)")
        if not 3 <= len(self.points) <= MOST_POINTS:
            raise ValueError(f"an area has {len(self.points)} corners, expected 3 to {MOST_POINTS}")
        for point in self.points:
            try:
                x, y = point
                is_near = math.isfinite(x) and math.isfinite(y) and abs(x) <= 2 and abs(y) <= 2
            except (TypeError, ValueError):
                raise TypeError(
                    f"an area's corner is {point!r:.80}, expected two numbers (x, y)"
                ) from None
            if not is_near:
                raise ValueError(
                    f"an area's corner lies at {x}, {y}; expected shares of the picture's width "
                    "and height, 0 to 1 within it"
                )

    @classmethod
    def check_count(cls, areas: Sequence[Area]) -> None:
        """Raise a `ValueError` if there are more than `MOST`."""
        if len(areas) > cls.MOST:
            raise ValueError(f"there are {len(areas)} areas, expected at most {cls.MOST}")

    @staticmethod
    def planes(areas: Sequence[Area], *, height: int, width: int) -> npt.NDArray[np.uint8]:
        """The areas as an engine takes them, softened at their outlines.

        Args:
            areas: Of one picture.
            height, width: Of the planes, in pixels.

        Returns:
            uint8 (3, height, width), 255 wholly: where nothing is kept, where everything is, and
            where edges are soft.
        """
        from gpu_unet.small_areas import small_areas  # late: areas alone need no NumPy

        return small_areas(areas, height=height, width=width)
