"""A window of another program as the background: listed, shown, minimised, closed."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
from PySide6.QtGui import QColor, QImage

from app.pipeline.background_spec import BackgroundSpec
from app.video.backgrounds.picture import SCREEN
from gui.background import screen_control
from gui.background.screen_control import COVERED, EVERY_MS, NO_OTHER_WINDOW, NO_WINDOWS
from gui.background.windows import Win32Windows, Windows

ORANGE, BLUE = (250, 160, 20), (20, 60, 240)


class FakeWindows(Windows):
    """Those that a test puts there."""

    def __init__(self) -> None:
        self.there = {7: "Slides & notes", 8: "Terminal"}
        self.states = {7: "seen", 8: "seen"}
        self.covers = False
        self.is_closed = False

    def all(self):
        return dict(self.there)

    def state_of(self, handle):
        return self.states.get(handle, "gone")

    @property
    def shows_what_covers_them(self):
        return self.covers

    def close(self):
        self.is_closed = True


@pytest.fixture
def windows(driver, monkeypatch) -> FakeWindows:
    fake = FakeWindows()
    fake.colours = {7: ORANGE, 8: BLUE}
    monkeypatch.setattr(screen_control, "open_windows", lambda: fake)
    monkeypatch.setattr(screen_control, "grab", lambda handle: _picture(fake.colours[handle]))
    return fake


def _picture(colour) -> QImage:
    image = QImage(64, 36, QImage.Format.Format_RGB32)
    image.fill(QColor(*colour))
    return image


def choose(driver, title):
    menu = driver.window.gallery.windows_menu
    menu.aboutToShow.emit()
    action = next(action for action in menu.actions() if action.text() == title)
    action.trigger()


def background(driver):
    return driver.app.state.settings.background


def test_a_window_is_chosen_by_its_title_and_shown_while_it_changes(driver, windows):
    choose(driver, "Slides && notes")
    assert background(driver) == BackgroundSpec("screen", window=7)
    driver.wait_colour(0.1, 0.6, ORANGE)
    windows.colours[7] = BLUE
    driver.wait_colour(0.1, 0.6, BLUE)
    driver.app.state.write()
    assert driver.app.state.store.load().settings.background.kind == "blur"  # never remembered
    driver.click(driver.window.gallery.blur)
    assert SCREEN.aspect is None  # nothing of it is kept


def test_a_window_that_closes_leaves_its_last_picture_and_a_sentence(driver, windows):
    choose(driver, "Terminal")
    driver.wait_colour(0.1, 0.6, BLUE)
    del windows.states[8]
    driver.wait_notice("\u201cTerminal\u201d was closed. Its last picture is still shown")
    assert not driver.app.screen._timer.isActive()
    assert background(driver).kind == "screen"
    driver.wait_colour(0.1, 0.6, BLUE)


def test_a_minimised_window_is_waited_for(driver, windows):
    choose(driver, "Terminal")
    driver.wait_colour(0.1, 0.6, BLUE)
    windows.states[8], windows.colours[8] = "hidden", ORANGE
    driver.wait_notice("\u201cTerminal\u201d is minimised")
    driver.wait_colour(0.1, 0.6, BLUE)
    windows.states[8] = "seen"
    driver.wait_colour(0.1, 0.6, ORANGE)
    driver.wait(lambda: not any("is minimised" in sentence for sentence in driver.notices()))


@pytest.mark.parametrize("reason", ["is minimised", "is not available"])
def test_what_cannot_be_captured_is_told_once_for_each_time(driver, windows, monkeypatch, reason):
    picture = _picture(BLUE)
    monkeypatch.setattr(screen_control, "grab", lambda handle: picture)
    for _ in range(2):
        windows.states[8], picture = "seen", _picture(BLUE)
        choose(driver, "Terminal")
        driver.wait_colour(0.1, 0.6, BLUE)
        driver.qtbot.wait(2 * EVERY_MS)
        if reason == "is minimised":
            windows.states[8] = "hidden"
        else:
            picture = QImage()
        driver.wait_notice(reason)
        for card in driver.window.notices.cards():
            card.dismissed.emit()
        driver.qtbot.wait(3 * EVERY_MS)
        assert not any(reason in sentence for sentence in driver.notices()), "it was dismissed"


def test_the_screen_is_not_shown_where_a_window_was(driver, windows, monkeypatch):
    """Undo leads to the very window again, or to none."""
    choose(driver, "Terminal")
    driver.wait_colour(0.1, 0.6, BLUE)
    choose(driver, "Slides && notes")
    driver.wait_colour(0.1, 0.6, ORANGE)
    asked = []
    monkeypatch.setattr(
        screen_control, "grab", lambda handle: asked.append(handle) or _picture(BLUE)
    )
    driver.window.undo.click()
    driver.wait_colour(0.1, 0.6, BLUE)
    assert background(driver) == BackgroundSpec("screen", window=8)
    assert set(asked) == {8}


def test_what_lies_over_a_window_is_said_to_be_seen(driver, windows):
    windows.covers = True
    choose(driver, "Terminal")
    driver.wait_notice(COVERED[:40])


@pytest.mark.parametrize(("there", "sentence"), [(None, NO_WINDOWS), ({}, NO_OTHER_WINDOW)])
def test_a_system_without_windows_to_show_says_so(driver, windows, there, sentence, monkeypatch):
    if there is None:
        monkeypatch.setattr(screen_control, "open_windows", lambda: None)
    else:
        windows.there = there
    menu = driver.window.gallery.windows_menu
    menu.aboutToShow.emit()
    (action,) = menu.actions()
    assert action.text() == sentence
    assert not action.isEnabled()


def test_the_system_is_let_go_of_with_the_window(driver, windows):
    choose(driver, "Terminal")
    driver.stop()
    assert windows.is_closed


def test_windows_of_windows_are_listed_with_titles_but_not_ours():
    """The calls that Windows is asked, answered by hand."""
    titles = {3: ("Slides", 99, True), 4: ("", 99, True), 5: ("Ours", os.getpid(), True)}
    titles[6] = ("Unseen", 99, False)

    def number(handle):
        return handle.value

    def owner(handle, process):
        process._obj.value = titles[number(handle)][1]

    def text(handle, buffer, most):
        buffer.value = titles[number(handle)][0][: most - 1]

    user32 = SimpleNamespace(
        EnumWindows=lambda take, extra: [take(handle, None) for handle in titles],
        GetWindowThreadProcessId=owner,
        IsWindowVisible=lambda handle: titles[number(handle)][2],
        GetWindowTextW=text,
        IsWindow=lambda handle: number(handle) in titles,
        IsIconic=lambda handle: number(handle) == 4,
    )
    windows = Win32Windows(user32)
    assert windows.all() == {3: "Slides"}
    assert [windows.state_of(handle) for handle in (3, 4, 6, 77)] == [
        "seen", "hidden", "hidden", "gone",
    ]  # fmt: skip
    assert ctypes.sizeof(ctypes.c_void_p) == 8


PAINTER = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QWidget
qt = QApplication([])
window = QWidget()
window.setWindowTitle("Another program")
window.resize(320, 180)
window.show()
def paint():
    line = sys.stdin.readline().split()
    if not line:
        qt.quit()
    elif line[0] == "close":
        window.close()
    elif line[0] == "hide":
        window.hide()
    else:
        window.setStyleSheet(f"background: {line[0]}")
        window.show()
        window.repaint()
    print(int(window.winId()), flush=True)
    QTimer.singleShot(20, paint)
QTimer.singleShot(200, paint)
qt.exec()
"""
LOOKER = """
import sys, time
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from gui.background.screen_control import grab
from gui.background.windows import open_windows
qt = QGuiApplication([])
windows = open_windows()
def look():
    line = sys.stdin.readline().split()
    if not line:
        return qt.quit()
    handle, wanted = int(line[0]), line[1]
    said = ""
    while said != wanted:
        said = windows.state_of(handle)
        if said == "seen":
            image = grab(handle)
            said = "null" if image.isNull() else image.pixelColor(30, 30).name()
        time.sleep(0.05)
    print(said, flush=True)
    QTimer.singleShot(0, look)
QTimer.singleShot(0, look)
qt.exec()
windows.close()
"""


def _program(code, display):
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"},
    )


def test_a_real_window_of_another_process_is_seen_to_change_hide_and_close(x_server):
    other, looker = _program(PAINTER, x_server), _program(LOOKER, x_server)

    def tell(what):
        print(what, file=other.stdin, flush=True)
        return other.stdout.readline().strip()

    def see(handle, wanted):
        print(handle, wanted, file=looker.stdin, flush=True)
        return looker.stdout.readline().strip()

    try:
        handle = tell("#ff8000")
        assert see(handle, "#ff8000") == "#ff8000"
        tell("#0040ff")
        assert see(handle, "#0040ff") == "#0040ff"
        tell("hide")
        assert see(handle, "hidden") == "hidden"
        tell("#00c000")
        assert see(handle, "#00c000") == "#00c000"
        other.stdin.close()
        other.wait()
        assert see(handle, "gone") == "gone"
    finally:
        for program in (other, looker):
            if not program.stdin.closed:
                program.stdin.close()
            program.wait()
            program.stdout.close()
            program.stderr.close()
