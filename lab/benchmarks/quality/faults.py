"""What is visibly wrong with the mattes of a clip, measured without a truth.

Nothing here knows what a person is: a gap between arm and body is a hole, and a second person an
island, unless `known_gaps.toml` names them. The figures say where to look, and what got better.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from lab.benchmarks.quality.checkered import Pattern, checkered

HOLE_SHARE = 0.0005  # of the frame: 154 pixels of 640x480, about a coat's button and up
ISLAND_SHARE = 0.001
SOFT_FROM, SOFT_TO = 0.2, 0.8
EDGE_SHARE = 0.008  # of the longer side: an edge, hair included, is softer than twice that nowhere
PLACE_SHARE = 0.01  # of the longer side: a hole that moves by less a frame is the same one
BLINK_SHARE = 0.001

Alpha = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Runs = npt.NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Gap:
    """Where the room shows through a figure and should: between an arm and the body, say.

    Attributes:
        box: (left, top, right, bottom) as shares of width and height; a hole whose centre lies
            inside is this gap.
        frames: First and last frame that have it.
    """

    box: tuple[float, float, float, float]
    frames: tuple[int, int]

    def holds(self, centre: tuple[float, float], frame: int) -> bool:
        """Whether a hole with this centre, in this frame, is the gap."""
        left, top, right, bottom = self.box
        x, y = centre
        first, last = self.frames
        return first <= frame <= last and left <= x <= right and top <= y <= bottom


@dataclass(frozen=True, slots=True)
class Region:
    """A connected part of a mask.

    Attributes:
        mask: bool (H, W).
        share: Share of the frame, in [0, 1].
        centre: (x, y) as shares of width and height.
    """

    mask: Mask
    share: float
    centre: tuple[float, float]


def holes(alpha: Alpha) -> list[Region]:
    """Parts below 0.5 that the figure encloses; what touches the frame's border is outside.

    Args:
        alpha: float32 (H, W) in [0, 1].
    """
    found = _regions(alpha < 0.5, connectivity=4)
    return [r for r in found if r.share >= HOLE_SHARE and not _touches_border(r.mask)]


def islands(alpha: Alpha, *, figures: int = 1) -> list[Region]:
    """Parts from 0.5 up beside the largest ones.

    Args:
        alpha: float32 (H, W) in [0, 1].
        figures: How many people the frame may show: so many of the largest parts are no islands.
    """
    found = sorted(_regions(alpha >= 0.5, connectivity=8), key=lambda r: -r.share)
    return [r for r in found[figures:] if r.share > ISLAND_SHARE]


def soft_share(alpha: Alpha) -> float:
    """Share of the frame that is half there although no edge is near, in [0, 1].

    A pixel counts if its alpha is 0.2 to 0.8 and no pixel within 0.8 % of the longer side is
    surely person or surely room: the ramp of an edge has both beside it.
    """
    soft = (alpha >= SOFT_FROM) & (alpha <= SOFT_TO)
    far_px = max(3.0, EDGE_SHARE * max(alpha.shape))
    # Beyond the frame's border nothing is sure: a soft area that the frame cuts stays soft.
    distance = cv2.distanceTransform(soft.astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    return float((distance > far_px).mean())


@dataclass(slots=True)
class ClipFaults:
    """Counts over the frames of one clip, in their order.

    Attributes:
        figures: How many people the clip shows at most.
        gaps: Known ones; they are no holes.
        frames: Seen so far.
        index: Index of the next frame.
        with_hole, with_gap, with_island: Frames that have one.
        blinking: Frames of which a part (0.1 % of the frame or more) is another side of 0.5 than
            in the frame before and in the one after.
        longest_hole: The most frames in a row that a hole stayed in about one place.
        longest_hole_end: Index of that run's last frame.
        longest_hole_centre: (x, y) there, as shares of width and height.
        soft: Sum over frames of `soft_share`.
        patterns: `checkered` of each frame whose network alpha was given.
        notable: Per frame with a hole, an island or a soft area: index and what it has.
        places: Per frame with holes: (x, y) and percent of the frame of each.
    """

    figures: int = 1
    gaps: tuple[Gap, ...] = ()
    frames: int = 0
    index: int = 0
    with_hole: int = 0
    with_gap: int = 0
    with_island: int = 0
    blinking: int = 0
    longest_hole: int = 0
    longest_hole_end: int = -1
    longest_hole_centre: tuple[float, float] = (0.0, 0.0)
    soft: float = 0.0
    patterns: list[Pattern] = field(default_factory=list)
    notable: dict[int, dict[str, float]] = field(default_factory=dict)
    places: dict[int, list[list[float]]] = field(default_factory=dict)
    _runs: Runs | None = None
    _masks: list[Mask] = field(default_factory=list)

    def add(self, alpha: Alpha, network_alpha: Alpha | None = None) -> dict[str, float]:
        """Judge the next frame.

        Args:
            alpha: float32 (H, W) in [0, 1], as the viewer sees it.
            network_alpha: float32, of the network alone at its own size; None leaves out the
                checkered pattern for this frame.

        Returns:
            Percent of the frame that is in holes, in islands and soft; only what there is.
            Known gaps are left out.
        """
        index = self.index
        self.frames += 1
        self.index += 1
        found: dict[str, float] = {}
        every_hole = holes(alpha)
        open_holes = [hole for hole in every_hole if not self._is_known(hole, index)]
        self.with_gap += len(open_holes) < len(every_hole)
        if open_holes:
            self.with_hole += 1
            found["hole"] = 100 * sum(hole.share for hole in open_holes)
            self.places[index] = [
                [round(value, 3) for value in (*hole.centre, 100 * hole.share)]
                for hole in open_holes
            ]
        self._follow(open_holes, index, alpha.shape)
        apart = islands(alpha, figures=self.figures)
        if apart:
            self.with_island += 1
            found["island"] = 100 * sum(region.share for region in apart)
        soft = soft_share(alpha)
        self.soft += soft
        if soft > ISLAND_SHARE:
            found["soft"] = 100 * soft
        self._blink(alpha >= 0.5)
        if network_alpha is not None:
            self.patterns.append(checkered(network_alpha))
        if found:
            self.notable[index] = {key: round(value, 3) for key, value in found.items()}
        return found

    def jump(self, index: int) -> None:
        """The next frame is `index`, and no neighbour of the last one."""
        self.index = index
        self._runs = None
        self._masks.clear()

    def summary(self) -> Mapping[str, float | int | list[float]]:
        """The figures of the clip so far: shares in percent, runs in frames."""
        count = max(1, self.frames)
        return {
            "frames": self.frames,
            "hole_percent": round(100 * self.with_hole / count, 2),
            "gap_percent": round(100 * self.with_gap / count, 2),
            "longest_hole_frames": self.longest_hole,
            "longest_hole_end": self.longest_hole_end,
            "longest_hole_centre": [round(share, 3) for share in self.longest_hole_centre],
            "island_percent": round(100 * self.with_island / count, 2),
            "blink_percent": round(100 * self.blinking / count, 2),
            "soft_percent": round(100 * self.soft / count, 4),
            "checkered_percent": round(100 * self._pattern().amplitude, 3),
        }

    def _pattern(self) -> Pattern:
        """Over all frames, each by how many pixels it has."""
        pixels = sum(pattern.pixels for pattern in self.patterns)
        energy = sum(pattern.energy * pattern.pixels for pattern in self.patterns)
        return Pattern(energy / max(1, pixels), pixels)

    def _is_known(self, hole: Region, index: int) -> bool:
        return any(gap.holds(hole.centre, index) for gap in self.gaps)

    def _follow(self, open_holes: list[Region], index: int, shape: tuple[int, ...]) -> None:
        """Count for how many frames each hole has been there, and keep the longest."""
        before, self._runs = self._runs, None
        if not open_holes:
            return
        self._runs = np.zeros(shape, np.uint16)
        if before is not None:
            reach = 2 * max(1, round(PLACE_SHARE * max(shape))) + 1
            before = cv2.dilate(before, np.ones((reach, reach), np.uint8))
        for region in open_holes:
            run = 1 + (0 if before is None else int(before[region.mask].max()))
            self._runs[region.mask] = run
            if run > self.longest_hole:
                self.longest_hole, self.longest_hole_end = run, index
                self.longest_hole_centre = region.centre

    def _blink(self, mask: Mask) -> None:
        self._masks = [*self._masks[-2:], mask]
        if len(self._masks) < 3:
            return
        first, second, third = self._masks
        flipped = ((second != first) & (second != third)).astype(np.uint8)
        # Edges shift by a pixel or two all the time; an opening leaves what is wider.
        side = 2 * max(1, round(EDGE_SHARE * max(mask.shape) / 2)) + 1
        wide = cv2.morphologyEx(flipped, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
        if any(region.share >= BLINK_SHARE for region in _regions(wide > 0, connectivity=8)):
            self.blinking += 1


def _regions(mask: Mask, *, connectivity: int) -> list[Region]:
    """The connected parts of a mask, but specks below the smallest share that anyone asks for."""
    count, labels, stats, centres = cv2.connectedComponentsWithStats(
        mask.astype(np.uint8), connectivity=connectivity
    )
    height, width = mask.shape
    least = min(HOLE_SHARE, ISLAND_SHARE, BLINK_SHARE)
    found = []
    for label in range(1, count):
        share = stats[label, cv2.CC_STAT_AREA] / mask.size
        if share >= least:
            x, y = centres[label]
            found.append(Region(labels == label, float(share), (x / width, y / height)))
    return found


def _touches_border(mask: Mask) -> bool:
    return bool(mask[0].any() or mask[-1].any() or mask[:, 0].any() or mask[:, -1].any())
