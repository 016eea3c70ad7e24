"""Areas as people write them, on the command line and in files."""

import argparse
import json
import os

import pytest

from app.cli.settings_flags import add_settings_arguments, areas_given
from app.pipeline.plain_data import areas_of, parse_area, plain_of, read_areas
from gpu_unet.areas import Area

BOX = Area("keep", ((0.2, 0.0), (0.8, 0.0), (0.8, 1.0), (0.2, 1.0)))


def test_a_box_and_corners_are_understood():
    assert parse_area("keep", "0.2,0,0.8,1") == BOX
    corners = parse_area("garbage", " 0,0  1,0 0.5,1 ")
    assert corners == Area("garbage", ((0.0, 0.0), (1.0, 0.0), (0.5, 1.0)))


@pytest.mark.parametrize(
    "text", ["", "0.1", "a,b c,d e,f", "0,0 1,1,1 1,0", "0,0 1,1", "nan,0,1,1"]
)
def test_what_is_no_area_is_refused_in_words(text):
    with pytest.raises(ValueError, match="area"):
        parse_area("keep", text)


def test_areas_survive_being_written_and_read(tmp_path):
    path = tmp_path / "areas.json"
    path.write_text(json.dumps(plain_of([BOX])))
    assert read_areas(path) == (BOX,)


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", "[1]", "[" * 100_000, '[{"kind": "room", "points": [[0,0],[1,0],[1,1]]}]',
        '[{"kind": "keep", "points": [[0,0],[1,0],[1,true]]}]', '[{"kind": "keep"}]',
        '[{"kind": "keep", "points": [[0,0],[1,0],[1e999,1]]}]',
    ],
    ids=range(8),
)  # fmt: skip
def test_a_file_that_holds_no_areas_is_refused_with_its_name(tmp_path, text):
    path = tmp_path / "areas.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"areas\.json holds no areas.*keep"):
        read_areas(path)


def test_too_many_are_refused():
    with pytest.raises(ValueError, match="at most"):
        areas_of(plain_of([BOX]) * 33)


def test_the_command_line_takes_several_of_each_kind_and_a_file(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps(plain_of([BOX])))
    parser = argparse.ArgumentParser()
    add_settings_arguments(parser)
    arguments = parser.parse_args(
        [
            *("--keep-area", "0,0,1,1", "--keep-area", "0,0 1,0 1,1", "--soft-area", "0,0,1,1"),
            *("--person-area", "0,0,.5,1", "--areas", str(tmp_path / "a.json")),
        ]
    )
    assert [area.kind for area in areas_given(arguments)] == [
        "keep",
        "person",
        "keep",
        "keep",
        "soft",
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "areas.json")
    with pytest.raises(ValueError, match=r"holds no areas \(it is no ordinary file"):
        read_areas(tmp_path / "areas.json")
