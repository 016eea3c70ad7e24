"""Presenter: the thread between worker and window; renders the newest result, drops the rest."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

import cv2

from gui.view import Picture, ViewRequest, render
from pipeline.result import Result
from pipeline.slot import LatestSlot

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Task:
    """What to render from where, read once per picture."""

    results: LatestSlot[Result] | None
    request: ViewRequest


class Presenter:
    """Renders each newest result as the preview wants it; scaling costs the window nothing.

    All methods are quick and may be called from any thread. `on_picture` is called on the
    presenter's thread, only when nobody has been told of a picture yet.

    Attributes:
        pictures: The newest picture; take it from the window's thread.
    """

    def __init__(self, on_picture: Callable[[], None]) -> None:
        self.pictures: LatestSlot[Picture] = LatestSlot()
        self._on_picture = on_picture
        self._task = _Task(None, ViewRequest())
        self._last: Result | None = None
        self._is_due = False
        self._is_stopping = False
        self._condition = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="presenter", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it; may be called twice."""
        with self._condition:
            self._is_stopping = True
            self._condition.notify()
        if self._thread.is_alive():
            self._thread.join()

    def wake(self) -> None:
        """A new result waits in the worker's slot."""
        with self._condition:
            self._is_due = True
            self._condition.notify()

    def attach(self, results: LatestSlot[Result]) -> None:
        """Read results from this slot from now on; what an earlier one left is forgotten."""
        with self._condition:
            self._task = _Task(results, self._task.request)
            self._last = None
            self._is_due = True
            self._condition.notify()

    def forget(self) -> None:
        """Do not render the last result again: its source is gone."""
        with self._condition:
            self._last = None

    def request(self, request: ViewRequest) -> None:
        """Render for another view; the last result at once, later ones as they come."""
        with self._condition:
            self._task = _Task(self._task.results, request)
            self._is_due = True
            self._condition.notify()

    def _run(self) -> None:
        # Two cores are shared with the network: OpenCV's own threads would only push it aside.
        cv2.setNumThreads(1)
        while True:
            with self._condition:
                self._condition.wait_for(lambda: self._is_due or self._is_stopping)
                if self._is_stopping:
                    return
                self._is_due = False
                task = self._task
                result = task.results.take() if task.results else None
                result = result or self._last
                self._last = result
            if result is None or task.request.height < 1 or task.request.width < 1:
                continue
            picture = render(result, task.request)
            if self.pictures.put(picture):
                self._on_picture()
