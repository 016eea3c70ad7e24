"""RecordingRoom: it learns on a thread of its own, and a plate counts from a fixed frame on."""

import itertools
import threading

import numpy as np
import pytest

from app.pipeline.clean_plate import recording_room
from app.pipeline.clean_plate.recording_room import EFFECT_AFTER, RecordingRoom
from gpu_unet.network_input import CleanPlate, Observation

SIZE = (4, 6)
SEEN = Observation(np.zeros((*SIZE, 3), np.uint8), np.zeros(SIZE, np.uint8))


class Architecture:
    height, width = SIZE


class Engine:
    takes_clean_plate = True
    architecture = Architecture()

    def __init__(self):
        self.plate = None

    def set_clean_plate(self, plate):
        self.plate = plate


class Keeper:
    """Its plates hold the time of what they were learnt from, in tenths.

    Attributes:
        gate: Learning waits for it; set from the start.
        threads: On which it was called.
    """

    def __init__(self):
        self.gate, self.threads = threading.Event(), set()
        self.gate.set()

    def observe(self, seen, at_s, *, aspect):
        self.threads.add(threading.current_thread())
        self.gate.wait()
        plate = np.full(SIZE, round(10 * at_s), np.uint8)
        return CleanPlate(np.zeros((*SIZE, 3), np.uint8), plate)


@pytest.fixture
def keeper():
    """The one that `room` learns with."""
    return Keeper()


@pytest.fixture
def room(monkeypatch, keeper):
    monkeypatch.setattr(recording_room, "PlateKeeper", lambda tell: keeper)
    made = RecordingRoom(aspect=1.5)
    yield made
    keeper.gate.set()
    made.close()


def test_the_kernels_are_loaded_while_the_engine_opens(monkeypatch):
    loaded = []
    monkeypatch.setattr(recording_room.Engine, "room_kernels", lambda: loaded.append("on a thread"))
    RecordingRoom(aspect=1.5).close()
    assert loaded


def told(engine):
    return None if engine.plate is None else int(engine.plate.confidence[0, 0])


def step(room, engine, number, *, rate=30):
    """A batch of four: the plate that it goes with."""
    times_s = [n / rate for n in range(number, number + 4)]
    room.advance(number)
    observed = room.prepare(engine, times_s, number)
    plate = told(engine)
    room.learn([SEEN] * len(observed), [times_s[n] for n in observed], number)
    return plate


def see(room, number, time_s):
    """One frame, whose observation is learnt from."""
    assert room.prepare(Engine(), [time_s], number) == [0]
    room.learn([SEEN], [time_s], number)


def test_a_plate_counts_from_a_fixed_frame_on(room):
    engine = Engine()
    plates = [step(room, engine, number) for number in range(0, EFFECT_AFTER + 40, 4)]
    # Seen at 0, 6, 12, 18 frames, in batches that begin at 0, 4, 12, 16; from frame 20 on there is
    # a plate, so the next are those at 24 and, 0.4 s later, 36.
    assert plates[: EFFECT_AFTER // 4] == [None] * (EFFECT_AFTER // 4)
    assert plates[EFFECT_AFTER // 4 :] == [0, 2, 2, 4, 6, 6, 8, 8, 8, 12]


def seen_at(room, keeper, observe, end):
    """When observations were taken of `end` frames, in seconds."""
    engine, seen_s = Engine(), []

    def noting(seen, at_s, *, aspect):
        seen_s.append(round(at_s, 1))
        return observe(seen, at_s, aspect=aspect)

    keeper.observe = noting
    for number in range(0, end, 2):
        step(room, engine, number)
    room.close()
    return seen_s


def test_only_the_frames_that_are_due_are_observed(room):
    times_s = [0.0, 0.1, 0.2, 0.3, 0.4]
    assert room.prepare(Engine(), times_s, 0) == [0, 2, 4]
    assert room.prepare(Engine(), [0.5, 0.7], 5) == [1]


def test_what_a_lost_engine_saw_is_observed_once_more(room):
    see(room, 0, 0.0)
    assert room.prepare(Engine(), [0.1, 0.2, 0.3, 0.4], 1) == [1, 3]
    room.observe_again()
    assert room.prepare(Engine(), [0.1, 0.2, 0.3, 0.4], 1) == [1, 3]


def test_a_room_that_is_lost_is_looked_for_as_often_as_at_first(room, keeper):
    learn = keeper.observe

    def lost_after_a_second(seen, at_s, *, aspect):
        return learn(seen, at_s, aspect=aspect) if at_s < 1 else None

    seen_s = seen_at(room, keeper, lost_after_a_second, 72)
    assert seen_s == [0.0, 0.2, 0.4, 0.6, 0.8, 1.2, 1.6, 2.0, 2.2]


def test_where_no_room_is_found_it_is_looked_for_less_often(room, keeper):
    seen_s = seen_at(room, keeper, lambda seen, at_s, *, aspect: None, 180)
    assert seen_s[:6] == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert [round(b - a, 1) for a, b in itertools.pairwise(seen_s[-3:])] == [0.4, 0.4]


def test_a_room_that_is_known_counts_from_the_first_frame_on(room, keeper):
    engine = Engine()
    keeper.offer = lambda plate: None
    assert not room.wants_first_frame
    room.offer([CleanPlate(SEEN.rgb, SEEN.alpha)])
    assert room.wants_first_frame
    room.begin(SEEN, 5.0)
    assert not room.wants_first_frame
    assert step(room, engine, 0) == 50


def test_the_job_goes_on_while_the_room_is_learnt(room, keeper):
    engine = Engine()
    keeper.gate.clear()
    for number in range(0, EFFECT_AFTER, 4):
        assert step(room, engine, number) is None  # would never come back if it waited
    keeper.gate.set()
    assert step(room, engine, EFFECT_AFTER) == 0
    assert threading.current_thread() not in keeper.threads


def test_the_job_waits_for_a_plate_that_is_due(room, keeper):
    engine = Engine()
    keeper.gate.clear()
    for number in range(0, EFFECT_AFTER, 4):
        step(room, engine, number)
    waiting = threading.Timer(0.05, keeper.gate.set)
    waiting.start()
    assert step(room, engine, EFFECT_AFTER) == 0
    waiting.join()


def test_a_room_that_cannot_be_learnt_is_not_passed_over_in_silence(room, keeper):
    def observe(seen, at_s, *, aspect):
        raise ZeroDivisionError("a fault")

    keeper.observe = observe
    see(room, 0, 0.0)
    room.advance(EFFECT_AFTER - 1)
    with pytest.raises(ZeroDivisionError):
        room.advance(EFFECT_AFTER)


def test_what_is_left_is_learnt_before_the_end(room, keeper):
    told_of, observe = [], keeper.observe
    keeper.observe = lambda *args, **options: (observe(*args, **options), told_of.append(args[1]))
    keeper.gate.clear()
    see(room, 0, 0.0)
    see(room, 4, 1.0)
    threading.Timer(0.05, keeper.gate.set).start()
    room.close()
    assert told_of == [0.0, 1.0]
