"""The tables of the quality benchmark: same pictures, both engines, side by side."""

import json
from argparse import Namespace

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("cv2")

from lab.benchmarks import report
from lab.benchmarks.bench_quality import _samples, with_kept
from lab.benchmarks.quality.pictures import TALKERS, talker_samples
from lab.benchmarks.quality.summary import sets_of
from lab.benchmarks.quality.tables import save_devices, save_tables, save_talkers
from lab.benchmarks.quality.worst import Judged
from lab.evaluation.metrics import matte_figures


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


@pytest.fixture
def talkers(tmp_path):
    """Two pictures, one of a chair, as `lab.training.gather` writes them; half is a person."""
    folder = tmp_path / "talkers"
    rows = ["image,mask,confidence,dataset,split"]
    mask = np.zeros((40, 60), np.uint8)
    mask[:, :30] = 255
    for name in ("images", "masks"):
        (folder / name).mkdir(parents=True)
    for kind in ("chair", "plain"):
        files = [f"images/talk_{kind}_1.png", f"masks/talk_{kind}_1.png"]
        Image.new("RGB", (60, 40), (90, 90, 90)).save(folder / files[0])
        Image.fromarray(mask).save(folder / files[1])
        rows.append(f"{files[0]},{files[1]},confidence/x.png,talk_{kind},val")
    (folder / "index.csv").write_text("\n".join(rows))
    return folder


def test_talkers_have_a_table_of_their_own_with_chairs_beside_it(talkers, tmp_path, monkeypatch):
    monkeypatch.setattr(report, "RESULTS", tmp_path)
    judged = []
    for sample in talker_samples(talkers):
        assert (sample.group, sample.is_pseudo) == (TALKERS, False)
        found = sample.truth if sample.kind == "plain" else np.ones_like(sample.truth)
        judged.append(Judged(sample, matte_figures(found, sample.truth)))
    sets = sets_of(judged, one_set=False)
    assert sets.keys() == {"talkers", "talkers: chair", "talkers: plain"}
    nets = {"fast": {"is_ours": True, "sets": sets}, "peer": {"is_ours": False, "sets": {}}}
    saved = json.loads(save_talkers(nets).read_text())
    assert len(saved["columns"]) == len(saved["rows"][0])
    (row,) = saved["rows"]
    assert (row[0], row[1], row[2]) == ("**fast**", "0.7500", "0.5000")
    assert row[5:] == [1, "0.5000", "", "1.0000"]
    assert saved["note"].startswith("2 frames")


def test_talkers_that_are_not_there_are_left_out_with_the_reason(talkers, tmp_path, capsys):
    asked = Namespace(folder=None, groups=[TALKERS], every=1, talkers=talkers, data=tmp_path)
    assert _samples(asked)[1] == 2
    asked.talkers = tmp_path / "nowhere"
    assert _samples(asked)[1] == 0
    assert "lab.training.gather --list talkers" in capsys.readouterr().out
