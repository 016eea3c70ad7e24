"""The tables of the quality benchmark: same pictures, both engines, side by side."""

import json

import pytest

pytest.importorskip("cv2")

from benchmarks import report
from benchmarks.quality.tables import save_devices


def found(iou: float) -> dict:
    figures = {"iou": iou, "boundary_f": 0.9, "mae": 0.01, "pictures": 7}
    rooms = {"pictures": 3, "false_foreground_percent": 0.1}
    return {"sets": {"ccp": figures, "other": figures}, "empty_rooms": rooms}


def test_only_whole_engines_and_shared_sets_are_compared(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "RESULTS", tmp_path)
    here = {"quality": found(0.5), "quality + edges": found(0.951)}
    there = {"quality (CUDA)": found(0.5), "quality + edges (CUDA)": found(0.952)}
    path = save_devices(here, there, machine={"processor": "a GPU"})
    rows = json.loads(path.read_text())["rows"]
    assert rows == [
        ["quality + edges", "ccp", 7, "0.9510 / 0.9000", "0.9520 / 0.9000", "0.0100", "0.0100"],
        ["quality + edges", "empty rooms: false", 3, "0.100 %", "0.100 %", "", ""],
    ]
