"""Lists the cameras of this computer, and finds the one that the user means."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from cv2_enumerate_cameras import enumerate_cameras

from app.messages.message import Message
from app.video.network.address import without_password
from app.video.opencv import cv2
from app.video.source import SourceError

# Per system: OpenCV's backends for cameras, best first, with their numbers.
_BACKENDS: dict[str, tuple[tuple[str, int], ...]] = {
    "linux": (("V4L2", cv2.CAP_V4L2),),
    "win32": (("MSMF", cv2.CAP_MSMF), ("DSHOW", cv2.CAP_DSHOW)),
    "darwin": (("AVFoundation", cv2.CAP_AVFOUNDATION),),
}


@dataclass(frozen=True, slots=True)
class CameraInfo:
    """A camera of this computer.

    Attributes:
        index: OpenCV's number, for the backend.
        name: The manufacturer's name.
        backend: "V4L2", "MSMF", "DSHOW" or "AVFoundation".
        path: The system's name of the device; empty where it has none.
    """

    index: int
    name: str
    backend: str
    path: str = ""


def backends() -> tuple[tuple[str, int], ...]:
    """This system's camera backends, best first: name and OpenCV's number."""
    return _BACKENDS.get(sys.platform, ())


def list_cameras() -> list[CameraInfo]:
    """The cameras that are plugged in now, without opening any."""
    for backend, api in backends():
        found = [
            CameraInfo(camera.index, camera.name, backend, camera.path or "")
            for camera in enumerate_cameras(api)
        ]
        if found:
            return found
    return []


def find_camera(target: str) -> CameraInfo:
    """The camera with a number, a device path, or a name or part of it.

    Raises:
        SourceError: None or several match; the message lists the cameras.
    """
    cameras = list_cameras()
    word = target.strip()
    if word.isdigit():
        index = int(word)
        for camera in cameras:
            if camera.index == index:
                return camera
        # The list may be incomplete, so try to open it.
        return CameraInfo(index, f"Camera {index}", backends()[0][0] if backends() else "")
    exact = [camera for camera in cameras if word in (camera.path, camera.name)]
    part = [camera for camera in cameras if word.lower() in camera.name.lower()]
    for found in (exact, part):
        if len(found) == 1:
            return found[0]
    word = without_password(word)  # it may be an incomplete address
    names = ", ".join(f"{camera.index}: {camera.name}" for camera in cameras)
    if exact or part:
        raise SourceError(
            "Several cameras are called {word}; choose one by its number ({names}).",
            word=word,
            names=names,
        )
    there = (
        Message("there are {names}", names=names) if names else Message("no camera is plugged in")
    )
    raise SourceError("There is no camera {word}: {there}.", word=word, there=there)


def find_again(info: CameraInfo) -> CameraInfo:
    """The same camera after it was unplugged: numbers change, paths and names less so.

    Raises:
        SourceError: It is not plugged in.
    """
    cameras = list_cameras()
    for attribute in ("path", "name"):
        wanted = getattr(info, attribute)
        for camera in cameras:
            if wanted and getattr(camera, attribute) == wanted:
                return camera
    raise SourceError("{name} is not plugged in.", name=info.name)
