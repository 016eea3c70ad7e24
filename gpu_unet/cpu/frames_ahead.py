"""CpuFramesAhead: a film's stored frames on the CPU, their motion, and alpha along it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.kernels import ahead, ahead_mean
from gpu_unet.cpu.kernels.ahead import BLOCK, CELL, LINES
from gpu_unet.cpu.kernels.ahead_mean import (
    FLOAT_LINES,
    WORD_LINES,
    scratch_pixels,
    widened_columns,
)
from gpu_unet.frames_ahead import (
    BORDER,
    PATCH,
    REACH,
    SHRINK,
    UNLIKE,
    cut_limit,
    grey_sizes,
    slot_count,
    whole_count,
)

Floats = npt.NDArray[np.float32]

SLOTS = slot_count(1)  # the CPU takes one frame at a time


class CpuFramesAhead:
    """A film's frames at the network's size, in memory made once; see `reference.frames_ahead`.

    Frames are numbered from 0 on in their film. Call `remember` for each frame, and `steady` once
    the REACH frames after it are remembered or the film has ended. Used by one thread.

    Args:
        height, width: Size of the network's input.
        begun: How many frames may be begun and not remembered.

    Attributes:
        planes: float32 (frames, 3, h, w), the frame path's small planes of waiting frames: frame n
            has row n % frames.
    """

    def __init__(self, *, height: int, width: int, begun: int = 1) -> None:
        self.planes = np.zeros((whole_count(begun), 3, height, width), np.float32)
        self._seen = np.zeros((SLOTS, height, width), np.uint32)
        cells, blocks = ((SLOTS, -(-height // side), -(-width // side)) for side in (CELL, BLOCK))
        self._uniform, self._calm = np.zeros(cells, np.uint8), np.zeros(blocks, np.uint8)
        sizes = grey_sizes(height=height, width=width)
        self._pictures = [
            np.zeros((SLOTS, h + 2 * BORDER, w + 2 * BORDER), np.float32) for h, w in sizes
        ]
        self._flows = [np.zeros((SLOTS, 2, 2, h, w), np.float32) for h, w in sizes]
        rows, columns = sizes[0]
        self._moved = np.zeros((2, REACH, 2, rows, columns), np.float32)
        self._widened = np.zeros((2, REACH, 2, rows + 2, widened_columns(width)), np.float32)
        # Scratch of the kernels.
        self._lines = np.zeros((LINES, columns * SHRINK), np.float32)
        self._sums = np.zeros((3, rows + PATCH, columns + PATCH), np.float32)
        self._longest = np.zeros(columns, np.float32)
        self._floats = np.zeros((FLOAT_LINES, scratch_pixels(width)), np.float32)
        self._words = np.zeros((WORD_LINES, scratch_pixels(width)), np.uint32)
        self._change = np.zeros(SLOTS, np.int64)  # since the frame before
        self._cut_limit = cut_limit(height=height, width=width)

    def remember(self, number: int, network_input: Floats, network_alpha: Floats) -> None:
        """Store a frame's network input and alpha, and estimate its motion.

        Args:
            number: Number of the frame in its film.
            network_input: float32 (h, w, 3 or more) in [0, 1].
            network_alpha: float32 (h, w) in [0, 1].
        """
        slot, last = number % SLOTS, (number - 1) % SLOTS
        ahead.remember(
            network_input, network_alpha, slot, self._seen, self._uniform, self._calm, self._lines
        )
        ahead.shrink_grey(self._seen, slot, self._pictures[0], self._lines[0])
        for larger, smaller in zip(self._pictures, self._pictures[1:], strict=False):
            ahead.halve_grey(larger, slot, smaller)
        ahead.sum_changes(self._seen, last, slot, self._change)
        if number == 0:
            self._change[slot] = UNLIKE
        if self._change[slot] > self._cut_limit:
            return
        smallest = len(self._pictures) - 1
        for size in range(smallest, -1, -1):
            coarse = self._flows[min(size + 1, smallest)]
            ahead.find_motion(
                self._pictures[size], last, slot, size < smallest, coarse,
                self._sums, self._flows[size],
            )  # fmt: skip

    def steady(self, number: int, count: int, out: Floats) -> None:
        """Alpha of a frame, averaged with its neighbours in time.

        Args:
            number: Number of the frame in its film.
            count: Frames of the film remembered so far.
            out: float32 (h, w), written, in [0, 1].
        """
        slots, counts = np.zeros((2, REACH), np.int32), np.zeros(2, np.int32)
        for way, step in enumerate((1, -1)):
            for k in range(REACH):
                other = number + step * (k + 1)
                newer = max(other, other - step) % SLOTS  # the newer of two frames has their motion
                if not 0 <= other < count or self._change[newer] > self._cut_limit:
                    break
                ahead.follow(
                    self._flows[0], newer, way, k, self._moved, self._widened, out.shape[1]
                )
                slots[way, k] = other % SLOTS
                counts[way] = k + 1
        ahead_mean.steady(
            self._seen, self._uniform, self._calm, self._moved, self._widened, counts, slots,
            number % SLOTS, self._longest, self._floats, self._words, out,
        )  # fmt: skip
