"""Sliders: a click jumps to that value, a double-click resets to the default."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QSlider, QStyle, QStyleOptionSlider, QWidget

from gpu_unet import Row
from gui.shared.language import percent, tr
from gui.shared.parts import GRID_PX, check_box, label
from gui.shared.theme import restyle


class Gestures:
    """Tells whether the user is dragging a control, so that undo takes a drag as one step.

    Widgets call `begin` and `end`, on the window's thread.
    """

    def __init__(self) -> None:
        self._count = 0
        self._is_held = False

    def begin(self) -> None:
        """A drag begins."""
        self._count += 1
        self._is_held = True

    def end(self) -> None:
        """The drag ends; harmless without `begin`."""
        self._is_held = False

    @property
    def current(self) -> int:
        """Number of the current drag; 0: none."""
        return self._count if self._is_held else 0


GESTURES = Gestures()  # a person has one pointer


SLIDER_STEPS = 100
CAPTION_PX, VALUE_PX = 96, 40  # at least
OWN_KEYS = (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End)


class ResetSlider(QSlider):
    """A slider with a way back, which the wheel does not move.

    Signals:
        reset_asked: Double-click, or Delete.
    """

    reset_asked = Signal()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        self.reset_asked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102, N802
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.reset_asked.emit()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102, N802
        # Scrolling what it stands in must not change the slider under the pointer.
        event.ignore()


class JumpSlider(ResetSlider):
    """A slider that jumps to a click."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._tell_style()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102, N802
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._tell_style()
        super().changeEvent(event)

    def _tell_style(self) -> None:
        """The style sheet fills what is left of the handle; here it may be what is right of it."""
        restyle(self, "mirrored", self.isRightToLeft())

    def value_at(self, x: float) -> int:
        """The value whose handle would stand at window column `x` of this widget."""
        begin, room, is_mirrored = self._way()
        return QStyle.sliderValueFromPosition(
            self.minimum(), self.maximum(), round(x - begin), round(room), is_mirrored
        )

    def x_of(self, value: int) -> float:
        """Where in this widget the middle of the handle stands for `value`."""
        begin, room, is_mirrored = self._way()
        low, high = self.minimum(), self.maximum()
        share = (value - low) / max(1, high - low)
        return begin + room * (1 - share if is_mirrored else share)

    def _way(self) -> tuple[float, float, bool]:
        """Where the handle's middle stands at the left, how far it can go, and from the right."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        style = self.style()
        control, part = QStyle.ComplexControl.CC_Slider, QStyle.SubControl
        groove = style.subControlRect(control, option, part.SC_SliderGroove, self)
        handle = style.subControlRect(control, option, part.SC_SliderHandle, self)
        is_mirrored = bool(option.upsideDown)  # type: ignore[attr-defined] - missing in the stubs
        return groove.x() + handle.width() / 2, groove.width() - handle.width(), is_mirrored

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        if event.button() == Qt.MouseButton.LeftButton:
            GESTURES.begin()
            self.setSliderPosition(self.value_at(event.position().x()))
        super().mousePressEvent(event)  # the handle is under the pointer now, so a drag can
        # continue

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102, N802
        super().mouseReleaseEvent(event)
        GESTURES.end()

    def event(self, event: QEvent) -> bool:  # noqa: D102
        # A focused slider takes its keys before the window's shortcuts.
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if event.key() in OWN_KEYS and not event.modifiers():
                event.accept()
                return True
        return super().event(event)


class NamedSlider:
    """A caption, a slider and the value, for one number: in its unit, or in percent of its range.

    Args:
        tell: Receives the number, when a person moved the slider or reset it.
    """

    def __init__(self, setting: Row, tell: Callable[[float], object]) -> None:
        self._low, self._high, self._default = setting.low, setting.high, setting.default
        self._unit, self._tell = setting.unit, tell
        name, tip = tr(setting.label), tr(setting.tip)
        self.slider = JumpSlider()
        self.slider.setRange(0, SLIDER_STEPS)
        self.slider.setPageStep(10)
        self.slider.setAccessibleName(name)
        self.slider.setAccessibleDescription(tip)
        self.slider.reset_asked.connect(self.reset)
        self.slider.valueChanged.connect(self._on_moved)
        self._value = label("", "value")
        self._value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.caption = label(name)
        self.caption.setBuddy(self.slider)
        self.parts = (self.caption, self.slider, self._value)
        for part in self.parts:
            part.setToolTip(tr("{tip}\nDouble-click or Delete resets it.", tip=tip))
        self.set_value(setting.default)

    def value(self) -> float:
        """The number."""
        share = self.slider.value() / SLIDER_STEPS
        return round(self._low + share * (self._high - self._low), 4)

    def set_value(self, value: float) -> None:
        """Show `value` without telling."""
        share = (value - self._low) / (self._high - self._low)
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(share * SLIDER_STEPS))
        self._show()

    def reset(self) -> None:
        """Reset to the default, and tell."""
        before = self.value()
        self.set_value(self._default)
        if self.value() != before:
            self._tell(self._default)

    def _on_moved(self) -> None:
        self._show()
        self._tell(self.value())

    def _show(self) -> None:
        is_share = self._unit != "%"
        self._value.setText(percent((self.slider.value() if is_share else self.value()) / 100))


def box_of(table: Iterable[Row], name: str) -> QCheckBox:
    """The check box of one setting of a table."""
    setting = next(row for row in table if row.name == name)
    return check_box(tr(setting.label), tr(setting.tip))


class RowSliders(QWidget):
    """The sliders of a table of settings, one below the other: one for each number with a label.

    Signals:
        changed: Name of the setting and its value, when a person moved a slider.
    """

    changed = Signal(str, float)

    def __init__(self, table: Iterable[Row]) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(GRID_PX)
        grid.setColumnMinimumWidth(0, CAPTION_PX)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(2, VALUE_PX)
        self._sliders = {
            setting.name: NamedSlider(setting, partial(self.changed.emit, setting.name))
            for setting in table
            if setting.label and isinstance(setting.default, float)
        }
        for place, slider in enumerate(self._sliders.values()):
            for column, part in enumerate(slider.parts):
                grid.addWidget(part, place, column)

    def slider(self, name: str) -> NamedSlider:
        """Of a setting."""
        return self._sliders[name]

    def show_values(self, settings: Any) -> None:
        """Show these settings without a signal."""
        for name, slider in self._sliders.items():
            slider.set_value(getattr(settings, name))
