"""The table that `lab.benchmarks.check_mattes` saves for the model card."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lab.benchmarks import report
from lab.benchmarks.machine import describe

MODELS = ("quality", "fast")  # in the order of a cell's figures
RESULT = "mattes"
PER_FRAME = ("notable", "places")
Figures = Mapping[str, Any]


def save(results: Mapping[str, Figures], known: Mapping[str, Any]) -> Path:
    """Write `results/mattes.json`; a model that was not run keeps its earlier figures.

    Args:
        results: Per model its "sha256" and, per clip, the figures.
        known: What `known_gaps.toml` holds.
    """
    path = report.RESULTS / f"{RESULT}.json"
    raw = json.loads(path.read_text(encoding="utf-8"))["raw"] if path.is_file() else {}
    raw |= {model: _without_frames(found) for model, found in results.items()}
    shown = [model for model in MODELS if model in raw]
    names = sorted({clip for model in shown for clip in raw[model]["clips"]})
    both = " / ".join(shown)
    return report.save_result(
        RESULT,
        columns=[
            "clip",
            "frames",
            f"frames with a hole, %: {both}",
            "longest hole, frames",
            "frames with an island, %",
            "frames with a blink, %",
            "soft far from edges, %",
            "checkered, % of alpha",
            "known",
        ],
        rows=[
            _row(name, [raw[model]["clips"].get(name) for model in shown], known) for name in names
        ],
        note="Whole engine, every frame, default settings. A hole: alpha below 0.5 enclosed by the "
        "figure, 0.05 % of the frame or more; its longest run of frames in about one place. An "
        "island: a part beside the people, over 0.1 %. A blink: 0.1 % that is there, or not, for a "
        "single frame. Soft: alpha 0.2 to 0.8 with nothing sure within 0.8 % of the longer side. "
        "Checkered: amplitude of alternating pixels in the network's own alpha where it is unsure, "
        "above that of the same alpha enlarged bilinearly. Known gaps, such as between arm and "
        "body, are in the last column and left out. `python -m lab.benchmarks.check_mattes` writes "
        "this.",
        machine=describe("numba"),
        raw=raw,
    )


def _without_frames(found: Figures) -> dict[str, Any]:
    clips = {
        name: {key: value for key, value in figures.items() if key not in PER_FRAME}
        for name, figures in found["clips"].items()
    }
    return {"sha256": found["sha256"], "clips": clips}


def _row(
    name: str, per_model: Sequence[Figures | None], known: Mapping[str, Any]
) -> list[str | float | int]:
    def both(key: str, digits: int) -> str:
        return " / ".join("" if f is None else f"{f[key]:.{digits}f}" for f in per_model)

    frames = next(f["frames"] for f in per_model if f is not None)
    about = known.get(name, {})
    return [
        name.replace("_", " "),
        frames,
        both("hole_percent", 1),
        both("longest_hole_frames", 0),
        both("island_percent", 1),
        both("blink_percent", 1),
        both("soft_percent", 3),
        both("checkered_percent", 2),
        str(about.get("note", "")),
    ]
