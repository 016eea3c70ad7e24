"""Job: one input, from its first frame to a finished file.

Three threads overlap: decode (frames and the pictures behind them), the one that called `run`,
which feeds the compute thread batch by batch, and encode. Bounded channels lie between them, so
memory does not grow with the clip, and nothing is ever dropped.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from math import prod
from time import perf_counter

import numpy as np
import numpy.typing as npt

from gpu_unet.engine import Composites
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat
from pipeline.background_spec import BackgroundSpec
from pipeline.channel import Channel
from pipeline.compute_stage import Batch, ComputeStage, JobCancelled
from pipeline.engines import EngineOpener, open_engine_for
from pipeline.events import Cancelled, Done, Event, Failed, Notice, Progress, Report, Started
from pipeline.job_spec import JobSpec
from pipeline.pace import Pace, Stopwatch
from pipeline.sentences import sentence_of
from video.background import Background
from video.frame import Frame
from video.inputs import open_source
from video.open_background import open_background
from video.outputs import check_output, open_sink
from video.sink import OutputError, VideoSink, WriteReport
from video.source import VideoSource

Image = npt.NDArray[np.uint8]

BATCH_SIZE = 4
BATCH_BYTES = 64 * 2**20  # 8K frames go one by one: a batch lies in memory several times over


@dataclass(frozen=True, slots=True, eq=False)
class Decoded:
    """A frame and the picture that goes behind it; None for blur and transparent."""

    frame: Frame
    picture: Image | None


@dataclass(frozen=True, slots=True, eq=False)
class Composed:
    """A finished picture at a frame's time; alpha is None unless the output carries it."""

    frame: Frame
    pixels: Image
    alpha: Image | None


