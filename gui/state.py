"""State: what is remembered, in memory, and written to the store a moment after each change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer

from gui.store import Saved, Store
from pipeline.settings import Settings

# A slider that is dragged changes a value sixty times a second; one write afterwards is enough.
WRITE_AFTER_MS = 1000


class State(QObject):
    """The one place where remembered values change.

    Args:
        store: Where they go.
        on_unwritable: Called when the disk does not take them.
    """

    def __init__(
        self, store: Store, on_unwritable: Callable[[], None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._on_unwritable = on_unwritable
        self._saved = store.load()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(WRITE_AFTER_MS)
        self._timer.timeout.connect(self.write)

    @property
    def saved(self) -> Saved:
        """The present values."""
        return self._saved

    @property
    def settings(self) -> Settings:
        """Background, look, model and device."""
        return self._saved.settings

    def update(self, **changes: Any) -> None:
        """Replace fields of `Saved`."""
        self.put(replace(self._saved, **changes))

    def put(self, saved: Saved) -> None:
        """Replace everything."""
        if saved != self._saved:
            self._saved = saved
            self._timer.start()

    def write(self) -> None:
        """Write now; the window calls it when it closes."""
        self._timer.stop()
        if not self._store.save(self._saved):
            self._on_unwritable()
