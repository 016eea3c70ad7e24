"""Other sizes and rates than the input's own, and whole frames of interlaced ones."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import av
import numpy as np
import pytest
from PIL import Image
from video_clips import make_clip, packets, presentation_times

from app.pipeline.jobs.estimate import PacketSizes, expected_bytes
from app.video.files.adapted_source import AdaptedSource, Resizer, fitted_format
from app.video.files.file_source import FileSource
from app.video.files.inputs import open_source
from app.video.files.outputs import open_sink
from app.video.frame import Frame
from app.video.limits import parse_rate
from app.video.pixels.colour import filled, on_black
from app.video.pixels.planes import planes_of
from app.video.reading import Reading
from app.video.sink import FrameTime
from app.video.source import SourceError
from gpu_unet.frame_format import FrameFormat


def adapted(path, *, start_s=None, end_s=None, **wanted) -> AdaptedSource:
    opened = open_source(path, Reading(start_s=start_s, end_s=end_s))
    return AdaptedSource(opened, **wanted)


def stripes(index, *, height, width):
    picture = np.zeros((height, width, 3), np.uint8)
    picture[:, : width // 2] = (220, 40, 30)
    picture[:, width // 2 :] = (20, 60, 200)
    picture[: height // 2] //= 2
    return picture


@pytest.mark.parametrize(
    ("have", "wanted", "expected"),
    [
        ((1080, 1920), (720, None), (720, 1280)),
        ((1080, 1920), (None, 640), (360, 640)),
        ((1080, 1920), (720, 720), (404, 720)),
        ((1920, 1080), (1080, 1920), (1080, 608)),
        ((48, 64), (96, None), (96, 128)),
        ((359, 641), (None, 640), (358, 640)),
        ((1080, 1920), (1080, None), (1080, 1920)),
        ((1000, 20), (100, None), (100, 16)),
    ],
)
def test_a_size_keeps_the_shape_and_is_even(have, wanted, expected):
    fitted = fitted_format(FrameFormat(*have), height=wanted[0], width=wanted[1])
    assert (fitted.height, fitted.width) == expected


@pytest.mark.parametrize("layout", ["rgb", "yuv420", "yuv420p10", "yuv422p10", "yuv444p12"])
def test_what_is_hidden_stays_out_of_a_scaled_edge(layout):
    have = FrameFormat(64, 64, layout, "bt709")
    alpha = np.zeros((64, 64), np.uint8)
    alpha[:, :31] = 255
    white = filled((255, 255, 255), have)
    pixels = on_black(white, alpha, have)
    frame = Frame(pixels=pixels, format=have, index=0, pts_s=0, captured_s=0, alpha=alpha)
    made = Resizer(have, fitted_format(have, height=32, width=None))(frame)
    edge = made.alpha == 128
    assert edge.any()
    lightest = int(white.reshape(-1)[0])
    luma = planes_of(made.pixels, made.format)[0][edge]
    assert np.abs(luma.astype(int) - lightest).max() <= 2 * have.row.step


@pytest.mark.parametrize(("codec", "pixels"), [("libx264", "yuv420p"), ("ffv1", "bgr0")])
def test_pictures_are_scaled_with_their_colours(tmp_path, codec, pixels):
    path = tmp_path / "in.mkv"
    make_clip(path, codec=codec, pixel_format=pixels, height=96, width=128, picture=stripes)
    with adapted(path, height=48) as source:
        frames = list(iter(source.read, None))
        assert (source.height, source.width, source.frame_count) == (48, 64, 8)
        assert source.notes[-1] == "in.mkv: scaled from 128x96 to 64x48."
        with open_sink(tmp_path / "out_%d.png", source) as sink:
            sink.write(frames[0].pixels, time=FrameTime(0, Fraction(1, 25)))
            sink.finish()
    assert len(frames) == 8
    shown = np.asarray(Image.open(tmp_path / "out_1.png")).astype(int)
    expected = stripes(0, height=48, width=64).astype(int)
    for row, column in ((8, 12), (8, 52), (40, 12), (40, 52)):
        assert np.abs(shown[row, column] - expected[row, column]).max() <= 6


def test_threads_scale_at_the_same_time():
    """As the first pass over a film does while the job decodes: libav's tables are not shared."""
    random = np.random.default_rng(5)
    full = FrameFormat(height=180, width=320, layout="yuv420", matrix="bt709", full_range=False)
    frames = [
        Frame(random.integers(16, 235, full.shape, np.uint8), full, n, n / 25, 0.0)
        for n in range(4)
    ]
    resize = Resizer(full, fitted_format(full, height=90, width=None))
    expected = [resize(frame).pixels for frame in frames]

    def scale(number: int) -> bool:
        return all(
            np.array_equal(resize(frames[number]).pixels, expected[number]) for _ in range(300)
        )

    with ThreadPoolExecutor(len(frames)) as threads:
        assert all(threads.map(scale, range(len(frames))))


