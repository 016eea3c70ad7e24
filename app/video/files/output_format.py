"""OutputFormat: chooses and checks container, codec and pixel format of an output."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from app.messages import Message, SentenceError
from app.video.limits import MEGAPIXEL, MOST_VP9_PIXELS
from app.video.reading import Depth
from app.video.sink import Content, OutputError

if TYPE_CHECKING:
    from gpu_unet import FrameFormat

Codec = Literal[
    "h264", "hevc", "av1", "vp9", "prores", "prores422", "dnxhr", "ffv1", "png", "jpeg", "exr"
]  # fmt: skip

ALPHA_ADVICE = "use .mov (ProRes 4444), .webm (VP9), .png or .exr"


@dataclass(frozen=True, slots=True)
class CodecSpec:
    """One codec and its settings.

    Attributes:
        name: For people.
        pixel_format: Without alpha.
        alpha_format: With alpha; None if it has none.
        formats, alpha_formats: The same for frames of a layout that is written in another one;
            without any for more than 8 bits, such frames are not asked for.
        options: For the encoder.
        default_crf: None if the codec has no constant quality.
        highest_crf: The worst quality.
        needs_even_size: Odd sizes are padded.
        least_size: Rows and columns of its smallest frame.
        has_full_range: Can carry Y of 0-255.
        only_matrix: The one matrix that its frames can state; None: any.
        is_picture: Each frame becomes a file.
        folder_suffix: Container of outputs in a folder; empty: the input's.
        segment_suffix: Container of a segment; the one with the most exact times.
        tags: The codec tag that players expect, by suffix.
    """

    name: str
    encoder: str
    pixel_format: str
    alpha_format: str | None = None
    formats: Mapping[FrameFormat.Layout, str] = field(default_factory=dict)
    alpha_formats: Mapping[FrameFormat.Layout, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    default_crf: int | None = None
    highest_crf: int = 0
    needs_even_size: bool = False
    least_size: tuple[int, int] = (1, 1)
    has_full_range: bool = True
    only_matrix: FrameFormat.Matrix | None = None
    is_picture: bool = False
    folder_suffix: str = ""
    segment_suffix: str = ".webm"
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_deep(self) -> bool:
        """Whether it keeps more than 8 bits."""
        return bool(self.formats.keys() & _DEEP)


# Layouts of more than 8 bits.
_DEEP: tuple[FrameFormat.Layout, ...] = ("yuv420p10", "yuv422p10", "yuv444p12")


def _deep(name: str) -> dict[FrameFormat.Layout, str]:
    """The same pixel format for all of them."""
    return dict.fromkeys(_DEEP, name)


# Measured on the first 60 frames of four clips of 640x480 to 1280x720, one thread, CRF 20:
# "superfast" with macroblock-tree rate control takes 3.6 ms a 720p frame where "veryfast" takes
# 6.2, at 0.93 to 1.10 of its size and 0.2 to 0.6 dB below its 44 to 49 dB. Plain "superfast"
# is as quick but 1.6 to 2 times as large; "faster" costs twice as much as "veryfast".
_X264 = {"preset": "superfast", "x264-params": "mbtree=1:rc-lookahead=10"}

# libx265 "superfast" takes 19 ms a 720p frame, "veryfast" 26 for 0.8 dB more.
_X265 = {"preset": "superfast", "x265-params": "log-level=error:bframes=3:b-pyramid=1"}
X265_DELAY = 2  # frames by which this pyramid of B-frames delays display

# Without look-ahead a cancelled job is complete at once. 8 ms a 720p frame, 11 with alpha; deadline
# "good" takes 59 for a quarter less size.
_VP9 = {"deadline": "realtime", "cpu-used": "6", "row-mt": "1", "lag-in-frames": "0", "b": "0"}

# Of 60 frames of the sample (1280x720, 10 bits, CRF 30) preset 10 takes 15 ms of one core each,
# 0.51 Mb/s and 45.9 dB; 8 takes 28, 0.64 and 46.8; 12 takes 14, 0.50 and 45.0.
_AV1 = {"preset": "10"}

# For an archive: every frame is a key frame and states its own checksum.
_FFV1 = {"level": "3", "coder": "1", "context": "0", "g": "1", "slices": "4", "slicecrc": "1"}

# For frames that are too large for VP9's memory. With a rate that it never reaches, CRF 10 has the
# PSNR of VP9's 24 at 1.4 times its size, in as much time; 0 means no rate to VP8.
_VP8 = CodecSpec(
    name="VP8",
    encoder="libvpx",
    pixel_format="yuv420p",
    options={"deadline": "realtime", "cpu-used": "6", "lag-in-frames": "0", "b": "200M"},
    default_crf=10,
    highest_crf=63,
)
_LEAST_VP8_CRF = 4

# The command line, the window and the doctor read this table. To add a codec, add a row here, its
# name in `Codec`, and its name in the `CONTAINERS` that hold it.
CODECS: dict[Codec, CodecSpec] = {
    "h264": CodecSpec(
        name="H.264",
        encoder="libx264",
        pixel_format="yuv420p",
        options=_X264,
        default_crf=20,
        highest_crf=51,
        needs_even_size=True,
        segment_suffix=".mp4",
    ),
    "hevc": CodecSpec(
        name="HEVC",
        encoder="libx265",
        pixel_format="yuv420p",
        formats=_deep("yuv420p10le"),  # Main 10, which players know
        options=_X265,
        default_crf=22,
        highest_crf=51,
        needs_even_size=True,
        segment_suffix=".mp4",
        tags={".mp4": "hvc1", ".mov": "hvc1"},  # Apple's players accept no other tag
    ),
    "av1": CodecSpec(
        name="AV1",
        encoder="libsvtav1",
        pixel_format="yuv420p",
        formats=_deep("yuv420p10le"),
        options=_AV1,
        default_crf=30,
        highest_crf=63,
        needs_even_size=True,
        segment_suffix=".mp4",
    ),
    "vp9": CodecSpec(
        name="VP9",
        encoder="libvpx-vp9",
        pixel_format="yuv420p",
        alpha_format="yuva420p",
        options=_VP9,
        default_crf=24,
        highest_crf=63,
        folder_suffix=".webm",
    ),
    # prores_aw makes the same file as prores_ks, to 0.1 dB, in 20 ms a frame instead of 86.
    "prores": CodecSpec(
        name="ProRes 4444",
        encoder="prores_aw",
        pixel_format="yuv444p10le",
        alpha_format="yuva444p10le",
        formats=_deep("yuv444p10le"),
        alpha_formats=_deep("yuva444p10le"),
        options={"profile": "4"},
        needs_even_size=True,
        has_full_range=False,
        folder_suffix=".mov",
        segment_suffix=".mov",
    ),
    "prores422": CodecSpec(
        name="ProRes 422 HQ",
        encoder="prores_aw",
        pixel_format="yuv422p10le",
        formats=_deep("yuv422p10le"),
        options={"profile": "3"},
        needs_even_size=True,
        has_full_range=False,
        folder_suffix=".mov",
        segment_suffix=".mov",
    ),
    "dnxhr": CodecSpec(
        name="DNxHR HQX",
        encoder="dnxhd",
        pixel_format="yuv422p10le",
        formats=_deep("yuv422p10le"),
        options={"profile": "dnxhr_hqx"},
        needs_even_size=True,
        least_size=(120, 256),
        has_full_range=False,
        only_matrix="bt709",
        folder_suffix=".mov",
        segment_suffix=".mov",
    ),
    "ffv1": CodecSpec(
        name="FFV1",
        encoder="ffv1",
        pixel_format="yuv420p",
        alpha_format="yuva420p",
        formats={
            "rgb": "bgr0",
            "yuv420p10": "yuv420p10le",
            "yuv422p10": "yuv422p10le",
            "yuv444p12": "yuv444p12le",
        },
        alpha_formats={
            "rgb": "bgra",
            "yuv420p10": "yuva420p10le",
            "yuv422p10": "yuva422p10le",
            "yuv444p12": "yuva444p12le",
        },
        options=_FFV1,
        folder_suffix=".mkv",
        segment_suffix=".mkv",
    ),
    "png": CodecSpec(
        name="PNG", encoder="png", pixel_format="rgb24", alpha_format="rgba", is_picture=True
    ),
    "jpeg": CodecSpec(name="JPEG", encoder="mjpeg", pixel_format="rgb24", is_picture=True),
    # Written by OpenEXR itself, in half floats: `ExrEncoder`.
    "exr": CodecSpec(
        name="OpenEXR",
        encoder="exr",
        pixel_format="gbrpf32le",
        alpha_format="gbrapf32le",
        formats=_deep("gbrpf32le"),
        is_picture=True,
    ),
}
PICTURE_CODECS: tuple[Codec, ...] = tuple(name for name, spec in CODECS.items() if spec.is_picture)


@dataclass(frozen=True, slots=True)
class Container:
    """One kind of file.

    Attributes:
        muxer: libav's name.
        codecs: Codecs that it may hold; the first is the default.
        fallback_audio: Encoder for audio that it cannot hold unchanged.
        audio_codecs: Audio that players read in it; None leaves it to the muxer.
        refused_audio: Audio that the muxer accepts at first, and refuses once it writes.
        options: For the muxer.
        counts_milliseconds: Its times are whole milliseconds.
        holds_attachments: It may hold files, such as fonts of subtitles.
    """

    muxer: str
    codecs: tuple[Codec, ...]
    fallback_audio: str = "aac"
    audio_codecs: frozenset[str] | None = None
    refused_audio: frozenset[str] = frozenset()
    options: Mapping[str, str] = field(default_factory=dict)
    counts_milliseconds: bool = False
    holds_attachments: bool = False

    def rounds(self, time_s: Fraction) -> bool:
        """Whether it cannot hold this time exactly."""
        return self.counts_milliseconds and (time_s * 1000).denominator != 1


_FAST_START = {"movflags": "faststart"}
# Otherwise sound that begins just before the picture (AAC's priming) would shift all times.
_AS_THEY_ARE = {"avoid_negative_ts": "disabled"}

# libav also writes PCM and Vorbis into MP4, but few players read them there.
_MP4_AUDIO = frozenset({"aac", "ac3", "alac", "dts", "eac3", "flac", "mp2", "mp3", "opus"})
# libav refuses the whole file: "only supported in MP4".
_NOT_IN_MOV = frozenset({"flac", "opus", "truehd"})

CONTAINERS: dict[str, Container] = {
    ".mp4": Container("mp4", ("h264", "hevc", "av1"), audio_codecs=_MP4_AUDIO, options=_FAST_START),
    ".mkv": Container(
        "matroska",
        ("h264", "hevc", "vp9", "av1", "ffv1"),
        options=_AS_THEY_ARE,
        counts_milliseconds=True,
        holds_attachments=True,
    ),
    ".mov": Container(
        "mov",
        ("prores", "prores422", "dnxhr", "h264", "hevc"),
        refused_audio=_NOT_IN_MOV,
        options=_FAST_START,
    ),
    ".webm": Container(
        "webm",
        ("vp9", "av1"),
        fallback_audio="libopus",
        options=_AS_THEY_ARE,
        counts_milliseconds=True,
    ),
    ".png": Container("png", ("png",)),
    ".jpg": Container("jpeg", ("jpeg",)),
    ".jpeg": Container("jpeg", ("jpeg",)),
    ".exr": Container("exr", ("exr",)),
}


def suffixes_of(codec: Codec) -> tuple[str, ...]:
    """Suffixes of files that may hold a codec."""
    return tuple(suffix for suffix, container in CONTAINERS.items() if codec in container.codecs)


def picture_codec_of(suffix: str) -> Codec | None:
    """The codec of pictures with this suffix; None: it is no picture's suffix."""
    container = CONTAINERS.get(suffix)
    if container is None or container.codecs[0] not in PICTURE_CODECS:
        return None
    return container.codecs[0]


