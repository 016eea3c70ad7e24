"""What the network is measured against computes the same network, and is timed fairly."""

from dataclasses import replace

import numpy as np
import pytest

onnxruntime = pytest.importorskip("onnxruntime", reason="the yardstick is not installed")
pytest.importorskip("onnx", reason="the yardstick's graph cannot be built")

from golden_network import NAMES, GoldenNetwork  # noqa: E402

from gpu_unet.architecture import UNetArchitecture  # noqa: E402
from gpu_unet.onnx.graph import to_onnx  # noqa: E402
from gpu_unet.reference.unet import unet  # noqa: E402
from lab.benchmarks.bench_network import random_weights  # noqa: E402
from lab.benchmarks.plate_channels import counterpart  # noqa: E402
from lab.benchmarks.timing import take_turns  # noqa: E402


def test_without_the_plates_channels_a_network_answers_as_without_a_plate(rng):
    architecture = replace(UNetArchitecture.plain(base_width=8, depth=2), in_channels=7)
    weights = random_weights("", architecture)
    x = rng.random((1, 24, 40, 7), np.float32)
    x[..., 3:] = 0
    three = counterpart(weights)
    assert three.architecture.in_channels == 3
    expected = unet(x, architecture, weights.layers)
    for found, given in ((three, x[..., :3]), (counterpart(three), x)):
        alpha = unet(given, found.architecture, found.layers)
        np.testing.assert_allclose(alpha, expected, rtol=0, atol=1e-6)


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
