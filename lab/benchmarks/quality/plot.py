"""The scatter plot of quality against cost."""

from __future__ import annotations

from collections.abc import Mapping
from math import log10
from pathlib import Path
from typing import Any

OURS, PEER, INK, GRID = "#0b6e4f", "#8a8f98", "#22252a", "#e4e6ea"
# Where a label may stand beside its point, the best place first: (points right, points up).
PLACES = ((9, 8), (9, -16), (-9, 8), (-9, -16))
# In the axes' own units: a letter, a line, a label's distance from its point, half a point.
LETTER_DECADES, LINE_IOU, GAP_IOU, HALF_POINT_IOU = 0.033, 0.018, 0.005, 0.008

_Box = tuple[float, float, float, float]


def _label(name: str, found: Mapping[str, Any], place: tuple[int, int]) -> _Box:
    """(left, right, low, high) of a label in decades and IoU."""
    at, score = log10(found["ms"]), found["sets"]["hand_masked"]["iou"]
    width = LETTER_DECADES * len(name) + 0.05
    low = score + GAP_IOU if place[1] > 0 else score - GAP_IOU - LINE_IOU
    return (
        (at, at + width, low, low + LINE_IOU)
        if place[0] > 0
        else (at - width, at, low, low + LINE_IOU)
    )


def _point(found: Mapping[str, Any]) -> _Box:
    at, score = log10(found["ms"]), found["sets"]["hand_masked"]["iou"]
    return (at - 0.03, at + 0.03, score - HALF_POINT_IOU, score + HALF_POINT_IOU)


def _overlap(one: _Box, other: _Box) -> bool:
    return one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]


def scatter(nets: Mapping[str, Mapping[str, Any]], path: Path, *, machine: str) -> None:
    """Draw IoU on hand-made masks over ms a frame for every net, as PNG.

    Args:
        nets: By name: "ms", "is_ours" and "sets" with "hand_masked" as the benchmark writes them.
        path: To write; replaced whole.
        machine: For the caption.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt
    from matplotlib.ticker import FuncFormatter

    plt.rcParams["font.family"] = "DejaVu Sans"
    figure, axes = plt.subplots(figsize=(8, 4.6), constrained_layout=True)
    shown = {
        name: found
        for name, found in nets.items()
        if found.get("ms") and "hand_masked" in found["sets"] and "+" not in name
    }  # "+ edges" is the same network once more
    points = {name: _point(found) for name, found in shown.items()}
    labels: list[_Box] = []
    for name, found in sorted(shown.items(), key=lambda item: item[1]["ms"]):
        score = found["sets"]["hand_masked"]["iou"]
        taken = [*labels, *(box for other, box in points.items() if other != name)]
        place = next(
            (at for at in PLACES if not any(_overlap(_label(name, found, at), b) for b in taken)),
            PLACES[0],
        )
        labels.append(_label(name, found, place))
        is_ours = bool(found["is_ours"])
        axes.scatter(
            found["ms"],
            score,
            s=150 if is_ours else 80,
            color=OURS if is_ours else PEER,
            edgecolor="white",
            linewidth=1.5,
            zorder=3,
        )
        axes.annotate(
            name,
            (found["ms"], score),
            xytext=place,
            textcoords="offset points",
            ha="left" if place[0] > 0 else "right",
            color=OURS if is_ours else INK,
            weight="bold" if is_ours else "normal",
            fontsize=10,
        )
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_formatter(FuncFormatter(lambda value, _: ""))
    axes.margins(x=0.18, y=0.14)
    axes.grid(color=GRID, zorder=0)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.set_xlabel(f"milliseconds a frame, network alone ({machine})", color=INK)
    axes.set_ylabel("IoU on hand-made masks", color=INK)
    axes.set_title("Better is up, cheaper is left", color=INK, fontsize=11, loc="left")
    unfinished = path.with_name(path.stem + ".part.png")
    figure.savefig(unfinished, dpi=150)
    plt.close(figure)
    unfinished.replace(path)
