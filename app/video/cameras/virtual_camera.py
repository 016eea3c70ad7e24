"""VirtualCamera: sends the composite to a camera for other programs, by pyvirtualcam or PipeWire.

On Linux a v4l2loopback device comes first: every program sees it. Without one PipeWire shows the
camera to browsers, GNOME and OBS, and nothing has to be installed.
"""

from __future__ import annotations

import importlib.util
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from app.messages.message import Message
from app.video.cameras.pipewire_camera import PipeWireCamera, has_pipewire
from app.video.pixels.colour import FastRgb
from gpu_unet import FrameFormat, Image

INSTALL_LINE = "sudo apt install v4l2loopback-dkms"
LOOPBACK_LINE = 'sudo modprobe v4l2loopback devices=1 exclusive_caps=1 card_label="Backdrop"'
_HELP = {
    "linux": (
        Message(
            "Install the v4l2loopback kernel module (Debian and Ubuntu: {install}), "
            "then run: {command}",
            install=INSTALL_LINE,
            command=LOOPBACK_LINE,
        )
    ),
    "win32": (
        Message(
            "Install OBS Studio 26 or newer, which brings the OBS Virtual Camera, "
            "or Unity Capture, and start this program again."
        )
    ),
    "darwin": (
        Message(
            "Install OBS Studio 30 or newer, start its virtual camera once, allow the extension in "
            "the system settings, and start this program again."
        )
    ),
}
MODULE_LINE = "pip install pyvirtualcam"
_MODULE_HELP = Message("Install the optional package first: {command}", command=MODULE_LINE)
# While a file is paused, readers still need frames: they give up on a silent camera.
REPEAT_S = 0.5


class VirtualCameraError(OSError):
    """No virtual camera could be opened; the message lists every attempt and what to install."""


@dataclass(frozen=True, slots=True)
class VirtualCameraStatus:
    """Whether a virtual camera should work.

    Attributes:
        is_available: It should.
        sentence: Why not, and what to do; empty if it should.
        commands: Those in the sentence, in order, to be copied one by one.
    """

    is_available: bool
    sentence: str
    commands: tuple[str, ...] = ()


def virtual_camera_status() -> VirtualCameraStatus:
    """Check without opening anything; cheap enough for a window's start."""
    if _takes_pipewire():
        return VirtualCameraStatus(True, "")
    if importlib.util.find_spec("pyvirtualcam") is None:
        return VirtualCameraStatus(
            False,
            Message("{what}. {help}", what=_MODULE_HELP, help=_help()),
            (MODULE_LINE, *_commands()),
        )
    if sys.platform == "linux" and not _loopback_devices():
        return VirtualCameraStatus(
            False, Message("There is no v4l2loopback device. {help}", help=_help()), _commands()
        )
    return VirtualCameraStatus(True, "")


