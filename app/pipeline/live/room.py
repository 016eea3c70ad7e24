"""LiveRoom: learns the live session's clean plate, on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from app.messages import Message, sentence_of
from app.pipeline.background_tasks import TaskThread
from app.pipeline.clean_plate.keeper import Dropped, Learnt, News, PlateKeeper
from app.pipeline.clean_plate.room_file import KeptRooms, read_room, rooms_folder
from app.pipeline.live.events import Notice, PlateDropped, PlateLearnt, PlateTaken
from app.pipeline.live.source import EventCallback
from app.pipeline.settings import Settings
from app.video.frame import Frame
from app.video.source import SourceError
from gpu_unet import CleanPlate, Engine, Observation

OBSERVE_EVERY_S = 0.2

_SENTENCES = {
    "changed": Message("The camera view changed; Backdrop is learning the new one."),
    "nowhere": Message(
        "The picture of the empty room does not match the camera; Backdrop learns from "
        "the camera instead."
    ),
    "forgotten": Message("The learnt room was deleted."),
}


class LiveRoom:
    """`follow`, `wants`, `learn`, `start_over` and `close` are the worker's; others: any thread.

    Learning takes some milliseconds, five times a second, on a thread of its own. A frame never
    waits for it, but takes the plate that exists. If the thread is late, there are fewer
    observations, never a queue.

    Args:
        on_event: Receives `PlateLearnt`, `PlateDropped`, `PlateTaken`, and a notice about a file
            that holds no clean plate.
    """

    def __init__(self, on_event: EventCallback) -> None:
        self._on_event = on_event
        self._kept = KeptRooms(rooms_folder())
        self._tasks = TaskThread(
            "room", lambda sentence: on_event(Notice("error", "internal", sentence))
        )
        self._keeper = PlateKeeper(self._on_news)
        self._is_busy = threading.Event()
        self._is_on = False
        self._is_kept = False
        self._empty_room: Path | None = None
        self._camera = ""
        self._observed_s = 0.0
        self._observed: tuple[int, float] | None = None
        self._plate: CleanPlate | None = None
        # Changes with the source: observations of an earlier source are dropped.
        self._turn = object()

    @property
    def plate(self) -> CleanPlate | None:
        """The newest clean plate; None: none is known, or the user wants none. No sink gets it."""
        return self._plate if self._is_on else None

    def follow(self, settings: Settings) -> None:
        """Learn or forget, keep or delete, and begin with a picture, as the settings say."""
        begins = settings.learns_room and not self._is_on
        if settings.learns_room != self._is_on:
            self._is_on = settings.learns_room
            if self._is_on:
                self._load()
            else:
                self._forget_what_is_known()
        if settings.keeps_room != self._is_kept:
            self._is_kept = settings.keeps_room
            self._do(self._keep if self._is_kept else self._kept.forget_all)
            self._load()
        if settings.empty_room != self._empty_room:
            self._empty_room = settings.empty_room
            self._load()
        if begins:  # compiles: after a picture that may be none, before the first observation
            self._do(Engine.room_kernels)

    def wants(self, frame: Frame) -> bool:
        """Whether to learn from `frame`."""
        if not self._is_on or self._is_busy.is_set():
            return False
        if self._observed == (frame.index, frame.pts_s):
            return False  # the same frame drawn again
        return not 0 <= frame.captured_s - self._observed_s < OBSERVE_EVERY_S

    def learn(self, observation: Observation, frame: Frame) -> None:
        """Queue what the network saw of `frame` for learning; does not wait."""
        self._observed_s = frame.captured_s
        self._observed = (frame.index, frame.pts_s)
        self._is_busy.set()
        if not self._do(self._observe, observation, frame, self._turn):
            self._is_busy.clear()

    def start_over(self, camera: str = "") -> None:
        """Another source: forget the plate of the one before, and load the one that was kept.

        Args:
            camera: The camera's name; empty for other sources, whose plates are never kept.
        """
        self._do(self._keep)  # for the camera before, as it is known now
        self._forget_what_is_known()
        self._do(self._set_camera, camera)
        self._load()

    def take_for_empty(self) -> None:
        """Learn the picture as empty, because the user says that it is; `PlateTaken` follows."""
        self._do(self._take)

    def forget(self) -> None:
        """Forget the plate, also on disk."""
        self._forget_what_is_known()
        self._do(lambda: self._kept.forget(self._camera))

    def close(self) -> None:
        """End the thread; write the plate if the user asked to keep it, and drop it."""
        self._do(self._keep)
        self._tasks.close()
        self._is_on = False
        self._plate = None

    def _forget_what_is_known(self) -> None:
        self._turn = object()
        self._plate = None
        self._observed = None
        self._do(self._keeper.forget)

    def _load(self) -> None:
        if self._is_on:
            self._do(self._offer, self._empty_room)

    def _do(self, task: Callable[..., object], *arguments: object) -> bool:
        return self._tasks.run(Message("learning the room"), task, *arguments)

    # -- on its own thread

    def _observe(self, observation: Observation, frame: Frame, turn: object) -> None:
        try:
            if turn is self._turn:
                aspect = frame.width / frame.height
                plate = self._keeper.observe(observation, frame.captured_s, aspect=aspect)
                if turn is self._turn:
                    self._plate = plate
        finally:
            self._is_busy.clear()

    def _set_camera(self, camera: str) -> None:
        self._camera = camera

    def _offer(self, path: Path | None) -> None:
        if path is not None:
            try:
                self._keeper.offer(read_room(path))
            except (SourceError, MemoryError) as error:
                self._on_event(Notice("error", "room-unreadable", sentence_of(error)))
        elif self._is_kept and not self._keeper.is_announced:
            plate = self._kept.load(self._camera)
            if plate is not None:
                self._keeper.offer(plate, is_told=False)

    def _keep(self) -> None:
        if self._is_on and self._is_kept and self._keeper.is_announced:
            plate = self._keeper.snapshot()
            if plate is not None:
                self._kept.keep(self._camera, plate)

    def _take(self) -> None:
        is_learnt = self._keeper.take_for_empty()
        sentence = Message("Something moved, or someone was still in the picture. Try again.")
        if is_learnt:
            sentence = Message("This is your empty room.")
        self._on_event(PlateTaken(is_learnt, sentence))

    def _on_news(self, news: News) -> None:
        match news:
            case Learnt(share, is_return):
                sentence = Message("Room learnt. The cut-out is cleaner now.")
                if is_return:
                    sentence = Message("This room was learnt before.")
                self._on_event(PlateLearnt(share, sentence))
                self._keep()
            case Dropped(reason):
                self._on_event(PlateDropped(reason, _SENTENCES[reason]))
