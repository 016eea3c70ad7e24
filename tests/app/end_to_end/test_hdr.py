"""Films in HDR and log, through the whole way: what is kept, what is converted, what it says."""

import argparse
import math

import av
import numpy as np
import pytest
from deep_films import codes_of, decoded, frame_of, write_frames
from doubles import person_box
from PIL import Image
from test_file_source import with_hdr10_plus
from video_clips import encode_clip

from app.cli.settings_flags import add_settings_arguments
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.worker import make_feed
from app.video.files.file_source import FileSource
from app.video.files.output_format import CODECS
from app.video.pixels.colour import FastRgb, dynamic_metadata, hdr_metadata
from app.video.reading import Reading
from gpu_unet.transfer import (
    SPACES,
    pq_inverse_eotf,
    primaries_matrix,
    sdr_view,
    srgb_from_light,
    srgb_to_light,
)

HEIGHT, WIDTH = 128, 256
FRAMES = 30
BT2020, PQ, HLG = 9, 16, 18
TRANSFERS = {"pq": PQ, "hlg": HLG}
GREY = 400  # of the film, in codes of 10 bits
# Of SDR's white at 203 nits: PQ 58 %, HLG 75 % (ITU-R BT.2408).
WHITE = {"pq": 64 + 0.5807 * 876, "hlg": 64 + 0.75 * 876}
STATED = (
    "master-display=G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L(10000000,1)"
    ":max-cll=1000,400"
)
CODEC_NAMES = [
    ("hevc", "out.mp4"),
    ("av1", "out.mp4"),
    ("av1", "out.mkv"),
    ("prores", "out.mov"),
    ("prores422", "out.mov"),
    ("dnxhr", "out.mov"),
    ("ffv1", "out.mkv"),
]


def write_film(path, transfer="pq", *, stated=STATED, luma=GREY, codec="libx265", rate=25, **said):
    """A grey film in HEVC Main 10, with mastering and light-level data."""
    planes = [np.full((HEIGHT, WIDTH), luma), 512, 512]
    lossless = {"x265-params": f"log-level=error:lossless=1:{stated}"}
    write_frames(
        path,
        [frame_of(planes, "yuv420p10le") for _ in range(FRAMES)],
        tags=(BT2020, BT2020, TRANSFERS.get(transfer, 1)),
        codec=codec,
        rate=rate,
        options=lossless if codec == "libx265" else None,
        **said,
    )


@pytest.fixture(params=TRANSFERS)
def film(request, tmp_path):
    write_film(tmp_path / "film.mp4", request.param)
    return request.param, tmp_path / "film.mp4"


def luma(frame):
    return codes_of(frame) / 2 ** (frame.format.components[0].bits - 10)


def tags(frame):
    return [int(tag) for tag in (frame.color_primaries, frame.color_trc, frame.color_range)]


def numbers(metadata):
    """The data as libav has it, fractions as their values."""
    mastering, levels = metadata
    values = np.frombuffer(mastering, np.int32)
    places = values[:20:2] / values[1:20:2]
    return [*places, *values[20:], *np.frombuffer(levels, np.uint32)]


@pytest.mark.parametrize(("codec", "name"), CODEC_NAMES)
def test_each_codec_of_ten_bits_keeps_hdr(command, film, codec, name, tmp_path):
    transfer, path = film
    result = command(
        "process", path, "-o", name, "--codec", codec, "--background", "#ffffff", "--json"
    )
    assert result.status == 0, result.out
    done = result.events[-1]
    assert (done["transfer"], done["kept_transfer"]) == (transfer, transfer)
    assert done["losses"] == []
    frames = decoded(tmp_path / name)
    assert len(frames) == FRAMES
    for frame in frames[:1] + frames[-1:]:
        assert tags(frame) == [BT2020, TRANSFERS[transfer], 1]
        only = CODECS[codec].only_matrix
        assert int(frame.colorspace) == (BT2020 if only is None else 1)
        # The film's own grey where the person is, white at 203 nits elsewhere.
        rows, columns = person_box(height=HEIGHT, width=WIDTH)
        found = luma(frame)
        assert abs(np.median(found[rows, columns]) - GREY) <= 2
        assert abs(found[8, 8] - WHITE[transfer]) <= 2


