"""Survey: the clean plates of a recording, learnt from samples before it is processed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from app.messages import Message
from app.pipeline.clean_plate.comparison import (
    DAYLIGHT,
    Comparer,
    Mask,
    Texture,
    at_least,
    differs,
    share_of,
    texture_of,
)
from app.pipeline.clean_plate.limits import PERSON, TOLERANCE, VIEW
from app.video.opencv import untyped_cv2 as cv2
from gpu_unet import CleanPlate, Image, Observation, available_cores

# One frame in forty costs 2.5 % of the network's time; more than 80 add nothing to a median.
FRAMES_PER_SAMPLE = 40
FEWEST_SAMPLES, MOST_SAMPLES = 8, 80
SHORTEST_FRAMES = 60  # a shorter recording ends before a survey pays
NOISE = 2.5  # deviation in a compressed recording, in steps of 255
DIFFERENT = TOLERANCE.noise_deviations * NOISE + TOLERANCE.agree_slack
LEAST_SEEN = 3  # a pixel must be seen uncovered this many times to be known
SURELY_SEEN = 6
LEAST_AGREEING = 0.7  # share of those times in which it must agree with the median
# A pixel seen uncovered in a smaller share of samples must differ from the person seen there.
MOSTLY_SEEN = 0.7
LEAST_COMMON = 0.05  # of the picture must be uncovered in two frames to compare them
LEAST_SAMPLES_OF_SCENE = 4
LEAST_ROOM = 0.05  # of the picture must be known for a plate to be used
MEDIAN_ROWS = 16  # rows that are sorted at a time


def sample_times(*, duration_s: float, frame_count: int) -> list[float]:
    """When to sample: the middles of parts of equal length; empty for a short recording."""
    if frame_count < SHORTEST_FRAMES or duration_s <= 0:
        return []
    count = min(max(frame_count // FRAMES_PER_SAMPLE, FEWEST_SAMPLES), MOST_SAMPLES)
    return [(index + 0.5) * duration_s / count for index in range(count)]


@dataclass(slots=True, eq=False)
class _Scene:
    """Frames of one camera view, in the light of the first."""

    rgb: list[Image]  # one uint8 (height, width, 3) per frame
    free: list[Mask]  # one uint8 (height, width) per frame, 255 where no person is near
    texture: dict[int, Texture] = field(default_factory=dict)  # so far, by frame

    def texture_of(self, index: int) -> Texture:
        """Texture of one frame; computed once."""
        if index not in self.texture:
            height, width = self.free[index].shape
            self.texture[index] = Texture.empty(height=height, width=width)
        return self.texture[index]


class Survey:
    """Used by one thread. A camera that stands still gives a plate; one that moves gives none."""

    def __init__(self) -> None:
        self._scenes: list[_Scene] = []
        self._rooms: list[CleanPlate] | None = None
        self._comparer: Comparer | None = None  # from the first frame on

    @property
    def is_scattered(self) -> bool:
        """Whether no two frames show the same view."""
        return all(len(scene.rgb) == 1 for scene in self._scenes)

    def add(self, seen: Observation) -> None:
        """Add a frame; all have one size, in any order."""
        self._rooms = None
        seen = seen.taken_apart()
        height, width = seen.alpha.shape
        radius = max(2, round(PERSON.distance_widths * width))
        if self._comparer is None:
            self._comparer = Comparer(height=height, width=width, radius=radius)
        kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (2 * radius + 1, 2 * radius + 1))
        free = ~cv2.dilate(at_least(seen.alpha, PERSON.possible_alpha), kernel)
        for scene in self._scenes:
            relit = _in_light_of(scene, seen.rgb, free, self._comparer)
            if relit is not None:
                scene.rgb.append(relit)
                scene.free.append(free)
                return
        self._scenes.append(_Scene([seen.rgb], [free]))

    def rooms(self) -> list[CleanPlate]:
        """One clean plate per camera view; the view that is seen longest comes last."""
        if self._rooms is None:
            scenes = [s for s in self._scenes if len(s.rgb) >= LEAST_SAMPLES_OF_SCENE]
            plates = [_room(scene) for scene in sorted(scenes, key=lambda scene: len(scene.rgb))]
            self._rooms = [p for p in plates if share_of(p.confidence) >= LEAST_ROOM]
        return self._rooms

    def sentence(self, name: str) -> str:
        """The outcome in one sentence, for people."""
        rooms = self.rooms()
        if not rooms:
            return Message(
                "{name}: the first pass could not learn the room, because the camera "
                "moves or the person never uncovers it.",
                name=name,
            )
        known = share_of(rooms[-1].confidence)
        return Message.counted(
            "{name}: the first pass learnt {known:.0%} of the room behind the person.",
            "{name}: the first pass learnt {known:.0%} of the main room of {n}.",
            n=len(rooms),
            name=name,
            known=known,
        )


def _in_light_of(scene: _Scene, rgb: Image, free: Mask, comparer: Comparer) -> Image | None:
    """The frame in the scene's light; None if it shows another view."""
    # Compare with the frame of the scene that has the most uncovered pixels in common.
    common = [cv2.countNonZero(cv2.bitwise_and(free, other)) for other in scene.free]
    best = int(np.argmax(common))
    reference = scene.rgb[best]
    found = comparer.compare(
        rgb,
        reference.astype(np.float32),
        reference,
        DAYLIGHT,
        scene.texture_of(best),
        ticks=free,
        least_ticks=1,
        blocked=~scene.free[best],
        judged=LEAST_COMMON,
        limit=DIFFERENT,
    )
    is_same = found.has_light and found.everywhere < VIEW.found
    return found.frame if is_same and found.of_texture < VIEW.found_texture else None


