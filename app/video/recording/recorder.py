"""LiveRecorder: records an MP4 with exact times that survives a crash."""

from __future__ import annotations

import errno
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from pathlib import Path

from av.error import FFmpegError

from app.messages import Message
from app.video.output import Output
from app.video.recording.recording_file import SPEEDS, RecordingFile
from app.video.recording.sound import Microphone, RecordingSound
from app.video.recording.summary import (
    RESERVED_BYTES,
    RecordingStatus,
    RecordingSummary,
    StopReason,
    check_recording_path,
    free_bytes_beside,
    summary_sentence,
)

# Half a second at 30 frames/s, 22 MB at 1280x720.
QUEUE_FRAMES = 16


class RecordingQueue:
    """Any thread offers and pauses; the recorder's thread takes.

    Args:
        clock: The clock of `Output.captured_s`.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._frames_waiting: deque[tuple[Output, float]] = deque()
        self._changed = threading.Condition()
        self._is_closed = False
        self._paused_since_s: float | None = None
        self._paused_s = 0.0
        self._resumed_s = self._last_s = float("-inf")
        self.dropped = 0  # frames that did not fit

    @property
    def waiting(self) -> int:
        """Frames that have not been taken yet."""
        return len(self._frames_waiting)

    @property
    def is_paused(self) -> bool:
        """Whether offered frames are left out."""
        return self._paused_since_s is not None

    @property
    def now_s(self) -> float:
        """The present moment on a clock that stands still during pauses."""
        with self._changed:
            since_s = self._paused_since_s
            return (self._clock() if since_s is None else since_s) - self._paused_s

    def offer(self, output: Output) -> None:
        """Add a frame, or count it as dropped. Never waits.

        One that is older than the one before is left out, and one of a pause, too.
        """
        captured_s = output.captured_s
        with self._changed:
            if self._is_closed or self.is_paused or captured_s <= self._last_s:
                return
            if captured_s < self._resumed_s:  # composed late: its time lies before the pause
                return
            self._last_s = captured_s
            if len(self._frames_waiting) >= QUEUE_FRAMES:
                self.dropped += 1
                return
            self._frames_waiting.append((output, captured_s - self._paused_s))
            self._changed.notify_all()

    def take(self) -> tuple[Output, float] | None:
        """The oldest frame and its time as `now_s` counts; waits. None: closed, all are taken."""
        with self._changed:
            while not self._frames_waiting and not self._is_closed:
                self._changed.wait()
            return self._frames_waiting.popleft() if self._frames_waiting else None

    def set_paused(self, is_paused: bool) -> float:
        """Hold or resume the clock; returns the length of all pauses that are over, in seconds."""
        with self._changed:
            now = self._clock()
            if is_paused and self._paused_since_s is None:
                self._paused_since_s = now
            elif not is_paused and self._paused_since_s is not None:
                self._paused_s += now - self._paused_since_s
                self._paused_since_s = None
                self._resumed_s = now
            return self._paused_s

    def close(self, *, forget: bool = False) -> None:
        """Take no more frames; `forget` those that wait, too."""
        with self._changed:
            self._is_closed = True
            if forget:
                self._frames_waiting.clear()
            self._changed.notify_all()


logger = logging.getLogger(__name__)

# Each time this many more frames wait, the encoder switches to the next faster speed.
CROWDED_FRAMES = 5
FASTER_AFTER_S = 15.0
# How often the disk is checked; writing to the file does not show that its folder is gone.
POLL_S = 1.0
# Of films and cameras. A camera's driver reports 29.97 or 30.00003 for the same thing.
USUAL_RATES = (
    *(Fraction(rate * 1000, 1001) for rate in (24, 30, 60)),
    *map(Fraction, (10, 12, 15, 20, 24, 25, 30, 48, 50, 60)),
)
NEAR = 0.0004  # of a rate; 30 and 29.97 differ by 0.001


@dataclass(eq=False)
class LiveRecorder:
    """Encodes on a thread of its own. `offer` never waits: frames that do not fit are counted.

    Quality goes down step by step before a frame is lost, and comes back after a while of calm. The
    first frame sets size and pixel aspect; others are fitted into it.

    Args:
        path: It grows from the start and plays at any moment.
        frame_rate: Approximate; used when the first frame comes.
        overwrite: Replace the existing file once the recording is whole.
        has_constant_rate: Show frames at even times, again or not at all where they come late or
            early; else each keeps its own time.
        open_microphone: Opens the sound, on a thread of the recorder; None: no sound track.
        on_started: Called on the recorder's thread after the first written frame.
        on_stopped: Called on the recorder's thread once the file is whole.
        on_notice: Told in one sentence about trouble that does not end the recording.
        on_encoded: Told `captured_s` of every frame that is in the file.
        clock: The clock of `captured_s`.

    Attributes:
        path: Where the recording is: as given, or a name beside it if that is taken.
        offer: See `RecordingQueue`; any thread.
        file: What the recorder's thread writes; None before the first frame.

    Raises:
        RecordingError: The file cannot be made.
    """

    path: Path
    _: KW_ONLY
    frame_rate: Fraction
    overwrite: bool = False
    has_constant_rate: bool = False
    open_microphone: Callable[[], Microphone] | None = None
    on_started: Callable[[Path], object] = lambda _: None
    on_stopped: Callable[[RecordingSummary], object] = lambda _: None
    on_notice: Callable[[str], object] = lambda _: None
    on_encoded: Callable[[float], object] = lambda _: None
    clock: Callable[[], float] = time.perf_counter

    def __post_init__(self) -> None:
        check_recording_path(self.path, overwrite=self.overwrite)
        self._asked = self.path
        self._queue = RecordingQueue(self.clock)
        self.offer = self._queue.offer
        self._began_s: float | None = None
        self._check_due_s = float("-inf")
        self._is_hurried = False
        self._frames = 0
        self._even: EvenTimes | None = None
        self._before: Output | None = None
        self._crowded_s = 0.0
        self.file: RecordingFile | None = None
        microphone = self.open_microphone
        self._sound = None if microphone is None else RecordingSound(microphone)
        self._thread = threading.Thread(target=self._run, name="live-recorder")
        self._thread.start()

    def set_paused(self, is_paused: bool) -> None:
        """Leave out what is offered until resumed; the file goes on without a gap."""
        paused_s = self._queue.set_paused(is_paused)
        if self._sound is not None:
            self._sound.set_pause(is_paused=is_paused, paused_s=paused_s)

    def stop(self) -> None:
        """Ask for the end; `on_stopped` follows. Does not wait."""
        self._queue.close()

    def hurry(self) -> None:
        """Stop, and leave the file in fragments, which play as well. Does not wait."""
        self._is_hurried = True
        if self.file is not None:
            self.file.hurry()
        self.stop()

    def join(self) -> None:
        """Wait until the file is whole."""
        self._thread.join()

    def status(self) -> RecordingStatus:
        """How it goes; any thread."""
        began_s, file = self._began_s, self.file
        return RecordingStatus(
            path=self.path,
            elapsed_s=0.0 if began_s is None else max(0.0, self._queue.now_s - began_s),
            file_bytes=0 if file is None else file.file.size_bytes,
            free_bytes=free_bytes_beside(self.path),
            dropped_frames=self._queue.dropped,
            quality_level=0 if file is None else file.encoder.level,
            is_paused=self._queue.is_paused,
            sound_peak=None if self._sound is None else self._sound.peak,
        )

    def _run(self) -> None:
        # The summary if even the ending fails: the user must learn that the recording has ended.
        summary = RecordingSummary(
            path=self.path,
            reason="error",
            sentence=Message("The recording {path} stopped; see the log.", path=self.path),
            frames=0,
            dropped_frames=0,
            duration_s=0.0,
            is_plain=False,
        )
        try:
            trouble = self._write_all()
            summary = self._finish("user" if trouble is None else _reason_of(trouble), trouble)
        finally:
            self._queue.close(forget=True)
            self.on_stopped(summary)

    def _write_all(self) -> Exception | None:
        """Write everything that is offered until the end; returns the error that ended it early."""
        try:
            while (taken := self._queue.take()) is not None:
                output, time_s = taken
                self._write(output, time_s)
                if time_s >= self._check_due_s:
                    self._check_due_s = time_s + POLL_S
                    self._check_disk()
        except (OSError, ValueError, FFmpegError) as error:
            logger.info("recording %s ended: %s", self.path, error)
            return error
        return None

    def _check_disk(self) -> None:
        assert self.file is not None
        has_room = free_bytes_beside(self.path) >= RESERVED_BYTES
        # Check afterwards: a folder that vanished reports no free space, but is no full disk.
        self.file.check_place()
        if not has_room:
            raise OSError(errno.ENOSPC, f"less than {RESERVED_BYTES // 10**6} MB are left")

    def _write(self, output: Output, time_s: float) -> None:
        if self.file is None:
            self._begin(output, time_s)
        assert self.file is not None
        assert self._began_s is not None
        self._choose_level(self.file)
        if self._even is None:
            self._write_at(self.file, output, time_s - self._began_s)
        else:
            self._write_evenly(self.file, output, self._even, time_s - self._began_s)
        self.on_encoded(output.captured_s)
        if self._sound is not None:
            self._write_sound(self.file, self._sound)
        if self._frames == 1:
            self.on_started(self.path)

    def _write_at(self, file: RecordingFile, output: Output, time_s: float) -> None:
        file.write(output, time_s)
        self._frames += 1

    def _write_evenly(
        self, file: RecordingFile, output: Output, even: EvenTimes, time_s: float
    ) -> None:
        *missed, own = even.slots(time_s) or (None,)
        if own is None:
            return
        before, self._before = self._before or output, output
        for slot in missed:
            if self._is_hurried:
                break
            self._write_at(file, before, even.time_s(slot))
        self._write_at(file, output, even.time_s(own))

    def _begin(self, output: Output, time_s: float) -> None:
        self._began_s = time_s
        self._crowded_s = self.clock()
        if self._sound is not None:
            self._sound.begin(time_s)
        if self.has_constant_rate:
            self._even = EvenTimes(self.frame_rate)
        self.file = RecordingFile(
            self.path,
            output,
            frame_rate=self.frame_rate if self._even is None else self._even.rate,
            sample_rate=None if self._sound is None else self._sound.sample_rate,
            overwrite=self.overwrite,
        )
        self.path = self.file.path
        if self._is_hurried:
            self.file.hurry()

    def _write_sound(self, file: RecordingFile, sound: RecordingSound) -> None:
        for samples in sound.take():
            file.write_sound(samples)
        if sound.error is not None:
            error, sound.error = sound.error, None
            self.on_notice(Message("{error} The recording goes on without sound.", error=error))

    def _choose_level(self, file: RecordingFile) -> None:
        now = self.clock()
        needed = min(self._queue.waiting // CROWDED_FRAMES, len(SPEEDS) - 1)
        if needed:
            self._crowded_s = now
        if needed > file.encoder.level:
            file.set_level(needed)
        elif file.encoder.level and now - self._crowded_s >= FASTER_AFTER_S:
            self._crowded_s = now
            file.set_level(file.encoder.level - 1)

    def _finish(self, reason: StopReason, trouble: Exception | None) -> RecordingSummary:
        self._queue.close(forget=True)
        file, sound = self.file, self._sound
        if sound is not None:
            sound.stop()
        is_plain = False
        if file is not None:
            if sound is not None and trouble is None:
                self._write_sound(file, sound)
            if trouble is None:
                trouble, is_plain = file.finish()
                if trouble is not None:
                    reason = _reason_of(trouble)
                self.path = file.path
            else:
                file.abandon()
            if not file.is_kept:
                file, self._frames = None, 0
        duration_s = 0.0 if file is None else file.duration_s
        return RecordingSummary(
            path=self.path,
            reason=reason,
            sentence=summary_sentence(
                self.path,
                reason,
                trouble,
                duration_s,
                has_file=file is not None,
                asked=self._asked,
            ),
            frames=self._frames,
            dropped_frames=self._queue.dropped,
            duration_s=duration_s,
            is_plain=is_plain,
        )


def _reason_of(error: Exception) -> StopReason:
    is_full = getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    return "disk" if is_full else "error"


class EvenTimes:
    """Counts slots from 0; each frame takes the nearest one.

    Args:
        frame_rate: Approximate; a usual rate that is near is used instead.

    Attributes:
        rate: Slots per second.
    """

    def __init__(self, frame_rate: Fraction) -> None:
        nearest = min(USUAL_RATES, key=lambda rate: abs(rate - frame_rate))
        is_usual = abs(nearest - frame_rate) <= NEAR * nearest
        self.rate = nearest if is_usual else Fraction(max(1, round(frame_rate)))
        self._taken = -1

    def slots(self, time_s: float) -> range:
        """The slots up to that of a frame at `time_s`, its own last; empty if it is taken already.

        The frame before is shown again in all but the last.
        """
        slot = round(time_s * self.rate)
        free = range(self._taken + 1, slot + 1)
        self._taken = max(self._taken, slot)
        return free

    def time_s(self, slot: int) -> float:
        """When a slot begins."""
        return float(slot / self.rate)
