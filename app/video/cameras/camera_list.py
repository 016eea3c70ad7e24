"""The cameras of this computer: listed, found by number or name, and opened in their best mode."""

from __future__ import annotations

import errno
import os
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from cv2_enumerate_cameras import enumerate_cameras

from app.messages import Message
from app.video.frame import Arrivals, Frame
from app.video.network.address import without_password
from app.video.opencv import cv2
from app.video.source import SourceError, VideoSource
from gpu_unet import FrameFormat, Image

# Per system: OpenCV's backends for cameras, best first, with their numbers.
_BACKENDS: dict[str, tuple[tuple[str, int], ...]] = {
    "linux": (("V4L2", cv2.CAP_V4L2),),
    "win32": (("MSMF", cv2.CAP_MSMF), ("DSHOW", cv2.CAP_DSHOW)),
    "darwin": (("AVFoundation", cv2.CAP_AVFOUNDATION),),
}


@dataclass(frozen=True, slots=True)
class CameraInfo:
    """A camera of this computer.

    Attributes:
        index: OpenCV's number, for the backend.
        name: The manufacturer's name.
        backend: "V4L2", "MSMF", "DSHOW" or "AVFoundation".
        path: The system's name of the device; empty where it has none.
    """

    index: int
    name: str
    backend: str
    path: str = ""


def backends() -> tuple[tuple[str, int], ...]:
    """This system's camera backends, best first: name and OpenCV's number."""
    return _BACKENDS.get(sys.platform, ())


def list_cameras() -> list[CameraInfo]:
    """The cameras that are plugged in now, by number, without opening any."""
    for backend, api in backends():
        found = [
            CameraInfo(camera.index, camera.name, backend, camera.path or "")
            for camera in enumerate_cameras(api)
        ]
        if found:
            return sorted(found, key=lambda camera: camera.index)  # Linux has them in any order
    return []


def find_camera(target: str, *, is_full_name: bool = False) -> CameraInfo:
    """The camera with a number, a device path, or a name or part of it; "0" is the first one.

    Args:
        is_full_name: A part of a name is not enough.

    Raises:
        SourceError: None or several match; the message lists the cameras.
    """
    cameras = list_cameras()
    word = target.strip()
    if word.isdecimal():
        index = int(word)
        for camera in cameras:
            if camera.index == index:
                return camera
        if index == 0 and cameras:
            return cameras[0]
        # The list may be incomplete, so try to open it.
        return CameraInfo(index, f"Camera {index}", backends()[0][0] if backends() else "")
    exact = [camera for camera in cameras if word in (camera.path, camera.name)]
    named = [] if is_full_name else cameras
    part = [camera for camera in named if word.lower() in camera.name.lower()]
    for found in (exact, part):
        if len(found) == 1:
            return found[0]
    word = without_password(word)  # it may be an incomplete address
    names = ", ".join(f"{camera.index}: {camera.name}" for camera in cameras)
    if exact or part:
        raise SourceError(
            "Several cameras are called {word}; choose one by its number ({names}).",
            word=word,
            names=names,
        )
    there = (
        Message("there are {names}", names=names) if names else Message("no camera is plugged in")
    )
    raise SourceError("There is no camera {word}: {there}.", word=word, there=there)


def twins_of(info: CameraInfo) -> frozenset[str] | None:
    """Paths of other cameras of the same name, beside this one; None: it is not there now."""
    paths = frozenset(camera.path for camera in list_cameras() if camera.name == info.name)
    return paths - {info.path} if info.path in paths else None


def find_again(info: CameraInfo, twins: frozenset[str] = frozenset()) -> CameraInfo:
    """The same camera after it was unplugged: its name stays, its number and path may change.

    Args:
        info: As it was listed.
        twins: `twins_of` it while it was there: none of them is this camera.

    Raises:
        SourceError: It is not plugged in.
    """
    # Another camera may have its path now: on Linux the system gives numbers in turn.
    namesakes = [camera for camera in list_cameras() if camera.name == info.name]
    for camera in namesakes:
        if camera.path == info.path:
            return camera
    for camera in namesakes:
        if camera.path not in twins:
            return camera
    raise SourceError("{name} is not plugged in.", name=info.name)


