"""LookControl: what the gallery, the look and the engine panel ask for becomes `Settings`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gpu_unet.engine import Device
from gpu_unet.settings import EdgeSettings
from gui.background.gallery import Entry
from gui.background.thumbnails import Thumbnail
from gui.control import Control
from gui.main_window import MainWindow
from gui.session import Session
from gui.shared.store import MOST_OWN_BACKGROUNDS, Preset, State
from gui.source.devices import Gpu
from pipeline.background_spec import BackgroundSpec
from pipeline.live import events
from pipeline.live.statistics import LiveStatistics
from pipeline.models import model_names
from pipeline.settings import Settings

BACKGROUNDS_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "backgrounds"
DEVICE_WORDS = {"cpu": "Processor (CPU)", "cuda": "Graphics card (NVIDIA)"}
STEADY_FRAMES = 60  # a cost is believed and remembered after so many frames


class LookControl(Control):
    """Between the three panels and the session; remembers every choice."""

    def __init__(self, window: MainWindow, session: Session, state: State) -> None:
        super().__init__(window, session, state)
        self._trying: set[Path] = set()  # files whose thumbnails decide whether they are kept
        self._running = ""  # "model on device" that works at present
        self._gpu: Gpu | None = None
        self._measured_device: Device = "cpu"
        gallery, look, engine = window.gallery, window.look, window.engine
        gallery.chosen.connect(self._choose_background)
        gallery.files_added.connect(self.try_backgrounds)
        gallery.entry_removed.connect(self._remove_background)
        look.edges_changed.connect(self._change_edges)
        look.mirror_changed.connect(self.set_mirror)
        look.reset_asked.connect(self._reset_look)
        look.presets.applied.connect(self._apply_preset)
        look.presets.saved.connect(self._save_preset)
        look.presets.deleted.connect(self._delete_preset)
        engine.model_chosen.connect(lambda model: self._change(model=model))
        engine.device_chosen.connect(self._choose_device)
        engine.measure_asked.connect(self._measure)
        session.errands.cost_measured.connect(self._on_cost)
        session.thumbnail_ready.connect(self._on_thumbnail)
        session.inventory_changed.connect(lambda found: self._on_gpu(found.gpu))
        session.live_event.connect(self._on_live_event)
        session.statistics_ready.connect(self._on_statistics)
        session.set_settings(state.settings)

    def start(self) -> None:
        """Fill the panels with what is remembered."""
        self._show_gallery()
        for path in self._bundled():
            self._session.load_thumbnail(path)
        for path in self._state.saved.own_backgrounds:
            self._session.load_thumbnail(path)
        self._show_settings()
        self._show_presets()
        self._show_engine()

    # Backgrounds

    def next_background(self) -> None:
        """The next one of the gallery."""
        self._choose_background(self._window.gallery.next_after(self._state.settings.background))

    def try_backgrounds(self, paths: list[Path]) -> None:
        """Add files to the gallery, each as soon as it proves to be a picture or a video."""
        for path in paths:
            if path not in self._state.saved.own_backgrounds:
                self._trying.add(path)
                self._session.load_thumbnail(path)
            else:
                self._choose_background(BackgroundSpec("file", path=path))

    def _bundled(self) -> list[Path]:
        return sorted(BACKGROUNDS_FOLDER.glob("*.jpg"))

    def _show_gallery(self) -> None:
        own = [Entry(path, path.stem, True) for path in self._state.saved.own_backgrounds]
        bundled = [Entry(path, path.stem.capitalize(), False) for path in self._bundled()]
        self._window.gallery.show_entries(bundled + own)

    def _choose_background(self, spec: BackgroundSpec) -> None:
        self._change(background=spec)
        self._window.gallery.show_chosen(spec)

    def _on_thumbnail(self, thumbnail: Thumbnail) -> None:
        path = thumbnail.path
        was_trying = path in self._trying
        self._trying.discard(path)
        if thumbnail.image is None:
            if was_trying:
                self._window.notices.show_notice(
                    "warning", thumbnail.sentence, code=f"background {path}"
                )
            else:  # one of earlier days: its disk may be back tomorrow
                self._window.gallery.show_missing(path, thumbnail.sentence)
            return
        if was_trying:
            own = (*self._state.saved.own_backgrounds, path)[-MOST_OWN_BACKGROUNDS:]
            self._state.update(own_backgrounds=own)
            self._show_gallery()
            self._choose_background(BackgroundSpec("file", path=path))
        self._window.gallery.show_thumbnail(path, thumbnail.image)

    def _remove_background(self, path: Path) -> None:
        own = tuple(other for other in self._state.saved.own_backgrounds if other != path)
        self._state.update(own_backgrounds=own)
        if self._state.settings.background.path == path:
            self._choose_background(BackgroundSpec("blur"))
        self._show_gallery()

    # Look and presets

    def set_mirror(self, mirror: bool) -> None:
        """Flip the person, or not."""
        self._change(mirror=mirror)
        self._window.look.show_settings(self._state.settings.edges, mirror=mirror)

    def toggle_mirror(self) -> None:
        """Flip the person the other way."""
        self.set_mirror(not self._state.settings.mirror)

    def _change_edges(self, edges: EdgeSettings) -> None:
        self._change(edges=edges)

    def _reset_look(self) -> None:
        self._change(edges=EdgeSettings(), mirror=False)
        self._show_settings()

    def _save_preset(self, name: str) -> None:
        presets = {key: value for key, value in self._state.saved.presets.items() if key != name}
        self._state.update(presets={**presets, name: self._present_look()})
        self._show_presets()

    def _apply_preset(self, name: str) -> None:
        preset = self._state.saved.presets[name]
        self._change(background=preset.background, edges=preset.edges, mirror=preset.mirror)
        self._show_settings()

    def _delete_preset(self, name: str) -> None:
        presets = {key: value for key, value in self._state.saved.presets.items() if key != name}
        self._state.update(presets=presets)
        self._show_presets()

    def _show_presets(self) -> None:
        presets, now = self._state.saved.presets, self._present_look()
        # Two presets may be alike: the later one is what was saved or meant last.
        same = [name for name, preset in presets.items() if preset == now]
        self._window.look.presets.show_presets(list(presets), current=same[-1] if same else "")

    def _present_look(self) -> Preset:
        now = self._state.settings
        return Preset(now.background, now.edges, now.mirror)

    def _show_settings(self) -> None:
        settings = self._state.settings
        self._window.look.show_settings(settings.edges, mirror=settings.mirror)
        self._window.gallery.show_chosen(settings.background)

    def _change(self, **changes: object) -> None:
        settings: Settings = replace(self._state.settings, **changes)  # type: ignore[arg-type]
        self._state.update(settings=settings)
        self._session.set_settings(settings)
        self._show_presets()

    # Engine

    def _choose_device(self, device: Device) -> None:
        self._change(device=device)

    def _on_gpu(self, gpu: Gpu | None) -> None:
        if gpu != self._gpu:
            self._gpu = gpu
            self._show_engine()

    def _on_live_event(self, event: events.Event) -> None:
        if isinstance(event, events.EngineReady):
            self._running = cost_key(event.model, event.device)
            self._show_engine()
        elif isinstance(event, events.EngineOpening | events.EngineFailed):
            self._running = ""

    def _on_statistics(self, statistics: LiveStatistics) -> None:
        self._window.engine.show_statistics(statistics)
        cost = statistics.stage_ms.get("process")
        if not self._running or cost is None or cost.count < STEADY_FRAMES:
            return
        known = self._state.saved.costs_ms.get(self._running, 0.0)
        if abs(cost.p50 - known) > 0.1 * max(cost.p50, known):
            self._remember_cost(self._running, cost.p50)

    def _measure(self) -> None:
        self._measured_device = self._device()
        self._window.engine.show_measuring(True)
        self._session.errands.measure_models(self._measured_device)

    def _on_cost(self, model: str, frame_ms: float, trouble: str) -> None:
        if trouble:
            self._window.notices.show_notice("warning", f"{model}: {trouble}", code="measure")
        elif model:
            self._remember_cost(cost_key(model, self._measured_device), frame_ms)
        else:
            self._window.engine.show_measuring(False)

    def _remember_cost(self, key: str, frame_ms: float) -> None:
        known = self._state.saved.costs_ms
        self._state.update(costs_ms={**known, key: round(frame_ms, 1)})
        self._show_engine()

    def _device(self) -> Device:
        """The one that works, or would."""
        device = self._state.settings.device
        if device == "auto":
            return "cuda" if self._running.endswith(" on cuda") else "cpu"
        return device

    def _show_engine(self) -> None:
        settings, costs = self._state.settings, self._state.saved.costs_ms
        device = self._device()

        def model_cost(name: str) -> float | None:
            return costs.get(cost_key(name, device))

        automatic = self._running.rpartition(" on ")[0]
        models = [("auto", f"Automatic ({automatic})" if automatic else "Automatic")]
        models += [
            (name, _with_cost(name.capitalize(), model_cost(name))) for name in model_names()
        ]
        self._window.engine.show_models(models, current=settings.model)
        words = dict(DEVICE_WORDS)
        if self._gpu is not None and self._gpu.name:
            words["cuda"] = self._gpu.name
        reasons = {}
        if self._gpu is not None and not self._gpu.name:
            reasons["cuda"] = self._gpu.sentence
        model = automatic if settings.model == "auto" else settings.model
        devices = [("auto", f"Automatic ({device.upper()})" if automatic else "Automatic")]
        devices += [
            (key, _with_cost(words[key], costs.get(cost_key(model, key))))
            for key in ("cuda", "cpu")
        ]
        self._window.engine.show_devices(devices, current=settings.device, reasons=reasons)


def cost_key(model: str, device: str) -> str:
    """Under which a measured cost is remembered."""
    return f"{model} on {device}"


def _with_cost(words: str, cost_ms: float | None) -> str:
    return words if cost_ms is None else f"{words}  \u00b7  {cost_ms:.0f} ms"
