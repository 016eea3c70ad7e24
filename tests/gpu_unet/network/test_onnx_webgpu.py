"""The network on a graphics card through WebGPU; a software adapter is one, where Dawn takes it."""

from contextlib import closing
from itertools import pairwise

import numpy as np
import pytest

pytest.importorskip("onnxruntime_ep_webgpu", reason="requirements-graphics-cards.txt has it")

from gpu_unet import UNetArchitecture
from gpu_unet.engine import to_the_end
from gpu_unet.errors import GpuUnavailableError
from gpu_unet.onnx.network import OnnxNetwork


@pytest.fixture
def weights(random_layers, weights_of):
    """A model that reads a plate. Its sizes do not divide by the provider's tiles."""
    architecture = UNetArchitecture(
        widths=(4, 8, 12),
        blocks=("plain", "plain", "separable"),
        convs=(1, 2, 1),
        in_channels=7,
        height=24,
        width=40,
    )
    return weights_of(architecture, random_layers(architecture))


@pytest.fixture(params=[False, True], ids=["float32", "float16"])
def both(request, monkeypatch, weights):
    """The model on the card and on the processor, and how far they may differ."""
    monkeypatch.setenv("ORT_WEBGPU_EP_ALLOW_SOFTWARE_ADAPTER", "1")

    def opened(provider, half):
        return OnnxNetwork(weights, weights.architecture, provider=provider, half=half)

    try:
        card = opened("webgpu", request.param)
    except GpuUnavailableError as error:
        pytest.skip(f"no adapter: {error}")
    with closing(card), closing(opened("processor", False)) as processor:
        yield card, processor, 1e-2 if request.param else 1e-4


def test_mattes_follow_picture_and_plate(both, rng):
    """Commands are recorded once and played back: each picture must reach them, and each plate."""
    card, processor, largest = both
    picture = rng.random((24, 40, 7), np.float32)
    given = [
        picture,
        picture[::-1].copy(),
        picture[::-1].copy(),
        rng.random((24, 40, 7), np.float32),
    ]
    given[2][..., :3] = given[1][..., :3]  # another plate alone
    given[2][..., 3:] = picture[..., 3:]
    alphas = []
    for number, x in enumerate(given * 2):
        slot = number % 2
        for network in (card, processor):
            network.input[slot] = x
            network.begin(slot)
            to_the_end(network.finish(slot))
        expected = processor.alpha[slot]
        np.testing.assert_allclose(card.alpha[slot], expected, atol=largest)
        alphas.append(expected.copy())
    for one, other in pairwise(alphas):
        assert np.abs(one - other).max() > 5 * largest  # or the comparison says nothing


def test_the_card_has_a_name_and_tells_its_time(both):
    card, _, _ = both
    card.begin(0)
    to_the_end(card.finish(0))
    assert card.device_name not in ("", "webgpu", "WebGPU")
    assert card.session_ms > 0
