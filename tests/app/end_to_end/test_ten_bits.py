"""Films of more than 8 bits, through the whole way: what came in, what was kept, what it says."""

import numpy as np
import pytest
from deep_films import codes_of, decoded, frame_of, write_frames
from doubles import person_box
from video_clips import encode_clip

from app.video.files.output_format import CODECS
from app.video.pixels.colour import CODE_OF_MATRIX

HEIGHT, WIDTH = 128, 256
BT2020, BT2020_CURVE = 9, 14
# Codec, file, pixel format of the file, its bits of a sample of 10 and of 12.
WRITTEN = [
    ("hevc", "out.mp4", "yuv420p10le", 10),
    ("hevc", "out.mkv", "yuv420p10le", 10),
    ("av1", "out.mp4", "yuv420p10le", 10),
    ("av1", "out.webm", "yuv420p10le", 10),
    ("prores", "out.mov", "yuv444p12le", 10),  # as libav reads 10 bits of it
    ("prores422", "out.mov", "yuv422p10le", 10),
    ("dnxhr", "out.mov", "yuv422p10le", 10),
    ("ffv1", "out.mkv", "yuv420p10le", 10),
    ("h264", "out.mp4", "yuv420p", 8),
    ("vp9", "out.webm", "yuv420p", 8),
]


def ramp(bits, *, pixel_format="yuv420p10le", shift=0):
    """A frame whose luma rises by about one code of 10 bits from column to column."""
    step = 2 ** (bits - 10)
    codes = (64 + shift + np.arange(WIDTH) * 3) * step + np.arange(HEIGHT)[:, None] % step
    return frame_of([codes, 2 ** (bits - 1), 2 ** (bits - 1)], pixel_format)


def write_film(path, *, frame_count=6, bits=10, pixel_format="yuv420p10le"):
    """A film of ramps without loss, in FFV1."""
    frames = [ramp(bits, pixel_format=pixel_format, shift=index) for index in range(frame_count)]
    write_frames(path, frames, tags=(BT2020, BT2020, BT2020_CURVE))


TWO_SECONDS = 50


@pytest.fixture
def film(tmp_path):
    write_film(tmp_path / "film.mkv")
    return tmp_path / "film.mkv"


def psnr(found, expected, most=1023):
    return 10 * np.log10(most**2 / max(1e-9, np.mean((found - expected) ** 2.0)))


@pytest.mark.parametrize(("codec", "name", "pixel_format", "kept"), WRITTEN)
def test_depth_and_tags_of_each_codec(command, film, codec, name, pixel_format, kept, tmp_path):
    write_film(film, frame_count=TWO_SECONDS)
    result = command("process", film, "-o", name, "--codec", codec, "--background", film, "--json")
    assert result.status == 0, result.out
    done = result.events[-1]
    assert (done["bits"], done["kept_bits"]) == (10, kept)
    frames = decoded(tmp_path / name)
    assert len(frames) == TWO_SECONDS
    assert {frame.format.name for frame in frames} == {pixel_format}
    only = CODECS[codec].only_matrix
    assert frames[0].colorspace == (BT2020 if only is None else CODE_OF_MATRIX[only])
    assert frames[0].color_range == 1
    assert frames[0].color_primaries == BT2020
    # ProRes has one number for all names of BT.709's curve.
    assert frames[0].color_trc == (1 if codec.startswith("prores") else BT2020_CURVE)
    assert any("processed with 8 bits" in loss for loss in done["losses"]) == (kept == 8)


def test_frames_that_need_no_conversion_state_their_matrix(command, tmp_path):
    write_film(tmp_path / "film.mkv", pixel_format="yuv422p10le")
    command("process", "film.mkv", "-o", "out.mov", "--codec", "prores422")
    assert {int(frame.colorspace) for frame in decoded(tmp_path / "out.mov")} == {BT2020}


def test_an_archive_of_a_film_over_itself_is_the_film(command, film, tmp_path):
    command("process", film, "-o", "out.mkv", "--codec", "ffv1", "--background", film)
    for found, expected in zip(decoded(tmp_path / "out.mkv"), decoded(film), strict=True):
        np.testing.assert_array_equal(codes_of(found), codes_of(expected))


@pytest.mark.parametrize(
    ("pixel_format", "bits", "kept"), [("yuv422p10le", 10, 10), ("yuv444p12le", 12, 12)]
)
def test_other_layouts_go_into_an_archive_unchanged(command, tmp_path, pixel_format, bits, kept):
    write_film(tmp_path / "film.mkv", bits=bits, pixel_format=pixel_format)
    arguments = ("-o", "out.mkv", "--codec", "ffv1", "--background", "film.mkv", "--json")
    done = command("process", "film.mkv", *arguments).events[-1]
    assert (done["bits"], done["kept_bits"]) == (bits, kept)
    [first, *_] = decoded(tmp_path / "out.mkv")
    assert first.format.name == pixel_format
    np.testing.assert_array_equal(codes_of(first), codes_of(ramp(bits, pixel_format=pixel_format)))


