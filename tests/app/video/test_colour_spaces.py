"""Colour spaces by the names of an OpenColorIO config, against OpenColorIO's own processors."""

import numpy as np
import pytest
from doubles import FakeEngineFactory, person_box
from exr_files import channels_of, read, same, scene, write
from video_clips import make_clip

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.events import Done, Failed
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.settings import Settings
from app.video.files.inputs import open_source
from app.video.linear_picture import REC709
from app.video.opencv import cv2
from app.video.pixels.colour_spaces import ACESCG, AP0, ColourSpaceError, ColourSpaces
from app.video.pixels.light import in_primaries, srgb_of
from app.video.reading import ExrOptions, Reading
from app.video.source import SourceError

ocio = pytest.importorskip("PyOpenColorIO", reason="needs requirements-exr.txt")
CONFIG = "cg-config-v2.1.0_aces-v1.3_ocio-v2.3"
NAME = f"ocio://{CONFIG}"
LINEAR_SPACES = ["ACEScg", "ACES2065-1", "Linear Rec.709 (sRGB)", "Linear Rec.2020"]
PERSON = person_box(height=48, width=64)


def ocios_own(of, to, rgb):
    """(height, width, 3) through the config's own processor."""
    processor = ocio.Config.CreateFromBuiltinConfig(CONFIG).getProcessor(of, to)
    pixels = np.ascontiguousarray(rgb, np.float32)
    processor.getDefaultCPUProcessor().applyRGB(pixels)
    return pixels


@pytest.mark.parametrize("of", LINEAR_SPACES)
@pytest.mark.parametrize("to", LINEAR_SPACES)
def test_linear_spaces_become_each_other_as_in_ocio(of, to):
    spaces = ColourSpaces.of(NAME)
    rgb = scene(dtype=np.float32)
    planes = in_primaries(
        [rgb[..., n] for n in range(3)], spaces.primaries(of), spaces.primaries(to)
    )
    scale = np.abs(rgb).max(axis=2, keepdims=True)
    off = np.abs(np.stack(planes, axis=2) - ocios_own(of, to, rgb)) / scale
    assert off.max() < 1e-3


def test_known_spaces_have_their_published_primaries():
    spaces = ColourSpaces.of(NAME)
    assert spaces.primaries("ACEScg") == ACESCG
    assert spaces.primaries("ACES2065-1") == AP0
    assert spaces.primaries("Linear Rec.709 (sRGB)") == REC709
    assert spaces.primaries("ACEScct") is None
    assert spaces.primaries("scene_linear") == ACESCG, "a role"


def test_a_logarithm_becomes_light_as_in_ocio():
    rgb = np.random.default_rng(1).random((8, 9, 3), np.float32) * 0.9
    planes = ColourSpaces.of(NAME).to_linear("ACEScct", [rgb[..., n].copy() for n in range(3)])
    expected = ocios_own("ACEScct", "ACES2065-1", rgb)
    np.testing.assert_allclose(np.stack(planes, axis=2), expected, rtol=1e-3, atol=1e-5)


def test_the_view_of_acescg_is_srgb_as_in_ocio(tmp_path):
    rgb = (scene(dtype=np.float32) / 12).clip(0.02, 0.4)  # below the roll-off
    grey = rgb.mean(axis=2, keepdims=True)
    rgb = (rgb + 3 * grey) / 4  # within Rec. 709
    write(tmp_path / "a.exr", channels_of(rgb))
    options = ExrOptions(ocio=NAME, input_space="ACEScg")
    with open_source(tmp_path / "a.exr", Reading(exr=options)) as source:
        pixels = source.read().pixels
    expected = srgb_of(ocios_own("ACEScg", "Linear Rec.709 (sRGB)", rgb)) * 255
    assert np.abs(pixels - expected).max() < 0.6


def run(source, out, **options):
    spec = JobSpec(
        source,
        out,
        Settings(background=BackgroundSpec("colour", colour=(255, 0, 0))),
        exr=ExrOptions(ocio=NAME, **options),
    )
    return Job(spec, engine_factory=FakeEngineFactory()).run()


