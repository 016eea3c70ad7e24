"""RecordingRoom: the clean plate of a recording, learnt from batch to batch during the job."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from app.pipeline.background_tasks import report_unexpected
from app.pipeline.clean_plate.keeper import News, PlateKeeper
from app.pipeline.engine_session import PlateHandOver
from gpu_unet import CleanPlate, Engine, Observation

# Seconds of the recording between two observations: while a plate is looked for; and once there is
# one, which changes slowly, or there has been none for `SEARCH_S`, since the camera moves. At 600
# frames/s, 0.4 s of a film pass in 20 ms.
OBSERVE_EVERY_S, OBSERVE_SELDOM_EVERY_S, SEARCH_S = 0.2, 0.4, 5.0
# A plate takes effect this many frames after the batch that it was learnt from. Two batches of four
# are in flight on a GPU before the first is collected; the rest, 30 ms at 400 frames/s, is time to
# learn.
EFFECT_AFTER = 20


class RecordingRoom:
    """Learns beside the job, on its own thread; the job waits only for a plate that is due.

    The result depends on the frames alone, however fast they are processed or learnt from: a plate
    takes effect at a fixed distance in frames.

    `prepare` is called on the compute thread, everything else by the job.

    Args:
        aspect: Width / height of the frames.
        tell: As for `PlateKeeper`; called on the learning thread.
    """

    def __init__(self, *, aspect: float, tell: Callable[[News], None] = lambda news: None) -> None:
        self._aspect = aspect
        self._keeper = PlateKeeper(tell)
        self._plate: CleanPlate | None = None
        self._known_from: int | None = None  # the frame from which on there has been a plate
        self._searching_since_s: float | None = None  # when the first was observed without one
        self._hand_over = PlateHandOver()
        self._due_s = 0.0
        self._asked_s: deque[float] = deque()  # times of frames whose observations are to come
        self._is_given_up = False
        self.wants_first_frame = False  # one offered may be in it
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recording-room")
        self._thread.submit(Engine.room_kernels)  # while the engine opens
        # Plates being learnt, each with the frame from which on it is used.
        self._learning: deque[tuple[int, Future[CleanPlate | None]]] = deque()

    def offer(self, rooms: Sequence[CleanPlate]) -> None:
        """Offer clean plates to recognise, the likeliest last; call it before the first batch."""
        for room in rooms:
            self._keeper.offer(room)
            self.wants_first_frame = True

    def begin(self, seen: Observation | None, time_s: float) -> None:
        """Learn from the first frame and use its plate from that frame on; waits for the result.

        Args:
            seen: What the network saw of the frame; None: the engine returned no observation.
        """
        self.wants_first_frame = False
        if seen is not None:
            self._use(self._keeper.observe(seen, time_s, aspect=self._aspect), 0)

    def give_up(self) -> None:
        """Stop learning: the camera moves."""
        self._is_given_up = True

    def advance(self, number: int) -> None:
        """Use the plate that is due at this frame; waits while it is still being learnt.

        Args:
            number: Number of the next batch's first frame, counted from 0.
        """
        while self._learning and self._learning[0][0] <= number:
            due, future = self._learning.popleft()
            self._use(future.result(), due)

    def prepare(self, engine: Engine, times_s: Sequence[float], number: int) -> list[int]:
        """Hand the plate to the engine before a batch; returns which of its frames to observe.

        Args:
            engine: The engine that runs the batch next.
        """
        if self._is_given_up or not engine.takes_clean_plate:
            return []
        self._hand_over.tell(engine, self._plate)
        is_known = self._known_from is not None and self._known_from <= number
        observed = []
        for n, time_s in enumerate(times_s):
            if time_s >= self._due_s:
                if self._searching_since_s is None:
                    self._searching_since_s = time_s
                is_seldom = is_known or time_s - self._searching_since_s >= SEARCH_S
                self._due_s = time_s + (OBSERVE_SELDOM_EVERY_S if is_seldom else OBSERVE_EVERY_S)
                self._asked_s.append(time_s)
                observed.append(n)
        return observed

    def observe_again(self) -> None:
        """Observe anew what `prepare` named and `learn` did not get: the engine failed."""
        if self._asked_s:
            self._due_s = self._asked_s[0]
            self._asked_s.clear()

    def learn(
        self, observations: Sequence[Observation], times_s: Sequence[float], number: int
    ) -> None:
        """Queue what the network saw of a batch for learning; does not wait.

        Args:
            observations: Of the frames that `prepare` named.
            number: Number of the batch's first frame.
        """
        for seen, time_s in zip(observations, times_s, strict=True):
            future = self._thread.submit(self._keeper.observe, seen, time_s, aspect=self._aspect)
            self._learning.append((number + EFFECT_AFTER, future))
            self._asked_s.popleft()

    def _use(self, plate: CleanPlate | None, number: int) -> None:
        self._plate = plate
        if plate is None:
            if self._known_from is not None:
                self._searching_since_s = None
            self._known_from = None
        elif self._known_from is None:
            self._known_from = number

    def close(self) -> None:
        """Learn from what is queued, and end the thread; may be called twice."""
        self._thread.shutdown(wait=True)
        while self._learning:
            report_unexpected(self._learning.popleft()[1], "learning the room")
