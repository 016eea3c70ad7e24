"""A watchdog over the window's own thread: nothing heavy runs on it, whatever a person does.

What is asserted is who does the work, not how long it takes: on a machine that is shared a thread
may be held up at any time. How long it was held up is printed, with what it did then.
"""

from __future__ import annotations

import statistics
import sys
import threading
import time
import traceback

import pytest
from gui_driver import GuiDriver
from PySide6.QtCore import QObject, QPointF, Qt, Signal
from test_gui_export import open_dialog

GOAL_S = 0.05
# What reads a disk, decodes, computes or scales whole frames.
HEAVY = (
    "cv2.resize",
    "cv2.cvtColor",
    "av.open",
    "app.video.files.decoder.open_input",
    "app.video.files.inputs.open_source",
    "app.video.files.file_source.FileSource.read",
    "app.video.files.file_source.FileSource.seek",
    "gui.preview.view.render",
    "app.pipeline.jobs.estimate.Estimator.run",
    "app.pipeline.jobs.job.Job.run",
    "app.pipeline.live.compositor.Compositor.compose",
    "app.video.playing.SoundTrack.read",
    "app.video.playing.SoundTrack.__init__",
)


class Watchdog(QObject):
    """Asks the window's thread for a sign of life, again and again.

    Attributes:
        held_up: Seconds from each question to its answer.
        worst: The longest, and where the thread was then.
        late: Where it was each time that it had not answered for a while.
    """

    asked = Signal(float)

    def __init__(self) -> None:
        super().__init__()
        self.held_up: list[float] = []
        self.worst = (0.0, "")
        self.late: list[str] = []
        self._answered = threading.Event()
        self._is_over = threading.Event()
        self._window_thread = threading.get_ident()
        self.asked.connect(self._answer, Qt.ConnectionType.QueuedConnection)
        self._thread = threading.Thread(target=self._watch, name="watchdog")
        self._thread.start()

    def stop(self) -> None:
        self._is_over.set()
        self._answered.set()
        self._thread.join()

    def _answer(self, asked_s: float) -> None:
        self.held_up.append(time.perf_counter() - asked_s)
        self._answered.set()

    def _watch(self) -> None:
        while not self._is_over.wait(0.01):
            self._answered.clear()
            if self._is_over.is_set():  # what `stop` set is cleared, and would not come again
                return
            asked_s = time.perf_counter()
            self.asked.emit(asked_s)
            where = ""
            if not self._answered.wait(GOAL_S):
                frame = sys._current_frames().get(self._window_thread)
                where = "".join(traceback.format_stack(frame)[-3:])
                self.late.append(where)
                self._answered.wait()
            taken_s = time.perf_counter() - asked_s
            if taken_s > self.worst[0]:
                self.worst = (taken_s, where)


@pytest.fixture
def heavy(monkeypatch):
    """Notes every heavy call of the window's thread."""
    window_thread = threading.get_ident()
    calls: list[str] = []
    for name in HEAVY:
        monkeypatch.setattr(name, _noting(name, calls, window_thread))
    return calls


def _noting(name, calls, window_thread):
    import importlib

    module_name, _, rest = name.rpartition(".")
    try:
        owner = importlib.import_module(module_name)
    except ModuleNotFoundError:
        module_name, _, class_name = module_name.rpartition(".")
        owner = getattr(importlib.import_module(module_name), class_name)
    real = getattr(owner, rest)

    def call(*arguments, **keywords):
        if threading.get_ident() == window_thread:
            calls.append(name)
        return real(*arguments, **keywords)

    return call


def use(driver: GuiDriver, tmp_path) -> None:
    """Everything that this is about, as a person would in a hurry."""
    window, qtbot = driver.window, driver.qtbot
    middle = QPointF(window.preview.rect().center())
    for _ in range(6):
        driver.press(Qt.Key.Key_Period)
        driver.press(Qt.Key.Key_Comma)
        qtbot.wait(20)
    for factor in (1.5, 1.5, 1.5, 0.5, 0.5):
        window.preview.zoom_by(factor, middle)
        window.preview.pan(QPointF(30, 10))
        qtbot.wait(20)
    driver.press(Qt.Key.Key_1)
    qtbot.wait(20)
    driver.press(Qt.Key.Key_0)
    driver.press(Qt.Key.Key_BracketLeft)
    driver.drag(window.look.sliders.slider("softness").slider, 0.2)
    driver.click(window.look.mirror)
    qtbot.wait(20)
    for key in (Qt.Key.Key_Z, Qt.Key.Key_Z):
        driver.press(key, Qt.KeyboardModifier.ControlModifier)
        qtbot.wait(20)
    driver.press(Qt.Key.Key_N)
    driver.press(Qt.Key.Key_N)
    driver.press(Qt.Key.Key_Space)
    dialog = open_dialog(driver)
    dialog.path.setText(str(tmp_path / "out.mp4"))
    driver.choose(dialog.picture_size, 6)
    driver.wait(lambda: "Estimate for this computer" in dialog.time.text())
    driver.click(dialog.export)
    driver.wait(lambda: all(card.is_over for card in list(window.exports.cards.values())))


def test_nothing_heavy_runs_on_the_windows_own_thread(
    heavy, file_driver, tmp_path, monkeypatch, record_property
):
    monkeypatch.setattr("gui.export.queue.WAIT_MS", 0)
    watchdog = Watchdog()
    try:
        use(file_driver, tmp_path)
        file_driver.wait(lambda: len(watchdog.held_up) > 20)
    finally:
        watchdog.stop()
    late = [seconds for seconds in watchdog.held_up if seconds > GOAL_S]
    figure = (
        f"the window's thread answered {len(watchdog.held_up)} times, median "
        f"{statistics.median(watchdog.held_up) * 1000:.1f} ms, {len(late)} times after more than "
        f"{GOAL_S * 1000:.0f} ms, longest {watchdog.worst[0] * 1000:.0f} ms\n{watchdog.worst[1]}"
    )
    record_property("window_thread", figure)
    sys.stdout.write(f"{figure}\n")
    assert heavy == [], "on the window's own thread"


def test_the_watchdog_sees_what_holds_the_thread_up(qtbot, heavy):
    watchdog = Watchdog()
    qtbot.wait(100)
    while not any("what nobody may do" in where for where in watchdog.late):
        time.sleep(0.2)  # what nobody may do
        qtbot.wait(100)
    watchdog.stop()
    assert watchdog.worst[0] > GOAL_S
    import cv2
    import numpy as np

    cv2.resize(np.zeros((4, 4), np.uint8), (2, 2))
    assert heavy == ["cv2.resize"]
