"""FileWriter: writes MP4, MKV, MOV or WebM, with exact times and the input's other tracks."""

from __future__ import annotations

import math
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import av
from av.container import OutputContainer
from av.error import FFmpegError
from av.packet import Packet
from av.video.stream import VideoStream

from app.video.files.auxiliary_streams import AuxiliaryStreams
from app.video.files.decoder import coder_words
from app.video.files.display_size import write_display
from app.video.files.output_format import (
    NVENC,
    CardStoppedError,
    Container,
    OutputFormat,
    card_refusal,
    for_frame_size,
    format_on_card,
)
from app.video.files.video_track import VideoTrack
from app.video.limits import MOST_FILM_PIXELS, too_large
from app.video.linear_picture import LinearPicture
from app.video.placing.output_name import FolderName, OutputName, explain_os_error
from app.video.sink import (
    NO_FRAME,
    NOT_ONE_FRAME,
    FrameTime,
    OutputError,
    TrackReport,
    VideoSink,
    WriteReport,
)
from app.video.source import MediaInfo
from app.video.undo import or_undo
from gpu_unet import FrameFormat, Image

# MP4 keeps the duration of a frame in 31 bits: nanoseconds would overflow at 2 s.
_FINEST_TIME_BASE = Fraction(1, 1_000_000)
_FINE_ENOUGH = 48_000  # parts of a second


def muxer_options(container: Container, time_base: Fraction) -> dict[str, str]:
    """The muxer's options for a video track of this time base."""
    options = dict(container.options)
    if container.muxer in ("mp4", "mov"):
        # The start of a track is stored in the movie's unit, which is milliseconds by default, and
        # rounded down: of the picture's unit, 40 ms perhaps, a part as fine as sound is taken.
        unit = time_base.denominator
        options["movie_timescale"] = str(unit * math.ceil(_FINE_ENOUGH / unit))
    return options


def open_output(
    name: OutputName | FolderName, container: Container, time_base: Fraction
) -> OutputContainer:
    """A file of this kind under its temporary name, for a video track of this time base."""
    return av.open(
        f"file:{name.temporary}",
        "w",
        format=container.muxer,
        container_options=muxer_options(container, time_base),
    )


def discard(name: OutputName | FolderName, container: OutputContainer | None) -> None:
    """Remove an unfinished file; None: it is closed."""
    name.discard()  # first: the trailer that close() writes would copy a long file again
    if container is not None:
        with suppress(FFmpegError, OSError):
            container.close()
        name.discard()  # some systems remove no open file


def finest_time_base(time_base: Fraction) -> Fraction:
    """The unit of a track's times for a source with this one."""
    return max(time_base, _FINEST_TIME_BASE)


def lengthen_last(packet: Packet, container: Container, *, delay: int, end: int) -> None:
    """Let a track of an MP4 or MOV last until `end`; other containers state when frames are shown.

    These two state a track's length as the steps between its decoding times, and the duration of
    the last packet. Where times are uneven and frames reordered, that is too short: players end
    before the last frame.

    Args:
        packet: The last one in decoding order; it is changed.
        delay: How long before it is shown the first frame is decoded, in the packet's time base.
        end: When the last frame ends, likewise.
    """
    if container.muxer not in ("mp4", "mov") or packet.pts is None or packet.dts is None:
        return
    packet.dts = max(packet.dts, packet.pts - delay)  # else it would be shown beyond the end
    packet.duration = max(packet.duration or 0, end - delay - packet.dts)


