"""FileSource: reads a recorded video frame by frame, with its times, colours and orientation."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Literal

import av
import numpy as np
from av.video.reformatter import VideoReformatter

from app.messages import Message
from app.video.files.damage import cut_off_bytes
from app.video.files.decoder import Nvdec, VideoDecoder, coder_words, origin_of, timestamp
from app.video.files.decoding import DecodingError, decoding, decoding_of
from app.video.files.still import declares_alpha
from app.video.frame import Frame
from app.video.pixels.colour import (
    BT709,
    DOLBY_VISION,
    UNSPECIFIED,
    chroma_place,
    coding_matrix,
    convert,
    dynamic_metadata,
    gamut_of,
    hdr_metadata,
    in_space,
    is_full_range,
    is_rgb,
    space_of,
    transfer_of,
    with_sws_white,
)
from app.video.pixels.gamut import GamutFilter
from app.video.pixels.planes import (
    PIXEL_FORMATS,
    alpha_from_frame,
    bits_of,
    has_alpha,
    orientation_of,
    pixels_from_frame,
    turn_pixels,
)
from app.video.reading import AS_IT_IS, MOST_LEFT_OUT_S, Depth, Reading
from app.video.source import MediaInfo, SourceError, VideoSource
from app.video.undo import or_undo
from gpu_unet import FrameFormat, Image

_SAME_RATE = 0.02  # apart, as far as rounded times may make it
_PLAIN_YUV420 = ("yuv420p", "yuvj420p")


class FileSource(VideoSource):
    """Decodes a video file.

    8-bit 4:2:0 of even size is delivered as it is, layout "yuv420"; everything else is converted
    once, to "yuv420" where the chroma is subsampled anyway, to "rgb" for RGB, 4:4:4 and odd sizes.
    With more bits, 4:2:0 and 4:2:2 become "yuv420p10" and "yuv422p10", all else "yuv444p12".
    HDR stays HDR in layouts of more than 8 bits, and becomes SDR of BT.709 in the others, as SDR of
    other primaries does where the reading says so. Rotation and flips are applied. Broken frames
    are skipped and counted.

    Args:
        reading: Its depth counts where the layout is "auto".
        layout: "auto", or one layout for any file.
        threads: Decoding threads; None for a sensible number.
        card: Decodes in place of software, as long as all goes well; None: software decodes.

    Attributes:
        cut_pts: Time of the first frame if it is shown from before the part's start on; else None.

    Raises:
        SourceError: The file cannot be read as a video; one sentence says why.
    """

    def __init__(
        self,
        path: str | Path,
        reading: Reading = AS_IT_IS,
        *,
        layout: Literal["auto"] | FrameFormat.Layout = "auto",
        threads: int | None = None,
        card: Nvdec | None = None,
    ) -> None:
        path = Path(path)
        self.name = path.name
        self._missing_count = 0
        self._pending: deque[av.VideoFrame] = deque()
        self.cut_pts: int | None = None
        self._start = _seconds(reading.start_s)
        self._end = _seconds(reading.end_s)
        if self._start is not None and self._end is not None and self._start >= self._end:
            raise SourceError(
                "{name}: the part from {start} s to {end} s is empty; "
                "the end must come after the start.",
                name=path.name,
                start=reading.start_s,
                end=reading.end_s,
            )
        self._deinterlaces = reading.deinterlaces
        self._card = card
        self._decoder = VideoDecoder(
            path, threads=threads, deinterlaces=reading.deinterlaces, card=card
        )
        self._refused_count = self._hidden_count = self._without_alpha_count = 0
        with or_undo(self._decoder.close), decoding_of(self.name):
            self._open(layout, reading)

    def _open(self, layout: Literal["auto"] | FrameFormat.Layout, reading: Reading) -> None:
        decoder = self._decoder
        self._time_base = decoder.time_base
        self._origin = origin_of(decoder.container)
        self._pending = self._first_frames()
        if not self._pending:
            raise SourceError(self._explain_no_frame())
        first = self._pending[0]
        # Only now: software may have taken over from a card at the first frame.
        stream = decoder.stream
        # Damaged files may state a start after their first frames, which would lose those.
        self._origin = min(self._origin, timestamp(first) * self._time_base)
        self._index = 0
        self._last_pts: int | None = None
        self._last_duration = 0
        self._first_read = (0, 0.0)  # index and time of the first frame since a seek
        self._gap_count = 0  # frames that would fill gaps in time
        self._reformatter = VideoReformatter()
        self._gamut = GamutFilter()
        self._transfer: FrameFormat.Transfer = transfer_of(first)
        self._space: FrameFormat.SpaceName = space_of(first)
        # libav reports alpha for every GIF; a damaged one without it is no cut-out.
        is_gif = stream.codec_context.name == "gif"
        has_channel = has_alpha(first) and first.format.name != "pal8"  # palettes are mostly opaque
        says_alpha = has_channel or decoder.brings_alpha()
        self.has_alpha = says_alpha and (not is_gif or declares_alpha(self._decoder.path))
        self.is_interlaced = first.interlaced_frame
        self._orientation = orientation_of(first)
        self._stored_height, self._stored_width = first.height, first.width
        turned = self._orientation.transpose
        self.format = _choose_format(
            first,
            _layout_for(first, reading.depth, is_turned=turned) if layout == "auto" else layout,
            reading,
            height=first.width if turned else first.height,
            width=first.height if turned else first.width,
        )
        self._to_sdr = _becomes_sdr(first, self.format.layout, reading)
        self.frame_rate = stream.average_rate or stream.guessed_rate or Fraction(25)
        self._count_frames(timestamp(first) * self._time_base - self._origin)
        has_own_space = int(first.color_trc) in (0, UNSPECIFIED)
        self._is_dolby_vision = has_own_space and DOLBY_VISION in dynamic_metadata(first)
        self.colour_losses = tuple(self._colour_losses(first))
        aspect = stream.sample_aspect_ratio or Fraction(1)
        is_420 = first.format.chroma_height() < first.height
        is_420 &= self.format.layout.startswith("yuv420")
        keeps_chroma = is_420 and self._orientation.is_upright and not self._to_sdr
        mastering, light_level = hdr_metadata(first) if self.format.is_hdr else (b"", b"")
        self.media = MediaInfo(
            path=decoder.path,
            time_base=self._time_base,
            sample_aspect_ratio=1 / aspect if turned and aspect else aspect or Fraction(1),
            primaries=BT709 if self._to_sdr else int(first.color_primaries),
            transfer=BT709 if self._to_sdr else int(first.color_trc),
            codec=stream.codec_context.name,
            stored_format=first.format.name,
            start_s=reading.start_s,
            end_s=reading.end_s,
            first_s=self._first_s,
            origin=self._origin,
            matrix_code=BT709 if self._to_sdr else int(first.colorspace),
            stream_index=stream.index,
            bits=bits_of(first),
            transfer_name=self._transfer if self._to_sdr else self.format.transfer,
            mastering=mastering,
            light_level=light_level,
            chroma=chroma_place(first) if keeps_chroma else "",
        )

    def _first_frames(self) -> deque[av.VideoFrame]:
        """The first frames of the requested part; none if it has none.

        The picture that is shown at the start comes first, with the start as its time, where the
        next would leave out too much of the part.
        """
        decoder, self.cut_pts = self._decoder, None
        if self._start is None:
            return _queue(decoder.read())
        target = self._start + self._origin
        first = decoder.seek(target)
        if first is not None:
            late = timestamp(first) * self._time_base - target
            is_in_part = self._end is None or self._start + late < self._end
            if late <= MOST_LEFT_OUT_S and is_in_part:
                return _queue(first)
        shown, following = decoder.seek_shown(target)
        if shown is None:
            return _queue(following)
        begin = math.ceil(target / self._time_base)
        end = self._end_of_last(shown) if following is None else timestamp(following)
        if begin >= end:
            return _queue(following)
        shown.pts, shown.duration = begin, end - begin
        self.cut_pts = begin - self.first_tick
        return _queue(shown, following)

    def _end_of_last(self, last: av.VideoFrame) -> int:
        """Until when the last frame is shown; where frames are reordered, its duration lies."""
        stream = self._decoder.stream
        if stream.duration is None or self._decoder.truncated_count:
            return timestamp(last) + (last.duration or 0)
        return (stream.start_time or 0) + stream.duration

    @property
    def notes(self) -> tuple[str, ...]:  # type: ignore[override]
        """Also says that times jumped, as far as was read."""
        return tuple(self._notes())

    def _notes(self) -> Iterator[str]:
        if self._orientation.transpose:
            yield Message(
                "{name}: rotated to stand upright, {width}x{height}.",
                name=self.name,
                width=self.width,
                height=self.height,
            )
        elif not self._orientation.is_upright:
            yield Message("{name}: rotated as the file specifies.", name=self.name)
        if self._deinterlaces:
            yield Message("{name}: deinterlaced.", name=self.name)
        elif self.is_interlaced:
            yield Message(
                "{name}: interlaced; both fields are processed as one frame.", name=self.name
            )
        if count := self._decoder.timeline.jump_count:
            yield Message.counted(
                "{name}: timestamps jump at 1 place; the gap was closed.",
                "{name}: timestamps jump at {n} places; the gaps were closed.",
                n=count,
                name=self.name,
            )

    @property
    def losses(self) -> tuple[str, ...]:  # type: ignore[override]
        """Also counts frames without a valid alpha, as far as was read."""
        return tuple(self._losses())

    def _losses(self) -> Iterator[str]:
        if self._is_dolby_vision:
            yield Message(
                "{name}: its colours are in Dolby Vision's own colour space, which Backdrop does "
                "not read, so they come out wrong; convert it to HDR10 first.",
                name=self.name,
            )
        if self._hidden_count:
            yield Message.counted(
                "{name}: the alpha channel of 1 frame is damaged or missing; it shows only "
                "the background.",
                "{name}: the alpha channel of {n} frames is damaged or missing; they show "
                "only the background.",
                n=self._hidden_count,
                name=self.name,
            )

    def _colour_losses(self, first: av.VideoFrame) -> Iterator[str]:
        depth, bits = bits_of(first), self.format.bits
        if self._to_sdr and self._transfer != "sdr":
            yield Message(
                "{name}: its HDR picture is converted to SDR, because 8 bits cannot hold it.",
                name=self.name,
            )
        elif depth > bits:
            yield Message(
                "{name}: its {depth}-bit picture is processed with {bits} bits.",
                name=self.name,
                depth=depth,
                bits=bits,
            )
        what = dynamic_metadata(first)
        if self.format.is_hdr and what:
            yield Message(
                "{name}: the light levels of its single frames ({what}) are not kept, because they "
                "describe the pictures as they were; players use those of the whole film.",
                name=self.name,
                what=what,
            )

    def _count_frames(self, reached: Fraction) -> None:
        container, stream = self._decoder.container, self._decoder.stream
        late = (stream.start_time or 0) * self._time_base - self._origin
        late = max(min(late, reached), Fraction(0))  # damaged files state any start
        self._first_s = float(late)
        if stream.duration is not None:
            whole: Fraction | None = stream.duration * self._time_base
        elif (whole := self._stated_end()) is not None:
            whole -= late if whole > late else 0
        if whole is None:
            self.frame_count, self.duration_s = stream.frames or None, None
            return
        begin, end = max(self._start or Fraction(0), late), late + whole
        part = max(min(self._end if self._end is not None else end, end) - begin, Fraction(0))
        count = round(whole * self.frame_rate)
        if not (count and container.format.name.startswith("mov")):  # it may count one fragment
            count = stream.frames or count
        self.frame_count = max(1, round(count * part / whole)) if whole else count
        self.duration_s = float(part)

    def _stated_end(self) -> Fraction | None:
        """When the film ends, as its container states it, counted from the origin."""
        container = self._decoder.container
        if container.duration is None:
            return None
        end = Fraction(container.duration, av.time_base)
        # These state the last time, others the length.
        is_time = container.format.name.startswith(("matroska", "nut"))
        return end - self._origin if is_time and end > self._origin else end

    @property
    def decoder(self) -> str:
        """What decodes, in a few words: software, or a card; why no card, if one was asked for."""
        decoder = self._decoder
        asked = "" if self._card is None else self._card.name
        return coder_words(decoder.card_name, asked, decoder.card_refusal)

    def refusal_of(self, card: Nvdec) -> str:
        """Why the card cannot decode this film, known without it; empty: it may try."""
        return self._decoder.refusal_of(card)

    def _explain_no_frame(self) -> str:
        if self.damaged_count:
            return Message(
                "{name}: none of its frames can be decoded ({count} damaged); copy the file again.",
                name=self.name,
                count=self.damaged_count,
            )
        if self._start is not None:
            values = {"name": self.name, "start": float(self._start)}
            if length := self._stated_end():
                return Message(
                    "{name} is {length:.2f} s long and has no frame at or after {start:g} s.",
                    length=float(length),
                    **values,
                )
            return Message("{name} has no frame at or after {start:g} s.", **values)
        return Message(
            "{name} has a video track without frames; record or export it again.",
            name=self.name,
        )

    @property
    def damaged_count(self) -> int:  # type: ignore[override]
        """Frames that could not be decoded, only in part, or are cut off, so far."""
        found = self._decoder.damaged_count + self._refused_count + self._without_alpha_count
        return max(found, self._missing_count)

    def read(self) -> Frame | None:
        """The next frame of the requested part; None at its end.

        Raises:
            SourceError: There is not enough memory for it.
        """
        while True:
            frame = self._pending.popleft() if self._pending else self._decoder.read()
            if frame is None:
                self._missing_count = self._count_missing()
                return None
            pts = self._pts_of(frame)
            if self._end is not None and pts * self._time_base >= self._end:
                self._pending.appendleft(frame)
                return None
            try:
                with decoding():
                    pixels = self._pixels_of(frame)
            except DecodingError as error:
                if error.lacks_memory:
                    raise SourceError("{name} {error}.", name=self.name, error=error) from error
                self._refused_count += 1  # decoded, but into something that is no picture
                continue
            return self._delivered(frame, pixels, pts)

    def _delivered(self, frame: av.VideoFrame, pixels: Image, pts: int) -> Frame:
        alpha, is_valid = self._alpha_of(frame) if self.has_alpha else (None, True)
        duration = frame.duration or None
        if duration is not None and self._end is not None:
            left = round(self._end / self._time_base) - pts
            duration = max(1, min(duration, left))  # of a picture that stays beyond the part
        result = Frame(
            pixels=pixels,
            format=self.format,
            index=self._index,
            pts_s=float(pts * self._time_base),
            pts=pts,
            time_base=self._time_base,
            duration=duration,
            alpha=alpha,
            has_valid_alpha=is_valid,
            pixel_aspect=self.media.pixel_aspect,
        )
        self._index += 1
        return result

    def _count_missing(self) -> int:
        """Frames that the file announces and lacks; known when it has ended."""
        if self._decoder.truncated_count:
            return self._decoder.truncated_count
        if self._end is not None:
            return 0
        stated = self._decoder.stated_fragments()
        if stated is not None:
            sample_count, are_whole = stated
            missing = max(0, sample_count - self._decoder.frames_seen)
            return missing if are_whole else max(1, missing, self._gap_count)
        lacking, present = cut_off_bytes(self.media.path)
        if self.duration_s is None or not lacking:
            return 0
        begin = self.media.begin_s
        reached = begin if self._last_pts is None else float(self._last_pts * self._time_base)
        first_index, first_s = self._first_read
        rate = (self._index - 1 - first_index) / max(reached - first_s, 1e-6)
        announced = (begin + self.duration_s - reached) * float(self.frame_rate) - 1
        if not math.isclose(rate, self.frame_rate, rel_tol=_SAME_RATE):
            # A film of uneven times may state any rate; its frames take as many bytes throughout.
            announced = rate * (reached - self.media.first_s) * lacking / present
        return max(1, round(announced))

    def seek(self, pts_s: float) -> None:
        """Make the first frame at or after `pts_s` the next one that `read` returns.

        Past the end, the next `read` returns None; up to the start, the part's first frame.
        """
        target = max(_seconds(pts_s) or Fraction(0), self._start or Fraction(0))
        self._last_pts = None
        if target == self._start:
            self._go_to_first()
        else:
            self._go(self._decoder.seek, target)

    def _go_to_first(self) -> None:
        with decoding_of(self.name):
            self._pending = self._first_frames()
        self._index = round((self._start or Fraction(0)) * self.frame_rate)

    def _go(self, reach: Callable[[Fraction], av.VideoFrame | None], target: Fraction) -> None:
        """Make the frame that `reach` returns for a time, counted from the origin, the next one."""
        with decoding_of(self.name):
            self._pending = _queue(reach(target + self._origin))
        self._index = round(float(target) * float(self.frame_rate))

    def seek_pts(self, pts: int) -> None:
        """Make the frame of time `pts`, or the first after it, the next one; exact to the tick."""
        self._last_pts = None
        if pts == self.cut_pts:
            self._go_to_first()
            return
        with decoding_of(self.name):
            self._pending = _queue(self._decoder.seek((pts + self.first_tick) * self._time_base))
        self._index = round(pts * self._time_base * self.frame_rate)

    @property
    def first_tick(self) -> int:
        """The file's own time, in units of the time base, of `Frame.pts` 0."""
        return round(self._origin / self._time_base)

    def has_part(self, pts: int) -> bool:
        """Whether a frame that begins at this time belongs to the requested part."""
        tick_s = (pts + self.first_tick) * self._time_base
        is_late = self._start is None or tick_s >= self._start + self._origin
        return is_late and (self._end is None or pts * self._time_base < self._end)

    def seek_key(self, pts_s: float) -> None:
        """Make the key frame at or before `pts_s` the next one: only that frame is decoded.

        It may lie before the requested part.
        """
        self._last_pts = None
        self._go(self._decoder.seek_before, _seconds(pts_s) or Fraction(0))

    def key_time_s(self, pts_s: float) -> float | None:
        """Display time of the key frame at or before `pts_s`, from its packet; None: unknown.

        What `read` returns next is undefined: seek first.
        """
        target = _seconds(pts_s) or Fraction(0)
        with decoding_of(self.name):
            key = self._decoder.key_before(target + self._origin)
        return None if key is None else float(key * self._time_base - self._origin)

    def close(self) -> None:  # noqa: D102
        self._pending.clear()
        self._decoder.close()

    def _pts_of(self, frame: av.VideoFrame) -> int:
        """The frame's time since the origin, always later than the one before it."""
        if frame.pts is None and frame.dts is None:
            step = max(1, round(1 / (self.frame_rate * self._time_base)))
            pts = 0 if self._last_pts is None else self._last_pts + step
        else:
            pts = timestamp(frame) - self.first_tick
        if self._last_pts is not None and pts <= self._last_pts:
            pts = self._last_pts + 1  # two frames at one time, which no container can hold
        elif frame.duration:
            end = pts if self._last_pts is None else self._last_pts + self._last_duration
            self._gap_count += max(0, round((pts - end) / frame.duration))
        if self._last_pts is None:
            self._first_read = self._index, float(pts * self._time_base)
        self._last_pts, self._last_duration = pts, frame.duration or 0
        return pts

    def _pixels_of(self, frame: av.VideoFrame) -> Image:
        own = PIXEL_FORMATS[self.format.layout]
        is_plain = frame.format.name == own
        if self.format.layout != "rgb":
            is_plain |= self.format.layout == "yuv420" and frame.format.name in _PLAIN_YUV420
            is_plain &= is_full_range(frame) == self.format.full_range and not self._to_sdr
        has_size = (frame.height, frame.width) == (self._stored_height, self._stored_width)
        if not (is_plain and has_size):
            frame = self._convert(frame, own)
        pixels = pixels_from_frame(frame, self.format)
        if self._orientation.is_upright:
            return pixels
        stored = replace(self.format, height=self._stored_height, width=self._stored_width)
        return turn_pixels(pixels, self._orientation, stored)

    def _alpha_of(self, frame: av.VideoFrame) -> tuple[Image, bool]:
        """The frame's alpha, and whether it is valid; an invalid one is 0 throughout."""
        if frame.is_corrupt or not has_alpha(frame):
            self._hidden_count += 1
            self._without_alpha_count += not frame.is_corrupt  # the decoder counts corrupt ones
            return np.zeros((self.height, self.width), np.uint8), False
        alpha = alpha_from_frame(frame, height=self._stored_height, width=self._stored_width)
        if not self._orientation.is_upright:
            alpha = self._orientation.turn(alpha).copy(order="C")
        return alpha, True

    def _convert(self, frame: av.VideoFrame, to: str) -> av.VideoFrame:
        """Convert a frame; one whose size changed within the stream gets the first one's size."""
        from_matrix, from_full_range = coding_matrix(frame, self._transfer), is_full_range(frame)
        if self._to_sdr or to != "rgb24":
            frame = with_sws_white(frame)
        height, width = self._stored_height, self._stored_width
        if self._to_sdr and self._transfer == "sdr":
            plain = convert(
                frame,
                self._reformatter,
                to="yuv444p" if to == "rgb24" else to,
                matrix=from_matrix,
                full_range=from_full_range,
                height=height,
                width=width,
            )
            frame = self._gamut.bt709(
                plain, self._space, matrix=from_matrix, full_range=from_full_range
            )
            from_matrix, from_full_range = "bt709", False
        elif self._to_sdr:
            frame = in_space(
                frame, self._space, "sdr", matrix=from_matrix, full_range=from_full_range
            )
            from_full_range = True
        return convert(
            frame,
            self._reformatter,
            to=to,
            matrix=from_matrix,
            full_range=from_full_range,
            to_matrix=self.format.matrix,
            to_full_range=to == "rgb24" or self.format.full_range,
            height=height,
            width=width,
        )