@pytest.mark.parametrize(("codec", "name"), CODEC_NAMES)
def test_mastering_and_light_level_data_are_kept(command, codec, name, tmp_path):
    write_film(tmp_path / "film.mp4")
    result = command("process", "film.mp4", "-o", name, "--codec", codec)
    assert result.status == 0, result.out
    kept, stated = (hdr_metadata(decoded(tmp_path / path)[0]) for path in (name, "film.mp4"))
    assert all(stated)
    if codec in ("av1", "ffv1"):
        # AV1 and Matroska write other fractions: 16 binary places, or decimal ones.
        np.testing.assert_allclose(numbers(kept), numbers(stated), rtol=1e-3, atol=3e-5)
    else:
        assert kept == stated


@pytest.mark.parametrize(("codec", "name"), [("hevc", "out.mov"), ("prores422", "out.mov")])
def test_a_time_code_counts_frames_at_the_film_s_rate(command, codec, name, tmp_path):
    write_film(tmp_path / "film.mov", rate=30, timecode="10:00:59:20")
    command("process", "film.mov", "-o", name, "--codec", codec, "--start", "0.5")
    with av.open(str(tmp_path / name)) as container:
        stated = [stream.metadata.get("timecode") for stream in container.streams]
    assert "10:01:00:05" in stated


def test_a_film_that_states_no_mastering_display_gets_none(command, tmp_path):
    write_film(tmp_path / "film.mp4", stated="")
    for name, codec in (("out.mp4", "hevc"), ("out.mov", "prores422")):
        assert command("process", "film.mp4", "-o", name, "--codec", codec).status == 0
        assert hdr_metadata(decoded(tmp_path / name)[0]) == (b"", b"")


@pytest.mark.parametrize(
    ("name", "more"),
    [("out.mp4", ()), ("out.webm", ()), ("out.mp4", ("--codec", "hevc", "--bits", "8"))],
)
def test_what_cannot_hold_hdr_becomes_sdr_in_one_sentence(command, film, name, more, tmp_path):
    transfer, path = film
    arguments = ("-o", name, *more, "--background", "#ffffff", "--json")
    done = command("process", path, *arguments).events[-1]
    assert (done["transfer"], done["kept_transfer"]) == (transfer, "sdr")
    said = "film.mp4: its HDR picture is converted to SDR, because 8 bits cannot hold it."
    assert done["losses"] == [said]
    frame = decoded(tmp_path / name)[0]
    assert tags(frame)[:2] == [1, 1]
    assert int(frame.colorspace) == 1
    assert hdr_metadata(frame) == (b"", b"")
    found = luma(frame) / 4
    assert abs(found[8, 8] - 235) <= 2
    # 27 nits in PQ as in HLG: 13 % of SDR's white.
    rows, columns = person_box(height=HEIGHT, width=WIDTH)
    [code, *_] = sdr_view(np.full(3, (GREY - 64) / 876), transfer)
    assert 0.38 < code < 0.42
    assert abs(np.median(found[rows, columns]) - (16 + 219 * code)) <= 1


def test_a_matte_loses_nothing_of_the_colours(command, film):
    done = command("process", film[1], "-o", "out.mp4", "--output", "matte", "--json").events[-1]
    assert (done["event"], done["losses"]) == ("done", [])


def test_a_matte_beside_hdr_is_no_hdr(command, film, tmp_path):
    command("process", film[1], "-o", "out.mov", "--codec", "prores", "--output", "both")
    picture, matte = (decoded(tmp_path / name)[0] for name in ("out.mov", "out_matte.mov"))
    assert tags(picture) == [BT2020, TRANSFERS[film[0]], 1]
    assert [*tags(matte), int(matte.colorspace)] == [1, 1, 1, 1]
    rows, columns = person_box(height=HEIGHT, width=WIDTH)
    assert np.median(luma(matte)[rows, columns]) == 940
    assert luma(matte)[8, 8] == 64


def test_the_console_says_what_came_in_and_what_was_written(command, tmp_path):
    write_film(tmp_path / "film.mp4")
    kept = command("process", "film.mp4", "-o", "out.mp4", "--codec", "hevc")
    assert "transfer function: PQ in the input, PQ written" in kept.err
    lost = command("process", "film.mp4", "-o", "small.mp4")
    assert "transfer function: PQ in the input, SDR written" in lost.err


@pytest.mark.parametrize("behind", ["pq", "hlg"])
def test_a_background_in_hdr_keeps_its_values_or_its_light(command, film, behind, tmp_path):
    transfer, path = film
    write_film(tmp_path / "behind.mp4", behind, luma=round(WHITE[behind]))
    arguments = ("--codec", "ffv1", "--background", "behind.mp4")
    assert command("process", path, "-o", "out.mkv", *arguments).status == 0
    found = luma(decoded(tmp_path / "out.mkv")[0])
    assert abs(found[8, 8] - round(WHITE[transfer])) <= (0 if behind == transfer else 2)


def test_hdr_behind_a_film_in_sdr_becomes_sdr(command, film, tmp_path):
    transfer, path = film
    write_film(tmp_path / "front.mkv", "sdr", codec="ffv1")
    arguments = ("--codec", "ffv1", "--background", path)
    assert command("process", "front.mkv", "-o", "out.mkv", *arguments).status == 0
    [code, *_] = sdr_view(np.full(3, (GREY - 64) / 876), transfer)
    assert abs(luma(decoded(tmp_path / "out.mkv")[0])[8, 8] - (64 + 876 * code)) <= 1


def test_a_film_in_sdr_as_the_background_is_brought_there(command, film, tmp_path):
    transfer, path = film
    encode_clip(
        tmp_path / "white.mkv",
        codec="ffv1",
        height=HEIGHT,
        width=WIDTH,
        picture=lambda i, *, height, width: np.full((height, width, 3), 255, np.uint8),
    )
    arguments = ("--codec", "ffv1", "--background", "white.mkv")
    assert command("process", path, "-o", "out.mkv", *arguments).status == 0
    assert abs(luma(decoded(tmp_path / "out.mkv")[0])[8, 8] - WHITE[transfer]) <= 1


def test_a_gradient_of_sdr_keeps_its_light_in_pq(command, tmp_path):
    """Each of its codes, on 10 bits of PQ: 60 dB are a third of a code."""
    write_film(tmp_path / "film.mp4")
    grey = np.tile(np.arange(WIDTH, dtype=np.uint8), (HEIGHT, 1))
    Image.fromarray(np.stack([grey] * 3, axis=-1)).save(tmp_path / "ramp.png")
    arguments = ("--codec", "ffv1", "--background", "ramp.png")
    assert command("process", "film.mp4", "-o", "out.mkv", *arguments).status == 0
    found = luma(decoded(tmp_path / "out.mkv")[0])[8]
    light = srgb_to_light(np.arange(WIDTH) / 255)
    error = found - (64 + 876 * pq_inverse_eotf(light * 203 / 10000))
    assert 10 * math.log10(1023**2 / np.mean(error**2)) > 60


def test_what_hdr10_plus_says_of_the_room_s_frames_is_not_written(command, tmp_path):
    """Its light was measured with the background that is replaced."""
    write_film(tmp_path / "film.mp4")
    with_hdr10_plus(tmp_path / "film.mp4", tmp_path / "plus.mp4")
    assert dynamic_metadata(decoded(tmp_path / "plus.mp4")[0]) == "HDR10+"
    done = command("process", "plus.mp4", "-o", "out.mp4", "--codec", "hevc", "--json").events[-1]
    (told,) = done["losses"]
    assert "(HDR10+) are not kept, because they describe the pictures as they were" in told
    frames = decoded(tmp_path / "out.mp4")
    assert not any(dynamic_metadata(frame) for frame in frames)
    assert all(hdr_metadata(frames[0])), "what holds for the whole film is kept"


def test_previews_and_live_pictures_of_a_film_in_hdr_are_sdr(film):
    with FileSource(film[1]) as source:
        assert (source.format.layout, source.format.transfer) == ("yuv420", "sdr")
        assert (source.media.transfer, source.media.primaries) == (1, 1)
        assert 90 < np.median(source.read().pixels[:HEIGHT]) < 135


def test_a_film_in_log_stays_as_it_is_and_says_so(command, tmp_path):
    write_film(tmp_path / "film.mkv", "sdr", codec="ffv1")
    arguments = ("--codec", "ffv1", "--background", "film.mkv", "--log", "slog3", "--json")
    done = command("process", "film.mkv", "-o", "out.mkv", *arguments).events[-1]
    assert (done["transfer"], done["kept_transfer"]) == ("slog3", "slog3")
    for found, expected in zip(
        decoded(tmp_path / "out.mkv"), decoded(tmp_path / "film.mkv"), strict=True
    ):
        np.testing.assert_array_equal(luma(found), luma(expected))


