"""Undo and redo of what is changed in Look and Background."""

from __future__ import annotations

import itertools

import pytest
from gui_driver import GuiDriver, is_near
from PIL import Image
from PySide6.QtCore import QPoint, Qt

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.settings import BackdropSettings
from gpu_unet.areas import Area
from gpu_unet.settings import LayerSettings
from gui.shared.sliders import GESTURES

CTRL = Qt.KeyboardModifier.ControlModifier
CTRL_SHIFT = CTRL | Qt.KeyboardModifier.ShiftModifier
GREEN = BackgroundSpec.parse("#00b140")


@pytest.fixture
def driver(driver) -> GuiDriver:
    """With an empty history, and no step still to be noted."""
    turn(driver)
    driver.app.history.forget()
    return driver


def undo(driver) -> None:
    driver.press(Qt.Key.Key_Z, CTRL)


def redo(driver) -> None:
    driver.press(Qt.Key.Key_Z, CTRL_SHIFT)


def turn(driver) -> None:
    """Let the event loop turn, as it does between two deeds of a person."""
    driver.qtbot.wait(5)


def test_a_drag_is_one_step_and_comes_back_as_it_was(driver, monkeypatch):
    seconds = itertools.count(step=5).__next__  # however long it takes
    monkeypatch.setattr("gui.history.monotonic", seconds)
    window, state = driver.window, driver.app.state
    slider = window.look.sliders.slider("softness").slider
    before = state.settings.edges.softness
    middle = slider.height() // 2
    driver.qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(60, middle))
    for x in range(60, 10, -10):
        driver.qtbot.mouseMove(slider, QPoint(x, middle))
        turn(driver)
    driver.qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(10, middle))
    turn(driver)
    dragged = state.settings.edges.softness
    assert dragged != before
    assert window.undo.toolTip() == "Undo: edge softness (Ctrl+Z)"
    undo(driver)
    assert state.settings.edges.softness == before
    assert window.look.sliders.slider("softness").value() == pytest.approx(before, abs=0.01)
    assert not window.undo.isEnabled()
    redo(driver)
    assert state.settings.edges.softness == dragged
    assert not window.redo.isEnabled()


def test_two_drags_of_one_slider_are_two_steps(driver):
    state = driver.app.state
    slider = driver.window.look.sliders.slider("softness").slider
    driver.drag(slider, 0.3)
    turn(driver)
    first = state.settings.edges.softness
    driver.drag(slider, 0.6)
    turn(driver)
    assert state.settings.edges.softness != first
    undo(driver)
    assert state.settings.edges.softness == first
    assert GESTURES.current == 0


def test_keys_on_a_slider_are_one_step_until_a_pause(driver, monkeypatch):
    now = [0.0]
    monkeypatch.setattr("gui.history.monotonic", lambda: now[0])
    state, slider = driver.app.state, driver.window.look.sliders.slider("light_wrap").slider
    before = state.settings.edges.light_wrap
    for _ in range(3):
        driver.qtbot.keyClick(slider, Qt.Key.Key_Right)
        turn(driver)
        now[0] += 0.3
    third = state.settings.edges.light_wrap
    now[0] += 2
    driver.qtbot.keyClick(slider, Qt.Key.Key_Right)
    turn(driver)
    undo(driver)
    assert state.settings.edges.light_wrap == third
    undo(driver)
    assert state.settings.edges.light_wrap == before


def test_backgrounds_mirror_people_and_reset_come_back_in_turn(driver):
    window, state = driver.window, driver.app.state
    start = state.settings
    deeds = [
        (lambda: driver.click(window.gallery.swatch("#8ec5ff")), "background"),
        (lambda: driver.click(window.look.mirror), "mirror me"),
        (lambda: driver.click(window.look.people.button("largest")), "largest only"),
        (lambda: window.look.reset.click(), "look"),
    ]
    seen = []
    for deed, _ in deeds:
        seen.append(state.settings)
        deed()
        turn(driver)
    for settings, (_, words) in zip(reversed(seen), reversed(deeds), strict=True):
        assert words in window.undo.toolTip()
        driver.click(window.undo)
        assert state.settings == settings
    assert state.settings == start
    assert not window.look.mirror.isChecked()
    driver.wait_colour(0.1, 0.5, (0, 177, 64))
    for _ in deeds[:2]:
        driver.click(window.redo)
    assert state.settings.mirror
    assert state.settings.background == BackgroundSpec.parse("#8ec5ff")
    driver.click(window.look.mirror)  # another way from here
    turn(driver)
    assert not window.redo.isEnabled()


