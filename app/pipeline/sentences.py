"""The one sentence that people get to read when something raised an error."""

from __future__ import annotations

from app.messages.message import Message


def sentence_of(error: BaseException) -> str:
    """What an error says, without Python's own trimmings."""
    if isinstance(error, MemoryError):
        return Message("there is not enough memory; close other programs or use a smaller video")
    words, place = getattr(error, "strerror", None), getattr(error, "filename", None)
    if words:
        # A bare error of the operating system or of libav; ours carry a whole sentence instead.
        return f"{place}: {words}" if place else words
    return str(error) or type(error).__name__
