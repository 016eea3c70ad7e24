"""The GPU network against PyTorch's golden files and the NumPy reference; the padding without."""

from functools import partial
from types import MappingProxyType, SimpleNamespace

import numpy as np
import pytest

from gpu_unet.architecture import MobileStage, UNetArchitecture
from gpu_unet.cuda.padding import pad_channels
from gpu_unet.reference.unet import unet

# Alpha lies in [0, 1]. float32: sums in another order, 18 layers deep. float16: activations of
# 11 bits; the shipped networks' difference is in benchmarks/results.
TOLERANCE = {"float32": 1e-5, "float16": 5e-3}
BLOCK_MEAN = 2.8e-5  # what the notebooks reached in float32 on average, in their worst block

U = UNetArchitecture
S = MobileStage
ARCHITECTURES = {
    "plain": U.plain(base_width=16, depth=3, height=24, width=40),
    "plain, 64 wide": U.plain(base_width=64, depth=2, height=12, width=20),
    "odd widths": U((3, 20, 36), ("plain",) * 3, (2, 1, 2), height=12, width=20),
    "separable below": U(
        (16, 24, 48, 64),
        ("plain", "plain", "separable", "separable"),
        (1, 2, 2, 1),
        "bilinear",
        height=24,
        width=40,
    ),
    "with a clean plate": U(
        (16, 24), ("plain",) * 2, (1, 2), "bilinear", in_channels=7, height=12, width=20
    ),
    "with a clean plate, 40 wide": U(
        (40, 48), ("plain",) * 2, (2, 1), in_channels=7, height=10, width=6
    ),
    "separable, with a clean plate": U(
        (16, 24), ("separable",) * 2, (2, 1), in_channels=7, height=8, width=12
    ),
    "all separable, transposed": U(
        (8, 16, 40), ("separable",) * 3, (2, 2, 1), height=36, width=4
    ),
    "mobile": U(
        (16, 32, 64, 352),
        ("plain",) * 4,
        (1, 2, 2, 1),
        "bilinear",
        in_channels=7,
        height=40,
        width=56,
        stages=(
            S(3, 1, 1, 16, 1),
            S(3, 2, 6, 24, 2),
            S(5, 2, 6, 88, 3),
            S(5, 1, 6, 120, 2),
            S(3, 1, 6, 352, 1),
        ),
    ),
    # Two widths round to the same multiple of 8; a block between them does not add its input.
    "mobile, odd widths": U(
        (4, 12, 20),
        ("plain",) * 3,
        (1, 2, 1),
        "bilinear",
        height=12,
        width=20,
        stages=(S(3, 1, 1, 12, 1), S(3, 1, 2, 16, 2), S(5, 2, 3, 18, 2), S(3, 1, 2, 20, 1)),
        stem=10,
    ),
}  # fmt: skip


def infer(architecture, layers, x, precision, choose=None, look_at=lambda arrays: None):
    from gpu_unet.cuda.arena import ArenaPlan, DeviceArena
    from gpu_unet.cuda.device import current_gpu
    from gpu_unet.cuda.network import CudaNetwork
    from gpu_unet.cuda.tile_choices import heuristic_choice

    gpu = current_gpu()
    if precision == "float16" and not gpu.has_tensor_cores:
        pytest.skip("this GPU has no tensor cores of compute capability 8.0")
    if choose is None:
        choose = partial(heuristic_choice, gpu=gpu)
    weights = SimpleNamespace(layers=MappingProxyType(dict(layers)), architecture=architecture)
    network = CudaNetwork(
        weights, architecture, len(x), gpu=gpu, choose=choose, dtype=np.dtype(precision)
    )
    plan = ArenaPlan()
    network.reserve(plan)
    arena = DeviceArena(plan, purpose="a test")
    network.bind(arena.arrays)
    plane = np.zeros(network.input.shape, network.dtype)
    plane[:, 1:-1, 1:-1, : x.shape[3]] = x
    network.input.upload(plane)
    network.enqueue(stream=0)
    alpha = network.alpha.download()
    look_at(arena.arrays)
    arena.close()
    return alpha


