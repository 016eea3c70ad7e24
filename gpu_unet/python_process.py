"""What the engine's own Python processes are started with."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows alone knows it


def environment() -> dict[str, str]:
    """This process's environment variables, with this package among the modules."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
