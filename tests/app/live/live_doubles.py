"""A clock, cameras and an owner for live sessions that a test drives step by step."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live.camera_feed import CameraFeed
from app.pipeline.live.events import Event
from app.pipeline.live.monitor import Result
from app.pipeline.live.source import Feed
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.worker import LiveWorker
from app.pipeline.settings import Settings
from app.video.frame import Frame
from app.video.source import SourceError, VideoSource
from gpu_unet.frame_format import FrameFormat

ROOM = (250, 10, 20)  # no background of these tests has a pixel near this red
CAMERA = SourceRequest("camera", "0")
RED = Settings(background=BackgroundSpec.parse("#c81e1e"), model="fast")
GREEN = Settings(background=BackgroundSpec.parse("#1ec81e"), model="fast")
CORNER = np.s_[20:40, 2:8]  # of a 48x64 picture, outside of the person
PATIENCE_S = 600.0  # for other threads on a busy machine; a pass takes milliseconds


def wait_until(condition: Callable[[], object], what: str = "") -> None:
    """Wait for another thread to bring something about: `what`, for readers."""
    while not condition():
        time.sleep(0.005)


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s

    def pass_s(self, seconds: float) -> None:
        self.now_s += seconds


def room(index: int, *, height: int = 48, width: int = 64) -> np.ndarray:
    """A camera's picture: the room everywhere, with two pixels that make each one different."""
    pixels = np.empty((height, width, 3), np.uint8)
    pixels[:] = ROOM
    pixels[0, :8] = [(index >> bit & 1) + 245 for bit in range(3)]
    pixels[0, 0] = pixels[height // 2, width // 2] = (245 + index % 10, 10, 20)
    return pixels


def shows_room(pixels: np.ndarray) -> bool:
    """Whether any pixel is of the room's colour."""
    distance = np.abs(pixels.astype(int) - np.array(ROOM)).max(axis=-1)
    return bool((distance < 40).any())


def shows(result: Result | None, colour: tuple[int, int, int]) -> bool:
    """Whether the background of a 48x64 result is of that colour."""
    return result is not None and np.abs(result.pixels[CORNER].astype(int) - colour).max() <= 8


class ScriptedCamera(VideoSource):
    """Delivers `room` pictures at once, or does what `behaviour` says.

    Attributes:
        behaviour: "flow", "stall" (read blocks), "freeze" (the same picture for ever), "fail"
            (read raises), "end" (read returns None).
        is_stalled: A read blocks.
        index: Of the newest picture.
    """

    is_live = True
    frame_count = None
    duration_s = None
    mode_sentence = "64x48, scripted"

    def __init__(self, *, height: int = 48, width: int = 64, interval_s: float = 0.005) -> None:
        self.name = "Scripted"
        self.format = FrameFormat(height, width)
        self.frame_rate = Fraction(30)
        self.behaviour = "flow"
        self.is_closed = False
        self.is_stalled = False
        self._interval_s = interval_s
        self.index = 0
        self._released = threading.Event()

    def read(self) -> Frame | None:
        time.sleep(self._interval_s)
        while self.behaviour == "stall" and not self._released.wait(0.005):
            self.is_stalled = True
        if self.behaviour == "fail":
            raise SourceError("the cable is out")
        if self.behaviour == "end":
            return None
        if self.behaviour != "freeze":
            self.index += 1
        return Frame(
            pixels=room(self.index, height=self.height, width=self.width),
            format=self.format,
            index=self.index,
            pts_s=self.index / 30,
            captured_s=time.perf_counter(),
        )

    def release(self) -> None:
        """End a stall for good: what a driver does at last."""
        self._released.set()

    def close(self) -> None:
        self.is_closed = True


class CameraBench:
    """Hands out scripted cameras and lets a test reach the one that is open.

    Attributes:
        opened: Every camera handed out.
        is_there: False: opening fails.
        behaviour, repeats_pictures: Of the cameras handed out from now on.
    """

    def __init__(self, *, height: int = 48, width: int = 64) -> None:
        self.opened: list[ScriptedCamera] = []
        self.is_there = True
        self.behaviour = "flow"
        self.repeats_pictures = False
        self.height, self.width = height, width

    @property
    def camera(self) -> ScriptedCamera:
        return self.opened[-1]

    def open(self) -> VideoSource:
        if not self.is_there:
            raise SourceError("there is no such camera")
        camera = ScriptedCamera(height=self.height, width=self.width)
        camera.behaviour = self.behaviour
        camera.repeats_pictures = self.repeats_pictures
        self.opened.append(camera)
        return camera

    def make_feed(self, request: object, on_event: Callable[[Event], None]) -> Feed:
        """For `LiveWorker(make_feed=...)`."""
        return CameraFeed(self.open, name="Scripted", on_event=on_event)

    def release(self) -> None:
        for camera in self.opened:
            camera.release()


class Owner:
    """Collects what a worker tells."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.finished: list[BaseException | None] = []
        self.results: list[Result] = []
        self.worker: LiveWorker | None = None

    def on_ready(self) -> None:
        assert self.worker is not None
        result = self.worker.latest.take()
        if result is not None:
            self.results.append(result)

    def of(self, kind: type) -> list:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def newest(self) -> Result | None:
        return self.results[-1] if self.results else None

    def wait_for(self, kind: type) -> object:
        wait_until(lambda: self.of(kind), kind.__name__)
        return self.of(kind)[-1]

    def wait_for_composite(self) -> Result:
        """The next result with a matte."""
        seen = len(self.results)
        wait_until(lambda: any(r.has_valid_matte for r in self.results[seen:]), "a composite")
        return next(r for r in self.results[seen:] if r.has_valid_matte)

    def wait_for_redraw_of_held_frame(self) -> None:
        """Until two pictures in a row are of one frame: nothing is on its way any more."""
        assert self.worker is not None
        for _ in range(3):
            seen = len(self.results)
            self.worker.want(alpha=False, original=False)  # draws the held frame again
            wait_until(lambda: len(self.results) > seen, "the held frame")  # noqa: B023

    def wait_for_background(self) -> Result:
        """The next result without a matte."""
        seen = len(self.results)
        wait_until(lambda: any(not r.has_valid_matte for r in self.results[seen:]), "background")
        return next(r for r in self.results[seen:] if not r.has_valid_matte)
