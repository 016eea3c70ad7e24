"""Our own members of the labelling committee: what a weights file answers to pictures."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch runs the networks")
pytest.importorskip("cv2", reason="OpenCV scales the pictures")

from gpu_unet import load_weights, save_weights  # noqa: E402
from gpu_unet.architecture import MobileStage, UNetArchitecture  # noqa: E402
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


@pytest.mark.parametrize("architecture", [PLAIN, MOBILE])
def test_it_answers_pictures_and_their_mirror_images(tmp_path, rng, architecture):
    torch.manual_seed(0)
    path = save_weights(
        tmp_path / "one", tensors_of(architecture), architecture, input_pixels=24 * 40, **TEXTS
    )
    own = OwnModel(path, "cpu")
    assert own.input_size(1440, 2400) == (24, 40)
    pictures = rng.integers(0, 256, (1, 24, 40, 3), np.uint8)
    x = np.zeros((1, 24, 40, 7), np.float32)
    x[..., :3] = pictures / 255
    layers = load_weights(path).layers
    expected = [unet(given, architecture, layers) for given in (x, x[:, :, ::-1])]
    found = own.alpha(torch.from_numpy(pictures)).numpy()
    mean = (expected[0] + expected[1][:, :, ::-1]) / 2
    np.testing.assert_allclose(found, mean, rtol=0, atol=1e-4)
