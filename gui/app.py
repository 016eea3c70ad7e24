"""The app: connects window, session and controls; `run` shows it and returns when it closes."""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import cast

from PySide6.QtCore import QObject, QStandardPaths, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from app.messages import marked
from app.pipeline.end_signals import CANCELLED, EndSignals
from app.pipeline.live.recordings import RecordingOptions
from app.pipeline.live.source_request import STATISTICS_EVERY_S, SourceRequest, StartOptions
from app.pipeline.live.statistics import LiveStatistics
from app.pipeline.settings import Settings
from app.video.files.sequence_source import is_pattern
from app.video.placing.work_folder import remove_unfinished
from gui.about_control import AboutControl
from gui.areas import AreasControl
from gui.background.control import BackgroundControl
from gui.background.screen_control import ScreenControl
from gui.control import Control, Core
from gui.crash import install_hook, start_logging
from gui.display import found_display, missing_fonts
from gui.engine.control import EngineControl
from gui.export.control import ExportControl
from gui.global_keys_control import GlobalKeysControl
from gui.history import History
from gui.leaving import LeaveControl
from gui.look.control import LookControl
from gui.main_window import MainWindow, restore_within_screen
from gui.output.control import OutputControl, RecoveryControl
from gui.person.frame import PersonControl
from gui.person.people import PeopleControl
from gui.preview.desktop import DesktopControl
from gui.preview.playback_control import PlaybackControl, SoundControl
from gui.preview.status_control import StatusControl
from gui.preview.view import ShownFrame
from gui.preview.view_control import ViewControl
from gui.preview.zoom import STEP
from gui.project_control import ProjectControl
from gui.remote.commands import RemoteActions
from gui.remote.control import RemoteControl
from gui.room import RoomControl
from gui.session import Session
from gui.shared.icons import icon
from gui.shared.language import speak, told_in, tr
from gui.shared.parts import open_once
from gui.shared.store import State, Store
from gui.shared.theme import Choice, FocusRing, Theme
from gui.shared.timers import WindowThreadGarbage, timer
from gui.shortcuts import DEFAULT_KEYS, KeysDialog, keys_with
from gui.source.control import SourceControl
from gui.source.devices import watch_hot_plug
from gui.strokes import StrokesControl

log = logging.getLogger(__name__)

APP_NAME = "Backdrop"
# Finishing files takes a moment; a second request after this time ends at once.
INSIST_AFTER_S = 3.0
# Each translation names its own language.
NEXT_START = marked("Restart Backdrop to use it in English.")


def show_file(path: Path) -> None:
    """Open `path` in its default program; for an image sequence its folder."""
    shown = path.parent if is_pattern(path) else path
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(shown)))


def show_in_folder(path: Path) -> None:
    """Open the folder that holds `path` in the system's file manager."""
    folder = path if path.is_dir() else path.parent
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


