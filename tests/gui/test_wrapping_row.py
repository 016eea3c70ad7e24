"""A row that wraps keeps its heights, and measures again when what is in it changes."""

from PySide6.QtWidgets import QApplication, QLabel, QWidget

from gui.shared.wrapping_row import WrappingRow


def test_a_row_is_measured_again_when_a_text_grows_or_goes_away(qtbot):
    holder, first, second = QWidget(), QLabel("one"), QLabel("two")
    qtbot.addWidget(holder)
    row = WrappingRow(first, second, gap=8)
    holder.setLayout(row)
    holder.resize(200, 100)
    holder.show()
    one_line = row.heightForWidth(200)
    assert row.heightForWidth(20) > one_line, "each on a line of its own"
    second.setText("two and very much more " * 3)
    QApplication.sendPostedEvents()
    assert row.heightForWidth(200) > one_line
    second.hide()
    QApplication.sendPostedEvents()
    assert row.heightForWidth(200) == one_line
