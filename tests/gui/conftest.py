"""The window with fake engines and cameras, and its clips."""

from __future__ import annotations

import functools
import gc
import math
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from gui_doubles import HEIGHT, WIDTH, FakeCameras, LookOpener, inventory, room_picture
from gui_driver import GuiDriver
from PySide6.QtCore import QEvent, QLocale, QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from video_clips import make_clip

from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.worker import LiveWorker
from app.pipeline.memory import keep_few_heaps
from app.video.playing import Speaker, SpeakerError
from app.video.recording.sound import Microphone
from app.video.source import SourceError
from gui.app import App
from gui.background import tiles
from gui.background.control import BACKGROUNDS_FOLDER
from gui.output.control import TOLD_SILENT
from gui.session import Session
from gui.shared.language import speak
from gui.shared.store import Store
from gui.shared.timers import WindowThreadGarbage
from gui.source.control import TOLD_WELCOME
from gui.source.devices import Inventory

# The offscreen platform has no window manager (sizes, raising, grabbing), and says so.
OFFSCREEN_MESSAGE = "This plugin does not support"

# Not five seconds, which on a busy machine decide a test: one that hangs ends by its timeout.
for waiting in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitExposed):
    waiting.__kwdefaults__["timeout"] = 10**9  # milliseconds


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore(OFFSCREEN_MESSAGE, extend=True))


@pytest.fixture
def patient_remote(monkeypatch):
    """No wait of the remote control's server ends before what it waits for is there."""
    for name in ("OPEN_WAIT_S", "TOKEN_WAIT_S", "CLOSE_WAIT_S", "STOP_WAIT_S"):
        monkeypatch.setattr(f"gui.remote.server.{name}", 600.0)


@pytest.fixture(scope="session", autouse=True)
def _garbage(qapp):
    """As in the app: no worker thread may happen to destroy a widget."""
    keep_few_heaps()
    garbage = WindowThreadGarbage()
    gc.collect()
    gc.freeze()  # what was imported is not searched again after each window
    yield
    garbage.stop()


@pytest.fixture(scope="session", autouse=True)
def _english(qapp):
    """Tests read English words and numbers, whatever this machine speaks."""
    QLocale.setDefault(QLocale(QLocale.Language.English))


@pytest.fixture(autouse=True)
def _nobody_else_is_busy(monkeypatch):
    """What a live session makes of a machine that others use, too, is no part of these tests.

    A matte that comes late hides the picture, and the key R then records nothing.
    """
    monkeypatch.setattr("app.pipeline.live.engine.STALE_S", 600.0)
    monkeypatch.setattr("app.pipeline.live.pace_control.DOWN_AFTER_S", math.inf)
    for name in ("STALL_S", "FIRST_FRAME_S", "FIRST_CHANGE_S"):
        monkeypatch.setattr(f"app.pipeline.live.camera_feed.{name}", math.inf)


@pytest.fixture(autouse=True)
def _no_notice_goes_unseen(monkeypatch):
    """An info goes by itself after ten seconds, which a busy machine may take to look for it."""
    monkeypatch.setattr("gui.preview.notices.INFO_MS", 600_000)


