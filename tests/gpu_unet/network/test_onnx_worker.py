"""A network runs on its provider, on each picture that is sent, or not at all."""

from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="it holds the values")

from gpu_unet.onnx.graph import to_onnx
from gpu_unet.onnx.providers import PROCESSOR, Provider
from gpu_unet.onnx.worker import Pictures, make_run, make_session


class CopyingSession:
    """A session whose alpha is the first plane of x, as x was when it was bound."""

    def run(self, names, feeds):
        assert names == ["alpha"]
        return [feeds["x"][:, :1].copy()]

    def get_inputs(self):
        return [SimpleNamespace(name="x", shape=[1, 3, 4, 6])]

    def get_outputs(self):
        return [SimpleNamespace(name="alpha", shape=[1, 1, 4, 6])]

    def io_binding(self):
        return self

    def bind_ortvalue_input(self, name, value):
        self._x = value.numpy().copy()

    def bind_ortvalue_output(self, name, value):
        self._alpha = value

    def run_with_iobinding(self, binding):
        self._alpha.update_inplace(self._x[:, :1].copy())


def test_each_picture_reaches_a_provider_that_copies_what_is_bound(rng):
    run = make_run(CopyingSession(), Provider("double", "Double", "onnxruntime", "Double"))
    for _ in range(3):
        planes = rng.random((1, 3, 4, 6), np.float32)
        np.testing.assert_array_equal(run(planes), planes[:, :1])


def test_no_processor_takes_a_card_s_place(golden_network):
    graph = to_onnx(golden_network.weights, golden_network.architecture)
    session, title = make_session(PROCESSOR, graph)
    assert (session.get_providers(), title) == (["CPUExecutionProvider"], "CPU")
    absent = Provider("absent", "Absent", "onnxruntime", "CUDAExecutionProvider")
    with (
        pytest.warns(UserWarning, match="not in available"),
        pytest.raises(Exception, match="fallback to CPU"),
    ):
        make_session(absent, graph)


def test_the_other_side_finds_what_was_written(rng):
    shape = (2, 7, 6, 10)
    made = Pictures(shape)
    found = Pictures(shape, made.key)
    made.close_descriptors()
    made.given[:] = rng.random(shape, np.float32)
    found.alpha[:] = rng.random((2, 6, 10), np.float32)
    np.testing.assert_array_equal(found.given, made.given)
    np.testing.assert_array_equal(made.alpha, found.alpha)