@dataclass(frozen=True, slots=True)
class OutputFormat:
    """A checked choice; made by `choose_output_format`.

    Attributes:
        crf: Constant quality; None where there is none.
        depth: Bits to read the input's frames with; 8 where nothing deeper can be written.
        is_on_card: A graphics card encodes it; quality is among the spec's options.
    """

    suffix: str
    container: Container
    codec: Codec
    spec: CodecSpec
    crf: int | None
    content: Content
    depth: Depth = "8"
    is_on_card: bool = False

    @property
    def rounding_note(self) -> Message:
        """The sentence about times that the container `rounds`."""
        return Message(
            "{suffix} counts in milliseconds: times were rounded to them.", suffix=self.suffix
        )

    def pixel_format(self, layout: FrameFormat.Layout) -> str:
        """The pixel format that the encoder takes for frames of a layout, by its name in libav."""
        if self.content == "transparent":
            assert self.spec.alpha_format is not None
            return self.spec.alpha_formats.get(layout, self.spec.alpha_format)
        if self.content == "matte":
            return self.spec.pixel_format
        return self.spec.formats.get(layout, self.spec.pixel_format)


def choose_output_format(
    path: Path,
    *,
    content: Content = "composite",
    codec: str | None = None,
    crf: int | None = None,
    depth: Depth = "auto",
) -> OutputFormat:
    """The format for the suffix of `path` and the options.

    Args:
        path: Only its suffix counts.
        codec: One of `CODECS`; None takes the container's default.
        crf: Constant quality, lower is better; None takes the codec's default.
        depth: Bits of the picture; "auto": those of the input, as far as the codec keeps them.

    Raises:
        OutputError: An impossible suffix, codec or pair of them; lists the possible ones.
    """
    suffix = path.suffix.lower()
    container = CONTAINERS.get(suffix)
    if container is None:
        known = ", ".join(CONTAINERS)
        if not suffix:
            raise OutputError(
                f"{path.name} has no ending; use one of {known}, or {path.name}/ for a folder."
            )
        raise OutputError(f"{path.name}: {suffix} is not written; use one of {known}.")
    chosen = codec or container.codecs[0]
    if chosen not in container.codecs:
        holders = suffixes_of(chosen) if chosen in CODECS else ()
        where = f"{chosen} goes into {' or '.join(holders)}" if holders else "no such codec"
        raise OutputError(
            f"{path.name}: {suffix} cannot hold {chosen}, only {' or '.join(container.codecs)}; "
            f"{where}."
        )
    spec = CODECS[chosen]
    if content == "transparent" and spec.alpha_format is None:
        raise OutputError(
            f"{path.name}: {spec.name} in {suffix} has no alpha, so it cannot be transparent; "
            f"{ALPHA_ADVICE}."
        )
    if crf is not None:
        if spec.default_crf is None:
            raise OutputError(f"{path.name}: {spec.name} has no CRF setting; leave it out.")
        if not 0 <= crf <= spec.highest_crf:
            raise OutputError(
                f"{path.name}: CRF {crf} is out of range; {spec.name} takes 0 to "
                f"{spec.highest_crf}, default {spec.default_crf}."
            )
    if content == "matte" or not spec.is_deep:
        if depth == "10" and content != "matte":
            deep = " or ".join(name for name in container.codecs if CODECS[name].is_deep)
            advice = f"take --codec {deep}" if deep else "write .mp4, .mov or .mkv"
            raise OutputError(
                f"{path.name}: {spec.name} is written with 8 bits, which every player reads; "
                f"{advice}, or leave --bits out."
            )
        depth = "8"
    return OutputFormat(
        suffix, container, chosen, spec, spec.default_crf if crf is None else crf, content, depth
    )


