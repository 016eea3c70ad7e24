"""Pictures: what is wrong with one is a sentence; none is decoded larger than it need be."""

import struct
import subprocess
import sys
import zlib
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFile
from video_clips import texture

import app.video.files.still
from app.video.backgrounds.background import BackgroundError
from app.video.backgrounds.opening import open_background
from app.video.files.sequence_source import StillSource
from app.video.files.still import StillError, picture_count, picture_size, read_cutout, read_still
from app.video.source import SourceError
from gpu_unet.frame_format import FrameFormat

ROOT = Path(__file__).resolve().parents[3]


def png_header(path, *, height, width):
    """A PNG that states a size and holds next to nothing."""

    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 64))
    )
    return path


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("Failed to decode frame 0"),
        SyntaxError("broken PNG file"),
        struct.error("unpack requires a buffer of 4 bytes"),
        ValueError("bad"),
        EOFError(),
        OSError("image file is truncated"),
        IndexError("index out of range"),
        KeyError("tile"),
        ZeroDivisionError(),
        TypeError("an integer is required"),
        zlib.error("incorrect header check"),
        MemoryError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_whatever_a_decoder_raises_over_pixels_is_one_sentence(tmp_path, monkeypatch, error):
    Image.fromarray(texture(0, height=24, width=32)).save(tmp_path / "b.png")

    def fail(self):
        raise error

    monkeypatch.setattr(ImageFile.ImageFile, "load", fail)
    with pytest.raises(
        SourceError, match=r"^b\.png (is damaged \(.+\)|needs more memory)[^\n]+\.$"
    ):
        StillSource(tmp_path / "b.png")
    with pytest.raises(BackgroundError, match=r"^Background b\.png (is damaged|needs more memory)"):
        open_background(tmp_path / "b.png")


@pytest.mark.parametrize("kind", ["avif", "webp", "png", "jpg", "tif", "bmp", "tga", "ppm"])
def test_damaged_pixels_are_a_sentence_in_every_format(tmp_path, rng, kind):
    noise = rng.integers(0, 256, (96, 128, 3), np.uint8)
    Image.fromarray(noise).save(tmp_path / f"whole.{kind}")
    content = (tmp_path / f"whole.{kind}").read_bytes()
    path = tmp_path / f"damaged.{kind}"
    for _ in range(40):
        damaged = bytearray(content)
        at = int(rng.integers(0, len(content) - 40))
        damaged[at : at + 40] = rng.integers(0, 256, 40, np.uint8).tobytes()
        path.write_bytes(damaged)
        with suppress(StillError):
            assert read_still(path).shape[2] == 3


def test_a_picture_beyond_the_limit_is_refused_by_its_header(tmp_path):
    path = png_header(tmp_path / "large.png", height=9_000, width=8_000)
    sentence = r"has 72 megapixels \(8000x9000\), and a picture of its kind may have 67\.11; make"
    with pytest.raises(SourceError, match=rf"^large\.png {sentence}"):
        StillSource(path)
    with pytest.raises(BackgroundError, match=rf"^Background large\.png {sentence}"):
        open_background(path)


def test_a_picture_far_beyond_the_limit_is_refused_as_well(tmp_path):
    path = png_header(tmp_path / "vast.png", height=60_000, width=60_000)
    with pytest.raises(StillError, match=r"has more than 134\.2 megapixels"):
        read_still(path)


def test_formats_that_decode_into_several_copies_have_half_the_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(app.video.files.still, "MOST_PICTURE_PIXELS", 1000)
    for name in ("a.png", "a.webp", "a.avif"):
        Image.new("RGB", (30, 20)).save(tmp_path / name)
    assert read_still(tmp_path / "a.png").shape == (20, 30, 3)
    for name in ("a.webp", "a.avif"):
        with pytest.raises(StillError, match=r"may have 0\.0005"):
            read_still(tmp_path / name)


