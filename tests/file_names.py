"""Other names of a file, as a program may be told them."""

import os
from pathlib import Path

import pytest

WAYS = ["symlink", "hard link", "roundabout", "relative", "other case"]


def other_name(path, way):
    """A path to the same file that reads differently; made where it has to be."""
    if way == "relative":
        return Path(os.path.relpath(path))
    if way == "roundabout":
        return path.parent / ".." / path.parent.name / path.name
    if way == "other case":
        other = path.with_name(path.name.swapcase()).with_suffix(path.suffix)
        if not other.exists():
            pytest.skip("this disk tells cases apart")
        return other
    other = path.with_name(f"another {path.name}")
    try:
        other.symlink_to(path) if way == "symlink" else other.hardlink_to(path)
    except OSError as error:  # Windows asks for a privilege, some disks know no links
        pytest.skip(f"no {way} here: {error}")
    return other
