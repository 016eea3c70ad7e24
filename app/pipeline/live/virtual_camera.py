"""VirtualCameraOutput: opens, feeds and closes the virtual camera on request."""

from __future__ import annotations

from collections.abc import Callable

from app.messages.message import Message
from app.pipeline.background_tasks import TaskThread
from app.pipeline.live.events import VirtualCameraStarted, VirtualCameraStopped
from app.pipeline.live.output import Output
from app.pipeline.live.source import USUAL_FRAME_RATE, EventCallback
from app.video.cameras.virtual_camera import VirtualCamera, VirtualCameraError


class VirtualCameraOutput:
    """`offer` and `close` are the worker's; `set` may be called by any thread. Never waits.

    Args:
        on_event: Receives events.
        on_sent: Told `captured_s` of every frame that other programs got.
        tasks: The thread on which the camera is opened and closed.

    Attributes:
        frame_rate: The source's rate, at which readers are fed.
        is_wanted: Whether outputs are wanted.
    """

    def __init__(
        self, on_event: EventCallback, on_sent: Callable[[float], None], tasks: TaskThread
    ) -> None:
        self.frame_rate = USUAL_FRAME_RATE
        self.is_wanted = False
        self._on_event = on_event
        self._on_sent = on_sent
        self._tasks = tasks
        self._camera: VirtualCamera | None = None
        self._is_opening = False
        self._has_ended = False

    @property
    def is_on(self) -> bool:
        """Whether other programs are being fed."""
        return self._camera is not None

    def set(self, is_on: bool) -> None:
        """Open the camera with the next output, or close it."""
        if is_on and self._has_ended:
            self._on_event(
                VirtualCameraStopped(
                    Message(
                        "The live picture has ended, there is nothing to show to other programs; "
                        "choose a camera or a file first."
                    )
                )
            )
            return
        self.is_wanted = is_on
        if not is_on:
            self._tasks.run("closing the virtual camera", self.close)

    def end(self) -> None:
        """Close the camera for good: the session ends. Never waits."""
        self._has_ended = True
        self.set(False)

    def offer(self, output: Output) -> None:
        """Show an output to other programs."""
        camera = self._camera
        if camera is None:
            if self.is_wanted and not self._is_opening:
                self._is_opening = True
                self._tasks.run("opening the virtual camera", self._open, output)
            return
        if not camera.is_running and self._camera is camera:  # an unexpected error ended it
            self._on_failed(
                Message("The virtual camera stopped because of an internal error; see the log.")
            )
            return
        if (camera.height, camera.width) != (output.format.height, output.format.width):
            # A source of another size: readers need a camera of that size.
            self._camera = None
            self._tasks.run("closing the virtual camera", camera.close)
            return
        camera.offer(output.pixels, output.format, captured_s=output.captured_s)

    def close(self) -> None:
        """Close it now; to be called on the tasks' thread, or after that has ended."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()
            self._on_event(VirtualCameraStopped())

    def _open(self, output: Output) -> None:
        camera = None
        stopped = VirtualCameraStopped(
            Message("The virtual camera could not be opened because of an internal error.")
        )
        try:
            camera = VirtualCamera(
                height=output.format.height,
                width=output.format.width,
                frame_rate=self.frame_rate,
                on_sent=self._on_sent,
                on_failed=self._on_failed,
            )
        except VirtualCameraError as error:
            stopped = VirtualCameraStopped(str(error))
        finally:  # also after an unexpected error, or the camera would stay "opening" for ever
            if camera is None:
                self.is_wanted = False
            # Set before the flag is cleared, or the worker would open a second one.
            self._camera = camera
            self._is_opening = False
            self._on_event(stopped if camera is None else VirtualCameraStarted(camera.device))

    def _on_failed(self, sentence: str) -> None:
        self.is_wanted = False
        self._camera = None
        self._on_event(VirtualCameraStopped(sentence))
