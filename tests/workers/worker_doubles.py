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

from cluster import tasks
from gpu_unet.clean_plate import Observation
from pipeline.engines import OpenedEngine
from pipeline.kept_engines import KeptEngines
from video.opencv import cv2

KEPT = 0.9  # of the difference, from frame to frame; as with smoothing 0.6


class RememberingEngine(FakeEngine):
    """Each composite is a mixture with the one before it, as far as 57 frames are felt."""

    batch_size = 4
    pause_s = 0.0

    def __init__(self, *arguments, **keywords):
        super().__init__(*arguments, **keywords)
        self._kept = None

    def _composite(self, frame, background, settings):
        if self.pause_s:
            time.sleep(self.pause_s)
        new = super()._composite(frame, background, settings).astype(np.float32)
        self._kept = new if self._kept is None else KEPT * self._kept + (1 - KEPT) * new
        return np.rint(self._kept).astype(np.uint8)

    def reset(self):
        super().reset()
        self._kept = None


class LookingEngine(RememberingEngine):
    """The composite holds the matte that was handed in, as bright as it is."""

    can_look = True

    def look_steps(self, frames):
        yield
        size = (self.architecture.width, self.architecture.height)
        seen = []
        for frame in frames:
            luma = cv2.resize(frame[: self.frame_format.height], size)
            # The pictures of these recordings lie far apart; as one scene they have a say.
            calm = np.dstack([luma // 16] * 3)
            seen.append(Observation(calm, luma))
        return seen

    def process(self, frames, backgrounds, settings, *, mattes=None, **options):
        composites = super().process(frames, backgrounds, settings, **options)
        size = (self.frame_format.width, self.frame_format.height)
        for out, matte in zip(composites.frames, mattes or (), strict=True):
            out[: size[1]] = cv2.resize(matte, size)
        return composites


def looking(settings, frame_format, *, batch_size, notify):
    engine = LookingEngine(frame_format)
    engine.batch_size = batch_size
    return OpenedEngine(engine, "looking")


def remembering(settings, frame_format, *, batch_size, notify):
    engine = RememberingEngine(frame_format)
    engine.batch_size = batch_size
    return OpenedEngine(engine, "remembering")


def install(pause_s: float = 0.0) -> None:
    """In whatever process this is called."""
    RememberingEngine.pause_s = pause_s
    tasks.engines = KeptEngines(remembering)


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