def test_alpha_is_scaled_with_the_picture(tmp_path):
    alpha = np.zeros((96, 128), np.uint8)
    alpha[:, 64:] = 255
    picture = np.dstack([stripes(0, height=96, width=128), alpha])
    Image.fromarray(picture).save(tmp_path / "cut.png")
    with adapted(tmp_path / "cut.png", width=64) as source:
        frame = source.read()
    assert frame.alpha.shape == (48, 64)
    assert (frame.alpha[:, :30] == 0).all()
    assert (frame.alpha[:, 34:] == 255).all()


@pytest.mark.parametrize(
    ("rate", "wanted", "steps", "dropped", "repeated"),
    [
        (25, 50, [2] * 10, 0, 10),
        (50, 25, [1] * 5, 5, 0),
        (25, 30, [1, 1, 1, 2, 1] * 2, 0, 2),
        (30, 25, [1] * 8, 2, 0),
    ],
)
def test_a_rate_shows_frames_again_or_leaves_them_out_and_says_so(
    tmp_path, rate, wanted, steps, dropped, repeated
):
    make_clip(tmp_path / "in.mp4", frame_count=10, rate=Fraction(rate))
    with adapted(tmp_path / "in.mp4", frame_rate=Fraction(wanted)) as source:
        frames = list(iter(source.read, None))
        made = [round(frame.duration * frame.time_base * wanted) for frame in frames]
        assert sorted(made) == sorted(steps)
        assert (source.dropped_count, source.repeated_count) == (dropped, repeated)
        assert source.frame_count == sum(made)
        assert f"from {rate} to {wanted} frames/s" in source.notes[-1]
    begin = 0
    for frame, count in zip(frames, made, strict=True):
        assert frame.pts * frame.time_base == Fraction(begin, wanted), "nothing is missing"
        begin += count


def test_nothing_is_said_of_a_rate_that_the_film_has_to_four_digits(tmp_path):
    times = [round(1000 * index / 30) for index in range(40)]
    make_clip(tmp_path / "in.mp4", pts=times, rate=Fraction(30), time_base=Fraction(1, 1000))
    with adapted(tmp_path / "in.mp4", frame_rate=Fraction(30)) as source:
        assert source.inner.frame_rate != source.frame_rate
        assert len(list(iter(source.read, None))) == 40
        assert source.notes == ()


def test_no_frame_is_shown_more_than_half_a_step_from_its_time(tmp_path):
    times = [0, 33, 66, 100, 400, 401, 433, 1000]
    make_clip(tmp_path / "in.mkv", pts=times, time_base=Fraction(1, 1000))
    with adapted(tmp_path / "in.mkv", frame_rate=Fraction(30000, 1001)) as source:
        frames = list(iter(source.read, None))
    step = Fraction(1001, 30000)
    shown = {round(frame.pts_s / float(step)): frame for frame in frames}
    assert len(shown) == len(frames) == 7, "400 and 401 ms are one moment"
    for frame in frames:
        nearest = min(times, key=lambda time: abs(time / 1000 - frame.pts_s))
        assert abs(frame.pts_s - nearest / 1000) <= step / 2


def test_a_part_at_another_rate_begins_at_zero_with_its_sound(tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=50, audio=["aac"])
    with (
        adapted(tmp_path / "in.mp4", start_s=0.52, frame_rate=Fraction(30)) as source,
        open_sink(tmp_path / "out.mp4", source) as sink,
    ):
        unit = source.media.time_base
        for frame in iter(source.read, None):
            count = round(frame.duration * unit * 30)
            for index in range(count):
                sink.write(
                    frame.pixels,
                    time=FrameTime(frame.pts + index * frame.duration // count, unit),
                )
        sink.finish()
    times = presentation_times(tmp_path / "out.mp4")
    assert times == [Fraction(i, 30) for i in range(len(times))]
    assert len(times) == pytest.approx(1.48 * 30, abs=1)
    with av.open(str(tmp_path / "out.mp4")) as container:
        sound = next(container.decode(audio=0))
        assert abs(sound.time) < 0.03
    assert packets(tmp_path / "out.mp4", "audio")[3] in packets(tmp_path / "in.mp4", "audio")


def test_a_size_beyond_all_limits_is_refused(tmp_path):
    make_clip(tmp_path / "in.mp4")
    with pytest.raises(SourceError, match="the requested size"):
        adapted(tmp_path / "in.mp4", height=100_000)


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("25", 25),
        ("29.97", Fraction(30000, 1001)),
        ("23,976", Fraction(24000, 1001)),
        ("30000/1001", Fraction(30000, 1001)),
        ("12.5", Fraction(25, 2)),
    ],
)
def test_rates_are_read_as_people_write_them(text, rate):
    assert parse_rate(text) == rate


