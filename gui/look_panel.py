"""LookPanel: how the edge is drawn, whether the picture is mirrored, and named presets."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox

from gpu_unet.settings import EdgeSettings
from gui.parts import Section, Segments, icon_button
from gui.preset_bar import PresetBar
from gui.sliders import NamedSlider

DEFAULTS = EdgeSettings()


class LookPanel(Section):
    """Sliders and switches for `EdgeSettings` and the mirror.

    Signals:
        edges_changed: The new `EdgeSettings`.
        mirror_changed: Whether the person is flipped left to right.
        reset_asked: Everything here back to its default.
    """

    edges_changed = Signal(object)
    mirror_changed = Signal(bool)
    reset_asked = Signal()

    def __init__(self) -> None:
        super().__init__("Look")
        self._edges = DEFAULTS
        reset = icon_button("reset", "Reset the look to its defaults", kind="small")
        reset.setObjectName("ResetLook")
        reset.clicked.connect(self.reset_asked)
        self.aside.addWidget(reset)
        self.presets = PresetBar()
        self.body.addWidget(self.presets)
        self._sliders: dict[str, NamedSlider] = {}
        for field, name, low, high, tip in (
            ("softness", "Edge softness", 0.0, 1.0, "0 cuts hard; 100 keeps the finest hair."),
            ("threshold", "Edge trim", 0.05, 0.95, "More trims the edge closer to the person."),
            ("smoothing", "Steadiness", 0.0, 1.0, "Calms flicker where nothing moves."),
            ("light_wrap", "Light wrap", 0.0, 1.0, "Lets the new background glow over the edge."),
        ):
            slider = NamedSlider(
                name,
                low=low,
                high=high,
                default=getattr(DEFAULTS, field),
                tip=tip,
                object_name=f"Look-{field}",
            )
            slider.value_changed.connect(lambda value, field=field: self._change(field, value))
            self._sliders[field] = slider
            self.body.addWidget(slider)
        self.people = Segments(
            [
                ("all", "Everyone", "people", "Keep all people in the picture"),
                ("largest", "Largest only", "person", "Keep only the largest person"),
            ],
            name="Who stays in the picture",
        )
        self.people.set_chosen("all")
        self.people.chosen.connect(lambda key: self._change("largest_only", key == "largest"))
        self.body.addWidget(self.people)
        self.mirror = QCheckBox("Mirror me")
        self.mirror.setObjectName("Mirror")
        self.mirror.setToolTip("Flip yourself left to right, not the background (M)")
        self.mirror.clicked.connect(self.mirror_changed)
        self.body.addWidget(self.mirror)

    def slider(self, field: str) -> NamedSlider:
        """The slider of an `EdgeSettings` field."""
        return self._sliders[field]

    def show_settings(self, edges: EdgeSettings, *, mirror: bool) -> None:
        """Show these values without telling anyone."""
        self._edges = edges
        for field, slider in self._sliders.items():
            slider.set_value(getattr(edges, field))
        self.people.set_chosen("largest" if edges.largest_only else "all")
        self.mirror.setChecked(mirror)

    def _change(self, field: str, value: float | bool) -> None:
        self._edges = replace(self._edges, **{field: value})
        self.edges_changed.emit(self._edges)
