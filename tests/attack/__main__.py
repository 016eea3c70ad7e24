"""Attack the program: `python -m tests.attack --minutes 60`; README.md beside this says more."""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "app" / "video")]

from attack.program import Ending  # noqa: E402
from attack.report import lines_of, print_outcome, save  # noqa: E402
from attack.round import KINDS, Finding, Round  # noqa: E402
from attack.tries import Try  # noqa: E402

# What an hour holds on two cores; shorter rounds take their share.
AN_HOUR = {
    "input": 10_000, "kill": 1_000, "environment": 120, "server": 80, "url": 300, "cluster": 20,
}  # fmt: skip
SHORT_S = 600.0  # below it nothing is tried that takes a minute by itself


def main(arguments: Sequence[str] | None = None) -> int:
    """Attack; returns 1 if anything broke."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
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
        on_try=_print_try if parsed.verbose or parsed.reproduce else _print_nothing,
    )
    print(f"Seed {seed}; files in {folder}.", flush=True)
    if parsed.reproduce:
        findings = attack.reproduce(kind, int(index))
        print(f"{parsed.reproduce}: {'broke' if findings else 'held'}")
        return 1 if findings else 0
    asked = {kind: getattr(parsed, f"{kind}s") for kind in KINDS}
    share = minutes / 60 if parsed.minutes else 1.0
    counts = {kind: max(1, round(AN_HOUR[kind] * share)) for kind in KINDS}
    if any(count is not None for count in asked.values()):
        counts = {kind: count or 0 for kind, count in asked.items()}
    if parsed.only:
        counts = {parsed.only: counts[parsed.only]}
    outcome = attack.run(counts, seconds=minutes * 60)
    print_outcome(outcome, seed)
    if parsed.minutes or parsed.save:
        print(f"Written to {save(outcome, seed)}.")
    if not outcome.findings:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if outcome.findings else 0


def _print(finding: Finding) -> None:
    print("\n".join(lines_of(finding)), flush=True)


def _print_try(name: str, attempt: Try, endings: Sequence[Ending]) -> None:
    for ending in endings:
        said = (ending.err or ending.out).strip().splitlines()
        print(
            f"{name}  {attempt.what} ({attempt.words[:100]}): status {ending.status}, "
            f"{ending.seconds:.2f} s, {ending.peak_kib // 1024} MiB: {said[-1:]}",
            flush=True,
        )


def _print_nothing(name: str, attempt: Try, endings: Sequence[Ending]) -> None:
    pass


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument(
        "--minutes", type=float, help="end by then, and write the table (default: 60)"
    )
    for kind in KINDS:
        count = AN_HOUR[kind]
        parser.add_argument(f"--{kind}s", type=int, metavar="N", help=f"so many (default: {count})")
    parser.add_argument("--only", choices=tuple(KINDS), help="one kind of tries")
    parser.add_argument("--seed", help="decides everything but time (default: a new one)")
    parser.add_argument("--reproduce", metavar="SEED:KIND-INDEX", help="one try again")
    parser.add_argument(
        "--jobs",
        type=int,
        default=len(os.sched_getaffinity(0)) + 1,  # cameras keep no core busy
        help="tries at a time (default: one more than there are cores)",
    )
    parser.add_argument("--folder", type=Path, help="for files (default: a new temporary one)")
    parser.add_argument("--verbose", action="store_true", help="tell every try")
    parser.add_argument("--save", action="store_true", help="write the table after any round")
    return parser


if __name__ == "__main__":
    sys.exit(main())
