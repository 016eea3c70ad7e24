"""Films on the CPU engine: every frame once, in order, by a matte its neighbours had a say in."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "kernels"))
from frame_path_cases import clean_plate, picture

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.colour import black
from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.engine import Batch, to_the_end
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frames_ahead import FAR
from gpu_unet.kernels.layouts import frame_planes
from gpu_unet.reference import frames_ahead as reference
from gpu_unet.settings import EdgeSettings, EngineSettings, LayerSettings

HEIGHT, WIDTH = 24, 40
FORMAT = FrameFormat(48, 80, "yuv420")
ARCHITECTURE = UNetArchitecture(
    widths=(8, 16, 24), blocks=("plain",) * 3, convs=(1, 2, 1), in_channels=7,
    height=HEIGHT, width=WIDTH,
)  # fmt: skip
SETTINGS = EngineSettings("transparent")


@pytest.fixture(params=[False, True], ids=["one look", "two looks"])
def engine(request, random_layers, weights_of):
    layers = random_layers(ARCHITECTURE)
    layers["head"].weight[:] *= 4.0
    layers["head"].bias[:] = 4.0  # it sees somebody nearly everywhere, whom the rules leave alone
    weights = weights_of(ARCHITECTURE, layers)
    with CpuEngine(weights, FORMAT, batch_size=2, looks_twice=request.param) as engine:
        assert (engine.architecture.height, engine.architecture.width) == (HEIGHT, WIDTH)
        yield engine


@pytest.fixture
def frames(rng):
    """A film: a picture that becomes brighter, so that its frames are told apart."""
    one = picture(rng, FORMAT)
    return [np.clip(one.astype(int) + 2 * n, 0, 255).astype(np.uint8) for n in range(7)]


@pytest.fixture
def unexplained(rng, frames):
    """A film in a part of which no frame is like another."""
    noisy = [frame.copy() for frame in frames]
    for frame in noisy:
        frame[8:40, 20:60] = rng.integers(0, 256, (32, 40), np.uint8)
    return noisy


@pytest.fixture
def runs(engine, monkeypatch):
    """A list that gets an item whenever a frame is inferred."""
    happened = []
    infer = engine._infer

    def spy(*arguments, **options):
        happened.append(None)
        return infer(*arguments, **options)

    monkeypatch.setattr(engine, "_infer", spy)
    return happened


@pytest.fixture
def alphas(engine, monkeypatch):
    """A list that gets every alpha that the stages behind the network get."""
    taken = []
    refine = engine.path.refine_steps

    def spy(alpha, *arguments):
        taken.append(alpha.copy())
        return refine(alpha, *arguments)

    monkeypatch.setattr(engine.path, "refine_steps", spy)
    return taken


def call(engine, frames, backgrounds=None, settings=SETTINGS, **options):
    to_the_end(engine.film_steps(Batch(frames, backgrounds, settings, **options)))
    return engine.collect()


def film(
    engine,
    frames,
    *,
    size=2,
    settings=SETTINGS,
    backgrounds=None,
    elapsed_s=None,
    observes=False,
    **options,
):
    """What comes of a film, call by call: (composites, frames that had come in)."""
    made = []
    for begin in range(0, len(frames), size):
        some = frames[begin : begin + size]
        behind = None if backgrounds is None else backgrounds[begin : begin + size]
        times = None if elapsed_s is None else elapsed_s[begin : begin + size]
        observe = range(len(some)) if observes else ()
        composites = call(
            engine, some, behind, settings, elapsed_s=times, observe=observe, **options
        )
        made.append((composites, begin + len(some)))
    while engine.waiting:
        behind = None if backgrounds is None else ()
        made.append((call(engine, (), behind, settings, **options), len(frames)))
    return made


def all_of(made):
    return [frame for composites, _ in made for frame in composites.frames]


def assert_same(found, expected):
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("count", [1, 2, 5, 7])
def test_every_frame_comes_back_once_as_early_as_can_be(engine, frames, size, count):
    made = film(engine, frames[:count], size=size, want_alpha=True)
    out = 0
    for composites, came_in in made:
        out += len(composites.frames)
        assert len(composites.alphas) == len(composites.frames)
        assert out >= min(count, came_in) - FAR
        assert len(composites.frames) <= engine.batch_size
        assert composites.stage_ms["steady"] > 0.0
    assert out == count
    assert engine.waiting == 0


def observed(engine, frames):
    """A film's frames as `reference.remember` stores them, all inferred."""
    looked = []
    for composites, _ in film(engine, frames, observes=True):
        looked += composites.observations
    return [reference.remember(one.rgb, one.alpha) for one in looked]


def test_the_stages_behind_get_the_alpha_that_the_definition_says(engine, frames, alphas):
    seen = observed(engine, frames)
    assert len(seen) == len(alphas) == len(frames)
    for place, alpha in enumerate(alphas):
        np.testing.assert_allclose(alpha, reference.steady_alpha(seen, place), atol=0.02)
    assert np.std(alphas) > 0.05, "nobody would prove nothing"


