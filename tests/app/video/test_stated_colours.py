"""What PNG, AVIF and HEIF state of their colours beside an ICC profile."""

import struct
import zlib

import numpy as np
import pytest
from PIL import ExifTags, Image
from test_still import WIDE

from app.video.files.inputs import open_source
from app.video.files.picture_reader import read_sixteen_bits
from app.video.files.stated_colours import coded_space
from app.video.files.still import read_cutout, read_still
from app.video.linear_picture import REC709
from app.video.opencv import cv2
from app.video.pixels.light import light_of_codes, matrix_of_primaries, seen
from gpu_unet.transfer import SPACES, primaries_matrix, sdr_view, srgb_from_light, srgb_to_light


def _chunk(kind, body):
    checksum = zlib.crc32(kind + body)
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", checksum)


def _state(path, *chunks):
    """Put chunks behind the header of a PNG."""
    data = path.read_bytes()
    path.write_bytes(data[:33] + b"".join(_chunk(*chunk) for chunk in chunks) + data[33:])
    return path


def _gama(gamma):
    return b"gAMA", struct.pack(">I", round(gamma * 100_000))


def _chrm(*places):
    return b"cHRM", struct.pack(">8I", *(round(place * 100_000) for place in places))


def _cicp(primaries, transfer):
    return b"cICP", bytes([primaries, transfer, 0, 1])


P3_PLACES = (0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060)
SRGB_PLACES = (0.3127, 0.3290, 0.640, 0.330, 0.300, 0.600, 0.150, 0.060)
COLOUR = (150, 100, 90)


def _of_p3(colour):
    """A colour of Display P3 in sRGB, 0 to 255, by the formulas."""
    light = srgb_to_light(np.array(colour) / 255) @ primaries_matrix("sdr p3", "sdr").T
    return 255 * srgb_from_light(light)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P"])
@pytest.mark.parametrize(
    "chunks",
    [[_cicp(12, 13)], [_chrm(*P3_PLACES), _gama(0.45455)], [_chrm(*P3_PLACES)]],
    ids=["cICP", "cHRM and gAMA", "cHRM"],
)
def test_a_png_s_own_primaries_count(tmp_path, mode, chunks):
    picture = Image.new("RGB", (8, 8), COLOUR)
    picture = picture.quantize(4) if mode == "P" else picture.convert(mode)
    picture.save(tmp_path / "a.png")
    _state(tmp_path / "a.png", *chunks)
    for found in (read_still(tmp_path / "a.png"), read_cutout(tmp_path / "a.png")[0]):
        assert np.abs(found[0, 0] - _of_p3(COLOUR)).max() <= 1.5


@pytest.mark.parametrize("mode", ["RGB", "L", "LA", "I;16"])
def test_a_png_s_own_gamma_counts(tmp_path, mode):
    picture = Image.new("L", (8, 8), 55)
    if mode == "I;16":
        picture = Image.fromarray(np.full((8, 8), 55 * 257, np.uint16))
    elif mode != "L":
        picture = picture.convert(mode)
    picture.save(tmp_path / "a.png")
    _state(tmp_path / "a.png", _gama(1.0))
    expected = 255 * srgb_from_light(np.array(55 / 255))
    assert np.abs(read_still(tmp_path / "a.png") - expected).max() <= 1.5


@pytest.mark.parametrize(
    "chunks",
    [
        [_gama(0.45455), _chrm(*SRGB_PLACES)],
        [_gama(1.0), _chrm(*P3_PLACES), (b"sRGB", b"\0")],
        [_chrm(*[0] * 8)],
        [_gama(0.0)],
        [(b"cICP", b"\x0c")],
        [_cicp(1, 13), _gama(1.0), _chrm(*P3_PLACES)],
        [_gama(0.50994)],
    ],
    ids=["the same", "sRGB", "no places", "no gamma", "cut off", "cICP of sRGB", "of BT.709"],
)
def test_chunks_that_mean_srgb_or_nothing_change_nothing(tmp_path, chunks):
    Image.new("RGB", (8, 8), COLOUR).save(tmp_path / "a.png")
    _state(tmp_path / "a.png", *chunks)
    assert read_still(tmp_path / "a.png")[0, 0].tolist() == list(COLOUR)


