"""Golden networks, and networks with random weights, for every engine's tests."""

import json
from pathlib import Path

import numpy as np
import pytest

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.weights import Layer, Weights, load_weights, save_weights

GOLDEN = Path(__file__).parents[1] / "golden"


class GoldenNetwork:
    """A small network as PyTorch computed it: `weights`, input `x`, `blocks`, `alpha`, all NHWC."""

    def __init__(self, name, folder):
        with np.load(GOLDEN / f"{name}.npz") as stored:
            content = dict(stored)
        self.x = content.pop("x").astype(np.float32)
        self.alpha = content.pop("alpha")
        self.blocks = {
            key.removeprefix("block."): value
            for key, value in content.items()
            if key.startswith("block.")
        }
        shape = json.loads(str(content["architecture"]))
        _, height, width, _ = self.x.shape
        self.architecture = UNetArchitecture(
            widths=tuple(shape["widths"]),
            blocks=tuple(shape["blocks"]),
            convs=tuple(shape["convs"]),
            up=shape["up"],
            height=height,
            width=width,
        )
        tensors = {
            key.removeprefix("tensor."): value.astype(np.float32)
            for key, value in content.items()
            if key.startswith("tensor.")
        }
        self.weights = saved_and_loaded(tensors, self.architecture, folder)


def saved_and_loaded(tensors, architecture, folder) -> Weights:
    return load_weights(
        save_weights(
            folder / "network",
            tensors,
            architecture,
            input_pixels=1,
            title="",
            description="",
            origin="",
            licence="",
            half=False,
        )
    )


@pytest.fixture(params=["unet_plain", "unet_separable"])
def golden_network(request, tmp_path) -> GoldenNetwork:
    return GoldenNetwork(request.param, tmp_path)


@pytest.fixture
def random_layers():
    """Folded layers of an architecture, scaled so that activations neither grow nor die."""

    def make(architecture, seed=0) -> dict[str, Layer]:
        rng = np.random.default_rng(seed)
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
            layers=layers,
            metrics={},
            origin="",
            licence="",
            sha256="",
        )

    return make