class App(QObject):
    """One window with its session and controls.

    Args:
        session: Made by the caller, so that tests can hand in other engines and devices.
        log_path: The log file; copies of backgrounds lie beside it.
        open_folder: Shows a file in the file manager.
        speak: Sets the window's language; empty: the system's.
    """

    def __init__(
        self,
        qt: QApplication,
        store: Store,
        session: Session,
        *,
        log_path: Path,
        open_folder: Callable[[Path], None] = show_in_folder,
        open_file: Callable[[Path], None] = show_file,
        speak: Callable[[str], None] = lambda language: None,
    ) -> None:
        super().__init__()
        self.state = State(store, on_unwritable=self._on_unwritable, parent=self)
        saved = self.state.saved
        speak(saved.language)  # before anything is written anywhere
        self.theme = Theme(qt, saved.theme)
        self._ring = FocusRing(qt)
        self.session = session
        self.window = MainWindow()
        restore_within_screen(self.window, saved.geometry)
        session.set_settings(self.state.settings)
        self.state.settings_changed.connect(session.set_settings)
        copies = log_path.parent / "backgrounds"
        core = Core(self.window, session, self.state, copies, open_file, open_folder)
        self._core = core
        self.background = BackgroundControl(core)
        self.screen = ScreenControl(core)
        self.global_keys = GlobalKeysControl(core)
        self.look = LookControl(core)
        self.person = PersonControl(core)
        self.history = History(core)
        self.history.restored.connect(self.background.show_again)
        self.engine = EngineControl(core)
        self.view = ViewControl(core)
        self.desktop = DesktopControl(core)
        self.playback = PlaybackControl(core)
        self.sound = SoundControl(core, self.playback)
        self.source = SourceControl(core, view=self.view, playback=self.playback)
        self.areas = AreasControl(core, source=self.source, view=self.view)
        self.people = PeopleControl(
            core, source=self.source, view=self.view, playback=self.playback
        )
        self.source.switched.connect(self.history.forget_source)
        self.history.restored.connect(self.source.follow_log)
        self.output = OutputControl(core)
        self.exports = ExportControl(core, self.source, self.playback)
        self.output.use_changed.connect(self.exports.rest_preview)
        self.project = ProjectControl(core, self.source, self.exports)
        self.project.opened.connect(self.background.show_again)
        self.leaving = LeaveControl(core, self.output, self.exports)
        self.recovery = RecoveryControl(core)
        self.status = StatusControl(core)
        self.strokes = StrokesControl(
            core, source=self.source, playback=self.playback, status=self.status
        )
        self.room = RoomControl(core)
        self.about = AboutControl(core)
        actions = RemoteActions(
            core, background=self.background, look=self.look, output=self.output, sound=self.sound
        )
        self.remote = RemoteControl(core, actions)
        self._connect(log_path)
        self.theme.dress()
        self._hot_plug = watch_hot_plug(session.devices.look_again)
        if store.notice:
            self.window.notices.show_notice("warning", store.notice, code="store")

    def start(self, request: SourceRequest | None = None) -> None:
        """Show the window and the first source, without blocking."""
        for name in self.state.saved.folded:
            if name in self.window.sections():
                self.window.sections()[name].set_open(False)
        self.window.show()
        self.state.settings_changed.emit(self.state.settings)  # for all that shows them
        for part in (self.session, self.background, self.engine):
            part.start()
        self.source.start(request)
        for part in (self.recovery, self.exports, self.global_keys, self.remote):
            part.start()
        self.history.forget()

    def close(self) -> None:
        """Stop everything and delete the window; `run` and tests call it last."""
        self.exports.stop()
        self.strokes.stop()
        self.session.stop()
        self.window.allow_close()
        for part in (self.window, self.theme, self.session, self):
            part.deleteLater()

    def override_settings(self, settings: Settings) -> None:
        """Let the command line's settings override the stored ones."""
        if settings.areas:
            self.areas.ask(settings.areas)
        self.state.put_settings(settings)

    def start_with(self, options: StartOptions, printer: StatisticsPrinter | None = None) -> None:
        """Carry out the command line's options: record, virtual camera, time limit."""
        StartControl(self._core, self.output, self.leaving, options, printer)

    def report_crash(self, sentence: str, details: str) -> None:
        """Show an uncaught exception in the window; any thread."""
        self.session.tasks.tell(self._show_crash, sentence, details)

    def _show_crash(self, sentence: str, details: str) -> None:
        notices = self.window.notices
        notices.show_notice("error", sentence, details=details, code="crash")

    def _connect(self, log_path: Path) -> None:
        window = self.window
        actions: dict[str, Callable[[], object]] = {
            "play_pause": self.playback.toggle_paused,
            "step_back": lambda: self.playback.step(-1),
            "step_forward": lambda: self.playback.step(1),
            "range_start": lambda: self.playback.mark(is_start=True),
            "range_end": lambda: self.playback.mark(is_start=False),
            "range_all": self.playback.forget_range,
            "next_mark": lambda: window.transport.lane.step(1),
            "mark_before": lambda: window.transport.lane.step(-1),
            "mute": window.transport.mute.click,
            "record": self.output.toggle_recording,
            "pause_recording": self.output.toggle_recording_paused,
            "snapshot": self.output.snapshot,
            "next_background": self.background.next_background,
            "next_slide": lambda: self.background.turn_slides(1),
            "slide_before": lambda: self.background.turn_slides(-1),
            "zoom_in": lambda: window.preview.zoom_by(STEP),
            "zoom_out": lambda: window.preview.zoom_by(1 / STEP),
            "zoom_fit": window.preview.zoom_to_fit,
            "zoom_pixels": window.preview.zoom_to_pixels,
            "undo": self.history.undo,
            "redo": self.history.redo,
            "mirror": window.look.mirror.click,
            "view": self.view.choose_next,
            "compact": lambda: window.set_compact(not window.is_compact),
            "desktop": window.desktop.trigger,
            "full_screen": lambda: window.set_full_screen(not window.isFullScreen()),
            "open": window.source.ask_for_files,
            "address": window.source.ask_for_address,
            "save_project": self.project.save,
            "save_project_as": self.project.save_as,
            "export": self.exports.ask,
            "export_all": lambda: self.exports.ask(wants_all=True),
            "side_panel": window.panel_button.toggle,
            "help": window.overlay.toggle,
            "keys": self._ask_for_keys,
            "remote": self.remote.open,
            "log": lambda: self._core.open_folder(log_path),
            "about": self.about.open,
            "quit": window.close,
        }
        window.action.connect(lambda name: actions[name]())
        self.source.opening.connect(self.background.leave_room)
        window.preview.viewport_changed.connect(self._on_viewport)
        window.preview.zoom_changed.connect(lambda zoom: self.session.change_view(zoom=zoom))
        window.preview.full_screen_asked.connect(actions["full_screen"])
        window.set_keys(keys_with(self.state.saved.keys))
        for group, chosen, choose in (
            (window.themes, self.theme.choice, self._choose_theme),
            (window.languages, self.state.saved.language, self._choose_language),
        ):
            group.triggered.connect(lambda action, choose=choose: choose(action.data()))
            for action in group.actions():
                action.setChecked(action.data() == chosen)
        self.theme.changed.connect(self._show_plot_colours)
        self._show_plot_colours()
        for name, section in window.sections().items():
            section.folded.connect(lambda is_folded, name=name: self._fold(name, is_folded))

    def _show_plot_colours(self) -> None:
        self.window.engine.plot.colours = self.theme.palette["plot"].split(",")

    def _on_viewport(self, height: int, width: int, scale: float) -> None:
        colours = (self.theme.palette[name] for name in ("checker_light", "checker_dark"))
        light, dark = (tuple(bytes.fromhex(colour[1:])) for colour in colours)
        self.session.change_view(height=height, width=width, scale=scale, checker=(light, dark))

    def _ask_for_keys(self) -> None:
        dialog = KeysDialog(self.window.keys, self.state.saved.global_keys, self.window)
        dialog.keys_changed.connect(self._change_keys)
        dialog.global_keys_changed.connect(
            lambda keys: dialog.show_refused(self.global_keys.change(keys))
        )
        open_once(dialog)

    def _change_keys(self, keys: dict[str, str]) -> None:
        self.window.set_keys(keys)
        changed = {name: its for name, its in keys.items() if its != DEFAULT_KEYS[name]}
        self.state.update(keys=changed)

    def _choose_theme(self, choice: str) -> None:
        self.theme.choose(cast(Choice, choice))
        self.state.update(theme=choice)

    def _choose_language(self, language: str) -> None:
        self.state.update(language=language)
        # A change while the window is open would leave some texts in the old language.
        self.window.notices.show_notice("info", told_in(language, NEXT_START), code="language")

    def _fold(self, name: str, is_folded: bool) -> None:
        others = tuple(other for other in self.state.saved.folded if other != name)
        self.state.update(folded=(*others, name) if is_folded else others)

    def _on_unwritable(self) -> None:
        log.warning("the settings cannot be written")
        sentence = tr(
            "Your settings cannot be saved: the settings folder is read-only or the disk is full."
        )
        self.window.notices.show_notice("warning", sentence, code="store")


