"""FileWriter: times, colours and codecs of what is written."""

import zlib
from fractions import Fraction
from itertools import pairwise

import av
import numpy as np
import pytest
from PIL import Image
from video_clips import first_picture, make_clip, presentation_times, through

from app.video.files import file_writer, output_format, video_track
from app.video.files.damage import ebml_element
from app.video.files.inputs import open_source
from app.video.files.outputs import open_sink
from app.video.sink import FrameTime, OutputError

RGB, FULL = 0, 2  # H.273's matrix, and libav's range


def grey_ramp(index, *, height, width):
    ramp = np.linspace(0, 255, width).round().astype(np.uint8)
    return np.repeat(np.tile(ramp, (height, 1))[..., None], 3, axis=2)


def test_threads_of_libx264_encode_a_frame_each(tmp_path, monkeypatch):
    # Threads that share each frame wait for the slowest of them, and files are 7 % larger.
    monkeypatch.setattr(video_track, "available_cores", lambda: 8)
    make_clip(tmp_path / "in.mp4")
    through(tmp_path / "in.mp4", tmp_path / "out.mp4")
    written = (tmp_path / "out.mp4").read_bytes()  # libx264 writes its options into each file
    assert b"threads=4 " in written
    assert b"sliced_threads=0" in written


@pytest.mark.parametrize(
    ("source", "time_base", "out"),
    [
        ("in.mp4", Fraction(1, 90000), "out.mp4"),
        ("in.mp4", Fraction(1, 30000), "out.mov"),
        ("in.mp4", Fraction(1, 1_000_000_000), "out.mp4"),
        ("in.mkv", Fraction(1, 1000), "out.mp4"),
        ("in.mkv", Fraction(1, 1000), "out.mkv"),
        ("in.mkv", Fraction(1, 1000), "out.webm"),
    ],
)
def test_uneven_times_are_kept_exactly(tmp_path, source, time_base, out):
    times = [0, 33, 66, 100, 400, 401, 433, 1000]
    make_clip(
        tmp_path / source, pts=[round(t / time_base / 1000) for t in times], time_base=time_base
    )
    report = through(tmp_path / source, tmp_path / out)
    assert report.frame_count == 8
    assert report.notes == ()
    assert presentation_times(tmp_path / out) == presentation_times(tmp_path / source)


@pytest.mark.parametrize("codec", ["h264", "hevc"])
@pytest.mark.parametrize("pts", [[*range(0, 280, 40), 5000], [0, 3000, 3040, 3080, 3120, 8000]])
def test_a_track_is_as_long_as_its_frames_are_shown(tmp_path, codec, pts):
    make_clip(tmp_path / "in.webm", pts=pts, time_base=Fraction(1, 1000), codec="libvpx-vp9")
    through(tmp_path / "in.webm", tmp_path / "out.mp4", codec=codec)
    times = [Fraction(time, 1000) for time in pts]
    assert presentation_times(tmp_path / "out.mp4") == times
    with av.open(str(tmp_path / "out.mp4")) as container:
        stream = container.streams.video[0]
        assert stream.duration * stream.time_base == times[-1] + Fraction(40, 1000)


@pytest.mark.parametrize("name", ["in.gif", "in.webp"])
def test_a_picture_that_stays_beyond_the_end_of_a_part_ends_with_it(tmp_path, name):
    pictures = [Image.new("RGB", (64, 48), colour) for colour in ("red", "green", "blue")]
    first, *others = pictures
    first.save(
        tmp_path / name, save_all=True, append_images=others, duration=[500, 4000, 1000], loop=0
    )
    through(tmp_path / name, tmp_path / "out.mp4", start_s=0.5, end_s=1.2)
    with av.open(str(tmp_path / "out.mp4")) as container:
        assert container.duration == 700_000


def test_a_part_that_begins_in_a_long_picture_keeps_its_sound(tmp_path):
    milliseconds = Fraction(1, 1000)
    sound = {"audio": ["aac"], "audio_s": 4.0}
    make_clip(tmp_path / "in.mp4", pts=[0, 40, 2000], time_base=milliseconds, **sound)
    through(tmp_path / "in.mp4", tmp_path / "out.mp4", start_s=0.5)
    assert presentation_times(tmp_path / "out.mp4") == [0, Fraction(3, 2)]
    with av.open(str(tmp_path / "out.mp4")) as container:
        stream = container.streams.audio[0]
        assert float(stream.duration * stream.time_base) == pytest.approx(3.5, abs=0.05)


