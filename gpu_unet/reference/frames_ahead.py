"""Reference of frames ahead: alpha averaged along the optical flow, over frames before and after.

The motion is found by dense inverse search from coarse to fine (Kroeger et al. 2016, "Fast optical
flow using dense inverse search", https://arxiv.org/abs/1603.03590). One change: a patch takes its
first guess from the next smaller picture, not from its neighbours, so all patches are independent
and can be searched in parallel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gpu_unet.frames_ahead import (
    BLOCK,
    BORDER,
    FAR,
    GREYS,
    LEAST_PERSON,
    LEAST_TEXTURE,
    MOST_ANYWHERE,
    MOST_NEAR_EDGES,
    OUTSIDE,
    PATCH,
    REACH,
    SAME,
    SETTLED,
    SHORT_STEP,
    SHRINK,
    STEPS,
    STRIDE,
    UNEXPLAINED,
    cut_limit,
    grey_sizes,
    patch_count,
)

Plane = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]
f32 = np.float32


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A stored frame.

    Attributes:
        rgb: uint8 (h, w, 3), the network's input.
        alpha: uint8 (h, w); values within SETTLED of 0 or 255 are moved there. None: the frame is
            carried.
        pictures: float32 (h, w) each, grey, 0 to 255, with a border, the largest first.
    """

    rgb: Image
    alpha: Image | None
    pictures: Sequence[Plane]


def remember(rgb: Image, alpha: Image | None) -> Seen:
    """Store a frame: uint8 (h, w, 3) and (h, w), 255 = person."""
    if alpha is None:
        return Seen(rgb, None, grey_pictures(rgb))
    settled = np.where(alpha <= SETTLED, 0, np.where(alpha >= 255 - SETTLED, 255, alpha))
    return Seen(rgb, settled.astype(np.uint8), grey_pictures(rgb))


def grey_pictures(rgb: Image) -> list[Plane]:
    """The pyramid of grey pictures in which motion is estimated; see `grey_sizes`."""
    height, width = rgb.shape[:2]
    (rows, columns), *smaller = grey_sizes(height=height, width=width)
    grey = rgb.astype(np.int64) @ np.array(GREYS)
    more = ((0, rows * SHRINK - height), (0, columns * SHRINK - width))
    blocks = np.pad(grey, more, mode="edge").reshape(rows, SHRINK, columns, SHRINK)
    picture = (blocks.sum((1, 3)) / (256 * SHRINK**2)).astype(f32)
    pictures = [picture]
    for rows, columns in smaller:
        blocks = picture[: 2 * rows, : 2 * columns].reshape(rows, 2, columns, 2)
        picture = blocks.mean((1, 3), dtype=f32)
        pictures.append(picture)
    return [np.pad(one, BORDER, mode="edge") for one in pictures]


def is_cut(one: Image, other: Image) -> bool:
    """Whether there is a scene cut between two pictures, uint8 (h, w, 3)."""
    height, width = one.shape[:2]
    change = np.abs(one.astype(np.int64) - other).sum()
    return bool(change > cut_limit(height=height, width=width))


def motion(one: Sequence[Plane], other: Sequence[Plane]) -> Plane:
    """Optical flow: displacement of each pixel of the largest picture to the other frame.

    Args:
        one, other: From `grey_pictures`.

    Returns:
        float32 (2, h, w), pixels of that picture across and down.
    """
    flow: Plane | None = None
    for here, there in zip(reversed(one), reversed(other), strict=True):
        flow = _pixel_motion(here, there, patch_motion(here, there, flow))
    assert flow is not None
    return flow


def patch_motion(here: Plane, there: Plane, coarse: Plane | None) -> Plane:
    """The motion of each patch: float32 (2, rows, columns).

    Args:
        here, there: Two pictures of one size, with their borders.
        coarse: float32 (2, h, w), the motion in pictures of half the size; None: there are none.
    """
    height, width = (side - 2 * BORDER for side in here.shape)
    rows, columns = _starts(height), _starts(width)
    top, left = (grid.ravel() for grid in np.meshgrid(rows, columns, indexing="ij"))
    search = _Search(here, there, top, left)
    guess = np.zeros((2, top.size), f32)
    if coarse is not None:
        guess = _first_guess(search, guess, coarse)
    return _searched(search, guess).reshape(2, rows.size, columns.size)


def _starts(side: int) -> npt.NDArray[np.int64]:
    return np.maximum(np.minimum(STRIDE * np.arange(patch_count(side)), side - PATCH), 0)


