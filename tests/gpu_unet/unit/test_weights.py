"""Weights: what is read is what was trained, and anything else is refused by name and shape."""

import contextlib
import hashlib
import json
import os
import random
import sys
from dataclasses import replace

import numpy as np
import pytest
from hostile_json import damaged_text
from safetensors.numpy import load_file, save_file

from gpu_unet.architecture import MobileStage, UNetArchitecture
from gpu_unet.errors import WeightsError
from gpu_unet.network_input import takes_clean_plate
from gpu_unet.weights import Weights, expected_tensors, fold_batch_norm, load_weights, save_weights

SMALL = UNetArchitecture(
    widths=(4, 6, 8),
    blocks=("plain", "separable", "separable"),
    convs=(1, 2, 1),
    up="bilinear",
    height=4,
    width=4,
)

MOBILE = UNetArchitecture(
    widths=(3, 4, 9),
    blocks=("plain",) * 3,
    convs=(1, 2, 1),
    up="bilinear",
    height=4,
    width=4,
    stem=6,
    stages=(
        MobileStage(kernel=3, stride=1, expansion=1, channels=6, blocks=1),
        MobileStage(kernel=5, stride=2, expansion=3, channels=9, blocks=2),
    ),
)


def random_tensors(architecture, seed=0):
    rng = np.random.default_rng(seed)
    tensors = {}
    for name, shape in expected_tensors(architecture).items():
        values = rng.standard_normal(shape).astype(np.float32)
        tensors[name] = np.abs(values) + np.float32(0.5) if "variance" in name else values
    return tensors


def saved(folder, architecture=SMALL, **changes):
    arguments = {
        "input_pixels": 16,
        "title": "Small",
        "description": "For tests.",
        "origin": "random",
        "licence": "MIT",
        **changes,
    }
    return save_weights(
        folder / "small.safetensors", random_tensors(architecture), architecture, **arguments
    )


