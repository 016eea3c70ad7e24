"""PageTurner: which slide is seen behind the person, and the two buttons that turn it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from gui.shared.language import tr
from gui.shared.parts import label, row

BUTTON_PX = 28
HEIGHT_PX = 32
MARGIN_PX = 12  # from the picture's corner


class PageTurner(QFrame):
    """Lies on the picture while the background has several pages.

    Signals:
        turned: So many pages on, or back if negative.
    """

    turned = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("PageTurner")
        self.setFixedHeight(HEIGHT_PX)
        self.back = self._button("\u2039", tr("Previous slide (PgUp)"), "SlideBefore")
        self.back.clicked.connect(lambda: self.turned.emit(-1))
        self.forward = self._button("\u203a", tr("Next slide (PgDown)"), "NextSlide")
        self.forward.clicked.connect(lambda: self.turned.emit(1))
        self.words = label("")
        layout = row(self.back, self.words, self.forward, gap=2)
        layout.setContentsMargins(4, 0, 4, 0)
        # Slides are counted from left to right, as films run, whatever way people write.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setLayout(layout)
        self.show_page(None)

    def show_page(self, page: tuple[int, int] | None) -> None:
        """The page that is seen, from 1 on, and how many there are; None: it has no pages."""
        has_several = page is not None and page[1] > 1
        if page is not None:
            number, count = page
            self.words.setText(f"{number}/{count}")
            self.setAccessibleName(tr("Slide {number} of {count}", number=number, count=count))
            self.back.setEnabled(number > 1)
            self.forward.setEnabled(number < count)
            self.adjustSize()
        self.setVisible(has_several)

    @staticmethod
    def _button(sign: str, tip: str, object_name: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(object_name)
        button.setText(sign)
        button.setToolTip(tip)
        button.setAccessibleName(tip.partition(" (")[0])
        button.setFixedSize(BUTTON_PX, BUTTON_PX)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button
