"""CardDecoder: a graphics card's decoder in place of software's.

It delivers what software delivers: frames in system memory, in the same pixel format, with the same
tags and times. If it cannot, or if anything is odd, it raises `CardError`, and software goes on.
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
    """What decoded or encoded: "NVDEC", "software", or "software (NVDEC: it is slower)".

    Args:
        in_use: Name of the card's part that did; empty: software did.
        asked: Name of the card's part that could have.
        refusal: Why it did not; empty: it was not asked for.
    """
    if in_use:
        return in_use
    return f"{SOFTWARE} ({asked}: {refusal})" if refusal else SOFTWARE


class CardError(Exception):
    """The card refuses or fails; the message says why, in words that fit in brackets."""


class CardDecoder(ABC):
    """Used for one file, from one thread.

    Attributes:
        name: For people.
    """

    name = ""

    @abstractmethod
    def refusal(self, stream: VideoStream) -> str:
        """Why this track cannot be decoded, known without the card; empty: it may try.

        Args:
            stream: As software opened it; checked before `open`.
        """

    @abstractmethod
    def open(self, path: Path) -> InputContainer:
        """Open the file a second time, with the card's decoders.

        Raises:
            CardError: There is no card, or it is busy.
        """

    @abstractmethod
    def frames(self, packet: Packet[VideoStream]) -> list[av.VideoFrame]:
        """The frames that this packet completes, as software would deliver them.

        Raises:
            CardError: Their kind differs from software's.
        """
