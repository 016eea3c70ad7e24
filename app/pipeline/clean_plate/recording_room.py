"""RecordingRoom: the room of a recording, followed from batch to batch while it is processed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from app.pipeline.background_tasks import report_unexpected
from app.pipeline.clean_plate.hand_over import PlateHandOver
from app.pipeline.clean_plate.keeper import News, PlateKeeper
from gpu_unet.clean_plate import CleanPlate, Observation
from gpu_unet.engine import Engine

OBSERVE_EVERY_S = 0.2  # of the recording
# A plate is told to the engine this many frames after the batch that it was learnt from. Two
# batches of four are in flight on a GPU before the first is collected; the rest is time to learn.
EFFECT_AFTER = 12


class RecordingRoom:
    """Learns beside the job, on a thread of its own; a job waits only for a plate that is due.

    What comes out depends on the frames alone, not on how fast they are processed or learnt from:
    a plate takes effect at a fixed distance in frames.

    `prepare` is called on the compute thread, everything else by the job.

    Args:
        aspect: Width by height of the frames.
        tell: As of `PlateKeeper`; called on the thread that learns.
    """

    def __init__(self, *, aspect: float, tell: Callable[[News], None] = lambda news: None) -> None:
        self._aspect = aspect
        self._keeper = PlateKeeper(tell)
        self._plate: CleanPlate | None = None
        self._hand_over = PlateHandOver()
        self._due_s = 0.0
        self._is_given_up = False
        self._is_offered = False
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recording-room")
        # What is being learnt, each with the frame from which on it counts.
        self._learning: deque[tuple[int, Future[CleanPlate | None]]] = deque()

    @property
    def wants_first_frame(self) -> bool:
        """Whether `begin` has something to recognise in the first frame, before its batch."""
        return self._is_offered

    def offer(self, rooms: Sequence[CleanPlate]) -> None:
        """Rooms to recognise; the likeliest last. Before the first batch."""
        for room in rooms:
            self._keeper.offer(room)
            self._is_offered = True

    def begin(self, seen: Observation | None, time_s: float) -> None:
        """Take the plate of the first frame from that frame on; waits.

        Args:
            seen: What the network saw of it; None: the engine could not tell.
            time_s: Of the frame.
        """
        self._is_offered = False
        if seen is not None:
            self._plate = self._keeper.observe(seen, time_s, aspect=self._aspect)

    def give_up(self) -> None:
        """Learn nothing: the camera moves."""
        self._is_given_up = True

    def advance(self, number: int) -> None:
        """Take the plate that counts from this frame on; waits while it is still being learnt.

        Args:
            number: Of the first frame of the next batch, counted from 0.
        """
        while self._learning and self._learning[0][0] <= number:
            _, future = self._learning.popleft()
            self._plate = future.result()

    def prepare(self, engine: Engine, times_s: Sequence[float]) -> bool:
        """Tell the engine what is known before a batch; whether the batch shall be observed.

        Args:
            engine: Its next batch is the one.
            times_s: Of the batch's frames.
        """
        if self._is_given_up or not engine.takes_clean_plate:
            return False
        self._hand_over.tell(engine, self._plate)
        return any(time_s >= self._due_s for time_s in times_s)

    def learn(
        self, observations: Sequence[Observation], times_s: Sequence[float], number: int
    ) -> None:
        """Have what the network saw of a batch learnt from; does not wait.

        Args:
            observations: One for each frame.
            times_s: Of the frames.
            number: Of the first frame.
        """
        for seen, time_s in zip(observations, times_s, strict=True):
            if time_s >= self._due_s:
                self._due_s = time_s + OBSERVE_EVERY_S
                future = self._thread.submit(
                    self._keeper.observe, seen, time_s, aspect=self._aspect
                )
                self._learning.append((number + EFFECT_AFTER, future))

    def close(self) -> None:
        """Learn what is left, and end the thread; may be called twice."""
        self._thread.shutdown(wait=True)
        while self._learning:
            report_unexpected(self._learning.popleft()[1], "learning the room")
