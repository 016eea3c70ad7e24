"""What people are told while a first start compiles. The engine's own words are for programmers."""

from __future__ import annotations

from app.messages.message import Message, marked

OF_PROCESSOR = Message(
    "Preparing Backdrop for this processor. This takes about a minute, only at the first start."
)
OF_CARD = Message("Preparing Backdrop for the graphics card, only at the first start.")
TESTING_CARD = Message("Testing the graphics card, only at the first start.")
TEMPLATE = marked(
    "Preparing Backdrop for this processor, only at the first start: {ready} of {total} steps."
)


class PreparingMessage(Message):
    """The sentence that `notify` receives again and again while kernels are compiled."""

    __slots__ = ()

    def __new__(cls, ready: int, total: int) -> PreparingMessage:
        """See the class.

        Args:
            ready: Kernels that are compiled.
            total: Kernels that the engine needs.
        """
        message = cls._made(TEMPLATE, "", {"ready": ready, "total": total})
        assert isinstance(message, PreparingMessage)
        return message

    @property
    def ready(self) -> int:
        """Kernels that are compiled."""
        return self.values["ready"]

    @property
    def total(self) -> int:
        """Kernels that the engine needs."""
        return self.values["total"]
