"""Arena: every float that the CPU engine's network reads or writes, in one allocation."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.simd import VECTOR_WIDTH

LINE_FLOATS = 16  # a cache line of 64 bytes
ROOM_TO_SPARE = 16  # the share of an arena that a later one may be larger by
SIDE_MULTIPLE = 4  # Winograd tiles are 4x4: planes are rounded up so that none reaches outside


@dataclass(frozen=True, slots=True)
class Plane:
    """A batch of NHWC pictures within the arena, each with zeros around it. Places are in floats.

    Above and left of a picture lies one row or column of zeros, below and to the right one
    and as many more as round the side up to `SIDE_MULTIPLE`. They are written once,
    when the arena is made; every kernel writes pixels only.

    Attributes:
        origin: Place of image 0, row 0, column 0, channel 0 (not of the border).
        count: Images.
        height: Rows without borders.
        width: Columns without borders.
        channels: Channels of this plane; may be a part of a pixel, as a skip in a concatenation.
        pixel: Distance of neighbours in a row: all channels of the memory behind it.
        row: Distance of rows.
        image: Distance of images.
    """

    origin: int
    count: int
    height: int
    width: int
    channels: int
    pixel: int
    row: int
    image: int

    def at(self, row: int, col: int) -> int:
        """Place of a pixel of image 0; -1 reaches the border."""
        return self.origin + row * self.row + col * self.pixel

    def part(self, first: int, channels: int) -> Plane:
        """Channels `first` to `first + channels` of every pixel."""
        return Plane(
            self.origin + first,
            self.count,
            self.height,
            self.width,
            channels,
            self.pixel,
            self.row,
            self.image,
        )

    def view(self, arena: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """float32 (count, height, width, channels), strided, without the borders."""
        return np.lib.stride_tricks.as_strided(
            arena[self.origin :],
            (self.count, self.height, self.width, self.channels),
            tuple(4 * floats for floats in (self.image, self.row, self.pixel, 1)),
        )


class ArenaPlan:
    """Hands out places; `allocate` then makes the memory, once.

    Args:
        begin: Where the first place lies: behind what the memory of `allocate` holds already.
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
        """Place of a copy of `values` (weights), flattened."""
        place = self.reserve(values.size)
        self._contents.append((place, values))
        return place

    def plane(self, *, count: int, height: int, width: int, channels: int) -> Plane:
        """A plane with borders; see `Plane`."""
        self._slack = max(self._slack, VECTOR_WIDTH * channels)
        rows = -(-height // SIDE_MULTIPLE) * SIDE_MULTIPLE + 2
        cols = -(-width // SIDE_MULTIPLE) * SIDE_MULTIPLE + 2
        row = cols * channels
        image = rows * row
        origin = self.reserve(count * image) + row + channels
        return Plane(origin, count, height, width, channels, channels, row, image)

    def allocate(
        self, old: npt.NDArray[np.float32] | None = None, *, kept: int = 0
    ) -> npt.NDArray[np.float32]:
        """float32 (floats and more,), zeros but for what is held, aligned to a cache line.

        Args:
            old: An arena that nobody else uses any more; its memory is taken if it is enough.
            kept: Floats at its front that stay as they are. They are copied if it is not.
        """
        # Kernels may load (never store) up to a vector of pixels behind the last one.
        size = self.floats + self._slack
        if old is not None and old.size >= size:
            arena, reached = old, kept
        else:
            # Other sizes of the same network differ by less than the room to spare, which is asked
            # for but never touched, so that it takes no memory.
            block = np.empty(size + size // ROOM_TO_SPARE + LINE_FLOATS, np.float32)
            first = (-block.ctypes.data % (4 * LINE_FLOATS)) // 4
            arena, reached = block[first:], 0
            if old is not None:
                arena[:kept] = old[:kept]
                reached = kept
        # Not `np.zeros`: the system would find the memory during the first inference, which took
        # 0.1 s more of the thread that a live picture waits for. And in the order of places: each
        # copy goes before the memory behind it is asked for, or everything would lie there twice.
        while self._contents:
            place, values = self._contents.popleft()
            arena[reached:place] = 0.0
            reached = place + values.size
            arena[place:reached] = values.ravel()
        arena[reached:size] = 0.0
        return arena
