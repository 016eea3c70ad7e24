"""DPX, and PNG and TIFF of 16 bits: all their bits in scene-linear values."""

import struct
import zlib
from fractions import Fraction

import numpy as np
import pytest
from PIL import Image as Pictures

from app.video.files.inputs import open_source
from app.video.files.picture_reader import read_dpx
from app.video.linear_picture import TimeOfFrame
from app.video.opencv import cv2
from app.video.pixels.light import linear_of_srgb
from app.video.pixels.linear_view import LinearView
from app.video.reading import Reading
from app.video.source import SourceError
from gpu_unet import FrameFormat

HEIGHT, WIDTH = 24, 32
VIDEO, LINEAR, LOGARITHMIC = 6, 2, 3
ORDERS = {"RGB": 50, "RGBA": 51, "ABGR": 52}


def codes(most):
    """uint16 (height, width, 3): every part of the range, to the last bit."""
    count = HEIGHT * WIDTH * 3
    return np.linspace(0, most, count).astype(np.uint16).reshape(HEIGHT, WIDTH, 3)


def write_dpx(
    path,
    *,
    bits=10,
    transfer=VIDEO,
    clock=0x10203004,
    rate=23.976,
    aspect=(0, 0),
    alpha=None,
    order="RGB",
):
    """By SMPTE ST 268, big endian, filled to 32 bits (method A); returns the colours' codes."""
    rgb = codes(2**bits - 1)
    header = bytearray(b"\0" * 2048)
    header[:4] = b"SDPX"
    struct.pack_into(">I8s", header, 4, 2048, b"V2.0")
    struct.pack_into(">HHII", header, 768, 0, 1, WIDTH, HEIGHT)
    header[800:804] = bytes([ORDERS[order], transfer, transfer, bits])
    struct.pack_into(">HHI", header, 804, int(bits == 10), 0, 2048)
    struct.pack_into(">II", header, 1628, *aspect)
    struct.pack_into(">I", header, 1920, clock)
    struct.pack_into(">f", header, 1940, rate)
    wide = rgb.astype(np.uint32)
    if bits == 10:
        data = (wide[..., 0] << 22 | wide[..., 1] << 12 | wide[..., 2] << 2).astype(">u4").tobytes()
    else:
        stored = rgb if alpha is None else np.dstack([rgb, alpha])
        stored = stored[..., ::-1] if order == "ABGR" else stored
        data = stored.astype(">u2" if bits == 16 else np.uint8).tobytes()
    struct.pack_into(">I", header, 16, len(header) + len(data))
    path.write_bytes(bytes(header) + data)
    return rgb


def planes_of(linear):
    return np.stack([linear.planes[c] for c in "RGB"], axis=2)


@pytest.mark.parametrize("bits", [8, 10, 16])
def test_every_bit_of_a_dpx_counts(tmp_path, bits):
    rgb = write_dpx(tmp_path / "a.dpx", bits=bits)
    linear = read_dpx(tmp_path / "a.dpx")
    expected = linear_of_srgb(rgb.astype(np.float32) / np.float32(2**bits - 1))
    np.testing.assert_array_equal(planes_of(linear), expected)
    assert not linear.rolls_off


def test_a_logarithmic_dpx_has_white_at_685_and_more_above(tmp_path):
    rgb = write_dpx(tmp_path / "a.dpx", transfer=LOGARITHMIC)
    light = planes_of(read_dpx(tmp_path / "a.dpx"))
    at = {int(code): float(value) for code, value in zip(rgb.flat, light.flat, strict=True)}
    assert at[685] == pytest.approx(1)
    assert at[95] == pytest.approx(0, abs=1e-6)
    assert at[1023] == pytest.approx(13.53, abs=0.01), "Kodak's curve"


def test_a_linear_dpx_is_taken_as_it_is(tmp_path):
    rgb = write_dpx(tmp_path / "a.dpx", transfer=LINEAR)
    light = planes_of(read_dpx(tmp_path / "a.dpx"))
    np.testing.assert_allclose(light, rgb / 1023, rtol=1e-6)


