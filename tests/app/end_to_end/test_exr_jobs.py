"""Jobs that write OpenEXR: composites in linear light, layers, and what is kept of the source."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from doubles import FakeEngine, FakeEngineFactory, person_box
from exr_files import HEIGHT, WIDTH, box, channels_of, read, same, scene, write, write_film
from video_clips import make_clip

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.events import Done, Failed
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.settings import Settings
from app.video.files.exr_file import read_exr
from app.video.files.inputs import open_source
from app.video.pixels.light import SWS_WHITE, View, light_of_codes, straight_rgb
from app.video.reading import ExrOptions, Reading
from gpu_unet import Area
from gpu_unet.engine import Composites

GREEN = BackgroundSpec("colour", colour=(0, 177, 64))
LINEAR_GREEN = light_of_codes(255)[[0, 177, 64]]
TRANSPARENT = BackgroundSpec("transparent")
BLUR = BackgroundSpec("blur")
PERSON = person_box(height=HEIGHT, width=WIDTH)
OUTSIDE = np.ones((HEIGHT, WIDTH), bool)
OUTSIDE[PERSON] = False


class MatteEngine(FakeEngine):
    """Returns one matte for every frame, and the frame's colours, or others."""

    matte = np.full((HEIGHT, WIDTH), 255, np.uint8)
    recolour = staticmethod(lambda frame: frame)

    def process(self, batch):
        assert batch.settings.background == "transparent"
        assert batch.backgrounds is None
        person = [
            np.where((self.matte > 0)[..., None], self.recolour(frame), 0).astype(np.uint8)
            if self.frame_format.layout == "rgb"
            else frame.copy()
            for frame in batch.frames
        ]
        return Composites(person, [self.matte] * len(person), {})


class MatteFactory(FakeEngineFactory):
    def __init__(self, matte=None, recolour=None):
        super().__init__()
        self.matte, self.recolour = matte, recolour

    def make(self, frame_format, *, device, input_pixels):
        engine = MatteEngine(frame_format, device=device, input_pixels=input_pixels)
        if self.matte is not None:
            engine.matte = self.matte
        if self.recolour is not None:
            engine.recolour = self.recolour
        return engine


def run(
    source,
    out,
    background=GREEN,
    *,
    engines=None,
    exr=None,
    kind="composite",
    codec=None,
    **settings,
):
    spec = JobSpec(
        source,
        out,
        Settings(background=background, **settings),
        output_kind=kind,
        codec=codec,
        exr=exr or ExrOptions(),
    )
    return Job(spec, engine_factory=engines or FakeEngineFactory()).run()


def done(source, out, *arguments, **options):
    final = run(source, out, *arguments, **options)
    assert isinstance(final, Done), final
    return final.report


def test_the_person_keeps_its_very_halves_and_the_rest_is_the_background(tmp_path):
    report = done(write_film(tmp_path), tmp_path / "out_%04d.exr")
    assert (report.frames_out, report.bits, report.kept_bits) == (3, 16, 16)
    for index in range(3):
        planes, _ = read(tmp_path / f"out_{1001 + index:04d}.exr")
        for n, c in enumerate("RGB"):
            expected = scene(index)[..., n]
            assert same(planes[c][PERSON].copy(), expected[PERSON].copy())
            assert (planes[c][OUTSIDE] == np.float16(LINEAR_GREEN[n])).all()
            assert planes[c].max() > 1, "highlights stay"
        assert (planes["A"] == 1).all()


def test_where_all_is_person_the_sequence_passes_bit_for_bit(tmp_path):
    rgb = scene()
    rgb[0, :5, 0] = [np.nan, np.inf, -0.0, -2.5, 6e-8]
    write(tmp_path / "in_1.exr", channels_of(rgb))
    for background in (GREEN, TRANSPARENT, BLUR):
        out = tmp_path / f"{background.kind}_%d.exr"
        done(tmp_path / "in_%d.exr", out, background, engines=MatteFactory())
        planes, _ = read(tmp_path / f"{background.kind}_1.exr")
        assert all(same(planes[c], rgb[..., n]) for n, c in enumerate("RGB"))
        assert (planes["A"] == 1).all()


