"""Opens the engine that settings ask for: model, device, and fallback to the CPU.

KeptEngines: an engine stays open for the next file or segment of the same kind. Opening one takes
from a part of a second to several; a short file takes less on a GPU.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal, Protocol, Self

from app.messages import Message, Notify, marked
from app.pipeline.background_tasks import report_unexpected
from app.pipeline.compute import Urgency, compute_thread
from app.pipeline.installation import MODELS_FOLDER
from app.pipeline.settings import LookTwice, Settings
from app.video.typed_path import typed_path
from gpu_unet import (
    Engine,
    EngineError,
    FrameFormat,
    GpuLostError,
    GpuUnavailableError,
    Weights,
    WeightsError,
    load_weights,
    open_engine,
)

PREFERRED = {"cpu": "fast", "cuda": "quality", "onnx": "quality"}


def model_names() -> list[str]:
    """Names of the installed models, sorted."""
    return list(Weights.in_folder(MODELS_FOLDER))


def find_model(model: str, *, device: str, folder: Path = MODELS_FOLDER) -> Path:
    """The `.safetensors` file of `model`.

    Args:
        model: "auto", a name from `model_names`, or a path.
        device: "cpu", "cuda" or "onnx": decides what "auto" means.

    Raises:
        WeightsError: No such model; the message lists the models that exist.
    """
    models = Weights.in_folder(folder)
    if model == "auto":
        if not models:
            raise WeightsError(
                f"{folder} holds no model; restore it from the repository or name one with --model"
            )
        return models.get(PREFERRED[device], next(iter(models.values())))
    if model in models:
        return models[model]
    path = typed_path(model)
    if path.suffix in (".safetensors", ".json") and path.with_suffix(".safetensors").is_file():
        return path.with_suffix(".safetensors")
    if path.suffix == ".safetensors":
        raise WeightsError(f"there is no file {path}; check the path, or name one of our models")
    raise WeightsError(
        f"there is no model {model!r}; choose one of {', '.join(('auto', *models))} "
        "or give the path of a .safetensors file"
    )


# What people are told while a first start compiles; the engine's own words are for programmers.
OF_PROCESSOR = Message(
    "Preparing Backdrop for this processor. This takes about a minute, only at the first start."
)
OF_CARD = Message("Preparing Backdrop for the graphics card, only at the first start.")
TESTING_CARD = Message("Testing the graphics card, only at the first start.")
TEMPLATE = marked(
    "Preparing Backdrop for this processor, only at the first start: {ready} of {total} steps."
)


class PreparingMessage(Message):
    """The sentence that `notify` receives again and again while kernels are compiled.

    Its values are "ready", the kernels that are compiled, and "total", those that the engine needs.
    """

    __slots__ = ()

    def __new__(cls, ready: int, total: int) -> Self:
        """See the class."""
        return cls._made(TEMPLATE, "", {"ready": ready, "total": total})


# Flip-test averaging improves both on every set of stills; other networks are not measured.
GAIN_BY_FLIP_TEST = frozenset({"fast", "quality"})


@dataclass(frozen=True, slots=True, eq=False)
class OpenedEngine:
    """An engine and the name of the model it runs.

    Attributes:
        engine: The engine, for the one owner of this object.
        looks_twice: Whether flip-test averaging is on; see `open_engine`.
        larger_pixels: The network's input budget for stills and films, which a live session takes
            where there is time to spare; 0: it has none.
        give_back: Called instead of the engine's own `close`, by code that keeps engines open.
    """

    engine: Engine
    model: str
    looks_twice: bool = False
    larger_pixels: int = 0
    give_back: Callable[[], None] | None = None

    def close(self) -> None:
        """End the use of the engine; on the compute thread."""
        (self.give_back or self.engine.close)()


class EngineFactory(Protocol):
    """What jobs and live pictures call to get an engine; tests pass their own."""

    def __call__(
        self, settings: Settings, frame_format: FrameFormat, *, batch_size: int, notify: Notify
    ) -> OpenedEngine:
        """Called on its own thread; runs the parts that need it on the compute thread itself."""
        ...


def look_twice_for_films(look_twice: LookTwice) -> LookTwice:
    """What the setting means for films: "auto" is off.

    In films with an unknown room, the mean of two inferences has worse outlines than one.
    """
    return "off" if look_twice == "auto" else look_twice


def looks_twice(look_twice: LookTwice, model: str) -> bool:
    """What the setting means for stills, with the model of this name."""
    return look_twice == "on" or (look_twice == "auto" and model in GAIN_BY_FLIP_TEST)


def open_engine_for(
    settings: Settings, frame_format: FrameFormat, *, batch_size: int, notify: Notify
) -> OpenedEngine:
    """Make the engine for `settings`; to be called on any thread but the compute thread.

    With device "auto", another graphics card, if a trial found it fast enough, takes over from an
    NVIDIA GPU that is absent, too small for these frames, or lost while the engine is made; else
    the CPU does. A notice says so unless the machine has no GPU. The model "auto" then means the
    one for CPUs. While a first start compiles, `notify` receives a
    `PreparingMessage` for each kernel. `look_twice` has its meaning for files: a live picture turns
    it off.

    Raises:
        WeightsError: The model is unknown or damaged.
        GpuUnavailableError, GpuLostError: Only with device "cuda" or "onnx".
    """
    trouble: EngineError | None = None
    if settings.device in ("auto", "cuda"):
        try:
            return _open(settings, "cuda", frame_format, batch_size, notify)
        except (GpuUnavailableError, GpuLostError) as error:
            if settings.device == "cuda":
                raise
            # For a GPU that exists, but has too little memory or was lost.
            trouble = error if type(error) is not GpuUnavailableError else None
    if settings.device == "onnx" or (settings.device == "auto" and _card_is_fast(settings, notify)):
        try:
            return _open(settings, "onnx", frame_format, batch_size, notify)
        except (GpuUnavailableError, GpuLostError) as error:
            if settings.device == "onnx":
                raise
            trouble = error
    if trouble is not None:
        notify(Message("{error} Continuing on the CPU.", error=trouble))
    if settings.precision == "float16":
        notify(Message("The CPU computes in float32 only; float16 needs a GPU."))
    return _open(settings, "cpu", frame_format, batch_size, notify)


def _card_is_fast(settings: Settings, notify: Notify) -> bool:
    """Whether a card that is no NVIDIA GPU of ours runs the model live, by a trial."""
    if Engine.missing_for_cards():  # before a model is read
        return False
    weights = load_weights(find_model(settings.model, device="onnx"))
    trial = Engine.try_card(weights, settings.precision, notify=lambda _: notify(TESTING_CARD))
    return trial.is_worth_it


def _open(
    settings: Settings,
    device: Literal["cpu", "cuda", "onnx"],
    frame_format: FrameFormat,
    batch_size: int,
    notify: Notify,
) -> OpenedEngine:
    weights = load_weights(find_model(settings.model, device=device))
    is_twice = looks_twice(settings.look_twice, weights.name)
    own_pixels = weights.input_pixels if settings.is_live else weights.offline_pixels
    preparing = OF_CARD if device == "cuda" else OF_PROCESSOR
    engine = open_engine(
        weights,
        frame_format,
        device=device,
        precision=settings.precision,
        batch_size=batch_size,
        input_pixels=settings.input_pixels or own_pixels,
        looks_twice=is_twice,
        notify=lambda _: notify(preparing),
        count=lambda kernels: notify(PreparingMessage(kernels.ready, kernels.total)),
        run=lambda steps: compute_thread().submit_steps(steps, Urgency.OPENING).result(),
    )
    larger = weights.offline_pixels
    return OpenedEngine(engine, weights.name, looks_twice=is_twice, larger_pixels=larger)


class KeptEngines:
    """An `EngineFactory` that keeps the engine that was given back last. Any thread.

    Args:
        is_open: Whether engines are kept from the start.
    """

    def __init__(self, factory: EngineFactory, *, is_open: bool = True) -> None:
        self._factory = factory
        self._lock = threading.Lock()
        self._kept: tuple[object, OpenedEngine] | None = None  # an engine, and what it is for
        self._is_open = is_open

    def __call__(
        self, settings: Settings, frame_format: FrameFormat, *, batch_size: int, notify: Notify
    ) -> OpenedEngine:
        """See `EngineFactory`."""
        key = (settings.engine_key, frame_format, batch_size)
        known, opened = self._take() or (None, None)
        if opened is not None and known != key:
            # The next engine reuses its buffers and packed weights.
            with suppress(EngineError):  # closing fails on a lost device
                compute_thread().submit(opened.close).result()
            opened = None
        if opened is None:
            opened = self._factory(settings, frame_format, batch_size=batch_size, notify=notify)
        return replace(opened, give_back=partial(self._give_back, key, opened))

    def open(self) -> None:
        """Keep engines from now on."""
        self._is_open = True

    def close(self) -> None:
        """Stop keeping engines, and close the kept one. Never waits."""
        self._is_open = False
        self.drop()

    def drop(self) -> None:
        """Close the kept engine: after a failure its state is unknown. Never waits."""
        if (kept := self._take()) is not None:
            report_unexpected(compute_thread().submit(kept[1].close), "closing the engine")

    def _take(self) -> tuple[object, OpenedEngine] | None:
        with self._lock:
            kept, self._kept = self._kept, None
        return kept

    def _give_back(self, key: object, opened: OpenedEngine) -> None:
        """Runs on the compute thread."""
        engine = opened.engine
        if not self._is_open or engine.in_flight:  # cancelled
            opened.close()
            return
        try:
            engine.reset()
            engine.set_clean_plate(None)
        except EngineError:
            opened.close()
            return
        with self._lock:
            before, self._kept = self._kept, (key, opened)
        if before is not None:
            before[1].close()
        if not self._is_open:  # closed meanwhile
            self.drop()
