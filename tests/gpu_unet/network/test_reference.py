"""The NumPy reference against golden files that PyTorch wrote; no PyTorch needed here."""

from pathlib import Path

import numpy as np
import pytest

from gpu_unet.reference import layers as reference
from gpu_unet.reference.unet import unet

with np.load(Path(__file__).parents[1] / "golden" / "layers.npz") as stored:
    GOLDEN = dict(stored)

# Sums of at most 45 products of numbers around 1, in another order than PyTorch's.
CLOSE = {"rtol": 1e-5, "atol": 1e-5}


def names(prefix):
    return sorted({key.split(".")[1] for key in GOLDEN if key.startswith(prefix + ".")})


@pytest.mark.parametrize("name", names("conv"))
@pytest.mark.parametrize("conv", [reference.conv2d, reference.conv2d_as_matrix_products])
def test_convolution_of_any_kernel_stride_padding_and_dilation(conv, name):
    x, weight, bias, arguments, expected = (
        GOLDEN[f"conv.{name}.{part}"] for part in ("x", "weight", "bias", "arguments", "y")
    )
    stride, padding, dilation = (tuple(pair) for pair in arguments)
    y = conv(x, weight, bias, stride=stride, padding=padding, dilation=dilation)
    np.testing.assert_allclose(y, expected, **CLOSE)
    without_bias = conv(x, weight, stride=stride, padding=padding, dilation=dilation)
    np.testing.assert_allclose(without_bias + bias, expected, **CLOSE)


@pytest.mark.parametrize("name", names("transposed"))
def test_transposed_convolution(name):
    x, weight, bias, stride, expected = (
        GOLDEN[f"transposed.{name}.{part}"] for part in ("x", "weight", "bias", "arguments", "y")
    )
    y = reference.transposed_conv2d(x, weight, bias, stride=tuple(stride))
    np.testing.assert_allclose(y, expected, **CLOSE)


@pytest.mark.parametrize("name", names("pool"))
def test_max_pool_of_any_window(name):
    window, stride = (tuple(pair) for pair in GOLDEN[f"pool.{name}.arguments"])
    y = reference.max_pool(GOLDEN["x"], window, stride)
    np.testing.assert_array_equal(y, GOLDEN[f"pool.{name}.y"])
    if window == stride:
        np.testing.assert_array_equal(reference.max_pool(GOLDEN["x"], window), y)


def test_depthwise_convolution():
    y = reference.depthwise_conv2d(
        GOLDEN["x"], GOLDEN["depthwise.weight"], GOLDEN["depthwise.bias"]
    )
    np.testing.assert_allclose(y, GOLDEN["depthwise.y"], **CLOSE)


def test_pointwise_convolution_is_a_1x1_convolution():
    x, weight, bias, expected = (
        GOLDEN[f"conv.1x1.{part}"] for part in ("x", "weight", "bias", "y")
    )
    np.testing.assert_allclose(reference.pointwise_conv2d(x, weight, bias), expected, **CLOSE)


def test_batch_norm():
    parts = (GOLDEN[f"batch_norm.{part}"] for part in ("gamma", "beta", "mean", "variance"))
    y = reference.batch_norm(GOLDEN["x"], *parts, epsilon=1e-3)
    np.testing.assert_allclose(y, GOLDEN["batch_norm.y"], **CLOSE)


def test_relu():
    np.testing.assert_array_equal(reference.relu(GOLDEN["x"]), GOLDEN["relu.y"])


def test_sigmoid_reaches_both_ends_without_overflow():
    with np.errstate(over="raise"):
        y = reference.sigmoid(30 * GOLDEN["x"])
        ends = reference.sigmoid(np.array([-1e30, 1e30], np.float32))
    np.testing.assert_allclose(y, GOLDEN["sigmoid.y"], rtol=1e-5, atol=1e-7)
    np.testing.assert_array_equal(ends, [0, 1])


def test_bilinear_2x_upsampling():
    y = reference.upsample_bilinear_2x(GOLDEN["x"])
    np.testing.assert_allclose(y, GOLDEN["bilinear.y"], rtol=1e-6, atol=1e-6)


def test_bilinear_2x_upsampling_keeps_a_constant_and_a_single_pixel():
    assert (reference.upsample_bilinear_2x(np.full((1, 1, 1, 2), 0.7, np.float32)) == 0.7).all()


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_undilate_undoes_dilate(axis, step):
    x = GOLDEN["x"]
    spread = reference.dilate(x, axis=axis, step=step)
    assert spread.shape[axis] == (x.shape[axis] - 1) * step + 1
    assert np.count_nonzero(spread) == np.count_nonzero(x)
    np.testing.assert_array_equal(reference.undilate(spread, axis=axis, step=step), x)


def test_skip_stands_before_what_was_upsampled():
    skip, upsampled = np.zeros((1, 1, 1, 2)), np.ones((1, 1, 1, 3))
    assert reference.concatenate(skip, upsampled).ravel().tolist() == [0, 0, 1, 1, 1]


def test_every_block_and_the_alpha_of_a_whole_network(golden_network):
    blocks = {}
    alpha = unet(
        golden_network.x,
        golden_network.architecture,
        golden_network.weights.layers,
        block_outputs=blocks,
    )
    assert blocks.keys() == golden_network.blocks.keys()
    for name, expected in golden_network.blocks.items():
        # BatchNorm is folded here and was not there; errors add up over at most 18 convolutions.
        np.testing.assert_allclose(blocks[name], expected, rtol=1e-4, atol=1e-4, err_msg=name)
    np.testing.assert_allclose(alpha, golden_network.alpha, atol=2e-5)
    assert golden_network.alpha.std() > 0.05, "a golden alpha that is flat would prove nothing"
