"""Settings of the frame path, a row each: what every front end, the store and the kernels take.

A field made by `setting` carries all that anybody needs to know of it. The command line's flags,
the window's sliders, presets and what is remembered follow from `rows`; a kernel reads the value.
A new setting is one row here and its kernel.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Literal, get_args

from gpu_unet.areas import Area

BackgroundKind = Literal["image", "blur", "transparent"]
Precision = Literal["auto", "float32", "float16"]


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Raise a `ValueError` that lists `choices` if `value` is none of them."""
    if value not in choices:
        *others, last = choices
        raise ValueError(f"{name} is {value!r}, expected {', '.join(others)} or {last}")


@dataclass(frozen=True, slots=True)
class Row:
    """One setting.

    Attributes:
        name: Of the field; of the flag, with dashes for underscores.
        default: Its type is the setting's: float, bool or str.
        low, high: Range of a float.
        unit: Of a float; empty: a share of the range, which the window shows in percent.
        choices: What a str may be; empty: anything.
        help: The command line's sentence; empty: no flag.
        label, tip: The window's; empty: it does not show it.
        needs_engine: An engine is made for it, and made anew when it changes.
        is_remembered: Survives a restart of the window.
        of_files: Of films that are made of films; a live picture has no use for it.
    """

    name: str
    default: Any
    low: float = 0.0
    high: float = 1.0
    unit: str = ""
    choices: tuple[str, ...] = ()
    help: str = ""
    label: str = ""
    tip: str = ""
    needs_engine: bool = False
    is_remembered: bool = True
    of_files: bool = False

    def check(self, value: object) -> None:
        """Raise if `value` cannot be this setting's.

        Raises:
            TypeError: It is of another type.
            ValueError: It is out of range, or none of the choices; the sentence says which is.
        """
        wanted = (int, float) if isinstance(self.default, float) else type(self.default)
        is_bool = isinstance(value, bool)
        if not isinstance(value, wanted) or is_bool != isinstance(self.default, bool):
            kind = type(self.default).__name__
            raise TypeError(f"{self.name} is {value!r:.80}, expected a {kind}")
        if isinstance(value, float | int) and not is_bool:
            if not (math.isfinite(value) and self.low <= value <= self.high):
                raise ValueError(f"{self.name} is {value}, expected {self.low} to {self.high}")
        elif self.choices:
            check_choice(self.name, value, self.choices)

    @classmethod
    def of(cls, settings: Any) -> tuple[Row, ...]:
        """The rows of a dataclass, or of one of its instances, in order."""
        return _rows_of(settings if isinstance(settings, type) else type(settings))

    @classmethod
    def check_all(cls, settings: Any) -> None:
        """Check every row of an instance; see `check`."""
        for row in cls.of(settings):
            row.check(getattr(settings, row.name))


@cache  # settings are made for every live frame
def _rows_of(table: Any) -> tuple[Row, ...]:
    return tuple(
        Row(item.name, item.default, **item.metadata["row"])
        for item in fields(table)
        if "row" in item.metadata
    )


def setting(default: Any, **row: Any) -> Any:
    """A field of a frozen dataclass that is a `Row`; the arguments are the row's."""
    return field(default=default, metadata={"row": row})


@dataclass(frozen=True, slots=True)
class EdgeSettings:
    """How the network's small alpha becomes the frame's alpha, and how the edge is coloured.

    Attributes:
        softness: Width of the ramp around the threshold, in [0, 1]; 0 is nearly hard, 1 untouched.
        threshold: Alpha of the network that becomes 0.5, in [0.05, 0.95]. Higher chokes the matte.
        smoothing: Averaging over time where the picture does not move, in [0, 1]; 0 is off.
        light_wrap: How much of the background's light falls over the edge, in [0, 1].
        largest_only: Keep only the largest connected component.
        guided: Follow the frame's own edges when the alpha is enlarged (fast guided filter).
        foreground_colour: Estimate the person's own colour where it is mixed, so that no rim of the
            original background remains.
        linear_light: Mix in linear light instead of in coded values.
    """

    softness: float = setting(
        1.0,
        help="edge width, 0 (hard) to 1 (soft)",
        label="Edge softness",
        tip="0 is a hard edge; 100 keeps the finest hair.",
    )
    threshold: float = setting(
        0.5,
        low=0.05,
        high=0.95,
        help="alpha that maps to 0.5, 0.05 to 0.95; higher trims closer to the person",
        label="Edge trim",
        tip="Higher values trim closer to the person.",
    )
    smoothing: float = setting(
        0.6,
        help="smoothing over time where nothing moves, 0 (off) to 1",
        label="Steadiness",
        tip="Reduces flicker where nothing moves.",
    )
    light_wrap: float = setting(
        0.0,
        help="light of the new background on the edge, 0 to 1",
        label="Light wrap",
        tip="Spills the new background's light onto the edge.",
    )
    largest_only: bool = setting(
        False,
        help="keep only the largest person",
        label="Largest only",
        tip="Keep only the largest person",
    )
    guided: bool = setting(True, help="align the matte with the edges in the frame (guided filter)")
    foreground_colour: bool = setting(True, help="remove the old background's colour from the edge")
    linear_light: bool = setting(True, help="composite in linear light")

    def __post_init__(self) -> None:
        Row.check_all(self)


