"""The person who is meant in a job: each frame without the others of its own matte."""

from __future__ import annotations

import threading
from contextlib import closing
from dataclasses import replace

import cv2
import moving_films
import numpy as np
import pytest
from doubles import FakeEngineFactory, FilmEngine, job_frames
from drawn_people import BLUE, HEIGHT, RED, WIDTH, Figure, mask_of, picture_of, seen_in, share
from moving_films import write_film
from video_clips import make_clip

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.compute_stage import ComputeStage
from app.pipeline.jobs.events import Done, Failed, as_dictionary
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.person.people_filter import PeopleFilter
from app.pipeline.person.pick import PersonPick
from app.pipeline.settings import Settings
from app.pipeline.strokes.stroke import Stroke
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.settings import EdgeSettings
from gpu_unet.small_areas import GARBAGE, KEEP, SOFT, small_areas

pytestmark = pytest.mark.usefixtures("kept_strokes")

FORMAT = FrameFormat(HEIGHT, WIDTH)
SETTINGS = Settings(
    background=BackgroundSpec.parse("#204060"), model="fast", device="cpu", learns_room=False
)
RATE = 15.0
FRAMES = 12
BESIDE = [(Figure(60 + 3 * n, RED), Figure(190 - n, BLUE)) for n in range(FRAMES)]
PICTURES = [picture_of(figures) for figures in BESIDE]
PICK = PersonPick(60, 85, 0.0)


class SeeingEngine(FilmEngine):
    """Takes all that is not the wall for people."""

    def seen(self, frame):
        rgb = frame if frame.ndim == 3 else cv2.cvtColor(frame, cv2.COLOR_YUV2RGB_I420)
        return seen_in(rgb, self.architecture)

    def submit_steps(self, batch):
        seen = [self.seen(batch.frames[n]) for n in batch.observe]
        self._keep(replace(self.process(batch), observations=seen))
        return
        yield


class SeeingOpener(FakeEngineFactory):
    engine_class = SeeingEngine


def run(opener, *, size=4, frames_ahead=True, settings=SETTINGS):
    """Numbers of the frames that came out."""
    people = PeopleFilter()
    people.point_out(PICK, SeeingEngine(FORMAT).seen(PICTURES[0]), 0.0, height=HEIGHT, width=WIDTH)
    stage = ComputeStage(
        settings,
        FORMAT,
        want_alpha=False,
        batch_size=size,
        engine_factory=opener,
        notify=lambda sentence: None,
        cancelled=threading.Event(),
        frames_ahead=frames_ahead,
        people=people,
    )
    out = []
    with closing(stage):
        for begin in range(0, FRAMES, size):
            some = PICTURES[begin : begin + size]
            numbers = range(begin, begin + len(some))
            times_s = [number / RATE for number in numbers]
            behind = [np.zeros_like(frame) for frame in some]
            for done, _ in stage.push(job_frames(some, behind, numbers, times_s)):
                out += [frame.shown for frame in done]
        for done, _ in stage.drain():
            out += [frame.shown for frame in done]
    return out


def removed(settings):
    return small_areas(settings.areas, height=HEIGHT, width=WIDTH)[GARBAGE] == 255


def assert_each_is_alone(settings_of_frames):
    last = settings_of_frames[-FRAMES:]  # one frame is looked at before
    for settings, (red, blue) in zip(last, BESIDE, strict=True):
        assert share(removed(settings), mask_of(red)) < 0.02
        assert share(removed(settings), mask_of(blue)) > 0.98


def test_who_is_meant_stays_beside_a_larger_person():
    opener = SeeingOpener()
    largest = replace(SETTINGS, edges=EdgeSettings(largest_only=True))
    assert run(opener, settings=largest) == list(range(FRAMES))
    assert not any(settings.edges.largest_only for settings in opener.engines[0].settings)


@pytest.mark.parametrize("size", [1, 4])
def test_each_frame_loses_the_others_of_its_own_matte(size):
    opener = SeeingOpener()
    assert run(opener, size=size) == list(range(FRAMES))
    (engine,) = opener.engines
    assert_each_is_alone(engine.settings)


@pytest.mark.parametrize("at", [0, 5, FRAMES - 1])
def test_where_a_gpu_fails_people_stay_who_they_are(at):
    opener = SeeingOpener(device="cuda")
    failing = {}

    def prepare(engine):
        process = engine.process

        def fail_once(batch):
            if any(frame is PICTURES[at] for frame in batch.frames) and not failing:
                failing[at] = True
                raise EngineError("lost")
            return process(batch)

        engine.process = fail_once

    opener.prepare = prepare
    assert run(opener, settings=replace(SETTINGS, device="auto")) == list(range(FRAMES))
    gpu, cpu = opener.engines
    assert_each_is_alone(gpu.settings + cpu.settings)


def test_without_frames_ahead_nothing_is_shown_that_was_not_seen_before():
    opener = SeeingOpener()
    run(opener, frames_ahead=False)
    (engine,) = opener.engines
    for settings in engine.settings:
        assert removed(settings).all()


@pytest.fixture
def film(tmp_path):
    path = tmp_path / "talk.mp4"
    make_clip(
        path,
        height=HEIGHT,
        width=WIDTH,
        pts=range(FRAMES),
        picture=lambda index, **_: PICTURES[index],
    )
    return path