def _room(scene: _Scene) -> CleanPlate:
    """Median of the uncovered pixels; confidence is how often they were seen and agreed."""
    rgb, free = np.stack(scene.rgb), np.stack(scene.free)
    count = np.count_nonzero(free, axis=0)
    median = _median(rgb, free, count)
    limit = DIFFERENT
    slack, _ = texture_of(median)
    agreeing = np.zeros(count.shape, np.int32)
    for picture, mask in zip(scene.rgb, scene.free, strict=True):
        agreeing += cv2.bitwise_and(~differs(picture, median, limit, slack), mask) != 0
    known = (count >= LEAST_SEEN) & (agreeing >= LEAST_AGREEING * count)
    # A network that says "person" and then "background" of the same colours changed its mind.
    covered = _median(rgb, ~free, len(scene.rgb) - count)
    is_same = differs(covered, median, limit, slack) == 0
    known &= ~(is_same & (count < MOSTLY_SEEN * len(scene.rgb)))
    sure = np.minimum(agreeing / SURELY_SEEN, 1.0) * known
    return CleanPlate(median, np.rint(255 * sure).astype(np.uint8))


def _median(
    rgb: npt.NDArray[np.uint8], mask: npt.NDArray[np.uint8], count: npt.NDArray[np.integer]
) -> Image:
    """Median per pixel and channel of the pictures in which `mask` is set; white: in none."""
    out = np.empty(rgb.shape[1:], np.uint8)

    def some_rows(begin: int) -> None:
        rows = slice(begin, begin + MEDIAN_ROWS)
        # Masked-out values sort to the end: sorting bytes is cheap.
        ordered = np.sort(np.where(mask[:, rows, :, None] != 0, rgb[:, rows], 255), axis=0)
        middle = np.maximum(count[rows] - 1, 0) // 2
        out[rows] = np.take_along_axis(ordered, middle[None, ..., None], axis=0)[0]

    with ThreadPoolExecutor(available_cores(), "median") as threads:
        for _ in threads.map(some_rows, range(0, len(out), MEDIAN_ROWS)):
            pass
    return out
