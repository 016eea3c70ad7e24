"""Network cameras: an address is typed, tried, remembered without its password."""

from __future__ import annotations

import pytest
from gui_doubles import FakeCameras, inventory
from PySide6.QtCore import Qt

from app.video.network.address import (
    lacks_password,
    parse_address,
    remembered_address,
    shown_address,
)

SECRET = "rtsp://me:s3cr@t@10.0.0.7:554/live"
KEPT = "rtsp://me@10.0.0.7:554/live"
SHOWN = "10.0.0.7:554/live"
GREEN = (0, 177, 64)


@pytest.fixture
def cameras() -> FakeCameras:
    return FakeCameras("Desk camera", SECRET)


def type_address(driver, text: str) -> None:
    driver.click(driver.window.source.address_button)
    field = driver.window.source.address.field
    field.clear()
    driver.qtbot.keyClicks(field, text)
    driver.qtbot.keyClick(field, Qt.Key.Key_Return)


def open_window(make_driver, cameras):
    return make_driver(cameras=cameras, found=inventory("Desk camera"))


def test_the_password_is_in_no_file_and_in_no_word_of_the_window(make_driver, cameras, tmp_path):
    driver = open_window(make_driver, cameras)
    type_address(driver, SECRET)
    driver.wait(lambda: driver.app.state.saved.addresses == (KEPT,))
    driver.app.state.write()
    assert "s3cr" not in (tmp_path / "backdrop.ini").read_text()
    driver.cameras.plugged.clear()
    driver.wait(lambda: bool(driver.notices()))
    assert "s3cr" not in " ".join((*driver.notices(), driver.window.status.text()))
    assert "s3cr" not in driver.window.preview.accessibleDescription()


def visit_and_leave(make_driver, cameras):
    """An earlier run of the program, in which the address was shown."""
    driver = open_window(make_driver, cameras)
    type_address(driver, SECRET)
    driver.wait(lambda: driver.app.state.saved.addresses == (KEPT,))
    driver.app.state.write()
    driver.stop()


def test_after_a_restart_the_password_alone_has_to_be_typed_again(make_driver, cameras):
    visit_and_leave(make_driver, cameras)
    again = open_window(make_driver, cameras)
    again.wait_live()
    assert again.window.source.source.currentText() == "Desk camera", "meanwhile"
    assert again.window.source.address.field.text() == KEPT
    assert "Passwords are not saved" in again.window.source.address.objection.text()
    field = again.window.source.address.field
    field.setCursorPosition(KEPT.index("@"))
    again.qtbot.keyClicks(field, ":s3cr@t")
    again.click(again.window.source.address.take)
    again.wait(lambda: again.window.source.source.currentText() == SHOWN)
    again.wait_live()


def test_the_password_is_asked_for_at_every_start_until_it_is_typed(make_driver, cameras):
    visit_and_leave(make_driver, cameras)
    for _ in range(2):
        again = open_window(make_driver, cameras)
        again.wait_live()
        assert again.window.source.address.field.text() == KEPT
        again.app.state.write()
        again.stop()


def test_an_address_without_a_password_opens_by_itself_after_a_restart(make_driver):
    cameras = FakeCameras("Desk camera", "http://host/video")
    driver = open_window(make_driver, cameras)
    type_address(driver, "http://host/video")
    driver.wait(lambda: driver.app.state.saved.addresses == ("http://host/video",))
    driver.app.state.write()
    driver.stop()
    again = open_window(make_driver, cameras)
    again.wait_live()
    assert again.window.source.source.currentText() == "host/video"


@pytest.mark.parametrize(
    "text",
    ["file:///etc/passwd", "rtsp://", "two words", "gopher://x", "http://[::1/x", "rtsp://h:0/"],
)
def test_what_is_no_address_is_said_under_the_field(make_driver, cameras, text):
    driver = open_window(make_driver, cameras)
    driver.wait_live()
    type_address(driver, text)
    assert driver.window.source.address.objection.isVisible()
    assert "rtsp://" in driver.window.source.address.objection.text()
    assert driver.window.source.source.currentText() == "Desk camera"


def test_escape_and_the_button_close_the_line_and_ctrl_l_opens_it(make_driver, cameras):
    driver = open_window(make_driver, cameras)
    driver.wait_live()
    line = driver.window.source.address
    driver.press(Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert line.isVisible()
    driver.qtbot.keyClick(line.field, Qt.Key.Key_Escape)
    assert not line.isVisible()
    driver.click(driver.window.source.address_button)
    assert line.isVisible()
    driver.click(line.leave)
    assert not line.isVisible()
    assert not driver.window.source.address_button.isChecked()


def test_an_address_that_does_not_answer_is_said_and_not_remembered(make_driver, cameras):
    driver = open_window(make_driver, cameras)
    type_address(driver, "rtsp://10.9.9.9/none")
    driver.wait_notice("10.9.9.9")
    assert driver.app.state.saved.addresses == ()


def test_a_camera_that_leads_to_another_host_is_asked_about_and_then_allowed(make_driver):
    cameras = FakeCameras("Desk camera", "http://host/video")
    cameras.leads_to["http://host/video"] = "other.example"
    driver = open_window(make_driver, cameras)
    type_address(driver, "http://host/video")
    driver.wait_notice("http://host/video wants pictures from other.example; allow it with")
    (card,) = driver.window.notices.cards()
    assert card.action.text() == "Allow other.example until this window closes"
    assert driver.app.state.saved.addresses == ()
    driver.click(card.action)
    driver.wait_live()
    assert driver.window.source.source.currentText() == "host/video"
    assert not driver.notices()


def test_a_password_that_is_refused_three_times_is_asked_for(make_driver, cameras):
    cameras.refuses.add(SECRET)
    driver = open_window(make_driver, cameras)
    type_address(driver, SECRET)
    driver.wait_notice("enter the address with the right name and password")
    assert driver.window.source.address.isVisible()
    assert driver.window.source.address.field.text() == KEPT
    assert "s3cr" not in " ".join(driver.notices())
    assert driver.window.preview.message() == "", "it is not opening any more"


def test_a_password_in_a_query_is_not_remembered():
    kept = remembered_address("http://cam/x.cgi?channel=1&pwd=s3cret")
    assert "s3cret" not in kept
    assert "channel=1" in kept
    assert lacks_password(kept)
    assert not lacks_password("http://cam/x.cgi?channel=1")


def test_a_remembered_address_that_is_none_does_not_keep_the_window_from_opening(
    make_driver, cameras
):
    driver = open_window(make_driver, cameras)
    driver.wait_live()
    driver.app.state.update(addresses=("http://[::1/x",), source=("network", "http://[::1/x"))
    driver.app.state.write()
    driver.stop()
    again = open_window(make_driver, cameras)
    again.wait_live()
    assert again.app.state.saved.addresses == ()


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("192.168.0.20/live", "rtsp://192.168.0.20/live"),
        ("  http://host:8080/video ", "http://host:8080/video"),
        (SECRET, SECRET),
    ],
)
def test_an_address_is_completed(typed, address):
    assert parse_address(typed) == address


def test_a_password_may_hold_an_at_sign():
    assert remembered_address(SECRET) == KEPT
    assert shown_address(SECRET) == shown_address(KEPT) == SHOWN
    assert lacks_password(KEPT)
    assert not lacks_password(SECRET)
    assert not lacks_password("rtsp://10.0.0.7/live")
