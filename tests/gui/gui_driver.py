"""GuiDriver: uses the window as a person does, and reads what the preview paints."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from doubles import FakeEngine, FakeOpener
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QWidget

from gpu_unet.engine import Composites, Image
from gpu_unet.settings import EngineSettings
from gui.app import App
from gui.devices import Camera, Gpu, Inventory
from gui.preview import picture_area
from gui.sliders import JumpSlider
from gui.source_panel import CameraMode
from pipeline.live.camera_feed import CameraFeed
from pipeline.live.sources import make_feed
from video.frame import PixelFormat
from video.source import SourceError
from video.synthetic import SyntheticCamera

HEIGHT, WIDTH = 180, 320
ROOM = (230, 20, 30)  # what must never be seen outside the person
BAND_PX = 10  # the fake person's soft edge
RGB = PixelFormat("rgb")
MODES = (CameraMode(360, 640, 30.0), CameraMode(180, 320, 30.0))
NO_GPU = Gpu(sentence="There is no NVIDIA GPU in this computer.")


class LookEngine(FakeEngine):
    """A box for the person whose edge obeys every setting, so that each can be seen.

    The box is a quarter from each side, moved inwards by the threshold; its edge band has the
    alpha 1 - softness / 2 and takes `light_wrap` of the background; a second, smaller figure
    stands at the lower right unless `largest_only`; the upper left corner is as bright as
    `smoothing`. Blur is grey, brighter with its strength. Frames are RGB.
    """

    def process(
        self,
        frames: Sequence[Image],
        backgrounds: Sequence[Image] | None,
        settings: EngineSettings,
        *,
        want_alpha: bool = False,
    ) -> Composites:
        if self.frame_format.layout != "rgb":
            return super().process(frames, backgrounds, settings, want_alpha=want_alpha)
        assert not self.is_closed, "an engine was used after it was closed"
        self.gate.wait()
        self.calls += 1
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
            alphas=[alpha] * len(out) if want_alpha else None,
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
    return alpha[:, ::-1].copy() if settings.mirror else alpha


class LookOpener(FakeOpener):
    """Opens `LookEngine`s."""

    def __call__(self, settings, frame_format, *, batch_size, notify):
        opened = super().__call__(settings, frame_format, batch_size=batch_size, notify=notify)
        engine = LookEngine(frame_format, device=opened.engine.device)
        engine.gate = self.engines[-1].gate
        self.engines[-1] = engine
        object.__setattr__(opened, "engine", engine)
        return opened


def inventory(*cameras: str, microphones=(), has_virtual_camera=False) -> Inventory:
    return Inventory(
        cameras=tuple(Camera(name, name, MODES, index) for index, name in enumerate(cameras)),
        microphones=tuple(microphones),
        has_virtual_camera=has_virtual_camera,
        virtual_camera_sentence="" if has_virtual_camera else "Install v4l2loopback to use it.",
        gpu=NO_GPU,
    )


class FakeCameras:
    """Cameras that a test plugs in and out; each frame is the room, brighter on its left half.

    Attributes:
        plugged: Names that can be opened.
        taken: Names that another program holds.
        opened: (name, height, width, rate) of every opening.
    """

    def __init__(self, *names: str) -> None:
        self.plugged = set(names)
        self.taken: set[str] = set()
        self.gate = threading.Event()  # opening waits for it
        self.gate.set()
        self.opened: list[tuple[str, int | None, int | None, float | None]] = []

    def make_feed(self, request, tell):
        if request.kind not in ("camera", "network"):
            return make_feed(request, tell)
        return CameraFeed(lambda: self._open(request), name=request.target, tell=tell)

    def _open(self, request) -> SyntheticCamera:
        target, name = request.target, str(request)
        self.gate.wait()
        if target not in self.plugged:
            raise SourceError(f"There is no camera {name}: no camera is plugged in.")
        if target in self.taken:
            raise SourceError(f"{name} is used by another program; close it there.")
        self.opened.append((target, request.height, request.width, request.frame_rate))
        height, width = request.height or HEIGHT, request.width or WIDTH

        def draw(index: int) -> Image:
            if target not in self.plugged:
                raise SourceError(f"{name} was unplugged.")
            return room_picture(index, height=height, width=width)

        return SyntheticCamera(
            draw,
            name=name,
            height=height,
            width=width,
            frame_rate=Fraction(30),
            pixel_format=RGB,
        )


def room_picture(index: int, *, height: int, width: int) -> Image:
    """uint8 RGB: the room, its left half brighter by 25, with a corner that counts the frames."""
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = ROOM
    picture[:, : width // 2] = (ROOM[0] + 25, ROOM[1] + 25, ROOM[2] + 25)
    picture[:4, -8:, 1:] = index % 200  # real sensors never repeat a picture
    return picture


class GuiDriver:
    """A person at the window.

    Attributes:
        app: With `window`, `session` and `state`.
        opener: The engines.
        cameras: What can be plugged in.
        shown_folders: Files that were to be shown in the file manager.
    """

    def __init__(self, qtbot, app: App, opener: FakeOpener, cameras: FakeCameras) -> None:
        self.qtbot = qtbot
        self.app = app
        self.opener = opener
        self.cameras = cameras
        self.shown_folders: list[Path] = []
        self.is_stopped = False

    @property
    def window(self):
        return self.app.window

    # Looking

    def picture(self) -> Image:
        """uint8 RGB of the picture as it is painted now, in window pixels."""
        area = picture_area(self.window.preview)
        return to_array(self.window.preview.grab(area).toImage())

    def colour(self, x: float, y: float) -> tuple[int, int, int]:
        """Mean colour of 3x3 pixels at a place given in parts of the picture's width and height."""
        picture = self.picture()
        row, column = int(y * picture.shape[0]), int(x * picture.shape[1])
        patch = picture[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
        red, green, blue = patch.reshape(-1, 3).mean(axis=0)
        return round(red), round(green), round(blue)

    def wait(self, condition: Callable[[], bool], timeout_ms: int = 20000) -> None:
        self.qtbot.waitUntil(condition, timeout=timeout_ms)

    def wait_colour(
        self, x: float, y: float, colour: tuple[int, int, int], tolerance: int = 14
    ) -> None:
        self.wait(lambda: is_near(self.colour(x, y), colour, tolerance))

    def wait_live(self) -> None:
        """Until a composite is painted."""
        preview = self.window.preview
        self.wait(lambda: preview.picture is not None and preview.picture.has_valid_matte)

    def notices(self) -> list[str]:
        return [card.sentence for card in self.window.notices.cards()]

    def wait_notice(self, part: str) -> None:
        self.wait(lambda: any(part in sentence for sentence in self.notices()))

    # Doing

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        assert widget.isVisible(), f"{widget.objectName()} cannot be seen"
        assert widget.isEnabled(), f"{widget.objectName()} is greyed out"
        if at is None:
            # A switch reacts on its knob and words, not on the empty rest of its row.
            middle = widget.rect().center()
            at = QPoint(12, middle.y()) if isinstance(widget, QCheckBox) else middle
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at)

    def press(self, key: Qt.Key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
        self.qtbot.keyClick(self.window, key, modifier)

    def choose(self, box: QComboBox, index: int) -> None:
        """With the arrow keys."""
        assert box.isVisible()
        self.qtbot.keyClick(box, Qt.Key.Key_Home)
        for _ in range(index):
            self.qtbot.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() == index

    def drag(self, slider: JumpSlider, share: float) -> None:
        """From where the handle is to `share` of the way."""
        start = QPoint(round(slider.width() * 0.5), slider.height() // 2)
        end = QPoint(round(7 + share * (slider.width() - 14)), slider.height() // 2)
        self.qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=start)
        self.qtbot.mouseMove(slider, end)
        self.qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=end)

    def drop(self, widget: QWidget, paths: list[Path]) -> None:
        """Files from the file manager."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        while not widget.acceptDrops():  # as Qt finds the one to ask
            widget = widget.parentWidget()
        at = widget.rect().center()
        enter = QDragEnterEvent(
            at,
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(widget, enter)
        assert enter.isAccepted()
        QApplication.sendEvent(
            widget,
            QDropEvent(
                QPointF(at),
                Qt.DropAction.CopyAction,
                data,
                Qt.MouseButton.LeftButton,
                Qt.KeyboardModifier.NoModifier,
            ),
        )

    def stop(self) -> None:
        """Close without questions."""
        if not self.is_stopped:
            self.is_stopped = True
            self.app.close()


def read(path: Path) -> Image:
    """uint8 RGB (frames, H, W, 3) of a film."""
    with av.open(str(path)) as container:
        return np.stack([frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)])


def to_array(image: QImage) -> Image:
    """uint8 RGB (H, W, 3)."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return rows[:, : image.width() * 3].reshape(image.height(), image.width(), 3).copy()


def is_near(one: Sequence[int], other: Sequence[int], tolerance: int = 14) -> bool:
    return all(abs(int(a) - int(b)) <= tolerance for a, b in zip(one, other, strict=True))
