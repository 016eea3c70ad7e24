"""A frame that shows the background alone has a reason: one test for each of `NoMatte`."""

import threading
import time
from pathlib import Path

import numpy as np
import pytest
from live_doubles import CORNER, PATIENCE_S, Clock, room

from app.cli.headless import alone_lines, line_of
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live.compositor import Compositor
from app.pipeline.live.statistics import SessionFigures
from app.pipeline.live.worker import open_spec
from app.pipeline.no_matte import NoMatte
from app.pipeline.person.pick import PersonPick
from app.pipeline.settings import Settings
from app.video.backgrounds.background import Background, BackgroundError
from app.video.frame import Frame
from gpu_unet.engine import Composites
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat

RED = Settings(background=BackgroundSpec.parse("#c81e1e"), model="fast")
CLEAR = Settings(background=BackgroundSpec("transparent"), model="fast")
FORMAT = FrameFormat(48, 64)
IN_THE_SESSION = {NoMatte.SOURCE_OPENING, NoMatte.SOURCE_LOST, NoMatte.SESSION_ENDS}


def frame(index=1, **alpha):
    return Frame(room(index), FORMAT, index, index / 30, 1000.0 + index / 30, **alpha)


class Scene:
    """A compositor with engines that a test breaks."""

    def __init__(self, engine_factory, open_background=open_spec, settings=RED):
        self.engines, self.settings = engine_factory, settings
        self.compositor = Compositor(
            engine_factory, open_background, lambda event: None, clock=Clock()
        )
        self.compositor.background.want(settings.background)

    def compose(self, shown=None):
        self.compositor.background.update()
        return self.compositor.compose(shown or frame(), self.settings, want_alpha=False)

    def wait_for(self, *wanted):
        """Compose until there is a composite, or one of the reasons that a test waits for."""
        until_s = time.monotonic() + PATIENCE_S
        while isinstance(found := self.compose(), NoMatte) and found not in wanted:
            assert time.monotonic() < until_s, found
            time.sleep(0.002)
        return found


@pytest.fixture
def scene(engine_factory):
    scenes = []

    def make(**options):
        scenes.append(Scene(engine_factory, **options))
        return scenes[-1]

    yield make
    engine_factory.gate.set()
    for engine in engine_factory.engines:
        engine.gate.set()
    for made in scenes:
        made.compositor.close()


def broken(engine, composites):
    engine.process = lambda *_, **__: composites


def alpha_damaged(scene, engines, monkeypatch):
    return scene().compose(frame(alpha=None, has_valid_alpha=False))


def background_opening(scene, engines, monkeypatch):
    made = scene()
    made.wait_for()
    cut_out = np.zeros((48, 64), np.uint8)
    cut_out[:, :32] = 255
    gate = threading.Event()
    other = scene(open_background=lambda spec: gate.wait() and open_spec(spec))
    found = other.compose(frame(alpha=cut_out))
    gate.set()
    return found


def background_failed(scene, engines, monkeypatch):
    class Breaks(Background):
        def image_at(self, pts_s, frame_format):
            raise BackgroundError("beach.mp4 ends in the middle; copy it again.")

    return scene(open_background=lambda spec: Breaks()).wait_for(NoMatte.BACKGROUND_FAILED)


def engine_opening(scene, engines, monkeypatch):
    engines.gate.clear()
    return scene().compose()


def engine_failed(scene, engines, monkeypatch):
    engines.error = ValueError("fast.safetensors is damaged")
    return scene().wait_for(NoMatte.ENGINE_FAILED)


def engine_late(scene, engines, monkeypatch):
    made = scene()
    made.wait_for()
    monkeypatch.setattr("app.pipeline.live.engine.STALE_S", 0.02)
    engines.engines[0].gate.clear()
    return made.compose()


def engine_stuck(scene, engines, monkeypatch):
    made = scene()
    made.wait_for()
    monkeypatch.setattr("app.pipeline.live.engine.STALE_S", 0.02)
    engines.engines[0].gate.clear()
    return made.wait_for(NoMatte.ENGINE_STUCK)


def engine_error(scene, engines, monkeypatch):
    made = scene()
    made.wait_for()
    engines.engines[0].error = EngineError("a kernel failed")
    return made.compose()


def not_a_composite(scene, engines, monkeypatch):
    made = scene()
    made.wait_for()
    broken(engines.engines[0], Composites([room(1)[:8]], None, {}))
    return made.compose()


def no_alpha(scene, engines, monkeypatch):
    made = scene(settings=CLEAR)
    made.wait_for()
    broken(engines.engines[0], Composites([room(1)], None, {}))
    return made.compose()


def person_sought(scene, engines, monkeypatch):
    made = scene()
    made.wait_for()
    made.compositor.people.want(Path("film.mp4"), [PersonPick(1, 1, 0)])
    return made.compose(frame(alpha=np.full((48, 64), 255, np.uint8)))


CASES = {
    NoMatte.ALPHA_DAMAGED: alpha_damaged,
    NoMatte.BACKGROUND_OPENING: background_opening,
    NoMatte.BACKGROUND_FAILED: background_failed,
    NoMatte.ENGINE_OPENING: engine_opening,
    NoMatte.ENGINE_FAILED: engine_failed,
    NoMatte.ENGINE_LATE: engine_late,
    NoMatte.ENGINE_STUCK: engine_stuck,
    NoMatte.ENGINE_ERROR: engine_error,
    NoMatte.NOT_A_COMPOSITE: not_a_composite,
    NoMatte.PERSON_SOUGHT: person_sought,
    NoMatte.NO_ALPHA: no_alpha,
}


def test_each_reason_has_a_case():
    assert {*CASES} | IN_THE_SESSION == {*NoMatte}


@pytest.mark.parametrize("reason", CASES, ids=lambda reason: reason.code)
def test_a_frame_without_a_matte_says_why(scene, engine_factory, monkeypatch, reason):
    assert CASES[reason](scene, engine_factory, monkeypatch) is reason


def test_a_session_tells_why_its_source_shows_nothing(start, bench):
    owner = start()
    owner.wait_for_composite()
    assert owner.worker.statistics().alone_because is None
    bench.is_there = False
    bench.camera.behaviour = "fail"
    until_s = time.monotonic() + PATIENCE_S
    while owner.worker.statistics().alone_because is not NoMatte.SOURCE_LOST:
        assert time.monotonic() < until_s
        time.sleep(0.005)
    owner.worker.stop()
    statistics = owner.worker.statistics()
    assert statistics.alone_because is NoMatte.SESSION_ENDS
    assert statistics.without_matte[NoMatte.SESSION_ENDS] == 1
    assert (owner.newest().pixels[CORNER].mean((0, 1)).round() == (200, 30, 30)).all()


def test_the_line_and_the_end_of_the_statistics_tell_the_reasons():
    figures = SessionFigures()
    assert figures.count_alone(NoMatte.ENGINE_OPENING)
    assert not figures.count_alone(NoMatte.ENGINE_OPENING)
    figures.count_composite({}, 1.0)
    assert "background alone" not in line_of(figures.snapshot(fps_in=30.0, dropped_frames=0))
    assert figures.count_alone(NoMatte.ENGINE_LATE)
    statistics = figures.snapshot(fps_in=30.0, dropped_frames=0)
    late = "The engine took longer than a second for this frame"
    assert f"background alone: {late}" in line_of(statistics)
    assert alone_lines(statistics) == [
        "background alone in 2 frames: The engine is starting.",
        f"background alone in 1 frame: {late}.",
    ]
