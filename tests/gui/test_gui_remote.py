"""Remote control: off at first, on this computer alone, for those who know the token."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest
from listeners import listening, only_linux
from PIL import Image as PillowImage
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect as connect_within

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live.source_request import SourceRequest
from gui.output.control import TOLD_SILENT
from gui.remote import server as remote_server
from gui.remote.commands import ROWS
from gui.remote.control import FILE_NAME, RemoteControl, kept_token
from gui.shared.store import Store

connect = partial(connect_within, open_timeout=None, close_timeout=None, ping_interval=None)
pytestmark = pytest.mark.usefixtures("patient_remote")
PAGE = (Path(__file__).parents[2] / "docs" / "remote-control.md").read_text(encoding="utf-8")


class Client:
    """A program on this computer, with a thread of its own: the window goes on meanwhile."""

    def __init__(self, driver, address: str, **options) -> None:
        self._driver = driver
        self._connection = self.away(lambda: connect(address, **options).__enter__())

    def away(self, function):
        """Call `function` on another thread while the window works."""
        results, errors = [], []

        def run():
            try:
                results.append(function())
            except BaseException as error:  # noqa: BLE001 - raised again below
                errors.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        self._driver.wait(lambda: not thread.is_alive())
        if errors:
            raise errors[0]
        return results[0]

    def send(self, message) -> None:
        text = message if isinstance(message, str | bytes) else json.dumps(message)
        self.away(lambda: self._connection.send(text))

    def receive(self) -> dict:
        return json.loads(self.away(self._connection.recv))

    def ask(self, message) -> dict:
        """The reply to a message; status events before it are passed over."""
        self.send(message)
        while (answer := self.receive())["event"] != "reply":
            pass
        return answer

    def do(self, command: str, *to) -> dict:
        return self.ask({"command": command, **({"to": to[0]} if to else {})})

    def wait_status(self, condition) -> dict:
        """The first status event for which `condition` holds."""
        while True:
            answer = self.receive()
            if answer["event"] == "status" and condition(answer["status"]):
                return answer["status"]

    def closing(self) -> tuple[int, str]:
        """Code and reason with which the server closes the connection."""
        while True:
            try:
                self.away(self._connection.recv)
            except ConnectionClosed as error:
                return (0, "") if error.rcvd is None else (error.rcvd.code, error.rcvd.reason)

    def close(self) -> None:
        self.away(self._connection.close)


def switch_on(driver) -> RemoteControl:
    remote = driver.app.remote
    driver.app.state.update(remote_port=0)
    remote.switch(True)
    assert remote.address
    return remote


@pytest.fixture
def clients():
    made: list[Client] = []
    yield made
    for client in made:
        with suppress(Exception):
            client.close()


@pytest.fixture
def join(driver, clients):
    """`join()`: another client with the token, or `join(token="...")`."""

    def make(**options) -> Client:
        remote = driver.app.remote
        token = options.pop("token", kept_token(driver.app.state.folder))
        clients.append(Client(driver, f"{remote.address}?token={token}", **options))
        return clients[-1]

    return make


@pytest.fixture
def client(driver, join) -> Client:
    switch_on(driver)
    return join()


# Who is let in


@only_linux
def test_nothing_listens_until_it_is_switched_on_and_then_this_computer_alone(driver):
    assert listening(os.getpid()) == set()
    remote = switch_on(driver)
    assert listening(os.getpid()) == {remote.address.removeprefix("ws://").rstrip("/")}
    assert remote.address.startswith("ws://127.0.0.1:")
    remote.switch(False)
    assert listening(os.getpid()) == set()


def test_the_library_is_imported_only_once_it_is_switched_on():
    code = "import sys, gui.app; print('websockets' in sys.modules)"
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], capture_output=True, text=True
    )
    assert said.stdout.strip() == "False", said.stderr


@only_linux
def test_closing_the_window_closes_the_port_and_tells_clients(driver, client):
    driver.stop()
    assert listening(os.getpid()) == set()
    assert "remote-control" not in [thread.name for thread in threading.enumerate()]
    assert client.closing()[0] == remote_server.GOING_AWAY


def test_each_example_of_the_table_is_understood(client):
    for row in ROWS.values():
        assert "An example" not in client.ask(row.example)["text"]


def test_the_messages_of_the_page_are_understood(client):
    messages = re.findall(r'`(\{"command".*?\})`', PAGE)
    assert len(messages) >= 4
    for message in messages:
        assert "An example" not in client.ask(message)["text"], message


def test_the_five_lines_of_python_start_a_recording(driver, client, capsys):
    block = PAGE.partition("```python\n")[2].partition("```")[0]
    assert len(list(filter(None, block.splitlines()))) == 5
    remote = driver.app.remote
    token = kept_token(driver.app.state.folder)
    block = block.replace("ws://127.0.0.1:28765/", remote.address).replace("TOKEN", token)
    client.away(lambda: [exec(block)])
    assert capsys.readouterr().out == "The recording has started.\n"
    assert driver.app.output.is_recording


# Commands


def test_background_by_number_name_colour_and_blur(driver, client):
    entries = driver.window.gallery.entries
    for to in (1, entries[1].name, entries[2].path.stem.upper()):
        assert client.do("background", to)["ok"], to
        assert driver.app.state.settings.background.kind == "file"
    assert driver.app.state.settings.background.path == entries[2].path
    reply = client.do("background", "#204060")
    assert reply["text"] == "The background is #204060 now."
    assert reply["status"]["background"] == "#204060"
    driver.wait_colour(0.1, 0.5, (0x20, 0x40, 0x60))
    assert client.do("background", "blur")["status"]["background"] == "blur"
    assert client.do("background", "blur:0.25")["ok"]
    assert driver.app.state.settings.background.blur_strength == 0.25
    assert client.do("background", "transparent")["status"]["background"] == "transparent"


REFUSED = {
    "room": "There is no background 'room'. There are ",
    "my room": "There is no background 'my room'.",
    "screen": "There is no background 'screen'.",
    "/etc/passwd": "There is no background '/etc/passwd'.",
    "#12": "'#12' is no colour. Write it as #204060.",
    "#20 406": "is no colour",
    "blur:2": "the strength is a number from 0 to 1",
    999: "There is no background 999. Choose 1 to ",
}


def test_neither_the_room_nor_a_file_of_a_program_s_choice(driver, client):
    before = driver.app.state.settings.background
    for to, says in REFUSED.items():
        reply = client.do("background", to)
        assert not reply["ok"], to
        assert says in reply["text"]
        assert driver.app.state.settings.background == before


def test_a_background_whose_file_is_gone_is_said_to_be_missing(driver, client):
    entry = driver.window.gallery.entries[0]
    driver.window.gallery.show_missing(entry.path, "It is gone.")
    reply = client.do("background", 1)
    assert reply["text"] == f"The file of {entry.name} is missing. Locate it in the window."
    assert not reply["ok"]


def test_preset_by_name_and_number(driver, client):
    assert client.do("preset", 1)["text"].startswith("There is no preset yet.")
    driver.window.look.presets.saved.emit("Green")
    driver.app.background.choose(BackgroundSpec.parse("#204060"))
    driver.window.look.presets.saved.emit("Blue")
    reply = client.do("preset", "green")
    assert reply["text"] == "The preset Green is applied."
    assert reply["status"]["preset"] == "Green"
    driver.wait_colour(0.1, 0.5, (0, 177, 64))
    assert client.do("preset", 2)["status"]["preset"] == "Blue"
    assert client.do("preset", "Red")["text"] == (
        "There is no preset 'Red'. There are Green, Blue."
    )


def test_record_start_stop_and_toggle(driver, client, tmp_path):
    assert client.do("record", "stop")["text"] == "No recording runs."
    reply = client.do("record", "start")
    assert (reply["ok"], reply["status"]["recording"]) == (True, True)
    assert driver.app.output.is_recording
    assert client.do("record", "start")["text"] == "The recording runs already."
    client.wait_status(lambda status: status["recording"] and status["seconds"] >= 1)
    assert client.do("record", "stop")["text"] == "The recording is being finished."
    client.wait_status(lambda status: not status["recording"])
    assert len(list((tmp_path / "out").glob("*.mp4"))) == 1
    assert client.do("record")["status"]["recording"]
    assert client.do("record")["ok"]
    client.wait_status(lambda status: not status["recording"])


def test_a_recording_that_cannot_start_says_why(driver, client, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    driver.app.state.update(folder=blocked / "sub")
    reply = client.do("record", "start")
    assert str(blocked) in reply["text"]
    assert not reply["ok"]


def test_a_first_recording_without_sound_is_asked_about_in_the_window(driver, client):
    told = tuple(hint for hint in driver.app.state.saved.told if hint != TOLD_SILENT)
    driver.app.state.update(told=told)
    reply = client.do("record", "start")
    assert "The window asks whether to record without sound" in reply["text"]
    assert not reply["ok"]


@pytest.mark.parametrize(("command", "to"), [("record", "start"), ("slide", "next")])
def test_without_a_camera_one_sentence_says_so(make_driver, clients, command, to):
    driver = make_driver(is_started=False)
    driver.window.show()
    remote = switch_on(driver)
    clients.append(
        client := Client(driver, f"{remote.address}?token={kept_token(driver.app.state.folder)}")
    )
    reply = client.do(command, to)
    assert reply["text"] == "No camera is on. Start one first."
    assert not reply["ok"]
    assert not reply["status"]["camera"]


def test_a_window_that_is_leaving_takes_no_commands(driver, client):
    driver.window.hide()
    assert client.do("record", "start")["text"] == "The window is closing."
    assert not driver.app.output.is_recording


@pytest.fixture
def slides(tmp_path):
    folder = tmp_path / "slides"
    folder.mkdir()
    for number, red in enumerate((40, 120, 200), 1):
        PillowImage.fromarray(np.full((18, 32, 3), (red, 0, 0), np.uint8)).save(
            folder / f"{number}.png"
        )
    return folder


def test_slides_are_turned_to_the_next_the_one_before_and_a_number(driver, client, slides):
    assert client.do("slide")["text"].startswith("The background has no slides.")
    driver.app.background.choose(BackgroundSpec("file", path=slides))
    client.wait_status(lambda status: status["slides"] == 3)
    assert client.do("slide", "previous")["text"] == "Slide 1 of 3 is the first one."
    # Faster than frames: each counts from the one before.
    assert client.do("slide")["text"] == "Slide 2 of 3."
    assert client.do("slide", "next")["status"]["slide"] == 3
    assert client.do("slide", "next")["text"] == "Slide 3 of 3 is the last one."
    driver.wait_colour(0.1, 0.5, (200, 0, 0))
    assert client.do("slide", 2)["text"] == "Slide 2 of 3."
    driver.wait_colour(0.1, 0.5, (120, 0, 0))
    assert client.do("slide", 4)["text"] == "There is no slide 4. Choose 1 to 3."


def test_mute_on_off_and_toggle(driver, client):
    for to, is_muted in (("on", True), ("on", True), ("off", False), ("toggle", True)):
        reply = client.do("mute", to)
        assert reply["status"]["muted"] is driver.app.state.saved.is_muted is is_muted
    assert client.do("mute")["text"] == "The sound is on."


def test_the_status_is_told_and_each_change_is_pushed_to_all(driver, client, join):
    other = join()
    status = client.wait_status(lambda status: status["camera"] and status["frames_per_second"])
    assert set(status) == {
        "camera", "recording", "paused", "seconds", "background", "preset", "muted", "slide",
        "slides", "frames_per_second", "reduced_quality",
    }  # fmt: skip
    assert status["background"] == "#00b140"
    assert not status["reduced_quality"]
    driver.app.background.next_background()
    seen = client.wait_status(lambda status: status["background"] != "#00b140")
    assert other.wait_status(lambda status: status["background"] != "#00b140") == seen
    driver.cameras.plugged.discard("Desk camera")
    assert client.do("status")["text"] == "This is the status."


def test_a_name_in_the_status_is_no_path(driver, client, slides):
    driver.app.background.choose(BackgroundSpec("file", path=slides))
    assert client.do("status")["status"]["background"] == "slides"


# The dialog


@pytest.fixture
def page(driver):
    driver.app.state.update(remote_port=0)
    driver.window.action.emit("remote")
    dialog = driver.app.remote.dialog
    yield dialog
    with suppress(RuntimeError):
        dialog.reject()


def test_the_menu_leads_to_the_dialog(driver):
    driver.click(driver.window.more)
    words = {action.text(): action for action in driver.window.menu.actions()}
    driver.window.menu.hide()
    words["Remote control…"].trigger()
    assert driver.app.remote.dialog.isVisible()
    driver.app.remote.dialog.reject()
    driver.wait(lambda: driver.app.remote.dialog is None)


def test_the_switch_opens_and_closes_the_port_and_is_remembered(driver, page):
    assert not page.switch.isChecked()
    assert (page.address.text(), page.token.text()) == ("", "")
    assert not page.copy_token.isEnabled()
    assert not (driver.app.state.folder / FILE_NAME).exists()
    driver.click(page.switch)
    assert page.address.text() == driver.app.remote.address != ""
    assert page.token.text() == kept_token(driver.app.state.folder)
    driver.click(page.copy_token)
    assert QGuiApplication.clipboard().text() == page.token.text()
    assert page.copy_token.text() == "Copied"
    driver.click(page.copy_address)
    assert QGuiApplication.clipboard().text() == page.address.text()
    driver.app.state.write()
    assert Store(driver.app.state.store.path).load().is_remote_on
    driver.click(page.switch)
    assert page.address.text() == driver.app.remote.address == ""
    assert not page.copy_address.isEnabled()


def test_it_counts_programs_and_a_new_token_disconnects_them(driver, page, join):
    driver.click(page.switch)
    assert page.clients.text() == "No program is connected."
    first, _ = join(), join()
    driver.wait(lambda: page.clients.text() == "2 programs are connected.")
    old = page.token.text()
    driver.click(page.renew)
    assert page.token.text() == kept_token(driver.app.state.folder) != old
    assert first.closing() == (remote_server.WRONG_TOKEN, "There is a new token.")
    driver.wait(lambda: page.clients.text() == "No program is connected.")
    assert join(token=old).closing()[0] == remote_server.WRONG_TOKEN
    assert join().do("status")["ok"]
    driver.wait(lambda: page.clients.text() == "1 program is connected.")


def test_another_port_takes_effect_at_once(driver, page):
    driver.click(page.switch)
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    page.port.setFocus()
    page.port.selectAll()
    driver.qtbot.keyClicks(page.port, str(port))
    driver.qtbot.keyClick(page.port, Qt.Key.Key_Tab)
    assert page.address.text() == f"ws://127.0.0.1:{port}/"
    assert driver.app.state.saved.remote_port == port


def test_a_second_window_says_that_the_port_is_taken(driver, page, make_driver, tmp_path):
    driver.click(page.switch)
    port = urlsplit(driver.app.remote.address).port
    store = Store(tmp_path / "second" / "backdrop.ini")
    store.load()
    second = make_driver(
        start=SourceRequest("camera", "Desk camera"),
        store=tmp_path / "second" / "backdrop.ini",
        is_started=False,
    )
    second.app.state.update(is_remote_on=True, remote_port=port)
    second.app.start(SourceRequest("camera", "Desk camera"))
    sentence = f"Port {port} is in use by another program or another window. Choose another port."
    second.wait_notice(f"The remote control is off: {sentence}")
    second.window.action.emit("remote")
    dialog = second.app.remote.dialog
    assert dialog.trouble.text() == sentence
    assert (dialog.switch.isChecked(), dialog.address.text()) == (True, "")
    dialog.port.setValue(0)
    assert dialog.trouble.text() == ""
    assert dialog.address.text() == second.app.remote.address != ""
    second.wait(lambda: not any("remote control" in notice for notice in second.notices()))
    dialog.reject()


def test_a_token_that_cannot_be_kept_is_said(driver, page, monkeypatch):
    def refuse(folder):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("gui.remote.control.kept_token", refuse)
    driver.click(page.switch)
    assert page.trouble.text() == "The token cannot be kept: No space left on device"
    assert page.address.text() == ""


def test_every_control_of_the_dialog_explains_itself(page):
    for widget in (page.switch, page.port, page.address, page.token, page.copy_address,
                   page.copy_token, page.renew):  # fmt: skip
        assert widget.toolTip()
        assert widget.accessibleName() or widget.text()
        assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus
