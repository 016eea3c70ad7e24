"""CpuFramesAhead: a film's stored frames on the CPU, their motion, and alpha along it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.kernels import ahead, ahead_mean
from gpu_unet.cpu.kernels.ahead import CELL, LINES
from gpu_unet.cpu.kernels.ahead_mean import FLOAT_LINES, WORD_LINES, scratch_pixels, widened_columns
from gpu_unet.frames_ahead import (
    BLOCK,
    BORDER,
    FAR,
    LEAST_PERSON,
    MOST_ANYWHERE,
    MOST_NEAR_EDGES,
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

SLOTS = slot_count(1, FAR)  # the CPU takes one frame at a time


class CpuFramesAhead:
    """A film's frames at the network's size, in memory made once; see `reference.frames_ahead`.

    Frames are numbered from 0 on in their film. Call `see` for each frame, `infer` with the alpha
    of those that were inferred, and `steady` once the FAR frames after one are seen or the film
    has ended. A frame without alpha is carried; `explains` says whether it may be. Used by one
    thread.

    Args:
        height, width: Size of the network's input.
        begun: How many frames may be begun and not seen.

    Attributes:
        planes: float32 (frames, 3, h, w), the frame path's small planes of waiting frames: frame n
            has row n % frames.
    """

    def __init__(self, *, height: int, width: int, begun: int = 1) -> None:
        self.planes = np.zeros((whole_count(begun, FAR), 3, height, width), np.float32)
        self._seen = np.zeros((SLOTS, height, width), np.uint32)
        cells, blocks = ((SLOTS, -(-height // side), -(-width // side)) for side in (CELL, BLOCK))
        self._uniform, self._calm = np.zeros(cells, np.uint8), np.zeros(blocks, np.uint8)
        sizes = grey_sizes(height=height, width=width)
        self._pictures = [
            np.zeros((SLOTS, h + 2 * BORDER, w + 2 * BORDER), np.float32) for h, w in sizes
        ]
        self._flows = [np.zeros((SLOTS, 2, 2, h, w), np.float32) for h, w in sizes]
        rows, columns = sizes[0]
        self._moved = np.zeros((2, FAR, 2, rows, columns), np.float32)
        self._widened = np.zeros((2, FAR, 2, rows + 2, widened_columns(width)), np.float32)
        # Scratch of the kernels.
        self._lines = np.zeros((LINES, columns * SHRINK), np.float32)
        self._sums = np.zeros((3, rows + PATCH, columns + PATCH), np.float32)
        self._longest = np.zeros(columns, np.float32)
        self._floats = np.zeros((FLOAT_LINES, scratch_pixels(width)), np.float32)
        self._words = np.zeros((WORD_LINES, scratch_pixels(width)), np.uint32)
        self._change = np.zeros(SLOTS, np.int64)  # since the frame before
        self._cut_limit = cut_limit(height=height, width=width)
        self._inferred = [False] * SLOTS
        self._person = np.zeros(SLOTS, np.int64)  # its pixels
        self._least_person = LEAST_PERSON * height * width
        self._unexplained = np.zeros(2, np.int64)

    def see(self, number: int, network_input: Floats) -> None:
        """Store a frame's network input, and estimate its motion.

        Args:
            network_input: float32 (h, w, 3 or more) in [0, 1].
        """
        slot, last = number % SLOTS, (number - 1) % SLOTS
        self._inferred[slot] = False
        ahead.store_picture(network_input, slot, self._seen, self._lines)
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

    def infer(self, number: int, network_alpha: Floats) -> None:
        """Store what the network says of a frame that was seen: float32 (h, w) in [0, 1]."""
        slot = number % SLOTS
        self._inferred[slot] = True
        ahead.store_alpha(
            network_alpha, slot, self._seen, self._uniform, self._calm, self._person, self._lines
        )

    def is_inferred(self, number: int) -> bool:
        """Whether a frame that was seen has its own alpha."""
        return self._inferred[number % SLOTS]

    def is_cut(self, number: int) -> bool:
        """Whether a scene begins with a frame that was seen."""
        return bool(self._change[number % SLOTS] > self._cut_limit)

    def explains(self, number: int) -> bool:
        """Whether a frame may be carried: the mattes of its two neighbours fit it along the motion.

        Args:
            number: Number of the frame in its film; both neighbours are inferred.
        """
        if self.is_cut(number) or self.is_cut(number + 1):
            return False
        before, own, after = (n % SLOTS for n in (number - 1, number, number + 1))
        self._follow(after, 0, 0)
        self._follow(own, 1, 0)
        ahead_mean.count_unexplained(
            self._seen, self._calm, self._widened, before, own, after, self._floats, self._words,
            self._unexplained,
        )  # fmt: skip
        person = max(self._person[before], self._person[after], self._least_person)
        near_edges, anywhere = self._unexplained / person
        return bool(near_edges <= MOST_NEAR_EDGES and anywhere <= MOST_ANYWHERE)

    def steady(self, number: int, count: int, out: Floats) -> None:
        """Alpha of a frame, averaged with its neighbours in time.

        Args:
            count: Frames of the film seen so far.
            out: float32 (h, w), written, in [0, 1].
        """
        own = number % SLOTS
        slots, counts = np.full((2, FAR), -1, np.int32), np.zeros(2, np.int32)
        for way, step in enumerate((1, -1)):
            for k in self._counted(number, count, step):
                slots[way, k] = (number + step * (k + 1)) % SLOTS
                counts[way] = k + 1
            for k in range(counts[way]):
                # The newer of two frames has their motion.
                newer = number + step * k + (1 if way == 0 else 0)
                self._follow(newer % SLOTS, way, k)
        is_own = self._inferred[own]
        ahead_mean.steady(
            self._seen, self._uniform, self._calm, self._moved, self._widened, counts, slots, own,
            np.float32(is_own), own if is_own else int(slots[1, 0]), self._longest, self._floats,
            self._words, out,
        )  # fmt: skip

    def _counted(self, number: int, count: int, step: int) -> list[int]:
        """Which of the next frames in one direction, from 0 on, are averaged into a frame."""
        counted: list[int] = []
        for k in range(FAR):
            other = number + step * (k + 1)
            if not 0 <= other < count or self.is_cut(max(other, other - step)):
                break
            if self._inferred[other % SLOTS] and len(counted) < REACH:
                counted.append(k)
        return counted

    def _follow(self, newer: int, way: int, count: int) -> None:
        """Extend the motion of one direction by the frame in a slot; see `ahead.follow`."""
        width = self._seen.shape[2]
        ahead.follow(self._flows[0], newer, way, count, self._moved, self._widened, width)
