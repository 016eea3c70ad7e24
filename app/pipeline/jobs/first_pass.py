"""FirstPass: samples a recording before the job begins, to learn its clean plates."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import NamedTuple

from app.pipeline.clean_plate.survey import FEWEST_SAMPLES, Survey, sample_times
from app.video.files.file_source import FileSource
from app.video.frame import Frame
from app.video.source import SourceError
from gpu_unet import CleanPlate, EngineError, Observation, available_cores

logger = logging.getLogger(__name__)

MOST_THREADS = 8
# Limit for frames that wait while the engine opens: those of a minute of 720p.
WAITING_BYTES = 64 * 2**20
# Of a recording with this many samples, a few are compared first: if no two of them show the same
# view, the camera moves, and comparing the others is pointless.
MANY_SAMPLES, FIRST_SAMPLES = 24, 12


class _Sample(NamedTuple):
    number: int
    time_s: float
    is_key: bool  # the key frame before its time


Observe = Callable[[Sequence[Frame]], Sequence[Observation]]


class FirstPass:
    """Decodes key frames, which cost least to reach; other frames only where those are few.

    Frames are decoded in parallel, on threads of its own, while the engine opens.
    All methods are called by one thread.

    Args:
        open_source: Opens the part of the file; called once on each of its threads.
        resize: Brings a frame to the job's size; called on its threads.
        spares_memory: Frames are so large that one is decoded at a time.
    """

    def __init__(
        self,
        open_source: Callable[[], FileSource],
        *,
        resize: Callable[[Frame], Frame] | None,
        frame_bytes: int,
        spares_memory: bool,
    ) -> None:
        self._open_source = open_source
        self._resize = resize
        self._own = threading.local()
        self._sources: list[FileSource] = []
        self._most_waiting = 1 if spares_memory else max(2, WAITING_BYTES // frame_bytes)
        count = 1 if spares_memory else max(1, min(MOST_THREADS, available_cores() // 2))
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="first-pass")
        self._is_closed = False
        # Those that wait for decoding, and those being decoded, in the order of the results.
        self._rest: deque[_Sample] = deque()
        self._begun: deque[tuple[_Sample, Future[Frame | None]]] = deque()
        self._planned = self._threads.submit(self._plan)

    def rooms(
        self, observe: Observe, most: int, on_progress: Callable[[int, int], None]
    ) -> tuple[Sequence[CleanPlate], str]:
        """The clean plates, the likeliest last, and a sentence for people; empty if short.

        If the file or the engine fails, there are no plates: the job itself will report the error.

        Args:
            observe: Returns what the network sees of some frames.
            most: The most frames per call of `observe`.
            on_progress: Told how many samples were observed, and of how many.

        Raises:
            JobCancelled: From `observe`, when the job was cancelled.
        """
        name = ""
        try:
            name, count = self._planned.result()
            if not count:
                return (), ""
            survey = self._surveyed(count, observe, most, on_progress)
        except (SourceError, EngineError) as error:
            logger.info("%s: the room could not be looked for: %s", name, error)
            return (), ""
        return survey.rooms(), survey.sentence(name)

    def close(self) -> None:
        """End the threads after their present frame, and close the file; may be called twice."""
        self._is_closed = True
        self._threads.shutdown(wait=True, cancel_futures=True)
        for source in self._sources:
            source.close()
        self._sources.clear()

    # -- on the job's thread

    def _surveyed(
        self, count: int, observe: Observe, most: int, on_progress: Callable[[int, int], None]
    ) -> Survey:
        """The survey of `count` samples; compared on another thread while more are inferred."""
        survey, first = Survey(), Survey()
        seen: dict[int, Observation | None] = {}
        samples = self._samples()
        compared = 0

        def compare(into: Survey, numbers: Sequence[int]) -> None:
            for number in numbers:
                if (observation := seen[number]) is not None:
                    into.add(observation)

        with ThreadPoolExecutor(1, "survey") as thread:
            comparing: list[Future[None]] = []
            while some := list(islice(samples, most)):
                frames = [frame for _, frame in some if frame is not None]
                observations = iter(observe(frames) if frames else ())
                before = len(seen)
                for number, frame in some:
                    seen[number] = None if frame is None else next(observations)
                    on_progress(len(seen), count)
                del some, frames
                if count >= MANY_SAMPLES and before < FIRST_SAMPLES <= len(seen):
                    thread.submit(compare, first, sorted(seen)).result()
                    if first.is_scattered:
                        on_progress(count, count)
                        return first
                begin = compared  # in the order of time, whatever the order of decoding
                while compared in seen:
                    compared += 1
                comparing.append(thread.submit(compare, survey, range(begin, compared)))
            for future in comparing:
                future.result()
        return survey

    def _samples(self) -> Iterator[tuple[int, Frame | None]]:
        """Each sample's number and frame, as they come; None: there is no such frame."""
        shown: set[int | None] = set()
        while self._begun:
            sample, future = self._begun.popleft()
            frame = future.result()
            self._start_some()
            if frame is not None and sample.is_key:
                is_new = frame.pts not in shown
                shown.add(frame.pts)
                frame = frame if is_new else None
            yield sample.number, frame

    # -- on its own threads, one call at a time

    def _start_some(self) -> None:
        """Start decoding as many as may wait."""
        while self._rest and len(self._begun) < self._most_waiting:
            sample = self._rest.popleft()
            self._begun.append((sample, self._threads.submit(self._decoded, sample)))

    def _plan(self) -> tuple[str, int]:
        """Choose the samples and start; returns the recording's name and the number of samples."""
        source = self._source()
        times_s = sample_times(
            duration_s=source.duration_s or 0.0, frame_count=source.frame_count or 0
        )
        begin_s = source.media.begin_s
        wanted = [begin_s + time_s for time_s in times_s]
        keys = {time_s: source.key_time_s(time_s) for time_s in wanted}
        samples: list[_Sample] = []
        known: set[float] = set()
        for time_s, key_s in keys.items():
            if key_s is None or key_s not in known:
                samples.append(_Sample(len(samples), time_s, is_key=True))
            if key_s is not None:
                known.add(key_s)
        count = len(samples)
        if 0 < count < FEWEST_SAMPLES:
            few = wanted[:: max(1, len(wanted) // FEWEST_SAMPLES)][:FEWEST_SAMPLES]
            samples += [_Sample(count + n, time_s, is_key=False) for n, time_s in enumerate(few)]
        elif count >= MANY_SAMPLES:
            first = {count * part // FIRST_SAMPLES for part in range(FIRST_SAMPLES)}
            samples.sort(key=lambda sample: (sample.number not in first, sample.number))
        self._rest.extend(samples)
        self._start_some()
        return source.name, len(samples)

    def _source(self) -> FileSource:
        source = getattr(self._own, "source", None)
        if source is None:
            source = self._own.source = self._open_source()
            self._sources.append(source)
        return source

    def _decoded(self, sample: _Sample) -> Frame | None:
        source = self._source()
        if self._is_closed:
            return None
        (source.seek_key if sample.is_key else source.seek)(sample.time_s)
        frame = source.read()
        return frame if frame is None or self._resize is None else self._resize(frame)
