"""A session whose preview, recording and virtual camera are all watched for the room."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np
from doubles import FakeEngineFactory, person_box
from live_doubles import CAMERA, CameraBench, Owner, shows_room, wait_until

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live.worker import LiveWorker
from app.pipeline.settings import Settings

BLUE = Settings(background=BackgroundSpec.parse("#1e50c8"), model="fast")


class WatchedCamera:
    """A stand-in for pyvirtualcam: keeps every picture that other programs would have seen."""

    device = "fake"

    def __init__(self, **options):
        self.sent: list[np.ndarray] = []
        self.height, self.width = options["height"], options["width"]
        self.is_closed = False

    def send(self, pixels):
        self.sent.append(pixels.copy())

    def close(self):
        self.is_closed = True


class WatchedOwner(Owner):
    """Owns the session.

    Attributes:
        path: Of the recording.
        cameras: Every virtual camera that was opened.
    """

    def __init__(
        self, bench: CameraBench, engine_factory: FakeEngineFactory, path: Path, **options: object
    ) -> None:
        super().__init__()
        self.path = path
        self.cameras: list[WatchedCamera] = []
        self._bench, self._engine_factory = bench, engine_factory
        self.worker = LiveWorker(
            CAMERA,
            BLUE,
            on_ready=self.on_ready,
            on_event=self.events.append,
            on_finished=self.finished.append,
            engine_factory=engine_factory,
            make_feed=bench.make_feed,
            **options,  # type: ignore[arg-type]
        )
        self.worker.recordings.start(path)
        self.worker.senders["virtual_camera"].set(True)

    def open_camera(self, **options) -> WatchedCamera:
        """In the place of `app.video.cameras.senders._open_camera`."""
        self.cameras.append(WatchedCamera(**options))
        return self.cameras[-1]

    def sent(self) -> list[np.ndarray]:
        """What other programs have seen of it so far, over all virtual cameras."""
        return [pixels for camera in self.cameras for pixels in camera.sent]

    def stop(self) -> None:
        """End the session, whatever it waits for."""
        for engine in self._engine_factory.engines:
            engine.gate.set()
        self._engine_factory.gate.set()
        self._bench.release()
        self.worker.stop()
        assert self.finished == [None]

    def wait_for_the_end(self) -> BaseException | None:
        """Until the session has ended by itself; why it did."""
        wait_until(lambda: self.finished, "the end")
        (error,) = self.finished
        return error

    def _recorded(self) -> list[np.ndarray]:
        """What its recording shows so far; a running one may not have its header yet."""
        try:
            return recorded(self.path) if self.path.exists() else []
        except av.error.InvalidDataError:
            if self.finished:
                raise
            return []

    def assert_no_room_anywhere(self, *, but_in_the_box=False) -> None:
        """Not one pixel of the room in any picture that left; or only where the matte allows it."""
        rows, columns = person_box(height=48, width=64)
        pictures = [result.pixels.copy() for result in self.results]
        pictures += self._recorded()
        pictures += self.sent()
        assert pictures
        for pixels in pictures:
            if but_in_the_box:
                # Two pixels around it may take colour from it in the recording's 4:2:0.
                pixels = pixels.copy()
                pixels[rows.start - 4 : rows.stop + 4, columns.start - 4 : columns.stop + 4] = 0
            assert not shows_room(pixels)


def recorded(path: Path) -> list[np.ndarray]:
    """The pictures of a file."""
    with av.open(str(path)) as file:
        return [frame.to_ndarray(format="rgb24") for frame in file.decode(video=0)]
