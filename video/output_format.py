"""OutputFormat: which container, codec and pixel format an output gets, checked beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from video.sink import Content, OutputError

Codec = Literal["h264", "hevc", "vp9", "prores", "png"]

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
        needs_even_size: 4:2:0 of which the codec cannot crop one line.
        has_full_range: Can carry Y of 0-255.
    """

    name: str
    encoder: str
    pixel_format: str
    alpha_format: str | None
    options: Mapping[str, str]
    default_crf: int | None = None
    highest_crf: int = 0
    needs_even_size: bool = False
    has_full_range: bool = True


CODECS: dict[Codec, CodecSpec] = {
    "h264": CodecSpec(
        "H.264", "libx264", "yuv420p", None, {"preset": "veryfast"}, 20, 51, needs_even_size=True
    ),
    "hevc": CodecSpec(
        "HEVC",
        "libx265",
        "yuv420p",
        None,
        {"preset": "veryfast", "x265-params": "log-level=error"},
        23,
        51,
        needs_even_size=True,
    ),
    "vp9": CodecSpec(
        "VP9",
        "libvpx-vp9",
        "yuv420p",
        "yuva420p",
        {"deadline": "realtime", "cpu-used": "6", "row-mt": "1", "b": "0"},
        30,
        63,
    ),
    "prores": CodecSpec(
        "ProRes 4444",
        "prores_ks",
        "yuv444p10le",
        "yuva444p10le",
        {"profile": "4444", "vendor": "apl0"},
        has_full_range=False,
    ),
    "png": CodecSpec("PNG", "png", "rgb24", "rgba", {}),
}


@dataclass(frozen=True, slots=True)
class Container:
    """One kind of file. The first of `codecs` is its default."""

    muxer: str
    codecs: tuple[Codec, ...]
    fallback_audio: str = "aac"
    options: Mapping[str, str] | None = None


CONTAINERS: dict[str, Container] = {
    ".mp4": Container("mp4", ("h264", "hevc"), options={"movflags": "faststart"}),
    ".mkv": Container("matroska", ("h264", "hevc", "vp9")),
    ".mov": Container("mov", ("prores", "h264", "hevc"), options={"movflags": "faststart"}),
    ".webm": Container("webm", ("vp9",), fallback_audio="libopus"),
    ".png": Container("png", ("png",)),
}


@dataclass(frozen=True, slots=True)
class OutputFormat:
    """A checked choice; made by `choose_output_format`."""

    suffix: str
    container: Container
    codec: Codec
    spec: CodecSpec
    crf: int | None
    content: Content

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
    """The format that `path`'s ending and the wishes lead to.

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
        raise OutputError(f"{path.name}: cannot write {suffix or 'no ending'}; use one of {known}.")
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