def soft_alpha():
    alpha = np.linspace(-0.2, 1.2, WIDTH, dtype=np.float16).clip(0, 1)
    alpha = np.tile(alpha, (HEIGHT, 1))
    alpha[0, 20] = 0.001  # less than 8 bits hold
    return alpha


@pytest.mark.parametrize("kind", ["straight", "premultiplied"])
def test_a_cut_out_passes_bit_for_bit_with_its_own_alpha(tmp_path, kind):
    alpha = soft_alpha()
    rgb = scene()
    if kind == "premultiplied":
        rgb = (rgb.astype(np.float32) * alpha[..., None]).astype(np.float16)
    rgb[alpha == 0] = 0
    write(tmp_path / "in_1.exr", channels_of(rgb, alpha))
    options = ExrOptions(input_alpha=kind, alpha=kind)
    engines = FakeEngineFactory()
    done(tmp_path / "in_%d.exr", tmp_path / "o_%d.exr", TRANSPARENT, exr=options, engines=engines)
    planes, _ = read(tmp_path / "o_1.exr")
    assert all(same(planes[c], rgb[..., n]) for n, c in enumerate("RGB"))
    assert same(planes["A"], alpha)
    assert not engines.engines, "no model was needed"


def test_an_alpha_of_nothing_is_left_unread_on_request(tmp_path):
    empty = np.zeros((HEIGHT, WIDTH), np.float16)
    write(tmp_path / "in_1.exr", channels_of(scene(), empty))
    done(tmp_path / "in_%d.exr", tmp_path / "a_%d.exr")
    assert (read(tmp_path / "a_1.exr")[0]["R"] == 0).all(), "by its alpha nothing is there"
    done(tmp_path / "in_%d.exr", tmp_path / "b_%d.exr", exr=ExrOptions(input_alpha="none"))
    red = read(tmp_path / "b_1.exr")[0]["R"]
    assert same(red[PERSON].copy(), scene()[..., 0][PERSON].copy())


def test_in_an_area_to_remove_not_even_the_least_alpha_stays(tmp_path):
    write(tmp_path / "in_1.exr", channels_of(scene(), soft_alpha()))
    everything = Area("garbage", ((-0.1, -0.1), (1.1, -0.1), (1.1, 1.1), (-0.1, 1.1)))
    done(tmp_path / "in_%d.exr", tmp_path / "o_%d.exr", TRANSPARENT, areas=(everything,))
    assert not any(plane.any() for plane in read(tmp_path / "o_1.exr")[0].values())


def test_straight_and_premultiplied_become_each_other(tmp_path):
    alpha, rgb = soft_alpha(), scene()
    write(tmp_path / "in_1.exr", channels_of(rgb, alpha))
    there = ExrOptions(input_alpha="straight", alpha="premultiplied")
    done(tmp_path / "in_%d.exr", tmp_path / "a_%d.exr", TRANSPARENT, exr=there)
    done(tmp_path / "a_%d.exr", tmp_path / "b_%d.exr", TRANSPARENT)
    premultiplied, straight = read(tmp_path / "a_1.exr")[0], read(tmp_path / "b_1.exr")[0]
    clear, seen = alpha == 0, alpha > 0.01
    for n, c in enumerate("RGB"):
        expected = rgb[..., n].astype(np.float32)
        np.testing.assert_allclose(premultiplied[c], expected * alpha, rtol=1e-3, atol=1e-6)
        np.testing.assert_allclose(straight[c][seen], expected[seen], rtol=2e-3)
        assert not straight[c][clear].any(), "the room under a clear alpha is gone"


def test_soft_edges_are_mixed_in_linear_light(tmp_path):
    matte = np.tile(np.arange(WIDTH, dtype=np.uint8) * 4, (HEIGHT, 1))
    done(write_film(tmp_path, 1), tmp_path / "o_%04d.exr", engines=MatteFactory(matte))
    planes, _ = read(tmp_path / "o_1001.exr")
    alpha = matte.astype(np.float64) / 255
    for n, c in enumerate("RGB"):
        expected = scene()[..., n] * alpha + LINEAR_GREEN[n] * (1 - alpha)
        np.testing.assert_allclose(planes[c], expected, rtol=6e-4)  # a half has 11 bits


