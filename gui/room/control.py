"""RoomControl: opens the room dialog and shows the live session's answers in it."""

from __future__ import annotations

from app.pipeline.live import events
from gui.control import Control, Core
from gui.room.dialog import INVITATION, RoomDialog
from gui.shared.language import tr
from gui.shared.timers import timer

LOOK_MS = 500


class RoomControl(Control):
    """Connects the button under the source, the dialog, and the session's clean plate.

    Attributes:
        dialog: The open dialog, or None.
    """

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.dialog: RoomDialog | None = None
        self._look = timer(self, self._show_room, LOOK_MS)
        core.window.source.room.clicked.connect(self.open)
        core.session.live_event.connect(self._on_live_event)
        core.session.finished.connect(lambda error: core.window.source.room.setVisible(False))

    def open(self) -> None:
        """Open the dialog; the live picture continues."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
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
        dialog.open()

    def _change_learns(self, learns: bool) -> None:
        # Without learning there is nothing to store: delete the plate on disk as well.
        keeps = self._state.settings.keeps_room and learns
        self._state.change_settings(learns_room=learns, keeps_room=keeps)
        if self.dialog is not None:
            self.dialog.show_choices(learns=learns, keeps=keeps)
            self.dialog.show_outcome(tr(INVITATION))

    def _take(self) -> None:
        worker = self._session.worker
        if worker is not None:
            worker.room.take_for_empty()

    def _forget(self) -> None:
        worker = self._session.worker
        if worker is not None:
            worker.room.forget()
        self._show_room()

    def _show_room(self) -> None:
        if self.dialog is None:
            return
        worker = self._session.worker
        plate = None if worker is None else worker.room.plate
        if plate is None:
            self.dialog.show_room(None, None)
        else:
            self.dialog.show_room(plate.rgb, plate.confidence)

    def _on_closed(self) -> None:
        self._look.stop()
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.deleteLater()  # deletes the plate on disk

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
