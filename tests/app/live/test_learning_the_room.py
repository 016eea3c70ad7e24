"""The room behind the person: learnt while the picture goes on, and handed to the engine."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from live_doubles import CAMERA, RED, ROOM, wait_until
from plate_doubles import PlateEngine, PlateOpener

from app.pipeline.clean_plate.keeper import PlateKeeper
from app.pipeline.live.events import Notice, PlateDropped, PlateLearnt, PlateTaken
from app.pipeline.live.room import LiveRoom
from app.pipeline.live.source_request import SourceRequest
from app.video.opencv import cv2
from gpu_unet.network_input import CleanPlate

OTHER_CAMERA = SourceRequest("camera", "1")


@pytest.fixture
def engine_factory():
    made = PlateOpener()
    yield made
    made.gate.set()


def engine_of(engine_factory):
    wait_until(lambda: engine_factory.engines, "an engine")
    return engine_factory.engines[-1]


def test_an_empty_room_is_learnt_by_itself_and_handed_to_the_engine(start, engine_factory):
    owner = start()
    learnt = owner.wait_for(PlateLearnt)
    engine = engine_of(engine_factory)
    wait_until(lambda: engine.plate is not None, "a plate")
    assert learnt.share > 0.9
    assert "Room" in learnt.sentence
    assert np.abs(engine.plate.rgb[40:].astype(int) - ROOM).max() <= 10


def test_a_network_without_memory_is_asked_for_nothing(start, engine_factory, monkeypatch):
    monkeypatch.setattr(PlateEngine, "takes_clean_plate", False)
    owner = start()
    owner.wait_for_composite()
    owner.wait_for_composite()
    engine = engine_of(engine_factory)
    assert engine.plates == []
    assert engine.observed == 0


def test_who_does_not_want_the_room_learnt_is_not_observed(start, engine_factory):
    owner = start(settings=replace(RED, learns_room=False))
    owner.wait_for_composite()
    owner.wait_for_composite()
    assert engine_of(engine_factory).observed == 0


def test_switching_it_off_takes_the_plate_from_the_engine_and_forgets_it(start, engine_factory):
    owner = start()
    owner.wait_for(PlateLearnt)
    engine = engine_of(engine_factory)
    wait_until(lambda: engine.plate is not None, "a plate")
    owner.worker.set_settings(replace(RED, learns_room=False))
    wait_until(lambda: engine.plate is None, "no plate")
    assert owner.wait_for(PlateDropped).reason == "forgotten"
    seen = engine.observed
    owner.wait_for_composite()
    owner.wait_for_composite()
    assert engine.observed == seen


def test_another_camera_begins_with_nothing(start, engine_factory):
    owner = start()
    owner.wait_for(PlateLearnt)
    engine = engine_of(engine_factory)
    wait_until(lambda: engine.plate is not None, "a plate")
    engine.sees_somebody = True
    owner.worker.source.want(OTHER_CAMERA)
    wait_until(lambda: engine.plate is None, "no plate")


def test_another_model_gets_the_room_that_was_learnt(start, engine_factory):
    owner = start()
    owner.wait_for(PlateLearnt)
    engine_factory.prepare = lambda engine: setattr(engine, "sees_somebody", True)
    owner.worker.set_settings(replace(RED, model="quality", input_pixels=96 * 64))
    wait_until(lambda: len(engine_factory.engines) > 1, "another engine")
    engine = engine_factory.engines[-1]
    wait_until(lambda: engine.plate is not None, "a plate of its size")
    confident = engine.plate.confidence[:, engine.plate.width // 2 :]
    wait_until(lambda: engine.plate.confidence.max() > 200, "a sure plate")
    assert confident.shape[0] == engine.architecture.height
    assert not owner.of(PlateDropped)


def test_a_frame_that_is_drawn_again_teaches_nothing(start, engine_factory, tmp_path):
    owner = start()
    owner.wait_for_composite()
    engine = engine_of(engine_factory)
    owner.worker.source.wanted.set_paused(True)
    room = LiveRoom(lambda event: None)
    try:
        frame = _frame(1)
        room.follow(RED)
        assert room.wants(frame)
        room.learn(engine.seen(frame.pixels), frame)
        wait_until(lambda: room.wants(_frame(60)), "the learner to be free")
        assert not room.wants(replace(frame, captured_s=frame.captured_s + 5))
    finally:
        room.close()


def test_a_slow_learner_holds_no_frame(start, engine_factory, monkeypatch):
    gate = threading.Event()
    observe = PlateKeeper.observe

    def slow(self, seen, at_s, **options):
        gate.wait()
        return observe(self, seen, at_s, **options)

    monkeypatch.setattr(PlateKeeper, "observe", slow)
    owner = start()
    owner.wait_for_composite()
    engine = engine_of(engine_factory)
    calls = engine.calls
    wait_until(lambda: engine.calls > calls + 50, "fifty frames more")
    assert engine.observed == 1, "no queue"
    gate.set()


@pytest.mark.usefixtures("expected_error_logs")
def test_a_fault_in_learning_is_told_and_the_picture_goes_on(start, engine_factory, monkeypatch):
    def fails(self, seen, at_s, **options):
        raise RuntimeError("of ours")

    monkeypatch.setattr(PlateKeeper, "observe", fails)
    owner = start()
    notice = owner.wait_for(Notice)
    assert notice.code == "internal"
    owner.wait_for_composite()


def test_a_picture_of_another_room_is_not_used_and_that_is_said(start, engine_factory, tmp_path):
    engine_factory.prepare = lambda engine: setattr(engine, "sees_somebody", True)
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


def test_an_engine_is_told_of_a_plate_once(start, engine_factory):
    owner = start()
    owner.wait_for(PlateLearnt)
    engine = engine_of(engine_factory)
    wait_until(lambda: engine.plate is not None, "a plate")
    told, seen = len(engine.plates), engine.observed
    wait_until(lambda: engine.observed > seen + 3, "more observations")
    assert len(engine.plates) <= told + (engine.observed - seen) + 1
    assert isinstance(engine.plate, CleanPlate)


def test_nothing_is_handed_on_when_the_session_has_ended(start, engine_factory):
    owner = start(CAMERA)
    owner.wait_for(PlateLearnt)
    owner.worker.stop()
    assert owner.finished == [None]


def _frame(index):
    from live_doubles import room

    from app.video.frame import Frame
    from gpu_unet.frame_format import FrameFormat

    pixels = room(index)
    return Frame(pixels, FrameFormat(48, 64), index, index / 30, 100.0 + index / 30)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    folder = tmp_path / "rooms"
    monkeypatch.setattr("app.pipeline.live.room.rooms_folder", lambda: folder)
    return folder


def test_no_room_is_written_unless_somebody_says_so(start, engine_factory, kept):
    owner = start()
    owner.wait_for(PlateLearnt)
    owner.worker.stop()
    assert not kept.exists()


def test_a_room_that_shall_be_remembered_is_known_at_the_next_start(start, engine_factory, kept):
    keeping = replace(RED, keeps_room=True)
    owner = start(settings=keeping)
    owner.wait_for(PlateLearnt)
    owner.worker.stop()
    assert len(list(kept.iterdir())) == 1
    owner.worker.room.forget()  # a session that has ended deletes nothing
    assert len(list(kept.iterdir())) == 1


def test_not_remembering_any_more_deletes_the_picture(start, engine_factory, kept):
    owner = start(settings=replace(RED, keeps_room=True))
    owner.wait_for(PlateLearnt)
    wait_until(lambda: kept.exists() and list(kept.iterdir()), "a picture")
    owner.worker.set_settings(RED)
    wait_until(lambda: not list(kept.iterdir()), "no picture")


def test_forgetting_deletes_the_picture(start, engine_factory, kept):
    owner = start(settings=replace(RED, keeps_room=True))
    owner.wait_for(PlateLearnt)
    wait_until(lambda: kept.exists() and list(kept.iterdir()), "a picture")
    engine_of(engine_factory).sees_somebody = True  # or the room is learnt again at once
    owner.worker.room.forget()
    wait_until(lambda: not list(kept.iterdir()), "no picture")


def test_who_has_stepped_out_has_the_room_taken(start, engine_factory):
    engine_factory.prepare = lambda engine: setattr(engine, "sees_somebody", True)
    owner = start()
    engine = engine_of(engine_factory)
    wait_until(lambda: engine.observed > 12, "two seconds")
    owner.worker.room.take_for_empty()
    taken = owner.wait_for(PlateTaken)
    assert taken.is_learnt, "what the network calls a person there has not moved at all"
