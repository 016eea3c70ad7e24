"""Means over pictures, rooms and clips: what the tables show of one net."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from lab.benchmarks.quality.groups import lighting_of, skin_of
from lab.benchmarks.quality.pictures import TALKERS, Sample
from lab.benchmarks.quality.worst import Judged
from lab.evaluation.metrics import MatteFigures
from lab.evaluation.nets import Net

HAND_MASKED = ("ccp", "ccp_upper", "vikram")
LOW_IOU = 0.9


def sets_of(judged: Sequence[Judged], *, one_set: bool) -> dict[str, dict[str, float]]:
    """Figures per data set, over the hand-masked, per lighting and skin; or per set alone."""
    groups: dict[str, list[MatteFigures]] = defaultdict(list)
    for item in judged:
        sample = item.sample
        groups[sample.group].append(item.figures)
        if one_set:
            continue
        if sample.kind:
            groups[f"{sample.group}: {sample.kind}"].append(item.figures)
        if sample.group in HAND_MASKED:
            groups["hand_masked"].append(item.figures)
        if sample.is_pseudo:
            groups["pseudo_labelled"].append(item.figures)
        if sample.group not in ("composites", TALKERS):
            groups[f"lighting: {lighting_of(sample)}"].append(item.figures)
            skin = skin_of(sample)
            if skin is not None:
                groups[f"skin: {skin}"].append(item.figures)
    return {name: _summary(figures) for name, figures in sorted(groups.items())}


def _summary(figures: Sequence[MatteFigures]) -> dict[str, float]:
    ious = [f.iou for f in figures]
    return {
        "pictures": len(figures),
        "iou": round(float(np.mean(ious)), 4),
        "iou_worst_twentieth": round(float(np.quantile(ious, 0.05)), 4),
        "iou_worst": round(min(ious), 4),
        "low_ious": sum(iou < LOW_IOU for iou in ious),
        "boundary_f": round(float(np.mean([f.boundary_f for f in figures])), 4),
        "mae": round(float(np.mean([f.mae for f in figures])), 5),
    }


def rooms_summary(shares: Sequence[float]) -> dict[str, float]:
    """Of a net's false foreground in empty rooms, each in percent of the pixels."""
    return {
        "pictures": len(shares),
        "false_foreground_percent": round(float(np.mean(shares)), 3),
        "median_percent": round(float(np.median(shares)), 3),
        "rooms_above_1_percent": round(100 * float(np.mean(np.array(shares) > 1.0)), 1),
    }


def false_foreground(net: Net, room: Sample) -> float:
    """What a net takes for a person in an empty room, in percent of the pixels."""
    return 100 * float((net.alpha(room.pixels) > 0.5).mean())
