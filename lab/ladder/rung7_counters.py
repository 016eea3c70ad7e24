"""Rung 7's counters: what the profiler saw of each kernel on the plane, as a table.

    ncu --csv --filter-mode per-launch-config -c 1 --kernel-name regex:plane_ --metrics METRICS \
        python -m lab.ladder.rung7_plane > counters.txt
    python -m lab.ladder.rung7_counters counters.txt

METRICS is what `python -m lab.ladder.rung7_counters` prints without a file.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from lab.benchmarks.report import RESULTS, save_result
from lab.ladder.rung7_plane import BLOCK, PLANE, RUNG

COLUMNS = {
    "loads, millions of requests": ("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 1e6),
    "of the first-level cache, MB": ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 1e6 / 32),
    "of the memory, MB": ("dram__bytes.sum", 1e6),
    "instructions of a warp, millions": ("smsp__inst_executed.sum", 1e6),
    "issue slots used, %": ("smsp__issue_active.avg.pct_of_peak_sustained_active", 1.0),
    "warps at the barrier for each that issues": (
        "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio",
        1.0,
    ),
    "µs, profiled": ("gpu__time_duration.sum", 1e3),
}
# Kernels of the plane, as the rung's table names them, by their own names.
NAMES: dict[str, str] = dict(
    zip(
        ("direct", "frozen", "constant", "notebook", "halo", "running", "inside"),
        (contender.name for contender in RUNG.contenders),
        strict=False,
    )
)


def read(lines: Iterable[str]) -> dict[str, dict[str, float]]:
    """Counter by name by kernel, on the plane; the tiny problems' are passed over.

    Args:
        lines: What ncu wrote; what the program itself printed comes before the table.

    Raises:
        ValueError: There is no table in them.
    """
    rest = iter(lines)
    header = next((line for line in rest if line.startswith('"ID"')), None)
    if header is None:
        raise ValueError('this is no table of ncu\'s: no line begins with "ID"; was --csv given?')
    found: dict[str, dict[str, float]] = {}
    for row in csv.DictReader([header, *rest]):
        blocks = int(row["Grid Size"].strip("()").split(",")[0])
        if blocks * BLOCK[0] < PLANE.width:  # of a tiny problem
            continue
        kernel = row["Kernel Name"].partition("[")[0]
        text = row["Metric Value"].replace(",", "")
        if text != "n/a":
            found.setdefault(kernel, {})[row["Metric Name"]] = float(text)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the metrics, or write the table of a run; returns the status."""
    parser = argparse.ArgumentParser(description="The profiler's counters of rung 7.")
    parser.add_argument("counters", nargs="?", type=Path, help="what ncu --csv wrote")
    path = parser.parse_args(arguments).counters
    if path is None:
        print(",".join(metric for metric, _ in COLUMNS.values()))
        return 0
    try:
        found = read(path.read_text().splitlines())
    except (OSError, ValueError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    rows = [
        [NAMES[kernel.removeprefix("plane_").removesuffix("_kernel")]]
        + [values[metric] / unit for metric, unit in COLUMNS.values()]
        for kernel, values in found.items()
    ]
    timed = json.loads((RESULTS / f"{RUNG.name}.json").read_text())
    save_result(
        "plane_counters",
        columns=["kernel", *COLUMNS],
        rows=rows,
        note="By Nsight Compute, each kernel once, caches flushed before it.",
        machine=timed["machine"],  # the same card, minutes later
        raw=found,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
