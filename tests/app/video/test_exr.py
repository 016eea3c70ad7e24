"""OpenEXR files: what is read of them, what is written, and what is refused."""

import os
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from exr_files import HEIGHT, WIDTH, OpenEXR, box, channels_of, read, same, scene, write

from app.video.files.exr_file import ExrEncoder, exr_bytes, read_exr, read_layer
from app.video.files.inputs import open_source
from app.video.files.still import StillError, read_cutout, read_still
from app.video.linear_picture import REC709, Window
from app.video.pixels.light import View, in_primaries, seen
from app.video.reading import ExrOptions, Reading
from app.video.sink import FrameTime
from app.video.source import SourceError

ACESCG = (0.713, 0.293, 0.165, 0.83, 0.128, 0.044, 0.32168, 0.33767)


def odd_values(dtype):
    rgb = scene(dtype=dtype)
    rgb[0, :6, 0] = [np.nan, np.inf, -np.inf, -0.0, -2.5, 6e-8]
    return rgb


@pytest.mark.parametrize("compression", ["zips", "zip", "piz", "none"])
def test_half_floats_pass_bit_for_bit(tmp_path, compression):
    rgb = odd_values(np.float16)
    path = write(tmp_path / "a.exr", channels_of(rgb))
    picture = read_exr(path, ExrOptions())
    (tmp_path / "b.exr").write_bytes(exr_bytes(picture, compression))
    planes, header = read(tmp_path / "b.exr")
    assert all(same(planes[c], rgb[..., n]) for n, c in enumerate("RGB"))
    assert compression.upper() in str(header["compression"]).replace("NO_", "NONE_")


def test_floats_become_halves_and_the_too_large_the_largest(tmp_path):
    rgb = scene(dtype=np.float32)
    rgb[0, 0] = [1e9, -1e9, np.inf]
    picture = read_exr(write(tmp_path / "a.exr", channels_of(rgb)), ExrOptions())
    assert picture.planes["R"].dtype == np.float32
    (tmp_path / "b.exr").write_bytes(exr_bytes(picture, "zips"))
    planes, _ = read(tmp_path / "b.exr")
    assert [float(planes[c][0, 0]) for c in "RGB"] == [65504, -65504, np.inf]
    np.testing.assert_array_equal(planes["G"][1:], rgb[1:, :, 1].astype(np.float16))


def test_planes_that_are_not_contiguous_are_written_right(tmp_path):
    """The package itself writes such arrays as if they were contiguous."""
    rgb = scene()
    picture = read_exr(write(tmp_path / "a.exr", channels_of(rgb)), ExrOptions())
    apart = {c: rgb[..., n] for n, c in enumerate("RGB")}
    (tmp_path / "b.exr").write_bytes(exr_bytes(replace(picture, planes=apart), "zips"))
    assert same(read(tmp_path / "b.exr")[0]["B"], rgb[..., 2])


def test_the_first_part_with_colours_is_read_unless_another_is_named(tmp_path):
    depth, beauty, light = np.ones((HEIGHT, WIDTH), np.float32), scene(1), scene(2)
    parts = [
        OpenEXR.Part({"type": OpenEXR.scanlineimage}, {"Z": depth}, "depth"),
        OpenEXR.Part({"type": OpenEXR.scanlineimage}, channels_of(beauty), "beauty"),
        OpenEXR.Part({"type": OpenEXR.scanlineimage}, channels_of(light), "light"),
    ]
    path = tmp_path / "a.exr"
    OpenEXR.File(parts).write(str(path))
    assert same(read_exr(path, ExrOptions()).planes["R"], beauty[..., 0])
    assert same(read_exr(path, ExrOptions(layer="light")).planes["R"], light[..., 0])
    with pytest.raises(StillError, match=r"has no layer depth with colours; it has: beauty, light"):
        read_layer(path, "depth")


def test_a_layer_is_read_by_its_name(tmp_path):
    beauty, key = scene(1), scene(2)
    channels = {**channels_of(key, prefix="key."), **channels_of(beauty)}
    path = write(tmp_path / "a.exr", channels)
    assert same(read_exr(path, ExrOptions()).planes["G"], beauty[..., 1])
    assert same(read_exr(path, ExrOptions(layer="key")).planes["G"], key[..., 1])


def test_a_layer_alone_is_the_first_with_colours(tmp_path):
    combined = scene(1)
    channels = channels_of(combined, prefix="ViewLayer.Combined.")
    path = write(tmp_path / "a.exr", channels)
    assert same(read_exr(path, ExrOptions()).planes["B"], combined[..., 2])


def test_grey_is_three_equal_channels(tmp_path):
    grey = scene()[..., 0].copy()
    picture = read_exr(write(tmp_path / "a.exr", {"Y": grey}), ExrOptions())
    assert list(picture.planes) == ["R", "G", "B"]
    assert same(picture.planes["B"], grey)


