"""The tables that `lab.benchmarks.bench_quality` saves for the README and the model card."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lab.benchmarks.machine import describe
from lab.benchmarks.quality.pictures import TALKERS
from lab.benchmarks.report import save_result

HOW = "`python -m lab.benchmarks.bench_quality` writes this."
METHOD = (
    "Means over pictures of the val split, none of them trained on; IoU of the masks at alpha "
    "0.5, F-score of their edges within 2 px of 256, mean absolute error of alpha. Milliseconds: "
    "median, network alone, one 16:9 picture, all contenders in turn in one process."
)
TALKER_KINDS = ("chair", "hands", "plain")
DEVICE_SETS = ("ccp", "ccp_upper", "vikram", "composites")
Nets = Mapping[str, Mapping[str, Any]]


def save_tables(nets: Nets, *, clips: int, frames: int) -> list[Path]:
    """Write `results/quality.json`, `quality_groups.json` and, with clips, `quality_clips.json`.

    Args:
        nets: By name, as the benchmark found them.
        clips: How many were run.
        frames: Frames of each clip.
    """
    machine = describe("onnxruntime", "ai-edge-litert", "numba")
    kept = "; ".join(sorted({f["kept_from"] for f in nets.values() if "kept_from" in f}))
    kept = f" Milliseconds, and all of other people's networks: {kept}. The rest:" if kept else ""
    written = [
        save_result(
            "quality",
            columns=[
                "network",
                "input",
                "ms",
                "hand-made masks: IoU",
                "edges",
                "error of alpha",
                "peers' own labels: IoU",
                "edges",
                "composites: IoU",
                "empty rooms: false, %",
            ],
            rows=[_row(name, found) for name, found in nets.items()],
            note=f"{METHOD} The pseudo-labels were made by four of the peers: there they judge "
            f"themselves. {HOW}{kept}",
            machine=machine,
            raw=nets,
        ),
        save_result(
            "quality_groups",
            columns=["pictures", "number", *(f"{name}: IoU / edges" for name in nets)],
            rows=_group_rows(nets),
            note=f"IoU and F-score of the edges per group. Lighting and skin tone are estimated "
            f"from the pixels. {HOW}{kept}",
            machine=machine,
            raw={},
        ),
    ]
    if clips:
        written.append(
            save_result(
                "quality_clips",
                columns=["network", "flicker where nothing moves, %", "change against motion, %"],
                rows=[
                    [name, s["flicker_percent"], s["flow_error_percent"]]
                    for name, found in nets.items()
                    if (s := found.get("steadiness"))
                ],
                note="Mean change of alpha from frame to frame where the picture stands still, "
                f"and against the last alpha carried along by optical flow at the edges; {clips} "
                f"clips, {frames} frames each; no smoothing over time except in rows "
                f'"+ edges". {HOW}{kept}',
                machine=machine,
                raw={},
            )
        )
    if any(TALKERS in found["sets"] for found in nets.values()):
        written.append(save_talkers(nets))
    return written


def save_talkers(nets: Nets) -> Path:
    """Write `results/quality_talkers.json`: people who talk to a camera, their chairs and hands.

    Args:
        nets: By name; those that were not measured on the set are left out.
    """
    rows: list[list[str | float]] = []
    for name, found in nets.items():
        sets = found["sets"]
        if TALKERS in sets:
            whole = sets[TALKERS]
            shown = f"**{name}**" if found["is_ours"] else name
            cells = [f"{whole[key]:.4f}" for key in ("iou", "iou_worst", "boundary_f", "mae")]
            kinds = [sets.get(f"{TALKERS}: {kind}") for kind in TALKER_KINDS]
            parts = ["" if part is None else f"{part['iou']:.4f}" for part in kinds]
            rows.append([shown, *cells, whole["low_ious"], *parts])
    pictures = max(f["sets"][TALKERS]["pictures"] for f in nets.values() if TALKERS in f["sets"])
    return save_result(
        "quality_talkers",
        columns=[
            "network",
            "IoU",
            "lowest",
            "edges",
            "error of alpha",
            "pictures under .9",
            *(f"{kind}: IoU" for kind in TALKER_KINDS),
        ],
        rows=rows,
        note=f"{pictures} frames of people who talk to a camera, from public clips that are in no "
        "list of training; labels of *quality* and Robust Video Matting together, mended with "
        "polygons: where an edge was left as it was, these two judge themselves. "
        "`python -m lab.benchmarks.bench_quality --groups talkers` writes this.",
        machine=describe("onnxruntime", "ai-edge-litert", "numba"),
        raw={},
    )


def save_devices(here: Nets, there: Nets, *, machine: dict[str, str | int]) -> Path:
    """Write `results/quality_devices.json`: the same pictures through both engines.

    Args:
        here: By name, from a full run of the CPU engine.
        there: By name with " (CUDA)" behind it; of some of the sets.
        machine: The GPU's.
    """
    rows: list[list[str | float]] = []
    for name, found in there.items():
        ours = name.removesuffix(" (CUDA)")
        if "+" not in ours or ours not in here:
            continue  # only whole engines do the same on both
        for group in DEVICE_SETS:
            if group in found["sets"] and group in here[ours]["sets"]:
                cpu, gpu = here[ours]["sets"][group], found["sets"][group]
                cells = [f"{f['iou']:.4f} / {f['boundary_f']:.4f}" for f in (cpu, gpu)]
                errors = [f"{f['mae']:.4f}" for f in (cpu, gpu)]
                rows.append([ours, group.replace("_", " "), gpu["pictures"], *cells, *errors])
        cpu, gpu = (f["empty_rooms"] for f in (here[ours], found))
        shares = [f"{f['false_foreground_percent']:.3f} %" for f in (cpu, gpu)]
        rows.append([ours, "empty rooms: false", gpu["pictures"], *shares, "", ""])
    return save_result(
        "quality_devices",
        columns=[
            "whole engine",
            "pictures",
            "number",
            "CPU: IoU / edges",
            "GPU: IoU / edges",
            "CPU: error of alpha",
            "GPU: error of alpha",
        ],
        rows=rows,
        note="The same pictures through both engines. `python -m lab.benchmarks.bench_quality "
        "--device cuda --save FILE` on a GPU, then `--merge FILE`. The GPU's machine:",
        machine=machine,
        raw={},
    )


def _row(name: str, found: Mapping[str, Any]) -> list[str | float]:
    sets = found["sets"]
    hand, pseudo, composites = (
        sets.get(group, {}) for group in ("hand_masked", "pseudo_labelled", "composites")
    )
    cells: list[str | float | None] = [
        f"**{name}**" if found["is_ours"] else name,
        found["input"],
        found["ms"],
        hand.get("iou"),
        hand.get("boundary_f"),
        hand.get("mae"),
        pseudo.get("iou"),
        pseudo.get("boundary_f"),
        composites.get("iou"),
        found.get("empty_rooms", {}).get("false_foreground_percent"),
    ]
    return ["" if cell is None else cell for cell in cells]


def _group_rows(nets: Nets) -> list[list[str | float]]:
    groups: dict[str, int] = {}
    for found in nets.values():
        groups |= {name: figures["pictures"] for name, figures in found["sets"].items()}
    rows: list[list[str | float]] = []
    for group, pictures in sorted(groups.items()):
        cells = [
            f"{s['iou']:.3f} / {s['boundary_f']:.3f}"
            for found in nets.values()
            if (s := found["sets"].get(group))
        ]
        rows.append([group.replace("_", " "), pictures, *cells])
    return rows
