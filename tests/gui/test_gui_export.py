"""Exports: the dialog's choices, the queue, and what is in the files."""

from __future__ import annotations

import threading

import av
import pytest
from file_names import WAYS, other_name
from gui_driver import is_near, read, sentences
from PySide6.QtCore import Qt
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QFileDialog

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.settings import Settings
from app.video.files.inputs import open_source
from app.video.files.output_format import CODECS
from gui.export.choices import ExportContext
from gui.export.dialog import ExportDialog, TimeField
from gui.leaving import CloseDialog
from gui.shared.saved import ExportHabits
from gui.source.control import SAMPLE, SAMPLE_CHOICE

GREEN = (0, 177, 64)


def open_dialog(driver) -> ExportDialog:
    driver.click(driver.window.export)
    driver.wait(lambda: driver.window.findChild(ExportDialog) is not None)
    return driver.window.findChild(ExportDialog)


def run(driver, dialog):
    """Start the export and wait for its end; its card."""
    driver.click(dialog.export)
    driver.wait(lambda: bool(list(driver.window.exports.cards.values())))
    driver.open_exports()
    card = list(driver.window.exports.cards.values())[-1]
    driver.wait(lambda: card.is_over)
    return card


@pytest.fixture
def playing(file_driver, tmp_path):
    """A window that plays a clip of its own folder, so that exports go there."""
    return file_driver


def test_an_export_writes_the_file_with_sound_and_can_be_found(playing, tmp_path):
    dialog = open_dialog(playing)
    target = tmp_path / "out.mp4"
    dialog.path.setText(str(target))
    card = run(playing, dialog)
    assert card.state.text().startswith("Done at ")
    assert sentences(card, "loss") == []
    assert card.state.toolTip().startswith("30 frames\n")
    frames = read(target)
    assert len(frames) == 30
    assert is_near(frames[5][90, 20], GREEN, 20)
    assert is_near(frames[5][90, 130], (255, 45, 55), 20)
    with av.open(str(target)) as container:
        assert container.streams.audio
    playing.click(card.folder)
    assert playing.shown_folders == [target]
    playing.click(card.remove)
    assert not playing.window.exports.isVisible()