def test_luminance_with_chroma_is_no_grey(tmp_path):
    y = scene()[..., 0].copy()
    path = write(tmp_path / "a.exr", {"Y": y, "RY": y, "BY": y})
    with pytest.raises(StillError, match="no layer with the colours R, G and B"):
        read_exr(path, ExrOptions())


@pytest.mark.parametrize(
    ("data", "canvas"),
    [
        ((10, 5, 49, 24), Window(0, 0, 63, 47)),
        ((-8, -4, 71, 51), Window(-8, -4, 71, 51)),
        ((-8, 10, 9, 19), Window(-8, 0, 63, 47)),
    ],
)
def test_the_canvas_holds_data_and_display_window(tmp_path, data, canvas):
    window = Window(*data)
    rgb = scene(height=window.height, width=window.width)
    path = write(
        tmp_path / "a.exr",
        channels_of(rgb),
        dataWindow=box(*data),
        displayWindow=box(0, 0, 63, 47),
    )
    picture = read_exr(path, ExrOptions())
    assert (picture.canvas, picture.data, picture.display) == (
        canvas,
        window,
        Window(0, 0, 63, 47),
    )
    green = picture.planes["G"]
    rows, columns = window.within(canvas)
    assert same(np.ascontiguousarray(green[rows, columns]), rgb[..., 1])
    assert np.count_nonzero(green) == rgb[..., 1].size, "black around it"
    (tmp_path / "b.exr").write_bytes(exr_bytes(picture, "zips"))
    _, header = read(tmp_path / "b.exr")
    assert [*header["dataWindow"][0], *header["dataWindow"][1]] == list(data)
    assert [*header["displayWindow"][1]] == [63, 47]


def test_frames_whose_data_windows_differ_have_one_size(tmp_path):
    for number, data in enumerate([(10, 5, 49, 24), (-8, 0, 63, 47), (0, 0, 63, 60)]):
        window = Window(*data)
        write(
            tmp_path / f"in_{number}.exr",
            channels_of(scene(height=window.height, width=window.width)),
            dataWindow=box(*data),
            displayWindow=box(0, 0, 63, 47),
        )
    with open_source(tmp_path / "in_%d.exr", Reading(keeps_linear=True)) as source:
        frames = [source.read() for _ in range(3)]
        assert source.read() is None
    assert {frame.pixels.shape for frame in frames} == {(61, 72, 3)}
    assert [frame.linear.data for frame in frames] == [
        Window(10, 5, 49, 24),
        Window(-8, 0, 63, 47),
        Window(0, 0, 63, 60),
    ]
    assert source.damaged_count == 0


def test_a_picture_of_another_display_window_is_skipped_and_counted(tmp_path):
    write(tmp_path / "in_1.exr", channels_of(scene()))
    write(tmp_path / "in_2.exr", channels_of(scene(height=20, width=20)))
    write(tmp_path / "in_3.exr", channels_of(scene()))
    with open_source(tmp_path / "in_%d.exr") as source:
        assert [source.read().index, source.read().index] == [0, 2]
        assert source.read() is None
        assert source.damaged_count == 1


def test_rate_numbers_and_attributes_come_along(tmp_path):
    from exr_files import write_film

    with open_source(write_film(tmp_path), Reading(keeps_linear=True)) as source:
        assert (source.frame_rate, source.first_number, source.media.bits) == (24, 1001, 16)
        header = source.read().linear.header
    assert header["owner"] == "somebody"
    assert header["timeCode"].hours == 10
    assert not {"channels", "compression", "dataWindow", "type"} & header.keys()


@pytest.mark.parametrize(
    ("stated", "rate"),
    [
        (Fraction(24000, 1001), Fraction(24000, 1001)),
        (Fraction(2**31 - 1), 25),
        (Fraction(1, 2**32 - 1), 25),
        (Fraction(2**31 - 1, 2**30 - 1), 2),
        (Fraction(0), 25),
    ],
)
def test_a_rate_that_no_film_has_is_not_taken(tmp_path, stated, rate):
    """Encoders ended with an internal error, or did not end."""
    write(tmp_path / "in_1.exr", channels_of(scene()), framesPerSecond=stated)
    with open_source(tmp_path / "in_%d.exr") as source:
        assert source.frame_rate == rate


