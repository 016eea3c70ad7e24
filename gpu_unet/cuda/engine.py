"""CudaEngine: frames in, composites out, two batches in flight on one NVIDIA GPU."""

from __future__ import annotations

import functools
import logging
from collections import deque
from collections.abc import Generator, Sequence
from typing import Any

import numpy as np

from gpu_unet.cuda.arena import DeviceArray
from gpu_unet.cuda.compile_ahead import CompileAhead
from gpu_unet.cuda.device import current_gpu
from gpu_unet.cuda.device_picture import DevicePicture
from gpu_unet.cuda.driver import call
from gpu_unet.cuda.in_flight import MOST_IN_FLIGHT, InFlight
from gpu_unet.cuda.tuner import Tuner, measure_on_gpu
from gpu_unet.cuda.workspace import Workspace
from gpu_unet.engine import Batch, Composites, Engine, Image, Notify, NotifyCount
from gpu_unet.errors import EngineError, GpuMemoryError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_plan import steps_of
from gpu_unet.frames_ahead import Turns
from gpu_unet.kernels.layouts import black_picture
from gpu_unet.kernels.parameters import pack_turn
from gpu_unet.pictures import is_on_device, on_host
from gpu_unet.settings import EngineSettings, Precision
from gpu_unet.weights import Weights

log = logging.getLogger(__name__)


