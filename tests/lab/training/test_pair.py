"""Two nets in one file."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from gpu_unet import load_weights
from gpu_unet.errors import WeightsError
from lab.training.pair import main, pair

FAST = Path(__file__).parents[3] / "weights" / "fast.safetensors"


def test_both_nets_are_in_the_file_as_they_were(tmp_path):
    fast = load_weights(FAST)
    once = pair(tmp_path / "once", FAST, FAST)
    for path in (once, pair(tmp_path / "again", once, once)):  # of a pair, its own network is taken
        two = load_weights(path)
        assert (two.title, two.input_pixels) == (fast.title, fast.input_pixels)
        assert len(two.members) == 2
        for member in two.members:
            assert member.architecture == fast.architecture
            for name, layer in fast.layers.items():
                np.testing.assert_array_equal(member.layers[name].weight, layer.weight)
                np.testing.assert_array_equal(member.layers[name].bias, layer.bias)


@pytest.mark.parametrize(("given", "share"), [([], 1.0), (["--input-share", "0.5"], 0.5)])
def test_the_partner_sees_the_share_of_the_input_that_is_asked_for(
    tmp_path, monkeypatch, given, share
):
    monkeypatch.setattr(sys, "argv", ["pair", str(tmp_path / "two"), str(FAST), str(FAST), *given])
    main()
    two = load_weights(tmp_path / "two.safetensors")
    assert [member.input_share for member in two.members] == [1, share]
    again = pair(tmp_path / "again", tmp_path / "two.safetensors", FAST)  # a share is not inherited
    assert [member.input_share for member in load_weights(again).members] == [1, 1]


def test_weights_of_the_mean_scale_the_logits(tmp_path, monkeypatch):
    words = ["pair", str(tmp_path / "two"), str(FAST), str(FAST), "--weight", "0.35"]
    monkeypatch.setattr(sys, "argv", words)
    main()
    fast = load_weights(FAST)
    for member, scale in zip(load_weights(tmp_path / "two").members, (0.7, 1.3), strict=True):
        for name, layer in fast.layers.items():
            expected = layer.weight * (scale if name == "head" else 1)
            np.testing.assert_allclose(member.layers[name].weight, expected, rtol=1e-3)
    bias = [member.layers["head"].bias for member in load_weights(tmp_path / "two").members]
    np.testing.assert_allclose(bias[0] + bias[1], 2 * fast.layers["head"].bias, rtol=1e-3)


@pytest.mark.parametrize("weight", [0.0, 1.0, float("nan")])
def test_a_weight_that_is_none_is_refused(tmp_path, weight):
    with pytest.raises(ValueError, match=f"the weight is {weight}, expected a number between"):
        pair(tmp_path / "two", FAST, FAST, weight=weight)


@pytest.mark.parametrize("share", [0.0, 1.5])
def test_a_share_that_is_none_is_refused(tmp_path, share):
    with pytest.raises(WeightsError, match=f"input_share is {share}"):
        pair(tmp_path / "two", FAST, FAST, input_share=share)


def test_nets_of_two_epsilons_are_refused(tmp_path):
    other = tmp_path / "other.safetensors"
    other.write_bytes(FAST.read_bytes())
    card = json.loads(FAST.with_suffix(".json").read_text())
    other.with_suffix(".json").write_text(json.dumps({**card, "batch_norm_epsilon": 1e-3}))
    with pytest.raises(ValueError, match=r"epsilon of 1e-05, .* of 0.001"):
        pair(tmp_path / "out", FAST, other)