def test_an_export_asked_for_while_the_film_opens_waits_for_it(driver, clip, monkeypatch):
    gate = threading.Event()

    def open_slowly(path, reading):
        gate.wait()
        return open_source(path, reading)

    monkeypatch.setattr("app.pipeline.live.worker.open_source", open_slowly)
    driver.app.state.put(driver.app.state.saved.with_values(str(clip), ranges=(0.5, 1.0)))
    driver.app.source.open_files([clip], [])
    driver.press(Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert driver.window.findChild(ExportDialog) is None, "its range is not known yet"
    gate.set()
    driver.wait(lambda: driver.window.findChild(ExportDialog) is not None)
    (spec,) = driver.window.findChild(ExportDialog).specs()
    assert (spec.start_s, spec.end_s) == (0.5, 1.0)


def test_an_export_of_a_film_that_does_not_open_is_not_asked_for_again(driver, clip, tmp_path):
    driver.app.source.open_files([tmp_path / "gone.mp4"], [])
    driver.press(Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    driver.wait_notice("gone.mp4")
    driver.app.source.open_files([clip], [])
    driver.wait(lambda: driver.app.playback.film is not None)
    assert driver.window.findChild(ExportDialog) is None


def test_the_preview_stays_usable_meanwhile(playing, tmp_path):
    dialog = open_dialog(playing)
    dialog.path.setText(str(tmp_path / "out.mp4"))
    playing.click(dialog.export)
    playing.click(playing.window.gallery.swatch("#f5f6f8"))
    playing.wait_colour(0.1, 0.5, (245, 246, 248))
    card = list(playing.window.exports.cards.values())[-1]
    playing.wait(lambda: card.is_over)
    assert is_near(read(tmp_path / "out.mp4")[5][90, 20], GREEN, 20), "settings as they were"


def test_only_a_part_without_sound_in_another_container(playing, tmp_path):
    dialog = open_dialog(playing)
    playing.choose(dialog.container, 1)
    assert dialog.path.text().endswith(".mkv")
    playing.choose(dialog.codec, 2)
    assert dialog.codec.currentText() == "VP9"
    playing.click(dialog.quality.button("small"))
    playing.click(dialog.part)
    dialog.start.setValue(0.5)
    dialog.end.setValue(1.0)
    playing.click(dialog.audio)
    target = tmp_path / "part.mkv"
    dialog.path.setText(str(target))
    spec = dialog.specs()[0]
    assert dialog.quality.current() == "small"
    assert (spec.codec, spec.crf, spec.start_s, spec.end_s, spec.keep_sound) == (
        "vp9",
        CODECS["vp9"].default_crf + 6,
        0.5,
        1.0,
        False,
    )
    run(playing, dialog)
    with av.open(str(target)) as container:
        assert not container.streams.audio
        assert container.streams.video[0].codec_context.name == "vp9"
    assert 6 <= len(read(target)) <= 9


def test_the_matte_alone_can_be_written(playing, tmp_path):
    dialog = open_dialog(playing)
    playing.click(dialog.content.button("matte"))
    target = tmp_path / "matte.mp4"
    dialog.path.setText(str(target))
    run(playing, dialog)
    frame = read(target)[5]
    assert is_near(frame[90, 160], (255, 255, 255), 8)
    assert is_near(frame[90, 20], (0, 0, 0), 8)


def test_picture_and_matte_are_written_in_one_pass(playing, tmp_path):
    dialog = open_dialog(playing)
    playing.click(dialog.content.button("both"))
    target, matte = tmp_path / "both.mp4", tmp_path / "both_matte.mp4"
    matte.write_bytes(b"precious")
    dialog.path.setText(str(target))
    assert "both_matte.mp4 already exists" in dialog.trouble.text()
    matte.unlink()
    dialog.path.setText(str(tmp_path / "other.mp4"))
    dialog.path.setText(str(target))
    run(playing, dialog)
    assert len(read(target)) == len(read(matte))
    assert is_near(read(matte)[5][90, 160], (255, 255, 255), 8)


def test_an_existing_file_is_replaced_only_if_asked(playing, tmp_path):
    target = tmp_path / "there.mp4"
    target.write_bytes(b"precious")
    dialog = open_dialog(playing)
    dialog.path.setText(str(target))
    assert not dialog.export.isEnabled()
    assert "already exists" in dialog.trouble.text()
    playing.click(dialog.replace)
    assert dialog.export.isEnabled()
    run(playing, dialog)
    assert len(read(target)) == 30


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "Choose where"),
        ("/tmp/out.avi", "must end in .mp4"),
        ("/tmp/out", "must end in"),
        ("/nowhere/at/all.mp4", "The folder /nowhere/at"),
    ],
)
def test_wrong_names_are_said_beside_the_button(playing, text, part):
    dialog = open_dialog(playing)
    dialog.path.setText(text)
    assert part in dialog.trouble.text()
    assert not dialog.export.isEnabled()
    playing.click(dialog.cancel)


def test_an_empty_range_is_said(playing):
    dialog = open_dialog(playing)
    playing.click(dialog.part)
    assert dialog.start.lineEdit().width() > 60, "the time can be read"
    dialog.start.setValue(1.0)
    dialog.end.setValue(1.0)
    assert "range is empty" in dialog.trouble.text()


def test_only_containers_with_alpha_are_offered_for_transparency(qtbot, tmp_path):
    context = ExportContext(
        [tmp_path / "a.mp4"], Settings(background=BackgroundSpec("transparent")), 2.0, tmp_path
    )
    dialog = ExportDialog(context)
    qtbot.addWidget(dialog)
    suffixes = []
    for index in range(dialog.container.count()):
        dialog.container.setCurrentIndex(index)
        dialog.container.activated.emit(dialog.container.currentIndex())
        suffixes.append(dialog.specs()[0].output.suffix)
    assert suffixes == [".mov", ".webm", ".png", ".mkv"]
    dialog.container.setCurrentIndex(0)
    dialog.container.activated.emit(dialog.container.currentIndex())
    assert dialog.codec.currentText() == "ProRes 4444 + alpha"
    assert not dialog.codec.isHidden()
    assert dialog.specs()[0].output.name == "a cutout.mov"
    qtbot.mouseClick(dialog.content.button("matte"), Qt.MouseButton.LeftButton)
    assert dialog.container.count() == 6, "a matte needs no alpha"


