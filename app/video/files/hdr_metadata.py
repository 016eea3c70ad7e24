"""HdrMetadata: a film's mastering display and light level, as encoders and files take them.

libav knows both as structures. An encoder with a message of its own for them takes a text. For the
others the file states them, in a part of its header that PyAV has no setter for: the stream is made
like one of a film that states them, which is a header of QuickTime without a single frame.
"""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass
from fractions import Fraction

import av
from av.container import InputContainer, OutputContainer
from av.video.stream import VideoStream

_IN_MOV = {"prores_aw": b"apch", "dnxhd": b"AVdh", "ffv1": b"FFV1"}  # by libav's encoder
_SIDE = 64  # of a frame in the header, in pixels
_UPRIGHT = struct.pack(">9i", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)
# Units of SMPTE ST 2086 and of HEVC's message.
_PLACES_PER_UNIT = 50_000
_STEPS_PER_NIT = 10_000


@dataclass(frozen=True, slots=True)
class HdrMetadata:
    """Both of one film; an empty one is left out.

    Attributes:
        mastering: libav's AVMasteringDisplayMetadata, 22 int32: numerators and denominators of x
            and y of red, green, blue and white, the least and the most light in cd/m2; whether it
            has colours, and light.
        light_level: libav's AVContentLightMetadata, 2 uint32: the most light of a pixel, and of a
            frame's mean, in cd/m2.
    """

    mastering: bytes = b""
    light_level: bytes = b""

    def __bool__(self) -> bool:
        return bool(self._places or self._levels)

    @property
    def _places(self) -> tuple[Fraction, ...]:
        """Red, green, blue and white, x and y each, then the least and the most light."""
        if len(self.mastering) < struct.calcsize("22i"):
            return ()
        numbers = struct.unpack_from("22i", self.mastering)
        if not all(numbers[20:]) or not all(numbers[1:20:2]) or min(numbers) < 0:
            return ()
        return tuple(Fraction(*pair) for pair in zip(numbers[:20:2], numbers[1:20:2], strict=True))

    @property
    def _levels(self) -> tuple[int, ...]:
        """The most light of a pixel, and of a frame's mean."""
        size = struct.calcsize("2I")
        levels = struct.unpack_from("2I", self.light_level) if len(self.light_level) >= size else ()
        return levels if levels and max(levels) < 2**16 else ()

    def options(self, encoder: str) -> tuple[str, str]:
        """(name, text) of the option with which libav's encoder states them; empty: it has none."""
        places, levels = self._places, self._levels
        if encoder == "libx265":
            units = [round(place * _PLACES_PER_UNIT) for place in places[:8]]
            units += [round(light * _STEPS_PER_NIT) for light in places[8:]]
            parts = [f"master-display={_display([str(unit) for unit in units])}"] if places else []
            parts += [f"max-cll={levels[0]},{levels[1]}"] if levels else []
            return "x265-params", ":".join(parts)
        if encoder == "libsvtav1":
            words = [f"{float(place):.7g}" for place in places]
            parts = [f"mastering-display={_display(words)}"] if places else []
            parts += [f"content-light={levels[0]},{levels[1]}"] if levels else []
            return "svtav1-params", ":".join(parts)
        return "", ""

    def add_stream(self, container: OutputContainer, encoder: str) -> VideoStream | None:
        """A stream whose header states them; None: this encoder does so itself, or cannot."""
        tag = _IN_MOV.get(encoder)
        if tag is None or not self:
            return None
        with av.open(io.BytesIO(self._header(tag)), format="mov") as header:
            assert isinstance(header, InputContainer)
            stream = container.add_stream_from_template(header.streams.video[0])
        assert isinstance(stream, VideoStream)
        return stream

    def _header(self, tag: bytes) -> bytes:
        """A QuickTime film of no frames: its only track is of codec `tag`, and states them."""
        places, levels = self._places, self._levels
        stated = b""
        if places:
            red, green, blue, white = (places[at : at + 2] for at in range(0, 8, 2))
            units = [round(place * _PLACES_PER_UNIT) for place in (*green, *blue, *red, *white)]
            light = [round(light * _STEPS_PER_NIT) for light in (places[9], places[8])]
            stated += _box(b"mdcv", struct.pack(">8H2I", *units, *light))
        if levels:
            stated += _box(b"clli", struct.pack(">2H", *levels))
        shape = struct.pack(">HHIIIH", _SIDE, _SIDE, 72 << 16, 72 << 16, 0, 1)
        named = bytes(32) + struct.pack(">Hh", 24, -1)
        entry = _box(tag, bytes(6) + struct.pack(">H", 1) + bytes(16) + shape + named + stated)
        one, none = struct.pack(">I", 1), struct.pack(">I", 0)
        samples = _box(
            b"stbl",
            _full(b"stsd", one + entry),
            *(_full(name, none) for name in (b"stts", b"stsc", b"stco")),
            _full(b"stsz", none + none),
        )
        here = _box(b"dinf", _full(b"dref", one + _full(b"url ", version=1)))
        media = _box(
            b"mdia",
            _full(b"mdhd", struct.pack(">IIIII", 0, 0, 1000, 0, 0)),
            _full(b"hdlr", bytes(4) + b"vide" + bytes(13)),
            _box(b"minf", _full(b"vmhd", bytes(8), version=1), here, samples),
        )
        size = struct.pack(">II", _SIDE << 16, _SIDE << 16)
        track_begins = struct.pack(">IIIII", 0, 0, 1, 0, 0) + bytes(16)
        track = _box(b"trak", _full(b"tkhd", track_begins + _UPRIGHT + size, version=3), media)
        film_begins = struct.pack(">IIIIiH", 0, 0, 1000, 0, 1 << 16, 256) + bytes(10)
        film = _full(b"mvhd", film_begins + _UPRIGHT + bytes(24) + struct.pack(">I", 2))
        return _box(b"ftyp", b"qt  ", bytes(4), b"qt  ") + _box(b"moov", film, track)


def _display(words: list[str]) -> str:
    """A mastering display in the words of x265 and SVT-AV1, from those of `_places`."""
    red_x, red_y, green_x, green_y, blue_x, blue_y, white_x, white_y, least, most = words
    return (
        f"G({green_x},{green_y})B({blue_x},{blue_y})R({red_x},{red_y})WP({white_x},{white_y})"
        f"L({most},{least})"
    )


def _box(name: bytes, *parts: bytes) -> bytes:
    content = b"".join(parts)
    return struct.pack(">I4s", 8 + len(content), name) + content


def _full(name: bytes, content: bytes = b"", *, version: int = 0) -> bytes:
    """A box that begins with a version and flags, as one number."""
    return _box(name, struct.pack(">I", version), content)
