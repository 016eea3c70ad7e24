"""Where chroma lies: to the left, as players take what a film does not say."""

from fractions import Fraction

import av
import numpy as np
import pytest
from av.video.reformatter import VideoReformatter
from video_clips import make_clip, through

from app.video.files.file_source import FileSource
from app.video.files.outputs import open_sink
from app.video.pixels.aspect_fill import fill_frame
from app.video.pixels.colour import chroma_place, convert
from app.video.pixels.planes import (
    PIXEL_FORMATS,
    frame_from_pixels,
    pixels_from_frame,
    split_planes,
)
from app.video.reading import Reading
from app.video.sink import FrameTime
from gpu_unet import FrameFormat

HEIGHT, WIDTH = 32, 64


def as_films_say(frame, path):
    """The frame as a decoder delivers it: H.264 that says nothing has its chroma to the left."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=25)
        stream.width, stream.height, stream.pix_fmt = frame.width, frame.height, frame.format.name
        stream.options = {"qp": "0"}
        container.mux([*stream.encode(frame), *stream.encode(None)])
    with av.open(str(path)) as container:
        return next(container.decode(video=0))


def converted(frame, to):
    return convert(frame, VideoReformatter(), to=to, matrix="bt709", full_range=to != "rgb24")


@pytest.mark.parametrize("layout", ["yuv420", "yuv420p10", "yuv422p10"])
def test_frames_of_ours_become_the_colours_that_a_film_s_become(tmp_path, rng, layout):
    frame_format = FrameFormat(HEIGHT, WIDTH, layout)
    step = frame_format.row.step
    pixels = (rng.integers(40, 200, frame_format.shape) * step).astype(frame_format.dtype)
    ours = frame_from_pixels(pixels, frame_format)
    films = as_films_say(ours, tmp_path / "film.mkv")
    assert (pixels_from_frame(films, frame_format) == pixels).all()
    found, expected = (converted(frame, "rgb24").to_ndarray() for frame in (ours, films))
    assert np.abs(found.astype(int) - expected).max() <= 1


@pytest.mark.parametrize("layout", ["yuv420", "yuv422p10"])
def test_the_colours_of_a_picture_lie_where_its_light_lies(tmp_path, layout):
    """An edge from dark green to bright blue: its middle, in pixels."""
    frame_format = FrameFormat(HEIGHT, WIDTH, layout)
    for edge in (WIDTH // 2, WIDTH // 2 + 1):
        picture = np.full((HEIGHT, WIDTH, 3), (0, 60, 0), np.uint8)
        picture[:, edge:] = (120, 120, 255)
        coded = converted(
            frame_from_pixels(picture, FrameFormat(HEIGHT, WIDTH)), PIXEL_FORMATS[layout]
        )
        luma, chroma, _ = split_planes(pixels_from_frame(coded, frame_format), frame_format)
        middles = []
        for row, places in ((luma[8], np.arange(WIDTH)), (chroma[8], np.arange(0, WIDTH, 2))):
            share = (row - float(row[0])) / (float(row[-1]) - float(row[0]))
            spacing = places[1]
            middles.append(places[-1] + spacing / 2 - share.sum() * spacing)
        assert middles[1] == pytest.approx(middles[0], abs=0.26)


@pytest.mark.parametrize("width", [WIDTH, 2 * WIDTH])
def test_a_background_s_colours_lie_where_its_light_lies(tmp_path, width):
    """One that is cropped as well: a film behind, an edge from dark green to bright blue."""
    picture = np.full((HEIGHT, width, 3), (0, 60, 0), np.uint8)
    picture[:, width // 2 :] = (120, 120, 255)
    coded = converted(frame_from_pixels(picture, FrameFormat(HEIGHT, width)), "yuv420p")
    film = as_films_say(coded, tmp_path / "film.mkv")
    own = FrameFormat(HEIGHT, WIDTH, "rgb")
    found = fill_frame(film, VideoReformatter(), frame_format=own).astype(int)
    plain = {"matrix": "bt601", "full_range": False, "to_full_range": True}
    whole = convert(film, VideoReformatter(), to="rgb24", **plain).to_ndarray()
    expected = whole[:, (width - WIDTH) // 2 :][:, 4 : WIDTH - 4]
    assert np.abs(found[:, 4:-4] - expected).max() <= 2


def place_in(path):
    with av.open(str(path)) as container:
        return chroma_place(next(container.decode(video=0)))


@pytest.mark.parametrize("stated", ["unknown", "left", "center", "topleft", "top", "bottomleft"])
@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("out.mp4", "h264"),
        ("out.mp4", "hevc"),
        ("out.mp4", "av1"),
        ("out.webm", "vp9"),
        ("out.mkv", "ffv1"),
        ("out.mov", "prores"),
    ],
)
def test_a_film_s_place_of_chroma_is_stated_again(tmp_path, stated, name, codec):
    make_clip(tmp_path / "in.mp4", options={"chroma_sample_location": stated}, frame_count=2)
    expected = stated if stated in ("topleft", "top", "bottomleft") else ""
    with FileSource(tmp_path / "in.mp4") as source:
        assert source.media.chroma == expected
    through(tmp_path / "in.mp4", tmp_path / name, codec=codec)
    has_all = codec in (
        "h264",
        "hevc",
    )  # AV1 and Matroska know no chroma below, nor AV1 in MP4 above
    if expected == "topleft" or has_all:
        assert place_in(tmp_path / name) == (expected if codec != "prores" else "")


def test_a_film_that_is_turned_over_says_nothing_of_its_chroma(tmp_path):
    options = {"chroma_sample_location": "topleft"}
    make_clip(tmp_path / "in.mp4", options=options, flips=(False, True), frame_count=2)
    with FileSource(tmp_path / "in.mp4") as source:
        assert source.media.chroma == ""


def test_more_bits_keep_their_place_of_chroma(tmp_path):
    options = {"chroma_sample_location": "topleft"}
    make_clip(tmp_path / "in.mp4", pixel_format="yuv420p10le", options=options, frame_count=2)
    with FileSource(tmp_path / "in.mp4", Reading(depth="auto")) as source:
        frame = source.read()
        with open_sink(tmp_path / "out.mp4", source, codec="hevc") as sink:
            sink.write(frame.pixels, time=FrameTime(0, Fraction(1, 25)))
            sink.finish()
    assert place_in(tmp_path / "out.mp4") == "topleft"
