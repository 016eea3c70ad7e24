"""OpenEXR of films in PQ, HLG and log: light by the curves' own formulas, primaries, layers."""

import numpy as np
import pytest
from deep_films import frame_of, write_frames
from exr_files import read
from test_exr_jobs import GREEN, LINEAR_GREEN, TRANSPARENT, MatteFactory, done

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.settings import Settings
from app.video.pixels.light import in_primaries
from app.video.reading import ExrOptions
from gpu_unet.transfer import LOG, SPACES

HEIGHT, WIDTH = 32, 1024
EVERYTHING = np.full((HEIGHT, WIDTH), 255, np.uint8)
WHITE = BackgroundSpec("colour", colour=(255, 255, 255))
BT709 = (0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329)
BT2020 = (0.708, 0.292, 0.17, 0.797, 0.131, 0.046, 0.3127, 0.329)
TAGS = {"pq": 16, "hlg": 18}
HALF = 2**-11  # the largest relative error of a rounded half


def film(path, transfer="pq", *, planes=None, primaries=9, full_range=False, alpha=None):
    """One frame of 12 bits, 4:4:4, lossless. `planes`: its codes; else a grey ramp of all codes."""
    ramp = np.tile(np.arange(WIDTH, dtype=np.uint16) * 4, (HEIGHT, 1))
    planes = planes or (ramp, np.full_like(ramp, 2048), np.full_like(ramp, 2048))
    name = "yuva444p12le" if alpha is not None else "yuv444p12le"
    if alpha is not None:
        planes = (*planes, alpha)
    tags, range_code = (9, primaries, TAGS.get(transfer, 1)), 2 if full_range else 1
    write_frames(path, [frame_of(planes, name)], tags=tags, range_code=range_code)
    return path


def written(tmp_path, transfer="pq", background=GREEN, *, matte=EVERYTHING, engines=None, **more):
    """(planes, header) of the only picture of a job."""
    film(tmp_path / "in.mkv", transfer, **more)
    return made(tmp_path, transfer, background, engines=engines or MatteFactory(matte))


def made(tmp_path, transfer, background=GREEN, *, engines, kind="composite", exr=None):
    spec = JobSpec(
        tmp_path / "in.mkv",
        tmp_path / "out_%04d.exr",
        Settings(background=background),
        output_kind=kind,
        log=transfer if transfer in LOG else None,
        exr=exr or ExrOptions(),
    )
    report = Job(spec, engine_factory=engines).run().report
    assert (report.transfer, report.kept_transfer) == (transfer, "linear")
    assert not report.losses
    return read(next(tmp_path.glob("out_*.exr")))


def pq_light(code):
    """SMPTE ST 2084, in units of 203 nits."""
    m1, m2, c1, c2, c3 = 0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875
    power = np.clip(code, 0, 1) ** (1 / m2)
    return 10000 / 203 * (np.maximum(power - c1, 0) / (c2 - c3 * power)) ** (1 / m1)


def hlg_light(code):
    """BT.2100, on a display of 1000 nits, in units of 203 nits; of greys."""
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    code = np.clip(code, 0, 1)
    scene = np.where(code <= 0.5, code**2 / 3, (np.exp((code - c) / a) + b) / 12)
    return 1000 / 203 * scene**1.2


def within_a_half(found, expected):
    """Half floats round to 11 bits, and near black to 2**-24."""
    np.testing.assert_allclose(found.astype(float), expected, rtol=1.1 * HALF, atol=2**-24)


@pytest.mark.parametrize("full_range", [False, True], ids=["narrow", "full"])
@pytest.mark.parametrize(("transfer", "formula"), [("pq", pq_light), ("hlg", hlg_light)])
def test_a_ramp_in_hdr_is_the_light_of_its_curve(tmp_path, transfer, formula, full_range):
    planes, header = written(tmp_path, transfer, full_range=full_range)
    codes = np.arange(WIDTH) * 4
    expected = formula(codes / 4095 if full_range else (codes - 256) / 3504)
    for name in "RGB":
        within_a_half(planes[name][7], expected)
    assert planes["R"].max() > (48 if transfer == "pq" else 4.8), "highlights stay"
    np.testing.assert_allclose(header["chromaticities"], BT2020, atol=1e-6)
    assert header["whiteLuminance"] == 203


