"""An export beside a live picture: whatever it waits for, the picture goes on."""

import threading
from contextlib import closing

import numpy as np
from doubles import FakeEngineFactory, job_frames
from live_doubles import RED, wait_until

from app.pipeline.jobs.compute_stage import ComputeStage
from gpu_unet.frame_format import FrameFormat

FORMAT = FrameFormat(480, 640)
FRAME = np.zeros(FORMAT.shape, np.uint8)


def open_stage(engine_factory, cancelled):
    return ComputeStage(
        RED,
        FORMAT,
        want_alpha=False,
        batch_size=1,
        engine_factory=engine_factory,
        notify=lambda sentence: None,
        cancelled=cancelled,
    )


def test_while_an_export_opens_its_engine_the_live_picture_goes_on(start):
    owner = start()
    owner.wait_for_composite()
    of_export, cancelled, stages = FakeEngineFactory(), threading.Event(), []
    of_export.gate.clear()  # it compiles
    export = threading.Thread(target=lambda: stages.append(open_stage(of_export, cancelled)))
    export.start()
    try:
        seen = len(owner.results)
        for _ in range(5):
            owner.wait_for_composite()
        assert all(result.has_valid_matte for result in owner.results[seen:])
        assert not stages
    finally:
        of_export.gate.set()
        export.join()
    ((_, composites),) = stages[0].push(job_frames([FRAME], [FRAME], [0]))
    assert composites.frames[0].shape == FORMAT.shape
    stages[0].close()
    wait_until(lambda: of_export.engines[0].is_closed, "the export's engine is closed")


def test_while_the_live_engine_is_opened_an_export_goes_on(start, engine_factory):
    of_export = FakeEngineFactory()
    with closing(open_stage(of_export, threading.Event())) as stage:
        engine_factory.gate.clear()
        owner = start()
        owner.wait_for_background()
        for index in range(3):
            ((batch, _),) = stage.push(job_frames([FRAME], [FRAME], [index]))
            assert [frame.shown for frame in batch] == [index]
        engine_factory.gate.set()
        owner.wait_for_composite()