def run(
    request: SourceRequest | None = None,
    settings: Settings | None = None,
    *,
    options: StartOptions | None = None,
    printer: StatisticsPrinter | None = None,
) -> int:
    """Open the window; returns the exit status when it is closed.

    Args:
        request: What to show; None: what was shown last, a camera, or the sample.
        settings: From the command line; None: what is remembered.
        options: Instead of both, and what to do from the start: record, feed other programs, end
            after some seconds.
        printer: Where statistics go, if the options are for any.

    Raises:
        DisplayError: There is no screen.
    """
    with found_display():
        qt = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(qt, QApplication), "nobody else makes one"
    if sentence := missing_fonts():
        sys.stderr.write(f"{sentence}\n")  # the terminal is the only place to say it
    qt.setApplicationName(APP_NAME)
    qt.setApplicationDisplayName(APP_NAME)
    qt.setDesktopFileName("backdrop")
    make_home_known()
    locations = QStandardPaths.StandardLocation
    settings_folder = Path(QStandardPaths.writableLocation(locations.AppConfigLocation))
    log_path = start_logging(Path(QStandardPaths.writableLocation(locations.AppDataLocation)))
    app = App(
        qt,
        Store(settings_folder / "backdrop.ini"),
        Session(),
        log_path=log_path,
        speak=partial(speak, qt),
    )
    garbage = WindowThreadGarbage()
    remove_hook = install_hook(log_path, app.report_crash)
    qt.setWindowIcon(icon("backdrop"))
    if options is not None:
        request, settings = options.request, settings_from_options(options, app.state.settings)
        app.start_with(options, printer)
    if settings is not None:
        app.override_settings(settings)
    # The window hides before it closes, and Qt sends no signal when a hidden window closes.
    app.window.closed.connect(qt.quit)
    restore_signals = leave_at_signals(app.leaving.finish_and_leave, app.session.hurry)
    app.start(request)
    try:
        return qt.exec()
    finally:
        app.close()  # before the signals: they must not cut the end of a recording short
        restore_signals()
        remove_hook()
        garbage.stop()