class VirtualCamera:
    """Sends frames on a thread of its own at the camera's rate; the newest one wins.

    Args:
        height: Rows of every frame.
        width: Columns of every frame.
        frame_rate: How often readers are fed, in frames per second.
        on_sent: Told `captured_s` of every frame that was sent.
        on_failed: Told in one sentence why the thread ended by itself.

    Attributes:
        device: Its name in other programs.
        sent: Frames sent, repeated ones included.

    Raises:
        VirtualCameraError: No backend works.
    """

    def __init__(
        self,
        *,
        height: int,
        width: int,
        frame_rate: float,
        on_sent: Callable[[float], None] | None = None,
        on_failed: Callable[[str], None] | None = None,
    ) -> None:
        self.height = height
        self.width = width
        self.sent = 0
        self._interval_s = 1.0 / frame_rate
        self._on_sent = on_sent
        self._on_failed = on_failed
        self._converter = FastRgb()
        self._newest: tuple[Image, FrameFormat, float] | None = None
        self._changed = threading.Condition()
        self._is_stopping = False
        self._camera = _open_camera(height=height, width=width, frame_rate=frame_rate)
        self.device: str = self._camera.device
        self._thread = threading.Thread(target=self._run, name="virtual-camera")
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether frames are being sent; False after `close` or an error."""
        return self._thread.is_alive()

    def offer(self, pixels: Image, frame_format: FrameFormat, *, captured_s: float) -> None:
        """Hand over a frame of the camera's size; never waits."""
        with self._changed:
            self._newest = (pixels, frame_format, captured_s)
            self._changed.notify_all()

    def close(self) -> None:
        """Send the newest frame and end; may be called twice."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify_all()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        last: Image | None = None
        try:
            while not self._is_stopping:
                began_s = time.perf_counter()
                newest = self._take(REPEAT_S)
                if newest is not None:
                    last = self._rgb(newest)
                if last is not None:
                    self._camera.send(last)
                    self.sent += 1
                if newest is not None and self._on_sent is not None:
                    self._on_sent(newest[2])
                self._rest(began_s)
            # Send the frame offered last, which is the background alone.
            if (newest := self._take(0.0)) is not None:
                self._camera.send(self._rgb(newest))
        except (OSError, RuntimeError, ValueError) as error:  # what pyvirtualcam raises
            if self._on_failed is not None:
                self._on_failed(
                    Message(
                        "The virtual camera stopped ({error}). {help}", error=error, help=_help()
                    )
                )
        finally:
            self._camera.close()

    def _take(self, timeout_s: float) -> tuple[Image, FrameFormat, float] | None:
        with self._changed:
            if self._newest is None and not self._is_stopping:
                self._changed.wait(timeout_s)
            newest, self._newest = self._newest, None
            return newest

    def _rest(self, began_s: float) -> None:
        """Wait for the next frame's time; the last frame that arrives meanwhile counts."""
        with self._changed:
            while not self._is_stopping:
                left_s = began_s + self._interval_s * 0.9 - time.perf_counter()
                if left_s <= 0:
                    return
                self._changed.wait(left_s)

    def _rgb(self, newest: tuple[Image, FrameFormat, float]) -> Image:
        pixels, frame_format, _ = newest
        rgb = self._converter.rgb(pixels, frame_format)
        return np.ascontiguousarray(rgb)


def _open_camera(*, height: int, width: int, frame_rate: float) -> Any:
    if _takes_pipewire():
        try:
            return PipeWireCamera(height=height, width=width, frame_rate=frame_rate)
        except OSError as error:
            raise _none_opened(f"PipeWire: {error}") from error
    try:
        # Optional: most people record or export, which needs no driver.
        import pyvirtualcam
        from pyvirtualcam import camera as backends
    except ImportError as error:
        raise VirtualCameraError(
            Message("{what} ({error}). {help}", what=_MODULE_HELP, error=error, help=_help())
        ) from error
    attempts = []
    for backend in backends.BACKENDS:
        try:
            return pyvirtualcam.Camera(
                width=width,
                height=height,
                fps=frame_rate,
                fmt=pyvirtualcam.PixelFormat.RGB,
                backend=backend,
            )
        except (RuntimeError, OSError, ValueError) as error:
            reason = str(error).strip().removeprefix(f"'{backend}' backend: ")
            attempts.append(f"{backend}: {reason}")
    tried = "; ".join(attempts) or f"pyvirtualcam has no backend for {sys.platform}"
    raise _none_opened(tried)


def _none_opened(tried: str) -> VirtualCameraError:
    return VirtualCameraError(
        Message(
            "No virtual camera could be opened. Tried {tried} {help}", tried=tried, help=_help()
        )
    )


def _help() -> str:
    return _HELP.get(sys.platform, Message("This system has no known virtual camera."))


def _commands() -> tuple[str, ...]:
    return (INSTALL_LINE, LOOPBACK_LINE) if sys.platform == "linux" else ()


def _takes_pipewire() -> bool:
    """Whether PipeWire shows the camera: no other way is ready."""
    if sys.platform != "linux":
        return False
    is_ready = _loopback_devices() and importlib.util.find_spec("pyvirtualcam") is not None
    return not is_ready and has_pipewire()


def _loopback_devices() -> list[str]:
    """Names of v4l2loopback devices; the kernel lists virtual devices apart from real ones."""
    folder = Path("/sys/devices/virtual/video4linux")
    return sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []
