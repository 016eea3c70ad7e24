"""View: renders a Result for the preview, off the window's thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

from app.pipeline.live.monitor import Result
from app.pipeline.slot import LatestSlot
from gui.preview.zoom import WHOLE, Part, Viewport, Zoom, seen_part

Pixels = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]
Checker = tuple[Colour, Colour]
# From this scale on, pixels are shown as squares.
SQUARES_FROM_SCALE = 2.0
CHECKER_PX = 12  # side of one square of the checkerboard, before scaling of the screen


class ViewMode(Enum):
    """What the preview shows; only RESULT ever leaves this machine."""

    RESULT = "result"
    MATTE = "matte"
    CUTOUT = "cutout"
    COMPARE = "compare"


@dataclass(frozen=True, slots=True)
class ViewRequest:
    """What the preview needs.

    Attributes:
        shows_original: The frame itself, while a key or button is held.
        height, width: Of the viewport, in device pixels.
        scale: Device pixels per window pixel, for the size of the checkerboard's squares.
        checker: (light, dark) grey levels of the checkerboard, 0-255 RGB each.
        zoom: Which part of the frame, and how large.
        desktop: Height and width of the cut-out on the desktop, in device pixels; 0: there is none.
    """

    mode: ViewMode = ViewMode.RESULT
    shows_original: bool = False
    height: int = 0
    width: int = 0
    scale: float = 1.0
    checker: Checker = ((255, 255, 255), (224, 224, 224))
    zoom: Zoom = WHOLE
    desktop: tuple[int, int] = (0, 0)

    @property
    def wants_desktop(self) -> bool:
        """Whether the person alone is shown on the desktop."""
        return min(self.desktop) > 0

    @property
    def wants_alpha(self) -> bool:
        """Whether the worker has to hand out its matte."""
        return self.wants_desktop or self.mode in (ViewMode.MATTE, ViewMode.CUTOUT)

    @property
    def wants_original(self) -> bool:
        """Whether the worker has to hand out the frame itself."""
        is_shown = self.shows_original or self.mode in (ViewMode.CUTOUT, ViewMode.COMPARE)
        return self.wants_desktop or is_shown


@dataclass(frozen=True, slots=True, eq=False)
class ShownFrame:
    """What the preview paints.

    Attributes:
        image: RGB32 in device pixels, to be painted one to one.
        before: Of the same size: the original under a before/after wipe, else None.
        frame_height, frame_width: Of the frame it was made from, in its own pixels.
        pixel_aspect: Width of such a pixel divided by its height.
        frame_index, pts_s, shown_s, stage_ms, has_valid_matte: As in `Result`.
        shows_original: `image` holds the original, because the key is held.
        desktop: ARGB, premultiplied: the person alone, for the cut-out on the desktop, if wanted.
    """

    image: QImage
    before: QImage | None
    frame_height: int
    frame_width: int
    pixel_aspect: float
    part: Part
    frame_index: int
    pts_s: float
    shown_s: tuple[float, float] | None
    stage_ms: Mapping[str, float]
    has_valid_matte: bool
    shows_original: bool
    desktop: QImage | None = None

    @property
    def shown_width(self) -> float:
        """The whole frame's width in its true shape, for `frame_height` rows."""
        return self.frame_width * self.pixel_aspect


def render(result: Result, request: ViewRequest) -> ShownFrame:
    """Render the frame for `request`; the original never stands in for a missing part.

    Args:
        result: Any thread may own it; it is only read.
        request: As the preview is at present.
    """
    frame_height, frame_width = result.pixels.shape[:2]
    viewport = Viewport(
        request.height, request.width, frame_height, frame_width, result.pixel_aspect
    )
    part = seen_part(request.zoom, viewport)
    shows_original = request.shows_original and result.original is not None
    # Render the visible part only, so that zooming in costs no more.
    image, before = _images(_cut(result, part), part, request)
    return ShownFrame(
        image=image,
        before=before,
        frame_height=frame_height,
        frame_width=frame_width,
        pixel_aspect=result.pixel_aspect,
        part=part,
        frame_index=result.frame_index,
        pts_s=result.pts_s,
        shown_s=result.shown_s,
        stage_ms=result.stage_ms,
        has_valid_matte=result.has_valid_matte,
        shows_original=shows_original,
        desktop=_person_alone(result, request.desktop) if request.wants_desktop else None,
    )


