"""What the short round came to is told at the end, with the seed that repeats it."""

from __future__ import annotations

told: list[str] = []


def pytest_terminal_summary(terminalreporter) -> None:
    for line in told:
        terminalreporter.write_line(line)
