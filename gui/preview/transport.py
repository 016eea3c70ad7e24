"""Transport: play, pause, seek and loop of a file."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from gui.shared.icons import icon
from gui.shared.parts import icon_button, label, row
from gui.shared.sliders import JumpSlider
from gui.shared.words import clock

STEPS_PER_S = 20  # a slider counts in whole numbers


class Transport(QWidget):
    """Signals carry what a person wants; what really happens is shown through the methods.

    Signals:
        paused_changed: True: hold the picture.
        sought: Position in seconds.
        loop_changed: Begin again at the end.
    """

    paused_changed = Signal(bool)
    sought = Signal(float)
    loop_changed = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.play = icon_button("pause", "Pause or go on (space)", checkable=True)
        self.play.setObjectName("PlayPause")
        self.play.clicked.connect(self._on_clicked)
        self.position = JumpSlider()
        self.position.setObjectName("SeekBar")
        self.position.setAccessibleName("Position in the video")
        self.position.setToolTip("Drag or click to go there; the arrow keys go by a second")
        self.position.setPageStep(5 * STEPS_PER_S)
        self.position.setSingleStep(STEPS_PER_S)
        self.position.valueChanged.connect(self._on_moved)
        self.loop = icon_button("loop", "Begin again at the end", checkable=True)
        self.loop.setObjectName("Loop")
        self.loop.clicked.connect(self.loop_changed)
        self._elapsed = label("0:00", "value")
        self._total = label("0:00", "value")
        layout = row(self.play, self._elapsed, self.position, self._total, self.loop)
        layout.setStretch(2, 1)
        self.setLayout(layout)

    def show_duration(self, duration_s: float) -> None:
        """Set the length of the bar."""
        self.position.blockSignals(True)
        self.position.setRange(0, max(1, round(duration_s * STEPS_PER_S)))
        self.position.setValue(0)
        self.position.blockSignals(False)
        self._total.setText(clock(duration_s))
        self._elapsed.setText(clock(0))

    def show_position(self, pts_s: float) -> None:
        """Move the handle, unless a person holds it."""
        if self.position.isSliderDown():
            return
        self.position.blockSignals(True)
        self.position.setValue(round(pts_s * STEPS_PER_S))
        self.position.blockSignals(False)
        self._elapsed.setText(clock(pts_s))

    def show_paused(self, is_paused: bool) -> None:
        """Turn the button round."""
        self.play.setChecked(is_paused)
        self.play.setIcon(icon("play" if is_paused else "pause"))
        self.play.setAccessibleName("Play" if is_paused else "Pause")

    def show_loop(self, is_looping: bool) -> None:
        """Turn the loop button."""
        self.loop.setChecked(is_looping)

    def _on_clicked(self, is_paused: bool) -> None:
        self.show_paused(is_paused)
        self.paused_changed.emit(is_paused)

    def _on_moved(self, value: int) -> None:
        self._elapsed.setText(clock(value / STEPS_PER_S))
        self.sought.emit(value / STEPS_PER_S)
