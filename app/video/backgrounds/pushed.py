"""PushedBackground: pictures that another part of the program provides, such as of a screen."""

from __future__ import annotations

import numpy as np

from app.video.backgrounds.background import Background
from app.video.backgrounds.picture import fill_picture, rgb_to_format
from gpu_unet import FrameFormat, Image


class PushedBackground(Background):
    """Shows the newest picture that was pushed; black before the first.

    `push` may be called by any thread, the rest by one.
    """

    def __init__(self) -> None:
        self._newest: Image | None = None
        self._made_of: tuple[Image | None, FrameFormat] | None = None
        self._image: Image | None = None

    def push(self, picture: Image | None) -> None:
        """Show this picture from now on.

        Args:
            picture: uint8 (H, W, 3) RGB that is not written to any more; None for none.
        """
        self._newest = picture

    @property
    def aspect(self) -> float | None:
        """See `Background.aspect`."""
        newest = self._newest
        return None if newest is None else newest.shape[1] / newest.shape[0]

    def image_at(self, pts_s: float, frame_format: FrameFormat) -> Image:
        """See `Background.image_at`."""
        newest = self._newest
        made_of = self._made_of or (None, None)
        if self._image is not None and made_of[0] is newest and made_of[1] == frame_format:
            return self._image
        size = {"height": frame_format.height, "width": frame_format.width}
        picture = np.zeros((*size.values(), 3), np.uint8)
        if newest is not None:
            picture = fill_picture(newest, **size)
        self._image = rgb_to_format(picture, frame_format)
        self._image.flags.writeable = False
        self._made_of = (newest, frame_format)
        return self._image


# The window's thread pushes pictures of the screen here; backgrounds are opened on another thread.
# There is one, as there is one window.
SCREEN = PushedBackground()
