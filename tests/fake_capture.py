"""A stand-in for cv2.VideoCapture with modes, as a driver would have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

# A usual USB 2 webcam: uncompressed 1280x720 only at 10 frames/s, MJPG at 30.
WEBCAM: Mapping[tuple[str, int, int], float] = {
    ("YUYV", 480, 640): 30.0,
    ("YUYV", 720, 1280): 10.0,
    ("MJPG", 480, 640): 30.0,
    ("MJPG", 720, 1280): 30.0,
}


def _noise(index: int, height: int, width: int) -> np.ndarray:
    return np.random.default_rng(index).integers(0, 255, (height, width, 3), np.uint8)


class FakeCapture:
    """Delivers numbered noise in the mode that was set; the nearest one, as drivers do.

    Attributes:
        calls: Properties set, in order.
        works: False: every further read fails.
        is_released: After `release`.
    """

    def __init__(
        self,
        modes: Mapping[tuple[str, int, int], float] = WEBCAM,
        *,
        draw: Callable[[int], np.ndarray] | None = None,
    ) -> None:
        self.modes = modes
        self.calls: list[tuple[int, float]] = []
        self.works = True
        self.is_released = False
        self._draw = draw
        self._index = 0
        self._fourcc, self._height, self._width = next(iter(modes))

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return not self.is_released

    def set(self, key: int, value: float) -> bool:
        self.calls.append((key, value))
        if key == cv2.CAP_PROP_FOURCC:
            letters = "".join(chr(int(value) >> shift & 0xFF) for shift in (0, 8, 16, 24))
            if any(fourcc == letters for fourcc, _, _ in self.modes):
                self._fourcc = letters
        elif key == cv2.CAP_PROP_FRAME_WIDTH:
            self._width = int(value)
        elif key == cv2.CAP_PROP_FRAME_HEIGHT:
            self._height = int(value)
        return True

    def _mode(self) -> tuple[int, int, float]:
        sizes = [
            (abs(height - self._height) + abs(width - self._width), height, width, rate)
            for (fourcc, height, width), rate in self.modes.items()
            if fourcc == self._fourcc
        ]
        _, height, width, rate = min(sizes)
        return height, width, rate

    def get(self, key: int) -> float:
        height, width, rate = self._mode()
        return {
            cv2.CAP_PROP_FRAME_HEIGHT: float(height),
            cv2.CAP_PROP_FRAME_WIDTH: float(width),
            cv2.CAP_PROP_FPS: rate,
            cv2.CAP_PROP_FOURCC: float(cv2.VideoWriter.fourcc(*self._fourcc)),
        }[key]

    def grab(self) -> bool:
        return self.works and not self.is_released

    def retrieve(self) -> tuple[bool, np.ndarray | None]:
        height, width, _ = self._mode()
        self._index += 1
        if self._draw is not None:
            return True, self._draw(self._index)
        return True, _noise(self._index, height, width)

    def read(self) -> tuple[bool, np.ndarray | None]:
        return self.retrieve() if self.grab() else (False, None)

    def release(self) -> None:
        self.is_released = True
