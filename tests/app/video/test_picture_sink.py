"""PNG stills and sequences, with and without alpha."""

from fractions import Fraction

import numpy as np
import pytest
from PIL import Image
from video_clips import make_clip, texture, through

from app.video.files.inputs import open_source
from app.video.files.outputs import open_sink
from app.video.files.picture_sink import PictureEncoder
from app.video.sink import FrameTime, OutputError
from gpu_unet.frame_format import FrameFormat


@pytest.fixture
def still(tmp_path):
    picture = texture(0, height=45, width=63)
    Image.fromarray(picture).save(tmp_path / "in.png")
    return picture


def test_a_still_passes_unchanged(tmp_path, still):
    report = through(tmp_path / "in.png", tmp_path / "out.png")
    assert report.frame_count == 1
    np.testing.assert_array_equal(np.asarray(Image.open(tmp_path / "out.png")), still)


def test_alpha_and_colour_stand_side_by_side(tmp_path, still):
    alpha = np.tile(np.linspace(0, 255, 63).round().astype(np.uint8), (45, 1))
    through(tmp_path / "in.png", tmp_path / "out.png", alpha=alpha, content="transparent")
    shown = np.asarray(Image.open(tmp_path / "out.png"))
    np.testing.assert_array_equal(shown[..., :3], still)
    np.testing.assert_array_equal(shown[..., 3], alpha)


@pytest.mark.parametrize("name", ["out.png", "out_%03d.png"])
def test_without_a_frame_there_is_no_output_and_a_sentence(tmp_path, still, name):
    with open_source(tmp_path / "in.png") as source:
        sink = open_sink(tmp_path / name, source)
        with pytest.raises(OutputError, match="was not written: there was no frame"):
            sink.finish()
    assert [path.name for path in tmp_path.iterdir()] == ["in.png"]


def test_a_matte_is_grey(tmp_path, still):
    alpha = np.tile(np.linspace(0, 255, 63).round().astype(np.uint8), (45, 1))
    with open_source(tmp_path / "in.png") as source:
        sink = open_sink(tmp_path / "out.png", source, content="matte")
        sink.write(None, alpha, time=FrameTime(0, Fraction(1, 25)))
        sink.finish()
    shown = Image.open(tmp_path / "out.png")
    assert shown.mode == "L"
    np.testing.assert_array_equal(np.asarray(shown), alpha)


@pytest.mark.parametrize("full_range", [False, True])
@pytest.mark.parametrize("content", ["composite", "transparent"])
def test_yuv_pictures_come_out_with_their_colours(tmp_path, full_range, content):
    """A grey ramp in I420, with neutral chroma, becomes the same ramp in RGB."""
    ramp = np.tile(np.arange(0, 256, 4, dtype=np.uint8), (48, 1))
    coded = ramp if full_range else np.round(16 + ramp * (219 / 255)).astype(np.uint8)
    pixels = np.concatenate([coded, np.full((24, 64), 128, np.uint8)])
    encoder = PictureEncoder(content, FrameFormat(48, 64, "yuv420", full_range=full_range))
    for _ in range(2):  # an encoder makes one whole file after the other
        encoder.write(tmp_path / "out.png", pixels, ramp, FrameTime(0, Fraction(1, 25)))
        shown = np.asarray(Image.open(tmp_path / "out.png", formats=["PNG"])).astype(int)
        assert np.abs(shown[..., :3] - ramp[..., None]).max() <= 2
        if content == "transparent":
            np.testing.assert_array_equal(shown[..., 3], ramp)


def test_a_video_becomes_a_numbered_sequence(tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=3)
    report = through(tmp_path / "in.mp4", tmp_path / "out_%03d.png")
    assert report.frame_count == 3
    names = sorted(path.name for path in tmp_path.glob("out*"))
    assert names == ["out_001.png", "out_002.png", "out_003.png"]


def test_a_sequence_keeps_its_numbers_and_gaps(tmp_path):
    for number in (7, 8, 11):
        Image.fromarray(texture(number, height=8, width=8)).save(tmp_path / f"in_{number:02d}.png")
    through(tmp_path / "in_%02d.png", tmp_path / "out_%02d.png")
    names = sorted(path.name for path in tmp_path.glob("out*"))
    assert names == ["out_07.png", "out_08.png", "out_11.png"]
    shown = np.asarray(Image.open(tmp_path / "out_11.png"))
    np.testing.assert_array_equal(shown, texture(11, height=8, width=8))


def test_nothing_stands_under_the_names_before_the_end(tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=3)
    with (
        open_source(tmp_path / "in.mp4") as source,
        open_sink(tmp_path / "out_%03d.png", source) as sink,
    ):
        for frame in iter(source.read, None):
            sink.write(frame.pixels, time=FrameTime(frame.pts, frame.time_base))
        assert list(tmp_path.glob("out*")) == []
        report = sink.finish_partial()
    assert report.is_partial
    assert report.path.parent.name == "out.partial"
    assert len(list(report.path.parent.iterdir())) == 3
    assert list(tmp_path.glob("out_0*.png")) == []
    assert list(tmp_path.glob(".*")) == []


def test_a_second_frame_does_not_fit_into_one_picture(tmp_path, still):
    with open_source(tmp_path / "in.png") as source, open_sink(tmp_path / "o.png", source) as sink:
        frame = source.read()
        sink.write(frame.pixels, time=FrameTime(0, Fraction(1, 25)))
        with pytest.raises(OutputError, match="has more frames"):
            sink.write(frame.pixels, time=FrameTime(1, Fraction(1, 25)))
    assert not (tmp_path / "o.png").exists()


@pytest.fixture
def sequence(tmp_path):
    """A sink with three frames that is about to finish."""
    make_clip(tmp_path / "in.mp4", frame_count=3)
    with (
        open_source(tmp_path / "in.mp4") as source,
        open_sink(tmp_path / "out_%03d.png", source) as sink,
    ):
        for frame in iter(source.read, None):
            sink.write(frame.pixels, time=FrameTime(frame.pts, frame.time_base))
        yield sink


@pytest.mark.parametrize("when", ["before the last step", "within it"])
def test_a_picture_that_appeared_meanwhile_is_not_replaced_and_no_work_lost(
    tmp_path, sequence, monkeypatch, when
):
    (tmp_path / "out_002.png").write_bytes(b"somebody else's")
    if when == "within it":
        monkeypatch.setattr(sequence, "_check_free", lambda: None)
    with pytest.raises(OutputError, match=r"not replaced; the result is in the folder out\.") as e:
        sequence.finish()
    assert e.value.kept == tmp_path / "out" / "out_%03d.png"
    assert len(list((tmp_path / "out").iterdir())) == 3
    assert (tmp_path / "out_002.png").read_bytes() == b"somebody else's"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.mp4", "out", "out_002.png"]
