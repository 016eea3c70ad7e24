"""FileSource: times, orientation, formats and parts of recorded video."""

import os
from fractions import Fraction

import av
import numpy as np
import pytest
from av.stream import Disposition
from av.video.reformatter import VideoReformatter
from PIL import Image
from video_clips import make_clip, png_packets, presentation_times, through

from app.video.files import file_source
from app.video.files.file_source import FileSource
from app.video.files.inputs import open_source
from app.video.pixels.colour import convert
from app.video.pixels.planes import frame_from_pixels, pixels_from_frame
from app.video.reading import AS_IT_IS, Reading
from app.video.source import SourceError
from gpu_unet import FrameFormat

UNEVEN = [0, 1, 5, 6, 11, 12, 30, 31, 33, 60]


def read_all(path, reading=AS_IT_IS, **arguments):
    with FileSource(path, reading, **arguments) as source:
        return list(iter(source.read, None))


def luma(frame):
    """The brightness of a frame as float, whatever its layout."""
    if frame.format.layout == "yuv420":
        return frame.pixels[: frame.height].astype(float)
    return frame.pixels.astype(float) @ (0.299, 0.587, 0.114)


def wedge(index, *, height, width):
    """A picture whose four corners differ: dark, middle and light quarters."""
    picture = np.full((height, width, 3), 60, np.uint8)
    picture[: height // 2, width // 2 :] = 120
    picture[height // 2 :, : width // 2] = 180
    picture[height // 2 :, width // 2 :] = 240
    return picture


@pytest.mark.parametrize(
    ("name", "time_base"),
    [("uneven.mp4", Fraction(1, 600)), ("uneven.mkv", Fraction(1, 1000))],
)
def test_uneven_times_are_kept_exactly(tmp_path, name, time_base):
    path = tmp_path / name
    make_clip(path, pts=[t * 20 for t in UNEVEN], time_base=time_base)
    frames = read_all(path)
    assert [frame.pts * frame.time_base for frame in frames] == [t * 20 * time_base for t in UNEVEN]


def test_a_broadcast_clock_begins_at_zero(tmp_path):
    path = tmp_path / "broadcast.ts"
    make_clip(path, codec="mpeg2video", pts=range(100, 105))
    assert presentation_times(path)[0] > 1
    frames = read_all(path)
    times = [frame.pts * frame.time_base for frame in frames]
    assert times == [Fraction(i, 25) for i in range(5)]


@pytest.mark.parametrize(
    ("rotation", "flips", "turn"),
    [
        (90, (False, False), lambda p: np.rot90(p)),
        (180, (False, False), lambda p: np.rot90(p, 2)),
        (270, (False, False), lambda p: np.rot90(p, 3)),
        (0, (True, False), np.fliplr),
        (0, (False, True), np.flipud),
        (90, (True, False), lambda p: np.fliplr(np.rot90(p))),
    ],
)
@pytest.mark.parametrize("layout", ["yuv420", "rgb"])
def test_rotation_and_flips_are_applied(tmp_path, rotation, flips, turn, layout):
    path = tmp_path / "turned.mp4"
    make_clip(path, rotation=rotation, flips=flips, picture=wedge, frame_count=2)
    frame = read_all(path, layout=layout)[0]
    expected = turn(wedge(0, height=48, width=64))[..., 0].astype(float)
    assert (frame.height, frame.width) == expected.shape
    shown = luma(frame) if layout == "rgb" else (luma(frame) - 16) * 255 / 219
    assert np.abs(shown - expected).mean() < 6  # soft edges of a small lossy clip


@pytest.mark.parametrize(
    ("name", "arguments", "layout"),
    [
        ("plain.mp4", {}, "yuv420"),
        ("full.mp4", {"matrix": "bt709", "full_range": True}, "yuv420"),
        ("ten.mp4", {"codec": "libx265", "pixel_format": "yuv420p10le"}, "yuv420"),
        ("422.mp4", {"pixel_format": "yuv422p"}, "yuv420"),
        ("444.mp4", {"pixel_format": "yuv444p"}, "rgb"),
        ("ten444.mkv", {"codec": "ffv1", "pixel_format": "yuv444p10le"}, "rgb"),
        ("rgb.mkv", {"codec": "ffv1", "pixel_format": "bgr0"}, "rgb"),
        ("grey.mkv", {"codec": "ffv1", "pixel_format": "gray"}, "yuv420"),
        ("grey16.mkv", {"codec": "ffv1", "pixel_format": "gray16le"}, "yuv420"),
        ("palette.gif", {"codec": "gif", "pixel_format": "rgb8"}, "rgb"),
        ("odd.mkv", {"codec": "ffv1", "width": 641, "height": 359}, "rgb"),
        ("tiny.mp4", {"width": 16, "height": 16}, "yuv420"),
        ("jpeg.mov", {"codec": "mjpeg", "pixel_format": "yuvj420p"}, "yuv420"),
        ("vp9.webm", {"codec": "libvpx-vp9"}, "yuv420"),
    ],
)
def test_every_stored_format_comes_out_right(tmp_path, name, arguments, layout):
    path = tmp_path / name
    make_clip(path, frame_count=3, picture=wedge, **arguments)
    frames = read_all(path)
    assert len(frames) == 3
    frame = frames[0]
    assert frame.format.layout == layout
    shown = luma(frame)
    if layout == "yuv420" and not frame.format.full_range:
        shown = (shown - 16) * 255 / 219
    expected = wedge(0, height=frame.height, width=frame.width)[..., 0]
    inner = np.abs(shown - expected)[2:6, 2:6]
    assert inner.mean() < (40 if name.endswith("gif") else 3)  # rgb8 has 4 levels of blue


@pytest.mark.parametrize("bits", [8, 10])
@pytest.mark.parametrize(
    ("color_range", "darkest", "lightest"), [(0, 0, 255), (1, 16, 235), (2, 0, 255)]
)
def test_black_and_white_of_grey_films_are_those_of_their_range(
    tmp_path, bits, color_range, darkest, lightest
):
    scale = 2 ** (bits - 8)
    white = (lightest + 1) * scale - 1 if lightest == 255 else lightest * scale
    with av.open(str(tmp_path / "grey.mkv"), "w") as container:
        stream = container.add_stream("ffv1", rate=25)
        stream.height, stream.width = 48, 64
        stream.pix_fmt = "gray" if bits == 8 else "gray10le"
        stream.codec_context.color_range = color_range
        for code in (darkest * scale, white):
            plane = np.full((48, 64), code, np.uint8 if bits == 8 else np.uint16)
            frame = av.VideoFrame(64, 48, stream.pix_fmt)
            frame.planes[0].update(plane.tobytes())
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    with FileSource(tmp_path / "grey.mkv", Reading(depth="auto")) as source:
        frames = list(iter(source.read, None))
        assert not source.format.full_range
    lumas = [np.unique(frame.pixels[:48]).tolist() for frame in frames]
    assert lumas == [[16 * scale], [235 * scale]]


@pytest.mark.parametrize("matrix", ["bt601", "bt709", "bt2020"])
@pytest.mark.parametrize("full_range", [False, True])
def test_the_matrix_and_range_of_the_file_are_used(tmp_path, matrix, full_range):
    """Saturated colours tell the matrices apart by up to 40 levels."""
    colours = np.array([(220, 30, 40), (20, 200, 60), (40, 50, 210), (230, 220, 20)])

    def stripes(index, *, height, width):
        return np.tile(colours.repeat(width // 4, axis=0).astype(np.uint8), (height, 1, 1))

    path = tmp_path / "stripes.mkv"
    make_clip(
        path,
        codec="ffv1",
        pixel_format="yuv444p",
        matrix=matrix,
        full_range=full_range,
        picture=stripes,
        frame_count=1,
    )
    frame = read_all(path)[0]
    for i in range(4):
        assert np.abs(frame.pixels[24, i * 16 + 8].astype(int) - colours[i]).max() <= 3


def test_a_huge_frame_is_read(tmp_path):
    path = tmp_path / "huge.mp4"
    make_clip(
        path,
        frame_count=1,
        width=7680,
        height=4320,
        codec="mjpeg",
        pixel_format="yuvj420p",
        picture=lambda i, *, height, width: np.full((height, width, 3), 128, np.uint8),
    )
    (frame,) = read_all(path)
    assert (frame.height, frame.width) == (4320, 7680)
    assert frame.pixels.shape == (6480, 7680)


def test_the_aspect_of_pixels_is_turned_with_the_picture(tmp_path):
    make_clip(tmp_path / "a.mp4", sample_aspect_ratio=Fraction(4, 3), rotation=90)
    with FileSource(tmp_path / "a.mp4") as source:
        assert source.media.sample_aspect_ratio == Fraction(3, 4)


@pytest.mark.parametrize(
    ("start_s", "end_s", "expected"),
    [
        (0.2, None, range(5, 20)),
        (0.21, None, range(6, 20)),
        (None, 0.2, range(5)),
        (0.2, 0.4, range(5, 10)),
        (0.52, 0.6, range(13, 15)),
        (0.0, 99.0, range(20)),
    ],
)
def test_a_part_is_cut_exactly_by_time(tmp_path, start_s, end_s, expected):
    path = tmp_path / "clip.mp4"
    make_clip(path, frame_count=20, gop=12)
    frames = read_all(path, Reading(start_s=start_s, end_s=end_s))
    assert [frame.pts * frame.time_base * 25 for frame in frames] == list(expected)
    whole = read_all(path)
    np.testing.assert_array_equal(frames[0].pixels, whole[expected[0]].pixels)


@pytest.mark.parametrize(("name", "bf"), [("clip.mp4", "0"), ("clip.mp4", "2"), ("clip.mkv", "0")])
@pytest.mark.parametrize(
    ("start_s", "end_s", "expected"),
    [
        (0.5, None, {500: 1, 2000: 2, 2040: 3}),
        (0.5, 1.5, {500: 1}),
        (1.98, None, {2000: 2, 2040: 3}),  # even times stay even
        (1.98, 1.99, {1980: 1}),
        (2.05, None, {2050: 3}),
        (2.05, 2.06, {2050: 3}),
    ],
)
def test_a_part_begins_with_the_picture_that_is_shown_at_its_start(
    tmp_path, name, bf, start_s, end_s, expected
):
    path = tmp_path / name
    milliseconds = Fraction(1, 1000)
    options = {"preset": "medium", "bf": bf}
    make_clip(path, pts=[0, 40, 2000, 2040], time_base=milliseconds, options=options)
    whole = read_all(path)
    with FileSource(path, Reading(start_s=start_s, end_s=end_s)) as source:
        for _ in range(2):
            frames = list(iter(source.read, None))
            assert [frame.pts * frame.time_base / milliseconds for frame in frames] == [*expected]
            for frame, index in zip(frames, expected.values(), strict=True):
                np.testing.assert_array_equal(frame.pixels, whole[index].pixels)
            source.seek(0.0)
        assert source.damaged_count == 0
    if end_s is not None:
        last = frames[-1]
        assert (last.pts + last.duration) * last.time_base == Fraction(str(end_s))


@pytest.mark.parametrize("name", ["clip.mp4", "clip.mkv", "clip.ts", "clip.avi"])
def test_seeking_lands_on_the_first_frame_at_or_after_the_time(tmp_path, name):
    path = tmp_path / name
    codec = "mpeg2video" if name.endswith("ts") else "libx264"
    make_clip(path, frame_count=40, gop=10, codec=codec, options={"bf": "0"})
    with FileSource(path) as source:
        whole = list(iter(source.read, None))
        for target in (1.2, 0.0, 0.5, 0.49, 1.56):
            source.seek(target)
            frame = source.read()
            expected = next(f for f in whole if f.pts_s >= target - 1e-6)
            assert frame.pts == expected.pts
            np.testing.assert_array_equal(frame.pixels, expected.pixels)
        source.seek(100.0)
        assert source.read() is None
        source.seek(0.0)
        assert source.read().pts == whole[0].pts
        assert source.damaged_count == 0


@pytest.mark.parametrize("name", ["clip.mp4", "clip.mkv", "clip.ts"])
def test_packets_tell_where_the_key_frame_before_a_time_is(tmp_path, name):
    path = tmp_path / name
    codec = "mpeg2video" if name.endswith("ts") else "libx264"
    make_clip(path, frame_count=40, gop=10, codec=codec, options={"bf": "0"})
    with FileSource(path) as source:
        for time_s in (0.0, 0.05, 0.79, 0.81, 1.5):
            told_s = source.key_time_s(time_s)
            source.seek_key(time_s)
            assert told_s == pytest.approx(source.read().pts_s)
        assert source.damaged_count == 0


def test_more_decoding_threads_give_the_same_frames(tmp_path):
    make_clip(tmp_path / "clip.mp4", frame_count=30, options={"bf": "2"})
    single = read_all(tmp_path / "clip.mp4", threads=1)
    several = read_all(tmp_path / "clip.mp4", threads=3)
    assert [frame.pts for frame in several] == [frame.pts for frame in single]
    for one, other in zip(single, several, strict=True):
        np.testing.assert_array_equal(one.pixels, other.pixels)


def test_a_part_that_is_empty_is_refused(tmp_path):
    path = tmp_path / "clip.mp4"
    make_clip(path)
    with pytest.raises(SourceError, match="the end must come after the start"):
        FileSource(path, Reading(start_s=2.0, end_s=1.0))
    with pytest.raises(SourceError, match=r"clip.mp4 is 0.32 s long .* at or after 5 s"):
        FileSource(path, Reading(start_s=5.0))


def test_a_file_without_a_video_track_is_refused(tmp_path):
    path = tmp_path / "song.mp4"
    make_clip(path, codec=None, audio=["aac"], audio_s=0.3)
    with pytest.raises(SourceError, match="has no video track, only audio"):
        FileSource(path)


def test_a_cover_picture_is_no_video_track(tmp_path):
    with av.open(str(tmp_path / "song.mp3"), "w") as container:
        cover, packets = png_packets(container, [(Image.new("RGB", (64, 48)), {})])
        cover.disposition = Disposition.attached_pic
        sound = container.add_stream("libmp3lame", rate=48000)
        container.mux(packets)
        frame = av.AudioFrame.from_ndarray(np.zeros((2, 1152), np.float32), "fltp", "stereo")
        frame.sample_rate, frame.pts = 48000, 0
        container.mux([*sound.encode(frame), *sound.encode(None)])
    with pytest.raises(SourceError, match=r"song\.mp3 has a cover picture, but no video; choose"):
        open_source(tmp_path / "song.mp3")


@pytest.mark.parametrize("alphas", [[(0, 255)] * 3, [(255, 255), (0, 255)], [(255, 255)] * 2])
def test_the_alpha_of_a_palette_is_the_frames_own(tmp_path, alphas):
    picture = Image.new("P", (64, 48), 1)
    picture.paste(0, (0, 0, 32, 48))
    picture.putpalette([200, 0, 0, 0, 200, 0])
    pictures = [(picture, {"transparency": bytes(two)} if min(two) < 255 else {}) for two in alphas]
    with av.open(str(tmp_path / "film.mov"), "w") as container:
        container.mux(png_packets(container, pictures)[1])
    with FileSource(tmp_path / "film.mov") as source:
        assert source.media.stored_format == "pal8"
        assert source.has_alpha == (np.min(alphas) == 0)
        for frame, (left, right) in zip(iter(source.read, None), alphas, strict=True):
            assert frame.has_valid_alpha
            if source.has_alpha:
                assert (frame.alpha[:, :32] == left).all()
                assert (frame.alpha[:, 32:] == right).all()


def with_hdr10_plus(path, out):
    """A film in HEVC whose first frame has HDR10+ metadata: ST 2094-40, in a message."""
    fields = [(1, 2), (400, 27), (0, 1), *[(9000, 17)] * 4, (0, 4), (1, 10), (0, 1), (0, 1), (0, 1)]
    bits = "".join(f"{value:0{width}b}" for value, width in fields)
    bits = bits.ljust(-(-len(bits) // 8) * 8, "0")
    body = b"\xb5\x00\x3c\x00\x01\x04\x01" + int(bits, 2).to_bytes(len(bits) // 8, "big")
    message = b"\x4e\x01\x04" + bytes([len(body)]) + body + b"\x80"
    assert b"\x00\x00" not in message, "it would need bytes against that"
    with av.open(str(path)) as source, av.open(str(out), "w") as target:
        stream = source.streams.video[0]
        copy = target.add_stream_from_template(stream)
        for packet in source.demux(stream):
            if packet.dts is None:
                continue
            data = bytes(packet)
            if packet.is_keyframe:
                data = len(message).to_bytes(4, "big") + message + data
            plus = av.Packet(data)
            plus.pts, plus.dts, plus.time_base = packet.pts, packet.dts, packet.time_base
            plus.is_keyframe, plus.stream = packet.is_keyframe, copy
            target.mux(plus)


def test_what_hdr_says_of_single_frames_is_told_to_be_lost(tmp_path):
    make_clip(
        tmp_path / "hdr.mp4",
        codec="libx265",
        pixel_format="yuv420p10le",
        matrix="bt2020",
        transfer=16,
        frame_count=2,
    )
    with_hdr10_plus(tmp_path / "hdr.mp4", tmp_path / "plus.mp4")
    with FileSource(tmp_path / "plus.mp4", Reading(depth="auto")) as source:
        assert source.colour_losses == (
            "plus.mp4: the light levels of its single frames (HDR10+) are not kept, because they "
            "describe the pictures as they were; players use those of the whole film.",
        )
    with FileSource(tmp_path / "plus.mp4", Reading(depth="8")) as source:
        assert len(source.colour_losses) == 1  # it becomes SDR


@pytest.mark.parametrize(("transfer", "is_wrong"), [(2, True), (1, False), (16, False)])
def test_colours_that_only_dolby_vision_knows_are_told_to_come_out_wrong(
    tmp_path, monkeypatch, transfer, is_wrong
):
    """Its profile 5 states no transfer function. The others have a picture in SDR or HDR below."""
    monkeypatch.setattr(file_source, "dynamic_metadata", lambda frame: "Dolby Vision")
    path = tmp_path / "phone.mp4"
    tags = {"matrix": "bt2020", "transfer": transfer}
    make_clip(path, codec="libx265", pixel_format="yuv420p10le", frame_count=2, **tags)
    with FileSource(path, Reading(depth="auto")) as source:
        told = [text for text in source.losses if "they come out wrong" in text]
    assert bool(told) is is_wrong


@pytest.mark.parametrize("transfer", [16, 18], ids=["PQ", "HLG"])
def test_high_dynamic_range_becomes_the_standard_one_in_8_bits_alone(tmp_path, transfer):
    """Half of PQ's code range is 92 cd/m2, which SDR with white at 203 shows at about 70 %."""
    path = tmp_path / "hdr.mp4"
    make_clip(
        path,
        codec="libx265",
        pixel_format="yuv420p10le",
        matrix="bt2020",
        transfer=transfer,
        frame_count=1,
        picture=lambda i, *, height, width: np.full((height, width, 3), 128, np.uint8),
    )
    with FileSource(path, Reading(depth="8")) as source:
        frame = source.read()
        assert (source.media.transfer, source.media.primaries) == (1, 1)
        assert (frame.format.layout, frame.format.matrix) == ("yuv420", "bt709")
        assert "HDR picture is converted" in source.colour_losses[0]
        assert 130 < frame.pixels[:48].mean() < 200
        assert np.abs(frame.pixels[48:].astype(int) - 128).max() <= 1
    with FileSource(path, Reading(depth="auto")) as source:
        frame = source.read()
        assert source.media.transfer == transfer
        assert (frame.format.layout, frame.format.matrix) == ("yuv420p10", "bt2020")
        assert frame.format.transfer == {16: "pq", 18: "hlg"}[transfer]
        assert source.colour_losses == ()
        assert np.abs(frame.pixels[:48].astype(int) - (64 + 438)).max() <= 4


@pytest.mark.parametrize("bits", [10, 12])
def test_white_and_middle_grey_of_deep_rgb_stay(tmp_path, bits):
    white = (1 << bits) - 1
    with av.open(tmp_path / "rgb.mkv", "w") as container:
        stream = container.add_stream("ffv1", rate=25)
        stream.width, stream.height, stream.pix_fmt = 64, 48, f"gbrp{bits}le"
        frame = av.VideoFrame(64, 48, stream.pix_fmt)
        for plane in frame.planes:
            codes = np.full((48, 64), white, "<u2")
            codes[24:] = white // 2
            plane.update(codes.tobytes())
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    with FileSource(tmp_path / "rgb.mkv", Reading(depth="auto")) as source:
        luma = source.read().pixels[:48]
    assert luma.max() == 235 * 16
    assert np.abs(luma[24:].astype(int) - (16 + 219 / 2) * 16).max() <= 3


DEEP = [
    ("420.mkv", {"pixel_format": "yuv420p10le"}, "yuv420p10"),
    ("422.mkv", {"pixel_format": "yuv422p10le"}, "yuv422p10"),
    ("444.mkv", {"pixel_format": "yuv444p10le"}, "yuv444p12"),
    ("444.mkv", {"pixel_format": "yuv444p12le"}, "yuv444p12"),
    ("rgb.mkv", {"pixel_format": "gbrp10le"}, "yuv444p12"),
    ("grey.mkv", {"pixel_format": "gray10le"}, "yuv420p10"),
    ("odd.mkv", {"pixel_format": "yuv420p10le", "width": 65, "height": 49}, "yuv444p12"),
    ("full.mkv", {"pixel_format": "yuv420p10le", "full_range": True}, "yuv420p10"),
    ("4444.mov", {"codec": "prores_ks", "pixel_format": "yuv444p10le"}, "yuv444p12"),
]


@pytest.mark.parametrize(("name", "arguments", "layout"), DEEP)
def test_more_bits_come_out_as_asked_for(tmp_path, name, arguments, layout):
    path = tmp_path / name
    options = {"codec": "ffv1", "matrix": "bt709", **arguments}
    make_clip(path, frame_count=2, picture=wedge, **options)
    with FileSource(path, Reading(depth="auto")) as source:
        frame = source.read()
        assert source.colour_losses == ()
        assert source.media.bits == (12 if "4444" in name or "12" in str(arguments) else 10)
    assert (frame.format.layout, frame.pixels.dtype) == (layout, np.uint16)
    with FileSource(path) as source:
        eight = source.read()
    assert eight.pixels.dtype == np.uint8
    if eight.format.layout == "rgb":  # to compare, in one colour space
        eight_luma = eight.pixels[..., 0].astype(float)
    else:
        eight_luma = luma(eight)
        if not eight.format.full_range:
            eight_luma = (eight_luma - 16) * 255 / 219
    deep = frame.pixels[: frame.height].astype(float) / frame.format.row.step
    if frame.format.full_range:
        deep *= 255 / (frame.format.row.most / frame.format.row.step)
    else:
        deep = (deep - 16) * 255 / 219
    assert np.abs(deep - eight_luma).max() < 2.5
    assert (frame.pixels % frame.format.row.step).any(), "nothing lies between codes of 8 bits"


def test_more_bits_than_a_layout_has_are_a_loss(tmp_path):
    make_clip(tmp_path / "in.mkv", codec="ffv1", pixel_format="yuv420p12le", frame_count=1)
    with FileSource(tmp_path / "in.mkv", Reading(depth="auto")) as source:
        assert source.colour_losses == ("in.mkv: its 12-bit picture is processed with 10 bits.",)


@pytest.mark.parametrize(
    ("codec", "pixel_format", "layout"),
    [("libx265", "yuv420p10le", "yuv420p10"), ("prores_ks", "yuv422p10le", "yuv444p12")],
)
def test_a_turned_film_keeps_its_bits(tmp_path, codec, pixel_format, layout):
    path = tmp_path / "turned.mov"
    options = {"pixel_format": pixel_format, "rotation": 90, "matrix": "bt709"}
    make_clip(path, codec=codec, picture=wedge, frame_count=1, **options)
    with FileSource(path, Reading(depth="auto")) as source:
        frame = source.read()
    assert (frame.format.layout, frame.height, frame.width) == (layout, 64, 48)
    expected = np.rot90(wedge(0, height=48, width=64))[..., 0].astype(float)
    shown = frame.pixels[:64].astype(float) / frame.format.row.step
    assert np.abs((shown - 16) * 255 / 219 - expected).mean() < 6


def test_a_card_s_packed_ten_bits_become_planes_without_loss(rng):
    """NVDEC delivers p010le: the code in the upper bits, U and V in turn."""
    frame_format = FrameFormat(32, 48, "yuv420p10")
    codes = rng.integers(64, 941, frame_format.shape).astype(np.uint16)
    planar = frame_from_pixels(codes, frame_format)
    own = {"matrix": "bt709", "full_range": False}
    packed = convert(planar, VideoReformatter(), to="p010le", **own)
    back = convert(packed, VideoReformatter(), to="yuv420p10le", **own)
    np.testing.assert_array_equal(pixels_from_frame(back, frame_format), codes)


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps open files where they are")
@pytest.mark.parametrize("name", ["in.mp4", "in.mkv"])
def test_a_file_that_is_moved_away_meanwhile_is_read_to_its_end(tmp_path, name):
    make_clip(tmp_path / name)
    with FileSource(tmp_path / name) as source:
        assert source.read() is not None
        (tmp_path / name).rename(tmp_path / "elsewhere")
        assert sum(1 for _ in iter(source.read, None)) == 7
        assert source.damaged_count == 0


def test_frames_before_the_beginning_that_a_file_states_are_shown(tmp_path, monkeypatch):
    make_clip(tmp_path / "in.mp4", frame_count=6)
    monkeypatch.setattr(file_source, "origin_of", lambda container: Fraction(5))
    through(tmp_path / "in.mp4", tmp_path / "out.mp4")
    assert presentation_times(tmp_path / "out.mp4") == presentation_times(tmp_path / "in.mp4")


@pytest.mark.parametrize(
    ("flags", "late", "start_s", "end_s"),
    [
        ("frag_every_frame", 0, None, None),
        ("frag_keyframe", 0, None, None),
        ("frag_keyframe", 0, 0.4, 1.2),
        ("faststart", 0, 0.4, 1.2),
        ("faststart", 250, 10.4, 11.2),
        ("faststart", 250, 5.0, None),
    ],
)
def test_frames_are_counted_in_every_kind_of_mp4(tmp_path, flags, late, start_s, end_s):
    make_clip(
        tmp_path / "in.mp4",
        pts=range(late, late + 40),
        gop=8,
        options={"bf": "0"},
        container_options={"movflags": flags},
    )
    with FileSource(tmp_path / "in.mp4", Reading(start_s, end_s)) as source:
        assert source.frame_count == len(list(iter(source.read, None)))