def for_frame_size(
    wanted: OutputFormat, path: Path, *, height: int, width: int
) -> tuple[OutputFormat, str]:
    """`wanted`, or its substitute for frames of this size, and a sentence about that.

    Args:
        wanted: From `choose_output_format`.
        path: For sentences.
        height, width: Of a frame, in pixels.

    Returns:
        The format, and a sentence for people, empty if it is `wanted`.

    Raises:
        OutputError: The container holds no substitute, or the frames are too small.
    """
    least_height, least_width = wanted.spec.least_size
    if height < least_height or width < least_width:
        raise OutputError(
            f"{path.name}: the frames have {width}x{height} pixels, and {wanted.spec.name} takes "
            f"{least_width}x{least_height} or more; choose another codec."
        )
    if wanted.codec != "vp9" or height * width <= MOST_VP9_PIXELS:
        return wanted, ""
    size = f"{height * width / MEGAPIXEL:.4g} megapixels ({width}x{height})"
    most = f"{MOST_VP9_PIXELS / MEGAPIXEL:.4g}"
    if wanted.content == "transparent":
        raise OutputError(
            f"{path.name}: the frames have {size}, and VP9 with alpha takes too much memory above "
            f"{most}; use .mov (ProRes 4444) or .png."
        )
    crf = wanted.crf
    if crf is not None:
        assert wanted.spec.default_crf is not None
        assert _VP8.default_crf is not None
        crf = max(_LEAST_VP8_CRF, round(crf * _VP8.default_crf / wanted.spec.default_crf))
    return replace(wanted, spec=_VP8, crf=crf), Message(
        "The frames have {size} megapixels ({width}x{height}): they were written as VP8, since VP9 "
        "takes too much memory above {most}.",
        size=f"{height * width / MEGAPIXEL:.4g}",
        width=width,
        height=height,
        most=most,
    )


