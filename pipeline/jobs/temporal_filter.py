"""TemporalFilter: alpha averaged along the picture's motion, over frames before and after."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from frames.frame import Image
from gpu_unet.clean_plate import Observation
from gpu_unet.edge_parameters import SCENE_CUT
from pipeline.clean_plate.opencv import cv2
from system.cores import available_cores

REACH = 3  # frames before a frame, and after it, that have a say
# By how much a pixel may differ from what it is said to have moved from, where that still counts
# exp(-1); levels. Means of 3x3 pixels are compared, so noise and seams of the motion are small.
SAME = 0.06 * 255
MOST_THREADS = 4  # frames at a time
# OpenCV's search picks its scales by the width where a side is shorter, and leaves a low strip no
# row, or its own memory; `remap` counts pixels in 16 bits.
SHORTEST_SIDE = 32
LONGEST_SIDE = 32766

Flow: TypeAlias = npt.NDArray[np.float32]
Plane: TypeAlias = npt.NDArray[np.float32]

# Weight of a difference, by its level.
_WEIGHTS = np.exp(-((np.arange(256, dtype=np.float32) / np.float32(SAME)) ** 2))


@dataclass(slots=True, eq=False)
class _Seen:
    """A frame: where its pixels go to, and come from.

    Attributes:
        grey: uint8 (h, w).
        planes: uint8 (h, w, 4), the picture and its alpha.
        to_next, to_last: float32 (h, w, 2), by how many pixels to the right and down each pixel
            lies elsewhere in the frame after and before; None where there is none, or a cut.
    """

    grey: Image
    planes: Image
    to_next: Flow | None = None
    to_last: Flow | None = None


class TemporalFilter:
    """Frames go in one by one, mattes come out in the same order, up to `REACH` frames later.

    A pixel's alpha becomes the mean of its own and of what it was and will be, followed along
    the motion from frame to frame (dense inverse search; Kroeger et al. 2016, "Fast optical flow
    using dense inverse search"). What does not look alike counts little: what is uncovered, or
    moves faster than can be followed, keeps its own alpha. Nothing is followed across a cut.
    The mean of numbers in [0, 1] lies in [0, 1], whatever the motion.

    Used by one thread; it has some of its own, which `close` ends.

    Args:
        reach: See `REACH`; 0 gives every alpha back as it came.
    """

    def __init__(self, *, reach: int = REACH) -> None:
        self._reach = reach
        self._seen: deque[_Seen] = deque()
        self._next = 0  # of `_seen`, whose matte comes next
        self._own = threading.local()
        self._threads = ThreadPoolExecutor(
            min(MOST_THREADS, available_cores()), thread_name_prefix="temporal-filter"
        )

    def add(self, observations: Iterable[Observation]) -> list[Image]:
        """The next frames, all of one size; returns the mattes that are complete now.

        Args:
            observations: What the network saw and said; not changed.

        Returns:
            uint8 (h, w) each, 255 = person; perhaps none.
        """
        begun: list[Future[None]] = []
        for observation in observations:
            newest = _Seen(
                cv2.cvtColor(observation.rgb, cv2.COLOR_RGB2GRAY),
                np.dstack((observation.rgb, observation.alpha)),
            )
            if self._reach and self._seen and not _is_cut(self._seen[-1], newest):
                begun.append(self._threads.submit(self._follow, self._seen[-1], newest))
            self._seen.append(newest)
        for future in begun:
            future.result()
        return self._complete(len(self._seen) - self._reach)

    def finish(self) -> list[Image]:
        """No frame follows: the mattes that are left. The filter is as new."""
        mattes = self._complete(len(self._seen))
        self._seen.clear()
        self._next = 0
        return mattes

    def close(self) -> None:
        """End its threads; may be called twice."""
        self._threads.shutdown()

    def _complete(self, until: int) -> list[Image]:
        if until <= self._next:
            return []
        seen = list(self._seen)
        places = range(self._next, until)
        mattes = list(self._threads.map(lambda place: _matte(seen, place, self._reach), places))
        self._next = until
        while self._next > self._reach:
            self._seen.popleft()
            self._next -= 1
        return mattes

    def _search(self, shape: tuple[int, ...]) -> Any:
        """For each thread and size one: a search fits itself to small pictures, and stays so."""
        if getattr(self._own, "shape", None) != shape:
            self._own.search = cv2.DISOpticalFlow_create(cv2.DISOPTICAL_FLOW_PRESET_ULTRAFAST)
            self._own.shape = shape
        return self._own.search

    def _follow(self, last: _Seen, newest: _Seen) -> None:
        height, width = newest.grey.shape
        one, other = _not_too_short(last.grey), _not_too_short(newest.grey)
        search = self._search(one.shape)
        last.to_next = search.calc(one, other, None)[:height, :width]
        newest.to_last = search.calc(other, one, None)[:height, :width]


def _not_too_short(grey: Image) -> Image:
    """With its last row and column repeated, where a search needs more of them."""
    height, width = grey.shape
    rows, columns = max(0, SHORTEST_SIDE - height), max(0, SHORTEST_SIDE - width)
    if not (rows or columns):
        return grey
    return np.asarray(cv2.copyMakeBorder(grey, 0, rows, 0, columns, cv2.BORDER_REPLICATE), np.uint8)


def _is_cut(last: _Seen, newest: _Seen) -> bool:
    if max(newest.grey.shape) > LONGEST_SIDE:  # not followed, as after a cut
        return True
    change = cv2.absdiff(last.planes, newest.planes)[..., :3]
    return float(change.mean()) > 255 * SCENE_CUT


def _matte(seen: list[_Seen], place: int, reach: int) -> Image:
    """The matte of one frame: uint8 (h, w)."""
    own = seen[place].planes
    alpha = cv2.extractChannel(own, 3).astype(np.float32)
    total = np.ones_like(alpha)
    for planes in (*_elsewhere(seen, place, 1, reach), *_elsewhere(seen, place, -1, reach)):
        weight = _likeness(own, planes)
        cv2.accumulateProduct(weight, cv2.extractChannel(planes, 3).astype(np.float32), alpha)
        cv2.accumulate(weight, total)
    return np.rint(alpha / total).astype(np.uint8)


def _elsewhere(seen: list[_Seen], place: int, step: int, reach: int) -> Iterator[Image]:
    """A frame's pixels as they are in the frames after it (`step` 1) or before it (-1)."""
    where = _grid(*seen[place].grey.shape).copy()
    for count in range(reach):
        here = seen[place + count * step]
        flow = here.to_next if step > 0 else here.to_last
        if flow is None:
            return
        where += flow if count == 0 else _moved(flow, where)
        yield _moved(seen[place + (count + 1) * step].planes, where)


@lru_cache(maxsize=4)
def _grid(height: int, width: int) -> Flow:
    """Where each pixel lies: float32 (h, w, 2), across and down."""
    return np.dstack(np.meshgrid(np.arange(width), np.arange(height))).astype(np.float32)


def _moved(planes: npt.NDArray, where: Flow) -> npt.NDArray:
    return cv2.remap(planes, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _likeness(one: Image, other: Image) -> Plane:
    """How far two pictures are the same around each pixel, in (0, 1]: float32 (h, w)."""
    red, green, blue, _ = cv2.split(cv2.absdiff(one, other))
    change = cv2.blur(cv2.max(cv2.max(red, green), blue), (3, 3))
    return cv2.LUT(change, _WEIGHTS)
