"""FileSound: plays the sound of a film in step with its picture.

The picture leads: the preview reports which frame was shown when. The sound follows: it plays a
little faster or slower if it is off by a few milliseconds, and jumps if it is far off. So sound
stays in step even if a composite takes long or a film plays slower than it should.
"""

from __future__ import annotations

import logging
import statistics
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import numpy as np

from app.pipeline.background_tasks import start_thread
from app.video.playing import CHANNELS, SAMPLE_RATE, Samples, SoundTrack, Speaker, SpeakerError
from app.video.source import SourceError

logger = logging.getLogger(__name__)

BLOCK = 480  # samples: 10 ms
# Closer than the first: nothing is done. Further than the second: a jump, which is audible, but a
# larger error is visible (ITU-R BT.1359: from 45 ms early and 125 ms late on).
NEAR_S, FAR_S = 0.008, 0.035
MOST_STRETCH = 0.02  # share of a block by which it is stretched: a third of a semitone
PICTURES = 9  # whose times are averaged: each alone is as late as its composite was
# Pictures further off than this from the others: the film was sought, or resumed.
JUMP_S = 0.12
CLOSE_WAIT_S = 1.0
DRIFT_S = 0.005  # from one picture to the next, several times in a row
STILL_S = 0.6  # without a new picture for so long after the end of one, the film does not play


class PictureClock:
    """Which moment of a film is on screen when, from the pictures that were shown last.

    Args:
        clock: Monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._offsets_s: deque[float] = deque(maxlen=PICTURES)
        self._last_s = -1.0
        self._still_at_s = -1e9

    def show(self, from_s: float, until_s: float) -> None:
        """Note that a picture is on screen from now on, for these moments of the film."""
        if from_s == self._last_s:
            return  # the same picture drawn again: the film stands still
        now_s = self._clock()
        offset_s = now_s - from_s
        known = self._offsets_s
        if known and abs(offset_s - statistics.median(known)) > JUMP_S:
            known.clear()
        known.append(offset_s)
        self._last_s, self._still_at_s = from_s, now_s + until_s - from_s + STILL_S

    def pause(self) -> None:
        """Note that the film stands still."""
        self._offsets_s.clear()

    def moment_s(self, at_s: float) -> float | None:
        """Moment of the film on screen at that time of the clock; None: it stands still."""
        if not self._offsets_s or self._clock() > self._still_at_s:
            return None
        later = [after - before for before, after in pairwise(self._offsets_s)]
        # The film falls behind: trust the last picture.
        if len(later) > 1 and min(later[-3:]) > DRIFT_S:
            return at_s - self._offsets_s[-1]
        return at_s - statistics.median(self._offsets_s)


class FileSound:
    """Plays the sound of one file at a time. All methods are quick; call them from any thread.

    While there is nothing to hear (muted, paused, no track, no device), neither a device nor a
    thread is open.

    Args:
        open_track: Opens a file's sound; called on this object's thread.
        open_speaker: Opens the device; likewise.
        on_trouble: Told why there is no sound, on that thread; empty: a speaker has opened.
    """

    def __init__(
        self,
        *,
        open_track: Callable[[Path], SoundTrack] = SoundTrack,
        open_speaker: Callable[[], Speaker],
        on_trouble: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self._open_track, self._open_speaker = open_track, open_speaker
        self._on_trouble = on_trouble
        self._lock = threading.Lock()
        self._pictures = PictureClock(time.perf_counter)
        self._path: Path | None = None
        self._is_playing = self._is_closed = False
        self._volume = 1.0
        self._works: list[Future[None]] = []
        self._is_running = False
        self._generation = 0  # number of the thread; an old thread ends when it sees another

    def set_volume(self, volume: float) -> None:
        """Set the volume, 0 to 1; 0 needs no device."""
        with self._lock:
            self._volume = volume
            self._begin_or_end()

    def set_file(self, path: Path | None) -> None:
        """Choose the file; None: no sound."""
        with self._lock:
            self._path = path
            self._pictures = PictureClock(time.perf_counter)
            self._generation += 1
            self._begin_or_end(is_new=True)

    def set_playing(self, is_playing: bool) -> None:
        """Whether sound may play: it is off while the film is paused, or a microphone listens."""
        with self._lock:
            if not is_playing:
                self._pictures.pause()
            is_new = is_playing != self._is_playing
            self._is_playing = is_playing
            if is_new:
                self._begin_or_end(is_new=True)

    def show(self, from_s: float, until_s: float) -> None:
        """Note that a picture is on screen from now on, for these moments of the film."""
        with self._lock:
            self._pictures.show(from_s, until_s)

    def close(self) -> None:
        """Stop, and wait a moment for the thread; a device that does not answer is left behind."""
        with self._lock:
            self._is_closed = True
            self._begin_or_end()
            works = list(self._works)
        wait(works, timeout=CLOSE_WAIT_S)

    @property
    def is_on(self) -> bool:
        """Whether a thread plays, or is about to."""
        return (
            self._path is not None and self._is_playing and self._volume > 0 and not self._is_closed
        )

    def _begin_or_end(self, *, is_new: bool = False) -> None:
        if not self.is_on:
            self._generation += 1
            self._is_running = False
            return
        if is_new or not self._is_running:
            self._generation += 1
            self._is_running = True
            generation, path = self._generation, self._path
            assert path is not None, "wanted means that there is one"
            work = start_thread(
                "file-sound", lambda: self._run(generation, path), doing="playing the sound"
            )
            self._works = [other for other in self._works if not other.done()] + [work]

    def _run(self, generation: int, path: Path) -> None:
        try:
            with closing(self._open_track(path)) as track:
                if not track.has_sound:
                    return
                with closing(self._open_speaker()) as speaker:
                    self._on_trouble("")
                    follower = Follower(track, speaker, time.perf_counter)
                    while (moment := self._poll(generation)) is not None:
                        follower.step(*moment)
        except (SpeakerError, SourceError) as error:
            logger.info("no sound of %s: %s", path.name, error)
            if isinstance(error, SpeakerError):  # errors of the file are reported elsewhere
                self._on_trouble(str(error))

    def _poll(self, generation: int) -> tuple[float | None, float] | None:
        """Moment on screen at the clock's zero, and volume; None: this thread has to end."""
        with self._lock:
            if generation != self._generation:
                return None
            return self._pictures.moment_s(0.0), self._volume


