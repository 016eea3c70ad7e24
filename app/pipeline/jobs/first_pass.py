"""FirstPass: samples a recording before the job begins, to learn its clean plates."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby, islice

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


@dataclass(frozen=True, slots=True)
class _Group:
    """Consecutive samples."""

    first: int  # number of the first one among all samples
    times_s: tuple[float, ...]
    is_key: bool  # each sample is the key frame before its time


Observe = Callable[[Sequence[Frame]], Sequence[Observation]]


class FirstPass:
    """Decodes key frames, which cost least to reach; other frames only where those are few.

    Frames are decoded in parallel, on threads of its own, while the engine opens.
    All methods are called by one thread.

    Args:
        open_source: Opens the part of the file, with the given number of decoding threads; called
            once on each of its threads.
        resize: Brings a frame to the job's size; called on its threads.
        spares_memory: Frames are so large that one is decoded at a time.
    """

    def __init__(
        self,
        open_source: Callable[[int], FileSource],
        *,
        resize: Callable[[Frame], Frame] | None,
        frame_bytes: int,
        spares_memory: bool,
    ) -> None:
        self._open_source = open_source
        self._resize = resize
        self._own = threading.local()
        self._decoding_threads = 1
        self._sources: list[FileSource] = []
        self._spares_memory = spares_memory
        self._most_waiting = 1 if spares_memory else max(2, WAITING_BYTES // frame_bytes)
        count = 1 if spares_memory else max(1, min(MOST_THREADS, available_cores() // 2))
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="first-pass")
        self._is_closed = False
        # Groups that wait for decoding, and groups being decoded, in the order of the results.
        self._rest: deque[_Group] = deque()
        self._begun: deque[tuple[_Group, Future[list[Frame | None]]]] = deque()
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
            group, future = self._begun.popleft()
            frames = future.result()
            self._start_some()
            for number, frame in enumerate(frames, start=group.first):
                if frame is not None and group.is_key:
                    is_new = frame.pts not in shown
                    shown.add(frame.pts)
                    frame = frame if is_new else None
                yield number, frame

    # -- on its own threads, one call at a time

    def _start_some(self) -> None:
        """Start decoding as many groups as may wait."""
        waiting = sum(len(group.times_s) for group, _ in self._begun)
        while self._rest and waiting < self._most_waiting:
            group = self._rest.popleft()
            waiting += len(group.times_s)
            self._begun.append((group, self._threads.submit(self._decoded, group)))

    def _plan(self) -> tuple[str, int]:
        """Choose the samples and start; returns the recording's name and the number of samples."""
        source = self._source()
        times_s = sample_times(
            duration_s=source.duration_s or 0.0, frame_count=source.frame_count or 0
        )
        begin_s = source.media.begin_s
        wanted = [begin_s + time_s for time_s in times_s]
        keys = {time_s: source.key_time_s(time_s) for time_s in wanted}
        groups: list[_Group] = []
        known: set[float] = set()
        for time_s, key_s in keys.items():
            if key_s is None or key_s not in known:
                groups.append(_Group(len(groups), (time_s,), is_key=True))
            if key_s is not None:
                known.add(key_s)
        count = len(groups)
        if 0 < count < FEWEST_SAMPLES:
            few = wanted[:: max(1, len(wanted) // FEWEST_SAMPLES)][:FEWEST_SAMPLES]
            for together in self._together(few, keys):
                groups.append(_Group(count, together, is_key=False))
                count += len(together)
        elif count >= MANY_SAMPLES:
            first = {count * part // FIRST_SAMPLES for part in range(FIRST_SAMPLES)}
            groups.sort(key=lambda group: (group.first not in first, group.first))
        ways = sum(not group.is_key for group in groups)
        if ways and not self._spares_memory:
            # One thread decodes a key frame; several work on a way through many frames.
            self._decoding_threads = max(1, min(MOST_THREADS, available_cores() // 2 // ways))
        if self._decoding_threads > 1:
            del self._own.source  # it is closed with the others
        self._rest.extend(groups)
        self._start_some()
        return source.name, count

    def _together(
        self, few: Sequence[float], keys: Mapping[float, float | None]
    ) -> list[tuple[float, ...]]:
        """Group the times that lie between the same two key frames: one pass decodes them."""
        if self._spares_memory:
            return [(time_s,) for time_s in few]
        ways = groupby(few, key=lambda time_s: time_s if keys[time_s] is None else keys[time_s])
        return [tuple(times_s) for _, times_s in ways]

    def _source(self) -> FileSource:
        source = getattr(self._own, "source", None)
        if source is None:
            source = self._own.source = self._open_source(self._decoding_threads)
            self._sources.append(source)
        return source

    def _decoded(self, group: _Group) -> list[Frame | None]:
        source = self._source()
        frames: list[Frame | None] = []
        reached: Frame | None = None
        for time_s in group.times_s:
            if self._is_closed:
                break
            if reached is not None and reached.pts_s >= time_s:
                frames.append(frames[-1])  # the last frame is shown until then
                continue
            if group.is_key:
                source.seek_key(time_s)
            elif reached is None:
                source.seek(time_s)
            else:
                source.advance(time_s)
            reached = source.read()
            resize = self._resize
            frames.append(reached if reached is None or resize is None else resize(reached))
        return frames