def test_a_part_that_begins_before_the_picture_keeps_its_sound(tmp_path):
    make_clip(tmp_path / "in.mp4", pts=range(50, 75), audio=["aac"], audio_s=3.0)
    through(tmp_path / "in.mp4", tmp_path / "out.mp4", start_s=0.5)
    assert presentation_times(tmp_path / "out.mp4")[0] == Fraction(3, 2)
    with av.open(str(tmp_path / "out.mp4")) as container:
        stream = container.streams.audio[0]
        assert float(stream.duration * stream.time_base) == pytest.approx(2.5, abs=0.05)


def test_broadcast_rates_of_avi_are_kept_exactly(tmp_path):
    make_clip(tmp_path / "in.avi", rate=Fraction(30000, 1001), options={"bf": "0"})
    through(tmp_path / "in.avi", tmp_path / "out.mp4")
    times = presentation_times(tmp_path / "out.mp4")
    assert times == presentation_times(tmp_path / "in.avi")
    assert {late - early for early, late in pairwise(times)} == {Fraction(1001, 30000)}


def test_a_start_between_two_milliseconds_is_kept_exactly(tmp_path):
    make_clip(tmp_path / "in.mp4", pts=range(1001, 9009, 1001), time_base=Fraction(1, 30000))
    through(tmp_path / "in.mp4", tmp_path / "out.mp4")
    expected = [Fraction(1001 * i, 30000) for i in range(1, 9)]
    assert presentation_times(tmp_path / "out.mp4") == expected


def test_mkv_says_that_it_rounds_to_milliseconds(tmp_path):
    make_clip(tmp_path / "in.mp4", rate=Fraction(30000, 1001))
    report = through(tmp_path / "in.mp4", tmp_path / "out.mkv")
    assert report.notes == (".mkv counts in milliseconds: times were rounded to them.",)
    differences = np.subtract(
        presentation_times(tmp_path / "in.mp4"), presentation_times(tmp_path / "out.mkv")
    )
    assert max(abs(differences)) <= Fraction(1, 2000)


@pytest.mark.parametrize("matrix", ["bt601", "bt709", "bt2020"])
@pytest.mark.parametrize("full_range", [False, True])
@pytest.mark.parametrize("codec", ["h264", "hevc"])
def test_a_grey_ramp_comes_back_within_two_levels(tmp_path, matrix, full_range, codec):
    arguments = {"matrix": matrix, "full_range": full_range, "options": {"qp": "0"}}
    make_clip(tmp_path / "in.mp4", width=256, frame_count=2, picture=grey_ramp, **arguments)
    through(tmp_path / "in.mp4", tmp_path / "out.mp4", codec=codec, crf=8)
    with av.open(str(tmp_path / "out.mp4")) as container:
        context = container.streams.video[0].codec_context
        assert context.colorspace == {"bt601": 6, "bt709": 1, "bt2020": 9}[matrix]
        assert context.color_range == (2 if full_range else 1)
    shown = first_picture(tmp_path / "out.mp4").astype(int)
    assert np.abs(shown - grey_ramp(0, height=48, width=256)).max() <= 2


def test_ffv1_of_rgb_is_tagged_as_rgb(tmp_path):
    make_clip(tmp_path / "in.mkv", codec="ffv1", pixel_format="bgr0", matrix="bt709")
    through(tmp_path / "in.mkv", tmp_path / "out.mkv", codec="ffv1")
    with av.open(str(tmp_path / "out.mkv")) as container:
        context = container.streams.video[0].codec_context
        assert (context.pix_fmt, context.colorspace, context.color_range) == ("bgr0", RGB, FULL)
        assert {int(frame.colorspace) for frame in container.decode(video=0)} == {RGB}
    picture = first_picture(tmp_path / "out.mkv")
    np.testing.assert_array_equal(picture, first_picture(tmp_path / "in.mkv"))


