"""AnimationSource: the frames of an animated picture: WebP, APNG, AVIF."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from fractions import Fraction
from functools import lru_cache
from io import BufferedReader
from itertools import accumulate
from pathlib import Path

import numpy as np

from app.video.files.decoder import demuxed, open_input
from app.video.files.decoding import DecodingError, decoding
from app.video.files.still import StillError, cutout_of, opened_picture
from app.video.frame import Frame
from app.video.limits import MOST_FILM_PIXELS, too_large
from app.video.reading import AS_IT_IS, MOST_LEFT_OUT_S, Reading
from app.video.source import MediaInfo, SourceError, VideoSource
from app.video.undo import or_undo
from gpu_unet import FrameFormat, Image

# Without GIF, which libav reads as a film; pages of a TIFF are no animation.
ANIMATED_SUFFIXES = frozenset({".avif", ".png", ".webp"})
_FORMATS = ("AVIF", "PNG", "WEBP")
TIME_BASE = Fraction(1, 1000)
_USUAL_MS = 100  # what browsers use for a frame without a duration
_MOST_DAMAGED = 100  # in a row: a truncated file may announce millions of frames


def is_animation(path: Path) -> bool:
    """Whether a picture file holds several frames; False if it cannot be read.

    Reads the file's header, once until the file changes.
    """
    if path.suffix.lower() not in ANIMATED_SUFFIXES:
        return False
    try:
        status = path.stat()
    except (OSError, ValueError):
        return False
    return _moves(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=8192)
def _moves(path: Path, _changed_ns: int, _size: int) -> bool:
    try:
        with opened_picture(path) as picture:
            return picture.format in _FORMATS and getattr(picture, "n_frames", 1) > 1
    except StillError:
        return False


class AnimationSource(VideoSource):
    """All frames, as Pillow composes them; in the first one's size.

    Args:
        path: A file for which `is_animation` is True.

    Raises:
        SourceError: It cannot be read.
    """

    def __init__(self, path: str | Path, reading: Reading = AS_IT_IS) -> None:
        path = Path(path)
        self.name = path.name
        start_s, end_s = reading.start_s, reading.end_s
        self._start_ms = math.ceil(1000 * (start_s or 0.0) - 1e-6)
        self._end_ms = math.inf if end_s is None else math.ceil(1000 * end_s - 1e-6)
        self._path = path
        self._stack = ExitStack()
        self._loaded = -1
        self._index = 0
        self._pts = 0
        self.damaged_count = self._damaged_in_a_row = 0  # frames that could not be decoded, so far
        with or_undo(self._stack.close):
            try:
                self._open()
                size = {"height": self._picture.height, "width": self._picture.width}
                if refused := too_large(**size, limit=MOST_FILM_PIXELS):
                    raise StillError(refused)
                stated = getattr(self._picture, "n_frames", 1)
                # A damaged file may announce millions.
                self._count = min(stated, path.stat().st_size)
                pixels, alpha, duration_ms = self._load(0)
            except (StillError, DecodingError) as error:
                raise SourceError("{name} {error}.", name=self.name, error=error) from error
            except OSError as error:  # it was removed after opening
                raise SourceError(
                    "{name}: {reason}.", name=self.name, reason=error.strerror
                ) from error
            height, width, _ = pixels.shape
            self.format = FrameFormat(height, width, "rgb", "bt709")
            self.has_alpha = alpha is not None
            self._measure(first_ms=duration_ms)
        self.media = MediaInfo(
            path=None,
            time_base=TIME_BASE,
            stored_format="rgba" if self.has_alpha else "rgb24",
            start_s=start_s,
            end_s=end_s,
        )

    def _measure(self, *, first_ms: int) -> None:
        """Count the frames of the requested part, and their time; all frames have their mean rate.

        Raises:
            SourceError: The part begins after the end.
        """
        durations = _durations_ms(self._path, self._picture.format or "")
        is_known = len(durations) == self._count  # unless it is damaged
        whole_ms = sum(durations) if is_known else self._count * first_ms
        if is_known and self._start_ms >= whole_ms:
            raise SourceError(
                "{name} is {length:.2f} s long and has no frame at or after {start:g} s.",
                name=self.name,
                length=whole_ms / 1000,
                start=self._start_ms / 1000,
            )
        self.frame_rate = Fraction(1000 * self._count, whole_ms)
        part_ms = max(0, min(self._end_ms, whole_ms) - self._start_ms)
        self.duration_s = part_ms / 1000
        self.frame_count = max(1, round(part_ms / first_ms))
        if is_known:
            ends = [*accumulate(durations)]
            begins = [0, *ends[:-1]]
            shown = [self._shown(*times, whole_ms) for times in zip(begins, ends, strict=True)]
            self.frame_count = max(1, len(shown) - shown.count(None))

    def _shown(self, begin: int, end: int, whole: float = math.inf) -> tuple[int, int] | None:
        """When a frame is shown in the requested part, from and until, in ms; None: not at all.

        Args:
            whole: When the last frame ends.
        """
        start, until = self._start_ms, min(self._end_ms, whole)
        if begin >= until or end <= start:
            return None
        if begin < start and end - start <= 1000 * MOST_LEFT_OUT_S and end < until:
            return None
        return max(begin, start), int(min(end, self._end_ms))

    def read(self) -> Frame | None:  # noqa: D102
        while self._index < self._count:
            index, pts = self._index, self._pts
            self._index += 1
            try:
                pixels, alpha, duration_ms = self._load(index)
            except DecodingError as error:
                if error.lacks_memory:
                    raise SourceError("{name} {error}.", name=self.name, error=error) from error
                self._count_damaged()
                continue
            self._damaged_in_a_row = 0
            self._pts += duration_ms
            if pts >= self._end_ms:
                return None
            whole = self._pts if self._index == self._count else math.inf
            shown = self._shown(pts, self._pts, whole)
            if shown is None or pixels.shape != self.format.shape:
                continue
            begin, end = shown
            if self.has_alpha and alpha is None:
                alpha = np.full(pixels.shape[:2], 255, np.uint8)  # this frame is opaque
            return Frame(
                pixels=pixels,
                format=self.format,
                index=index,
                pts_s=begin / 1000,
                pts=begin,
                time_base=TIME_BASE,
                duration=end - begin,
                alpha=alpha if self.has_alpha else None,
            )
        return None

    def seek(self, pts_s: float) -> None:
        """Make the first frame at or after `pts_s` the next one that `read` returns.

        Up to the start, it is the part's first frame.
        """
        if 1000 * pts_s <= self._start_ms:
            pts_s = 0.0
        self._index = self._pts = self._damaged_in_a_row = 0
        while self._index < self._count and self._pts / 1000 < pts_s - 1e-9:
            index = self._index
            self._index += 1
            try:
                self._pts += self._load(index)[2]
                self._damaged_in_a_row = 0
            except DecodingError:
                self._count_damaged()

    def _count_damaged(self) -> None:
        self.damaged_count += 1
        self._damaged_in_a_row += 1
        if self._damaged_in_a_row == _MOST_DAMAGED:
            self.damaged_count += self._count - self._index
            self._index = self._count

    def close(self) -> None:  # noqa: D102
        self._index = self._count
        self._stack.close()

    def _open(self) -> None:
        self._stack.close()
        self._picture = self._stack.enter_context(opened_picture(self._path))
        self._loaded = -1

    def _load(self, index: int) -> tuple[Image, Image | None, int]:
        with decoding():
            if index < self._loaded:
                self._open()  # seeking backwards fails in some of Pillow's plug-ins
            if index != self._loaded:
                self._picture.seek(index)
                self._picture.load()
                self._loaded = index
            stated = self._picture.info.get("duration")
            pixels, alpha = cutout_of(self._picture)
        return pixels, alpha, _in_ms(stated)


def _in_ms(stated: float | None) -> int:
    """A frame's duration in milliseconds, at least 1, from what the file states in the same."""
    return max(1, round(stated)) if stated else _USUAL_MS