class Follower:
    """Keeps the sound of a speaker in step with the picture; used by one thread.

    Args:
        clock: Monotonic seconds.
    """

    def __init__(self, track: SoundTrack, speaker: Speaker, clock: Callable[[], float]) -> None:
        self._track, self._speaker, self._clock = track, speaker, clock
        self._samples: Samples = np.zeros((0, CHANNELS), np.float32)
        self._next_s: float | None = None  # moment of the film that comes next
        self._is_silent = True

    def step(self, moment_at_zero_s: float | None, volume: float) -> None:
        """Write ten milliseconds; waits for the speaker.

        Args:
            moment_at_zero_s: Moment of the film on screen when the clock shows 0; None: it stands
                still.
            volume: 0 to 1.
        """
        if moment_at_zero_s is None:
            if not self._is_silent:
                self._speaker.clear()
            self._next_s, self._is_silent = None, True
            self._speaker.write(np.zeros((BLOCK, CHANNELS), np.float32))
            return
        due_s = self._clock() + self._speaker.delay_s() + moment_at_zero_s
        ahead_s = 0.0 if self._next_s is None else self._next_s - due_s
        if self._next_s is None or abs(ahead_s) > FAR_S:
            self._go_to(due_s)
            ahead_s = 0.0
        count = BLOCK
        if abs(ahead_s) > NEAR_S:  # too early: fewer samples fill the same time
            most = round(MOST_STRETCH * BLOCK)
            count = BLOCK - max(-most, min(most, round(ahead_s * SAMPLE_RATE)))
        block = self._take(count)
        self._speaker.write(_in_length(block, BLOCK) * np.float32(volume * volume))
        self._is_silent = False

    def _go_to(self, pts_s: float) -> None:
        self._track.seek(pts_s)
        self._samples = np.zeros((0, CHANNELS), np.float32)
        self._next_s = pts_s
        while (read := self._track.read()) is not None:
            begin_s, samples = read
            late = round((pts_s - begin_s) * SAMPLE_RATE)
            if late >= len(samples):
                continue
            if late < 0:  # a track that starts after the picture
                silence = np.zeros((min(-late, SAMPLE_RATE * 60), CHANNELS), np.float32)
                samples = np.concatenate([silence, samples])
            self._samples = samples[max(0, late) :]
            return

    def _take(self, count: int) -> Samples:
        """The next samples; silence after the end of the track."""
        parts = [self._samples]
        have = len(self._samples)
        while have < count and (read := self._track.read()) is not None:
            parts.append(read[1])
            have += len(read[1])
        if have < count:
            parts.append(np.zeros((count - have, CHANNELS), np.float32))
        joined = parts[0] if len(parts) == 1 else np.concatenate(parts)
        self._samples = joined[count:]
        assert self._next_s is not None, "`step` goes somewhere first"
        self._next_s += count / SAMPLE_RATE
        return joined[:count]


def _in_length(block: Samples, count: int) -> Samples:
    """The block at this length, by linear interpolation; a few samples' change is inaudible."""
    if len(block) == count:
        return block
    at = np.linspace(0, len(block) - 1, count)
    columns = [np.interp(at, np.arange(len(block)), block[:, side]) for side in range(CHANNELS)]
    return np.stack(columns, axis=1).astype(np.float32)