def test_a_picture_in_hdr_becomes_sdr(tmp_path):
    Image.new("RGB", (8, 8), (100, 100, 100)).save(tmp_path / "a.png")
    _state(tmp_path / "a.png", _cicp(9, 16))
    expected = 255 * sdr_view(np.full(3, 100 / 255), "pq")
    assert np.abs(read_still(tmp_path / "a.png")[0, 0] - expected).max() <= 1.5


def test_the_frames_of_an_animation_have_its_primaries(tmp_path):
    pictures = [Image.new("RGB", (8, 8), (150 + n, 100, 90)) for n in range(3)]
    pictures[0].save(tmp_path / "a.png", save_all=True, append_images=pictures[1:], duration=40)
    _state(tmp_path / "a.png", _cicp(12, 13))
    with open_source(tmp_path / "a.png") as source:
        source.seek(0.05)
        source.seek(0.0)
        for n in range(3):
            found = source.read().pixels[0, 0]
            assert np.abs(found - _of_p3((150 + n, 100, 90))).max() <= 1.5


@pytest.mark.parametrize(("primaries", "transfer"), [(12, 13), (9, 16)])
def test_an_avif_s_own_codes_count(tmp_path, primaries, transfer):
    path = tmp_path / "a.avif"
    Image.new("RGB", (64, 64), COLOUR).save(path, quality=100, subsampling="4:4:4")
    plain = read_still(path)[0, 0]
    data = path.read_bytes()
    at = data.index(b"colrnclx") + 8
    path.write_bytes(data[:at] + struct.pack(">HH", primaries, transfer) + data[at + 4 :])
    expected = _of_p3(plain) if transfer == 13 else 255 * sdr_view(plain / 255, "pq")
    assert np.abs(read_still(path)[0, 0] - expected).max() <= 2.5


@pytest.mark.parametrize("name", ["R03", "R98"])
def test_a_camera_that_says_adobe_rgb_in_exif_alone_is_believed(tmp_path, name):
    exif = Image.Exif()
    exif.get_ifd(ExifTags.IFD.Exif)[0xA001] = 0xFFFF  # "uncalibrated"
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.IFD.Interop] = {1: name}
    picture = Image.new("RGB", (16, 16), COLOUR)
    picture.save(tmp_path / "a.jpg", quality=100, subsampling=0, exif=exif)
    found = read_still(tmp_path / "a.jpg")[0, 0].astype(int)
    if name == "R98":  # sRGB
        assert np.abs(found - COLOUR).max() <= 1
    else:
        light = np.power(np.array(COLOUR) / 255, 563 / 256)
        of_adobe = (0.64, 0.33, 0.21, 0.71, 0.15, 0.06, *REC709[6:])
        expected = 255 * srgb_from_light(matrix_of_primaries(of_adobe, REC709) @ light)
        assert np.abs(found - expected).max() <= 2


def test_the_codes_of_heif_count_where_there_is_no_profile():
    picture = Image.new("RGB", (8, 8))
    picture.format = "HEIF"
    picture.info["nclx_profile"] = {"color_primaries": 12, "transfer_characteristics": 13}
    assert coded_space(picture) == "sdr p3"
    picture.info["icc_profile"] = WIDE
    assert coded_space(picture) is None


def _ramps(path, *chunks, profile=None):
    """A PNG of 16 bits with all mixtures of a few codes, and what it states."""
    steps = 257 * np.linspace(0, 255, 9).astype(np.uint16)
    colours = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(27, 27, 3)
    cv2.imwrite(str(path), colours[..., ::-1])
    if profile is not None:
        named = zlib.compress(profile)
        chunks = (*chunks, (b"iCCP", b"named\0\0" + named))
    return _state(path, *chunks)


def _para(kind, *numbers):
    return struct.pack(">4s4xH2x", b"para", kind) + struct.pack(
        f">{len(numbers)}i", *(round(65536 * number) for number in numbers)
    )


def _with_curve(curve):
    """Adobe's primaries with another curve, which replaces the three of the profile."""
    data = bytearray(WIDE)
    (count,) = struct.unpack_from(">I", data, 128)
    for at in range(132, 132 + 12 * count, 12):
        if data[at + 1 : at + 4] == b"TRC":
            struct.pack_into(">II", data, at + 4, len(WIDE), len(curve))
    data += curve
    struct.pack_into(">I", data, 0, len(data))
    return bytes(data)


