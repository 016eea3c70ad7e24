"""Auto-framing: where the crop of a walking person goes, whatever the frame rate."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from app.pipeline.framing import (
    HEAD_ROOM,
    HOLD_S,
    MOST_ZOOM,
    WHOLE,
    AutoFraming,
    Crop,
    find_person,
    wanted_crop,
)
from gpu_unet import Area, EngineSettings, LayerSettings, Observation

HEIGHT, WIDTH = 144, 256


def figure(middle: float, *, top=0.3, width=0.25, brightness=90) -> Observation:
    """A person with a head, `middle` of the width from the left, in a room."""
    y, x = (np.arange(HEIGHT)[:, None] + 0.5) / HEIGHT, (np.arange(WIDTH) + 0.5) / WIDTH
    is_person = np.hypot((x - middle) / 0.045, (y - top - 0.08) / 0.08) < 1
    is_person |= (np.abs(x - middle) < width / 2) & (y > top + 0.18)
    is_person |= (np.abs(x - middle) < 0.02) & (y > top + 0.1)
    rgb = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    rgb[..., 1] = np.where(is_person, 200, brightness * x)
    return Observation(rgb, np.where(is_person, 255, 0).astype(np.uint8))


def empty() -> Observation:
    seen = figure(0.5)
    return Observation(seen.rgb, np.zeros_like(seen.alpha))


def middle_of(crop: Crop) -> float:
    return crop.left + crop.size / 2


def path(positions, *, rate: float, seconds: float) -> dict[float, Crop]:
    """The crops of a person who walks as `positions` says, by the time."""
    framing = AutoFraming()
    framing.reset()
    crops = {}
    for number in range(round(seconds * rate) + 1):
        at_s = number / rate
        crops[round(at_s, 6)] = framing.see(figure(positions(at_s)), 1 / rate if number else 0.0)
    return crops


def walk(at_s: float) -> float:
    """Stands, walks to the right, stands, and walks back faster."""
    steps = ([0.0, 2.0, 5.0, 7.0, 8.5, 12.0], [0.35, 0.35, 0.6, 0.6, 0.4, 0.4])
    return float(np.interp(at_s, *steps))


def test_a_person_is_centred_with_head_room_and_their_eyes_about_a_third_from_the_top():
    crop = wanted_crop(find_person(figure(0.5).alpha))
    assert middle_of(crop) == pytest.approx(0.5, abs=0.01)
    assert (0.3 - crop.top) / crop.size == pytest.approx(HEAD_ROOM, abs=0.03)
    eyes = 0.3 + 0.08
    assert (eyes - crop.top) / crop.size == pytest.approx(1 / 3, abs=0.03)
    assert crop.size == 1 / MOST_ZOOM


@pytest.mark.parametrize("middle", [0.0, 0.1, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("top", [0.0, 0.3, 0.7])
def test_a_crop_stays_within_the_picture_and_below_the_largest_zoom(middle, top):
    crop = wanted_crop(find_person(figure(middle, top=top).alpha))
    assert min(crop.left, crop.top) >= 0
    assert max(crop.left, crop.top) + crop.size <= 1 + 1e-9
    assert 1 / MOST_ZOOM <= crop.size <= 1


def test_an_arm_that_is_stretched_stays_in_the_crop():
    seen = figure(0.4)
    seen.alpha[80:100, 100:180] = 255
    box = find_person(seen.alpha)
    crop = wanted_crop(box)
    assert box.right == pytest.approx(180 / WIDTH)
    assert crop.left + crop.size > box.right
    assert crop.left < box.left


def test_a_raised_hand_beside_the_head_is_not_the_head():
    seen = figure(0.5)
    seen.alpha[10:100, 155:160] = 255
    raised, at_rest = (find_person(alpha) for alpha in (seen.alpha, figure(0.5).alpha))
    assert raised.top == at_rest.top


def test_arms_that_move_do_not_make_the_picture_breathe():
    framing = AutoFraming()
    framing.reset()
    framing.see(figure(0.5, width=0.5), 0.0)
    for number in range(1, 91):
        framing.see(figure(0.5, width=0.5 if number // 15 % 2 else 0.4), 1 / 30)
    wide = wanted_crop(find_person(figure(0.5, width=0.5).alpha)).size
    assert framing.crop.size == pytest.approx(wide, rel=0.06)
    for _ in range(900):
        framing.see(figure(0.5, width=0.4), 1 / 30)
    assert framing.crop.size == pytest.approx(0.4 / 0.6, rel=0.08)


def test_specks_are_no_person_and_two_people_are_framed_together():
    alone = find_person(figure(0.3).alpha)
    seen = figure(0.3)
    seen.alpha[10:14, 220:224] = 255
    assert find_person(seen.alpha) == alone
    both = np.maximum(figure(0.3).alpha, figure(0.8).alpha)
    box = find_person(both)
    assert (box.left, box.right) == pytest.approx((0.175, 0.925), abs=0.01)
    assert find_person(empty().alpha) is None


def test_what_areas_replace_is_not_framed():
    both = np.maximum(figure(0.3).alpha, figure(0.8).alpha)
    right = ((0.55, 0.0), (1.0, 0.0), (1.0, 1.0), (0.55, 1.0))
    left = ((0.0, 0.0), (0.55, 0.0), (0.55, 1.0), (0.0, 1.0))
    alone = find_person(figure(0.3).alpha)
    assert find_person(both, [Area("garbage", right)]) == alone
    assert find_person(both, [Area("person", left)]) == alone


def test_a_person_who_sways_within_the_dead_zone_does_not_move_the_picture():
    crops = path(lambda s: 0.5 + 0.012 * math.sin(5 * s), rate=30, seconds=5)
    assert len(set(crops.values())) == 1


def test_the_crop_follows_a_person_who_walks_and_comes_to_rest():
    crops = path(walk, rate=30, seconds=12)
    assert middle_of(crops[0.0]) == pytest.approx(0.35, abs=0.03)
    assert middle_of(crops[7.0]) == pytest.approx(0.6, abs=0.03)
    assert middle_of(crops[12.0]) == pytest.approx(0.4, abs=0.03)
    for at_s, crop in crops.items():  # the person stays in the picture, with a margin
        assert crop.left + 0.01 < walk(at_s) - 0.125
        assert walk(at_s) + 0.125 < crop.left + crop.size - 0.01
    assert len({crops[round(n / 30, 6)] for n in range(350, 361)}) == 1


def test_the_way_has_no_jerks():
    middles = [middle_of(crop) for crop in path(walk, rate=30, seconds=12).values()]
    speeds = 30 * np.diff(middles)
    assert np.abs(speeds).max() < 0.4  # of a person who walks at up to 0.13 of the width a second
    assert np.abs(np.diff(speeds)).max() < 0.05


def test_a_step_is_followed_without_overshooting():
    crops = path(lambda s: 0.35 if s < 0.5 else 0.6, rate=30, seconds=5)
    middles = [middle_of(crop) for crop in crops.values()]
    assert all(late >= early - 1e-9 for early, late in pairwise(middles))
    assert max(middles) <= 0.6 + 0.01


@pytest.mark.parametrize("rate", [15, 7.5])
def test_the_frame_rate_hardly_changes_the_way(rate):
    fast, slow = path(walk, rate=30, seconds=12), path(walk, rate=rate, seconds=12)
    common = fast.keys() & slow.keys()
    assert len(common) > 80
    apart = [abs(middle_of(fast[at_s]) - middle_of(slow[at_s])) for at_s in common]
    assert max(apart) < 0.02


def test_a_person_who_is_gone_is_waited_for_and_then_the_whole_picture_returns_slowly():
    framing = AutoFraming()
    framing.reset()
    kept = framing.see(figure(0.4), 0.0)
    sizes = []
    for number in range(1, 421):
        crop = framing.see(empty(), 1 / 30)
        if number / 30 < HOLD_S - 0.05:
            assert crop == kept
        sizes.append(crop.size)
    assert max(abs(late - early) for early, late in pairwise(sizes)) < 0.01
    assert framing.crop == WHOLE  # exactly: nothing is scaled then


def test_at_a_cut_the_new_scene_is_framed_at_once():
    framing = AutoFraming()
    framing.reset()
    framing.see(figure(0.4), 0.0)
    for _ in range(30):
        framing.see(figure(0.4), 1 / 30)
    assert not framing.has_jumped
    other = figure(0.6, top=0.5)
    other.rgb[..., 2] = (np.indices((HEIGHT, WIDTH)).sum(axis=0) // 16 % 2) * 255
    crop, wanted = framing.see(other, 1 / 30), wanted_crop(find_person(other.alpha))
    assert (crop.left, crop.top, crop.size) == pytest.approx((wanted.left, wanted.top, wanted.size))
    assert framing.has_jumped
    framing.see(other, 1 / 30)
    assert not framing.has_jumped


def test_light_that_is_switched_on_is_no_cut():
    framing = AutoFraming()
    framing.reset()
    framing.see(figure(0.4), 0.0)
    lit = figure(0.4)
    framing.see(Observation(np.minimum(lit.rgb, 155) + np.uint8(100), lit.alpha), 1 / 30)
    assert not framing.has_jumped


def test_framing_that_is_switched_on_begins_at_the_whole_picture():
    framing = AutoFraming()
    first = framing.see(figure(0.4), 1 / 30)
    assert first.size > 0.95
    for _ in range(600):
        last = framing.see(figure(0.4), 1 / 30)
    wanted = wanted_crop(find_person(figure(0.4).alpha))
    assert last.size == pytest.approx(wanted.size, abs=0.03)


def test_the_same_picture_again_changes_nothing():
    framing = AutoFraming()
    framing.reset()
    for number in range(20):
        crop = framing.see(figure(0.3 + number / 60), 1 / 30)
    assert framing.see(figure(0.3 + 19 / 60), 0.0) == crop


@pytest.mark.parametrize("mirror", [False, True])
def test_a_crop_becomes_the_place_of_the_person(mirror):
    settings = Crop(0.1, 0.3, 0.5).framed(EngineSettings(mirror=mirror))
    assert settings.layer.person_size == pytest.approx(200)
    # Left edge of the layer: -0.1 / 0.5, or what is left at the right when mirrored.
    assert settings.layer.person_across == pytest.approx(-30 if mirror else 30)
    assert settings.layer.person_down == pytest.approx(100 * (-0.6 + 1))
    assert WHOLE.framed(EngineSettings()).layer == LayerSettings()


def test_a_person_in_the_corner_is_framed_there():
    corner = LayerSettings(person_size=36.0, person_across=34.0, shadow=0.5)
    layer = Crop(0.1, 0.3, 0.5).framed(EngineSettings(layer=corner)).layer
    assert layer.person_size == pytest.approx(72)
    assert layer.shadow == 0.5
    # The crop's corners fill the place that the user has chosen.
    left = (1 - 0.72) / 2 + layer.person_across / 100
    assert left + 0.1 * 0.72 == pytest.approx((1 - 0.36) / 2 + 0.34)


def test_no_crop_leaves_the_settings_ranges():
    for size, across, down in ((10.0, -100.0, 100.0), (210.0, 100.0, -100.0), (100.0, 0.0, 0.0)):
        layer = LayerSettings(person_size=size, person_across=across, person_down=down)
        for crop in (WHOLE, Crop(0.0, 0.0, 0.5), Crop(0.5, 0.5, 0.5), Crop(0.2, 0.4, 0.6)):
            crop.framed(EngineSettings(layer=layer))  # which checks the ranges
