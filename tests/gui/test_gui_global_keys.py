"""Keys that act while another program is in front: off at first, grabbed, refused, let go of."""

from __future__ import annotations

import ctypes
import os
import queue
import shutil
import subprocess
import sys
import threading
from contextlib import suppress
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt

from gui.global_keys.base import FIRST_GLOBAL_KEYS, NO_SUCH_KEY, TAKEN, GlobalKeys, is_fit
from gui.global_keys.macos import MacGlobalKeys, key_code_of
from gui.global_keys.win32 import Win32GlobalKeys, virtual_key_of
from gui.global_keys.x11 import keysym_of
from gui.shared.store import Store
from gui.shortcuts import KeysDialog

linux = pytest.mark.skipif(sys.platform != "linux", reason="of Linux")


class FakeKeys(GlobalKeys):
    """A system whose keys a test presses.

    Attributes:
        keys: In force.
        taken: By other programs.
    """

    def __init__(self, on_pressed, taken=()) -> None:
        super().__init__(on_pressed)
        self.keys, self.taken, self.is_closed = {}, set(taken), False

    def put(self, keys):
        refused = {name: TAKEN for name, its in keys.items() if its in self.taken}
        self.keys = {name: its for name, its in keys.items() if name not in refused}
        return refused

    def press(self, action):
        thread = threading.Thread(target=self._on_pressed, args=(action,))
        thread.start()
        thread.join()

    def close(self):
        self.is_closed = True


@pytest.fixture
def system(driver, monkeypatch):
    """The keys of the system, opened once somebody wants one."""
    made = []

    def open_keys(on_pressed, on_refused, words):
        made.append(FakeKeys(on_pressed, taken={"Ctrl+Alt+T"}))
        made[-1].refuse = on_refused
        return made[-1]

    monkeypatch.setattr("gui.global_keys_control.open_global_keys", open_keys)
    return made


@pytest.fixture
def page(driver):
    driver.window.action.emit("keys")
    dialog = driver.window.findChild(KeysDialog)
    yield dialog
    with suppress(RuntimeError):
        dialog.reject()


def give(driver, button, key, modifier=Qt.KeyboardModifier.NoModifier):
    driver.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    driver.qtbot.keyClick(button, key, modifier)


def test_no_key_acts_everywhere_until_it_is_switched_on(driver, page, system):
    assert system == []
    assert not any(switch.isChecked() for switch in page.switches.values())
    assert not page.global_buttons["record"].isEnabled()
    page.switches["mute"].click()
    (keys,) = system
    assert keys.keys == {"mute": "Ctrl+Alt+N"}
    before = driver.app.state.saved.is_muted
    keys.press("mute")
    driver.wait(lambda: driver.app.state.saved.is_muted != before)
    page.switches["mute"].click()
    assert keys.keys == {}


def test_what_was_switched_on_survives_a_restart_and_is_let_go_of_at_the_end(
    driver, page, system, make_driver
):
    page.switches["next_background"].click()
    give(driver, page.global_buttons["next_background"], Qt.Key.Key_F14)
    assert system[0].keys == {"next_background": "F14"}
    driver.app.state.write()
    path = driver.app.state.store.path
    assert Store(path).load().global_keys == {"next_background": "F14"}
    driver.stop()
    assert system[0].is_closed


def test_a_key_that_is_typed_with_is_refused(driver, page, system):
    page.switches["record"].click()
    give(driver, page.global_buttons["record"], Qt.Key.Key_R)
    assert "needs Ctrl or Alt" in page.trouble.text()
    assert system[0].keys == {"record": "Ctrl+Alt+R"}


def test_a_key_that_moves_within_the_window_is_refused(driver, page, system):
    page.switches["record"].click()
    give(driver, page.global_buttons["record"], Qt.Key.Key_Tab)
    assert page.trouble.text() == "Tab is reserved for moving within the window."
    assert system[0].keys == {"record": "Ctrl+Alt+R"}


def test_a_key_that_another_program_has_is_said_to_be_taken(driver, page, system):
    page.switches["record"].click()
    held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    give(driver, page.global_buttons["record"], Qt.Key.Key_T, held)
    assert page.trouble.text() == f"Ctrl+Alt+T works only in this window: {TAKEN}."
    driver.wait_notice("Ctrl+Alt+T (start/stop recording) works only in this window")
    assert system[0].keys == {}