def _queue(*frames: av.VideoFrame | None) -> deque[av.VideoFrame]:
    return deque(frame for frame in frames if frame is not None)


def _seconds(value: float | None) -> Fraction | None:
    """Exact seconds: 0.1 means one tenth, not the nearest binary number above it."""
    return None if value is None else Fraction(value).limit_denominator(1_000_000)


def _layout_for(frame: av.VideoFrame, depth: Depth, *, is_turned: bool) -> FrameFormat.Layout:
    """The layout that keeps most of a frame as it is stored; 4:2:2 has none for turned frames."""
    is_even = frame.height % 2 == 0 and frame.width % 2 == 0
    subsampled = frame.format.chroma_width() < frame.width
    is_grey = frame.format.name.startswith("gray")
    fits = is_even and not is_rgb(frame) and (subsampled or is_grey)
    if depth == "8" or (depth == "auto" and bits_of(frame) <= 8):
        return "yuv420" if fits else "rgb"
    has_all_rows = subsampled and frame.format.chroma_height() == frame.height
    if not fits or (has_all_rows and is_turned):
        return "yuv444p12"
    return "yuv422p10" if has_all_rows else "yuv420p10"


def _becomes_sdr(frame: av.VideoFrame, layout: FrameFormat.Layout, reading: Reading) -> bool:
    """Whether frames are brought to SDR of BT.709."""
    if transfer_of(frame) != "sdr":
        return FrameFormat(2, 2, layout).bits == 8
    return not reading.keeps_gamut and reading.log is None and space_of(frame) != "sdr"


def _choose_format(
    frame: av.VideoFrame,
    layout: FrameFormat.Layout,
    reading: Reading,
    *,
    height: int,
    width: int,
) -> FrameFormat:
    """The format to deliver; matrix and range stay the file's own for an encoder to keep."""
    if _becomes_sdr(frame, layout, reading):
        return FrameFormat(height, width, layout, "bt709")
    transfer = transfer_of(frame)
    is_coded = not is_rgb(frame) and not frame.format.name.startswith("gray")
    return FrameFormat(
        height,
        width,
        layout=layout,
        matrix=coding_matrix(frame, transfer, is_coded=is_coded),
        full_range=is_coded and is_full_range(frame),
        transfer=reading.log or "sdr" if transfer == "sdr" else transfer,
        gamut="bt709" if transfer == "sdr" else gamut_of(int(frame.color_primaries)),
    )
