"""ExportHabits: the export dialog's last choices, which the next one starts with."""

from __future__ import annotations

from dataclasses import dataclass

USUAL_NAME = "{name} {content}"
USUAL_FIRST_NUMBER = 1001  # as editing programs count
USUAL_DIGITS = 4
MOST_DIGITS = 9
LARGEST_NUMBER = 99_999_999


@dataclass(frozen=True, slots=True)
class ExportHabits:
    """Choices that the next export starts with; range and folder belong to each file.

    Attributes:
        kind: "composite", "matte" or "both".
        outline: "fast" or "best"; empty: the window's model.
        look_twice: As in `Settings`.
        suffix: File type of films; empty: the most usual.
        codec: Empty: the file type's own.
        quality: A key of `QUALITY_STEPS`.
        keeps_sound: Carry the sound over.
        name: Pattern of names; see `gui.export.names`.
        first_number: Of numbered pictures.
        digits: Minimum digits of a number.
    """

    kind: str = "composite"
    outline: str = ""
    look_twice: str = "auto"
    suffix: str = ""
    codec: str = ""
    quality: str = "balanced"
    keeps_sound: bool = True
    name: str = USUAL_NAME
    first_number: int = USUAL_FIRST_NUMBER
    digits: int = USUAL_DIGITS

    def __post_init__(self) -> None:
        if not 0 <= self.first_number <= LARGEST_NUMBER:
            raise ValueError(f"first number is {self.first_number}, expected 0 to {LARGEST_NUMBER}")
        if not 1 <= self.digits <= MOST_DIGITS:
            raise ValueError(f"digits is {self.digits}, expected 1 to {MOST_DIGITS}")
