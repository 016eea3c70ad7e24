"""How often the person who is meant is kept in the window's picture, where frames are skipped.

    python -m lab.benchmarks.bench_people_live                all frames, and with gaps; writes
    python -m lab.benchmarks.bench_people_live --only cross   sequences with this in their names

The sequences of `bench_people` with their pictures whole, through the live session's compositor
with the `fast` network, one frame after the other. A slow machine is one that skips frames.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np
import numpy.typing as npt

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.engines import open_engine_for
from app.pipeline.live import engine
from app.pipeline.live.compositor import Composed, Compositor
from app.pipeline.live.events import PersonSought
from app.pipeline.live.people import LivePeople
from app.pipeline.live.worker import open_spec
from app.pipeline.no_matte import NoMatte
from app.pipeline.person.pick import PersonPick
from app.pipeline.settings import Settings
from app.video.frame import Frame
from gpu_unet import FrameFormat
from lab.benchmarks.bench_people import (
    FEW_OTHERS,
    FEWEST_OTHERS,
    IN_SIGHT,
    MOST_KEPT,
    SHARED,
    cells_of,
    share_of,
)
from lab.benchmarks.machine import describe
from lab.benchmarks.quality.crossings import CROSSINGS, FRAMES, WalkedPicture, crossing, name_of
from lab.benchmarks.quality.sequences import FRAMES_PER_SECOND, HEIGHT, WIDTH, HeldOut
from lab.benchmarks.report import save_result

FORMAT = FrameFormat(HEIGHT, WIDTH)
FILM = Path("film.mp4")  # a name: the pictures are in memory
SETTINGS = Settings(
    background=BackgroundSpec.parse("#204060"), model="fast", device="cpu", learns_room=False
)
# Which frames are shown, of a machine that is fast enough and of slower ones.
SHOWN: dict[str, Callable[[int], bool]] = {
    "all": lambda n: True,
    "two of three": lambda n: n % 3 != 2,
    "every second": lambda n: n % 2 == 0,
    "every third": lambda n: n % 3 == 0,
    "a third, in bursts": lambda n: n % 15 < 5,
}


@dataclass(frozen=True, slots=True)
class LiveFigures:
    """Of one sequence; percent of the frames that are shown, or of people in them, but the last.

    Attributes:
        right, clean, kept, others: As `bench_people.PeopleFigures` has them.
        hidden: Frames that show the background alone.
        processor_ms: Of the process, a frame.
    """

    right: float
    clean: float
    kept: float
    others: float
    hidden: float
    processor_ms: float


class _Film:
    """A sequence as a film in which a moment can be looked for."""

    def __init__(self, made: WalkedPicture) -> None:
        self._made = made
        self._number = 0

    def __call__(self, path: Path, reading: object) -> Self:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        pass

    def seek(self, pts_s: float) -> None:
        self._number = round(pts_s * FRAMES_PER_SECOND)

    def read(self) -> Frame:
        return self.frame(self._number)

    def frame(self, number: int) -> Frame:
        """A frame with its time in the film."""
        at_s = number / FRAMES_PER_SECOND
        return Frame(self._made.frames[number], FORMAT, number, at_s, time.perf_counter())


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Measure who is kept live, with frames skipped.")
    parser.add_argument("--data", type=Path, default=SHARED / "data")
    parser.add_argument("--more-data", type=Path, default=SHARED / "data2")
    parser.add_argument("--only", default="", help="sequences with this in their names; prints")
    arguments = parser.parse_args()
    engine.STALE_S = 60.0  # an answer that is late is no matter of who is who
    source = HeldOut(arguments.data, arguments.more_data)
    found: dict[str, dict[str, LiveFigures]] = defaultdict(dict)
    for number in range(len(CROSSINGS)):
        name = name_of(number)
        if arguments.only not in name:
            continue
        made = crossing(number, source)
        for shown, is_shown in SHOWN.items():
            figures = measured(made, [n for n in range(FRAMES) if is_shown(n)])
            found[shown][name] = figures
            print(name, shown, asdict(figures), flush=True)
    rows = [[shown, *cells_of(list(by.values()))] for shown, by in found.items()]
    for row in rows:
        print(row)
    if not arguments.only:
        _save(rows, {shown: {n: asdict(f) for n, f in by.items()} for shown, by in found.items()})


def measured(made: WalkedPicture, numbers: Sequence[int]) -> LiveFigures:
    """Figures of one sequence of which these frames are shown."""
    film, told = _Film(made), []
    compositor = Compositor(open_engine_for, open_spec, told.append)
    compositor.people = LivePeople(told.append, open_film=film)  # pyright: ignore[reportArgumentType]
    compositor.background.want(SETTINGS.background)
    try:
        pick = _wait_and_pick(compositor, film, made)
        compositor.people.want(FILM, [pick])
        # Frames of the film's beginning, until the person is found.
        while not any(isinstance(event, PersonSought) for event in told):
            _compose(compositor, film.frame(numbers[0]))
            time.sleep(0.01)
        compositor.reset()
        counts, began_s = [], time.process_time()
        for number in numbers:
            alpha = _compose(compositor, film.frame(number))
            counts.append(_counted(alpha, made.visible[number]))
        spent_ms = 1e3 * (time.process_time() - began_s) / len(numbers)
    finally:
        compositor.close()
    means = [100 * float(mean) for mean in np.nanmean(np.array(counts, float), axis=0)]
    return LiveFigures(*means, processor_ms=spent_ms)


def _wait_and_pick(compositor: Compositor, film: _Film, made: WalkedPicture) -> PersonPick:
    """Wait for the engine; the point where the first person stands most apart from others."""
    while _compose(compositor, film.frame(0)) is None:
        time.sleep(0.02)
    best, pick = -1.0, PersonPick(0, 0, 0)
    for number in range(0, FRAMES, 4):
        compositor.reset()
        alpha = _compose(compositor, film.frame(number))
        if alpha is None:
            continue
        own = made.visible[number][0] >= 0.5
        _, labels = cv2.connectedComponents((alpha >= 128).astype(np.uint8))
        at_own = labels[own & (labels > 0)]
        if own.mean() < 3 * IN_SIGHT or not at_own.size:
            continue
        part = labels == np.bincount(at_own).argmax()
        apart = np.count_nonzero(part & own) / np.count_nonzero(part | own)
        if apart > best:
            depth = cv2.distanceTransform((part & own).astype(np.uint8), cv2.DIST_L2, 3)
            y, x = np.unravel_index(int(depth.argmax()), depth.shape)
            best, pick = apart, PersonPick(float(x), float(y), number / FRAMES_PER_SECOND)
    compositor.reset()
    return pick


def _compose(compositor: Compositor, frame: Frame) -> npt.NDArray[np.uint8] | None:
    """The matte that is shown; None: the background alone."""
    compositor.background.update()
    now = replace(frame, captured_s=time.perf_counter())
    composed = compositor.compose(now, SETTINGS, want_alpha=True)
    assert isinstance(composed, Composed | NoMatte), "the processor has nothing pending"
    return composed.alpha if isinstance(composed, Composed) else None


def _counted(
    alpha: npt.NDArray[np.uint8] | None, visible: npt.NDArray[np.float32]
) -> tuple[bool, bool, float, float, bool]:
    truth = visible >= 0.5
    meant, others = truth[0], truth[1:].any(0) & ~truth[0]
    shown = np.zeros_like(meant) if alpha is None else alpha >= 128
    kept, wrong = share_of(shown, meant), share_of(shown, others)
    is_shown, few = bool(np.isnan(kept)) or kept >= MOST_KEPT, np.nan_to_num(wrong)
    return (
        is_shown and few < FEW_OTHERS,
        is_shown and few < FEWEST_OTHERS,
        kept,
        wrong,
        alpha is None,
    )


def _save(rows: list[list[str | float]], raw: dict[str, dict[str, dict[str, float]]]) -> None:
    save_result(
        "people-live",
        columns=[
            "frames that are shown",
            "right one kept, % of them",
            "and no tenth of another, %",
            "of the person kept, %",
            "of others kept, %",
            "background alone, %",
            "processor, ms a frame",
        ],
        rows=rows,
        note=(
            f"The {len(CROSSINGS)} sequences above, {FRAMES_PER_SECOND} frames/s, in their whole "
            "size, through the live compositor, the matte that is shown beside the truth; in "
            "bursts: five frames, then ten are skipped. Repeat: "
            "`python -m lab.benchmarks.bench_people_live`."
        ),
        machine=describe("numba"),
        raw=raw,
    )


if __name__ == "__main__":
    main()
