"""The gallery: every kind of background, chosen as a person does, seen on the preview."""

from __future__ import annotations

import numpy as np
import pytest
from gui_driver import is_near
from PIL import Image as Pictures
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog

from gui.background.colour_dialog import ColourDialog
from pipeline.background_spec import BackgroundSpec

BLUE = (20, 40, 200)


@pytest.fixture
def blue_picture(tmp_path):
    path = tmp_path / "blue wall.png"
    Pictures.new("RGB", (64, 36), BLUE).save(path)
    return path


def test_bundled_picture_is_one_click_away(driver):
    from gui.background.control import BACKGROUNDS_FOLDER

    path = BACKGROUNDS_FOLDER / "studio.jpg"
    driver.click(driver.window.gallery.tile(path))
    expected = np.asarray(Pictures.open(path).convert("RGB").resize((320, 180)))
    driver.wait_colour(0.1, 0.5, tuple(expected[90, 32]), tolerance=25)
    assert driver.app.state.settings.background == BackgroundSpec("file", path=path)


def test_thumbnails_come_by_themselves(driver):
    from gui.background.control import BACKGROUNDS_FOLDER

    tiles = [driver.window.gallery.tile(p) for p in sorted(BACKGROUNDS_FOLDER.glob("*.jpg"))]
    assert len(tiles) >= 6
    driver.wait(lambda: all(tile._thumbnail is not None for tile in tiles))


def test_blur_and_its_strength(driver):
    gallery = driver.window.gallery
    assert not gallery.strength.isVisible()
    driver.click(gallery.blur)
    driver.wait_colour(0.1, 0.5, (100, 100, 100))  # the fake's grey at half strength
    driver.drag(gallery.strength.slider, 1.0)
    driver.wait_colour(0.1, 0.5, (150, 150, 150))
    driver.qtbot.mouseDClick(gallery.strength.slider, Qt.MouseButton.LeftButton)
    driver.wait_colour(0.1, 0.5, (100, 100, 100))


def test_transparent_shows_a_checkerboard(driver):
    driver.click(driver.window.gallery.transparent)
    colours = (driver.app.theme.palette.checker_light, driver.app.theme.palette.checker_dark)
    pairs = [tuple(int(c[i : i + 2], 16) for i in (1, 3, 5)) for c in colours]

    def is_checkered() -> bool:
        strip = driver.picture()[60:100, 40:120].reshape(-1, 3).astype(int)
        shares = [(np.abs(strip - pair).max(axis=1) < 6).mean() for pair in pairs]
        return min(shares) > 0.3

    driver.wait(is_checkered)


def mix(driver) -> ColourDialog:
    driver.click(driver.window.gallery.mixed)
    return driver.window.findChild(ColourDialog)