@pytest.mark.parametrize("kind", ["jpg", "png", "webp", "tif"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_large_picture_comes_smaller_but_larger_than_asked_for(tmp_path, kind, orientation):
    picture = Image.fromarray(texture(0, height=900, width=1200))
    exif = Image.Exif()
    exif[0x0112] = orientation
    picture.save(tmp_path / f"b.{kind}", exif=exif)
    whole = read_still(tmp_path / f"b.{kind}")
    assert whole.shape == ((900, 1200, 3) if orientation < 5 else (1200, 900, 3))
    small = read_still(tmp_path / f"b.{kind}", height=90, width=100)
    assert 1.5 * 90 <= small.shape[0] <= whole.shape[0] / 3
    assert 1.5 * 100 <= small.shape[1] <= whole.shape[1] / 3
    shrunk = Image.fromarray(whole).resize(small.shape[1::-1], Image.Resampling.BOX)
    assert np.abs(np.asarray(shrunk).astype(int) - small).mean() < 4


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "L", "LA", "CMYK", "I;16", "F"])
def test_a_picture_of_many_bands_is_the_same_as_in_one(tmp_path, monkeypatch, rng, mode):
    noise = rng.integers(0, 256, (600, 40, 4), np.uint8)
    if mode == "I;16":
        picture = Image.fromarray(noise[..., 0].astype(np.uint16) * 257)
    elif mode == "F":
        picture = Image.fromarray(noise[..., 0].astype(np.float32))
    else:
        picture = Image.fromarray(noise, "RGBA" if "A" in mode else "RGBX").convert(mode)
    path = tmp_path / ("a.tif" if mode in ("CMYK", "F") else "a.png")
    picture.save(path)
    in_bands = read_still(path)
    monkeypatch.setattr(app.video.files.still, "_BAND_ROWS", 10_000)
    np.testing.assert_array_equal(read_still(path), in_bands)


def test_a_jpeg_is_not_decoded_larger_than_it_is_needed(tmp_path, monkeypatch):
    Image.fromarray(texture(0, height=800, width=1600)).save(tmp_path / "b.jpg")
    decoded = []
    load = ImageFile.ImageFile.load

    def noted(self):
        decoded.append(self.size)
        return load(self)

    monkeypatch.setattr(ImageFile.ImageFile, "load", noted)
    read_still(tmp_path / "b.jpg", height=60, width=100)
    assert decoded[0] == (200, 100)


def test_a_background_is_sharp_at_every_size_that_its_file_has(tmp_path, rng):
    """Frames larger than it was opened for cost another read, and get all of its detail."""
    noise = rng.integers(0, 256, (600, 800, 3), np.uint8)
    Image.fromarray(noise).save(tmp_path / "b.png")
    background = open_background(tmp_path / "b.png", covers=(60, 80))
    wanted = FrameFormat(600, 800)
    large = background.image_at(0.0, wanted)
    np.testing.assert_array_equal(large, noise)
    (tmp_path / "b.png").unlink()
    less = background.image_at(0.0, FrameFormat(400, 600))
    assert less.shape == (400, 600, 3)  # the file is gone: from what there is


def test_what_other_programs_would_have_to_draw_is_no_picture(tmp_path):
    (tmp_path / "a.png").write_bytes(
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n%%EndComments\nshowpage\n%%EOF\n"
    )
    with pytest.raises(StillError, match="is not a picture that can be read"):
        read_still(tmp_path / "a.png")


def test_damage_in_what_is_said_about_a_picture_does_not_cost_the_picture(tmp_path):
    Image.new("RGB", (8, 6), (9, 8, 7)).save(tmp_path / "a.jpg", exif=b"Exif\0\0MM\0*\xff\xff\xff")
    assert read_still(tmp_path / "a.jpg").shape == (6, 8, 3)
    assert picture_size(tmp_path / "a.jpg") == (6, 8)
    assert picture_count(tmp_path / "a.jpg") == 1


def test_a_still_can_be_read_again_after_a_seek(tmp_path):
    Image.fromarray(texture(0, height=24, width=32)).save(tmp_path / "b.png")
    with StillSource(tmp_path / "b.png") as source:
        first = source.read()
        assert source.read() is None
        source.seek(0.0)
        again = source.read()
        np.testing.assert_array_equal(first.pixels, again.pixels)
        source.seek(1.0)
        assert source.read() is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells no peak")
@pytest.mark.parametrize(("words", "bytes_a_pixel"), [("", 9), (", height=72, width=128", 6)])
def test_a_picture_lies_in_memory_once_as_decoded_and_once_as_delivered(
    tmp_path, words, bytes_a_pixel
):
    side = 5000
    Image.new("RGB", (side, side), (9, 8, 7)).save(tmp_path / "a.png")
    program = (
        "import resource, sys; from pathlib import Path\n"
        "from app.video.files.still import read_still\n"
        "read_still(Path(sys.argv[1]))\n"  # the libraries
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        f"before = peak(); read_still(Path(sys.argv[2]){words}); print(peak() - before)"
    )
    Image.new("RGB", (8, 8)).save(tmp_path / "small.png")
    result = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "small.png", tmp_path / "a.png"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(result.stdout) * unit < side * side * bytes_a_pixel


