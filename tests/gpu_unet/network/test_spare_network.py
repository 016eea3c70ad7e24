"""A network in the memory that another one left: the same alpha, and nothing kept unasked."""

import numpy as np
import pytest

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cpu.network import CpuNetwork
from gpu_unet.engine import Engine
from gpu_unet.spare_memory import shelf
from gpu_unet.weights import load_weights

ARCHITECTURE = UNetArchitecture(
    widths=(16, 24, 40),
    blocks=("plain", "plain", "separable"),
    convs=(2, 2, 1),
    up="bilinear",
    height=32,
    width=48,
)
SIZES = [(32, 48), (48, 32), (16, 16), (40, 72), (32, 48)]


@pytest.fixture
def weights(weights_of, random_layers):
    return weights_of(ARCHITECTURE, random_layers(ARCHITECTURE))


@pytest.fixture
def open_shelf():
    shelf.expect(is_expected=True)
    yield
    shelf.expect(is_expected=False)


def alpha_of(weights, height, width):
    """Alpha of noise at this size, and whether the network began with a spare."""
    network = CpuNetwork(weights, ARCHITECTURE.at_size(height=height, width=width), threads=2)
    network.input[:] = np.random.default_rng(height).random(network.input.shape, np.float32)
    alpha = network.infer().copy()
    is_spare = network.is_spare
    network.close()
    return alpha, is_spare


@pytest.mark.usefixtures("open_shelf")
def test_networks_of_all_sizes_compute_the_same_in_a_spare(weights):
    found = [alpha_of(weights, *size) for size in SIZES]
    assert [is_spare for _, is_spare in found] == [False, True, True, True, True]
    shelf.expect(is_expected=False)
    for size, (alpha, _) in zip(SIZES, found, strict=True):
        fresh, is_spare = alpha_of(weights, *size)
        assert not is_spare
        np.testing.assert_array_equal(alpha, fresh)


@pytest.mark.usefixtures("open_shelf")
def test_other_weights_begin_anew_and_free_the_spare(weights, weights_of, random_layers):
    alpha_of(weights, 32, 48)
    others = weights_of(ARCHITECTURE, random_layers(ARCHITECTURE))
    _, is_spare = alpha_of(others, 32, 48)
    assert not is_spare
    assert shelf.take(weights) is None


def test_nothing_is_kept_unless_a_network_is_expected(weights):
    alpha_of(weights, 32, 48)
    assert shelf.take(weights) is None
    shelf.expect(is_expected=True)
    alpha_of(weights, 32, 48)
    shelf.expect(is_expected=False)
    assert shelf.take(weights) is None


def test_weights_are_kept_as_long_as_engines_are_expected(tmp_path, monkeypatch):
    path = tmp_path / "model.safetensors"
    path.write_text("one")
    monkeypatch.setattr("gpu_unet.weights._read_weights", lambda path: [path.read_text()])
    assert load_weights(path) is not load_weights(path)
    Engine.expect_another(is_expected=True)
    kept = load_weights(path)
    assert load_weights(path) is kept
    path.write_text("another")
    assert load_weights(path) == ["another"]
    kept = load_weights(path)
    Engine.expect_another(is_expected=False)
    assert load_weights(path) is not kept
    with pytest.raises(FileNotFoundError):
        load_weights(tmp_path / "none.json")
