"""Whole lives of a learnt room: what goes in, what never does, and how long it takes to mend."""

import numpy as np
import pytest
from plate_life import HEIGHT, WIDTH, Life, Person

from app.pipeline.clean_plate.comparison import Comparer
from app.pipeline.clean_plate.keeper import Dropped, Learnt, PlateKeeper
from app.video.opencv import cv2
from gpu_unet.network_input import CleanPlate, Observation

# A pixel in a thousand at a person's rim is as good as the camera's noise allows.
NEXT_TO_NOTHING = 0.001
CHAIR = np.s_[80:130, 215:250]
OTHER_PLACE = np.s_[80:130, 20:60]
BROWN = (90.0, 60.0, 40.0)


def after_learning(seed, **options):
    """A room that was empty for a while; then somebody sat down."""
    life = Life(seed=seed, **options)
    life.run(4)
    life.person = Person()
    life.run(4)
    return life


def test_an_empty_and_still_room_is_learnt_within_three_seconds():
    life = Life()
    assert life.seconds_until(lambda: life.right() > 0.99) <= 3.0
    assert life.wrong() == 0
    assert [type(news) for _, news in life.news] == [Learnt]


@pytest.mark.parametrize("rate", [5.0, 3.75, 2.5])  # of a picture of 30, 7.5 and 2.5 frames/s
def test_it_is_learnt_at_the_same_time_at_every_rate(rate):
    life = Life(rate=rate)
    assert 2.0 <= life.seconds_until(lambda: life.right() > 0.99) <= 3.0


def test_what_is_learnt_has_less_noise_than_the_camera():
    life = Life(noise=6.0)
    life.run(8)
    error = life.plate.rgb.astype(float) - life.bare()
    assert error.std() < 3.0


@pytest.mark.parametrize("minutes", [3, 10])
def test_a_person_who_sits_still_for_minutes_never_gets_in_and_leaves_no_trace(minutes):
    life = Life(seed=3, rate=2.5, person=Person(liveliness=0.25), mistakes=0.08)
    life.run(60 * minutes)
    assert life.right() > 0.75, "what lies beside the person is known"
    assert life.wrong() < NEXT_TO_NOTHING
    assert life.fault_share < NEXT_TO_NOTHING
    life.person = None
    assert life.seconds_until(lambda: life.right() > 0.97) <= 4.0
    assert life.wrong() < NEXT_TO_NOTHING
    assert not life.told(Dropped)


def test_a_still_part_that_the_network_loses_for_ten_seconds_is_not_taken_for_the_room():
    life = Life(seed=4, person=Person(liveliness=0.25))
    life.run(10)
    life.misses = np.s_[90:144, 90:140]
    life.run(10)
    assert life.fault_share < NEXT_TO_NOTHING


@pytest.mark.parametrize("trusts_plate", [False, True], ids=["own opinion", "trusts the plate"])
def test_an_arm_that_was_learnt_because_the_network_never_saw_it_heals_in_seconds(trusts_plate):
    life = Life(seed=4, person=Person(liveliness=0.25), trusts_plate=trusts_plate)
    life.misses = np.s_[90:144, 90:140]
    life.run(30)
    assert life.wrong() > 0.02, "this test is about what was learnt wrongly"
    life.misses = None
    life.person = None
    assert life.seconds_until(lambda: life.right() > 0.97) <= 10.0


def test_a_chair_that_moves_is_right_again_in_seconds_though_the_network_calls_it_a_person():
    life = Life(seed=5, chair=CHAIR, mistakes=0.1, things=[(*CHAIR, BROWN)])
    life.run(6)
    life.person = Person(middle=130)
    life.run(20)
    assert life.right() > 0.99
    life.things, life.chair = [(*OTHER_PLACE, BROWN)], OTHER_PLACE
    life.step()
    assert life.wrong() > 0.02
    assert life.seconds_until(lambda: life.wrong(CHAIR) == 0) <= 2.0
    life.person = None
    assert life.seconds_until(lambda: life.right() > 0.97) <= 12.0
    assert life.fault_share < NEXT_TO_NOTHING
    assert not life.told(Dropped)


def test_a_lamp_that_is_switched_costs_no_more_than_a_moment():
    life = after_learning(6)
    rows, columns = np.mgrid[:HEIGHT, :WIDTH]
    glow = 1 + 0.8 * np.exp(-((rows - 40) ** 2 + (columns - 220) ** 2) / 60**2)[..., None]

    def lit(room, at_s):
        room[:] = np.clip(room * glow, 0, 255)

    for lamp in (lit, None):
        life.moving = lamp
        assert life.seconds_until(lambda: life.wrong() < 0.005) <= 1.0
        assert life.seconds_until(lambda: life.right() > 0.95) <= 10.0
    assert life.fault_share < NEXT_TO_NOTHING
    assert not life.told(Dropped)


