"""The CPU network against PyTorch's golden files and the NumPy reference."""

import numpy as np
import pytest

from gpu_unet.architecture import MobileStage, UNetArchitecture
from gpu_unet.cpu.network import CpuNetwork
from gpu_unet.cpu.program import row_chunks
from gpu_unet.reference.unet import unet

# Alpha lies in [0, 1]; float32 sums in another order and Winograd's transforms, 18 layers deep.
ALPHA = {"rtol": 0, "atol": 1e-4}


@pytest.fixture
def network_of(weights_of):
    def make(architecture, layers, **options):
        return CpuNetwork(weights_of(architecture, layers), architecture, **options)

    return make


def test_alpha_of_the_golden_networks(golden_network):
    network = CpuNetwork(golden_network.weights, golden_network.architecture)
    for x, alpha in zip(golden_network.x, golden_network.alpha, strict=True):
        network.input[0] = x
        np.testing.assert_allclose(network.infer()[0], alpha, **ALPHA)


ARCHITECTURES = {
    "one pixel deep": UNetArchitecture(
        widths=(3, 5), blocks=("plain",) * 2, convs=(1, 2), height=2, width=2
    ),
    "narrower than a tile": UNetArchitecture(
        widths=(16, 33, 70), blocks=("plain",) * 3, convs=(2, 2, 2), height=12, width=20
    ),
    "8 and 24 channels": UNetArchitecture(
        widths=(8, 24, 40, 56), blocks=("plain",) * 4, convs=(2, 1, 2, 1), height=40, width=24
    ),
    "separable below": UNetArchitecture(
        widths=(16, 24, 48, 64),
        blocks=("plain", "plain", "separable", "separable"),
        convs=(1, 2, 2, 1),
        up="bilinear",
        height=24,
        width=72,
    ),
    "all separable, transposed": UNetArchitecture(
        widths=(5, 17, 31), blocks=("separable",) * 3, convs=(2, 2, 1), height=36, width=4
    ),
    "with a clean plate": UNetArchitecture(
        widths=(16, 32), blocks=("plain",) * 2, convs=(1, 2), in_channels=7, height=12, width=20
    ),
    "separable, with a clean plate": UNetArchitecture(
        widths=(16, 32), blocks=("separable",) * 2, convs=(2, 1), in_channels=7,
        height=6, width=10,
    ),
    "plain, bilinear, many channels": UNetArchitecture(
        widths=(32, 64, 128), blocks=("plain",) * 3, convs=(2, 2, 2), up="bilinear",
        height=8, width=16,
    ),
    "mobile, odd channels": UNetArchitecture(
        widths=(3, 7, 9, 19), blocks=("plain",) * 4, convs=(1, 2, 2, 1), up="bilinear",
        in_channels=7, height=24, width=40, stem=13,
        stages=(
            MobileStage(5, 1, 1, 11, 1), MobileStage(3, 2, 6, 17, 3), MobileStage(5, 2, 3, 19, 2),
        ),
    ),
    "mobile, several stages a level": UNetArchitecture(
        widths=(16, 24, 24, 40), blocks=("plain",) * 4, convs=(2, 1, 2, 1), up="bilinear",
        in_channels=7, height=48, width=88,
        stages=(
            MobileStage(3, 1, 1, 16, 2), MobileStage(5, 2, 6, 24, 1), MobileStage(3, 1, 6, 24, 1),
            MobileStage(3, 2, 6, 40, 1), MobileStage(5, 1, 6, 40, 2),
        ),
    ),
    "mobile, one pixel deep": UNetArchitecture(
        widths=(4, 5, 6), blocks=("plain",) * 3, convs=(1, 1, 1), up="bilinear",
        height=4, width=4, stem=8,
        stages=(MobileStage(3, 1, 4, 8, 1), MobileStage(5, 2, 6, 6, 2)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("name", ARCHITECTURES)
def test_alpha_matches_the_reference(rng, random_layers, network_of, name, threads):
    architecture = ARCHITECTURES[name]
    layers = random_layers(architecture)
    network = network_of(architecture, layers, threads=threads)
    x = rng.random(network.input.shape, np.float32)
    network.input[:] = x
    expected = unet(x.astype(np.float64), architecture, layers)
    np.testing.assert_allclose(network.infer(), expected, **ALPHA)
    assert expected.std() > 0.01, "a flat alpha would prove nothing"


def test_a_second_picture_leaves_no_trace_of_the_first(rng, random_layers, network_of):
    architecture = ARCHITECTURES["8 and 24 channels"]
    network = network_of(architecture, random_layers(architecture))
    x = rng.random(network.input.shape, np.float32)
    network.input[:] = x
    first = network.infer().copy()
    network.input[:] = 1 - x
    network.infer()
    network.input[:] = x
    np.testing.assert_array_equal(network.infer(), first)


def test_threads_wait_for_each_other_between_operations(rng, random_layers, network_of):
    """Many layers of several chunks each: whoever runs ahead would read what is not yet there."""
    architecture = UNetArchitecture.plain(base_width=8, depth=4, height=144, width=256)
    layers = random_layers(architecture)
    alone = network_of(architecture, layers, threads=1)
    together = network_of(architecture, layers, threads=2)
    for _ in range(10):
        x = rng.random(alone.input.shape, np.float32)
        alone.input[:] = together.input[:] = x
        # Chunks are cut differently, so sums of edge tiles may be added in another order.
        np.testing.assert_allclose(together.infer(), alone.infer(), **ALPHA)


@pytest.mark.parametrize(
    ("rows", "threads", "chunks"), [(10, 2, 10), (20, 2, 10), (80, 2, 8), (160, 16, 80), (3, 2, 3)]
)
def test_rows_are_cut_so_that_threads_get_equally_many(rows, threads, chunks):
    assert row_chunks.py_func(rows, threads) == chunks