@dataclass(frozen=True, slots=True)
class LayerSettings:
    """The person as a layer of their own before the background.

    Attributes:
        person_size: Of the person's frame, in percent of the picture.
        person_across, person_down: How far it is moved from the middle at the bottom, in percent
            of the picture's width and height.
        match_light: How far the person's brightness and colour follow the background's, in [0, 1].
        shadow: Strength of the person's soft shadow on the background, in [0, 1].
    """

    person_size: float = setting(
        100.0,
        low=10.0,
        high=210.0,
        unit="%",
        help="size of the person, in percent, 10 to 210",
        label="Size",
        tip="Size of the person on the background.",
    )
    person_across: float = setting(
        0.0,
        low=-100.0,
        high=100.0,
        unit="%",
        help="move the person to the right, in percent of the width, -100 to 100",
        label="Position X",
        tip="Moves the person left or right.",
    )
    person_down: float = setting(
        0.0,
        low=-100.0,
        high=100.0,
        unit="%",
        help="move the person down, in percent of the height, -100 to 100",
        label="Position Y",
        tip="Moves the person up or down.",
    )
    match_light: float = setting(
        0.0,
        help="match the person's brightness and colour to the background, 0 (off) to 1",
        label="Match light",
        tip="Matches the person's brightness and colour to the background.",
    )
    shadow: float = setting(
        0.0,
        help="soft shadow of the person on the background, 0 (none) to 1",
        label="Shadow",
        tip="Adds a soft shadow of the person to the background.",
    )

    def __post_init__(self) -> None:
        Row.check_all(self)

    @property
    def is_placed(self) -> bool:
        """Whether the person stands anywhere but where the frame has them."""
        return (self.person_size, self.person_across, self.person_down) != (100.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """Read once per batch by the engine.

    Attributes:
        background: "image" composites over `Batch.backgrounds`, "blur" over the frame's own
            blurred background, "transparent" returns the person's colours; their alpha comes with
            `Batch.want_alpha`.
        blur_strength: In [0, 1]; only for "blur".
        mirror: Flip the composite (and alpha) left to right; the background is not flipped.
        edges: See `EdgeSettings`.
        areas: Drawn in the picture: what is kept, what is not, and where edges are soft.
        layer: See `LayerSettings`; for "image" and, as far as the place goes, "transparent".

    Raises:
        TypeError: A value is of another type.
        ValueError: It is out of range, or none of the choices.
    """

    Background = BackgroundKind  # for annotations of those who import `EngineSettings` alone

    background: BackgroundKind = "image"
    blur_strength: float = setting(0.5)
    mirror: bool = False
    edges: EdgeSettings = field(default_factory=EdgeSettings)
    areas: tuple[Area, ...] = ()
    layer: LayerSettings = field(default_factory=LayerSettings)

    def __post_init__(self) -> None:
        Row.check_all(self)
        check_choice("background", self.background, get_args(BackgroundKind))
        for name, wanted in (("mirror", bool), ("edges", EdgeSettings), ("layer", LayerSettings)):
            value = getattr(self, name)
            if not isinstance(value, wanted):
                raise TypeError(f"{name} is {value!r:.80}, expected {wanted.__name__}")
        is_tuple = isinstance(self.areas, tuple)
        if not is_tuple or not all(isinstance(area, Area) for area in self.areas):
            raise TypeError(f"areas is {self.areas!r:.80}, expected a tuple of Area")
        Area.check_count(self.areas)

    def frames_remembered(self, frame_rate: float) -> int:
        """So many frames before a frame leave something in it, at so many frames per second.

        Smoothing forgets by a share in 1/30 s, where the picture stands still: after these, less
        than one level is left of the largest difference that there can be. Measured are two thirds
        of that. Holes are believed after 0.4 s more. At less than 30 frames/s it is as many frames,
        which is more than is needed.
        """
        from gpu_unet.setting_parameters import HOLE_TICKS, edge_parameters  # late: it reads these
        from gpu_unet.ticks import TICKS_PER_S, USUAL_TICKS

        kept = 1.0 - edge_parameters(self, height=144, width=256).keep_still
        smoothed = math.ceil(math.log(1 / 255) / math.log(kept)) if kept > 0.0 else 0
        remembered = HOLE_TICKS // USUAL_TICKS + smoothed
        return round(remembered * max(1.0, frame_rate * USUAL_TICKS / TICKS_PER_S))

    @property
    def has_light_wrap(self) -> bool:
        """Whether the new background's light falls over the edge."""
        # Of a person who stands elsewhere the light would come from the wrong part of it.
        is_at_its_place = not self.layer.is_placed
        return self.background == "image" and self.edges.light_wrap > 0.0 and is_at_its_place

    @property
    def matches_light(self) -> bool:
        """Whether the person's light follows the background's."""
        return self.background == "image" and self.layer.match_light > 0.0

    @property
    def has_shadow(self) -> bool:
        """Whether the person casts one."""
        return self.background == "image" and self.layer.shadow > 0.0

    @property
    def has_layer(self) -> bool:
        """Whether the person is cut out first and laid over the background then."""
        is_placed = self.background != "blur" and self.layer.is_placed
        return is_placed or self.matches_light or self.has_shadow
