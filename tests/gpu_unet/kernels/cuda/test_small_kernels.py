"""Pooling, depthwise, 2x upsampling, head, first layer in float16 against the NumPy definition."""

import sys
from pathlib import Path

import numpy as np
import pytest
from device_planes import bordered, inside_of, on_gpu, relative_error, untouched

sys.path.insert(0, str(Path(__file__).parents[1]))

from gpu_unet.colour import INPUT_STEPS
from gpu_unet.cuda.kernels import conv_first, depthwise, resize, simple_layers
from gpu_unet.cuda.kernels.depthwise import RUNS, DepthwiseTile
from gpu_unet.reference import frames
from gpu_unet.reference.layers import (
    activated,
    conv2d,
    depthwise_conv2d,
    max_pool,
    padded_for,
    sigmoid,
    upsample_bilinear_2x,
)

pytestmark = pytest.mark.gpu

HALF_ERROR = 5e-4  # see test_convolutions
SIZES = [(1, 1, 1, 8), (3, 5, 7, 16), (1, 16, 16, 64), (4, 17, 33, 24)]


def inside_address(plane, channel=0):
    _, _, row, channels = plane.shape
    return plane.ptr + ((row + 1) * channels + channel) * 2


def halves(rng, *shape):
    return rng.standard_normal(shape).astype(np.float16)


