"""What mobile encoders need of the CUDA kernels, in Numba's simulator, and a whole network.

Run with NUMBA_ENABLE_CUDASIM=1, which has to be set before numba is imported.
"""

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType, SimpleNamespace

import numpy as np
import pytest
from flat_memory import FlatMemory

from gpu_unet.architecture import MobileStage, UNetArchitecture
from gpu_unet.cuda import convolution as convolution_module
from gpu_unet.cuda.arena import ArenaPlan
from gpu_unet.cuda.conv_problem import ConvProblem
from gpu_unet.cuda.convolution import ConvBuffers, Convolution
from gpu_unet.cuda.kernels import (
    conv_first,
    conv_float32,
    conv_tensor,
    depthwise,
    place,
    simple_layers,
)
from gpu_unet.cuda.kernels.conv_float32 import FloatTile
from gpu_unet.cuda.kernels.depthwise import RUNS, DepthwiseTile
from gpu_unet.cuda.launch import is_simulated
from gpu_unet.cuda.network import CudaNetwork
from gpu_unet.cuda.tensor_tile import TensorTile
from gpu_unet.reference.layers import (
    activated,
    conv2d,
    depthwise_conv2d,
    padded_for,
    pointwise_conv2d,
    upsample_bilinear_2x,
)
from gpu_unet.reference.unet import unet
from gpu_unet.weights import Layer, load_weights

pytestmark = pytest.mark.skipif(
    not is_simulated(), reason="needs NUMBA_ENABLE_CUDASIM=1 from the start"
)

FAST = Path(__file__).parents[4] / "weights" / "fast.safetensors"
UNTOUCHED = 7
# Rounding of the result, half a unit in the last place of 11 bits; float32: order of the sums.
CLOSE = {np.float16: {"rtol": 1e-3, "atol": 1e-3}, np.float32: {"rtol": 1e-5, "atol": 1e-5}}
SIZES = [(1, 1, 1, 8), (2, 3, 5, 16)]
WINDOWS = [(side, stride) for side in (3, 5) for stride in (1, 2)]
MODULES = (conv_first, conv_float32, conv_tensor, depthwise, simple_layers)


@pytest.fixture
def memory(monkeypatch):
    found = FlatMemory()
    for module in MODULES:
        monkeypatch.setattr(module, "ptx", found.instructions(module))
    # Kernels are kept, and these ones' instructions know their memory.
    monkeypatch.setattr(convolution_module, "kernel_of", convolution_module.kernel_of.__wrapped__)
    with np.errstate(over="ignore"):  # unsigned addresses wrap around as they do on the device
        yield found


def bordered(inside):
    return np.pad(inside, ((0, 0), (1, 1), (1, 1), (0, 0)))


def untouched(batch, height, width, channels, dtype):
    return np.full((batch, height + 2, width + 2, channels), UNTOUCHED, dtype)


def inside_of(plane, first_channel=0, channels=None):
    """The written part, after checking that all around it was left alone."""
    stop = plane.shape[3] if channels is None else first_channel + channels
    rest = np.array(plane)
    rest[:, 1:-1, 1:-1, first_channel:stop] = UNTOUCHED
    assert (rest == UNTOUCHED).all(), "something was written outside the picture"
    return np.array(plane[:, 1:-1, 1:-1, first_channel:stop], np.float32)


def behind_border(plane, channel=0):
    _, _, row, channels = plane.shape
    return plane.ptr + ((row + 1) * channels + channel) * plane.dtype.itemsize


