"""A language that nobody speaks: what is translated in marks, two fifths longer, right to left.

What is shown without marks was never translated, what is cut is cut in German too, and what stays
on the left was not mirrored.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt, QTranslator
from PySide6.QtWidgets import QApplication

from gui.shared.language import CONTEXT

BEGIN, END = "\u27e6", "\u27e7"
TO_THE_LEFT = "\u200f"  # the first sign of a text says which way it runs
LONGER = 0.4
# The key at the end of a tip is replaced where it is changed.
_KEY = re.compile(
    r"(.*?)( \((?:Ctrl\+(?:Shift\+)?)?(?:[^()]|F\d+|PgUp|PgDown|Esc|Delete)\))?", re.DOTALL
)
_MARKED = re.compile(f"{BEGIN}[^{BEGIN}{END}]*{END}")


class PseudoLanguage(QTranslator):
    """Marks what is asked of it.

    Attributes:
        asked: Every text that was.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def isEmpty(self) -> bool:  # noqa: N802
        return False

    def translate(
        self,
        context: str,
        sourceText: str,  # noqa: N803
        disambiguation: str | None = None,
        n: int = -1,
    ) -> str | None:
        if context != CONTEXT or not sourceText or BEGIN in sourceText:
            return None  # an empty text would be a translation
        self.asked.add(sourceText)
        match = _KEY.fullmatch(sourceText)
        assert match is not None
        longer = "~" * math.ceil(LONGER * len(match[1]))
        return f"{TO_THE_LEFT}{BEGIN}{match[1]}{longer}{END}{match[2] or ''}"


def unmarked(text: str) -> str:
    """What of a text is in no marks, those within others too."""
    while (shorter := _MARKED.sub("", text)) != text:
        text = shorter
    return text.translate({ord(sign): None for sign in (TO_THE_LEFT, "\u200e")})


@contextmanager
def spoken(qt: QApplication, *, is_mirrored: bool = True) -> Iterator[PseudoLanguage]:
    """Let all that is made meanwhile speak it."""
    language = PseudoLanguage()
    qt.installTranslator(language)
    if is_mirrored:
        qt.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        yield language
    finally:
        qt.removeTranslator(language)
        qt.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