def resave(path, tensors):
    """Replace the tensors and make the hash right again, as a careless exporter would."""
    save_file(tensors, path)
    card = json.loads(path.with_suffix(".json").read_text())
    card["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_suffix(".json").write_text(json.dumps(card))


@pytest.mark.parametrize(("given", "offline"), [({}, 16), ({"offline_pixels": 64}, 64)])
def test_stills_and_films_may_have_a_larger_input(tmp_path, given, offline):
    weights = load_weights(saved(tmp_path, **given))
    assert (weights.input_pixels, weights.offline_pixels) == (16, offline)
    path = tmp_path / "small.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "offline_pixels": -1}))
    with pytest.raises(WeightsError, match="offline_pixels is -1, expected a number above 0"):
        load_weights(path)


def test_saved_weights_come_back_folded_and_in_order(tmp_path):
    path = saved(tmp_path, half=False)
    weights = load_weights(path)
    assert (weights.name, weights.title, weights.input_pixels) == ("small", "Small", 16)
    assert weights.architecture == SMALL
    assert list(weights.layers) == [spec.name for spec in SMALL.layers()]
    tensors = random_tensors(SMALL)
    raw = tensors["down1.conv1.weight"]
    gamma, beta, mean, variance = (
        tensors[f"down1.bn1.{part}"] for part in ("gamma", "beta", "mean", "variance")
    )
    layer = weights.layers["down1.conv1"]
    scale = gamma / np.sqrt(variance + 1e-5)
    np.testing.assert_allclose(layer.weight, raw * scale[:, None, None, None], rtol=1e-6)
    np.testing.assert_allclose(layer.bias, beta - mean * scale, rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(weights.layers["head"].bias, tensors["head.bias"])
    assert not layer.weight.flags.writeable


def test_weights_stored_in_half_are_folded_to_half(tmp_path):
    exact = load_weights(saved(tmp_path, half=False)).layers["down1.conv1"]
    rounded = load_weights(saved(tmp_path, half=True)).layers["down1.conv1"]
    np.testing.assert_array_equal(rounded.weight, rounded.weight.astype(np.float16))
    np.testing.assert_allclose(rounded.weight, exact.weight, rtol=2e-3, atol=1e-6)
    assert (exact.weight != exact.weight.astype(np.float16)).any()


def test_a_weight_that_half_cannot_hold_once_folded_is_refused(tmp_path):
    tensors = random_tensors(SMALL)
    tensors["down1.bn1.gamma"][:] = 1e6
    path = saved(tmp_path)
    stored = {
        name: tensor.astype(np.float16) if name.endswith("weight") else tensor
        for name, tensor in tensors.items()
    }
    resave(path, stored)
    with pytest.raises(WeightsError, match=r"down1\.conv1 reaches .* save the model with float32"):
        load_weights(path)


def test_the_json_or_the_stem_finds_the_model_too(tmp_path):
    path = saved(tmp_path)
    assert load_weights(path.with_suffix(".json")).sha256 == load_weights(path).sha256


def test_half_precision_keeps_batch_norm_in_float32(tmp_path):
    stored = load_file(saved(tmp_path))
    assert stored["down1.conv1.weight"].dtype == np.float16
    assert stored["down1.bn1.gamma"].dtype == np.float32
    assert stored["up1.project.bias"].dtype == np.float16


def test_base_width_and_depth_are_a_shorthand(tmp_path):
    path = saved(tmp_path, UNetArchitecture.plain(base_width=4, depth=2))
    card = json.loads(path.with_suffix(".json").read_text())
    for key in ("widths", "blocks", "convs", "up"):
        del card[key]
    path.with_suffix(".json").write_text(json.dumps({**card, "base_width": 4, "depth": 2}))
    expected = UNetArchitecture.plain(base_width=4, depth=2, height=4, width=4)
    assert load_weights(path).architecture == expected


def test_a_truncated_file_is_refused(tmp_path):
    path = saved(tmp_path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(WeightsError, match=r"small\.safetensors: SHA-256 is .* says .* restore"):
        load_weights(path)


def test_a_truncated_file_with_a_matching_hash_is_refused(tmp_path):
    path = saved(tmp_path)
    path.write_bytes(path.read_bytes()[:-100])
    card = json.loads(path.with_suffix(".json").read_text())
    card["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_suffix(".json").write_text(json.dumps(card))
    with pytest.raises(WeightsError, match="not a readable safetensors file"):
        load_weights(path)


def test_one_altered_byte_is_refused(tmp_path):
    path = saved(tmp_path)
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(WeightsError, match="SHA-256"):
        load_weights(path)


def test_another_shape_is_refused_by_name_with_both_shapes(tmp_path):
    path = saved(tmp_path)
    tensors = load_file(path)
    tensors["up1.pointwise1.weight"] = np.zeros((6, 13, 1, 1), np.float16)
    resave(path, tensors)
    with pytest.raises(
        WeightsError, match=r"up1\.pointwise1\.weight is \(6, 13, 1, 1\), expected \(6, 12, 1, 1\)"
    ):
        load_weights(path)


def test_a_missing_and_an_unknown_tensor_are_refused(tmp_path):
    path = saved(tmp_path)
    tensors = load_file(path)
    resave(path, {name: value for name, value in tensors.items() if name != "head.bias"})
    with pytest.raises(WeightsError, match=r"head\.bias is missing, expected shape \(1,\)"):
        load_weights(path)
    resave(path, {**tensors, "aux.weight": np.zeros((2, 2), np.float32)})
    with pytest.raises(WeightsError, match=r"aux\.weight \(2, 2\) has no place"):
        load_weights(path)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (np.full((4,), np.nan, np.float32), "not finite"),
        (np.full((4,), -1, np.float32), "negative"),
        (np.ones((4,), np.int32), "int32, expected float16 or float32"),
    ],
)
def test_impossible_values_are_refused(tmp_path, value, message):
    path = saved(tmp_path)
    resave(path, {**load_file(path), "down1.bn1.variance": value})
    with pytest.raises(WeightsError, match=message):
        load_weights(path)


def test_weights_that_overflow_half_precision_are_not_written(tmp_path):
    tensors = random_tensors(SMALL)
    tensors["head.weight"][0, 0] = -1e6
    words = dict.fromkeys(("title", "description", "origin", "licence"), "")
    sentence = "head.weight reaches 1e[+]06, more than the 65504 of float16; .* half=False"
    with pytest.raises(WeightsError, match=sentence):
        save_weights(tmp_path / "small", tensors, SMALL, input_pixels=16, **words)
    assert not list(tmp_path.iterdir())
    path = save_weights(tmp_path / "small", tensors, SMALL, input_pixels=16, half=False, **words)
    assert load_weights(path).layers["head"].weight.min() == np.float32(-1e6)


def test_tensors_of_other_libraries_are_written_as_numpy_s(tmp_path):
    class Tensor:
        """As PyTorch's: its `dtype` is none of NumPy's."""

        dtype = "torch.float32"

        def __init__(self, values):
            self._values = values

        def __array__(self, dtype=None, copy=None):
            return self._values

    given = {name: Tensor(values) for name, values in random_tensors(SMALL).items()}
    words = dict.fromkeys(("title", "description", "origin", "licence"), "")
    path = save_weights(tmp_path / "theirs", given, SMALL, input_pixels=16, **words)
    assert load_weights(path).sha256 == load_weights(saved(tmp_path)).sha256


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"metrics": {"iou": {1, 2}}}, "set is not JSON serializable"),
        ({"input_pixels": 0}, "input_pixels is 0, expected a number above 0"),
        ({"batch_norm_epsilon": 0.0}, "batch_norm_epsilon is 0.0, expected a number above 0"),
    ],
)
def test_a_card_that_cannot_be_read_back_leaves_the_model_before_as_it_is(
    tmp_path, changes, message
):
    path = saved(tmp_path)
    before = load_weights(path).sha256
    with pytest.raises(WeightsError, match=f"small.safetensors was not written: .*{message}"):
        saved(tmp_path, half=False, **changes)
    assert load_weights(path).sha256 == before
    assert len(list(tmp_path.iterdir())) == 2


