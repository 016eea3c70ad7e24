"""Every convolution kernel against the NumPy definition, in several tiles, at awkward sizes."""

from dataclasses import replace

import numpy as np
import pytest
from device_planes import bordered, inside_of, on_gpu, relative_error, untouched

from gpu_unet.cuda.arena import ArenaPlan, DeviceArena
from gpu_unet.cuda.conv_problem import ConvProblem
from gpu_unet.cuda.convolution import ConvBuffers, Convolution
from gpu_unet.cuda.device import current_gpu
from gpu_unet.cuda.kernels.conv_float32 import FloatTile
from gpu_unet.cuda.tensor_tile import TensorTile
from gpu_unet.cuda.warpgroup_tile import WarpgroupTile
from gpu_unet.reference.layers import (
    activated,
    conv2d,
    max_pool,
    padded_for,
    pointwise_conv2d,
    sigmoid,
    transposed_conv2d,
)

pytestmark = pytest.mark.gpu

# float16 results of float32 sums: half a unit in the last place of 11 bits is 2.4e-4 of a value.
HALF_ERROR = 5e-4
SINGLE_ERROR = 2e-6  # another order of the same float32 sums

P = ConvProblem
T = TensorTile
W = WarpgroupTile

TENSOR = {
    "one pixel": (P(1, 1, 1, 64, 64), T(128, 64), 1),
    "smaller than a tile": (P(1, 7, 5, 16, 24), T(64, 32, 4, 32), 1),
    "exactly a tile": (P(1, 8, 16, 64, 128), T(128, 128), 1),
    "one over, batch 3": (P(3, 9, 15, 64, 64), T(128, 64), 1),
    "8 channels, batch 4": (P(4, 16, 16, 8, 8), T(128, 16, 8, 32, 4), 1),
    "odd channel counts": (P(1, 20, 30, 48, 40), T(128, 64, 4, 32, 4), 1),
    "tall warps": (P(1, 33, 17, 128, 64), T(256, 64, 4, 64, 3, 1), 1),
    "split-K": (P(1, 33, 17, 128, 64), T(256, 64, 4, 64, 3, 1), 3),
    "1x1": (P(2, 13, 21, 64, 128, taps=1), T(128, 128, taps=1), 1),
    "transposed": (
        P(2, 9, 11, 64, 32, taps=1, relu=False, upsample=True),
        T(128, 64, taps=1, relu=False, upsample=True),
        1,
    ),
    "transposed to 8 channels": (
        P(1, 5, 3, 16, 8, taps=1, relu=False, upsample=True),
        T(128, 32, 8, 32, 3, taps=1, relu=False, upsample=True),
        1,
    ),
    "mobile expand": (P(2, 13, 21, 24, 144, taps=1, relu6=True), T(64, 64, taps=1, relu6=True), 1),
    "mobile project": (
        P(2, 13, 21, 720, 120, taps=1, relu=False, adds=True),
        T(128, 128, taps=1, relu=False, adds=True),
        1,
    ),
    "mobile project, narrow, split-K": (
        P(1, 9, 16, 528, 16, taps=1, relu=False, adds=True),
        T(256, 16, 8, 32, 4, 3, taps=1, relu=False, adds=True),
        2,
    ),
}
WARPGROUP = {
    "one pixel": (P(1, 1, 1, 64, 64), W(64, 1, 1), 1),
    "smaller than a tile": (P(1, 7, 5, 64, 64), W(64, 1, 2), 1),
    "exactly a tile": (P(1, 32, 8, 64, 128), W(64, 2, 2), 1),
    "one over, batch 3": (P(3, 33, 9, 128, 128), W(64, 2, 2, tma_tiles=1), 1),
    "split-K": (P(1, 20, 24, 256, 128), W(128, 1, 2, tma_tiles=1), 2),
    "three warpgroups": (P(1, 40, 24, 128, 192), W(64, 2, 3, tma_tiles=1), 1),
    "pooled": (P(3, 18, 20, 64, 128, pool=True), W(128, 1, 2, tma_tiles=1, pool=True), 1),
    "weight-stationary, pooled": (
        P(1, 64, 48, 64, 64, pool=True),
        W(
            64,
            2,
            3,
            tma_tiles=1,
            weight_stationary=True,
            input_stages=3,
            weight_stages=9,
            pool=True,
        ),
        1,
    ),
    "weight-stationary, head": (
        P(2, 30, 22, 128, 64, head=True),
        W(
            64,
            1,
            2,
            tma_tiles=1,
            weight_stationary=True,
            input_stages=4,
            weight_stages=18,
            head=True,
        ),
        1,
    ),
    "32 channels, weight-stationary": (
        P(2, 17, 9, 32, 64),
        W(32, 2, 3, 32, tma_tiles=1, weight_stationary=True, input_stages=6, weight_stages=9),
        1,
    ),
    "16 channels": (P(2, 17, 9, 16, 16), W(16, 2, 2, 16), 1),
    "transposed": (
        P(2, 12, 20, 64, 32, taps=1, relu=False, upsample=True),
        W(32, 2, 2, taps=1, relu=False, upsample=True, input_stages=4, weight_stages=4),
        1,
    ),
    "mobile expand": (
        P(2, 13, 21, 48, 288, taps=1, relu6=True),
        W(32, 2, 2, 16, taps=1, relu6=True, input_stages=4, weight_stages=4),
        1,
    ),
    "mobile project": (
        P(2, 9, 16, 288, 48, taps=1, relu=False, adds=True),
        W(16, 2, 2, 32, taps=1, relu=False, adds=True, input_stages=4, weight_stages=4),
        1,
    ),
    "mobile project, split-K": (
        P(1, 9, 16, 1248, 352, taps=1, relu=False, adds=True),
        W(32, 2, 2, 32, taps=1, relu=False, adds=True, input_stages=4, weight_stages=4),
        4,
    ),
    "mobile project, weight-stationary": (
        P(3, 18, 32, 96, 64, taps=1, relu=False, adds=True),
        W(
            64,
            1,
            2,
            32,
            taps=1,
            tma_tiles=1,
            weight_stationary=True,
            input_stages=6,
            weight_stages=3,
            relu=False,
            adds=True,
        ),
        1,
    ),
}
FLOAT32 = {
    "one pixel": (P(1, 1, 1, 4, 8), FloatTile(64, 64), 1),
    "smaller than a tile": (P(1, 7, 5, 16, 24), FloatTile(128, 64), 1),
    "exactly a tile": (P(1, 8, 16, 64, 128), FloatTile(128, 128), 1),
    "one over, batch 3": (P(3, 3, 43, 24, 72), FloatTile(128, 64), 1),
    "one over, tall, batch 4": (P(4, 16, 17, 8, 8), FloatTile(256, 64), 1),
    "two columns of tiles": (P(1, 9, 15, 12, 136), FloatTile(128, 128), 1),
    "1x1": (P(2, 13, 21, 64, 128, taps=1), FloatTile(128, 128, taps=1), 1),
    "transposed": (
        P(2, 9, 11, 64, 32, taps=1, relu=False, upsample=True),
        FloatTile(128, 128, taps=1, relu=False, upsample=True),
        1,
    ),
    "mobile expand": (
        P(2, 13, 21, 24, 144, taps=1, relu6=True),
        FloatTile(128, 128, taps=1, relu6=True),
        1,
    ),
    "mobile project": (
        P(2, 9, 16, 288, 48, taps=1, relu=False, adds=True),
        FloatTile(64, 64, taps=1, relu=False, adds=True),
        1,
    ),
    "stem": (P(2, 9, 16, 8, 32, relu6=True, stride=2), FloatTile(64, 64, relu6=True, stride=2), 1),
}


