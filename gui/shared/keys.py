"""Keys as settings write them, and as Qt reports them."""

from __future__ import annotations

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence

ARROWS = {  # the ways of the arrow keys, across and down
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def combination(keys: str) -> QKeyCombination:
    """Parse a shortcut such as `Ctrl+Shift+Z`.

    Raises:
        ValueError: Not a key.
    """
    sequence = QKeySequence(keys)
    if sequence.count() == 1:
        first: QKeyCombination = sequence[0]  # pyright: ignore[reportIndexIssue] - not in the stubs
        if first.key() != Qt.Key.Key_unknown:
            return first
    raise ValueError(f"{keys!r:.80} is no key")
