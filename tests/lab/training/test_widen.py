"""A widened net answers as the narrow one did, and learns with all of its channels."""

from __future__ import annotations

from dataclasses import replace

import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch")

from gpu_unet.architecture import UNetArchitecture  # noqa: E402
from lab.training.network.model import UNet, file_tensors  # noqa: E402
from lab.training.widen import widened  # noqa: E402

NARROW = UNetArchitecture(
    widths=(4, 6, 8),
    blocks=("plain", "separable", "separable"),
    convs=(1, 2, 2),
    up="bilinear",
    height=16,
    width=24,
)


def _lived_in(model: UNet) -> UNet:
    """With statistics and biases as training leaves them, not the neutral ones of a new net."""
    with torch.no_grad():
        for name, tensor in model.state_dict().items():
            if tensor.is_floating_point():
                tensor.add_(torch.rand_like(tensor) * (0.5 if "running_var" in name else 0.2))
    return model.eval()


@pytest.mark.parametrize("up", ["bilinear", "transpose"])
def test_a_widened_net_answers_as_before(up):
    torch.manual_seed(3)
    old = replace(NARROW, up=up)
    narrow = _lived_in(UNet(old))
    wide = widened(file_tensors(narrow), old, replace(old, widths=(6, 6, 13)))
    x = torch.rand(2, 3, 16, 24)
    torch.testing.assert_close(wide(x), narrow(x), rtol=1e-4, atol=1e-5)
    wide.train()
    wide(x).square().mean().backward()
    used = wide.layers["down3/pointwise2"].weight.grad[8:].abs().amax((1, 2, 3))
    assert (used == 0).all(), "nobody reads the new channels yet"
    reads = wide.layers[f"up1/{'project' if up == 'bilinear' else 'transpose'}"].weight.grad
    assert reads.abs().sum() > 0, "but their readers begin to learn"


def test_a_net_cannot_shrink_or_change_its_layers():
    torch.manual_seed(3)
    tensors = file_tensors(UNet(NARROW))
    with pytest.raises(ValueError, match="cannot grow"):
        widened(tensors, NARROW, replace(NARROW, widths=(4, 5, 8)))
    with pytest.raises(ValueError, match="cannot grow"):
        widened(tensors, NARROW, replace(NARROW, convs=(1, 2, 1)))