def test_what_the_desktop_refuses_later_is_a_notice(driver, page, system):
    page.switches["mute"].click()
    thread = threading.Thread(target=system[0].refuse, args=({"mute": "it was declined"},))
    thread.start()
    thread.join()
    driver.wait_notice("it was declined")


FIT = ("Ctrl+Alt+R", "Meta+1", "F13", "Ctrl++")
UNFIT = ("R", "Shift+R", "F5", "F\u00b2", "+", "Space")


@pytest.mark.parametrize("keys", [*FIT, *UNFIT])
def test_only_keys_that_nobody_types_with_are_taken_from_others(keys):
    assert is_fit(keys) is (keys in FIT)


def test_no_key_leads_to_the_room():
    assert "room" not in " ".join(FIRST_GLOBAL_KEYS)
    assert all(is_fit(keys) for keys in FIRST_GLOBAL_KEYS.values())


def test_what_settings_say_by_hand_is_taken_from_nobody(driver, system):
    driver.app.state.update(global_keys={"record": "R", "quit": "Ctrl+Q", "mute": "Ctrl+Alt+N"})
    driver.app.global_keys.start()
    assert system[0].keys == {"mute": "Ctrl+Alt+N"}


@pytest.mark.parametrize("numbers", [keysym_of, virtual_key_of, key_code_of])
def test_every_first_key_has_a_number_on_each_system(numbers):
    for key in (Qt.Key.Key_R, Qt.Key.Key_B, Qt.Key.Key_PageDown, Qt.Key.Key_N, Qt.Key.Key_F1):
        assert numbers(key) is not None
        assert numbers(key) != 0 or numbers is key_code_of


# X11, with a server and keys pressed by another client


LISTENER = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer
from gui.global_keys.x11 import X11GlobalKeys
from app.x11 import X11
qt = QCoreApplication([])
keys = X11GlobalKeys(lambda action: print(action, flush=True), X11())
print(sorted(keys.put({"record": "Ctrl+Alt+R", "next_slide": "Ctrl+Alt+PgDown"})), flush=True)
QTimer.singleShot(600_000, qt.quit)
qt.exec()
"""


def press(display, keysym, *held):
    """Press and release keys as another program's XTest client does."""
    try:
        x11, xtst = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
    except OSError:
        pytest.skip("libXtst is not installed")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    server = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))
    codes = [x11.XKeysymToKeycode(server, sym) & 0xFF for sym in (*held, keysym)]
    for code in codes:
        xtst.XTestFakeKeyEvent(server, code, 1, 0)
    for code in reversed(codes):
        xtst.XTestFakeKeyEvent(server, code, 0, 0)
    x11.XSync(server, 0)
    x11.XCloseDisplay(server)


CONTROL_L, ALT_L, NUM_LOCK, PAGE_DOWN = 0xFFE3, 0xFFE9, 0xFF7F, 0xFF56


@linux
def test_keys_that_another_client_presses_arrive_and_no_others(x_server):
    listener = subprocess.Popen(
        [sys.executable, "-c", LISTENER],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "DISPLAY": x_server},
    )
    try:
        assert listener.stdout.readline().strip() == "[]"
        press(x_server, ord("r"))  # typed, and nobody else's business
        press(x_server, ord("r"), CONTROL_L)
        press(x_server, ord("r"), CONTROL_L, ALT_L)
        assert listener.stdout.readline().strip() == "record"
        press(x_server, NUM_LOCK)
        press(x_server, PAGE_DOWN, CONTROL_L, ALT_L)  # whatever the locks
        assert listener.stdout.readline().strip() == "next_slide"
    finally:
        listener.kill()
        listener.wait()
        listener.stdout.close()


@linux
def test_a_key_that_another_client_has_grabbed_is_refused(x_server, monkeypatch, qapp):
    from app.x11 import X11
    from gui.global_keys.x11 import X11GlobalKeys

    first = X11GlobalKeys(lambda action: None, X11(x_server))
    second = X11GlobalKeys(lambda action: None, X11(x_server))
    assert first.put({"record": "Ctrl+Alt+R"}) == {}
    assert second.put({"record": "Ctrl+Alt+R", "mute": "Ctrl+Alt+N"}) == {"record": TAKEN}
    assert first.put({}) == {}
    assert second.put({"record": "Ctrl+Alt+R"}) == {}
    assert second.put({"record": "Ctrl+Media Play"}) == {"record": NO_SUCH_KEY}
    first.close()
    second.close()


# Windows and macOS, their calls answered by hand