def _durations_ms(path: Path, kind: str) -> list[int]:
    """The durations of all frames, as far as the file has them.

    Args:
        kind: "WEBP", "PNG" or "AVIF".
    """
    try:
        return [_in_ms(stated) for stated in _STATED[kind](path)]
    except (OSError, SourceError, DecodingError):
        return []


def _webp(path: Path) -> Iterator[float]:
    with path.open("rb") as file:
        file.seek(12)
        while len(head := file.read(8)) == 8:
            size = int.from_bytes(head[4:], "little")
            begin = _read(file, 15, size + size % 2)
            if head[:4] == b"ANMF":
                yield int.from_bytes(begin[12:15], "little")


def _apng(path: Path) -> Iterator[float]:
    with path.open("rb") as file:
        file.seek(8)
        while len(head := file.read(8)) == 8:
            begin = _read(file, 24, int.from_bytes(head[:4], "big") + 4)
            if head[4:] == b"fcTL":
                parts = int.from_bytes(begin[22:24], "big") or 100  # of a second
                yield 1000 * int.from_bytes(begin[20:22], "big") / parts


def _read(file: BufferedReader, count: int, size: int) -> bytes:
    """The first bytes of a chunk; the file goes on after it."""
    after = file.tell() + size
    begin = file.read(min(count, size))
    file.seek(after)
    return begin


def _avif(path: Path) -> Iterator[float]:
    with open_input(path) as container, decoding():
        track = max(container.streams.video, key=lambda stream: stream.frames)
        for packet in demuxed(container, [track]):
            if packet.size:
                yield float((packet.duration or 0) * (track.time_base or Fraction(0)) * 1000)


_STATED: dict[str, Callable[[Path], Iterator[float]]] = {
    "WEBP": _webp,
    "PNG": _apng,
    "AVIF": _avif,
}
