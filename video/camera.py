"""Camera: a camera of this computer through OpenCV, by name, in its best mode."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from fractions import Fraction

# A vanished camera shall not hold its capture thread for OpenCV's usual ten seconds; Windows'
# hardware transforms make opening take half a minute and give nothing here.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "3")
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")

import cv2
import numpy as np
from cv2_enumerate_cameras import enumerate_cameras

from video.camera_modes import USUAL_MODE, CameraMode, rank_of
from video.frame import Frame, PixelFormat
from video.planes import Image
from video.source import SourceError, VideoSource

# Per system: the backends to try, best first, with OpenCV's number.
_BACKENDS: dict[str, tuple[tuple[str, int], ...]] = {
    "linux": (("V4L2", cv2.CAP_V4L2),),
    "win32": (("MSMF", cv2.CAP_MSMF), ("DSHOW", cv2.CAP_DSHOW)),
    "darwin": (("AVFoundation", cv2.CAP_AVFOUNDATION),),
}
_PERMISSION_HELP = {
    "linux": "that you belong to the group video",
    "win32": "that desktop apps may use the camera (Settings, Privacy, Camera)",
    "darwin": "that this program may use the camera (System Settings, Privacy, Camera)",
}
# Cameras send some of their first pictures late or not at all while they wake up.
_FIRST_PICTURE_S = 6.0
_BETWEEN_READS_S = 0.05  # some drivers fail at once instead of waiting

# A camera that is out is tried again and again; what went wrong is in our own sentences.
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
# One colour conversion takes 0.15 ms on one thread; a pool would only disturb the engine's.
cv2.setNumThreads(1)


@dataclass(frozen=True, slots=True)
class CameraInfo:
    """A camera of this computer.

    Attributes:
        index: OpenCV's, for the backend.
        name: As its maker calls it.
        backend: "V4L2", "MSMF", "DSHOW" or "AVFoundation".
        path: The system's name of the device; empty where it has none.
    """

    index: int
    name: str
    backend: str
    path: str = ""


def list_cameras() -> list[CameraInfo]:
    """The cameras that are plugged in now, without opening any."""
    for backend, api in _backends():
        found = [
            CameraInfo(camera.index, camera.name, backend, camera.path or "")
            for camera in enumerate_cameras(api)
        ]
        if found:
            return found
    return []


def find_camera(target: str) -> CameraInfo:
    """The camera that a number, a device path, or a name or a part of it means.

    Raises:
        SourceError: None or several; the message lists what there is.
    """
    cameras = list_cameras()
    word = target.strip()
    if word.isdigit():
        index = int(word)
        for camera in cameras:
            if camera.index == index:
                return camera
        # The list may be incomplete; opening will tell.
        return CameraInfo(index, f"Camera {index}", _backends()[0][0] if _backends() else "")
    exact = [camera for camera in cameras if word in (camera.path, camera.name)]
    part = [camera for camera in cameras if word.lower() in camera.name.lower()]
    for found in (exact, part):
        if len(found) == 1:
            return found[0]
    names = ", ".join(f"{camera.index}: {camera.name}" for camera in cameras)
    if exact or part:
        raise SourceError(f"Several cameras are called {word}; choose one by its number ({names}).")
    there = f"there are {names}" if names else "no camera is plugged in"
    raise SourceError(f"There is no camera {word}: {there}.")


def find_again(info: CameraInfo) -> CameraInfo:
    """The same camera after it was unplugged: numbers change, paths and names less so.

    Raises:
        SourceError: It is not plugged in.
    """
    cameras = list_cameras()
    for attribute in ("path", "name"):
        wanted = getattr(info, attribute)
        for camera in cameras:
            if wanted and getattr(camera, attribute) == wanted:
                return camera
    raise SourceError(f"{info.name} is not plugged in.")


def open_camera(
    target: str | CameraInfo,
    *,
    height: int | None = None,
    width: int | None = None,
    frame_rate: float | None = None,
) -> Camera:
    """Open a camera in the mode nearest to the wish; without one, 1280x720 at its best rate.

    Args:
        target: See `find_camera`; or one that was found.
        height: Rows.
        width: Columns.
        frame_rate: Frames per second.

    Raises:
        SourceError: Unknown, taken by another program, forbidden, or it sends no picture.
    """
    info = find_camera(target) if isinstance(target, str) else target
    wish = CameraMode(
        height=height or USUAL_MODE.height,
        width=width or USUAL_MODE.width,
        frame_rate=frame_rate or USUAL_MODE.frame_rate,
    )
    attempts = []
    for backend, api in _backends():
        if info.backend and backend != info.backend and info.path:
            continue  # the number belongs to the backend that listed it
        capture = cv2.VideoCapture(info.index, api)
        if not capture.isOpened():
            capture.release()
            attempts.append(f"{backend}: it does not open")
            continue
        try:
            return Camera(capture, info, wish)
        except SourceError as error:
            capture.release()
            attempts.append(f"{backend}: {error}")
    tried = "; ".join(attempts) or f"no way to cameras is known for {sys.platform}"
    raise SourceError(
        f"{info.name} cannot be opened ({tried}). Close other programs that use it, check its "
        f"plug, and {_PERMISSION_HELP.get(sys.platform, 'its permissions')}."
    )


class Camera(VideoSource):
    """An opened camera. Made by `open_camera`, which knows the way to it.

    Frames are converted once to I420: half the bytes for all that follows, and what recordings
    and virtual cameras want. Cameras of odd size are delivered as RGB.

    Args:
        capture: Opened; the camera releases it.
        info: What it is.
        wish: The mode to come near to.

    Attributes:
        info: What it is.
        mode: What it really delivers.
        mode_sentence: The same for people.
    """

    is_live = True
    frame_count = None
    duration_s = None

    def __init__(self, capture: cv2.VideoCapture, info: CameraInfo, wish: CameraMode) -> None:
        self.info = info
        self.name = info.name
        self._capture = capture
        negotiate(capture, wish)
        # One picture in the driver's queue: a second one would be a frame of delay for ever.
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._first = self._first_picture()
        self.height, self.width = self._first.shape[:2]
        delivered = read_mode(capture)
        self.mode = CameraMode(self.height, self.width, delivered.frame_rate, delivered.fourcc)
        self.mode_sentence = str(self.mode)
        self.frame_rate = Fraction(self.mode.frame_rate or 30.0).limit_denominator(1001)
        is_even = self.height % 2 == 0 and self.width % 2 == 0
        # OpenCV's RGB-to-I420 tables are those of BT.601, 16-235.
        self.format = PixelFormat("yuv420", "bt601", False) if is_even else PixelFormat("rgb")
        self._index = 0
        self._began_s: float | None = None

    def read(self) -> Frame | None:
        """The next frame, waiting for it.

        Raises:
            SourceError: The driver reports a failure, or the picture changed its size.
        """
        if self._first is not None:
            bgr, self._first = self._first, None
            captured_s = time.perf_counter()
        else:
            if not self._capture.grab():
                raise SourceError("the driver gives no picture; check the plug")
            captured_s = time.perf_counter()
            is_good, bgr = self._capture.retrieve()
            if not is_good or bgr is None:
                raise SourceError("the driver gives no picture; check the plug")
        if bgr.shape[:2] != (self.height, self.width):
            raise SourceError(
                f"the picture changed from {self.width}x{self.height} "
                f"to {bgr.shape[1]}x{bgr.shape[0]}"
            )
        if self._began_s is None:
            self._began_s = captured_s
        index = self._index
        self._index += 1
        return Frame(
            pixels=self._convert(bgr),
            height=self.height,
            width=self.width,
            format=self.format,
            index=index,
            pts_s=captured_s - self._began_s,
            captured_s=captured_s,
        )

    def close(self) -> None:
        """Release the camera; may be called twice."""
        self._capture.release()

    def _convert(self, bgr: np.ndarray) -> Image:
        is_yuv = self.format.layout == "yuv420"
        code = cv2.COLOR_BGR2YUV_I420 if is_yuv else cv2.COLOR_BGR2RGB
        return np.asarray(cv2.cvtColor(bgr, code), np.uint8)

    def _first_picture(self) -> np.ndarray:
        until_s = time.perf_counter() + _FIRST_PICTURE_S
        while True:
            is_good, bgr = self._capture.read()
            if is_good and bgr is not None:
                return bgr
            if time.perf_counter() > until_s:
                break
            time.sleep(_BETWEEN_READS_S)
        raise SourceError("it opens but sends no picture; another program may be using it")


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


def _backends() -> tuple[tuple[str, int], ...]:
    return _BACKENDS.get(sys.platform, ())
