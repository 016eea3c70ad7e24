"""Unity Capture: a camera with transparency for programs on this computer; Windows only.

It runs beside OBS's virtual camera, which has no transparency, and which OBS may want for itself.
"""

from __future__ import annotations

import importlib

from app.messages.message import Message
from app.video.cameras.sender import (
    SenderError,
    SenderKind,
    package_error,
    package_status,
)
from gpu_unet import Image

INSTALL_LINE = "pip install pyvirtualcam"
HELP = Message(
    "Install Unity Capture (github.com/schellingb/UnityCapture: run Install.bat), close other "
    "programs that send to it, and switch it on again."
)


class UnityCaptureConnection:
    """A camera of Unity Capture's driver.

    Args:
        height: Rows of every frame.
        width: Columns of every frame.
        frame_rate: Frames per second that the camera announces.

    Attributes:
        device: Its name in other programs.

    Raises:
        SenderError: The package or the driver is missing, or another program sends to it.
    """

    def __init__(self, *, height: int, width: int, frame_rate: float) -> None:
        try:
            package = importlib.import_module("pyvirtualcam")
        except ImportError as error:
            raise package_error(INSTALL_LINE, error) from error
        try:
            self._camera = package.Camera(
                width=width,
                height=height,
                fps=frame_rate,
                fmt=package.PixelFormat.RGBA,
                backend="unitycapture",
            )
        except (RuntimeError, OSError, ValueError, KeyError) as error:  # KeyError: no such backend
            reason = str(error).strip().removeprefix("'unitycapture' backend: ").rstrip(".")
            raise SenderError(
                "{what} ({error}). {help}", what="Unity Capture", error=reason, help=HELP
            ) from error
        self.device: str = self._camera.device

    def send(self, pixels: Image) -> None:
        """Hand over a frame, uint8 RGBA (H, W, 4)."""
        self._camera.send(pixels)

    def close(self) -> None:
        """Give the camera up."""
        self._camera.close()


UNITY_CAPTURE = SenderKind(
    name="unity",
    title="Unity Capture",
    open=UnityCaptureConnection,
    status=lambda: package_status("pyvirtualcam", INSTALL_LINE),
    help=lambda: HELP,
    systems=("win32",),
)
