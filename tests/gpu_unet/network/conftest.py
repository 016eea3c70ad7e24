"""Golden networks, and networks with random weights, for every engine's tests."""

import numpy as np
import pytest
from golden_network import NAMES, GoldenNetwork

from gpu_unet.onnx import network
from gpu_unet.weights import Layer, Weights


@pytest.fixture(autouse=True)
def unhurried_cards(monkeypatch):
    """A card's process is a double's, which computes on the processor, and that may be busy."""
    monkeypatch.setattr(network, "END_S", 600.0)
    monkeypatch.setattr(network.OnnxNetwork, "opening_s", 600.0)
    monkeypatch.setattr(network.OnnxNetwork, "answer_s", 600.0)


@pytest.fixture(params=NAMES)
def golden_network(request, tmp_path) -> GoldenNetwork:
    return GoldenNetwork(request.param, tmp_path)


@pytest.fixture
def random_layers():
    """Folded layers of an architecture, scaled so that activations neither grow nor die."""

    def make(architecture) -> dict[str, Layer]:
        rng = np.random.default_rng(0)
        layers = {}
        for spec in architecture.layers():
            shape = spec.weight_shape
            inputs = shape[0] if spec.kind == "transpose" else int(np.prod(shape[1:]))
            weight = rng.standard_normal(shape, np.float32) * np.float32((2 / inputs) ** 0.5)
            bias = rng.standard_normal(spec.out_channels, np.float32) * np.float32(0.2)
            layers[spec.name] = Layer(spec, weight, bias)
        return layers

    return make


@pytest.fixture
def weights_of():
    """What an engine needs of `Weights`, from layers that belong to no file."""

    def make(architecture, layers):
        return Weights(
            name="random",
            title="Random",
            description="",
            architecture=architecture,
            input_pixels=architecture.height * architecture.width,
            offline_pixels=architecture.height * architecture.width,
            layers=layers,
            metrics={},
            origin="",
            licence="",
            sha256="",
        )

    return make
