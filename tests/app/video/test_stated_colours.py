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
from app.video.pixels.light import matrix_of_primaries
from gpu_unet.transfer import primaries_matrix, sdr_view, srgb_from_light, srgb_to_light


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


@pytest.mark.parametrize("chunk", [_cicp(12, 13), _chrm(*P3_PLACES)], ids=["cICP", "cHRM"])
def test_sixteen_bits_in_other_colours_are_no_srgb_unless_their_space_is_named(tmp_path, chunk):
    cv2.imwrite(str(tmp_path / "a.png"), np.full((8, 8, 3), 30_000, np.uint16))
    _state(tmp_path / "a.png", chunk)
    assert read_sixteen_bits(tmp_path / "a.png") is None
    coded = read_sixteen_bits(tmp_path / "a.png", is_coded=True)
    assert coded.planes["R"][0, 0] == pytest.approx(30_000 / 65535)