def test_the_engines_colours_change_the_edge_and_nothing_else(tmp_path):
    """The person's own colour at the edge is darker than the mixed one, also in a highlight."""
    matte = np.full((HEIGHT, WIDTH), 255, np.uint8)
    matte[:, 32:] = 128
    rgb = np.full((HEIGHT, WIDTH, 3), 0.5, np.float16)
    rgb[24:] = 5.0  # rolled off in the view
    rgb[:, 60:] = 0.25  # the engine leaves it alone
    write(tmp_path / "in_1.exr", channels_of(rgb))

    def recolour(frame):
        darker = np.where((matte < 255)[..., None], 100, frame)
        darker[:, 60:] = frame[:, 60:]
        return darker

    engines = MatteFactory(matte, recolour)
    done(tmp_path / "in_%d.exr", tmp_path / "o_%d.exr", TRANSPARENT, engines=engines)
    red = read(tmp_path / "o_1.exr")[0]["R"].astype(float)
    dark = light_of_codes(255)[100]
    assert same(red[:, :32].astype(np.float16), rgb[:, :32, 0].copy())
    np.testing.assert_allclose(red[:24, 32:60], dark, rtol=0.05)
    assert (red[24:, 32:60] < 2.5 * dark).all(), "no rim of the bright room"
    assert (red[:, 60:] == 0.25).all()


def test_without_a_matte_not_a_value_of_the_room_is_written(tmp_path):
    rgb = scene()
    rgb[3, 3], rgb[4, 4] = np.nan, np.inf
    write(tmp_path / "in_1.exr", channels_of(rgb))
    nothing = MatteFactory(np.zeros((HEIGHT, WIDTH), np.uint8))
    done(tmp_path / "in_%d.exr", tmp_path / "o_%d.exr", engines=nothing)
    planes, _ = read(tmp_path / "o_1.exr")
    for n, c in enumerate("RGB"):
        assert (planes[c] == np.float16(LINEAR_GREEN[n])).all()
    done(tmp_path / "in_%d.exr", tmp_path / "t_%d.exr", TRANSPARENT, engines=nothing)
    assert not any(plane.any() for plane in read(tmp_path / "t_1.exr")[0].values())


def test_an_alpha_that_is_no_number_shows_the_background(tmp_path):
    alpha = soft_alpha()
    alpha[10:20] = np.nan
    write(tmp_path / "in_1.exr", channels_of(scene(), alpha))
    done(tmp_path / "in_%d.exr", tmp_path / "o_%d.exr")
    planes, _ = read(tmp_path / "o_1.exr")
    assert (planes["G"][10:20] == np.float16(LINEAR_GREEN[1])).all()


def test_a_background_is_brought_to_the_films_primaries(tmp_path):
    acescg = (0.713, 0.293, 0.165, 0.83, 0.128, 0.044, 0.32168, 0.33767)
    write(tmp_path / "in_1.exr", channels_of(scene()), chromaticities=acescg)
    done(
        tmp_path / "in_%d.exr", tmp_path / "o_%d.exr", BackgroundSpec("colour", colour=(255, 0, 0))
    )
    planes, header = read(tmp_path / "o_1.exr")
    corner = [float(planes[c][0, 0]) for c in "RGB"]
    np.testing.assert_allclose(corner, [0.61310, 0.07019, 0.02062], atol=3e-4)
    np.testing.assert_allclose(header["chromaticities"], acescg, atol=1e-6)
    assert same(planes["R"][PERSON].copy(), scene()[..., 0][PERSON].copy())


def test_layers_add_up_to_the_composite(tmp_path):
    matte = np.tile(np.arange(WIDTH, dtype=np.uint8) * 4, (HEIGHT, 1))
    done(
        write_film(tmp_path, 1),
        tmp_path / "o_%04d.exr",
        kind="layers",
        engines=MatteFactory(matte),
        exr=ExrOptions(alpha="premultiplied"),
    )
    planes, _ = read(tmp_path / "o_1001.exr")
    layers = ["foreground", "background", "holdout"]
    assert set(planes) == {*"RGBA"} | {f"{name}.{c}" for name in layers for c in "RGB"} | {
        "foreground.A",
        "holdout.A",
    }
    for n, c in enumerate("RGB"):
        total = planes[f"foreground.{c}"].astype(float) + planes[f"holdout.{c}"]
        np.testing.assert_allclose(total, planes[c], rtol=2e-3)
        assert (planes[f"background.{c}"] == np.float16(LINEAR_GREEN[n])).all()
    np.testing.assert_allclose(planes["foreground.A"] + planes["holdout.A"], 1, atol=1e-3)
    assert same(planes["foreground.A"], (matte / np.float32(255)).astype(np.float16))


