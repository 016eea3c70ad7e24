"""Strokes as JSON."""

from __future__ import annotations

import json

import pytest

from app.pipeline.plain_data import plain_of
from app.pipeline.strokes.stroke import Stroke, read_strokes, strokes_of

STROKES = (
    Stroke("remove", 2.5, 0.03, ((0.1, 0.5), (0.3, 0.6))),
    Stroke("keep", 0.0, 0.5, ((0.5, 0.5),), start_s=0.0, end_s=4.0),
)


def written(tmp_path, text):
    path = tmp_path / "strokes.json"
    path.write_text(text)
    return path


def test_strokes_come_back_as_they_were_written(tmp_path):
    assert read_strokes(written(tmp_path, json.dumps(plain_of(STROKES)))) == STROKES


def test_reach_may_be_left_out():
    data = [{"kind": "soft", "time_s": 1, "width": 0.1, "points": [[0.5, 0.5]]}]
    assert strokes_of(data) == (Stroke("soft", 1.0, 0.1, ((0.5, 0.5),)),)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[", "expected a list such as"),
        ('{"kind": "keep"}', "expected a list such as"),
        ('[{"kind": "paint", "time_s": 1, "width": 0.1, "points": [[0.5, 0.5]]}]', "paint"),
        ('[{"kind": "keep", "time_s": -1, "width": 0.1, "points": [[0.5, 0.5]]}]', "-1 s"),
        ('[{"kind": "keep", "time_s": 1e300, "width": 0.1, "points": [[0.5, 0.5]]}]', "1e+300 s"),
        ('[{"kind": "keep", "time_s": 1, "width": 0.1, "points": []}]', "0 places"),
        ('[{"kind": "keep", "time_s": 1, "width": 0.1}]', "points"),
        ("[" * 100_000, "expected a list such as"),
    ],
)
def test_bad_files_are_refused_in_one_sentence(tmp_path, text, says):
    with pytest.raises(ValueError, match=r"strokes\.json holds no strokes") as raised:
        read_strokes(written(tmp_path, text))
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)


def test_too_many_strokes_are_refused():
    one = plain_of(STROKES[:1])
    with pytest.raises(ValueError, match="501 strokes, expected at most 500"):
        strokes_of(one * 501)


def test_a_folder_is_no_file_of_strokes(tmp_path):
    with pytest.raises(ValueError, match="it is no ordinary file"):
        read_strokes(tmp_path)


def test_too_large_a_file_is_refused(tmp_path):
    with pytest.raises(ValueError, match="more than 16,777,216 bytes"):
        read_strokes(written(tmp_path, " " * (1 << 24) + "[]"))
