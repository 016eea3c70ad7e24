"""CardDecoder: the decoder of a graphics card in place of libav's own.

What it delivers is what software delivers: frames in system memory, in the same pixel format, with
the same tags and times. Whatever it cannot do, or does oddly, is a `CardError`; software goes on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path

import av
from av.container import InputContainer
from av.packet import Packet
from av.video.stream import VideoStream

SOFTWARE = "software"


def coder_words(in_use: str, asked: str, refusal: str) -> str:
    """Who decoded or encoded: "NVDEC", "software", or "software (NVDEC: it is slower)".

    Args:
        in_use: Name of the card's part that did; empty: none.
        asked: Name of the one that could have.
        refusal: Why it did not; empty: it was not asked for.
    """
    if in_use:
        return in_use
    return f"{SOFTWARE} ({asked}: {refusal})" if refusal else SOFTWARE


class CardError(Exception):
    """The card does not do it; the message says why, to be set in brackets."""


class CardDecoder(ABC):
    """Used for one file, from one thread.

    Attributes:
        name: For people.
    """

    name = ""

    @abstractmethod
    def refusal(self, stream: VideoStream) -> str:
        """Why this track is nothing for it, known without the card; empty: it may try.

        Args:
            stream: As software opened it; asked before `open`.
        """

    @abstractmethod
    def open(self, path: Path) -> InputContainer:
        """The file once more, its decoders those of the card.

        Raises:
            CardError: There is no card, or it is busy.
        """

    @abstractmethod
    def frames(self, packet: Packet[VideoStream]) -> list[av.VideoFrame]:
        """The frames that this packet completes, as software would give them.

        Raises:
            CardError: They are of another kind than software's.
        """
