"""PersonPanel: position, size, framing, light and shadow of the person."""

from __future__ import annotations

from app.messages import marked
from app.pipeline.settings import LAYER, OTHERS, Settings
from gui.shared.language import tr
from gui.shared.parts import Section, check_box, fill, icon_button, label, push_button, row
from gui.shared.sliders import RowSliders, box_of

# Preset for lectures: small, in the corner of the slides.
CORNER = {"person_size": 36.0, "person_across": 34.0, "person_down": 0.0}
WHOLE = {"person_size": 100.0, "person_across": 0.0, "person_down": 0.0}
NOT_OVER_BLUR = marked("The person cannot be moved over a blurred background.")


class PersonPanel(Section):
    """Sliders for `LayerSettings`, and two position presets."""

    def __init__(self) -> None:
        super().__init__(tr("Person"))
        self.reset = icon_button("reset", tr("Reset place, light and shadow"), kind="small")
        self.aside.addWidget(self.reset)
        self.whole = push_button(
            tr("Whole picture"), tr("Same place and size as in the camera picture")
        )
        self.corner = push_button(
            tr("In the corner"), tr("Small, in the corner of slides or a screen")
        )
        self.drag = check_box(
            tr("Drag in the picture"),
            tr("Move and size yourself in the picture, with the pointer or the arrow keys"),
        )
        self.framing = box_of(OTHERS, "auto_frame")
        self.sliders = RowSliders(LAYER)
        self.reason = label(tr(NOT_OVER_BLUR), "small", wraps=True)
        places = row(self.whole, self.corner, None)
        fill(self.body, places, self.drag, self.framing, self.sliders, self.reason)

    def show_settings(self, settings: Settings) -> None:
        """Show these values, which need a background that lets them be seen."""
        is_used = settings.background.kind not in ("blur", "room")
        self.sliders.show_values(settings.layer)
        self.framing.setChecked(settings.auto_frame)
        for widget in (self.sliders, self.whole, self.corner, self.drag, self.framing):
            widget.setEnabled(is_used)
        if not is_used:
            self.drag.setChecked(False)
        self.reason.setVisible(not is_used)
