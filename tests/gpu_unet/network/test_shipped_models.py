"""The models of the repository load, name themselves for people, and run as the reference says."""

from pathlib import Path

import numpy as np
import pytest

from gpu_unet.cpu.network import CpuNetwork
from gpu_unet.onnx.trial import centred
from gpu_unet.reference.unet import unet
from gpu_unet.weights import Weights, load_weights

WEIGHTS = Path(__file__).parents[3] / "weights"
MIB = 2**20


def test_there_is_a_quality_model_and_a_fast_one():
    assert {"quality", "fast"} <= set(Weights.in_folder(WEIGHTS))


@pytest.mark.parametrize("name", sorted(Weights.in_folder(WEIGHTS)))
def test_a_shipped_model_is_small_and_says_what_it_is(name):
    path = Weights.in_folder(WEIGHTS)[name]
    weights = load_weights(path)
    assert path.stat().st_size < 16 * MIB
    for words in (weights.title, weights.description, weights.origin, weights.licence):
        assert words


@pytest.mark.parametrize("name", sorted(Weights.in_folder(WEIGHTS)))
def test_a_shipped_model_runs_as_the_reference_says(rng, name):
    weights = load_weights(WEIGHTS / name)
    architecture = weights.architecture.at_size(height=64, width=96)
    # Soft blotches are nearer to a picture than noise.
    blotches = rng.random((9, 13, architecture.in_channels))
    x = blotches.repeat(8, axis=0).repeat(8, axis=1)[:64, :96].astype(np.float32)

    # All of it is room to a trained network: with another bias it is undecided in places.
    weights = centred(weights, unet(x[None], architecture, weights.layers))
    network = CpuNetwork(weights, architecture)
    network.input[0] = x
    expected = unet(x[None], architecture, weights.layers)
    assert expected.std() > 0.1, "or agreement proves little"
    np.testing.assert_allclose(network.infer(), expected, rtol=0, atol=1e-4)
