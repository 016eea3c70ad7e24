"""Transport: play, pause, step, seek, In and Out, loop and volume of a file."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from gui.preview.timeline import MarkLane, Timeline
from gui.shared.icons import icon
from gui.shared.language import tr
from gui.shared.parts import GRID_PX, icon_button, label
from gui.shared.sliders import JumpSlider
from gui.shared.words import clock

NARROW_PX = 520  # narrower: hide the step buttons
ROOMY_PX = 640  # narrower: hide the volume slider
VOLUME_PX = 72


class Transport(QWidget):
    """Its buttons and bars carry the user's requests; methods show the actual state.

    Attributes:
        timeline: The seek bar with In and Out.
        lane: What the film's times are marked with.
    """

    def __init__(self) -> None:
        super().__init__()
        self.play = icon_button("pause", tr("Play/pause (space)"), checkable=True)
        self.back = icon_button("step-back", tr("Previous frame (,)"))
        self.forward = icon_button("step-forward", tr("Next frame (.)"))
        for button in (self.back, self.forward):
            button.setAutoRepeat(True)
        self.timeline = Timeline()
        self.position = self.timeline.position
        self.timeline.sought.connect(lambda at_s: self._elapsed.setText(clock(at_s)))
        self.loop = icon_button("loop", tr("Loop"), checkable=True)
        self.mute_key = "N"
        self.mute = icon_button("sound", tr("Mute (N)"), checkable=True)
        self.volume = JumpSlider()
        self.volume.setAccessibleName(tr("Volume"))
        self.volume.setRange(0, 100)
        self.volume.setPageStep(10)
        self.volume.setFixedWidth(VOLUME_PX)
        self._elapsed = label("0:00", "value")
        self._total = label("0:00", "value")
        self.lane = MarkLane(self.position)
        self.lane.sought.connect(self.timeline.sought)
        layout = QGridLayout()
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(GRID_PX)
        layout.setVerticalSpacing(0)
        before = (self.back, self.play, self.forward, self._elapsed)
        after = (self._total, self.mute, self.volume, self.loop)
        for place, widget in enumerate((*before, self.timeline, *after)):
            layout.addWidget(widget, 0, place)
            if widget is self.timeline:
                layout.addWidget(self.lane, 1, place)
                layout.setColumnStretch(place, 1)
        # Players run from left to right, also in right-to-left languages.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setLayout(layout)

    def show_film(self, duration_s: float, frame_s: float) -> None:
        """Set the length of the bar, and of one frame."""
        self.timeline.show_film(duration_s, frame_s)
        self._total.setText(clock(duration_s))
        self._elapsed.setText(clock(0))

    def show_position(self, pts_s: float) -> None:
        """Move the handle, unless the user drags it."""
        if self.position.isSliderDown():
            return
        with QSignalBlocker(self.position):
            self.position.setValue(self.position.step_of(pts_s))
        self._elapsed.setText(clock(pts_s))

    def show_paused(self, is_paused: bool) -> None:
        """Show play or pause on the button."""
        self.play.setChecked(is_paused)
        self.play.setIcon(icon("play" if is_paused else "pause"))
        self.play.setAccessibleName(tr("Play") if is_paused else tr("Pause"))

    def show_volume(self, volume: float, *, is_muted: bool, reason: str = "") -> None:
        """Show volume and mute; `reason` says why it is silent anyway."""
        with QSignalBlocker(self.volume):
            self.volume.setValue(round(volume * 100))
        self.mute.setChecked(is_muted)
        self.mute.setIcon(icon("sound-off" if is_muted or reason else "sound"))
        name = tr("Unmute") if is_muted else tr("Mute")
        self.mute.setAccessibleName(name)
        self.mute.setAccessibleDescription(reason)
        sentences = [reason] if reason else []
        self.mute.setToolTip("\n".join((*sentences, f"{name} ({self.mute_key})")))
        self.volume.setToolTip(reason or tr("Volume: {share:.0%}", share=self.volume.value() / 100))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802
        super().resizeEvent(event)
        for button in (self.back, self.forward):
            button.setVisible(self.width() >= NARROW_PX)
        self.volume.setVisible(self.width() >= ROOMY_PX)