@pytest.mark.parametrize(("codec", "least", "most"), [("ffv1", 100, 200), ("h264", 0, 59)])
def test_a_gradient_behind_the_person_keeps_its_steps(command, film, tmp_path, codec, least, most):
    """In ten bits it is exact; eight round four codes to one, which is 58 dB at best."""
    write_film(tmp_path / "grey.mkv")
    out = tmp_path / "out.mkv"
    command("process", film, "-o", out, "--codec", codec, "--background", tmp_path / "grey.mkv")
    found = codes_of(decoded(out)[0]) * (1 if codec == "ffv1" else 4)
    rows, columns = person_box(height=HEIGHT, width=WIDTH)
    behind = np.ones((HEIGHT, WIDTH), bool)
    behind[rows, columns] = False
    assert least <= psnr(found[behind], codes_of(ramp(10))[behind]) <= most


def test_eight_bits_become_ten_and_eight_again(command, tmp_path):
    encode_clip(tmp_path / "in.mkv", codec="ffv1", height=HEIGHT, width=WIDTH, matrix="bt709")
    into = ("--codec", "ffv1", "--background", "in.mkv", "--json")
    done = command("process", "in.mkv", "-o", "ten.mkv", "--bits", "10", *into).events[-1]
    assert (done["bits"], done["kept_bits"]) == (8, 10)
    back = ("--codec", "ffv1", "--background", "ten.mkv", "--bits", "8", "--json")
    done = command("process", "ten.mkv", "-o", "eight.mkv", *back).events[-1]
    assert (done["bits"], done["kept_bits"]) == (10, 8)
    assert decoded(tmp_path / "ten.mkv")[0].format.name == "yuv420p10le"
    for found, expected in zip(
        decoded(tmp_path / "eight.mkv"), decoded(tmp_path / "in.mkv"), strict=True
    ):
        np.testing.assert_array_equal(codes_of(found), codes_of(expected))


def test_ten_bits_of_h264_are_refused_in_one_sentence(command, film):
    result = command("process", film, "-o", "out.mp4", "--bits", "10")
    assert result.status == 2
    assert "H.264 is written with 8 bits" in result.err
    assert "hevc" in result.err
    assert result.new_files == []


def test_a_codec_that_libav_lacks_is_named_before_any_work(command, film, monkeypatch):
    monkeypatch.setattr("av.codec.codecs_available", frozenset({"libx264"}))
    result = command("process", film, "-o", "out.mp4", "--codec", "av1")
    assert result.status == 1
    assert "AV1 cannot be written, this libav has no encoder libsvtav1" in result.err


def test_the_report_says_what_came_in_and_what_was_kept(command, film):
    result = command("process", film, "-o", "out.mkv", "--codec", "ffv1")
    assert "bits of a sample: 10 in the input, 10 kept" in result.out + result.err


def test_an_estimate_of_ten_bits_writes_nothing(command, film):
    wanted = ("--codec", "hevc", "--background", film, "--json", "--estimate")
    result = command("process", film, "-o", "out.mp4", *wanted)
    assert result.status == 0
    assert result.events[-1]["event"] == "estimate"
    assert result.new_files == []


def test_frames_that_are_too_small_for_a_codec_are_refused_in_one_sentence(command, tmp_path):
    encode_clip(tmp_path / "in.mp4", height=48, width=64)
    result = command("process", "in.mp4", "-o", "out.mov", "--codec", "dnxhr")
    assert result.status == 1
    assert "DNxHR HQX takes 256x120 or more" in " ".join(result.err.split())
    assert result.new_files == []


def test_a_matte_beside_ten_bits_has_eight(command, film, tmp_path):
    wanted = ("--codec", "hevc", "--background", film, "--output", "both", "--json")
    done = command("process", film, "-o", "out.mp4", *wanted).events[-1]
    assert done["kept_bits"] == 10
    assert decoded(tmp_path / "out.mp4")[0].format.name == "yuv420p10le"
    assert decoded(tmp_path / "out_matte.mp4")[0].format.name == "yuv420p"


def test_an_odd_size_is_padded_with_every_bit(command, tmp_path):
    encode_clip(tmp_path / "in.mkv", codec="ffv1", height=49, width=65, pixel_format="yuv444p10le")
    wanted = ("--codec", "prores422", "--background", "in.mkv", "--json")
    done = command("process", "in.mkv", "-o", "out.mov", *wanted).events[-1]
    assert (done["bits"], done["kept_bits"]) == (10, 10)
    first = decoded(tmp_path / "out.mov")[0]
    assert (first.format.name, first.height, first.width) == ("yuv422p10le", 50, 66)


def test_colours_are_the_same_in_a_file_that_states_one_matrix_only(command, tmp_path):
    """DNxHR says BT.709 whatever the film has: its samples must mean that."""

    def green(index, *, height, width):
        return np.full((height, width, 3), (30, 180, 60), np.uint8)

    shape = {"height": HEIGHT, "width": WIDTH, "matrix": "bt2020", "picture": green}
    encode_clip(tmp_path / "in.mkv", codec="ffv1", pixel_format="yuv422p10le", **shape)
    command("process", "in.mkv", "-o", "out.mov", "--codec", "dnxhr", "--background", "in.mkv")
    rows, columns = person_box(height=HEIGHT, width=WIDTH)
    frame = decoded(tmp_path / "out.mov")[0]
    assert frame.colorspace == CODE_OF_MATRIX["bt709"]
    shown = frame.reformat(format="rgb24", src_colorspace="ITU709").to_ndarray()
    assert np.abs(shown[rows, columns].astype(int) - (30, 180, 60)).max() <= 3