def _cut(result: Result, part: Part) -> Result:
    rows = slice(part.top, part.top + part.height)
    columns = slice(part.left, part.left + part.width)
    return replace(
        result,
        pixels=result.pixels[rows, columns],
        alpha=None if result.alpha is None else result.alpha[rows, columns],
        original=None if result.original is None else result.original[rows, columns],
    )


def _images(result: Result, part: Part, request: ViewRequest) -> tuple[QImage, QImage | None]:
    """The part of `result`, which holds nothing else, as the view wants it, and what was before."""
    size = _Size(
        part.shown_height,
        part.shown_width,
        has_squares=not request.zoom.is_fit and request.zoom.scale >= SQUARES_FROM_SCALE,
    )
    shown, before = result.pixels, None
    if request.shows_original and result.original is not None:
        shown = result.original
    elif request.mode is ViewMode.MATTE:
        grey = _scaled(_matte_plane(result), size)
        return to_image(np.repeat(grey[..., None], 3, axis=2)), None
    elif request.mode is ViewMode.CUTOUT or result.is_transparent:
        colours = result.pixels if result.is_transparent else result.original
        return _cutout(result, colours, request, size), None
    elif request.mode is ViewMode.COMPARE and result.original is not None:
        before = to_image(_scaled(result.original, size))
    return to_image(_scaled(shown, size)), before


def to_image(pixels: Pixels) -> QImage:
    """A QImage that owns its memory, RGB32: the one format that Qt paints without converting.

    Args:
        pixels: uint8 RGB (H, W, 3).
    """
    height, width = pixels.shape[:2]
    bgra = cv2.cvtColor(pixels, cv2.COLOR_RGB2BGRA)
    borrowed = QImage(bgra.data, width, height, width * 4, QImage.Format.Format_RGB32)
    return borrowed.copy()  # `bgra` dies with this call


def to_pixels(image: QImage) -> Pixels:
    """What `to_image` was given: uint8 RGB (H, W, 3)."""
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 4)
    return np.asarray(cv2.cvtColor(rows[:, : image.width()], cv2.COLOR_BGRA2RGB), np.uint8)