def test_a_nudged_camera_keeps_its_room():
    life = after_learning(7)
    none_s = life.none_s
    for shift in ((3.4, -1.7), (-2.2, 1.4), (0.0, 0.0)):
        life.shift = shift
        assert life.seconds_until(lambda: life.right() > 0.95 and life.wrong() < 0.01) <= 2.0
        life.run(4)
    assert life.none_s == none_s
    assert not life.told(Dropped)


def test_a_turned_camera_drops_its_room_and_finds_it_again_when_it_is_set_back():
    life = after_learning(7)
    life.shift = (-80.0, 30.0)
    life.step()
    assert life.plate is None, "dropped with the first picture of another wall"
    dropped_s = life.seconds_until(lambda: life.plate is not None)
    assert dropped_s <= 4.0
    assert life.wrong() < 0.01
    life.run(15)
    life.shift = (0.3, 0.2)
    life.step()
    assert life.right() > 0.9, "known from before, and found with the first picture"
    assert life.wrong() < 0.01
    assert life.fault_share < NEXT_TO_NOTHING
    assert [type(news) for _, news in life.news] == [Learnt, Dropped, Learnt, Dropped, Learnt]
    assert life.told(Learnt)[-1].is_return


def test_a_scene_cut_to_another_room_drops_the_plate_at_once():
    life = after_learning(11)
    life.room = Life(seed=12).room
    life.step()
    assert life.plate is None
    assert life.told(Dropped) == [Dropped("changed")]


def test_a_camera_that_pans_teaches_nothing_not_even_its_bare_walls():
    life = Life(seed=22, person=Person())
    for step in range(60):
        life.shift = (-1.5 * step + 45, 4 * float(np.sin(step)))
        life.step()
        assert life.plate is None


def test_hunting_exposure_and_white_balance_change_nothing():
    life = after_learning(8)
    worst = 1.0
    for _ in range(300):
        hunting(life)
        life.step()
        worst = min(worst, life.right())
    assert worst > 0.9
    assert life.wrong() < NEXT_TO_NOTHING
    assert life.fault_share < NEXT_TO_NOTHING
    assert not life.told(Dropped)


def test_a_room_is_learnt_while_exposure_hunts():
    life = Life(seed=8)
    for _ in range(50):
        hunting(life)
        life.step()
    assert life.right() > 0.95


def hunting(life):
    gain = 1 + 0.25 * np.sin(life.at_s * 1.1)
    colour = 0.08 * np.sin(life.at_s * 0.7)
    life.gain = (gain * (1 + colour), gain, gain * (1 - colour))
    life.offset = 4 * float(np.sin(life.at_s))


def test_a_curtain_in_the_wind_is_never_sure_and_the_rest_is():
    columns, rows = np.meshgrid(np.arange(60), np.arange(HEIGHT))
    curtain = np.s_[:, 155:205]

    def wave(room, at_s):
        folds = 120 + 60 * np.sin(columns / 5 + 2.5 * np.sin(at_s * 2.1) + rows / 30)
        room[:, 150:210] = folds[..., None]

    life = Life(seed=9, moving=wave)
    life.run(10)
    assert life.right(np.s_[:, :145]) > 0.99
    assert life.plate.confidence[curtain].mean() < 5
    life.moving = lambda room, at_s: wave(room, 0.0)
    life.run(10)
    assert life.plate.confidence[curtain].mean() > 240, "it hangs still"
    life.moving = wave
    life.run(12)
    assert life.plate.confidence[curtain].mean() < 10
    life.person = Person(middle=80)
    life.run(10)
    assert life.fault_share < NEXT_TO_NOTHING


@pytest.mark.parametrize("steps", [300, 900])  # of an hour that passes in six minutes
def test_falling_daylight_is_followed(steps):
    life = after_learning(10, rate=2.5)
    life.mistakes = 0.05
    for step in range(steps):
        dark = step / 900
        life.gain = (1 - 0.65 * dark, 1 - 0.7 * dark, 1 - 0.6 * dark)
        life.step()
        if step % 100 == 0:
            assert life.right() > 0.85
            assert life.wrong() < 0.01
    life.person = None
    life.step()
    assert life.right() > 0.85, "also what nobody has seen for an hour"
    assert life.wrong() < 0.01
    assert life.seconds_until(lambda: life.right() > 0.97) <= 4.0
    assert not life.told(Dropped)


