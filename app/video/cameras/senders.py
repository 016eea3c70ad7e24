"""SENDERS: the ways to other programs, by name; each opens here.

On Linux a v4l2loopback device comes first as virtual camera: every program sees it. Without one
PipeWire shows the camera to browsers, GNOME and OBS, and nothing has to be installed.

The others send uint8 RGBA (H, W, 4). `requirements-live-alpha.txt` lists the packages, which are
imported once a connection opens. Its arguments are a frame's height and width, and the frame rate,
which Spout and Syphon leave to their receivers. `SenderError` says what is missing.

NDI is a trademark of Vizrt NDI AB. cyndilib's wheels carry its library. Nothing is loaded,
announced or sent before it is asked for: NDI announces a source by mDNS, and every computer of the
network can watch it.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from app.messages import Message, marked
from app.video.cameras.pipewire_camera import PipeWireCamera, has_pipewire
from app.video.cameras.sender import (
    NAME,
    Connection,
    SenderError,
    SenderKind,
    SenderStatus,
    package_help,
)
from gpu_unet import Image

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


def virtual_camera_status() -> SenderStatus:
    """Check without opening anything; cheap enough for a window's start."""
    if _takes_pipewire():
        return SenderStatus(True)
    if importlib.util.find_spec("pyvirtualcam") is None:
        words = Message("{what}. {help}", what=package_help(MODULE_LINE), help=_help())
        return SenderStatus(False, words, (MODULE_LINE, *_commands()))
    if sys.platform == "linux" and not _loopback_devices():
        words = Message("There is no v4l2loopback device. {help}", help=_help())
        return SenderStatus(False, words, _commands())
    return SenderStatus(True)


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
        raise SenderError(
            "{what} ({error}). {help}", what=package_help(MODULE_LINE), error=error, help=_help()
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


def _none_opened(tried: str) -> SenderError:
    return SenderError(
        "No virtual camera could be opened. Tried {tried} {help}", tried=tried, help=_help()
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


VIRTUAL_CAMERA = SenderKind(
    name="virtual_camera",
    title=marked("Virtual camera"),
    label="{name}",
    started=marked("Choose “{device}” as the camera in the other program."),
    open=lambda **format_: _open_camera(**format_),
    status=lambda: virtual_camera_status(),
    help=lambda: _help(),
    has_alpha=False,
)


NDI_LINE = "pip install cyndilib"
SPOUT_LINE = "pip install SpoutGL"
SYPHON_LINE = "pip install syphon-python"
UNITY_CAPTURE_HELP = Message(
    "Install Unity Capture (github.com/schellingb/UnityCapture: run Install.bat), close other "
    "programs that send to it, and switch it on again."
)
AVAHI_LINE = "sudo apt install avahi-daemon"
AVAHI_SOCKET = Path("/run/avahi-daemon/socket")
MOST_NAMES = 9  # as many senders of this program may run on a computer
_FINEST_RATE = 1001  # denominator of 29.97 frames/s and its like


def _imported(command: str, *names: str) -> list[Any]:
    """Modules of an optional package, which `command` installs."""
    try:
        return [importlib.import_module(name) for name in names]
    except (ImportError, OSError) as error:
        raise SenderError("{what} ({error}).", what=package_help(command), error=error) from error


def _status(package: str, command: str) -> SenderStatus:
    """Whether an optional package is installed; imports nothing."""
    if importlib.util.find_spec(package) is not None:
        return SenderStatus(True)
    return SenderStatus(False, package_help(command), (command,))


def _ndi_status() -> SenderStatus:
    status = _status("cyndilib", NDI_LINE)
    if status.is_available and sys.platform == "linux" and not AVAHI_SOCKET.exists():
        sentence = Message(
            "Other programs find it only while Avahi runs (Debian and Ubuntu: {command}).",
            command=AVAHI_LINE,
        )
        return SenderStatus(True, sentence, (AVAHI_LINE,))
    return status


def _lacks(name: str, what: str) -> SenderError:
    return SenderError("{name} needs {what}, which this computer lacks.", name=name, what=what)


class NdiConnection:
    """An NDI source; NDI takes an odd size as the next smaller even one."""

    def __init__(self, *, height: int, width: int, frame_rate: float) -> None:
        (cyndilib,) = _imported(NDI_LINE, "cyndilib")
        for number in range(1, MOST_NAMES + 1):
            video = cyndilib.VideoSendFrame()
            video.set_resolution(width, height)
            video.set_frame_rate(Fraction(frame_rate).limit_denominator(_FINEST_RATE))
            video.set_fourcc(cyndilib.FourCC.RGBA)
            # A sender thread keeps the rate; NDI's clock would make it wait twice.
            sender = cyndilib.Sender(
                NAME if number == 1 else f"{NAME} {number}", clock_video=False, clock_audio=False
            )
            sender.set_video_frame(video)
            # No sound is sent; without this, cyndilib 0.1.3 crashes where the name is taken.
            sender.set_audio_frame(cyndilib.AudioSendFrame())
            try:
                sender.open()
            except MemoryError:  # what cyndilib makes of every refusal; usually the name is taken
                continue
            self._sender = sender
            self.device: str = sender.name  # the computer's name, then this program's
            self.close: Callable[[], None] = sender.close
            return
        raise SenderError(Message("NDI opens no source on this computer."))

    def send(self, pixels: Image) -> None:
        """Send a frame; waits until NDI has encoded it."""
        if not self._sender.write_video(pixels.reshape(-1)):
            raise OSError(Message("the source was closed"))


class SpoutConnection:
    """A Spout sender; its OpenGL context belongs to the thread that makes it."""

    device = NAME

    def __init__(self, *, height: int, width: int, frame_rate: float) -> None:
        spout, enums = _imported(SPOUT_LINE, "SpoutGL", "SpoutGL.enums")
        self._height, self._width, self._layout = height, width, enums.GL_RGBA
        self._sender = spout.SpoutSender()
        if not self._sender.createOpenGL():
            raise _lacks("Spout", "OpenGL")
        self._sender.setSenderName(NAME)

    def send(self, pixels: Image) -> None:
        """Hand over a frame."""
        if not self._sender.sendImage(pixels, self._width, self._height, self._layout, False, 0):
            raise OSError(Message("it did not accept the picture"))
        self._sender.setFrameSync(NAME)

    def close(self) -> None:
        """Release sender and context."""
        self._sender.releaseSender()
        self._sender.closeOpenGL()


def _open_unity_capture(*, height: int, width: int, frame_rate: float) -> Connection:
    """A camera of Unity Capture's driver.

    It runs beside OBS's virtual camera, which has no transparency, and which OBS may want itself.
    """
    (package,) = _imported(MODULE_LINE, "pyvirtualcam")
    try:
        return package.Camera(
            width=width,
            height=height,
            fps=frame_rate,
            fmt=package.PixelFormat.RGBA,
            backend="unitycapture",
        )
    except (RuntimeError, OSError, ValueError, KeyError) as error:  # KeyError: no such backend
        reason = str(error).strip().removeprefix("'unitycapture' backend: ").rstrip(".")
        raise SenderError(
            "{what} ({error}). {help}", what="Unity Capture", error=reason, help=UNITY_CAPTURE_HELP
        ) from error


class SyphonConnection:
    """A Syphon server with a Metal texture."""

    device = NAME

    def __init__(self, *, height: int, width: int, frame_rate: float) -> None:
        objc, syphon, arrays, raw = _imported(
            SYPHON_LINE, "objc", "syphon", "syphon.utils.numpy", "syphon.utils.raw"
        )
        self._pool, self._copy = objc.autorelease_pool, arrays.copy_image_to_mtl_texture
        with self._pool():
            self._server = syphon.SyphonMetalServer(NAME)
            self._texture = raw.create_mtl_texture(self._server.device, width, height)
        if self._texture is None:
            raise _lacks("Syphon", "Metal")

    def send(self, pixels: Image) -> None:
        """Hand over a frame."""
        # A thread without a run loop frees Metal's command buffers only in a pool of its own.
        with self._pool():
            self._copy(pixels, self._texture)
            self._server.publish_frame_texture(self._texture)

    def close(self) -> None:
        """Take the server away."""
        with self._pool():
            self._server.stop()


_KINDS = (
    VIRTUAL_CAMERA,
    SenderKind(
        name="ndi",
        title="NDI",
        label=marked("{name}, for every computer in your network"),
        started=marked("Programs in your network can receive \u201c{device}\u201d by {name}."),
        open=NdiConnection,
        status=_ndi_status,
    ),
    SenderKind(
        name="spout",
        title="Spout",
        open=SpoutConnection,
        status=partial(_status, "SpoutGL", SPOUT_LINE),
        systems=("win32",),
    ),
    SenderKind(
        name="unity",
        title="Unity Capture",
        open=_open_unity_capture,
        status=partial(_status, "pyvirtualcam", MODULE_LINE),
        help=lambda: UNITY_CAPTURE_HELP,
        systems=("win32",),
    ),
    SenderKind(
        name="syphon",
        title="Syphon",
        open=SyphonConnection,
        status=partial(_status, "syphon", SYPHON_LINE),
        systems=("darwin",),
    ),
)
SENDERS: dict[str, SenderKind] = {kind.name: kind for kind in _KINDS}


def senders_here() -> list[SenderKind]:
    """Those that this system has."""
    return [kind for kind in SENDERS.values() if kind.is_here]