@pytest.mark.parametrize("name", ["film.mp4", "f_%02d.png", "still.png", "moves.webp"])
def test_a_log_curve_that_has_no_effect_is_refused_in_one_sentence(command, tmp_path, name):
    write_film(tmp_path / "film.mp4")
    pictures = [Image.new("RGB", (WIDTH, HEIGHT), (9 * i, 99, 99)) for i in range(4)]
    for number, picture in enumerate(pictures):
        picture.save(tmp_path / f"f_{number:02d}.png")
    pictures[0].save(tmp_path / "still.png")
    pictures[0].save(tmp_path / "moves.webp", save_all=True, append_images=pictures[1:])
    out = "out.png" if name == "still.png" else "out.mp4"
    failed = command("process", name, "-o", out, "--log", "slog3", "--json").events[-1]
    assert failed["message"] == (
        f"{name}: a log curve is for films that are not HDR by their own tags; leave it out."
    )
    assert not (tmp_path / out).exists()


def test_a_log_curve_that_is_unknown_is_refused(command, tmp_path):
    write_film(tmp_path / "film.mp4")
    with pytest.raises(SystemExit, match="2"):
        command("process", "film.mp4", "-o", "out.mp4", "--log", "log17")


@pytest.mark.parametrize(("blend", "is_linear"), [("linear", True), ("gamma", False)])
def test_edges_are_mixed_in_linear_light_or_in_coded_values(blend, is_linear):
    parser = argparse.ArgumentParser()
    add_settings_arguments(parser)
    assert parser.parse_args(["--blend", blend]).linear_light is is_linear
    assert parser.parse_args([]).linear_light is None
    with pytest.raises(SystemExit):
        parser.parse_args(["--blend", "light"])


@pytest.mark.parametrize(("codec", "name"), [("hevc", "out.mp4"), ("prores422", "out.mov")])
def test_a_film_made_of_segments_keeps_hdr_and_its_data(command, film, codec, name, tmp_path):
    transfer, path = film
    cut = ("--resume", "--segment", "0.5")
    result = command("process", path, "-o", name, "--codec", codec, *cut, "--json")
    assert result.status == 0, result.out
    assert result.events[-1]["kept_transfer"] == transfer
    frames = decoded(tmp_path / name)
    assert len(frames) == FRAMES
    for frame in (frames[0], frames[-1]):
        assert tags(frame) == [BT2020, TRANSFERS[transfer], 1]
    assert hdr_metadata(frames[0]) == hdr_metadata(decoded(path)[0])


def test_a_cut_out_in_hdr_has_alpha_and_the_data(command, film, tmp_path):
    transfer, path = film
    arguments = ("-o", "out.mov", "--background", "transparent")
    assert command("process", path, *arguments).status == 0
    frame = decoded(tmp_path / "out.mov")[0]
    assert any(component.is_alpha for component in frame.format.components)
    assert tags(frame)[:2] == [BT2020, TRANSFERS[transfer]]
    assert hdr_metadata(frame) == hdr_metadata(decoded(path)[0])


def test_a_smaller_film_at_another_rate_stays_in_hdr(command, film, tmp_path):
    transfer, path = film
    arguments = ("--codec", "hevc", "--height", "96", "--fps", "50", "--background", "#000000")
    assert command("process", path, "-o", "out.mp4", *arguments).status == 0
    frame = decoded(tmp_path / "out.mp4")[0]
    assert frame.height == 96
    assert tags(frame) == [BT2020, TRANSFERS[transfer], 1]
    assert abs(luma(frame)[8, 8] - 64) <= 1
    assert abs(luma(frame).max() - GREY) <= 3


RED = (220, 40, 30)
MUTED = (160, 100, 90)  # within BT.709's gamut, whatever the primaries
P3 = 12


def write_sdr(
    path, primaries, colour=(90, 90, 90), pixel_format="yuv444p10le", codec="ffv1", range_code=1
):
    """A film of one colour, whose codes are those of a picture."""
    plain = av.VideoFrame.from_ndarray(np.full((HEIGHT, WIDTH, 3), colour, np.uint8))
    frame = plain.reformat(format=pixel_format, dst_colorspace=1, dst_color_range=range_code)
    write_frames(path, [frame] * 2, tags=(1, primaries, 1), codec=codec, range_code=range_code)


