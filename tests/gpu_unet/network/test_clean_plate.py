"""The clean plate and the observations of the CPU engine, against the definition."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "kernels"))
from frame_path_cases import clean_plate, given_plate, network_alpha, picture

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.engine import Batch
from gpu_unet.frame_format import FrameFormat
from gpu_unet.network_input import CleanPlate, takes_clean_plate
from gpu_unet.reference.frames import network_input, observation
from gpu_unet.reference.unet import unet
from gpu_unet.settings import EngineSettings
from gpu_unet.weights import load_weights
from lab.benchmarks.plate_channels import counterpart

FAST = Path(__file__).parents[3] / "weights" / "fast.json"
FORMAT = FrameFormat(48, 80, "yuv420")
ARCHITECTURE = UNetArchitecture(
    widths=(8, 16, 24), blocks=("plain",) * 3, convs=(1, 2, 1), in_channels=7, height=24, width=40
)
SETTINGS = EngineSettings("transparent")


@pytest.fixture
def engine(random_layers, weights_of):
    """Of a small random network that reads a clean plate."""
    weights = weights_of(ARCHITECTURE, random_layers(ARCHITECTURE))
    with CpuEngine(weights, FORMAT, batch_size=2) as engine:
        assert (engine.architecture.height, engine.architecture.width) == (24, 40)
        yield engine


@pytest.fixture
def plates(rng):
    return [clean_plate(rng, height=24, width=40) for _ in range(2)]


@pytest.fixture
def frames(rng):
    return [picture(rng, FORMAT) for _ in range(2)]


def answers(engine, frames):
    """What the network says of each frame: uint8 (n, h, w)."""
    result = engine.process(Batch(frames, None, SETTINGS, observe=range(len(frames))))
    return np.stack([observation.alpha for observation in result.observations])


def test_what_the_network_sees_and_says_is_as_defined(engine, frames, plates, random_layers):
    layers = random_layers(ARCHITECTURE)
    settled = []
    for plate in (None, plates[0], plates[1], None):
        engine.set_clean_plate(plate)
        result = engine.process(Batch(frames, None, SETTINGS, observe=range(len(frames))))
        for frame, found in zip(frames, result.observations, strict=True):
            x = network_input(frame, FORMAT, given_plate(plate), ARCHITECTURE)
            expected = observation(x[..., :3], unet(x[None], ARCHITECTURE, layers)[0])
            # One level: sums run in another order, and a value on a rounding edge falls either way.
            assert np.abs(found.rgb.astype(int) - expected.rgb).max() <= 1
            assert np.abs(found.alpha.astype(int) - expected.alpha).max() <= 1
        settled.append(np.stack([found.alpha for found in result.observations]))
    assert np.abs(settled[1].astype(int) - settled[0]).mean() > 5, "the plate would prove nothing"
    assert np.abs(settled[2].astype(int) - settled[1]).mean() > 5
    np.testing.assert_array_equal(settled[3], settled[0])


def test_a_plate_belongs_to_the_batches_that_are_begun_after_it(engine, frames, plates):
    without = answers(engine, frames)
    engine.set_clean_plate(plates[0])
    first = answers(engine, frames)
    engine.set_clean_plate(plates[1])
    second = answers(engine, frames)

    engine.set_clean_plate(plates[0])
    engine.submit(Batch(frames, None, SETTINGS, observe=range(len(frames))))
    engine.set_clean_plate(None)
    seen = np.stack([o.alpha for o in engine.collect().observations])
    np.testing.assert_array_equal(seen, first)
    # In steps: set in the midst of a batch, between its frames too.
    for _ in engine.submit_steps(Batch(frames, None, SETTINGS, observe=range(len(frames)))):
        engine.set_clean_plate(plates[1])
    seen = np.stack([o.alpha for o in engine.collect().observations])
    np.testing.assert_array_equal(seen, without)
    np.testing.assert_array_equal(answers(engine, frames), second)


def test_a_plate_is_copied_and_outlives_a_reset(engine, frames, plates):
    engine.set_clean_plate(plates[0])
    expected = answers(engine, frames)
    plates[0].rgb[:] = 0
    plates[0].confidence[:] = 0
    engine.reset()
    np.testing.assert_array_equal(answers(engine, frames), expected)


def test_where_nothing_is_known_the_colours_do_not_matter(engine, frames, plates):
    plate = plates[0]
    engine.set_clean_plate(plate)
    expected = answers(engine, frames)
    known = plate.confidence[..., None] > 0
    engine.set_clean_plate(
        CleanPlate(np.where(known, plate.rgb, 255 - plate.rgb), plate.confidence)
    )
    np.testing.assert_array_equal(answers(engine, frames), expected)
    assert not known.all()


@pytest.mark.parametrize("background", ["image", "blur", "transparent"])
def test_no_composite_holds_anything_of_the_plate(
    engine, frames, plates, rng, monkeypatch, background
):
    alpha, network = network_alpha(rng, height=24, width=40), engine.network
    settings = EngineSettings(background)
    behind = [frames[1]] if background == "image" else None
    results = []
    for plate in (None, *plates):
        engine.set_clean_plate(plate)
        engine.reset()
        # Whatever the network makes of a plate: of the same matte comes the same picture.
        monkeypatch.setattr(
            network, "finish", lambda slot, in_parts: iter([np.copyto(network.alpha, alpha)])
        )
        result = engine.process(Batch(frames[:1], behind, settings, want_alpha=True))
        results.append((result.frames[0], result.alphas[0]))
    for frame, matte in results[1:]:
        np.testing.assert_array_equal(frame, results[0][0])
        np.testing.assert_array_equal(matte, results[0][1])


def test_observations_are_the_callers_own_and_made_only_when_asked_for(engine, frames):
    assert not engine.process(Batch(frames, None, SETTINGS)).observations
    first = engine.process(Batch(frames, None, SETTINGS, observe=range(len(frames)))).observations[
        0
    ]
    kept = first.rgb.copy(), first.alpha.copy()
    assert first.rgb.shape == (24, 40, 3)
    engine.process(Batch([255 - frame for frame in frames], None, SETTINGS, observe=[0, 1]))
    np.testing.assert_array_equal(first.rgb, kept[0])
    np.testing.assert_array_equal(first.alpha, kept[1])


def test_the_frames_that_were_named_are_observed(engine, frames):
    both = engine.process(Batch(frames, None, SETTINGS, observe=[0, 1])).observations
    engine.reset()
    (second,) = engine.process(Batch(frames, None, SETTINGS, observe=[1])).observations
    np.testing.assert_array_equal(second.rgb, both[1].rgb)
    assert not np.array_equal(second.rgb, both[0].rgb)
    for missing in ([2], [-1]):
        with pytest.raises(ValueError, match="frames to observe"):
            engine.process(Batch(frames, None, SETTINGS, observe=missing))


def test_an_observed_alpha_is_the_networks_before_any_rule(engine, frames, monkeypatch):
    alpha, network = np.zeros((24, 40), np.float32), engine.network
    alpha[10, 20] = 0.8  # a speckle, which the rules take away
    monkeypatch.setattr(
        network, "finish", lambda slot, in_parts: iter([np.copyto(network.alpha, alpha)])
    )
    result = engine.process(Batch(frames[:1], None, SETTINGS, want_alpha=True, observe=[0]))
    assert (result.alphas[0] == 0).all()
    assert result.observations[0].alpha[10, 20] == 204


def test_a_plate_of_another_size_is_refused_and_the_one_before_stays(engine, frames, plates, rng):
    engine.set_clean_plate(plates[0])
    expected = answers(engine, frames)
    with pytest.raises(ValueError, match="clean plate is 80x48, the network's input 40x24"):
        engine.set_clean_plate(clean_plate(rng, height=48, width=80))
    np.testing.assert_array_equal(answers(engine, frames), expected)


@pytest.fixture(scope="module")
def weights():
    """The shipped model, as it reads the frame alone."""
    shipped = load_weights(FAST)
    return counterpart(shipped) if takes_clean_plate(shipped.architecture) else shipped


@pytest.fixture(scope="module")
def widened(weights):
    """The same with zeros for the plate's channels."""
    return counterpart(weights)