@pytest.fixture(scope="session", autouse=True)
def _thumbnails_of_the_program():
    """Each of the program's own backgrounds is decoded for the first window that shows it."""
    make = tiles.make_thumbnail
    make_once = functools.cache(make)

    def kept(path: Path):
        return make_once(path) if path.parent == BACKGROUNDS_FOLDER else make(path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gui.session.make_thumbnail", kept)
        yield


def no_microphone(name: str) -> Microphone:
    raise SourceError(f"The microphone {name} cannot be opened.")


def no_speaker() -> Speaker:
    raise SpeakerError("No sound server answers; there is no sound until one does.")


@pytest.fixture(autouse=True)
def _costs(monkeypatch):
    """Nothing is measured that would have to be compiled first."""

    def measure(model, **_):
        frame_ms = {"fast": 10.0, "quality": 60.0}[model]
        return SimpleNamespace(frame_ms=frame_ms, twice_ms=1.5 * frame_ms)

    monkeypatch.setattr("app.pipeline.model_cost.measure_cost", measure)
    # Nor tried beside what a test looks at, unless it asks for it.
    monkeypatch.setattr("gui.export.queue.WAIT_MS", 10**6)


@pytest.fixture
def make_driver(qtbot, qapp, tmp_path):
    """Opens windows; each is closed at the end of the test."""
    drivers: list[GuiDriver] = []
    # What the tests before this one left for good, as modules and caches, is not searched after it.
    gc.collect()
    gc.freeze()

    def make(
        *,
        start: SourceRequest | None = None,
        found: Inventory | None = None,
        look: Callable[[Inventory | None], Inventory] | None = None,
        cameras: FakeCameras | None = None,
        store: Path | None = None,
        is_started: bool = True,
        device: str = "cpu",
        is_new: bool = False,
        open_microphone: Callable[[str], Microphone] = no_microphone,
        open_speaker: Callable[[], Speaker] = no_speaker,
        speak: Callable[[str], None] = lambda language: None,
    ) -> GuiDriver:
        engine_factory = LookOpener(device=device)
        cameras = cameras or FakeCameras("Desk camera")
        found = inventory(*sorted(cameras.plugged)) if found is None else found
        session = Session(
            engine_factory=engine_factory,
            make_worker=functools.partial(LiveWorker, make_feed=cameras.make_feed),
            look=look or (lambda known: found),
            open_microphone=open_microphone,
            open_speaker=open_speaker,
        )
        folders: list[Path] = []
        files: list[Path] = []
        app = App(
            qapp,
            Store(store or tmp_path / "backdrop.ini"),
            session,
            log_path=tmp_path / "backdrop.log",
            open_folder=folders.append,
            open_file=files.append,
            speak=speak,
        )
        app.theme.choose("dark")
        if not is_new:  # whoever is new is asked about the sound of the first recording
            app.state.update(told=(TOLD_SILENT, TOLD_WELCOME))
        app.window.output.folder_chosen.emit(tmp_path / "out")
        driver = GuiDriver(qtbot, app, engine_factory, cameras)
        driver.shown_folders, driver.shown_files = folders, files
        drivers.append(driver)
        app.window.resize(1180, 760)
        if is_started:
            app.start(start)
            qtbot.waitExposed(app.window)
        return driver

    yield make
    for driver in drivers:
        driver.stop()
    drivers.clear()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    # A window is built faster without a style sheet; Theme says why no widget may see it go.
    if not QApplication.allWidgets():
        qapp.setStyleSheet("")


@pytest.fixture
def x_server() -> Iterator[str]:
    """A display of this test's own."""
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x600x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


@pytest.fixture
def speaks(qapp) -> Iterator[object]:
    """Install a language, and take it away again."""
    before = QLocale()
    installed: list[QTranslator] = []

    def begin(language: str) -> None:
        known = set(qapp.findChildren(QTranslator))
        speak(qapp, language)
        installed.extend(set(qapp.findChildren(QTranslator)) - known)

    yield begin
    for translator in installed:
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(before)


@pytest.fixture
def driver(make_driver) -> GuiDriver:
    """A window on a live fake camera with a green background."""
    driver = make_driver(start=SourceRequest("camera", "Desk camera"))
    driver.wait_live()
    driver.click(driver.window.gallery.swatch("#00b140"))
    driver.wait_colour(0.1, 0.5, (0, 177, 64))
    return driver


@pytest.fixture(scope="session")
def clip(tmp_path_factory) -> Path:
    """Two seconds of the room at 15 frames/s, RGB, with sound; it counts its frames in a corner."""
    path = tmp_path_factory.mktemp("clips") / "room.mkv"
    make_clip(
        path,
        frame_count=30,
        height=HEIGHT,
        width=WIDTH,
        codec="ffv1",
        pixel_format="bgr0",
        rate=Fraction(15),
        audio=("aac",),
        picture=room_picture,
    )
    return path


@pytest.fixture
def asks_for_log(monkeypatch):
    """The window asks for the log curve of films of 8 bits, too."""
    monkeypatch.setattr("app.pipeline.live.file_feed.LOG_BITS", 8)


@pytest.fixture
def file_driver(make_driver, clip) -> GuiDriver:
    """A window that plays `clip` on a green background."""
    driver = make_driver(start=SourceRequest("file", str(clip)))
    driver.wait_live()
    driver.click(driver.window.gallery.swatch("#00b140"))
    driver.wait_colour(0.1, 0.5, (0, 177, 64))
    return driver
