"""The trial of a graphics card: once, in other processes, and not after three strikes."""

import sys
from dataclasses import asdict
from pathlib import Path
from unittest.mock import patch

import pytest

pytest.importorskip("onnxruntime", reason="it runs the network here")

from gpu_unet import Engine, OwnFolder, load_weights
from gpu_unet.onnx import providers
from gpu_unet.onnx import trial as trials
from gpu_unet.onnx.network import OnnxNetwork
from gpu_unet.onnx.providers import Provider
from gpu_unet.onnx.trial import CardTrial

WEIGHTS = Path(__file__).parents[3] / "weights" / "fast.json"
DOUBLE = Path(__file__).with_name("card_double.py")
CARD = Provider("double", "Double", "onnxruntime", "DoubleExecutionProvider")


@pytest.fixture(scope="module")
def weights():
    return load_weights(WEIGHTS)


@pytest.fixture(autouse=True)
def card(empty_cache, monkeypatch):
    """The double is the only card; each test begins without a verdict."""
    monkeypatch.setattr(providers, "PROVIDERS", (CARD,))


def tried(weights, kind="good", *, told=None, **limits):
    class Double(OnnxNetwork):
        worker = (sys.executable, str(DOUBLE), kind, "drawn")

        def __init__(self, *network, provider, **options):
            if provider != "processor":
                vars(self).update(limits)
            super().__init__(*network, provider=provider, **options)

    with patch.object(trials, "OnnxNetwork", Double):
        return trials.try_card(weights, notify=None if told is None else told.append)


GOOD = CardTrial("double", "Double", card_ms=1.0, processor_ms=50.0)


def asked(weights, outcome=GOOD):
    """The verdict where a trial, which starts no process here, has this outcome."""
    with patch.object(trials, "_first_that_works", lambda weights, halves: outcome):
        return trials.try_card(weights)


def test_a_good_card_passes_once_and_is_remembered(weights):
    told = []
    first = tried(weights, told=told)
    assert (first.provider, first.device, first.trouble) == ("double", "Double", "")
    assert first.card_ms > 0 < first.processor_ms
    assert tried(weights, "crashes", told=told) == first
    assert told == ["Testing the graphics card (once) ..."]


def test_a_card_that_sums_in_float16_is_good_enough(weights):
    assert not tried(weights, "rough").trouble


@pytest.mark.parametrize(
    ("half_ms", "full_ms", "half"), [(7, 13, True), (12.4, 11.9, False), (7.0, 7.3, False)]
)
def test_float16_is_taken_where_it_is_a_tenth_quicker(weights, monkeypatch, half_ms, full_ms, half):
    times_ms = iter((50, 50, half_ms, full_ms))

    def repeat(infer, *, number, repeat):
        infer()
        return [next(times_ms) / 1e3]

    monkeypatch.setattr(trials.timeit, "repeat", repeat)
    trial = tried(weights)
    assert (trial.half, trial.card_ms) == (half, half_ms if half else full_ms)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("wrong", "computes other mattes"),
        ("nan", "computes other mattes"),
        ("keeps its first", "computes other mattes"),
        ("refuses", "no adapter"),
    ],
)
def test_a_card_that_cannot_be_used_is_remembered(weights, kind, sentence):
    assert sentence in tried(weights, kind).trouble
    assert not tried(weights, kind).is_worth_it
    assert sentence in tried(weights, "good").trouble


@pytest.mark.parametrize("kind", ["crashes", "hangs"])
def test_after_three_strikes_the_card_is_left_alone_until_asked(weights, kind):
    trials.strike()
    for _ in range(2):
        assert "left alone" not in tried(weights, kind, answer_s=0.5).trouble
    assert "left alone" in asked(weights).trouble
    trials.forget_all()
    assert not asked(weights).trouble


def test_a_card_that_never_opens_is_a_strike(weights):
    trials.strike()
    trials.strike()
    assert "did not answer" in tried(weights, "hangs at once", opening_s=5.0).trouble
    assert "left alone" in asked(weights).trouble


def test_strikes_of_use_count(weights):
    assert not asked(weights).trouble
    for _ in range(3):
        trials.strike()
    assert "left alone; update its driver, and it is tried again" in asked(weights).trouble


def test_other_drivers_are_tried_anew(weights, monkeypatch):
    assert asked(weights, CardTrial(trouble="no adapter")).trouble
    monkeypatch.setattr(trials, "describe_drivers", lambda: "a newer driver")
    assert not asked(weights).trouble


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{", b'{"strikes": "many"}', b"\xff", b'{"trials": 3}']
)
def test_a_damaged_verdict_is_made_again(weights, content):
    OwnFolder.for_caches().write(trials.FILE, content)
    assert not asked(weights).trouble


@pytest.mark.parametrize(
    "change",
    [
        {"strikes": "many"},
        {"strikes": None},
        {"KEY": 5},
        {"KEY": {"provider": "double"}},
        {"KEY": {"provider": "double", "unknown": 1}},
        {"KEY": asdict(CardTrial(card_ms="fast", trouble="of another kind"))},
    ],
)
def test_a_verdict_of_another_form_is_made_again(weights, change):
    """Of these drivers and this network: a damaged byte ended every start."""
    assert not asked(weights).trouble
    kept = OwnFolder.recall(trials.FILE)
    (key,) = kept.keys() - {"drivers", "strikes"}
    changed = {name.replace("KEY", key): value for name, value in change.items()}
    OwnFolder.remember(trials.FILE, kept | changed)
    assert not asked(weights).trouble
    assert OwnFolder.recall(trials.FILE) != kept | changed


@pytest.mark.parametrize(
    ("trial", "is_worth_it"),
    [
        (CardTrial(card_ms=8, processor_ms=300), True),
        (CardTrial(card_ms=40, processor_ms=300), False),  # too slow for a live picture
        (CardTrial(card_ms=8, processor_ms=6), False),
        (CardTrial(card_ms=8, processor_ms=300, trouble="it is wrong"), False),
    ],
)
def test_auto_takes_a_card_that_is_fast_enough_for_a_live_picture(trial, is_worth_it):
    assert trial.is_worth_it == is_worth_it


def test_without_packages_the_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setattr(providers, "PROVIDERS", ())
    assert Engine.missing_for_cards().endswith(f"run {providers.INSTALL}")


def test_without_what_writes_networks_no_card_is_asked(monkeypatch):
    def version(name):
        if name == "onnx":
            raise providers.metadata.PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr(providers.metadata, "version", version)
    assert Engine.missing_for_cards().endswith(f"run {providers.INSTALL}")