def test_a_colour_can_be_mixed_and_shows_while_it_is_dragged(driver):
    dialog = mix(driver)
    width, height = dialog.shades.width(), dialog.shades.height()
    driver.qtbot.mousePress(dialog.hues, Qt.MouseButton.LeftButton, pos=QPoint(0, 5))  # red
    driver.qtbot.mousePress(dialog.shades, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    driver.qtbot.mouseMove(dialog.shades, QPoint(width // 2, height // 2))
    driver.wait_colour(0.1, 0.5, (128, 64, 64))
    assert dialog.isVisible(), "it is seen before it is taken"
    driver.qtbot.mouseMove(dialog.shades, QPoint(width + 50, -50))
    driver.click(dialog.take)
    driver.wait_colour(0.1, 0.5, (255, 0, 0))
    assert driver.window.gallery.mixed.isChecked()
    assert str(driver.app.state.settings.background) == "#ff0000"


def test_a_colour_can_be_typed(driver):
    dialog = mix(driver)
    dialog.code.selectAll()
    driver.qtbot.keyClicks(dialog.code, "fa780a")
    driver.click(dialog.take)
    driver.wait_colour(0.1, 0.5, (250, 120, 10))


def test_arrow_keys_move_through_shades_and_hues(driver):
    dialog = mix(driver)
    before = dialog.colour()
    driver.qtbot.keyClick(dialog.shades, Qt.Key.Key_Left)
    saturated = dialog.colour()
    driver.qtbot.keyClick(dialog.hues, Qt.Key.Key_Left)
    assert len({before, saturated, dialog.colour()}) == 3
    driver.click(dialog.take)


def test_a_mixed_colour_that_is_not_taken_gives_way_to_what_was_there(driver):
    dialog = mix(driver)
    driver.qtbot.mousePress(dialog.shades, Qt.MouseButton.LeftButton, pos=QPoint(1, 1))
    driver.wait_colour(0.1, 0.5, (255, 255, 255))
    driver.click(dialog.cancel)
    driver.wait_colour(0.1, 0.5, (0, 177, 64))
    assert driver.window.gallery.swatch("#00b140").isChecked()


def test_a_dropped_picture_is_added_chosen_and_remembered(driver, make_driver, blue_picture):
    driver.drop(driver.window.gallery, [blue_picture])
    driver.wait_colour(0.1, 0.5, BLUE)
    assert driver.window.gallery.tile(blue_picture).isChecked()
    driver.app.state.write()
    driver.stop()
    again = make_driver()
    again.wait(lambda: blue_picture in again.app.state.saved.own_backgrounds)
    assert again.window.gallery.tile(blue_picture).isChecked()


def test_the_add_button_opens_a_dialog(driver, blue_picture):
    driver.click(driver.window.gallery.add_button)
    dialog = driver.window.findChild(QFileDialog)
    dialog.selectFile(str(blue_picture))
    dialog.accept()
    driver.wait_colour(0.1, 0.5, BLUE)


def test_a_video_can_be_a_background(driver, clip):
    driver.drop(driver.window.gallery, [clip])
    driver.wait_colour(0.1, 0.5, (255, 45, 55))


@pytest.mark.parametrize("content", [b"", b"no picture", b"\x89PNG\r\n\x1a\n broken"])
def test_an_unreadable_file_is_refused_in_a_sentence(driver, tmp_path, content):
    path = tmp_path / "holiday.png"
    path.write_bytes(content)
    driver.drop(driver.window.gallery, [path])
    driver.wait_notice("holiday.png")
    assert path not in driver.app.state.saved.own_backgrounds
    assert is_near(driver.colour(0.1, 0.5), (0, 177, 64))


def test_own_pictures_can_be_removed_with_the_delete_key(driver, blue_picture):
    driver.drop(driver.window.gallery, [blue_picture])
    driver.wait_colour(0.1, 0.5, BLUE)
    driver.qtbot.keyClick(driver.window.gallery.tile(blue_picture), Qt.Key.Key_Delete)
    assert blue_picture not in driver.app.state.saved.own_backgrounds
    driver.wait_colour(0.1, 0.5, (100, 100, 100))  # blur takes its place


def test_an_own_picture_that_is_gone_says_so_on_its_tile_and_nowhere_else(
    driver, make_driver, blue_picture
):
    driver.drop(driver.window.gallery, [blue_picture])
    driver.wait_colour(0.1, 0.5, BLUE)
    driver.click(driver.window.gallery.swatch("#00b140"))
    driver.app.state.write()
    driver.stop()
    blue_picture.unlink()
    again = make_driver()
    again.wait(lambda: "blue wall.png" in again.window.gallery.tile(blue_picture).toolTip())
    again.wait_live()
    assert not again.notices()


def test_b_goes_through_the_gallery_and_starts_again(driver):
    driver.click(driver.window.gallery.blur)
    seen = [driver.app.state.settings.background]
    for _ in range(60):
        driver.press(Qt.Key.Key_B)
        seen.append(driver.app.state.settings.background)
        if seen[-1].kind == "blur":
            break
    assert len(set(seen)) == len(seen) - 1
    assert {spec.kind for spec in seen} == {"blur", "transparent", "file", "colour"}


def test_the_switch_takes_one_frame(driver):
    """From one picture to the next, with nothing in between."""
    seen: list[tuple[int, int, int]] = []
    driver.app.session.frame_ready.connect(
        lambda picture: seen.append(
            picture.image.pixelColor(
                QPoint(picture.image.width() // 10, picture.image.height() // 2)
            ).getRgb()[:3]
        )
    )
    driver.click(driver.window.gallery.swatch("#f5f6f8"))
    driver.wait(lambda: bool(seen) and is_near(seen[-1], (245, 246, 248)))
    assert all(is_near(c, (0, 177, 64)) or is_near(c, (245, 246, 248)) for c in seen)
