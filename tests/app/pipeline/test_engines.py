"""Which engine is opened, and what is said when the GPU gives way to the CPU."""

import time
from types import SimpleNamespace

import pytest
from doubles import FakeEngineFactory

from app.messages import Message
from app.pipeline import engines
from app.pipeline.compute import compute_thread
from app.pipeline.engines import KeptEngines, find_model, looks_twice, open_engine_for
from app.pipeline.live.engine import LiveEngine
from app.pipeline.settings import Settings
from gpu_unet.engine import Engine
from gpu_unet.errors import GpuLostError, GpuMemoryError, GpuUnavailableError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.weights import load_weights

ERRORS = [
    GpuUnavailableError("no NVIDIA driver"),
    GpuMemoryError("too little GPU memory"),
    GpuLostError("the GPU stopped answering"),
]


@pytest.fixture
def opened(monkeypatch):
    """Devices that were asked for; a GPU fails with `opened.error`."""

    class Opened(list):
        error = ERRORS[0]
        looks = pixels = None  # of the newest

    asked = Opened()

    def open_engine(weights, frame_format, *, device, looks_twice, input_pixels, **options):
        asked.append(device)
        asked.looks, asked.pixels = looks_twice, input_pixels
        if device == "cuda":
            raise asked.error
        return "the CPU engine"

    monkeypatch.setattr(engines, "open_engine", open_engine)
    return asked


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_with_device_auto_the_cpu_takes_over(opened, error):
    opened.error = error
    told = []
    made = open_engine_for(
        Settings(device="auto"), FrameFormat(9, 16), batch_size=1, notify=told.append
    )
    assert (made.engine, made.model, opened) == ("the CPU engine", "fast", ["cuda", "cpu"])
    if type(error) is GpuUnavailableError:
        assert not told  # most computers have none: no news
    else:
        assert told == [f"{error} Continuing on the CPU."]


@pytest.mark.parametrize(
    ("device", "words"),
    [
        ("cpu", "Preparing Backdrop for this processor. This takes about a minute"),
        ("cuda", "Preparing Backdrop for the graphics card"),
    ],
)
def test_a_first_start_is_told_in_a_sentence_that_the_window_can_translate(
    monkeypatch, device, words
):
    def open_engine(weights, frame_format, *, notify, **options):
        notify("Compiling the kernels for this processor (once) ...")

    monkeypatch.setattr(engines, "open_engine", open_engine)
    told = []
    open_engine_for(Settings(device=device), FrameFormat(9, 16), batch_size=1, notify=told.append)
    (sentence,) = told
    assert sentence.startswith(words)
    assert isinstance(sentence, Message)


@pytest.fixture
def card(monkeypatch):
    """A card that ONNX Runtime runs; `card.trial` is what its trial found."""
    found = SimpleNamespace(trial=SimpleNamespace(is_worth_it=True), models=[], is_first=False)

    def try_card(weights, precision, *, notify):
        found.models.append(weights.name)
        if found.is_first:
            notify("Testing the graphics card (once) ...")
        return found.trial

    monkeypatch.setattr(Engine, "missing_for_cards", lambda: "")
    monkeypatch.setattr(Engine, "try_card", try_card)
    return found


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_a_card_that_passed_its_trial_goes_before_the_cpu(opened, card, error):
    opened.error = error
    told = []
    made = open_engine_for(
        Settings(device="auto"), FrameFormat(9, 16), batch_size=1, notify=told.append
    )
    assert (made.model, opened, card.models) == ("quality", ["cuda", "onnx"], ["quality"])
    assert not told


def test_a_cards_trial_is_told_in_a_sentence_that_the_window_can_translate(opened, card):
    card.is_first = True
    told = []
    open_engine_for(Settings(device="onnx"), FrameFormat(9, 16), batch_size=1, notify=told.append)
    assert not told, "it is asked for, so nothing is tried"
    open_engine_for(Settings(device="auto"), FrameFormat(9, 16), batch_size=1, notify=told.append)
    assert told == ["Testing the graphics card, only at the first start."]
    assert isinstance(told[0], Message)