class CudaEngine(Engine):
    """See `Engine`. The whole batch is one CUDA graph between two copies.

    Each batch is copied in once (settings, frames, new backgrounds) and out once
    (composites, alpha planes), from and to page-locked memory, on streams of their own, so that
    `submit` of a batch overlaps with the computing of the one before and the download of the one
    before that.

    Args:
        precision: "auto" takes float16 where there are tensor cores.
        batch_size: The most frames per batch; halved while the GPU's memory is too small for it.
        input_pixels, looks_twice, notify, count: See `open_engine`.
        keeps_results: Whether composites and alphas stay on the device; see `Composites.d_frames`.
        tune: Whether tiles that were never measured on this GPU are measured now.

    Attributes:
        work: Memory, kernels and batches in flight; None: the engine is closed.
        copies: Copies between host and device since the start, without the weights.
        batches: Batches submitted since the start.

    Raises:
        GpuUnavailableError: No GPU can be used.
        GpuMemoryError: Not even one frame fits.
    """

    device = "cuda"
    takes_films = True
    max_in_flight = MOST_IN_FLIGHT

    def __init__(
        self,
        weights: Weights,
        frame_format: FrameFormat,
        *,
        precision: Precision = "auto",
        batch_size: int = 1,
        input_pixels: int | None = None,
        looks_twice: bool = False,
        notify: Notify | None = None,
        count: NotifyCount | None = None,
        keeps_results: bool = False,
        tune: bool = True,
    ) -> None:
        if batch_size < 1:
            raise ValueError(f"batch_size is {batch_size}, expected at least 1")
        self._gpu = current_gpu()
        if precision == "auto":
            precision = "float16" if self._gpu.has_tensor_cores else "float32"
        if precision == "float16" and not self._gpu.has_tensor_cores:
            raise EngineError(
                f"{self._gpu.name} has no tensor cores that the float16 kernels can use "
                f"(compute capability {self._gpu.capability}); choose the precision float32"
            )
        self.device_name = self._gpu.name
        self.frame_format = frame_format
        self.precision: Precision = precision
        self.architecture = weights.architecture.fitted_to(
            frame_height=frame_format.height,
            frame_width=frame_format.width,
            input_pixels=input_pixels or weights.input_pixels,
        )
        self.copies = 0
        self.batches = 0
        self._keeps_results = keeps_results
        self._fresh = True
        self._pending: deque[InFlight] = deque()
        # Of the frames of a film that wait: the pictures behind them, ticks since the one before.
        self._behind: deque[Image | None] = deque()
        self._ticks_of_film: deque[int] = deque()
        self.work: Workspace | None = None
        tuner = Tuner(self._gpu, measure_on_gpu if tune else None)
        with CompileAhead(self._gpu, notify, count) as compile_ahead:
            while self.work is None:
                try:
                    self.work = Workspace(
                        weights, self.architecture, frame_format, batch_size, gpu=self._gpu,
                        precision=precision, tuner=tuner, compile_ahead=compile_ahead,
                        looks_twice=looks_twice,
                    )  # fmt: skip
                except GpuMemoryError as error:
                    if batch_size == 1:
                        raise
                    log.warning("%s: going on with batches of %d", error, batch_size // 2)
                    batch_size //= 2
        self.batch_size = batch_size
        self._turns = Turns(batch_size)

    # ------------------------------------------------------------------ contract

    @property
    def in_flight(self) -> int:  # noqa: D102
        return len(self._pending)

    def process(self, batch: Batch) -> Composites:
        """See `Engine.process`; waits."""
        if self._pending:
            raise EngineError("batches are in flight; collect them before calling process")
        self.submit(batch)
        return self.collect()

    def submit(self, batch: Batch) -> None:
        """See `Engine.submit`; arrays on the host may change once this returns."""
        self._check_batch(batch)
        ticks = self._ticks(batch)
        work = self._open_workspace()
        flight = self._fill(work, batch, ticks)
        flight.kind = "whole"
        flight.wants_alpha, flight.observe = batch.want_alpha, batch.observe
        self._submit(work, flight, batch.settings, batch.backgrounds)

    @property
    def waiting(self) -> int:  # noqa: D102
        return self._turns.waiting

    def film_steps(self, batch: Batch) -> Generator[None, None, None]:
        """See `Engine.film_steps`; one step. The frames may change once this returns.

        A frame is uploaded once, and stays on the device until it is composited.
        """
        self._check_batch(batch, least=0)
        ticks = self._ticks(batch)
        work = self._open_workspace()
        turn = self._turns.next(len(batch.frames))
        try:
            self._ticks_of_film.extend(ticks)
            ticks_due = [self._ticks_of_film.popleft() for _ in range(turn.due)]
            flight = self._fill(work, batch, ticks_due)
            pack_turn(flight.params, turn, batch_size=self.batch_size)
            flight.kind = "film" if turn.new and turn.due else "came" if turn.new else "due"
            flight.wants_alpha = batch.want_alpha
            flight.observe = batch.observe
            self._behind.extend(
                [None] * len(batch.frames) if batch.backgrounds is None else batch.backgrounds
            )
            due = [self._behind.popleft() for _ in range(turn.due)]
            has_pictures = batch.settings.background == "image"
            behind = [self._black if picture is None else picture for picture in due]
            self._submit(work, flight, batch.settings, behind if has_pictures else None)
        except BaseException:
            self.reset()
            raise
        self._turns.took(turn)
        return
        yield  # makes it a generator

    @functools.cached_property
    def _black(self) -> Image:
        """Behind a film's frames that came without a background."""
        return black_picture(self.frame_format)

    def _submit(
        self,
        work: Workspace,
        flight: InFlight,
        settings: EngineSettings,
        backgrounds: Sequence[Image] | None,
    ) -> None:
        """Send a batch that was filled on its way; `backgrounds` are of what it composites."""
        try:
            flight.take_areas(self._planes_of(settings))
            new_rows = work.rows.place(
                flight.number, backgrounds, flight.background_index, stream=work.up
            )
            self._enqueue(work, flight, new_rows)
        except BaseException:
            # What was not uploaded must not count as there.
            flight.areas_of = None
            work.rows.forget()
            raise
        self._given.is_new = flight.has_new_given = flight.has_new_areas = False
        self._fresh = self._fresh and not flight.count
        self.batches += 1
        self._pending.append(flight)

    def _fill(self, work: Workspace, batch: Batch, ticks: Sequence[int]) -> InFlight:
        """The memory of the next batch, with what every kind of batch uploads.

        Args:
            work: Whose memory.
            batch: Its frames come in with it, its settings are of what it composites.
            ticks: Since the frame before, of each frame that it composites.
        """
        self._check_room()
        flight = work.in_flight[self.batches % MOST_IN_FLIGHT]
        flight.count, flight.came = len(ticks), len(batch.frames)
        # The batch's own memory: the batch before this one may still be reading the old values.
        flight.has_new_given = self._given.is_new
        if flight.has_new_given:
            assert flight.given is not None
            np.copyto(flight.given, self._given.values)
        flight.keeps_results = self._keeps_results
        flight.sources = {
            row: DevicePicture.of(frame, stream=work.up)
            for row, frame in enumerate(batch.frames)
            if is_on_device(frame)
        }
        work.copies.copy(
            [
                (flight.frames[row], on_host(frame))
                for row, frame in enumerate(batch.frames)
                if row not in flight.sources
            ]
        )
        flight.params[:] = work.path.pack(batch.settings, ticks, self._fresh)
        flight.steps = steps_of(batch.settings)
        return flight

    def collect(self) -> Composites:  # noqa: D102
        if not self._pending:
            raise EngineError("no batch is in flight; submit one before collecting")
        batch = self._pending.popleft()
        call("cuEventSynchronize", batch.events["downloaded"])
        if batch.is_broken:
            self.reset()
            raise self._broken_alpha()
        batch.sources = {}
        if batch.keeps_results:
            return self._on_device(batch)
        copies = self._open_workspace().copies
        frames = copies.copies_of(batch.out[: batch.count])
        alphas = copies.copies_of(batch.out_alpha[: batch.count]) if batch.wants_alpha else None
        return Composites(frames, alphas, batch.stage_ms(), batch.observed())

    def _on_device(self, batch: InFlight) -> Composites:
        device, rows = batch.device, range(batch.count)
        return Composites(
            frames=[],
            alphas=None,
            stage_ms=batch.stage_ms(),
            observations=batch.observed(),
            d_frames=[device.out.row(n) for n in rows],
            d_alphas=[device.out_alpha.row(n) for n in rows] if batch.wants_alpha else None,
        )

    def replay(self, count: int) -> None:
        """Process what lies in the pinned memory `count` times over, and wait: for benchmarks.

        Copies and computing overlap as ever; only the caller's arrays are left out.

        Raises:
            EngineError: Nothing was ever submitted, or batches are in flight.
        """
        if self.batches < MOST_IN_FLIGHT or self._pending:
            raise EngineError("replay needs two collected batches and none in flight")
        work = self._open_workspace()
        for n in range(count):
            batch = work.in_flight[n % MOST_IN_FLIGHT]
            call("cuStreamWaitEvent", work.up, batch.events["computed"], 0)
            call("cuStreamWaitEvent", work.middle, batch.events["downloaded"], 0)
            self._enqueue(work, batch, range(0))
            self.batches += 1
        call("cuStreamSynchronize", work.down)

    def reset(self) -> None:  # noqa: D102
        self._fresh = True
        self._turns.forget()
        self._behind.clear()
        self._ticks_of_film.clear()

    def close(self) -> None:
        """See `Engine.close`; batches in flight are lost."""
        self._pending.clear()
        work, self.work = self.work, None
        if work is not None:
            work.close()

    def _open_workspace(self) -> Workspace:
        if self.work is None:
            raise EngineError("the engine is closed; open another one")
        return self.work

    # ------------------------------------------------------------------ one batch

    def _enqueue(self, work: Workspace, batch: InFlight, new_rows: range) -> None:
        """Upload, computing and download of what lies in the batch's pinned memory."""
        call("cuEventRecord", batch.events["start"], work.up)
        begin, end = batch.upload_span(new_rows)
        shift = work.device.base - work.host.base
        if new_rows:
            # Rows of a batch that is still being computed may lie in between: they are sent
            # again with the same bytes, but those that change must not be in use.
            other = work.in_flight[1 - batch.number]
            call("cuStreamWaitEvent", work.up, other.events["computed"], 0)
        self._copy("cuMemcpyHtoDAsync", begin + shift, begin, end - begin, work.up)
        for row, picture in batch.sources.items():
            self._copy_on_device(batch.device.frames.row(row), picture, work.up)
        for row, picture in work.rows.on_device(new_rows):
            self._copy_on_device(batch.device.backgrounds.row(row), picture, work.up)
        call("cuEventRecord", batch.events["uploaded"], work.up)

        call("cuStreamWaitEvent", work.middle, batch.events["uploaded"], 0)
        call("cuEventRecord", batch.events["begun"], work.middle)
        work.compute(batch)
        call("cuEventRecord", batch.events["computed"], work.middle)

        call("cuStreamWaitEvent", work.down, batch.events["computed"], 0)
        call("cuEventRecord", batch.events["fetched"], work.down)
        begin, end = batch.download_span()
        self._copy("cuMemcpyDtoHAsync", begin, begin + shift, end - begin, work.down)
        call("cuEventRecord", batch.events["downloaded"], work.down)

    def _copy(self, function: str, target: int, source: int, nbytes: int, stream: Any) -> None:
        call(function, target, source, nbytes, stream)
        self.copies += 1

    def _copy_on_device(self, target: DeviceArray, picture: DevicePicture, stream: Any) -> None:
        call("cuMemcpyDtoDAsync", target.ptr, picture.ptr, picture.nbytes, stream)
