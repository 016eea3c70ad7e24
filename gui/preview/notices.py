"""Notices: messages in the window, until they are dismissed."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from app.messages.message import marked
from gui.shared.icons import icon
from gui.shared.language import tr
from gui.shared.parts import GRID_PX, ROLE, icon_button, label, push_button, row

MOST_SHOWN = 3  # older ones give way: a storm of errors must not bury the picture
INFO_MS = 10_000
DETAILS_HEIGHT_PX = 96
LEVELS = ("error", "warning", "info")
LEVEL_WORDS = {"info": marked("Info"), "warning": marked("Warning"), "error": marked("Error")}
LEVEL_ROLES = {"info": ROLE.Highlight, "warning": ROLE.LinkVisited, "error": ROLE.BrightText}
ICON_SIZE = QSize(20, 20)


class NoticeCard(QFrame):
    """A sentence with an icon, an optional action and details, and a dismiss button.

    Signals:
        dismissed: By the user.
        acted: The action was clicked.
    """

    dismissed = Signal()
    acted = Signal()

    def __init__(self, level: str, sentence: str, details: str, action: str) -> None:
        super().__init__()
        self.setObjectName("Notice")
        self.setAccessibleName(tr("{name}: {words}", name=tr(LEVEL_WORDS[level]), words=sentence))
        self.sentence = sentence
        self.level = level
        mark = QLabel()
        mark.setPixmap(icon(level, LEVEL_ROLES[level]).pixmap(ICON_SIZE))
        text = label(sentence, wraps=True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        close = icon_button("close", tr("Dismiss"), kind="small")
        close.clicked.connect(self.dismissed)
        self.close_button = close
        self.fold = push_button(tr("Details"), tr("Show technical details"), kind="link")
        self.fold.setCheckable(True)
        self.action = push_button(action, action, kind="link")
        self.action.clicked.connect(self.acted)
        # Beside the sentence, because a card takes space from the picture.
        top = row(mark, text, self.action, self.fold, close, gap=12)
        top.setStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 6, 8, 6)
        layout.setSpacing(4)
        layout.addLayout(top)
        self.details = QPlainTextEdit(details)
        self.details.setObjectName("NoticeDetails")
        self.details.setReadOnly(True)
        self.details.setFixedHeight(DETAILS_HEIGHT_PX)
        self.details.hide()
        self.fold.toggled.connect(self.details.setVisible)
        layout.addWidget(self.details)
        # Only now: a widget that is shown before it has a parent is a window of its own.
        self.action.setVisible(bool(action))
        self.fold.setVisible(bool(details))


class Notices(QWidget):
    """A stack of cards in a row above the picture, which they never cover; newest first.

    Signals:
        changed: A card came or went.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._most = MOST_SHOWN
        self._cards: dict[str, NoticeCard] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(GRID_PX)
        self.hide()

    def show_notice(
        self,
        level: str,
        sentence: str,
        *,
        details: str = "",
        action: str = "",
        code: str = "",
        on_action: object = None,
        lasts: bool = False,
    ) -> NoticeCard:
        """Show a sentence until it is dismissed.

        Args:
            level: "info", "warning" or "error".
            sentence: What happened and what to do.
            details: Technical details, collapsed.
            action: Writing on the button; empty: no button.
            code: A later notice of the same code takes the earlier one's place.
            on_action: Called with nothing when the button is clicked.
            lasts: An info notice stays until it is answered.
        """
        code, sentence = code or sentence, tr(sentence)
        self._remove(code)
        while len(self._cards) >= MOST_SHOWN:
            self._remove(next(iter(self._cards)))
        card = NoticeCard(level, sentence, details, action)
        card.dismissed.connect(lambda: self.dismiss(code))
        card.acted.connect(lambda: self.dismiss(code))
        if callable(on_action):
            card.acted.connect(on_action)
        if level == "info" and not lasts:  # info notices dismiss themselves
            QTimer.singleShot(INFO_MS, card, lambda: self._fade(code, card))
        self._cards[code] = card
        self._layout.insertWidget(0, card)
        self._place()
        self.changed.emit()
        return card

    def dismiss(self, code: str) -> None:
        """Dismiss a notice; harmless if it is not shown."""
        if code in self._cards:
            self._remove(code)
            self._place()
            self.changed.emit()

    def dismiss_all(self, beginning: str) -> None:
        """Dismiss all notices whose code has this prefix."""
        for code in list(self._cards):
            if code.startswith(beginning):
                self.dismiss(code)

    def _fade(self, code: str, card: NoticeCard) -> None:
        if self._cards.get(code) is card and not card.fold.isChecked():
            self.dismiss(code)

    def cards(self) -> list[NoticeCard]:
        """The shown cards, newest first."""
        return list(reversed(self._cards.values()))

    def _remove(self, code: str) -> None:
        card = self._cards.pop(code, None)
        if card is not None:
            self._layout.removeWidget(card)
            card.hide()
            card.deleteLater()

    def set_most(self, count: int) -> None:
        """Limit how many are shown at a time; the others wait."""
        self._most = count
        self._place()

    def _place(self) -> None:
        # By severity, then the newest: an info must not hide an error.
        ranked = sorted(self.cards(), key=lambda card: LEVELS.index(card.level))
        for place, card in enumerate(ranked):
            card.setVisible(place < self._most)
        self.setVisible(bool(self._cards))
