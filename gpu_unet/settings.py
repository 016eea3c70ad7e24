"""EdgeSettings and EngineSettings: what may change from one batch to the next, frozen."""

from dataclasses import dataclass, field
from typing import Literal

BackgroundKind = Literal["image", "blur", "transparent"]


@dataclass(frozen=True, slots=True)
class EdgeSettings:
    """How the network's small alpha becomes the frame's alpha, and how the edge is coloured.

    Attributes:
        threshold: Alpha of the network that becomes 0.5, in [0.05, 0.95]. Higher chokes the matte.
        softness: Width of the ramp around the threshold, in [0, 1]; 0 is nearly hard, 1 untouched.
        guided: Follow the frame's own edges when the alpha is enlarged (fast guided filter).
        foreground_colour: Estimate the person's own colour in the mixed band, so that no rim of
            the old room remains.
        light_wrap: How much of the background's light falls over the edge, in [0, 1].
        smoothing: Averaging over time where the picture does not move, in [0, 1]; 0 is off.
        largest_only: Keep only the largest connected figure.
        linear_light: Mix the band in linear light instead of in coded values.
    """

    threshold: float = 0.5
    softness: float = 1.0
    guided: bool = True
    foreground_colour: bool = True
    light_wrap: float = 0.0
    smoothing: float = 0.6
    largest_only: bool = False
    linear_light: bool = True

    def __post_init__(self) -> None:
        for name, low, high in (
            ("threshold", 0.05, 0.95),
            ("softness", 0.0, 1.0),
            ("light_wrap", 0.0, 1.0),
            ("smoothing", 0.0, 1.0),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"{name} is {value}, expected {low} to {high}")


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """Read once per batch by the engine.

    Attributes:
        background: "image" composites over the pictures handed to `Engine.process`, "blur" over
            the frame's own blurred background, "transparent" returns the person's colours
            and needs `want_alpha`.
        blur_strength: In [0, 1]; only for "blur".
        mirror: Flip the composite (and alpha) left to right; the background is not flipped.
        edges: See `EdgeSettings`.
    """

    background: BackgroundKind = "image"
    blur_strength: float = 0.5
    mirror: bool = False
    edges: EdgeSettings = field(default_factory=EdgeSettings)

    def __post_init__(self) -> None:
        if not 0.0 <= self.blur_strength <= 1.0:
            raise ValueError(f"blur_strength is {self.blur_strength}, expected 0 to 1")
