"""Inputs that bring an alpha of their own: cut-outs, opaque ones, and those between."""

from __future__ import annotations

import numpy as np
import pytest
from doubles import FakeEngineFactory
from PIL import Image as Pictures
from video_clips import make_clip, through

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.events import Done, Started
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.own_alpha import is_cutout, mirrored, without_engine
from app.pipeline.settings import Settings
from app.video.files.file_source import FileSource
from app.video.files.inputs import open_source
from app.video.pixels.colour import black, filled
from app.video.pixels.planes import planes_of
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat

HEIGHT, WIDTH = 48, 64
RED = BackgroundSpec("colour", colour=(255, 0, 0))
LEFT = np.zeros((HEIGHT, WIDTH), np.uint8)
LEFT[:, : WIDTH // 2] = 255  # the engine's person is the box in the middle
OPAQUE = np.full((HEIGHT, WIDTH), 255, np.uint8)
ENDINGS = (".mov", ".webm", "_%04d.png")


def cut_out(tmp_path, ending, alpha):
    make_clip(tmp_path / "room.mp4", height=HEIGHT, width=WIDTH, picture=white)
    path = tmp_path / f"cut{ending}"
    through(tmp_path / "room.mp4", path, alpha=alpha, content="transparent")
    return path


def white(index, *, height, width):
    return np.full((height, width, 3), 250, np.uint8)


def done(path, out, background=RED, **settings):
    engine_factory = FakeEngineFactory()
    spec = JobSpec(path, out, Settings(background=background, **settings))
    final = Job(spec, engine_factory=engine_factory).run()
    assert isinstance(final, Done), final
    return final.report, engine_factory


def first_pixels(path) -> np.ndarray:
    with FileSource(path, layout="rgb") as source:
        return source.read().pixels.astype(int)


def is_red(pixel) -> bool:
    return pixel[0] > 200 and pixel[1] < 60


def is_white(pixel) -> bool:
    return min(pixel) > 200


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_cut_out_keeps_its_own_outline(tmp_path, ending):
    report, engines = done(cut_out(tmp_path, ending, LEFT), tmp_path / "out.mp4")
    pixels = first_pixels(tmp_path / "out.mp4")
    assert is_white(pixels[2, 4]), "beyond the engine's person, but in the file's own"
    assert is_white(pixels[24, 20])
    assert is_red(pixels[24, 44]), "in the engine's person, but cut away in the file"
    assert "its own alpha channel is used instead" in report.notes[-1]
    assert not engines.engines, "no model was needed"
    assert (report.frames_out, report.device) == (8, "the file's own alpha")


@pytest.mark.parametrize("layout", ["rgb", "yuv420", "yuv422p10"])
def test_a_blurred_background_is_mirrored_with_its_cut_out(layout):
    frame_format = FrameFormat(HEIGHT, WIDTH, layout)
    pixels, blur = filled((250, 250, 250), frame_format), BackgroundSpec("blur")
    plain, alpha = without_engine(pixels, LEFT, None, Settings(background=blur), frame_format)
    settings = Settings(background=blur, mirror=True)
    turned, turned_alpha = without_engine(pixels, LEFT, None, settings, frame_format)
    assert (turned_alpha == alpha[:, ::-1]).all()
    assert (turned == mirrored(plain, frame_format)).all()


@pytest.mark.parametrize("layout", ["yuv420", "yuv422p10", "yuv444p12"])
def test_colours_are_blurred_as_far_as_light(layout):
    frame_format = FrameFormat(96, 192, layout)
    alpha = np.zeros((96, 192), np.uint8)
    alpha[:, :96] = 255
    red, settings = filled((250, 0, 0), frame_format), Settings(background=BackgroundSpec("blur"))
    shown, _ = without_engine(red, alpha, None, settings, frame_format)
    reach = []
    for plane, dark in zip(planes_of(shown, frame_format), black(frame_format), strict=True):
        line = np.abs(plane[len(plane) // 2].astype(float) - dark)
        reach.append((line > 0.1 * line[0]).mean() - 0.5)
    assert reach[0] > 0
    assert reach[1:] == pytest.approx([reach[0]] * 2, abs=2 / 96)


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_opaque_alpha_shows_no_room(tmp_path, ending):
    report, engines = done(cut_out(tmp_path, ending, OPAQUE), tmp_path / "out.mp4")
    pixels = first_pixels(tmp_path / "out.mp4")
    assert is_red(pixels[2, 4])
    assert min(pixels[24, 32]) > 120, "the engine's person"
    assert engines.engines
    assert not any("the file's own alpha" in note for note in report.notes)


def test_what_is_no_cut_out_throughout_shows_no_more_than_both_allow(tmp_path):
    row = tmp_path / "mixed_%04d.png"
    for number in range(12):
        alpha = OPAQUE if number >= 6 else LEFT
        pixels = np.dstack([np.full((HEIGHT, WIDTH, 3), 250, np.uint8), alpha])
        Pictures.fromarray(pixels, "RGBA").save(tmp_path / f"mixed_{number:04d}.png")
    report, _ = done(row, tmp_path / "out.mp4")
    assert any("multiplied with the model's matte" in note for note in report.notes)
    with FileSource(tmp_path / "out.mp4", layout="rgb") as source:
        frames = [frame.pixels.astype(int) for frame in iter(source.read, None)]
    assert is_red(frames[1][2, 4])
    assert is_white(frames[1][24, 24])
    assert is_red(frames[1][24, 40]), "cut away in the file"
    assert is_red(frames[8][2, 4]), "the room, which an opaque frame would have shown"
    assert is_white(frames[8][24, 40])


def test_the_device_in_use_is_named_after_a_fall_back(tmp_path):
    path = cut_out(tmp_path, ".mov", OPAQUE)
    engine_factory = FakeEngineFactory(device="cuda")

    def lose_gpu(event):
        if isinstance(event, Started):
            assert event.device == "fake cuda"
            engine_factory.engines[0].error = EngineError("lost")

    spec = JobSpec(path, tmp_path / "out.mp4", Settings(background=RED))
    final = Job(spec, lose_gpu, engine_factory=engine_factory).run()
    assert isinstance(final, Done), final
    assert final.report.device == "fake cpu"


def test_a_transparent_export_holds_nothing_of_what_lay_under_the_alpha(tmp_path):
    path = cut_out(tmp_path, "_%04d.png", LEFT)
    done(path, tmp_path / "out_%04d.png", BackgroundSpec("transparent"))
    out = np.asarray(Pictures.open(sorted(tmp_path.glob("out_*.png"))[0]))
    assert out[2, 4].tolist() == [*out[2, 4][:3].tolist(), 255]
    assert out[2, 60].tolist() == [0, 0, 0, 0]


def test_mirroring_and_blur_go_with_it(tmp_path):
    path = cut_out(tmp_path, ".mov", LEFT)
    done(path, tmp_path / "out.mp4", mirror=True)
    pixels = first_pixels(tmp_path / "out.mp4")
    assert is_red(pixels[24, 4])
    assert is_white(pixels[24, 60])
    done(path, tmp_path / "blurred.mp4", BackgroundSpec("blur"))
    pixels = first_pixels(tmp_path / "blurred.mp4")
    assert is_white(pixels[24, 4])
    assert max(pixels[24, 62]) < 60, "blurred black, not the room that lay under the alpha"


def test_a_picture_that_was_cut_out_is_one_too(tmp_path):
    pixels = np.dstack([np.full((HEIGHT, WIDTH, 3), 250, np.uint8), LEFT])
    Pictures.fromarray(pixels, "RGBA").save(tmp_path / "me.png")
    done(tmp_path / "me.png", tmp_path / "out.png")
    out = np.asarray(Pictures.open(tmp_path / "out.png")).astype(int)
    assert is_white(out[2, 4])
    assert is_red(out[2, 60])


def test_alpha_is_there_again_after_a_seek(tmp_path):
    with open_source(cut_out(tmp_path, ".webm", LEFT)) as source:
        assert source.has_alpha
        first = source.read().alpha
        for _ in iter(source.read, None):
            pass
        source.seek(0.0)
        again = source.read().alpha
    assert np.array_equal(first, again)
    assert abs(int(first[24, 4]) - 255) < 8
    assert first[24, 60] < 8


@pytest.mark.parametrize(
    ("alpha", "expected"),
    [(LEFT, True), (OPAQUE, False), (np.zeros_like(LEFT), False), (OPAQUE // 2, False)],
)
def test_a_cut_out_is_partly_there_and_partly_not(alpha, expected):
    assert is_cutout(alpha) is expected
