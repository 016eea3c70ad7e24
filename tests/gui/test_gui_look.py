"""The look: each slider and switch is moved as a person does and seen on the picture."""

from __future__ import annotations

import pytest
from gui_doubles import ROOM
from gui_driver import is_near, turn_wheel
from PySide6.QtCore import QPointF, Qt

from gpu_unet.settings import EdgeSettings

GREEN = (0, 177, 64)
PERSON = (ROOM[0] + 25, ROOM[1] + 25, ROOM[2] + 25)
BAND = (0.26, 0.5)  # in the fake person's soft edge


def mixed(alpha: float) -> tuple[int, int, int]:
    return tuple(round(alpha * p + (1 - alpha) * g) for p, g in zip(PERSON, GREEN, strict=True))


def test_softness_softens_the_edge(driver):
    slider = driver.window.look.sliders.slider("softness").slider
    driver.drag(slider, 0.0)
    driver.wait_colour(*BAND, mixed(1.0))
    driver.drag(slider, 1.0)
    driver.wait_colour(*BAND, mixed(0.5), tolerance=20)


def test_trim_moves_the_edge_inwards(driver):
    driver.drag(driver.window.look.sliders.slider("threshold").slider, 1.0)
    driver.wait_colour(*BAND, GREEN)


def test_steadiness_reaches_the_engine(driver):
    driver.drag(driver.window.look.sliders.slider("smoothing").slider, 1.0)
    driver.wait_colour(0.04, 0.07, (255, 255, 255))


def test_light_wrap_lets_the_background_over_the_edge(driver):
    driver.wait_colour(*BAND, mixed(1 - EdgeSettings().softness / 2), tolerance=20)
    driver.drag(driver.window.look.sliders.slider("light_wrap").slider, 1.0)
    driver.wait_colour(*BAND, GREEN)


@pytest.mark.parametrize("field", ["softness", "threshold", "smoothing", "light_wrap"])
def test_double_click_resets_a_slider(driver, field):
    slider = driver.window.look.sliders.slider(field)
    driver.drag(slider.slider, 0.8)
    assert getattr(driver.app.state.settings.edges, field) != getattr(EdgeSettings(), field)
    driver.qtbot.mouseDClick(slider.slider, Qt.MouseButton.LeftButton)
    assert getattr(driver.app.state.settings.edges, field) == getattr(EdgeSettings(), field)
    assert slider.value() == pytest.approx(getattr(EdgeSettings(), field), abs=0.01)


def test_delete_resets_a_slider_too(driver):
    slider = driver.window.look.sliders.slider("light_wrap")
    driver.drag(slider.slider, 1.0)
    driver.qtbot.keyClick(slider.slider, Qt.Key.Key_Delete)
    assert slider.value() == EdgeSettings().light_wrap == driver.app.state.settings.edges.light_wrap


def test_sliders_obey_the_arrow_keys(driver):
    slider = driver.window.look.sliders.slider("threshold").slider
    before = driver.app.state.settings.edges.threshold
    driver.qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert before < driver.app.state.settings.edges.threshold <= before + 0.01  # one step


def test_largest_only_removes_the_second_figure(driver):
    driver.wait_colour(0.95, 0.95, ROOM, tolerance=30)
    driver.click(driver.window.look.people.button("largest"))
    driver.wait_colour(0.95, 0.95, GREEN)
    driver.click(driver.window.look.people.button("all"))
    driver.wait_colour(0.95, 0.95, ROOM, tolerance=30)


def test_mirror_switch_and_key_flip_the_person_but_not_the_background(driver):
    driver.wait_colour(0.4, 0.5, PERSON)
    switch = driver.window.look.mirror
    driver.click(switch)
    driver.wait_colour(0.4, 0.5, ROOM, tolerance=10)
    assert is_near(driver.colour(0.1, 0.5), GREEN)
    driver.press(Qt.Key.Key_M)
    driver.wait_colour(0.4, 0.5, PERSON, tolerance=10)
    assert not switch.isChecked()