class Job:
    """Runs once, in a thread of the caller's; `cancel` may be called from any other.

    Args:
        spec: What to do.
        on_event: Told everything; called from several threads, never by two at a time.
        opener: Makes the engine; tests hand in one of their own.
    """

    def __init__(
        self,
        spec: JobSpec,
        on_event: Callable[[Event], None] = lambda event: None,
        *,
        opener: EngineOpener = open_engine_for,
    ) -> None:
        self.spec = spec
        self._on_event = on_event
        self._event_lock = threading.Lock()
        self._opener = opener
        self._cancelled = threading.Event()
        self._decoded: Channel[Decoded] = Channel(2 * BATCH_SIZE)
        self._composed: Channel[Composed] = Channel(2 * BATCH_SIZE)
        self._stopwatch = Stopwatch()
        self._pace = Pace(None)
        self._settings = spec.settings
        if spec.content == "matte":  # no picture is shown, so none is mixed
            self._settings = replace(spec.settings, background=BackgroundSpec("transparent"))
        self._began_s = perf_counter()
        self._frames_in = 0
        self._batch_size = 1
        self._source: VideoSource | None = None
        self._stage: ComputeStage[Frame] | None = None

    def cancel(self) -> None:
        """Stop after the frame in hand; what is done becomes a playable file. Never waits."""
        self._cancelled.set()
        self._decoded.close(discard=True)
        self._composed.close(discard=True)

    def run(self) -> Done | Cancelled | Failed:
        """Do the job; returns the last event, which `on_event` was told as well."""
        self._began_s = perf_counter()
        try:
            final = self._open_and_process()
        except (OSError, ValueError, EngineError, MemoryError) as error:
            final = Failed(self.spec.input, sentence_of(error))
        self._tell(final)
        return final

    def _open_and_process(self) -> Done | Cancelled | Failed:
        spec = self.spec
        if self._cancelled.is_set():  # while it waited in a queue
            return Cancelled(self._report(None))
        # What can be refused is refused before anything slow begins.
        check_output(
            spec.output,
            content=spec.content,
            codec=spec.codec,
            crf=spec.crf,
            overwrite=spec.overwrite,
        )
        with ExitStack() as stack:
            background = self._open_background()
            if background is not None:
                stack.callback(background.close)
            source = open_source(spec.input, start_s=spec.start_s, end_s=spec.end_s)
            stack.callback(source.close)
            self._source = source
            sink = stack.enter_context(
                open_sink(
                    spec.output,
                    source,
                    content=spec.content,
                    codec=spec.codec,
                    crf=spec.crf,
                    overwrite=spec.overwrite,
                    keep_sound=spec.keep_sound,
                )
            )
            return self._process(source, background, sink)

    def _open_background(self) -> Background | None:
        wanted = self._settings.background
        if wanted.colour is not None:
            return open_background(wanted.colour)
        return None if wanted.path is None else open_background(wanted.path)

    def _process(
        self, source: VideoSource, background: Background | None, sink: VideoSink
    ) -> Done | Cancelled | Failed:
        try:
            self._run_stages(source, background, sink)
            if not self._cancelled.is_set():
                with self._stopwatch.measure("encode"):
                    return Done(self._report(sink.finish()))
        except JobCancelled:
            pass
        except OutputError:
            raise  # what the sink cannot write it cannot finish either
        except (OSError, ValueError, EngineError, MemoryError) as error:
            return Failed(self.spec.input, sentence_of(error), self._keep(sink))
        return Cancelled(self._keep(sink))

    def _run_stages(
        self, source: VideoSource, background: Background | None, sink: VideoSink
    ) -> None:
        with ThreadPoolExecutor(max_workers=2, thread_name_prefix="job") as executor:
            try:
                decoding = executor.submit(self._decode, source, background)
                with self._open_stage(source) as stage:
                    encoding = executor.submit(self._encode, source, sink)
                    self._compute(stage)
            finally:
                # Nobody shall wait at a channel for ever, whatever has happened here.
                self._decoded.close(discard=True)
                self._composed.close()
            decoding.result()
            encoding.result()

    def _decode(self, source: VideoSource, background: Background | None) -> None:
        """Decode thread: frames, each with the picture that goes behind it."""
        try:
            while True:
                with self._stopwatch.measure("decode"):
                    frame = source.read()
                if frame is None:
                    return
                with self._stopwatch.measure("background"):
                    picture = background and background.image_at(
                        frame.pts_s,
                        height=frame.height,
                        width=frame.width,
                        pixel_format=frame.format,
                    )
                self._frames_in += 1
                if not self._decoded.put(Decoded(frame, picture)):
                    return
        finally:
            self._decoded.close()

    def _open_stage(self, source: VideoSource) -> ComputeStage[Frame]:
        with self._stopwatch.measure("start"):
            frame_format = FrameFormat(
                source.height,
                source.width,
                source.format.layout,
                source.format.matrix,
                source.format.full_range,
            )
            self._batch_size = max(1, min(BATCH_SIZE, BATCH_BYTES // prod(frame_format.shape)))
            stage: ComputeStage[Frame] = ComputeStage(
                self._settings,
                frame_format,
                want_alpha=self.spec.content != "composite",
                batch_size=self._batch_size,
                opener=self._opener,
                notify=lambda message: self._tell(Notice(self.spec.input, message)),
                cancelled=self._cancelled,
            )
        self._stage = stage
        self._pace = Pace(source.frame_count)
        self._tell(
            Started(
                input=self.spec.input,
                output=self.spec.output,
                width=source.width,
                height=source.height,
                frame_count=source.frame_count,
                device=stage.device_name,
                model=stage.model,
            )
        )
        return stage

    def _compute(self, stage: ComputeStage[Frame]) -> None:
        """The middle: batches of frames to composites, until either side has ended."""
        while items := self._decoded.take(self._batch_size):
            frames = [item.frame for item in items]
            pictures = [item.picture for item in items if item.picture is not None]
            batch = Batch([frame.pixels for frame in frames], pictures or None, frames)
            if not self._hand_on(stage.push(batch)):
                return
        self._hand_on(stage.drain())

    def _hand_on(self, finished: Iterator[tuple[Batch[Frame], Composites]]) -> bool:
        for batch, composites in finished:
            for name, stage_ms in composites.stage_ms.items():
                self._stopwatch.add(name, stage_ms / 1000)
            alphas = composites.alphas or [None] * len(batch.tags)
            for frame, pixels, alpha in zip(batch.tags, composites.frames, alphas, strict=True):
                if not self._composed.put(Composed(frame, pixels, alpha)):
                    return False
        return True

    def _encode(self, source: VideoSource, sink: VideoSink) -> None:
        """Encode thread: writes and counts what is finished."""
        try:
            for item in self._composed:
                frame = item.frame
                with self._stopwatch.measure("encode"):
                    sink.write(
                        None if self.spec.content == "matte" else item.pixels,
                        item.alpha,
                        pts=frame.index if frame.pts is None else frame.pts,
                        time_base=frame.time_base or 1 / source.frame_rate,
                        duration=frame.duration,
                    )
                if self._pace.count():
                    self._tell_progress()
            self._tell_progress()
        finally:
            self._composed.close(discard=True)

    def _keep(self, sink: VideoSink) -> Report:
        """Turn what was written so far into a playable file, if there is anything."""
        if self._pace.frames == 0:
            return self._report(None)
        try:
            return self._report(sink.finish_partial())
        except OutputError:  # the trouble that ended the job is what people are told
            return self._report(None)

    def _report(self, written: WriteReport | None) -> Report:
        source, stage = self._source, self._stage
        notes = () if source is None else source.notes
        return Report(
            input=self.spec.input,
            output=None if written is None else written.path,
            frames_in=self._frames_in,
            frames_out=0 if written is None else written.frame_count,
            damaged_frames=0 if source is None else source.damaged_count,
            audio=() if written is None else tuple(str(track) for track in written.tracks),
            notes=notes if written is None else (*notes, *written.notes),
            seconds=perf_counter() - self._began_s,
            fps=self._pace.overall_fps,
            device="" if stage is None else stage.device_name,
            model="" if stage is None else stage.model,
            stage_s=dict(self._stopwatch.seconds),
        )

    def _tell_progress(self) -> None:
        pace = self._pace
        self._tell(Progress(self.spec.input, pace.frames, pace.frame_count, pace.fps, pace.eta_s))

    def _tell(self, event: Event) -> None:
        with self._event_lock:
            self._on_event(event)
