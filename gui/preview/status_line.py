"""StatusLine: how it goes, in one line; what there is no room for is left out whole."""

from __future__ import annotations

from PySide6.QtCore import Qt

from gui.shared.parts import ElidedLabel

SEPARATOR = "   \u00b7   "


class StatusLine(ElidedLabel):
    """The most important part comes first, and stays the longest; the tooltip has its own words."""

    def __init__(self) -> None:
        super().__init__("", "status")

    def show_parts(self, parts: list[str]) -> None:
        """Say these, as many as there is room for."""
        self.setText(SEPARATOR.join(part for part in parts if part))

    def shown_text(self) -> str:  # noqa: D102
        room, metrics = self.contentsRect().width(), self.fontMetrics()
        parts = self.text().split(SEPARATOR)
        while len(parts) > 1 and metrics.horizontalAdvance(SEPARATOR.join(parts)) > room:
            parts.pop()
        return metrics.elidedText(SEPARATOR.join(parts), Qt.TextElideMode.ElideRight, room)
