"""The first pass over a recording: what a median of the uncovered knows, and what it refuses."""

import numpy as np
from plate_life import Life, Person

from app.pipeline.clean_plate.survey import Survey, sample_times


def surveyed(life, frames, each=lambda index: None, survey=None):
    """Frames far apart in time, so that whoever moves has moved."""
    survey = survey or Survey()
    life.keeper.observe = lambda seen, at_s, **options: survey.add(seen)
    for index in range(frames):
        each(index)
        life.at_s += 3.1
        life.step()
    return survey


def faults(plate, life):
    error = np.abs(plate.rgb.astype(int) - life.bare()).max(axis=-1)
    return float(((error > 40) & (plate.confidence > 64)).mean())


def walks(life):
    def each(index):
        life.person.middle = 40 + 175 * ((index * 0.37) % 1)

    return each


def test_what_a_walking_person_uncovers_is_the_whole_room():
    life = Life(seed=31, person=Person(), mistakes=0.2)
    rooms = surveyed(life, 40, walks(life)).rooms()
    assert len(rooms) == 1
    assert (rooms[0].confidence > 200).mean() > 0.9
    assert faults(rooms[0], life) < 0.001


def test_a_person_who_sits_all_the_time_is_left_out():
    life = Life(seed=32, person=Person(liveliness=0.3), mistakes=0.3)
    plate = surveyed(life, 40).rooms()[-1]
    assert (plate.confidence > 200).mean() > 0.6
    assert faults(plate, life) < 0.001


def test_a_part_that_is_lost_in_every_third_frame_is_not_the_room():
    life = Life(seed=33, person=Person(liveliness=0.2))
    part = np.s_[90:144, 90:140]

    def each(index):
        life.misses = part if index % 3 == 0 else None

    plate = surveyed(life, 45, each).rooms()[-1]
    assert faults(plate, life) < 0.002


def test_changing_light_does_not_blur_the_room():
    life = Life(seed=34, person=Person())
    walk = walks(life)

    def each(index):
        walk(index)
        gain = 1 + 0.2 * np.sin(index)
        life.gain = (gain, gain, gain * 0.95)

    plate = surveyed(life, 40, each).rooms()[-1]
    life.gain = (1 + 0.2 * np.sin(0),) * 2 + ((1 + 0.2 * np.sin(0)) * 0.95,)
    error = np.abs(plate.rgb - life.camera(life.bare())).max(axis=-1)[plate.confidence > 200]
    assert np.median(error) < 6


def test_a_camera_that_moves_gives_no_room_and_that_is_said():
    life = Life(seed=35, person=Person())

    def each(index):
        life.shift = (-60 + 3.0 * index, 8 * np.sin(index))

    survey = surveyed(life, 40, each)
    assert survey.rooms() == []
    assert "camera moves" in survey.sentence("talk.mp4")


def test_two_scenes_that_take_turns_are_two_rooms():
    life = Life(seed=36, person=Person())
    rooms, walk = (life.room, Life(seed=37).room), walks(life)

    def each(index):
        walk(index)
        life.room = rooms[index // 7 % 2]

    plates = surveyed(life, 60, each).rooms()
    assert len(plates) == 2
    for plate in plates:
        life.room = rooms[0]
        first = faults(plate, life)
        life.room = rooms[1]
        assert min(first, faults(plate, life)) < 0.002


def test_it_looks_at_few_frames_of_any_recording_and_at_none_of_a_short_one():
    assert sample_times(duration_s=1.0, frame_count=30) == []
    assert len(sample_times(duration_s=10.0, frame_count=300)) == 8
    hour = sample_times(duration_s=3600.0, frame_count=108_000)
    assert len(hour) == 80
    assert hour[0] > 0
    assert hour[-1] < 3600


def test_nobody_at_all_is_all_room():
    life = Life(seed=38)
    assert (surveyed(life, 12).rooms()[0].confidence == 255).mean() > 0.99