def test_another_input_size_keeps_the_room():
    life = after_learning(13)
    life.height, life.width = 72, 128
    life.step()
    assert life.plate.confidence.shape == (72, 128)
    life.step()
    assert life.plate.confidence.mean() > 150


def test_a_network_of_nearly_the_frames_shape_keeps_the_room():
    life = after_learning(13)
    life.height, life.width = 64, 128
    life.step()
    life.step()
    assert life.plate.confidence.mean() > 150


def test_another_shape_of_picture_is_another_part_of_the_room():
    life = after_learning(13)
    life.height, life.width, life.aspect = 144, 192, 4 / 3
    life.step()
    assert life.plate is None


def test_forgetting_leaves_nothing_even_for_the_shelf():
    life = after_learning(14)
    life.keeper.forget()
    assert life.told(Dropped) == [Dropped("forgotten")]
    life.step()
    assert life.plate is None
    assert life.keeper.snapshot() is None


def test_a_plate_from_elsewhere_is_taken_when_the_camera_shows_that_room():
    donor = Life(seed=15)
    donor.run(4)
    life = Life(seed=15, person=Person(), shift=(2.0, 1.0), gain=(0.8, 0.85, 0.9))
    life.keeper.offer(donor.keeper.snapshot())
    life.run(1)
    assert life.right() > 0.9
    assert life.wrong() < 0.01


def test_a_plate_of_another_room_is_not_taken_and_that_is_said_once():
    donor = Life(seed=16)
    donor.run(4)
    life = Life(seed=17, person=Person())
    life.keeper.offer(donor.keeper.snapshot())
    life.run(20)
    assert life.told(Dropped) == [Dropped("nowhere")]
    assert life.wrong() < 0.01


def test_a_plate_of_another_room_is_looked_for_once_a_second(monkeypatch):
    donor = Life(seed=16)
    donor.run(4)
    offered = donor.keeper.snapshot()
    life = Life(seed=17, person=Person())
    life.keeper.offer(offered)
    searched_s, compare = [], Comparer.compare

    def comparing(self, frame, colour, *arguments, **options):
        if np.array_equal(colour, offered.rgb):
            searched_s.append(round(life.at_s, 1))
        return compare(self, frame, colour, *arguments, **options)

    monkeypatch.setattr(Comparer, "compare", comparing)
    life.run(4)
    assert len(searched_s) == 4, searched_s


def test_who_says_that_the_room_is_empty_is_believed_about_a_chair():
    life = Life(seed=18, things=[(*CHAIR, BROWN)])
    step_with_a_chair_called_person(life, 4)
    assert life.plate is None or life.right(CHAIR) == 0
    assert life.keeper.take_for_empty()
    life.chair = None
    life.run(1)
    assert life.right() > 0.97


def test_who_says_that_the_room_is_empty_is_not_believed_while_somebody_moves():
    life = Life(seed=19, person=Person())
    life.run(5)
    assert not life.keeper.take_for_empty()


def step_with_a_chair_called_person(life, seconds):
    network = life.network

    def calls_it_a_person(rgb, alpha):
        answer = network(rgb, alpha)
        answer[CHAIR] = 230
        return answer

    life.network = calls_it_a_person
    life.run(seconds)
    life.network = network


def test_a_picture_that_is_held_is_no_evidence():
    life = Life(seed=20, person=Person())
    picture = np.clip(life.bare(), 0, 255).astype(np.uint8)
    nobody = np.zeros((HEIGHT, WIDTH), np.uint8)
    plates = [life.keeper.observe(Observation(picture, nobody), step / 5) for step in range(50)]
    assert plates == [None] * 50


def test_no_pixel_of_the_plate_comes_from_where_the_network_sees_somebody():
    """However sure, however still: white noise for a room, and a person who never moves."""
    rng = np.random.default_rng(5)
    rgb = rng.integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    alpha = np.zeros((HEIGHT, WIDTH), np.uint8)
    alpha[40:, 100:160] = 200
    keeper = PlateKeeper()
    for step in range(200):
        plate = keeper.observe(Observation(rgb ^ (step & 1), alpha), step / 5)
    assert isinstance(plate, CleanPlate)
    near = cv2.dilate(alpha, np.ones((7, 7), np.uint8)) > 0
    assert not plate.confidence[near].any()
    assert plate.confidence[:, :80].mean() > 240