@pytest.mark.parametrize("alpha", ["straight", "premultiplied"])
def test_the_layer_of_the_person_reads_back_as_it_was_meant(tmp_path, alpha):
    matte = np.tile(np.arange(WIDTH, dtype=np.uint8) * 4, (HEIGHT, 1))
    write_film(tmp_path, 1)
    options = {"kind": "layers", "engines": MatteFactory(matte), "exr": ExrOptions(alpha=alpha)}
    done(tmp_path / "in_%04d.exr", tmp_path / "o_%04d.exr", **options)
    picture = read_exr(tmp_path / "o_1001.exr", ExrOptions(layer="foreground"))
    seen = matte > 40
    np.testing.assert_allclose(straight_rgb(picture)[1][seen], scene()[..., 1][seen], rtol=2e-3)


def test_a_matte_is_four_equal_channels(tmp_path):
    done(write_film(tmp_path, 1), tmp_path / "o_%04d.exr", kind="matte")
    planes, _ = read(tmp_path / "o_1001.exr")
    assert (planes["A"][PERSON] == 1).all()
    assert not planes["A"][OUTSIDE].any()
    assert all(same(planes[c], planes["A"]) for c in "RGB")


def test_numbers_gaps_time_codes_and_attributes_are_the_sources(tmp_path):
    pattern = write_film(tmp_path, 4)
    (tmp_path / "in_1002.exr").unlink()
    done(pattern, tmp_path / "o_%04d.exr")
    assert sorted(path.name for path in tmp_path.glob("o_*")) == [
        "o_1001.exr",
        "o_1003.exr",
        "o_1004.exr",
    ]
    _, header = read(tmp_path / "o_1003.exr")
    assert (header["timeCode"].hours, header["timeCode"].frame) == (10, 2)
    assert header["framesPerSecond"] == 24
    assert header["owner"] == "somebody"


@pytest.mark.parametrize("background", [GREEN, TRANSPARENT])
def test_windows_are_kept_and_a_background_fills_the_picture(tmp_path, background):
    data = (10, 4, 57, 51)  # 48 x 48, below the display window's edge
    write(
        tmp_path / "in_1.exr",
        channels_of(scene(height=48, width=48)),
        dataWindow=box(*data),
        displayWindow=box(0, 0, 63, 47),
    )
    everywhere = MatteFactory(np.full((52, 64), 255, np.uint8))
    done(tmp_path / "in_%d.exr", tmp_path / "o_%d.exr", background, engines=everywhere)
    planes, header = read(tmp_path / "o_1.exr")
    window = [*header["dataWindow"][0], *header["dataWindow"][1]]
    assert [*header["displayWindow"][0], *header["displayWindow"][1]] == [0, 0, 63, 47]
    if background is TRANSPARENT:
        assert window == list(data)
        assert same(planes["R"], scene(height=48, width=48)[..., 0])
        return
    assert window == [0, 0, 63, 51]
    assert same(planes["G"][4:, 10:58].copy(), scene(height=48, width=48)[..., 1])
    assert (planes["G"][:4] == np.float16(LINEAR_GREEN[1])).all(), "nothing of the file is there"


def test_the_mirrored_picture_is_flipped_and_its_background_is_not(tmp_path):
    matte = np.zeros((HEIGHT, WIDTH), np.uint8)
    matte[:, :20] = 255  # as the engine returns it, flipped already
    engines = MatteFactory(matte, lambda frame: frame[:, ::-1])
    done(write_film(tmp_path, 1), tmp_path / "o_%04d.exr", engines=engines, mirror=True)
    planes, _ = read(tmp_path / "o_1001.exr")
    flipped = np.ascontiguousarray(scene()[:, ::-1, 0])
    assert same(planes["R"][:, :20].copy(), flipped[:, :20].copy())
    assert (planes["R"][:, 20:] == 0).all()


