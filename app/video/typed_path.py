"""A path as a person writes it."""

from __future__ import annotations

import os
from pathlib import Path


def typed_path(text: str | Path) -> Path:
    """`~` is their home. The home of somebody unknown, `~nobody/`, stays as it is: no such file.

    `Path.expanduser` raises for that, and people type names letter by letter.
    """
    return Path(os.path.expanduser(text))
