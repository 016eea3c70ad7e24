"""Five figures for the README, taken from the results that the benchmarks wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PEERS = ("MediaPipe selfie", "Meet full")


def highlights(results: Path) -> str:
    """The Markdown of the table.

    Args:
        results: Folder of the JSON files.

    Raises:
        KeyError: A result has lost the row or the column that is quoted here.
        OSError: A result is missing.
    """
    quality = _Result(results / "quality.json")
    pipeline = _Result(results / "pipeline.json")
    network = _Result(results / "network.json")
    gpu = _Result(results / "gpu_network.json")
    engine = _Result(results / "gpu_engine.json")
    live = _Result(results / "live.json")
    iou, rate, ms = "hand-made masks: IoU", "frames/s", "ms"
    theirs = "PyAV, MediaPipe selfie, NumPy, libx264"
    rows = [
        (
            "Mattes beside hand-made masks, IoU: *quality*, *fast*",
            f"**{quality.of('**quality**', iou):.3f}**, {quality.of('**fast**', iou):.3f}",
            ", ".join(f"{quality.of(peer, iou):.3f} {peer}" for peer in PEERS),
        ),
        (
            "A recording of 1280x720, file to file, two cores, *fast*",
            f"**{pipeline.of('Backdrop, model fast', rate):.0f} frames/s**",
            f"{pipeline.of(theirs, rate):.0f} with MediaPipe, NumPy and x264",
        ),
        (
            "The network *fast* alone on two cores",
            f"**{network.of('Fast', 'Backdrop, ms'):.1f} ms**",
            f"{network.of('Fast', 'ONNX Runtime, ms'):.1f} ONNX Runtime, "
            f"{network.of('Fast', 'OpenCV DNN, ms'):.1f} OpenCV",
        ),
        (
            "A U-Net of base 64 at 512x512 on one H200; frames of 1080p through the whole engine, "
            "from and to page-locked memory",
            f"**{gpu.of('base 64, batch 1: ours, float16, graph', ms):.2f} ms**; "
            f"{engine.of('quality, 1920x1080, batch 4: pinned to pinned', rate):.0f} a second",
            f"{gpu.of('base 64, batch 1: PyTorch float16, compile max-autotune', ms):.2f} ms "
            "PyTorch, compiled",
        ),
        (
            "A camera of 1280x720, from its clock to the composite, two cores",
            f"**{live.of('preview', 'delay p50 (ms)'):.0f} ms**",
            "",
        ),
    ]
    lines = ["| | Backdrop | beside it |", "| --- | ---: | ---: |"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


class _Result:
    """One result; cells by the names of their row and column."""

    def __init__(self, path: Path) -> None:
        self._name = path.name
        content: dict[str, Any] = json.loads(path.read_text())
        self._columns: list[str] = content["columns"]
        self._rows = {row[0]: row for row in content["rows"]}

    def of(self, row: str, column: str) -> float:
        if row not in self._rows or column not in self._columns:
            raise KeyError(f"{self._name} has no {row!r}, {column!r}; see {__file__}")
        return float(self._rows[row][self._columns.index(column)])
