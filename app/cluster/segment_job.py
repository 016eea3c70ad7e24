"""SegmentOpening: how a job does one segment of a recording instead of all of it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path

from app.pipeline.jobs.job import Opening
from app.pipeline.jobs.job_spec import JobSpec
from app.video.files.adapted_source import AdaptedSource
from app.video.files.inputs import Source
from app.video.files.output_format import OutputFormat, choose_output_format
from app.video.files.segment_sink import SegmentSink
from app.video.files.segment_source import Segment, SegmentSource
from app.video.sink import VideoSink
from gpu_unet.clean_plate import CleanPlate

Rooms = tuple[Sequence[CleanPlate], str]
MOST_ROOMS = 4  # recordings whose rooms are kept at a time


class RoomCache:
    """What the first look at a recording found, for all of its segments that this process does.

    It is kept in memory alone: a learnt room is shown to nobody and written nowhere.
    """

    def __init__(self) -> None:
        self._rooms: OrderedDict[str, Rooms] = OrderedDict()

    def __contains__(self, key: str) -> bool:
        return key in self._rooms

    def get(self, key: str, look: Callable[[], Rooms]) -> Rooms:
        """Of the recording `key`; `look` looks, the first time."""
        if key not in self._rooms:
            self._rooms[key] = look()
            while len(self._rooms) > MOST_ROOMS:
                self._rooms.popitem(last=False)
        self._rooms.move_to_end(key)
        return self._rooms[key]


class SegmentOpening(Opening):
    """Used for one job.

    Args:
        segment: Which one.
        path: In the job's work folder.
        rooms: Of this process.
        key: Of the whole job, the same for all of its segments.

    Attributes:
        sink_in_use: Once it is open.
    """

    takes_card = False

    def __init__(self, segment: Segment, path: Path, *, rooms: RoomCache, key: str) -> None:
        self._segment = segment
        self._path = path
        self._room_cache = rooms
        self._key = key
        self.sink_in_use: SegmentSink | None = None

    def check(self, spec: JobSpec) -> None:
        """The whole output was checked before it was cut."""

    def source(self, spec: JobSpec) -> Source:
        """The segment and its warm-up."""
        return SegmentSource(spec.input, self._segment, start_s=spec.start_s, end_s=spec.end_s)

    def sink(self, spec: JobSpec, source: AdaptedSource) -> VideoSink:
        """The segment's own file."""
        assert isinstance(source.inner, SegmentSource)
        self.sink_in_use = SegmentSink(self._path, source.inner, output_format_of(spec))
        return self.sink_in_use

    @property
    def knows_rooms(self) -> bool:
        """Whether another segment of this process has looked."""
        return self._key in self._room_cache

    def rooms(self, spec: JobSpec, look: Callable[[], Rooms]) -> Rooms:
        """One look at the whole recording serves all of its segments."""
        return self._room_cache.get(self._key, look)


def output_format_of(spec: JobSpec) -> OutputFormat:
    """Of the whole output.

    Raises:
        OutputError: Ending, codec and quality do not go together.
    """
    return choose_output_format(spec.output, content=spec.content, codec=spec.codec, crf=spec.crf)
