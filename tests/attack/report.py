"""What a round came to, as a table: on the screen, and in `lab/benchmarks/results/attack.json`."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from attack.round import Finding, Outcome, causes_of
from lab.benchmarks.machine import describe
from lab.benchmarks.report import main as write_documents
from lab.benchmarks.report import save_result

COLUMNS = ("what was done to it", "tried", "held", "broke")


def lines_of(finding: Finding) -> list[str]:
    """What broke, what was done, and how to see it again."""
    kept = f"; files in {finding.kept}" if finding.kept else ""
    return [
        f"BROKE {finding.found.kind}: {finding.found.words}",
        f"    {finding.what}: {finding.words[:300]}",
        f"    python -m tests.attack --reproduce {finding.name}{kept}",
    ]


def rows_of(outcome: Outcome) -> list[tuple[str, int, int, int]]:
    """A row for everything that was tried, and one for all of it."""
    rows = [
        (what, count, count - outcome.broke[what], outcome.broke[what])
        for what, count in sorted(outcome.tried.items())
    ]
    total, broke = sum(outcome.tried.values()), sum(outcome.broke.values())
    return [*rows, ("**all**", total, total - broke, broke)]


def print_outcome(outcome: Outcome, seed: str) -> None:
    """The table and the causes."""
    width = max(len(row[0]) for row in rows_of(outcome))
    print(f"\n{COLUMNS[0]:{width}}  {'tried':>6} {'held':>6} {'broke':>6}")
    for what, tried, held, broke in rows_of(outcome):
        print(f"{what.strip('*'):{width}}  {tried:6} {held:6} {broke:6}")
    for reason, count in sorted(outcome.skipped.items()):
        print(f"skipped {count}: {reason}")
    for kind, cause, count, first in causes_of(outcome.findings):
        print(f"{count:6}  {kind}: {cause}\n        {first.found.words[:200]}\n"
              f"        --reproduce {first.name}")  # fmt: skip
    print(f"Peak memory {outcome.peak_kib / 1024:.0f} MiB; {outcome.seconds / 60:.1f} minutes; "
          f"seed {seed}.")  # fmt: skip


def save(outcome: Outcome, seed: str) -> Path:
    """Write the result, and the table into the page beside this file."""
    path = save_result(
        "attack",
        columns=COLUMNS,
        rows=rows_of(outcome),
        note=_note(outcome, seed),
        machine=describe("av", "Pillow", "numba"),
        raw={
            "seed": seed,
            "minutes": round(outcome.seconds / 60, 1),
            "peak_mib": outcome.peak_kib // 1024,
            "tries": dict(outcome.kinds),
            "kinds_of_breaks": dict(Counter(one.found.kind for one in outcome.findings)),
            "causes": [_cause(*cause) for cause in causes_of(outcome.findings)],
            "skipped": dict(outcome.skipped),
        },
    )
    write_documents([])
    return path


def without_places(words: str) -> str:
    """The same words, of each absolute path the last name alone: where a round ran is nobody's."""
    return re.sub(r"(?<![\w.:/])/(?:[^/\s'\",;]+/)+", "", words)


def _cause(kind: str, cause: str, count: int, first: Finding) -> dict[str, str | int]:
    return {
        "kind": kind,
        "cause": cause,
        "count": count,
        "words": without_places(first.found.words),
        "reproduce": first.name,
    }


def _note(outcome: Outcome, seed: str) -> str:
    kinds = Counter(one.found.kind for one in outcome.findings)
    broke = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()) or "nothing"
    tried = ", ".join(f"{count} {kind}" for kind, count in outcome.kinds.most_common())
    skipped = f" Skipped: {sum(outcome.skipped.values())}." if outcome.skipped else ""
    return (
        f"Tried: {tried}. What broke: {broke}. "
        f"Peak memory of what held: {outcome.peak_kib // 1024} MiB. "
        f"{outcome.seconds / 60:.0f} minutes, seed {seed}.{skipped} "
        "Repeat: `python -m tests.attack --minutes 60`."
    )
