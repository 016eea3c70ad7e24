"""The matte of films, followed along the motion: calmer, in order, and nothing across a cut."""

import numpy as np
import pytest

from gpu_unet.clean_plate import Observation
from pipeline.jobs import temporal_filter
from pipeline.jobs.temporal_filter import REACH, TemporalFilter

HEIGHT, WIDTH = 144, 192


@pytest.fixture
def make_filter():
    made = []

    def make(**options):
        made.append(TemporalFilter(**options))
        return made[-1]

    yield make
    for one in made:
        one.close()


def texture(rng, *, height=HEIGHT, width=WIDTH):
    """Soft enough to be followed."""
    coarse = rng.integers(0, 256, (height // 8 + 2, width // 8 + 2, 3)).astype(np.float32)
    fine = coarse.repeat(8, 0).repeat(8, 1)
    for axis in (0, 1):
        fine = sum(np.roll(fine, shift, axis) for shift in range(-3, 4)) / 7
    return fine[:height, :width].astype(np.uint8)


def filtered(one, observations, batch=4):
    mattes = []
    for begin in range(0, len(observations), batch):
        mattes += one.add(observations[begin : begin + batch])
    return mattes + one.finish()


def walk(rng, *, frames=12, pixels=2, flicker=60):
    """A square that walks over a room, and what a network that wavers says of it."""
    room, person = texture(rng), texture(rng)
    seen, truth = [], []
    for index in range(frames):
        x = 20 + pixels * index
        picture, alpha = room.copy(), np.zeros((HEIGHT, WIDTH), np.uint8)
        picture[30:110, x : x + 80] = person[30:110, 20:100]
        alpha[30:110, x : x + 80] = 255
        doubt = rng.integers(0, flicker + 1, alpha.shape)
        truth.append(alpha)
        seen.append(Observation(picture, np.where(alpha, 255 - doubt, doubt).astype(np.uint8)))
    return seen, truth


def unrest(alphas, truth):
    """dtSSD: how much alpha changes otherwise than the truth."""
    change = np.diff(np.array(alphas, np.float32), axis=0)
    return float(np.sqrt(((change - np.diff(np.array(truth, np.float32), axis=0)) ** 2).mean()))


@pytest.mark.parametrize("pixels", [0, 1, 2, 4])
def test_what_wavers_is_calmed_also_where_it_moves(make_filter, rng, pixels):
    seen, truth = walk(rng, pixels=pixels)
    mattes = filtered(make_filter(), seen)
    assert unrest(mattes, truth) < 0.5 * unrest([one.alpha for one in seen], truth)
    # Nothing trails behind, and nothing runs ahead.
    for matte, alpha in zip(mattes[REACH:-REACH], truth[REACH:-REACH], strict=True):
        assert np.array_equal(matte > 127, alpha > 127) or (
            ((matte > 127) != (alpha > 127)).mean() < 0.004
        )


def test_nothing_is_followed_across_a_cut(make_filter, rng):
    one, other = (np.full((HEIGHT, WIDTH, 3), level, np.uint8) for level in (30, 220))
    nobody = np.zeros((HEIGHT, WIDTH), np.uint8)
    seen = [Observation(one, nobody)] * 5 + [Observation(other, nobody + 255)] * 5
    mattes = filtered(make_filter(), seen)
    assert [int(matte.max()) for matte in mattes] == [0] * 5 + [255] * 5
    assert [int(matte.min()) for matte in mattes] == [0] * 5 + [255] * 5


def test_what_flashes_by_keeps_its_own_alpha(make_filter):
    """A thing that is there in one frame alone, and unlike what is behind it."""
    seen = []
    for index in range(9):
        picture = np.full((HEIGHT, WIDTH, 3), 60, np.uint8)
        alpha = np.zeros((HEIGHT, WIDTH), np.uint8)
        if index == 4:
            picture[20:50, 30:60], alpha[20:50, 30:60] = 250, 255
        seen.append(Observation(picture, alpha))
    mattes = filtered(make_filter(), seen)
    assert mattes[4][25:45, 35:55].min() == 255
    assert max(int(matte.max()) for index, matte in enumerate(mattes) if index != 4) == 0


@pytest.mark.parametrize("count", [1, 2, REACH, REACH + 1, 2 * REACH + 1, 11])
@pytest.mark.parametrize("batch", [1, 4])
def test_every_frame_has_its_matte_in_order_as_early_as_can_be(make_filter, rng, count, batch):
    one = make_filter()
    picture = texture(rng)
    levels = rng.integers(0, 256, count)  # of which a mean tells where it was taken
    seen = [Observation(picture, np.full((HEIGHT, WIDTH), n, np.uint8)) for n in levels]
    mattes = []
    for begin in range(0, count, batch):
        mattes += one.add(seen[begin : begin + batch])
        assert len(mattes) == max(0, min(count, begin + batch) - REACH)
    mattes += one.finish()
    for place, matte in enumerate(mattes):
        around = range(max(0, place - REACH), min(count, place + REACH + 1))
        np.testing.assert_allclose(matte, levels[around].mean(), atol=0.51)
    assert len(mattes) == count


def test_batches_have_no_say(make_filter, rng):
    seen, _ = walk(rng)
    whole = filtered(make_filter(), seen, batch=len(seen))
    for batch in (1, 3):
        np.testing.assert_array_equal(filtered(make_filter(), seen, batch=batch), whole)


def test_after_its_end_a_filter_is_as_new_for_pictures_of_any_size(make_filter, rng):
    one = make_filter()
    seen, _ = walk(rng)
    first = filtered(one, seen)
    small = Observation(texture(rng, height=32, width=40), np.full((32, 40), 9, np.uint8))
    assert [matte.shape for matte in filtered(one, [small] * 5)] == [(32, 40)] * 5
    np.testing.assert_array_equal(filtered(one, seen), first)


def test_without_reach_every_alpha_comes_back_at_once(make_filter, rng):
    one = make_filter(reach=0)
    seen, _ = walk(rng, frames=3)
    np.testing.assert_array_equal(one.add(seen), [each.alpha for each in seen])
    assert one.finish() == []


def test_it_is_the_mean_that_its_definition_says(make_filter, rng, monkeypatch):
    """A motion that is known for certain, two pixels a frame on the left and four on the right."""
    across = np.where(np.arange(WIDTH) < WIDTH // 2, 2, 4)

    class Known:
        def calc(self, grey, other, _):
            flow = np.zeros((*grey.shape, 2), np.float32)
            flow[..., 0] = across if other.tag > grey.tag else -across
            return flow

    class Tagged(np.ndarray):
        tag = 0

    made = iter(range(100))

    def grey(rgb, _):
        plane = rgb[..., 1].copy().view(Tagged)
        plane.tag = next(made)
        return plane

    monkeypatch.setattr(temporal_filter.cv2, "cvtColor", grey)
    monkeypatch.setattr(temporal_filter.cv2, "DISOpticalFlow_create", lambda preset: Known())
    seen, _ = walk(rng, frames=5, flicker=120)
    mattes = filtered(make_filter(reach=2), seen, batch=5)
    monkeypatch.undo()
    place, edge = 2, 10  # away from the frame's edge, where pixels are repeated
    own = seen[place].rgb.astype(np.float64)
    total = np.ones((HEIGHT, WIDTH))
    alpha = seen[place].alpha.astype(np.float64)
    for direction in (-1, 1):
        where = np.arange(WIDTH)
        for count in (1, 2):
            where = np.clip(where + direction * across[where], 0, WIDTH - 1)
            there = seen[place + direction * count]
            change = np.abs(there.rgb[:, where].astype(np.float64) - own).max(-1)
            mean = sum(np.roll(change, (y, x), (0, 1)) for y in (-1, 0, 1) for x in (-1, 0, 1)) / 9
            weight = np.exp(-((np.rint(mean) / (0.06 * 255)) ** 2))
            alpha += weight * there.alpha[:, where]
            total += weight
    inside = np.s_[edge:-edge, edge:-edge]
    # Means of 3x3 are rounded where half of a level may fall either way.
    np.testing.assert_allclose(mattes[place][inside], (alpha / total)[inside], atol=1.5)


def test_nothing_is_searched_for_across_a_cut(make_filter, rng, monkeypatch):
    """Of textures something always looks alike somewhere."""
    searched = []
    make = temporal_filter.cv2.DISOpticalFlow_create

    class Counting:
        def __init__(self, preset):
            self._own = make(preset)

        def calc(self, *pictures):
            searched.append(pictures)
            return self._own.calc(*pictures)

    monkeypatch.setattr(temporal_filter.cv2, "DISOpticalFlow_create", Counting)
    alpha = np.zeros((HEIGHT, WIDTH), np.uint8)
    scenes = [[Observation(texture(rng), alpha)] * 3 for _ in range(2)]
    filtered(make_filter(), [*scenes[0], *scenes[1]])
    assert len(searched) == 2 * (2 + 2)


@pytest.mark.parametrize(
    ("height", "width"),
    [(16, 1280), (16, 640), (16, 256), (8, 64), (16, 16), (1280, 16), (48, 3840), (16, 34752)],
)
def test_a_strip_is_followed_like_any_other_picture(make_filter, rng, height, width):
    picture = texture(rng, height=height, width=width + 8)
    observations = [
        Observation(
            np.ascontiguousarray(picture[:, step : step + width]),
            np.full((height, width), 40 * step, np.uint8),
        )
        for step in range(5)
    ]
    mattes = filtered(make_filter(), observations)
    assert [matte.shape for matte in mattes] == [(height, width)] * 5
    middle = float(mattes[0].mean())
    assert middle > 5 if width < 30000 else middle == 0, "frames to come have their say"