@pytest.mark.parametrize("way", WAYS)
def test_no_other_name_of_what_is_read_is_written_over(qtbot, tmp_path, monkeypatch, way):
    monkeypatch.chdir(tmp_path)
    film, beach = tmp_path / "a.mp4", tmp_path / "beach.mp4"
    film.touch()
    beach.touch()
    settings = Settings(background=BackgroundSpec("file", path=beach))
    dialog = ExportDialog(ExportContext([film], settings, 2.0, tmp_path))
    qtbot.addWidget(dialog)
    dialog.replace.setChecked(True)
    for path, said in ((film, "the source file"), (beach, "the background")):
        dialog.path.setText(str(other_name(path, way)))
        assert dialog.trouble.text() == f"This would overwrite {said}. Choose another name."
        assert not dialog.export.isEnabled()


def test_the_pictures_of_a_sequence_are_not_written_over(qtbot, tmp_path):
    (tmp_path / "in_100.png").touch()
    dialog = ExportDialog(ExportContext([tmp_path / "in_%03d.png"], Settings(), None, tmp_path))
    qtbot.addWidget(dialog)
    dialog.container.setCurrentIndex(dialog.container.findData(".png"))
    dialog.container.activated.emit(dialog.container.currentIndex())
    dialog.path.setText(str(tmp_path / "in_%d.png"))
    assert dialog.trouble.text() == "This would overwrite the source file. Choose another name."


@pytest.mark.parametrize("name", ["~nobody-here/out.mp4", "n" * 300 + "/out.mp4"])
def test_a_name_that_no_file_can_have_can_be_typed(qtbot, tmp_path, name):
    dialog = ExportDialog(ExportContext([tmp_path / "a.mp4"], Settings(), 2.0, tmp_path))
    qtbot.addWidget(dialog)
    dialog.path.setText("")
    with qtbot.captureExceptions() as exceptions:
        for end in range(1, len(name) + 1):
            dialog.path.setText(name[:end])
    assert not exceptions
    assert dialog.trouble.text().startswith("The folder")


def test_a_bare_name_stays_beside_the_file(qtbot, tmp_path):
    (tmp_path / "taken.mp4").touch()
    dialog = ExportDialog(ExportContext([tmp_path / "a.mp4"], Settings(), 2.0, tmp_path))
    qtbot.addWidget(dialog)
    dialog.path.setText("b.mp4")
    assert dialog.trouble.text() == ""
    assert dialog.specs()[0].output == tmp_path / "b.mp4"
    dialog.path.setText("taken.mp4")
    assert dialog.trouble.text().startswith("taken.mp4 already exists")


def choose_format(dialog, suffix):
    index = dialog.container.findData(suffix)
    dialog.container.setCurrentIndex(index)
    dialog.container.activated.emit(index)


def test_a_chosen_folder_stays_when_the_format_changes(qtbot, tmp_path):
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    inputs = [tmp_path / "a.mp4", tmp_path / "b.mp4"]
    dialog = ExportDialog(ExportContext(inputs, Settings(), None, tmp_path))
    qtbot.addWidget(dialog)
    dialog.path.setText(str(chosen))
    choose_format(dialog, ".mkv")
    dialog.content.set_chosen("matte")
    dialog.content.chosen.emit("matte")
    assert dialog.path.text() == str(chosen)
    names = ["a matte.mkv", "b matte.mkv"]
    assert [spec.output for spec in dialog.specs()] == [chosen / name for name in names]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("chosen/talk.mp4", "chosen/talk.mkv"),
        ("talk.v2.MP4", "talk.v2.mkv"),
        ("talk.v2", "talk.v2"),  # the dialog says which ending is missing
        ("", "a backdrop.mkv"),
    ],
)
def test_a_typed_name_gets_the_ending_of_another_format(qtbot, tmp_path, typed, kept):
    dialog = ExportDialog(ExportContext([tmp_path / "a.mp4"], Settings(), 2.0, tmp_path))
    qtbot.addWidget(dialog)
    dialog.path.setText(str(tmp_path / typed) if typed else "")
    choose_format(dialog, ".mkv")
    assert dialog.path.text() == str(tmp_path / kept)


