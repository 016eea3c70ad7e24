"""CameraMode: size, rate and coding of a camera's pictures, and which ones a camera offers."""

from __future__ import annotations

import sys
from dataclasses import dataclass


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
# What is tried where the system cannot list modes.
PROBED_SIZES = ((1080, 1920), (720, 1280), (600, 800), (480, 640), (360, 640), (240, 320))
PROBED_RATES = (60.0, 30.0)


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


def list_modes(target: str) -> list[CameraMode]:
    """The modes that a camera offers, largest and fastest first; opens the camera for a moment.

    Linux lists them; elsewhere the usual ones are asked for and what comes back is noted, which
    takes seconds: not for a window's own thread.

    Args:
        target: As for `video.camera.find_camera`.

    Raises:
        SourceError: No such camera, or it cannot be opened.
    """
    # Imported late: camera.py needs this file, and OpenCV loads slowly.
    from video.camera import find_camera

    info = find_camera(target)
    if sys.platform == "linux":
        from video.v4l2_modes import read_v4l2_modes

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
    import cv2

    from video.camera import negotiate
    from video.source import SourceError

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
