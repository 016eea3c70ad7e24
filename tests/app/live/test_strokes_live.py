"""Strokes in a live session: on the frames of their own film, and on no others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from live_doubles import wait_until
from video_clips import make_clip

from app.pipeline.live.events import SourceOpened
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.strokes.stroke import Stroke
from app.pipeline.strokes.track import MaskTrack, StrokeTrack, TrackReach, packed
from app.video.frame import Frame
from gpu_unet.areas import Area
from gpu_unet.frame_format import FrameFormat

SHAPE, RATE = (48, 64), 25
SEEN_FRAME = 10


@pytest.fixture
def clip(tmp_path):
    make_clip(tmp_path / "clip.mp4", frame_count=30)
    return SourceRequest("file", str(tmp_path / "clip.mp4"))


def track_of(clip):
    """A stroke that is a column to the right at each frame; on the frames 5 to 14."""
    times, masks = [], []
    for frame in range(5, 15):
        mask = np.zeros(SHAPE, bool)
        mask[10:40, frame : frame + 8] = True
        times.append(frame / RATE)
        masks.append(packed(mask))
    stroke = Stroke("keep", SEEN_FRAME / RATE, 8 / 64, ((0.2, 0.3),))
    trail = MaskTrack(tuple(times), tuple(masks), TrackReach(5 / RATE, 15 / RATE, "gone", "gone"))
    return StrokeTrack((stroke,), (trail,), SHAPE, Path(clip.target).resolve())


def left_of(settings):
    """The first column that is kept; None: none is."""
    corners = [x for area in settings.areas if area.kind == "keep" for x, _ in area.points]
    return round(min(corners) * SHAPE[1]) if corners else None


def pause(owner):
    """Hold the picture; a seek before would play on from there."""
    owner.worker.source.wanted.set_paused(True)
    wait_until(lambda: owner.worker.statistics().source_state == "paused", "the pause")


def test_a_paused_film_shows_strokes_as_soon_as_they_are_set(start, clip, engine_factory):
    owner = start(clip)
    owner.wait_for_composite()
    pause(owner)
    owner.worker.source.wanted.seek(SEEN_FRAME / RATE)
    wait_until(lambda: owner.newest().pts_s == pytest.approx(SEEN_FRAME / RATE), "the frame")
    (engine,) = engine_factory.engines
    assert left_of(engine.settings[-1]) is None
    owner.worker.set_strokes(track_of(clip))
    wait_until(lambda: left_of(engine.settings[-1]) == SEEN_FRAME, "the stroke")
    owner.worker.source.wanted.seek(7 / RATE)
    wait_until(lambda: left_of(engine.settings[-1]) == 7, "the stroke there")
    owner.worker.source.wanted.seek(20 / RATE)
    wait_until(lambda: left_of(engine.settings[-1]) is None, "a frame beyond its reach")
    owner.worker.source.wanted.seek(7 / RATE)
    wait_until(lambda: left_of(engine.settings[-1]) == 7, "the stroke again")
    owner.worker.set_strokes(None)
    wait_until(lambda: left_of(engine.settings[-1]) is None, "no stroke")


def test_another_film_has_no_strokes_of_the_one_before(start, clip, engine_factory, tmp_path):
    make_clip(tmp_path / "other.mp4", frame_count=30)
    owner = start(SourceRequest("file", str(tmp_path / "other.mp4")))
    owner.worker.set_strokes(track_of(clip))
    owner.wait_for_composite()
    pause(owner)
    owner.worker.source.wanted.seek(SEEN_FRAME / RATE)
    wait_until(lambda: owner.newest().pts_s == pytest.approx(SEEN_FRAME / RATE), "the frame")
    assert {left_of(settings) for settings in engine_factory.engines[0].settings} == {None}
    seen = len(owner.of(SourceOpened))
    owner.worker.source.want(clip)
    wait_until(lambda: len(owner.of(SourceOpened)) > seen, "its own film's beginning")
    pause(owner)
    owner.worker.source.wanted.seek(SEEN_FRAME / RATE)
    wait_until(
        lambda: left_of(engine_factory.engines[-1].settings[-1]) == SEEN_FRAME, "its own film"
    )


def test_with_as_many_areas_as_there_may_be_strokes_are_left_out(clip):
    from doubles import FakeEngineFactory

    from app.pipeline.live.compositor import Composed, Compositor
    from app.pipeline.live.worker import open_spec
    from app.pipeline.settings import Settings

    engines = FakeEngineFactory()
    compositor = Compositor(engines, open_spec, lambda event: None)
    compositor.background.want(Settings().background)
    area = Area("keep", ((0.0, 0.0), (0.1, 0.0), (0.1, 0.2)))
    frame = Frame(np.zeros((*SHAPE, 3), np.uint8), FrameFormat(*SHAPE), 0, SEEN_FRAME / RATE, 0.0)
    compositor.strokes = track_of(clip)

    def is_composed(settings):
        compositor.background.update()
        return isinstance(compositor.compose(frame, settings, want_alpha=False), Composed)

    try:
        for count, more in ((31, 1), (32, 0)):
            settings = Settings(areas=(area,) * count)
            wait_until(lambda: is_composed(settings), "a composite")  # noqa: B023
            assert len(engines.engines[-1].settings[-1].areas) == count + more
    finally:
        compositor.close()
