"""HDR: which frames are, and bringing them to SDR, SDR to them, and one kind to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import av
import numpy as np
import numpy.typing as npt
from av.video.reformatter import VideoReformatter

from app.video.pixels.colour import UNSPECIFIED, convert, matrix_of
from app.video.pixels.planes import plane_view
from gpu_unet import FrameFormat, Image

if TYPE_CHECKING:
    from av.sidedata.sidedata import SideDataContainer

_TRANSFERS: dict[int, FrameFormat.Transfer] = {16: "pq", 18: "hlg"}  # by H.273 code

DOLBY_VISION = "Dolby Vision"
# Metadata of single frames, by libav's names.
DYNAMIC = {
    "DYNAMIC_HDR_PLUS": "HDR10+",
    "DYNAMIC_HDR_VIVID": "HDR Vivid",
    "DOVI_METADATA": DOLBY_VISION,
    "DOVI_RPU_BUFFER": DOLBY_VISION,
}


def transfer_of(frame: av.VideoFrame) -> FrameFormat.Transfer:
    """How the frame codes light, as far as its tags say: "pq", "hlg", else "sdr"."""
    return _TRANSFERS.get(int(frame.color_trc), "sdr")


def coding_matrix(
    frame: av.VideoFrame, transfer: FrameFormat.Transfer, *, is_coded: bool = True
) -> FrameFormat.Matrix:
    """The frame's YUV matrix; BT.2020's for HDR that names none.

    Args:
        frame: As it is stored: if it names no matrix, its size decides.
        transfer: How it codes light.
        is_coded: Whether it is YUV; else its tags say nothing of a matrix.
    """
    code = frame.colorspace if is_coded else UNSPECIFIED
    if transfer != "sdr" and code in (0, UNSPECIFIED):
        return "bt2020"
    return matrix_of(code, height=frame.height, width=frame.width)


def hdr_metadata(frame: av.VideoFrame) -> tuple[bytes, bytes]:
    """(mastering display, content light level) of a decoded frame, as libav has them.

    Empty where the film says nothing.
    """
    found = cast("SideDataContainer", frame.side_data)
    names = ("MASTERING_DISPLAY_METADATA", "CONTENT_LIGHT_LEVEL")
    kept = {data.type.name: bytes(data) for data in found if data.type.name in names}
    return kept.get(names[0], b""), kept.get(names[1], b"")


def dynamic_metadata(frame: av.VideoFrame) -> str:
    """Names of what a decoded frame says of its own light, which nothing keeps; empty: nothing."""
    found = {data.type.name for data in cast("SideDataContainer", frame.side_data)}
    return ", ".join(dict.fromkeys(word for name, word in DYNAMIC.items() if name in found))


def in_transfer(
    frame: av.VideoFrame,
    source: FrameFormat.Transfer,
    target: FrameFormat.Transfer,
    *,
    matrix: FrameFormat.Matrix,
    full_range: bool,
    height: int | None = None,
    width: int | None = None,
) -> av.VideoFrame:
    """A frame in RGB of 16 bits, brought from one transfer function and its primaries to another.

    Args:
        frame: Any pixel format; its tags are ignored.
        source: "sdr", "pq" or "hlg".
        target: Likewise. HDR becomes SDR through a tone curve.
        matrix: How to read `frame`.
        full_range: Likewise.
        height: New height; None keeps the frame's.
        width: New width; likewise.
    """
    rgb = convert(
        frame,
        VideoReformatter(),
        to="rgb48le",
        matrix=matrix,
        full_range=full_range,
        to_full_range=True,
        height=height,
        width=width,
    )
    rows = plane_view(rgb.planes[0], row_bytes=rgb.width * 6).view(np.uint16)
    return _frame_of(FrameFormat.recoded(rows.reshape(rgb.height, rgb.width, 3), source, target))


def picture_in_transfer(picture: Image, target: FrameFormat.Transfer) -> av.VideoFrame:
    """An RGB picture of SDR, uint8 (H, W, 3), as a frame of RGB of 16 bits in another one."""
    return _frame_of(FrameFormat.recoded(picture.astype(np.uint16) * 256, "sdr", target))


def _frame_of(rgb: npt.NDArray[np.uint16]) -> av.VideoFrame:
    height, width, _ = rgb.shape
    frame = av.VideoFrame(width, height, "rgb48le")
    plane = plane_view(frame.planes[0], row_bytes=width * 6).view(np.uint16)
    plane[:] = rgb.reshape(height, width * 3)
    return frame
