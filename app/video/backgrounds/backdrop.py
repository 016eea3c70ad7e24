"""BackdropSettings: how a background is arranged, as users choose it.

Without NumPy: the help of the command line, which shows its rows, does not wait for that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gpu_unet import Row, setting


@dataclass(frozen=True, slots=True)
class BackdropSettings:
    """How a background picture or video is shown, outside the engine; by default as it is.

    Attributes:
        background_fit: "fill" covers the frame and crops, "fit" shows all of it on black.
        background_across, background_down: Where it is cropped or placed, in percent of the
            spare width or height: -100 is left or top.
        background_blur: In [0, 1].
        background_brightness: In percent, from -100 (black) to 100 (white).
        slides_by_time: Time turns the pages of a PDF and the pictures of a folder; else the user
            turns them.
    """

    background_fit: Literal["fill", "fit"] = setting(
        "fill",
        choices=("fill", "fit"),
        help="fill: fill the frame and crop; fit: show the whole background with black bars",
    )
    background_across: float = setting(
        0.0,
        low=-100.0,
        high=100.0,
        unit="%",
        help="horizontal position of the background, -100 (left) to 100 (right)",
        label="Position X",
        tip="Moves the background left or right.",
    )
    background_down: float = setting(
        0.0,
        low=-100.0,
        high=100.0,
        unit="%",
        help="vertical position of the background, -100 (top) to 100 (bottom)",
        label="Position Y",
        tip="Moves the background up or down.",
    )
    background_blur: float = setting(
        0.0,
        help="blur of the new background, 0 (sharp) to 1",
        label="Blur",
        tip="Softens the new background, as a lens does.",
    )
    background_brightness: float = setting(
        0.0,
        low=-100.0,
        high=100.0,
        unit="%",
        help="brightness of the new background, -100 (black) to 100 (white)",
        label="Brightness",
        tip="Darkens or brightens the new background.",
    )
    slides_by_time: bool = setting(
        False,
        help="turn the pages of a PDF, or the pictures of a folder, every ten seconds",
        label="Turn slides every 10 seconds",
        tip="Off: Page Up and Page Down change the slides",
    )

    def __post_init__(self) -> None:
        Row.check_all(self)

    @property
    def is_placed(self) -> bool:
        """Whether it needs the picture in its own shape."""
        place = (self.background_across, self.background_down)
        return self.background_fit == "fit" or any(place)
