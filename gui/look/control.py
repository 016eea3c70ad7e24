"""LookControl: writes the style panel's values to the settings, and manages presets."""

from __future__ import annotations

from dataclasses import fields

from app.pipeline.settings import Settings
from gpu_unet import EdgeSettings
from gui.control import Control, Core
from gui.shared.saved import Preset


class LookControl(Control):
    """Connects the style panel with the store."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        look = core.window.look
        look.sliders.changed.connect(core.state.change)
        look.people.chosen.connect(self._choose_people)
        look.mirror.clicked.connect(lambda is_on: core.state.change("mirror", is_on))
        look.reset.clicked.connect(
            lambda: core.state.change_settings(edges=EdgeSettings(), mirror=False)
        )
        look.presets.applied.connect(self.apply_preset)
        look.presets.saved.connect(self._save_preset)
        look.presets.deleted.connect(self._delete_preset)

    def _on_settings(self, settings: Settings) -> None:
        self._window.look.show_settings(settings)
        self._window.preview.is_mirrored = settings.mirror
        self._show_presets()

    def _choose_people(self, key: str) -> None:
        if key != "chosen":  # which `PeopleControl` sees to
            self._state.change("largest_only", key == "largest")

    def _save_preset(self, name: str) -> None:
        self._delete_preset(name)  # the newest one comes last
        self._state.update(
            presets={**self._state.saved.presets, name: Preset.of(self._state.settings)}
        )
        self._show_presets()

    @property
    def current_preset(self) -> str:
        """Name of the preset in force; empty: none."""
        now = Preset.of(self._state.settings)
        # Of two equal presets the later one is meant.
        same = [name for name, preset in self._state.saved.presets.items() if preset == now]
        return same[-1] if same else ""

    def apply_preset(self, name: str) -> None:
        """Apply a stored preset."""
        preset = self._state.saved.presets[name]
        kept = {item.name: getattr(preset, item.name) for item in fields(preset)}
        self._state.change_settings(**kept)

    def _delete_preset(self, name: str) -> None:
        presets = {key: value for key, value in self._state.saved.presets.items() if key != name}
        self._state.update(presets=presets)
        self._show_presets()

    def _show_presets(self) -> None:
        presets = self._state.saved.presets
        self._window.look.presets.show_presets(list(presets), current=self.current_preset)