@dataclass(frozen=True, slots=True)
class CameraMode:
    """One mode in which a camera can deliver.

    Attributes:
        height, width: In pixels.
        frame_rate: Frames per second; 0 if the driver reports none.
        fourcc: Four letters of the coding, e.g. "MJPG"; empty if unknown.
    """

    height: int
    width: int
    frame_rate: float
    fourcc: str = ""

    def __str__(self) -> str:
        """For people and logs."""
        said = f"{self.width}x{self.height}"
        if self.frame_rate:
            said = Message("{size}, {rate:g} frames/s", size=said, rate=self.frame_rate)
        return Message("{mode}, {coding}", mode=said, coding=self.fourcc) if self.fourcc else said


USUAL_MODE = CameraMode(height=720, width=1280, frame_rate=30.0)


def rank_of(mode: CameraMode, wanted: CameraMode) -> tuple[float, float, bool]:
    """How near a mode comes to the wanted one; greater is better: size, rate, sharpness.

    A rate above the wanted one gains nothing; a tenth of a frame per second makes no difference.
    """
    size_error = abs(mode.height - wanted.height) + abs(mode.width - wanted.width)
    return (
        -float(size_error),
        round(min(mode.frame_rate, wanted.frame_rate), 1),
        mode.fourcc != "MJPG",
    )


# Of the Linux kernel; structures as in linux/videodev2.h.
VIDIOC_ENUM_FMT = 0xC0405602
VIDIOC_ENUM_FRAMESIZES = 0xC02C564A
VIDIOC_ENUM_FRAMEINTERVALS = 0xC034564B
_CAPTURE = 1  # V4L2_BUF_TYPE_VIDEO_CAPTURE
_DISCRETE = 1  # V4L2_FRMSIZE_TYPE_DISCRETE and V4L2_FRMIVAL_TYPE_DISCRETE

# index, type, flags, description, pixelformat, mbus_code, reserved
FMTDESC = struct.Struct("=III32sII12x")
# index, pixel_format, type, {min_width/width, max_width/height, step_width, min_height, ...}
FRMSIZE = struct.Struct("=III6I8x")
# index, pixel_format, width, height, type, {numerator, denominator} x 3
FRMIVAL = struct.Struct("=IIIII6I8x")


def read_v4l2_modes(path: str) -> list[CameraMode]:
    """Every discrete mode that the driver lists; the largest of stepwise ones.

    Args:
        path: The device, e.g. "/dev/video0".

    Raises:
        SourceError: The device cannot be opened.
    """
    try:
        device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        raise SourceError(
            "The camera {path} cannot be opened ({reason}); check its plug, and that "
            "you belong to the group video.",
            path=path,
            reason=error.strerror,
        ) from error
    try:
        return [
            CameraMode(height, width, rate, struct.pack("<I", code).decode("ascii", "replace"))
            for _, _, _, _, code, _ in _entries(device, VIDIOC_ENUM_FMT, FMTDESC, _CAPTURE)
            for height, width in _sizes(device, code)
            for rate in _rates(device, code, height=height, width=width)
        ]
    finally:
        os.close(device)


def _sizes(device: int, code: int) -> Iterator[tuple[int, int]]:
    for entry in _entries(device, VIDIOC_ENUM_FRAMESIZES, FRMSIZE, code):
        _, _, kind, first, second, _, _, most_height, _ = entry
        if kind != _DISCRETE:
            yield most_height, second  # max_width stands where a discrete size has its height
            return
        yield second, first


def _rates(device: int, code: int, *, height: int, width: int) -> Iterator[float]:
    for entry in _entries(device, VIDIOC_ENUM_FRAMEINTERVALS, FRMIVAL, code, width, height):
        _, _, _, _, kind, numerator, denominator, *_ = entry
        if numerator:
            # The first interval of a stepwise range is the shortest: the highest rate.
            yield denominator / numerator
        if kind != _DISCRETE:
            return


def _entries(
    device: int, request: int, layout: struct.Struct, *asked: int
) -> Iterator[tuple[Any, ...]]:
    """The entries of a driver's list: structures that begin with their index and `asked`."""
    import fcntl  # late: Linux only

    for index in range(256):  # a limit, because a faulty driver may list entries for ever
        buffer = bytearray(layout.size)
        struct.pack_into(f"={1 + len(asked)}I", buffer, 0, index, *asked)
        try:
            fcntl.ioctl(device, request, buffer)
        except OSError as error:
            if error.errno in (errno.EINVAL, errno.ENOTTY, errno.ENODATA):
                return  # no more entries, or none of this kind
            raise SourceError(
                "The camera does not answer ({reason}).", reason=error.strerror
            ) from error
        yield layout.unpack(buffer)


