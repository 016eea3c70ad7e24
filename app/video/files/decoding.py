"""decoding: wraps Pillow's and libav's decoders, which raise errors of any type."""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache

from app.messages import Message
from app.video.limits import MOST_DECODED_PIXELS
from app.video.source import SourceError

_LOG = logging.getLogger(__name__)

INVALID_DATA = Message("its data is invalid")
# Parts of libav's and Pillow's errors for damaged bytes, and the words for people.
_PLAIN = {
    "invalid data found": INVALID_DATA,
    "image file is truncated": Message("it ends too early"),  # "(1 bytes not processed)"
}


class DecodingError(Exception):
    """A decoder gave up; the message is the second half of a sentence about the file.

    Attributes:
        reason: The decoder's own words, a few of them.
        lacks_memory: There was too little memory; otherwise the file's content is at fault.
    """

    def __init__(self, reason: str, *, lacks_memory: bool = False) -> None:
        self.reason = reason
        self.lacks_memory = lacks_memory
        super().__init__(
            Message(
                "needs more memory than there is; close other programs, or make it smaller first"
            )
            if lacks_memory
            else Message("is damaged ({reason}); copy it again", reason=reason)
        )


@cache
def limit_allocations() -> None:
    """Let libav allocate no more at once than the largest frame takes, 16 bytes a pixel.

    Its demuxers make room for as many items as a damaged file states, up to 2 GiB. Not on Windows,
    where a module's own libraries are not reached through it.
    """
    import av.frame

    with suppress(AttributeError):
        libav = ctypes.CDLL(av.frame.__file__)
        libav.av_max_alloc(ctypes.c_size_t(MOST_DECODED_PIXELS * 16))


@contextmanager
def decoding(*ours: type[Exception]) -> Iterator[None]:
    """Surrounds every call that reads a file's content.

    Args:
        ours: Errors of our own that are raised inside, and pass unchanged.

    Raises:
        DecodingError: In place of any other error. PermissionError included: libav's decoders
            return -1 for damage, which is that error's number.
    """
    try:
        yield
    except ours:
        raise
    except MemoryError as error:
        raise DecodingError(Message("not enough memory"), lacks_memory=True) from error
    # Over damaged bytes, Pillow's plug-ins and libav's wrapper have raised RuntimeError,
    # SyntaxError, struct.error, IndexError, KeyError, ZeroDivisionError, bare FFmpegErrors and
    # more. A list of them would never be complete, and a missing one ends a job or a session.
    except Exception as error:  # allowed here: see CONTRIBUTING.md
        _LOG.debug("a decoder gave up", exc_info=error)
        raise DecodingError(_reason(error)) from error


@contextmanager
def decoding_of(name: str) -> Iterator[None]:
    """Like `decoding`, for a source or a film that people know as `name`.

    Raises:
        SourceError: In place of any error raised inside, as a whole sentence.
    """
    try:
        with decoding(SourceError):
            yield
    except DecodingError as error:
        raise SourceError("{name} {error}.", name=name, error=error) from error


def _reason(error: Exception) -> str:
    """One line, without the path that libav appends to it."""
    said = getattr(error, "strerror", None) or str(error) or Message("its decoder failed")
    text = " ".join(str(said).split()).rstrip(".")[:200]
    return next((plain for raw, plain in _PLAIN.items() if raw in text.lower()), text)
