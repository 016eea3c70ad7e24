"""A narrowed net keeps the channels that are heard."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch")

from test_widen import NARROW, _lived_in  # noqa: E402

from lab.training.narrow import narrowed  # noqa: E402
from lab.training.network.model import UNet, file_tensors  # noqa: E402
from lab.training.widen import widened  # noqa: E402


@pytest.mark.parametrize("up", ["bilinear", "transpose"])
@pytest.mark.parametrize("order", [1, -1])
def test_channels_that_nobody_reads_go_first(up, order):
    """A widened net, whose new channels are read with weight 0, becomes the narrow one again."""
    torch.manual_seed(3)
    old = replace(NARROW, up=up, convs=(1, 2, 2), blocks=("plain", "plain", "separable"))
    narrow = _lived_in(UNet(old))
    wide = replace(old, widths=(6, 9, 13))
    tensors = file_tensors(widened(file_tensors(narrow), old, wide))
    if order < 0:  # wherever they lie: the last layer before the head the other way round
        for name in ("up2.conv1.weight", "up2.bn1.gamma", "up2.bn1.beta"):
            tensors[name] = np.ascontiguousarray(tensors[name][::-1])
        for name in ("up2.bn1.mean", "up2.bn1.variance"):
            tensors[name] = np.ascontiguousarray(tensors[name][::-1])
        tensors["head.weight"] = np.ascontiguousarray(tensors["head.weight"][:, ::-1])
    light = narrowed(tensors, wide, old)
    x = torch.rand(2, 3, 16, 24)
    torch.testing.assert_close(light(x), narrow(x), rtol=1e-4, atol=1e-5)


def test_a_net_cannot_grow_or_change_its_layers():
    torch.manual_seed(3)
    tensors = file_tensors(UNet(NARROW))
    with pytest.raises(ValueError, match="cannot shrink"):
        narrowed(tensors, NARROW, replace(NARROW, widths=(4, 7, 8)))
    with pytest.raises(ValueError, match="cannot shrink"):
        narrowed(tensors, NARROW, replace(NARROW, convs=(1, 2, 1)))