@pytest.mark.parametrize("out", ["out.mp4", "out.mov", "out.webm"])
def test_rgb_frames_keep_their_colours(tmp_path, out):
    def colours(index, *, height, width):
        picture = np.zeros((height, width, 3), np.uint8)
        for i, colour in enumerate([(220, 30, 40), (20, 200, 60), (40, 50, 210), (90, 90, 90)]):
            picture[:, i * width // 4 : (i + 1) * width // 4] = colour
        return picture

    make_clip(tmp_path / "in.mkv", codec="ffv1", pixel_format="bgr0", picture=colours)
    through(tmp_path / "in.mkv", tmp_path / out, crf=None if out.endswith("mov") else 4)
    shown = first_picture(tmp_path / out).astype(int)
    for i in range(4):
        column = i * 16 + 8
        expected = colours(0, height=48, width=64)[24, column].astype(int)
        assert np.abs(shown[20:28, column] - expected).max() <= 3


@pytest.mark.parametrize("out", ["out.mov", "out.webm"])
@pytest.mark.parametrize("size", [(48, 64), (45, 63)])
def test_alpha_survives(tmp_path, out, size):
    height, width = size
    make_clip(tmp_path / "in.mkv", codec="ffv1", pixel_format="bgr0", height=height, width=width)
    alpha = np.tile(np.linspace(0, 255, width).round().astype(np.uint8), (height, 1))
    through(tmp_path / "in.mkv", tmp_path / out, alpha=alpha, content="transparent")
    with av.open(str(tmp_path / out)) as container:
        stream = container.streams.video[0]
        # libav's own VP9 decoder leaves alpha out; libvpx reads it.
        decoder = (
            av.CodecContext.create("libvpx-vp9", "r")
            if out.endswith("webm")
            else stream.codec_context
        )
        packet = next(container.demux(stream))
        frames = [*decoder.decode(packet), *decoder.decode(None)]
    plane = frames[0].planes[3]
    is_deep = out.endswith("mov")
    stored = np.frombuffer(memoryview(plane), np.uint16 if is_deep else np.uint8)
    stored = stored.reshape(plane.height, -1)[:height, :width]
    depth = frames[0].format.components[3].bits
    assert np.abs(stored * (255 / (2**depth - 1)) - alpha).max() <= 3


def test_frames_too_large_for_vp9_are_written_as_vp8(tmp_path, monkeypatch):
    make_clip(tmp_path / "in.mp4", width=66)
    through(tmp_path / "in.mp4", tmp_path / "usual.webm")
    monkeypatch.setattr(output_format, "MOST_VP9_PIXELS", 64 * 48)
    report = through(tmp_path / "in.mp4", tmp_path / "out.webm")
    assert "(66x48): they were written as VP8" in report.notes[-1]
    with av.open(str(tmp_path / "out.webm")) as container:
        assert container.streams.video[0].codec_context.name == "vp8"
    assert presentation_times(tmp_path / "out.webm") == presentation_times(tmp_path / "in.mp4")
    shown, usual = (
        first_picture(tmp_path / name).astype(int) for name in ("out.webm", "usual.webm")
    )
    assert np.abs(shown - usual).mean() < 2
    with pytest.raises(OutputError, match=r"\(66x48\), and VP9 with alpha .* use .mov"):
        through(tmp_path / "in.mp4", tmp_path / "clear.webm", content="transparent")
    assert not (tmp_path / "clear.webm").exists()


def test_odd_sizes_are_padded_and_said(tmp_path):
    make_clip(tmp_path / "in.mkv", codec="ffv1", width=641, height=359, frame_count=2)
    report = through(tmp_path / "in.mkv", tmp_path / "out.mp4")
    assert report.notes == (
        "H.264 needs even sizes: 641x359 was written as 642x360, its last row or column repeated.",
    )
    assert first_picture(tmp_path / "out.mp4").shape == (360, 642, 3)


@pytest.mark.parametrize("codec", ["h264", "hevc", "vp9"])
def test_tiny_frames_can_be_written(tmp_path, codec):
    make_clip(tmp_path / "in.mp4", width=16, height=16)
    through(tmp_path / "in.mp4", tmp_path / "out.mkv", codec=codec)
    assert first_picture(tmp_path / "out.mkv").shape == (16, 16, 3)


def test_heights_that_are_not_divisible_by_four_are_written_whole(tmp_path):
    make_clip(tmp_path / "in.mp4", height=50, width=66, picture=grey_ramp)
    through(tmp_path / "in.mp4", tmp_path / "out.mp4", crf=4)
    shown = first_picture(tmp_path / "out.mp4").astype(int)
    assert np.abs(shown - grey_ramp(0, height=50, width=66)).max() <= 6


@pytest.mark.parametrize("size", [(48, 67), (51, 64), (51, 67), (49, 65)])
def test_ffv1_takes_mattes_of_odd_sizes(tmp_path, size):
    height, width = size
    make_clip(tmp_path / "in.mkv", codec="ffv1", pixel_format="bgr0", height=height, width=width)
    alpha = np.tile(np.linspace(0, 255, width).round().astype(np.uint8), (height, 1))
    options = {"alpha": alpha, "content": "matte", "codec": "ffv1"}
    assert through(tmp_path / "in.mkv", tmp_path / "out.mkv", **options).frame_count == 8
    shown = first_picture(tmp_path / "out.mkv").astype(int)
    assert np.abs(shown - alpha[..., None]).max() <= 2


def test_no_display_matrix_is_left(tmp_path):
    make_clip(tmp_path / "in.mp4", rotation=90)
    through(tmp_path / "in.mp4", tmp_path / "out.mp4")
    with av.open(str(tmp_path / "out.mp4")) as container:
        frame = next(container.decode(video=0))
    assert (frame.height, frame.width, frame.rotation) == (64, 48, 0)


def test_the_shape_of_pixels_and_the_metadata_are_kept(tmp_path):
    make_clip(
        tmp_path / "in.mp4",
        sample_aspect_ratio=Fraction(4, 3),
        metadata={"title": "A talk", "comment": "kept"},
    )
    through(tmp_path / "in.mp4", tmp_path / "out.mp4")
    with av.open(str(tmp_path / "out.mp4")) as container:
        assert container.streams.video[0].sample_aspect_ratio == Fraction(4, 3)
        assert container.metadata["title"] == "A talk"
        assert container.metadata["comment"] == "kept"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("out.mkv", {"codec": "vp9"}),
        ("out.mkv", {"codec": "av1"}),
        ("out.mkv", {"codec": "ffv1"}),
        ("out.mkv", {"codec": "h264"}),
        ("out.webm", {"content": "matte"}),
        ("out.webm", {"content": "transparent"}),
    ],
)
@pytest.mark.parametrize("size", [(48, 64), (600, 300)])
def test_matroska_states_the_shape_of_pixels(tmp_path, name, options, size):
    height, width = size
    shape = {"height": height, "width": width, "sample_aspect_ratio": Fraction(4, 3)}
    make_clip(tmp_path / "in.mp4", frame_count=2, audio=("aac",), **shape)
    if "content" in options:
        options = {**options, "alpha": np.full(size, 90, np.uint8)}
    through(tmp_path / "in.mp4", tmp_path / name, **options)
    with av.open(str(tmp_path / name)) as container:
        stream = container.streams.video[0]
        assert stream.sample_aspect_ratio == pytest.approx(Fraction(4, 3), rel=0.01)
        assert "stereo_mode" not in stream.metadata
        frames = list(container.decode(stream))
        assert len(frames) == 2
        assert not any(data.type.name == "STEREO3D" for data in frames[0].side_data)
    content = (tmp_path / name).read_bytes()
    tracks = content.index(bytes.fromhex("1654AE6B"), content.index(bytes.fromhex("1549A966")) + 90)
    with (tmp_path / name).open("rb") as file:
        _, begin, length = ebml_element(file, tracks)
    if name == "out.mkv":
        stated = int.from_bytes(content[begin + 2 : begin + 6], "little")
        assert stated == zlib.crc32(content[begin + 6 : begin + length])


