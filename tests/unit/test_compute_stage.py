"""A job's engine: called in steps between which a live picture has its turn."""

import threading
import weakref

import numpy as np
import pytest
from doubles import FakeEngine, FakeEngineFactory

from frames.frame import FrameFormat
from pipeline.background_spec import BackgroundSpec
from pipeline.compute import Urgency, compute_thread
from pipeline.jobs.compute_stage import Batch, ComputeStage, JobCancelled
from pipeline.settings import Settings

FORMAT = FrameFormat(48, 64)
FRAME = np.zeros(FORMAT.shape, np.uint8)
SETTINGS = Settings(background=BackgroundSpec.parse("#204060"), model="fast", device="cpu")


class SteppingEngine(FakeEngine):
    """Pauses three times before it has done a batch.

    Attributes:
        on_pause: Called in each pause, on the compute thread.
    """

    on_pause = staticmethod(lambda number: None)

    def submit_steps(self, *arguments, **options):
        for number in range(3):
            self.on_pause(number)
            yield
        self.submit(*arguments, **options)


class SteppingOpener(FakeEngineFactory):
    def __call__(self, settings, frame_format, *, batch_size, notify):
        opened = super().__call__(settings, frame_format, batch_size=batch_size, notify=notify)
        opened.engine.__class__ = SteppingEngine
        return opened


@pytest.fixture
def cancelled():
    return threading.Event()


@pytest.fixture
def stage(cancelled):
    engine_factory = SteppingOpener()
    with ComputeStage(
        SETTINGS,
        FORMAT,
        want_alpha=False,
        batch_size=2,
        engine_factory=engine_factory,
        notify=lambda sentence: None,
        cancelled=cancelled,
    ) as made:
        made.engine = engine_factory.engines[0]
        yield made
    compute_thread().submit(lambda: None).result(20)
    assert engine_factory.engines[0].is_closed


def test_a_live_picture_has_its_turn_within_a_batch(stage, monkeypatch):
    monkeypatch.setattr("pipeline.compute.TURN_S", 0.0)
    order = []

    def on_pause(number):
        order.append(number)
        if number == 1:
            compute_thread().submit_urgent(lambda: order.append("live"), Urgency.LIVE)

    stage.engine.on_pause = on_pause
    ((batch, composites),) = stage.push(Batch([FRAME] * 2, [FRAME] * 2, [0, 1]))
    assert order == [0, 1, "live", 2]
    assert (batch.tags, len(composites.frames)) == ([0, 1], 2)


def test_a_cancelled_job_leaves_a_batch_between_two_steps(stage, cancelled):
    paused = []

    def on_pause(number):
        paused.append(number)
        cancelled.set()

    stage.engine.on_pause = on_pause
    with pytest.raises(JobCancelled):
        list(stage.push(Batch([FRAME], [FRAME], [0])))
    assert paused == [0]
    assert stage.engine.calls == 0


def test_frames_are_let_go_while_their_composites_are_handed_on(stage):
    frame = FRAME.copy()
    reference = weakref.ref(frame)
    batch = Batch([frame], [FRAME], [0])
    finished = stage.push(batch)
    del frame, batch
    found, composites = next(finished)
    assert found.tags == [0]
    del found, composites
    assert reference() is None
    assert list(finished) == []
