"""Exports on their way: what is lost, what waits and survives, and what the preview does."""

from __future__ import annotations

import threading
from fractions import Fraction

import pytest
from gui_doubles import HEIGHT, WIDTH, room_picture
from gui_driver import sentences
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from test_gui_export import open_dialog, run
from video_clips import make_clip

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.events import LookingAhead, Preparing, Progress
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.live.recordings import RecordingOptions
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.settings import Settings
from gui.export.dialog import ExportDialog
from gui.export.tray import SEPARATOR
from gui.leaving import CloseDialog
from gui.shared.store import Store
from gui.source.control import SAMPLE


@pytest.fixture
def gate(file_driver):
    """Exports wait for it; what is shown does not."""
    gate = threading.Event()
    file_driver.engine_factory.prepare = lambda engine: setattr(engine, "gate", gate)
    yield gate
    gate.set()


def begin(driver, path):
    """Start an export of what is shown to `path`; its card."""
    dialog = another_dialog(driver)
    dialog.path.setText(str(path))
    driver.click(dialog.export)
    driver.open_exports()
    return list(driver.window.exports.cards.values())[-1]


def another_dialog(driver) -> ExportDialog:
    """Earlier ones may still wait for their end."""
    driver.click(driver.window.export)
    return visible_dialog(driver)


def visible_dialog(driver) -> ExportDialog:
    return next(d for d in driver.window.findChildren(ExportDialog) if d.isVisible())


def shown(path, tmp_path, make_driver):
    driver = make_driver(start=SourceRequest("file", str(path)), store=tmp_path / "own.ini")
    driver.wait_live()
    return driver


