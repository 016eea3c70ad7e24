"""ExportTray: the list of exports under the picture, with progress and results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QProgressBar, QPushButton, QWidget

from app.messages import marked
from app.pipeline.jobs.events import Progress
from gui.shared.floating import Popover
from gui.shared.icons import icon
from gui.shared.language import percent, plural, tr
from gui.shared.parts import (
    GRID_PX,
    ICON_SIZE,
    ROLE,
    DropTarget,
    ElidedLabel,
    StatusLine,
    column,
    icon_button,
    label,
    named,
    paint_bar,
    push_button,
    row,
    scrolling,
)
from gui.shared.theme import restyle
from gui.shared.words import about_size, time_left_words

STEPS = 1000
BAR_WIDTH_PX = 140
LEAST_NAME_PX = 96
SEPARATOR = "  \u00b7  "
LINE_PX = 3  # of the progress on the button
# Icon and colour of each stage.
MARKS = {
    "waiting": ("film", ROLE.PlaceholderText),
    "held": ("pause", ROLE.PlaceholderText),
    "running": ("export", ROLE.Highlight),
    "done": ("check", ROLE.Link),
    "lossy": ("warning", ROLE.LinkVisited),
    "failed": ("error", ROLE.BrightText),
    "cancelled": ("close", ROLE.PlaceholderText),
}
WORDS = {
    "waiting": marked("Waiting"),
    "held": marked("Unfinished from last time"),
    "running": marked("Starting\u2026"),
}


class ExportButton(QPushButton):
    """The export button, with the progress of the running export."""

    def __init__(self) -> None:
        super().__init__(tr("Export\u2026"))
        self.setIconSize(ICON_SIZE)
        self.setToolTip(tr("Export this file with its new background (Ctrl+E)"))
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.share: float | None = None  # the shown progress
        self.show_primary(False)

    def show_primary(self, is_primary: bool) -> None:
        """Style it as the window's main action."""
        self.setIcon(icon("export", ROLE.HighlightedText if is_primary else ROLE.ButtonText))
        restyle(self, "kind", "primary" if is_primary else "")

    def show_progress(self, share: float | None) -> None:
        """How much of the running export is done, 0 to 1; None: none runs."""
        self.share = share
        words = "" if share is None else tr("An export is running: {share:.0%} done", share=share)
        self.setAccessibleDescription(words)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102, N802
        super().paintEvent(event)
        if self.share is None:
            return
        is_primary = self.property("kind") == "primary"
        colour = self.palette().color(ROLE.HighlightedText if is_primary else ROLE.Highlight)
        bed = QRectF(10, self.height() - LINE_PX - 3, self.width() - 20, LINE_PX)
        faint = self.palette().color(ROLE.Mid) if not is_primary else colour
        faint.setAlpha(90)
        share = max(LINE_PX / bed.width(), self.share)
        with QPainter(self) as painter:
            paint_bar(painter, bed, share, below=faint, filled=colour)