@pytest.mark.parametrize("transfer", LOG)
def test_a_ramp_in_log_is_the_reflectance_of_the_scene(tmp_path, transfer):
    planes, header = written(tmp_path, transfer)
    space, codes = SPACES[transfer], np.arange(WIDTH)
    code = codes / 1023 if space.of_codes else (codes - 64) / 876
    expected = space.to_light(code) * 0.9
    within_a_half(planes["G"][7], expected)
    assert expected[980] > expected[940], "what is brighter than video's white stays"
    stated = [place for pair in space.primaries for place in pair]
    np.testing.assert_allclose(header["chromaticities"][:6], stated, atol=1e-6)
    assert "whiteLuminance" not in header


@pytest.mark.parametrize(
    ("transfer", "grey"), [("slog3", 420), ("vlog", 433), ("clog3", 351), ("logc3", 406.5)]
)
def test_grey_of_18_per_cent_is_018(tmp_path, transfer, grey):
    """Codes of 10 bits of the makers' papers; of LogC3 in the narrow range of video."""
    codes = np.full((HEIGHT, WIDTH), round(grey * 4), np.uint16)
    middle = np.full_like(codes, 2048)
    planes, _ = written(tmp_path, transfer, planes=(codes, middle, middle))
    np.testing.assert_allclose(planes["R"][0, 0], 0.18, rtol=0.01)


def test_colours_are_decoded_with_all_their_bits(tmp_path):
    rng = np.random.default_rng(5)
    codes = rng.integers(256, 3760, (3, HEIGHT, WIDTH)).astype(np.uint16)
    codes[1:] = 2048 + (codes[1:].astype(int) - 2048) // 8
    planes, _ = written(tmp_path, planes=tuple(codes))
    luma, blue, red = (codes[0] - 256) / 3504, *((codes[1:].astype(float) - 2048) / 3584)
    r, b = luma + 2 * (1 - 0.2627) * red, luma + 2 * (1 - 0.0593) * blue
    g = (luma - 0.2627 * r - 0.0593 * b) / 0.6780
    for name, code in zip("RGB", (r, g, b), strict=True):
        # The RGB's own 16 bits are up to 0.7 of a half's step of light.
        np.testing.assert_allclose(planes[name], pq_light(code), rtol=1.5 * HALF, atol=2e-7)


@pytest.mark.parametrize("transfer", ["pq", "hlg", "slog3"])
def test_white_behind_a_film_is_one(tmp_path, transfer):
    """203 nits in HDR; the reflectance of a perfect white in log."""
    planes, _ = written(tmp_path, transfer, WHITE, matte=EVERYTHING * 0)
    for name in "RGB":
        np.testing.assert_allclose(planes[name], 1, rtol=2e-3)


@pytest.mark.parametrize("transfer", ["pq", "hlg", "vlog"])
def test_a_background_is_brought_to_the_primaries_of_the_film(tmp_path, transfer):
    planes, header = written(tmp_path, transfer, matte=EVERYTHING * 0)
    stated = tuple(header["chromaticities"])
    colour = [np.float32(value) for value in LINEAR_GREEN]
    expected = in_primaries(colour, BT709, stated)
    for name, value in zip("RGB", expected, strict=True):
        np.testing.assert_allclose(planes[name][0, 0], value, rtol=0.01, atol=1e-3)


@pytest.mark.parametrize("transfer", ["pq", "slog3"])
def test_without_a_matte_nothing_of_a_film_in_hdr_is_shown(tmp_path, transfer):
    planes, _ = written(tmp_path, transfer, TRANSPARENT, matte=EVERYTHING * 0)
    assert not any(plane.any() for plane in planes.values())