@pytest.mark.parametrize(("batch", "height", "width", "channels"), SIZES)
def test_max_pool(rng, batch, height, width, channels):
    x = halves(rng, batch, 2 * height, 2 * width, 2 * channels)
    out = untouched(batch, height, width, channels)
    with on_gpu(x=bordered(x), out=out) as d:
        grid = -(-batch * height * width * channels // 8 // simple_layers.THREADS)
        simple_layers.max_pool_kernel[grid, simple_layers.THREADS, 0](
            inside_address(d["x"]), inside_address(d["out"]), channels, batch, height, width,
            2 * width + 2, (2 * height + 2) * (2 * width + 2), 2 * channels, width + 2,
        )  # fmt: skip
        result = d["out"].download()
    expected = max_pool(x[..., :channels], (2, 2))
    np.testing.assert_array_equal(inside_of(result), expected)


@pytest.mark.parametrize(("batch", "height", "width", "channels"), SIZES)
@pytest.mark.parametrize(
    "tile",
    [
        DepthwiseTile(side, stride, run, relu6)
        for side in (3, 5)
        for stride in RUNS
        for run in RUNS[stride]
        for relu6 in (False, True)
    ],
    ids=str,
)
def test_depthwise(rng, batch, height, width, channels, tile):
    side, stride = tile.side, tile.stride
    x = halves(rng, batch, stride * height, stride * width, channels)
    weight = rng.standard_normal((channels, 1, side, side), np.float32)
    bias = np.linspace(-8, 16, channels, dtype=np.float32)
    laid_out = np.ascontiguousarray(weight.reshape(channels, side * side).T)
    out = untouched(batch, height, width, channels)
    with on_gpu(x=bordered(x), w=laid_out, b=bias, out=out) as d:
        count = tile.threads_for(lines=batch * height, width=width, channels=channels)
        grid = -(-count // depthwise.THREADS)
        depthwise.make_depthwise(tile)[grid, depthwise.THREADS, 0](
            d["x"].ptr, d["w"].ptr, d["b"].ptr, inside_address(d["out"]), channels, batch, height,
            width,
        )  # fmt: skip
        result = d["out"].download()
    padded = padded_for(x.astype(np.float32), side, stride)
    expected = depthwise_conv2d(padded, weight, bias, padding=(0, 0), stride=stride)
    assert (
        relative_error(inside_of(result), activated(expected, "relu6" if tile.relu6 else "relu"))
        < HALF_ERROR
    )


@pytest.mark.parametrize(("batch", "height", "width", "channels"), SIZES)
def test_a_join_is_the_skip_and_behind_it_what_comes_from_below(
    rng, batch, height, width, channels
):
    below = halves(rng, batch, height, width, channels)
    skip = halves(rng, batch, 2 * height, 2 * width, channels + 8)
    out = untouched(batch, 2 * height, 2 * width, 2 * channels + 8)
    with on_gpu(x=bordered(below), skip=bordered(skip), out=out) as d:
        grid = -(-batch * 4 * height * width * out.shape[3] // 8 // simple_layers.THREADS)
        simple_layers.join_bilinear_kernel[grid, simple_layers.THREADS, 0](
            *(inside_address(d[name]) for name in ("x", "skip", "out")), channels + 8, channels,
            batch, 2 * height, 2 * width,
        )  # fmt: skip
        result = inside_of(d["out"].download())
    np.testing.assert_array_equal(result[..., : channels + 8], skip.astype(np.float32))
    expected = upsample_bilinear_2x(below.astype(np.float32))
    assert relative_error(result[..., channels + 8 :], expected) < HALF_ERROR


@pytest.mark.parametrize(("batch", "height", "width", "channels"), SIZES)
def test_bilinear_2x_upsampling_into_a_slice(rng, batch, height, width, channels):
    x = halves(rng, batch, height, width, channels)
    out = untouched(batch, 2 * height, 2 * width, 2 * channels)
    with on_gpu(x=bordered(x), out=out) as d:
        grid = -(-batch * 4 * height * width * channels // 8 // simple_layers.THREADS)
        simple_layers.upsample_bilinear_kernel[grid, simple_layers.THREADS, 0](
            inside_address(d["x"]), inside_address(d["out"], channels), channels, batch,
            2 * height, 2 * width, width + 2, (height + 2) * (width + 2), channels, 2 * width + 2,
            (2 * height + 2) * (2 * width + 2), 2 * channels,
        )  # fmt: skip
        result = d["out"].download()
    expected = upsample_bilinear_2x(x.astype(np.float32))
    assert relative_error(inside_of(result, channels, channels), expected) < HALF_ERROR


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_what_callers_give_and_observations(rng, dtype):
    values = rng.integers(0, 256, (21, 35, 4), np.uint8)
    seen = (rng.integers(0, INPUT_STEPS + 1, (3, 21, 35, 8)) / INPUT_STEPS).astype(dtype)
    alpha = rng.random((3, 21, 35), np.float32)
    out = np.zeros((3, 21, 35, 4), np.uint8)
    with on_gpu(x=bordered(seen, dtype), v=values, a=alpha, out=out) as d:
        resize.write_given(d["v"], d["x"], stream=0)
        resize.observe(d["x"], d["a"], d["out"], stream=0)
        x, observed = d["x"].download(), d["out"].download()
    expected = frames.given_channels(values)
    for n in range(3):
        np.testing.assert_array_equal(x[n, 1:-1, 1:-1, 3:7], expected)
        answer = frames.observation(seen[n, ..., :3].astype(np.float32), alpha[n])
        apart = np.abs(observed[n, ..., :3].astype(int) - answer.rgb)
        assert apart.max() <= 1  # a value on a rounding edge may fall either way
        assert (apart > 0).mean() <= 0.001
        assert np.abs(observed[n, ..., 3].astype(int) - answer.alpha).max() <= 1
    x[:, 1:-1, 1:-1, 3:7] = seen[..., 3:7]
    np.testing.assert_array_equal(x, bordered(seen, dtype), err_msg="beside these channels")


@pytest.mark.parametrize(("batch", "height", "width", "channels"), SIZES)
def test_head(rng, batch, height, width, channels):
    x = halves(rng, batch, height, width, channels)
    values = rng.standard_normal(channels + 1, np.float32)
    with on_gpu(x=bordered(x), h=values, a=np.zeros((batch, height, width), np.float32)) as d:
        grid = -(-batch * height * width // simple_layers.THREADS)
        simple_layers.head_sigmoid_kernel[grid, simple_layers.THREADS, 0](
            inside_address(d["x"]), d["h"], d["a"], channels, width + 2, (height + 2) * (width + 2)
        )
        result = d["a"].download()
    expected = sigmoid(x.astype(np.float32) @ values[:-1] + values[-1])
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5)  # approximate exponential


@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("read", [3, 7])
@pytest.mark.parametrize(("batch", "height", "width", "channels"), [*SIZES, (2, 9, 6, 40)])
def test_first_convolution(rng, batch, height, width, channels, read, stride):
    """With stride 2 it is a mobile encoder's stem: zeros behind the picture only, and ReLU6."""
    activation = "relu" if stride == 1 else "relu6"
    x = rng.random((batch, stride * height, stride * width, read)).astype(np.float16)
    weight = (rng.standard_normal((channels, read, 3, 3)) / 5).astype(np.float16)
    weight = weight.astype(np.float32)
    bias = np.linspace(-4, 8, channels, dtype=np.float32)
    tile = conv_first.FirstTile.fitting(
        channels_in=read, channels_out=channels, stride=stride, relu6=activation == "relu6"
    )
    packed = conv_first.pack_first(weight)
    padded_bias = np.zeros(len(packed), np.float32)
    padded_bias[:channels] = bias
    padded = np.concatenate([x, np.zeros_like(x[..., :1])], axis=3)  # to 4 or 8 channels
    out = untouched(batch, height, width, channels + 8)
    slack = np.zeros(8, np.float16)
    with on_gpu(x=bordered(padded), slack=slack, w=packed, b=padded_bias, out=out) as d:
        kernel = conv_first.make_conv_first(tile)
        kernel[(3, len(packed) // tile.columns), conv_first.THREADS, 0](
            d["x"].ptr if stride == 1 else inside_address(d["x"]), d["w"].ptr, d["b"],
            inside_address(d["out"]), channels, batch, height, width, width + 2,
            (height + 2) * (width + 2), channels + 8,
        )  # fmt: skip
        result = d["out"].download()
    padded = padded_for(x.astype(np.float32), 3, stride)
    expected = activated(conv2d(padded, weight, bias, stride=(stride, stride)), activation)
    assert relative_error(inside_of(result, 0, channels), expected) < HALF_ERROR
