"""FileWriter: frames into MP4, MKV, MOV or WebM, with exact times and the input's other tracks."""

from __future__ import annotations

import contextlib
import os
from collections import deque
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.container import OutputContainer
from av.error import FFmpegError
from av.packet import Packet
from av.video.reformatter import VideoReformatter
from av.video.stream import VideoStream

from video.colour import CODE_OF_MATRIX, convert, matrix_of, sws_range
from video.companion_tracks import CompanionTracks
from video.frame import PixelFormat
from video.media import MediaInfo
from video.output_format import X265_DELAY, OutputFormat
from video.output_name import OutputName, explain_os_error
from video.picture import av_frame_of
from video.planes import Image
from video.sink import OutputError, TrackReport, VideoSink, WriteReport


def encoding_threads() -> int:
    """Threads for one encoder: half the cores, the others decode and compute.

    libx264 needs 5 % more processor time a frame with two threads than with one.
    """
    return max(1, min(16, (os.cpu_count() or 1) // 2))


class FileWriter(VideoSink):
    """Encodes frames into a new file.

    Args:
        path: The finished file's name; its ending was checked by `output_format`.
        output_format: From `choose_output_format`.
        height, width: Of every frame.
        pixel_format: Of the frames that come in. Matrix and range are kept in the file; for
            layout "rgb" they say how the file shall be coded.
        frame_rate: Nominal, for rate control.
        media: The input, whose sound, subtitles, chapters, tags and part (`start_s`, `end_s`)
            are carried over; None writes the picture alone.
        time_base: Seconds per unit of `pts` in the file; None takes `media`'s, or 1/90000.
        overwrite: Whether an existing file may be replaced, at the end.
        keep_sound: Whether `media`'s audio tracks are carried over.
        threads: For the encoder; None for a sensible number.

    Raises:
        OutputError: The file cannot be made.
    """

    def __init__(
        self,
        path: str | Path,
        output_format: OutputFormat,
        *,
        height: int,
        width: int,
        pixel_format: PixelFormat,
        frame_rate: Fraction,
        media: MediaInfo | None = None,
        time_base: Fraction | None = None,
        overwrite: bool = False,
        keep_sound: bool = True,
        threads: int | None = None,
    ) -> None:
        self.path = Path(path)
        self.output_format = output_format
        self._height, self._width = height, width
        self._pixel_format = pixel_format
        self._frame_rate = frame_rate
        self._media = media
        self._time_base = time_base or (media.time_base if media else Fraction(1, 90_000))
        self._keep_sound = keep_sound
        self._threads = encoding_threads() if threads is None else threads
        self._full_range = pixel_format.full_range and output_format.spec.has_full_range
        if output_format.content == "matte":
            self._full_range = False
        self._reformatter = VideoReformatter()
        self._notes: list[str] = []
        self._frame_count = 0
        self._has_rounded = False
        self._waiting_pts: deque[int] = deque()
        self._packet_count = 0
        self._first_pts = 0
        self._last_pts: int | None = None
        self._end = Fraction(0)
        self._container: OutputContainer | None = None
        self._companions: CompanionTracks | None = None
        self._name = OutputName(self.path, overwrite=overwrite)
        try:
            self._open()
        except (FFmpegError, ValueError) as error:
            self.abort()
            raise explain_os_error(self.path, error) from error
        except BaseException:
            self.abort()
            raise

    def _open(self) -> None:
        container_spec = self.output_format.container
        self._container = av.open(
            f"file:{self._name.temporary}",
            "w",
            format=container_spec.muxer,
            container_options=dict(container_spec.options),
        )
        self._stream = self._add_video(self._container)
        if self._media is not None and self._media.path is not None:
            self._companions = CompanionTracks(
                self._media.path,
                self._container,
                origin=self._media.origin,
                fallback_audio=container_spec.fallback_audio,
                keep_sound=self._keep_sound,
            )

    def _add_video(self, container: OutputContainer) -> VideoStream:
        wanted, spec = self.output_format, self.output_format.spec
        stream = container.add_stream(
            spec.encoder, rate=self._frame_rate, time_base=self._time_base
        )
        assert isinstance(stream, VideoStream)
        # Codecs that crop in pairs of pixels get an odd edge doubled; nothing is cut off.
        self._pad = (self._height % 2, self._width % 2) if spec.needs_even_size else (0, 0)
        if any(self._pad):
            self._notes.append(
                f"{spec.name} needs even sizes: {self._width}x{self._height} was written as "
                f"{self._width + self._pad[1]}x{self._height + self._pad[0]}, its edge doubled."
            )
        stream.height = self._height + self._pad[0]
        stream.width = self._width + self._pad[1]
        stream.pix_fmt = wanted.pixel_format
        context = stream.codec_context
        context.options = dict(spec.options)
        if wanted.crf is not None:
            context.options = {**context.options, "crf": str(wanted.crf)}
        context.thread_count = self._threads
        if wanted.codec == "hevc":  # libx265 has a thread pool of its own
            parameters = f"{spec.options['x265-params']}:pools={self._threads}"
            context.options = {**context.options, "x265-params": parameters}
        if wanted.codec == "hevc" and wanted.suffix in (".mp4", ".mov"):
            context.codec_tag = "hvc1"  # the only tag that Apple's players accept
        self._tag_colours(stream)
        return stream

    def _tag_colours(self, stream: VideoStream) -> None:
        context = stream.codec_context
        context.colorspace = CODE_OF_MATRIX[self._pixel_format.matrix]
        context.color_range = sws_range(self._full_range)
        media = self._media
        if media is None:
            return
        named = matrix_of(media.matrix_code, height=self._height, width=self._width)
        if media.matrix_code != 2 and named == self._pixel_format.matrix and media.matrix_code:
            context.colorspace = media.matrix_code
        context.color_primaries = media.primaries
        context.color_trc = media.transfer
        if media.sample_aspect_ratio != 1:
            context.sample_aspect_ratio = media.sample_aspect_ratio

    def write(
        self,
        pixels: Image | None,
        alpha: Image | None = None,
        *,
        pts: int,
        time_base: Fraction,
        duration: int | None = None,
    ) -> None:
        """See `VideoSink.write`."""
        container = self._opened()
        frame = self._encodable(pixels, alpha)
        ratio = time_base / self._time_base
        pts = round(pts * ratio)
        if self._last_pts is None:
            self._first_pts = pts if self._is_part else 0
            self._carry_chapters()
        elif pts <= self._last_pts:
            raise ValueError(f"pts {pts} does not come after {self._last_pts}")
        self._last_pts = pts
        self._note_rounding(pts)
        frame.pts = pts - self._first_pts
        frame.time_base = self._time_base
        span = round(duration * ratio) if duration else 0
        frame.duration = span
        self._end = (pts + span) * self._time_base
        try:
            self._waiting_pts.append(frame.pts)
            self._mux(container, self._stream.encode(frame))
            self._carry_tracks(pts * self._time_base)
        except FFmpegError as error:
            raise explain_os_error(self.path, error) from error
        self._frame_count += 1

    def _mux(self, container: OutputContainer, packets: list[Packet[VideoStream]]) -> None:
        if self.output_format.codec == "hevc":
            # libx265 invents decoding times for clips shorter than its reordering: state ours.
            step = max(1, round(1 / (self._frame_rate * self._time_base)))
            for packet in packets:
                lead = X265_DELAY - self._packet_count
                packet.dts = (
                    self._waiting_pts[0] - lead * step if lead > 0 else self._waiting_pts.popleft()
                )
                self._packet_count += 1
        else:
            self._waiting_pts.clear()
        container.mux(packets)

    def _note_rounding(self, pts: int) -> None:
        container = self.output_format.container
        if not container.counts_milliseconds or self._has_rounded:
            return
        if (pts * self._time_base * 1000).denominator != 1:
            self._has_rounded = True
            self._notes.append(
                f"{self.output_format.suffix} counts in milliseconds: times were rounded to them."
            )

    @property
    def _is_part(self) -> bool:
        """True if the output begins at the first frame, not at the input's beginning."""
        return self._media is not None and bool(self._media.start_s)

    def _carry_tracks(self, until: Fraction | None) -> None:
        if self._companions is None:
            return
        shift = self._first_pts * self._time_base
        self._companions.advance(until, start=shift if self._is_part else None, shift=shift)

    def _carry_chapters(self) -> None:
        if self._companions is None or self._media is None:
            return
        end_s = self._media.end_s
        end = None if end_s is None else Fraction(end_s).limit_denominator(1_000_000)
        self._companions.carry_chapters(self._first_pts * self._time_base, end)

    def _opened(self) -> OutputContainer:
        if self._container is None:
            raise ValueError(f"{self.path.name}: the writer is closed")
        return self._container

    def _encodable(self, pixels: Image | None, alpha: Image | None) -> av.VideoFrame:
        if any(self._pad):
            rows, columns = (0, self._pad[0]), (0, self._pad[1])
            if pixels is not None:
                pixels = np.pad(pixels, (rows, columns, (0, 0)), mode="edge")
            if alpha is not None:
                alpha = np.pad(alpha, (rows, columns), mode="edge")
        frame, is_full_range = av_frame_of(
            pixels,
            alpha,
            content=self.output_format.content,
            pixel_format=self._pixel_format,
            height=self._stream.height,
            width=self._stream.width,
        )
        wanted = self.output_format.pixel_format
        if frame.format.name != wanted or is_full_range != self._full_range:
            frame = convert(
                frame,
                self._reformatter,
                to=wanted,
                from_matrix=self._pixel_format.matrix,
                from_full_range=is_full_range,
                to_matrix=self._pixel_format.matrix,
                to_full_range=self._full_range,
            )
        return frame

    def finish(self) -> WriteReport:
        """See `VideoSink.finish`."""
        end_s = self._media.end_s if self._media is not None else None
        until = None if end_s is None else Fraction(end_s).limit_denominator(1_000_000)
        self._complete(until)
        return self._report(self._name.commit(), is_partial=False)

    def finish_partial(self) -> WriteReport:
        """See `VideoSink.finish_partial`."""
        if self._frame_count == 0:
            self.abort()
            raise OutputError(f"{self.path} was not written: not one frame was done.")
        self._complete(self._end)
        return self._report(self._name.commit_partial(), is_partial=True)

    def _complete(self, until: Fraction | None) -> None:
        container = self._opened()
        try:
            self._mux(container, self._stream.encode(None))
            self._carry_tracks(until)
            if self._companions is not None:
                self._companions.flush()
            container.close()
        except (FFmpegError, OSError) as error:
            self.abort()
            raise explain_os_error(self.path, error) from error
        self._container = None
        self._close_companions()

    def _report(self, path: Path, *, is_partial: bool) -> WriteReport:
        tracks: tuple[TrackReport, ...] = ()
        if self._companions is not None:
            tracks = tuple(self._companions.reports)
        return WriteReport(path, self._frame_count, tracks, tuple(self._notes), is_partial)

    def _close_companions(self) -> None:
        if self._companions is not None:
            self._companions.close()

    def abort(self) -> None:
        """See `VideoSink.abort`."""
        self._close_companions()
        container, self._container = self._container, None
        if container is not None:
            # Removed first: the trailer that close() writes would copy a long file once more.
            with contextlib.suppress(OSError):
                self._name.discard()
            with contextlib.suppress(FFmpegError, OSError):
                container.close()
        self._name.discard()
