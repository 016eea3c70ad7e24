"""What a run leaves behind to look at: rows of CSV and their plot."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

LOSS_NAMES = ("cross_entropy", "region", "alpha", "slope", "steady", "distil")
FIGURE_NAMES = ("iou", "boundary_f", "mae", "worst", "false_foreground")
PLOTTED_INPUT = 256 * 256


def append_row(path: Path, row: dict[str, Any]) -> None:
    """Add a row to a CSV file; the first row brings the header."""
    is_new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(row))
        if is_new:
            writer.writeheader()
        writer.writerow(row)


def plot(out: Path) -> None:
    """Draw `out/log.csv` and `out/val.csv` as `out/log.png`."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4), constrained_layout=True)
    losses = _rows(out / "log.csv")
    figures = [row for row in _rows(out / "val.csv") if row["input"] == str(PLOTTED_INPUT)]
    for axes, rows, names in (
        (left, losses, LOSS_NAMES),
        (right, figures, ("iou", "boundary_f")),
    ):
        for name in names:
            points = [(float(row["elapsed_s"]) / 60, float(row[name])) for row in rows if row[name]]
            if points:
                axes.plot(*zip(*points, strict=True), label=name)
        axes.set_xlabel("minutes")
        if axes.lines:
            axes.legend(frameon=False)
    left.set_yscale("log")
    left.set_title("loss terms, weighted")
    right.set_title("val, hand-made masks, 256x256 pixels of input")
    figure.savefig(out / "log.png", dpi=110)
    plt.close(figure)


def _rows(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
