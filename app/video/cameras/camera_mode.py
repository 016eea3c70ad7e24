"""CameraMode: size, rate and coding of a camera's frames."""

from __future__ import annotations

from dataclasses import dataclass

from app.messages.message import Message


@dataclass(frozen=True, slots=True)
class CameraMode:
    """One mode in which a camera can deliver.

    Attributes:
        height: Rows.
        width: Columns.
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
