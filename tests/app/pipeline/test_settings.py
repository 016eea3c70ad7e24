"""Settings, background specs and model names: what a person may write and what is refused."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.engines import find_model
from app.pipeline.settings import LOOK, OTHERS, Settings
from gpu_unet.errors import WeightsError
from gpu_unet.settings import EdgeSettings, Row


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("blur", BackgroundSpec("blur", blur_strength=0.5)),
        ("blur:0.6", BackgroundSpec("blur", blur_strength=0.6)),
        ("transparent", BackgroundSpec("transparent")),
        ("#1e90ff", BackgroundSpec("colour", colour=(30, 144, 255))),
        ("DodgerBlue", BackgroundSpec("colour", colour=(30, 144, 255))),
        ("room/wall.jpg", BackgroundSpec("file", path=Path("room/wall.jpg"))),
        ("./red", BackgroundSpec("file", path=Path("red"))),
        ("gone.png", BackgroundSpec("file", path=Path("gone.png"))),
    ],
)
def test_a_background_is_parsed(text, expected):
    assert BackgroundSpec.parse(text) == expected


@pytest.mark.parametrize("text", ["blur:0.25", "transparent", "#102030", "room/wall.jpg"])
def test_a_background_survives_being_written_and_read(text):
    assert str(BackgroundSpec.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "  ", "#12", "#gggggg", "gren", "blur:", "blur:2", "blur:much"]
)
def test_a_background_that_cannot_be_meant_is_refused_with_the_text(text):
    with pytest.raises(ValueError, match=text.strip() or "neither"):
        BackgroundSpec.parse(text)


def test_a_file_goes_before_a_colour_of_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "red").touch()
    assert BackgroundSpec.parse("red").kind == "file"


def test_only_what_the_engine_is_made_for_asks_for_another_engine():
    settings = Settings()
    same = replace(settings, mirror=True, edges=EdgeSettings(threshold=0.6))
    assert settings.engine_key == same.engine_key
    assert settings.engine_key != replace(settings, model="quality").engine_key
    assert settings.engine_key != replace(settings, device="cpu").engine_key
    assert settings.engine_key != replace(settings, look_twice="on").engine_key


def test_the_rows_are_made_once_because_every_live_frame_makes_settings():
    assert Row.of(Settings()) is Row.of(Settings)


@pytest.mark.parametrize(
    ("background", "kind"),
    [("blur:0.3", "blur"), ("transparent", "transparent"), ("red", "image"), ("a.png", "image")],
)
def test_the_engine_is_told_which_kind_of_background(background, kind):
    settings = Settings(background=BackgroundSpec.parse(background), mirror=True)
    engine_settings = settings.for_engine()
    assert (engine_settings.background, engine_settings.mirror) == (kind, True)


@pytest.mark.parametrize(
    "wrong",
    [{"device": "gpu"}, {"look_twice": "often"}, {"precision": "int8"}, {"input_pixels": 1}],
)
def test_settings_refuse_what_no_engine_has(wrong):
    (value,) = wrong.values()
    with pytest.raises(ValueError, match=str(value)):
        Settings(**wrong)


def test_each_row_of_the_table_reaches_the_command_line_the_store_and_the_engine():
    """A new setting is one row: nothing else has a list of them."""
    import argparse

    from app.cli.settings_flags import add_settings_arguments
    from gui.shared.saved import _read_look, _write_look

    parser = argparse.ArgumentParser()
    add_settings_arguments(parser)
    flags = vars(parser.parse_args([]))
    written = _write_look(Settings())
    for row in (*LOOK, *OTHERS):
        assert row.name in flags or not row.help
        assert row.is_remembered == (row.name in {**written["edges"], **written})
    other = Settings().changed({"softness": 0.25, "guided": False, "mirror": True, "model": "fast"})
    assert _read_look(Settings, _write_look(other)) == other
    assert other.for_engine().edges.softness == 0.25


def test_a_second_look_is_for_commands_that_make_files(capsys):
    import argparse

    from app.cli.settings_flags import add_settings_arguments, given_settings

    parser, live = argparse.ArgumentParser(), argparse.ArgumentParser()
    for each, is_live in ((parser, False), (live, True)):
        each.add_argument("--background")
        add_settings_arguments(each, is_live=is_live)
    given = given_settings(parser.parse_args(["--look-twice", "on"]))
    assert given == {"look_twice": "on"}
    assert given_settings(parser.parse_args([])) == {}
    assert "--look-twice {auto,on,off}" in parser.format_help()
    assert "look-twice" not in live.format_help()
    with pytest.raises(SystemExit):
        parser.parse_args(["--look-twice", "often"])
    assert "'often'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("softness", 1.5),
        ("threshold", 0.0),
        ("guided", 1),
        ("smoothing", "much"),
        ("light_wrap", True),
    ],
)
def test_a_value_that_is_none_of_its_row_is_refused_with_its_name(name, value):
    with pytest.raises((ValueError, TypeError), match=name):
        Settings().changed({name: value})


@pytest.fixture
def models_folder(tmp_path):
    for name in ("fast", "other", "quality"):
        (tmp_path / f"{name}.safetensors").touch()
        (tmp_path / f"{name}.json").touch()
    return tmp_path


def test_auto_takes_the_fast_model_on_a_cpu_and_quality_on_a_gpu(models_folder):
    assert find_model("auto", device="cpu", folder=models_folder).stem == "fast"
    assert find_model("auto", device="cuda", folder=models_folder).stem == "quality"


def test_a_model_is_found_by_name_and_by_path(models_folder):
    assert find_model("other", device="cpu", folder=models_folder).stem == "other"
    path = models_folder / "other.json"
    assert find_model(str(path), device="cpu").name == "other.safetensors"


def test_an_unknown_model_lists_those_there_are(models_folder):
    with pytest.raises(WeightsError, match=r"'fsat'.*auto, fast, other, quality"):
        find_model("fsat", device="cpu", folder=models_folder)


def test_the_home_of_somebody_unknown_holds_no_model():
    with pytest.raises(WeightsError, match="there is no file ~nobody-here"):
        find_model("~nobody-here/a.safetensors", device="cpu")
