"""Strokes in a job: each frame is composited with what they want of that very frame."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import cv2
import numpy as np
import pytest
from moving_films import BOX, HEIGHT, RATE, THING, WIDTH, picture_with, write_film
from test_people_job import SETTINGS, SeeingEngine, SeeingOpener

from app.pipeline.jobs.events import Cancelled, Done, Failed, LookingAhead, as_dictionary
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.strokes.stroke import Stroke
from gpu_unet.areas import Area
from gpu_unet.errors import EngineError
from gpu_unet.small_areas import GARBAGE, KEEP, SOFT, small_areas

pytestmark = pytest.mark.usefixtures("kept_strokes")

TOP, FRAMES, OWN = 52, 12, 5
LEFTS = [60 + 8 * n for n in range(FRAMES)]
MIDDLE = ((LEFTS[OWN] + BOX[1] / 2) / WIDTH, (TOP + BOX[0] / 2) / HEIGHT)
STROKE = Stroke("remove", OWN / RATE, 20 / WIDTH, (MIDDLE,))


class WatchedEngine(SeeingEngine):
    """Remembers where the box is in each frame that it composites, and what is removed there."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.boxes, self.removed, self.kept, self.softened = [], [], [], []
        self.fails_at = None

    def process(self, batch):
        for frame in batch.frames:
            rgb = frame if frame.ndim == 3 else cv2.cvtColor(frame, cv2.COLOR_YUV2RGB_I420)
            found = cv2.matchTemplate(rgb, THING, cv2.TM_CCOEFF_NORMED)
            self.boxes.append(int(found.max(axis=0).argmax()) + BOX[1] / 2)
            planes = small_areas(batch.settings.areas, height=HEIGHT, width=WIDTH)
            found = {GARBAGE: self.removed, KEEP: self.kept, SOFT: self.softened}
            for plane, middles in found.items():
                columns = np.nonzero(planes[plane])[1]
                middles.append(float(columns.mean()) if len(columns) else None)
        if self.fails_at is not None and len(self.boxes) > self.fails_at:
            raise EngineError("lost")
        return super().process(batch)


class WatchedOpener(SeeingOpener):
    def make(self, frame_format, *, device, input_pixels):
        return WatchedEngine(frame_format, device=device, input_pixels=input_pixels)


@pytest.fixture
def film(tmp_path):
    return write_film(tmp_path / "film.mkv", [picture_with(left, TOP) for left in LEFTS])


def spec_of(film, settings=SETTINGS, **more):
    return JobSpec(film, film.with_name("out.mkv"), settings, **{"strokes": (STROKE,), **more})


def done(spec, opener):
    final = Job(spec, engine_factory=opener).run()
    assert isinstance(final, Done), final
    return final


