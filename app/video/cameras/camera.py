"""Camera: a camera of this computer through OpenCV, in its best mode."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from fractions import Fraction

import numpy as np

from app.messages.message import Message
from app.video.cameras.camera_list import (
    USUAL_MODE,
    CameraInfo,
    CameraMode,
    backends,
    find_camera,
    negotiate,
    read_mode,
)
from app.video.frame import Arrivals, Frame
from app.video.opencv import cv2
from app.video.source import SourceError, VideoSource
from gpu_unet import FrameFormat, Image

_PERMISSION_HELP = {
    "linux": Message("that you belong to the group video"),
    "win32": Message("that desktop apps may use the camera (Settings, Privacy, Camera)"),
    "darwin": Message("that this program may use the camera (System Settings, Privacy, Camera)"),
}
# Cameras send some of their first frames late or never while they wake up.
_FIRST_PICTURE_S = 6.0
_BETWEEN_READS_S = 0.05  # some drivers fail at once instead of waiting
# A JPEG damaged on the cable is normal; a second of damaged ones is a lost camera.
_UNDECODABLE_IN_A_ROW = 30


def open_camera(
    target: str | CameraInfo,
    *,
    height: int | None = None,
    width: int | None = None,
    frame_rate: float | None = None,
) -> Camera:
    """Open a camera in the mode nearest to the wanted one; by default 1280x720 at its best rate.

    Args:
        target: As for `find_camera`; or a camera that it returned.
        height, width: In pixels.
        frame_rate: Frames per second.

    Raises:
        SourceError: Unknown, in use by another program, forbidden, or it sends no picture.
    """
    info = find_camera(target) if isinstance(target, str) else target
    wanted = CameraMode(
        height=height or USUAL_MODE.height,
        width=width or USUAL_MODE.width,
        frame_rate=frame_rate or USUAL_MODE.frame_rate,
    )
    attempts = []
    for backend, api in backends():
        if info.backend and backend != info.backend and info.path:
            continue  # the number is valid for the backend that listed it
        capture = cv2.VideoCapture(info.index, api)
        if not capture.isOpened():
            capture.release()
            attempts.append(f"{backend}: it does not open")
            continue
        try:
            return Camera(capture, info, wanted)
        except SourceError as error:
            capture.release()
            attempts.append(f"{backend}: {error}")
    tried = "; ".join(attempts) or f"no way to cameras is known for {sys.platform}"
    raise SourceError(
        "{name} cannot be opened ({tried}). Close other programs that use it, check its "
        "plug, and {permissions}.",
        name=info.name,
        tried=tried,
        permissions=_PERMISSION_HELP.get(sys.platform, Message("its permissions")),
    )


class Camera(VideoSource):
    """An opened camera. Use `open_camera` to make one.

    Frames are converted once to I420: half the bytes for all later stages, and the format that
    recordings and virtual cameras need. Cameras of odd size are delivered as RGB.

    Args:
        capture: Opened; this object releases it.
        wanted: The mode to come near to.

    Attributes:
        mode: The mode that it delivers.
        mode_sentence: The same for people.
    """

    is_live = True
    frame_count = None
    duration_s = None

    def __init__(self, capture: cv2.VideoCapture, info: CameraInfo, wanted: CameraMode) -> None:
        self.info = info
        self.name = info.name
        self._capture = capture
        negotiate(capture, wanted)
        # One frame in the driver's queue: a second one would add a frame of delay for good.
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        first, captured_s = self._first_picture()
        self._first: tuple[np.ndarray, float] | None = first, captured_s
        height, width = first.shape[:2]
        delivered = read_mode(capture)
        self.mode = CameraMode(height, width, delivered.frame_rate, delivered.fourcc)
        self.mode_sentence = str(self.mode)
        self.frame_rate = Fraction(self.mode.frame_rate or 30.0).limit_denominator(1001)
        is_even = height % 2 == 0 and width % 2 == 0
        # OpenCV's RGB-to-I420 tables are those of BT.601, 16-235.
        self.format = (
            FrameFormat(height, width, "yuv420", "bt601") if is_even else FrameFormat(height, width)
        )
        self._arrivals = Arrivals(frame_format=self.format)

    def read(self) -> Frame | None:
        """The next frame, waiting for it.

        Raises:
            SourceError: The driver reports a failure, or the picture changed its size.
        """
        (bgr, captured_s), self._first = self._first or self._next(), None
        if bgr.shape[:2] != (self.height, self.width):
            raise SourceError(
                "the picture changed from {width}x{height} to {new_width}x{new_height}",
                width=self.width,
                height=self.height,
                new_width=bgr.shape[1],
                new_height=bgr.shape[0],
            )
        return self._arrivals.frame(self._convert(bgr), captured_s)

    def close(self) -> None:
        """Release the camera; may be called twice."""
        self._capture.release()

    def _next(self) -> tuple[np.ndarray, float]:
        for _ in range(_UNDECODABLE_IN_A_ROW):
            if not self._capture.grab():
                raise SourceError(Message("the driver gives no picture; check the plug"))
            captured_s = time.perf_counter()  # before it is decoded
            with suppress(cv2.error):  # some OpenCV backends raise it for a broken JPEG
                is_good, bgr = self._capture.retrieve()
                if is_good and bgr is not None:
                    return bgr, captured_s
        raise SourceError(
            Message("its pictures cannot be decoded; check the plug, or choose another size")
        )

    def _convert(self, bgr: np.ndarray) -> Image:
        is_yuv = self.format.layout == "yuv420"
        code = cv2.COLOR_BGR2YUV_I420 if is_yuv else cv2.COLOR_BGR2RGB
        return np.asarray(cv2.cvtColor(bgr, code), np.uint8)

    def _first_picture(self) -> tuple[np.ndarray, float]:
        until_s = time.perf_counter() + _FIRST_PICTURE_S
        while True:
            try:
                return self._next()
            except SourceError:
                if time.perf_counter() > until_s:
                    break
            time.sleep(_BETWEEN_READS_S)
        raise SourceError(Message("it opens but sends no picture; another program may be using it"))
