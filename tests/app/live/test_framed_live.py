"""Auto-framing, live: a drawn figure walks, and the composite keeps it in the middle."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from live_doubles import PATIENCE_S, Clock
from test_rates_agree import open_drawn

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live.compositor import Compositor
from app.pipeline.live.worker import open_spec
from app.pipeline.no_matte import NoMatte
from app.pipeline.settings import Settings
from app.video.frame import Frame
from gpu_unet.frame_format import FrameFormat

FORMAT = FrameFormat(96, 160)
SETTINGS = Settings(
    background=BackgroundSpec.parse("#ffffff"),
    model="fast",
    device="cpu",
    learns_room=False,
    auto_frame=True,
)


def figure(middle: float):
    """A red figure in a dark room; without a middle: the room alone."""
    y, x = np.mgrid[:96, :160]
    pixels = np.zeros((96, 160, 3), np.uint8)
    pixels[..., 0] = np.where(np.hypot((y - 96) / 45, (x - middle) / 18) < 1, 255, 0)
    return pixels


def walk(at_s: float) -> float:
    return float(np.interp(at_s, [0.0, 1.0, 4.0], [60, 60, 100]))


class Session:
    """A compositor whose engine is open."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.compositor = Compositor(open_drawn, open_spec, lambda event: None, clock=self.clock)
        self.began_s = self.clock.now_s
        self.compositor.background.want(SETTINGS.background)
        until_s = time.monotonic() + 10 * PATIENCE_S
        while isinstance(composed := self.compose(figure(60), 0.0), NoMatte):
            assert composed is not NoMatte.ENGINE_FAILED
            assert time.monotonic() < until_s, "waited in vain for an engine"
            time.sleep(0.01)
        self.compositor.reset()

    def compose(self, pixels, at_s: float, **changes):
        self.clock.now_s = self.began_s + at_s
        frame = Frame(pixels, FORMAT, round(30 * at_s), at_s, self.clock.now_s)
        self.compositor.background.update()
        return self.compositor.compose(frame, replace(SETTINGS, **changes), want_alpha=True)


@pytest.fixture
def session():
    made = Session()
    yield made
    made.compositor.close()


def middle_of(alpha) -> float:
    """Of the person in the composite, as a share of its width."""
    weights = alpha.sum(axis=0, dtype=float)
    return float(np.average((np.arange(alpha.shape[1]) + 0.5) / alpha.shape[1], weights=weights))


def test_the_first_frame_is_framed_and_so_is_the_first_after_a_seek(session):
    composed = session.compose(figure(60), 0.0)
    assert middle_of(composed.alpha) == pytest.approx(0.5, abs=0.03)
    assert (composed.alpha > 128).sum() > 2 * (session_whole(session) > 128).sum()
    session.compositor.reset()
    assert middle_of(session.compose(figure(100), 9.0).alpha) == pytest.approx(0.5, abs=0.03)


def session_whole(session):
    return session.compose(figure(60), 0.1, auto_frame=False).alpha


def test_at_every_rate_a_walking_person_goes_the_same_way():
    ways = []
    for step in (1, 2, 4):
        session = Session()
        try:
            numbers = range(0, 180, step)
            ways.append(
                {n: middle_of(session.compose(figure(walk(n / 30)), n / 30).alpha) for n in numbers}
            )
        finally:
            session.compositor.close()
    every, *fewer = ways
    assert all(0.25 < middle < 0.75 for middle in every.values())  # they walk from 0.38 to 0.63
    assert every[176] == pytest.approx(0.5, abs=0.06)
    for some in fewer:
        assert max(abs(middle - every[n]) for n, middle in some.items()) < 0.06


def test_switched_on_and_off_it_begins_from_the_whole_picture(session):
    before = middle_of(session.compose(figure(60), 0.0, auto_frame=False).alpha)
    assert before == pytest.approx(60 / 160, abs=0.02)
    ways = [middle_of(session.compose(figure(60), n / 30).alpha) for n in range(1, 121)]
    assert ways[0] == pytest.approx(before, abs=0.01)
    assert ways[-1] == pytest.approx(0.5, abs=0.06)
    assert np.abs(np.diff(ways)).max() < 0.03
    after = middle_of(session.compose(figure(60), 5.0, auto_frame=False).alpha)
    assert after == pytest.approx(before, abs=0.02)


def test_without_a_person_the_picture_is_the_background(session):
    session.compose(figure(60), 0.0)
    for n in range(1, 30):
        composed = session.compose(figure(-99), n / 30)
        assert not composed.alpha.any()
    assert middle_of(session.compose(figure(62), 1.0).alpha) == pytest.approx(0.5, abs=0.06)


def test_without_a_matte_the_frame_stays_where_it_is(session):
    session.compose(figure(60), 0.0)
    lost = Frame(figure(60), FORMAT, 1, 1 / 30, session.clock.now_s, has_valid_alpha=False)
    for _ in range(50):
        assert isinstance(session.compositor.compose(lost, SETTINGS, want_alpha=True), NoMatte)
    assert middle_of(session.compose(figure(60), 2.0).alpha) == pytest.approx(0.5, abs=0.03)