def corner(path):
    """RGB of the corner of the first frame, 0 to 255, as it is coded."""
    frame = decoded(path)[0]
    rgb = frame.reformat(format="rgb24", src_colorspace=int(frame.colorspace)).to_ndarray()
    return rgb[8, 8].astype(int)


def in_sdr(colour, source, target):
    """A colour, 0 to 255, in SDR of other primaries, by the formulas."""
    light = srgb_to_light(np.array(colour) / 255) @ primaries_matrix(source, target).T
    return 255 * srgb_from_light(light)


@pytest.mark.parametrize(("primaries", "space"), [(P3, "sdr p3"), (BT2020, "sdr bt2020")])
@pytest.mark.parametrize("layout", ["yuv420p", "yuv444p", "yuv444p10le"])
@pytest.mark.parametrize("kind", ["colour", "picture", "film"])
def test_backgrounds_get_the_primaries_of_a_film_in_sdr(
    command, tmp_path, primaries, space, layout, kind
):
    write_sdr(tmp_path / "film.mkv", primaries, pixel_format=layout)
    Image.new("RGB", (WIDTH, HEIGHT), RED).save(tmp_path / "behind.png")
    write_sdr(tmp_path / "behind.mkv", 1, RED)
    behind = {"colour": "#{:02x}{:02x}{:02x}".format(*RED), "picture": "behind.png"}
    arguments = ("--codec", "ffv1", "--background", behind.get(kind, "behind.mkv"))
    assert command("process", "film.mkv", "-o", "out.mkv", *arguments).status == 0
    assert tags(decoded(tmp_path / "out.mkv")[0])[0] == primaries
    expected = in_sdr(RED, "sdr", space)
    assert np.abs(corner(tmp_path / "out.mkv") - expected).max() <= 2.5


def test_a_background_film_s_primaries_count(command, tmp_path):
    write_sdr(tmp_path / "front.mkv", 1)
    write_sdr(tmp_path / "behind.mkv", P3, RED)
    arguments = ("--codec", "ffv1", "--background", "behind.mkv")
    assert command("process", "front.mkv", "-o", "out.mkv", *arguments).status == 0
    expected = in_sdr(RED, "sdr p3", "sdr")
    assert np.abs(corner(tmp_path / "out.mkv") - expected).max() <= 2.5
    command("process", "behind.mkv", "-o", "same.mkv", *arguments)
    same, film = (decoded(tmp_path / name)[0] for name in ("same.mkv", "behind.mkv"))
    np.testing.assert_array_equal(luma(same), luma(film))


def test_pictures_state_no_primaries_so_their_backgrounds_are_srgb(command, tmp_path):
    write_sdr(tmp_path / "film.mkv", P3)
    Image.new("RGB", (WIDTH, HEIGHT), RED).save(tmp_path / "behind.png")
    assert (
        command("process", "film.mkv", "-o", "o_%d.png", "--background", "behind.png").status == 0
    )
    with Image.open(tmp_path / "o_1.png") as picture:
        assert picture.getpixel((8, 8)) == RED


@pytest.mark.parametrize(("primaries", "space"), [(P3, "sdr p3"), (BT2020, "sdr bt2020")])
@pytest.mark.parametrize("layout", ["yuv420p", "yuv422p", "yuv444p", "yuv420p10le"])
@pytest.mark.parametrize("range_code", [1, 2])
def test_live_pictures_of_a_film_in_sdr_have_bt709_s_primaries(
    tmp_path, primaries, space, layout, range_code
):
    write_sdr(tmp_path / "film.mkv", primaries, MUTED, layout, range_code=range_code)
    feed = make_feed(SourceRequest("file", str(tmp_path / "film.mkv")), lambda event: None)
    feed.start()
    frame = feed.take(10)
    feed.stop()
    expected = in_sdr(MUTED, space, "sdr")
    assert np.abs(FastRgb().rgb(frame.pixels, frame.format)[8, 8] - expected).max() <= 4.5


