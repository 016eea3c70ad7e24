"""`backdrop`, once it is installed: runs the main.py beside this file as a checkout would.

`gui`, `video` and so on are no names for everybody's site-packages. So the program lies whole in a
folder of its own, and its names are found there alone.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent


def run() -> None:
    """Run the program with the arguments of this process; ends it."""
    if sys.path[0] != str(PROGRAM):
        sys.path.insert(0, str(PROGRAM))
    runpy.run_path(str(PROGRAM / "main.py"), run_name="__main__")


if __name__ == "__main__":
    run()
