"""Where a long recording is divided, and SegmentOpening: makes a job process one segment of it.

Cuts follow from the recording alone: the same file gives the same segments for any number of
workers, so one worker and a hundred write the same, and a resumed job finds its segments again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.opening import Opening
from app.video.files.adapted_source import AdaptedSource
from app.video.files.inputs import Source
from app.video.files.segments import PacketIndex, Segment, SegmentSink, SegmentSource
from app.video.sink import VideoSink
from gpu_unet import CleanPlate

SEGMENT_S = 120.0
# How far a cut may move to a key frame of the source, as a share of a segment.
REACH = 0.25


def cut(
    index: PacketIndex,
    *,
    segment_s: float,
    warm_frames: int,
    ahead_frames: int = 0,
    batch_size: int,
) -> list[Segment]:
    """The segments of a recording, in order of time; a single one if it is too short to cut.

    Args:
        segment_s: Approximate length of a segment, in seconds.
        warm_frames: Least number of frames to read before a segment.
        ahead_frames: Number of frames to read after a segment.
        batch_size: Reading begins at a multiple of this, as it would without cuts.
    """
    pts, keys = index.pts, index.key_pts
    length = max(1, round(segment_s / index.time_base))
    reach = round(length * REACH)
    begins = [pts[0]]
    while (wanted := begins[-1] + length) < pts[-1] - length // 2:
        place = index.position(wanted)
        begin = pts[place]
        nearby = [key for key in keys if abs(key - begin) <= reach and _is_shown(index, key)]
        if nearby:
            begin = min(nearby, key=lambda key: abs(key - begin))
        begins.append(begin)
    segments = []
    for number, begin in enumerate(begins):
        until = begins[number + 1] if number + 1 < len(begins) else None
        first = index.position(begin)
        last = len(pts) if until is None else index.position(until)
        warm = max(0, first - warm_frames)
        warm = warm // batch_size * batch_size if number else first
        ahead = min(len(pts), last + ahead_frames)
        segments.append(
            Segment(
                number,
                pts[warm],
                begin,
                until,
                frame_count=last - first,
                warm_count=first - warm,
                ahead_count=ahead - last,
                ahead=pts[ahead] if last < ahead < len(pts) else None,
            )
        )
    return segments


def _is_shown(index: PacketIndex, pts: int) -> bool:
    place = index.position(pts)
    return place < len(index.pts) and index.pts[place] == pts


Rooms = tuple[Sequence[CleanPlate], str]
MOST_ROOMS = 4  # recordings whose clean plates are kept at a time


class SegmentOpening(Opening):
    """Used for one job.

    Args:
        path: Its file in the job's work folder.
        rooms: The clean plates of this process by `key`, for all segments of a recording; those
            used last come last. In memory only: a clean plate is never shown and never written.
        key: Key of the whole job, the same for all of its segments.
    """

    may_encode_on_card = False
    keeps_failed = False

    def __init__(self, segment: Segment, path: Path, *, rooms: dict[str, Rooms], key: str) -> None:
        self._segment = segment
        self._path = path
        self._rooms = rooms
        self._key = key
        self.sink_in_use: SegmentSink | None = None

    def check(self, spec: JobSpec) -> None:
        """Do nothing: the whole output was checked before it was cut."""

    def source(self, spec: JobSpec) -> Source:
        """Open the segment with its warm-up."""
        return SegmentSource(spec.input, self._segment, spec.reading, card=self.card)

    def sink(self, spec: JobSpec, source: AdaptedSource) -> VideoSink:
        """Open the segment's own file."""
        assert isinstance(source.inner, SegmentSource)
        self.sink_in_use = SegmentSink(
            self._path,
            source.inner,
            spec.output_format,
            threads=self.encoding_threads(source),
        )
        return self.sink_in_use

    @property
    def knows_rooms(self) -> bool:
        """Whether another segment of this process has run the first pass."""
        return self._key in self._rooms

    def rooms(self, spec: JobSpec, run_pass: Callable[[], Rooms]) -> Rooms:
        """Run one first pass over the whole recording for all of its segments."""
        found = self._rooms.pop(self._key, None) or run_pass()
        self._rooms[self._key] = found
        while len(self._rooms) > MOST_ROOMS:
            del self._rooms[next(iter(self._rooms))]
        return found
