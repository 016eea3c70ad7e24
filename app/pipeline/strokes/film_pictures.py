"""FilmPictures: a film's frames as small pictures, forwards and backwards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.pipeline.clean_plate.room_file import small_rgb
from app.video.files.inputs import Source
from app.video.pixels.colour import FastRgb
from gpu_unet import Image

CHUNK = 96  # pictures that are held at once on the way back
LONGEST_CHUNK_S = 8.0


class Picture(NamedTuple):
    """A small picture of a frame.

    Attributes:
        time_s: Of the frame.
        rgb: uint8 (h, w, 3).
    """

    time_s: float
    rgb: Image


class FilmPictures:
    """Reads a film; used from one thread.

    Args:
        source: The whole film; it stays open.
        width: The most columns of a picture.
    """

    def __init__(self, source: Source, *, width: int) -> None:
        self._source = source
        self._width = width
        self._converter = FastRgb()
        self.frame_s = 1 / float(source.frame_rate)

    @property
    def shape(self) -> tuple[int, int]:
        """(height, width) of the pictures."""
        source = self._source
        if source.width <= self._width:
            return source.height, source.width
        return max(1, round(source.height * self._width / source.width)), self._width

    def forwards(self, start_s: float) -> Iterator[Picture]:
        """From the first frame at or after a time to the end."""
        self._source.seek(start_s)
        while (frame := self._source.read()) is not None:
            yield Picture(frame.pts_s, small_rgb(frame, self._converter, most_width=self._width))

    def backwards(self, start_s: float) -> Iterator[Picture]:
        """From the last frame before a time to the beginning."""
        end_s = start_s
        # Halfway between frames, so that each is in one chunk.
        chunk_s = min(LONGEST_CHUNK_S, (CHUNK + 0.5) * self.frame_s)
        while end_s > 0:
            begin_s = max(0.0, end_s - chunk_s)
            chunk_s = min(LONGEST_CHUNK_S, CHUNK * self.frame_s)
            held: list[Picture] = []
            for picture in self.forwards(begin_s):
                if picture.time_s >= end_s:
                    break
                held.append(picture)
            yield from reversed(held)
            end_s = begin_s
