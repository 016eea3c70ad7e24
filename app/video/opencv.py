"""OpenCV's module `cv2`, set up for cameras; whoever reads cameras imports it from here."""

from __future__ import annotations

import os

# A vanished camera shall not hold its capture thread for OpenCV's usual ten seconds; Windows'
# hardware transforms make opening take half a minute and give nothing here. Both are read once.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "3")
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")

import cv2

# A camera that is out is tried again and again; what went wrong is in our own sentences.
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
# One colour conversion takes 0.15 ms on one thread; a pool would only disturb the engine's.
cv2.setNumThreads(1)

__all__ = ["cv2"]
