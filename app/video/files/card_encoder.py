"""Card encoders: an `OutputFormat` as NVIDIA's encoder makes it, NVENC through libav.

No B-frames: what libav states as their decoding times counts on even frame rates, and a phone's are
not; and HEVC's are there on newer cards alone. So every packet is decoded when it is shown. CRF is
NVENC's constant quality, on the same scale of quantisers. Nobody has seen yet which number looks
like which of libx264's: `codec_trial` asks for the same PSNR before the card is taken unasked.
"""

from __future__ import annotations

from dataclasses import replace

from app.video.files.output_format import Codec, CodecSpec, OutputFormat

NAME = "NVENC"

_OPTIONS = {
    "preset": "p4",  # the middle of seven; all of them are far quicker than a processor
    "tune": "hq",
    "rc": "vbr",
    "b": "0",  # no rate: the quality alone decides
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
# Of a side, in pixels; the least with room to spare, since it differs between generations.
_LONGEST_SIDE: dict[Codec, int] = {"h264": 4096, "hevc": 8192}
_SHORTEST_SIDE = 160


class CardStoppedError(OSError):
    """The card gave up in the middle of a film; what it made until then is good."""


def card_refusal(wanted: OutputFormat, *, height: int, width: int) -> str:
    """Why a card cannot make this, known without one; empty: it may try.

    Args:
        wanted: From `choose_output_format`.
        height: Of a frame, in pixels.
        width: Of a frame, in pixels.
    """
    if wanted.codec not in CARD_CODECS:
        return f"it does not write {wanted.spec.name}"
    if wanted.content == "transparent":
        return "it writes no alpha"
    if wanted.crf == 0:
        return "it writes nothing without loss"
    longest = _LONGEST_SIDE[wanted.codec]
    if max(height, width) > longest:
        return f"{width}x{height} is more than its {longest} pixels a side"
    if min(height, width) < _SHORTEST_SIDE:
        return f"{width}x{height} is less than {_SHORTEST_SIDE} pixels a side"
    return ""


def format_on_card(wanted: OutputFormat) -> OutputFormat:
    """The same file, made by the card; see `card_refusal`."""
    spec = CARD_CODECS[wanted.codec]
    options = {**spec.options, "cq": str(wanted.crf)}
    return replace(wanted, spec=replace(spec, options=options), is_on_card=True)
