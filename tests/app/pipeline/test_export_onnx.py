"""`export-onnx`: a whole file or none, and a sentence where there is nothing to export."""

import os
import shutil
import sys

import onnx
import pytest

import main
from app.pipeline.engines import find_model


@pytest.mark.parametrize(("half", "megabytes"), [([], 10.4), (["--half"], 5.2)])
def test_a_model_becomes_a_file(tmp_path, capsys, half, megabytes):
    out = tmp_path / "fast.onnx"
    assert main.main(["export-onnx", "fast", "-o", str(out), *half]) == 0
    assert out.stat().st_size / 1e6 == pytest.approx(megabytes, abs=0.1)
    assert f"{megabytes} MB, checked" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["fast.onnx"]


def test_the_size_gives_the_aspect_ratio(tmp_path):
    out = tmp_path / "tall.onnx"
    assert main.main(["export-onnx", "fast", "-o", str(out), "--size", "720x1280"]) == 0
    sizes = [d.dim_value for d in onnx.load(out).graph.input[0].type.tensor_type.shape.dim]
    assert sizes[:2] == [1, 7]  # the frame and a clean plate
    assert sizes[2] > sizes[3]


def test_without_its_package_a_sentence_says_what_to_install(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnx", None)
    assert main.main(["export-onnx", "fast", "-o", str(tmp_path / "out.onnx")]) == 1
    assert "pip install -r requirements-graphics-cards.txt" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_model_that_is_not_there_is_named(tmp_path, capsys):
    assert main.main(["export-onnx", "best", "-o", str(tmp_path / "out.onnx")]) == 1
    assert "there is no model 'best'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_leaves_nothing(tmp_path, capsys):
    assert main.main(["export-onnx", "fast", "-o", str(tmp_path / "no" / "out.onnx")]) == 1
    assert "error: " in capsys.readouterr().err


def test_an_output_that_is_no_file_is_refused(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main.main(["export-onnx", "fast", "-o", "."]) == 1
    assert capsys.readouterr().err == "error: . is a folder; name a file in it\n"
    assert not list(tmp_path.iterdir())


def test_a_size_that_is_none_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main.main(["export-onnx", "fast", "-o", str(tmp_path / "out.onnx"), "--size", "big"])
    assert "'big' is no size" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["my.safetensors", "my.json", "link.onnx", "hard.onnx"])
def test_the_model_itself_is_never_replaced(tmp_path, capsys, name):
    model = tmp_path / "my.safetensors"
    for suffix in (".safetensors", ".json"):
        shutil.copy(find_model("fast", device="cpu").with_suffix(suffix), tmp_path / f"my{suffix}")
    (tmp_path / "link.onnx").symlink_to(model)
    os.link(model, tmp_path / "hard.onnx")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert main.main(["export-onnx", str(model), "-o", str(tmp_path / name)]) == 1
    said = f"error: {tmp_path / name} is the model itself and cannot be overwritten"
    assert capsys.readouterr().err.startswith(said)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert (tmp_path / "link.onnx").is_symlink()
