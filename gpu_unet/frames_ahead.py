"""Frames ahead: constants of the temporal filter of films, and the count of frames in and out.

A film's frame is composited once the `REACH` frames after it have come in: its alpha becomes the
weighted mean of its own and those of its neighbours in time, along the optical flow (0036). The
definition is `gpu_unet.reference.frames_ahead`.

    frames in       0  1  2  3  4  5  6  ..        last one
    composites out           0  1  2  3  ..        and the REACH frames that wait

Where inference is slow, every second frame goes without if the motion explains it: it is *carried*,
its alpha the mean of its neighbours' (0048). Frames wait for FAR others then.
"""

from __future__ import annotations

from typing import NamedTuple

from gpu_unet.setting_parameters import SCENE_CUT

REACH = 3  # inferred frames before a frame, and after it, that are averaged into it
FAR = 4  # the farthest of them where frames are carried
# Colour change, in levels of the 3x3 mean, at which a neighbour's weight is exp(-1). The mean
# suppresses noise and seams of the motion.
SAME = 0.06 * 255
# Levels: alpha within this of 0 or 255 counts as that. The composite snaps more (SNAP).
SETTLED = 8

# Levels of the 3x3 mean: a pixel of a frame whose colour differs by more from both neighbours',
# where the motion leads to, is unexplained. About where a neighbour's weight is a half.
UNEXPLAINED = 0.05 * 255
# Most unexplained pixels in a frame that is carried, as shares of the person's: near an edge of the
# matte, and anywhere. A person counts as so much of the picture at least.
MOST_NEAR_EDGES, MOST_ANYWHERE = 0.02, 0.08
LEAST_PERSON = 1 / 64
BLOCK = 8  # pixels along a side of a block: an edge is near where one is in it or the 8 around it

SHRINK = 4  # the largest grey picture has a fourth of the network's size
MOST_SIZES = 4  # sizes of the pyramid, each half of the last, as long as a patch fits in
PATCH = 8  # pixels along a side of a patch
STRIDE = 4  # pixels from patch to patch
OUTSIDE = 8  # pixels by which a patch may lie outside the picture
BORDER = 12  # repeated pixels around a grey picture: OUTSIDE, and the search's neighbourhood
STEPS = 6  # most Gauss-Newton steps of a search
SHORT_STEP = 0.01  # pixels squared: a shorter step is the last one
LEAST_TEXTURE = 1e-3  # smallest determinant of a patch's structure tensor that is searched
GREYS = (77, 150, 29)  # weights of red, green and blue in grey, of 256

UNLIKE = 1 << 30  # change of the first frame: more than any two pictures differ


def cut_limit(*, height: int, width: int) -> int:
    """Sum of absolute byte differences between two frames above which there is a scene cut."""
    return int(255 * SCENE_CUT * 3 * height * width)


def grey_sizes(*, height: int, width: int) -> list[tuple[int, int]]:
    """(height, width) of the grey pictures without their borders, the largest first.

    Args:
        height, width: Size of the network's input.
    """
    sizes = [(-(-height // SHRINK), -(-width // SHRINK))]
    while len(sizes) < MOST_SIZES and min(sizes[-1]) // 2 >= PATCH:
        sizes.append((sizes[-1][0] // 2, sizes[-1][1] // 2))
    return sizes


def patch_count(side: int) -> int:
    """Patches along a side of `side` pixels; the last one ends with the side."""
    return max(0, -(-(side - PATCH) // STRIDE)) + 1


class Turn(NamedTuple):
    """Frames of a film in one call of the engine.

    Attributes:
        before: Frames that came in before the call.
        new: Frames that come in with the call.
        done: Frames that were composited before the call.
        due: Frames that are composited in the call.
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
        wait: Frames that a frame waits for.

    Attributes:
        seen, done: Frames so far.
    """

    def __init__(self, batch_size: int, wait: int = REACH) -> None:
        self._batch_size, self._wait = batch_size, wait
        self.seen = self.done = 0

    @property
    def waiting(self) -> int:
        """Frames that came in and were not composited."""
        return self.seen - self.done

    def next(self, new: int) -> Turn:
        """The next call, with `new` frames; 0 ends the film, and all waiting frames are due.

        It changes nothing: `took` counts the call.

        Raises:
            ValueError: No frame comes and none waits.
        """
        if not new and not self.waiting:
            raise ValueError("no frame came and none waits; end a film while its frames wait")
        due = self.waiting if new == 0 else max(0, self.waiting + new - self._wait)
        return Turn(self.seen, new, self.done, min(due, self._batch_size))

    def took(self, turn: Turn) -> None:
        """Count a call that was made. After a film's last frame the next frame begins a new one."""
        self.seen, self.done = turn.seen, turn.done + turn.due
        if turn.new == 0 and not self.waiting:
            self.forget()

    def forget(self) -> None:
        """Start anew: the next frame begins a film."""
        self.seen = self.done = 0


def slot_count(batch_size: int, wait: int = REACH) -> int:
    """Slots of the ring: the frames of a call and their neighbours in time."""
    return batch_size + 2 * wait


def whole_count(batch_size: int, wait: int = REACH) -> int:
    """Whole frames kept at once: those of a call and those that wait."""
    return batch_size + wait
