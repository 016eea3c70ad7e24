"""OpenCV's module `cv2`, set up for cameras; whatever runs beside one imports it from here."""

from __future__ import annotations

import os
from typing import Any

# The capture thread of a vanished camera must not hang for OpenCV's usual ten seconds. Windows'
# hardware transforms make opening take half a minute and give nothing here. OpenCV reads both
# variables once.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "3")
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")

import cv2

# A missing camera is tried again and again; our own sentences report what went wrong.
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
# One colour conversion takes 0.15 ms on one thread; a pool would disturb the engine's.
cv2.setNumThreads(1)

# For calculations: OpenCV's stubs lose the dtype of an array.
untyped_cv2: Any = cv2

__all__ = ["cv2", "untyped_cv2"]
