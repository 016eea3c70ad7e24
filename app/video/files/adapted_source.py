"""Adapted sources: bring another source to another size and frame rate before any processing."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import av
from av.video.reformatter import VideoReformatter

from app.messages import Message
from app.video.files.inputs import Source
from app.video.files.sequence_source import SequenceSource, StillSource
from app.video.frame import Frame
from app.video.limits import MOST_FILM_PIXELS, SMALLEST_SIDE, too_large
from app.video.pixels.aspect_fill import square_format
from app.video.pixels.colour import convert, formatted, off_black, on_black
from app.video.pixels.planes import frame_from_pixels, plane_view
from app.video.source import SourceError, VideoSource
from gpu_unet import FrameFormat, Image

# At least this many units of time per second: sound is placed by them as well.
_FINE_ENOUGH = 48_000


def fitted_format(
    frame_format: FrameFormat, *, height: int | None, width: int | None
) -> FrameFormat:
    """The format of the same shape that fits within `height` and `width`; both sides even.

    Args:
        height, width: None: follows from the other one.
    """
    if height is None and width is None:
        return frame_format
    scales = [
        Fraction(most, side)
        for most, side in ((height, frame_format.height), (width, frame_format.width))
        if most is not None
    ]
    scale = min(scales)
    if scale == 1:
        return frame_format
    new_height, new_width = (
        max(SMALLEST_SIDE, round(side * scale / 2) * 2)
        for side in (frame_format.height, frame_format.width)
    )
    return replace(frame_format, height=new_height, width=new_width)


class _Tables(threading.local):
    """Each thread's own reformatters: libav crashes where two threads share one."""

    def __init__(self) -> None:
        self.picture, self.alpha = VideoReformatter(), VideoReformatter()


class Resizer:
    """Brings frames to another size, alpha included; used from any number of threads at once.

    Args:
        pixel_aspect: Of the resulting frames; None: as before.
        chroma: See `new_frame`.
    """

    def __init__(
        self,
        source_format: FrameFormat,
        to: FrameFormat,
        *,
        pixel_aspect: Fraction | None = None,
        chroma: str = "",
    ) -> None:
        self.format, self._chroma = to, chroma
        self._pixel_aspect = pixel_aspect
        self._from = source_format
        self._tables = _Tables()

    def __call__(self, frame: Frame) -> Frame:
        """The same frame in the other size."""
        pixels, alpha = self.pixels(frame.pixels), None
        if frame.alpha is not None:
            alpha = self._alpha(frame.alpha)
            if alpha.min() < 255:  # else what is hidden, often black, would darken the edge
                seen = self.pixels(on_black(frame.pixels, frame.alpha, self._from))
                pixels = off_black(seen, alpha, pixels, self.format)
        aspect = self._pixel_aspect or frame.pixel_aspect
        return replace(frame, pixels=pixels, format=self.format, alpha=alpha, pixel_aspect=aspect)

    def pixels(self, pixels: Image) -> Image:
        """The pixels of a frame in the other size."""
        is_full = self.format.layout == "rgb" or self.format.full_range
        return formatted(
            frame_from_pixels(pixels, self._from, self._chroma),
            self._tables.picture,
            self.format,
            matrix=self.format.matrix,
            full_range=is_full,
        )

    def _alpha(self, alpha: Image) -> Image:
        height, width = alpha.shape
        grey = av.VideoFrame(width, height, "gray")
        plane_view(grey.planes[0], row_bytes=width)[:] = alpha
        small = convert(
            grey,
            self._tables.alpha,
            to="gray",
            matrix="bt709",
            full_range=True,
            height=self.format.height,
            width=self.format.width,
        )
        return plane_view(small.planes[0], row_bytes=self.format.width).copy()


