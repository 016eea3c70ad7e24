"""The installed `backdrop` command: runs the main.py beside this file as a checkout would.

Names such as `gui` are too general for a shared site-packages. So the whole program is in a folder
of its own, where alone its modules are found.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent


def run() -> None:
    """Run the program with this process's arguments; ends the process."""
    if sys.path[0] != str(PROGRAM):
        sys.path.insert(0, str(PROGRAM))
    runpy.run_path(str(PROGRAM / "main.py"), run_name="__main__")


if __name__ == "__main__":
    run()
