"""A model of two networks: one file, one input, and the mean of both alphas by their logits."""

import json
from dataclasses import replace

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import OpRun

from gpu_unet.architecture import MobileStage, UNetArchitecture
from gpu_unet.cpu.network import CpuNetwork
from gpu_unet.cpu.program import RESAMPLE, run_program
from gpu_unet.errors import WeightsError
from gpu_unet.model_card import expected_tensors
from gpu_unet.onnx.graph import to_onnx
from gpu_unet.onnx.trial import centred
from gpu_unet.reference.layers import resample_bilinear
from gpu_unet.reference.unet import mean_by_logits, model_alpha, unet
from gpu_unet.spare_memory import shelf
from gpu_unet.weights import load_weights, save_weights

PLAIN = replace(UNetArchitecture.plain(base_width=8, depth=2), in_channels=7)
MOBILE = UNetArchitecture(
    widths=(4, 8, 12),
    blocks=("plain",) * 3,
    convs=(1, 1, 1),
    up="bilinear",
    in_channels=7,
    height=4,
    width=4,
    stages=(
        MobileStage(3, 1, 1, 8, 1),
        MobileStage(3, 1, 2, 8, 1),
        MobileStage(3, 2, 2, 12, 1),
    ),
    stem=8,
)
TEXTS = {"title": "Two", "description": "", "origin": "", "licence": ""}


def tensors_of(architecture, rng):
    found = {}
    for name, shape in expected_tensors(architecture).items():
        values = rng.standard_normal(shape, np.float32)
        if name.endswith((".variance", ".gamma")):
            values = np.abs(values) + 0.5
        elif name.endswith(".weight"):
            values *= (2 / np.prod(shape[1:])) ** 0.5
        found[name] = values.astype(np.float32)
    return found


def saved(rng, folder, *, share=1.0):
    partner = (tensors_of(MOBILE, rng), MOBILE)
    return save_weights(
        folder / "two", tensors_of(PLAIN, rng), PLAIN, input_pixels=24 * 40,
        partner=partner, partner_input_share=share, **TEXTS,
    )  # fmt: skip


@pytest.fixture
def path(rng, tmp_path):
    return saved(rng, tmp_path)


@pytest.fixture
def weights(path):
    return load_weights(path)


def sized(weights):
    return [member.architecture.at_size(height=24, width=40) for member in weights.members]


def alphas_of(weights, x):
    return [
        unet(x, architecture, member.layers)
        for member, architecture in zip(weights.members, sized(weights), strict=True)
    ]


def test_the_file_holds_both(weights):
    assert [member.architecture.stages != () for member in weights.members] == [False, True]
    for member in weights.members:
        assert set(member.layers) == {spec.name for spec in member.architecture.layers()}


def test_a_partner_may_read_a_smaller_input(rng, tmp_path):
    weights = load_weights(saved(rng, tmp_path, share=0.5))
    first, second = (member.architecture_in(24, 40) for member in weights.members)
    assert (first.height, first.width, second.height, second.width) == (24, 40, 16, 28)
    x = rng.random((1, 24, 40, 7), np.float32)
    small = unet(resample_bilinear(x, 16, 28), second, weights.partner.layers)
    own = unet(x, first, weights.layers)
    expected = mean_by_logits(own, resample_bilinear(small[..., None], 24, 40)[..., 0])
    np.testing.assert_array_equal(model_alpha(x, weights), expected)
    equal = replace(weights, partner=replace(weights.partner, input_share=1.0))
    np.testing.assert_array_equal(
        model_alpha(x, equal), mean_by_logits(own, unet(x, MOBILE, weights.partner.layers))
    )


def test_a_resampled_picture_lies_where_the_picture_lies():
    ramp = np.broadcast_to(np.linspace(0.5, 39.5, 40)[None, None, :, None] / 40, (1, 24, 40, 1))
    for width in (28, 40, 96):
        resampled = resample_bilinear(np.ascontiguousarray(ramp), 16, width)
        places = np.clip((np.arange(width) + 0.5) / width, 0.5 / 40, 39.5 / 40)
        np.testing.assert_allclose(resampled[0, :, :, 0], np.tile(places, (16, 1)), atol=1e-12)
    high = np.ascontiguousarray(ramp.transpose(0, 2, 1, 3))
    np.testing.assert_allclose(
        resample_bilinear(high, 28, 16), resample_bilinear(ramp, 16, 28).transpose(0, 2, 1, 3)
    )


def test_the_processor_takes_their_mean(weights, rng):
    network = CpuNetwork(weights, sized(weights)[0])
    network.input[:] = rng.random(network.input.shape, np.float32)
    first, second = alphas_of(weights, network.input)
    assert np.abs(first - second).mean() > 0.05, "or the mean proves nothing"
    expected = mean_by_logits(first, second)
    np.testing.assert_allclose(network.infer(), expected, rtol=0, atol=1e-4)
    for _ in network.finish(0, in_parts=True):
        pass
    np.testing.assert_allclose(network.alpha, expected, rtol=0, atol=1e-4)