@pytest.mark.parametrize(("bits", "order"), [(8, "RGBA"), (8, "ABGR"), (16, "RGBA")])
def test_the_alpha_of_a_dpx_is_read(tmp_path, bits, order):
    most = 2**bits - 1
    alpha = np.tile(np.linspace(0, most, WIDTH).astype(np.uint16), (HEIGHT, 1))
    rgb = write_dpx(tmp_path / "a.dpx", bits=bits, alpha=alpha, order=order)
    with open_source(tmp_path / "a.dpx", Reading(keeps_linear=True)) as source:
        frame = source.read()
    assert source.has_alpha
    expected = linear_of_srgb(rgb.astype(np.float32) / np.float32(most))
    np.testing.assert_array_equal(planes_of(frame.linear), expected)
    np.testing.assert_allclose(frame.linear.planes["A"], alpha / most, rtol=1e-6)
    np.testing.assert_array_equal(frame.alpha, np.rint(alpha / most * 255))


def test_time_code_and_rate_of_a_dpx_come_along(tmp_path):
    write_dpx(tmp_path / "a_1.dpx")
    with open_source(tmp_path / "a_%d.dpx", Reading(keeps_linear=True)) as source:
        frame = source.read()
    assert source.frame_rate == Fraction(24000, 1001)
    assert source.media.bits == 10
    assert frame.linear.header["timeCode"] == TimeOfFrame(10, 20, 30, 4)
    assert frame.linear.header["framesPerSecond"] == Fraction(24000, 1001)


@pytest.mark.parametrize("name", ["a.dpx", "a_%d.dpx"])
def test_a_dpx_states_the_shape_of_its_pixels(tmp_path, name):
    write_dpx(tmp_path / name.replace("%d", "1"), aspect=(2, 1))
    with open_source(tmp_path / name, Reading(keeps_linear=True)) as source:
        assert source.media.sample_aspect_ratio == 2
        assert source.read().linear.header["pixelAspectRatio"] == 2


@pytest.mark.parametrize("aspect", [(0, 0), (1, 0), (2**32 - 1, 2**32 - 1), (1, 1000)])
def test_a_shape_that_no_pixel_has_is_a_square(tmp_path, aspect):
    write_dpx(tmp_path / "a.dpx", aspect=aspect)
    with open_source(tmp_path / "a.dpx") as source:
        assert source.media.sample_aspect_ratio == 1


@pytest.mark.parametrize("clock", [0, 0xFFFFFFFF, 0x0A000000, 0x25000000])
def test_what_is_no_time_code_is_none(tmp_path, clock):
    write_dpx(tmp_path / "a.dpx", clock=clock, rate=float("nan"))
    assert not read_dpx(tmp_path / "a.dpx").header


def test_a_video_dpx_is_shown_as_its_codes(tmp_path):
    rgb = write_dpx(tmp_path / "a_1.dpx")
    with open_source(tmp_path / "a_%d.dpx") as source:
        frame = source.read()
    assert frame.linear is None
    off = np.abs(frame.pixels - rgb / 1023 * 255).max()
    assert off < 0.53, "rounded, of halves, which have 11 bits"


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda data: b"", "is not a picture that can be read"),
        (lambda data: data[:1000], "is damaged"),
        (lambda data: data[:-100], "is damaged"),
        (lambda data: data[:772] + b"\xff" * 8 + data[780:], "is damaged"),
        (lambda data: data[:772] + struct.pack(">II", 60000, 60000) + data[780:], "megapixels"),
    ],
    ids=["empty", "half a header", "cut off", "no size", "too large"],
)
def test_a_broken_dpx_gives_one_sentence(tmp_path, damage, sentence):
    write_dpx(tmp_path / "a.dpx")
    path = tmp_path / "a.dpx"
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(SourceError, match=sentence) as caught:
        open_source(path)
    assert str(caught.value).startswith("a.dpx ")