def test_the_engines_colours_of_an_edge_are_taken_with_all_their_bits(tmp_path):
    class Darker(MatteFactory):
        def make(self, frame_format, **options):
            engine = super().make(frame_format, **options)
            process = engine.process

            def darker(batch):
                made = process(batch)
                made.frames[0][:HEIGHT, 512:] = 1001 + 256
                return made

            engine.process = darker
            return engine

    matte = EVERYTHING.copy()
    matte[:, 512:] = 128
    planes, _ = written(tmp_path, background=TRANSPARENT, engines=Darker(matte))
    within_a_half(planes["G"][7, :512], pq_light((np.arange(512) * 4 - 256) / 3504))
    within_a_half(planes["G"][7, 512:], np.full(512, pq_light(1001 / 3504)))


def test_layers_of_a_film_in_hdr_add_up(tmp_path):
    film(tmp_path / "in.mkv")
    matte = np.tile((np.arange(WIDTH) // 4).astype(np.uint8), (HEIGHT, 1))
    options = {"kind": "layers", "exr": ExrOptions(alpha="premultiplied")}
    planes, _ = made(tmp_path, "pq", engines=MatteFactory(matte), **options)
    total = planes["foreground.G"].astype(float) + planes["holdout.G"]
    np.testing.assert_allclose(total, planes["G"], rtol=2e-3)
    np.testing.assert_allclose(planes["foreground.A"][0], matte[0] / 255, rtol=1e-3)


def test_a_film_in_hdr_with_its_own_alpha_needs_no_model(tmp_path):
    alpha = np.tile(np.arange(WIDTH, dtype=np.uint16) * 4, (HEIGHT, 1))
    film(tmp_path / "in.mkv", alpha=alpha)
    engines = MatteFactory()
    planes, _ = made(tmp_path, "pq", TRANSPARENT, engines=engines)
    assert not engines.engines
    np.testing.assert_allclose(planes["A"][0], np.arange(WIDTH) / 1023, atol=6e-3)  # libav's 8 bits
    within_a_half(planes["R"][0, 64:], pq_light((np.arange(64, WIDTH) * 4 - 256) / 3504))


@pytest.mark.parametrize(("transfer", "number"), [("pq", 12), ("sdr", 12), ("sdr", 9)])
def test_primaries_that_a_film_states_are_named(tmp_path, transfer, number):
    """Also of SDR: until now all of it was taken for Rec. 709."""
    p3 = (0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329)
    planes, header = written(tmp_path, transfer, matte=EVERYTHING * 0, primaries=number)
    stated = p3 if number == 12 else BT2020
    np.testing.assert_allclose(header["chromaticities"], stated, atol=1e-6)
    expected = in_primaries([np.float32(value) for value in LINEAR_GREEN], BT709, stated)
    np.testing.assert_allclose(planes["G"][0, 0], expected[1], rtol=0.01)


def test_a_film_in_hdr_is_written_in_the_linear_space_that_is_asked_for(tmp_path):
    """As the recipes say: for programs that do not read chromaticities."""
    pytest.importorskip("PyOpenColorIO")
    film(tmp_path / "in.mkv")
    exr = ExrOptions(ocio="ocio://default", output_space="ACEScg")
    planes, header = made(tmp_path, "pq", engines=MatteFactory(EVERYTHING * 0), exr=exr)
    ap1 = (0.713, 0.293, 0.165, 0.83, 0.128, 0.044, 0.32168, 0.33767)
    np.testing.assert_allclose(header["chromaticities"], ap1, atol=1e-4)
    expected = in_primaries([np.float32(value) for value in LINEAR_GREEN], BT709, ap1)
    for name, value in zip("RGB", expected, strict=True):
        np.testing.assert_allclose(planes[name][0, 0], value, rtol=0.01, atol=1e-3)


def test_the_command_names_what_is_written(command, tmp_path):
    film(tmp_path / "in.mkv")
    ended = command("process", "in.mkv", "-o", "out_%04d.exr", "--background", "#ffffff")
    assert ended.status == 0, ended.err
    assert "transfer function: PQ in the input, LINEAR written" in ended.err
    sdr = done(
        film(tmp_path / "sdr.mkv", "sdr"), tmp_path / "s_%04d.exr", engines=MatteFactory(EVERYTHING)
    )
    assert sdr.kept_transfer == "linear"