def test_numbers_of_numpy_are_numbers_of_the_card(tmp_path):
    changes = {"batch_norm_epsilon": np.float32(0.5), "metrics": {"iou": np.float32(0.25)}}
    weights = load_weights(saved(tmp_path, input_pixels=np.int64(16), **changes))
    assert (weights.input_pixels, dict(weights.metrics)) == (16, {"iou": 0.25})


def test_versions_with_a_dot_are_models_of_their_own(tmp_path):
    words = dict.fromkeys(("title", "description", "origin", "licence"), "")
    for name, seed in (("net-0.8", 0), ("net-0.9", 1)):
        tensors = random_tensors(SMALL, seed)
        save_weights(tmp_path / name, tensors, SMALL, input_pixels=16, **words)
    first, second = (load_weights(tmp_path / name) for name in ("net-0.8", "net-0.9"))
    assert (first.name, second.name) == ("net-0.8", "net-0.9")
    assert first.sha256 != second.sha256
    assert list(Weights.in_folder(tmp_path)) == ["net-0.8", "net-0.9"]


def test_a_missing_file_says_what_to_do(tmp_path):
    path = saved(tmp_path)
    path.unlink()
    with pytest.raises(WeightsError, match=r"No such file.*copy both files"):
        load_weights(path)
    path.with_suffix(".json").unlink()
    with pytest.raises(WeightsError, match=r"No such file.*needs a \.json"):
        load_weights(path)


@pytest.mark.parametrize("name", ["net.pth", "net.onnx"])
def test_a_file_of_another_kind_is_said_to_be_one(tmp_path, name):
    (tmp_path / name).write_bytes(b"PK")
    with pytest.raises(WeightsError, match=f"{name} is a file of another kind, .*save_weights"):
        load_weights(tmp_path / name)


