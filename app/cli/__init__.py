"""The command line: one module for each command of `main.py`, and what they print.

A command module has `HELP`, `add_arguments(parser)` and `run(arguments) -> exit status`. Slow
imports are inside `run`, so that `--help` answers at once.
"""
