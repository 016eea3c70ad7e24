"""ExrEncoder: makes OpenEXR files of half floats."""

from __future__ import annotations

from pathlib import Path

from app.video.files.exr_file import exr_bytes
from app.video.files.exr_options import Compression
from app.video.linear_picture import LinearPicture


class ExrEncoder:
    """Makes OpenEXR files.

    Args:
        compression: See `ExrOptions`.

    Attributes:
        bits: Bits of a sample.
    """

    bits = 16

    def __init__(self, compression: Compression) -> None:
        self._compression: Compression = compression

    def write(self, path: Path, picture: LinearPicture) -> None:
        """Make one file.

        Args:
            path: The file; an existing one is replaced.
            picture: What it holds.

        Raises:
            OSError: It cannot be written.
        """
        path.write_bytes(exr_bytes(picture, self._compression))
