"""A network runs on its provider, on each picture that is sent, or not at all."""

import io
import json
from threading import Event
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="it holds the values")

import onnxruntime as ort

from gpu_unet.onnx import worker
from gpu_unet.onnx.graph import to_onnx
from gpu_unet.onnx.providers import PROCESSOR, Provider
from gpu_unet.onnx.worker import Pictures, RecordedRunner, Runner, _listen, make_session

SIZE = (4, 6)


class RecordingSession:
    """A session whose alpha is the mean of all planes; it reads what the first run had bound.

    Attributes:
        recorded: By the recording's name, what is bound.
    """

    def __init__(self):
        self.recorded = {}

    def run(self, names, feeds):
        assert names == ["alpha"]
        return [np.concatenate([*feeds.values()], axis=1).mean(axis=1, keepdims=True)]

    def get_inputs(self):
        return [
            SimpleNamespace(name="frame", shape=[1, 3, *SIZE]),
            SimpleNamespace(name="clean plate", shape=[1, 4, *SIZE]),
        ]

    def get_outputs(self):
        return [SimpleNamespace(name="alpha", shape=[1, 1, *SIZE])]

    def io_binding(self):
        bound = {}
        return SimpleNamespace(
            bind_ortvalue_input=bound.__setitem__, bind_ortvalue_output=bound.__setitem__, all=bound
        )

    def run_with_iobinding(self, binding, options):
        name = options.get_run_config_entry("gpu_graph_id")
        *inputs, alpha = self.recorded.setdefault(name, binding.all).values()
        feeds = {f"{number}": value.numpy() for number, value in enumerate(inputs)}
        alpha.update_inplace(self.run(["alpha"], feeds)[0])


@pytest.fixture
def sent(monkeypatch):
    """Values in the processor's memory, and the channels of each update."""
    channels = []

    class Value:
        def __init__(self, shape, dtype):
            self._planes = np.zeros(shape, dtype)

        @staticmethod
        def ortvalue_from_shape_and_type(shape, dtype, device, number):
            assert (device, number) == ("gpu", 0)
            return Value(shape, dtype)

        def update_inplace(self, planes):
            channels.append(planes.shape[1])
            self._planes[:] = planes

        def numpy(self):
            return self._planes.copy()

    monkeypatch.setattr(ort, "OrtValue", Value)
    return channels


@pytest.mark.parametrize("kind", [Runner, RecordedRunner])
def test_each_picture_gets_its_own_alpha(kind, sent, rng):
    given = np.zeros((2, 7, *SIZE), np.float32)
    session = RecordingSession()
    runners = [kind(session, given, slot) for slot in (0, 1)]
    for _ in range(3):
        given[:] = rng.random(given.shape, np.float32)
        for runner in runners:
            runner.send()
            runner.begin()
        for slot, runner in enumerate(runners):
            np.testing.assert_allclose(runner.alpha()[0, 0], given[slot].mean(axis=0))


def test_a_plate_is_sent_again_when_it_has_changed(sent, rng):
    given = rng.random((2, 7, *SIZE), np.float32)
    session = RecordingSession()
    runners = [RecordedRunner(session, given, slot) for slot in (0, 1)]

    def channels_sent(slot):
        sent.clear()
        runners[slot].send()
        return list(sent)

    assert [channels_sent(slot) for slot in (0, 1, 0, 1)] == [[3, 4], [3, 4], [3], [3]]
    given[1, 6, -1, -1] += 0.1
    assert [channels_sent(slot) for slot in (0, 1, 1)] == [[3], [3, 4], [3]]
    runners[1].begin()
    np.testing.assert_allclose(runners[1].alpha()[0, 0], given[1].mean(axis=0))


def test_the_next_picture_is_sent_before_the_card_has_answered(monkeypatch):
    calls, all_asked = [], Event()

    class Noted:
        def __init__(self, session, given, slot):
            self._slot = slot

        def send(self):
            calls.append(f"send {self._slot}")

        def begin(self):
            calls.append(f"begin {self._slot}")
            assert all_asked.wait(60)  # before the first picture is inferred

        def alpha(self):
            calls.append(f"alpha {self._slot}")
            return np.zeros((1, 1, *SIZE), np.float32)

    def listen(requests, waiting):
        _listen(requests, waiting)
        all_asked.set()

    monkeypatch.setattr(worker, "Runner", Noted)
    monkeypatch.setattr(worker, "WARM_UP_RUNS", 0)
    monkeypatch.setattr(worker, "_listen", listen)
    monkeypatch.setattr(worker, "make_session", lambda provider, graph: (None, "Double"))
    shape = (2, 7, *SIZE)
    pictures = Pictures(shape)
    asked = {"provider": "processor", "key": pictures.key, "shape": shape, "bytes": 0}
    answers = io.BytesIO()
    worker.serve(io.BytesIO(json.dumps(asked).encode() + b"\n" + bytes([0, 1, 0])), answers)
    assert calls == ["send 0", "begin 0", "send 1", "alpha 0", "begin 1", "send 0", "alpha 1",
                     "begin 0"]  # fmt: skip
    assert answers.getvalue().count(b'"ms"') == 2


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
