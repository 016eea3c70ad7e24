"""The scatter plot of quality against cost."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

OURS, PEER, INK, GRID = "#0b6e4f", "#8a8f98", "#22252a", "#e4e6ea"


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
    labelled: list[tuple[float, float]] = []
    for name, found in sorted(nets.items(), key=lambda item: item[1].get("ms") or 0.0):
        score = found["sets"].get("hand_masked", {}).get("iou")
        if score is None or not found.get("ms") or "+" in name:
            continue  # "+ edges" is the same network once more
        # Below its point where a label to the left would run into it.
        is_crowded = any(
            found["ms"] < 4 * ms and abs(score - other) < 0.025 for ms, other in labelled
        )
        labelled.append((found["ms"], score))
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
            xytext=(9, -16 if is_crowded and not is_ours else 8),
            textcoords="offset points",
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
