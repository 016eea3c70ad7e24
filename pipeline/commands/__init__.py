"""The commands of `main.py`, one module each.

A command module has `HELP`, `add_arguments(parser)` and `run(arguments) -> exit status`. What is
slow to import is imported inside `run`, so that `--help` answers at once.
"""
