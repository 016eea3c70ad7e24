"""OutputFormat: which container, codec and pixel format an output gets, checked beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from app.messages.message import Message
from app.video.limits import MEGAPIXEL, MOST_VP9_PIXELS
from app.video.sink import Content, OutputError

Codec = Literal["h264", "hevc", "vp9", "prores", "png", "jpeg"]

ALPHA_ADVICE = "use .mov (ProRes 4444), .webm (VP9) or .png"


@dataclass(frozen=True, slots=True)
class CodecSpec:
    """One codec and how it is set up.

    Attributes:
        name: For people.
        encoder: libav's encoder.
        pixel_format: Without alpha.
        alpha_format: With alpha; None if it has none.
        options: For the encoder.
        default_crf: None if the codec knows no constant quality.
        highest_crf: The worst quality it knows.
        needs_even_size: Odd sizes have to be padded.
        has_full_range: Can carry Y of 0-255.
    """

    name: str
    encoder: str
    pixel_format: str
    alpha_format: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    default_crf: int | None = None
    highest_crf: int = 0
    needs_even_size: bool = False
    has_full_range: bool = True


PICTURE_CODECS: tuple[Codec, ...] = ("png", "jpeg")  # one file per frame

# Measured on the first 60 frames of four clips of 640x480 to 1280x720, one thread, CRF 20:
# "superfast" with macroblock-tree rate control takes 3.6 ms a 720p frame where "veryfast" takes
# 6.2, at 0.93 to 1.10 of its size and 0.2 to 0.6 dB below its 44 to 49 dB. Plain "superfast"
# is as quick but 1.6 to 2 times as large; "faster" costs twice as much as "veryfast".
_X264 = {"preset": "superfast", "x264-params": "mbtree=1:rc-lookahead=10"}

# libx265 "superfast" takes 19 ms a 720p frame, "veryfast" 26 for 0.8 dB more.
_X265 = {"preset": "superfast", "x265-params": "log-level=error:bframes=3:b-pyramid=1"}
X265_DELAY = 2  # frames by which such a pyramid of B-frames is decoded ahead of being shown

# Without look-ahead a cancelled job is complete at once; 8 ms a 720p frame, 11 with alpha, where
# deadline "good" takes 59 for a quarter less size.
_VP9 = {"deadline": "realtime", "cpu-used": "6", "row-mt": "1", "lag-in-frames": "0", "b": "0"}

# For frames that VP9 takes too much memory for. With a rate that it never comes near, CRF 10 has
# the PSNR of VP9's 24 at 1.4 times its size, in as much time; 0 is no rate to VP8.
_VP8 = CodecSpec(
    name="VP8",
    encoder="libvpx",
    pixel_format="yuv420p",
    options={"deadline": "realtime", "cpu-used": "6", "lag-in-frames": "0", "b": "200M"},
    default_crf=10,
    highest_crf=63,
)
_LEAST_VP8_CRF = 4

CODECS: dict[Codec, CodecSpec] = {
    "h264": CodecSpec(
        name="H.264",
        encoder="libx264",
        pixel_format="yuv420p",
        options=_X264,
        default_crf=20,
        highest_crf=51,
        needs_even_size=True,
    ),
    "hevc": CodecSpec(
        name="HEVC",
        encoder="libx265",
        pixel_format="yuv420p",
        options=_X265,
        default_crf=22,
        highest_crf=51,
        needs_even_size=True,
    ),
    "vp9": CodecSpec(
        name="VP9",
        encoder="libvpx-vp9",
        pixel_format="yuv420p",
        alpha_format="yuva420p",
        options=_VP9,
        default_crf=24,
        highest_crf=63,
    ),
    # prores_aw makes the same file as prores_ks, to 0.1 dB, in 20 ms a frame instead of 86.
    "prores": CodecSpec(
        name="ProRes 4444",
        encoder="prores_aw",
        pixel_format="yuv444p10le",
        alpha_format="yuva444p10le",
        options={"profile": "4"},
        needs_even_size=True,
        has_full_range=False,
    ),
    "png": CodecSpec(name="PNG", encoder="png", pixel_format="rgb24", alpha_format="rgba"),
    "jpeg": CodecSpec(name="JPEG", encoder="mjpeg", pixel_format="rgb24"),
}


@dataclass(frozen=True, slots=True)
class Container:
    """One kind of file.

    Attributes:
        muxer: libav's name.
        codecs: What it may hold; the first is the default.
        fallback_audio: Encoder for audio that it cannot hold as it is.
        audio_codecs: What it can hold in a way that players know; None leaves it to the muxer.
        refused_audio: What the muxer takes at first, and refuses once it writes.
        options: For the muxer.
        counts_milliseconds: Times in it are whole milliseconds.
    """

    muxer: str
    codecs: tuple[Codec, ...]
    fallback_audio: str = "aac"
    audio_codecs: frozenset[str] | None = None
    refused_audio: frozenset[str] = frozenset()
    options: Mapping[str, str] = field(default_factory=dict)
    counts_milliseconds: bool = False


_FAST_START = {"movflags": "faststart"}
# Sound that begins a moment before the picture (AAC's priming) would move every time otherwise.
_AS_THEY_ARE = {"avoid_negative_ts": "disabled"}

# libav also writes PCM and Vorbis into MP4, but hardly a player reads them there.
_MP4_AUDIO = frozenset({"aac", "ac3", "alac", "dts", "eac3", "flac", "mp2", "mp3", "opus"})
# Libav: "only supported in MP4", and the whole file fails with it.
_NOT_IN_MOV = frozenset({"flac", "opus", "truehd"})

CONTAINERS: dict[str, Container] = {
    ".mp4": Container("mp4", ("h264", "hevc"), audio_codecs=_MP4_AUDIO, options=_FAST_START),
    ".mkv": Container(
        "matroska", ("h264", "hevc", "vp9"), options=_AS_THEY_ARE, counts_milliseconds=True
    ),
    ".mov": Container(
        "mov", ("prores", "h264", "hevc"), refused_audio=_NOT_IN_MOV, options=_FAST_START
    ),
    ".webm": Container(
        "webm",
        ("vp9",),
        fallback_audio="libopus",
        options=_AS_THEY_ARE,
        counts_milliseconds=True,
    ),
    ".png": Container("png", ("png",)),
    ".jpg": Container("jpeg", ("jpeg",)),
    ".jpeg": Container("jpeg", ("jpeg",)),
}


@dataclass(frozen=True, slots=True)
class OutputFormat:
    """A checked choice; made by `choose_output_format`.

    Attributes:
        suffix: Of the file's name.
        container: What holds it.
        codec: Of the picture.
        spec: How that is set up.
        crf: Constant quality; None where there is none.
        content: What is written.
        is_on_card: A graphics card encodes it; quality is among the spec's options.
    """

    suffix: str
    container: Container
    codec: Codec
    spec: CodecSpec
    crf: int | None
    content: Content
    is_on_card: bool = False

    @property
    def pixel_format(self) -> str:
        """Libav's name of the format that the encoder takes."""
        if self.content == "transparent":
            assert self.spec.alpha_format is not None
            return self.spec.alpha_format
        return self.spec.pixel_format


def choose_output_format(
    path: Path, *, content: Content = "composite", codec: str | None = None, crf: int | None = None
) -> OutputFormat:
    """The format that `path`'s ending and the options lead to.

    Args:
        path: Only its ending counts.
        content: What is written.
        codec: One of `CODECS`; None takes the container's default.
        crf: Constant quality, lower is better; None takes the codec's default.

    Raises:
        OutputError: An ending, a codec or a pair of them that cannot be; says which can.
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
        holders = [ending for ending, other in CONTAINERS.items() if chosen in other.codecs]
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
    return OutputFormat(
        suffix, container, chosen, spec, spec.default_crf if crf is None else crf, content
    )


def for_frame_size(
    wanted: OutputFormat, path: Path, *, height: int, width: int
) -> tuple[OutputFormat, str]:
    """`wanted`, or what takes its place for frames of this size, and a sentence about that.

    Args:
        wanted: From `choose_output_format`.
        path: For sentences.
        height: Of a frame, in pixels.
        width: Of a frame, in pixels.

    Returns:
        The format, and what people are told: empty if it is `wanted`.

    Raises:
        OutputError: Nothing that the container holds can take its place.
    """
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
