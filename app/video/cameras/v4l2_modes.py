"""The modes of a V4L2 camera, from the Linux kernel; structures as in linux/videodev2.h."""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Callable, Iterator

from app.messages.message import Message
from app.video.cameras.camera_mode import CameraMode
from app.video.source import SourceError

VIDIOC_ENUM_FMT = 0xC0405602
VIDIOC_ENUM_FRAMESIZES = 0xC02C564A
VIDIOC_ENUM_FRAMEINTERVALS = 0xC034564B
_CAPTURE = 1  # V4L2_BUF_TYPE_VIDEO_CAPTURE
_DISCRETE = 1  # V4L2_FRMSIZE_TYPE_DISCRETE and V4L2_FRMIVAL_TYPE_DISCRETE

# index, type, flags, description, pixelformat, mbus_code, reserved
_FMTDESC = struct.Struct("=III32sII12x")
# index, pixel_format, type, {min_width/width, max_width/height, step_width, min_height, ...}
_FRMSIZE = struct.Struct("=III6I8x")
# index, pixel_format, width, height, type, {numerator, denominator} x 3
_FRMIVAL = struct.Struct("=IIIII6I8x")

Ioctl = Callable[[int, int, bytearray], int]


def read_v4l2_modes(path: str, *, ioctl: Ioctl | None = None) -> list[CameraMode]:
    """Every discrete mode that the driver lists; the largest of stepwise ones.

    Args:
        path: The device, e.g. "/dev/video0".
        ioctl: The system's; tests pass their own.

    Raises:
        SourceError: The device cannot be opened.
    """
    if ioctl is None:
        # Linux only, so imported here.
        import fcntl

        ioctl = fcntl.ioctl
    try:
        device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        raise SourceError(
            Message(
                "The camera {path} cannot be opened ({reason}); check its plug, and that "
                "you belong to the group video.",
                path=path,
                reason=error.strerror,
            )
        ) from error
    try:
        return [
            CameraMode(height, width, rate, struct.pack("<I", code).decode("ascii", "replace"))
            for code in _codes(ioctl, device)
            for height, width in _sizes(ioctl, device, code)
            for rate in _rates(ioctl, device, code, height=height, width=width)
        ]
    finally:
        os.close(device)


def _codes(ioctl: Ioctl, device: int) -> Iterator[int]:
    for index in _indices():
        buffer = bytearray(_FMTDESC.pack(index, _CAPTURE, 0, b"", 0, 0))
        if not _ask(ioctl, device, VIDIOC_ENUM_FMT, buffer):
            return
        yield _FMTDESC.unpack(buffer)[4]


def _sizes(ioctl: Ioctl, device: int, code: int) -> Iterator[tuple[int, int]]:
    for index in _indices():
        buffer = bytearray(_FRMSIZE.pack(index, code, 0, *[0] * 6))
        if not _ask(ioctl, device, VIDIOC_ENUM_FRAMESIZES, buffer):
            return
        _, _, kind, first, second, _, _, most_height, _ = _FRMSIZE.unpack(buffer)
        if kind != _DISCRETE:
            yield most_height, second  # max_width stands where a discrete size has its height
            return
        yield second, first


def _rates(ioctl: Ioctl, device: int, code: int, *, height: int, width: int) -> Iterator[float]:
    for index in _indices():
        buffer = bytearray(_FRMIVAL.pack(index, code, width, height, 0, *[0] * 6))
        if not _ask(ioctl, device, VIDIOC_ENUM_FRAMEINTERVALS, buffer):
            return
        _, _, _, _, kind, numerator, denominator, *_ = _FRMIVAL.unpack(buffer)
        if numerator:
            # The first interval of a stepwise range is the shortest: the highest rate.
            yield denominator / numerator
        if kind != _DISCRETE:
            return


def _indices() -> range:
    return range(256)  # a limit, because a faulty driver may list entries for ever


def _ask(ioctl: Ioctl, device: int, request: int, buffer: bytearray) -> bool:
    try:
        ioctl(device, request, buffer)
    except OSError as error:
        if error.errno in (errno.EINVAL, errno.ENOTTY, errno.ENODATA):
            return False  # no more entries, or none of this kind
        raise SourceError(
            Message("The camera does not answer ({reason}).", reason=error.strerror)
        ) from error
    return True
