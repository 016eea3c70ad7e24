"""A live recording under a test's control, and what a file of it holds."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

from app.video.output import Output
from app.video.recording.recorder import LiveRecorder
from gpu_unet.frame_format import FrameFormat

HEIGHT, WIDTH = 96, 128
YUV = FrameFormat(HEIGHT, WIDTH, "yuv420")


def picture(level: int, *, height: int = HEIGHT, width: int = WIDTH) -> np.ndarray:
    pixels = np.full((height * 3 // 2, width), 128, np.uint8)
    pixels[:height] = level
    return pixels


class Recording:
    """A recorder fed with pictures at given times; waits so that none is lost to the queue."""

    def __init__(self, path: Path, **options):
        self.summaries = []
        self.encoded = []
        self.notices = []
        self.recorder = LiveRecorder(
            path,
            frame_rate=Fraction(30),
            on_stopped=self.summaries.append,
            on_encoded=self.encoded.append,
            on_notice=self.notices.append,
            **options,
        )

    def add(self, time_s: float, level: int = 100, pixels=None, coding=YUV, waits=True, **options):
        pixels = picture(level) if pixels is None else pixels
        rows, width = pixels.shape[:2]
        is_rgb = coding.layout == "rgb"
        before = len(self.encoded)
        own = replace(coding, height=rows if is_rgb else rows * 2 // 3, width=width)
        self.recorder.offer(Output(pixels, own, time_s, True, **options))
        while waits and len(self.encoded) == before and not self.summaries:
            time.sleep(0.001)

    def stop(self):
        self.recorder.stop()
        self.recorder.join()
        return self.summaries[0]


def read(path: Path) -> list[tuple[float, int]]:
    """Time and mean luma of every picture in the file."""
    with av.open(str(path)) as file:
        return [
            (float(frame.pts * frame.time_base), round(float(frame.to_ndarray()[:HEIGHT].mean())))
            for frame in file.decode(video=0)
        ]


def boxes(path: Path) -> list[bytes]:
    """Kinds of the file's outermost boxes."""
    found, data, position = [], path.read_bytes(), 0
    while position + 8 <= len(data):
        length = int.from_bytes(data[position : position + 4], "big")
        found.append(data[position + 4 : position + 8])
        position += max(8, length)
    return found
