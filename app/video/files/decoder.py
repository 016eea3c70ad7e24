"""VideoDecoder: decodes the frames of one video track with libav, or a card; counts damage."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from pathlib import Path

import av
from av.codec.context import ThreadType
from av.codec.hwaccel import HWAccel
from av.container import InputContainer
from av.packet import Packet
from av.stream import Discard, Disposition, Stream
from av.video.codeccontext import VideoCodecContext
from av.video.reformatter import Colorspace, VideoReformatter
from av.video.stream import VideoStream

from app.video.files.damage import fragments_of, truncated_sample_count, unreadable
from app.video.files.decoding import DecodingError, decoding, decoding_of, limit_allocations
from app.video.files.timeline import Timeline
from app.video.limits import MOST_DECODED_PIXELS, MOST_FILM_PIXELS, too_large
from app.video.pixels.colour import is_full_range, sws_range
from app.video.pixels.deinterlace import deinterlaced
from app.video.source import SourceError
from app.video.undo import or_undo
from gpu_unet import available_cores

SOFTWARE = "software"


def coder_words(in_use: str, asked: str, refusal: str) -> str:
    """What decoded or encoded: "NVDEC", "software", or "software (NVDEC: it is slower)".

    Args:
        in_use: Name of the card's part that did; empty: software did.
        asked: Name of the card's part that could have.
        refusal: Why it did not; empty: it was not asked for.
    """
    if in_use:
        return in_use
    return f"{SOFTWARE} ({asked}: {refusal})" if refusal else SOFTWARE


class CardError(Exception):
    """The card refuses or fails; the message says why, in words that fit in brackets."""


_LOG = logging.getLogger(__name__)

# The formats that may be opened. Those that name other files or addresses (playlists, concat lists,
# SDP, numbered pictures) are missing, so only the file itself is ever opened. Rare ones are
# missing, too, because every demuxer is one more that damaged bytes may reach.
FORMATS = (
    *("mov", "matroska", "avi", "mpegts", "mpeg", "flv", "asf", "mxf", "mxf_opatom", "ogg", "wtv"),
    *("rm", "nut", "gxf", "dv", "nsv", "ivf", "obu", "av1", "h264", "hevc", "vvc", "h263", "m4v"),
    *("mpegvideo", "vc1", "cavsvideo", "dirac", "mjpeg", "yuv4mpegpipe", "swf", "smk", "bink"),
    *("gif", "apng", "jpegxl_anim", "webp", "avif"),
    # Single pictures with a film's suffix.
    *("png_pipe", "jpeg_pipe", "webp_pipe", "gif_pipe", "bmp_pipe", "tiff_pipe", "jpegxl_pipe"),
    *("j2k_pipe", "ppm_pipe", "pgm_pipe", "qoi_pipe", "exr_pipe", "dpx_pipe", "psd_pipe"),
    # These hold no picture, but saying so beats "cannot be read".
    *("mp3", "aac", "ac3", "eac3", "flac", "wav", "w64", "aiff", "caf", "au", "amr", "ape", "tta"),
    *("wv", "dts", "truehd"),
)
_INPUT_OPTIONS = {"protocol_whitelist": "file", "format_whitelist": ",".join(FORMATS)}
_DECODER_OPTIONS = {"max_pixels": str(MOST_DECODED_PIXELS)}
_ALPHA_DECODERS = {"vp8": "libvpx", "vp9": "libvpx-vp9"}
_ALPHA_BESIDE = "matroska_block_additional"
_PRORES_4444 = ("ap4h", "ap4x")
_PRORES_ALPHA = 8 + 17  # where a frame states its kind of alpha, after its size and "icpf"
_PACKETS_THAT_TELL = 16
_MOST_PIXELS_AT_ONCE = 4 * 3840 * 2160  # held by the threads of one decoder
_MOST_ASKED_AGAIN = 1000  # in a row; no file has more tracks
# Software's pixel formats, and NVIDIA's for the same samples: Cb and Cr alternate, and 10-bit
# samples lie in the upper bits of 16.
_CARD_LAYOUTS = {"yuv420p": "nv12", "yuvj420p": "nv12", "yuv420p10le": "p010le"}
CARD_DECODES = ("h264", "hevc", "vp9")
_SEEK_STEPS_S = (Fraction(0), Fraction(5))  # how far before the target a seek starts, per attempt


def open_input(path: Path, *, hwaccel: HWAccel | None = None) -> InputContainer:
    """Open a media file for reading: the only way from a path to libav.

    Args:
        hwaccel: Decodes its video tracks; None: libav's own decoders.

    Raises:
        SourceError: Missing, a directory, empty, unreadable, no media file, or a list of others.
    """
    if os.path.isdir(path):
        raise SourceError(
            "{path} is a directory; name a video file, or process it as a folder.", path=path
        )
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise SourceError(
                "{name} is a pipe or a device; save its output to a file.", name=path.name
            )
        if status.st_size == 0:
            raise SourceError("{name} is empty (0 bytes); copy or record it again.", name=path.name)
        limit_allocations()
        path.open("rb").close()  # reports missing permission, which libav does not state clearly
        # "file:" makes libav take a colon or a percent sign in a name literally.
        with decoding():
            return av.open(
                f"file:{path}",
                "r",
                options=_DECODER_OPTIONS,
                container_options=_INPUT_OPTIONS,
                metadata_errors="replace",
                hwaccel=hwaccel,
            )
    except FileNotFoundError:
        raise SourceError("{path} does not exist; check the path.", path=path) from None
    except PermissionError:
        raise SourceError("{path} may not be read; check its permissions.", path=path) from None
    except DecodingError as error:
        if error.lacks_memory:
            raise SourceError("{name} {error}.", name=path.name, error=error) from error
        raise unreadable(path, error.reason) from error


class Nvdec:
    """NVIDIA's decoder through libav's "cuda" device, for one file, from one thread.

    It has a context of its own, apart from the one that computes. It delivers what software
    delivers: frames in system memory, in the same pixel format, with the same tags and times. If it
    cannot, or if anything is odd, it raises `CardError`, and software goes on.

    Attributes:
        name: For people.
    """

    name = "NVDEC"

    def __init__(self) -> None:
        self._format = ""
        self._size = (0, 0)
        self._reformatter = VideoReformatter()

    def refusal(self, stream: VideoStream) -> str:
        """Why this track cannot be decoded, known without the card; empty: it may try.

        Args:
            stream: As software opened it; checked before `open`.
        """
        context = stream.codec_context
        self._format = context.pix_fmt or ""
        self._size = (context.width, context.height)
        if context.name not in CARD_DECODES:
            return f"it is not used for {context.name}"
        if self._format not in _CARD_LAYOUTS:
            return f"it is not used for {self._format}"
        return ""

    def open(self, path: Path) -> InputContainer:
        """Open the file a second time, with the card's decoders.

        Raises:
            CardError: There is no card, or it is busy.
        """
        try:
            # No silent fallback to software: what decodes is reported, and measured.
            return open_input(path, hwaccel=HWAccel("cuda", allow_software_fallback=False))
        except SourceError as error:
            reason = getattr(error.__cause__, "reason", "no reason given")
            raise CardError(f"it does not open: {reason}") from error

    def frames(self, packet: Packet[VideoStream]) -> list[av.VideoFrame]:
        """The frames that this packet completes; see `as_software_has_it`."""
        return [self.as_software_has_it(frame) for frame in packet.decode()]

    def as_software_has_it(self, frame: av.VideoFrame) -> av.VideoFrame:
        """The same samples, times and tags in software's layout; no value changes.

        Raises:
            CardError: The frame's layout or size differs from the one expected for this file.
        """
        if frame.format.name != _CARD_LAYOUTS[self._format]:
            raise CardError(f"its frames are {frame.format.name}")
        # libav crops a card's frame at the right and at the bottom only.
        if (frame.width, frame.height) != self._size:
            raise CardError(f"its frames are {frame.width}x{frame.height}")
        kept_range = sws_range(is_full_range(frame) or self._format.startswith("yuvj"))
        moved = self._reformatter.reformat(
            frame,
            format=self._format,
            src_colorspace=Colorspace.ITU709,  # the same on both sides, so no value changes
            dst_colorspace=Colorspace.ITU709,
            src_color_range=kept_range,
            dst_color_range=kept_range,
            threads=1,
        )
        moved.colorspace, moved.color_range = frame.colorspace, frame.color_range
        return moved


def skip_all_but(container: InputContainer, streams: Sequence[Stream]) -> None:
    """Let a demuxer skip all tracks but these."""
    for stream in container.streams:
        if stream not in streams:
            stream.discard = Discard.all


def demuxed(container: InputContainer, streams: Sequence[Stream]) -> Iterator[Packet]:
    """The packets of some tracks, and an empty one for each at the end.

    libav may have to be asked again: at the end of an MPEG-TS file, say, once per skipped track.

    Raises:
        FFmpegError: The file is damaged, or libav asks to be called again for ever.
    """
    packets, asked_again = container.demux(streams), 0
    while True:
        try:
            packet = next(packets, None)
        except BlockingIOError:
            asked_again += 1
            if asked_again > _MOST_ASKED_AGAIN:
                raise
            packets = container.demux(streams)
            continue
        if packet is None:
            return
        asked_again = 0
        yield packet


def decoding_threads(pixels: int = 0) -> int:
    """Number of threads for one decoder.

    A quarter of the cores: the rest computes and encodes. One thread decodes 720p H.264 at 0.9 ms a
    frame; two take 0.85 ms but half as much processor time again (two cores, PyAV 18).

    Args:
        pixels: Size of a frame. Each thread holds frames of its own, so large ones get one thread.
    """
    most = max(1, min(4, _MOST_PIXELS_AT_ONCE // max(pixels, 1)))
    return max(1, min(most, available_cores() // 4))


class VideoDecoder:
    """Decodes the first real video track of a file, frame by frame in presentation order.

    Used from one thread. Broken packets are skipped and counted, never raised.

    A card decodes only as long as nothing is odd. At the first packet that it refuses, the first
    incomplete frame or the first report of damage, software goes on with the next frame, and
    decides what is broken.

    Args:
        path: An existing media file.
        threads: Decoding threads; None for `decoding_threads()`.
        deinterlaces: Make whole frames of interlaced ones.
        card: Decodes in place of software; None: software decodes.

    Attributes:
        container: Open for reading; only this object may demux it. Replaced when software takes
            over from a card.
        stream: The video track, likewise.
        time_base: Seconds per unit of every `pts`.
        card_name: Name of the card's decoder in use; empty: software.
        card_refusal: Why the given card is not used, or no longer; a few words.

    Raises:
        SourceError: The file cannot be opened or has no video that can be decoded.
    """

    def __init__(
        self,
        path: Path,
        *,
        threads: int | None = None,
        deinterlaces: bool = False,
        card: Nvdec | None = None,
    ) -> None:
        self.path = path
        self._threads = threads
        self._card: Nvdec | None = None
        self.card_name = ""
        self.card_refusal = ""
        self._sought: int | None = None
        self._last_time: int | None = None
        self._deinterlaces = deinterlaces
        self._failed_packets = 0
        self._corrupt_frames = 0
        self._corrupt_packets = 0
        self._packets_seen = 0
        self.frames_seen = 0  # frames decoded so far
        self._target: Fraction | None = None
        self.container = open_input(path)
        with or_undo(lambda: self.container.close()), decoding_of(path.name):
            self._set_up(threads)
            if card is not None:
                self._try_card(card)
        self._frames = self._start()

    def refusal_of(self, card: Nvdec) -> str:
        """Why the card cannot decode this track, known without it; empty: it may try."""
        return "it reads no alpha" if self._alpha_decoder is not None else card.refusal(self.stream)

    def _try_card(self, card: Nvdec) -> None:
        self.card_refusal = self.refusal_of(card)
        if self.card_refusal:
            return
        try:
            container = card.open(self.path)
        except CardError as error:
            self.card_refusal = str(error)
            return
        self.container.close()
        self.container, self._card, self.card_name = container, card, card.name
        self._set_up(1)

    def _leave_card(self, reason: str) -> None:
        """Open the file for software, at the place of the last seek."""
        _LOG.info("%s: %s: %s", self.path.name, self.card_name, reason)
        self._card, self.card_name, self.card_refusal = None, "", reason
        self._failed_packets = self._corrupt_frames = self._corrupt_packets = 0
        self._packets_seen = self.frames_seen
        self.container.close()
        self.container = open_input(self.path)
        with decoding_of(self.path.name):
            self._set_up(self._threads)
        if self._sought is not None:
            self._seek_container(self._sought)

    def _start(self) -> Iterator[av.VideoFrame]:
        frames = self._decode()
        return deinterlaced(frames, time_base=self.time_base) if self._deinterlaces else frames

    def _set_up(self, threads: int | None) -> None:
        self.stream = self._pick_stream()
        if threads is None:
            threads = decoding_threads(self.stream.height * self.stream.width)
        assert self.stream.time_base is not None
        self.time_base: Fraction = self.stream.time_base
        self.truncated_count = truncated_sample_count(self.path, self.stream)
        self.timeline = Timeline(self.container, self.stream)
        skip_all_but(self.container, self.timeline.watched)
        self.stream.thread_count = threads
        self.stream.thread_type = ThreadType.AUTO if threads > 1 else ThreadType.SLICE
        self.stream.codec_context.options = dict(_DECODER_OPTIONS)
        self._alpha_decoder = self._open_alpha_decoder(threads)

    def _open_alpha_decoder(self, threads: int) -> VideoCodecContext | None:
        """The decoder of WebM's alpha, which lies beside the packets; usual ones ignore it."""
        name = _ALPHA_DECODERS.get(self.stream.codec_context.name)
        if name is None or self.stream.metadata.get("alpha_mode") != "1":
            return None
        decoder = av.CodecContext.create(name, "r")
        assert isinstance(decoder, VideoCodecContext)
        decoder.thread_count = threads
        decoder.options = dict(_DECODER_OPTIONS)
        return decoder

    def brings_alpha(self) -> bool:
        """Whether one of the first packets has alpha, even if the first frame has none."""
        context = self.stream.codec_context
        may_have = context.codec_tag in _PRORES_4444 or context.name == "png"
        if self._alpha_decoder is None and not may_have:
            return False
        with open_input(self.path) as beside:
            packets = demuxed(beside, [beside.streams[self.stream.index]])
            try:
                with decoding():
                    return any(map(self._has_alpha, islice(packets, _PACKETS_THAT_TELL)))
            except DecodingError:
                return False

    def _has_alpha(self, packet: Packet) -> bool:
        if self._alpha_decoder is not None:
            return packet.has_sidedata(_ALPHA_BESIDE)
        if self.stream.codec_context.name == "png":
            return b"tRNS" in bytes(packet).partition(b"IDAT")[0]
        return packet.size > _PRORES_ALPHA and bool(bytes(packet)[_PRORES_ALPHA] & 0x0F)

    def _frames_of(self, packet: Packet[VideoStream]) -> list[av.VideoFrame]:
        if self._card is not None:
            if packet.is_corrupt:
                raise CardError("a packet is damaged")
            frames = self._card.frames(packet)
            if any(frame.is_corrupt for frame in frames):
                raise CardError("a frame is damaged")
            return frames
        if self._alpha_decoder is None:
            return packet.decode()
        frames = self._alpha_decoder.decode(packet if packet.size else None)
        if frames or not packet.size or self._has_alpha(packet):
            return frames
        # libvpx drops a picture without alpha. This one keeps its time; its content is never shown.
        stand_in = av.VideoFrame(self.stream.width, self.stream.height, "yuv420p")
        for plane in stand_in.planes:
            plane.update(bytes(plane.buffer_size))
        stand_in.pts, stand_in.time_base = packet.pts, self.time_base
        return [stand_in]

    def _pick_stream(self) -> VideoStream:
        tracks = [
            stream
            for stream in self.container.streams.video
            if not stream.disposition & Disposition.attached_pic
        ]
        if not tracks and self.container.streams.video:
            raise SourceError(
                "{name} has a cover picture, but no video; choose a file with a video track.",
                name=self.path.name,
            )
        if not tracks:
            kinds = sorted({str(stream.type) for stream in self.container.streams})
            found = " and ".join(kinds) if kinds else "nothing"
            raise SourceError(
                "{name} has no video track, only {found}; choose a file with a picture.",
                name=self.path.name,
                found=found,
            )
        stream = tracks[0]
        if stream.codec_context is None:
            raise SourceError(
                "{name}: its video codec is not known here; convert it to H.264 first.",
                name=self.path.name,
            )
        refused = too_large(height=stream.height, width=stream.width, limit=MOST_FILM_PIXELS)
        if refused:
            raise SourceError("{name} {error}.", name=self.path.name, error=refused)
        return stream

    @property
    def damaged_count(self) -> int:
        """Frames that could not be decoded, or only in part, so far."""
        damaged = self._failed_packets + max(self._corrupt_frames, self._corrupt_packets)
        if damaged:
            # Decoders also silently drop frames that depend on a broken one.
            lost = self._packets_seen - self.frames_seen
            damaged = max(damaged, lost + self._corrupt_frames)
        return damaged

    def stated_fragments(self) -> tuple[int, bool] | None:
        """See `fragments_of`; None also if the file was not read from its beginning."""
        if self._sought is not None:
            return None
        return fragments_of(self.path, self.container.streams, self.stream)

    def read(self) -> av.VideoFrame | None:
        """The next frame with a `pts` in units of `time_base`; None at the end.

        Raises:
            SourceError: There is not enough memory for it.
        """
        return next(self._frames, None)

    def _decode(self) -> Iterator[av.VideoFrame]:
        if self._card is not None:
            try:
                yield from self._decode_packets()
            except CardError as error:
                last = self._last_time
                self._leave_card(str(error))
            else:
                return
            if last is not None:
                yield from self._decode_after(last)
                return
        yield from self._decode_packets()

    def _decode_after(self, last: int) -> Iterator[av.VideoFrame]:
        """The frames after time `last`, decoded from a key frame on."""
        target = Fraction(0) if self.timeline.jump_count else last * self.time_base
        frame, frames = self._decode_from_before(target, self._decode_packets)
        while frame is not None and timestamp(frame) <= last:
            frame = next(frames, None)
        self._packets_seen = self.frames_seen
        if frame is not None:
            yield frame
            del frame
        yield from frames

    def _decode_packets(self) -> Iterator[av.VideoFrame]:
        packets = self._video_packets()
        while (packet := self._next_packet(packets)) is not None:
            if packet.size and not packet.is_discard:
                self._packets_seen += 1
                self._corrupt_packets += packet.is_corrupt
            self._skip_what_nobody_needs(packet)
            try:
                with decoding(CardError):
                    frames = self._frames_of(packet)
            except DecodingError as error:
                if self._card is not None:
                    raise CardError(error.reason) from error
                self._refuse_for_memory(error)
                if packet.size:
                    self._failed_packets += 1
                _LOG.debug("%s: packet at %s: %s", self.path.name, packet.pts, error.reason)
                continue
            frames.reverse()
            while frames:
                self.frames_seen += 1
                self._corrupt_frames += frames[-1].is_corrupt
                self._last_time = timestamp(frames[-1])
                yield frames.pop()  # pop, so that this frame keeps no reference

    def _video_packets(self) -> Iterator[Packet[VideoStream]]:
        for packet in demuxed(self.container, self.timeline.watched):
            self.timeline.join(packet)
            if packet.stream_index == self.stream.index:
                yield packet

    def _next_packet(self, packets: Iterator[Packet[VideoStream]]) -> Packet[VideoStream] | None:
        try:
            with decoding():
                return next(packets, None)
        except DecodingError as error:
            # The demuxer gave up: the frames before are all there are.
            self._refuse_for_memory(error)
            self._failed_packets += 1
            _LOG.warning("%s: reading stopped: %s", self.path.name, error.reason)
            return None

    def _refuse_for_memory(self, error: DecodingError) -> None:
        if error.lacks_memory:  # the file may be whole, so skipped frames must not count as damaged
            raise SourceError("{name} {error}.", name=self.path.name, error=error) from error

    def _skip_what_nobody_needs(self, packet: Packet[VideoStream]) -> None:
        """On the way to a seek's target, skip frames that no other frame refers to."""
        if self._target is None or self._deinterlaces:  # neighbours in time are needed too
            return
        is_early = packet.pts is not None and packet.pts * self.time_base < self._target
        self.stream.codec_context.skip_frame = "NONREF" if is_early else "DEFAULT"

    def seek(self, target: Fraction) -> av.VideoFrame | None:
        """Go to `target`, in seconds, and return the first frame at or after it.

        Returns:
            That frame; None if the track ends before.
        """
        self._target = target
        frame = self.seek_before(target)
        while frame is not None and timestamp(frame) * self.time_base < target:
            frame = self.read()
        self._target = None
        self.stream.codec_context.skip_frame = "DEFAULT"
        # Frames that decoding dropped on the way (before a key frame) are no damage.
        self._packets_seen = self.frames_seen
        return frame

    def seek_shown(self, target: Fraction) -> tuple[av.VideoFrame | None, av.VideoFrame | None]:
        """Go to `target`, in seconds, and return what is shown there, and what follows.

        Returns:
            The last frame at or before it, and the first after it; None where there is none.
        """
        shown, frame = None, self.seek_before(target)
        while frame is not None and timestamp(frame) * self.time_base <= target:
            shown, frame = frame, self.read()
        self._packets_seen = self.frames_seen
        return shown, frame

    def seek_before(self, target: Fraction) -> av.VideoFrame | None:
        """Go to a key frame at or before `target`, in seconds, and return it.

        Returns:
            The first frame of the track if nothing comes before `target`; None if the track has
            none.
        """
        first, self._frames = self._decode_from_before(target, self._start)
        self._packets_seen = self.frames_seen
        return first

    def key_before(self, target: Fraction) -> int | None:
        """The time of the packet from which `seek_before` would decode; decodes nothing.

        Returns:
            In units of `time_base`; None if the packets state no times. The next `read` is
            undefined.
        """
        for step in (*_SEEK_STEPS_S, None):
            offset = 0 if step is None else max(int((target - step) / self.time_base), 0)
            self._seek_container(offset)
            packet = self._next_packet(demuxed(self.container, [self.stream]))
            if packet is None or packet.pts is None:
                return None
            if offset == 0 or packet.pts * self.time_base <= target:
                return packet.pts
        return None

    def _decode_from_before(
        self, target: Fraction, start: Callable[[], Iterator[av.VideoFrame]]
    ) -> tuple[av.VideoFrame | None, Iterator[av.VideoFrame]]:
        """The frame that `seek_before` returns, and the frames after it, as `start` reads them."""
        first: av.VideoFrame | None = None
        frames: Iterator[av.VideoFrame] = iter(())
        for step in (*_SEEK_STEPS_S, None):
            offset = 0 if step is None else max(int((target - step) / self.time_base), 0)
            self._seek_container(offset)
            frames = start()
            first = next(frames, None)
            # A first frame past the target: the container's index led too far, so start earlier.
            if offset == 0 or (first is not None and timestamp(first) * self.time_base <= target):
                break
        return first, frames

    def _seek_container(self, offset: int) -> None:
        try:
            with decoding():  # OverflowError too: damaged headers make times beyond 64 bits
                self.container.seek(offset, stream=self.stream, backward=True)
        except DecodingError as error:
            _LOG.debug("%s: seek to %s failed: %s", self.path.name, offset, error.reason)
        if self._alpha_decoder is not None:
            self._alpha_decoder.flush_buffers()
        self.timeline.restart()
        self._sought, self._last_time = offset, None

    def close(self) -> None:
        """Release the file; may be called twice."""
        self._frames = iter(())
        self.container.close()


def timestamp(frame: av.VideoFrame) -> int:
    """The presentation time of a decoded frame; 0 where the file has none."""
    if frame.pts is not None:
        return frame.pts
    return frame.dts if frame.dts is not None else 0


def origin_of(container: InputContainer) -> Fraction:
    """The time, in seconds, that counts as zero in a film, for its picture and its sound.

    The file's first time, as in players: broadcasts start their clocks anywhere, and so do parts of
    a recording in Matroska. MP4 and MOV state times from the film's beginning on.
    """
    is_absolute = container.format.name.startswith("mov")
    first = 0 if is_absolute else container.start_time or 0
    return Fraction(max(0, first), av.time_base)