@pytest.mark.parametrize(("count", "carried"), [(1, ()), (2, ()), (6, (1, 3)), (7, (1, 3, 5))])
def test_every_second_frame_is_carried_where_motion_explains_it(
    engine, frames, alphas, runs, count, carried
):
    """The last frame is inferred: none follows it that could explain it."""
    seen = observed(engine, frames[:count])
    alphas.clear()
    runs.clear()
    made = film(engine, frames[:count])
    assert sum(composites.carried for composites, _ in made) == len(carried)
    assert len(runs) == count - len(carried)
    seen = [replace(one, alpha=None) if n in carried else one for n, one in enumerate(seen)]
    for place, alpha in enumerate(alphas):
        known = seen[: place + FAR + 1]
        np.testing.assert_allclose(alpha, reference.steady_alpha(known, place), atol=0.02)


def test_a_film_that_motion_does_not_explain_is_inferred_whole(engine, unexplained, runs):
    for size in (1, 2):
        engine.carries_mattes = True
        engine.reset()
        runs.clear()
        made = film(engine, unexplained, size=size)
        assert [composites.carried for composites, _ in made] == [0] * len(made)
        assert len(runs) == len(unexplained)
        engine.carries_mattes = False
        engine.reset()
        assert_same(all_of(made), all_of(film(engine, unexplained, size=size)))


def test_a_frame_after_a_cut_is_inferred(engine, frames, runs):
    cut = [*frames[:3], *(255 - frame for frame in frames[3:])]
    made = film(engine, cut)
    assert sum(composites.carried for composites, _ in made) == 2  # frames 1 and 5
    assert len(runs) == 5


def test_what_is_carried_does_not_depend_on_where_a_film_begins(
    engine, unexplained, frames, alphas
):
    """As of a segment of a cluster, which begins at an even frame, FAR before the first kept."""
    for whole in ([*frames, *frames], [*unexplained, *frames]):
        film(engine, whole)
        expected = alphas[2 + FAR :]
        alphas.clear()
        film(engine, whole[2:])
        assert_same(alphas[FAR:], expected)
        alphas.clear()


def test_a_frame_that_is_put_off_keeps_its_plate(engine, unexplained, rng):
    plates = {n: clean_plate(rng, height=HEIGHT, width=WIDTH) for n in (0, 2, 5)}
    made = []
    for carries in (True, False):
        engine.carries_mattes = carries
        composites = []
        for n, frame in enumerate(unexplained):
            if n in plates:
                engine.set_clean_plate(plates[n])
            composites += call(engine, [frame]).frames
        while engine.waiting:
            composites += call(engine, ()).frames
        made.append(composites)
        engine.reset()
    assert_same(*made)


@pytest.mark.parametrize("run", range(1, 8))
def test_a_broken_alpha_of_any_frame_ends_its_film(engine, unexplained, monkeypatch, run):
    """Also of one that was put off: nothing is composited in that call."""
    infer, numbers = engine._infer, iter(range(1, 8))

    def breaking(of, *arguments, **options):
        number = next(numbers)
        for _ in infer(of, *arguments, **options):
            yield
        if number == run:
            of.alpha[0, 3, 4] = np.nan
        engine._check_alpha(of.alpha[0])
        return of.alpha[0]

    expected = all_of(film(engine, unexplained))
    with monkeypatch.context() as patch:
        patch.setattr(engine, "_infer", breaking)
        with pytest.raises(EngineError, match="no number from 0 to 1"):
            film(engine, unexplained)
    assert engine.in_flight == engine.waiting == 0
    assert_same(all_of(film(engine, unexplained)), expected)


def test_observations_are_what_process_observes(engine, frames, rng):
    for plate in (None, clean_plate(rng, height=HEIGHT, width=WIDTH), None):
        engine.set_clean_plate(plate)
        (one, _), *_ = film(engine, frames[:1], observes=True)
        engine.reset()
        (expected,) = engine.process(Batch(frames[:1], None, SETTINGS, observe=[0])).observations
        assert_same([one.observations[0].rgb], [expected.rgb])
        assert_same([one.observations[0].alpha], [expected.alpha])
        engine.reset()


def test_batches_have_no_say_and_a_film_leaves_nothing_to_the_next(engine, frames):
    first = all_of(film(engine, frames, size=1))
    engine.reset()
    assert_same(all_of(film(engine, frames, size=2)), first)
    engine.reset()
    film(engine, [255 - frame for frame in frames])
    engine.reset()
    assert_same(all_of(film(engine, frames, size=2)), first)


def test_what_is_remembered_goes_on_by_the_time_of_each_frame(engine, frames, monkeypatch):
    seen = []
    refine = engine.path.refine_steps

    def spy(alpha, background, settings, parameters):
        seen.append(parameters.ticks)
        return refine(alpha, background, settings, parameters)

    monkeypatch.setattr(engine.path, "refine_steps", spy)
    for size in (1, 2):
        engine.reset()
        seen.clear()
        film(engine, frames, size=size, elapsed_s=[(20 - n) / 240 for n in range(7)])
        assert seen == [20, 19, 18, 17, 16, 15, 14]


