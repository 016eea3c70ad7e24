"""All figures of some weights, cut into parts that processes measure."""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from lab.benchmarks import all_tables, report
from lab.benchmarks.quality.pictures import Sample


@pytest.mark.parametrize(("count", "of"), [(0, 3), (2, 5), (183, 16), (16, 16)])
def test_shares_are_all_items_in_their_order(count, of):
    items = list(range(count))
    shares = [all_tables.share(items, number, of) for number in range(of)]
    assert [item for one in shares for item in one] == items
    assert max(map(len, shares)) - min(map(len, shares)) <= 1


def test_parts_run_side_by_side_on_their_cards_and_what_is_there_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(all_tables, "PARTS", {"stills": 3, "clips": 1})
    weights = [Path("weights/quality.safetensors"), tmp_path / "new" / "quality.safetensors"]
    there = tmp_path / "quality" / "stills-1.json"
    there.parent.mkdir()
    there.write_text("measured before")
    note = (
        "import os, pathlib, sys; kind, target = sys.argv[1:]\n"
        "if kind == 'clips': raise SystemExit(3)\n"
        "pathlib.Path(target).write_text(os.environ['CUDA_VISIBLE_DEVICES'])"
    )

    def command_of(path, kind, number, target):
        return [sys.executable, "-c", note, kind, str(target)]

    missing = all_tables.measure(
        weights, tmp_path, command_of, processes=4, cards="02", seconds=600
    )
    assert [Path(path).name for path in missing] == ["clips-0.json"] * 2
    assert there.read_text() == "measured before"
    cards = {path.read_text() for path in tmp_path.glob("*/stills-[02].json")}
    assert cards == {"0", "2"}
    assert len(list((tmp_path / "new-quality").iterdir())) == 3


def test_what_takes_longer_than_it_may_is_ended_and_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(all_tables, "PARTS", {"stills": 1})

    def command_of(path, kind, number, target):
        return [sys.executable, "-c", "import time; time.sleep(3600)"]

    missing = all_tables.measure(
        [Path("weights/fast.safetensors")], tmp_path, command_of, processes=1, cards="", seconds=0.5
    )
    assert [Path(path).name for path in missing] == ["stills-0.json"]


def test_parts_are_put_together_as_the_tables_have_them(tmp_path, monkeypatch):
    monkeypatch.setattr(all_tables, "PARTS", {"moving": 2, "stills": 2, "clips": 1})
    picture, truth = np.zeros((4, 4, 3), np.uint8), np.zeros((4, 4), np.float32)
    samples = [Sample(f"{n}.png", "composites", picture, truth) for n in range(2)]
    monkeypatch.setattr(all_tables, "still_samples", lambda shared: samples)
    still = {"iou": 0.9, "boundary_f": 0.8, "mae": 0.01}
    moving = dict.fromkeys(all_tables.SequenceFigures.__dataclass_fields__, 0.5)
    parts = {
        "stills-0": ({"fast": {"composites/0.png": still}}, {"fast": [0.0, 2.0]}),
        "stills-1": ({"fast": {"composites/1.png": {**still, "iou": 0.7}}}, {"fast": [1.0]}),
        "moving-0": ({"fast": {"01 b": moving}}, {}),
        "moving-1": ({"fast": {"00 a": {**moving, "iou": 0.7}}}, {}),
        "clips-0": ({"fast": {"a.mp4": {"flicker": 0.2, "flow_error": 3.0}}}, {}),
    }
    for name, (nets, rooms) in parts.items():
        (tmp_path / f"{name}.json").write_text(json.dumps({"nets": nets, "rooms": rooms}))
    results, sequences = all_tables.read(tmp_path, tmp_path)
    found = results["fast"]
    assert found["sets"]["composites"]["iou"] == pytest.approx(0.8)
    assert found["sets"]["composites"]["low_ious"] == 1
    assert found["empty_rooms"] == {
        "pictures": 3, "false_foreground_percent": 1.0, "median_percent": 1.0,
        "rooms_above_1_percent": 33.3,
    }  # fmt: skip
    assert found["steadiness"] == {"clips": 1, "flicker_percent": 0.2, "flow_error_percent": 3.0}
    assert list(sequences["fast"]) == ["00 a", "01 b"]
    shown = "\n".join(all_tables.lines_of(results, sequences))
    assert "fast, now: rooms 1.000 %; composites 0.8000 0.8000 0.0100 (worst 0.700)" in shown
    assert "fast, committed: rooms" in shown


def test_writing_leaves_the_rows_of_networks_that_were_not_measured(tmp_path, monkeypatch):
    for name in ("quality", "quality_talkers"):
        shutil.copy(all_tables.RESULTS / f"{name}.json", tmp_path)
    earlier = json.loads((tmp_path / "quality_talkers.json").read_text())["rows"]
    (tmp_path / "sequences.json").write_text(json.dumps({"raw": {}}))
    monkeypatch.setattr(all_tables, "RESULTS", tmp_path)
    monkeypatch.setattr(report, "RESULTS", tmp_path)
    for name in ("among_others", "save_sequences", "saved_digest"):
        monkeypatch.setattr(all_tables, name, lambda *args: None)
    found = json.loads((tmp_path / "quality.json").read_text())["raw"]["quality"]
    found["sets"][all_tables.TALKERS] = found["sets"]["composites"]
    all_tables.write({"quality": found}, {}, tmp_path)
    rows = json.loads((tmp_path / "quality_talkers.json").read_text())["rows"]
    assert [row[0] for row in rows] == [row[0] for row in earlier]
    changed = [row[0] for row, before in zip(rows, earlier, strict=True) if row != before]
    assert changed == ["**quality**"]
