"""Doubles for the window's tests: engines whose look obeys every setting, cameras to plug in."""

from __future__ import annotations

import threading
import time
from fractions import Fraction

import numpy as np
from doubles import FakeEngine, FakeEngineFactory
from drawn_camera import DrawnCamera

from app.messages import Message
from app.pipeline.live.camera_feed import CameraFeed
from app.pipeline.live.worker import make_feed
from app.video.cameras.camera_list import CameraMode
from app.video.cameras.sender import SenderStatus
from app.video.network.access import HostRefusedError, LoginRefusedError
from app.video.recording.sound import Microphone, SoundBlock
from app.video.source import SourceError
from gpu_unet.engine import Batch, Composites, Image
from gpu_unet.frame_format import FrameFormat
from gpu_unet.settings import EngineSettings
from gpu_unet.small_areas import small_areas
from gui.source.devices import Camera, Gpu, Inventory

HEIGHT, WIDTH = 180, 320
ROOM = (230, 20, 30)  # what must never be seen outside the person
BAND_PX = 10  # the fake person's soft edge
MODES = (CameraMode(360, 640, 30.0), CameraMode(180, 320, 30.0))
NO_GPU = Gpu(sentence="There is no NVIDIA GPU in this computer.")


class LookEngine(FakeEngine):
    """A box for the person whose edge obeys every setting, so that each can be seen.

    The box is a quarter from each side, moved inwards by the threshold; its edge band has the
    alpha 1 - softness / 2 and takes `light_wrap` of the background; a second, smaller figure
    stands at the lower right unless `largest_only`; the upper left corner is as bright as
    `smoothing`. Blur is grey, brighter with its strength. Frames are RGB.
    """

    def process(self, batch: Batch) -> Composites:
        if self.frame_format.layout != "rgb":
            return super().process(batch)
        frames, backgrounds, settings = batch.frames, batch.backgrounds, batch.settings
        assert not self.is_closed, "an engine was used after it was closed"
        self.gate.wait()
        self.calls += 1
        self.settings.append(settings)
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        alpha = look_alpha(settings, height=self.frame_format.height, width=self.frame_format.width)
        grey = np.uint8(50 + 100 * settings.blur_strength)
        out = []
        for index, frame in enumerate(frames):
            background = (
                np.full_like(frame, grey) if backgrounds is None else backgrounds[index].copy()
            )
            background[:20, :20] = np.uint8(255 * settings.edges.smoothing)
            person = frame[:, ::-1] if settings.mirror else frame
            plane = alpha[..., None] / 255
            if settings.background == "transparent":
                mixed = np.where(plane > 0, person, 0)
            else:
                band = (alpha > 0) & (alpha < 255) if settings.edges.softness else alpha < 0
                mixed = plane * person + (1 - plane) * background
                wrap = settings.edges.light_wrap
                mixed[band] = (1 - wrap) * mixed[band] + wrap * background[band]
            out.append(np.ascontiguousarray(mixed.astype(np.uint8)))
        return Composites(
            frames=out,
            alphas=[alpha] * len(out) if batch.want_alpha else None,
            stage_ms={"resize": 0.1, "network": 0.5, "composite": 0.2},
        )


def look_alpha(settings: EngineSettings, *, height: int, width: int) -> Image:
    edges = settings.edges
    inset = round((edges.threshold - 0.5) * 0.4 * height)
    alpha = np.zeros((height, width), np.uint8)
    rows = slice(height // 4 + inset, height * 3 // 4 - inset)
    columns = slice(width // 4 + inset, width * 3 // 4 - inset)
    alpha[rows, columns] = round(255 * (1 - edges.softness / 2))
    alpha[
        rows.start + BAND_PX : rows.stop - BAND_PX, columns.start + BAND_PX : columns.stop - BAND_PX
    ] = 255
    if not edges.largest_only:
        alpha[height * 7 // 8 :, width * 7 // 8 :] = 255
    if settings.areas:
        garbage, keep, _ = small_areas(settings.areas, height=height, width=width)
        alpha = np.where(garbage > 0, 0, np.maximum(alpha, keep)).astype(np.uint8)
    return alpha[:, ::-1].copy() if settings.mirror else alpha


class LookOpener(FakeEngineFactory):
    """Opens `LookEngine`s."""

    def make(self, frame_format, **options):
        return LookEngine(frame_format, **options)


HAS_CAMERA = SenderStatus(True)
NO_CAMERA = SenderStatus(
    False, Message("Install the optional package first: {command}", command="v4l2loopback")
)


def inventory(*cameras: str, microphones=(), has_virtual_camera=False) -> Inventory:
    return Inventory(
        cameras=tuple(
            Camera(name, name, MODES, index, (name,)) for index, name in enumerate(cameras)
        ),
        microphones=tuple(microphones),
        senders={"virtual_camera": HAS_CAMERA if has_virtual_camera else NO_CAMERA},
        gpu=NO_GPU,
    )


class FakeCameras:
    """Cameras that a test plugs in and out; each frame is the room, brighter on its left half.

    Attributes:
        plugged: Names that can be opened.
        taken: Names that another program holds.
        refuses: Names that take no password.
        leads_to: By name, the host that it wants its pictures fetched from.
        opened: (name, height, width, rate) of every opening.
    """

    def __init__(self, *names: str) -> None:
        self.plugged = set(names)
        self.taken: set[str] = set()
        self.refuses: set[str] = set()
        self.leads_to: dict[str, str] = {}
        self.gate = threading.Event()  # opening waits for it
        self.gate.set()
        self.opened: list[tuple[str, int | None, int | None, float | None]] = []

    def make_feed(self, request, on_event):
        if request.kind not in ("camera", "network"):
            return make_feed(request, on_event)
        return CameraFeed(lambda: self._open(request), name=request.target, on_event=on_event)

    def _open(self, request) -> DrawnCamera:
        target, name = request.target, str(request)
        self.gate.wait()
        if target not in self.plugged:
            raise SourceError(f"There is no camera {name}: no camera is plugged in.")
        if target in self.taken:
            raise SourceError(f"{name} is used by another program; close it there.")
        if target in self.refuses:
            raise LoginRefusedError(f"{name} refuses (401 Unauthorized)")
        wanted = self.leads_to.get(target)
        if wanted is not None and wanted not in request.allowed_hosts:
            raise HostRefusedError(name, wanted)
        self.opened.append((target, request.height, request.width, request.frame_rate))
        height, width = request.height or HEIGHT, request.width or WIDTH

        def draw(index: int) -> Image:
            if target not in self.plugged:
                raise SourceError(f"{name} was unplugged.")
            return room_picture(index, height=height, width=width)

        return DrawnCamera(
            draw,
            name=name,
            frame_format=FrameFormat(height, width),
            frame_rate=Fraction(30),
        )


class Tone(Microphone):
    """Half of what there is, or nothing but zeros, until it is closed."""

    sample_rate = 48_000

    def __init__(self, name: str, *, peak: float = 0.5) -> None:
        self.name = name
        self.is_closed = False
        self._samples = np.full(480, peak, np.float32)

    def read(self):
        time.sleep(0.002)
        return SoundBlock(self._samples, time.perf_counter())

    def close(self):
        self.is_closed = True


def room_picture(index: int, *, height: int, width: int) -> Image:
    """uint8 RGB: the room, its left half brighter by 25, with a corner that counts the frames."""
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = ROOM
    picture[:, : width // 2] = (ROOM[0] + 25, ROOM[1] + 25, ROOM[2] + 25)
    picture[:4, -8:, 1:] = index % 200  # real sensors never repeat a picture
    return picture
