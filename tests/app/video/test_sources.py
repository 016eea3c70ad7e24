"""One contract for every source that is read from disk."""

import numpy as np
import pytest
from PIL import Image
from video_clips import make_clip, texture

from app.video.files.inputs import is_still, open_source
from app.video.files.sequence_source import StillSource
from app.video.reading import Reading
from app.video.source import SourceError


def _clip(folder):
    make_clip(folder / "clip.mp4", frame_count=7)
    return folder / "clip.mp4", 7


def _rgb_clip(folder):
    make_clip(folder / "rgb.mkv", frame_count=5, codec="ffv1", pixel_format="bgr0")
    return folder / "rgb.mkv", 5


def _still(folder):
    Image.fromarray(texture(0, height=48, width=64)).save(folder / "still.png")
    return folder / "still.png", 1


def _sequence(folder):
    for number in range(3, 7):
        Image.fromarray(texture(number, height=48, width=64)).save(folder / f"f_{number:04d}.png")
    return folder / "f_%04d.png", 4


@pytest.fixture(params=[_clip, _rgb_clip, _still, _sequence], ids=lambda make: make.__name__)
def made(request, tmp_path):
    return request.param(tmp_path)


def test_every_frame_is_of_the_size_and_format_that_the_source_states(made):
    path, expected_count = made
    with open_source(path) as source:
        frames = list(iter(source.read, None))
        assert source.read() is None
        assert len(frames) == source.frame_count == expected_count
        assert source.damaged_count == 0
        for frame in frames:
            assert (frame.height, frame.width, frame.format) == (48, 64, source.format)
            rows = 72 if source.format.layout == "yuv420" else 48
            assert frame.pixels.shape[:2] == (rows, 64)
            assert frame.pixels.dtype == np.uint8
            assert frame.pixels.flags.c_contiguous
            assert not frame.pixels.flags.writeable


def test_times_rise_and_agree_with_each_other(made):
    path, _ = made
    with open_source(path) as source:
        frames = list(iter(source.read, None))
    assert [frame.index for frame in frames] == list(range(len(frames)))
    times = [frame.pts * frame.time_base for frame in frames]
    assert times == sorted(set(times))
    assert [float(time) for time in times] == pytest.approx([frame.pts_s for frame in frames])


def test_after_a_seek_the_same_pictures_come_again(made):
    path, _ = made
    with open_source(path) as source:
        frames = list(iter(source.read, None))
        source.seek(0.0)
        again = list(iter(source.read, None))
    assert [frame.pts for frame in again] == [frame.pts for frame in frames]
    np.testing.assert_array_equal(again[0].pixels, frames[0].pixels)


def test_closing_twice_is_allowed(made):
    source = open_source(made[0])
    source.close()
    source.close()


def test_a_part_of_a_sequence_is_cut_by_time(tmp_path):
    path, _ = _sequence(tmp_path)
    with open_source(path, Reading(start_s=0.04, end_s=0.12)) as source:
        frames = list(iter(source.read, None))
    assert [frame.pts for frame in frames] == [1, 2]


def test_a_gap_in_a_sequence_stays_a_gap_in_time(tmp_path):
    path, _ = _sequence(tmp_path)
    (tmp_path / "f_0004.png").unlink()
    with open_source(path) as source:
        assert [frame.pts for frame in iter(source.read, None)] == [0, 2, 3]
        assert "1 number is missing; its time is kept" in source.notes[0]


def test_a_broken_or_foreign_picture_in_a_sequence_is_skipped_and_counted(tmp_path):
    path, _ = _sequence(tmp_path)
    (tmp_path / "f_0004.png").write_bytes(b"no picture")
    Image.new("RGB", (10, 10)).save(tmp_path / "f_0005.png")
    with open_source(path) as source:
        assert [frame.pts for frame in iter(source.read, None)] == [0, 3]
        assert source.damaged_count == 2


@pytest.mark.parametrize("number", ["99999999999999999999", "1000000001", "10400002"])
def test_a_number_that_is_no_time_of_a_film_is_refused(tmp_path, number):
    for name in ("f_1.png", f"f_{number}.png"):
        Image.fromarray(np.zeros((8, 8, 3), np.uint8)).save(tmp_path / name)
    with pytest.raises(SourceError, match=f"numbered up to {number}, too high for a film"):
        open_source(tmp_path / "f_%d.png")


def test_a_picture_whose_name_looks_like_a_pattern_is_a_still(tmp_path):
    for name in ("a%dog.png", "50%.png"):
        Image.new("RGB", (32, 32)).save(tmp_path / name)
        assert is_still(tmp_path / name)
        assert isinstance(open_source(tmp_path / name), StillSource)
    assert not is_still(tmp_path / "f_%d.png")
