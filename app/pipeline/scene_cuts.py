"""SceneCuts: tells where another scene begins, from small pictures of successive frames."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from app.video.opencv import cv2

# A cut: the mean difference of two successive pictures, scaled down, in levels.
CUT_LEVELS, CUT_SIZE = 24.0, (32, 18)
LEAST_STILL = 0.1  # of the picture: with less that stands still, all of it counts

Plane = npt.NDArray[np.float32]


class SceneCuts:
    """Compares each picture with the one before (docs/decisions/0039)."""

    def __init__(self) -> None:
        self._before: tuple[Plane, Plane] | None = None  # the picture, and how much of it counts

    def forget(self) -> None:
        """The next picture follows none."""
        self._before = None

    def is_cut(
        self, rgb: npt.NDArray[np.uint8], moving: npt.NDArray[np.bool_] | None = None
    ) -> bool:
        """Whether another scene begins with this picture.

        Args:
            rgb: uint8 (h, w, 3).
            moving: bool (h, w): what moves within a scene, and so tells nothing; None: nothing.
        """
        small = cv2.resize(rgb, CUT_SIZE, interpolation=cv2.INTER_AREA).astype(np.float32)
        counts = np.ones(small.shape[:2], np.float32)
        if moving is not None:
            still = (~moving).astype(np.float32)
            counts[:] = cv2.resize(still, CUT_SIZE, interpolation=cv2.INTER_AREA)
        before, self._before = self._before, (small, counts)
        if before is None:
            return False
        weights = np.minimum(counts, before[1])
        if weights.mean() < LEAST_STILL:
            weights = np.ones_like(weights)
        change = small - before[0]
        change -= np.average(change.mean(2), weights=weights)  # light that is switched on is no cut
        return float(np.average(np.abs(change).mean(2), weights=weights)) > CUT_LEVELS
