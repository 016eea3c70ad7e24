"""What each kernel of the ladder needs of a card: one table, and what a given card has of it.

`python -m lab.ladder.cards` prints which steps of rung 1 run on which card.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

Capability = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Instructions:
    """Instructions that come with a compute capability.

    Attributes:
        names: For people, as PTX spells them.
        since: The oldest compute capability that has them.
        only: Whether later ones lack them, as NVIDIA says of targets that end in "a".
    """

    names: str
    since: Capability
    only: bool = False


class Needs(Enum):
    """The table of what a contender may need; each step of rung 1 names its row.

    Source: PTX ISA, "Target ISA Notes" of each instruction.
    """

    ANY_CARD = Instructions("what every supported card has", (7, 5))
    MMA_K8 = Instructions("mma.sync.m16n8k8", (7, 5))
    MMA_K16 = Instructions("mma.sync.m16n8k16", (8, 0))
    CP_ASYNC = Instructions("mma.sync.m16n8k16 and cp.async", (8, 0))
    WGMMA = Instructions("wgmma, TMA and mbarrier", (9, 0), only=True)

    def met_by(self, capability: Capability) -> bool:
        """Whether a card of this compute capability has the instructions."""
        needed = self.value
        return capability == needed.since if needed.only else capability >= needed.since

    def missing_on(self, capability: Capability) -> str:
        """Why it does not run on such a card, as half a sentence; empty if it does."""
        if self.met_by(capability):
            return ""
        needed = self.value
        since = shown(needed.since) + ("" if needed.only else " or later")
        return (
            f"needs {needed.names}: compute capability {since}, and this card has "
            f"{shown(capability)}"
        )


# Cards that people have, for the table: a T4 is what hosted notebooks give away.
CARDS: dict[str, Capability] = {
    "T4, RTX 20": (7, 5),
    "A100": (8, 0),
    "H100, H200": (9, 0),
    "B200": (10, 0),
}


def shown(capability: Capability) -> str:
    """As NVIDIA writes it."""
    return ".".join(map(str, capability))


def why_without(error: Exception) -> str:
    """Why there is no GPU, of a `GpuUnavailableError`: its cause, and the command that mends it.

    What else the library advises is meant for the program's users.
    """
    cause, _, command = str(error).partition("; run: ")
    said = re.split(r"[;(]", cause)[0].strip()
    return f"{said}; run: {command}" if command else said


def print_table() -> None:
    """Print which step of rung 1 runs on which card."""
    from lab.ladder.rung1_convolution import STEPS

    width = max(len(step.name) for step in STEPS) + 2
    print(" " * width + "  ".join(CARDS))
    for step in STEPS:
        runs = ("yes" if step.needs.met_by(of_card) else "-" for of_card in CARDS.values())
        columns = (text.ljust(len(card)) for text, card in zip(runs, CARDS, strict=True))
        print(step.name.ljust(width) + "  ".join(columns).rstrip())


if __name__ == "__main__":
    print_table()
