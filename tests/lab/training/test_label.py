"""Our own members of the labelling committee: what a weights file answers to pictures."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch runs the networks")
pytest.importorskip("cv2", reason="OpenCV scales the pictures")

from gpu_unet import load_weights, save_weights  # noqa: E402
from gpu_unet.architecture import MobileStage, UNetArchitecture  # noqa: E402
from gpu_unet.reference.layers import resample_bilinear  # noqa: E402
from gpu_unet.reference.unet import unet  # noqa: E402
from lab.training.label import OwnModel  # noqa: E402
from lab.training.network.model import UNet, file_tensors  # noqa: E402

SIDES = {"blocks": ("plain",) * 3, "up": "bilinear", "in_channels": 7, "height": 4, "width": 4}
PLAIN = UNetArchitecture(widths=(4, 8, 8), convs=(2, 2, 2), **SIDES)
STAGES = (MobileStage(3, 1, 1, 8, 1), MobileStage(3, 1, 2, 8, 1), MobileStage(3, 2, 2, 12, 1))
MOBILE = UNetArchitecture(widths=(4, 8, 12), convs=(1, 1, 1), stages=STAGES, stem=8, **SIDES)
TEXTS = {"title": "", "description": "", "origin": "", "licence": ""}


def tensors_of(architecture):
    model = UNet(architecture)
    torch.nn.init.normal_(model.layers["head"].weight)
    return file_tensors(model)


@pytest.mark.parametrize("share", [1.0, 0.5])
@pytest.mark.parametrize(("first", "partner"), [(PLAIN, MOBILE), (MOBILE, PLAIN)])
def test_each_network_sees_what_it_sees_in_the_model(tmp_path, rng, first, partner, share):
    torch.manual_seed(0)
    path = save_weights(
        tmp_path / "two", tensors_of(first), first, input_pixels=24 * 40,
        partner=(tensors_of(partner), partner), partner_input_share=share, **TEXTS,
    )  # fmt: skip
    own = OwnModel(path, "cpu")
    assert own.input_size(1440, 2400) == (24, 40)
    weights = load_weights(path)
    assert weights.partner is not None
    sizes = [(24, 40), (24, 40) if share == 1 else (16, 28)]

    def answer(x):
        alphas = []
        for member, size in zip(weights.members, sizes, strict=True):
            alpha = unet(resample_bilinear(x, *size), member.architecture, member.layers)
            alphas.append(resample_bilinear(alpha[..., np.newaxis], 24, 40)[..., 0])
        assert np.abs(alphas[0] - alphas[1]).mean() > 0.01, "or the mean proves nothing"
        return (alphas[0] + alphas[1]) / 2

    pictures = rng.integers(0, 256, (2, 24, 40, 3), np.uint8)
    x = np.zeros((2, 24, 40, 7), np.float32)
    x[..., :3] = pictures / 255
    expected = (answer(x) + answer(x[:, :, ::-1])[:, :, ::-1]) / 2
    found = own.alpha(torch.from_numpy(pictures)).numpy()
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-4)


def test_one_network_answers_alone(tmp_path, rng):
    path = save_weights(tmp_path / "one", tensors_of(PLAIN), PLAIN, input_pixels=24 * 40, **TEXTS)
    pictures = rng.integers(0, 256, (1, 24, 40, 3), np.uint8)
    x = np.zeros((1, 24, 40, 7), np.float32)
    x[..., :3] = pictures / 255
    layers = load_weights(path).layers
    expected = [unet(given, PLAIN, layers) for given in (x, x[:, :, ::-1])]
    found = OwnModel(path, "cpu").alpha(torch.from_numpy(pictures)).numpy()
    mean = (expected[0] + expected[1][:, :, ::-1]) / 2
    np.testing.assert_allclose(found, mean, rtol=0, atol=1e-4)
