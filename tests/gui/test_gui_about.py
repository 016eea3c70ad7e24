"""About: version, models and licences to read, and a report to copy or to save."""

import re
import time

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from app.pipeline import about
from app.pipeline.doctor import Finding

FINDINGS = [
    Finding("Python", "good", "3.11"),
    Finding("Virtual camera", "optional", "There is none.", "Install v4l2loopback."),
]


@pytest.fixture
def dialog(driver, monkeypatch):
    monkeypatch.setattr("gui.about_control.examine", lambda: iter(FINDINGS))
    driver.window.action.emit("about")
    return driver.app.about.dialog


def texts(widget):
    return " ".join(child.text() for child in widget.findChildren(type(widget.says)))


def test_it_says_what_this_is_and_what_it_is_made_of(driver, dialog):
    driver.wait(dialog.isVisible)
    said = texts(dialog)
    assert f"Version {about.version()}" in said
    for model in about.models():
        assert model.title in said
        assert model.licence in said
    dialog.show_page("licences")
    names = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    assert names[0].startswith("Backdrop ")
    assert "MIT License" in dialog.text.toPlainText()
    dialog.list.setCurrentRow(next(row for row, name in enumerate(names) if "numpy" in name))
    assert re.search("NumPy Developers", dialog.text.toPlainText())


def test_its_pages_keep_the_same_distance_from_their_edges(dialog):
    pages = dialog.findChildren(QWidget, "SidePanelContent")
    assert {page.layout().contentsMargins().left() for page in pages} == {16}


def test_what_is_found_here_comes_line_by_line_and_can_be_copied(driver, dialog):
    assert not dialog.waiting.isVisible()
    driver.click(dialog.copy)  # nobody has looked around yet: it comes when somebody has
    driver.wait(lambda: dialog.says.text() == "Copied.")
    assert not dialog.waiting.isVisible()
    said = texts(dialog)
    assert "There is none." in said
    assert "Install v4l2loopback." in said
    copied = QApplication.clipboard().text()
    assert copied.startswith(about.describe())
    assert "[optional] Virtual camera: There is none." in copied
    assert "chosen: model" in copied


def test_a_report_is_saved_whole_or_not_at_all(driver, dialog, monkeypatch, tmp_path):
    chosen = [""]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (chosen[0], ""))
    dialog.show_page("computer")
    driver.wait(lambda: dialog.waiting.isHidden())
    driver.click(dialog.save)
    assert dialog.says.text() == ""
    chosen[0] = str(tmp_path / "report.txt")
    driver.click(dialog.save)
    assert dialog.says.text() == "Saved as report.txt."
    assert "[good] Python: 3.11" in (tmp_path / "report.txt").read_text()
    chosen[0] = str(tmp_path / "no folder" / "report.txt")
    driver.click(dialog.save)
    assert dialog.says.text().startswith("Not saved: ")
    assert [path.name for path in tmp_path.glob("*report*")] == ["report.txt"]


def test_closing_it_ends_the_looking_around(driver, dialog, monkeypatch):
    asked = []

    def endless():
        while True:
            asked.append(1)
            yield FINDINGS[0]
            time.sleep(0.001)  # as one that looks for something, which leaves the window time

    monkeypatch.setattr("gui.about_control.examine", endless)
    dialog.show_page("computer")
    driver.wait(lambda: len(asked) > 2)
    dialog.reject()
    driver.wait(lambda: driver.app.about.dialog is None)
    driver.wait(lambda: driver.app.about._examination is None)
