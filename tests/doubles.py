"""Doubles for tests: an engine without a network, sources that a test drives frame by frame."""

from __future__ import annotations

import functools
import threading
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path

import numpy as np

from app.pipeline.engines import OpenedEngine
from app.pipeline.jobs.compute_stage import JobFrame
from app.pipeline.settings import Settings
from gpu_unet.architecture import UNetArchitecture
from gpu_unet.engine import Batch, Composites, Engine, Image, Notify
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frames_ahead import REACH, Turns
from gpu_unet.network_input import Observation
from gpu_unet.settings import EngineSettings

# The beginning of a program that is the app, with an engine that takes its time and needs no
# compilation.
TESTS = Path(__file__).parent
SLOW_ENGINE = f"""
import sys, time
sys.path[:0] = [{str(TESTS.parent)!r}, {str(TESTS)!r}]
import app.pipeline.engines
from doubles import FakeEngineFactory
fake = FakeEngineFactory()
def prepare(engine):
    process = engine.process
    def slow(*arguments, **keywords):
        time.sleep(0.05)
        return process(*arguments, **keywords)
    engine.process = slow
fake.prepare = prepare
app.pipeline.engines._open = lambda s, d, f, b, n: fake(s, f, batch_size=b, notify=n)
"""


def person_box(*, height: int, width: int) -> tuple[slice, slice]:
    """The rows and columns that `FakeEngine` takes for the person; even numbers."""
    return (
        slice(height // 4 // 2 * 2, height * 3 // 4 // 2 * 2),
        slice(width // 4 // 2 * 2, width * 3 // 4 // 2 * 2),
    )


def job_frames(
    pictures: list[Image],
    backgrounds: list[Image | None],
    shown: list[int],
    times_s: list[float] | None = None,
) -> list[JobFrame]:
    """Frames as `ComputeStage` takes them, by their numbers; at 25 frames/s without times."""
    times = [number / 25 for number in shown] if times_s is None else times_s
    numbers = range(shown[0], shown[0] + len(shown))
    parts = zip(pictures, backgrounds, shown, times, numbers, strict=True)
    return [JobFrame(*part) for part in parts]


class FakeEngine(Engine):
    """Takes a box in the middle for the person; everything else becomes the background.

    Attributes:
        calls: How often `process` ran.
        resets: How often `reset` ran.
        is_closed: After `close`.
        error: Raised by the next `process`, if set.
        gate: `process` waits for it; set from the start.
        elapsed_s: Of each frame, as `process` was told.
    """

    def __init__(
        self, frame_format: FrameFormat, *, device: str = "cpu", input_pixels: int | None = None
    ) -> None:
        self.device = device
        self.device_name = f"fake {device}"
        self.frame_format = frame_format
        self.batch_size = 1
        self.architecture = UNetArchitecture.plain(base_width=8).fitted_to(
            frame_height=frame_format.height,
            frame_width=frame_format.width,
            input_pixels=input_pixels or 256 * 144,
        )
        self.calls = 0
        self.resets = 0
        self.is_closed = False
        self.error: EngineError | None = None
        self.gate = threading.Event()
        self.gate.set()
        self.settings: list[EngineSettings] = []
        self.elapsed_s: list[float | None] = []

    def process(self, batch: Batch) -> Composites:
        frames, backgrounds, settings = batch.frames, batch.backgrounds, batch.settings
        assert not self.is_closed, "an engine was used after it was closed"
        self.gate.wait()
        self.calls += 1
        self.settings.append(settings)
        self.elapsed_s += batch.elapsed_s or [None] * len(frames)
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        composites = [
            self.composite(frame, None if backgrounds is None else backgrounds[index], settings)
            for index, frame in enumerate(frames)
        ]
        alpha = np.zeros((self.frame_format.height, self.frame_format.width), np.uint8)
        alpha[person_box(height=self.frame_format.height, width=self.frame_format.width)] = 255
        return Composites(
            frames=composites,
            alphas=[alpha] * len(frames) if batch.want_alpha else None,
            stage_ms={"resize": 0.1, "network": 0.5, "composite": 0.2},
        )

    def composite(self, frame: Image, background: Image | None, settings: EngineSettings) -> Image:
        assert frame.shape == self.frame_format.shape
        assert (background is not None) == (settings.background == "image")
        out = np.full_like(frame, 90) if background is None else background.copy()
        height, width = self.frame_format.height, self.frame_format.width
        rows, columns = person_box(height=height, width=width)
        if self.frame_format.layout == "rgb":
            person = frame[:, ::-1] if settings.mirror else frame
            out[rows, columns] = person[rows, columns]
            return out
        luma = frame[:height, ::-1] if settings.mirror else frame[:height]
        out[:height][rows, columns] = luma[rows, columns]
        return out

    def reset(self) -> None:
        self.resets += 1

    def close(self) -> None:
        self.is_closed = True


class FilmEngine(FakeEngine):
    """Sees a frame's first value; its matte is the mean of those of its neighbours.

    Attributes:
        looked, given: First values of the frames that came in; of the frames that it composited,
            with their mattes.
        look_error: Raised by the next call that brings a frame, if set.
    """

    takes_films = True

    def __init__(
        self, frame_format: FrameFormat, *, device: str = "cpu", input_pixels: int | None = None
    ) -> None:
        super().__init__(frame_format, device=device, input_pixels=input_pixels)
        self.looked: list[int] = []
        self.given: list[tuple[int, float]] = []
        self.look_error: EngineError | None = None
        self._film: list[tuple[Image, Image | None, float | None]] = []

    @property
    def waiting(self) -> int:
        return self._turns.waiting

    @functools.cached_property
    def _turns(self) -> Turns:
        return Turns(self.batch_size)

    def film_steps(self, batch: Batch) -> Generator[None, None, None]:
        frames, backgrounds, settings = batch.frames, batch.backgrounds, batch.settings
        for frame in frames:
            yield
            if self.look_error is not None:
                error, self.look_error = self.look_error, None
                raise error
            self.looked.append(int(frame.flat[0]))
        assert not (frames and settings.background == "image") or backgrounds
        turn = self._turns.next(len(frames))
        unknown = [None] * len(frames)
        self._film += zip(frames, backgrounds or unknown, batch.elapsed_s or unknown, strict=True)
        due = self._film[turn.done : turn.done + turn.due]
        composites = Composites([], None, {})
        if due:
            pictures = [background for _, background, _ in due if background is not None]
            times = [time_s for _, _, time_s in due if time_s is not None]
            composites = self.process(
                replace(
                    batch,
                    frames=[frame for frame, _, _ in due],
                    backgrounds=pictures or None,
                    elapsed_s=times or None,
                )
            )
        composites = replace(composites, stage_ms={**composites.stage_ms, "steady": 0.1})
        for n in range(turn.done, turn.done + turn.due):
            near = self._film[max(0, n - REACH) : min(n + REACH + 1, turn.seen)]
            levels = [int(frame.flat[0]) for frame, *_ in near]
            self.given.append((int(self._film[n][0].flat[0]), float(np.mean(levels))))
        self._turns.took(turn)
        if not self.waiting and not frames:
            self._film.clear()
        if batch.observe:
            seen = [self.seen(frames[n]) for n in batch.observe]
            composites = replace(composites, observations=seen)
        self._keep(composites)

    def reset(self) -> None:
        super().reset()
        self._turns.forget()
        self._film.clear()

    def seen(self, frame: Image) -> Observation:
        size = (self.architecture.height, self.architecture.width)
        return Observation(np.zeros((*size, 3), np.uint8), np.full(size, frame.flat[0], np.uint8))


class FakeEngineFactory:
    """An `EngineFactory` whose engines a test can reach and break.

    Attributes:
        engines: Every engine made, in order.
        settings: What each was asked for.
        error: Raised by the next opening, if set.
        gate: Opening waits for it; set from the start.
        told: What `notify` receives before that.
        larger_pixels: See `OpenedEngine`.
    """

    engine_class: type[FakeEngine] = FakeEngine

    def __init__(self, *, device: str = "cpu") -> None:
        self.device = device
        self.engines: list[FakeEngine] = []
        self.settings: list[Settings] = []
        self.error: Exception | None = None
        self.gate = threading.Event()
        self.gate.set()
        self.told: list[str] = []
        self.larger_pixels = 0
        self.prepare: Callable[[FakeEngine], None] = lambda engine: None

    def __call__(
        self, settings: Settings, frame_format: FrameFormat, *, batch_size: int, notify: Notify
    ) -> OpenedEngine:
        for sentence in self.told:
            notify(sentence)
        self.gate.wait()
        self.settings.append(settings)
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        device = "cpu" if settings.device == "cpu" else self.device
        engine = self.make(frame_format, device=device, input_pixels=settings.input_pixels)
        self.prepare(engine)
        self.engines.append(engine)
        return OpenedEngine(
            engine,
            settings.model,
            looks_twice=settings.look_twice == "on",
            larger_pixels=self.larger_pixels,
        )

    def make(
        self, frame_format: FrameFormat, *, device: str, input_pixels: int | None
    ) -> FakeEngine:
        return self.engine_class(frame_format, device=device, input_pixels=input_pixels)


class FilmEngineFactory(FakeEngineFactory):
    """Its GPU sees pictures of another size than its CPU."""

    def make(
        self, frame_format: FrameFormat, *, device: str, input_pixels: int | None
    ) -> FakeEngine:
        return FilmEngine(
            frame_format, device=device, input_pixels=1024 if device == "cpu" else 4096
        )


class CardEngine(FakeEngine):
    """A card infers, when a test lets it; the processor resizes before it and composites after it.

    Attributes:
        order: What the processor did, with each frame's number.
        collect_error: Raised by every `collect`, if set.
    """

    max_in_flight = 2

    def __init__(
        self, frame_format: FrameFormat, *, device: str = "onnx", input_pixels: int | None = None
    ) -> None:
        super().__init__(frame_format, device=device, input_pixels=input_pixels)
        self.order: list[str] = []
        self.collect_error: EngineError | None = None
        self._submitted: deque[tuple[int, Batch]] = deque()
        self._count = 0
        self._answers = threading.Semaphore(0)

    def answer(self, count: int = 1) -> None:
        """Let the card answer this many frames more."""
        self._answers.release(count)

    @property
    def in_flight(self) -> int:
        return len(self._submitted)

    @property
    def is_ready(self) -> bool:
        if is_ready := self._answers.acquire(blocking=False):
            self._answers.release()
        return is_ready

    def submit(self, batch: Batch) -> None:
        self._check_room()
        self.order.append(f"resize {self._count}")
        self._submitted.append((self._count, batch))
        self._count += 1

    def collect(self) -> Composites:
        self._answers.acquire()
        number, batch = self._submitted.popleft()
        if self.collect_error is not None:
            raise self.collect_error
        self.order.append(f"composite {number}")
        return self.process(batch)


class CardEngineFactory(FakeEngineFactory):
    """Its card infers beside the processor."""

    def __init__(self) -> None:
        super().__init__(device="onnx")

    def make(
        self, frame_format: FrameFormat, *, device: str, input_pixels: int | None
    ) -> FakeEngine:
        made = FakeEngine if device == "cpu" else CardEngine
        return made(frame_format, device=device, input_pixels=input_pixels)
