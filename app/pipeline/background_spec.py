"""BackgroundSpec: which background the user asks for, parsed from one line of text."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.video.typed_path import typed_path

SpecKind = Literal["blur", "transparent", "colour", "file", "room", "screen"]
DEFAULT_BLUR = 0.5


@dataclass(frozen=True, slots=True)
class BackgroundSpec:
    """A background as the command line, the window and the settings store name it.

    Attributes:
        kind: Which of the following fields counts. "room" replaces nothing; it is offered by the
            window only, has no text form and is never remembered. "screen" shows the computer's
            screen or a window on it; likewise, and live only.
        blur_strength: In [0, 1]; only for "blur".
        colour: sRGB, 0-255 each; only for "colour".
        path: Picture, video, PDF or folder of slides; only for "file". It may not exist: opening it
            reports that.
        window: The system's number of the window; only for "screen". None: the whole screen.
    """

    kind: SpecKind
    blur_strength: float = DEFAULT_BLUR
    colour: tuple[int, int, int] | None = None
    path: Path | None = None
    window: int | None = None

    def __post_init__(self) -> None:
        if not 0.0 <= self.blur_strength <= 1.0:
            raise ValueError(f"blur strength is {self.blur_strength}, expected 0 to 1")
        if (self.kind == "colour") != (self.colour is not None):
            raise ValueError(f"a background of kind {self.kind} and the colour {self.colour}")
        if (self.kind == "file") != (self.path is not None):
            raise ValueError(f"a background of kind {self.kind} and the path {self.path}")
        if self.kind != "screen" and self.window is not None:
            raise ValueError(f"a background of kind {self.kind} and the window {self.window}")

    @classmethod
    def parse(cls, text: str) -> BackgroundSpec:
        """Read `blur`, `blur:0.6`, `transparent`, a path, `#1e90ff` or a colour name.

        A file wins over a colour of the same name. Text that looks like a path is taken as one;
        opening it reports whether it exists.

        Raises:
            ValueError: The text is none of these; the message lists the possibilities.
        """
        word = text.strip()
        if word == "transparent":
            return cls("transparent")
        if word == "blur" or word.startswith("blur:"):
            return cls("blur", blur_strength=_strength(word))
        path = typed_path(word)
        if word and (os.path.isfile(path) or os.path.isdir(path)):
            return cls("file", path=path)
        from PIL import ImageColor  # a command's help does not wait for Pillow

        try:
            red, green, blue, *alpha = ImageColor.getrgb(word)
        except ValueError:
            if not word.startswith("#") and (path.suffix or "/" in word or "\\" in word):
                return cls("file", path=path)
            raise ValueError(
                f"background {word!r} is neither a file nor a colour; use a path, '#1e90ff', a "
                "colour name like 'dodgerblue', blur, blur:0.6 or transparent"
            ) from None
        if alpha not in ([], [255]):
            raise ValueError(
                f"background {word!r} is a colour with alpha, which would be lost; write it "
                f"without, #{red:02x}{green:02x}{blue:02x}, or take transparent"
            )
        return cls("colour", colour=(red, green, blue))

    @property
    def remembered(self) -> BackgroundSpec:
        """What the settings store keeps: never "room" or "screen"."""
        return BackgroundSpec("blur") if self.kind in ("room", "screen") else self

    def __str__(self) -> str:
        """The text that `parse` reads back."""
        if self.kind == "blur":
            return f"blur:{self.blur_strength:g}"
        if self.colour is not None:
            return "#{:02x}{:02x}{:02x}".format(*self.colour)
        if self.kind in ("room", "screen"):
            return f"my {self.kind}" if self.window is None else "a window"
        return "transparent" if self.path is None else str(self.path)


def _strength(word: str) -> float:
    _, colon, number = word.partition(":")
    if not colon:
        return DEFAULT_BLUR
    try:
        strength = float(number)
    except ValueError:
        strength = -1.0
    if not 0.0 <= strength <= 1.0:
        raise ValueError(f"background {word}: the strength is a number from 0 to 1, as in blur:0.6")
    return strength