@pytest.mark.parametrize("text", ["", "0", "25/0", "-3", "1e999999999", "241", "nan", "25 fps"])
def test_what_is_no_rate_is_said(text):
    with pytest.raises(ValueError, match="is no frame rate; write 1 to 240"):
        parse_rate(text)


# Interlaced


def interlaced(path) -> None:
    """Ten frames of a bar that moves by six pixels from one half-picture to the next."""

    def bar(step):
        picture = np.zeros((96, 128, 3), np.uint8)
        picture[:, 10 + step * 4 : 30 + step * 4] = 255
        return picture

    def comb(index, *, height, width):
        picture = bar(2 * index)
        picture[1::2] = bar(2 * index + 1)[1::2]
        return picture

    make_clip(
        path,
        frame_count=10,
        height=96,
        width=128,
        options={"x264-params": "tff=1:bframes=2:b-adapt=0"},
        picture=comb,
    )


def comb_of(frame) -> float:
    """How much neighbouring lines of Y differ more than those of one half-picture."""
    luma = frame.pixels[: frame.format.height].astype(int)
    return float(np.abs(luma[1:-1] * 2 - luma[:-2] - luma[2:]).mean())


def test_interlaced_frames_are_said_and_made_whole_on_request(tmp_path):
    interlaced(tmp_path / "in.mp4")
    found = {}
    for deinterlaces in (False, True):
        with FileSource(tmp_path / "in.mp4", Reading(deinterlaces=deinterlaces)) as source:
            assert source.is_interlaced is not deinterlaces
            note = source.notes[0]
            assert ("deinterlaced" in note) is deinterlaces
            found[deinterlaces] = list(iter(source.read, None))
    combed, whole = found[False], found[True]
    assert [frame.pts_s for frame in whole] == [frame.pts_s for frame in combed]
    assert [frame.time_base for frame in whole] == [frame.time_base for frame in combed]
    assert comb_of(whole[5]) < comb_of(combed[5]) / 5


def test_a_seek_leads_to_the_same_whole_frame(tmp_path):
    interlaced(tmp_path / "in.mp4")
    with FileSource(tmp_path / "in.mp4", Reading(deinterlaces=True)) as source:
        frames = list(iter(source.read, None))
        source.seek(0.2)
        again = source.read()
    assert again.pts_s == pytest.approx(0.2)
    assert np.array_equal(again.pixels, frames[5].pixels)


# What a file will take


def test_few_key_frames_of_a_short_part_do_not_count_as_many():
    part = PacketSizes(keys=(1000,), others=(100,) * 9, rest_bytes=50)
    assert expected_bytes([part, part], frame_count=1000) == 4 * 1000 + 996 * 100 + 5 * 1000
    pictures = PacketSizes(keys=(300, 500), others=(), rest_bytes=0)
    assert expected_bytes([pictures], frame_count=10) == 4000
    assert expected_bytes([], frame_count=10) == 0


@pytest.mark.parametrize(
    ("frame_count", "part", "begins"),
    [(1, {}, [0]), (12, {"start_s": 0.4, "end_s": 0.45}, [20, 22])],
)
def test_films_of_one_frame_come_at_the_wanted_rate(tmp_path, frame_count, part, begins):
    make_clip(tmp_path / "in.mp4", frame_count=frame_count)
    with adapted(tmp_path / "in.mp4", frame_rate=Fraction(50), **part) as source:
        frames = list(iter(source.read, None))
        assert "from 25 to 50 frames/s" in source.notes[-1]
    assert [frame.pts * frame.time_base * 50 for frame in frames] == begins


def test_a_still_has_no_rate_to_change(tmp_path):
    Image.new("RGB", (64, 48)).save(tmp_path / "in.png")
    with adapted(tmp_path / "in.png", frame_rate=Fraction(50)) as source:
        assert (source.frame_rate, source.step) == (25, None)