@pytest.mark.parametrize("frames_ahead", ["on", "off"])
@pytest.mark.parametrize(
    ("more", "count"),
    [
        ({}, FRAMES),
        ({"start_s": 7 / RATE, "end_s": 10 / RATE}, 3),
        ({"frame_rate": Fraction(RATE, 2)}, FRAMES // 2),
        ({"deinterlaces": True}, FRAMES),
    ],
    ids=["all", "a part beside the stroke", "half the rate", "deinterlaced"],
)
def test_each_frame_has_the_strokes_of_its_own_time(film, frames_ahead, more, count):
    opener = WatchedOpener()
    settings = replace(SETTINGS, frames_ahead=frames_ahead)
    report = done(spec_of(film, settings, **more), opener).report
    assert report.frames_out == count
    assert report.strokes == ()
    (engine,) = opener.engines
    assert len(engine.boxes) == count
    assert engine.removed == pytest.approx(engine.boxes, abs=2.5)


def test_a_soft_stroke_softens_what_it_was_drawn_on_and_removes_nothing(film):
    opener = WatchedOpener()
    done(spec_of(film, strokes=(replace(STROKE, kind="soft"),)), opener)
    (engine,) = opener.engines
    assert engine.softened == pytest.approx(engine.boxes, abs=2.5)
    assert {*engine.removed, *engine.kept} == {None}


def test_strokes_come_beside_areas_that_were_drawn(film):
    area = Area("keep", ((0.0, 0.0), (0.1, 0.0), (0.1, 0.2), (0.0, 0.2)))
    opener = WatchedOpener()
    done(spec_of(film, replace(SETTINGS, areas=(area,))), opener)
    (engine,) = opener.engines
    assert engine.removed == pytest.approx(engine.boxes, abs=2.5)
    assert None not in engine.kept


def test_they_go_with_auto_framing(film):
    opener = WatchedOpener()
    done(spec_of(film, replace(SETTINGS, auto_frame=True)), opener)
    (engine,) = opener.engines
    shown = list(zip(engine.boxes, engine.removed, strict=True))[-FRAMES:]
    assert [removed for _, removed in shown] == pytest.approx([box for box, _ in shown], abs=2.5)


def test_where_a_gpu_fails_each_frame_still_has_its_own(film):
    opener = WatchedOpener(device="cuda")
    opener.prepare = lambda engine: setattr(
        engine, "fails_at", 4 if engine.device == "cuda" else None
    )
    report = done(spec_of(film, replace(SETTINGS, device="auto")), opener).report
    assert report.frames_out == FRAMES
    assert len(opener.engines) == 2
    for engine in opener.engines:
        assert engine.removed == pytest.approx(engine.boxes, abs=2.5)


def test_a_stroke_that_ends_early_is_told(film):
    write_film(film, [picture_with(LEFTS[n] if n < 8 else None, TOP) for n in range(FRAMES)])
    final = done(spec_of(film), WatchedOpener())
    (told,) = as_dictionary(final)["strokes"]
    assert (told["kind"], told["time_s"], told["end_reason"]) == ("remove", 0.2, "gone")
    assert told["end_s"] == pytest.approx(8 / RATE, abs=0.05)
    (note,) = (note for note in final.report.notes if note.startswith("Strokes were followed"))
    assert "that of 0:00.2 to 0:00.3 (what it was drawn on is gone)." in note


def test_a_stroke_whose_time_the_film_lacks_is_left_out_and_told_and_others_have_effect(film):
    opener = WatchedOpener()
    late = replace(STROKE, kind="keep", time_s=7.0)
    final = done(spec_of(film, strokes=(late, STROKE)), opener)
    (engine,) = opener.engines
    assert engine.removed == pytest.approx(engine.boxes, abs=2.5)
    assert set(engine.kept) == {None}
    (told,) = as_dictionary(final)["strokes"]
    assert (told["time_s"], told["end_reason"]) == (7.0, "absent")
    (note,) = (note for note in final.report.notes if note.startswith("Strokes"))
    assert note.startswith("Strokes were left out, because the film has no frame at their time")
    assert note.endswith(": 0:07.")


def test_a_picture_has_no_strokes(tmp_path):
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), picture_with(60, TOP))
    final = Job(spec_of(path), engine_factory=WatchedOpener()).run()
    assert isinstance(final, Failed)
    assert "--strokes is for films without transparency, and photo.png is a pic" in final.message


def test_a_job_that_is_cancelled_while_it_follows_writes_nothing(film):
    def on_event(event):
        if isinstance(event, LookingAhead):
            job.cancel()

    job = Job(spec_of(film), on_event, engine_factory=WatchedOpener())
    assert isinstance(job.run(), Cancelled)
    assert list(film.parent.iterdir()) == [film]


def test_there_must_be_room_for_their_areas(film):
    area = Area("keep", ((0.0, 0.0), (0.1, 0.0), (0.1, 0.2)))
    assert spec_of(film, replace(SETTINGS, areas=(area,) * 24))
    with pytest.raises(ValueError, match="25 areas; beside strokes there may be at most 24"):
        spec_of(film, replace(SETTINGS, areas=(area,) * 25))