def test_alpha_is_premultiplied_unless_the_file_or_the_user_says_otherwise(tmp_path):
    alpha = np.full((HEIGHT, WIDTH), 0.5, np.float16)
    rgb = np.full((HEIGHT, WIDTH, 3), 0.25, np.float16)
    path = write(tmp_path / "a.exr", channels_of(rgb, alpha))
    pixels, eight_bits = read_cutout(path)
    assert eight_bits[0, 0] == 128
    assert pixels[0, 0, 0] == 188, "0.5 in linear light"
    straight = read_exr(path, ExrOptions(input_alpha="straight"))
    assert seen(straight)[0, 0, 0] == 137, "0.25 in linear light"
    (tmp_path / "b.exr").write_bytes(exr_bytes(straight, "zips"))
    assert not read_exr(tmp_path / "b.exr", ExrOptions()).is_premultiplied
    np.testing.assert_array_equal(read_still(tmp_path / "a.exr")[0, 0], [94, 94, 94])


def test_the_view_rolls_off_highlights_and_has_an_inverse():
    view = View.of(rolls_off=True)
    codes = view.codes(np.array([0, 0.18, 0.6, 1, 4, 1e6, np.inf, -1, np.nan], np.float32))
    assert codes.tolist() == [0, 118, 203, 238, 255, 255, 255, 0, 0]
    every = np.arange(256, dtype=np.uint8)
    np.testing.assert_array_equal(view.codes(view.values(every))[:255], every[:255])
    plain = View.of(rolls_off=False)
    np.testing.assert_array_equal(plain.codes(plain.values(every)), every)


def test_acescg_becomes_rec709_as_published():
    """The matrix of AP1 (D60) to BT.709 (D65) with Bradford's adaptation, as OCIO has it."""
    columns = in_primaries([*np.eye(3, dtype=np.float32)], ACESCG, REC709)
    expected = [
        [1.70505, -0.62179, -0.08326],
        [-0.13026, 1.14080, -0.01055],
        [-0.02400, -0.12897, 1.15297],
    ]
    np.testing.assert_allclose(columns, expected, atol=2e-5)


def test_primaries_that_no_colour_has_are_ignored(tmp_path):
    path = write(tmp_path / "a.exr", channels_of(scene()), chromaticities=(0.0,) * 8)
    picture = read_exr(path, ExrOptions())
    assert picture.primaries == REC709
    assert seen(picture).any()


def whole(tmp_path) -> bytes:
    return write(tmp_path / "whole.exr", channels_of(scene())).read_bytes()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (lambda whole: b"", "is not a picture that can be read"),
        (lambda whole: b"GIF89a" * 100, "is not a picture that can be read"),
        (lambda whole: whole[:200], "is damaged"),
        (lambda whole: whole[:-2000], "is damaged"),
        (lambda whole: whole[:600] + b"\xff" * (len(whole) - 600), "is damaged"),
    ],
    ids=["empty", "another format", "half a header", "cut off", "noise"],
)
def test_a_broken_file_gives_one_sentence(tmp_path, content, sentence):
    path = tmp_path / "a.exr"
    path.write_bytes(content(whole(tmp_path)))
    with pytest.raises(SourceError, match=sentence) as caught:
        open_source(path)
    assert str(caught.value).startswith("a.exr ")
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "a.exr")
    with pytest.raises(SourceError, match="is a pipe or a device"):
        open_source(tmp_path / "a.exr")


def test_a_header_that_claims_too_much_is_refused_before_memory_is_taken(tmp_path):
    content = bytearray(whole(tmp_path))
    for name in (b"dataWindow", b"displayWindow"):
        at = content.index(name + b"\0box2i\0") + len(name) + 11
        content[at : at + 16] = np.array([0, 0, 30000, 30000], "<i4").tobytes()
    (tmp_path / "a.exr").write_bytes(content)
    with pytest.raises(SourceError, match="more channels than memory has room for"):
        open_source(tmp_path / "a.exr")


@pytest.mark.parametrize("kind", ["depth", "whole numbers"])
def test_a_file_without_colours_is_refused(tmp_path, kind):
    numbers = np.ones((HEIGHT, WIDTH, 3), np.uint32)
    depth = {"Z": numbers[..., 0].astype(np.float32)}
    write(tmp_path / "a.exr", depth if kind == "depth" else channels_of(numbers))
    with pytest.raises(SourceError, match=r"a\.exr holds no layer with the colours R, G and B"):
        open_source(tmp_path / "a.exr")


def test_without_the_package_a_sentence_says_what_to_install(tmp_path, monkeypatch):
    path = write(tmp_path / "a.exr", channels_of(scene()))
    monkeypatch.setattr("app.video.files.exr_file.is_installed", lambda: False)
    with pytest.raises(SourceError, match=r"pip install -r requirements-exr\.txt"):
        open_source(path)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a device that is full")
def test_a_full_disk_is_an_error(tmp_path):
    """The package itself says nothing of it."""
    picture = read_exr(write(tmp_path / "a.exr", channels_of(scene())), ExrOptions())
    with pytest.raises(OSError, match="No space left"):
        ExrEncoder("zips").write(Path("/dev/full"), picture, None, FrameTime(0, Fraction(1, 24)))