def test_what_a_truncated_film_lost_stands_on_its_card(make_driver, tmp_path):
    cut = tmp_path / "cut.mp4"
    data = SAMPLE.read_bytes()
    assert data.index(b"moov") < data.index(b"mdat"), "its index survives the cut"
    cut.write_bytes(data[: len(data) * 2 // 3])
    driver = shown(cut, tmp_path, make_driver)
    card = begin(driver, tmp_path / "out.mp4")
    driver.wait(lambda: card.is_over)
    assert card.stage == "lossy"
    [loss] = sentences(card, "loss")
    assert loss.startswith("cut.mp4 is damaged: ")
    assert "could not be decoded whole" in loss
    driver.wait_notice("is exported, but incomplete")
    assert driver.window.notices.cards()[0].level == "warning"


def test_a_depth_that_was_lost_is_amber_and_what_was_only_noted_is_not(make_driver, tmp_path):
    deep = tmp_path / "deep.mkv"
    make_clip(
        deep,
        frame_count=12,
        height=HEIGHT,
        width=WIDTH,
        codec="ffv1",
        pixel_format="yuv420p10le",
        rate=Fraction(15),
        picture=room_picture,
    )
    driver = shown(deep, tmp_path, make_driver)
    card = begin(driver, tmp_path / "out.mp4")
    driver.wait(lambda: card.is_over)
    assert sentences(card, "loss") == ["deep.mkv: its 10-bit picture is processed with 8 bits."]


def test_the_tray_shows_an_export_with_the_side_panel_hidden(file_driver, gate, tmp_path):
    file_driver.press(Qt.Key.Key_F9)
    card = begin(file_driver, tmp_path / "out.mp4")
    assert not file_driver.window.side_panel.isVisible()
    assert file_driver.window.exports.isVisible()
    assert card.isVisible()
    file_driver.wait(lambda: file_driver.window.export.share is not None)
    gate.set()
    file_driver.wait(lambda: card.is_over)
    assert file_driver.window.export.share is None
    file_driver.wait_notice("out.mp4 is exported.")
    file_driver.click(card.open)
    assert file_driver.shown_files == [tmp_path / "out.mp4"]


@pytest.mark.parametrize("key", [Qt.Key.Key_F10, Qt.Key.Key_F11])
def test_an_export_stays_out_of_full_screen_and_the_small_view(file_driver, gate, tmp_path, key):
    window = file_driver.window
    card = begin(file_driver, tmp_path / "out.mp4")
    file_driver.press(key)
    gate.set()
    file_driver.wait(lambda: card.is_over)
    assert not window.exports.isVisible()
    file_driver.press(key)
    assert window.exports.isVisible()


def test_a_folder_made_for_two_exports_stays_until_both_are_over(make_driver, tmp_path):
    driver = make_driver(start=SourceRequest("file", str(SAMPLE)))
    driver.wait_live()
    gates = [threading.Event(), threading.Event()]  # of each export's engine
    left = iter(gates)
    driver.engine_factory.prepare = lambda engine: setattr(engine, "gate", next(left))
    folder = tmp_path / "not" / "yet"
    driver.window.output.folder_chosen.emit(folder)
    driver.click(open_dialog(driver).export)
    driver.open_exports()
    [first] = list(driver.window.exports.cards.values())
    driver.click(another_dialog(driver).export)
    second = next(card for card in list(driver.window.exports.cards.values()) if card is not first)
    driver.wait(lambda: first.stage == "running")
    driver.click(first.cancel)
    gates[0].set()
    driver.wait(lambda: first.is_over)
    assert folder.exists()
    driver.wait(lambda: second.stage == "running")
    driver.click(second.cancel)
    gates[1].set()
    driver.wait(lambda: second.is_over)
    assert second.stage == "cancelled"
    assert not folder.exists(), "it was made for them and holds nothing"


def test_what_waits_can_be_reordered_and_removed(file_driver, gate, tmp_path):
    cards = [begin(file_driver, tmp_path / f"{name}.mp4") for name in "abcd"]
    file_driver.wait(lambda: cards[0].stage == "running")
    assert [card.stage for card in cards[1:]] == ["waiting"] * 3
    file_driver.click(cards[3].up)
    file_driver.click(cards[1].cancel)
    assert cards[1].stage == "cancelled"
    order = [card.name.text() for card in list(file_driver.window.exports.cards.values())]
    assert order == ["a.mp4", "b.mp4", "d.mp4", "c.mp4"]
    assert not cards[3].up.isEnabled()
    specs = file_driver.app.state.saved.exports
    assert [spec.output.name for spec in specs] == ["a.mp4", "d.mp4", "c.mp4"]
    gate.set()
    file_driver.wait(lambda: all(card.is_over for card in cards))
    assert not (tmp_path / "b.mp4").exists()
    written = [tmp_path / name for name in ("a.mp4", "d.mp4", "c.mp4")]
    times = [path.stat().st_mtime_ns for path in written]
    assert times == sorted(times)
    assert file_driver.app.state.saved.exports == ()


def test_a_failed_export_looks_failed_and_can_be_tried_again(file_driver, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    dialog = open_dialog(file_driver)
    dialog.path.setText(str(folder / "out.mp4"))
    folder.rmdir()
    folder.write_text("in the way")
    file_driver.click(dialog.export)
    file_driver.open_exports()
    card = list(file_driver.window.exports.cards.values())[-1]
    file_driver.wait(lambda: card.stage == "failed")
    assert sentences(card, "loss"), "why stands on the card"
    file_driver.wait_notice("Export failed")
    assert not card.open.isVisible()
    folder.unlink()
    file_driver.click(card.retry)
    [again] = list(file_driver.window.exports.cards.values())
    file_driver.wait(lambda: again.is_over)
    assert again.stage == "done"
    assert (folder / "out.mp4").exists()


def test_all_that_have_ended_are_put_away_at_once(file_driver, gate, tmp_path):
    gate.set()
    cards = [begin(file_driver, tmp_path / f"{name}.mp4") for name in "ab"]
    file_driver.wait(lambda: all(card.is_over for card in cards))
    gate.clear()
    running = begin(file_driver, tmp_path / "c.mp4")
    file_driver.click(file_driver.window.exports.clear)
    assert list(file_driver.window.exports.cards.values()) == [running]


def test_the_queue_survives_a_restart_and_begins_when_asked(make_driver, clip, tmp_path):
    spec = JobSpec(
        input=clip,
        output=tmp_path / "later.mp4",
        settings=Settings(background=BackgroundSpec("colour", colour=(1, 2, 3)), model="quality"),
        start_s=0.5,
        codec="h264",
        crf=15,
        first_number=7,
    )
    store = Store(tmp_path / "own.ini")
    saved = store.load()
    assert store.save(type(saved)(exports=(spec,)))
    assert Store(tmp_path / "own.ini").load().exports == (spec,)
    driver = make_driver(start=SourceRequest("file", str(clip)), store=tmp_path / "own.ini")
    driver.wait_live()
    [card] = list(driver.window.exports.cards.values())
    assert card.stage == "held"
    driver.qtbot.wait(100)
    assert not (tmp_path / "later.mp4").exists()
    driver.click(driver.window.exports.go_on)
    driver.wait(lambda: card.is_over)
    assert (tmp_path / "later.mp4").exists()
    assert driver.app.state.saved.exports == ()


def test_what_was_stopped_at_the_end_waits_for_the_next_start(file_driver, gate, tmp_path):
    running, waiting = (begin(file_driver, tmp_path / f"{name}.mp4") for name in "ab")
    file_driver.wait(lambda: running.stage == "running")
    file_driver.window.close()
    file_driver.wait(lambda: file_driver.window.findChild(CloseDialog) is not None)
    file_driver.click(file_driver.window.findChild(CloseDialog).finish)
    gate.set()  # only now: else the first might be done by then
    file_driver.wait(lambda: not file_driver.window.isVisible())
    left = Store(tmp_path / "backdrop.ini").load().exports
    assert [spec.output.name for spec in left] == ["a.mp4", "b.mp4"]
    assert not waiting.is_over


def test_another_window_leaves_what_waits_to_the_one_that_has_it(make_driver, clip, tmp_path):
    spec = JobSpec(input=clip, output=tmp_path / "later.mp4")
    store = Store(tmp_path / "own.ini")
    store.save(type(store.load())(exports=(spec,)))
    first = make_driver(store=tmp_path / "own.ini")
    second = make_driver(store=tmp_path / "own.ini")
    assert len(list(first.window.exports.cards.values())) == 1
    assert list(second.window.exports.cards.values()) == []
    second.app.session.exports.changed.emit()
    second.app.state.write()
    assert Store(tmp_path / "own.ini").load().exports == (spec,)


def test_enter_at_the_question_keeps_an_export_going(file_driver, gate, tmp_path):
    card = begin(file_driver, tmp_path / "out.mp4")
    file_driver.press(Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    file_driver.wait(lambda: file_driver.window.findChild(CloseDialog) is not None)
    dialog = file_driver.window.findChild(CloseDialog)
    file_driver.qtbot.keyClick(dialog, Qt.Key.Key_Return)
    file_driver.wait(lambda: not dialog.isVisible())
    gate.set()
    file_driver.wait(lambda: card.is_over)
    assert card.stage == "done"
    assert file_driver.window.isVisible()


def test_the_window_can_be_closed_when_the_exports_are_done(file_driver, gate, tmp_path):
    card = begin(file_driver, tmp_path / "out.mp4")
    file_driver.wait(lambda: card.stage == "running")
    file_driver.window.close()
    file_driver.wait(lambda: file_driver.window.findChild(CloseDialog) is not None)
    file_driver.click(file_driver.window.findChild(CloseDialog).when_done)
    file_driver.wait_notice("closes when the exports are done")
    assert file_driver.window.isVisible()
    gate.set()
    file_driver.wait(lambda: not file_driver.window.isVisible())
    assert (tmp_path / "out.mp4").exists()


def test_a_single_export_never_waits(file_driver, gate, tmp_path):
    card = begin(file_driver, tmp_path / "out.mp4")
    assert card.stage == "running"
    assert card.state.text() == "Starting\u2026"
    assert card.bar.maximum() == 0, "busy: how far it is, is not known yet"
    assert file_driver.app.playback.is_paused, "from the beginning, not from its first frame"
    second = begin(file_driver, tmp_path / "second.mp4")
    assert second.stage == "waiting"


def test_learning_the_room_has_a_bar(file_driver, gate, clip, tmp_path):
    card = begin(file_driver, tmp_path / "out.mp4")
    file_driver.wait(lambda: "Starting on" in card.state.text())
    file_driver.app.session.exports.happened.emit(1, Preparing(clip, 9, 36))
    assert card.bar.value() == card.bar.maximum() // 4
    assert card.state.text() == "Preparing: 9 of 36"
    file_driver.app.session.exports.happened.emit(1, LookingAhead(clip, 12, 48))
    assert card.state.text() == "Learning the room: 25 %"
    assert card.bar.value() == card.bar.maximum() // 4
    assert file_driver.window.exports.bar.value() == card.bar.value()


def test_the_preview_rests_while_the_export_time_is_measured(file_driver, monkeypatch):
    monkeypatch.setattr("gui.export.queue.WAIT_MS", 0)
    rests = []
    preview = file_driver.window.preview
    file_driver.app.session.estimates.trying.connect(
        lambda is_on: rests.append((is_on, file_driver.app.playback.is_paused))
    )
    dialog = another_dialog(file_driver)
    file_driver.wait(lambda: "Estimate for this computer" in dialog.time.text())
    file_driver.wait(lambda: len(rests) == 2)
    assert rests == [(True, True), (False, False)]
    assert preview.accessibleDescription() == ""
    dialog.reject()


def test_a_recording_during_an_export_lets_the_film_go_on(file_driver, gate, tmp_path):
    card = begin(file_driver, tmp_path / "out.mp4")
    playback = file_driver.app.playback
    file_driver.wait(lambda: playback.is_paused)
    file_driver.app.output.record_to(tmp_path / "live.mp4", RecordingOptions())
    file_driver.wait(lambda: not playback.is_paused)
    assert file_driver.window.preview.accessibleDescription() == ""
    file_driver.app.output.stop_recording()
    file_driver.wait(lambda: playback.is_paused)
    gate.set()
    file_driver.wait(lambda: card.is_over)
    file_driver.wait(lambda: not playback.is_paused)


def test_the_preview_rests_while_its_its_file_is_exported(file_driver, gate, tmp_path):
    card = begin(file_driver, tmp_path / "out.mp4")
    transport = file_driver.window.transport
    file_driver.wait(lambda: transport.play.isChecked())
    assert file_driver.app.playback.is_paused
    gate.set()
    file_driver.wait(lambda: card.is_over)
    assert not transport.play.isChecked()


def test_who_plays_it_all_the_same_is_not_paused_again(file_driver, gate, tmp_path):
    card = begin(file_driver, tmp_path / "out.mp4")
    file_driver.wait(lambda: file_driver.window.transport.play.isChecked())
    file_driver.press(Qt.Key.Key_Space)
    assert not file_driver.app.playback.is_paused
    file_driver.press(Qt.Key.Key_Space)
    gate.set()
    file_driver.wait(lambda: card.is_over)
    assert file_driver.app.playback.is_paused, "the person's own pause stays"


def test_the_dialogs_choices_are_proposed_the_next_time(file_driver, make_driver, tmp_path):
    dialog = open_dialog(file_driver)
    file_driver.choose(dialog.container, 1)
    file_driver.click(dialog.quality.button("small"))
    file_driver.click(dialog.outline.button("best"))
    dialog.path.setText(str(tmp_path / "out.mkv"))
    run(file_driver, dialog)
    file_driver.app.state.write()
    file_driver.stop()
    again = make_driver(start=SourceRequest("file", str(tmp_path / "out.mkv")))
    again.wait_live()
    dialog = open_dialog(again)
    assert dialog.path.text().endswith(".mkv")
    assert (dialog.quality.current(), dialog.outline.current()) == ("small", "best")


def test_the_proposed_name_is_never_taken(file_driver, gate, clip, tmp_path):
    dialog = open_dialog(file_driver)
    first = dialog.specs()[0].output
    file_driver.click(dialog.export)
    dialog = another_dialog(file_driver)
    second = dialog.specs()[0].output
    assert (first.stem, second.stem) == ("room backdrop", "room backdrop (2)")
    assert dialog.trouble.text() == ""
    dialog.path.setText(str(first))
    assert "another export" in dialog.trouble.text()
    dialog.reject()


def test_the_second_look_follows_the_outline_until_it_is_chosen(file_driver, make_driver, tmp_path):
    dialog = open_dialog(file_driver)

    def chosen():
        return dialog.twice.isChecked(), dialog.specs()[0].settings.look_twice

    file_driver.wait(lambda: "6x slower" in dialog.outline.button("best").text())
    assert chosen() == (False, "auto"), "it is a film"
    assert dialog.specs()[0].settings.model == "fast"
    file_driver.click(dialog.outline.button("best"))
    assert dialog.specs()[0].settings.model == "quality"
    assert chosen() == (False, "auto")
    # 30 frames at 60 ms, and with the network's part once more
    assert dialog.time.text() == "Export time on this computer: about 2 s"
    file_driver.click(dialog.twice)
    assert chosen() == (True, "on")
    assert dialog.time.text() == "Export time on this computer: about 3 s"
    assert "6x slower" in dialog.outline.button("best").text()
    file_driver.click(dialog.outline.button("fast"))
    assert chosen() == (True, "on")
    file_driver.click(dialog.twice)
    assert chosen() == (False, "auto"), "what it would be anyway"
    file_driver.click(dialog.twice)
    dialog.path.setText(str(tmp_path / "out.mp4"))
    run(file_driver, dialog)
    assert file_driver.app.state.settings.look_twice == "auto", "the live picture's own"
    file_driver.app.state.write()
    file_driver.stop()
    again = make_driver(start=SourceRequest("file", str(tmp_path / "out.mp4")))
    again.wait_live()
    dialog = open_dialog(again)
    assert chosen() == (True, "on")
    dialog.reject()


def test_nothing_is_seen_around_the_lower_corners_of_the_list(driver, tmp_path):
    tray = driver.window.exports
    tray.add(1, tmp_path / "a.mp4")
    driver.wait(tray.isVisible)
    driver.open_exports()
    box = tray.floating.geometry()
    under = QWidget(driver.window)  # as the export button is in a small window
    under.setStyleSheet("background: #ff0000")
    under.setGeometry(box)
    under.show()
    tray.floating.raise_()
    painted = driver.window.grab(box).toImage()
    low, right = painted.height() - 1, painted.width() - 1
    assert 255 not in {painted.pixelColor(x, low).red() for x in (0, right)}
    assert painted.pixelColor(right // 2, low - 2) == painted.pixelColor(2, low // 2), "its own"


def test_the_list_is_as_high_as_what_it_holds_and_moves_nothing(driver, tmp_path):
    tray, picture = driver.window.exports, driver.window.preview
    card = tray.add(1, tmp_path / "a.mp4")
    assert not card.isVisible(), "one row, until it is opened"
    driver.wait(tray.isVisible)
    driver.qtbot.wait(50)
    height_px = picture.height()
    driver.open_exports()
    before_px = tray.floating.height()
    card.show_over("done", "Done", has_file=True, losses=["Something was lost. " * 20])
    tray.refresh()
    most_px = round(0.4 * driver.window.height())
    assert before_px < tray.floating.height() <= most_px
    for number in range(2, 12):
        tray.add(number, tmp_path / f"{number}.mp4")
    assert tray.floating.height() == most_px, "the rest is scrolled to"
    driver.qtbot.wait(50)
    assert picture.height() == height_px
    driver.click(tray.fold)
    assert not card.isVisible()


def test_cancelling_and_removing_are_two_things_in_two_places(file_driver, gate, tmp_path):
    card = begin(file_driver, tmp_path / "a.mp4")
    file_driver.wait(lambda: card.stage == "running")
    assert not card.remove.isVisible()
    cancel = card.cancel.geometry()
    gate.set()
    file_driver.wait(lambda: card.is_over)
    assert not card.cancel.isVisible()
    file_driver.wait(card.remove.isVisible)
    assert not card.remove.geometry().intersects(cancel), "a late click removes nothing"
    file_driver.click(card.remove)
    assert list(file_driver.window.exports.cards.values()) == []


def test_nothing_moves_under_the_pointer(driver, tmp_path):
    tray = driver.window.exports
    cards = [tray.add(number, tmp_path / f"{number}.mp4") for number in range(12)]
    driver.open_exports()
    driver.qtbot.wait(50)
    middle = QPointF(tray.floating.rect().center())
    QApplication.sendEvent(tray.floating, QEnterEvent(middle, middle, middle))

    def places():
        driver.qtbot.wait(50)
        return [card.mapTo(driver.window, QPoint(0, 0)) for card in cards]

    before = places()
    cards[0].show_over("done", "Done", has_file=True, losses=["It is damaged. " * 20])
    tray.refresh()
    tray.reveal(11)
    tray.add(12, tmp_path / "12.mp4")
    assert places() == before
    QApplication.sendEvent(tray.floating, QEvent(QEvent.Type.Leave))
    driver.wait(lambda: places() != before)
    assert any(
        words.isVisible()
        for words in cards[0].findChildren(QLabel)
        if "It is damaged" in words.text()
    )


def test_one_row_tells_how_the_exports_go(file_driver, gate, tmp_path):
    cards = [begin(file_driver, tmp_path / f"{name}.mp4") for name in "ab"]
    tray = file_driver.window.exports
    file_driver.click(tray.fold)
    file_driver.wait(lambda: cards[0].stage == "running")
    file_driver.wait(lambda: tray.summary.text().startswith("a.mp4: "))
    assert tray.bar.isVisible()
    assert not cards[0].isVisible()
    gate.set()
    file_driver.wait(lambda: "2 of 2 done" in tray.summary.text())
    assert not tray.bar.isVisible()


def test_the_shown_file_alone_is_exported_unless_all_are_asked_for(file_driver, clip, tmp_path):
    for name in ("a.mkv", "b.mkv"):
        (tmp_path / name).write_bytes(clip.read_bytes())
    window = file_driver.window
    assert not window.export_all.isVisible()
    file_driver.drop(window.preview, [tmp_path / "a.mkv", tmp_path / "b.mkv"])
    file_driver.wait(lambda: window.export_all.isVisible())
    dialog = open_dialog(file_driver)
    assert [spec.input.name for spec in dialog.specs()] == ["a.mkv"]
    dialog.reject()
    file_driver.wait(lambda: not window.findChildren(ExportDialog))
    file_driver.click(window.export_all)
    dialog = visible_dialog(file_driver)
    assert [spec.input.name for spec in dialog.specs()] == ["a.mkv", "b.mkv"]
    dialog.reject()


def test_a_film_becomes_pictures_in_a_folder_of_their_own(file_driver, tmp_path):
    dialog = open_dialog(file_driver)
    file_driver.choose(dialog.container, dialog.container.findData(".png"))
    dialog.first_number.setValue(1001)
    dialog.name.setText("{name}_{background}")
    dialog.name.textEdited.emit(dialog.name.text())
    assert dialog.path.text().endswith("room_00b140/room_00b140_1001.png")
    target = tmp_path / "shots" / "me_1001.png"
    dialog.path.setText(str(target))
    assert dialog.trouble.text() == ""
    dialog.path.setText(str(tmp_path / "no" / "shots" / "me_1001.png"))
    assert "The folder" in dialog.trouble.text()
    dialog.path.setText(str(target))
    card = run(file_driver, dialog)
    assert card.stage == "done"
    names = sorted(path.name for path in target.parent.iterdir())
    assert names[0] == "me_1001.png"
    assert names[-1] == "me_1030.png"
    assert len(names) == 30


def test_a_name_without_a_number_gets_the_chosen_one(file_driver, tmp_path):
    dialog = open_dialog(file_driver)
    file_driver.choose(dialog.container, dialog.container.findData(".png"))
    dialog.first_number.setValue(7)
    dialog.digits.setValue(6)
    dialog.path.setText(str(tmp_path / "me.png"))
    [spec] = dialog.specs()
    assert (spec.output.name, spec.first_number) == ("me_%06d.png", 7)
    dialog.reject()


def test_a_word_that_stands_for_nothing_in_a_name_is_said(file_driver):
    dialog = open_dialog(file_driver)
    dialog.name.setText("{nmae}")
    dialog.name.textEdited.emit(dialog.name.text())
    assert "{nmae} is not a placeholder" in dialog.trouble.text()
    assert not dialog.export.isEnabled()
    dialog.reject()


def test_with_a_file_open_export_is_primary_and_record_is_not(file_driver, driver):
    assert file_driver.window.export.property("kind") == "primary"
    assert file_driver.window.record_bar.record.property("quiet")
    assert "without its audio" in file_driver.window.record_bar.record.toolTip()
    assert driver.window.export.property("kind") != "primary"
    assert not driver.window.record_bar.record.property("quiet")


def test_a_separator_in_a_file_s_name_does_not_cut_it(file_driver, gate, tmp_path, monkeypatch):
    card = begin(file_driver, tmp_path / f"a{SEPARATOR}b.mp4")
    told = []
    tray = file_driver.window.exports
    monkeypatch.setattr(tray.summary, "show_parts", lambda parts: told.append(list(parts)))
    card.show_progress(Progress(tmp_path, 5, 10, 8.0, None))
    tray.refresh()
    assert told[-1][0] == f"a{SEPARATOR}b.mp4: 50 %"
    assert told[-1][1] == "8 frames/s"
