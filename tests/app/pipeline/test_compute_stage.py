"""A job's engine: called in steps between which a live picture has its turn."""

import threading
import weakref
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest
from doubles import FakeEngine, FakeEngineFactory, FilmEngineFactory, job_frames

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.compute import Urgency, compute_thread
from app.pipeline.jobs.compute_stage import ComputeStage, JobCancelled
from app.pipeline.settings import Settings
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frames_ahead import REACH

FORMAT = FrameFormat(48, 64)
FRAME = np.zeros(FORMAT.shape, np.uint8)
SETTINGS = Settings(background=BackgroundSpec.parse("#204060"), model="fast", device="cpu")


class SteppingEngine(FakeEngine):
    """Pauses three times before it has done a batch.

    Attributes:
        on_pause: Called in each pause, on the compute thread.
    """

    on_pause = staticmethod(lambda number: None)

    def submit_steps(self, batch):
        for number in range(3):
            self.on_pause(number)
            yield
        self.submit(batch)


class SteppingOpener(FakeEngineFactory):
    engine_class = SteppingEngine


@pytest.fixture
def cancelled():
    return threading.Event()


@pytest.fixture
def stage(cancelled):
    engine_factory = SteppingOpener()
    made = ComputeStage(
        SETTINGS,
        FORMAT,
        want_alpha=False,
        batch_size=2,
        engine_factory=engine_factory,
        notify=lambda sentence: None,
        cancelled=cancelled,
    )
    made.engine = engine_factory.engines[0]
    with closing(made):
        yield made
    compute_thread().submit(lambda: None).result()
    assert engine_factory.engines[0].is_closed


def test_a_live_picture_has_its_turn_within_a_batch(stage, monkeypatch):
    monkeypatch.setattr("app.pipeline.compute.TURN_S", 0.0)
    order = []

    def on_pause(number):
        order.append(number)
        if number == 1:
            compute_thread().submit(lambda: order.append("live"), Urgency.LIVE)

    stage.engine.on_pause = on_pause
    ((batch, composites),) = stage.push(job_frames([FRAME] * 2, [FRAME] * 2, [0, 1]))
    assert order == [0, 1, "live", 2]
    assert shown(batch) == [0, 1]
    assert len(composites.frames) == 2


def test_a_cancelled_job_leaves_a_batch_between_two_steps(stage, cancelled):
    paused = []

    def on_pause(number):
        paused.append(number)
        cancelled.set()

    stage.engine.on_pause = on_pause
    with pytest.raises(JobCancelled):
        list(stage.push(job_frames([FRAME], [FRAME], [0])))
    assert paused == [0]
    assert stage.engine.calls == 0


def test_an_engine_is_told_the_time_between_frames_by_their_own_times(stage):
    for times_s in ([0.0, 0.02], [0.1, 0.5], [0.2]):  # the last goes back
        count = len(times_s)
        list(stage.push(job_frames([FRAME] * count, [FRAME] * count, [0] * count, times_s)))
    told = stage.engine.elapsed_s
    assert told == pytest.approx([0.0, 0.02, 0.08, 0.4, 1 / 30])


def test_frames_are_let_go_while_their_composites_are_handed_on(stage):
    frame = FRAME.copy()
    reference = weakref.ref(frame)
    batch = job_frames([frame], [FRAME], [0])
    finished = stage.push(batch)
    del frame, batch
    found, composites = next(finished)
    assert shown(found) == [0]
    del found, composites
    assert reference() is None
    assert list(finished) == []


@pytest.fixture
def steady(cancelled):
    """Makes a stage that is to be steady, on a "GPU"; with its engines and its sentences."""
    made = []

    def make(opener=None, **options):
        engine_factory = opener or FilmEngineFactory(device="cuda")
        stage = ComputeStage(
            replace(SETTINGS, device="auto"),
            FORMAT,
            want_alpha=False,
            batch_size=2,
            engine_factory=engine_factory,
            notify=lambda sentence: stage.sentences.append(str(sentence)),
            cancelled=cancelled,
            **{"frames_ahead": True, **options},
        )
        stage.engines, stage.sentences = engine_factory.engines, []
        made.append(stage)
        return stage

    yield make
    for stage in made:
        stage.close()
    compute_thread().submit(lambda: None).result()


def shown(batch):
    """When its frames are shown: here numbers stand for that."""
    return [frame.shown for frame in batch]


def batches(levels, size=2):
    """Frames of one level each, a few at a time."""
    for begin in range(0, len(levels), size):
        some = levels[begin : begin + size]
        pictures = [np.full(FORMAT.shape, n, np.uint8) for n in some]
        yield job_frames(pictures, [FRAME] * len(some), some)


def run(stage, levels, size=2):
    """The levels of what comes out, and how many frames had gone in then."""
    out, gone_in = [], 0
    for batch in batches(levels, size):
        gone_in += len(batch)
        for done, composites in stage.push(batch):
            assert len(composites.frames) == len(done)
            out += [(level, gone_in) for level in shown(done)]
    for done, _ in stage.drain():
        out += [(level, gone_in) for level in shown(done)]
    return out