def write_grey_tiff(path, grey, *, zero_is_white):
    """One strip of 16 bits, little endian."""
    height, width = grey.shape
    entries = [
        (256, 4, width),
        (257, 4, height),
        (258, 3, 16),
        (259, 3, 1),
        (262, 3, 0 if zero_is_white else 1),
        (273, 4, 8),
        (277, 3, 1),
        (278, 4, height),
        (279, 4, grey.nbytes),
    ]
    table = b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in entries)
    at = struct.pack("<2sHI", b"II", 42, 8 + grey.nbytes)
    count = struct.pack("<H", len(entries))
    path.write_bytes(at + grey.astype("<u2").tobytes() + count + table + b"\0" * 4)


@pytest.mark.parametrize("zero_is_white", [False, True])
def test_a_grey_tiff_says_which_end_is_white(tmp_path, zero_is_white):
    grey = codes(65535)[..., 0]
    stored = 65535 - grey if zero_is_white else grey
    write_grey_tiff(tmp_path / "a.tif", stored, zero_is_white=zero_is_white)
    with open_source(tmp_path / "a.tif", Reading(keeps_linear=True)) as source:
        frame = source.read()
    expected = linear_of_srgb(grey.astype(np.float32) / np.float32(65535))
    np.testing.assert_array_equal(frame.linear.planes["G"], expected)
    assert np.abs(frame.pixels[..., 0] - grey / 257).max() <= 1


@pytest.mark.parametrize("name", ["a.png", "a.tif"])
@pytest.mark.parametrize("has_alpha", [False, True])
def test_sixteen_bits_of_png_and_tiff_count(tmp_path, name, has_alpha):
    rgb = codes(65535)
    alpha = np.tile(np.arange(WIDTH, dtype=np.uint16) * 2114, (HEIGHT, 1))
    stored = np.dstack([rgb[..., ::-1], alpha]) if has_alpha else rgb[..., ::-1]
    assert cv2.imwrite(str(tmp_path / name), stored)
    with open_source(tmp_path / name, Reading(keeps_linear=True)) as source:
        frame = source.read()
    expected = linear_of_srgb(rgb.astype(np.float32) / np.float32(65535))
    np.testing.assert_array_equal(planes_of(frame.linear), expected)
    assert source.media.bits == 16
    if has_alpha:
        np.testing.assert_allclose(frame.linear.planes["A"], alpha / 65535, rtol=1e-6)
        assert not frame.linear.is_premultiplied


def test_eight_bits_and_other_profiles_are_read_as_before(tmp_path):
    Pictures.new("RGB", (WIDTH, HEIGHT), (1, 2, 3)).save(tmp_path / "a.png")
    with open_source(tmp_path / "a.png", Reading(keeps_linear=True)) as source:
        frame = source.read()
    assert frame.linear is None
    assert frame.pixels[0, 0].tolist() == [1, 2, 3]


def test_a_sixteen_bit_picture_is_turned_upright(tmp_path):
    rgb = codes(65535)
    cv2.imwrite(str(tmp_path / "a.png"), rgb[..., ::-1])
    picture = (tmp_path / "a.png").read_bytes()
    exif = Pictures.Exif()
    exif[0x0112] = 6  # to be turned clockwise
    body = exif.tobytes().removeprefix(b"Exif\0\0")
    chunk = b"eXIf" + body
    whole = struct.pack(">I", len(body)) + chunk + struct.pack(">I", zlib.crc32(chunk))
    (tmp_path / "b.png").write_bytes(picture[:33] + whole + picture[33:])
    with open_source(tmp_path / "b.png", Reading(keeps_linear=True)) as source:
        frame = source.read()
    assert frame.pixels.shape == (WIDTH, HEIGHT, 3)
    expected = linear_of_srgb(np.rot90(rgb, -1).astype(np.float32) / np.float32(65535))
    np.testing.assert_array_equal(planes_of(frame.linear), expected)


