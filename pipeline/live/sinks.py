"""Sinks: recording, virtual camera and snapshots of a live session."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import numpy as np
from PIL import Image as Pictures

from pipeline.live.events import (
    Notice,
    RecordingStarted,
    RecordingStopped,
    SnapshotSaved,
    VirtualCameraStarted,
    VirtualCameraStopped,
)
from pipeline.live.feed import Tell
from pipeline.live.output import Output
from pipeline.live.statistics import RecordingStatus, StageTimes
from video.fast_rgb import FastRgb
from video.live_recorder import LiveRecorder
from video.microphone import Microphone, SystemMicrophone
from video.recording_summary import RecordingError, RecordingSummary, check_recording_path
from video.virtual_camera import VirtualCamera, VirtualCameraError

USUAL_FRAME_RATE = 30.0
HELD_S = 0.25  # a picture older than this is not a late one: nothing moves
NO_TRANSPARENCY = (
    "MP4 files and virtual cameras know no transparency: black stands behind you there. "
    "Snapshots and exports keep it."
)


@dataclass(frozen=True, slots=True)
class RecordingOptions:
    """How to record.

    Attributes:
        microphone: A name of `video.microphone.list_microphones`, "default", or None: no sound.
        overwrite: Replace a file that exists.
        awaits_composite: Begin with the first composite; else with the next output of any kind.
        open_microphone: Instead of `microphone`, for tests.
    """

    microphone: str | None = None
    overwrite: bool = False
    awaits_composite: bool = False
    open_microphone: Callable[[], Microphone] | None = None


class Sinks:
    """Takes every output of the worker and hands it to whoever wants it; never waits.

    Args:
        tell: Receives events.
        stages: Receives "to_recorder" and "to_virtual_camera".
        clock: That of `Output.captured_s`.
    """

    def __init__(
        self,
        tell: Tell,
        stages: StageTimes,
        *,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._frame_rate = USUAL_FRAME_RATE
        self._tell = tell
        self._stages = stages
        self._clock = clock
        self._lock = threading.Lock()
        self._recorder: LiveRecorder | None = None
        self._awaits_composite = False
        self._recorded: Output | None = None
        self._was_transparent = False
        self._finishing: list[LiveRecorder] = []
        self._camera: VirtualCamera | None = None
        self._wants_camera = False
        self._is_opening_camera = False
        self._snapshot_path: Path | None = None
        self._errands = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live-errands")

    @property
    def is_virtual_camera_on(self) -> bool:
        """Other programs are being fed."""
        return self._camera is not None

    def expect(self, frame_rate: float) -> None:
        """A source was opened; recordings reckon with its rate, the virtual camera keeps to it."""
        self._frame_rate = frame_rate
        if (recorder := self._recorder) is not None:
            recorder.frame_rate = _fraction(frame_rate)

    def offer(self, output: Output) -> None:
        """Hand an output to the recording and the virtual camera; called by the worker."""
        if output.has_valid_matte:
            self._awaits_composite = False
            self._take_snapshot(output)
        if self._recorder is not None or self._wants_camera:
            self._offer_mixed(self._mixed(output))

    def _mixed(self, output: Output) -> Output:
        """What can be shown where there is no transparency."""
        if output.has_valid_matte:
            is_transparent = output.alpha is not None
            if is_transparent and not self._was_transparent:
                self._tell(Notice("info", "no-transparency", NO_TRANSPARENCY))
            self._was_transparent = is_transparent
        return output.on_black()

    def _offer_mixed(self, output: Output) -> None:
        recorder = self._recorder
        if recorder is not None and not self._awaits_composite:
            self._recorded = output
            _record(recorder, output)
        self._feed_camera(output)

    def start_recording(self, path: Path, options: RecordingOptions) -> None:
        """Begin with the next output, or with the next composite if the options say so.

        Raises:
            RecordingError: The path cannot be used, or a recording is running.
        """
        with self._lock:
            if self._recorder is not None:
                raise RecordingError(
                    f"{self._recorder.path} is being recorded; stop that recording first"
                )
            check_recording_path(path, overwrite=options.overwrite)
            name = options.microphone
            open_microphone = options.open_microphone
            if open_microphone is None and name is not None:
                open_microphone = lambda: SystemMicrophone(name)  # noqa: E731
            self._awaits_composite = options.awaits_composite
            self._recorder = LiveRecorder(
                path,
                frame_rate=_fraction(self._frame_rate),
                overwrite=options.overwrite,
                open_microphone=open_microphone,
                on_started=lambda started: self._tell(RecordingStarted(started)),
                on_stopped=self._on_recording_stopped,
                on_notice=lambda text: self._tell(Notice("warning", "recording", text)),
                on_encoded=lambda s: self._note("to_recorder", s),
                clock=self._clock,
            )

    def set_recording_paused(self, is_paused: bool) -> None:
        """Leave out what comes until resumed."""
        if (recorder := self._recorder) is not None:
            recorder.set_paused(is_paused)

    def stop_recording(self) -> None:
        """Let the recorder finish its file on its own thread."""
        with self._lock:
            recorder, self._recorder = self._recorder, None
            last, self._recorded = self._recorded, None
            if recorder is not None:
                self._finishing.append(recorder)
        if recorder is None:
            return
        now = self._clock()
        if last is not None and now - last.captured_s > HELD_S:
            # A still or a held film: it was to be seen until now, and shall be in the recording.
            _record(recorder, replace(last, captured_s=now))
        recorder.stop()

    def recording_status(self) -> RecordingStatus | None:
        """Of the recording in progress."""
        recorder = self._recorder
        if recorder is None:
            return None
        return RecordingStatus(
            path=recorder.path,
            elapsed_s=recorder.elapsed_s,
            file_bytes=recorder.file_bytes,
            free_bytes=recorder.free_bytes,
            dropped_frames=recorder.dropped_frames,
            quality_level=recorder.quality_level,
            is_paused=recorder.is_paused,
        )

    def set_virtual_camera(self, is_on: bool) -> None:
        """Open it with the next output, or close it."""
        self._wants_camera = is_on
        if not is_on:
            self._errands.submit(self._close_camera)

    def snapshot(self, path: Path) -> None:
        """Save the next composite."""
        self._snapshot_path = path

    def close(self) -> None:
        """Finish everything; waits for the files to be whole."""
        self.stop_recording()
        self._wants_camera = False
        for recorder in list(self._finishing):
            recorder.join()
        self._errands.shutdown(wait=True)
        self._close_camera()

    def _on_recording_stopped(self, summary: RecordingSummary) -> None:
        with self._lock:
            for recorder in [*self._finishing, self._recorder]:
                if recorder is not None and recorder.path == summary.path:
                    if recorder is self._recorder:  # ended by itself
                        self._recorder = None
                    else:
                        self._finishing.remove(recorder)
                    break
        self._tell(
            RecordingStopped(
                path=summary.path,
                sentence=summary.sentence,
                reason=summary.reason,
                frames=summary.frames,
                dropped_frames=summary.dropped_frames,
            )
        )

    def _feed_camera(self, output: Output) -> None:
        camera = self._camera
        if camera is None:
            if self._wants_camera and not self._is_opening_camera:
                self._is_opening_camera = True
                self._errands.submit(self._open_camera, output)
            return
        if (camera.height, camera.width) != (output.height, output.width):
            # Another camera or file: readers have to be given another size.
            self._camera = None
            self._errands.submit(camera.close)
            return
        camera.offer(output.pixels, pixel_format=output.format, captured_s=output.captured_s)

    def _open_camera(self, output: Output) -> None:
        try:
            camera = VirtualCamera(
                height=output.height,
                width=output.width,
                frame_rate=self._frame_rate,
                on_sent=lambda s: self._note("to_virtual_camera", s),
                on_failed=self._on_camera_failed,
            )
        except VirtualCameraError as error:
            self._wants_camera = self._is_opening_camera = False
            self._tell(VirtualCameraStopped(str(error)))
            return
        self._camera = camera  # before the flag goes down, or the worker would open a second one
        self._is_opening_camera = False
        self._tell(VirtualCameraStarted(camera.device))

    def _close_camera(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()
            self._tell(VirtualCameraStopped())

    def _on_camera_failed(self, sentence: str) -> None:
        self._wants_camera = False
        self._camera = None
        self._tell(VirtualCameraStopped(sentence))

    def _note(self, stage: str, captured_s: float) -> None:
        self._stages.add({stage: (self._clock() - captured_s) * 1e3})

    def _take_snapshot(self, output: Output) -> None:
        path, self._snapshot_path = self._snapshot_path, None
        if path is not None:
            self._errands.submit(self._save, output, path)

    def _save(self, output: Output, path: Path) -> None:
        rgb = FastRgb().rgb(
            output.pixels, height=output.height, width=output.width, pixel_format=output.format
        )
        if output.alpha is not None:
            rgb = np.dstack([rgb, output.alpha])
        temporary = path.with_name(f".{path.name}.part")
        try:
            Pictures.fromarray(rgb).save(temporary, format="PNG", compress_level=3)
            os.replace(temporary, path)
        except OSError as error:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            sentence = f"{path} could not be written ({error.strerror or error})."
            self._tell(Notice("error", "snapshot", sentence, str(error)))
            return
        self._tell(SnapshotSaved(path))


def _record(recorder: LiveRecorder, output: Output) -> None:
    recorder.offer(
        output.pixels,
        height=output.height,
        width=output.width,
        pixel_format=output.format,
        captured_s=output.captured_s,
    )


def _fraction(frame_rate: float) -> Fraction:
    return Fraction(frame_rate).limit_denominator(1001)