@pytest.mark.parametrize("name", ["small", "small.json", "small.safetensors"])
def test_a_card_is_found_by_the_names_by_which_a_model_is_loaded(tmp_path, name):
    saved(tmp_path)
    assert Weights.card(str(tmp_path / name))["title"] == "Small"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"architecture": "resnet"}, "architecture is 'resnet', expected \"unet\""),
        ({"widths": None}, "small.json"),
        ({"convs": [1, 2]}, "one per level"),
        ({"input_pixels": "many"}, "input_pixels is 'many', expected a number above 0"),
        ({"up": "nearest"}, "up is 'nearest'"),
        ({"metrics": [1, 2]}, r"metrics is \[1, 2\], expected an object"),
        ({"input_pixels": 10**400}, "input_pixels is 1000.*at most"),
        ({"input_pixels": float("inf")}, "input_pixels is inf"),
        ({"batch_norm_epsilon": float("nan")}, "batch_norm_epsilon is nan"),
        ({"base_width": float("inf")}, "small.json: cannot convert float infinity"),
        ({"widths": [4] * 100_000}, "100000 widths, at most 9"),
        ({"in_channels": 4}, "in_channels is 4, this version feeds networks of 3 .* and of 7"),
        ({"in_channels": 5}, "in_channels is 5"),
        ({"in_channels": 0}, "in_channels is 0"),
        ({"in_channels": 7}, "down1.conv1.weight is .* belongs to another architecture"),
    ],
)
def test_a_wrong_card_is_refused(tmp_path, change, message):
    path = saved(tmp_path)
    card = json.loads(path.with_suffix(".json").read_text())
    path.with_suffix(".json").write_text(json.dumps({**card, **change}))
    with pytest.raises(WeightsError, match=message):
        load_weights(path)


@pytest.mark.parametrize("read", [load_weights, Weights.card])
def test_a_model_of_two_networks_is_refused(tmp_path, read):
    """As earlier versions shipped one."""
    path = saved(tmp_path)
    card = json.loads(path.with_suffix(".json").read_text())
    partner = {"widths": [4, 8], "blocks": ["plain"] * 2, "convs": [1, 1], "up": "bilinear"}
    path.with_suffix(".json").write_text(json.dumps({**card, "partner": partner}))
    with pytest.raises(WeightsError, match=r"small\.json: partner describes .*; take both "):
        read(path)


def test_a_network_that_reads_a_clean_plate_is_read_back_and_its_card_says_so(tmp_path):
    path = saved(tmp_path, replace(SMALL, in_channels=7))
    weights = load_weights(path)
    assert takes_clean_plate(weights.architecture)
    assert weights.layers["down1.conv1"].weight.shape == (4, 7, 3, 3)
    assert "clean plate" in json.loads(path.with_suffix(".json").read_text())["input"]
    of_three = saved(tmp_path).with_suffix(".json").read_text()
    assert "clean plate" not in json.loads(of_three)["input"]


def test_a_mobile_encoder_comes_back_with_its_stages(tmp_path):
    path = saved(tmp_path, MOBILE)
    weights = load_weights(path)
    assert weights.architecture == MOBILE
    shapes = {name: layer.weight.shape for name, layer in weights.layers.items()}
    assert shapes["down2.stem"] == (6, 3, 3, 3)
    assert "down2.block1.expand" not in shapes
    assert shapes["down3.block1.expand"] == (18, 6, 1, 1)
    assert shapes["down3.block2.depthwise"] == (27, 1, 5, 5)
    assert shapes["up1.conv1"] == (4, 6 + 4, 3, 3), "the skip, then what comes from below"
    specs = {name: layer.spec for name, layer in weights.layers.items()}
    adding = [spec.name for spec in specs.values() if spec.adds_input]
    assert adding == ["down2.block1.project", "down3.block2.project"]
    assert specs["down3.block1.expand"].level == 2
    assert specs["down3.block1.depthwise"].stride == 2