def test_a_card_that_is_too_slow_is_left_to_those_who_ask_for_it(opened, card):
    card.trial.is_worth_it = False
    for device, expected in (("auto", ["cuda", "cpu"]), ("onnx", ["onnx"])):
        opened.clear()
        open_engine_for(
            Settings(device=device), FrameFormat(9, 16), batch_size=1, notify=lambda text: None
        )
        assert opened == expected


def test_without_its_packages_no_model_is_read_for_a_card(opened, card, monkeypatch):
    monkeypatch.setattr(Engine, "missing_for_cards", lambda: "not installed")
    open_engine_for(
        Settings(device="auto"), FrameFormat(9, 16), batch_size=1, notify=lambda text: None
    )
    assert (opened, card.models) == (["cuda", "cpu"], [])


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_with_device_cuda_nothing_takes_over(opened, error):
    opened.error = error
    with pytest.raises(type(error)):
        open_engine_for(
            Settings(device="cuda"), FrameFormat(9, 16), batch_size=1, notify=lambda text: None
        )
    assert opened == ["cuda"]


@pytest.mark.parametrize(
    ("look_twice", "model", "looks"),
    [
        ("auto", "fast", True),
        ("auto", "quality", True),
        ("auto", "auto", True),  # which the CPU that takes over makes of it
        ("on", "fast", True),
        ("on", "quality", True),
        ("off", "fast", False),
        ("off", "quality", False),
    ],
)
def test_a_file_is_looked_at_twice_as_the_model_and_the_setting_say(
    opened, look_twice, model, looks
):
    made = open_engine_for(
        Settings(model=model, look_twice=look_twice),
        FrameFormat(9, 16),
        batch_size=1,
        notify=lambda text: None,
    )
    assert made.looks_twice is opened.looks is looks


def test_what_a_second_look_does_to_a_model_of_ones_own_nobody_knows():
    assert not looks_twice("auto", "own")
    assert looks_twice("on", "own")


@pytest.mark.parametrize("look_twice", ["auto", "on", "off"])
def test_a_live_picture_is_looked_at_once_whatever_is_set(opened, look_twice):
    factory = FakeEngineFactory()
    live = LiveEngine(factory, lambda event: None)
    frame_format = FrameFormat(48, 64)
    live.want(Settings(model="fast", look_twice=look_twice), frame_format)
    while not live.want(Settings(model="fast", look_twice=look_twice), frame_format):
        time.sleep(0.005)
    # Another choice of a file's is no reason for another engine here.
    assert live.want(Settings(model="fast", look_twice="on"), frame_format)
    (asked,) = factory.settings
    open_engine_for(asked, frame_format, batch_size=1, notify=lambda text: None)
    assert opened.looks is False
    live.close()


def test_files_have_a_larger_input_than_live_pictures(opened):
    own = load_weights(find_model("fast", device="cpu"))
    assert own.input_pixels < own.offline_pixels
    for settings, pixels in (
        (Settings(model="fast"), own.offline_pixels),
        (Settings(model="fast", look_twice="off"), own.offline_pixels),
        (Settings(model="fast", is_live=True), own.input_pixels),
        (Settings(model="fast", is_live=True, input_pixels=9999), 9999),
    ):
        open_engine_for(settings, FrameFormat(9, 16), batch_size=1, notify=lambda text: None)
        assert opened.pixels == pixels
    factory = FakeEngineFactory()
    live = LiveEngine(factory, lambda event: None)
    while not live.want(Settings(model="fast"), FrameFormat(48, 64)):
        time.sleep(0.005)
    live.close()
    assert [settings.is_live for settings in factory.settings] == [True]
    assert Settings().engine_key != Settings(is_live=True).engine_key


def test_a_worker_tells_its_kept_engine_from_one_that_looks_twice():
    factory = FakeEngineFactory()
    kept = KeptEngines(factory)
    frame_format = FrameFormat(48, 64)
    for look_twice in ("on", "on", "off", "off", "auto"):
        settings = Settings(model="fast", look_twice=look_twice)
        lent = kept(settings, frame_format, batch_size=1, notify=lambda text: None)
        compute_thread().submit(lent.close).result()
    assert [settings.look_twice for settings in factory.settings] == ["on", "off", "auto"]
    kept.drop()
