"""The one sentence that people read when an error was raised."""

from __future__ import annotations

from app.messages.message import Message


def sentence_of(error: BaseException) -> str:
    """An error's text without Python's own decoration."""
    if isinstance(error, MemoryError):
        return Message("there is not enough memory; close other programs or use a smaller video")
    words, place = getattr(error, "strerror", None), getattr(error, "filename", None)
    if words:
        # An error of the operating system or of libav; our own errors carry a whole sentence.
        return f"{place}: {words}" if place else words
    return str(error) or type(error).__name__
