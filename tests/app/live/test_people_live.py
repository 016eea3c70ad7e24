"""The person who is meant, live: each frame without the others of its own matte."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from doubles import FakeEngineFactory, FilmEngine
from drawn_people import BLUE, HEIGHT, RED, WIDTH, Figure, mask_of, picture_of, seen_in, share
from live_doubles import PATIENCE_S, Clock, wait_until
from test_rates_agree import open_drawn

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live import events
from app.pipeline.live.compositor import Composed, Compositor
from app.pipeline.live.people import LivePeople
from app.pipeline.live.worker import open_spec
from app.pipeline.no_matte import NoMatte
from app.pipeline.person.pick import PersonPick, UncertainRange, joined
from app.pipeline.settings import Settings
from app.pipeline.strokes.stroke import Stroke
from app.pipeline.strokes.track import MaskTrack, StrokeTrack, TrackReach, packed
from app.video.frame import Frame
from app.video.source import SourceError
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.settings import EdgeSettings
from gpu_unet.small_areas import GARBAGE, small_areas

FORMAT = FrameFormat(HEIGHT, WIDTH)
SETTINGS = Settings(
    background=BackgroundSpec.parse("#204060"), model="fast", device="cpu", learns_room=False
)
FILM = Path("/films/two.mp4")
BESIDE = [(Figure(60 + 3 * n, RED), Figure(190 - n, BLUE)) for n in range(12)]
PICTURES = [picture_of(figures) for figures in BESIDE]
PICK = PersonPick(60, 85, 0.0)


class SeeingEngine(FilmEngine):
    """Takes all that is not the wall for people."""

    def process(self, batch):
        made = super().process(batch)
        return replace(made, observations=[self.seen(batch.frames[n]) for n in batch.observe])

    def seen(self, rgb):
        return seen_in(rgb, self.architecture)


class SeeingOpener(FakeEngineFactory):
    engine_class = SeeingEngine


class Film:
    """A film of `PICTURES`, one a second, whose opening waits for `gate`."""

    def __init__(self, error=None) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.error = error
        self.opened = self.read_count = 0
        self.logs = []

    def __call__(self, path, reading):
        assert path == FILM
        self.logs.append(reading.log)
        self.gate.wait()
        self.opened += 1
        if self.error is not None:
            raise self.error
        return self

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        pass

    def seek(self, pts_s):
        self.at = round(pts_s)

    def read(self):
        self.read_count += 1
        if self.at >= len(PICTURES):
            return None
        return Frame(PICTURES[self.at], FORMAT, self.at, float(self.at), 0.0)


class Session:
    """A compositor whose engine and background are open."""

    def __init__(self, film: Film | None = None) -> None:
        self.opener = SeeingOpener()
        self.clock = Clock()
        self.events: list[events.Event] = []
        self.compositor = Compositor(self.opener, open_spec, self.events.append, clock=self.clock)
        self.film = film or Film()
        self.compositor.people = LivePeople(self.events.append, open_film=self.film)
        self.compositor.background.want(SETTINGS.background)
        self.people = self.compositor.people
        wait_until(lambda: isinstance(self.compose(0), Composed))
        self.engine.settings.clear()
        self.engine.elapsed_s.clear()

    @property
    def engine(self) -> SeeingEngine:
        return self.opener.engines[-1]

    def compose(self, number: int, pixels=None, **changes):
        pixels = PICTURES[number] if pixels is None else pixels
        frame = Frame(pixels, FORMAT, number, number / 10, self.clock.now_s)
        self.compositor.background.update()
        return self.compositor.compose(frame, replace(SETTINGS, **changes), want_alpha=False)

    def told(self, kind):
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def session():
    made = Session()
    yield made
    made.film.gate.set()
    made.compositor.close()


def removed(settings):
    return small_areas(settings.areas, height=HEIGHT, width=WIDTH)[GARBAGE] == 255


def assert_alone(settings, number):
    red, blue = BESIDE[number]
    assert share(removed(settings), mask_of(red)) < 0.02
    assert share(removed(settings), mask_of(blue)) > 0.98


def test_each_frame_loses_the_others_of_its_own_matte(session):
    session.people.want(FILM, [PICK])
    for number in range(12):
        assert isinstance(session.compose(number), Composed)
        assert_alone(session.engine.settings[-1], number)
    assert session.film.opened == 0, "the frame of the pick was shown anyway"
    assert session.told(events.PersonSought) == [events.PersonSought(PICK, is_found=True)]
    assert [seen.time_s for seen in session.told(events.PeopleSeen)] == [n / 10 for n in range(12)]


def test_a_frame_is_inferred_once_and_its_time_passes_once(session):
    session.people.want(FILM, [PICK])
    session.compose(0)
    session.compose(1)
    assert len(session.engine.looked) == len(session.engine.settings) == 2
    assert session.engine.elapsed_s == pytest.approx([0, 0.1])


@pytest.mark.parametrize("fails", ["look_error", "error"])
def test_after_a_frame_that_failed_the_next_one_has_its_own_composite(session, fails):
    session.people.want(FILM, [PICK])
    session.compose(0)
    setattr(session.engine, fails, EngineError("the card is gone for a moment"))
    assert session.compose(1) is NoMatte.ENGINE_ERROR
    composed = session.compose(2)
    assert isinstance(composed, Composed)
    assert_alone(session.engine.settings[-1], 2)
    assert session.engine.given[-1][0] == int(PICTURES[2].flat[0])


def test_who_is_meant_stays_beside_a_larger_person(session):
    session.people.want(FILM, [PICK])
    session.compose(0, edges=EdgeSettings(largest_only=True))
    assert not session.engine.settings[-1].edges.largest_only


def test_auto_framing_follows_who_is_meant_in_the_very_frame(session):
    session.compose(0, auto_frame=True)
    together = session.engine.settings[-1].layer
    session.people.want(FILM, [PICK])
    session.compositor.reset()
    session.compose(0, auto_frame=True)
    assert session.engine.settings[-1].layer.person_size > 1.2 * together.person_size


def test_the_frame_of_another_time_is_decoded_and_until_then_nobody_is_shown(session):
    session.film.gate.clear()
    session.compositor.people.want(FILM, [PersonPick(93, 85, 11.0)])
    assert session.compose(2) is NoMatte.PERSON_SOUGHT
    assert session.compose(3) is NoMatte.PERSON_SOUGHT
    session.film.gate.set()
    wait_until(lambda: session.people.has_decoded)
    assert isinstance(session.compose(4), Composed)
    assert_alone(session.engine.settings[-1], 4)
    assert session.film.opened == 1
    assert session.engine.resets > 0, "the frame that was looked at is none of the film's"


def test_many_picks_are_looked_at_a_few_at_a_time(session):
    picks = [PersonPick(60 + 3 * n, 85, float(n)) for n in range(3, 12)]
    session.people.want(FILM, picks)
    most = 0

    def is_composed() -> bool:
        nonlocal most
        found = len(session.told(events.PersonSought))
        most = max(most, session.film.read_count - found)
        return isinstance(session.compose(2), Composed)

    wait_until(is_composed)
    assert most <= 4
    assert {event.pick for event in session.told(events.PersonSought)} == set(picks)
    assert_alone(session.engine.settings[-1], 2)


def test_where_everyone_was_shown_they_are_until_it_is_known_who_is_meant(session):
    session.people.want(FILM, [])
    assert isinstance(session.compose(2), Composed)
    session.film.gate.clear()
    session.people.want(FILM, [PersonPick(93, 85, 11.0)])
    assert isinstance(session.compose(3), Composed)
    assert not removed(session.engine.settings[-1]).any()
    session.film.gate.set()
    wait_until(lambda: session.people.has_decoded)
    session.compose(4)
    assert_alone(session.engine.settings[-1], 4)
    session.people.want(FILM, [])
    session.compose(5)
    assert session.engine.settings[-1].areas == ()


@pytest.mark.parametrize(
    ("pick", "error"),
    [
        (PersonPick(5, 5, 11.0), None),  # the wall
        (PersonPick(93, 85, 99.0), None),  # after the film's end
        (PersonPick(93, 85, 11.0), SourceError("it is gone")),
    ],
)
def test_where_nobody_is_found_nobody_is_shown_and_that_is_told(pick, error):
    session = Session(Film(error))
    try:
        session.people.want(FILM, [pick])
        wait_until(lambda: session.compose(2) and session.told(events.PersonSought))
        assert session.told(events.PersonSought) == [events.PersonSought(pick, is_found=False)]
        assert session.compose(3) is NoMatte.PERSON_SOUGHT
        # Another pick settles it.
        session.people.want(FILM, [pick, PersonPick(72, 85, 0.4)])
        assert isinstance(session.compose(4), Composed)
        assert_alone(session.engine.settings[-1], 4)
    finally:
        session.compositor.close()


def test_a_jump_leaves_only_the_colours_which_suffice(session):
    session.people.want(FILM, [PICK])
    for number in range(4):
        session.compose(number)
    session.compositor.reset()
    # They have changed sides.
    swapped = (Figure(190, RED), Figure(60, BLUE))
    session.compose(9, picture_of(swapped))
    settings = session.engine.settings[-1]
    assert share(removed(settings), mask_of(swapped[0])) < 0.02
    assert share(removed(settings), mask_of(swapped[1])) > 0.98


def test_strokes_add_to_and_take_from_who_is_meant(session):
    session.people.want(FILM, [PICK])
    session.compose(0)
    red, blue = BESIDE[1]
    shirt = np.zeros((HEIGHT, WIDTH), bool)
    shirt[75:95] = True
    masks = [packed(shirt & mask_of(figure)) for figure in (blue, red)]
    strokes = [Stroke(kind, 0.1, 0.1, ((0.5, 0.5),)) for kind in ("keep", "remove")]
    reach = TrackReach(0.1, 0.2, "end", "end")
    trails = tuple(MaskTrack((0.1,), (mask,), reach) for mask in masks)
    session.compositor.strokes = StrokeTrack(tuple(strokes), trails, (HEIGHT, WIDTH), FILM)
    session.compose(1)
    garbage, keep, _ = small_areas(session.engine.settings[-1].areas, height=HEIGHT, width=WIDTH)
    assert keep[85, round(blue.middle)] == 255
    assert garbage[50, round(blue.middle)] == 255
    assert garbage[85, round(red.middle)] == 255
    assert garbage[50, round(red.middle)] == keep[50, round(red.middle)] == 0


def test_a_film_in_log_is_looked_through_in_log(session):
    """Named while the film is shown, too: what was seen without it does not count."""
    session.people.want(FILM, [PICK])
    session.compose(0)
    assert session.told(events.PersonSought)
    session.film.gate.clear()
    session.people.want(FILM, [PICK], log="slog3")
    assert session.compose(3) is NoMatte.PERSON_SOUGHT
    session.film.gate.set()
    wait_until(lambda: isinstance(session.compose(4), Composed))
    assert session.film.logs == ["slog3"]


def test_another_film_has_people_of_its_own(session):
    session.people.want(FILM, [PICK])
    session.compose(0)
    session.people.want(Path("/films/other.mp4"), [])
    session.compose(1)
    assert session.engine.settings[-1].areas == ()


@pytest.mark.parametrize("clear_rows", [0, HEIGHT // 2])
def test_a_frame_with_transparency_of_its_own_shows_nobody(session, clear_rows):
    session.people.want(FILM, [PICK])
    alpha = np.full((HEIGHT, WIDTH), 255, np.uint8)
    alpha[:clear_rows] = 0
    frame = Frame(PICTURES[0], FORMAT, 0, 0.0, session.clock.now_s, alpha=alpha)
    assert session.compositor.compose(frame, SETTINGS, want_alpha=False) is NoMatte.PERSON_SOUGHT


def test_an_engine_that_does_not_say_what_it_saw_shows_nobody(session):
    session.people.want(FILM, [PICK])
    steps = session.engine.film_steps
    session.engine.film_steps = lambda batch: steps(replace(batch, observe=()))
    assert session.compose(0) is NoMatte.NO_ALPHA


def flickering(count):
    """A red figure that stands still, of whose lower half the network is more or less sure."""
    y, x = np.mgrid[:96, :160]
    is_figure = np.hypot((y - 96) / 70, (x - 80) / 40) < 1
    pictures = []
    for number in range(count):
        pixels = np.zeros((96, 160, 3), np.uint8)
        shade = np.where(y > 60, 132 if number % 4 < 2 else 129, 255)
        pixels[..., 0] = np.where(is_figure, shade, 0)
        pictures.append(pixels)
    return FrameFormat(96, 160), pictures


def mattes_of(frame_format, pictures, picks):
    """Those of a real engine, uint8 (n, 96, 160) as int."""
    clock = Clock()
    compositor = Compositor(open_drawn, open_spec, lambda event: None, clock=clock)
    compositor.background.want(SETTINGS.background)
    compositor.people.want(FILM, picks)

    def compose(number):
        frame = Frame(pictures[number], frame_format, number, number / 30, clock.now_s)
        compositor.background.update()
        return compositor.compose(frame, SETTINGS, want_alpha=True)

    try:
        until_s = time.monotonic() + 10 * PATIENCE_S
        while isinstance(compose(0), NoMatte):
            assert time.monotonic() < until_s, "waited in vain for an engine"
            time.sleep(0.01)
        compositor.reset()
        return np.stack([compose(n).alpha for n in range(len(pictures))]).astype(int)
    finally:
        compositor.close()


def test_with_someone_chosen_a_frame_is_smoothed_as_without():
    frame_format, pictures = flickering(16)
    plain = mattes_of(frame_format, pictures, [])
    alone = mattes_of(frame_format, pictures, [PersonPick(80, 50, 0.0)])
    lower = np.s_[:, 70:90, 70:90]
    assert np.ptp(plain[lower].mean((1, 2))) > 4, "it flickers"
    assert np.abs(alone - plain)[lower].max() <= 1


def test_doubts_of_one_kind_that_meet_are_one():
    doubts = [
        UncertainRange(3.0, 3.5, "a"),
        UncertainRange(0.0, 1.0, "a"),
        UncertainRange(0.5, 1.2, "b"),
    ]
    doubts += [UncertainRange(1.4, 2.0, "a")]
    assert joined(doubts) == (
        UncertainRange(0.0, 2.0, "a"),
        UncertainRange(0.5, 1.2, "b"),
        UncertainRange(3.0, 3.5, "a"),
    )
