"""RoomDialog: learns the empty room, shows the clean plate, and deletes it; and RoomControl."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from app.messages import marked
from app.pipeline.live import events
from gpu_unet import CleanPlate
from gui.control import Control, Core
from gui.preview.view import to_image
from gui.shared.language import tr
from gui.shared.parts import check_box, column, label, open_once, push_button, row
from gui.shared.scrolling_dialog import GAP_PX, ScrollingDialog
from gui.shared.timers import timer

WIDTH_PX = 440
PICTURE_SIZE = QSize(392, 220)
COUNT_FROM = 5  # seconds to get out of the picture
STILL_S = 3  # two seconds of empty room, plus one to leave the picture
SECOND_MS = 1000
UNKNOWN_GREY = (96, 96, 96)

INVITATION = marked(
    "A picture of the empty room gives a cleaner cut-out. It never leaves this computer."
)
UNKNOWN = marked("This room has not been learnt yet.")


class RoomDialog(ScrollingDialog):
    """Shows the clean plate, and asks to learn or delete it.

    Signals:
        taken: The countdown is over and the room is empty: learn it.
    """

    taken = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Learn my room"))
        self.setMinimumWidth(WIDTH_PX)
        self.picture = QLabel()
        self.picture.setAccessibleName(tr("Learnt room"))
        self.picture.setFixedSize(PICTURE_SIZE)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.says = label(tr(INVITATION), wraps=True)
        self.learns = check_box(
            tr("Learn the room automatically"),
            tr("Learns the parts of the room that you uncover as you move"),
        )
        self.keeps = check_box(
            tr("Remember this room on this computer"),
            tr("Off: the room is forgotten when the source closes"),
        )
        words = tr(
            "Stored as a picture in a file that only you can read. Forget, or "
            "switching this off, deletes it."
        )
        self.warning = label(words, "small", wraps=True)
        self.start = push_button(
            tr("Learn my room"), tr("Starts a countdown so that you can step out"), kind="primary"
        )
        self.start.setDefault(True)
        self.start.clicked.connect(self._begin)
        self.forget = push_button(tr("Forget"), tr("Delete the learnt room"))
        self.close_button = push_button(tr("Close"), tr("Back to the picture (Esc)"))
        self.close_button.clicked.connect(self.reject)
        self._second = timer(self, self._on_second, SECOND_MS)
        self._left = 0
        switches = (self.learns, self.keeps)
        layout = column(self.picture, self.says, *switches, self.warning, gap=GAP_PX)
        layout.setAlignment(self.picture, Qt.AlignmentFlag.AlignHCenter)
        buttons = row(self.forget, None, self.close_button, self.start)
        self.lay_out(label(tr("Learn my room"), "title"), layout, buttons)
        self.show_room(None)
        self.start.setFocus()

    def show_choices(self, *, learns: bool, keeps: bool) -> None:
        """Set the switches without a signal."""
        for box, is_on in ((self.learns, learns), (self.keeps, keeps)):
            with QSignalBlocker(box):
                box.setChecked(is_on)
        self.keeps.setEnabled(learns)
        self.start.setEnabled(learns)

    def show_room(self, plate: CleanPlate | None) -> None:
        """Show the clean plate, with unknown parts in grey; None: no plate."""
        self.forget.setEnabled(plate is not None)
        self.start.setText(tr("Learn my room") if plate is None else tr("Learn again"))
        if plate is None:
            self.picture.setText(tr(UNKNOWN))
            return
        share = plate.confidence[..., None] / 255.0
        pixels = np.rint(plate.rgb * share + np.array(UNKNOWN_GREY) * (1 - share)).astype(np.uint8)
        ratio, smooth = Qt.AspectRatioMode, Qt.TransformationMode.SmoothTransformation
        image = to_image(pixels).scaled(PICTURE_SIZE, ratio.KeepAspectRatio, smooth)
        self.picture.setPixmap(QPixmap.fromImage(image))

    def show_outcome(self, sentence: str) -> None:
        """End the countdown and show the result."""
        self._second.stop()
        self.start.setEnabled(self.learns.isChecked())
        self.says.setText(sentence)

    def done(self, result: int) -> None:  # noqa: D102
        self._second.stop()
        super().done(result)

    def _begin(self) -> None:
        self._left = COUNT_FROM + STILL_S
        self.start.setEnabled(False)
        self._second.start()
        self._say_left()

    def _on_second(self) -> None:
        self._left -= 1
        if self._left > 0:
            self._say_left()
            return
        self._second.stop()
        self.says.setText(tr("One moment \u2026"))
        self.taken.emit()

    def _say_left(self) -> None:
        to_leave = self._left - STILL_S
        if to_leave > 0:
            self.says.setText(
                tr("Step out of the picture for a moment: {seconds} \u2026", seconds=to_leave)
            )
        else:
            self.says.setText(tr("Stay out of the picture: capturing the empty room …"))


LOOK_MS = 500


class RoomControl(Control):
    """Connects the button under the source, the dialog, and the session's clean plate."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.dialog: RoomDialog | None = None
        self._look = timer(self, self._show_room, LOOK_MS)
        core.window.source.room.clicked.connect(self.open)
        core.session.finished.connect(lambda error: core.window.source.room.setVisible(False))

    def open(self) -> None:
        """Open the dialog; the live picture continues."""
        dialog = self.dialog = RoomDialog(self._window)
        settings = self._state.settings
        dialog.show_choices(learns=settings.learns_room, keeps=settings.keeps_room)
        dialog.taken.connect(self._take)
        dialog.forget.clicked.connect(self._forget)
        dialog.learns.toggled.connect(self._change_learns)
        dialog.keeps.toggled.connect(lambda keeps: self._state.change_settings(keeps_room=keeps))
        dialog.finished.connect(self._on_closed)
        self._show_room()
        self._look.start()
        open_once(dialog)

    def _change_learns(self, learns: bool) -> None:
        # Without learning there is nothing to store: delete the plate on disk as well.
        keeps = self._state.settings.keeps_room and learns
        self._state.change_settings(learns_room=learns, keeps_room=keeps)
        if self.dialog is not None:
            self.dialog.show_choices(learns=learns, keeps=keeps)
            self.dialog.show_outcome(tr(INVITATION))

    def _take(self) -> None:
        if (worker := self._session.worker) is not None:
            worker.room.take_for_empty()

    def _forget(self) -> None:
        if (worker := self._session.worker) is not None:
            worker.room.forget()
        self._show_room()

    def _show_room(self) -> None:
        if self.dialog is not None:
            worker = self._session.worker
            self.dialog.show_room(None if worker is None else worker.room.plate)

    def _on_closed(self) -> None:
        self._look.stop()
        self.dialog = None

    def _on_live_event(self, event: events.Event) -> None:
        if isinstance(event, events.EngineReady):
            self._window.source.room.setVisible(event.takes_clean_plate)
        elif isinstance(event, events.EngineFailed):
            self._window.source.room.setVisible(False)
        elif isinstance(event, events.PlateTaken):
            if self.dialog is not None:
                self.dialog.show_outcome(tr(event.sentence))
            self._show_room()
        elif isinstance(event, events.PlateLearnt):
            self._notify("info", event.sentence, code="room")
        elif isinstance(event, events.PlateDropped):
            level = "warning" if event.reason == "nowhere" else "info"
            self._notify(level, event.sentence, code="room")
            if event.reason == "forgotten" and self.dialog is not None:
                self.dialog.show_outcome(tr(event.sentence))
