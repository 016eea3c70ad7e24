"""Paths as people type them."""

from __future__ import annotations

import os
from pathlib import Path


def typed_path(text: str | Path) -> Path:
    """Expand `~` to the user's home. An unknown user's home, `~name/`, stays as typed.

    `Path.expanduser` raises for that, and people type names letter by letter.
    """
    return Path(os.path.expanduser(text))