class _Search:
    """All patches of a picture; `template`, `slopes` (across, down): (patches, PATCH, PATCH)."""

    def __init__(self, here: Plane, there: Plane, top: npt.NDArray, left: npt.NDArray) -> None:
        self.there, self.top, self.left = there, top, left
        self.size = tuple(side - 2 * BORDER for side in here.shape)
        rows = top[:, None, None] + BORDER + np.arange(PATCH)[:, None]
        columns = left[:, None, None] + BORDER + np.arange(PATCH)
        self.template = here[rows, columns]
        across = (here[rows, columns + 1] - here[rows, columns - 1]) * f32(0.5)
        down = (here[rows + 1, columns] - here[rows - 1, columns]) * f32(0.5)
        self.slopes = across, down

    def difference(self, motion: Plane) -> Plane:
        """Moved pixels minus template, mean removed: (patches, PATCH, PATCH)."""
        places = []
        for side, start, moved in zip(self.size, (self.top, self.left), motion[::-1], strict=True):
            places.append(np.clip(start + moved, -OUTSIDE, side - PATCH + OUTSIDE).astype(f32))
        (fy, top), (fx, left) = (np.modf(place + OUTSIDE) for place in places)
        fy, fx = fy[:, None, None], fx[:, None, None]
        rows = top.astype(int)[:, None, None] - OUTSIDE + BORDER + np.arange(PATCH)[:, None]
        columns = left.astype(int)[:, None, None] - OUTSIDE + BORDER + np.arange(PATCH)
        found = (1 - fy) * (
            (1 - fx) * self.there[rows, columns] + fx * self.there[rows, columns + 1]
        ) + fy * ((1 - fx) * self.there[rows + 1, columns] + fx * self.there[rows + 1, columns + 1])
        apart = found - self.template
        return apart - apart.mean((1, 2), keepdims=True)


