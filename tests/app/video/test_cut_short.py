"""A file that lacks its end is known by the lengths that it states."""

from fractions import Fraction

import numpy as np
import pytest
from PIL import Image
from video_clips import make_clip

from app.video.files.damage import is_cut_short

CLIPS = {
    "late.mp4": {},
    "early.mp4": {"container_options": {"movflags": "faststart"}},
    "parts.mp4": {"container_options": {"movflags": "frag_keyframe+empty_moov"}},
    "film.mov": {},
    "film.mkv": {"time_base": Fraction(1, 1000)},
    "film.webm": {"codec": "libvpx", "time_base": Fraction(1, 1000)},
    "film.avi": {"codec": "mpeg4"},
    "film.ts": {},
}


@pytest.fixture(params=CLIPS)
def whole(request, tmp_path):
    make_clip(tmp_path / request.param, **CLIPS[request.param])
    return tmp_path / request.param


def test_a_whole_film_is_not_cut_short(whole):
    assert not is_cut_short(whole)


def test_a_film_without_its_end_is(whole):
    content = whole.read_bytes()
    expected = whole.suffix != ".ts"  # it states no length
    for size in (len(content) - 1, len(content) * 3 // 4, len(content) // 2):
        whole.write_bytes(content[:size])
        assert is_cut_short(whole) == expected, size


def test_a_file_that_is_made_in_full_size_and_filled_later_is_too(tmp_path):
    make_clip(tmp_path / "late.mp4")
    content = (tmp_path / "late.mp4").read_bytes()
    begin = content.index(b"moov") - 4
    (tmp_path / "late.mp4").write_bytes(content[:begin] + bytes(len(content) - begin))
    assert is_cut_short(tmp_path / "late.mp4")


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp", "a.gif"])
def test_pictures_are_whole(tmp_path, name):
    Image.new("RGB", (9, 9), "red").save(tmp_path / name)
    assert not is_cut_short(tmp_path / name)
    if name == "a.webp":
        content = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(content[:-8])
        assert is_cut_short(tmp_path / name)


def test_any_bytes_have_an_answer(tmp_path):
    rng = np.random.default_rng(1)
    heads = [b"", b"\0\0\0\x08ftyp", b"\x1a\x45\xdf\xa3", b"RIFF", b"\0\0\0\1mdat", b"\0\0\0\0mdat"]
    for head in heads:
        for size in (0, 1, 7, 40):
            path = tmp_path / "any.mp4"
            path.write_bytes(head + rng.bytes(size))
            assert is_cut_short(path) in (True, False)
