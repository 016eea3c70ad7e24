"""The command line: the commands of `main.py`, one module each, and what they print.

A command module has `HELP`, `add_arguments(parser)` and `run(arguments) -> exit status`. What is
slow to import is imported inside `run`, so that `--help` answers at once.
"""