def test_mirrored_cutout_never_shows_the_room(driver):
    """The original and the matte must agree, or the wrong side of the room would show."""
    driver.click(driver.window.view.button("cutout"))
    driver.wait(lambda: not is_near(driver.colour(0.05, 0.95), GREEN))
    seen = []
    driver.app.session.frame_ready.connect(seen.append)
    for _ in range(6):
        driver.press(Qt.Key.Key_M)
        count = len(seen)
        driver.wait(lambda count=count: len(seen) > count + 2)
    for picture in seen:
        image = picture.image
        for x in (0.04, 0.5, 0.2):
            pixel = image.pixelColor(int(x * image.width()), int(0.05 * image.height())).getRgb()
            assert max(pixel[:3]) - min(pixel[:3]) < 20, "only the grey board is outside the box"


def test_reset_puts_everything_back(driver):
    driver.drag(driver.window.look.sliders.slider("softness").slider, 1.0)
    driver.press(Qt.Key.Key_M)
    driver.click(driver.window.look.people.button("largest"))
    driver.click(driver.window.look.reset)
    assert driver.app.state.settings.edges == EdgeSettings()
    assert not driver.app.state.settings.mirror
    assert driver.window.look.people.current() == "all"
    driver.wait_colour(0.4, 0.5, PERSON)


def test_a_preset_is_saved_applied_and_deleted(driver, make_driver):
    bar = driver.window.look.presets
    driver.drag(driver.window.look.sliders.slider("light_wrap").slider, 1.0)
    driver.click(bar.save)
    driver.qtbot.keyClicks(bar.name.field, "Evening rub")
    driver.qtbot.keyClick(bar.name.field, Qt.Key.Key_Return)
    assert bar.choice.currentText() == "Evening rub"
    driver.click(driver.window.look.reset)
    driver.click(driver.window.gallery.swatch("#f5f6f8"))
    driver.wait_colour(0.1, 0.5, (245, 246, 248))
    assert bar.choice.currentIndex() == 0, "the look has been changed by hand"
    driver.choose(bar.choice, 1)
    driver.wait_colour(0.1, 0.5, GREEN)
    driver.wait_colour(*BAND, GREEN)
    driver.app.state.write()
    driver.stop()
    again = make_driver()
    bar = again.window.look.presets
    assert bar.choice.currentText() == "Evening rub", "the look that is in force has a name"
    again.choose(bar.choice, 1)
    again.click(bar.delete)
    assert bar.choice.count() == 1
    assert not again.app.state.saved.presets


def test_a_look_that_happens_to_be_a_preset_is_called_by_its_name(driver):
    bar = driver.window.look.presets
    driver.click(bar.save)
    driver.qtbot.keyClicks(bar.name.field, "Plain")
    driver.click(bar.name.take)
    driver.press(Qt.Key.Key_M)
    assert bar.choice.currentIndex() == 0
    assert not bar.delete.isEnabled()
    driver.press(Qt.Key.Key_M)
    assert bar.choice.currentText() == "Plain"
    assert bar.delete.isEnabled()


def test_the_name_for_no_preset_is_refused(driver):
    bar = driver.window.look.presets
    driver.click(bar.save)
    driver.qtbot.keyClicks(bar.name.field, "No preset")
    driver.click(bar.name.take)
    assert bar.name.objection.isVisible()
    assert not driver.app.state.saved.presets


def test_naming_a_preset_can_be_left_with_escape(driver):
    bar = driver.window.look.presets
    driver.click(bar.save)
    driver.qtbot.keyClicks(bar.name.field, "rb")  # letters that are shortcuts elsewhere
    driver.qtbot.keyClick(bar.name.field, Qt.Key.Key_Escape)
    assert not driver.app.state.saved.presets
    assert driver.app.state.settings.background.kind == "colour", "b was typed, not pressed"


def test_scrolling_the_panel_over_a_slider_changes_nothing(driver):
    slider = driver.window.look.sliders.slider("softness").slider
    before = slider.value()
    turn_wheel(slider, QPointF(5, 5), -2)
    assert slider.value() == before
