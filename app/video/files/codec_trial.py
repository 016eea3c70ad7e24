"""Codec trials: whether a card decodes and encodes a film as software does, in less time.

Both are measured on frames of the film itself. Each frame is compared and freed, so a trial of 4K
takes no more memory than decoding it twice.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from time import perf_counter

import av
import numpy as np
from av.container import InputContainer
from av.error import FFmpegError
from av.video.plane import VideoPlane

from app.video.files.decoder import Nvdec, VideoDecoder, timestamp
from app.video.files.file_source import FileSource
from app.video.files.file_writer import muxer_options
from app.video.files.output_format import CONTAINERS, OutputFormat, format_on_card
from app.video.files.video_track import VideoTrack
from app.video.frame import Frame
from app.video.pixels.planes import orientation_of, plane_view

MOST_FRAMES = 48
ROUNDS = 2  # alternating; the quickest round counts
FASTER = 0.9  # of software's time: a smaller gain is within the noise of two runs
WORST_LOSS_DB = 0.5


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of a trial, per frame.

    Attributes:
        card_ms: Time of the card, with frames in system memory, without its start.
        difference: What differed; empty if the results agree. If set, the times mean nothing.
    """

    software_ms: float
    card_ms: float
    difference: str = ""

    @property
    def takes_card(self) -> bool:
        """The card's result is the same, and comes sooner."""
        return not self.difference and self.card_ms < FASTER * self.software_ms

    @property
    def reason(self) -> str:
        """Why the card is not taken, in a few words; empty if it is."""
        if self.takes_card:
            return ""
        if self.difference:
            return self.difference
        return f"{self.card_ms:.2f} ms a frame here, software {self.software_ms:.2f}"


def try_decoder(
    path: Path,
    make_card: Callable[[], Nvdec],
    *,
    most_frames: int = MOST_FRAMES,
    cancelled: Callable[[], bool] = lambda: False,
) -> Trial | None:
    """Decode the first frames of a film both ways.

    Args:
        cancelled: Checked after every frame.

    Returns:
        The result; None: cancelled.

    Raises:
        SourceError: Software cannot decode it either.
    """
    software, card = VideoDecoder(path), VideoDecoder(path, card=make_card())
    try:
        for _ in range(most_frames):
            if cancelled():
                return None
            one, other = software.read(), card.read()
            difference = card.card_refusal or _difference(one, other)
            if difference:
                return Trial(0.0, 0.0, difference)
            if one is None:
                break
        software_s, card_s = [], []
        for _ in range(ROUNDS):
            software_s.append(_seconds_of(software, most_frames, cancelled))
            card_s.append(_seconds_of(card, most_frames, cancelled))
        if cancelled():
            return None
        return Trial(1000 * min(software_s), 1000 * min(card_s), card.card_refusal)
    finally:
        software.close()
        card.close()


def _seconds_of(decoder: VideoDecoder, most_frames: int, cancelled: Callable[[], bool]) -> float:
    """Seconds per frame, without the first one, which is decoded already."""
    decoder.seek_before(Fraction(0))
    began, count = perf_counter(), 0
    while count < most_frames and not cancelled() and decoder.read() is not None:
        count += 1
    return (perf_counter() - began) / max(count, 1)


def _difference(one: av.VideoFrame | None, other: av.VideoFrame | None) -> str:
    if one is None or other is None:
        return "" if one is other else "it gives another number of frames"
    if (one.pts, one.time_base, one.duration) != (other.pts, other.time_base, other.duration):
        return "its times are others"
    if _facts(one) != _facts(other):
        return "its frames are of another kind"
    depth = one.format.components[0].bits
    same = all(
        np.array_equal(_samples(plane, depth), _samples(beside, depth))
        for plane, beside in zip(one.planes, other.planes, strict=True)
    )
    return "" if same else "its frames are others"


def _facts(frame: av.VideoFrame) -> tuple[object, ...]:
    return (
        frame.format.name,
        (frame.width, frame.height),
        (frame.colorspace, frame.color_range, frame.color_primaries, frame.color_trc),
        frame.interlaced_frame,
        orientation_of(frame),
    )