def weights_of(problem, rng):
    edge = 3 if problem.taps == 9 else 1
    shape = (problem.channels_out, problem.channels_in, edge, edge)
    if problem.upsample:
        shape = (problem.channels_in, problem.channels_out, 2, 2)
    scale = np.float32((problem.taps * problem.channels_in) ** -0.5)
    weight = (rng.standard_normal(shape, np.float32) * scale).astype(np.float16)
    return weight.astype(np.float32), rng.standard_normal(problem.channels_out, np.float32)


def expected_of(problem, x, weight, bias):
    if problem.upsample:
        result = transposed_conv2d(x, weight, bias)
    elif problem.taps == 9:
        stride = problem.stride
        result = conv2d(padded_for(x, 3, stride), weight, bias, stride=(stride, stride))
    else:
        result = pointwise_conv2d(x, weight, bias)
    return activated(result, "relu6" if problem.relu6 else "relu" if problem.relu else "none")


def check(problem, tile, split_k_slices, rng, *, dtype, tolerance):
    problem = replace(problem, dtype=np.dtype(dtype).name)
    batch, height, width = problem.batch, problem.height, problem.width
    channels = problem.channels_out
    stride = problem.stride
    x = rng.standard_normal((batch, stride * height, stride * width, problem.channels_in))
    x = x.astype(dtype)
    weight, bias = weights_of(problem, rng)
    if problem.relu6:
        bias *= 5  # results straddle 6
    head = rng.standard_normal(channels + 1, np.float32)
    side = 2 if problem.upsample else 1
    convolution = Convolution(
        "c", problem, tile, weight, bias,
        split_k_slices=split_k_slices, multiprocessors=current_gpu().multiprocessors,
    )  # fmt: skip
    plan = ArenaPlan()
    convolution.reserve(plan)
    plan.add("partial", (convolution.partial_size,), np.float32)
    own = DeviceArena(plan, purpose="a test")
    out = untouched(batch, side * height, side * width, channels + 16, dtype)
    before = rng.standard_normal((batch, height, width, channels)).astype(dtype)
    if problem.adds:
        out[:, 1:-1, 1:-1, 8:-8] = before
    with on_gpu(
        x=bordered(x, dtype),
        out=out,
        pooled=untouched(batch, height // 2, width // 2, channels, dtype),
        alpha=np.full((batch, height, width), 7, np.float32),
        head=head,
    ) as d:
        buffers = ConvBuffers(
            d["x"],
            None if problem.head else d["out"],
            out_channel=8,
            pooled=d["pooled"] if problem.pool else None,
            alpha=d["alpha"],
            head=d["head"],
        )
        convolution.bind(own.arrays, buffers, own.arrays["partial"])
        for _ in range(2):  # the second run finds the counters as the first one left them
            d["out"].upload(out)
            convolution(stream=0)
        out, pooled, alpha = (d[name].download() for name in ("out", "pooled", "alpha"))
    own.close()
    expected = expected_of(problem, x.astype(np.float32), weight, bias)
    if problem.adds:
        expected = expected + before.astype(np.float32)
    if problem.head:
        logit = expected @ head[:-1] + head[-1]
        np.testing.assert_allclose(alpha, sigmoid(logit), rtol=0, atol=1e-4)
        return
    assert relative_error(inside_of(out, 8, channels), expected) < tolerance
    if problem.pool:
        assert relative_error(inside_of(pooled), max_pool(expected, (2, 2))) < tolerance


@pytest.mark.parametrize("name", TENSOR)
def test_mma_convolution(rng, name):
    if not current_gpu().has_tensor_cores:
        pytest.skip("this GPU has no tensor cores of compute capability 8.0")
    check(*TENSOR[name], rng, dtype=np.float16, tolerance=HALF_ERROR)


@pytest.mark.parametrize("name", WARPGROUP)
def test_wgmma_convolution(rng, name):
    if not current_gpu().has_wgmma:
        pytest.skip("only compute capability 9.0 has wgmma")
    check(*WARPGROUP[name], rng, dtype=np.float16, tolerance=HALF_ERROR)


@pytest.mark.parametrize("name", FLOAT32)
def test_float32_convolution(rng, name):
    check(*FLOAT32[name], rng, dtype=np.float32, tolerance=SINGLE_ERROR)
