"""Notices: messages in the window, one at a time, until they are dismissed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QSizePolicy

from app.messages import marked
from gui.shared.floating import Popover
from gui.shared.icons import icon
from gui.shared.language import tr
from gui.shared.parts import (
    GRID_PX,
    ROLE,
    column,
    copied_field,
    held,
    icon_button,
    in_two_lines,
    label,
    named,
    push_button,
    row,
)
from gui.shared.timers import timer

STRIP_PX, LOW_STRIP_PX = 42, 34  # two lines, and no more: the picture must not move or shrink
MOST_KEPT = 50  # older ones give way: a storm of errors must not fill the memory
INFO_MS = 10_000
DETAILS_HEIGHT_PX, SHORT_DETAILS_PX = 128, 84
LEVELS = ("error", "warning", "info")
LEVEL_WORDS = {"info": marked("Info"), "warning": marked("Warning"), "error": marked("Error")}
LEVEL_ROLES = {"info": ROLE.Highlight, "warning": ROLE.LinkVisited, "error": ROLE.BrightText}
ICON_SIZE = QSize(20, 20)


class TwoLineLabel(QLabel):
    """A sentence in at most two lines, the second one shortened; the tooltip has all of it.

    Signals:
        shortened: Whether something is left out, after each change of the width.
    """

    shortened = Signal(bool)

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.whole = text

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802
        super().resizeEvent(event)
        lines, is_shortened = in_two_lines(self.whole, self.font(), self.contentsRect().width())
        self.setText("\n".join(lines))
        self.setToolTip(self.whole if is_shortened else "")
        self.shortened.emit(is_shortened)


class NoticeCard(QFrame):
    """A sentence with an icon, an optional action and details, and a dismiss button.

    Signals:
        dismissed: By the user.
        acted: The action was clicked.
    """

    dismissed = Signal()
    acted = Signal()

    def __init__(
        self, level: str, sentence: str, details: str, action: str, commands: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self.setAccessibleName(tr("{name}: {words}", name=tr(LEVEL_WORDS[level]), words=sentence))
        self.sentence = sentence
        self.level = level
        self.lasts = True  # until it is dismissed
        self._details = details
        mark = QLabel()
        mark.setPixmap(icon(level, LEVEL_ROLES[level]).pixmap(ICON_SIZE))
        self.text = TwoLineLabel(sentence)
        self.text.shortened.connect(self._on_shortened)
        close = icon_button("close", tr("Dismiss"), kind="small")
        close.clicked.connect(self.dismissed)
        self.close_button = close
        self.fold = push_button(tr("Details"), tr("Show the whole message"), kind="link")
        self.fold.setCheckable(True)
        self.action = push_button(action, action, kind="link")
        self.action.clicked.connect(self.acted)
        self.setLayout(row(mark, self.text, self.action, self.fold, close, gap=12, wide=self.text))
        self.details = QPlainTextEdit(details)
        self.details.setObjectName("NoticeDetails")
        self.details.setReadOnly(True)
        self.floating = Popover(self, is_above=False)
        tip = tr("Copy this command")
        self.commands = [copied_field(tr("Command"), tip, command) for command in commands]
        for field, _ in self.commands:
            field.setObjectName("Command")
        lines = [row(field, copy, wide=field) for field, copy in self.commands]
        column(self.details, *lines, of=self.floating, margin=GRID_PX)
        rows_px = sum(line.sizeHint().height() + GRID_PX for line in lines)
        text_px = SHORT_DETAILS_PX if commands else DETAILS_HEIGHT_PX
        self.floating.set_wanted_height(text_px + rows_px)
        self.fold.toggled.connect(self.floating.set_open)
        self._self_dismissal = timer(self, self._dismiss_itself, 0, is_once=True)
        # Only now: a widget that is shown before it has a parent is a window of its own.
        self.action.setVisible(bool(action))
        self.fold.setVisible(bool(details or commands))

    def count_down(self, is_running: bool) -> None:
        """Dismiss itself after a while; the time begins again each time that it is shown."""
        if is_running and not self._self_dismissal.isActive():
            self._self_dismissal.start(INFO_MS)
        elif not is_running:
            self._self_dismissal.stop()

    def _dismiss_itself(self) -> None:
        if not self.fold.isChecked():
            self.dismissed.emit()

    def _on_shortened(self, is_shortened: bool) -> None:
        is_whole_here = is_shortened or bool(self.commands)
        parts = [self.sentence if is_whole_here else "", self._details]
        self.details.setPlainText("\n\n".join(filter(None, parts)))
        has_more = is_whole_here or bool(self._details)
        self.fold.setVisible(has_more or self.fold.isChecked())


class Notices(QFrame):
    """A strip of fixed height above the picture, not over it: one notice, and a counter."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Notice")
        self.setFixedHeight(STRIP_PX)
        self._cards: dict[str, NoticeCard] = {}
        self._shown = ""  # code of the notice that is seen
        self.back = icon_button("left", tr("Previous message"), kind="small")
        self.back.clicked.connect(lambda: self._turn(-1))
        self.forward = icon_button("right", tr("Next message"), kind="small")
        self.forward.clicked.connect(lambda: self._turn(1))
        self.counter = label("", "small")
        self._pages = held(row(self.back, self.counter, self.forward, gap=0))
        self._layout = row(self._pages)
        self._layout.setContentsMargins(16, 0, 8, 0)
        self.setLayout(self._layout)
        self.hide()

    def set_low(self, is_low: bool) -> None:
        """Make the strip as low as its two lines, for a low window."""
        self.setFixedHeight(LOW_STRIP_PX if is_low else STRIP_PX)

    def show_notice(
        self,
        level: str,
        sentence: str,
        *,
        details: str = "",
        action: tuple[str, Callable[[], object]] | None = None,
        code: str = "",
        lasts: bool = False,
        commands: Sequence[str] = (),
    ) -> NoticeCard:
        """Show a sentence until it is dismissed.

        Args:
            level: "info", "warning" or "error".
            action: Writing on the button, and what its click calls; None: no button.
            code: A later notice of the same code takes the earlier one's place.
            lasts: An info notice stays until it is answered.
            commands: To be run elsewhere; each can be copied, and they open with the notice.
        """
        code, sentence = code or sentence, tr(sentence)
        self._remove(code)
        while len(self._cards) >= MOST_KEPT:
            self._remove(next(iter(self._cards)))
        card = NoticeCard(level, sentence, details, action[0] if action else "", commands)
        card.dismissed.connect(lambda: self.dismiss(code))
        card.acted.connect(lambda: self.dismiss(code))
        if action:
            card.acted.connect(action[1])
        card.lasts = lasts or level != "info"  # other info notices dismiss themselves
        seen = self._cards.get(self._shown)
        self._cards[code] = card
        self._layout.insertWidget(0, card, 1)
        # An info must not hide an error.
        if seen is None or LEVELS.index(level) <= LEVELS.index(seen.level):
            self._shown = code
        self._place()
        if commands and self._shown == code:
            card.fold.setChecked(True)
        return card

    def dismiss(self, code: str) -> None:
        """Dismiss a notice; harmless if it is not shown."""
        if code in self._cards:
            order = self._order()
            place = order.index(code)
            self._remove(code)
            if code == self._shown:
                order = self._order()
                self._shown = order[min(place, len(order) - 1)] if order else ""
            self._place()

    def dismiss_all(self, beginning: str) -> None:
        """Dismiss all notices whose code has this prefix."""
        for code in list(self._cards):
            if code.startswith(beginning):
                self.dismiss(code)

    def cards(self) -> list[NoticeCard]:
        """All notices that can be paged through, newest first."""
        return list(reversed(self._cards.values()))

    def shown(self) -> NoticeCard | None:
        """The one that is seen."""
        return self._cards.get(self._shown)

    def _order(self) -> list[str]:
        """Codes by severity, then the newest."""
        return sorted(reversed(self._cards), key=lambda c: LEVELS.index(self._cards[c].level))

    def _turn(self, steps: int) -> None:
        order = self._order()
        self._shown = order[(order.index(self._shown) + steps) % len(order)]
        self._place()

    def _remove(self, code: str) -> None:
        card = self._cards.pop(code, None)
        if card is not None:
            self._layout.removeWidget(card)
            card.hide()
            card.floating.deleteLater()
            card.deleteLater()

    def _place(self) -> None:
        order = self._order()
        if order and self._shown not in self._cards:
            self._shown = order[0]
        for code, card in self._cards.items():
            is_seen = code == self._shown
            if not is_seen:
                card.fold.setChecked(False)
            card.setVisible(is_seen)
            card.count_down(is_seen and not card.lasts)
        self._pages.setVisible(len(order) > 1)
        if order:
            number = order.index(self._shown) + 1
            self.counter.setText(f"{number}/{len(order)}")
            named(self.counter, tr("Message {number} of {count}", number=number, count=len(order)))
        self.setVisible(bool(order))