def test_a_preset_is_one_step_and_a_deleted_one_comes_back(driver):
    window, state = driver.window, driver.app.state
    window.look.presets.saved.emit("Evening")
    turn(driver)
    driver.click(window.gallery.swatch("#8ec5ff"))
    turn(driver)
    driver.drag(window.look.sliders.slider("softness").slider, 0.1)
    turn(driver)
    changed = state.settings
    window.look.presets.applied.emit("Evening")
    turn(driver)
    assert window.undo.toolTip() == "Undo: preset Evening (Ctrl+Z)"
    undo(driver)
    assert state.settings == changed
    redo(driver)
    window.look.presets.deleted.emit("Evening")
    turn(driver)
    assert window.look.presets.choice.count() == 1
    undo(driver)
    assert window.look.presets.choice.currentText() == "Evening"


def test_an_own_background_that_was_removed_is_back_with_its_picture(driver, tmp_path):
    Image.new("RGB", (64, 36), (200, 100, 50)).save(tmp_path / "beach.png")
    driver.app.background.try_backgrounds([tmp_path / "beach.png"])
    driver.wait_colour(0.1, 0.5, (200, 100, 50))
    turn(driver)
    (own,) = driver.app.state.saved.own_backgrounds
    driver.window.gallery.entry_removed.emit(own)
    turn(driver)
    assert own not in driver.window.gallery.paths()
    undo(driver)
    assert own in driver.window.gallery.paths()
    driver.wait_colour(0.1, 0.5, (200, 100, 50))
    undo(driver)  # adding it was one step with choosing it
    assert driver.app.state.saved.own_backgrounds == ()
    assert driver.app.state.settings.background == GREEN


def test_nothing_that_is_undone_leads_to_the_room(driver):
    window, state = driver.window, driver.app.state
    driver.click(window.gallery.swatch("#8ec5ff"))
    turn(driver)
    driver.click(window.gallery.room)
    turn(driver)
    assert state.settings.background.kind == "room"
    driver.click(window.gallery.swatch("#f5f6f8"))
    turn(driver)
    for _ in range(3):
        undo(driver)
        assert state.settings.background.kind != "room"
    assert state.settings.background == GREEN
    driver.wait(lambda: is_near(driver.colour(0.1, 0.5), (0, 177, 64)))


def test_the_persons_place_and_the_backgrounds_fit_come_back(driver):
    window, state = driver.window, driver.app.state
    driver.click(window.person.corner)
    turn(driver)
    placed = state.settings.layer
    assert placed != LayerSettings()
    state.change_settings(backdrop=BackdropSettings(background_brightness=30.0))
    turn(driver)
    assert window.undo.toolTip() == "Undo: brightness (Ctrl+Z)"
    undo(driver)
    assert state.settings.backdrop == BackdropSettings()
    assert state.settings.layer == placed
    undo(driver)
    assert state.settings.layer == LayerSettings()
    assert window.person.sliders.slider("person_size").value() == LayerSettings().person_size
    redo(driver)
    assert state.settings.layer == placed


def test_areas_are_no_step_since_they_belong_to_their_source(driver):
    area = Area("keep", ((0.1, 0.1), (0.4, 0.1), (0.4, 0.5)))
    driver.app.state.change_settings(areas=(area,))
    turn(driver)
    assert not driver.window.undo.isEnabled()


def test_a_model_is_no_look(driver):
    driver.app.state.change_settings(model="fast", learns_room=False)
    turn(driver)
    assert not driver.window.undo.isEnabled()
    assert driver.window.undo.accessibleName() == "Nothing to undo"


def test_a_line_of_writing_keeps_its_own_undo(driver):
    driver.click(driver.window.gallery.swatch("#8ec5ff"))
    turn(driver)
    driver.click(driver.window.look.presets.save)
    field = driver.window.look.presets.name.findChild(type(driver.window.look.presets.name.field))
    field.setFocus()
    driver.qtbot.keyClicks(field, "abc")
    driver.qtbot.keyClick(field, Qt.Key.Key_Z, CTRL)
    assert field.text() == ""
    assert driver.app.state.settings.background == BackgroundSpec.parse("#8ec5ff")
