"""An engine that remembers, as smoothing does, without a network; and how workers get it."""

from __future__ import annotations

import resource
import signal
import time

import numpy as np
from doubles import FakeEngine

try:
    from distributed import WorkerPlugin
except ImportError:
    WorkerPlugin = object

from app.cluster import queue, tasks
from app.pipeline.engines import KeptEngines, OpenedEngine
from app.pipeline.jobs import stages
from gpu_unet.engine import Batch, Composites
from gpu_unet.frames_ahead import REACH, Turns

KEPT = 0.9  # of the difference, from frame to frame; as with smoothing 0.6


class RememberingEngine(FakeEngine):
    """Each composite is a mixture with the one before it, as far as 57 frames are felt."""

    batch_size = 4
    pause_s = 0.0
    frames_until_told: int | None = None
    known = 0  # jobs of which the process was told before

    def __init__(self, *arguments, **keywords):
        super().__init__(*arguments, **keywords)
        self._kept = None

    def composite(self, frame, background, settings):
        if self.pause_s:
            time.sleep(self.pause_s)
        if self.frames_until_told is not None:
            RememberingEngine.frames_until_told = self.frames_until_told - 1
            while self.frames_until_told < 0 and len(tasks._cancelled) <= self.known:
                time.sleep(0.005)
        new = super().composite(frame, background, settings).astype(np.float32)
        self._kept = new if self._kept is None else KEPT * self._kept + (1 - KEPT) * new
        return np.rint(self._kept).astype(self.frame_format.dtype)

    def reset(self):
        super().reset()
        self._kept = None


class FilmEngine(RememberingEngine):
    """The composite holds the mean of the frames around it, as bright as they are."""

    takes_films = True

    def __init__(self, *arguments, **keywords):
        super().__init__(*arguments, **keywords)
        self._turns = None
        self._film = []

    @property
    def waiting(self):
        return 0 if self._turns is None else self._turns.waiting

    def film_steps(self, batch):
        yield
        frames, backgrounds = batch.frames, batch.backgrounds
        if self._turns is None:
            self._turns, self._film = Turns(self.batch_size), []
        turn = self._turns.next(len(frames))
        self._film += zip(frames, backgrounds or [None] * len(frames), strict=True)
        composites = Composites([], None, {})
        if turn.due:
            due = self._film[turn.done : turn.done + turn.due]
            pictures = [picture for _, picture in due if picture is not None]
            shown = [frame for frame, _ in due]
            composites = self.process(
                Batch(shown, pictures or None, batch.settings, want_alpha=batch.want_alpha)
            )
        rows = self.frame_format.height
        for n, out in enumerate(composites.frames, turn.done):
            near = self._film[max(0, n - REACH) : min(n + REACH + 1, turn.seen)]
            out[:rows] = np.mean([frame[:rows] for frame, _ in near], axis=0)
        self._turns.took(turn)
        if not self._turns.waiting and not frames:
            self._turns = None
        self._keep(composites)

    def reset(self):
        super().reset()
        self._turns = None


def filming(settings, frame_format, *, batch_size, notify):
    engine = FilmEngine(frame_format)
    engine.batch_size = batch_size
    return OpenedEngine(engine, "filming")


def remembering(settings, frame_format, *, batch_size, notify):
    engine = RememberingEngine(frame_format)
    engine.batch_size = batch_size
    return OpenedEngine(engine, "remembering")


def install(pause_s: float = 0.0) -> None:
    """In the process that calls it; each frame is told, however fast the machine is."""
    stages.REPORT_EVERY_S = queue.REPORT_EVERY_S = 0.0
    RememberingEngine.pause_s = pause_s
    RememberingEngine.frames_until_told = None
    tasks.engines = KeptEngines(remembering)


def install_until_told(frames: int) -> None:
    """As `install`, but behind so many frames the process waits for a job to be cancelled.

    The word goes over several threads: on a busy machine a short film would end before.
    """
    install(0.02)
    RememberingEngine.known, RememberingEngine.frames_until_told = len(tasks._cancelled), frames


class Doubles(WorkerPlugin):
    """For every worker, also for one that takes a dead one's place."""

    name = "doubles"

    def setup(self, worker):
        install()


def write_no_more(most_bytes: int) -> None:
    """From now on no file of this process grows beyond so much: as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, hard))


def write_again() -> None:
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
