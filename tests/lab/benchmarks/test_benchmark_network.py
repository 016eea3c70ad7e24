"""What the network is measured against computes the same network, and is timed fairly."""

from dataclasses import replace

import numpy as np
import pytest

onnxruntime = pytest.importorskip("onnxruntime", reason="the yardstick is not installed")
pytest.importorskip("onnx", reason="the yardstick's graph cannot be built")

from golden_network import NAMES, GoldenNetwork  # noqa: E402

from gpu_unet.architecture import UNetArchitecture  # noqa: E402
from gpu_unet.onnx.graph import to_onnx  # noqa: E402
from gpu_unet.reference.unet import model_alpha  # noqa: E402
from lab.benchmarks.bench_network import flops, random_weights  # noqa: E402
from lab.benchmarks.plate_channels import counterpart  # noqa: E402
from lab.benchmarks.timing import take_turns  # noqa: E402


def pair(share):
    """A plain network whose partner, another plain one, sees this share of the pixels."""
    first, second = (
        random_weights("", replace(UNetArchitecture.plain(base_width=base, depth=2), in_channels=7))
        for base in (8, 4)
    )
    return replace(first, partner=replace(second, input_share=share))


@pytest.mark.parametrize(("share", "size"), [(1.0, (24, 40)), (0.5, (16, 28))])
def test_a_models_operations_are_those_of_both_networks(share, size):
    model = pair(share)
    own = model.architecture.at_size(height=24, width=40)
    theirs = model.partner.architecture.at_size(height=size[0], width=size[1])
    assert flops(model, own) == own.flops() + theirs.flops()
    assert flops(replace(model, partner=None), own) == own.flops()


@pytest.mark.parametrize("share", [1.0, 0.5])
def test_without_the_plates_channels_a_pair_answers_as_without_a_plate(rng, share):
    model = pair(share)
    x = rng.random((1, 24, 40, 7), np.float32)
    x[..., 3:] = 0
    three = counterpart(model)
    assert [member.architecture.in_channels for member in three.members] == [3, 3]
    expected = model_alpha(x, model)
    np.testing.assert_allclose(model_alpha(x[..., :3], three), expected, rtol=0, atol=1e-6)
    np.testing.assert_allclose(model_alpha(x, counterpart(three)), expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_the_exported_graph_gives_the_golden_alpha(name, tmp_path):
    golden_network = GoldenNetwork(name, tmp_path)
    graph = to_onnx(golden_network.weights, golden_network.architecture)
    session = onnxruntime.InferenceSession(graph, providers=["CPUExecutionProvider"])
    x = np.ascontiguousarray(golden_network.x[:1].transpose(0, 3, 1, 2))
    alpha = session.run(None, {"x": x})[0][0, 0]
    np.testing.assert_allclose(alpha, golden_network.alpha[0], atol=2e-5)


def test_contenders_take_turns_and_the_first_run_of_a_burst_is_not_counted():
    calls = []
    contenders = {name: lambda name=name: calls.append(name) for name in ("a", "b")}
    timings = take_turns(contenders, rounds=2, burst=3)
    assert "".join(calls) == "ab" + "aaabbb" * 2
    assert timings["a"].runs == 4
    assert timings["a"].minimum_ms <= timings["a"].median_ms <= timings["a"].p95_ms
