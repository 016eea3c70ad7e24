"""Syphon: hands the picture to programs on this computer, with transparency; macOS only."""

from __future__ import annotations

import importlib

from app.video.cameras.sender import (
    NAME,
    SenderKind,
    lacks,
    package_error,
    package_status,
)
from gpu_unet import Image

INSTALL_LINE = "pip install syphon-python"


class SyphonConnection:
    """A Syphon server with a Metal texture.

    Args:
        height: Rows of every frame.
        width: Columns of every frame.
        frame_rate: Not used: clients take frames as they come.

    Attributes:
        device: Its name in other programs.

    Raises:
        SenderError: The package is missing, as on other systems, or there is no Metal.
    """

    device = NAME

    def __init__(self, *, height: int, width: int, frame_rate: float) -> None:
        try:
            self._pool = importlib.import_module("objc").autorelease_pool
            syphon = importlib.import_module("syphon")
            self._copy = importlib.import_module("syphon.utils.numpy").copy_image_to_mtl_texture
            create_texture = importlib.import_module("syphon.utils.raw").create_mtl_texture
        except (ImportError, OSError) as error:
            raise package_error(INSTALL_LINE, error) from error
        with self._pool():
            self._server = syphon.SyphonMetalServer(NAME)
            self._texture = create_texture(self._server.device, width, height)
        if self._texture is None:
            raise lacks("Syphon", "Metal")

    def send(self, pixels: Image) -> None:
        """Hand over a frame, uint8 RGBA (H, W, 4)."""
        # A thread without a run loop frees Metal's command buffers only in a pool of its own.
        with self._pool():
            self._copy(pixels, self._texture)
            self._server.publish_frame_texture(self._texture)

    def close(self) -> None:
        """Take the server away."""
        with self._pool():
            self._server.stop()


SYPHON = SenderKind(
    name="syphon",
    title="Syphon",
    open=SyphonConnection,
    status=lambda: package_status("syphon", INSTALL_LINE),
    systems=("darwin",),
)
