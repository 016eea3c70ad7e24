"""What an installed library declares as its licence. Standard library only: installers use it."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

LONGEST_LINE = 100  # some wheels have the whole text in the name's place
_WORDS = ("licen", "copying", "notice", "authors", "third")


def said_licence(header: Any) -> str:
    """A wheel's licence in one line, from its metadata (`email.message.Message`), or empty."""
    said = header.get("License-Expression") or ""
    text = header.get("License") or ""
    if not said and "\n" not in text and len(text) < LONGEST_LINE:
        said = text
    if not said:
        kinds = [
            kind.rpartition(" :: ")[2]
            for kind in header.get_all("Classifier", [])
            if kind.startswith("License ::")
        ]
        said = ", ".join(kinds)
    return said


def is_licence_text(path: PurePath) -> bool:
    """Whether a file of a wheel's metadata holds a licence or acknowledgements."""
    return any(word in path.name.lower() for word in _WORDS)
