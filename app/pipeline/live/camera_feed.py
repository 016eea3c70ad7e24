"""CameraFeed: reads a camera on a thread of its own, watches it, and reopens it when it stalls."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait

import numpy as np
import numpy.typing as npt

from app.messages import Message, inner
from app.pipeline.background_tasks import start_thread
from app.pipeline.live.events import (
    HostRefused,
    LoginRefused,
    Notice,
    SourceLost,
    SourceOpened,
    SourceReturned,
)
from app.pipeline.live.source import EventCallback, Feed, OpenSource
from app.video.frame import Frame
from app.video.network.access import HostRefusedError, LoginRefusedError
from app.video.source import SourceError, VideoSource

logger = logging.getLogger(__name__)

SAMPLED_ROW_STEP = 16


class Capture(threading.Thread):
    """Reads one opened camera, which it opens itself. The watching thread reads its attributes.

    Args:
        open_source: Called on the thread.
        on_frame: Receives the frames of a camera that is known to be alive, on the thread.
        clock: Monotonic seconds.

    Attributes:
        opened: The source, once it is open.
        error: The error that ended the thread; None so far.
        first_s: When the first frame came; None before.
        last_s: When the last frame came.
        changed_s: When a frame last showed that the camera is alive: it differed from the one
            before, or the source may repeat frames. None until the second frame at least.
    """

    def __init__(
        self,
        open_source: OpenSource,
        on_frame: Callable[[Frame], None],
        *,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        # A daemon: a driver's read that never returns must not keep the program from ending.
        super().__init__(name="camera-capture", daemon=True)
        self.opened: VideoSource | None = None
        self.error: OSError | None = None
        self.has_ended = False
        self.first_s: float | None = None
        self.last_s: float | None = None
        self.changed_s: float | None = None
        self._open_source = open_source
        self._on_frame = on_frame
        self._clock = clock
        self._previous: npt.NDArray[np.uint8] | None = None
        self._stop_event = threading.Event()

    def stop(self) -> None:
        """Ask the thread to end after its present read; does not wait."""
        self._stop_event.set()

    def run(self) -> None:
        """Open and read."""
        try:
            with self._open_source() as source:
                self.opened = source
                while not self._stop_event.is_set():
                    frame = source.read()
                    if frame is None:
                        self.has_ended = True
                        return
                    self._note(frame, may_repeat=source.repeats_pictures)
        except (SourceError, OSError) as error:
            self.error = error

    def _note(self, frame: Frame, *, may_repeat: bool) -> None:
        now = self._clock()
        previous = self._previous
        if previous is not None and (may_repeat or _differ(previous, frame.pixels)):
            self.changed_s = now
        self._previous = frame.pixels
        if self.first_s is None:
            self.first_s = now
        self.last_s = now
        # After `stop`, deliver nothing: a driver's read may return long after that.
        if self.changed_s is not None and not self._stop_event.is_set():
            self._on_frame(frame)


def _differ(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> bool:
    """Whether two frames differ in any byte; with a live sensor, comparing a few rows is enough."""
    if one.shape != other.shape:
        return True
    if not np.array_equal(one[::SAMPLED_ROW_STEP], other[::SAMPLED_ROW_STEP]):
        return True
    return not np.array_equal(one, other)


# A loss is noticed within two seconds: 1.5 s of silence and one poll interval at most.
STALL_S = 1.5
WATCH_INTERVAL_S = 0.1
# A camera may take long to wake up, and a network camera to answer, before its first frame.
FIRST_FRAME_S = 10.0
# Some send black until their sensor is awake, and would do so again if they were reopened.
FIRST_CHANGE_S = 5.0
RETRY_DELAYS_S = (0.5, 1.0, 2.0, 3.0)  # after plugging it in, a user waits only a little
# Stop sending a password that is refused: cameras lock accounts after many guesses.
MOST_REFUSALS = 3
LOOK_INTERVAL_S = 3.0
# A driver's read that does not return within this is left to its daemon thread.
RELEASE_S = 2.0
# With so many threads in a driver that does not return, wait until it returns from one of them.
MOST_STUCK = 3


class CameraFeed(Feed):
    """Watches one camera; reports when it is lost and when it is back.

    A camera is lost when its read raises, ends or stalls, and when it repeats the very same frame:
    drivers do that when the cable is out. Real sensors have noise, so two seconds without one
    changed byte mean a dead camera. After a repeated frame the state turns to "live" again only
    with a frame that differs. (Sources with `repeats_pictures` are exempt.) A password that is
    refused three times is not tried again, and a driver that does not return from three attempts
    is not asked again before it returns from one.

    Args:
        open_source: Opens the camera; called on the capture thread, again for every attempt.
        name: For sentences, until the camera has reported its own.
        on_event: Receives events, on the watching thread.
        clock: Monotonic seconds; the one that `Frame.captured_s` uses.
        look_around: Called every few seconds while the camera delivers, on a thread of its own.

    Attributes:
        capture: The present attempt to read the camera; None between two attempts.
    """

    is_live = True

    def __init__(
        self,
        open_source: OpenSource,
        *,
        name: str,
        on_event: EventCallback,
        clock: Callable[[], float] = time.perf_counter,
        look_around: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(on_event=on_event, clock=clock)
        self._open_source = open_source
        self._name = name
        self._was_live = False
        self._attempts = 0
        self._refusals = 0
        self._refused_host = ""  # that was told
        self._reopen_at_s = 0.0
        self._opened_at_s = clock()
        self._look_around = look_around
        self._look: Future[None] | None = None
        self._look_at_s = 0.0
        self.capture: Capture | None = None
        self._left: list[Capture] = []  # which were asked to end
        self._stop_event = threading.Event()

    def start(self) -> None:
        """Begin to watch and to capture."""
        self._start_thread("camera-watch", self._run)

    def take(self, timeout_s: float) -> Frame | None:
        """The newest frame of a camera that is alive; None when it is lost."""
        self._raise_if_thread_failed()
        frame = self._slot.take(timeout_s)
        if frame is None or self.state != "live":
            return None
        # A frame from just before a loss must not appear as new after the return.
        return frame if self._clock() - frame.captured_s < STALL_S else None

    def stop(self) -> None:
        """End the threads; a stuck capture is left to its daemon thread."""
        self._stop_event.set()
        self._join_thread()

    def _run(self) -> None:
        try:
            while not self._stop_event.wait(WATCH_INTERVAL_S):
                self.watch()
        finally:
            capture, self.capture = self.capture, None
            if capture is not None:
                capture.stop()
                capture.join(RELEASE_S)
            if self._look is not None:
                wait([self._look], RELEASE_S)

    def watch(self) -> None:
        """Check the camera once; called by the feed's own thread, and by tests step by step."""
        now = self._clock()
        capture = self.capture
        if capture is None:
            self._left = [other for other in self._left if other.is_alive()]
            may_try = self._refusals < MOST_REFUSALS and len(self._left) < MOST_STUCK
            if now >= self._reopen_at_s and may_try:
                self._opened_at_s = now
                self.capture = Capture(self._open_source, self._deliver, clock=self._clock)
                self.capture.start()
            return
        trouble = self._trouble(capture, now)
        if trouble:
            self._lose(trouble, now)
        elif self.state != "live" and capture.changed_s is not None:
            self._welcome(capture)
        elif self.state == "live" and now >= self._look_at_s:
            if self._look is None or self._look.done():
                self._look = start_thread(
                    "camera-look", self._look_around, doing="looking for other cameras"
                )
            self._look_at_s = now + LOOK_INTERVAL_S

    def _trouble(self, capture: Capture, now: float) -> str:
        """What is wrong with the camera, as the second half of a sentence; empty: nothing."""
        if capture.error is not None:
            return inner(str(capture.error))
        if capture.has_ended:
            return Message("it stopped delivering pictures")
        if capture.last_s is None:
            if now - self._opened_at_s > FIRST_FRAME_S:
                return Message(
                    "it sent no picture within {seconds:.0f} seconds",
                    seconds=FIRST_FRAME_S,
                )
            return ""
        if now - capture.last_s > STALL_S:
            return Message("it stopped answering")
        changed_s, most_s = capture.changed_s, STALL_S
        if changed_s is None:
            changed_s, most_s = capture.first_s, FIRST_CHANGE_S
        if changed_s is not None and now - changed_s > most_s:
            return Message("it repeats the same picture (is its cover closed?)")
        return ""

    def _lose(self, trouble: str, now: float) -> None:
        capture, self.capture = self.capture, None
        if capture is not None:
            capture.stop()  # without joining: a stalled read may never return
            self._left.append(capture)
        self.state = "lost" if self._was_live else "opening"
        self._slot.take()
        refused = capture.error if capture is not None else None
        self._refusals = self._refusals + 1 if isinstance(refused, LoginRefusedError) else 0
        if self._refusals == MOST_REFUSALS:
            sentence = Message(
                "{trouble}. Gave up after three attempts; enter the address with the "
                "right name and password.",
                trouble=trouble,
            )
            self._on_event(LoginRefused(sentence))
            return
        delay_s = RETRY_DELAYS_S[min(self._attempts, len(RETRY_DELAYS_S) - 1)]
        self._reopen_at_s = now + delay_s
        logger.info("%s: %s; trying again in %.1f s", self._name, trouble, delay_s)
        if self._attempts == 0:  # one event per loss, whatever the number of attempts
            if self._was_live:
                sentence = Message(
                    "Camera {name} disconnected: {trouble}. Only the background is "
                    "shown until it is back.",
                    name=self._name,
                    trouble=trouble,
                )
                self._on_event(SourceLost(self._name, sentence))
            elif not isinstance(refused, HostRefusedError):
                sentence = Message("{trouble}. Retrying until it works.", trouble=trouble)
                if capture is not None and capture.opened is not None:
                    sentence = Message(
                        "Camera {name} shows no picture yet: {sentence}",
                        name=self._name,
                        sentence=sentence,
                    )
                self._on_event(Notice("warning", "camera-not-opened", sentence))
        if isinstance(refused, HostRefusedError) and refused.host != self._refused_host:
            self._refused_host = refused.host
            self._on_event(HostRefused(refused.host, Message("{error}.", error=refused)))
        self._attempts += 1

    def _welcome(self, capture: Capture) -> None:
        opened = capture.opened
        assert opened is not None, "a capture with a changed picture has opened its source"
        self._name = opened.name
        self._on_event(
            SourceOpened(
                name=opened.name,
                height=opened.height,
                width=opened.width,
                frame_rate=float(opened.frame_rate),
                duration_s=None,
                is_live=True,
                mode_sentence=getattr(opened, "mode_sentence", "")
                or Message(
                    "{size}, {rate:g} frames/s",
                    size=f"{opened.width}x{opened.height}",
                    rate=float(opened.frame_rate),
                ),
            )
        )
        if self._was_live:
            self._on_event(SourceReturned(opened.name))
        self._was_live = True
        self._attempts = self._refusals = 0
        self._refused_host = ""
        self.state = "live"