def means(levels):
    """Of each and its neighbours, which look alike to the double."""
    return [float(np.mean(levels[max(0, n - REACH) : n + REACH + 1])) for n in range(len(levels))]


LEVELS = [10, 200, 35, 90, 3, 120, 77, 250, 1, 66, 150]


@pytest.mark.parametrize("count", [1, 2, 5, 11])
@pytest.mark.parametrize("size", [1, 2])
def test_frames_to_come_have_their_say_and_every_frame_comes_out(steady, count, size):
    stage = steady()
    out = run(stage, LEVELS[:count], size)
    assert [tag for tag, _ in out] == LEVELS[:count]
    assert all(gone_in <= place + REACH + 2 * size for place, (_, gone_in) in enumerate(out))
    (engine,) = stage.engines
    assert engine.looked == LEVELS[:count]
    assert [frame for frame, _ in engine.given] == LEVELS[:count]
    assert [matte for _, matte in engine.given] == means(LEVELS[:count])


@pytest.mark.parametrize(
    ("fails", "at"), [("look", n) for n in (0, 4, 10)] + [("process", n) for n in (0, 3, 8, 10)]
)
def test_where_a_gpu_fails_no_frame_is_lost_or_doubled(steady, at, fails):
    """In a look, or in a composite; while frames are pushed, or at the end."""
    stage = steady()
    gpu = stage.engines[0]
    look, process = gpu.film_steps, gpu.process

    def film_steps(batch):
        if fails == "look" and len(batch.frames) and batch.frames[0].flat[0] == LEVELS[at]:
            gpu.look_error = EngineError("lost")
        yield from look(batch)

    def failing(batch):
        if fails == "process" and LEVELS[at] in [frame.flat[0] for frame in batch.frames]:
            gpu.error = EngineError("lost")
        return process(batch)

    gpu.film_steps, gpu.process = film_steps, failing
    assert [tag for tag, _ in run(stage, LEVELS)] == LEVELS
    _, cpu = stage.engines
    assert [sentence for sentence in stage.sentences if "on the CPU" in sentence]
    assert [frame for frame, _ in gpu.given + cpu.given] == LEVELS, "composited once, in order"
    assert cpu.looked == LEVELS[len(gpu.given) :], "the other network's own answers"


def test_a_cancelled_job_leaves_a_film_between_two_steps(steady, cancelled):
    stage = steady()
    engine = stage.engines[0]
    look = engine.film_steps

    def film_steps(batch):
        cancelled.set()
        yield from look(batch)

    engine.film_steps = film_steps
    with pytest.raises(JobCancelled):
        run(stage, LEVELS)
    assert engine.looked == []
    assert engine.calls == 0


@pytest.mark.parametrize("device", ["cpu", "cuda"])
@pytest.mark.parametrize("wanted", [True, False])
def test_it_looks_ahead_only_where_that_is_asked_for(steady, wanted, device):
    stage = steady(FilmEngineFactory(device=device), frames_ahead=wanted)
    assert stage.is_steady is wanted
    assert [tag for tag, _ in run(stage, LEVELS)] == LEVELS
    (engine,) = stage.engines
    assert bool(engine.looked) is wanted


def test_an_engine_that_takes_no_films_smooths_by_itself_alone(steady):
    stage = steady(SteppingOpener(device="cuda"))
    assert not stage.is_steady
    assert [tag for tag, _ in run(stage, LEVELS)] == LEVELS


def test_a_film_tells_each_frame_s_time_since_the_one_before(steady):
    stage = steady()
    times_s = [0.04 * n * n for n in range(len(LEVELS))]
    for batch in batches(LEVELS):
        timed = [replace(one, time_s=times_s[LEVELS.index(one.shown)]) for one in batch]
        list(stage.push(timed))
    list(stage.drain())
    (engine,) = stage.engines
    assert engine.elapsed_s == pytest.approx([0.0, *np.diff(times_s)])


def test_the_room_is_learnt_from_what_was_looked_at_and_only_when_due(steady):
    class Room:
        prepared, learnt, advanced, is_closed = [], [], [], False
        wants_first_frame = False

        def advance(self, number):
            self.advanced.append(number)

        def prepare(self, engine, times_s, number):
            self.prepared.append((list(times_s), number))
            return [1] if number else []

        def learn(self, observations, times_s, number):
            self.learnt.append((len(observations), list(times_s), number))

        def close(self):
            self.is_closed = True

    room = Room()
    stage = steady(room=room)
    for number, batch in enumerate(batches(LEVELS[:6])):
        timed = [
            replace(one, time_s=number + n / 2, number=2 * number + n)
            for n, one in enumerate(batch)
        ]
        assert list(stage.push(timed)) is not None
    list(stage.drain())
    stage.close()
    assert room.is_closed
    assert room.advanced == [0, 2, 4]
    assert room.prepared == [([0.0, 0.5], 0), ([1.0, 1.5], 2), ([2.0, 2.5], 4)]
    assert room.learnt == [(1, [1.5], 2), (1, [2.5], 4)]