class FileWriter(VideoSink):
    """Encodes frames into a new file.

    Args:
        path: The finished file's name; `output_format` has checked its suffix.
        frame_format: Format of the given frames. Matrix and range are kept in the file; for layout
            "rgb" they say how to code the file.
        frame_rate: Nominal, for rate control.
        media: The input, whose sound, subtitles, chapters, tags and part (`start_s`, `end_s`) are
            carried over; None writes the video track alone.
        overwrite: Whether an existing file may be replaced, at the end.
        keep_sound: Whether `media`'s audio tracks are carried over.
        threads: For the encoder; None for a sensible number.
        name: Gives the finished file its name; None: an `OutputName`, for a user's folder.
        on_card: Let a graphics card encode, where it can: see `card_refusal`.

    Attributes:
        card_refusal: Why no card encodes though one was asked for; a few words.

    Raises:
        OutputError: The file cannot be made.
    """

    def __init__(
        self,
        path: str | Path,
        output_format: OutputFormat,
        *,
        frame_format: FrameFormat,
        frame_rate: Fraction,
        media: MediaInfo | None = None,
        overwrite: bool = False,
        keep_sound: bool = True,
        threads: int | None = None,
        name: FolderName | None = None,
        on_card: bool = False,
    ) -> None:
        self.path = Path(path)
        size = {"height": frame_format.height, "width": frame_format.width}
        refused = too_large(**size, limit=MOST_FILM_PIXELS)
        if refused:
            raise OutputError(
                "{name}: the input {refused}, or write a .png.",
                name=self.path.name,
                refused=refused,
            )
        self.output_format, replaced = for_frame_size(output_format, self.path, **size)
        self._frame_format = frame_format
        self._frame_rate = frame_rate
        self._media = media
        self._time_base = finest_time_base(media.time_base if media else Fraction(1, 90_000))
        self._keep_sound = keep_sound
        self._threads = threads
        self._notes = [replaced] if replaced else []
        self._frame_count = 0
        self._has_rounded = False
        self._has_stopped = False
        self._zero_pts = 0  # what is zero in the file
        self._last_pts: int | None = None
        self._newest = (0, 0)  # pts and duration of the frame that was encoded last
        self._spans: dict[int, int] = {}  # by pts, of frames whose packets have not come
        self._delay: int | None = None  # of the first packet, from decoding to display
        self._end = Fraction(0)
        self._container: OutputContainer | None = None
        self._companions: AuxiliaryStreams | None = None
        refusal = card_refusal(self.output_format, **size, bits=frame_format.bits)
        self.card_refusal = refusal if on_card else ""
        self._name = name or OutputName(self.path, overwrite=overwrite)
        with or_undo(self.abort):
            try:
                self._open(on_card=on_card and not self.card_refusal)
            except (FFmpegError, ValueError) as error:
                raise explain_os_error(self.path, error) from error

    def _open(self, *, on_card: bool) -> None:
        self._container, self._track = self._open_track(on_card=on_card)
        if self._media is not None and self._media.path is not None:
            self._companions = AuxiliaryStreams(
                self._media,
                self._container,
                container=self.output_format.container,
                keep_sound=self._keep_sound,
            )

    def _open_track(self, *, on_card: bool) -> tuple[OutputContainer, VideoTrack]:
        software = self.output_format
        if on_card:
            self.output_format = format_on_card(software)
        container = open_output(self._name, software.container, self._time_base)
        try:
            track = VideoTrack(
                container,
                self.output_format,
                frame_format=self._frame_format,
                frame_rate=self._frame_rate,
                time_base=self._time_base,
                media=self._media,
                threads=self._threads,
            )
        except FFmpegError as error:
            container.close()  # it is still empty, without even a header
            if not on_card:
                raise
            # No driver, an older one, or the most sessions that a consumer card allows.
            self.card_refusal = f"it does not open: {error.strerror}"
            self.output_format = software
            return self._open_track(on_card=False)
        return container, track

    @property
    def card_name(self) -> str:
        """Name of the card's encoder in use; empty: software."""
        return NVENC if self.output_format.is_on_card else ""

    def write(  # noqa: D102
        self, pixels: Image | LinearPicture | None, alpha: Image | None = None, *, time: FrameTime
    ) -> None:
        assert not isinstance(pixels, LinearPicture), "no film holds scene-linear values"
        self._opened()
        ratio = time.time_base / self._time_base
        pts = round(time.pts * ratio)
        if self._last_pts is None:
            if self._media is not None:
                zero = self._media.zero_of_output(pts * self._time_base)
                self._zero_pts = round(zero / self._time_base)
            if self._companions is not None:
                self._companions.begin(self._zero_pts * self._time_base)
        elif pts <= self._last_pts:
            raise ValueError(f"pts {pts} does not come after {self._last_pts}")
        self._last_pts = pts
        if not self._has_rounded and self.output_format.container.rounds(pts * self._time_base):
            self._has_rounded = True
            self._notes.append(self.output_format.rounding_note)
        span = round(time.duration * ratio) if time.duration else 0
        self._end = (pts + span) * self._time_base
        before, _ = self._newest
        self._newest = (pts - self._zero_pts, span)
        if before in self._spans:
            self._spans[before] = pts - self._zero_pts - before
        self._spans[pts - self._zero_pts] = span
        try:
            self._mux(self._track.encode(pixels, alpha, pts=pts - self._zero_pts, duration=span))
            if self._companions is not None:
                self._companions.advance(pts * self._time_base)
        except CardStoppedError as error:
            self._has_stopped = True
            raise CardStoppedError(
                "{path}: the graphics card stopped encoding ({error}); try again in software "
                "(--encoder software).",
                path=self.path,
                error=error,
            ) from error
        except FFmpegError as error:
            raise explain_os_error(self.path, error) from error
        self._frame_count += 1

    def _mux(self, packets: list[Packet[VideoStream]], *, are_last: bool = False) -> None:
        """Write packets with their frames' own durations: encoders state the rate's.

        A frame lasts until the next, and the last one as it says itself. MP4 and MOV are as long as
        the packet that ends last.
        """
        pts, span = self._newest
        for packet in packets:
            own = self._spans.pop(packet.pts, 0) if packet.pts is not None else 0
            if packet.time_base != self._time_base:
                continue
            if own:
                packet.duration = own
            if self._delay is None and packet.pts is not None and packet.dts is not None:
                self._delay = packet.pts - packet.dts
        if are_last and packets and span and self._delay is not None:
            container = self.output_format.container
            lengthen_last(packets[-1], container, delay=self._delay, end=pts + span)
        self._opened().mux(packets)

    @property
    def written_bytes(self) -> int:  # type: ignore[override]  # noqa: D102
        try:
            return self._name.temporary.stat().st_size
        except OSError:
            return 0

    def _opened(self) -> OutputContainer:
        if self._container is None:
            raise ValueError(f"{self.path.name}: the writer is closed")
        return self._container

    def complete(self) -> None:  # noqa: D102
        if self._frame_count == 0:
            self.abort()
            raise OutputError(NO_FRAME, path=self.path)
        self._complete(None if self._media is None else self._media.exact_end_s)

    def finish(self) -> WriteReport:  # noqa: D102
        if self._container is not None or self._frame_count == 0:
            self.complete()
        return self._report(self._name.commit(), is_partial=False)

    def finish_partial(self) -> WriteReport:  # noqa: D102
        if self._frame_count == 0:
            self.abort()
            raise OutputError(NOT_ONE_FRAME, path=self.path)
        if self._container is not None:
            self._complete(self._end)
        return self._report(self._name.commit_partial(), is_partial=True)

    def _complete(self, until: Fraction | None) -> None:
        container = self._opened()
        try:
            if not self._has_stopped:
                self._mux(self._track.flush(), are_last=True)
            if self._companions is not None:
                self._companions.finish(until)
            container.close()
            write_display(self._name.temporary, self._track.display)
        except (FFmpegError, OSError) as error:
            self.abort()
            raise explain_os_error(self.path, error) from error
        self._container = None
        self._close_companions()

    def _report(self, path: Path, *, is_partial: bool) -> WriteReport:
        tracks: tuple[TrackReport, ...] = ()
        if self._companions is not None:
            tracks = tuple(self._companions.reports)
        return WriteReport(
            path,
            self._frame_count,
            tracks,
            (*self._track.notes, *self._notes),
            is_partial,
            coder_words(self.card_name, NVENC, self.card_refusal),
            min(self._track.bits, self._frame_format.bits),
        )

    def _close_companions(self) -> None:
        if self._companions is not None:
            self._companions.close()

    def abort(self) -> None:  # noqa: D102
        self._close_companions()
        container, self._container = self._container, None
        discard(self._name, container)
