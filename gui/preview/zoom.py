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
            `pixel_aspect` times as wide: the width of the frame's pixels divided by their height.
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


def fitted_size(
    *, frame_height: int, frame_width: int, height: int, width: int, pixel_aspect: float = 1.0
) -> tuple[int, int]:
    """The largest (height, width) of the frame's aspect ratio within the viewport, at least 1x1."""
    shown_width = frame_width * pixel_aspect
    scale = min(height / frame_height, width / shown_width)
    return max(1, round(frame_height * scale)), max(1, round(shown_width * scale))


def seen_part(
    zoom: Zoom,
    *,
    frame_height: int,
    frame_width: int,
    height: int,
    width: int,
    pixel_aspect: float = 1.0,
) -> Part:
    """The visible part of the frame in a viewport, in device pixels; at most the viewport.

    It begins at a whole pixel of the frame, so that at 100 % each is exactly one of the screen.
    """
    if zoom.is_fit:
        shown_height, shown_width = fitted_size(
            frame_height=frame_height,
            frame_width=frame_width,
            height=height,
            width=width,
            pixel_aspect=pixel_aspect,
        )
        return Part(0, 0, frame_height, frame_width, shown_height, shown_width)
    top, rows, shown_height = _span(zoom.row, frame_height, height, zoom.scale)
    left, columns, shown_width = _span(zoom.column, frame_width, width, zoom.scale * pixel_aspect)
    return Part(top, left, rows, columns, shown_height, shown_width)


def _span(middle: float, length: int, room: int, scale: float) -> tuple[int, int, int]:
    """Start, pixel count and shown size along one side."""
    count = max(1, min(length, int(room / scale)))
    begin = round(middle * length - count / 2)
    return max(0, min(begin, length - count)), count, max(1, min(room, round(count * scale)))


def zoomed(
    zoom: Zoom,
    factor: float,
    *,
    row: float,
    column: float,
    frame_height: int,
    frame_width: int,
    height: int,
    width: int,
    pixel_aspect: float = 1.0,
) -> Zoom:
    """Zoom by `factor` around a place of the frame.

    Args:
        zoom: The present one.
        factor: Above 1 zooms in.
        row, column: The place, as shares of the frame's height and width.
        frame_height, frame_width: In pixels.
        height, width: Of the viewport, in device pixels.
        pixel_aspect: See `Zoom`.
    """
    least = min(height / frame_height, width / (frame_width * pixel_aspect))
    before = least if zoom.is_fit else zoom.scale
    scale = min(before * factor, max(MOST_SCALE, least))
    if before < 1 < scale or scale < 1 < before:
        scale = 1.0  # stop at 100 %, where each frame pixel is one screen pixel
    if scale <= least * 1.001:
        return WHOLE
    shrinks = before / scale
    return within(
        Zoom(scale, row + (zoom.row - row) * shrinks, column + (zoom.column - column) * shrinks),
        frame_height=frame_height,
        frame_width=frame_width,
        height=height,
        width=width,
        pixel_aspect=pixel_aspect,
    )


def within(
    zoom: Zoom,
    *,
    frame_height: int,
    frame_width: int,
    height: int,
    width: int,
    pixel_aspect: float = 1.0,
) -> Zoom:
    """The zoom, moved so that the frame fills the viewport."""
    if zoom.is_fit:
        return WHOLE
    row_margin = min(0.5, height / zoom.scale / frame_height / 2)
    column_margin = min(0.5, width / (zoom.scale * pixel_aspect) / frame_width / 2)
    return replace(
        zoom,
        row=min(max(zoom.row, row_margin), 1 - row_margin),
        column=min(max(zoom.column, column_margin), 1 - column_margin),
    )
