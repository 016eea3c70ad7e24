"""Monkey: uses every control of the window at random, from a seed; also for the benchmark."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

from gui_doubles import ROOM
from gui_driver import GuiDriver, is_near
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QWidget

from app.pipeline.live.statistics import LiveStatistics
from gui.background.gallery import COLOURS
from gui.preview.view import ShownFrame

KEYS = "SBMVRP,.[]xn+-01"
PLACES = ((0.1, 0.1), (0.9, 0.1), (0.5, 0.97))  # always outside the fake person's boxes


STATM = Path("/proc/self/statm")  # Linux only


def resident_mib() -> float:
    """Of this process."""
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


class Monkey:
    """A person without patience.

    Attributes:
        steps: What was done so far.
        memory_mib: Resident memory, once a second; empty where the system does not tell.
        leaks: Descriptions of pictures in which the room was seen unasked.
    """

    def __init__(self, driver: GuiDriver, *, seed: int, clip: Path) -> None:
        self.driver = driver
        self.steps = 0
        self.leaks: list[str] = []
        self.memory_mib: list[float] = []
        self._random = random.Random(seed)
        self._clip = clip
        self._last = ""
        driver.app.session.frame_ready.connect(self._inspect)
        driver.app.session.statistics_ready.connect(self._on_statistics)

    def run(self, *, seconds: float) -> None:
        """Go on for so long, then let go of everything."""
        began_s = time.monotonic()
        until_s = began_s + seconds
        actions = [getattr(self, name) for name in dir(self) if name.startswith("_do_")]
        while time.monotonic() < until_s:
            action: Callable[[], None] = self._random.choice(actions)
            self._last = action.__name__
            action()
            self.steps += 1
            if STATM.exists() and time.monotonic() - began_s > len(self.memory_mib):
                self.memory_mib.append(resident_mib())
            self.driver.qtbot.wait(self._random.randint(1, 60))
            self._close_dialogs()
        self.driver.cameras.plugged.add("Desk camera")  # it may have been taken away last
        if self.driver.app.output.is_recording:
            self.driver.app.output.toggle_recording()
            self.driver.wait(lambda: not self.driver.app.output.is_recording)
        self.driver.window.original_held.emit(False)
        if self.driver.window.isFullScreen():
            self.driver.window.set_full_screen(False)

    # What it does

    def _do_slider(self) -> None:
        look = self.driver.window.look
        fields = ("softness", "threshold", "smoothing", "light_wrap")
        slider = look.sliders.slider(self._random.choice(fields)).slider
        if slider.isVisible():
            self.driver.drag(slider, self._random.random())

    def _do_reset_slider(self) -> None:
        slider = self.driver.window.look.sliders.slider("softness").slider
        if slider.isVisible():
            self.driver.qtbot.mouseDClick(slider, Qt.MouseButton.LeftButton)

    def _do_background(self) -> None:
        gallery = self.driver.window.gallery
        tiles = [gallery.blur, gallery.transparent, *map(gallery.tile, sorted(gallery.paths()))]
        self._click(
            self._random.choice([*tiles, *(gallery.swatch(colour) for _, colour in COLOURS)])
        )

    def _do_blur_strength(self) -> None:
        slider = self.driver.window.gallery.strength.slider("blur_strength").slider
        if slider.isVisible():
            self.driver.drag(slider, self._random.random())

    def _do_view(self) -> None:
        view = self.driver.window.view
        self._click(view.button(self._random.choice(("result", "matte", "cutout", "compare"))))

    def _do_hold_original(self) -> None:
        self.driver.qtbot.keyPress(self.driver.window, Qt.Key.Key_O)
        self.driver.qtbot.wait(self._random.randint(1, 40))
        self.driver.qtbot.keyRelease(self.driver.window, Qt.Key.Key_O)

    def _do_key(self) -> None:
        self.driver.qtbot.keyClicks(self.driver.window, self._random.choice(KEYS))

    def _do_space(self) -> None:
        self.driver.press(Qt.Key.Key_Space)

    def _do_seek(self) -> None:
        bar = self.driver.window.transport.position
        if bar.isVisible():
            at = QPoint(self._random.randint(4, max(5, bar.width() - 4)), bar.height() // 2)
            self.driver.qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=at)

    def _do_undo(self) -> None:
        self.driver.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    def _do_drag_picture(self) -> None:
        preview = self.driver.window.preview
        if preview.isVisible() and not preview.zoom.is_fit:
            middle = preview.rect().center()
            self.driver.qtbot.mousePress(preview, Qt.MouseButton.LeftButton, pos=middle)
            away = QPoint(self._random.randint(-90, 90), self._random.randint(-60, 60))
            self.driver.qtbot.mouseMove(preview, middle + away)
            self.driver.qtbot.mouseRelease(preview, Qt.MouseButton.LeftButton, pos=middle + away)

    def _do_loop(self) -> None:
        self._click(self.driver.window.transport.loop)

    def _do_source(self) -> None:
        self._choose(self.driver.window.source.source)

    def _do_mode(self) -> None:
        self._choose(self.driver.window.source.mode)

    def _do_drop(self) -> None:
        self.driver.drop(self.driver.window.preview, [self._clip])

    def _do_model(self) -> None:
        self._choose(self.driver.window.engine.model)

    def _do_device(self) -> None:
        self._choose(self.driver.window.engine.device)

    def _do_plot(self) -> None:
        self._click(self.driver.window.engine.fold)

    def _do_people(self) -> None:
        people = self.driver.window.look.people
        self._click(people.button(self._random.choice(("all", "largest"))))

    def _do_fold(self) -> None:
        sections = list(self.driver.window.sections().values())
        self._click(self._random.choice(sections).header)

    def _do_panel(self) -> None:
        self._click(self.driver.window.panel_button)

    def _do_full_screen(self) -> None:
        self.driver.press(Qt.Key.Key_F11)

    def _do_resize(self) -> None:
        if not self.driver.window.isFullScreen():
            self.driver.window.resize(
                self._random.randint(1000, 1400), self._random.randint(560, 900)
            )

    def _do_theme(self) -> None:
        self._random.choice(self.driver.window.themes.actions()[1:]).trigger()

    def _do_help(self) -> None:
        self.driver.window.overlay.toggle()
        self.driver.window.overlay.hide_again()

    def _do_unplug(self) -> None:
        plugged = self.driver.cameras.plugged
        if plugged:
            plugged.clear()
        else:
            plugged.add("Desk camera")

    def _do_dialogs(self) -> None:
        self._click(self.driver.window.export)

    def _do_put_away(self) -> None:
        for card in self.driver.window.notices.cards()[:1]:
            self._click(card.close_button)

    # How

    def _click(self, widget: QWidget) -> None:
        if widget.isVisible() and widget.isEnabled():
            self.driver.click(widget)

    def _choose(self, box: QComboBox) -> None:
        if box.isVisible() and box.count():
            self.driver.qtbot.keyClick(box, Qt.Key.Key_Home)
            for _ in range(self._random.randrange(box.count())):
                self.driver.qtbot.keyClick(box, Qt.Key.Key_Down)

    def _close_dialogs(self) -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog) and widget.isVisible():
                widget.reject()
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.hide()

    # What must hold

    def _inspect(self, frame: ShownFrame) -> None:
        if frame.shows_original:
            return
        image = frame.image
        for x, y in PLACES:
            pixel = image.pixelColor(int(x * image.width()), int(y * image.height())).getRgb()[:3]
            if is_near(pixel, ROOM, 40) or is_near(pixel, (255, 45, 55), 40):
                view = self.driver.window.view.current()
                self.leaks.append(f"{pixel} at {x}, {y} in view {view} after {self._last}")

    def _on_statistics(self, statistics: LiveStatistics) -> None:
        assert statistics.fps_out < 200
