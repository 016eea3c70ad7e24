"""Frames ahead: how far a film's frames are compared, and which of them lie where meanwhile.

A film's frame is composited once the `REACH` frames behind it were seen: its alpha becomes the
mean of its own and of what it was and will be, followed along the picture's motion (0036). The
definition is `gpu_unet.reference.frames_ahead`.
"""

from __future__ import annotations

from typing import NamedTuple

from gpu_unet.edge_parameters import SCENE_CUT

REACH = 3  # frames before a frame, and after it, that have a say
# By how much a pixel may differ from what it is said to have moved from, where that still counts
# exp(-1); levels. Means of 3x3 pixels are compared, so noise and seams of the motion are small.
SAME = 0.06 * 255
# Alpha so close to 0 or 255 counts as that, levels: whoever composites it cuts off more (SNAP).
SETTLED = 8

# The motion is searched for in grey pictures of a fourth of the network's size, and in halves of
# them, as long as a patch fits in and at most so many.
SHRINK = 4
MOST_SIZES = 4
PATCH = 8  # pixels along a side of what is searched for
STRIDE = 4  # from patch to patch
OUTSIDE = 8  # so far a patch may lie outside of the picture
BORDER = 12  # around the grey pictures, of their outermost pixels: OUTSIDE, and what is read there
STEPS = 6  # of a search, at most
# A step shorter than this is the last one: pixels squared.
SHORT_STEP = 0.01
# A patch whose slopes say less than this has nothing that could be followed.
LEAST_TEXTURE = 1e-3
GREYS = (77, 150, 29)  # of red, green and blue in 256 parts of grey

# Where there is no frame before: more than any two pictures differ.
UNLIKE = 1 << 30


def cut_limit(*, height: int, width: int) -> int:
    """The sum of all changes of bytes from frame to frame above which a new scene begins."""
    return int(255 * SCENE_CUT * 3 * height * width)


def grey_sizes(*, height: int, width: int) -> list[tuple[int, int]]:
    """(height, width) of the grey pictures without their borders, the largest first.

    Args:
        height, width: Of the network's input.
    """
    sizes = [(-(-height // SHRINK), -(-width // SHRINK))]
    while len(sizes) < MOST_SIZES and min(sizes[-1]) // 2 >= PATCH:
        sizes.append((sizes[-1][0] // 2, sizes[-1][1] // 2))
    return sizes


def patch_count(side: int) -> int:
    """Patches along a side of so many pixels: the last ends with it."""
    return max(0, -(-(side - PATCH) // STRIDE)) + 1


class Turn(NamedTuple):
    """What happens in one call.

    Attributes:
        before: Frames of the film that were seen before it.
        new: That come in with it.
        done: That were composited before it.
        due: That are composited in it.
    """

    before: int
    new: int
    done: int
    due: int

    @property
    def seen(self) -> int:
        """Frames of the film so far, those of this call among them."""
        return self.before + self.new


class Turns:
    """Counts a film's frames in and out.

    Args:
        batch_size: The most that come in, or are composited, in one call.

    Attributes:
        seen, done: Frames so far.
    """

    def __init__(self, batch_size: int) -> None:
        self._batch_size = batch_size
        self.seen = self.done = 0

    @property
    def waiting(self) -> int:
        """Frames that came in and were not composited."""
        return self.seen - self.done

    def next(self, new: int) -> Turn:
        """The call with so many new frames; of none the film has no more, and what waits is due.

        Nothing is counted before `took`.

        Raises:
            ValueError: None comes and none waits.
        """
        if not new and not self.waiting:
            raise ValueError("no frame came and none waits; end a film while its frames wait")
        due = self.waiting if new == 0 else max(0, self.waiting + new - REACH)
        return Turn(self.seen, new, self.done, min(due, self._batch_size))

    def took(self, turn: Turn) -> None:
        """The call was made. After the last frame the next one begins a film."""
        self.seen, self.done = turn.seen, turn.done + turn.due
        if turn.new == 0 and not self.waiting:
            self.forget()

    def forget(self) -> None:
        """The next frame begins a film."""
        self.seen = self.done = 0


def slot_count(batch_size: int) -> int:
    """Frames that are remembered at once: those of a call, and what has a say in them."""
    return batch_size + 2 * REACH


def whole_count(batch_size: int) -> int:
    """Whole frames that are kept at once: those of a call, and those that wait."""
    return batch_size + REACH
