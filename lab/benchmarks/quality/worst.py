"""Draw the worst pictures of each set for inspection; the drawings stay out of the repository."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lab.benchmarks.quality.pictures import Sample
from lab.benchmarks.quality.sheets import Cell, draw_sheets, over_loud, small
from lab.evaluation.metrics import MatteFigures
from lab.evaluation.nets import Net

WORST_KEPT = 20
LONG_PX = 255


@dataclass(frozen=True, slots=True)
class Judged:
    """One picture and how a net did on it."""

    sample: Sample
    figures: MatteFigures


def worst_of(judged: Sequence[Judged]) -> dict[str, list[tuple[str, float]]]:
    """Name and IoU of each set's worst pictures, worst first."""
    return {
        group: [(item.sample.name, round(item.figures.iou, 3)) for item in items]
        for group, items in _worst(judged).items()
    }


def _worst(judged: Sequence[Judged]) -> dict[str, list[Judged]]:
    groups: dict[str, list[Judged]] = defaultdict(list)
    for item in judged:
        groups[item.sample.group].append(item)
    return {
        group: sorted(items, key=lambda item: item.figures.iou)[:WORST_KEPT]
        for group, items in groups.items()
    }


def draw_worst(net: Net, judged: Sequence[Judged], folder: Path) -> None:
    """Draw each set's worst pictures, their matte and their label over magenta; print their names.

    Args:
        net: Runs once more on each.
        judged: By that net.
        folder: For NET_SET_01.png, ...
    """
    for group, worst in _worst(judged).items():
        cells = []
        for item in worst:
            pixels, name = item.sample.pixels, item.sample.name
            alphas = (net.alpha(pixels), item.sample.truth)
            views = (pixels, *(over_loud(pixels, alpha) for alpha in alphas))
            label = f"{name} IoU {item.figures.iou:.3f}"
            cells.append(Cell(label, tuple(small(view, long_side_px=LONG_PX) for view in views)))
            print(f"  {net.name} {group} {name}: IoU {item.figures.iou:.3f}")
        draw_sheets(cells, folder, f"{net.name}_{group}".replace(" ", "_"))


def draw_worst_rooms(net: Net, rooms: Sequence[Sample], folder: Path) -> None:
    """Draw the empty rooms in which a net sees the most false foreground.

    Args:
        net: Runs on each.
        rooms: Pictures without people.
        folder: For NET_empty_rooms_01.png, ...
    """
    alphas = [net.alpha(room.pixels) for room in rooms]
    order = sorted(range(len(rooms)), key=lambda index: -float(alphas[index].mean()))
    cells = []
    for index in order[:WORST_KEPT]:
        pixels, alpha = rooms[index].pixels, alphas[index]
        views = (pixels, over_loud(pixels, alpha), (alpha * 255).astype(np.uint8))
        label = f"{rooms[index].name} {100 * float((alpha > 0.5).mean()):.2f} %"
        cells.append(Cell(label, tuple(small(view, long_side_px=LONG_PX) for view in views)))
    draw_sheets(cells, folder, f"{net.name}_empty_rooms".replace(" ", "_"))
