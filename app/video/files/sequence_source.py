"""Picture files as films: StillSource is one, SequenceSource numbered ones, `frame_%04d.png`."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np

from app.messages import Message
from app.video.files.output_format import CONTAINERS, PICTURE_CODECS
from app.video.files.picture_reader import Picture, reader_for
from app.video.files.still import StillError, picture_count
from app.video.frame import Frame
from app.video.limits import MOST_FILM_PIXELS, too_large
from app.video.pixels.linear_view import DeepView
from app.video.reading import AS_IT_IS, Reading
from app.video.source import MediaInfo, SourceError, VideoSource
from gpu_unet import FrameFormat

DEFAULT_RATE = Fraction(25)
# A day has 2.2 million frames, 10.4 at 120 frames/s; files count time in 64 bits, encoders do not.
MOST_NUMBER, MOST_SPAN = 10**9, 10_400_000

_PLACEHOLDER = re.compile(r"%(0(\d+))?d")
_FILMS = {name for name, kind in CONTAINERS.items() if kind.codecs[0] not in PICTURE_CODECS}


def is_pattern(path: str | Path) -> bool:
    """True if the file name holds exactly one number placeholder, `%d` or `%04d`.

    The name of a film never is a pattern: `100%deal.mp4` is one file.
    """
    path = Path(path)
    return path.suffix.lower() not in _FILMS and len(_PLACEHOLDER.findall(path.name)) == 1


def names_sequence(path: str | Path) -> bool:
    """True if an input is a pattern, and no file has that very name, as `100%discount.png` may."""
    return is_pattern(path) and not os.path.exists(path)


def numbered_files(pattern: Path) -> dict[int, Path]:
    """The existing files that `pattern` names, by number, in rising order."""
    if not is_pattern(pattern) or not pattern.parent.is_dir():
        return {}
    found: dict[int, Path] = {}
    for path in pattern.parent.iterdir():
        number = number_of(pattern, path.name)
        if number is not None:
            found[number] = path
    return dict(sorted(found.items()))


def are_times(numbers: Collection[int]) -> bool:
    """Whether a film can have frames of these numbers; others are dates, or a camera's clock."""
    return max(numbers) <= MOST_NUMBER and max(numbers) - min(numbers) <= MOST_SPAN


def number_of(pattern: Path, name: str) -> int | None:
    """The number in the file name `name`; None if `pattern` names no such file."""
    match = _PLACEHOLDER.search(pattern.name)
    if match is None:
        return None
    before, after = pattern.name[: match.start()], pattern.name[match.end() :]
    digits = name[len(before) : len(name) - len(after)]
    if not (digits.isascii() and digits.isdigit()):
        return None
    return int(digits) if name == numbered(pattern, int(digits)).name else None


def numbered(pattern: Path, number: int) -> Path:
    """The file of one number."""
    name = _PLACEHOLDER.sub(lambda match: f"{number:0{match[2] or 1}d}", pattern.name)
    return pattern.with_name(name)


def plain_name(pattern: Path) -> str:
    """The pattern's name without number and suffix: "frame" for `frame_%04d.png`."""
    return _PLACEHOLDER.sub("", pattern.stem).strip("_-. ") or "frames"


