"""Devices: watches cameras, microphones and ways to other programs on a thread."""

from __future__ import annotations

import importlib
import logging
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.pipeline.background_tasks import report_unexpected
from app.pipeline.compute import compute_thread
from app.video.cameras.camera_list import CameraMode
from app.video.source import SourceError
from gui.shared.language import tr

if TYPE_CHECKING:
    from app.video.cameras.camera_list import CameraInfo
    from app.video.cameras.sender import SenderStatus

log = logging.getLogger(__name__)

# Outside Linux a camera lists its modes only while it is open; it picks the nearest one.
USUAL_MODES = tuple(
    CameraMode(height, width, 30.0) for height, width in ((1080, 1920), (720, 1280), (480, 640))
)
POLL_S = 3.0  # polling interval where Qt reports no plugging


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera of this computer.

    Attributes:
        target: What a `SourceRequest` calls it.
        name: For people; two of the same kind are numbered.
        modes: Sizes and rates it offers, best first; empty where the system does not tell.
        index: The number that the command line may call it by; -1 for none.
        once: What `target` was or will be, with or without another camera of its name.
    """

    target: str
    name: str
    modes: tuple[CameraMode, ...] = ()
    index: int = -1
    once: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gpu:
    """Whether an NVIDIA GPU can be used: its name, or the sentence that says why not.

    Attributes:
        missing_for_any: What has to be installed for other cards; empty if nothing.
    """

    name: str = ""
    sentence: str = ""
    missing_for_any: str = ""


@dataclass(frozen=True, slots=True)
class Inventory:
    """What this computer has at the moment.

    Attributes:
        cameras, microphones: As the system lists them.
        senders: Whether each way to other programs should work, by name.
        gpu: None until it is known.
    """

    cameras: tuple[Camera, ...] = ()
    microphones: tuple[str, ...] = ()
    senders: Mapping[str, SenderStatus] = field(default_factory=dict)
    gpu: Gpu | None = None


class DeviceWatcher:
    """Tells when the inventory changes.

    Args:
        on_change: Called on the watcher's thread with the new `Inventory`, first of all once.
        look: Takes the inventory; slow, may touch hardware. Tests pass their own.
    """

    def __init__(
        self,
        on_change: Callable[[Inventory], None],
        look: Callable[[Inventory | None], Inventory] | None = None,
    ) -> None:
        self._on_change = on_change
        self._look = look or InventoryTaker()
        self._wake = threading.Event()
        self._is_stopping = False
        self._thread = threading.Thread(target=self._run, name="devices", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def look_again(self) -> None:
        """Take the inventory again soon; returns at once."""
        if isinstance(self._look, InventoryTaker):
            self._look.is_thorough = True
        self._wake.set()

    def stop(self) -> None:
        """End the thread and wait for it; may be called twice."""
        self._is_stopping = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        known: Inventory | None = None
        logged = ""
        while True:
            self._wake.clear()
            if self._is_stopping:  # asked after the clearing, which may take `stop`'s signal away
                return
            try:
                found = self._look(known)
            except Exception as error:  # of a driver; the next poll may succeed
                if repr(error) != logged:
                    log.error("devices cannot be listed", exc_info=error)
                logged = repr(error)
                found = known or Inventory()
            if found != known and not self._is_stopping:
                known = found
                self._on_change(found)
            self._wake.wait(POLL_S)


class InventoryTaker:
    """Lists this computer's devices; used by one thread.

    Attributes:
        is_thorough: List microphones as well at the next poll. Sound systems answer slowly and
            some write to the terminal, so not every poll does.
    """

    def __init__(self) -> None:
        self.is_thorough = True
        self._gpu: Future[Gpu] | None = None
        self._microphones: tuple[str, ...] = ()
        self._modes: dict[CameraInfo, tuple[CameraMode, ...]] = {}
        self._refusals: dict[CameraInfo, str] = {}

    def __call__(self, known: Inventory | None) -> Inventory:
        """Take the inventory; blocks on hardware, but never on the compute thread."""
        # Imported late, on this thread: OpenCV loads slowly.
        from app.video.cameras.camera_list import list_cameras
        from app.video.cameras.senders import senders_here
        from app.video.recording.microphone import list_microphones

        if self._gpu is None:
            # Only the compute thread may touch CUDA; it may be busy opening the engine.
            self._gpu = compute_thread().submit(look_for_gpu)
            report_unexpected(self._gpu, "looking for a GPU")
        if self.is_thorough:
            self._microphones = tuple(list_microphones())
            self.is_thorough = False
        return Inventory(
            cameras=self._cameras(list_cameras()),
            microphones=self._microphones,
            senders={kind.name: kind.status() for kind in senders_here()},
            gpu=_outcome(self._gpu) if self._gpu.done() else None,
        )

    def _cameras(self, found: list[CameraInfo]) -> tuple[Camera, ...]:
        names = [info.name for info in found]
        cameras = []
        for info in found:
            is_only = names.count(info.name) == 1
            target = info.name if is_only else info.path or str(info.index)
            name = info.name if is_only else f"{info.name} ({info.index})"
            once = tuple(filter(None, (info.name, info.path)))
            cameras.append(Camera(target, name, self._modes_of(info), info.index, once))
        return tuple(cameras)

    def _modes_of(self, info: CameraInfo) -> tuple[CameraMode, ...]:
        if info not in self._modes:
            try:
                self._modes[info] = modes_of(info)
            except SourceError as error:  # right after plugging it in, it may not be opened yet
                if self._refusals.get(info) != str(error):
                    log.info("modes of %s: %s", info.name, error)
                self._refusals[info] = str(error)
        return self._modes.get(info, USUAL_MODES)


def modes_of(info: CameraInfo) -> tuple[CameraMode, ...]:
    """A camera's modes if the system lists them without opening it; else the usual ones.

    Raises:
        SourceError: They cannot be read at present.
    """
    from app.video.cameras.camera_list import list_modes

    if sys.platform != "linux":
        return USUAL_MODES
    modes = list_modes(info)
    # Without the coding: what the window remembers of a mode is its size and rate.
    return tuple(CameraMode(mode.height, mode.width, mode.frame_rate) for mode in modes)


def _outcome(looked: Future[Gpu]) -> Gpu:
    error = looked.exception()
    if error is None:
        return looked.result()
    return Gpu(
        sentence=tr("The GPU cannot be used: {error}. See the log for details.", error=error)
    )


def look_for_gpu() -> Gpu:
    """The name of the GPU that the engine would use, or why there is none."""
    import gpu_unet

    missing = gpu_unet.Engine.missing_for_cards()
    try:
        return Gpu(name=gpu_unet.Gpu.find().name, missing_for_any=missing)
    except gpu_unet.GpuUnavailableError as error:
        return Gpu(sentence=str(error), missing_for_any=missing)


def watch_hot_plug(on_change: Callable[[], None]) -> QObject | None:
    """Call `on_change` on this thread at each plug and unplug.

    QtMultimedia belongs to PySide6-Addons, which we do not require: the device watcher looks every
    few seconds anyway, and this only makes it look at once. See docs/decisions/0009.

    Returns:
        The object to keep alive; None where QtMultimedia is not installed.
    """
    try:
        multimedia = importlib.import_module("PySide6.QtMultimedia")
    except ImportError:
        return None
    devices = multimedia.QMediaDevices()
    devices.videoInputsChanged.connect(on_change)
    devices.audioInputsChanged.connect(on_change)
    return devices
