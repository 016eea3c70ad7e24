"""Zoom: the visible part of a frame and its scale; free of Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

MOST_SCALE = 8.0  # device pixels for one of the frame
STEP = 1.25  # of the wheel, or a key
FIT = 0.0  # the scale that fits the viewport


@dataclass(frozen=True, slots=True)
class Zoom:
    """Scale and position.

    Attributes:
        scale: Device pixels per row of the frame; 1 is 100 %, 0 is the whole frame. A column is
            `Viewport.pixel_aspect` times as wide.
        row, column: The centre, in fractions of the frame's height and width.
    """

    scale: float = FIT
    row: float = 0.5
    column: float = 0.5

    @property
    def is_fit(self) -> bool:
        """Whether the whole frame is visible."""
        return self.scale == FIT


WHOLE = Zoom()


@dataclass(frozen=True, slots=True)
class Part:
    """A rectangle of the frame, and the size at which it is shown.

    Attributes:
        top, left, height, width: In whole pixels of the frame.
        shown_height, shown_width: In device pixels.
    """

    top: int
    left: int
    height: int
    width: int
    shown_height: int
    shown_width: int


@dataclass(frozen=True, slots=True)
class Viewport:
    """The widget's area for a frame.

    Attributes:
        height, width: In device pixels.
        frame_height, frame_width: Of the frame, in its own pixels.
        pixel_aspect: Width of such a pixel divided by its height.
    """

    height: int
    width: int
    frame_height: int
    frame_width: int
    pixel_aspect: float = 1.0

    @property
    def fitting_scale(self) -> float:
        """The scale at which the whole frame fits."""
        return min(
            self.height / self.frame_height, self.width / (self.frame_width * self.pixel_aspect)
        )


def fitted_size(viewport: Viewport) -> tuple[int, int]:
    """The largest (height, width) of the frame's aspect ratio within the viewport, at least 1x1."""
    scale = viewport.fitting_scale
    height, width = viewport.frame_height, viewport.frame_width * viewport.pixel_aspect
    return max(1, round(height * scale)), max(1, round(width * scale))


def seen_part(zoom: Zoom, viewport: Viewport) -> Part:
    """The visible part of the frame, in device pixels; at most the viewport.

    It begins at a whole pixel of the frame, so that at 100 % each is exactly one of the screen.
    """
    frame_height, frame_width = viewport.frame_height, viewport.frame_width
    if zoom.is_fit:
        return Part(0, 0, frame_height, frame_width, *fitted_size(viewport))
    across = zoom.scale * viewport.pixel_aspect
    top, rows, shown_height = _span(zoom.row, frame_height, viewport.height, zoom.scale)
    left, columns, shown_width = _span(zoom.column, frame_width, viewport.width, across)
    return Part(top, left, rows, columns, shown_height, shown_width)


def _span(middle: float, length: int, room: int, scale: float) -> tuple[int, int, int]:
    """Start, pixel count and shown size along one side."""
    count = max(1, min(length, int(room / scale)))
    begin = round(middle * length - count / 2)
    return max(0, min(begin, length - count)), count, max(1, min(room, round(count * scale)))


def zoomed(zoom: Zoom, factor: float, viewport: Viewport, *, row: float, column: float) -> Zoom:
    """Zoom by `factor` around a place of the frame.

    Args:
        factor: Above 1 zooms in.
        row, column: The place, as shares of the frame's height and width.
    """
    least = viewport.fitting_scale
    before = least if zoom.is_fit else zoom.scale
    scale = min(before * factor, max(MOST_SCALE, least))
    if before < 1 < scale or scale < 1 < before:
        scale = 1.0  # stop at 100 %, where each frame pixel is one screen pixel
    if scale <= least * 1.001:
        return WHOLE
    shrinks = before / scale
    return within(
        Zoom(scale, row + (zoom.row - row) * shrinks, column + (zoom.column - column) * shrinks),
        viewport,
    )


def within(zoom: Zoom, viewport: Viewport) -> Zoom:
    """The zoom, moved so that the frame fills the viewport."""
    if zoom.is_fit:
        return WHOLE
    across = zoom.scale * viewport.pixel_aspect
    row_margin = min(0.5, viewport.height / zoom.scale / viewport.frame_height / 2)
    column_margin = min(0.5, viewport.width / across / viewport.frame_width / 2)
    row = min(max(zoom.row, row_margin), 1 - row_margin)
    column = min(max(zoom.column, column_margin), 1 - column_margin)
    return replace(zoom, row=row, column=column)
