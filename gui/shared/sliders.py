"""Sliders: a click jumps to that value, a double-click resets to the default."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QSlider, QStyle, QStyleOptionSlider, QWidget

from gpu_unet import Row
from gui.shared.language import percent, tr
from gui.shared.parts import check_box, column, label, row
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
CAPTION_PX = 96  # at least
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


class Caption(QLabel):
    """The name of a slider.

    Signals:
        restyled: The text may be wider or narrower from now on.
    """

    restyled = Signal()

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setMinimumWidth(CAPTION_PX)

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102, N802
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self.restyled.emit()


class NamedSlider(QWidget):
    """A name, a slider and the value, for one number: in its unit, or in percent of its range.

    Signals:
        value_changed: The number, when a person moved the slider or reset it.
    """

    value_changed = Signal(float)

    def __init__(self, setting: Row) -> None:
        super().__init__()
        self._low, self._high, self._default = setting.low, setting.high, setting.default
        self._unit = setting.unit
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
        self._value.setMinimumWidth(40)
        self.caption = Caption(name)
        self.caption.setBuddy(self.slider)
        self.setToolTip(tr("{tip}\nDouble-click or Delete resets it.", tip=tip))
        self.setLayout(row(self.caption, self.slider, self._value, wide=self.slider))
        self.set_value(setting.default)

    def value(self) -> float:
        """The number."""
        share = self.slider.value() / SLIDER_STEPS
        return round(self._low + share * (self._high - self._low), 4)

    def set_value(self, value: float) -> None:
        """Show `value` without a signal."""
        share = (value - self._low) / (self._high - self._low)
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(share * SLIDER_STEPS))
        self._show()

    def reset(self) -> None:
        """Reset to the default, with a signal."""
        before = self.value()
        self.set_value(self._default)
        if self.value() != before:
            self.value_changed.emit(self._default)

    def _on_moved(self) -> None:
        self._show()
        self.value_changed.emit(self.value())

    def _show(self) -> None:
        is_share = self._unit != "%"
        self._value.setText(percent((self.slider.value() if is_share else self.value()) / 100))


def align_captions(sliders: Iterable[NamedSlider]) -> None:
    """Align the sliders of a column by giving their captions one width, in every style."""
    captions = [slider.caption for slider in sliders]
    widths_px = [0] * len(captions)

    def measure(index: int) -> None:
        captions[index].ensurePolished()
        widths_px[index] = captions[index].sizeHint().width()
        widest = max(CAPTION_PX, *widths_px)
        for caption in captions:
            caption.setMinimumWidth(widest)

    for index, caption in enumerate(captions):
        measure(index)
        caption.restyled.connect(partial(measure, index))


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
        body = column(of=self)
        self._sliders: dict[str, NamedSlider] = {}
        for setting in table:
            if not setting.label or not isinstance(setting.default, float):
                continue
            slider = NamedSlider(setting)
            slider.value_changed.connect(
                lambda value, name=setting.name: self.changed.emit(name, value)
            )
            self._sliders[setting.name] = slider
            body.addWidget(slider)
        align_captions(self._sliders.values())

    def slider(self, name: str) -> NamedSlider:
        """Of a setting."""
        return self._sliders[name]

    def show_values(self, settings: Any) -> None:
        """Show these settings without a signal."""
        for name, slider in self._sliders.items():
            slider.set_value(getattr(settings, name))
