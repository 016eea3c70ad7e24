"""SegmentOpening: makes a job process one segment of a recording."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path

from app.pipeline.jobs.job import Opening
from app.pipeline.jobs.job_spec import JobSpec
from app.video.files.adapted_source import AdaptedSource
from app.video.files.inputs import Source
from app.video.files.segments import Segment, SegmentSink, SegmentSource
from app.video.sink import VideoSink
from gpu_unet import CleanPlate

Rooms = tuple[Sequence[CleanPlate], str]
MOST_ROOMS = 4  # recordings whose clean plates are kept at a time


class RoomCache:
    """The clean plates of a recording, for all of its segments in this process.

    They are kept in memory only: a clean plate is never shown and never written.
    """

    def __init__(self) -> None:
        self._rooms: OrderedDict[str, Rooms] = OrderedDict()

    def __contains__(self, key: str) -> bool:
        return key in self._rooms

    def get(self, key: str, run_pass: Callable[[], Rooms]) -> Rooms:
        """The plates of the recording `key`; calls `run_pass` the first time."""
        if key not in self._rooms:
            self._rooms[key] = run_pass()
            while len(self._rooms) > MOST_ROOMS:
                self._rooms.popitem(last=False)
        self._rooms.move_to_end(key)
        return self._rooms[key]


class SegmentOpening(Opening):
    """Used for one job.

    Args:
        segment: The segment.
        path: Its file in the job's work folder.
        rooms: The clean plates of this process.
        key: Key of the whole job, the same for all of its segments.

    Attributes:
        sink_in_use: The sink, once it is open.
    """

    may_encode_on_card = False

    def __init__(self, segment: Segment, path: Path, *, rooms: RoomCache, key: str) -> None:
        self._segment = segment
        self._path = path
        self._room_cache = rooms
        self._key = key
        self.sink_in_use: SegmentSink | None = None

    def check(self, spec: JobSpec) -> None:
        """Do nothing: the whole output was checked before it was cut."""

    def source(self, spec: JobSpec) -> Source:
        """Open the segment with its warm-up."""
        return SegmentSource(
            spec.input,
            self._segment,
            start_s=spec.start_s,
            end_s=spec.end_s,
            card=self.card,
            depth=spec.output_format.depth,
            log=spec.log,
        )

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
        return self._key in self._room_cache

    def rooms(self, spec: JobSpec, run_pass: Callable[[], Rooms]) -> Rooms:
        """Run one first pass over the whole recording for all of its segments."""
        return self._room_cache.get(self._key, run_pass)