def test_a_plate_is_refused_and_to_forget_is_not(weights, rng):
    with CpuEngine(weights, FORMAT, input_pixels=48 * 80, warms_up=False) as engine:
        assert not engine.takes_clean_plate
        size = {"height": engine.architecture.height, "width": engine.architecture.width}
        with pytest.raises(ValueError, match="3 input channels, which reads none"):
            engine.set_clean_plate(clean_plate(rng, **size))
        engine.set_clean_plate(None)


def test_channels_of_zero_weight_change_nothing(weights, widened, frames, rng):
    with (
        CpuEngine(weights, FORMAT, input_pixels=48 * 80) as narrow,
        CpuEngine(widened, FORMAT, input_pixels=48 * 80) as wide,
    ):
        size = {"height": wide.architecture.height, "width": wide.architecture.width}
        for plate in (None, clean_plate(rng, **size)):
            wide.set_clean_plate(plate)
            results = []
            for engine in (narrow, wide):
                engine.reset()
                results.append(
                    engine.process(Batch(frames[:1], frames[1:], EngineSettings(), observe=[0]))
                )
            np.testing.assert_array_equal(results[0].frames[0], results[1].frames[0])
            one, other = (result.observations[0] for result in results)
            np.testing.assert_array_equal(one.rgb, other.rgb)
            np.testing.assert_array_equal(one.alpha, other.alpha)
