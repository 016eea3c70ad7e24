"""RecordingRoom: the room of a recording, followed from batch to batch while it is processed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gpu_unet.clean_plate import CleanPlate, Observation
from gpu_unet.engine import Engine
from pipeline.clean_plate.hand_over import PlateHandOver
from pipeline.clean_plate.keeper import News, PlateKeeper

OBSERVE_EVERY_S = 0.2  # of the recording


class RecordingRoom:
    """What comes out depends on the frames alone, not on how fast they are processed.

    `prepare` is called on the compute thread, `learn` by the job while it waits for nothing there.

    Args:
        aspect: Width by height of the frames.
        tell: As of `PlateKeeper`.
    """

    def __init__(self, *, aspect: float, tell: Callable[[News], None] = lambda news: None) -> None:
        self._aspect = aspect
        self._keeper = PlateKeeper(tell)
        self._plate: CleanPlate | None = None
        self._hand_over = PlateHandOver()
        self._due_s = 0.0
        self._is_given_up = False

    def offer(self, rooms: Sequence[CleanPlate]) -> None:
        """Rooms to recognise; the likeliest last."""
        for room in rooms:
            self._keeper.offer(room)

    def give_up(self) -> None:
        """Learn nothing: the camera moves."""
        self._is_given_up = True

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

    def learn(self, observations: Sequence[Observation], times_s: Sequence[float]) -> None:
        """Learn from what the network saw of a batch."""
        for seen, time_s in zip(observations, times_s, strict=True):
            if time_s >= self._due_s:
                self._due_s = time_s + OBSERVE_EVERY_S
                self._plate = self._keeper.observe(seen, time_s, aspect=self._aspect)
