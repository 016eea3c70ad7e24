"""Arena: one allocation of float32 for all activations, weights and scratch of a CPU network."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.simd import VECTOR_WIDTH

LINE_FLOATS = 16  # a cache line of 64 bytes
ROOM_TO_SPARE = 16  # an arena is allocated 1/16 larger, so that a later one may reuse it
SIDE_MULTIPLE = 4  # Winograd tiles are 4x4: sides are rounded up so that tiles stay inside


@dataclass(frozen=True, slots=True)
class Plane:
    """A picture in the arena, row by row, with a border of zeros. Places are in floats.

        0 0 0 0 0 0 0
        0 . . . . . 0      . pixels
        0 . . . . . 0      0 border: one above and left; below and right one, and more to round the
        0 0 0 0 0 0 0        side up to `SIDE_MULTIPLE`

    The border is written once, when the arena is made; kernels write pixels only.

    Attributes:
        origin: Place of row 0, column 0, channel 0 (inside the border).
        height: Rows without borders.
        width: Columns without borders.
        channels: Channels of this plane; may be part of a pixel, as a skip in a concatenation.
        pixel: Distance from pixel to pixel: all channels of the memory.
        row: Distance from row to row.
    """

    origin: int
    height: int
    width: int
    channels: int
    pixel: int
    row: int

    @classmethod
    def without_border(cls, origin: int, *, height: int, width: int, channels: int) -> Plane:
        """A plane of `height * width * channels` floats from `origin` on."""
        return cls(origin, height, width, channels, channels, width * channels)

    def at(self, row: int, col: int) -> int:
        """Place of a pixel; -1 reaches the border."""
        return self.origin + row * self.row + col * self.pixel

    def part(self, first: int, channels: int) -> Plane:
        """Channels `first` to `first + channels` of every pixel."""
        return replace(self, origin=self.origin + first, channels=channels)

    def view(self, arena: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """float32 (height, width, channels), strided, without the borders."""
        return np.lib.stride_tricks.as_strided(
            arena[self.origin :],
            (self.height, self.width, self.channels),
            tuple(4 * floats for floats in (self.row, self.pixel, 1)),
        )


class ArenaPlan:
    """Assigns places; `allocate` then makes the memory, once.

    Args:
        begin: First free place, after the floats that a reused arena keeps.
    """

    def __init__(self, begin: int = LINE_FLOATS) -> None:
        self.floats = begin
        self._slack = VECTOR_WIDTH
        self._contents: deque[tuple[int, npt.NDArray[np.float32]]] = deque()  # places rise

    def reserve(self, floats: int) -> int:
        """Place of `floats` floats, aligned to a cache line."""
        place = self.floats
        self.floats += -(-floats // LINE_FLOATS) * LINE_FLOATS
        return place

    def hold(self, values: npt.NDArray[np.float32]) -> int:
        """Reserve a place for `values` (weights), flattened; `allocate` copies them there."""
        place = self.reserve(values.size)
        self._contents.append((place, values))
        return place

    def plane(self, *, height: int, width: int, channels: int) -> Plane:
        """A plane with borders; see `Plane`."""
        self._slack = max(self._slack, VECTOR_WIDTH * channels)
        rows = -(-height // SIDE_MULTIPLE) * SIDE_MULTIPLE + 2
        cols = -(-width // SIDE_MULTIPLE) * SIDE_MULTIPLE + 2
        row = cols * channels
        origin = self.reserve(rows * row) + row + channels
        return Plane(origin, height, width, channels, channels, row)

    def allocate(
        self, old: npt.NDArray[np.float32] | None = None, *, kept: int = 0
    ) -> npt.NDArray[np.float32]:
        """float32 (floats and more,), aligned to a cache line: zeros and the held values.

        Args:
            old: An unused arena; its memory is reused if it is large enough.
            kept: Floats at its front to keep; copied if its memory is not reused.
        """
        # Kernels may load (never store) up to a vector of pixels past the last one.
        size = self.floats + self._slack
        if old is not None and old.size >= size:
            arena, reached = old, kept
        else:
            # Room for other input sizes of the same network. It is never touched, so the system
            # maps no memory for it.
            block = np.empty(size + size // ROOM_TO_SPARE + LINE_FLOATS, np.float32)
            first = (-block.ctypes.data % (4 * LINE_FLOATS)) // 4
            arena, reached = block[first:], 0
            if old is not None:
                arena[:kept] = old[:kept]
                reached = kept
        # Written here in place of `np.zeros`, whose pages would be mapped during the first
        # inference: 0.1 s on the thread that a live picture waits for. In the order of places, so
        # that each source is released before more memory is touched: weights never exist twice.
        while self._contents:
            place, values = self._contents.popleft()
            arena[reached:place] = 0.0
            reached = place + values.size
            arena[place:reached] = values.ravel()
        arena[reached:size] = 0.0
        return arena
