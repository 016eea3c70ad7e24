"""FirstPass: looks at some frames of a recording before the job begins, to learn its rooms."""

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
from gpu_unet.clean_plate import CleanPlate, Observation
from gpu_unet.cores import available_cores
from gpu_unet.errors import EngineError

logger = logging.getLogger(__name__)

MOST_THREADS = 8
# Frames that wait for the engine to open: those of a minute of 720p.
WAITING_BYTES = 64 * 2**20
# Of a recording of so many samples, some are compared first: where no two of them show the same
# view, the camera moves, and the others would be compared for nothing.
MANY_SAMPLES, FIRST_SAMPLES = 24, 12


@dataclass(frozen=True, slots=True)
class _Group:
    """Some of the samples, in the order of time.

    Attributes:
        first: Which sample of all the first one is.
        times_s: Where they lie.
        is_key: It is the key frame before that time.
    """

    first: int
    times_s: tuple[float, ...]
    is_key: bool


Observe = Callable[[Sequence[Frame]], Sequence[Observation]]


class FirstPass:
    """Key frames cost least to reach; only where there are few, others are looked at.

    From `begin` on frames are decoded side by side, on threads of its own, while the engine opens.
    Everything is called by one thread.

    Args:
        open_source: Opens the part of the file, with so many decoding threads; called on threads
            of its own, each of which has one.
        resize: What brings a frame to the job's size; called on its threads.
        frame_bytes: Of a frame.
        spares_memory: Frames are so large that each one counts: one is decoded at a time.
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
        self._planned: Future[tuple[str, int]] | None = None
        # What is not being decoded yet, and what is, in the order in which it comes.
        self._rest: deque[_Group] = deque()
        self._begun: deque[tuple[_Group, Future[list[Frame | None]]]] = deque()

    def begin(self) -> None:
        """Start decoding; never waits."""
        self._planned = self._threads.submit(self._plan)

    def rooms(
        self, observe: Observe, most: int, on_progress: Callable[[int, int], None]
    ) -> tuple[Sequence[CleanPlate], str]:
        """The rooms, the likeliest last, and a sentence for people; empty for a short recording.

        Whatever is wrong with the file or the engine is for the job itself to tell: then there
        are no rooms.

        Args:
            observe: What the network sees of some frames.
            most: So many at a time.
            on_progress: Told how many frames have been looked at, and of how many.

        Raises:
            JobCancelled: What `observe` raises when the job was cancelled.
        """
        assert self._planned is not None, "`begin` comes first"
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
        """End the threads after the frame in hand, and close the file; may be called twice."""
        self._is_closed = True
        self._threads.shutdown(wait=True, cancel_futures=True)
        for source in self._sources:
            source.close()
        self._sources.clear()

    # -- on the job's thread

    def _surveyed(
        self, count: int, observe: Observe, most: int, on_progress: Callable[[int, int], None]
    ) -> Survey:
        """What `count` samples show; compared on another thread while more are looked at."""
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
        """Have as many groups decoded as may wait."""
        waiting = sum(len(group.times_s) for group, _ in self._begun)
        while self._rest and waiting < self._most_waiting:
            group = self._rest.popleft()
            waiting += len(group.times_s)
            self._begun.append((group, self._threads.submit(self._decoded, group)))

    def _plan(self) -> tuple[str, int]:
        """Decide what to look at and begin; the recording's name and how many samples there are."""
        source = self._source()
        times_s = sample_times(
            duration_s=source.duration_s or 0.0, frame_count=source.frame_count or 0
        )
        begin_s = source.media.start_s or 0.0
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
            # A key frame is decoded by one thread; for a way through many frames several work.
            self._decoding_threads = max(1, min(MOST_THREADS, available_cores() // 2 // ways))
        if self._decoding_threads > 1:
            del self._own.source  # it is closed with the others
        self._rest.extend(groups)
        self._start_some()
        return source.name, count

    def _together(
        self, few: Sequence[float], keys: Mapping[float, float | None]
    ) -> list[tuple[float, ...]]:
        """Those between the same two key frames lie on one way."""
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
                frames.append(frames[-1])  # it is shown for that long
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
