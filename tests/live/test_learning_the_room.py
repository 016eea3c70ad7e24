"""The room behind the person: learnt while the picture goes on, and handed to the engine."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from live_doubles import CAMERA, RED, ROOM, wait_until
from plate_doubles import PlateEngine, PlateOpener

from gpu_unet.clean_plate import CleanPlate
from pipeline.clean_plate.keeper import PlateKeeper
from pipeline.live import SourceRequest
from pipeline.live.events import Notice, PlateDropped, PlateLearnt
from pipeline.live.room import LiveRoom
from video.opencv import cv2

OTHER_CAMERA = SourceRequest("camera", "1")


@pytest.fixture
def opener():
    made = PlateOpener()
    yield made
    made.gate.set()


def engine_of(opener):
    wait_until(lambda: opener.engines, "an engine")
    return opener.engines[-1]


def test_an_empty_room_is_learnt_by_itself_and_handed_to_the_engine(start, opener):
    owner = start()
    learnt = owner.wait_for(PlateLearnt)
    engine = engine_of(opener)
    wait_until(lambda: engine.plate is not None, "a plate")
    assert learnt.share > 0.9
    assert "room" in learnt.sentence
    assert np.abs(engine.plate.rgb[40:].astype(int) - ROOM).max() <= 10


def test_a_network_without_memory_is_asked_for_nothing(start, opener, monkeypatch):
    monkeypatch.setattr(PlateEngine, "takes_clean_plate", False)
    owner = start()
    owner.wait_for_composite()
    owner.wait_for_composite()
    engine = engine_of(opener)
    assert engine.plates == []
    assert engine.observed == 0


def test_who_does_not_want_the_room_learnt_is_not_observed(start, opener):
    owner = start(settings=replace(RED, learns_room=False))
    owner.wait_for_composite()
    owner.wait_for_composite()
    assert engine_of(opener).observed == 0


def test_switching_it_off_takes_the_plate_from_the_engine_and_forgets_it(start, opener):
    owner = start()
    owner.wait_for(PlateLearnt)
    engine = engine_of(opener)
    wait_until(lambda: engine.plate is not None, "a plate")
    owner.worker.set_settings(replace(RED, learns_room=False))
    wait_until(lambda: engine.plate is None, "no plate")
    assert owner.wait_for(PlateDropped).reason == "forgotten"
    seen = engine.observed
    owner.wait_for_composite()
    owner.wait_for_composite()
    assert engine.observed == seen


def test_another_camera_begins_with_nothing(start, opener):
    owner = start()
    owner.wait_for(PlateLearnt)
    engine = engine_of(opener)
    wait_until(lambda: engine.plate is not None, "a plate")
    engine.sees_somebody = True
    owner.worker.set_source(OTHER_CAMERA)
    wait_until(lambda: engine.plate is None, "no plate")


def test_another_model_gets_the_room_that_was_learnt(start, opener):
    owner = start()
    owner.wait_for(PlateLearnt)
    opener.prepare = lambda engine: setattr(engine, "sees_somebody", True)
    owner.worker.set_settings(replace(RED, model="quality", input_pixels=96 * 64))
    wait_until(lambda: len(opener.engines) > 1, "another engine")
    engine = opener.engines[-1]
    wait_until(lambda: engine.plate is not None, "a plate of its size")
    confident = engine.plate.confidence[:, engine.plate.width // 2 :]
    wait_until(lambda: engine.plate.confidence.max() > 200, "a sure plate")
    assert confident.shape[0] == engine.architecture.height
    assert not owner.of(PlateDropped)


def test_a_frame_that_is_drawn_again_teaches_nothing(start, opener, tmp_path):
    owner = start()
    owner.wait_for_composite()
    engine = engine_of(opener)
    owner.worker.set_paused(True)
    room = LiveRoom(lambda event: None)
    try:
        frame = _frame(1)
        room.follow(RED)
        assert room.wants(frame)
        room.learn(engine.seen(frame.pixels), frame)
        assert not room.wants(replace(frame, captured_s=frame.captured_s + 5))
    finally:
        room.close()


def test_a_slow_learner_holds_no_frame(start, opener, monkeypatch):
    gate = threading.Event()
    observe = PlateKeeper.observe

    def slow(self, seen, at_s, **options):
        gate.wait(20)
        return observe(self, seen, at_s, **options)

    monkeypatch.setattr(PlateKeeper, "observe", slow)
    owner = start()
    owner.wait_for_composite()
    engine = engine_of(opener)
    calls = engine.calls
    wait_until(lambda: engine.calls > calls + 50, "fifty frames more")
    assert engine.observed == 1, "no queue"
    gate.set()


@pytest.mark.usefixtures("expected_error_logs")
def test_a_fault_in_learning_is_told_and_the_picture_goes_on(start, opener, monkeypatch):
    def fails(self, seen, at_s, **options):
        raise RuntimeError("of ours")

    monkeypatch.setattr(PlateKeeper, "observe", fails)
    owner = start()
    notice = owner.wait_for(Notice)
    assert notice.code == "internal"
    owner.wait_for_composite()


def test_a_picture_of_another_room_is_not_used_and_that_is_said(start, opener, tmp_path):
    opener.prepare = lambda engine: setattr(engine, "sees_somebody", True)
    path = tmp_path / "empty.png"
    picture = np.empty((96, 128, 3), np.uint8)
    picture[:] = ROOM[::-1]
    picture[:, 100:] = (90, 160, 200)
    cv2.imwrite(str(path), picture)
    owner = start(settings=replace(RED, empty_room=path))
    owner.wait_for(PlateDropped)
    assert owner.of(PlateDropped)[0].reason == "nowhere", "a third of it is another room"


def test_a_picture_that_cannot_be_read_is_said_and_costs_nothing_else(start, tmp_path):
    path = tmp_path / "empty.png"
    path.write_bytes(b"no picture")
    owner = start(settings=replace(RED, empty_room=path))
    notice = owner.wait_for(Notice)
    assert notice.code == "room-unreadable"
    owner.wait_for_composite()


def test_an_engine_is_told_of_a_plate_once(start, opener):
    owner = start()
    owner.wait_for(PlateLearnt)
    engine = engine_of(opener)
    wait_until(lambda: engine.plate is not None, "a plate")
    told, seen = len(engine.plates), engine.observed
    wait_until(lambda: engine.observed > seen + 3, "more observations")
    assert len(engine.plates) <= told + (engine.observed - seen) + 1
    assert isinstance(engine.plate, CleanPlate)


def test_nothing_is_handed_on_when_the_session_has_ended(start, opener):
    owner = start(CAMERA)
    owner.wait_for(PlateLearnt)
    owner.worker.stop()
    assert owner.finished == [None]


def _frame(index):
    from live_doubles import room

    from frames.frame import Frame, FrameFormat

    pixels = room(index)
    return Frame(pixels, FrameFormat(48, 64), index, index / 30, 100.0 + index / 30)
