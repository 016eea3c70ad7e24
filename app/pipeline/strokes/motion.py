"""A film's frames as small pictures, and where their pixels were before, by dense optical flow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from app.pipeline.clean_plate.room_file import small_rgb
from app.pipeline.mask_outlines import Mask
from app.video.files.inputs import Source
from app.video.opencv import untyped_cv2 as cv2
from app.video.pixels.colour import FastRgb
from gpu_unet import Image

Plane = npt.NDArray[np.float32]
Box = tuple[slice, slice]  # rows and columns

INCONSISTENT_PX = 1.0  # there and back a pixel may miss its place by this, and by a share
INCONSISTENT_SHARE = 0.1  # of the motion


class Motion(NamedTuple):
    """From a picture to its neighbour in time, the one that strokes come from.

    Attributes:
        back: float32 (h, w, 2): where each pixel was there, x and y, in pixels beside its place.
        is_sure: bool (h, w): there and back it comes to its own place.
    """

    back: Plane
    is_sure: Mask


class MotionSearch:
    """OpenCV's dense inverse search; used from one thread.

    Args:
        finest: How often the picture is halved before the last search.
    """

    def __init__(self, finest: int = 1) -> None:
        self._search = cv2.DISOpticalFlow.create(cv2.DISOPTICAL_FLOW_PRESET_ULTRAFAST)
        self._search.setFinestScale(finest)

    def between(self, before: Image, now: Image, box: Box) -> Motion:
        """The motion from `before` to `now`: uint8 (h, w) each; none outside of a box."""
        part = self._between(before[box], now[box])
        whole = Motion(np.zeros((*now.shape, 2), np.float32), np.zeros(now.shape, bool))
        whole.back[box], whole.is_sure[box] = part
        return whole

    def _between(self, before: Image, now: Image) -> Motion:
        back, forth = self.back(before, now), self.back(now, before)
        miss = back + moved(forth, back)
        length = np.hypot(back[..., 0], back[..., 1])
        limit = INCONSISTENT_PX + INCONSISTENT_SHARE * length
        return Motion(back, np.hypot(miss[..., 0], miss[..., 1]) <= limit)

    def back(self, before: Image, now: Image) -> Plane:
        """Where each pixel of `now` was in `before`: float32 (h, w, 2), beside its place."""
        return self._search.calc(np.ascontiguousarray(now), np.ascontiguousarray(before), None)


def moved(picture: npt.NDArray[np.generic], back: Plane) -> Plane:
    """What was where each pixel was: any picture, taken from its places beside the pixels."""
    height, width = back.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    return cv2.remap(
        picture,
        columns + back[..., 0],
        rows + back[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


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
