"""BatchNorm with its activation by our kernels against PyTorch's two modules.

Runs on a GPU, or without one in Triton's interpreter: TRITON_INTERPRET=1 pytest THIS_FILE
"""

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is only needed to train")

from lab.training.network import batch_norm  # noqa: E402
from lab.training.network.batch_norm import IS_INTERPRETED  # noqa: E402

DEVICE = torch.device("cuda" if torch.cuda.is_available() and not IS_INTERPRETED else "cpu")

THEIRS = {"relu": torch.relu, "relu6": torch.nn.functional.relu6, "none": lambda x: x}

needs_triton = pytest.mark.skipif(
    batch_norm.kernels is None or not (IS_INTERPRETED or DEVICE.type == "cuda"),
    reason="needs Triton and a GPU, or TRITON_INTERPRET=1",
)


def pair(channels):
    """Two layers with the same parameters, which are nobody's defaults."""
    layers = []
    for _ in range(2):
        torch.manual_seed(channels)
        layer = torch.nn.BatchNorm2d(channels, eps=1e-5).to(DEVICE)
        torch.nn.init.normal_(layer.weight, 1.0, 0.3)
        torch.nn.init.normal_(layer.bias, 0.0, 0.5)
        layer.running_mean.normal_(1.0, 0.5)
        layer.running_var.uniform_(0.5, 2.0)
        layers.append(layer)
    return layers


def pictures(shape, dtype, offset=1.0):
    x = torch.randn(shape, device=DEVICE) * torch.linspace(0.2, 3, shape[1], device=DEVICE).view(
        1, -1, 1, 1
    )
    x = (x + offset).to(dtype).contiguous(memory_format=torch.channels_last)
    return x.requires_grad_(True)


@needs_triton
@pytest.mark.parametrize("activation", ["relu", "relu6", "none"])
@pytest.mark.parametrize(
    ("shape", "dtype"),
    [
        ((2, 16, 8, 8), torch.float32),  # one tile, not full
        ((1, 32, 16, 8), torch.float32),  # exactly one tile
        ((1, 32, 43, 3), torch.float32),  # one row over
        ((2, 6, 9, 5), torch.float32),  # channels no power of two
        ((2, 160, 5, 7), torch.float32),  # five blocks of channels
        ((1, 200, 4, 4), torch.float32),  # the last block not full
        ((3, 64, 20, 12), torch.bfloat16),
    ],
)
def test_fused_agrees_with_the_two_modules_both_ways(shape, dtype, activation):
    ours, theirs = pair(shape[1])
    torch.manual_seed(1)
    x = pictures(shape, dtype)
    reference = x.detach().clone().requires_grad_(True)
    assert batch_norm.is_supported(ours, x)
    y = batch_norm.batch_norm_then(activation, ours, x)
    assert "FusedBatchNorm" in type(y.grad_fn).__name__
    expected = THEIRS[activation](theirs(reference.float()))
    dy = torch.randn_like(expected)
    y.backward(dy.to(dtype))
    expected.backward(dy.to(dtype).float())
    # bfloat16 keeps eight bits: half a step of the last is 2 in a thousand.
    wide = {"rtol": 8e-3, "atol": 8e-3} if dtype == torch.bfloat16 else {"rtol": 1e-4, "atol": 1e-5}
    torch.testing.assert_close(y.float(), expected, **wide)
    torch.testing.assert_close(x.grad.float(), reference.grad.float(), **wide)
    sums = {"rtol": 1e-4, "atol": 1e-3}  # of thousands of values, added up in another order
    torch.testing.assert_close(ours.weight.grad, theirs.weight.grad, **sums)
    torch.testing.assert_close(ours.bias.grad, theirs.bias.grad, **sums)
    for name, buffer in theirs.named_buffers():
        torch.testing.assert_close(ours.get_buffer(name), buffer, rtol=1e-5, atol=1e-5)


@needs_triton
def test_a_large_mean_does_not_eat_the_variance():
    ours, theirs = pair(16)
    for layer in (ours, theirs):
        layer.running_mean.fill_(1000.0)
    x = pictures((2, 16, 16, 16), torch.float32, offset=1000.0)
    y = batch_norm.batch_norm_then("relu", ours, x)
    expected = torch.relu(theirs(x.double().float()))
    torch.testing.assert_close(y, expected, rtol=1e-3, atol=2e-3)
    torch.testing.assert_close(ours.running_var, theirs.running_var, rtol=1e-4, atol=1e-5)


@needs_triton
def test_a_diverged_net_is_not_hidden():
    ours, _ = pair(16)
    x = pictures((1, 16, 4, 4), torch.float32)
    with torch.no_grad():
        x[0, 3, 0, 0] = float("nan")
    y = batch_norm.batch_norm_then("relu", ours, x)
    assert y[:, 3].isnan().all()
    assert not y[:, 4].isnan().any()


def test_elsewhere_the_two_modules_do_it():
    torch.manual_seed(0)
    layer = torch.nn.BatchNorm2d(6)
    x = torch.randn(2, 6, 4, 4)
    for mode in (True, False):
        layer.train(mode)
        assert not batch_norm.is_supported(layer, x)  # not channels-last
        expected = torch.relu(
            torch.nn.functional.batch_norm(
                x,
                layer.running_mean.clone(),
                layer.running_var.clone(),
                layer.weight,
                layer.bias,
                mode,
            )
        )
        torch.testing.assert_close(batch_norm.batch_norm_then("relu", layer, x), expected)
