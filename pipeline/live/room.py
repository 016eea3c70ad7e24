"""LiveRoom: the live session's room, learnt on a thread of its own for the next frame."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from frames.frame import Frame
from gpu_unet.clean_plate import CleanPlate, Observation
from pipeline.background_tasks import TaskThread
from pipeline.clean_plate.keeper import Dropped, Learnt, News, PlateKeeper
from pipeline.clean_plate.room_file import read_room
from pipeline.live.events import Notice, PlateDropped, PlateLearnt
from pipeline.live.source import EventCallback
from pipeline.sentences import sentence_of
from pipeline.settings import Settings
from video.source import SourceError

OBSERVE_EVERY_S = 0.2

_SENTENCES = {
    "changed": "The camera shows another view; Backdrop gets to know this one.",
    "nowhere": "The picture of the empty room shows another one than the camera does; Backdrop "
    "learns from the camera instead.",
    "forgotten": "Backdrop has forgotten the room.",
}


class LiveRoom:
    """`follow`, `wants`, `learn`, `start_over` and `close` are the worker's.

    What is learnt takes some milliseconds, five times a second, on a thread of its own: a frame
    does not wait for it, but goes with the plate that is there. If that thread is late, there are
    fewer observations, never a queue.

    Args:
        on_event: Receives `PlateLearnt`, `PlateDropped` and a notice about a file that is no room.
        read: Reads the picture of an empty room; tests hand in one of their own.
    """

    def __init__(
        self, on_event: EventCallback, *, read: Callable[[Path], CleanPlate] = read_room
    ) -> None:
        self._on_event = on_event
        self._read = read
        self._tasks = TaskThread("room", self._tell_trouble)
        self._keeper = PlateKeeper(self._on_news)
        self._is_busy = threading.Event()
        self._is_on = False
        self._empty_room: Path | None = None
        self._observed_s = 0.0
        self._observed: tuple[int, float] | None = None
        self._plate: CleanPlate | None = None
        self._turn = object()  # of the source: what was seen of the one before teaches nothing

    @property
    def plate(self) -> CleanPlate | None:
        """The newest; None where nothing is known, or nothing shall be."""
        return self._plate if self._is_on else None

    def follow(self, settings: Settings) -> None:
        """Learn or forget, and begin with a picture, as the settings say."""
        if settings.learns_room != self._is_on:
            self._is_on = settings.learns_room
            if not self._is_on:
                self.forget()
        if settings.empty_room != self._empty_room:
            self._empty_room = settings.empty_room
            self._read_empty_room()

    def wants(self, frame: Frame) -> bool:
        """Whether `frame` shall be learnt from."""
        if not self._is_on or self._is_busy.is_set():
            return False
        if self._observed == (frame.index, frame.pts_s):
            return False  # drawn again
        return not 0 <= frame.captured_s - self._observed_s < OBSERVE_EVERY_S

    def learn(self, observation: Observation, frame: Frame) -> None:
        """Learn from what the network saw of `frame`; does not wait."""
        self._observed_s = frame.captured_s
        self._observed = (frame.index, frame.pts_s)
        self._is_busy.set()
        if not self._do(self._observe, observation, frame, self._turn):
            self._is_busy.clear()

    def start_over(self) -> None:
        """Another source: forget what was behind the one before."""
        self._turn = object()
        self._plate = None
        self._observed = None
        self._do(self._keeper.forget)
        self._read_empty_room()

    def forget(self) -> None:
        """Know nothing; callable from any thread."""
        self._turn = object()
        self._plate = None
        self._do(self._keeper.forget)

    def close(self) -> None:
        """End the thread; nothing of the room is left."""
        self._is_on = False
        self._plate = None
        self._tasks.close()

    def _read_empty_room(self) -> None:
        if self._empty_room is not None and self._is_on:
            self._do(self._offer_file, self._empty_room)

    def _do(self, task: Callable[..., object], *arguments: object) -> bool:
        return self._tasks.run("learning the room", task, *arguments)

    # -- on the thread of its own

    def _observe(self, observation: Observation, frame: Frame, turn: object) -> None:
        try:
            if turn is self._turn:
                aspect = frame.width / frame.height
                plate = self._keeper.observe(observation, frame.captured_s, aspect=aspect)
                if turn is self._turn:
                    self._plate = plate
        finally:
            self._is_busy.clear()

    def _offer_file(self, path: Path) -> None:
        try:
            plate = self._read(path)
        except (SourceError, MemoryError) as error:
            self._on_event(Notice("error", "room-unreadable", sentence_of(error)))
            return
        self._keeper.offer(plate)

    def _on_news(self, news: News) -> None:
        match news:
            case Learnt(share, is_return):
                sentence = (
                    "Backdrop knows this room from before."
                    if is_return
                    else "Backdrop knows your room now, and tells you from it better."
                )
                self._on_event(PlateLearnt(share, sentence))
            case Dropped(reason):
                self._on_event(PlateDropped(reason, _SENTENCES[reason]))

    def _tell_trouble(self, sentence: str) -> None:
        self._on_event(Notice("error", "internal", sentence))
