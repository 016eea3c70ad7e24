"""Each CPU kernel of the network against the NumPy reference, at sizes that straddle its tiles.

Every case runs through the compiled program that the engine runs, on two threads.
"""

import numpy as np
import pytest

from gpu_unet.architecture import LayerSpec
from gpu_unet.cpu.program import COUNTER_STEP, run_program
from gpu_unet.cpu.program_builder import ProgramBuilder
from gpu_unet.cpu.simd import VECTOR_WIDTH
from gpu_unet.reference import layers as reference
from gpu_unet.weights import Layer

THREADS = 2
# Sums of at most 9 * 70 products of numbers around 1, in another order than NumPy's float64.
DIRECT = {"rtol": 1e-5, "atol": 5e-5}
# Winograd's transforms multiply by up to 25 and add what cancels later: a digit less.
WINOGRAD = {"rtol": 1e-4, "atol": 1e-3}

# Rows and columns around the tiles: 1, 8 and 24 pixels of a product, 4x4 of Winograd, 16 lanes.
SIZES = [(1, 1), (1, 7), (3, 8), (4, 4), (5, 9), (2, 15), (9, 16), (3, 24), (13, 25), (31, 33)]
# Channels around half a vector, one and two vectors, in pairs (in, out).
CHANNELS = [
    (1, 1), (3, 8), (7, 16), (8, 15), (16, 16), (17, 24), (24, 31), (32, 33), (47, 64), (70, 70),
]  # fmt: skip


class Bench:
    """Runs one operation: planes filled with noise, borders and neighbours watched."""

    def __init__(self, rng):
        self.rng = rng
        self.builder = ProgramBuilder(threads=THREADS)

    def plane(self, height, width, channels):
        return self.builder.plane(height=height, width=width, channels=channels)

    def run(self, x, y):
        """Returns what was in x and what is in y, (1, H, W, C) each."""
        arena, program = self.builder.finish()
        seen = x.view(arena)
        seen[:] = self.rng.standard_normal(seen.shape, np.float32)
        first = int(program["m"].min())  # scratch lies behind everything else, and is used again
        arena[first:] = self.rng.standard_normal(arena.size - first, np.float32)
        before = arena.copy()
        progress = np.zeros(2 * program.size * COUNTER_STEP, np.int64)
        run_program(arena, program, progress, THREADS)
        result = y.view(arena).copy()
        # Put y back as it was: nothing of x, weights, borders or neighbouring channels has changed.
        y.view(arena)[:] = y.view(before)
        np.testing.assert_array_equal(arena[:first], before[:first])
        return seen[None].copy(), result[None]


def layer(rng, kind, i, o, **fields):
    spec = LayerSpec("layer", kind, i, o, 1, **fields)
    weight = rng.standard_normal(spec.weight_shape, np.float32)
    if spec.activation == "relu6":  # few results are clipped at both ends
        weight *= np.float32(3 / np.sqrt(np.prod(spec.weight_shape[1:])))
    return Layer(spec, weight, rng.standard_normal(o, np.float32))


def cases(function):
    """Every size with some channels and all channels at some sizes."""
    pairs = [(size, CHANNELS[n % len(CHANNELS)]) for n, size in enumerate(SIZES)]
    pairs += [(size, channels) for channels in CHANNELS for size in ((5, 9), (13, 25))]
    named = [(*size, *channels) for size, channels in pairs]
    return pytest.mark.parametrize(("height", "width", "i", "o"), named)(function)


@cases
def test_direct_convolution(rng, height, width, i, o):
    bench, conv = Bench(rng), layer(rng, "conv", i, o, activation="relu")
    x, y = bench.plane(height, width, i), bench.plane(height, width, o)
    bench.builder.convolve(conv, x, y)
    seen, result = bench.run(x, y)
    expected = reference.conv2d(seen.astype(float), conv.weight, conv.bias, padding=(1, 1))
    np.testing.assert_allclose(result, reference.relu(expected), **DIRECT)


@cases
def test_direct_convolution_of_stride_2(rng, height, width, i, o):
    bench = Bench(rng)
    conv = layer(rng, "conv", i, o, stride=2, activation="relu6")
    x, y = bench.plane(2 * height, 2 * width, i), bench.plane(height, width, o)
    bench.builder.convolve(conv, x, y)
    seen, result = bench.run(x, y)
    padded = reference.padded_for(seen.astype(float), 3, 2)
    expected = reference.conv2d(padded, conv.weight, conv.bias, stride=(2, 2))
    np.testing.assert_allclose(result, reference.activated(expected, "relu6"), **DIRECT)


@pytest.mark.parametrize("two_passes", [False, True])
@cases
def test_winograd_convolution(rng, height, width, i, o, two_passes):
    bench, conv = Bench(rng), layer(rng, "conv", i, o, activation="relu")
    x, y = bench.plane(height, width, i), bench.plane(height, width, o)
    bench.builder.winograd3x3(conv, x, y, two_passes=two_passes)
    seen, result = bench.run(x, y)
    expected = reference.conv2d(seen.astype(float), conv.weight, conv.bias, padding=(1, 1))
    np.testing.assert_allclose(result, reference.relu(expected), **WINOGRAD)


@pytest.mark.parametrize("activation", ["none", "relu", "relu6"])
@cases
def test_pointwise_convolution(rng, height, width, i, o, activation):
    bench, conv = Bench(rng), layer(rng, "pointwise", i, o, activation=activation)
    x, y = bench.plane(height, width, i), bench.plane(height, width, o)
    bench.builder.convolve(conv, x, y)
    seen, result = bench.run(x, y)
    expected = reference.pointwise_conv2d(seen.astype(float), conv.weight, conv.bias)
    np.testing.assert_allclose(result, reference.activated(expected, activation), **DIRECT)


