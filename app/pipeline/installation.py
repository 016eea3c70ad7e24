"""This copy: where it is, the command that starts it, and what licences its libraries declare.

Standard library only: installers use it.
"""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MODELS_FOLDER = ROOT / "weights"
# This file is beside main.py only in an installed package (packaging/launcher).
IS_INSTALLED = (ROOT / "__main__.py").is_file()
# The command in help and messages: a line that users copy must work.
COMMAND = "backdrop" if IS_INSTALLED else "main.py"


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