def test_a_blur_holds_nothing_of_the_person(tmp_path):
    rgb = np.full((HEIGHT, WIDTH, 3), 0.2, np.float16)
    rgb[PERSON] = 50.0
    write(tmp_path / "in_1.exr", channels_of(rgb))
    done(tmp_path / "in_%d.exr", tmp_path / "o_%d.exr", BLUR)
    planes, _ = read(tmp_path / "o_1.exr")
    assert (planes["R"][PERSON] == 50).all()
    np.testing.assert_allclose(planes["R"][OUTSIDE].astype(float), 0.2, rtol=1e-2)


def test_a_damaged_picture_is_left_out_and_counted(tmp_path):
    pattern = write_film(tmp_path, 3)
    damaged = tmp_path / "in_1002.exr"
    damaged.write_bytes(damaged.read_bytes()[:-500])
    report = done(pattern, tmp_path / "o_%04d.exr")
    assert (report.frames_out, report.damaged_frames) == (2, 1)
    assert not (tmp_path / "o_1002.exr").exists()


def test_a_failed_job_leaves_no_picture_under_the_names(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("app.video.files.exr_file.ExrEncoder.write", full)
    final = run(write_film(tmp_path), tmp_path / "o_%04d.exr")
    assert isinstance(final, Failed)
    assert "full" in final.message or "space" in final.message
    assert not [*tmp_path.glob("*o_*")]


def test_an_existing_picture_is_not_replaced_unasked(tmp_path):
    (tmp_path / "o_0007.exr").write_bytes(b"mine")
    final = run(write_film(tmp_path), tmp_path / "o_%04d.exr")
    assert isinstance(final, Failed)
    assert "exists already" in final.message
    assert (tmp_path / "o_0007.exr").read_bytes() == b"mine"


def test_an_exr_sequence_becomes_a_film(tmp_path):
    report = done(write_film(tmp_path, 12), tmp_path / "out.mp4")
    assert (report.frames_out, report.bits, report.kept_bits) == (12, 16, 8)


def test_an_exr_sequence_keeps_ten_bits_in_a_film_that_has_them(tmp_path):
    report = done(write_film(tmp_path, 3), tmp_path / "out.mkv", codec="ffv1")
    assert (report.bits, report.kept_bits) == (16, 12)
    with open_source(tmp_path / "out.mkv", Reading(depth="auto")) as source:
        person = source.read().pixels[:HEIGHT][PERSON]
    view = View.of(rolls_off=True).deep_codes(scene().astype(np.float32))[PERSON] / SWS_WHITE
    luma = 256 + 3504 * (view @ [0.2126, 0.7152, 0.0722])
    np.testing.assert_allclose(person, luma, atol=1.5)


def test_a_film_becomes_an_exr_sequence(tmp_path):
    pictures = make_clip(tmp_path / "clip.mkv", codec="ffv1", pixel_format="bgr0", frame_count=2)
    report = done(tmp_path / "clip.mkv", tmp_path / "o_%04d.exr", engines=MatteFactory())
    assert (report.frames_out, report.bits, report.kept_bits) == (2, 8, 8)
    planes, _ = read(tmp_path / "o_0002.exr")
    expected = light_of_codes(255)[pictures[1]].astype(np.float16)
    assert all(same(planes[c], expected[..., n].copy()) for n, c in enumerate("RGB"))


def test_pixels_that_are_not_square_are_stated(tmp_path):
    make_clip(tmp_path / "clip.mp4", sample_aspect_ratio=Fraction(4, 3), frame_count=1)
    done(tmp_path / "clip.mp4", tmp_path / "o_%04d.exr")
    assert read(tmp_path / "o_0001.exr")[1]["pixelAspectRatio"] == pytest.approx(4 / 3)
    done(write_film(tmp_path, 1, pixelAspectRatio=2.0), tmp_path / "wide.mov")
    with open_source(tmp_path / "wide.mov") as film:
        assert film.media.sample_aspect_ratio == 2
    (plate,) = tmp_path.glob("in_*")
    with open_source(plate) as still:
        assert still.media.sample_aspect_ratio == 2


def test_a_shape_that_no_pixel_has_counts_as_a_square(tmp_path):
    with open_source(write_film(tmp_path, 1, pixelAspectRatio=1e5)) as source:
        assert source.media.sample_aspect_ratio == 1
    make_clip(tmp_path / "clip.mkv", sample_aspect_ratio=Fraction(1, 60), frame_count=1)
    done(tmp_path / "clip.mkv", tmp_path / "o_%04d.exr")
    assert read(tmp_path / "o_0001.exr")[1]["pixelAspectRatio"] == 1


def test_rate_and_time_code_of_a_film_go_into_each_picture(tmp_path):
    options = {"metadata": {"timecode": "01:02:03:20"}, "rate": Fraction(24), "frame_count": 6}
    make_clip(tmp_path / "clip.mov", **options)
    spec = JobSpec(
        tmp_path / "clip.mov",
        tmp_path / "o_%04d.exr",
        Settings(background=GREEN),
        start_s=0.04,
    )
    assert isinstance(Job(spec, engine_factory=FakeEngineFactory()).run(), Done)
    headers = [read(path)[1] for path in sorted(tmp_path.glob("o_*"))]
    assert {header["framesPerSecond"] for header in headers} == {24}
    clocks = [header["timeCode"] for header in headers]
    assert [(c.hours, c.minutes, c.seconds, c.frame) for c in clocks] == [
        *((1, 2, 3, frame) for frame in (21, 22, 23)),
        (1, 2, 4, 0),
        (1, 2, 4, 1),
    ]


def test_the_engine_gets_a_deep_film_as_it_is(tmp_path):
    options = {"codec": "ffv1", "pixel_format": "yuv420p10le", "frame_count": 1}
    (picture,) = make_clip(tmp_path / "clip.mkv", **options)
    engines = MatteFactory()
    report = done(tmp_path / "clip.mkv", tmp_path / "o_%04d.exr", engines=engines)
    assert (report.bits, report.kept_bits) == (10, 10)
    assert engines.engines[0].frame_format.layout == "yuv420p10"
    green = read(tmp_path / "o_0001.exr")[0]["G"].astype(float)
    flat = np.s_[4:12, 4:12]  # within a block of the picture
    np.testing.assert_allclose(green[flat], light_of_codes(255)[picture[flat][..., 1]], rtol=0.03)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"output_kind": "both"}, "take the output layers"),
        ({"height": 20}, "another size is not made in OpenEXR files"),
        ({"frame_rate": 12}, "another frame rate is not made"),
        ({"settings": {"light_wrap": 0.5}}, "light wrap is not made"),
        ({"settings": {"shadow": 0.5}}, "a shadow is not made"),
        ({"settings": {"match_light": 0.5}}, "matched light is not made"),
        ({"settings": {"person_size": 50.0}}, "a moved or scaled person is not made"),
        ({"settings": {"auto_frame": True}}, "auto-framing is not made"),
    ],
)
def test_what_is_not_made_is_refused_in_one_sentence(tmp_path, options, sentence):
    settings = Settings(background=GREEN).changed(options.pop("settings", {}))
    with pytest.raises(ValueError, match=sentence):
        JobSpec(tmp_path / "in_%d.exr", tmp_path / "o_%d.exr", settings, **options)


