"""CudaEngine: frames in, composites out, two batches in flight on one NVIDIA GPU."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Hashable, Sequence
from functools import partial
from typing import Any

import numpy as np

from gpu_unet.cuda import graph
from gpu_unet.cuda.arena import ArenaPlan, DeviceArena, PinnedArena
from gpu_unet.cuda.backgrounds import BackgroundRows
from gpu_unet.cuda.device import Gpu, current_gpu
from gpu_unet.cuda.driver import call
from gpu_unet.cuda.frame_path import FramePath
from gpu_unet.cuda.lanes import LANES, Lane, plan_copies
from gpu_unet.cuda.network import CudaNetwork
from gpu_unet.cuda.tuner import Tuner, float32_choice, measure_on_gpu
from gpu_unet.engine import Composites, Engine, Image, Notify, Precision
from gpu_unet.errors import EngineError, GpuMemoryError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.settings import EngineSettings
from gpu_unet.weights import Weights

log = logging.getLogger(__name__)


class CudaEngine(Engine):
    """See `Engine`. The whole batch is one CUDA graph between two copies.

    Each batch is copied in once (settings, frames, new backgrounds) and out once (composites,
    alpha planes), from and to page-locked memory, on streams of their own, so that `submit` of a
    batch overlaps with the computing of the one before and the download of the one before that.

    Args:
        weights: From `load_weights`.
        frame_format: Of every frame.
        precision: "auto" takes float16 where there are tensor cores.
        batch_size: The most frames per batch; halved while the GPU's memory is too small for it.
        input_pixels: Pixel budget of the network's input; None takes the weights' own.
        notify: Told in one sentence what a slow start is waiting for.
        tune: Whether tiles that were never measured on this GPU are measured now.

    Attributes:
        copies: Copies between host and device since the start, without the weights.
        batches: Batches submitted since the start.

    Raises:
        GpuUnavailableError: No GPU can be used.
        GpuMemoryError: Not even one frame fits.
    """

    device = "cuda"
    max_in_flight = LANES

    def __init__(
        self,
        weights: Weights,
        frame_format: FrameFormat,
        *,
        precision: Precision = "auto",
        batch_size: int = 1,
        input_pixels: int | None = None,
        notify: Notify | None = None,
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
                f"(compute capability {self._gpu.capability}); use --precision float32"
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
        self._fresh = True
        self._graphs: dict[tuple[int, Hashable], graph.Graph] = {}
        self._pending: deque[Lane] = deque()
        self._lanes: list[Lane] = []
        self._closed = False
        if notify is not None:
            notify(f"Preparing {self._gpu.name} (the first start compiles, later ones do not) ...")
        choose = Tuner(self._gpu, measure_on_gpu if tune else None)
        while True:
            try:
                self._allocate(weights, batch_size, choose)
                break
            except GpuMemoryError as error:
                self.close()
                if batch_size == 1:
                    raise
                log.warning("%s: going on with batches of %d", error, batch_size // 2)
                batch_size //= 2
                self._closed = False

    # ------------------------------------------------------------------ contract

    @property
    def in_flight(self) -> int:
        """Batches submitted and not yet collected."""
        return len(self._pending)

    def process(
        self,
        frames: Sequence[Image],
        backgrounds: Sequence[Image] | None,
        settings: EngineSettings,
        *,
        want_alpha: bool = False,
    ) -> Composites:
        """See `Engine.process`; waits."""
        if self._pending:
            raise EngineError("batches are in flight; collect them before calling process")
        self.submit(frames, backgrounds, settings, want_alpha=want_alpha)
        return self.collect()

    def submit(
        self,
        frames: Sequence[Image],
        backgrounds: Sequence[Image] | None,
        settings: EngineSettings,
        *,
        want_alpha: bool = False,
    ) -> None:
        """See `Engine.submit`; the arrays may change once this returns."""
        self._check_batch(frames, backgrounds, settings)
        if len(self._pending) >= LANES:
            raise EngineError(
                f"{len(self._pending)} batches are in flight, the most is {LANES}; "
                "collect one before submitting the next"
            )
        lane = self._lanes[self.batches % LANES]
        lane.count, lane.wants_alpha = len(frames), want_alpha
        for row, frame in zip(lane.frames, frames, strict=False):
            np.copyto(row, frame)
        lane.params[:] = self._path.pack(settings, len(frames), self._fresh)
        new_rows = self._rows.place(self.batches % LANES, backgrounds, lane.background_index)
        lane.structure = self._path.structure(settings)
        self._upload(lane, new_rows)
        self._compute(lane, lane.structure)
        self._download(lane)
        self._fresh = False
        self.batches += 1
        self._pending.append(lane)

    def collect(self) -> Composites:
        """See `Engine.collect`."""
        if not self._pending:
            raise EngineError("no batch is in flight; submit one before collecting")
        lane = self._pending.popleft()
        call("cuEventSynchronize", lane.events["downloaded"])
        if lane.faults[0]:
            self.reset()
            raise self._broken_alpha()
        frames = [lane.out[n].copy() for n in range(lane.count)]
        alphas = None
        if lane.wants_alpha:
            alphas = [lane.out_alpha[n].copy() for n in range(lane.count)]
        return Composites(frames, alphas, lane.stage_ms())

    def replay(self, count: int) -> None:
        """Process what lies in the pinned memory `count` times over, and wait: for benchmarks.

        Copies and computing overlap as ever; only the caller's arrays are left out.

        Raises:
            EngineError: Nothing was ever submitted, or batches are in flight.
        """
        if self.batches < LANES or self._pending:
            raise EngineError("replay needs two collected batches and none in flight")
        for n in range(count):
            lane = self._lanes[n % LANES]
            call("cuStreamWaitEvent", self._up, lane.events["computed"], 0)
            call("cuStreamWaitEvent", self._middle, lane.events["downloaded"], 0)
            self._upload(lane, range(0))
            self._compute(lane, lane.structure)
            self._download(lane)
            self.batches += 1
        call("cuStreamSynchronize", self._down)

    def reset(self) -> None:
        """See `Engine.reset`."""
        self._fresh = True

    def close(self) -> None:
        """See `Engine.close`; batches in flight are lost."""
        if self._closed:
            return
        self._closed = True
        self._pending.clear()
        try:
            call("cuCtxSynchronize")
        except EngineError as error:
            # The device is gone, and with it everything that could be released.
            log.warning("closing after a failure: %s", error)
            return
        for one in self._graphs.values():
            one.close()
        self._graphs.clear()
        for lane in self._lanes:
            lane.close()
        self._lanes = []
        for arena in self._arenas:
            arena.close()
        for stream in self._streams:
            call("cuStreamDestroy", stream)

    # ------------------------------------------------------------------ making

    def _allocate(self, weights: Weights, batch_size: int, choose: Any) -> None:
        self.batch_size = batch_size
        self._arenas: list[DeviceArena | PinnedArena] = []
        self._streams: list[Any] = []
        a, f = self.architecture, self.frame_format
        purpose = (
            f"{batch_size} frames of {f.width}x{f.height} with a network input of "
            f"{a.width}x{a.height} ({weights.name})"
        )
        network = make_network(
            weights, a, batch_size, gpu=self._gpu, precision=self.precision, choose=choose
        )
        path = FramePath(f, a, batch_size, network.dtype)
        copies = plan_copies(f, batch_size)
        plan = ArenaPlan()
        plan.include(copies)
        network.reserve(plan)
        path.reserve(plan)
        device = DeviceArena(plan, purpose=purpose)
        self._arenas.append(device)
        host = PinnedArena(copies, purpose=purpose)
        self._arenas.append(host)
        network.bind(device.arrays)
        path.bind(device.arrays, network.input, network.alpha)
        self._network, self._path = network, path
        self._device, self._host = device, host
        self._rows = BackgroundRows(host.arrays["backgrounds"], batch_size, LANES)
        self._streams = [graph.make_stream() for _ in range(3)]
        self._up, self._middle, self._down = self._streams
        self._lanes = [Lane.make(n, device.arrays, host.arrays) for n in range(LANES)]

    # ------------------------------------------------------------------ one batch

    def _upload(self, lane: Lane, new_rows: range) -> None:
        """Values, frames and the new backgrounds in one copy."""
        call("cuEventRecord", lane.events["start"], self._up)
        begin, end = lane.upload_span(new_rows)
        offset = self._device.base - self._host.base
        if new_rows:
            # Rows of a batch that is still being computed may lie in between: they are sent
            # again with the same bytes, but those that change must not be in use.
            call("cuStreamWaitEvent", self._up, self._lanes[1 - lane.number].events["computed"], 0)
        self._copy("cuMemcpyHtoDAsync", begin + offset, begin, end - begin, self._up)
        call("cuEventRecord", lane.events["uploaded"], self._up)

    def _compute(self, lane: Lane, structure: Hashable) -> None:
        key = (lane.number, structure)
        if key not in self._graphs:
            self._graphs[key] = graph.Graph(self._middle, lambda: self._enqueue(lane, structure))
        call("cuStreamWaitEvent", self._middle, lane.events["uploaded"], 0)
        call("cuEventRecord", lane.events["begun"], self._middle)
        self._graphs[key].launch(self._middle)
        call("cuEventRecord", lane.events["computed"], self._middle)

    def _enqueue(self, lane: Lane, structure: Hashable) -> None:
        """Everything between the two copies, for the graph."""
        self._path.enqueue_before(lane.slot, structure, stream=self._middle)
        graph.record_inside(lane.events["resized"], self._middle)
        self._network.enqueue(stream=self._middle)
        graph.record_inside(lane.events["inferred"], self._middle)
        self._path.enqueue_after(lane.slot, structure, stream=self._middle)

    def _download(self, lane: Lane) -> None:
        call("cuStreamWaitEvent", self._down, lane.events["computed"], 0)
        call("cuEventRecord", lane.events["fetched"], self._down)
        begin, end = lane.download_span()
        offset = self._device.base - self._host.base
        self._copy("cuMemcpyDtoHAsync", begin, begin + offset, end - begin, self._down)
        call("cuEventRecord", lane.events["downloaded"], self._down)

    def _copy(self, function: str, target: int, source: int, nbytes: int, stream: Any) -> None:
        call(function, target, source, nbytes, stream)
        self.copies += 1


def make_network(
    weights: Weights,
    architecture: Any,
    batch_size: int,
    *,
    gpu: Gpu,
    precision: Precision,
    choose: Any,
) -> CudaNetwork:
    """The network in the wanted precision."""
    if precision == "float32":
        choose = partial(float32_choice, gpu=gpu)
    return CudaNetwork(
        weights, architecture, batch_size, gpu=gpu, choose=choose, dtype=np.dtype(precision)
    )