# NVIDIA's encoder through libav. B-frames are off, for two reasons: libav's decoding times for them
# assume even frame rates, which a phone's films lack, and HEVC has them on newer cards only. So
# packets are decoded in display order. CRF becomes NVENC's constant quality, on the same scale of
# quantisers. Which number looks like which of libx264's is not measured: `codec_trial` requires the
# same PSNR before it takes the card.
NVENC = "NVENC"

_NVENC_OPTIONS = {
    "preset": "p4",  # the middle of seven; all are far quicker than a processor
    "tune": "hq",
    "rc": "vbr",
    "b": "0",  # no bit rate: constant quality decides
    "bf": "0",
    "spatial-aq": "1",
    "delay": "0",  # a cancelled job is complete at once
}


def _on_card(codec: Codec, profile: str) -> CodecSpec:
    options = {**_NVENC_OPTIONS, "profile": profile}
    return replace(CODECS[codec], encoder=f"{codec}_nvenc", formats={}, options=options)


CARD_CODECS: dict[Codec, CodecSpec] = {
    "h264": _on_card("h264", "high"),
    "hevc": _on_card("hevc", "main"),
}
# Longest side, in pixels. A safe value, since it differs between generations.
_LONGEST_SIDE: dict[Codec, int] = {"h264": 4096, "hevc": 8192}
_SHORTEST_SIDE = 160