@cases
def test_pointwise_convolution_that_adds_its_input(rng, height, width, i, o):
    """The first channels of the pixels read are added, as if they came from another plane."""
    bench, conv = Bench(rng), layer(rng, "pointwise", i + o, o)
    x, y = bench.plane(height, width, i + o), bench.plane(height, width, o)
    bench.builder.convolve(conv, x, y, added=x.part(i, o))
    seen, result = bench.run(x, y)
    expected = reference.pointwise_conv2d(seen.astype(float), conv.weight, conv.bias)
    np.testing.assert_allclose(result, expected + seen[..., i:], **DIRECT)


@cases
def test_transposed_convolution(rng, height, width, i, o):
    bench, conv = Bench(rng), layer(rng, "transpose", i, o)
    x, y = bench.plane(height, width, i), bench.plane(2 * height, 2 * width, o)
    bench.builder.convolve(conv, x, y)
    seen, result = bench.run(x, y)
    expected = reference.transposed_conv2d(seen.astype(float), conv.weight, conv.bias)
    np.testing.assert_allclose(result, expected, **DIRECT)


@cases
def test_depthwise_convolution(rng, height, width, i, o):
    bench, conv = Bench(rng), layer(rng, "depthwise", o, o, activation="relu")
    x, y = bench.plane(height, width, o), bench.plane(height, width, o)
    bench.builder.expand_depthwise(None, conv, x, y)
    seen, result = bench.run(x, y)
    expected = reference.depthwise_conv2d(seen.astype(float), conv.weight, conv.bias)
    np.testing.assert_allclose(result, reference.relu(expected), **DIRECT)


@pytest.mark.parametrize("expands", [False, True])
@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("kernel", [3, 5])
@cases
def test_expand_and_depthwise(rng, height, width, i, o, kernel, stride, expands):
    bench = Bench(rng)
    i = i if expands else o
    expand = layer(rng, "pointwise", i, o, activation="relu6")
    depthwise = layer(rng, "depthwise", o, o, kernel=kernel, stride=stride, activation="relu6")
    x, y = bench.plane(stride * height, stride * width, i), bench.plane(height, width, o)
    bench.builder.expand_depthwise(expand if expands else None, depthwise, x, y)
    seen, result = bench.run(x, y)
    wide = seen.astype(float)
    if expands:
        wide = reference.pointwise_conv2d(wide, expand.weight, expand.bias)
        wide = reference.activated(wide, "relu6")
    padded = reference.padded_for(wide, kernel, stride)
    expected = reference.depthwise_conv2d(
        padded, depthwise.weight, depthwise.bias, padding=(0, 0), stride=stride
    )
    np.testing.assert_allclose(result, reference.activated(expected, "relu6"), **DIRECT)


@cases
def test_max_pool(rng, height, width, i, o):
    bench = Bench(rng)
    x, y = bench.plane(2 * height, 2 * width, o), bench.plane(height, width, o)
    bench.builder.max_pool2x2(x, y)
    seen, result = bench.run(x, y)
    np.testing.assert_array_equal(result, reference.max_pool(seen, (2, 2)))


@cases
def test_bilinear_2x_upsampling(rng, height, width, i, o):
    bench = Bench(rng)
    x, y = bench.plane(height, width, o), bench.plane(2 * height, 2 * width, o)
    bench.builder.bilinear2x(x, y)
    seen, result = bench.run(x, y)
    np.testing.assert_allclose(result, reference.upsample_bilinear_2x(seen), rtol=1e-5, atol=1e-6)


@cases
def test_head(rng, height, width, i, o):
    bench, head = Bench(rng), layer(rng, "head", i, 1)
    x = bench.plane(height, width, i)
    alpha = bench.builder.head(head, x)
    seen, result = bench.run(x, alpha)
    expected = reference.sigmoid(
        reference.pointwise_conv2d(seen.astype(float), head.weight, head.bias)
    )
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-6)


def test_the_sigmoid_reaches_both_ends_and_keeps_nan(rng):
    bench, head = Bench(rng), layer(rng, "head", VECTOR_WIDTH, 1)
    head.weight[:], head.bias[:] = 100, 0
    x = bench.plane(1, 5, VECTOR_WIDTH)
    alpha = bench.builder.head(head, x)
    arena, program = bench.builder.finish()
    x.view(arena)[0, :, 0] = [-np.inf, -1, 0, np.inf, np.nan]
    run_program(arena, program, np.zeros(2 * COUNTER_STEP, np.int64), THREADS)
    np.testing.assert_allclose(alpha.view(arena)[0, :, 0], [0, 0, 0.5, 1, np.nan], atol=1e-30)


@pytest.mark.parametrize("first", [0, 24])
def test_a_part_of_the_channels_leaves_the_others_alone(rng, first):
    """As in a concatenation, where the neighbouring channels belong to another operation."""
    bench, conv = Bench(rng), layer(rng, "conv", 20, 24, activation="relu")
    x, joined = bench.plane(6, 10, 20), bench.plane(6, 10, 48)
    bench.builder.winograd3x3(conv, x, joined.part(first, 24), two_passes=False)
    bench.builder.convolve(conv, x, joined.part(first, 24))
    seen, result = bench.run(x, joined.part(first, 24))
    expected = reference.conv2d(seen.astype(float), conv.weight, conv.bias, padding=(1, 1))
    np.testing.assert_allclose(result, reference.relu(expected), **DIRECT)
