"""The virtual camera: opens a camera for other programs, by pyvirtualcam or PipeWire.

On Linux a v4l2loopback device comes first: every program sees it. Without one PipeWire shows the
camera to browsers, GNOME and OBS, and nothing has to be installed.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

from app.messages.message import Message, marked
from app.video.cameras.pipewire_camera import PipeWireCamera, has_pipewire
from app.video.cameras.sender import SenderError, SenderKind, SenderStatus, package_help

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
        return SenderStatus(
            False,
            Message("{what}. {help}", what=package_help(MODULE_LINE), help=_help()),
            (MODULE_LINE, *_commands()),
        )
    if sys.platform == "linux" and not _loopback_devices():
        return SenderStatus(
            False, Message("There is no v4l2loopback device. {help}", help=_help()), _commands()
        )
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