def write_tiff(path, pixels, *, orientation=1, extra=None):
    """A TIFF of 16 bits, little endian, in one strip."""
    height, width, channels = pixels.shape
    data = pixels.astype("<u2").tobytes()
    tags = {256: width, 257: height, 258: (16,) * channels, 259: 1, 262: 2, 273: 0}
    tags |= {274: orientation, 277: channels, 278: height, 279: len(data)}
    tags |= {} if extra is None else {338: extra}
    bits_at = 8 + 2 + 12 * len(tags) + 4
    bits = struct.pack(f"<{channels}H", *tags[258])
    tags |= {258: bits_at, 273: bits_at + len(bits)}
    rows = [struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags.items()]
    rows[2] = struct.pack("<HHII", 258, 3, channels, bits_at)
    head = struct.pack("<2sHIH", b"II", 42, 8, len(rows))
    path.write_bytes(head + b"".join(rows) + bytes(4) + bits + data)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_sixteen_bit_tiff_is_turned_once(tmp_path, orientation):
    write_tiff(tmp_path / "a.tif", codes(65535), orientation=orientation)
    with open_source(tmp_path / "a.tif", Reading(keeps_linear=True)) as source:
        frame = source.read()
    light = linear_of_srgb(frame.pixels.astype(np.float32) / np.float32(255))
    np.testing.assert_allclose(planes_of(frame.linear), light, atol=0.01)


@pytest.mark.parametrize(("extra", "straight"), [(1, (60000, 30000, 0)), (2, (30000, 15000, 0))])
def test_the_colours_of_a_sixteen_bit_tiff_count_without_its_alpha(tmp_path, extra, straight):
    stored = np.full((HEIGHT, WIDTH, 4), (30000, 15000, 0, 32768), np.uint16)
    stored[0] = 0
    write_tiff(tmp_path / "a.tif", stored, extra=extra)
    with open_source(tmp_path / "a.tif", Reading(keeps_linear=True)) as source:
        frame = source.read()
    light = linear_of_srgb(np.array(straight, np.float32) / np.float32(65535))
    np.testing.assert_allclose(planes_of(frame.linear)[1, 1], light, rtol=1e-3)
    assert (planes_of(frame.linear)[0] == 0).all()
    assert np.abs(frame.pixels[1, 1] - np.array(straight) / 257).max() <= 2


@pytest.mark.parametrize("suffix", [".dpx", ".png"])
def test_a_film_that_keeps_more_bits_gets_them(tmp_path, suffix):
    rgb = codes(1023)
    if suffix == ".dpx":
        write_dpx(tmp_path / "a_1.dpx")
    else:
        cv2.imwrite(str(tmp_path / "a_1.png"), rgb[..., ::-1] * np.uint16(64))
    with open_source(tmp_path / f"a_%d{suffix}", Reading(depth="auto")) as source:
        frame = source.read()
    assert source.format.layout == "yuv444p12"
    assert frame.linear is None
    coded = rgb / (1023 if suffix == ".dpx" else 65535 / 64)
    luma = 256 + 3504 * (coded @ [0.2126, 0.7152, 0.0722])
    np.testing.assert_allclose(frame.pixels[:HEIGHT], luma, atol=1.5)


@pytest.mark.parametrize("layout", ["yuv420", "yuv420p10", "yuv422p10", "yuv444p12"])
@pytest.mark.parametrize("full_range", [False, True])
def test_grey_of_every_layout_becomes_its_light(layout, full_range):
    frame_format = FrameFormat(16, 64, layout, "bt709", full_range)
    step, most = frame_format.row.step, frame_format.row.most
    low, high = (0, most) if full_range else (16 * step, 235 * step)
    pixels = np.full(frame_format.shape, 128 * step, frame_format.dtype)
    grey = np.linspace(low, high, 64).round()
    pixels[:16] = grey
    expected = linear_of_srgb(((grey - low) / (high - low)).astype(np.float32))
    for plane in LinearView(frame_format).planes(pixels):
        np.testing.assert_allclose(plane[3], expected, atol=2e-4)
    assert LinearView(frame_format).planes(pixels)[1][0, -1] == 1.0, "white"


def test_a_film_of_eight_bits_gets_eight(tmp_path):
    write_dpx(tmp_path / "a_1.dpx")
    with open_source(tmp_path / "a_%d.dpx", Reading(depth="8")) as source:
        assert source.format.layout == "rgb"
    Pictures.new("RGB", (WIDTH, HEIGHT), (1, 2, 3)).save(tmp_path / "b_1.png")
    with open_source(tmp_path / "b_%d.png", Reading(depth="auto")) as source:
        assert source.format.layout == "rgb"