def test_a_typed_first_picture_becomes_a_film_of_that_name(qtbot, tmp_path):
    dialog = ExportDialog(ExportContext([tmp_path / "a.mp4"], Settings(), 2.0, tmp_path))
    qtbot.addWidget(dialog)
    choose_format(dialog, ".png")
    dialog.first_number.setValue(1)
    dialog.digits.setValue(4)
    dialog.path.setText(str(tmp_path / "talk_0001.png"))
    choose_format(dialog, ".jpg")
    assert dialog.path.text() == str(tmp_path / "talk_0001.jpg")
    choose_format(dialog, ".mp4")
    assert dialog.path.text() == str(tmp_path / "talk.mp4")


def test_pictures_that_are_there_are_replaced_only_if_asked(qtbot, tmp_path):
    (tmp_path / "out_0007.png").touch()
    dialog = ExportDialog(ExportContext([tmp_path / "a.mp4"], Settings(), 2.0, tmp_path))
    qtbot.addWidget(dialog)
    dialog.container.setCurrentIndex(dialog.container.findData(".png"))
    dialog.container.activated.emit(dialog.container.currentIndex())
    dialog.path.setText(str(tmp_path / "out_%04d.png"))
    assert "out_%04d.png already exists" in dialog.trouble.text()
    assert dialog.replace.isVisibleTo(dialog)
    dialog.replace.setChecked(True)
    assert dialog.trouble.text() == ""
    assert dialog.specs()[0].overwrite


def test_a_still_is_written_as_a_png(qtbot, tmp_path):
    context = ExportContext([tmp_path / "me.jpg"], Settings(), None, tmp_path)
    dialog = ExportDialog(context)
    qtbot.addWidget(dialog)
    assert dialog.specs()[0].output == tmp_path / "me backdrop.png"
    assert not dialog.audio.isVisibleTo(dialog)


def test_a_still_among_films_stays_a_still_and_names_do_not_collide(qtbot, tmp_path):
    inputs = [tmp_path / "a" / "x.mkv", tmp_path / "b" / "x.mov", tmp_path / "x.jpg"]
    dialog = ExportDialog(ExportContext(inputs, Settings(), None, tmp_path))
    qtbot.addWidget(dialog)
    specs = dialog.specs()
    names = ["x backdrop.mp4", "x backdrop (2).mp4", "x backdrop.png"]
    assert [spec.output.name for spec in specs] == names
    assert [spec.codec for spec in specs] == ["h264", "h264", "png"]
    assert specs[2].crf is None


def test_a_proposed_folder_that_does_not_exist_yet_is_made(make_driver, tmp_path):
    driver = make_driver(start=SourceRequest("file", str(SAMPLE)))
    driver.wait_live()
    driver.window.output.folder_chosen.emit(tmp_path / "not" / "yet")
    driver.app.source.choose(SAMPLE_CHOICE)
    driver.wait_live()
    card = run(driver, open_dialog(driver))
    assert card.output == tmp_path / "not" / "yet" / "sample backdrop.mp4"
    assert card.output.exists()


@pytest.mark.parametrize(
    ("typed", "seconds", "shown"),
    [("90", 90, "1:30.00"), ("1:2.5", 62.5, "1:02.50"), ("1:00:01", 3601, "1:00:01.00")],
)
def test_moments_are_typed_as_minutes_and_seconds(qtbot, typed, seconds, shown):
    field = TimeField("Moment", duration_s=4000)
    qtbot.addWidget(field)
    field.show()
    field.lineEdit().selectAll()
    qtbot.keyClicks(field.lineEdit(), typed)
    qtbot.keyClick(field.lineEdit(), Qt.Key.Key_Return)
    assert field.value() == seconds
    assert field.text() == shown


@pytest.mark.parametrize("typed", ["9" * 400, "9" * 400 + ":00:00", "9" * 5000 + ":1"])
def test_a_moment_of_hundreds_of_digits_is_not_taken(qtbot, typed):
    field = TimeField("Moment", duration_s=4000)
    qtbot.addWidget(field)
    assert field.validate(typed, 0)[0] == QValidator.State.Intermediate