@pytest.mark.parametrize("less", [0, 1])
@pytest.mark.parametrize("layout", ["yuv444p10le", "yuva444p", "bgr0", "yuv420p"])
def test_odd_sizes_alpha_and_rgb_are_brought_to_bt709_too(tmp_path, layout, less):
    picture = np.full((HEIGHT - less, WIDTH - less, 3), MUTED, np.uint8)
    frame = av.VideoFrame.from_ndarray(picture).reformat(
        format=layout, dst_colorspace=1, dst_color_range=1
    )
    matrix = 0 if layout == "bgr0" else 1
    write_frames(tmp_path / "film.mkv", [frame] * 2, tags=(matrix, P3, 1))
    with FileSource(tmp_path / "film.mkv", Reading(keeps_gamut=False)) as source:
        frames = [*iter(source.read, None)]
    assert len(frames) == 2
    for frame in frames:
        found = FastRgb().rgb(frame.pixels, frame.format)
        assert found.shape == picture.shape
        assert np.abs(found - in_sdr(MUTED, "sdr p3", "sdr")).max() <= 4.5


def test_live_pictures_of_a_film_in_log_keep_its_codes(tmp_path):
    write_sdr(tmp_path / "film.mkv", BT2020, MUTED, "yuv420p10le")
    with FileSource(tmp_path / "film.mkv", Reading(log="slog3", keeps_gamut=False)) as source:
        found = FastRgb().rgb(source.read().pixels, source.format)[8, 8]
    assert np.abs(found - np.array(MUTED)).max() <= 3


@pytest.mark.parametrize("name", ["out_%04d.png", "out_%04d.jpg"])
@pytest.mark.parametrize("layout", ["yuv444p", "yuv444p10le"])
def test_pictures_of_a_film_in_sdr_are_srgb_since_they_state_nothing(
    command, tmp_path, name, layout
):
    write_sdr(tmp_path / "film.mkv", P3, MUTED, layout)
    assert command("process", "film.mkv", "-o", name, "--background", "#405060").status == 0
    with Image.open(tmp_path / (name % 1)) as picture:
        assert not {"icc_profile", "gamma", "chromaticity"} & {*picture.info}
        found = np.asarray(picture).astype(int)
    rows, columns = person_box(height=HEIGHT, width=WIDTH)
    expected = in_sdr(MUTED, "sdr p3", "sdr")
    assert np.abs(np.median(found[rows, columns], axis=(0, 1)) - expected).max() <= 3.5
    assert np.abs(found[8, 8] - np.array([0x40, 0x50, 0x60])).max() <= 2


def write_pq_in_p3(path):
    """A film of one colour, sRGB's `RED` in PQ of Display P3."""
    light = srgb_to_light(np.array(RED) / 255) @ primaries_matrix("sdr", "pq p3").T
    codes = SPACES["pq p3"].from_light(light) * 65280
    rgb = np.full((HEIGHT, WIDTH, 3), codes.round(), np.uint16)
    plain = av.VideoFrame.from_ndarray(rgb, "rgb48le")
    frame = plain.reformat(format="yuv444p10le", dst_colorspace=BT2020, dst_color_range=1)
    write_frames(path, [frame] * 2, tags=(BT2020, P3, PQ))


def test_pq_of_p3_becomes_the_same_colour_in_sdr(command, tmp_path):
    write_pq_in_p3(tmp_path / "film.mkv")
    with FileSource(tmp_path / "film.mkv", layout="rgb") as source:
        found = source.read().pixels[8, 8].astype(int)
    expected = 255 * sdr_view(np.array(RED) / 255, "sdr")
    assert np.abs(found - expected).max() <= 4


def test_backgrounds_get_the_primaries_of_a_film_in_pq(command, tmp_path):
    write_pq_in_p3(tmp_path / "film.mkv")
    colour = "#{:02x}{:02x}{:02x}".format(*RED)
    arguments = ("--codec", "ffv1", "--background", colour)
    assert command("process", "film.mkv", "-o", "out.mkv", *arguments).status == 0
    out, film = (decoded(tmp_path / name)[0] for name in ("out.mkv", "film.mkv"))
    assert tags(out)[:2] == [P3, PQ]
    for number in range(3):  # the background has the film's own codes, of 12 bits in place of 10
        found, own = codes_of(out, number)[8, 8], codes_of(film, number)[8, 8]
        assert abs(found / 4 - own) <= 2