def test_a_job_keeps_the_values_of_its_space_and_brings_the_background_there(tmp_path):
    write(tmp_path / "in_1.exr", channels_of(scene()))
    assert isinstance(
        run(tmp_path / "in_%d.exr", tmp_path / "o_%d.exr", input_space="ACEScg"), Done
    )
    planes, header = read(tmp_path / "o_1.exr")
    assert same(planes["R"][PERSON].copy(), scene()[..., 0][PERSON].copy())
    red = ocios_own("sRGB - Texture", "ACEScg", [[[1, 0, 0]]])[0, 0]
    np.testing.assert_allclose([float(planes[c][0, 0]) for c in "RGB"], red, atol=1e-3)
    np.testing.assert_allclose(header["chromaticities"], ACESCG, atol=1e-6)


def test_a_job_writes_another_space(tmp_path):
    write(tmp_path / "in_1.exr", channels_of(scene()))
    options = {"input_space": "ACEScg", "output_space": "Linear Rec.709 (sRGB)"}
    assert isinstance(run(tmp_path / "in_%d.exr", tmp_path / "o_%d.exr", **options), Done)
    planes, _ = read(tmp_path / "o_1.exr")
    expected = ocios_own("ACEScg", "Linear Rec.709 (sRGB)", scene())[PERSON]
    scale = np.abs(expected).max(axis=2)
    for n, c in enumerate("RGB"):
        assert (np.abs(planes[c][PERSON] - expected[..., n]) / scale).max() < 1e-3
    np.testing.assert_allclose([float(planes[c][0, 0]) for c in "RGB"], [1, 0, 0], atol=1e-3)


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        ("none.ocio", "config none.ocio cannot be used"),
        ("ocio://none", "config ocio://none cannot be used"),
        ("", "give --ocio, or set"),
    ],
)
def test_a_config_that_is_not_there_gives_one_sentence(monkeypatch, config, sentence):
    monkeypatch.delenv("OCIO", raising=False)
    with pytest.raises(ColourSpaceError, match=sentence) as caught:
        ColourSpaces.of(config)
    assert "\n" not in str(caught.value)


def test_a_space_that_is_not_there_is_named_before_any_work(tmp_path):
    write(tmp_path / "in_1.exr", channels_of(scene()))
    reading = Reading(exr=ExrOptions(ocio=NAME, input_space="ACESxx"))
    with pytest.raises(SourceError, match=r"has no colour space ACESxx; it has: ACES2065-1"):
        open_source(tmp_path / "in_%d.exr", reading).read()
    failed = run(tmp_path / "in_%d.exr", tmp_path / "o_%d.exr", output_space="ACEScct")
    assert isinstance(failed, Failed)
    assert "ACEScct is not linear" in failed.message


def test_a_film_has_no_input_space(tmp_path):
    make_clip(tmp_path / "clip.mp4")
    failed = run(tmp_path / "clip.mp4", tmp_path / "o_%d.exr", input_space="ACEScg")
    assert isinstance(failed, Failed)
    assert "clip.mp4 is a film" in failed.message


def test_sixteen_bits_are_read_in_the_space_that_is_named(tmp_path):
    codes = np.random.default_rng(2).integers(0, 60000, (48, 64, 3), np.uint16)
    cv2.imwrite(str(tmp_path / "a_1.png"), codes[..., ::-1])
    options = ExrOptions(ocio=NAME, input_space="ACEScct")
    with open_source(tmp_path / "a_%d.png", Reading(exr=options, keeps_linear=True)) as source:
        linear = source.read().linear
    expected = ocios_own("ACEScct", "ACES2065-1", codes / 65535)
    light = np.stack([linear.planes[c] for c in "RGB"], axis=2)
    np.testing.assert_allclose(light, expected, rtol=1e-3, atol=1e-5)
    assert linear.primaries == AP0


def test_an_output_space_needs_openexr(tmp_path):
    with pytest.raises(ValueError, match="leave the output space out"):
        JobSpec(tmp_path / "a.mp4", tmp_path / "b.mp4", exr=ExrOptions(output_space="ACEScg"))
