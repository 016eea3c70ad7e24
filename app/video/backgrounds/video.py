"""VideoBackground: a video that loops in step with the foreground's time."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av
from av.video.reformatter import VideoReformatter

from app.messages import Message
from app.video.backgrounds.background import Background, BackgroundError
from app.video.files.decoder import VideoDecoder, timestamp
from app.video.files.decoding import DecodingError, decoding, decoding_of
from app.video.limits import sane_aspect
from app.video.pixels.aspect_fill import fill_frame
from app.video.pixels.planes import orientation_of
from app.video.source import SourceError
from app.video.undo import or_undo
from gpu_unet import FrameFormat, Image

_DECODE_AHEAD_S = Fraction(2)  # up to this far ahead, decoding on is quicker than seeking


class VideoBackground(Background):
    """Shows, for every time, the frame that the looping video shows at that time.

    Deterministic: the frame with the latest timestamp not after `pts_s` modulo the length.
    While time runs forward frames are decoded one after the other.

    Args:
        path: A video, or an animated picture.

    Raises:
        BackgroundError: It cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._name = path.name
        self._has_refused = False
        self._reformatter = VideoReformatter()
        self._image: Image | None = None
        self._made_for: tuple[av.VideoFrame, FrameFormat] | None = None
        try:
            self._decoder = VideoDecoder(path)
            with or_undo(self._decoder.close), decoding_of(path.name):
                self._begin()
        except SourceError as error:
            raise BackgroundError("Background {error}", error=error) from error

    def _begin(self) -> None:
        first = self._decoder.read()
        if first is None:
            raise SourceError(
                "{name} has no frame that can be decoded; copy it again.", name=self._name
            )
        self._first_time = self._time_of(first)
        self._length = self._measure_length()
        self._orientation = orientation_of(first)
        self._aspect = sane_aspect(self._decoder.stream.sample_aspect_ratio)
        self._current: av.VideoFrame = first
        self._next: av.VideoFrame | None = self._decoder.read()

    def _time_of(self, frame: av.VideoFrame) -> Fraction:
        return timestamp(frame) * self._decoder.time_base

    def _measure_length(self) -> Fraction:
        stream, container = self._decoder.stream, self._decoder.container
        if stream.duration:
            return stream.duration * self._decoder.time_base
        if container.duration:
            return Fraction(container.duration, av.time_base)
        return Fraction(0)

    @property
    def notes(self) -> tuple[str, ...]:  # noqa: D102
        # Without a count: a loop meets the same damaged frames again.
        decoder = self._decoder
        if not (decoder.damaged_count or decoder.truncated_count or self._has_refused):
            return ()
        return (
            Message(
                "Background {name} is damaged: some of its frames cannot be decoded whole; "
                "copy the file again if you can.",
                name=self._name,
            ),
        )

    @property
    def aspect(self) -> float | None:  # noqa: D102
        aspect = self._current.width / self._current.height * float(self._aspect)
        return 1 / aspect if self._orientation.transpose else aspect

    def image_at(self, pts_s: float, frame_format: FrameFormat) -> Image:
        """See `Background.image_at`.

        If a frame decodes into something that cannot be shown, the frame before it stays.
        """
        try:
            with decoding_of(self._name):
                self._go_to(Fraction(pts_s).limit_denominator(1_000_000))
        except SourceError as error:
            raise BackgroundError("Background {error}", error=error) from error
        shown, made_for = self._made_for or (None, None)
        fallback = self._image if made_for == frame_format else None
        if fallback is not None and shown is self._current:
            return fallback
        try:
            with decoding():
                image = fill_frame(
                    self._current,
                    self._reformatter,
                    frame_format=frame_format,
                    orientation=self._orientation,
                    aspect=self._aspect,
                )
        except DecodingError as error:
            if fallback is None or error.lacks_memory:
                raise BackgroundError(
                    "Background {name} {error}.", name=self._name, error=error
                ) from error
            self._has_refused = True
            image = fallback
        image.flags.writeable = False
        self._image, self._made_for = image, (self._current, frame_format)
        return image

    def _go_to(self, time: Fraction) -> None:
        """Make `_current` the latest frame not after `time`, counted from the first, looping."""
        if self._length > 0:
            time %= self._length
        target = self._first_time + time
        is_behind = target < self._time_of(self._current)
        if is_behind or target > self._time_of(self._current) + _DECODE_AHEAD_S:
            self._jump(target)
        while self._next is not None and self._time_of(self._next) <= target:
            self._current, self._next = self._next, self._decoder.read()

    def _jump(self, target: Fraction) -> None:
        """Seek to a frame before `target`; the frame itself is reached by decoding on."""
        frame = self._decoder.seek_before(target)
        if frame is not None:
            self._current, self._next = frame, self._decoder.read()

    def close(self) -> None:  # noqa: D102
        self._next = None
        self._decoder.close()