class FakeUser32:
    """The message queue of one thread."""

    def __init__(self, taken=()) -> None:
        self.messages, self.registered, self.taken = queue.Queue(), {}, set(taken)

    def PeekMessageW(self, *arguments):  # noqa: N802
        return 0

    def GetMessageW(self, message, *arguments):  # noqa: N802
        kind, number = self.messages.get()
        message._obj.message, message._obj.wParam = kind, number
        return 0 if kind == 0x12 else 1

    def PostThreadMessageW(self, thread, kind, first, second):  # noqa: N802
        assert thread == 77
        self.messages.put((kind, first))

    def RegisterHotKey(self, window, number, held, key):  # noqa: N802
        if (held, key) in self.taken:
            return 0
        self.registered[number] = (held, key, threading.current_thread().name)
        return 1

    def UnregisterHotKey(self, window, number):  # noqa: N802
        del self.registered[number]


def test_windows_registers_tells_refuses_and_lets_go():
    pressed, user32 = [], FakeUser32(taken={(0x4003, ord("T"))})
    kernel32 = SimpleNamespace(GetCurrentThreadId=lambda: 77)
    keys = Win32GlobalKeys(pressed.append, user32, kernel32)
    wanted = {"record": "Ctrl+Alt+R", "mute": "Ctrl+Alt+T", "next_slide": "Ctrl+Alt+PgDown"}
    assert keys.put(wanted) == {"mute": TAKEN}
    assert user32.registered == {
        1: (0x4003, ord("R"), "global-keys"),
        3: (0x4003, 0x22, "global-keys"),
    }
    user32.messages.put((0x0312, 3))
    user32.messages.put((0x0312, 9))  # nobody's
    assert keys.put({"mute": "Ctrl+Shift+N"}) == {}
    assert pressed == ["next_slide"]
    assert user32.registered == {1: (0x4006, ord("N"), "global-keys")}
    keys.close()
    keys.close()
    assert user32.registered == {}


class FakeCarbon:
    """Keys of the application's event loop."""

    def __init__(self) -> None:
        self.registered, self.handler = {}, None

    def GetApplicationEventTarget(self):  # noqa: N802
        return 5

    def InstallEventHandler(self, target, handler, count, kinds, data, out):  # noqa: N802
        self.handler = handler

    def RegisterEventHotKey(self, code, held, name, target, options, out):  # noqa: N802
        if code == 17:  # T
            return -9878
        out._obj.value = name.id
        self.registered[name.id] = (code, held)
        return 0

    def UnregisterEventHotKey(self, reference):  # noqa: N802
        del self.registered[reference.value]

    def GetEventParameter(self, event, name, kind, _, size, __, out):  # noqa: N802
        out._obj.id = event
        return 0


def test_macos_registers_tells_refuses_and_lets_go():
    pressed, carbon = [], FakeCarbon()
    keys = MacGlobalKeys(pressed.append, carbon)
    wanted = {"record": "Ctrl+Alt+R", "mute": "Ctrl+Alt+T", "next_slide": "Meta+PgDown"}
    assert keys.put(wanted) == {"mute": TAKEN}
    assert carbon.registered == {1: (15, 0x100 | 0x800), 3: (121, 0x1000)}
    for number in (3, 9):
        assert carbon.handler(None, number, None) == 0
    assert pressed == ["next_slide"]
    keys.close()
    assert carbon.registered == {}


# Wayland, with a bus and a portal of this test's own


@pytest.fixture
def bus(tmp_path, monkeypatch):
    if shutil.which("dbus-daemon") is None:
        pytest.skip("dbus-daemon is not installed")
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"],
        stdout=subprocess.PIPE,
        text=True,
    )
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", daemon.stdout.readline().strip())
    yield daemon
    daemon.terminate()
    daemon.wait()
    daemon.stdout.close()


