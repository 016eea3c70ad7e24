"""Notices: what a person should know, in the window, until it is put away; and the crash hook."""

from __future__ import annotations

import logging
import sys
import threading

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from gui.crash import install_hook, start_logging
from gui.preview.notices import MOST_SHOWN


def test_a_notice_stays_until_it_is_put_away(driver):
    driver.tell()
    driver.qtbot.wait(300)
    [card] = driver.window.notices.cards()
    assert card.isVisible()
    driver.click(card.close_button)
    assert not driver.window.notices.cards()


def test_long_sentences_are_shown_whole(driver):
    driver.tell(sentence="A long story about a disk that is full. " * 6, details="x")
    driver.tell(sentence="Short.", code="other")
    cards = driver.window.notices.cards()
    driver.wait(lambda: all(card.height() >= card.heightForWidth(card.width()) for card in cards))
    assert cards[1].height() > cards[0].height() + 12, "a second line"


def test_details_are_folded_until_asked_for(driver):
    driver.tell(details="Traceback: line 7")
    [card] = driver.window.notices.cards()
    assert not card.details.isVisible()
    driver.click(card.fold)
    assert card.details.isVisible()
    assert card.details.toPlainText() == "Traceback: line 7"


def test_a_storm_of_errors_shows_few_and_opens_no_dialog(driver):
    for number in range(40):
        driver.tell(code=f"storm {number}", sentence=f"Number {number}.")
    assert len(driver.window.notices.cards()) == MOST_SHOWN
    assert QApplication.activeModalWidget() is None


def test_the_same_trouble_again_replaces_the_old_notice(driver):
    driver.tell(sentence="First.")
    driver.tell(sentence="Second.")
    assert driver.notices() == ["Second."]


def test_markup_in_a_sentence_is_shown_as_it_is(driver):
    driver.tell(sentence="<b>bold</b>.mp4 cannot be read.")
    assert driver.window.notices.cards()[0].sentence.startswith("<b>")


@pytest.fixture
def clean_logging():
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
    import faulthandler

    was_enabled = faulthandler.is_enabled()
    log_path = start_logging(tmp_path / "logs")
    if was_enabled:  # pytest's own; ours would close with the test's folder
        faulthandler.enable(sys.__stderr__)
    else:
        faulthandler.disable()
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
    import faulthandler

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    was_enabled = faulthandler.is_enabled()
    (tmp_path / "file").write_text("in the way")
    log_path = start_logging(tmp_path / "file" / "logs")
    if was_enabled:
        faulthandler.enable(sys.__stderr__)
    else:
        faulthandler.disable()
    logging.getLogger("backdrop").warning("here I am")
    assert "here I am" in log_path.read_text()


def test_notices_cover_no_part_of_the_picture(driver):
    driver.tell(sentence="A long story about a disk that is full. " * 4)
    driver.tell(sentence="Another.", code="other")
    driver.qtbot.wait(50)
    window = driver.window
    picture = window.preview.rect().translated(window.preview.mapTo(window, QPoint(0, 0)))
    for card in window.notices.cards():
        assert card.isVisible()
        place = card.rect().translated(card.mapTo(window, QPoint(0, 0)))
        assert not place.intersects(picture)


def test_what_is_said_of_a_source_goes_with_it(driver, clip):
    driver.tell(code="no-picture", sentence="The camera sends no picture.")
    driver.tell(code="disk", sentence="The disk is nearly full.")
    driver.drop(driver.window.preview, [clip])
    driver.wait(lambda: driver.notices() == ["The disk is nearly full."])