def _first_guess(search: _Search, guess: Plane, coarse: Plane) -> Plane:
    """The best first guess: no motion, or the coarse motion there or at 4 places around."""
    best, least = guess, (search.difference(guess) ** 2).sum((1, 2))
    for down, across in ((0, 0), (0, -STRIDE), (0, STRIDE), (-STRIDE, 0), (STRIDE, 0)):
        y = np.clip((search.top + PATCH // 2) // 2 + down, 0, coarse.shape[1] - 1)
        x = np.clip((search.left + PATCH // 2) // 2 + across, 0, coarse.shape[2] - 1)
        here = 2 * coarse[:, y, x]
        squares = (search.difference(here) ** 2).sum((1, 2))
        best = np.where(squares < least, here, best)
        least = np.minimum(squares, least)
    return best


def _searched(search: _Search, guess: Plane) -> Plane:
    """Gauss-Newton steps from a first guess, as long as the fit improves."""
    gx, gy = (slope - slope.mean((1, 2), keepdims=True) for slope in search.slopes)
    xx, xy, yy = ((a * b).sum((1, 2)) for a, b in ((gx, gx), (gx, gy), (gy, gy)))
    area = xx * yy - xy * xy
    goes_on = area >= LEAST_TEXTURE
    area = np.where(goes_on, area, 1)
    best, now = guess.copy(), guess.copy()
    least = np.full(area.shape, np.inf)
    for _ in range(STEPS + 1):
        apart = search.difference(now)
        squares = (apart**2).sum((1, 2))
        goes_on &= squares < least
        least = np.where(goes_on, squares, least)
        best = np.where(goes_on, now, best)
        by_x, by_y = (apart * gx).sum((1, 2)), (apart * gy).sum((1, 2))
        step = np.stack([yy * by_x - xy * by_y, xx * by_y - xy * by_x]) / area
        now = (now - step).astype(f32)
        goes_on &= (step**2).sum(0) >= SHORT_STEP
        goes_on &= (np.abs(now - guess) <= PATCH).all(0)
    return best


def _pixel_motion(here: Plane, there: Plane, patches: Plane) -> Plane:
    """Each pixel's mean motion over its patches, weighted by 1 / max(1, error)."""
    height, width = (side - 2 * BORDER for side in here.shape)
    grid = np.meshgrid(np.arange(height), np.arange(width), indexing="ij")
    first, last = [], []
    for place, count in zip(grid, patches.shape[1:], strict=True):
        first.append(np.clip((place - PATCH + STRIDE) // STRIDE, 0, count - 1))
        last.append(np.minimum(place // STRIDE, count - 1))
    total = np.zeros((height, width), f32)
    flow = np.zeros((2, height, width), f32)
    inner = here[BORDER:-BORDER, BORDER:-BORDER]
    for i in range(PATCH // STRIDE):
        for j in range(PATCH // STRIDE):
            row, col = first[0] + i, first[1] + j
            is_one = (row <= last[0]) & (col <= last[1])
            moved = patches[:, np.minimum(row, last[0]), np.minimum(col, last[1])]
            found = _between(there[BORDER:-BORDER, BORDER:-BORDER], moved)
            weight = np.where(is_one, 1 / np.maximum(1, np.abs(found - inner)), 0).astype(f32)
            flow += weight * moved
            total += weight
    return flow / total


def _between(plane: npt.NDArray, motion: Plane) -> npt.NDArray:
    """Warp a plane (..., h, w) by a motion: bilinear, edges repeated."""
    height, width = plane.shape[-2:]
    down, across = np.meshgrid(np.arange(height), np.arange(width), indexing="ij")
    return _at(plane, down + motion[1], across + motion[0])


def _at(plane: npt.NDArray, y: npt.NDArray, x: npt.NDArray) -> npt.NDArray:
    height, width = plane.shape[-2:]
    y = np.clip(y, 0, height - 1).astype(f32)
    x = np.clip(x, 0, width - 1).astype(f32)
    top, left = y.astype(int), x.astype(int)
    bottom, right = np.minimum(top + 1, height - 1), np.minimum(left + 1, width - 1)
    fy, fx = y - top, x - left
    return (1 - fy) * ((1 - fx) * plane[..., top, left] + fx * plane[..., top, right]) + fy * (
        (1 - fx) * plane[..., bottom, left] + fx * plane[..., bottom, right]
    )


def steady_alpha(frames: Sequence[Seen], place: int, *, reach: int = REACH) -> Plane:
    """Alpha of one frame of a film, averaged over time along the motion: float32 (h, w) in [0, 1].

    The mean of its own alpha and the warped alphas of up to `reach` inferred frames each way, at
    most FAR away, weighted by `likeness`. So a pixel that is uncovered, or moves faster than the
    search follows, keeps its own alpha. Frames across a cut do not count.

    Args:
        frames: Frames of one size in order.
        place: Index of the frame.
        reach: Inferred frames each way.
    """
    own = frames[place]
    alpha, total = (np.zeros(own.rgb.shape[:2], f32) for _ in range(2))
    if own.alpha is not None:
        alpha, total = own.alpha.astype(f32), total + 1
    for step in (1, -1):
        moved: Plane | None = None
        counted = 0
        for count in range(1, FAR + 1):
            other = place + step * count
            if not 0 <= other < len(frames):
                break
            before, there = frames[other - step], frames[other]
            if is_cut(before.rgb, there.rgb):
                break
            flow = motion(before.pictures, there.pictures)
            moved = flow if moved is None else moved + _between(flow, moved)
            if there.alpha is None or counted == reach:
                continue
            where = _at_full_size(moved, *alpha.shape)
            weight = likeness(_change(own, there, where))
            alpha += weight * _between(there.alpha.astype(f32), where)
            total += weight
            counted += 1
    return np.clip(alpha / total / 255, 0, 1).astype(f32)


def is_explained(before: Seen, own: Seen, after: Seen) -> bool:
    """Whether a frame may be carried: its two neighbours, both inferred, explain it."""
    if is_cut(before.rgb, own.rgb) or is_cut(own.rgb, after.rgb):
        return False
    alphas = [one.alpha for one in (before, after) if one.alpha is not None]
    most = max(int((alpha > 127).sum()) for alpha in alphas)
    person = max(most, LEAST_PERSON * alphas[0].size)
    near_edges, anywhere = unexplained(before, own, after)
    return near_edges <= MOST_NEAR_EDGES * person and anywhere <= MOST_ANYWHERE * person


def unexplained(before: Seen, own: Seen, after: Seen) -> tuple[int, int]:
    """Pixels whose 3x3 mean change from both neighbours exceeds UNEXPLAINED.

    Returns:
        (those near an edge of a neighbour's alpha, all of them).
    """
    height, width = own.rgb.shape[:2]
    changes = []
    for other in (before, after):
        where = _at_full_size(motion(own.pictures, other.pictures), height, width)
        changes.append(_mean3x3(_change(own, other, where)))
    is_unlike = np.minimum(*changes) > UNEXPLAINED
    is_near = np.zeros((height, width), bool)
    for top in range(0, height, BLOCK):
        for left in range(0, width, BLOCK):
            around = (slice(max(at - BLOCK, 0), at + 2 * BLOCK) for at in (top, left))
            rows, columns = around
            alphas = [one.alpha[rows, columns] for one in (before, after) if one.alpha is not None]
            is_near[top : top + BLOCK, left : left + BLOCK] = np.ptp(alphas) > 0
    return int((is_unlike & is_near).sum()), int(is_unlike.sum())


def _change(own: Seen, other: Seen, where: Plane) -> Plane:
    """Largest change of the three colours between a frame and another one, warped: (h, w)."""
    one, there = (seen.rgb.astype(f32).transpose(2, 0, 1) for seen in (own, other))
    return np.abs(_between(there, where) - one).max(0)


def _at_full_size(flow: Plane, height: int, width: int) -> Plane:
    """Enlarge a motion to the network's size, in its pixels: float32 (2, height, width)."""
    y, x = ((np.arange(side, dtype=f32) + f32(0.5)) / SHRINK - f32(0.5) for side in (height, width))
    grid = np.meshgrid(y, x, indexing="ij")
    return (SHRINK * _at(flow, *grid)).astype(f32)


def likeness(change: Plane) -> Plane:
    """Weight of a warped pixel by its colour change in levels (h, w), in (0, 1].

    About exp(-(mean / SAME)^2) of the mean over 3x3 pixels, edges repeated.
    """
    z = (_mean3x3(change) / SAME) ** 2
    return (1 / (1 + z + z**2 / 2 + z**3 / 6)).astype(f32)


def _mean3x3(plane: Plane) -> Plane:
    height, width = plane.shape
    padded = np.pad(plane, 1, mode="edge")
    around = [padded[i : i + height, j : j + width] for i in range(3) for j in range(3)]
    return np.mean(around, axis=0)
