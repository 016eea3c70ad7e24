"""SceneCuts: tells where another scene begins, from small pictures of successive frames."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from app.video.opencv import cv2

# A cut: the mean difference of two successive pictures, scaled down, in levels.
CUT_LEVELS, CUT_SIZE = 24.0, (32, 18)


class SceneCuts:
    """Compares each picture with the one before (docs/decisions/0039)."""

    def __init__(self) -> None:
        self._picture: npt.NDArray[np.float32] | None = None

    def forget(self) -> None:
        """The next picture follows none."""
        self._picture = None

    def is_cut(self, rgb: npt.NDArray[np.uint8]) -> bool:
        """Whether another scene begins with this picture.

        Args:
            rgb: uint8 (h, w, 3).
        """
        small = cv2.resize(rgb, CUT_SIZE, interpolation=cv2.INTER_AREA).astype(np.float32)
        small -= small.mean()  # light that is switched on is no cut
        before, self._picture = self._picture, small
        return before is not None and float(np.abs(small - before).mean()) > CUT_LEVELS
