"""StillSource: one picture as a video of one frame."""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path

from app.messages.message import Message
from app.video.files.exr_options import ExrOptions
from app.video.files.picture_reader import reader_for
from app.video.files.still import StillError, picture_count
from app.video.frame import Frame
from app.video.source import MediaInfo, SourceError, VideoSource
from gpu_unet import FrameFormat, Image

STILL_RATE = Fraction(25)


class StillSource(VideoSource):
    """A picture file: upright, 8-bit RGB, with its alpha if it has one.

    Args:
        path: Any picture file; read at once, and again after a `seek`, so that the receiver decides
            how long the picture stays in memory.
        exr: Options for OpenEXR files; None: the usual ones.
        keeps_linear: The frame has scene-linear values, where the file has them.

    Raises:
        SourceError: It cannot be read.
    """

    def __init__(
        self, path: str | Path, *, exr: ExrOptions | None = None, keeps_linear: bool = False
    ) -> None:
        self._path = Path(path)
        self._exr, self._keeps_linear = exr, keeps_linear
        self.name = self._path.name
        self._load()
        try:
            count = picture_count(self._path)
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
        self.frame_rate = STILL_RATE
        self.frame_count = 1
        self.duration_s = float(1 / STILL_RATE)
        self.media = MediaInfo(
            path=None, time_base=1 / STILL_RATE, stored_format="rgb24", bits=self._bits
        )

    def _load(self) -> None:
        try:
            reader = reader_for([self._path], self._exr, keeps_linear=self._keeps_linear)
            pixels, self._alpha, self._linear = reader.read(self._path)
            self._bits = reader.bits
        except StillError as error:
            raise SourceError("{name} {error}.", name=self.name, error=error) from error
        self._pixels: Image | None = pixels
        self.has_alpha = self._alpha is not None
        height, width, _ = pixels.shape
        self.format = FrameFormat(height, width, "rgb", "bt709")

    def read(self) -> Frame | None:
        """The picture; None the second time."""
        pixels, self._pixels = self._pixels, None
        if pixels is None:
            return None
        return Frame(
            pixels=pixels,
            format=self.format,
            index=0,
            pts_s=0.0,
            captured_s=time.perf_counter(),
            pts=0,
            time_base=1 / STILL_RATE,
            duration=1,
            alpha=self._alpha,
            linear=self._linear,
        )

    def seek(self, pts_s: float) -> None:
        """Make `read` return the picture again, unless `pts_s` is after it.

        Raises:
            SourceError: It cannot be read any more.
        """
        if pts_s > 0:
            self._pixels = None
        elif self._pixels is None:
            self._load()

    def close(self) -> None:
        """Do nothing: no file stays open."""
