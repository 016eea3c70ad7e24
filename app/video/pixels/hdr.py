"""HDR: which frames are, and bringing them to SDR, SDR to them, and one kind to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import av
import numpy as np
import numpy.typing as npt
from av.video.reformatter import VideoReformatter

from app.video.pixels.colour import convert
from app.video.pixels.planes import plane_view
from gpu_unet import FrameFormat, Image

if TYPE_CHECKING:
    from av.sidedata.sidedata import SideDataContainer

_TRANSFERS: dict[int, FrameFormat.Transfer] = {16: "pq", 18: "hlg"}  # by H.273 code


def transfer_of(frame: av.VideoFrame) -> FrameFormat.Transfer:
    """How the frame codes light, as far as its tags say: "pq", "hlg", else "sdr"."""
    return _TRANSFERS.get(int(frame.color_trc), "sdr")


def hdr_metadata(frame: av.VideoFrame) -> tuple[bytes, bytes]:
    """(mastering display, content light level) of a decoded frame, as libav has them.

    Empty where the film says nothing. See `gpu_unet` and libavutil/mastering_display_metadata.h.
    """
    found = cast("SideDataContainer", frame.side_data)
    names = ("MASTERING_DISPLAY_METADATA", "CONTENT_LIGHT_LEVEL")
    kept = {data.type.name: bytes(data) for data in found if data.type.name in names}
    return kept.get(names[0], b""), kept.get(names[1], b"")


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
        from_matrix=matrix,
        from_full_range=full_range,
        to_matrix=matrix,
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