def test_browse_fills_in_the_path(playing, tmp_path):
    dialog = open_dialog(playing)
    playing.click(dialog.browse)
    browser = dialog.findChild(QFileDialog)
    browser.selectFile(str(tmp_path / "chosen.mp4"))
    browser.accept()
    assert dialog.path.text() == str(tmp_path / "chosen.mp4")


def test_an_export_can_be_cancelled(playing, tmp_path):
    gate = threading.Event()
    playing.engine_factory.prepare = lambda engine: setattr(engine, "gate", gate)
    dialog = open_dialog(playing)
    dialog.path.setText(str(tmp_path / "out.mp4"))
    playing.click(dialog.export)
    playing.open_exports()
    card = list(playing.window.exports.cards.values())[-1]
    playing.wait(lambda: card.stage == "running")
    playing.click(card.cancel)
    gate.set()
    playing.wait(lambda: card.is_over)
    assert card.state.text().startswith("Cancelled")
    assert not (tmp_path / "out.mp4").exists()


def test_several_files_are_exported_one_after_the_other(playing, clip, tmp_path):
    for name in ("a.mkv", "b.mkv"):
        (tmp_path / name).write_bytes(clip.read_bytes())
    playing.drop(playing.window.preview, [tmp_path / "a.mkv", tmp_path / "b.mkv"])
    playing.wait(lambda: playing.window.source.queue.count() == 2)
    keys = Qt.KeyboardModifier
    playing.press(Qt.Key.Key_E, keys.ControlModifier | keys.ShiftModifier)
    playing.wait(lambda: playing.window.findChild(ExportDialog) is not None)
    dialog = playing.window.findChild(ExportDialog)
    assert not dialog.part.isVisible()
    playing.click(dialog.export)
    cards = list(playing.window.exports.cards.values())
    playing.wait(lambda: len(cards) == 2 and all(card.is_over for card in cards))
    assert (tmp_path / "a backdrop.mp4").exists()
    assert (tmp_path / "b backdrop.mp4").exists()


def test_what_is_left_stays_in_its_place_when_rows_are_hidden(playing):
    dialog = open_dialog(playing)
    places = (dialog.content.pos(), dialog.container.pos())
    tall = dialog.height()
    playing.choose(
        dialog.container, dialog.container.findData(".png")
    )  # pictures: no codec, no sound
    playing.wait(lambda: not dialog.audio.isVisible())
    playing.qtbot.wait(50)
    assert dialog.height() == tall
    assert (dialog.content.pos(), dialog.container.pos()) == places


def test_the_proposed_name_is_never_longer_than_a_file_system_takes(tmp_path):
    film = tmp_path / ("長" * 83 + ".mp4")
    context = ExportContext([film], Settings(), 2.0, tmp_path)
    for suffix in (".mp4", ".png"):
        name = context.default_path(ExportHabits(suffix=suffix)).name
        assert len(name.encode()) <= 255
        assert name.startswith("長" * 70)
        assert " backdrop" in name
    short = ExportContext([tmp_path / "talk.mkv"], Settings(), 2.0, tmp_path)
    assert short.default_path(ExportHabits(kind="matte", suffix=".mp4")).name == "talk matte.mp4"


def test_a_picture_whose_name_looks_like_a_pattern_keeps_its_words(tmp_path):
    (tmp_path / "a%dog.png").touch()
    context = ExportContext([tmp_path / "a%dog.png"], Settings(), None, tmp_path)
    assert context.default_path(ExportHabits(suffix=".png")).name.startswith("a-dog ")


def test_a_camera_cannot_be_exported_and_the_window_says_what_can(driver):
    driver.click(driver.window.export)
    driver.wait_notice("Only files can be exported")
    assert driver.window.findChild(ExportDialog) is None


def test_closing_while_exporting_asks_and_leaves_no_half_file(playing, tmp_path):
    gate = threading.Event()
    playing.engine_factory.prepare = lambda engine: setattr(engine, "gate", gate)
    dialog = open_dialog(playing)
    dialog.path.setText(str(tmp_path / "out.mp4"))
    playing.click(dialog.export)
    playing.window.close()
    playing.wait(lambda: playing.window.findChild(CloseDialog) is not None)
    gate.set()
    playing.click(playing.window.findChild(CloseDialog).finish)
    playing.wait(lambda: not playing.window.isVisible())
    for path in tmp_path.glob("*.mp4"):
        read(path)  # what there is plays
