"""Contact sheets for inspection: frames, composites over a loud colour, and mattes.

The frames are other people's: sheets belong in a folder outside the repository.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

LOUD = (255, 0, 255)  # magenta: neither skin, nor clothes, nor the green of a studio
SHEET_WIDTH_PX = 1568  # shown whole on a usual screen
SHEET_HEIGHT_PX = 784
VIEW_LONG_PX = 171
LABEL_PX = 14
GAP_PX = 4
WORST_SHOWN = 6
WORST_LONG_PX = 255

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """One frame on a sheet.

    Attributes:
        label: Written above it.
        views: uint8 RGB (H, W, 3), small, side by side: frame, composite, matte.
        is_marked: Whether the label is red.
        badness: Chooses the worst frames.
        stretch: Which part of the clip it is from: of neighbours that look alike one is enough.
    """

    label: str
    views: tuple[Pixels, ...]
    is_marked: bool = False
    badness: float = 0.0
    stretch: int = 0


@dataclass(slots=True)
class Album:
    """Every n-th frame of a clip, and those with the most wrong, for its sheets.

    Attributes:
        every: n; of as many neighbours only one is among the worst.
        cells: Every n-th frame.
        worst: The worst, larger, in the order of the clip.
    """

    every: int
    cells: list[Cell] = field(default_factory=list)
    worst: list[Cell] = field(default_factory=list)

    def add(self, index: int, found: Mapping[str, float], views: Sequence[Pixels]) -> None:
        """Take a frame in if it is an n-th one or has anything wrong.

        Args:
            index: Index of the frame.
            found: Percent of the frame per kind of fault.
            views: uint8 (H, W, 3) or (H, W): frame, composite, matte.
        """
        label = " ".join([str(index), *(f"{kind} {share:.2f}" for kind, share in found.items())])
        if index % self.every == 0:
            tiles = tuple(small(view) for view in views)
            self.cells.append(Cell(label, tiles, is_marked=bool(found)))
        if found:
            badness, stretch = sum(found.values()), index // self.every
            rivals = [cell for cell in self.worst if cell.stretch == stretch]
            if not rivals and len(self.worst) == WORST_SHOWN:
                rivals = [min(self.worst, key=lambda cell: cell.badness)]
            if all(cell.badness < badness for cell in rivals):
                tiles = tuple(small(view, long_side_px=WORST_LONG_PX) for view in views)
                kept = [cell for cell in self.worst if cell not in rivals]
                self.worst = [*kept, Cell(label, tiles, True, badness, stretch)]

    def draw(self, folder: Path, name: str) -> None:
        """Write NAME_01.png, ... and NAME_worst_01.png, ... into `folder`."""
        draw_sheets(self.cells, folder, name)
        draw_sheets(self.worst, folder, f"{name}_worst")


def small(pixels: Pixels, *, long_side_px: int = VIEW_LONG_PX) -> Pixels:
    """A picture or plane, uint8 (H, W, 3) or (H, W), as RGB of a long side of `long_side_px`."""
    if pixels.ndim == 2:
        pixels = np.repeat(pixels[..., None], 3, axis=2)
    scale = long_side_px / max(pixels.shape[:2])
    height, width = (max(1, round(side * scale)) for side in pixels.shape[:2])
    return cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA)


def over_loud(pixels: Pixels, alpha: npt.NDArray[np.float32]) -> Pixels:
    """A picture mixed with the loud colour, in coded values: to look at a matte, no more.

    Args:
        pixels: uint8 RGB (H, W, 3).
        alpha: float32 (H, W) in [0, 1].
    """
    opacity = alpha[..., None]
    return (pixels * opacity + np.array(LOUD, np.float32) * (1 - opacity)).astype(np.uint8)


def draw_sheets(cells: Sequence[Cell], folder: Path, name: str) -> list[Path]:
    """Write the cells, row by row, to as many files NAME_01.png, ... as they need."""
    if not cells:
        return []
    heights, widths = zip(*(_size(cell) for cell in cells), strict=True)
    height, width = max(heights), max(widths)
    columns = max(1, SHEET_WIDTH_PX // width)
    rows = max(1, SHEET_HEIGHT_PX // height)
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number, start in enumerate(range(0, len(cells), columns * rows), 1):
        part = cells[start : start + columns * rows]
        used = -(-len(part) // columns)
        sheet = Image.new("RGB", (min(columns, len(part)) * width, used * height), (48, 48, 48))
        for index, cell in enumerate(part):
            _draw(sheet, cell, left=index % columns * width, top=index // columns * height)
        path = folder / f"{name}_{number:02d}.png"
        sheet.save(path)
        paths.append(path)
    return paths


def _size(cell: Cell) -> tuple[int, int]:
    """(height, width) that a cell takes, gaps included."""
    height = LABEL_PX + max(view.shape[0] for view in cell.views) + GAP_PX
    return height, sum(view.shape[1] for view in cell.views) + 2 * GAP_PX


def _draw(sheet: Image.Image, cell: Cell, *, left: int, top: int) -> None:
    colour = (255, 96, 96) if cell.is_marked else (220, 220, 220)
    ImageDraw.Draw(sheet).text((left + 2, top + 1), cell.label, fill=colour)
    for view in cell.views:
        sheet.paste(Image.fromarray(view), (left, top + LABEL_PX))
        left += view.shape[1]
