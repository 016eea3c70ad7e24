"""The person as a layer and what is behind, in the window: each control reaches the settings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtGui import QColor, QImage
from test_gui_history import turn, undo

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.settings import BACKDROP, LAYER, BackdropSettings
from app.video.backgrounds.picture import SCREEN
from gpu_unet.settings import LayerSettings
from gui.background.screen_control import ScreenControl
from gui.person.panel import CORNER
from gui.preview.preview import picture_area


def settings(driver):
    return driver.app.state.settings


@pytest.mark.parametrize("name", [row.name for row in LAYER])
def test_each_slider_of_the_person_reaches_the_engine_and_resets(driver, name):
    sliders = driver.window.person.sliders
    driver.drag(sliders.slider(name).slider, 0.9)
    assert getattr(settings(driver).layer, name) == pytest.approx(
        sliders.slider(name).value(), abs=1e-6
    )
    assert getattr(settings(driver).for_engine().layer, name) != getattr(LayerSettings(), name)
    driver.app.window.person.reset.click()
    assert settings(driver).layer == LayerSettings()
    assert sliders.slider(name).value() == getattr(LayerSettings(), name)


def test_a_person_goes_to_the_corner_and_back_and_a_preset_keeps_it(driver):
    panel = driver.window.person
    driver.click(panel.corner)
    assert settings(driver).layer == LayerSettings(**CORNER)
    driver.window.look.presets.saved.emit("Lecture")
    driver.click(panel.whole)
    assert settings(driver).layer == LayerSettings()
    driver.window.look.presets.applied.emit("Lecture")
    assert settings(driver).layer == LayerSettings(**CORNER)


def test_auto_framing_is_a_switch_that_undo_presets_and_the_store_know(driver):
    panel, state = driver.window.person, driver.app.state
    assert not settings(driver).auto_frame
    driver.click(panel.framing)
    assert settings(driver).frames_person
    turn(driver)
    driver.window.look.presets.saved.emit("Follow me")
    turn(driver)
    state.write()
    assert state.store.load().settings.auto_frame
    state.change_settings(auto_frame=False)
    turn(driver)
    undo(driver)
    assert settings(driver).auto_frame
    assert panel.framing.isChecked()
    state.change_settings(auto_frame=False)
    assert not panel.framing.isChecked()
    driver.window.look.presets.applied.emit("Follow me")
    assert settings(driver).auto_frame
    assert panel.framing.isChecked()
    assert state.store.load().presets["Follow me"].auto_frame
    panel.reset.click()
    assert not settings(driver).auto_frame
    driver.click(driver.window.gallery.blur)
    assert not panel.framing.isEnabled()


def test_over_the_blurred_room_the_person_s_place_is_not_offered(driver):
    driver.click(driver.window.gallery.blur)
    assert not driver.window.person.corner.isEnabled()
    assert driver.window.person.reason.isVisible()


def test_a_picture_is_arranged_and_that_survives(driver, tmp_path):
    gallery = driver.window.gallery
    assert not gallery.adjust.isEnabled()  # of a colour there is nothing to arrange
    pixels = np.zeros((100, 100, 3), np.uint8)
    pixels[..., 2] = 200
    Image.fromarray(pixels).save(tmp_path / "blue.png")
    driver.app.state.change_settings(background=BackgroundSpec("file", path=tmp_path / "blue.png"))
    driver.wait_colour(0.1, 0.5, (0, 0, 200))
    driver.click(gallery.adjust)
    driver.click(gallery.fit.button("fit"))
    driver.wait_colour(0.1, 0.5, (0, 0, 0))
    driver.click(gallery.fit.button("fill"))
    driver.drag(gallery.backdrop.slider("background_brightness").slider, 1.0)
    driver.wait_colour(0.1, 0.5, (255, 255, 255))
    for row in BACKDROP:
        if row.label and isinstance(row.default, float):
            driver.drag(gallery.backdrop.slider(row.name).slider, 0.8)
            assert getattr(settings(driver).backdrop, row.name) != row.default
    driver.app.state.write()
    assert driver.app.state.store.load().settings.backdrop == settings(driver).backdrop
    assert settings(driver).backdrop != BackdropSettings()


def test_the_screen_is_shown_while_it_is_chosen_and_never_remembered(driver, monkeypatch):
    image = QImage(64, 36, QImage.Format.Format_RGB32)
    image.fill(QColor(250, 160, 20))
    monkeypatch.setattr("gui.background.screen_control.grab", lambda handle: image)
    driver.app.state.change_settings(background=BackgroundSpec("screen"))
    driver.wait_colour(0.1, 0.6, (250, 160, 20))
    driver.app.state.write()
    assert driver.app.state.store.load().settings.background.kind == "blur"
    driver.click(driver.window.gallery.blur)
    assert not driver.app.screen._timer.isActive()
    assert SCREEN.aspect is None  # nothing of it is kept


def test_a_system_that_hides_its_screen_is_said_to_do_so(driver, monkeypatch):
    monkeypatch.setattr("gui.background.screen_control.grab", lambda handle: QImage())
    driver.app.state.change_settings(background=BackgroundSpec("screen"))
    driver.wait_notice("Screen capture is not available")
    assert isinstance(driver.app.screen, ScreenControl)


@pytest.fixture
def slides(tmp_path) -> Path:
    """A red picture and a blue one."""
    folder = tmp_path / "slides"
    folder.mkdir()
    for number, colour in enumerate([(200, 0, 0), (0, 0, 200)]):
        Image.new("RGB", (64, 36), colour).save(folder / f"slide {number}.png")
    return folder


def test_slides_are_turned_by_their_keys(driver, slides):
    driver.app.state.change_settings(background=BackgroundSpec("file", path=slides))
    driver.wait_colour(0.1, 0.6, (200, 0, 0))
    driver.window.action.emit("next_slide")
    driver.wait_colour(0.1, 0.6, (0, 0, 200))
    driver.window.action.emit("slide_before")
    driver.wait_colour(0.1, 0.6, (200, 0, 0))


def test_the_picture_says_which_slide_is_seen_and_turns_it(driver, slides):
    pages = driver.window.preview.pages
    assert not pages.isVisible()
    driver.app.state.change_settings(background=BackgroundSpec("file", path=slides))
    driver.wait(pages.isVisible)
    assert (pages.words.text(), pages.back.isEnabled()) == ("1/2", False)
    driver.click(pages.forward)
    driver.wait_colour(0.1, 0.6, (0, 0, 200))
    assert (pages.words.text(), pages.forward.isEnabled()) == ("2/2", False)
    driver.click(pages.back)
    driver.wait_colour(0.1, 0.6, (200, 0, 0))
    picture = picture_area(driver.window.preview)
    assert picture.contains(pages.geometry())
    driver.click(driver.window.gallery.blur)
    driver.wait(lambda: not pages.isVisible())


def test_slides_wait_for_a_hand_unless_a_switch_lets_the_time_turn_them(
    driver, slides, monkeypatch
):
    monkeypatch.setattr("app.video.backgrounds.background.SLIDE_S", 0.2)
    switch = driver.window.gallery.slides_by_time
    assert not switch.isVisible()
    driver.app.state.change_settings(background=BackgroundSpec("file", path=slides))
    driver.wait_colour(0.1, 0.6, (200, 0, 0))
    index = driver.frame().frame_index
    driver.wait_frame(lambda frame: frame.frame_index > index + 20)
    assert driver.window.preview.pages.words.text() == "1/2"
    driver.click(switch)
    driver.wait_colour(0.1, 0.6, (0, 0, 200))
    driver.wait_colour(0.1, 0.6, (200, 0, 0))
    driver.click(driver.window.undo)
    driver.wait(lambda: not switch.isChecked())
    assert not driver.app.state.settings.backdrop.slides_by_time
