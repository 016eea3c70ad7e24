"""Which version this is, for `main.py --version` and for reports of faults."""

from __future__ import annotations

import platform
import re
from importlib import metadata
from pathlib import Path

CHANGELOG = Path(__file__).resolve().parent.parent / "CHANGELOG.md"
LIBRARIES = ("numpy", "numba", "av", "PySide6_Essentials")


def version() -> str:
    """The newest version that has a section in the changelog, or "unreleased"."""
    try:
        text = CHANGELOG.read_text(encoding="utf-8")
    except OSError:
        return "unknown"
    found = re.findall(r"^## \[?(\d[^\]\s]*)", text, re.MULTILINE)
    return found[0] if found else "unreleased"


def describe() -> str:
    """One line: the program, Python, and the libraries that matter."""
    parts = [f"Backdrop {version()}", f"Python {platform.python_version()}"]
    for name in LIBRARIES:
        try:
            parts.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            parts.append(f"{name} missing")
    return ", ".join(parts)
