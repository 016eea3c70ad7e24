"""The graph's mattes beside our own engine's: on drawings here, on 200 pictures where they are."""

from contextlib import closing
from pathlib import Path

import numpy as np
import onnxruntime as ort
import pytest
from PIL import Image

from gpu_unet import load_weights
from gpu_unet.cpu.network import CpuNetwork
from gpu_unet.onnx.graph import to_onnx
from gpu_unet.onnx.trial import FRAME, centred, trial_picture

WEIGHTS = Path(__file__).parents[3] / "weights"
COUNT = 200
LIMITS = {False: (1e-5, 1e-3), True: (2e-3, 5e-2)}


@pytest.fixture(scope="module", params=["fast", pytest.param("quality", marks=pytest.mark.nightly)])
def weights(request):
    return load_weights(WEIGHTS / f"{request.param}.json")


def check(weights, pictures, *, half):
    """Each picture is float32 (h, w, 3) at the network's size."""
    architecture = weights.architecture.fitted_to(**FRAME, input_pixels=weights.input_pixels)
    network = CpuNetwork(weights, architecture)
    graph = to_onnx(weights, architecture, half=half)
    session = ort.InferenceSession(graph, providers=["CPUExecutionProvider"])
    means, worst = [], 0.0
    for picture in pictures(architecture):
        network.input[0, ..., :3] = picture
        x = np.ascontiguousarray(network.input[:1].transpose(0, 3, 1, 2))
        alpha = session.run(None, {"x": x})[0][0, 0]
        difference = np.abs(alpha - network.infer()[0])
        means.append(float(difference.mean()))
        worst = max(worst, float(difference.max()))
    network.close()
    mean, largest = LIMITS[half]  # of all pictures
    found = f"mean {np.mean(means):.2g}, of the worst picture {max(means):.2g}, largest {worst:.2g}"
    assert np.mean(means) <= mean, found
    assert worst <= largest, found


@pytest.mark.parametrize("half", [False, True])
def test_mattes_of_drawings_are_the_engines(weights, rng, half):
    def pictures(architecture):
        shape = (architecture.height, architecture.width, 3)
        yield trial_picture(architecture)[..., :3]
        yield rng.random(shape, np.float32)
        yield np.zeros(shape, np.float32)
        yield np.ones(shape, np.float32)

    check(weights, pictures, half=half)


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("name", ["fast", "quality"])
def test_doubtful_mattes_are_the_engines(name, half):
    """A drawing's alpha is near 0 everywhere. The lowest plane is 3 by 5."""
    weights = load_weights(WEIGHTS / f"{name}.json")
    step = 2**weights.architecture.depth
    architecture = weights.architecture.at_size(height=3 * step, width=5 * step)
    picture = trial_picture(architecture)

    def infer(weights):
        with closing(CpuNetwork(weights, architecture)) as network:
            network.input[0] = picture
            return network.infer()[0].copy()

    weights = centred(weights, infer(weights))
    expected = infer(weights)
    assert expected.std() > 0.01  # or the comparison says nothing
    graph = to_onnx(weights, architecture, half=half)
    session = ort.InferenceSession(graph, providers=["CPUExecutionProvider"])
    x = np.ascontiguousarray(picture.transpose(2, 0, 1)[None])
    difference = np.abs(session.run(None, {"x": x})[0][0, 0] - expected)
    assert difference.mean() <= LIMITS[half][0]
    assert difference.max() <= LIMITS[half][1]


@pytest.mark.nightly
@pytest.mark.parametrize("half", [False, True])
def test_mattes_of_pictures_are_the_engines(weights, shared, half):
    found = sorted(path for path in shared.glob("data*/**/*.jpg"))
    if len(found) < COUNT:
        pytest.skip(f"{shared} holds {len(found)} pictures, {COUNT} are compared")

    def pictures(architecture):
        size = (architecture.width, architecture.height)
        for path in found[:: len(found) // COUNT][:COUNT]:
            with Image.open(path) as image:
                yield np.asarray(image.convert("RGB").resize(size), np.float32) / 255

    check(weights, pictures, half=half)
