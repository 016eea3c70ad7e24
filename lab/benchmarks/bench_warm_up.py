"""How many frames before a segment the stages with state need to warm up.

    python -m lab.benchmarks.bench_warm_up --clips ../shared/clips \
        --out lab/benchmarks/results/warm_up.json

Each clip is processed as a whole, and again from several places on with no state. The pictures
before the encoder are compared: per frame, the share of values that differ by more than one level.
`needed` is the number of frames after which no later frame has more than one such value in 10,000.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from app.cluster.segment_job import Rooms
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.events import Done
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.opening import Opening
from app.pipeline.settings import Settings
from app.video.files.file_source import FileSource
from app.video.files.segments import Segment, SegmentSource, index_packets
from app.video.linear_picture import LinearPicture
from app.video.sink import FrameTime, VideoSink, WriteReport
from gpu_unet.frame_format import Image
from lab.benchmarks.machine import describe

ALLOWED = 1e-4  # of a frame's values may differ by more than one level
PLACES = (0.25, 0.5)  # of the clip, where a segment begins with nothing remembered

GREEN = BackgroundSpec.parse("#00b140")
KINDS: dict[str, Settings] = {
    "nothing": Settings(background=GREEN, learns_room=False).changed({"smoothing": 0.0}),
    "smoothing and holes, smoothing 0.6": Settings(background=GREEN, learns_room=False),
    "smoothing and holes, smoothing 1.0": Settings(background=GREEN, learns_room=False).changed(
        {"smoothing": 1.0}
    ),
    "largest figure, smoothing 0.6": Settings(background=GREEN, learns_room=False).changed(
        {"largest_only": True}
    ),
    "room, smoothing 0.6": Settings(background=GREEN),
}


@dataclass
class Pictures(VideoSink):
    """Keeps what would be encoded, by its time."""

    by_pts: dict[int, Image] = field(default_factory=dict)

    def write(
        self, pixels: Image | LinearPicture | None, alpha: Image | None = None, *, time: FrameTime
    ) -> None:
        """See `VideoSink.write`."""
        assert isinstance(pixels, np.ndarray)
        self.by_pts[time.pts] = pixels.copy()

    def finish(self) -> WriteReport:
        """See `VideoSink.finish`."""
        return WriteReport(Path("nowhere"), len(self.by_pts))

    def finish_partial(self) -> WriteReport:
        """See `VideoSink.finish_partial`."""
        return self.finish()

    def abort(self) -> None:
        """See `VideoSink.abort`."""


class Part(Opening):
    """From `begin` on with nothing remembered, to the end or `frame_count` frames."""

    may_encode_on_card = False

    def __init__(self, segment: Segment, rooms: dict[str, Rooms], key: str) -> None:
        self.pictures = Pictures()
        self._segment, self._rooms, self._key = segment, rooms, key

    def check(self, spec: JobSpec) -> None:
        """Nothing is written."""

    def source(self, spec: JobSpec) -> SegmentSource:
        """The part."""
        return SegmentSource(spec.input, self._segment, card=self.card)

    def sink(self, spec: JobSpec, source: object) -> VideoSink:
        """Memory."""
        return self.pictures

    def rooms(self, spec: JobSpec, run_pass: Callable[[], Rooms]) -> Rooms:
        """One look for all parts."""
        if self._key not in self._rooms:
            self._rooms[self._key] = run_pass()
        return self._rooms[self._key]


def pictures_of(
    path: Path, settings: Settings, segment: Segment, rooms: dict[str, Rooms]
) -> Pictures:
    """Every picture of a part as it would be encoded."""
    part = Part(segment, rooms, str(path))
    spec = JobSpec(path, Path("nowhere.mp4"), settings=settings)
    final = Job(spec, opening=part).run()
    assert isinstance(final, Done), final
    return part.pictures


def differing(one: Image, other: Image) -> float:
    """Share of values that lie more than one level apart."""
    return float((np.abs(one.astype(np.int16) - other) > 1).mean())


def measure(path: Path, settings: Settings, *, most_frames: int) -> list[dict[str, object]]:
    """A row for each place where a segment begins."""
    rooms: dict[str, Rooms] = {}
    source = FileSource(path)
    with source:
        index = index_packets(source)
    assert index is not None
    pts = index.pts[:most_frames]
    until = None if len(pts) == len(index.pts) else index.pts[most_frames]
    whole = pictures_of(path, settings, Segment(0, pts[0], pts[0], until, len(pts)), rooms)
    rows: list[dict[str, object]] = []
    for place in PLACES:
        first = int(len(pts) * place) // 4 * 4
        segment = Segment(1, pts[first], pts[first], until, len(pts) - first)
        cold = pictures_of(path, settings, segment, rooms)
        shares = [differing(whole.by_pts[time], cold.by_pts[time]) for time in pts[first:]]
        over = [number for number, share in enumerate(shares) if share > ALLOWED]
        rows.append(
            {
                "begin_s": float(pts[first] * index.time_base),
                "frames": len(shares),
                "needed": over[-1] + 1 if over else 0,
                "needed_s": float(
                    (pts[first + over[-1]] - pts[first]) * index.time_base if over else 0
                ),
                "frames_over": len(over),
                # Of all values of the frames that are left after a warm-up of so many.
                "share_after": {
                    str(warm): float(np.mean(shares[warm:]))
                    for warm in (0, 12, 30, 60, 90, 120, 150, 240, 300, 450, 600)
                    if warm < len(shares)
                },
            }
        )
    return rows


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clips", type=Path, required=True)
    parser.add_argument("--names", nargs="*", default=["talk_d6", "desk_doctor", "talk_d10"])
    parser.add_argument("--most-frames", type=int, default=700)
    parser.add_argument("--model", default="fast")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    results: list[dict[str, object]] = []
    for kind, settings in KINDS.items():
        settings = replace(settings, model=arguments.model)
        for name in arguments.names:
            (path,) = arguments.clips.glob(f"{name}.m*")
            for row in measure(path, settings, most_frames=arguments.most_frames):
                results.append({"remembers": kind, "clip": name, **row})
                print(kind, name, row["begin_s"], row["needed"], row["share_after"], flush=True)
    document = {"machine": describe("numba", "av"), "model": arguments.model, "rows": results}
    arguments.out.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
