"""The one sentence that people get to read when something raised an error."""

from __future__ import annotations


def sentence_of(error: BaseException) -> str:
    """What an error says, without Python's own trimmings."""
    if isinstance(error, MemoryError):
        return "there is not enough memory; close other programs or use a smaller video"
    if isinstance(error, OSError) and error.strerror:
        # A bare error of the operating system; ours carry a whole sentence instead.
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error) or type(error).__name__