SRGB_CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
PROFILES = {
    "a gamma": WIDE,
    "no curve": _with_curve(struct.pack(">4s4xI", b"curv", 0)),
    "a table": _with_curve(struct.pack(">4s4xI5H", b"curv", 5, 0, 3000, 14000, 35000, 65535)),
    "para 0": _with_curve(_para(0, 1.8)),
    "para 1": _with_curve(_para(1, 2.2, 1.1, -0.1)),
    "para 2": _with_curve(_para(2, 2.0, 0.85, 0.15, -0.0225)),
    "para 3": _with_curve(_para(3, *SRGB_CURVE)),
    "para 4": _with_curve(_para(4, *SRGB_CURVE, 0.0, 0.0)),
}


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_sixteen_bits_have_the_light_that_their_profile_gives_eight(tmp_path, profile):
    path = _ramps(tmp_path / "a.png", profile=profile)
    picture = read_sixteen_bits(path)
    assert not picture.rolls_off
    assert np.abs(seen(picture).astype(int) - read_cutout(path)[0]).max() <= 2


@pytest.mark.parametrize("chunks", [[_cicp(12, 13)], [_chrm(*P3_PLACES)], [_gama(1.0)]])
def test_sixteen_bits_have_the_light_that_their_chunks_give_eight(tmp_path, chunks):
    path = _ramps(tmp_path / "a.png", *chunks)
    picture = read_sixteen_bits(path)
    assert np.abs(seen(picture).astype(int) - read_cutout(path)[0]).max() <= 2


@pytest.mark.parametrize(
    ("primaries", "transfer", "space"), [(9, 16, "pq"), (12, 16, "pq p3"), (9, 18, "hlg")]
)
def test_sixteen_bits_in_hdr_keep_their_highlights(tmp_path, primaries, transfer, space):
    codes = np.linspace(0, 65535, 64).astype(np.uint16).reshape(8, 8, 1).repeat(3, axis=2)
    cv2.imwrite(str(tmp_path / "a.png"), codes)
    picture = read_sixteen_bits(_state(tmp_path / "a.png", _cicp(primaries, transfer)))
    expected = SPACES[space].to_light(codes / 65535)
    assert picture.rolls_off
    assert picture.primaries[:2] == SPACES[space].primaries[0]
    for channel, name in enumerate("RGB"):
        assert picture.planes[name] == pytest.approx(expected[..., channel], rel=0.01, abs=1e-4)
    assert picture.planes["R"].max() > 4


def test_sixteen_bits_of_a_profile_with_tables_are_read_with_eight(tmp_path):
    tables = WIDE.replace(b"rTRC", b"A2B0")
    assert read_sixteen_bits(_ramps(tmp_path / "a.png", profile=tables)) is None
    coded = read_sixteen_bits(tmp_path / "a.png", is_coded=True)
    assert coded.planes["R"].max() == pytest.approx(1)


@pytest.mark.parametrize("cut", [0, 100, 140, 300])
def test_a_broken_profile_is_none(tmp_path, cut):
    picture = read_sixteen_bits(_ramps(tmp_path / "a.png", profile=WIDE[:cut]))
    assert picture is None or picture.primaries == REC709


def test_grey_of_sixteen_bits_has_the_light_of_a_grey_profile(tmp_path):
    grey = bytearray(WIDE)
    grey[16:20] = b"GRAY"
    profile = bytes(grey).replace(b"rTRC", b"kTRC")
    codes = np.linspace(0, 65535, 64).astype(np.uint16).reshape(8, 8)
    cv2.imwrite(str(tmp_path / "a.png"), codes)
    _state(tmp_path / "a.png", (b"iCCP", b"named\0\0" + zlib.compress(profile)))
    picture = read_sixteen_bits(tmp_path / "a.png")
    expected = (codes / 65535) ** (563 / 256)
    assert picture.planes["G"] == pytest.approx(expected, abs=1e-4)
    colours = read_sixteen_bits(_ramps(tmp_path / "b.png", profile=profile))
    assert colours.planes["R"].max() == 1
    assert colours.planes["G"] == pytest.approx(
        light_of_codes(65535)[cv2.imread(str(tmp_path / "b.png"), -1)[..., 1]]
    )
