"""The exported graph: a valid ONNX file that computes the network's alpha."""

import numpy as np
import onnx
import pytest

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.onnx.graph import to_onnx

ort = pytest.importorskip("onnxruntime", reason="it is what runs the graph")


def alpha_of(graph, x):
    return ort.InferenceSession(graph, providers=["CPUExecutionProvider"]).run(None, {"x": x})[0]


@pytest.mark.parametrize(("half", "mean", "largest"), [(False, 1e-5, 1e-3), (True, 2e-3, 5e-2)])
def test_the_graph_gives_the_golden_alpha(golden_network, half, mean, largest):
    graph = to_onnx(golden_network.weights, golden_network.architecture, half=half)
    x = golden_network.x[:1].transpose(0, 3, 1, 2)
    difference = np.abs(alpha_of(graph, np.ascontiguousarray(x))[0, 0] - golden_network.alpha[0])
    assert difference.mean() <= mean
    assert difference.max() <= largest


@pytest.mark.parametrize("half", [False, True])
def test_the_graph_is_valid(golden_network, half):
    graph = to_onnx(golden_network.weights, golden_network.architecture, half=half)
    model = onnx.load_from_string(graph)
    onnx.checker.check_model(model, full_check=True)
    assert model.graph.input[0].name == "x"
    stored = {tensor.data_type for tensor in model.graph.initializer if "scales" not in tensor.name}
    kind = onnx.TensorProto.FLOAT16 if half else onnx.TensorProto.FLOAT
    assert stored == {kind}
    assert model.graph.input[0].type.tensor_type.elem_type == onnx.TensorProto.FLOAT


def test_a_clean_plate_is_four_channels_more(random_layers, weights_of, rng):
    architecture = UNetArchitecture(
        widths=(4, 8),
        blocks=("plain", "separable"),
        convs=(1, 1),
        in_channels=7,
        height=16,
        width=32,
    )
    graph = to_onnx(weights_of(architecture, random_layers(architecture)), architecture)
    alpha = alpha_of(graph, rng.random((1, 7, 16, 32), np.float32))
    assert alpha.shape == (1, 1, 16, 32)
