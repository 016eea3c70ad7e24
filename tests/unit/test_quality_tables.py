"""The tables of the quality benchmark: same pictures, both engines, side by side."""

import json

import pytest

pytest.importorskip("cv2")

from benchmarks import report
from benchmarks.bench_quality import with_kept
from benchmarks.quality.tables import save_devices, save_tables


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


def test_only_ours_keeps_milliseconds_and_peers_with_their_machine(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "RESULTS", tmp_path)
    about = {"is_ours": True, "input": "256x144"}
    machine = {"processor": "Old", "cores": 2, "system": "Linux", "commit": "abc", "date": "1970"}
    earlier = {
        "machine": machine,
        "raw": {"fast": {**found(0.5), **about, "ms": 4.5}, "peer": {**found(0.4), "ms": 1.5}},
    }
    earlier["raw"]["peer"] |= {**about, "is_ours": False}
    now = {"fast": {**found(0.9), **about, "ms": None}}
    kept = with_kept(now, earlier)
    assert kept["fast"]["sets"]["ccp"]["iou"] == 0.9
    assert kept["fast"]["ms"] == 4.5
    assert kept["peer"]["sets"] == earlier["raw"]["peer"]["sets"]
    again = with_kept(now, {"machine": {**machine, "processor": "New"}, "raw": kept})
    assert "Old" in again["fast"]["kept_from"], "kept twice, they are still of the first machine"
    quality, *_ = save_tables(kept, clips=0, frames=0)
    assert "Old, 2 cores" in json.loads(quality.read_text())["note"]
