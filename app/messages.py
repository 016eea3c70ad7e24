"""Message: a finished English sentence that keeps its template and its values; errors as one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

Notify = Callable[[str], None]  # receives one sentence; a `Message` if a window may show it
STOPS = ".\u3002"  # also as Japanese writes it


class Message(str):
    """The English sentence; for logs, the command line and JSON it is ordinary text.

    A window in another language translates `template` and formats `values` in its own way (0032).
    Text made from a message, by `+` or in an f-string, is plain text again: put the message into
    the values of another message instead.

    Args:
        template: With a placeholder such as {name} or {rate:.1f} for each value, and {{ for a
            brace.
        values: Numbers stay numbers, messages stay messages, an error becomes its text; anything
            else becomes `str`.

    Attributes:
        template: As given; the key of its translation.
        values: By the names of their placeholders.
        one: The template where `n` is 1; empty: the sentence counts nothing.
        is_inner: It is part of another sentence, without its full stop.
    """

    __slots__ = ("is_inner", "one", "template", "values")
    template: str
    values: Mapping[str, Any]
    one: str
    is_inner: bool

    def __new__(cls, template: str, /, **values: object) -> Self:
        """See the class."""
        return cls._made(template, "", values)

    @classmethod
    def counted(cls, one: str, many: str, /, *, n: int, **values: object) -> Self:
        """A sentence about {n} things: `one` and `many` are whole sentences, as in English."""
        return cls._made(many, one, {"n": n, **values})

    @classmethod
    def _made(
        cls, template: str, one: str, values: Mapping[str, object], *, is_inner: bool = False
    ) -> Self:
        known = {name: _value(value) for name, value in values.items()}
        english = one if one and known["n"] == 1 else template
        text = english.format_map(known) if known else english
        message = super().__new__(cls, text.rstrip(STOPS) if is_inner else text)
        message.template, message.one, message.values = template, one, known
        message.is_inner = is_inner
        return message

    def inner(self) -> Self:
        """The same without its full stop, as a part of another sentence."""
        return self._made(self.template, self.one, self.values, is_inner=True)

    def __str__(self) -> str:
        """Itself, so that an error's text (`str(error)`) is still a message."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Other processes and files get the English sentence only."""
        return str, (str.__str__(self),)


class SentenceError(Exception):
    """An error whose sentence is for people: `raise SourceError("{name} is gone.", name=name)`.

    Args:
        sentence: The whole of it; with `values` the template of a `Message`.
        values: See `Message`.
    """

    def __init__(self, sentence: str, /, **values: object) -> None:
        super().__init__(Message(sentence, **values) if values else sentence)


def inner(text: str) -> str:
    """`text`, a message or not, without its full stop, as a part of another sentence."""
    return text.inner() if isinstance(text, Message) else text.rstrip(STOPS)


def marked(text: str) -> str:
    """`text` itself: marks it for translation where a table of words is read."""
    return text


def _value(value: object) -> object:
    if isinstance(value, BaseException):
        return str(value) or type(value).__name__
    return value if isinstance(value, str | int | float) else str(value)


def sentence_of(error: BaseException) -> str:
    """An error's text without Python's own decoration."""
    if isinstance(error, MemoryError):
        return Message("there is not enough memory; close other programs or use a smaller video")
    words, place = getattr(error, "strerror", None), getattr(error, "filename", None)
    if isinstance(error, FileNotFoundError) and place:
        return Message("{path} does not exist; check the path.", path=place)
    if words:
        # An error of the operating system or of libav; our own errors carry a whole sentence.
        return f"{place}: {words}" if place else words
    return str(error) or type(error).__name__
