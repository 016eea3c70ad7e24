"""Notices: what a person should know, in the window, until it is put away; and the crash hook."""

from __future__ import annotations

import logging
import sys
import threading

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from gui.crash import install_hook, start_logging
from gui.preview.notices import STRIP_PX


def test_a_notice_stays_until_it_is_put_away(driver):
    driver.tell()
    driver.qtbot.wait(300)
    [card] = driver.window.notices.cards()
    assert card.isVisible()
    driver.click(card.close_button)
    assert not driver.window.notices.cards()


def test_a_long_sentence_has_two_lines_and_is_whole_when_asked_for(driver):
    sentence = ("A long story about a disk that is full. " * 12).strip()
    driver.tell(sentence=sentence)
    [card] = driver.window.notices.cards()
    driver.wait(lambda: card.text.text().count("\n") == 1)
    assert card.text.text().endswith("\u2026")
    assert card.text.sizeHint().height() <= card.height()
    assert card.text.toolTip() == sentence
    assert not card.details.isVisible()
    driver.click(card.fold)
    assert card.details.isVisible()
    assert card.details.toPlainText() == sentence


def test_the_strip_has_one_height_whatever_it_says(driver):
    heights = set()
    picture = driver.window.preview
    for number in range(3):
        driver.tell(sentence="Lost. " * (1 + 40 * number), code=str(number), details="x")
        driver.qtbot.wait(50)
        heights.add((driver.window.notices.height(), picture.height()))
    driver.click(driver.window.notices.cards()[0].fold)
    driver.qtbot.wait(50)
    heights.add((driver.window.notices.height(), picture.height()))
    assert len(heights) == 1
    assert driver.window.notices.height() == STRIP_PX


def test_every_notice_can_be_paged_to(driver):
    notices = driver.window.notices
    driver.tell(sentence="The oldest.", code="a", level="warning")
    assert not notices.counter.isVisible(), "nothing to page through"
    driver.tell(sentence="The worst.", code="b", level="error")
    driver.tell(sentence="The newest.", code="c", level="info")
    assert driver.shown_notice() == "The worst.", "an info hides no error"
    seen = [driver.shown_notice()]
    for number in (2, 3):
        driver.click(notices.forward)
        seen.append(driver.shown_notice())
        assert notices.counter.text() == f"{number}/3"
    assert seen == ["The worst.", "The oldest.", "The newest."]
    driver.click(notices.back)
    driver.click(notices.shown().close_button)
    assert driver.notices() == ["The newest.", "The worst."]
    assert driver.shown_notice() == "The newest.", "the next one, not the first again"


def test_an_info_that_nobody_has_seen_does_not_go_by_itself(driver, monkeypatch):
    monkeypatch.setattr("gui.preview.notices.INFO_MS", 10)
    driver.tell(sentence="The disk is full.", code="disk")
    driver.tell(sentence="It is exported.", code="export", level="info")
    driver.qtbot.wait(100)
    assert driver.notices() == ["It is exported.", "The disk is full."]
    driver.click(driver.window.notices.forward)
    driver.wait(lambda: driver.notices() == ["The disk is full."])


@pytest.mark.parametrize(("width", "height"), [(960, 540), (1280, 720), (1920, 1080)])
def test_the_picture_keeps_three_fifths_and_each_bar_its_place(
    file_driver, tmp_path, width, height
):
    window = file_driver.window
    window.resize(width, height)
    for number in range(4):
        file_driver.tell(sentence="A film is damaged. " * 20, code=str(number), details="x")
        card = window.exports.add(number, tmp_path / f"{number}.mp4")
        card.show_over("done", "Done", has_file=True, losses=["It is damaged. " * 20])
    window.exports.refresh()
    file_driver.open_exports()
    file_driver.qtbot.wait(100)
    assert window.transport.isVisible()
    assert window.preview.height() >= 0.6 * height
    shown = window.notices.shown()
    assert shown.text.text().count("\n") == 1
    assert shown.text.sizeHint().height() <= shown.height()
    parts = [
        window.top_bar, window.notices, window.preview, window.transport, window.bottom_bar,
        window.exports, window.status,
    ]  # fmt: skip
    tops = [part.mapTo(window, QPoint(0, 0)).y() for part in parts]
    for part, top, below in zip(parts, tops, [*tops[1:], height], strict=True):
        assert part.isVisible()
        assert part.height() >= part.minimumSizeHint().height()
        assert top + part.height() <= below


def test_a_storm_of_errors_shows_few_and_opens_no_dialog(driver):
    for number in range(40):
        driver.tell(code=f"storm {number}", sentence=f"Number {number}.")
    assert [card.isVisible() for card in driver.window.notices.cards()].count(True) == 1
    assert driver.window.notices.counter.text() == "1/40"
    assert QApplication.activeModalWidget() is None


def test_the_same_trouble_again_replaces_the_old_notice(driver):
    driver.tell(sentence="First.")
    driver.tell(sentence="Second.")
    assert driver.notices() == ["Second."]


def test_markup_in_a_sentence_is_shown_as_it_is(driver):
    driver.tell(sentence="<b>bold</b>.mp4 cannot be read.")
    assert driver.window.notices.cards()[0].sentence.startswith("<b>")


@pytest.fixture
def clean_logging(monkeypatch):
    """What `start_logging` adds goes; faulthandler stays pytest's own."""
    monkeypatch.setattr("gui.crash.faulthandler.enable", lambda *_, **__: None)
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    for handler in list(root.handlers):
        if handler not in handlers:
            root.removeHandler(handler)
            handler.close()
    root.setLevel(level)


@pytest.mark.usefixtures("expected_error_logs", "clean_logging")
def test_an_uncaught_exception_goes_to_the_log_and_the_window_says_where(driver, tmp_path):
    log_path = start_logging(tmp_path / "logs")
    remove = install_hook(log_path, driver.app.report_crash)
    try:
        try:
            raise ValueError("nobody expected this")
        except ValueError:
            sys.excepthook(*sys.exc_info())
        thread = threading.Thread(target=lambda: [][1])
        thread.start()
        thread.join()
    finally:
        remove()
    driver.wait_notice(str(log_path))
    text = log_path.read_text()
    assert "nobody expected this" in text
    assert "IndexError" in text
    assert driver.window.notices.cards()[0].details.toPlainText()


@pytest.mark.usefixtures("clean_logging")
def test_a_home_that_cannot_be_written_has_its_log_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "file").write_text("in the way")
    log_path = start_logging(tmp_path / "file" / "logs")
    logging.getLogger("backdrop").warning("here I am")
    assert "here I am" in log_path.read_text()


def test_what_is_said_of_a_source_goes_with_it(driver, clip):
    driver.tell(code="no-picture", sentence="The camera sends no picture.")
    driver.tell(code="disk", sentence="The disk is nearly full.")
    driver.drop(driver.window.preview, [clip])
    driver.wait(lambda: driver.notices() == ["The disk is nearly full."])