# Multiples of 4, the step of both: 4x4 has no smaller size, and of 4x40 only the width is smaller.
@pytest.mark.parametrize("size", [(4, 4), (4, 40), (24, 28), (24, 40), (40, 64)])
@pytest.mark.parametrize("share", [0.5, 0.3])
def test_the_processor_resamples_for_a_partner_of_smaller_input(rng, tmp_path, size, share):
    weights = load_weights(saved(rng, tmp_path, share=share))
    height, width = size
    network = CpuNetwork(weights, PLAIN.at_size(height=height, width=width), threads=2)
    for _ in range(2):
        x = rng.random(network.input.shape, np.float32)
        network.input[:] = x
        expected = model_alpha(x, weights)
        for in_parts in (False, True):
            network.alpha[:] = np.nan
            for _ in network.finish(0, in_parts=in_parts):
                pass
            np.testing.assert_allclose(network.alpha, expected, rtol=0, atol=1e-4)
            np.testing.assert_array_equal(network.input, x)


def test_only_a_partner_of_another_size_is_resampled(rng, tmp_path):
    def resampled(share, height, width):
        weights = load_weights(saved(rng, tmp_path, share=share))
        network = CpuNetwork(weights, PLAIN.at_size(height=height, width=width), runs_first=False)
        return (network._program["kind"] == RESAMPLE).sum()

    assert [resampled(1.0, 24, 40), resampled(0.5, 4, 4), resampled(0.5, 24, 40)] == [0, 0, 2]


@pytest.mark.parametrize("share", [1.0, 0.5])
def test_a_run_in_many_parts_is_the_run(rng, tmp_path, monkeypatch, share):
    monkeypatch.setattr("gpu_unet.cpu.program.PART_MACS", 1)
    weights = load_weights(saved(rng, tmp_path, share=share))
    network = CpuNetwork(weights, PLAIN.at_size(height=24, width=40))
    network.input[:] = rng.random(network.input.shape, np.float32)
    expected = network.infer().copy()
    assert sum(1 for _ in network.finish(0, in_parts=True)) == network._program.size
    np.testing.assert_array_equal(network.alpha, expected)


def test_a_spare_of_another_size_resamples_as_well(rng, tmp_path):
    weights = load_weights(saved(rng, tmp_path, share=0.5))
    shelf.expect(is_expected=True)
    try:
        for height, width in ((40, 64), (24, 40), (40, 64)):
            network = CpuNetwork(weights, PLAIN.at_size(height=height, width=width))
            x = rng.random(network.input.shape, np.float32)
            network.input[:] = x
            expected = model_alpha(x, weights)
            np.testing.assert_allclose(network.infer(), expected, rtol=0, atol=1e-4)
            is_spare = network.is_spare
            network.close()
        assert is_spare
    finally:
        shelf.expect(is_expected=False)


@pytest.mark.parametrize("share", [1.0, 0.5])
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("broken", [np.nan, 1.25, -0.5])
def test_a_fault_of_either_stays_visible(rng, tmp_path, monkeypatch, share, which, broken):
    weights = load_weights(saved(rng, tmp_path, share=share))
    network = CpuNetwork(weights, sized(weights)[0])

    def broken_run(*arguments):
        run_program(*arguments)
        network._alphas[which][0, 3, 4] = broken
        network._alphas[1 - which][0, 3, 4] = 0.5

    monkeypatch.setattr("gpu_unet.cpu.network.run_program", broken_run)
    alpha = network.infer()
    assert np.isnan(alpha[0, 3, 4])
    assert np.isnan(alpha).sum() == 1


def test_a_fault_of_a_smaller_alpha_stays_visible(rng, tmp_path, monkeypatch):
    weights = load_weights(saved(rng, tmp_path, share=0.5))
    network = CpuNetwork(weights, sized(weights)[0])
    small = np.zeros((1, 16, 28, 1), np.float32)
    small[0, 3, 4] = np.nan

    def broken_run(arena, program, *others):
        run_program(arena, program[:-1], *others)
        enlarging = program[-1:]
        assert enlarging["kind"] == RESAMPLE
        arena[enlarging["x"] + 3 * enlarging["x_row"] + 4] = np.nan
        run_program(arena, enlarging, *others)

    monkeypatch.setattr("gpu_unet.cpu.network.run_program", broken_run)
    expected = np.isnan(resample_bilinear(small, 24, 40)[..., 0])
    assert expected.any()
    np.testing.assert_array_equal(np.isnan(network.infer()), expected)


def run_graph(weights, x, *, half=False):
    graph = to_onnx(weights, sized(weights)[0], half=half)
    onnx.checker.check_model(onnx.load_model_from_string(graph), full_check=True)
    session = ort.InferenceSession(graph, providers=["CPUExecutionProvider"])
    (alpha,) = session.run(None, {"x": np.ascontiguousarray(x.transpose(0, 3, 1, 2))})
    return alpha[:, 0]


@pytest.mark.parametrize("share", [1.0, 0.5])
@pytest.mark.parametrize("half", [False, True])
def test_the_graph_takes_their_mean(rng, tmp_path, share, half):
    weights = load_weights(saved(rng, tmp_path, share=share))
    x = rng.random((1, 24, 40, 7), np.float32)
    alpha, expected = run_graph(weights, x, half=half), model_alpha(x, weights)
    np.testing.assert_allclose(alpha, expected, rtol=0, atol=2e-2 if half else 1e-4)