def test_mp4_is_written_for_a_fast_start(tmp_path):
    make_clip(tmp_path / "in.mp4")
    through(tmp_path / "in.mp4", tmp_path / "out.mp4")
    content = (tmp_path / "out.mp4").read_bytes()
    assert content.index(b"moov") < content.index(b"mdat")


def test_cancelling_leaves_a_playable_file_beside(tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=12, audio=["aac"])
    with (
        open_source(tmp_path / "in.mp4") as source,
        open_sink(tmp_path / "out.mp4", source) as sink,
    ):
        for _ in range(7):
            frame = source.read()
            sink.write(frame.pixels, time=FrameTime(frame.pts, frame.time_base))
        report = sink.finish_partial()
    assert report.is_partial
    assert report.path == tmp_path / "out.partial.mp4"
    assert len(presentation_times(report.path)) == 7
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.mp4", "out.partial.mp4"]


@pytest.mark.parametrize("out", ["out.mp4", "out.mkv", "out.png", "out_%03d.png"])
def test_aborting_leaves_nothing(tmp_path, out):
    make_clip(tmp_path / "in.mp4", frame_count=1)
    with open_source(tmp_path / "in.mp4") as source:
        with open_sink(tmp_path / out, source) as sink:
            frame = source.read()
            sink.write(frame.pixels, time=FrameTime(frame.pts, frame.time_base))
        sink.abort()
    assert [path.name for path in tmp_path.iterdir()] == ["in.mp4"]


def test_cancelling_before_the_first_frame_is_said_and_leaves_nothing(tmp_path):
    make_clip(tmp_path / "in.mp4")
    with open_source(tmp_path / "in.mp4") as source:
        sink = open_sink(tmp_path / "out.mp4", source)
        with pytest.raises(OutputError, match="not one frame was done"):
            sink.finish_partial()
    assert [path.name for path in tmp_path.iterdir()] == ["in.mp4"]