def test_thirtieths_of_a_second_change_nothing(engine, frames):
    expected = all_of(film(engine, frames))
    engine.reset()
    found = film(engine, frames, elapsed_s=[0.0] + [0.033, 0.034, 1 / 30] * 2)
    assert_same(all_of(found), expected)


def test_each_composite_is_of_its_own_frame_and_background(engine, frames, monkeypatch):
    backgrounds = [np.full(FORMAT.shape, 20 + 30 * n, np.uint8) for n in range(len(frames))]
    shrunk, taken = [], []
    refine, composite = engine.path.refine_steps, engine.path.composite

    def spy_on_planes(alpha, background, *rest):
        shrunk.append(engine.path.planes.planes[0].copy())
        return refine(alpha, background, *rest)

    def spy(frame, background, *rest):
        taken.append((frame, background))
        return composite(frame, background, *rest)

    monkeypatch.setattr(engine.path, "refine_steps", spy_on_planes)
    monkeypatch.setattr(engine.path, "composite", spy)
    found = all_of(film(engine, frames, settings=EngineSettings("image"), backgrounds=backgrounds))
    assert len(found) == len(taken) == len(frames)
    for (frame, background), own, behind in zip(taken, frames, backgrounds, strict=True):
        assert np.shares_memory(frame, own)
        assert np.shares_memory(background, behind)
    for n, planes in enumerate(shrunk):
        engine.path.preprocess(frames[n], engine.network.input[0])
        np.testing.assert_array_equal(planes, engine.path.planes.planes[0])


@pytest.mark.parametrize(
    "settings",
    [
        EngineSettings(),
        EngineSettings(edges=EdgeSettings(light_wrap=1.0)),
        EngineSettings(layer=LayerSettings(person_size=50.0)),
    ],
    ids=["plain", "light wrap", "layer"],
)
def test_black_stands_behind_a_frame_that_came_without_a_background(engine, frames, settings):
    behind = np.zeros(FORMAT.shape, np.uint8)
    for plane, value in zip(frame_planes(behind, FORMAT), black(FORMAT), strict=True):
        plane[:] = value
    expected = all_of(film(engine, frames, settings=settings, backgrounds=[behind] * 7))
    engine.reset()
    made = [call(engine, frames[:2], None, EngineSettings("blur"))]
    for n in (2, 4, 6):
        made.append(call(engine, frames[n : n + 2], [behind] * len(frames[n : n + 2]), settings))
    while engine.waiting:
        made.append(call(engine, (), (), settings))
    assert_same([frame for one in made for frame in one.frames], expected)


def test_a_film_may_be_given_up_and_the_next_begins_anew(engine, frames):
    expected = all_of(film(engine, frames))
    count = sum(1 for _ in engine.film_steps(Batch(frames[:2], None, SETTINGS)))
    engine.collect()
    for stop in range(1, count, 3):
        engine.reset()
        call(engine, frames[3:5])
        steps = engine.film_steps(Batch(frames[:2], None, SETTINGS))
        for _ in range(stop):
            next(steps)
        steps.close()
        assert engine.waiting == 0
        assert_same(all_of(film(engine, frames)), expected)


@pytest.mark.parametrize("broken", [np.nan, np.inf, -0.5, 1.25])
def test_a_broken_alpha_ends_a_film_and_harms_no_other(engine, frames, monkeypatch, broken):
    network = getattr(engine.network, "network", engine.network)
    finish = network.finish

    def broken_finish(slot, *, in_parts):
        yield from finish(slot, in_parts=in_parts)
        network.alpha[0, 3, 4] = broken

    expected = all_of(film(engine, frames))
    engine.reset()
    call(engine, frames[:2])
    with monkeypatch.context() as patch:
        patch.setattr(network, "finish", broken_finish)
        with pytest.raises(EngineError, match="no number from 0 to 1"):
            call(engine, frames[2:4])
    assert engine.waiting == 0
    assert_same(all_of(film(engine, frames)), expected)


def test_bad_calls_are_refused_and_change_nothing(engine, frames):
    expected = all_of(film(engine, frames))
    engine.reset()
    made = [call(engine, frames[:2])]
    with pytest.raises(ValueError, match="3 frames were given, expected a list of 0 to 2"):
        call(engine, frames[:3])
    with pytest.raises(ValueError, match="frame 1 is uint8"):
        call(engine, [frames[0], frames[1][:-2]])
    with pytest.raises(ValueError, match="2 frames came with 0 backgrounds"):
        call(engine, frames[:2], settings=EngineSettings("image"))
    with pytest.raises(ValueError, match="2 frames came with 1 times"):
        call(engine, frames[:2], elapsed_s=[0.1])
    with pytest.raises(ValueError, match="-1 s have passed"):
        call(engine, frames[:2], elapsed_s=[0.1, -1])
    for n in (2, 4, 6):
        made.append(call(engine, frames[n : n + 2]))
    while engine.waiting:
        made.append(call(engine, ()))
    assert_same([frame for one in made for frame in one.frames], expected)
    with pytest.raises(ValueError, match="no frame came and none waits"):
        call(engine, ())
    engine.close()
    with pytest.raises(EngineError, match="the engine is closed"):
        call(engine, frames[:1])
