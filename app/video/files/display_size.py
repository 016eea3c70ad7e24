"""The shape of an output's pixels; in Matroska and WebM, which state the size of display instead.

PyAV cannot set what libav takes that size from. libav states one for a film of two views side by
side, too: so the stream says that it is such a film, and in the finished file the right size takes
the place of both.
"""

from __future__ import annotations

import logging
import re
import zlib
from fractions import Fraction
from pathlib import Path

from av.video.stream import VideoStream

from app.video.files.damage import ebml_element
from app.video.files.output_format import Container

_LOG = logging.getLogger(__name__)

_TRACKS = bytes.fromhex("1654AE6B")
_WIDTH, _HEIGHT = bytes.fromhex("54B0"), bytes.fromhex("54BA")
_NUMBER = rb"(?:\x81.|\x82..)"
_TWO_VIEWS = re.compile(
    rb"\x53\xB8\x81\x01(\x53\xC0\x81\x01)?\x54\xB0%b\x54\xBA%b" % (_NUMBER, _NUMBER), re.DOTALL
)
_CRC = bytes.fromhex("BF84")
_HEADER_BYTES = 2**20  # more than lies before the picture's track
_MOST = 2**16 - 1


def set_pixel_aspect(
    stream: VideoStream, container: Container, aspect: Fraction
) -> tuple[int, int] | None:
    """State the shape of pixels, before the header is written.

    Args:
        stream: Of the output, with its size.
        aspect: Width of a pixel divided by its height.

    Returns:
        Width and height in square pixels, for `write_display`; None: the file needs none.
    """
    if aspect == 1:
        return None
    stream.codec_context.sample_aspect_ratio = aspect
    if container.muxer not in ("matroska", "webm"):
        return None
    stream.metadata["stereo_mode"] = "left_right"
    return max(1, min(round(stream.width * aspect), _MOST)), min(stream.height, _MOST)


def write_display(path: Path, size: tuple[int, int] | None) -> None:
    """State what `set_pixel_aspect` returned in the finished file.

    Raises:
        OSError: The file cannot be changed.
    """
    if size is None:
        return
    with path.open("r+b") as file:
        head = file.read(_HEADER_BYTES)
        found = _TWO_VIEWS.search(head)
        if found is None:  # of a libav that writes it in another way
            _LOG.warning("%s does not state the shape of its pixels", path)
            return
        begin, end = found.span()
        alpha = found[1] or b""
        height = _HEIGHT + b"\x82" + size[1].to_bytes(2)
        width_bytes = end - begin - len(alpha) - len(height) - 3  # zeros may lead
        width = _WIDTH + bytes([0x80 | width_bytes]) + size[0].to_bytes(width_bytes)
        file.seek(begin)
        file.write(alpha + width + height)
        tracks = ebml_element(file, head.rindex(_TRACKS, 0, begin))
        assert tracks is not None, "it holds what was found"
        _, start, length = tracks
        file.seek(start)
        content = file.read(length)
        if content.startswith(_CRC):
            file.seek(start + len(_CRC))
            file.write(zlib.crc32(content[len(_CRC) + 4 :]).to_bytes(4, "little"))