def launch(kernel, count, *arguments):
    kernel[-(-count // place.THREADS), place.THREADS](*arguments)


def case_of_depthwise(rng, size, side, stride, relu6, dtype):
    """(x, weight, bias, laid out weight, expected); results straddle 0 and 6."""
    batch, height, width, channels = size
    x = rng.standard_normal((batch, stride * height, stride * width, channels)).astype(dtype)
    weight = rng.standard_normal((channels, 1, side, side), np.float32)
    bias = np.linspace(-8, 16, channels, dtype=np.float32)
    padded = padded_for(x.astype(np.float32), side, stride)
    result = depthwise_conv2d(padded, weight, bias, padding=(0, 0), stride=stride)
    laid_out = np.ascontiguousarray(weight.reshape(channels, side * side).T)
    return x, bias, laid_out, activated(result, "relu6" if relu6 else "relu")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "tile",
    [
        DepthwiseTile(*window, run, relu6)
        for window in WINDOWS
        for run in RUNS[window[1]]
        for relu6 in (False, True)
    ],
    ids=str,
)
def test_depthwise(rng, memory, size, tile):
    batch, height, width, channels = size
    window = (tile.side, tile.stride, tile.relu6)
    x, bias, weight, expected = case_of_depthwise(rng, size, *window, np.float16)
    placed = [memory.place(values).ptr for values in (bordered(x), weight, bias)]
    out = memory.place(untouched(*size, np.float16))
    count = tile.threads_for(lines=batch * height, width=width, channels=channels)
    launch(
        depthwise.make_depthwise(tile), count, *placed, behind_border(out), channels,
        batch, height, width,
    )  # fmt: skip
    np.testing.assert_allclose(inside_of(out), expected, **CLOSE[np.float16])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("relu6", [0, 1])
@pytest.mark.parametrize(("side", "stride"), WINDOWS)
def test_depthwise_float32(rng, size, side, stride, relu6):
    x, bias, weight, expected = case_of_depthwise(rng, size, side, stride, relu6, np.float32)
    out = untouched(*size, np.float32)
    kernel = depthwise.depthwise_float32_kernel
    launch(kernel, expected.size, bordered(x), weight, bias, out, side, stride, relu6)
    np.testing.assert_allclose(inside_of(out), expected, **CLOSE[np.float32])


def test_a_run_is_as_long_as_the_card_stays_busy():
    def run(threads, stride=1):
        size = {"lines": 10, "width": 9, "channels": 16}
        return DepthwiseTile.fitting(side=3, stride=stride, **size, threads=threads).run

    assert [run(60), run(61), run(100), run(101), run(1000)] == [4, 2, 2, 1, 1]
    assert run(1, stride=2) == 2


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_a_join_is_the_skip_and_behind_it_what_comes_from_below(rng, memory, dtype):
    batch, height, width, channels, skip_channels = 2, 4, 6, 8, 16
    below = rng.standard_normal((batch, height // 2, width // 2, channels)).astype(dtype)
    skip = rng.standard_normal((batch, height, width, skip_channels)).astype(dtype)
    planes = [memory.place(bordered(values)) for values in (below, skip)]
    out = memory.place(untouched(batch, height, width, channels + skip_channels, dtype))
    if dtype == np.float32:
        launch(simple_layers.join_bilinear_float32_kernel, out.size, *planes, out)
    else:
        arguments = [behind_border(plane) for plane in (*planes, out)]
        kernel = simple_layers.join_bilinear_kernel
        launch(kernel, out.size // 8, *arguments, skip_channels, channels, batch, height, width)
    result = inside_of(out)
    np.testing.assert_array_equal(result[..., :skip_channels], skip.astype(np.float32))
    expected = upsample_bilinear_2x(below.astype(np.float32))
    np.testing.assert_allclose(result[..., skip_channels:], expected, **CLOSE[dtype])


@pytest.mark.parametrize("read", [3, 7])
@pytest.mark.parametrize(("size", "channels"), [((1, 1, 2), 8), ((2, 3, 5), 32)])
def test_stem(rng, memory, size, channels, read):
    batch, height, width = size
    x = rng.random((batch, 2 * height, 2 * width, read)).astype(np.float16)
    weight = rng.standard_normal((channels, read, 3, 3)).astype(np.float16).astype(np.float32)
    bias = np.linspace(-8, 16, channels, dtype=np.float32)
    tile = conv_first.FirstTile.fitting(
        channels_in=read, channels_out=channels, stride=2, relu6=True
    )
    packed = conv_first.pack_first(weight)
    padded_bias = np.zeros(len(packed), np.float32)
    padded_bias[:channels] = bias
    missing = ((0, 0), (0, 0), (0, 0), (0, tile.channels - read))
    plane = bordered(np.pad(x, missing))
    slack = np.zeros(8, np.float16)  # behind it
    x_at = memory.place(np.concatenate([plane.reshape(-1), slack])).ptr
    x_at += (plane.shape[2] + 1) * tile.channels * 2  # of pixel (0, 0)
    out = memory.place(untouched(batch, height, width, channels + 8, np.float16))
    conv_first.make_conv_first(tile)[(1, len(packed) // tile.columns), conv_first.THREADS](
        x_at, memory.place(packed).ptr, padded_bias, behind_border(out), channels,
        batch, height, width, width + 2, (height + 2) * (width + 2), channels + 8,
    )  # fmt: skip
    padded = padded_for(x.astype(np.float32), 3, 2)
    expected = activated(conv2d(padded, weight, bias, stride=(2, 2)), "relu6")
    np.testing.assert_allclose(inside_of(out, 0, channels), expected, **CLOSE[np.float16])


P, T, F = ConvProblem, TensorTile, FloatTile
SHORT = {"taps": 1, "relu": False}
POINTWISE = {
    "expand": (P(2, 3, 5, 24, 48, taps=1, relu6=True), T(64, 64, 4, 32, 2, 1, 1, relu6=True)),
    "project": (P(2, 3, 5, 40, 24, **SHORT), T(128, 32, 8, 32, 2, 1, **SHORT)),
    "project that adds": (
        P(2, 3, 5, 40, 24, **SHORT, adds=True),
        T(128, 32, 8, 32, 2, 1, **SHORT, adds=True),
    ),
    "project that adds, narrow": (
        P(2, 3, 5, 40, 16, **SHORT, adds=True),
        T(128, 16, 8, 32, 2, 1, **SHORT, adds=True),
    ),
    "expand, float32": (
        P(2, 3, 5, 24, 48, taps=1, relu6=True, dtype="float32"),
        F(64, 64, 1, relu6=True),
    ),
    "project that adds, float32": (
        P(2, 3, 5, 40, 24, **SHORT, adds=True, dtype="float32"),
        F(64, 64, **SHORT, adds=True),
    ),
    "stem, float32": (
        P(2, 3, 5, 8, 24, relu6=True, stride=2, dtype="float32"),
        F(64, 64, relu6=True, stride=2),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", POINTWISE)
def test_convolutions(rng, memory, name):
    problem, tile = POINTWISE[name]
    batch, height, width, stride = problem.batch, problem.height, problem.width, problem.stride
    inner, outer = problem.channels_in, problem.channels_out
    dtype = np.dtype(problem.dtype).type
    x = rng.standard_normal((batch, stride * height, stride * width, inner)).astype(dtype)
    edge = 3 if problem.taps == 9 else 1
    weight = rng.standard_normal((outer, inner, edge, edge)).astype(dtype).astype(np.float32)
    bias = np.linspace(-8, 16, outer, dtype=np.float32)
    before = rng.standard_normal((batch, height, width, outer)).astype(dtype)
    out = untouched(batch, height, width, outer + 16, dtype)
    out[:, 1:-1, 1:-1, 8:-8] = before
    out = memory.place(out)
    convolution = Convolution(name, problem, tile, weight, bias, multiprocessors=1)
    plan = ArenaPlan()
    convolution.reserve(plan)
    own = memory.arrays(plan)
    buffers = ConvBuffers(memory.place(bordered(x)), out, out_channel=8)
    convolution.bind(own, buffers, memory.place(np.zeros(1, np.float32)))
    convolution(stream=0)

    x = x.astype(np.float32)
    if problem.taps == 1:
        expected = pointwise_conv2d(x, weight, bias)
    else:
        padded = padded_for(x, 3, stride)
        expected = conv2d(padded, weight, bias, stride=(stride, stride))
    expected = activated(expected, "relu6" if problem.relu6 else "none")
    if problem.adds:
        expected = expected + before.astype(np.float32)
    np.testing.assert_allclose(inside_of(out, 8, outer), expected, **CLOSE[dtype])


S = MobileStage
# An odd side below the first level; widths that are no multiples of 8, two of which round to the
# same one; two stages and both kernels.
NETWORK = UNetArchitecture(
    (4, 12, 20),
    ("plain",) * 3,
    (1, 1, 1),
    "bilinear",
    in_channels=7,
    height=4,
    width=12,
    stages=(S(3, 1, 1, 12, 1), S(3, 1, 2, 16, 2), S(5, 2, 2, 20, 2)),
    stem=10,
)
SEPARABLE = UNetArchitecture(
    (8, 16), ("separable", "plain"), (1, 1), "bilinear", in_channels=7, height=2, width=8
)


def tile_for(problem):
    common = {
        "taps": problem.taps,
        "relu": problem.relu,
        "relu6": problem.relu6,
        "adds": problem.adds,
    }
    if problem.dtype == "float32":
        return FloatTile(64, 64, **common, stride=problem.stride), 1
    return TensorTile(128, 16, 8, 32, 2, 1, **common), 1


def layers_of(architecture, rng):
    layers = {}
    for spec in architecture.layers():
        gain = np.float32((2 / np.prod(spec.weight_shape[1:])) ** 0.5)
        weight = rng.standard_normal(spec.weight_shape, np.float32) * gain
        bias = rng.standard_normal(spec.out_channels, np.float32)
        if spec.name == "down2.stem":
            bias += 6  # so that half of its results are above 6
        layers[spec.name] = Layer(spec, weight, bias)
    return MappingProxyType(layers)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("a", [NETWORK, SEPARABLE], ids=["mobile", "separable"])
def test_a_network_agrees_with_the_reference(rng, memory, dtype, a):
    weights = replace(load_weights(FAST), layers=layers_of(a, rng), architecture=a)
    x = rng.random((2, a.height, a.width, 7), np.float32)
    network = CudaNetwork(
        weights, a, 2, gpu=SimpleNamespace(multiprocessors=1), choose=tile_for, dtype=dtype
    )
    plan = ArenaPlan()
    network.reserve(plan)
    arrays = memory.arrays(plan)
    network.bind(arrays)
    for picture in (x, x[:, :, ::-1]):  # the second run finds what the first one left
        arrays["input"][:, 1:-1, 1:-1, :7] = picture
        network.enqueue(stream=0)
        expected = unet(picture, a, weights.layers)
        tolerance = 5e-3 if dtype == np.float16 else 1e-5
        np.testing.assert_allclose(arrays["net_alpha"], expected, rtol=0, atol=tolerance)
        assert np.ptp(expected) > 0.1
