"""Auto-framing in a job: each frame by its own matte, whatever the batches are."""

from __future__ import annotations

import threading
from contextlib import closing
from dataclasses import replace

import cv2
import numpy as np
import pytest
from doubles import FakeEngineFactory, FilmEngine, job_frames

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.framing import WHOLE, AutoFraming
from app.pipeline.jobs.compute_stage import ComputeStage
from app.pipeline.settings import Settings
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.network_input import Observation

FORMAT = FrameFormat(90, 160)
SETTINGS = Settings(
    background=BackgroundSpec.parse("#204060"), model="fast", auto_frame=True, learns_room=False
)
RATE = 15.0


class SeeingEngine(FilmEngine):
    """Takes what is red for the person."""

    def seen(self, frame):
        size = (self.architecture.width, self.architecture.height)
        rgb = cv2.resize(frame, size, interpolation=cv2.INTER_NEAREST)
        return Observation(rgb, rgb[..., 0])

    def process(self, batch):
        made = super().process(batch)
        if not batch.observe:
            return made
        return replace(made, observations=[self.seen(batch.frames[n]) for n in batch.observe])


class SeeingOpener(FakeEngineFactory):
    def __call__(self, settings, frame_format, *, batch_size, notify):
        opened = super().__call__(settings, frame_format, batch_size=batch_size, notify=notify)
        opened.engine.batch_size = batch_size
        return opened

    engine_class = SeeingEngine


def picture(middle: float, *, scene: int = 0):
    """A red figure, `middle` of the width from the left."""
    pixels = np.zeros(FORMAT.shape, np.uint8)
    pixels[:, :80, 1 + scene] = 200
    centre = round(160 * middle)
    pixels[45:, centre - 10 : centre + 10] = (255, 0, 0)
    return pixels


WALK = [picture(0.3 + 0.012 * n) for n in range(30)]
CUT = [picture(0.3)] * 6 + [picture(0.7, scene=1)] * 6


def make_stage(opener, *, frames_ahead, batch_size=4, settings=SETTINGS, has_own_alpha=False):
    return ComputeStage(
        settings,
        FORMAT,
        want_alpha=False,
        batch_size=batch_size,
        engine_factory=opener,
        notify=lambda sentence: None,
        cancelled=threading.Event(),
        frames_ahead=frames_ahead,
        has_own_alpha=has_own_alpha,
    )


def run(stage, pictures, size=4):
    """Numbers of the frames that came out, in their order."""
    out = []
    with closing(stage):
        for begin in range(0, len(pictures), size):
            some = pictures[begin : begin + size]
            numbers = list(range(begin, begin + len(some)))
            times_s = [number / RATE for number in numbers]
            behind = [np.zeros_like(frame) for frame in some]
            batch = job_frames(some, behind, numbers, times_s)
            for done, composites in stage.push(batch):
                assert len(composites.frames) == len(done)
                out += [frame.shown for frame in done]
        for done, _ in stage.drain():
            out += [frame.shown for frame in done]
    return out


def expected(pictures):
    """The layers of `pictures`, each by its own matte."""
    framing, engine = AutoFraming(), SeeingEngine(FORMAT)
    framing.reset()
    layers = []
    for number, frame in enumerate(pictures):
        crop = framing.see(engine.seen(frame), 1 / RATE if number else 0.0)
        layers.append(crop.framed(SETTINGS.for_engine()).layer)
    return layers


def layers(engine):
    return [settings.layer for settings in engine.settings]


@pytest.mark.parametrize("size", [1, 3, 4])
@pytest.mark.parametrize("pictures", [WALK, CUT, WALK[:1], WALK[:3]], ids=len)
def test_in_a_film_each_frame_stands_where_its_own_matte_puts_it(pictures, size):
    opener = SeeingOpener()
    stage = make_stage(opener, frames_ahead=True, batch_size=size)
    assert run(stage, pictures, size) == list(range(len(pictures)))
    (engine,) = opener.engines
    assert layers(engine) == expected(pictures)
    assert len(set(expected(WALK))) > 10  # the person does move


def test_without_frames_ahead_it_is_the_matte_before_except_where_a_scene_begins():
    opener = SeeingOpener()
    assert run(make_stage(opener, frames_ahead=False), CUT) == list(range(12))
    (engine,) = opener.engines
    own = expected(CUT)
    # The first frame of a scene is done twice: as the scene before, and in its own place.
    whole = WHOLE.framed(SETTINGS.for_engine()).layer
    assert layers(engine) == [whole, *own[:6], own[5], *own[6:]]
    assert own[5] != own[6]
    assert engine.resets == 2


@pytest.mark.parametrize("at", [0, 5, 29])
def test_where_a_gpu_fails_the_way_goes_on(at):
    opener = SeeingOpener(device="cuda")
    stage = make_stage(opener, frames_ahead=True)
    gpu = opener.engines[0]
    process = gpu.process

    def failing(batch):
        if any(frame is WALK[at] for frame in batch.frames):
            gpu.error = EngineError("lost")
        return process(batch)

    gpu.process = failing
    assert run(stage, WALK) == list(range(30))
    _, cpu = opener.engines
    assert layers(gpu)[:at] + layers(cpu) == pytest.approx(expected(WALK))


@pytest.mark.parametrize(
    "changes",
    [{"auto_frame": False}, {"background": BackgroundSpec("blur")}],
    ids=lambda changes: next(iter(changes)),
)
def test_where_it_is_off_or_has_no_place_nothing_is_asked_or_done_for_it(changes):
    settings = replace(SETTINGS, **changes)
    opener = SeeingOpener()
    stage = make_stage(opener, frames_ahead=False, settings=settings)
    (engine,) = opener.engines
    asked = []
    process = engine.process
    engine.process = lambda batch: (asked.append(batch), process(batch))[1]
    has_pictures = settings.background.kind != "blur"
    with closing(stage):
        behind = WALK[:4] if has_pictures else [None] * 4
        list(stage.push(job_frames(WALK[:4], behind, range(4), [0.0, 0.1, 0.2, 0.3])))
    assert [len(batch.frames) for batch in asked] == [4]
    assert not asked[0].observe
    assert asked[0].settings == settings.for_engine()


def test_a_person_with_an_alpha_of_their_own_stays_in_place():
    opener = SeeingOpener()
    stage = make_stage(opener, frames_ahead=False, has_own_alpha=True)
    assert run(stage, WALK[:8]) == list(range(8))
    (engine,) = opener.engines
    assert set(layers(engine)) == {SETTINGS.layer}