def final_of(film, *picks, **changes):
    opener = SeeingOpener()
    spec = JobSpec(
        film, film.with_name(f"out{film.suffix}"), SETTINGS, people=picks or (PICK,), **changes
    )
    return Job(spec, engine_factory=opener).run(), opener


def test_a_job_keeps_the_person_at_a_point_and_tells_what_was_not_sure(film):
    final, opener = final_of(film)
    assert isinstance(final, Done), final
    assert final.report.frames_out == FRAMES
    assert_each_is_alone(opener.engines[0].settings)
    assert as_dictionary(final)["unsure"] == []


@pytest.mark.parametrize("kind", ["keep", "remove", "soft"])
def test_strokes_have_the_last_word_on_who_is_kept(tmp_path, kind):
    """First it is known who is meant, then what strokes add and take away."""
    film = write_film(tmp_path / "film.mkv", PICTURES)
    own = 5
    red, blue = ((figure.middle / WIDTH, 85 / HEIGHT) for figure in BESIDE[own])
    stroke = Stroke(kind, own / moving_films.RATE, 24 / WIDTH, (blue if kind == "keep" else red,))
    final, opener = final_of(film, strokes=(stroke,))
    assert isinstance(final, Done), final
    for settings, (red, blue) in zip(opener.engines[0].settings[-FRAMES:], BESIDE, strict=True):
        planes = small_areas(settings.areas, height=HEIGHT, width=WIDTH)

        def says(plane, figure, row, planes=planes):
            return planes[plane][row, round(figure.middle)] > 128

        shirts = {"removed": (GARBAGE, 85), "kept": (KEEP, 85), "soft": (SOFT, 85)}
        of_red = {name for name, at in shirts.items() if says(at[0], red, at[1])}
        of_blue = {name for name, at in shirts.items() if says(at[0], blue, at[1])}
        assert of_red == {"keep": set(), "remove": {"removed"}, "soft": {"soft"}}[kind]
        assert ("kept" in of_blue) == (kind == "keep")
        assert not says(GARBAGE, red, 50), "the head is meant"
        assert says(GARBAGE, blue, 50)
        assert not says(KEEP, blue, 50), "the stroke is at the shirt"


def test_a_person_is_sought_in_the_frames_that_the_job_reads(tmp_path):
    """Of 16 bits, but with an 8-bit view beside the scene-linear values."""
    pytest.importorskip("OpenEXR")
    for number, picture in enumerate(PICTURES):
        deep = picture[..., ::-1].astype(np.uint16) * 257
        cv2.imwrite(str(tmp_path / f"in_{number:02d}.png"), deep)
    spec = JobSpec(tmp_path / "in_%02d.png", tmp_path / "o_%02d.exr", SETTINGS, people=(PICK,))
    opener = SeeingOpener()
    final = Job(spec, engine_factory=opener).run()
    assert isinstance(final, Done), final
    assert_each_is_alone(opener.engines[0].settings)


def test_people_who_look_alike_are_told_as_unsure(film):
    alike = [picture_of([Figure(60, RED), Figure(190, RED)])] * FRAMES
    make_clip(film, height=HEIGHT, width=WIDTH, pts=range(FRAMES), picture=lambda n, **_: alike[n])
    final, _ = final_of(film, PersonPick(60, 85, 0.2))
    assert isinstance(final, Done), final
    (unsure,) = as_dictionary(final)["unsure"]
    assert unsure["start_s"] == 0.0
    assert 0.0 < unsure["end_s"] < 0.3
    assert unsure["reason"] == "a person came who may be another one"
    assert any("not sure who is who at 0:00 to 0:00." in note for note in final.report.notes)


@pytest.mark.parametrize(
    ("pick", "sentence"),
    [
        (PersonPick(5, 5, 0.2), "no person stands at 5,5 at 0:00.2; give a point on the person"),
        (PersonPick(60, 85, 7), "0:07 is no time of talk.mp4, which ends at 0:00."),
        (PersonPick(300, 85, 0), "300,85 lies outside of the picture, which has 256x144 pixels"),
    ],
    ids=["nobody", "late", "outside"],
)
def test_a_place_where_nobody_stands_is_told_and_nothing_is_written(film, pick, sentence):
    final, _ = final_of(film, pick)
    assert isinstance(final, Failed)
    assert sentence in final.message
    assert list(film.parent.iterdir()) == [film]


def test_a_picture_has_no_time(tmp_path):
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), PICTURES[0])
    final, _ = final_of(path)
    assert isinstance(final, Failed)
    assert "--person is for films without transparency, and photo.png is a picture" in final.message


def test_frames_ahead_cannot_be_off(film):
    with pytest.raises(ValueError, match="leave out --frames-ahead off"):
        JobSpec(film, film, replace(SETTINGS, frames_ahead="off"), people=(PICK,))


def test_no_more_people_are_meant_than_the_window_remembers(film):
    with pytest.raises(ValueError, match="51 points on people, expected at most 50"):
        JobSpec(film, film, SETTINGS, people=(PICK,) * 51)


@pytest.mark.parametrize("values", [(-1, 0, 0), (0, float("nan"), 0), (0, 0, -0.1), (0, 0, 1e300)])
def test_a_pick_is_a_point_and_a_time(values):
    with pytest.raises(ValueError, match="is no pixel and no time"):
        PersonPick(*values)