# Sizes to try where the system cannot list modes.
PROBED_SIZES = ((1080, 1920), (720, 1280), (600, 800), (480, 640), (360, 640), (240, 320))
PROBED_RATES = (60.0, 30.0)


def list_modes(info: CameraInfo) -> list[CameraMode]:
    """The modes that a camera offers, largest and fastest first; opens the camera for a moment.

    Linux lists them. Elsewhere the usual ones are requested and the answers collected, which takes
    seconds: not for a window's own thread.

    Raises:
        SourceError: It cannot be opened.
    """
    if sys.platform == "linux":
        modes = read_v4l2_modes(info.path or f"/dev/video{info.index}")
    else:
        modes = _probe(info.index)
    return best_per_size(modes)


def best_per_size(modes: list[CameraMode]) -> list[CameraMode]:
    """One mode for each size and rate, uncompressed where there is a choice; sorted for a list."""
    best: dict[tuple[int, int, float], CameraMode] = {}
    for mode in modes:
        key = (mode.height, mode.width, mode.frame_rate)
        if key not in best or best[key].fourcc == "MJPG":
            best[key] = mode
    return sorted(
        best.values(), key=lambda mode: (mode.height * mode.width, mode.frame_rate), reverse=True
    )


def _probe(index: int) -> list[CameraMode]:
    capture = cv2.VideoCapture(index)
    try:
        if not capture.isOpened():
            raise SourceError(
                "Camera {index} cannot be opened; close programs that use it.", index=index
            )
        found = {
            negotiate(capture, CameraMode(height, width, rate))
            for height, width in PROBED_SIZES
            for rate in PROBED_RATES
        }
    finally:
        capture.release()
    return [mode for mode in found if mode.height and mode.width]


def negotiate(capture: cv2.VideoCapture, wanted: CameraMode) -> CameraMode:
    """Set the mode nearest to `wanted`, with MJPG only where that gives more frames per second.

    Uncompressed pictures of 1280x720 do not fit through USB 2 at more than 10 frames/s, so most
    webcams send MJPG for that size; otherwise uncompressed is sharper and cheaper.

    Returns:
        The mode that the driver reports now.
    """
    plain = _try(capture, wanted, "YUY2" if sys.platform == "win32" else "YUYV")
    packed = _try(capture, wanted, "MJPG")
    best = max((plain, packed), key=lambda mode: rank_of(mode, wanted))
    if best is plain:
        # The mode set last is in force, so set the better one again.
        return _try(capture, wanted, plain.fourcc or "YUYV")
    return packed


def read_mode(capture: cv2.VideoCapture) -> CameraMode:
    """The mode that the driver reports; 0 where it does not know."""
    code = int(capture.get(cv2.CAP_PROP_FOURCC))
    letters = "".join(chr(code >> shift & 0xFF) for shift in (0, 8, 16, 24)) if code > 0 else ""
    return CameraMode(
        height=int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
        width=int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
        frame_rate=max(0.0, float(capture.get(cv2.CAP_PROP_FPS))),
        fourcc=letters if letters.isprintable() else "",
    )


def _try(capture: cv2.VideoCapture, wanted: CameraMode, fourcc: str) -> CameraMode:
    # The order matters: DSHOW resets the coding when the size is set after it, V4L2 the rate.
    code = cv2.VideoWriter.fourcc(*fourcc)
    capture.set(cv2.CAP_PROP_FOURCC, code)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, wanted.width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wanted.height)
    if sys.platform == "win32":
        capture.set(cv2.CAP_PROP_FOURCC, code)
    capture.set(cv2.CAP_PROP_FPS, wanted.frame_rate)
    return read_mode(capture)


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
    info: CameraInfo,
    *,
    height: int | None = None,
    width: int | None = None,
    frame_rate: float | None = None,
) -> Camera:
    """Open a camera in the mode nearest to the wanted one; by default 1280x720 at its best rate.

    Args:
        info: As it was listed, or as `find_camera` returned it.
        height, width: In pixels.
        frame_rate: Frames per second.

    Raises:
        SourceError: In use by another program, forbidden, or it sends no picture.
    """
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

    def close(self) -> None:  # noqa: D102
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