def test_the_graph_of_a_partner_alone_reads_the_whole_input(rng, tmp_path):
    alone = load_weights(saved(rng, tmp_path, share=0.5)).partner
    x = rng.random((1, 24, 40, 7), np.float32)
    np.testing.assert_allclose(run_graph(alone, x), model_alpha(x, alone), rtol=0, atol=1e-4)


def with_bias(weights, *biases):
    """The networks with other biases at their ends."""
    members = []
    for member, bias in zip(weights.members, biases, strict=True):
        head = replace(member.layers["head"], bias=np.full(1, bias, np.float32))
        members.append(replace(member, layers={**member.layers, "head": head}, partner=None))
    return replace(members[0], partner=members[1])


@pytest.mark.parametrize("share", [1.0, 0.5])
@pytest.mark.parametrize(
    ("biases", "mean"), [((300, 300), 1), ((-300, -300), 0), ((300, -200), 0.5), ((-300, 200), 0.5)]
)
def test_of_sure_answers_the_graph_says_what_the_definition_says(
    rng, tmp_path, biases, mean, share
):
    sure = with_bias(load_weights(saved(rng, tmp_path, share=share)), *biases)
    x = rng.random((1, 24, 40, 7), np.float32)
    np.testing.assert_allclose(model_alpha(x, sure), mean, rtol=0, atol=1e-6)
    alpha = run_graph(sure, x)
    np.testing.assert_allclose(alpha, mean, rtol=0, atol=1e-6 if mean == 0.5 else 0)


class ForgetfulClip(OpRun):
    """Clip as some cards compute it, which says something for NaN."""

    op_domain = ""

    def _run(self, x, lowest, highest):
        return (np.nan_to_num(np.clip(x, lowest, highest), nan=0.5).astype(x.dtype),)


ForgetfulClip.__name__ = "Clip"


@pytest.mark.parametrize("share", [1.0, 0.5])
@pytest.mark.parametrize("which", [0, 1])
def test_a_fault_stays_visible_whatever_the_card_s_clip_makes_of_it(rng, tmp_path, which, share):
    weights = load_weights(saved(rng, tmp_path, share=share))
    broken = with_bias(weights, *np.where(np.arange(2) == which, np.nan, 0))
    graph = onnx.load_model_from_string(to_onnx(broken, sized(broken)[0]))
    x = rng.random((1, 7, 24, 40), np.float32)
    (alpha,) = ReferenceEvaluator(graph, new_ops=[ForgetfulClip]).run(None, {"x": x})
    assert np.isnan(alpha).all()


@pytest.mark.parametrize("share", [1.0, 0.5])
def test_a_trial_moves_both(rng, tmp_path, share):
    weights = load_weights(saved(rng, tmp_path, share=share))
    x = rng.random((1, 24, 40, 7), np.float32)
    sizes = []

    def infer(alone, architecture):
        sizes.append((architecture.height, architecture.width))
        return np.full(sizes[-1], 0.9, np.float32)

    moved = centred(weights, sized(weights)[0], infer)
    assert sizes == [(24, 40), (24, 40) if share == 1 else (16, 28)]
    assert [member.input_share for member in moved.members] == [1, share]
    for before, after in zip(alphas_of(weights, x), alphas_of(moved, x), strict=True):
        assert (after <= before).all()
        assert after.mean() < before.mean()


@pytest.mark.parametrize(
    ("partner", "sentence"),
    [
        ("quality", "partner is 'quality', expected an object"),
        ({"base_width": 4, "depth": 3}, "halves the picture 3 times, the network itself 2"),
        ({"base_width": 4, "depth": 2}, "two.safetensors, partner: "),
        ({"base_width": 4, "depth": 2, "input_share": 1.5}, "input_share is 1.5, expected a numb"),
        ({"base_width": 4, "depth": 2, "input_share": 0}, "input_share is 0, expected a number"),
    ],
)
def test_another_partner_than_the_files_is_refused(path, partner, sentence):
    card_path = path.with_suffix(".json")
    card = json.loads(card_path.read_text())
    card_path.write_text(json.dumps({**card, "partner": partner}))
    with pytest.raises(WeightsError, match=sentence):
        load_weights(path)


def test_a_file_without_its_partners_description_is_refused(path):
    card_path = path.with_suffix(".json")
    card = json.loads(card_path.read_text())
    del card["partner"]
    card_path.write_text(json.dumps(card))
    with pytest.raises(WeightsError, match=r"partner\..* has no place"):
        load_weights(path)


def test_one_network_takes_no_mean(weights, rng):
    alone = replace(weights, partner=None)
    network = CpuNetwork(alone, sized(alone)[0])
    network.input[:] = rng.random(network.input.shape, np.float32)
    (expected,) = alphas_of(alone, network.input)
    np.testing.assert_allclose(network.infer(), expected, rtol=0, atol=1e-4)