def _samples(plane: VideoPlane, depth: int) -> np.ndarray:
    """The bytes of the rows, without padding."""
    return plane_view(plane, row_bytes=plane.width * (2 if depth > 8 else 1))


def try_encoder(
    path: Path,
    wanted: OutputFormat,
    *,
    most_frames: int = MOST_FRAMES,
    cancelled: Callable[[], bool] = lambda: False,
) -> Trial | None:
    """Encode the first frames of a film both ways, and compare the results.

    Args:
        wanted: The format as software encodes it.
        cancelled: Checked after every frame.

    Returns:
        The result; None: cancelled. It is a difference if frames or times are missing, or if the
        card's pictures are further from the film's than software's.

    Raises:
        SourceError: The film cannot be decoded.
    """
    in_memory = replace(CONTAINERS[".mp4"], options={})  # its index stays at the end
    in_mp4 = replace(wanted, suffix=".mp4", container=in_memory, content="composite")
    software, card = _Encoding(in_mp4), _Encoding(format_on_card(in_mp4))
    for encoding in (software, card) * ROUNDS:
        try:
            encoding.run(path, most_frames, cancelled)
        except (FFmpegError, OSError) as error:
            if encoding is software:
                raise
            return Trial(0.0, 0.0, f"it does not encode: {getattr(error, 'strerror', error)}")
        if cancelled():
            return None
    difference = ""
    if card.pts != software.pts:
        difference = "its frames or times are others"
    elif card.psnr_db(path) < software.psnr_db(path) - WORST_LOSS_DB:
        difference = "its pictures are worse"
    return Trial(1000 * software.frame_s, 1000 * card.frame_s, difference)


class _Encoding:
    """One way to encode, into memory.

    Attributes:
        frame_s: Seconds per frame of the quickest round, without decoding.
    """

    def __init__(self, output_format: OutputFormat) -> None:
        self._format = output_format
        self._file = io.BytesIO()
        self.frame_s = float("inf")

    def run(self, path: Path, most_frames: int, cancelled: Callable[[], bool]) -> None:
        self._file = io.BytesIO()
        spent_s, count = 0.0, 0
        with closing(FileSource(path, layout="yuv420")) as source:
            options = muxer_options(self._format.container, source.media.time_base)
            with av.open(self._file, "w", format="mp4", container_options=options) as container:
                track = VideoTrack(
                    container,
                    self._format,
                    frame_format=source.format,
                    frame_rate=source.frame_rate,
                    time_base=source.media.time_base,
                )
                for frame in _first_frames(source, most_frames, cancelled):
                    assert frame.pts is not None
                    began = perf_counter()
                    container.mux(
                        track.encode(
                            frame.pixels, None, pts=frame.pts, duration=frame.duration or 0
                        )
                    )
                    spent_s += perf_counter() - began
                    count += 1
                began = perf_counter()
                container.mux(track.flush())
                spent_s += perf_counter() - began
        self.frame_s = min(self.frame_s, spent_s / max(count, 1))

    @property
    def pts(self) -> list[Fraction | int]:
        """Display times of the encoded frames, in seconds."""
        return [timestamp(frame) * (frame.time_base or 0) for frame in self._frames()]

    def _frames(self) -> Iterator[av.VideoFrame]:
        self._file.seek(0)
        with av.open(self._file) as container:
            assert isinstance(container, InputContainer)
            yield from container.decode(video=0)

    def psnr_db(self, path: Path) -> float:
        """PSNR of Y against the film, in dB."""
        errors: list[float] = []
        with closing(FileSource(path, layout="yuv420")) as source:
            for coded in self._frames():
                frame = source.read()
                assert frame is not None
                height, width = source.format.height, source.format.width
                own = frame.pixels[:height, :width].astype(np.int16)
                luma = plane_view(coded.planes[0], row_bytes=coded.width)[:height, :width]
                errors.append(float(np.mean(np.square(own - luma))))
        return float(10 * np.log10(255**2 / max(np.mean(errors), 1e-3)))


def _first_frames(
    source: FileSource, most_frames: int, cancelled: Callable[[], bool]
) -> Iterator[Frame]:
    for _ in range(most_frames):
        frame = None if cancelled() else source.read()
        if frame is None:
            return
        yield frame
