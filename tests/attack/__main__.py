"""Attack the program: `python -m tests.attack --minutes 60`; README.md beside this says more."""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from tests.attack.report import print_outcome, save  # noqa: E402
from tests.attack.round import KINDS, Finding, Round  # noqa: E402

# What an hour holds on two cores; shorter rounds take their share.
AN_HOUR = {"input": 10_000, "kill": 1_000, "environment": 120}
SHORT_S = 600.0  # below it nothing is tried that takes a minute by itself


def main(arguments: Sequence[str] | None = None) -> int:
    """Attack; returns 1 if anything broke."""
    parsed = _parser().parse_args(arguments)
    seed = parsed.seed or secrets.token_hex(4)
    if parsed.reproduce:
        seed, _, name = parsed.reproduce.rpartition(":")
        kind, _, index = name.rpartition("-")
        kind = kind or parsed.only or ""
        if kind not in KINDS or not index.isdigit() or not seed:
            print(f"{parsed.reproduce} is no SEED:KIND-INDEX; kinds are {', '.join(KINDS)}")
            return 2
    folder = parsed.folder or Path(tempfile.mkdtemp(prefix=f"backdrop-attack-{seed}-"))
    minutes = parsed.minutes or 60.0
    attack = Round(
        seed,
        folder,
        slots=parsed.jobs,
        is_short=minutes * 60 < SHORT_S and not parsed.reproduce,
        on_finding=_print,
    )
    print(f"Seed {seed}; files in {folder}.", flush=True)
    if parsed.reproduce:
        findings = attack.reproduce(kind, int(index))
        print(f"{parsed.reproduce}: {'broke' if findings else 'held'}")
        return 1 if findings else 0
    asked = {kind: getattr(parsed, f"{kind}s") for kind in KINDS}
    share = minutes / 60 if parsed.minutes else 1.0
    counts = {kind: max(1, round(count * share)) for kind, count in AN_HOUR.items()}
    if any(count is not None for count in asked.values()):
        counts = {kind: count or 0 for kind, count in asked.items()}
    if parsed.only:
        counts = {parsed.only: counts[parsed.only]}
    outcome = attack.run(counts, until_s=time.monotonic() + minutes * 60)
    print_outcome(outcome, seed)
    if parsed.minutes or parsed.save:
        print(f"Written to {save(outcome, seed)}.")
    if not outcome.findings:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if outcome.findings else 0


def _print(finding: Finding) -> None:
    kept = f"; files in {finding.kept}" if finding.kept else ""
    print(
        f"BROKE {finding.found.kind}: {finding.found.words}\n"
        f"    {finding.what}: {finding.words[:300]}\n"
        f"    python -m tests.attack --reproduce {finding.name}{kept}",
        flush=True,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument(
        "--minutes", type=float, help="end by then, and write the table (default: 60)"
    )
    for kind, count in AN_HOUR.items():
        parser.add_argument(f"--{kind}s", type=int, metavar="N", help=f"so many (default: {count})")
    parser.add_argument("--only", choices=tuple(KINDS), help="one kind of tries")
    parser.add_argument("--seed", help="decides everything but time (default: a new one)")
    parser.add_argument("--reproduce", metavar="SEED:KIND-INDEX", help="one try again")
    parser.add_argument(
        "--jobs", type=int, default=len(os.sched_getaffinity(0)), help="tries at a time"
    )
    parser.add_argument("--folder", type=Path, help="for files (default: a new temporary one)")
    parser.add_argument("--save", action="store_true", help="write the table after any round")
    return parser


if __name__ == "__main__":
    sys.exit(main())