def make_home_known() -> None:
    """Set HOME where it is empty or relative, or settings would land in the working folder or `/`.

    Qt uses HOME as it is; the system knows the user's home anyway.
    """
    if sys.platform == "win32" or os.path.isabs(os.environ.get("HOME", "")):
        return
    import pwd  # Windows has none

    with suppress(KeyError):  # as in some containers
        os.environ["HOME"] = pwd.getpwuid(os.getuid()).pw_dir


def leave_at_signals(
    leave: Callable[[], None], hurry: Callable[[], None] = lambda: None
) -> Callable[[], None]:
    """Close the window on Ctrl-C, SIGTERM and a closed terminal, as if the user closed it.

    Python runs the handler as soon as it runs at all on this thread, which the statistics' timer
    sees to twice a second. A second request shortens what can be shortened; one that comes when
    the end has been under way for a while ends the process.

    Args:
        leave: Called once, by the event loop.
        hurry: Called at the second request, on its own thread: this one may be blocked.

    Returns:
        Puts the earlier handlers back.
    """

    def on_signal(count: int) -> None:
        if count == 1:
            QTimer.singleShot(0, leave)
        elif count == 2:
            threading.Thread(target=hurry, name="hurry", daemon=True).start()
        elif signals.since_s > INSIST_AFTER_S:
            remove_unfinished()
            os._exit(CANCELLED)

    signals = EndSignals(on_signal)
    signals.__enter__()
    return lambda: signals.__exit__()


# Prints figures to the terminal, and is told whether they are the last.
StatisticsPrinter = Callable[[LiveStatistics, bool], None]


def settings_from_options(options: StartOptions, remembered: Settings) -> Settings:
    """The stored settings with the command line's changes."""
    return remembered.changed({name: options.settings.value(name) for name in options.given})


class StartControl(Control):
    """Connects `StartOptions` with the controls.

    Args:
        options: Source and settings among them are the app's own business.
        printer: Where statistics go, if any are asked for.
    """

    def __init__(
        self,
        core: Core,
        output: OutputControl,
        leaving: LeaveControl,
        options: StartOptions,
        printer: StatisticsPrinter | None,
    ) -> None:
        super().__init__(core)
        self._output, self._leaving, self._options = output, leaving, options
        is_automatic = options.has_automatic_pace
        core.session.set_pace(frame_limit=options.frame_limit, is_automatic=is_automatic)
        core.session.about_to_start.connect(self._begin)
        if options.wants_statistics and printer is not None:
            every_ms = round(STATISTICS_EVERY_S * 1000)
            timer(self, lambda: self._print(printer, False), every_ms).start()
            core.window.closed.connect(lambda: self._print(printer, True))

    def _begin(self) -> None:
        self._session.about_to_start.disconnect(self._begin)
        options = self._options
        if options.record is not None:
            # A recording that begins at the first frame would miss it, and perhaps the next.
            wanted = RecordingOptions(
                options.microphone or None,
                options.overwrite,
                awaits_composite=True,
                has_constant_rate=options.has_constant_rate,
            )
            self._output.record_to(options.record, wanted)
        for name in options.senders:
            self._output.set_sending(name, True)

    def _on_frame(self, frame: ShownFrame) -> None:
        if not frame.has_valid_matte:
            return
        self._session.frame_ready.disconnect(self._on_frame)
        if self._options.seconds is not None:
            seconds = self._options.seconds
            QTimer.singleShot(round(seconds * 1000), self, self._leaving.finish_and_leave)

    def _print(self, printer: StatisticsPrinter, is_final: bool) -> None:
        if (worker := self._session.worker) is not None:
            printer(worker.statistics(), is_final)
