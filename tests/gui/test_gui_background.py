"""The gallery: every kind of background, chosen as a person does, seen on the preview."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest
from gui_doubles import ROOM
from gui_driver import is_near
from PIL import Image as Pictures
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QColorDialog, QFileDialog, QLineEdit

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.live.compositor import Compositor
from app.pipeline.settings import Settings
from gui.background.copies import FORGET_AFTER_S, forget_unused, keep
from gui.background.gallery import COLOURS
from gui.export.choices import ExportContext
from gui.export.dialog import ExportDialog
from gui.shared.sliders import GESTURES
from gui.source.control import SourceControl

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
    driver.wait(lambda: all(tile.thumbnail is not None for tile in tiles))


def test_blur_and_its_strength(driver):
    gallery = driver.window.gallery
    assert not gallery.strength.isVisible()
    driver.click(gallery.blur)
    driver.wait_colour(0.1, 0.5, (100, 100, 100))  # the fake's grey at half strength
    driver.drag(gallery.strength.slider("blur_strength").slider, 1.0)
    driver.wait_colour(0.1, 0.5, (150, 150, 150))
    driver.qtbot.mouseDClick(
        gallery.strength.slider("blur_strength").slider, Qt.MouseButton.LeftButton
    )
    driver.wait_colour(0.1, 0.5, (100, 100, 100))


def test_transparent_shows_a_checkerboard(driver):
    driver.click(driver.window.gallery.transparent)
    colours = (driver.app.theme.palette["checker_light"], driver.app.theme.palette["checker_dark"])
    pairs = [tuple(int(c[i : i + 2], 16) for i in (1, 3, 5)) for c in colours]

    def is_checkered() -> bool:
        strip = driver.picture()[60:100, 40:120].reshape(-1, 3).astype(int)
        shares = [(np.abs(strip - pair).max(axis=1) < 6).mean() for pair in pairs]
        return min(shares) > 0.3

    driver.wait(is_checkered)


def owns(driver) -> tuple[Path, ...]:
    return driver.app.state.saved.own_backgrounds


def own(driver) -> Path:
    return owns(driver)[-1]


def mix(driver) -> QColorDialog:
    driver.click(driver.window.gallery.mixed)
    return driver.window.findChild(QColorDialog)


def type_code(driver, dialog: QColorDialog, code: str) -> None:
    field = dialog.findChild(QLineEdit, "qt_colorname_lineedit")
    field.selectAll()
    driver.qtbot.keyClicks(field, code)


def test_a_mixed_colour_shows_before_it_is_taken_and_is_undone_at_once(driver):
    before = driver.app.state.settings.background
    dialog = mix(driver)
    for colour in ("#804040", "#c08080", "#ff0000"):
        dialog.setCurrentColor(QColor(colour))
        driver.wait_colour(0.1, 0.5, QColor(colour).getRgb()[:3])
    assert dialog.isVisible(), "it is seen before it is taken"
    dialog.accept()
    assert not GESTURES.current
    assert driver.window.gallery.swatch("#ff0000").isChecked()
    assert str(driver.app.state.settings.background) == "#ff0000"
    driver.app.history.undo()
    assert driver.app.state.settings.background == before


def test_a_mixed_colour_that_is_not_taken_gives_way_to_what_was_there(driver):
    dialog = mix(driver)
    dialog.setCurrentColor(QColor("#ffffff"))
    driver.wait_colour(0.1, 0.5, (255, 255, 255))
    driver.qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    driver.wait_colour(0.1, 0.5, (0, 177, 64))
    assert driver.window.gallery.swatch("#00b140").isChecked()


def test_a_dropped_picture_is_added_chosen_and_remembered(
    driver, make_driver, blue_picture, tmp_path
):
    driver.drop(driver.window.gallery, [blue_picture])
    driver.wait_colour(0.1, 0.5, BLUE)
    kept = own(driver)
    assert kept == tmp_path / "backgrounds" / "blue wall.png"
    assert kept.read_bytes() == blue_picture.read_bytes()
    assert driver.window.gallery.tile(kept).isChecked()
    driver.app.state.write()
    driver.stop()
    blue_picture.unlink()  # the app has a copy of its own
    again = make_driver()
    again.wait(lambda: kept in again.app.state.saved.own_backgrounds)
    assert again.window.gallery.tile(kept).isChecked()
    again.wait_colour(0.1, 0.5, BLUE)


def test_a_picture_dropped_on_a_cameras_picture_is_its_background(driver, blue_picture):
    before = driver.app.state.settings.background
    driver.drop(driver.window.preview, [blue_picture])
    driver.wait_colour(0.1, 0.5, BLUE)
    assert driver.window.source.source.currentText() == "Desk camera"
    driver.wait_notice(f"{blue_picture.name} is the background now.")
    driver.click(driver.window.notices.shown().action)
    assert driver.app.state.settings.background == before
    kept = own(driver)
    driver.drop(driver.window.preview, [kept])
    driver.wait_colour(0.1, 0.5, BLUE)
    driver.wait_notice("is the background now.")


def test_undoing_a_dropped_background_shows_no_room(driver, blue_picture):
    driver.click(driver.window.gallery.room)
    driver.wait_colour(0.9, 0.3, ROOM)
    driver.drop(driver.window.preview, [blue_picture])
    driver.wait_notice("is the background now.")
    assert not driver.window.notices.shown().action.isVisible()


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


def test_a_background_that_could_not_be_opened_is_tried_again_when_it_is_chosen_again(
    driver, tmp_path
):
    slides = BackgroundSpec("file", path=tmp_path / "slides")
    driver.window.gallery.chosen.emit(slides)
    driver.wait_notice("slides")
    driver.window.gallery.chosen.emit(slides)
    driver.wait_notice("slides")  # and not only taken away
    slides.path.mkdir()
    Pictures.new("RGB", (64, 36), BLUE).save(slides.path / "1.png")
    driver.window.gallery.chosen.emit(slides)
    driver.wait_colour(0.1, 0.5, BLUE)
    assert driver.notices() == []


def test_own_pictures_can_be_removed_with_the_delete_key(driver, blue_picture):
    driver.drop(driver.window.gallery, [blue_picture])
    driver.wait_colour(0.1, 0.5, BLUE)
    driver.qtbot.keyClick(driver.window.gallery.tile(own(driver)), Qt.Key.Key_Delete)
    assert not driver.app.state.saved.own_backgrounds
    driver.wait_colour(0.1, 0.5, (100, 100, 100))  # blur takes its place


def test_an_own_picture_that_is_gone_says_so_on_its_tile_and_nowhere_else(
    driver, make_driver, blue_picture, tmp_path
):
    driver.drop(driver.window.gallery, [blue_picture])
    driver.wait_colour(0.1, 0.5, BLUE)
    driver.click(driver.window.gallery.swatch("#00b140"))
    driver.app.state.write()
    driver.stop()
    kept = own(driver)
    kept.unlink()
    again = make_driver()
    again.wait(lambda: "blue wall.png" in again.window.gallery.tile(kept).toolTip())
    again.wait_live()
    assert not again.notices()
    moved = blue_picture.rename(tmp_path / "moved.png")
    again.click(again.window.gallery.tile(kept))
    dialog = again.window.findChild(QFileDialog)
    dialog.selectFile(str(moved))
    dialog.accept()
    again.wait_colour(0.1, 0.5, BLUE)
    assert [path.name for path in again.app.state.saved.own_backgrounds] == ["moved.png"]


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


def test_b_passes_over_a_background_whose_file_is_gone(driver, make_driver, blue_picture):
    driver.drop(driver.window.gallery, [blue_picture])
    driver.wait_colour(0.1, 0.5, BLUE)
    [kept] = driver.app.state.saved.own_backgrounds
    driver.app.state.write()
    driver.stop()
    kept.unlink()
    again = make_driver()
    again.wait(lambda: again.window.gallery.is_missing(kept))
    seen = []
    for _ in range(60):
        again.press(Qt.Key.Key_B)
        seen.append(again.app.state.settings.background)
    assert kept not in [spec.path for spec in seen]
    assert {spec.kind for spec in seen} == {"blur", "transparent", "file", "colour"}


def test_b_goes_through_mixed_colours_as_they_stand(driver):
    gallery = driver.window.gallery
    gallery.show_mixed(["#102030"])
    gallery.show_mixed(["#405060", "#102030"])
    first = gallery.next_after(BackgroundSpec.parse(COLOURS[-1][1]))
    assert str(first) == "#405060"
    assert str(gallery.next_after(first)) == "#102030"


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


def test_own_tiles_show_how_to_remove_them_and_it_can_be_undone(driver, blue_picture):
    driver.drop(driver.window.gallery, [blue_picture])
    driver.wait_colour(0.1, 0.5, BLUE)
    kept = own(driver)
    tile = driver.window.gallery.tile(kept)
    at = tile.cross_rect().center().toPoint()
    disc = tile.grab().toImage().pixelColor(at.x() + 6, at.y())
    assert disc.lightness() < 90, "the cross is there without a pointer near it"
    driver.click(tile, at)
    assert not driver.app.state.saved.own_backgrounds
    driver.wait_notice("was removed from the gallery")
    driver.click(driver.window.notices.cards()[0].action)
    driver.wait(lambda: driver.app.state.saved.own_backgrounds == (kept,))


def test_undoing_a_removal_puts_the_tile_back_and_leaves_the_background_alone(
    driver, blue_picture, tmp_path
):
    for name in ("first.png", "second.png"):
        (tmp_path / name).write_bytes(blue_picture.read_bytes())
        driver.drop(driver.window.gallery, [tmp_path / name])
        driver.wait(lambda name=name: [p.name for p in owns(driver)][-1:] == [name])
    before = owns(driver)
    driver.click(driver.window.gallery.swatch("#00b140"))
    before[0].unlink()  # as on a disk that is away
    driver.qtbot.keyClick(driver.window.gallery.tile(before[0]), Qt.Key.Key_Delete)
    driver.wait_notice("was removed from the gallery")
    driver.click(driver.window.notices.cards()[0].action)
    assert owns(driver) == before
    driver.wait(lambda: driver.window.gallery.is_missing(before[0]))
    assert str(driver.app.state.settings.background) == "#00b140"


def test_copies_never_replace_one_another_and_unused_ones_go_after_a_day(tmp_path):
    folder, first, second = tmp_path / "kept", tmp_path / "a" / "x.png", tmp_path / "b" / "x.png"
    for path, content in ((first, b"one"), (second, b"two")):
        path.parent.mkdir()
        path.write_bytes(content)
    kept = [keep(path, folder) for path in (first, second, first)]
    assert [path.name for path in kept] == ["x.png", "x (2).png", "x.png"]
    assert [path.read_bytes() for path in kept] == [b"one", b"two", b"one"]
    now_s = kept[0].stat().st_mtime
    forget_unused(folder, [kept[1]], now_s=now_s + 60)
    assert kept[0].exists()
    forget_unused(folder, [kept[1]], now_s=now_s + FORGET_AFTER_S + 60)
    assert [path.name for path in folder.iterdir()] == ["x (2).png"]


def test_a_mixed_colour_is_there_again_after_a_restart(driver, make_driver):
    dialog = mix(driver)
    type_code(driver, dialog, "fa780a")
    dialog.accept()
    driver.wait_colour(0.1, 0.5, (250, 120, 10))
    driver.app.state.write()
    driver.stop()
    again = make_driver()
    assert again.app.state.saved.mixed_colours == ("#fa780a",)
    assert again.window.gallery.swatch("#fa780a").isVisible()


def test_my_room_replaces_nothing_and_says_so_in_the_picture(driver, make_driver):
    assert not driver.window.preview.is_room_marked
    driver.click(driver.window.gallery.room)
    driver.wait_colour(0.9, 0.3, ROOM)
    assert driver.window.preview.is_room_marked
    driver.app.state.change("mirror", True)
    driver.wait_colour(0.1, 0.3, ROOM)  # the darker half
    driver.click(driver.window.gallery.swatch("#00b140"))
    driver.wait_colour(0.9, 0.3, (0, 177, 64))
    assert not driver.window.preview.is_room_marked


def test_my_room_is_never_remembered_nor_come_upon_by_a_key(driver, make_driver):
    driver.click(driver.window.gallery.room)
    driver.wait_colour(0.9, 0.3, ROOM)
    driver.window.look.presets.saved.emit("open")
    assert driver.app.state.saved.presets["open"].background.kind == "blur"
    driver.app.state.write()
    driver.stop()
    again = make_driver()
    assert again.app.state.settings.background.kind == "blur"
    kinds = set()
    for _ in range(60):
        again.press(Qt.Key.Key_B)
        kinds.add(again.app.state.settings.background.kind)
    assert "room" not in kinds


def test_my_room_ends_with_the_source_that_it_was_chosen_for(driver, clip):
    driver.click(driver.window.gallery.room)
    driver.wait_colour(0.9, 0.3, ROOM)
    driver.drop(driver.window.preview, [clip])
    driver.wait(lambda: driver.window.transport.isVisible())
    assert str(driver.app.state.settings.background) == "#00b140"


def test_a_mixed_colour_that_is_not_taken_does_not_show_the_room_of_another_source(driver, clip):
    driver.click(driver.window.gallery.room)
    dialog = mix(driver)
    type_code(driver, dialog, "fa780a")
    driver.app.source.open_files([clip], [])  # as a list goes on to its next film
    dialog.reject()
    assert str(driver.app.state.settings.background) == "#00b140"


def test_nothing_of_the_next_source_is_seen_with_its_room_however_busy_the_window_is(
    driver, clip, monkeypatch
):
    worker, composed, seen = driver.app.session.worker, [], []
    compose, as_it_is = Compositor.compose, Compositor._as_it_is

    def count(compositor, *args, **options):
        composed.append(worker.source.film)
        return compose(compositor, *args, **options)

    def look(compositor, *args, **options):
        seen.append(worker.source.film)
        return as_it_is(compositor, *args, **options)

    def show_slowly(control):
        while composed.count(clip.resolve()) < 2:
            time.sleep(0.01)

    driver.click(driver.window.gallery.room)
    monkeypatch.setattr(Compositor, "compose", count)
    monkeypatch.setattr(Compositor, "_as_it_is", look)
    driver.wait(lambda: None in seen)
    monkeypatch.setattr(SourceControl, "_show_choices", show_slowly)
    driver.app.source.open_files([clip], [])
    assert clip.resolve() not in seen


def test_nothing_is_exported_with_the_room_in_it(qtbot, tmp_path):
    settings = Settings(background=BackgroundSpec("room"))
    dialog = ExportDialog(ExportContext([tmp_path / "a.mp4"], settings, 2.0, tmp_path))
    qtbot.addWidget(dialog)
    assert "nothing would change" in dialog.trouble.text()
    assert not dialog.export.isEnabled()
    with pytest.raises(ValueError, match="nothing would be replaced"):
        JobSpec(tmp_path / "a.mp4", tmp_path / "b.mp4", settings)