class ExportCard(QFrame):
    """One export."""

    def __init__(self, output: Path) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.output = output
        self.share: float | None = None
        self.stage = ""
        self.mark = QLabel()
        self.name = ElidedLabel(output.name)
        self.name.setMinimumWidth(LEAST_NAME_PX)
        self.bar = _bar()
        self.state = label("", "small")
        self.parts: list[str] = []  # of the state, as they are shown one after the other
        self.up = icon_button("up", tr("Move up"), kind="small")
        self.down = icon_button("down", tr("Move down"), kind="small")
        self.open = push_button(tr("Open"), tr("Open in the default app"), kind="link")
        self.folder = push_button(tr("Show in folder"), tr("Open its folder"), kind="link")
        self.retry = push_button(
            tr("Try again"), tr("Export again with the same settings"), kind="link"
        )
        self.deinterlace = push_button(
            tr("Deinterlace"), tr("Export a second, deinterlaced file"), kind="link"
        )
        self.offers_deinterlacing = False
        self.cancel = push_button(tr("Cancel"), tr("Cancel this export"), kind="link")
        self.cancel.clicked.connect(self._on_cancel)
        # In a place of its own: a click that comes too late to cancel must not remove.
        self.remove = icon_button("close", tr("Remove from the list"), kind="small")
        keeps_place = self.remove.sizePolicy()
        keeps_place.setRetainSizeWhenHidden(True)
        self.remove.setSizePolicy(keeps_place)
        told = (self.mark, self.name, self.bar, self.state)
        of_order, of_ended = (self.up, self.down), (self.open, self.folder, self.retry)
        rest = (self.deinterlace, self.cancel, self.remove)
        top = row(*told, *of_order, *of_ended, *rest, wide=self.name)
        self.sentences: list[QLabel] = []  # under the name
        self._layout = column(top, of=self, gap=0)
        self._layout.setContentsMargins(12, 4, 6, 4)
        self._has_file = False
        self.show_output(output)
        self._show_stage("waiting")

    def show_output(self, output: Path) -> None:
        """Show the output's name."""
        self.output = output
        self.name.setText(output.name)
        self.name.setToolTip(str(output))
        self.bar.setAccessibleName(tr("Progress of {name}", name=output.name))

    def show_waiting(self, *, is_held: bool, can_rise: bool, can_sink: bool) -> None:
        """Show it as waiting or held."""
        self._show_stage("held" if is_held else "waiting")
        self.up.setEnabled(can_rise)
        self.down.setEnabled(can_sink)

    def show_begun(self) -> None:
        """Show it as running; how far it is, is not known yet."""
        if self.stage in ("waiting", "held"):
            self._show_stage("running")
            self._show_bar(None)

    def show_preparing(self, ready: int, total: int) -> None:
        """Show how many steps of a first start's preparation are done, and of how many."""
        self.show_sentence(tr("Preparing: {ready} of {total}", ready=ready, total=total))
        self._show_bar(ready / max(1, total))

    def show_looking_ahead(self, share: float) -> None:
        """Show how much of the film was looked at, 0 to 1, before its first frame is made."""
        self.show_sentence(tr("Learning the room: {share:.0%}", share=share))
        self._show_bar(share)

    def _show_bar(self, share: float | None) -> None:
        self.bar.setRange(0, 0 if share is None else STEPS)
        if share is not None:
            self.bar.setValue(round(share * STEPS))

    def show_progress(self, progress: Progress) -> None:
        """Show progress; without a known length the bar is indeterminate."""
        self.show_begun()
        frames, frame_count = progress.frames, progress.frame_count
        if frame_count:
            self.share = min(1.0, frames / frame_count)
        self._show_bar(self.share)
        parts = [
            plural("{n} frame", "{n} frames", n=frames),
            tr("{rate:.0f} frames/s", rate=progress.fps),
            time_left_words(progress.eta_s),
        ]
        if progress.expected_bytes is not None:
            parts.append(about_size(progress.expected_bytes))
        if frame_count:
            parts[0] = percent(min(100, frames * 100 // frame_count) / 100)
        self._show_state(*parts)

    def _show_state(self, *parts: str) -> None:
        self.parts = [part for part in parts if part]
        self.state.setText(SEPARATOR.join(self.parts))

    def show_sentence(self, sentence: str) -> None:
        """Show a sentence in place of the progress."""
        self.show_begun()
        self._show_state(sentence)

    def show_over(
        self,
        stage: str,
        words: str,
        *,
        has_file: bool,
        losses: Sequence[str] = (),
        notes: Sequence[str] = (),
    ) -> None:
        """Show the result.

        Args:
            stage: "done", "failed" or "cancelled".
            losses: Unintended losses, in amber.
        """
        self._has_file = has_file
        self.share = None
        self._show_state(words)
        self._show_stage("lossy" if stage == "done" and losses else stage)
        for sentence, role in (*((s, "loss") for s in losses), *((s, "small") for s in notes)):
            line = label(sentence, role, wraps=True)
            line.setContentsMargins(26, 0, 0, 2)
            line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self.sentences.append(line)
            self._layout.addWidget(line)
            line.hide()  # `show_sentences` follows
        self.setAccessibleDescription(" ".join((words, *losses, *notes)))

    def show_sentences(self) -> None:
        """Grow by the sentences of `show_over`."""
        for line in self.sentences:
            line.show()
        self._layout.activate()  # at once: the tray measures it
        self.updateGeometry()

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.stage in ("done", "lossy", "failed", "cancelled")

    def _show_stage(self, stage: str) -> None:
        self.stage = stage
        name, role = MARKS[stage]
        self.mark.setPixmap(icon(name, role).pixmap(ICON_SIZE))
        restyle(self, "stage", stage)
        if stage in WORDS:
            self._show_state(tr(WORDS[stage]))
        is_waiting = stage in ("waiting", "held")
        self.bar.setVisible(stage == "running")
        for button in (self.up, self.down):
            button.setVisible(is_waiting)
        for button in (self.open, self.folder):
            button.setVisible(self.is_over and self._has_file)
        self.retry.setVisible(stage in ("failed", "cancelled"))
        self.deinterlace.setVisible(stage in ("done", "lossy") and self.offers_deinterlacing)
        self.cancel.setVisible(not self.is_over)
        self.remove.setVisible(self.is_over)
        self.setAccessibleName(tr("Export of {name}", name=self.output.name))

    def _on_cancel(self) -> None:
        self.cancel.setEnabled(False)
        self._show_state(tr("Cancelling\u2026"))


class ExportTray(QFrame):
    """One row about the exports, which opens a list with a card each; hidden while it is empty.

    Signals:
        removed: Number of a removed card.
    """

    removed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.drop_target = DropTarget(self, tr("Drop projects to export them"))
        self.cards: dict[int, ExportCard] = {}  # by the number of the export, from the top
        self._left_s: float | None = None
        self._is_away = False
        self.fold = icon_button("up", tr("Show the exports"), checkable=True, kind="small")
        self.fold.toggled.connect(self._on_fold)
        self.mark = QLabel()
        self.summary = StatusLine()
        self.bar = _bar()
        self.go_on = push_button(tr("Resume"), tr("Resume the unfinished exports"), kind="link")
        tip = tr("How many files are exported at the same time")
        self.workers = named(QComboBox(), tr("Workers"), tip)
        self.workers.hide()
        self.clear = push_button(
            tr("Clear all"), tr("Remove all finished exports from the list"), kind="link"
        )
        self.clear.clicked.connect(self._clear)
        self._list = QWidget()
        self._list.setObjectName("ExportList")
        self._rows = column(None, of=self._list, gap=GRID_PX // 2)
        self._scroll = scrolling(self._list)
        self.floating = Popover(self, is_above=True)
        self.floating.pointer_left.connect(self._fit)
        column(self._scroll, of=self.floating, margin=GRID_PX)
        title, told = label(tr("Exports"), "section"), (self.mark, self.summary, self.bar)
        actions = (self.workers, self.go_on, self.clear)
        self.setLayout(row(self.fold, title, *told, *actions, wide=self.summary))
        self.hide()

    def show_workers(self, count: int, most: int) -> None:
        """Offer parallel exports where `most` is above 1."""
        self.workers.clear()
        self.workers.addItems(
            [plural("{n} worker", "{n} workers", n=number) for number in range(1, most + 1)]
        )
        self.workers.setCurrentIndex(count - 1)
        self.workers.setVisible(most > 1)

    def add(self, number: int, output: Path) -> ExportCard:
        """Add a card for a waiting export; its other buttons are the caller's."""
        card = ExportCard(output)
        card.remove.clicked.connect(lambda: self.remove(number))
        self.cards[number] = card
        self._rows.insertWidget(self._rows.count() - 1, card)
        card.show()  # at once: the tray measures it
        self.refresh()
        return card

    def remove(self, number: int) -> None:
        """Remove the card of an export that is over."""
        card = self.cards.pop(number)
        self._rows.removeWidget(card)
        card.hide()
        card.deleteLater()
        self.removed.emit(number)
        self.refresh()

    def show_order(self, waiting: Sequence[int], held: set[int]) -> None:
        """Sort the waiting cards, after all others."""
        known = [number for number in waiting if number in self.cards]
        for place, number in enumerate(known):
            card = self.cards.pop(number)
            self.cards[number] = card
            self._rows.removeWidget(card)
            self._rows.insertWidget(self._rows.count() - 1, card)
            card.show_waiting(
                is_held=number in held, can_rise=place > 0, can_sink=place + 1 < len(known)
            )
        self.go_on.setVisible(bool(held))
        self.refresh()

    def reveal(self, number: int) -> None:
        """Scroll to the card of an export, unless the pointer is over the list."""
        if not self.floating.is_pointed_at:
            self._scroll.ensureWidgetVisible(self.cards[number])

    def show_time_left(self, seconds: float | None) -> None:
        """Show the time left for all exports; None hides it."""
        self._left_s = seconds
        self._sum_up()

    def set_away(self, is_away: bool) -> None:
        """Hide it, whatever is exported, or show it again if there is something."""
        self._is_away = is_away
        self.setVisible(bool(self.cards) and not is_away)

    def refresh(self) -> None:
        """Update the row, and the list unless the pointer is over it."""
        self.setVisible(bool(self.cards) and not self._is_away)
        self._sum_up()
        self._fit()

    def _sum_up(self) -> None:
        stages = [card.stage for card in self.cards.values()]
        over = sum(card.is_over for card in self.cards.values())
        parts = (
            [tr("{done} of {count} done", done=over, count=len(stages))] if len(stages) > 1 else []
        )
        if failed := stages.count("failed"):
            parts.append(plural("{n} failed", "{n} failed", n=failed))
        if self._left_s is not None:
            parts.append(time_left_words(self._left_s))
        if (foremost := self._foremost()) is not None:
            first, *others = foremost.parts or [""]
            parts = [f"{foremost.name.text()}: {first}", *others, *parts]
            self.mark.setPixmap(foremost.mark.pixmap())
            self.bar.setRange(0, foremost.bar.maximum())
            self.bar.setValue(foremost.bar.value())
            self.bar.setAccessibleName(foremost.bar.accessibleName())
            self.bar.setVisible(foremost.stage == "running")
        self.summary.show_parts(parts)
        self.summary.setToolTip(self.summary.text())
        self.clear.setVisible(over > 0)

    def _foremost(self) -> ExportCard | None:
        """The one that the row tells of: what runs, else what went wrong, else the latest."""
        for stage in ("running", "failed", "lossy"):
            found = [card for card in self.cards.values() if card.stage == stage]
            if found:
                return found[0] if stage == "running" else found[-1]
        return next(reversed(self.cards.values()), None)

    def _fit(self) -> None:
        """Take what has ended in full; later while somebody points at a card."""
        if self.floating.is_pointed_at:
            return
        for card in self.cards.values():
            card.show_sentences()
        self._rows.invalidate()
        width = self.width() - 4 * GRID_PX
        if self._rows.hasHeightForWidth() and width > 0:
            needed = self._rows.totalHeightForWidth(width)
        else:
            needed = self._rows.totalSizeHint().height()
        self.floating.set_wanted_height(needed + 2 * GRID_PX + 2)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102, N802
        super().resizeEvent(event)
        self._fit()  # sentences wrap anew

    def _clear(self) -> None:
        for number, card in list(self.cards.items()):
            if card.is_over:
                self.remove(number)

    def _on_fold(self, is_open: bool) -> None:
        self._fit()
        self.floating.set_open(is_open)
        self.fold.setIcon(icon("down" if is_open else "up"))
        named(self.fold, tr("Hide the exports") if is_open else tr("Show the exports"))


def _bar() -> QProgressBar:
    bar = QProgressBar()
    bar.setTextVisible(False)
    bar.setRange(0, STEPS)
    bar.setFixedWidth(BAR_WIDTH_PX)
    return bar
