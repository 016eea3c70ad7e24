"""The roofline of all rungs, as PNG: `python -m lab.ladder.roofline`.

x: arithmetic intensity, FLOP per byte that has to be moved; y: FLOP/s reached. Under the slope a
kernel is memory-bound, under a level compute-bound. A full mark is measured; an empty one is the
bound of a rung that is not measured yet.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lab.benchmarks.report import RESULTS
from lab.ladder.measuring import H200, Ceilings

PICTURE = RESULTS / "ladder_roofline.png"
INK, GRID = "#22252a", "#e4e6ea"
COLOURS = {
    "0": "#8a8f98",
    "1": "#0b6e4f",
    "2": "#b5651d",
    "3": "#6a4c93",
    "5": "#1982c4",
    "6": "#c1121f",
    "7": "#d4a017",
    "8": "#3d405b",
}  # by rung; rung 4 moves nothing inside the card


def figures() -> Iterator[tuple[str, bool, dict[str, Any]]]:
    """(rung, whether it was measured, figure) of all results that compute something."""
    for path in sorted(RESULTS.glob("*ladder*.json")):
        result = json.loads(path.read_text())
        number = re.search(r"ladder_(\d)", path.stem)
        rung = number[1] if number else "1"  # the story's two layers
        if rung not in COLOURS:
            continue
        for figure in result["raw"]["figures"]:
            if figure["contender"].startswith("0 "):  # of the processor
                continue
            if figure["flop"] and figure["fits"]:
                yield rung, figure["us"] is not None, figure


def ceilings() -> Ceilings:
    """Those of the last run on a GPU; before there is one, the expected ones."""
    result = json.loads((RESULTS / "ladder_0_ceilings.json").read_text())
    return H200 if result["machine"] is None else Ceilings(**result["raw"]["ceilings"])


def card() -> str:
    """The card that the story of rung 1 was measured on."""
    result = json.loads((RESULTS / "gpu_ladder.json").read_text())
    return result["machine"]["processor"].partition(",")[0].removeprefix("one ")


def draw(path: Path = PICTURE) -> None:
    """Draw it; `path` is replaced whole."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    plt.rcParams["font.family"] = "DejaVu Sans"
    figure, axes = plt.subplots(figsize=(8, 5), constrained_layout=True)
    top = ceilings()
    low, high = 0.05, 10000.0
    for tflops, name in (
        (top.float32_tflops, "float32"),
        (top.matrix_tflops, "tensor cores, float16"),
    ):
        knee = tflops / top.copy_tbps
        axes.plot([low, knee, high], [low * top.copy_tbps, tflops, tflops], color=INK, lw=1)
        axes.annotate(
            f"{name}: {tflops:g} TFLOP/s", (high, tflops), xytext=(0, 9),
            textcoords="offset points", ha="right", color=INK, fontsize=9,
        )  # fmt: skip
    axes.annotate(
        f"copy: {top.copy_tbps:g} TB/s", (low, low * top.copy_tbps), xytext=(4, 14),
        textcoords="offset points", rotation=33, color=INK, fontsize=9,
    )  # fmt: skip
    named, drawn = set[str](), set[tuple[Any, ...]]()
    for rung, measured, found in figures():
        across = found["flop"] / found["nbytes"]
        upward = found["flop"] / (found["us"] if measured else found["least_us"]) / 1e6
        place = (rung, measured, f"{across:.1e}", f"{upward:.1e}")
        if place in drawn:
            continue
        drawn.add(place)
        axes.scatter(
            across, upward, s=34, zorder=3, linewidth=1.2, edgecolor=COLOURS[rung],
            facecolor=COLOURS[rung] if measured else "white",
            label=None if rung in named else f"rung {rung}",
        )  # fmt: skip
        named.add(rung)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(low, high)
    axes.grid(color=GRID, zorder=0)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.set_xlabel("FLOP for each byte that has to be moved", color=INK)
    axes.set_ylabel("TFLOP/s", color=INK)
    title = f"Every rung under the roofline of an {card()}"
    if any(not measured for _, measured, _ in figures()):
        title = f"{card()}. Full: measured; empty: what the ceilings allow, not yet measured"
    axes.set_title(title, color=INK, fontsize=11, loc="left")
    handles, labels = axes.get_legend_handles_labels()
    ordered = sorted(zip(labels, handles, strict=True), key=lambda pair: pair[0])
    axes.legend(
        [handle for _, handle in ordered], [label for label, _ in ordered],
        frameon=False, loc="lower right",
    )  # fmt: skip
    unfinished = path.with_name(path.stem + ".part.png")
    figure.savefig(unfinished, dpi=150)
    plt.close(figure)
    unfinished.replace(path)


def main() -> int:
    """Draw, or say what is missing; returns the status."""
    try:
        draw()
    except ModuleNotFoundError as error:
        print(
            f"The roofline is not drawn: {error}; pip install -r "
            "lab/benchmarks/requirements.txt, then python -m lab.ladder.roofline"
        )
        return 1
    print(f"{PICTURE.name}: drawn")
    return 0


if __name__ == "__main__":
    sys.exit(main())
