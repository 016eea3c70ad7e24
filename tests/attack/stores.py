"""Runs `main.py` where `store://` is a folder called "store", and temporary files go to "tmp"."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

MAIN = Path(__file__).resolve().parents[2] / "main.py"
FOLDER = Path("store")
TEMPORARY = Path("tmp")


def register() -> None:
    """Let fsspec know `store://`, which is reached in its way alone."""
    from fsspec.implementations.local import LocalFileSystem
    from fsspec.registry import register_implementation

    class Store(LocalFileSystem):
        protocol = "store"

        @classmethod
        def _strip_protocol(cls, path):
            path = str(path)
            return str(FOLDER.absolute() / path[8:]) if path.startswith("store://") else path

    register_implementation("store", Store, clobber=True)


if __name__ == "__main__":
    register()
    tempfile.tempdir = str(TEMPORARY.absolute())
    sys.argv[0] = str(MAIN)
    exec(compile(MAIN.read_bytes(), MAIN, "exec"), {"__name__": "__main__", "__file__": str(MAIN)})