class _PictureFiles(VideoSource):
    """Picture files of one size, a frame each; read one by one, the first at once."""

    def _open(
        self, files: dict[int, Path], reading: Reading, *, rate: Fraction | None = None
    ) -> None:
        """Read the first.

        Args:
            files: By number, in rising order; times count from the first.
            rate: Pictures per second; None: as the files state it, or `DEFAULT_RATE`.

        Raises:
            SourceError: The part has no picture, or its first cannot be read.
        """
        self.first_number = min(files)
        self.damaged_count = 0  # pictures that could not be used, so far
        keeps_linear = reading.keeps_linear
        deepens = reading.depth != "8" and not keeps_linear
        path = next(iter(files.values()))
        try:
            self._reader = reader_for(
                [*files.values()], reading.exr, keeps_linear=keeps_linear or deepens
            )
            self.frame_rate = rate or self._reader.frame_rate or DEFAULT_RATE
            self._files = self._part(files, reading.start_s, reading.end_s)
            path = next(iter(self._files.values()))
            first = self._picture(path)
        except StillError as error:
            raise SourceError("{name} {error}.", name=path.name, error=error) from error
        self._first: Picture | None = first  # until it is delivered
        height, width, _ = first.pixels.shape
        self.has_alpha = first.alpha is not None
        self._deep = DeepView(height=height, width=width) if deepens and first.linear else None
        layout = "rgb" if self._deep is None else self._deep.format.layout
        self.format = FrameFormat(height, width, layout, "bt709")
        self._numbers = [*self._files]
        self._position = 0
        self.frame_count = len(self._numbers)
        span = self._numbers[-1] - self._numbers[0] + 1
        self.duration_s = span / float(self.frame_rate)
        self.media = MediaInfo(
            path=None,
            time_base=1 / self.frame_rate,
            sample_aspect_ratio=self._reader.pixel_aspect,
            stored_format="rgb24" if self._deep is None else "rgb48le",
            start_s=reading.start_s,
            end_s=reading.end_s,
            bits=self._reader.bits,
        )

    def _part(
        self, files: dict[int, Path], start_s: float | None, end_s: float | None
    ) -> dict[int, Path]:
        kept = {
            number: path
            for number, path in files.items()
            if (start_s is None or self._time_of(number) >= start_s - 1e-9)
            and (end_s is None or self._time_of(number) < end_s - 1e-9)
        }
        if not kept:
            last = self._time_of(max(files))
            raise SourceError(
                f"{self.name}: no picture lies between {start_s or 0:g} s and "
                f"{'the end' if end_s is None else f'{end_s:g} s'}; the last is at {last:g} s."
            )
        return kept

    def _time_of(self, number: int) -> float:
        return (number - self.first_number) / float(self.frame_rate)

    def _picture(self, path: Path) -> Picture:
        return self._reader.read(path)

    def _skip(self, error: StillError) -> None:
        """Go on without a picture that cannot be read."""
        self.damaged_count += 1

    def read(self) -> Frame | None:
        """The next picture that can be read."""
        while self._position < len(self._numbers):
            index = self._position
            number = self._numbers[index]
            self._position += 1
            first, self._first = self._first, None
            try:
                picture = first if first and index == 0 else self._picture(self._files[number])
            except StillError as error:
                self._skip(error)
                continue
            pixels, alpha, linear = picture
            if pixels.shape != (self.format.height, self.format.width, 3):
                self.damaged_count += 1
                continue
            if self.has_alpha and alpha is None:
                alpha = np.full(pixels.shape[:2], 255, np.uint8)  # this picture is opaque
            elif not self.has_alpha and alpha is not None:
                pixels, alpha = np.where((alpha > 0)[..., None], pixels, np.uint8(0)), None
                linear = None if self._deep is not None else linear
            if self._deep is not None:
                pixels, linear = self._deep.pixels(pixels, linear), None
            return Frame(
                pixels=pixels,
                format=self.format,
                index=index,
                pts_s=self._time_of(number),
                pts=number - self.first_number,
                time_base=1 / self.frame_rate,
                duration=1,
                alpha=alpha,
                linear=linear,
                pixel_aspect=self._reader.pixel_aspect,
            )
        return None

    def seek(self, pts_s: float) -> None:
        """Make the first picture at or after `pts_s` the next one that `read` returns."""
        self._position = sum(self._time_of(number) < pts_s - 1e-9 for number in self._numbers)

    def close(self) -> None:
        """Do nothing: no file stays open."""


class StillSource(_PictureFiles):
    """A picture file: upright, 8-bit RGB, with its alpha if it has one; a film of one frame.

    Args:
        path: Any picture file; read at once, and again after a `seek`, so that the receiver decides
            how long the picture stays in memory.

    Raises:
        SourceError: It cannot be read.
    """

    def __init__(self, path: str | Path, reading: Reading = AS_IT_IS) -> None:
        path = Path(path)
        self.name = path.name
        whole = replace(reading, start_s=None, end_s=None, depth="8")
        self._open({0: path}, whole, rate=DEFAULT_RATE)
        try:
            count = picture_count(path)
        except StillError:
            count = 1  # the first was read; errors of the others do not matter
        if count > 1:
            self.losses = (
                Message(
                    "{name} holds {count} pictures; only the first was used. Convert "
                    "it to a video or to numbered pictures to keep them all.",
                    name=self.name,
                    count=count,
                ),
            )

    def _skip(self, error: StillError) -> None:
        raise SourceError("{name} {error}.", name=self.name, error=error) from error


class SequenceSource(_PictureFiles):
    """Numbered pictures.

    A missing number leaves a gap in time; a picture that cannot be read, or has another size, is
    skipped and counted as damaged.

    Args:
        pattern: A path with `%d` or `%04d` in its name.

    Attributes:
        first_number: Number of the first file; a picture's `pts` counts from it.

    Raises:
        SourceError: No file has such a name, or the first one cannot be read.
    """

    def __init__(self, pattern: str | Path, reading: Reading = AS_IT_IS) -> None:
        pattern = Path(pattern)
        self.name = pattern.name
        files = numbered_files(pattern)
        if not files:
            raise SourceError(
                "{pattern}: there is no picture of that name, such as {example}; "
                "check folder and pattern.",
                pattern=pattern,
                example=numbered(pattern, 1).name,
            )
        if not are_times(files):
            raise SourceError(
                "{name}: its pictures are numbered up to {number}, too high for a film; "
                "number them from 1 on.",
                name=pattern.name,
                number=str(max(files)),
            )
        self._open(files, reading)
        missing = self._numbers[-1] - self._numbers[0] + 1 - len(self._numbers)
        if missing:
            self.notes = (
                Message.counted(
                    "{name}: {n} number is missing; its time is kept.",
                    "{name}: {n} numbers are missing; their time is kept.",
                    n=missing,
                    name=self.name,
                ),
            )

    def _picture(self, path: Path) -> Picture:
        """Read one, unless it is too large: many pictures of a sequence are in memory at a time."""
        height, width = self._reader.size(path)
        if refused := too_large(height=height, width=width, limit=MOST_FILM_PIXELS):
            raise StillError(refused)
        return super()._picture(path)
