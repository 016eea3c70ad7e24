"""CameraMode: size, rate and coding of a camera's pictures; asking a driver for the best one."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from video.opencv import cv2


@dataclass(frozen=True, slots=True)
class CameraMode:
    """One way in which a camera can deliver.

    Attributes:
        height: Rows.
        width: Columns.
        frame_rate: Frames per second; 0 if the driver does not say.
        fourcc: Four letters of the coding, e.g. "MJPG"; empty if unknown.
    """

    height: int
    width: int
    frame_rate: float
    fourcc: str = ""

    def __str__(self) -> str:
        """For people."""
        rate = f", {self.frame_rate:g} frames/s" if self.frame_rate else ""
        return f"{self.width}x{self.height}{rate}" + (f", {self.fourcc}" if self.fourcc else "")


USUAL_MODE = CameraMode(height=720, width=1280, frame_rate=30.0)


def rank_of(mode: CameraMode, wish: CameraMode) -> tuple[float, float, bool]:
    """How well a mode serves a wish; greater is better: first size, then rate, then sharpness.

    A rate above the wish is no merit, and a tenth of a frame per second no difference.
    """
    size_error = abs(mode.height - wish.height) + abs(mode.width - wish.width)
    return (
        -float(size_error),
        round(min(mode.frame_rate, wish.frame_rate), 1),
        mode.fourcc != "MJPG",
    )


def negotiate(capture: cv2.VideoCapture, wish: CameraMode) -> CameraMode:
    """Set the mode nearest to `wish`, with MJPG only where that gives more frames per second.

    Uncompressed pictures of 1280x720 do not fit through USB 2 at more than 10 frames/s, so most
    webcams send MJPG for that; where they need not, uncompressed is sharper and cheaper.

    Returns:
        What the driver says it delivers now.
    """
    plain = _try(capture, wish, "YUY2" if sys.platform == "win32" else "YUYV")
    packed = _try(capture, wish, "MJPG")
    best = max((plain, packed), key=lambda mode: rank_of(mode, wish))
    if best is plain:
        # The last one set is in force: set the better one again.
        return _try(capture, wish, plain.fourcc or "YUYV")
    return packed


def read_mode(capture: cv2.VideoCapture) -> CameraMode:
    """What the driver says about the mode in force; 0 where it does not know."""
    code = int(capture.get(cv2.CAP_PROP_FOURCC))
    letters = "".join(chr(code >> shift & 0xFF) for shift in (0, 8, 16, 24)) if code > 0 else ""
    return CameraMode(
        height=int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
        width=int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
        frame_rate=max(0.0, float(capture.get(cv2.CAP_PROP_FPS))),
        fourcc=letters if letters.isprintable() else "",
    )


def _try(capture: cv2.VideoCapture, wish: CameraMode, fourcc: str) -> CameraMode:
    # The order matters: DSHOW forgets the coding when the size is set after it, V4L2 the rate.
    code = cv2.VideoWriter.fourcc(*fourcc)
    capture.set(cv2.CAP_PROP_FOURCC, code)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, wish.width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wish.height)
    if sys.platform == "win32":
        capture.set(cv2.CAP_PROP_FOURCC, code)
    capture.set(cv2.CAP_PROP_FPS, wish.frame_rate)
    return read_mode(capture)
