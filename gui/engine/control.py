"""EngineControl: sets model and device, and stores measured times per frame."""

from __future__ import annotations

from functools import partial

from app.messages import Message, marked
from app.pipeline import model_cost
from app.pipeline.engines import model_names
from app.pipeline.live import events
from app.pipeline.live.statistics import LiveStatistics
from app.pipeline.settings import Device
from gpu_unet import EngineError, WeightsError
from gui.control import Control, Core
from gui.shared.language import tr, within_sentence
from gui.shared.words import milliseconds
from gui.source.devices import Gpu, Inventory

DEVICE_WORDS: dict[Device, str] = {
    "cuda": marked("Graphics card (NVIDIA)"),
    "onnx": marked("Graphics card (any)"),
    "cpu": marked("Processor (CPU)"),
}
AUTOMATIC = {"cuda": "CUDA", "onnx": "ONNX", "cpu": "CPU"}
STEADY_FRAMES = 60  # frames before a measured time is stored


class EngineControl(Control):
    """Connects the engine panel, the session and the stored times."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._gpu: Gpu | None = None
        self._card = ""  # name of the card that ONNX Runtime uses, with its provider
        engine = core.window.engine
        engine.model.chosen.connect(lambda model: core.state.change_settings(model=model))
        engine.device.chosen.connect(lambda device: core.state.change_settings(device=device))
        engine.measure.clicked.connect(self._measure)

    def start(self) -> None:
        """Fill the panel with what is remembered."""
        self._show_engine()

    def _on_inventory(self, found: Inventory) -> None:
        if found.gpu != self._gpu:
            self._gpu = found.gpu
            self._show_engine()

    def _on_live_event(self, event: events.Event) -> None:
        if isinstance(event, events.EngineReady):
            if event.device == "onnx":
                self._card = event.device_name
            self._show_engine()

    def _on_statistics(self, statistics: LiveStatistics) -> None:
        self._window.engine.show_statistics(statistics)
        cost = statistics.stage_ms.get("process")
        engine = self._session.engine if self._session.has_engine else None
        if engine is None or cost is None or cost.count < STEADY_FRAMES:
            return
        key = cost_key(engine.model, engine.device)
        known = self._state.saved.costs_ms.get(key, 0.0)
        if abs(cost.p50 - known) > 0.1 * max(cost.p50, known):
            self._remember_cost(key, cost.p50)

    def _measure(self) -> None:
        self._window.engine.show_measuring(True)
        measure = partial(self._measure_all, self._session.device)
        self._session.tasks.run(Message("measuring the models"), measure)

    def _measure_all(self, device: Device) -> None:
        """Time every model on `device`, on the tasks' thread."""
        tasks = self._session.tasks
        try:
            for model in model_names():
                try:
                    cost = model_cost.measure_cost(model, device=device)
                except (EngineError, WeightsError) as error:
                    tasks.tell(self._say_unmeasured, model, str(error))
                else:
                    tasks.tell(self._remember_cost, cost_key(model, device), cost.frame_ms)
                if tasks.is_stopped:
                    return
        finally:
            tasks.tell(self._window.engine.show_measuring, False)

    def _say_unmeasured(self, model: str, trouble: str) -> None:
        self._notify("warning", tr("{name}: {words}", name=model, words=trouble), code="measure")

    def _remember_cost(self, key: str, frame_ms: float) -> None:
        known = self._state.saved.costs_ms
        self._state.update(costs_ms={**known, key: round(frame_ms, 1)})
        self._show_engine()

    def _show_engine(self) -> None:
        settings, costs, gpu = self._state.settings, self._state.saved.costs_ms, self._gpu
        device, automatic = self._session.device, self._session.model
        models = [("auto", _automatic(within_sentence(model_words(automatic))))]
        models += [
            (name, _with_cost(model_words(name), costs.get(cost_key(name, device))))
            for name in model_names()
        ]
        self._window.engine.show_models(models, current=settings.model)
        words = {key: tr(name) for key, name in DEVICE_WORDS.items()}
        reasons = {}
        if gpu is not None and gpu.name:
            words["cuda"] = gpu.name
        elif gpu is not None:
            reasons["cuda"] = tr(gpu.sentence)
        if gpu is not None and gpu.missing_for_any:
            reasons["onnx"] = tr(gpu.missing_for_any)
        if self._card:
            words["onnx"] = self._card
        model = automatic if settings.model == "auto" else settings.model
        devices = [("auto", _automatic(AUTOMATIC[device] if automatic else ""))]
        devices += [
            (key, _with_cost(words[key], costs.get(cost_key(model, key)))) for key in DEVICE_WORDS
        ]
        self._window.engine.show_devices(devices, current=settings.device, reasons=reasons)


def cost_key(model: str, device: str) -> str:
    """Key of a stored time."""
    return f"{model} on {device}"


def model_words(name: str) -> str:
    """The translated name of our models; other models keep theirs."""
    return tr(name.capitalize())


def _automatic(choice: str) -> str:
    return tr("Automatic ({choice})", choice=choice) if choice else tr("Automatic")


def _with_cost(words: str, cost_ms: float | None) -> str:
    return words if cost_ms is None else f"{words}  \u00b7  {milliseconds(cost_ms)}"
