"""FirstPass: looks at some frames of a recording before the job begins, to learn its rooms."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence

from frames.frame import Frame
from gpu_unet.clean_plate import CleanPlate, Observation
from gpu_unet.errors import EngineError
from pipeline.clean_plate.survey import FEWEST_SAMPLES, Survey, sample_times
from video.files.file_source import FileSource
from video.source import SourceError

logger = logging.getLogger(__name__)


class FirstPass:
    """Key frames cost least to reach; only where there are few, others are looked at.

    Args:
        source: Of its own, on the same part of the file; read from here to there.
        observe: What the network sees of a frame.
        on_progress: Told how many frames have been looked at, and of how many.
    """

    def __init__(
        self,
        source: FileSource,
        observe: Callable[[Frame], Observation],
        on_progress: Callable[[int, int], None],
    ) -> None:
        self._source = source
        self._observe = observe
        self._on_progress = on_progress
        self._times_s = sample_times(
            duration_s=source.duration_s or 0.0, frame_count=source.frame_count or 0
        )

    def rooms(self) -> tuple[Sequence[CleanPlate], str]:
        """The rooms, the likeliest last, and a sentence for people; empty for a short recording.

        Whatever is wrong with the file or the engine is for the job itself to tell: then there
        are no rooms.

        Raises:
            JobCancelled: What `observe` raises when nobody wants it any more.
        """
        if not self._times_s:
            return (), ""
        survey = Survey()
        try:
            for frame in self._frames():
                survey.add(self._observe(frame))
        except (SourceError, EngineError) as error:
            logger.info("%s: the room could not be looked for: %s", self._source.name, error)
            return (), ""
        return survey.rooms(), survey.sentence(self._source.name)

    def _frames(self) -> Iterator[Frame]:
        begin_s = self._source.media.start_s or 0.0
        wanted = [begin_s + time_s for time_s in self._times_s]
        count, newest_s = 0, -1.0
        for time_s in wanted:
            self._source.seek_key(time_s)
            frame = self._source.read()
            if frame is not None and frame.pts_s > newest_s:
                newest_s = frame.pts_s
                yield frame
                count += 1
                self._on_progress(count, len(wanted))
        if count >= FEWEST_SAMPLES:
            return
        few = wanted[:: max(1, len(wanted) // FEWEST_SAMPLES)][:FEWEST_SAMPLES]
        for done, time_s in enumerate(few):
            self._source.seek(time_s)
            if (frame := self._source.read()) is not None:
                yield frame
            self._on_progress(count + done + 1, count + len(few))
