"""Other keys: pressed, taken, refused, reset, remembered, and said wherever keys are named."""

from __future__ import annotations

from contextlib import suppress

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from gui.shared.store import Store
from gui.shortcuts import DEFAULT_KEYS, PRESS, SHORTCUTS, KeysDialog, caps_of, keys_with


@pytest.fixture
def page(driver) -> KeysDialog:
    driver.press(Qt.Key.Key_Question)
    driver.click(driver.window.overlay.change)
    driver.wait(lambda: driver.window.findChild(KeysDialog) is not None)
    dialog = driver.window.findChild(KeysDialog)
    yield dialog
    with suppress(RuntimeError):  # closed by the test
        dialog.reject()


def give(driver, page, name, key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    button = page.buttons[name]
    driver.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.text() == PRESS
    driver.qtbot.keyClick(button, key, modifier)


def close(driver, page) -> None:
    page.accept()
    driver.wait(lambda: driver.window.findChild(KeysDialog) is None)
    driver.window.activateWindow()
    driver.wait(driver.window.isActiveWindow)


def test_a_new_key_works_at_once_is_named_in_tips_and_survives(driver, page, make_driver):
    give(driver, page, "mirror", Qt.Key.Key_F2)
    assert page.buttons["mirror"].text() == "F2"
    close(driver, page)
    driver.press(Qt.Key.Key_M)
    assert not driver.app.state.settings.mirror
    driver.press(Qt.Key.Key_F2)
    assert driver.app.state.settings.mirror
    driver.app.state.write()
    path = driver.app.state.store.path
    assert Store(path).load().keys == {"mirror": "F2"}
    driver.stop()
    again = make_driver(store=path)
    assert again.window.keys["mirror"] == "F2"
    again.window.overlay.toggle()
    words = [label.text() for label in again.window.overlay.findChildren(QLabel)]
    assert words.count("F2") == 1


def test_tips_of_buttons_say_the_new_key(driver, page):
    give(driver, page, "full_screen", Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    give(driver, page, "undo", Qt.Key.Key_F4)
    assert driver.window.full_screen.toolTip() == "Full screen (Ctrl+F)"
    driver.click(driver.window.look.mirror)
    driver.wait(lambda: driver.window.undo.toolTip() == "Undo: mirror me (F4)")


def test_the_tip_of_the_record_button_keeps_the_new_key(driver, page):
    give(driver, page, "record", Qt.Key.Key_F2)
    bar = driver.window.record_bar
    assert bar.record.toolTip() == "Record what you see (F2)"
    bar.show_quiet(True)
    assert "without its audio (F2);" in bar.record.toolTip()
    give(driver, page, "record", Qt.Key.Key_F3)
    assert "without its audio (F3);" in bar.record.toolTip()


def test_what_acts_while_held_and_the_pause_can_have_other_keys(driver, page):
    give(driver, page, "original", Qt.Key.Key_H)
    close(driver, page)
    held = []
    driver.window.original_held.connect(held.append)
    driver.qtbot.keyPress(driver.window, Qt.Key.Key_H)
    driver.qtbot.keyRelease(driver.window, Qt.Key.Key_H)
    driver.qtbot.keyClick(driver.window, Qt.Key.Key_O)
    assert held == [True, False]


def test_a_key_that_is_taken_is_refused_and_says_by_what(driver, page):
    give(driver, page, "mirror", Qt.Key.Key_R)
    assert page.buttons["mirror"].text() == "M"
    assert page.trouble.text().startswith("R is already used: Start/stop recording.")
    give(driver, page, "mirror", Qt.Key.Key_Tab)
    assert page.trouble.text() == "Tab is reserved for moving within the window."
    give(driver, page, "mirror", Qt.Key.Key_Escape)
    assert page.isVisible(), "Esc leaves the key, not the page"
    assert driver.app.state.saved.keys == {}
    give(driver, page, "mirror", Qt.Key.Key_F3)
    assert not page.trouble.isVisible()


def test_reset_brings_every_key_back(driver, page):
    assert not page.reset.isEnabled()
    give(driver, page, "mirror", Qt.Key.Key_F2)
    give(driver, page, "record", Qt.Key.Key_M)
    driver.qtbot.mouseClick(page.reset, Qt.MouseButton.LeftButton)
    assert driver.window.keys == DEFAULT_KEYS
    assert driver.app.state.saved.keys == {}
    assert page.buttons["record"].text() == "R"


def test_no_two_actions_have_one_key_and_every_row_says_what_it_is(page):
    assert len(set(DEFAULT_KEYS.values())) == len(SHORTCUTS)
    for name, button in page.buttons.items():
        assert DEFAULT_KEYS[name] in button.accessibleName()


def test_a_remembered_key_that_is_taken_by_now_gives_way():
    assert keys_with({"mirror": "R"})["mirror"] == "M"
    assert keys_with({"mirror": "R", "record": "M"})["record"] == "M"
    assert keys_with({"nobody": "F2"}) == DEFAULT_KEYS
    swapped = keys_with({"mirror": "R", "record": "F2"})
    assert (swapped["mirror"], swapped["record"]) == ("R", "F2")


@pytest.mark.parametrize(
    ("keys", "caps"),
    [("Ctrl+Shift+Z", ["Ctrl", "Shift", "Z"]), ("+", ["+"]), ("Ctrl++", ["Ctrl", "+"])],
)
def test_keys_are_shown_one_by_one(keys, caps):
    assert caps_of(keys) == caps