@pytest.mark.parametrize(
    ("encoder", "message"),
    [
        ([], "small.json"),
        ({"stem": 6}, "stages is missing"),
        ({"stem": 6, "stages": []}, "have 0 or over"),
        ({"stem": 6, "stages": [[3, 1, 1, 6]]}, "small.json"),
        ({"stem": 6, "stages": [[4, 1, 1, 6, 1]]}, "kernel 4 and stride 1; expected 3 or 5"),
        ({"stem": 6, "stages": [[3, 1, 1, 9, 0]]}, "0 blocks; each must be at least 1"),
        ({"stem": 6, "stages": [[3, 1, 1, 9, 10**6]]}, "over 100 blocks"),
        ({"stem": 6, "stages": [[3, 1, 1, 9, 1]]}, "make 2 levels for 3 widths"),
        ({"stem": 0, "stages": [[3, 1, 1, 6, 1], [3, 2, 1, 9, 1]]}, "a stem of 0 channels"),
        ({"stem": 6, "stages": [[3, 2, 1, 9, 1]]}, "the first stage has stride 1"),
        ({"stem": 6, "stages": [[3, 1, 1, 6, 1], [3, 2, 1, 8, 1]]}, "both must be equal"),
    ],
)
def test_a_wrong_mobile_encoder_is_refused(tmp_path, encoder, message):
    path = saved(tmp_path, MOBILE)
    card = json.loads(path.with_suffix(".json").read_text())
    path.with_suffix(".json").write_text(json.dumps({**card, "encoder": encoder}))
    with pytest.raises(WeightsError, match=message):
        load_weights(path)


@pytest.mark.parametrize("in_channels", [1, 4, 5])
def test_what_no_engine_loads_is_not_written(tmp_path, in_channels):
    with pytest.raises(WeightsError, match=f"was not written: in_channels is {in_channels}"):
        saved(tmp_path, replace(SMALL, in_channels=in_channels))
    assert not list(tmp_path.iterdir())


def test_a_card_without_figures_of_merit_is_a_card(tmp_path):
    path = saved(tmp_path, metrics={"iou": 0.9})
    assert load_weights(path).metrics == {"iou": 0.9}
    card = json.loads(path.with_suffix(".json").read_text())
    for metrics in ({"metrics": None}, {}):
        del card["metrics"]
        card.update(metrics)
        path.with_suffix(".json").write_text(json.dumps(card))
        assert load_weights(path).metrics == {}
        card.setdefault("metrics", None)


@pytest.mark.parametrize("architecture", [SMALL, MOBILE])
def test_whatever_a_card_holds_is_taken_or_refused_in_a_sentence(tmp_path, architecture):
    chance = random.Random(21)
    path = saved(tmp_path, architecture)
    text = path.with_suffix(".json").read_text()
    for _ in range(400):
        path.with_suffix(".json").write_text(damaged_text(text, chance))
        with contextlib.suppress(WeightsError):
            weights = load_weights(path)
            weights.architecture.fitted_to(
                frame_height=720, frame_width=1280, input_pixels=weights.input_pixels
            )


@pytest.mark.parametrize("content", ["{", "[" * 100_000, "1" * 10_000, '{"a":' * 100_000])
def test_a_card_that_is_not_json_is_refused(tmp_path, content):
    path = saved(tmp_path)
    path.with_suffix(".json").write_text(content)
    with pytest.raises(WeightsError, match="not readable as JSON"):
        load_weights(path)


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such files")
@pytest.mark.parametrize("kind", ["a pipe", "a device"])
@pytest.mark.parametrize("suffix", [".json", ".safetensors"])
def test_a_model_that_is_no_ordinary_file_is_refused_at_once(tmp_path, kind, suffix):
    path = saved(tmp_path).with_suffix(suffix)
    path.unlink()
    if kind == "a pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/null")
    with pytest.raises(WeightsError, match="is no ordinary file"):
        load_weights(path)


def test_folding_refuses_the_wrong_layers_batch_norm():
    four, three = np.ones(4, np.float32), np.ones(3, np.float32)
    with pytest.raises(WeightsError, match=r"beta is \(3,\), the convolution has 4 output"):
        fold_batch_norm(np.ones((4, 2, 3, 3), np.float32), four, three, four, four)


def test_only_whole_models_are_listed(tmp_path):
    path = saved(tmp_path)
    (tmp_path / "lonely.safetensors").write_bytes(b"")
    assert Weights.in_folder(tmp_path) == {"small": path}
    assert Weights.in_folder(tmp_path / "absent") == {}
