"""Which modes a camera offers, and how to set the best one."""

from __future__ import annotations

import sys

from app.messages.message import Message
from app.video.cameras.camera_list import find_camera
from app.video.cameras.camera_mode import CameraMode, rank_of
from app.video.cameras.v4l2_modes import read_v4l2_modes
from app.video.opencv import cv2
from app.video.source import SourceError

# Sizes to try where the system cannot list modes.
PROBED_SIZES = ((1080, 1920), (720, 1280), (600, 800), (480, 640), (360, 640), (240, 320))
PROBED_RATES = (60.0, 30.0)


def list_modes(target: str) -> list[CameraMode]:
    """The modes that a camera offers, largest and fastest first; opens the camera for a moment.

    Linux lists them. Elsewhere the usual ones are requested and the answers collected, which takes
    seconds: not for a window's own thread.

    Args:
        target: As for `app.video.cameras.camera_list.find_camera`.

    Raises:
        SourceError: No such camera, or it cannot be opened.
    """
    info = find_camera(target)
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
                Message("Camera {index} cannot be opened; close programs that use it.", index=index)
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
