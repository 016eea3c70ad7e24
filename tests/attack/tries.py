"""Try: one thing that is done to the program, and what must hold afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from attack.program import Call
from attack.verdict import Break, Promise

# Of `process`: done, failed, damaged; of `camera` the first two.
PROCESS = frozenset({0, 1, 2, 3})
CAMERA = frozenset({0, 1})
# Far from every colour of the room, and from each other.
COLOURS = {"#00b140": (0, 177, 64), "#c8c8c8": (200, 200, 200), "#7f00ff": (127, 0, 255)}


@dataclass(frozen=True, slots=True)
class Supplies:
    """What tries are made of; the same for all of a round.

    Attributes:
        victims: Valid files by name, to be damaged.
        sources: Valid files by name that show another room, which no output may show.
        model: Path of a model that finds nobody.
        folder: Empty and writable, for this try alone.
        index: Of the try among its kind.
        is_short: A round of minutes: nothing that takes half a minute by itself.
        slowness: How many times as long as on an idle machine a job takes here.
        blocked_port: Of a server on loopback that nobody may speak to.
    """

    victims: dict[str, Path]
    sources: dict[str, Path]
    model: Path
    folder: Path
    is_short: bool
    index: int = 0
    slowness: float = 1.0
    blocked_port: int = 9


@dataclass(frozen=True, slots=True)
class Try:
    """One try.

    Attributes:
        what: Its row in the table.
        words: What was done, for people who look at a break.
        steps: Calls with what each must keep, one after the other.
        skipped: Why it cannot be tried here; empty: it can.
        look: What broke outside the folder, after each step.
        close: Undoes what was prepared outside the folder.
    """

    what: str
    words: str
    steps: tuple[tuple[Call, Promise], ...] = ()
    skipped: str = ""
    look: Callable[[], list[Break]] = list
    close: Callable[[], None] = lambda: None


Maker = Callable[[Random, Supplies], Try]


def usual_options(supplies: Supplies, *, background: str) -> list[str]:
    """The engine and the background."""
    return ["--model", str(supplies.model), "--device", "cpu", "--background", background]
