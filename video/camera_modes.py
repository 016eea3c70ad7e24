"""Which modes a camera offers: asked of the system where it can tell, else tried out."""

from __future__ import annotations

import sys

from video.camera_list import find_camera
from video.camera_mode import CameraMode, negotiate
from video.opencv import cv2
from video.source import SourceError
from video.v4l2_modes import read_v4l2_modes

# What is tried where the system cannot list modes.
PROBED_SIZES = ((1080, 1920), (720, 1280), (600, 800), (480, 640), (360, 640), (240, 320))
PROBED_RATES = (60.0, 30.0)


def list_modes(target: str) -> list[CameraMode]:
    """The modes that a camera offers, largest and fastest first; opens the camera for a moment.

    Linux lists them; elsewhere the usual ones are asked for and what comes back is noted, which
    takes seconds: not for a window's own thread.

    Args:
        target: As for `video.camera_list.find_camera`.

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
            raise SourceError(f"Camera {index} cannot be opened; close programs that use it.")
        found = {
            negotiate(capture, CameraMode(height, width, rate))
            for height, width in PROBED_SIZES
            for rate in PROBED_RATES
        }
    finally:
        capture.release()
    return [mode for mode in found if mode.height and mode.width]