def _curve(gamma):
    return struct.pack(">4s4xIHxx", b"curv", 1, round(256 * gamma))


def _xyz(x, y, z):
    return struct.pack(">4s4x3i", b"XYZ ", *(round(65536 * value) for value in (x, y, z)))


def _profile(space, connection, tags):
    """An ICC profile of version 2."""
    at, table, body = 128 + 4 + 12 * len(tags), struct.pack(">I", len(tags)), b""
    for name, data in tags.items():
        data += bytes(-len(data) % 4)
        table += struct.pack(">4sII", name, at + len(body), len(data))
        body += data
    size = 128 + len(table) + len(body)
    kind = b"prtr" if space == b"CMYK" else b"mntr"
    head = struct.pack(">I4xI4s4s4s12x4s", size, 0x02400000, kind, space, connection, b"acsp")
    white = struct.pack(">3i", 63190, 65536, 54061)
    return (head + bytes(28) + white).ljust(128, b"\0") + table + body


WHITE_POINT = {b"wtpt": _xyz(0.9642, 1, 0.8249)}
# Colours of Display P3, by its curve's nearest gamma.
WIDE = _profile(
    b"RGB ",
    b"XYZ ",
    WHITE_POINT
    | {b"rXYZ": _xyz(0.5151, 0.2412, -0.0011), b"gXYZ": _xyz(0.2920, 0.6922, 0.0419)}
    | {b"bXYZ": _xyz(0.1571, 0.0666, 0.7841)}
    | dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), _curve(2.2)),
)
LINEAR_GREY = _profile(b"GRAY", b"XYZ ", WHITE_POINT | {b"kTRC": _curve(1.0)})


def _green_ink():
    """A press whose four inks give lighter or darker Lab greens: all paper is L 100, all ink 0."""
    straight = bytes(range(256))
    corners = b"".join(
        bytes([255 * (4 - bin(inks).count("1")) // 4, 64 if 0 < inks < 15 else 128, 128])
        for inks in range(16)
    )
    unit = struct.pack(">9i", *(65536 * (index % 4 == 0) for index in range(9)))
    table = struct.pack(">4s4x4B", b"mft1", 4, 3, 2, 0) + unit
    lut = table + straight * 4 + corners + straight * 3
    return _profile(b"CMYK", b"Lab ", WHITE_POINT | {b"A2B0": lut})


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P"])
def test_a_wide_profile_counts_in_every_picture_of_colours(tmp_path, mode):
    picture = Image.new("RGB", (8, 8), (200, 60, 60))
    picture = picture.quantize(4) if mode == "P" else picture.convert(mode)
    picture.save(tmp_path / "a.png", icc_profile=WIDE)
    plain = np.array([200, 60, 60])
    red, green, blue = read_still(tmp_path / "a.png")[0, 0].astype(int) - plain
    assert 12 < red < 24, "P3's red lies outside of sRGB's"
    assert -24 < green < -5
    assert -20 < blue < 0
    if mode == "RGBA":
        pixels, alpha = read_cutout(tmp_path / "a.png")
        assert pixels[0, 0].tolist() == np.add(plain, (red, green, blue)).tolist()
        assert (alpha == 255).all()


@pytest.mark.parametrize("mode", ["L", "I;16"])
def test_a_profile_of_grey_counts(tmp_path, mode):
    grey = np.full((8, 8), 128 if mode == "L" else 128 * 257, "uint8" if mode == "L" else "uint16")
    Image.fromarray(grey).save(tmp_path / "a.png", icc_profile=LINEAR_GREY)
    assert np.abs(read_still(tmp_path / "a.png").astype(int) - 188).max() <= 1


@pytest.mark.parametrize("height", [None, 8])
def test_the_inks_of_a_print_are_converted_by_their_profile(tmp_path, height):
    picture = Image.new("CMYK", (64, 64), (255, 0, 0, 0))
    picture.save(tmp_path / "a.tif", icc_profile=_green_ink())
    red, green, blue = read_still(tmp_path / "a.tif", height=height, width=height)[0, 0].tolist()
    assert green > max(red, blue) + 20


@pytest.mark.parametrize(("mode", "colour"), [("RGB", (9, 80, 200)), ("L", 77)])
def test_a_profile_of_another_kind_of_picture_is_left_out(tmp_path, mode, colour):
    other = LINEAR_GREY if mode == "RGB" else WIDE
    Image.new(mode, (8, 8), colour).save(tmp_path / "a.png", icc_profile=other)
    assert read_still(tmp_path / "a.png")[0, 0].tolist() == list(np.broadcast_to(colour, 3))
