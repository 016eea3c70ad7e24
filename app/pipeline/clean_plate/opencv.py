"""OpenCV, with its results taken for what they are: its stubs know of no array's dtype."""

from __future__ import annotations

from typing import Any

import app.video.opencv

cv2: Any = app.video.opencv.cv2
