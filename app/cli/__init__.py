"""The command line: one module for each command of `main.py`, and what they print.

A command module has `HELP`, `add_arguments(parser)` and `run(arguments) -> exit status`. Slow
imports are inside `run`, so that `--help` answers at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def plain_console(*, stderr: bool = True) -> Console:
    """A console that prints texts as they are: a file's name may hold [red] or :x:."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=True, markup=False, emoji=False)


def say_error(sentence: object) -> None:
    """Print why a command failed, in red on a terminal."""
    plain_console().print(f"error: {sentence}", style="red")
