"""A film's mattes, followed along the motion: kernels are as their definition, and calm."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from film_cases import filtered_by_reference, texture, unrest, walk

from gpu_unet.cpu.frames_ahead import CpuFramesAhead
from gpu_unet.frames_ahead import FAR, REACH, Turns, grey_sizes, slot_count
from gpu_unet.reference import frames_ahead as reference

HEIGHT, WIDTH = 144, 192
SIZES = [(HEIGHT, WIDTH), (64, 96), (61, 83), (24, 40), (6, 9)]


def store(ahead, number, one):
    """Store a frame as an engine does."""
    height, width = one.rgb.shape[:2]
    around = np.zeros((height + 2, width + 2, 7), np.float32)  # rows apart, as the network's input
    around[1:-1, 1:-1, :3] = one.rgb / np.float32(255)
    ahead.see(number, around[1:-1, 1:-1])
    if one.alpha is not None:
        ahead.infer(number, one.alpha / np.float32(255))


def filtered(seen):
    """As an engine has it made: float32 (frames, h, w) in levels."""
    height, width = seen[0].rgb.shape[:2]
    ahead = CpuFramesAhead(height=height, width=width)
    mattes = []
    for number in range(len(seen) + FAR):
        if number < len(seen):
            store(ahead, number, seen[number])
        if number >= FAR:
            out = np.full((height, width), np.nan, np.float32)
            ahead.steady(number - FAR, min(number + 1, len(seen)), out)
            mattes.append(out)
    return 255 * np.array(mattes)


def carrying(seen, *numbers):
    """The same frames, of which some are carried."""
    return [replace(one, alpha=None) if n in numbers else one for n, one in enumerate(seen)]


@pytest.mark.parametrize(("height", "width"), SIZES)
@pytest.mark.parametrize("pixels", [0, 1, 3])
def test_the_kernels_are_as_their_definition(rng, height, width, pixels):
    seen, _ = walk(rng, height=height, width=width, pixels=pixels, frames=7, flicker=120)
    found, expected = filtered(seen), filtered_by_reference(seen)
    apart = np.abs(found - expected)
    # Where two motions fit a patch equally well, either may be taken.
    assert np.quantile(apart, 0.999) < 0.05
    assert apart.mean() < 0.02
    assert np.std(expected) > 5, "nobody would prove nothing"


@pytest.mark.parametrize("pixels", [0, 1, 2, 4])
def test_what_wavers_is_calmed_also_where_it_moves(rng, pixels):
    seen, truth = walk(rng, height=HEIGHT, width=WIDTH, pixels=pixels, frames=12)
    mattes = filtered(seen)
    assert unrest(mattes, truth) < 0.5 * unrest([one.alpha for one in seen], truth)
    # Nothing trails behind, and nothing runs ahead.
    for matte, alpha in zip(mattes[REACH:-REACH], truth[REACH:-REACH], strict=True):
        assert ((matte > 127) != (alpha > 127)).mean() < 0.004


def test_motion_is_found_as_well_as_opencv_finds_it(rng):
    """Shifts of a soft texture; its search with this preset works at a fourth of the size, too."""
    picture = texture(rng, height=HEIGHT + 40, width=WIDTH + 40)
    one = picture[20:-20, 20:-20]
    for down, across in ((0, 0), (3, -5), (-7, 2), (10, 12)):
        other = picture[20 - down : 20 - down + HEIGHT, 20 - across : 20 - across + WIDTH]
        ours = 4 * reference.motion(reference.grey_pictures(one), reference.grey_pictures(other))
        search = cv2.DISOpticalFlow_create(cv2.DISOPTICAL_FLOW_PRESET_ULTRAFAST)
        greys = [cv2.cvtColor(np.ascontiguousarray(p), cv2.COLOR_RGB2GRAY) for p in (one, other)]
        theirs = search.calc(*greys, None).transpose(2, 0, 1)
        truth = np.array([across, down], np.float32)[:, None, None]
        inside = np.s_[:, 4:-4, 4:-4], np.s_[:, 16:-16, 16:-16]
        own_error = np.abs(ours[inside[0]] - truth).mean()
        assert own_error < np.abs(theirs[inside[1]] - truth).mean() + 0.1
        assert own_error < 0.35


def test_nothing_is_followed_across_a_cut():
    one, other = (np.full((HEIGHT, WIDTH, 3), level, np.uint8) for level in (30, 220))
    nobody = np.zeros((HEIGHT, WIDTH), np.uint8)
    seen = [reference.remember(one, nobody)] * 5 + [reference.remember(other, nobody + 255)] * 5
    mattes = filtered(seen)
    assert mattes.max((1, 2)).tolist() == [0] * 5 + [255] * 5
    assert mattes.min((1, 2)).tolist() == [0] * 5 + [255] * 5


def test_what_flashes_by_keeps_its_own_alpha():
    """A thing that is there in one frame alone, and unlike what is behind it."""
    seen = []
    for index in range(9):
        picture = np.full((HEIGHT, WIDTH, 3), 60, np.uint8)
        alpha = np.zeros((HEIGHT, WIDTH), np.uint8)
        if index == 4:
            picture[20:50, 30:60], alpha[20:50, 30:60] = 250, 255
        seen.append(reference.remember(picture, alpha))
    mattes = filtered(seen)
    assert mattes[4][25:45, 35:55].min() > 254.5
    assert max(float(m.max()) for index, m in enumerate(mattes) if index != 4) < 0.5


@pytest.mark.parametrize("count", [1, 2, REACH, REACH + 1, 2 * REACH + 1, 11])
def test_as_many_frames_have_a_say_as_there_are(rng, count):
    picture = texture(rng, height=HEIGHT, width=WIDTH)
    levels = rng.integers(20, 230, count)  # of which a mean tells where it was taken
    seen = [
        reference.remember(picture, np.full((HEIGHT, WIDTH), level, np.uint8)) for level in levels
    ]
    for place, matte in enumerate(filtered(seen)):
        around = range(max(0, place - REACH), min(count, place + REACH + 1))
        np.testing.assert_allclose(matte, levels[around].mean(), atol=0.1)


def test_a_block_of_one_alpha_is_left_out_only_where_nothing_else_comes_into_it(rng):
    """The definition knows no blocks."""
    seen, _ = walk(rng, height=64, width=96, pixels=5, frames=7, flicker=0)
    np.testing.assert_allclose(filtered(seen), filtered_by_reference(seen), atol=0.05)


@pytest.mark.parametrize(
    ("down", "across"), [(0, 6), (0, -6), (5, 0), (-5, 0), (0, 2), (0, -2), (2, 0), (-2, 0)]
)
def test_a_block_of_one_alpha_is_computed_where_motion_leads_to_another(rng, down, across):
    """The picture moves, by more than a block in three frames or less, and alpha stands still."""
    room = texture(rng, height=64 + 6 * 7, width=96 + 6 * 7) // 3  # or every frame would be a cut
    alpha = np.zeros((64, 96), np.uint8)
    alpha[24:40, 40:56] = 255  # whole blocks
    seen = []
    for n in range(-3, 4):
        top, left = 21 + n * down, 21 + n * across
        seen.append(reference.remember(room[top : top + 64, left : left + 96], alpha))
    expected = reference.steady_alpha(seen, REACH)
    assert np.abs(255 * expected - alpha).max() > 50
    np.testing.assert_allclose(filtered(seen)[REACH], 255 * expected, atol=0.05)


def test_it_is_the_mean_that_its_definition_says(rng, monkeypatch):
    """A motion that is known for certain: the whole picture moves two pixels a frame."""
    flow = np.zeros((2, *grey_sizes(height=HEIGHT, width=WIDTH)[0]), np.float32)
    seen, _ = walk(rng, height=HEIGHT, width=WIDTH, pixels=2, frames=5, flicker=120)
    numbers = {id(one.pictures): n for n, one in enumerate(seen)}

    def known(one, other):
        flow[0] = 2 / 4 * (numbers[id(other)] - numbers[id(one)])
        return flow.copy()

    monkeypatch.setattr(reference, "motion", known)
    place, edge = 2, 10  # away from the frame's edge, where pixels are repeated
    found = 255 * reference.steady_alpha(seen, place, reach=2)
    own = seen[place].rgb.astype(np.float64)
    total, alpha = np.ones((HEIGHT, WIDTH)), seen[place].alpha.astype(np.float64)
    for step in (-2, -1, 1, 2):
        where = np.clip(np.arange(WIDTH) + 2 * step, 0, WIDTH - 1)
        there = seen[place + step]
        change = np.abs(there.rgb[:, where].astype(np.float64) - own).max(-1)
        mean = sum(np.roll(change, (y, x), (0, 1)) for y in (-1, 0, 1) for x in (-1, 0, 1)) / 9
        weight = np.exp(-((mean / (0.06 * 255)) ** 2))
        alpha += weight * there.alpha[:, where]
        total += weight
    inside = np.s_[edge:-edge, edge:-edge]
    # The first terms of the series are 0.08 above the exponential at most.
    np.testing.assert_allclose(found[inside], (alpha / total)[inside], atol=6)


@pytest.mark.parametrize(("height", "width"), SIZES)
@pytest.mark.parametrize("carried", [(1, 3, 5, 7, 9), (3, 9), (5,)])
def test_a_frame_without_an_alpha_gets_its_neighbours(rng, height, width, carried):
    seen, truth = walk(rng, height=height, width=width, pixels=1, frames=11, flicker=120)
    seen = carrying(seen, *carried)
    found, expected = filtered(seen), filtered_by_reference(seen)
    apart = np.abs(found - expected)
    assert np.quantile(apart, 0.999) < 0.05
    assert apart.mean() < 0.02
    if (height, width) == (HEIGHT, WIDTH):
        for number in carried:
            assert ((found[number] > 127) != (truth[number] > 127)).mean() < 0.004


@pytest.mark.parametrize(("place", "counted"), [(4, (0, 2, 4, 6, 8)), (5, (2, 4, 6, 8))])
def test_carried_frames_have_no_say(rng, place, counted):
    """A mean of inferred frames, at most REACH each way and FAR away, tells which they were."""
    picture = texture(rng, height=HEIGHT, width=WIDTH)
    levels = rng.integers(20, 230, 11)
    seen = [remember_level(picture, level) for level in levels]
    found = filtered(carrying(seen, 1, 3, 5, 7, 9))
    np.testing.assert_allclose(found[place], levels[list(counted)].mean(), atol=0.1)


def remember_level(picture, level):
    return reference.remember(picture, np.full(picture.shape[:2], level, np.uint8))


def explained(seen, number):
    """Whether a frame is explained, and the pixels that are not, by kernels and by definition."""
    ahead = CpuFramesAhead(height=seen[0].rgb.shape[0], width=seen[0].rgb.shape[1])
    for n in range(number + 2):
        store(ahead, n, seen[n])
    three = seen[number - 1 : number + 2]
    is_explained = ahead.explains(number)
    assert is_explained == reference.is_explained(*three)
    return is_explained, ahead._unexplained.tolist(), reference.unexplained(*three)


@pytest.mark.parametrize(("height", "width"), SIZES)
def test_unexplained_pixels_are_counted_as_their_definition_says(rng, height, width):
    seen, _ = walk(rng, height=height, width=width, pixels=3, frames=4, flicker=0)
    # Nothing else moves in front of it as fast.
    noise = rng.integers(0, 256, (height // 2, width // 2, 3), np.uint8)
    seen[1].rgb[height // 4 : height // 4 + height // 2, width // 3 : width // 3 + width // 2] = (
        noise
    )
    seen[1] = reference.remember(seen[1].rgb, None)
    _, found, expected = explained(seen, 1)
    assert expected[1] > height * width // 16
    np.testing.assert_allclose(found, expected, rtol=0.01, atol=1)


@pytest.mark.parametrize(("pixels", "is_explained"), [(0, True), (1, True), (40, False)])
def test_motion_that_is_followed_explains_a_frame_and_faster_motion_does_not(
    rng, pixels, is_explained
):
    seen, _ = walk(rng, height=HEIGHT, width=WIDTH, pixels=pixels, frames=4, flicker=0)
    seen = [reference.remember(one.rgb // 3, one.alpha) for one in seen]  # contrast as in rooms
    assert explained(carrying(seen, 1), 1)[0] == is_explained


def test_a_thing_that_no_neighbour_has_is_not_explained(rng):
    """Beside the person, where no matte has an edge; and at its edge, where less is enough."""
    room = texture(rng, height=HEIGHT, width=WIDTH) // 3
    alpha = np.zeros((HEIGHT, WIDTH), np.uint8)
    alpha[40:100, 60:120] = 255
    cases = ((6, 10, True), (30, 10, False), (6, 118, True), (14, 118, False))
    for side, left, is_explained in cases:
        rgb = room.copy()
        rgb[50 : 50 + side, left : left + side] = 250
        seen = [reference.remember(room, alpha), reference.remember(rgb, None)]
        seen.append(reference.remember(room, alpha))
        assert explained(seen, 1)[0] == is_explained, (side, left)


@pytest.mark.parametrize("cut", [1, 2])
def test_a_cut_before_a_frame_or_after_it_explains_nothing(cut):
    one, other = (np.full((HEIGHT, WIDTH, 3), level, np.uint8) for level in (30, 220))
    alpha = np.zeros((HEIGHT, WIDTH), np.uint8)
    seen = [reference.remember(one if n < cut else other, alpha) for n in range(3)]
    assert not explained(carrying(seen, 1), 1)[0]


@pytest.mark.parametrize("batch_size", [1, 2, 4])
@pytest.mark.parametrize("count", [1, 3, 4, 9])
@pytest.mark.parametrize("wait", [REACH, FAR])
def test_turns_count_every_frame_in_and_out_once(batch_size, count, wait):
    turns = Turns(batch_size, wait)
    for _ in range(2):  # the second film begins anew
        out, left = [], count
        while left or turns.waiting:
            turn = turns.next(min(batch_size, left))
            left -= turn.new
            assert turn.due <= batch_size
            out += range(turn.done, turn.done + turn.due)
            # All that is remembered has a slot of its own.
            assert turn.seen - max(0, turn.done - wait) <= slot_count(batch_size, wait)
            turns.took(turn)
            assert turns.waiting <= wait
        assert out == list(range(count))
        assert (turns.seen, turns.done) == (0, 0)
    with pytest.raises(ValueError, match="no frame came and none waits"):
        turns.next(0)
