"""Card encoders: an `OutputFormat` encoded by NVIDIA's NVENC through libav.

B-frames are off, for two reasons: libav's decoding times for them assume even frame rates, which a
phone's films lack, and HEVC has them on newer cards only. So packets are decoded in display order.
CRF becomes NVENC's constant quality, on the same scale of quantisers. Which number looks like which
of libx264's is not measured: `codec_trial` requires the same PSNR before it takes the card.
"""

from __future__ import annotations

from dataclasses import replace

from app.messages.message import SentenceError
from app.video.files.output_format import Codec, CodecSpec, OutputFormat

NAME = "NVENC"

_OPTIONS = {
    "preset": "p4",  # the middle of seven; all are far quicker than a processor
    "tune": "hq",
    "rc": "vbr",
    "b": "0",  # no bit rate: constant quality decides
    "bf": "0",
    "spatial-aq": "1",
    "delay": "0",  # a cancelled job is complete at once
}

CARD_CODECS: dict[Codec, CodecSpec] = {
    "h264": CodecSpec(
        name="H.264",
        encoder="h264_nvenc",
        pixel_format="yuv420p",
        options={**_OPTIONS, "profile": "high"},
        default_crf=20,
        highest_crf=51,
        needs_even_size=True,
    ),
    "hevc": CodecSpec(
        name="HEVC",
        encoder="hevc_nvenc",
        pixel_format="yuv420p",
        options={**_OPTIONS, "profile": "main"},
        default_crf=22,
        highest_crf=51,
        needs_even_size=True,
    ),
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
        height: Height of a frame, in pixels.
        width: Width of a frame, in pixels.
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
