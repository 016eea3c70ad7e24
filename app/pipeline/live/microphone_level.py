"""MicrophoneLevel: measures how loud a microphone is, for a look before recording."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import closing

import numpy as np

from app.pipeline.background_tasks import start_thread
from app.video.recording.microphone import open_microphone
from app.video.recording.sound import Microphone
from app.video.source import SourceError

RELEASE_S = 1.0  # a read that does not return is left to its daemon thread
SILENT_S = 3.0  # only zeros for this long: a working microphone has noise


class MicrophoneLevel:
    """Listens to one microphone at a time, on a thread of its own; no sound is kept.

    Every method may be called by any thread and returns at once, except `close`.

    Args:
        open_microphone: Opens one by its name; called on that thread.
    """

    def __init__(self, open_microphone: Callable[[str], Microphone] = open_microphone) -> None:
        self._open = open_microphone
        self._lock = threading.Lock()
        self.name = ""  # name of the microphone; empty: none
        self._peak = 0.0
        self.trouble = ""  # why there is no sound, as a sentence; or empty
        self.is_silent = False  # whether the device has delivered only zeros for a while
        self._ending = threading.Event()
        self._work: Future[None] | None = None

    def listen(self, name: str) -> None:
        """Listen to this microphone from now on; empty: to none."""
        with self._lock:
            if name == self.name:
                return
            self._ending.set()
            self.name, self._peak, self.trouble, self.is_silent = name, 0.0, "", False
            self._ending = ending = threading.Event()
            if name:
                self._work = start_thread(
                    "microphone-level",
                    lambda: self._run(name, ending),
                    doing="listening to the microphone",
                )

    def take(self) -> float:
        """The loudest sample since the last call, 0 to 1."""
        with self._lock:
            peak, self._peak = self._peak, 0.0
        return peak

    def close(self) -> None:
        """Stop, and wait a moment for the device to be released."""
        self.listen("")
        if self._work is not None:
            wait([self._work], RELEASE_S)

    def _run(self, name: str, ending: threading.Event) -> None:
        try:
            with closing(self._open(name)) as microphone:
                self._read(microphone, ending)
        except SourceError as error:
            with self._lock:
                if not ending.is_set():
                    self.trouble = str(error)

    def _read(self, microphone: Microphone, ending: threading.Event) -> None:
        zeros = 0
        while not ending.is_set():
            block = microphone.read()
            if block is None:
                return
            peak = float(np.abs(block.samples).max(initial=0.0))
            zeros = 0 if peak else zeros + len(block.samples)
            with self._lock:
                if not ending.is_set():
                    self._peak = max(self._peak, min(1.0, peak))
                    self.is_silent = zeros >= SILENT_S * microphone.sample_rate
