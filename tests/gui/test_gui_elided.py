"""Names that are longer than the room for them."""

import pytest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from gpu_unet import Row
from gui.export.tray import ExportCard
from gui.shared.icons import icon
from gui.shared.parts import ChoiceBox, ElidedLabel, Segments, shown_choice
from gui.shared.sliders import RowSliders

LONG = "A recording of last summer by the sea with very many words, final (2).mp4"


@pytest.fixture
def host(qtbot):
    """A narrow window to put things into."""
    widget = QWidget()
    widget.setLayout(QVBoxLayout())
    widget.resize(220, 80)
    qtbot.addWidget(widget)

    def put(content):
        widget.layout().addWidget(content)
        widget.show()
        qtbot.waitExposed(widget)
        return content

    return put


def painted(widget):
    return widget.grab().toImage()


def test_a_long_name_is_cut_in_the_middle_and_takes_no_more_room(host):
    label = host(ElidedLabel(LONG))
    assert label.width() <= 220
    shown = label.shown_text()
    assert shown.startswith("A rec")
    assert shown.endswith(".mp4")
    assert "\u2026" in shown
    assert label.text() == label.toolTip() == LONG
    before = painted(label)
    label.setText(shown)
    assert painted(label) == before


def test_a_short_name_is_shown_whole(host):
    assert host(ElidedLabel("talk.mp4")).shown_text() == "talk.mp4"


def test_a_box_without_a_choice_says_what_to_choose(host):
    box = ChoiceBox("Box", "Box")
    box.addItem("The first")
    box.setCurrentIndex(-1)
    empty = painted(host(box))
    box.setPlaceholderText("Choose a camera")
    assert shown_choice(box) == "Choose a camera"
    assert painted(box) != empty


@pytest.mark.parametrize("has_icon", [False, True])
def test_a_choice_is_cut_in_the_middle(host, has_icon):
    box = ChoiceBox("Box")
    box.addItem(icon("film"), LONG) if has_icon else box.addItem(LONG)
    host(box)
    shown = shown_choice(box)
    assert shown.endswith(".mp4")
    assert "\u2026" in shown
    assert box.currentText() == LONG
    before = painted(box)
    box.setItemText(0, shown)
    assert painted(box) == before


def test_the_card_of_an_export_keeps_the_end_of_its_name(host, tmp_path):
    card = host(ExportCard(tmp_path / LONG))
    assert card.name.shown_text().endswith(".mp4")
    assert card.name.toolTip() == str(tmp_path / LONG)


@pytest.fixture
def restyle(qapp):
    """Makes all writing larger, after widgets were made and measured."""
    sheet = qapp.styleSheet()
    yield lambda: qapp.setStyleSheet("QToolButton, QLabel { font-size: 30px; padding: 9px; }")
    qapp.setStyleSheet(sheet)


def test_a_row_of_choices_has_room_for_its_words_in_a_style_that_comes_later(host, restyle):
    choices = [("one", "Somewhat long", "record", ""), ("other", "Longer than that", "", "")]
    segments = host(Segments(choices, name="Choices"))
    before, least = segments.width_with_words(), segments.minimumSizeHint().width()
    restyle()
    assert segments.width_with_words() > before + 20
    assert segments.minimumSizeHint().width() > least + 20


def test_captions_stay_aligned_in_a_style_that_comes_later(host, restyle):
    names = ("Short", "A caption longer than all others")
    sliders = host(RowSliders([Row(name, 0.5, label=name) for name in names]))
    before = sliders.slider(names[0]).caption.width()
    restyle()
    QApplication.sendPostedEvents()
    (width,) = {sliders.slider(name).caption.width() for name in names}
    assert width >= sliders.slider(names[1]).caption.sizeHint().width() > before
