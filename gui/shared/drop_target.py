"""DropTarget: lies over a part of the window while files are dragged over it, and takes them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QLabel, QWidget

from gui.shared.parts import dropped_files


class DropTarget(QLabel):
    """Says what dropped files become; hidden while none are dragged.

    Args:
        host: The part of the window.
        words: What a drop does.

    Signals:
        dropped: Paths, in the order of the drop.
    """

    dropped = Signal(list)

    def __init__(self, host: QWidget, words: str) -> None:
        super().__init__(words, host)
        self._host = host
        self.setObjectName("DropTarget")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        host.setAcceptDrops(True)
        host.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102, N802
        if event.type() == QEvent.Type.DragLeave:
            self.hide()
        elif isinstance(event, QDragEnterEvent) and dropped_files(event.mimeData()):
            event.acceptProposedAction()
            self.setGeometry(self._host.rect())
            self.show()
            self.raise_()
        elif event.type() == QEvent.Type.Drop and isinstance(event, QDropEvent):
            self.hide()
            paths = dropped_files(event.mimeData())
            if paths:
                event.acceptProposedAction()
                self.dropped.emit(paths)
        else:
            return super().eventFilter(watched, event)
        return True