def test_overwriting_happens_only_at_the_end(tmp_path):
    make_clip(tmp_path / "in.mp4")
    out = tmp_path / "out.mp4"
    out.write_bytes(b"old")
    with open_source(tmp_path / "in.mp4") as source, open_sink(out, source, overwrite=True) as sink:
        frame = source.read()
        sink.write(frame.pixels, time=FrameTime(frame.pts, frame.time_base))
        assert out.read_bytes() == b"old"
        sink.finish()
    assert len(presentation_times(out)) == 1


def test_a_file_that_appeared_meanwhile_is_not_overwritten_and_the_work_not_lost(tmp_path):
    make_clip(tmp_path / "in.mp4")
    out = tmp_path / "out.mp4"
    with open_source(tmp_path / "in.mp4") as source, open_sink(out, source) as sink:
        frame = source.read()
        sink.write(frame.pixels, time=FrameTime(frame.pts, frame.time_base))
        out.write_bytes(b"somebody else's")
        with pytest.raises(OutputError, match=r"not replaced; the result is out \(2\).mp4\.$") as e:
            sink.finish()
    assert e.value.kept == tmp_path / "out (2).mp4"
    assert out.read_bytes() == b"somebody else's"
    assert len(presentation_times(tmp_path / "out (2).mp4")) == 1
    assert len(list(tmp_path.iterdir())) == 3


def test_the_arrays_may_be_reused_at_once(tmp_path):
    make_clip(tmp_path / "in.mp4", picture=grey_ramp)
    with open_source(tmp_path / "in.mp4") as source:
        frame = source.read()
        sink = open_sink(tmp_path / "out.mp4", source, crf=4)
        pixels = frame.pixels.copy()
        sink.write(pixels, time=FrameTime(0, frame.time_base))
        pixels[:] = 0
        sink.finish()
    shown = first_picture(tmp_path / "out.mp4").astype(int)
    assert np.abs(shown - grey_ramp(0, height=48, width=64)).max() <= 6


@pytest.mark.parametrize("out", ["out.webm", "out.mkv", "out.mp4", "out.mov"])
def test_a_frame_rate_that_cannot_be_is_not_handed_on(tmp_path, out):
    times = [0, 33, 66, 100]
    make_clip(tmp_path / "in.mkv", pts=times, rate=Fraction(30000), time_base=Fraction(1, 1000))
    through(tmp_path / "in.mkv", tmp_path / out)
    assert presentation_times(tmp_path / out) == [Fraction(time, 1000) for time in times]


@pytest.mark.parametrize("codec", ["h264", "hevc"])
def test_large_frames_come_out_whole_though_few_are_held(tmp_path, monkeypatch, codec):
    make_clip(tmp_path / "in.mp4", frame_count=40)
    expected = presentation_times(tmp_path / "in.mp4")
    through(tmp_path / "in.mp4", tmp_path / "usual.mp4", codec=codec)
    monkeypatch.setattr(video_track, "_LARGE_PIXELS", 64 * 48 - 1)
    through(tmp_path / "in.mp4", tmp_path / "out.mp4", codec=codec)
    assert presentation_times(tmp_path / "out.mp4") == expected
    # libx264 tells in the file what it was asked for.
    settings = [(tmp_path / name).read_bytes() for name in ("usual.mp4", "out.mp4")]
    if codec == "h264":
        assert b"rc_lookahead=10" in settings[0]
        assert b"rc_lookahead=2" in settings[1]
    monkeypatch.setattr(video_track, "_HUGE_PIXELS", 64 * 48 - 1)
    through(tmp_path / "in.mp4", tmp_path / "fewest.mp4", codec=codec)
    assert presentation_times(tmp_path / "fewest.mp4") == expected
    if codec == "h264":
        assert b"bframes=0" in (tmp_path / "fewest.mp4").read_bytes()


def test_a_picture_too_large_for_a_film_is_not_written_as_one(tmp_path, monkeypatch):
    Image.new("RGB", (64, 48)).save(tmp_path / "in.png")
    monkeypatch.setattr(file_writer, "MOST_FILM_PIXELS", 64 * 48 - 1)
    with pytest.raises(OutputError, match=r"^out\.mp4: the input has .* \(64x48\), .* a \.png\.$"):
        through(tmp_path / "in.png", tmp_path / "out.mp4")
    assert [path.name for path in tmp_path.iterdir()] == ["in.png"]
    through(tmp_path / "in.png", tmp_path / "out.png")