class AdaptedSource(VideoSource):
    """Another source's frames, in another size or at another rate; closes that source with itself.

    At another rate, every frame goes to the nearest moment of that rate. So it stays within half a
    step of its own time, and sound needs no change. `Frame.duration` says for how many steps a
    frame stands; the writer repeats it that often. Frames without a moment are left out.

    Args:
        source: From here on only this object reads it.
        height, width: The picture is fitted within them, in its own shape; None: follows from the
            other one, or unchanged.
        frame_rate: Frames per second; None: unchanged, as that of a still always is.
        keeps_numbers: Numbered pictures stay as they are at their own rate, gaps included.
        squares_pixels: Height and width count square pixels, and frames of another size have them.

    Attributes:
        inner: `source`.
        media: That of `source`, with the times of this rate and the pixels of this size.
        step: Seconds from one frame to the next if there is a rate; else None.
        resize: Brings a frame of `inner` to this size; None if it has this size.
        dropped_count, repeated_count: Frames that the other rate dropped or repeated so far.

    Raises:
        SourceError: That size is impossible.
    """

    def __init__(
        self,
        source: Source,
        *,
        height: int | None = None,
        width: int | None = None,
        frame_rate: Fraction | None = None,
        keeps_numbers: bool = False,
        squares_pixels: bool = False,
    ) -> None:
        self.inner = source
        self.name = source.name
        whole, media = source.format, source.media
        if squares_pixels and (height is not None or width is not None):
            whole = square_format(whole, media.pixel_aspect)
            media = replace(media, sample_aspect_ratio=Fraction(1))
        self.format = fitted_format(whole, height=height, width=width)
        is_same = self.format == source.format
        refused = too_large(
            height=self.format.height, width=self.format.width, limit=MOST_FILM_PIXELS
        )
        if refused and not is_same:  # unchanged, a single picture may be larger
            raise SourceError(
                "{name}: the requested size {refused}.", name=self.name, refused=refused
            )
        shape = {"pixel_aspect": media.pixel_aspect, "chroma": media.chroma}
        self.resize = None if is_same else Resizer(source.format, self.format, **shape)
        self.is_live, self.has_alpha = source.is_live, source.has_alpha
        self.is_interlaced, self.colour_losses = source.is_interlaced, source.colour_losses
        self.duration_s = source.duration_s
        self.frame_rate, self.frame_count = source.frame_rate, source.frame_count
        self.media = media
        self.step: Fraction | None = None
        self.dropped_count = self.repeated_count = 0
        is_still = isinstance(source, StillSource)
        # A film states this rate as its mean, or although it lacks frames.
        is_as_asked = isinstance(source, SequenceSource) and frame_rate == source.frame_rate
        if frame_rate is not None and not (is_still or (keeps_numbers and is_as_asked)):
            self._set_rate(frame_rate)
        self._frames = self._steady() if self.step else iter(self._read_resized, None)

    def _set_rate(self, frame_rate: Fraction) -> None:
        self.frame_rate, self.step = frame_rate, 1 / frame_rate
        self._unit_steps = math.ceil(_FINE_ENOUGH / frame_rate.numerator) * frame_rate.denominator
        self.media = replace(self.media, time_base=self.step / self._unit_steps)
        if self.duration_s is not None:
            self.frame_count = max(1, round(self.duration_s * float(frame_rate)))

    @property
    def notes(self) -> tuple[str, ...]:  # type: ignore[override]
        """Also reports the change of size and rate so far."""
        notes = list(self.inner.notes)
        if self.resize is not None:
            notes.append(
                Message(
                    "{name}: scaled from {width}x{height} to {new_width}x{new_height}.",
                    name=self.name,
                    width=self.inner.width,
                    height=self.inner.height,
                    new_width=self.width,
                    new_height=self.height,
                )
            )
        rates = [float(self.inner.frame_rate), float(self.frame_rate)]
        is_changed = f"{rates[0]:.4g}" != f"{rates[1]:.4g}"  # as the sentence states them
        if is_changed or self.dropped_count or self.repeated_count:
            notes.append(
                Message(
                    "{name}: converted from {rate:.4g} to {new_rate:.4g} frames/s; "
                    "{dropped} dropped, {repeated} repeated.",
                    name=self.name,
                    rate=rates[0],
                    new_rate=rates[1],
                    dropped=_count(self.dropped_count),
                    repeated=_count(self.repeated_count),
                )
            )
        return tuple(notes)

    @property
    def losses(self) -> tuple[str, ...]:  # type: ignore[override]
        """Those of the inner source so far."""
        return self.inner.losses

    @property
    def damaged_count(self) -> int:  # type: ignore[override]
        """That of the inner source."""
        return self.inner.damaged_count

    def read(self) -> Frame | None:
        """The next frame; at another rate its `duration` is a number of whole steps.

        Raises:
            SourceError: From the inner source.
        """
        return next(self._frames, None)

    def close(self) -> None:  # noqa: D102
        self._frames = iter(())
        self.inner.close()

    def _read_resized(self) -> Frame | None:
        frame = self.inner.read()
        return frame if frame is None or self.resize is None else self.resize(frame)

    def _steady(self) -> Iterator[Frame]:
        """Each frame with the moments that it covers; frames that cover none are left out."""
        index, frame = 0, self.inner.read()
        while frame is not None:
            following = self.inner.read()
            begin = self._moment(_time(frame))
            end = begin + 1
            if following is not None:
                end = self._moment(_time(following))
            elif frame.duration and frame.time_base:
                end = self._moment(_time(frame) + frame.duration * frame.time_base)
                end = max(end, begin + (index == 0))  # the first frame covers at least one moment
            if end <= begin:
                self.dropped_count += 1
            else:
                self.repeated_count += end - begin - 1
                shown = frame if self.resize is None else self.resize(frame)
                yield replace(
                    shown,
                    index=index,
                    pts_s=float(begin / self.frame_rate),
                    pts=begin * self._unit_steps,
                    time_base=self.media.time_base,
                    duration=(end - begin) * self._unit_steps,
                )
                index += 1
            frame = following

    def _moment(self, time_s: Fraction) -> int:
        """The nearest moment; halfway rounds up, so that steps of 2 and 1 alternate evenly."""
        return math.floor(time_s * self.frame_rate + Fraction(1, 2))


def _time(frame: Frame) -> Fraction:
    if frame.pts is not None and frame.time_base is not None:
        return frame.pts * frame.time_base
    return Fraction(frame.pts_s).limit_denominator(1_000_000)


def _count(frames: int) -> str:
    return Message.counted("{n} frame", "{n} frames", n=frames)