class FakePortal(threading.Thread):
    """A desktop's portal: one session, keys as they are asked for, presses as a test likes.

    Args:
        declines: Actions that the person does not allow.
    """

    def __init__(self, declines=()) -> None:
        super().__init__(name="portal")
        from jeepney.bus_messages import message_bus
        from jeepney.io.blocking import open_dbus_connection

        self.bound, self.closed, self._declines = [], [], declines
        self._connection = open_dbus_connection(bus="SESSION")
        self._connection.send_and_get_reply(
            message_bus.RequestName("org.freedesktop.portal.Desktop")
        )
        self.presses, self.is_ending = queue.Queue(), False
        self.start()

    def run(self):
        from jeepney import HeaderFields, new_method_return

        while not self.is_ending:
            with suppress(queue.Empty):
                self._press(self.presses.get_nowait())
            try:
                message = self._connection.receive(timeout=0.02)
            except TimeoutError:
                continue
            member = message.header.fields.get(HeaderFields.member)
            if member == "CreateSession":
                (options,) = message.body
                self.session = "/session/" + options["session_handle_token"][1]
                results = {"session_handle": ("s", self.session)}
            elif member == "BindShortcuts":
                self.bound = message.body[1]
                options = message.body[3]
                allowed = [(a, w) for a, w in self.bound if a not in self._declines]
                results = {"shortcuts": ("a(sa{sv})", allowed)}
            elif member == "Close":
                self.closed.append(message.header.fields[HeaderFields.path])
                continue
            else:
                continue
            request = "/request/" + options["handle_token"][1]
            self._connection.send(new_method_return(message, "o", (request,)))
            self._signal(
                request, "org.freedesktop.portal.Request", "Response", "ua{sv}", (0, results)
            )
        self._connection.close()

    def _press(self, action):
        self._signal(
            "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.GlobalShortcuts",
            "Activated",
            "osta{sv}",
            (self.session, action, 0, {}),
        )

    def _signal(self, path, interface, member, signature, body):
        from jeepney import DBusAddress, new_signal

        self._connection.send(
            new_signal(DBusAddress(path, interface=interface), member, signature, body)
        )

    def end(self):
        self.is_ending = True
        self.join()


@linux
def test_a_desktop_is_asked_by_its_portal_and_keeps_the_last_word(bus, qtbot):
    from gui.global_keys.portal import DECLINED, PortalGlobalKeys

    portal, pressed, refused = FakePortal(declines={"mute"}), [], {}
    keys = PortalGlobalKeys(pressed.append, refused.update, {"record": "Record"})
    try:
        assert keys.put({"record": "Ctrl+Alt+R", "mute": "Ctrl+Alt+PgDown"}) == {}
        qtbot.waitUntil(lambda: bool(refused))
        assert refused == {"mute": DECLINED}
        assert portal.bound == [
            ("record", {"description": ("s", "Record"), "preferred_trigger": ("s", "CTRL+ALT+r")}),
            (
                "mute",
                {"description": ("s", "mute"), "preferred_trigger": ("s", "CTRL+ALT+Page_Down")},
            ),
        ]
        portal.presses.put("quit")  # of nobody
        portal.presses.put("record")
        qtbot.waitUntil(lambda: bool(pressed))
        assert pressed == ["record"]
        keys.put({})
        qtbot.waitUntil(lambda: bool(portal.closed))
        assert portal.closed == [portal.session]
    finally:
        keys.close()
        portal.end()


@linux
@pytest.mark.parametrize("has_bus", [True, False])
def test_a_desktop_without_that_portal_is_said_to_be_so(request, monkeypatch, qtbot, has_bus):
    from gui.global_keys.portal import NO_PORTAL, PortalGlobalKeys

    if has_bus:
        request.getfixturevalue("bus")
    else:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all")
    refused = {}
    keys = PortalGlobalKeys(lambda action: None, refused.update, {})
    refused.update(keys.put({"mute": "Ctrl+Alt+N"}))
    qtbot.waitUntil(lambda: refused != {})
    keys.close()
    assert refused == {"mute": NO_PORTAL}


@linux
def test_a_bus_that_goes_is_said_and_found_again(bus, qtbot):
    from gui.global_keys.portal import NO_PORTAL, PortalGlobalKeys

    told = []
    keys = PortalGlobalKeys(lambda action: None, told.append, {})
    assert keys.put({"mute": "Ctrl+Alt+N"}) == {}
    qtbot.waitUntil(lambda: told == [{"mute": NO_PORTAL}])
    bus.terminate()
    qtbot.waitUntil(lambda: len(told) == 2)
    assert "message bus is gone" in told[1]["mute"]
    assert keys.put({"mute": "Ctrl+Alt+N"}) == {"mute": NO_PORTAL}
    keys.close()


def test_the_portal_is_left_alone_until_a_key_is_wanted(monkeypatch):
    if sys.platform != "linux":
        pytest.skip("of Linux")
    from gui.global_keys import portal

    monkeypatch.setattr(portal, "open_dbus_connection", pytest.fail)
    keys = portal.PortalGlobalKeys(lambda action: None, lambda refused: None, {})
    keys.put({})
    keys.close()
