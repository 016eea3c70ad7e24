"""Writes the tables of figures into the Markdown files.

    python -m lab.benchmarks.report [--check]

A benchmark calls `save_result`, which writes `lab/benchmarks/results/NAME.json`. Wherever a
Markdown file holds the two markers

    <!-- bench:NAME -->
    <!-- /bench:NAME -->

each on a line of its own, the table of that result is written between them, with machine and date;
for the name "highlights", the few figures of the README.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lab.benchmarks.highlights import highlights
from lab.benchmarks.machine import in_words

ROOT = Path(__file__).parents[2]
RESULTS = Path(__file__).parent / "results"
DOCUMENTS = ("*.md", "lab/**/*.md", "docs/**/*.md", "weights/*.md", "tests/attack/*.md")
MARKED = re.compile(
    r"^<!-- bench:(?P<name>[\w-]+) -->\n(?P<table>.*?)^<!-- /bench:(?P=name) -->$",
    re.MULTILINE | re.DOTALL,
)
OPENED = re.compile(r"^<!-- bench:(?P<name>[\w-]+) -->$", re.MULTILINE)


class ReportError(ValueError):
    """A document names a result that does not exist, or a marker is not closed."""


def save_result(
    name: str,
    *,
    columns: Sequence[str],
    rows: Sequence[Sequence[str | float | int]],
    note: str,
    machine: dict[str, str | int] | None,
    raw: Any,
) -> Path:
    """Write `results/NAME.json`.

    Args:
        name: Name of the result and of its markers.
        columns: Headings of the table; they name the unit.
        rows: As many cells each as there are columns. A float is shown with at most three
            significant digits; give a string where more of them, or a unit, matter.
        note: One or two sentences below the table: method, runs, statistic, how to repeat.
        machine: From `machine.describe`; None where nothing was measured.
        raw: Everything else worth keeping, anything JSON can hold.
    """
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    content = {
        "name": name,
        "machine": machine,
        "columns": list(columns),
        "rows": [list(row) for row in rows],
        "note": note,
        "raw": raw,
    }
    path.write_text(json.dumps(content, indent=1) + "\n")
    return path


def table(result: dict[str, Any]) -> str:
    """The Markdown of a result: table, note, machine."""
    columns = result["columns"]
    lines = [
        "| " + " | ".join(columns) + " |",
        "| " + " | ".join(["---"] + ["---:"] * (len(columns) - 1)) + " |",
    ]
    lines += ["| " + " | ".join(_shown(cell) for cell in row) + " |" for row in result["rows"]]
    machine = result["machine"]
    note = result["note"] if machine is None else f"{result['note']} {in_words(machine)}."
    return "\n".join([*lines, "", note])


def _shown(cell: str | float | int) -> str:
    """At most three significant digits: more of them would be noise."""
    if not isinstance(cell, float) or not math.isfinite(cell) or cell == 0:
        return str(cell)
    wanted = max(0, 2 - math.floor(math.log10(abs(cell))))
    stored = len(str(cell).partition(".")[2])  # append no zeros that were not measured
    return f"{cell:.{min(wanted, stored)}f}"


def updated(text: str, *, document: str, results: Path = RESULTS) -> str:
    """`text` with every marked table as its result has it now.

    Raises:
        ReportError: A marker without an end, or without a result.
    """

    def replace(match: re.Match[str]) -> str:
        name = match["name"]
        if name == "highlights":
            return f"<!-- bench:{name} -->\n\n{highlights(results)}\n\n<!-- /bench:{name} -->"
        path = results / f"{name}.json"
        if not path.is_file():
            raise ReportError(
                f"{document}: there is no {path.name} for <!-- bench:{name} -->; "
                f"run the benchmark that writes it or remove the marker"
            )
        body = table(json.loads(path.read_text()))
        return f"<!-- bench:{name} -->\n\n{body}\n\n<!-- /bench:{name} -->"

    closed = {match["name"] for match in MARKED.finditer(text)}
    for match in OPENED.finditer(text):
        if match["name"] not in closed:
            raise ReportError(
                f"{document}: <!-- bench:{match['name']} --> has no <!-- /bench:{match['name']} -->"
            )
    return MARKED.sub(replace, text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Update every document, or with `--check` say which are out of date; returns the status."""
    parser = argparse.ArgumentParser(description="Write benchmark tables into the documents.")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if out of date")
    check = parser.parse_args(arguments).check
    stale = []
    for path in sorted({path for pattern in DOCUMENTS for path in ROOT.glob(pattern)}):
        name = str(path.relative_to(ROOT))
        text = path.read_text(encoding="utf-8")
        try:
            new = updated(text, document=name)
        except ReportError as error:
            print(error, file=sys.stderr)
            return 1
        if new != text:
            stale.append(name)
            if not check:
                path.write_text(new, encoding="utf-8")
    for name in stale:
        print(f"{name}: {'out of date' if check else 'updated'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
