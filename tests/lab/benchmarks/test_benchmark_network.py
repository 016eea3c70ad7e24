"""What the network is measured against computes the same network, and is timed fairly."""

import numpy as np
import pytest

onnxruntime = pytest.importorskip("onnxruntime", reason="the yardstick is not installed")
pytest.importorskip("onnx", reason="the yardstick's graph cannot be built")

from golden_network import NAMES, GoldenNetwork  # noqa: E402

from gpu_unet.onnx.graph import to_onnx  # noqa: E402
from lab.benchmarks.timing import take_turns  # noqa: E402


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