@pytest.mark.gpu
@pytest.mark.parametrize("precision", ["float32", "float16"])
def test_alpha_of_the_golden_networks(golden_network, precision):
    g = golden_network
    alpha = infer(g.architecture, g.weights.layers, g.x, precision)
    # A mobile network's expanded channels are five times as large, so that some are clipped.
    largest = TOLERANCE[precision] * (5 if g.architecture.stages else 1)
    np.testing.assert_allclose(alpha, g.alpha, rtol=0, atol=largest)


@pytest.mark.gpu
@pytest.mark.parametrize("golden_network", ["unet_plain", "unet_separable"], indirect=True)
def test_blocks_of_the_golden_networks(golden_network):
    """Not of a mobile one: its planes serve several blocks."""
    g = golden_network
    a = g.architecture

    def compare(arrays):
        for name in g.blocks.keys() - {"head"}:
            expected = g.blocks[name]
            number = int(name.lstrip("downup"))
            level = number if name.startswith("down") else a.depth + 1 - number
            is_skip = name.startswith("down") and level <= a.depth
            plane = arrays[f"concat{level}" if is_skip else f"out{level}"].download()
            block = plane[:, 1:-1, 1:-1, : expected.shape[3]]
            assert np.abs(block - expected).mean() <= BLOCK_MEAN, name

    assert g.blocks
    infer(a, g.weights.layers, g.x, "float32", look_at=compare)


@pytest.mark.gpu
@pytest.mark.parametrize("precision", ["float32", "float16"])
@pytest.mark.parametrize("batch_size", [1, 3])
@pytest.mark.parametrize("name", ARCHITECTURES)
def test_alpha_matches_the_reference(rng, random_layers, name, batch_size, precision):
    a = ARCHITECTURES[name]
    layers = random_layers(a)
    x = rng.random((batch_size, a.height, a.width, a.in_channels), np.float32)
    alpha = infer(a, layers, x, precision)
    expected = unet(x, a, layers)
    np.testing.assert_allclose(alpha, expected, rtol=0, atol=TOLERANCE[precision])


@pytest.mark.gpu
def test_the_portable_tensor_core_path(rng, random_layers):
    from gpu_unet.cuda.device import current_gpu
    from gpu_unet.cuda.tile_choices import tensor_choices

    a = ARCHITECTURES["plain, 64 wide"]
    layers = random_layers(a)
    x = rng.random((1, a.height, a.width, 3), np.float32)
    gpu = current_gpu()
    alpha = infer(a, layers, x, "float16", lambda p: next(tensor_choices(p, gpu)))
    np.testing.assert_allclose(alpha, unet(x, a, layers), rtol=0, atol=TOLERANCE["float16"])


@pytest.mark.gpu
def test_the_tuner_measures_no_float16_tile_for_a_float32_network(rng, random_layers, empty_cache):
    from gpu_unet.cuda.device import current_gpu
    from gpu_unet.cuda.tuner import Tuner, measure_on_gpu

    a = ARCHITECTURES["plain"]
    layers = random_layers(a)
    x = rng.random((1, a.height, a.width, 3), np.float32)
    alpha = infer(a, layers, x, "float32", Tuner(current_gpu(), measure_on_gpu))
    np.testing.assert_allclose(alpha, unet(x, a, layers), rtol=0, atol=TOLERANCE["float32"])


@pytest.mark.parametrize("name", ["odd widths", "all separable, transposed", "mobile, odd widths"])
def test_padded_channels_change_nothing(rng, random_layers, name):
    a = ARCHITECTURES[name]
    layers = random_layers(a)
    x = rng.random((1, a.height, a.width, 3), np.float32)
    padded_layers, padded = pad_channels(layers, a, step=16)
    assert all(width % 16 == 0 for width in padded.widths)
    assert all(stage.channels % 16 == 0 for stage in padded.stages)
    result = unet(x, padded, padded_layers)
    np.testing.assert_allclose(result, unet(x, a, layers), rtol=0, atol=1e-6)
