"""How the engine's own Python processes are started."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
# Windows alone knows these.
NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
LOW_PRIORITY: int = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)


def start(
    command: Sequence[str], *, creationflags: int = 0, **options: Any
) -> subprocess.Popen[Any]:
    """Start a process that reads from a pipe and has this package among its modules.

    It is in a session of its own: Ctrl-C is for the program, which ends this one. It takes no
    module from the working folder, in which files of others may lie.

    Args:
        command: Program and arguments.
        creationflags: Of Windows, beside `NO_WINDOW`.
        options: Of `Popen`.

    Raises:
        OSError: It cannot be started.
    """
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONSAFEPATH": "1"},
        start_new_session=True,
        creationflags=NO_WINDOW | creationflags,
        **options,
    )
