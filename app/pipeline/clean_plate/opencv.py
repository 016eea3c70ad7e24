"""OpenCV with the types that its functions return: its stubs lose the dtype of an array."""

from __future__ import annotations

from typing import Any

import app.video.opencv

cv2: Any = app.video.opencv.cv2