class CardStoppedError(SentenceError, OSError):
    """The card failed in the middle of a film; the packets before that are good."""


def card_refusal(wanted: OutputFormat, *, height: int, width: int, bits: int = 8) -> str:
    """Why the card cannot encode this, known without one; empty: it may try.

    Args:
        wanted: From `choose_output_format`.
        height, width: Of a frame, in pixels.
        bits: Of a sample.
    """
    if wanted.codec not in CARD_CODECS:
        return f"it does not write {wanted.spec.name}"
    if wanted.content == "transparent":
        return "it writes no alpha"
    if bits > 8 and wanted.content != "matte":
        return f"it writes 8 bits, not {bits}"
    if wanted.crf == 0:
        return "it writes nothing without loss"
    longest = _LONGEST_SIDE[wanted.codec]
    if max(height, width) > longest:
        return f"{width}x{height} is more than its {longest} pixels a side"
    if min(height, width) < _SHORTEST_SIDE:
        return f"{width}x{height} is less than {_SHORTEST_SIDE} pixels a side"
    return ""


def format_on_card(wanted: OutputFormat) -> OutputFormat:
    """The same format, encoded by the card; see `card_refusal`."""
    spec = CARD_CODECS[wanted.codec]
    options = {**spec.options, "cq": str(wanted.crf)}
    return replace(wanted, spec=replace(spec, options=options), is_on_card=True)