@lru_cache(maxsize=2)  # it changes only with the window's size and theme
def checkerboard(*, height: int, width: int, side: int, checker: Checker) -> Pixels:
    """uint8 RGB (height, width, 3), read-only; `side` in pixels of it."""
    rows = (np.arange(height) // side)[:, None]
    cols = (np.arange(width) // side)[None, :]
    light, dark = (np.array(colour, np.uint8) for colour in checker)
    board = np.where(((rows + cols) % 2 == 0)[..., None], light, dark)
    board.flags.writeable = False
    return board


def _cutout(result: Result, colours: Pixels | None, request: ViewRequest, size: _Size) -> QImage:
    side = max(1, round(CHECKER_PX * request.scale))
    board = checkerboard(height=size.height, width=size.width, side=side, checker=request.checker)
    alpha = _matte_plane(result)
    if colours is None or not result.has_valid_matte:
        return to_image(board)
    weight = _scaled(alpha, size).astype(np.float32) * np.float32(1 / 255)
    person = _scaled(colours, size)
    # Four times as fast as NumPy; a weight of 0 leaves nothing of the person.
    mixed = cv2.blendLinear(person, board, weight, np.float32(1) - weight)
    return to_image(np.asarray(mixed, np.uint8))


def _person_alone(result: Result, shape: tuple[int, int]) -> QImage:
    """ARGB, premultiplied, of (height, width); empty where the result has no valid matte."""
    height, width = shape
    colours = result.pixels if result.is_transparent else result.original
    if colours is None or not result.has_valid_matte:
        empty = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
        empty.fill(0)
        return empty
    size = _Size(height, width, has_squares=False)
    alpha = _scaled(_matte_plane(result), size)
    red, green, blue = cv2.split(_scaled(colours, size))
    planes = [cv2.multiply(plane, alpha, scale=1 / 255) for plane in (blue, green, red)]
    bgra = cv2.merge([*planes, alpha])
    premultiplied = QImage.Format.Format_ARGB32_Premultiplied
    borrowed = QImage(bgra.data, width, height, width * 4, premultiplied)
    return borrowed.copy()  # `bgra` dies with this call


def _matte_plane(result: Result) -> Pixels:
    """uint8 (H, W), 255 = person; all 0 where the result has no valid matte."""
    if result.alpha is None or not result.has_valid_matte:
        return np.zeros(result.pixels.shape[:2], np.uint8)
    return result.alpha


@dataclass(frozen=True, slots=True)
class _Size:
    """A size in device pixels, and whether frame pixels are shown as squares."""

    height: int
    width: int
    has_squares: bool


def _scaled(pixels: Pixels, size: _Size) -> Pixels:
    height, width = size.height, size.width
    if pixels.shape[:2] == (height, width):
        return pixels
    # Averaging costs seven times as much as bilinear and shows only from about half size down.
    shrinks = height * 2 <= pixels.shape[0]
    larger = cv2.INTER_NEAREST if size.has_squares else cv2.INTER_LINEAR
    method = cv2.INTER_AREA if shrinks else larger
    # OpenCV takes width before height.
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=method), np.uint8)


class Presenter:
    """Renders each newest result for the preview, on its own thread.

    All methods return at once and may be called from any thread. `on_frame` is called on the
    presenter's thread, and only when the slot of frames was empty.

    Attributes:
        frames: The newest frame; take it from the window's thread.
    """

    def __init__(self, on_frame: Callable[[], None]) -> None:
        self.frames: LatestSlot[ShownFrame] = LatestSlot()
        self._on_frame = on_frame
        self._results: LatestSlot[Result] | None = None
        self._request = ViewRequest()
        self._last: Result | None = None
        self._era = 0  # counts up to discard frames that are being rendered
        self._is_due = False
        self._is_stopping = False
        self._condition = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="presenter", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it; may be called twice."""
        with self._condition:
            self._is_stopping = True
            self._condition.notify()
        if self._thread.is_alive():
            self._thread.join()

    def wake(self) -> None:
        """A new result waits in the worker's slot."""
        with self._condition:
            self._is_due = True
            self._condition.notify()

    def attach(self, results: LatestSlot[Result]) -> None:
        """Read results from this slot from now on; discard the earlier slot's."""
        with self._condition:
            self._results = results
            self._forget()
            self._is_due = True
            self._condition.notify()

    def detach(self) -> None:
        """Show nothing more of the attached slot, not even a frame being rendered."""
        with self._condition:
            self._results = None
            self._forget()

    def forget(self) -> None:
        """Do not render the last result again: its source is gone."""
        with self._condition:
            self._forget()

    def _forget(self) -> None:
        self._era += 1
        self._last = None
        self.frames.take()

    def request(self, request: ViewRequest) -> None:
        """Render for another view; the last result at once, later ones as they come."""
        with self._condition:
            self._request = request
            self._is_due = True
            self._condition.notify()

    def _run(self) -> None:
        # The network needs the cores: OpenCV's threads would compete with it.
        cv2.setNumThreads(1)
        while True:
            with self._condition:
                self._condition.wait_for(lambda: self._is_due or self._is_stopping)
                if self._is_stopping:
                    return
                self._is_due = False
                request, era = self._request, self._era
                result = self._results.take() if self._results else None
                self._last = result = result or self._last
            if result is None or request.height < 1 or request.width < 1:
                continue
            frame = render(result, request)
            with self._condition:
                is_first = era == self._era and self.frames.put(frame)
            if is_first:
                self._on_frame()