def test_layers_need_openexr(tmp_path):
    with pytest.raises(ValueError, match=r"o\.mp4 holds no layers"):
        JobSpec(tmp_path / "in_%d.exr", tmp_path / "o.mp4", output_kind="layers")


def test_the_command_writes_a_folder_of_exr_for_exr(tmp_path, command):
    write_film(tmp_path, 12)
    result = command(
        "process", tmp_path, "-o", tmp_path / "done/", "--background", "#00b140",
        "--compression", "piz", "--json",
    )  # fmt: skip
    assert result.status == 0, result.events
    assert sorted((tmp_path / "done").iterdir())[0].name == "in_1001.exr"
    assert "PIZ" in str(read(tmp_path / "done" / "in_1012.exr")[1]["compression"])


def test_the_command_reads_the_layer_that_it_is_told(tmp_path, command):
    channels = {**channels_of(scene(1)), **channels_of(scene(2), prefix="key.")}
    write(tmp_path / "in.exr", channels)
    arguments = ("process", "in.exr", "-o", "out.exr", "--background", "#00b140")
    assert command(*arguments, "--layer", "key").status == 0
    assert same(read(tmp_path / "out.exr")[0]["R"][PERSON].copy(), scene(2)[..., 0][PERSON].copy())
    refused = command(*arguments, "--layer", "rim", "--overwrite")
    assert refused.status == 1
    assert "has no layer rim with colours; it has: key" in refused.err
