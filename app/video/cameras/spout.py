"""Spout: hands the picture to programs on this computer, with transparency; Windows only."""

from __future__ import annotations

import importlib

from app.messages.message import Message
from app.video.cameras.sender import (
    NAME,
    SenderKind,
    lacks,
    package_error,
    package_status,
)
from gpu_unet import Image

INSTALL_LINE = "pip install SpoutGL"


class SpoutConnection:
    """A Spout sender; its OpenGL context belongs to the thread that makes it.

    Args:
        height: Rows of every frame.
        width: Columns of every frame.
        frame_rate: Not used: receivers take frames as they come.

    Attributes:
        device: Its name in other programs.

    Raises:
        SenderError: The package is missing, as on other systems, or there is no OpenGL.
    """

    device = NAME

    def __init__(self, *, height: int, width: int, frame_rate: float) -> None:
        try:
            spout = importlib.import_module("SpoutGL")
            layout = importlib.import_module("SpoutGL.enums").GL_RGBA
        except (ImportError, OSError) as error:
            raise package_error(INSTALL_LINE, error) from error
        self._height, self._width, self._layout = height, width, layout
        self._sender = spout.SpoutSender()
        if not self._sender.createOpenGL():
            raise lacks("Spout", "OpenGL")
        self._sender.setSenderName(NAME)

    def send(self, pixels: Image) -> None:
        """Hand over a frame, uint8 RGBA (H, W, 4)."""
        if not self._sender.sendImage(pixels, self._width, self._height, self._layout, False, 0):
            raise OSError(Message("the picture was not taken"))
        self._sender.setFrameSync(NAME)

    def close(self) -> None:
        """Release sender and context."""
        self._sender.releaseSender()
        self._sender.closeOpenGL()


SPOUT = SenderKind(
    name="spout",
    title="Spout",
    open=SpoutConnection,
    status=lambda: package_status("SpoutGL", INSTALL_LINE),
    systems=("win32",),
)
