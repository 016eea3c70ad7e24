"""A row of the table of inputs is all that a further input of the network needs."""

import json
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "kernels"))
from frame_path_cases import clean_plate, picture

from gpu_unet import network_input
from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cpu.engine import CpuEngine
from gpu_unet.engine import Batch
from gpu_unet.frame_format import FrameFormat
from gpu_unet.model_card import expected_tensors
from gpu_unet.network_input import CLEAN_PLATE, INPUTS, PICTURE, GivenInputs, NetworkInput
from gpu_unet.reference import frames
from gpu_unet.reference.unet import unet
from gpu_unet.settings import EngineSettings
from gpu_unet.weights import load_weights, save_weights

FORMAT = FrameFormat(48, 80, "yuv420")
MATTE = NetworkInput("last matte", 1, "caller", "the last matte, in [0, 1]", missing=51)
READS_ALL = UNetArchitecture(
    widths=(8, 16, 24), blocks=("plain",) * 3, convs=(1, 2, 1), in_channels=8, height=24, width=40
)


@pytest.fixture
def longer_table(monkeypatch):
    table = network_input._by_channels((*INPUTS, MATTE))
    monkeypatch.setattr(network_input, "_BY_CHANNELS", table)


def test_the_channels_say_what_a_network_reads(longer_table):
    assert network_input.inputs_of(3) == (PICTURE,)
    assert network_input.inputs_of(4) == (PICTURE, MATTE)
    assert network_input.inputs_of(7) == (PICTURE, CLEAN_PLATE)
    assert network_input.inputs_of(8) == (PICTURE, CLEAN_PLATE, MATTE)
    with pytest.raises(ValueError, match=r"in_channels is 5, .* of 4 \(a frame and a last matte\)"):
        network_input.inputs_of(5)


def test_two_inputs_of_as_many_channels_would_be_taken_for_each_other():
    with pytest.raises(AssertionError, match="says which inputs"):
        network_input._by_channels((*INPUTS, MATTE, replace(MATTE, name="depth")))


def test_an_engine_feeds_a_further_input(longer_table, rng, random_layers, weights_of):
    layers = random_layers(READS_ALL)
    frame, plate = picture(rng, FORMAT), clean_plate(rng, height=24, width=40)
    matte = rng.integers(0, 256, (24, 40, 1), np.uint8)
    said = []
    with CpuEngine(weights_of(READS_ALL, layers), FORMAT) as engine:
        for given in (
            {}, {MATTE: matte}, {CLEAN_PLATE: plate.as_input(), MATTE: matte},
            {CLEAN_PLATE: plate.as_input()}, {},
        ):  # fmt: skip
            for which in (CLEAN_PLATE, MATTE):
                engine._given.take(which, given.get(which))
            batch = Batch([frame], None, EngineSettings("transparent"), observe=[0])
            (found,) = engine.process(batch).observations
            x = frames.network_input(frame, FORMAT, given, READS_ALL)
            expected = frames.observation(x[..., :3], unet(x[None], READS_ALL, layers)[0])
            assert np.abs(found.alpha.astype(int) - expected.alpha).max() <= 1
            said.append(found.alpha.astype(int))
    for one, other in pairwise(said):
        assert np.abs(one - other).mean() > 1, "the input would prove nothing"
    np.testing.assert_array_equal(said[0], said[-1])


def test_where_an_input_is_missing_its_own_byte_stands(longer_table):
    given = GivenInputs(READS_ALL)
    assert given.is_new, "memory begins with zeros"
    assert set(given.values[..., 4].ravel()) == {51}
    assert not given.values[..., :4].any()
    given.is_new = False
    given.take(MATTE, np.full((24, 40, 1), 9, np.uint8))
    assert given.is_new
    assert set(given.values[..., 4].ravel()) == {9}
    given.take(MATTE, None)
    assert set(given.values[..., 4].ravel()) == {51}
    with pytest.raises(ValueError, match="the last matte is 12x10, the network's input 40x24"):
        given.take(MATTE, np.zeros((10, 12, 1), np.uint8))


def test_a_model_with_a_further_input_is_read_back_and_its_card_says_so(longer_table, tmp_path):
    tensors = {
        name: np.ones(shape, np.float32) for name, shape in expected_tensors(READS_ALL).items()
    }
    words = dict.fromkeys(("title", "description", "origin", "licence"), "")
    path = save_weights(tmp_path / "all", tensors, READS_ALL, input_pixels=960, **words)
    assert load_weights(path).architecture.in_channels == 8
    assert json.loads(path.with_suffix(".json").read_text())["input"] == (
        "RGB in [0, 1], no mean or scale; behind it a clean plate: RGB, 0 where unknown, and "
        "confidence, in [0, 1]; behind it the last matte, in [0, 1]"
    )
