"""Workspace: network, frame path and all memory that one batch size takes; SecondLook in it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cuda import graph
from gpu_unet.cuda.arena import ArenaPlan, DeviceArena, DeviceArray, PinnedArena
from gpu_unet.cuda.backgrounds import BackgroundRows
from gpu_unet.cuda.conv_problem import ConvProblem
from gpu_unet.cuda.convolution import kernel_of
from gpu_unet.cuda.device import Gpu
from gpu_unet.cuda.driver import call
from gpu_unet.cuda.frame_path import FramePath
from gpu_unet.cuda.frames_ahead import CudaFramesAhead
from gpu_unet.cuda.host_copies import HostCopies
from gpu_unet.cuda.in_flight import MOST_IN_FLIGHT, InFlight, Kind, plan_copies
from gpu_unet.cuda.kernels import ahead as ahead_kernels
from gpu_unet.cuda.kernels import second_look
from gpu_unet.cuda.launch import Kernel, collecting
from gpu_unet.cuda.network import CudaNetwork
from gpu_unet.cuda.simple_layers import Arrays
from gpu_unet.cuda.tile_choices import Choice, heuristic_choice
from gpu_unet.cuda.tuner import Tuner
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_plan import USUAL_SETTINGS, Steps, steps_of
from gpu_unet.settings import EngineSettings, Precision
from gpu_unet.weights import Weights

FIRST = "first_look"


class SecondLook:
    """A second inference in the same buffers; see `reference.unet.look_twice`.

    The input is mirrored in place and mirrored back within the same graph, so later stages, and
    what callers gave that stays there for later batches, find it unchanged.

    Args:
        network: The network; its `alpha` becomes the mean of both inferences.
    """

    def __init__(self, network: CudaNetwork) -> None:
        self._network = network
        self._first: DeviceArray | None = None

    def reserve(self, plan: ArenaPlan) -> None:
        """Declare memory for the first alpha."""
        a = self._network.architecture
        plan.add(FIRST, (self._network.batch_size, a.height, a.width), np.float32)

    def bind(self, arrays: Arrays) -> None:
        """Take the buffer of `reserve`; after the network's `bind`."""
        self._first = arrays[FIRST]

    def enqueue(self, *, stream: Any) -> None:
        """Enqueue both inferences of the whole batch."""
        ends = (self._network.input, self._network.alpha, self._first)
        self._network.enqueue(stream=stream)
        second_look.turn_away(*ends, stream=stream)
        self._network.enqueue(stream=stream)
        second_look.turn_back(*ends, stream=stream)


log = logging.getLogger(__name__)


class Workspace:
    """Everything that is made once per batch size; nothing is allocated after.

    Attributes:
        network, path: Bound to their buffers.
        ahead: The stages that only films have; bound with the first.
        device, host: The two allocations; what is copied lies at the front of both, alike.
        in_flight: What each batch in flight has for itself.
        rows: Which pictures lie in the rows of the backgrounds.
        up, middle, down: Streams of the upload, of the computing, of the download.
    """

    def __init__(
        self,
        weights: Weights,
        architecture: UNetArchitecture,
        frame_format: FrameFormat,
        batch_size: int,
        *,
        gpu: Gpu,
        precision: Precision,
        tuner: Tuner,
        compile_ahead: Callable[[Iterable[Kernel]], int],
        looks_twice: bool = False,
        settings: Sequence[EngineSettings] = USUAL_SETTINGS,
    ) -> None:
        """Compile what is missing, choose tiles, allocate, and upload the weights.

        What any of `settings` launches is compiled before the first batch.

        Raises:
            GpuMemoryError: It does not fit; nothing is left allocated.
        """
        self._arenas: list[DeviceArena | PinnedArena] = []
        self._streams: list[Any] = []
        self.copies = HostCopies()
        self._graphs: dict[tuple[int, Kind, Steps], graph.Graph] = {}
        self.in_flight: list[InFlight] = []
        try:
            make_network = partial(
                CudaNetwork, weights, architecture, batch_size, gpu=gpu, dtype=np.dtype(precision)
            )
            problems: list[ConvProblem] = []
            make_network(choose=partial(_write_down, gpu=gpu, problems=problems))
            compile_ahead(
                kernel_of(replace(tile, split_k=split_k_slices > 1))
                for problem in problems
                for tile, split_k_slices in tuner.candidates(problem)
            )
            self.network = make_network(choose=tuner)
            self._second_look = SecondLook(self.network) if looks_twice else None
            self.path = FramePath(frame_format, architecture, batch_size)
            self.ahead = CudaFramesAhead(frame_format, architecture, batch_size)
            purpose = (
                f"{batch_size} frames of {frame_format.width}x{frame_format.height} with a "
                f"network input of {architecture.width}x{architecture.height} ({weights.name})"
            )
            self._allocate(partial(plan_copies, frame_format, architecture, batch_size), purpose)
            backgrounds = self.host.arrays["backgrounds"]
            self.rows = BackgroundRows(backgrounds, batch_size, MOST_IN_FLIGHT, self.copies)
            self.up, self.middle, self.down = self._streams
            compile_ahead(self._kernels_of(settings))
        except BaseException:
            self.close()
            raise

    def _allocate(self, plan_copied: Callable[[], ArenaPlan], purpose: str) -> None:
        plan = plan_copied()  # in front, as on the host
        self.network.reserve(plan)
        if self._second_look is not None:
            self._second_look.reserve(plan)
        self.path.reserve(plan)
        self.device = DeviceArena(plan, purpose=purpose)
        self._arenas.append(self.device)
        self.host = PinnedArena(plan_copied(), purpose=purpose)
        self._arenas.append(self.host)
        self.network.bind(self.device.arrays)
        if self._second_look is not None:
            self._second_look.bind(self.device.arrays)
        self.path.bind(self.device.arrays, self.network.input, self.network.alpha)
        for _ in range(3):
            self._streams.append(graph.make_stream())
        for number in range(MOST_IN_FLIGHT):
            self.in_flight.append(InFlight.make(number, self.device.arrays, self.host.arrays))

    def _allocate_more(
        self,
        purpose: str,
        reserve: Callable[[ArenaPlan], None],
        bind: Callable[[Mapping[str, DeviceArray]], None],
    ) -> None:
        """Once, when the first batch asks for it: most never do.

        Raises:
            GpuMemoryError: It does not fit; the batch was not begun.
        """
        plan = ArenaPlan()
        reserve(plan)
        arena = DeviceArena(plan, purpose=purpose)
        self._arenas.append(arena)
        bind(arena.arrays)

    def _kernels_of(self, usual: Sequence[EngineSettings]) -> list[Kernel]:
        with collecting() as kernels:
            for settings in usual:
                self._enqueue(self.in_flight[0], "whole", steps_of(settings))
            buffers = self.in_flight[0].device
            if buffers.given is not None:
                self.path.enqueue_given(buffers, stream=self.middle)
            self.path.enqueue_observations(buffers, stream=self.middle)
        films = ahead_kernels.kernels(self.network.dtype.name)
        return [*kernels, *self.path.late_kernels(), *films]

    def compute(self, batch: InFlight) -> None:
        """Enqueue everything of a batch between its two copies on `middle`.

        It is recorded as a graph when its steps are new to the batch, else replayed. What only
        some batches have stands beside the graph, in the same stream: what the caller gave anew is
        written once the batch before has read the old values.
        """
        kind, steps = batch.kind, batch.steps
        key = (batch.number, kind, steps)
        if not self.path.has_late_memory and any(stage.is_late for stage, _ in steps):
            reserve = partial(self.path.reserve, is_late=True)
            self._allocate_more("the person as a layer", reserve, self.path.bind_late)
        if kind != "whole" and not self.ahead.has_memory:
            self._allocate_more("the frames ahead of a film", self.ahead.reserve, self.ahead.bind)
        if key not in self._graphs:
            self._graphs[key] = graph.Graph(self.middle, lambda: self._enqueue(batch, kind, steps))
        if batch.has_new_given:
            self.path.enqueue_given(batch.device, stream=self.middle)
        self._graphs[key].launch(self.middle)
        if batch.observe and kind == "whole":  # of a film they are there already
            self.path.enqueue_observations(batch.device, stream=self.middle)

    def _enqueue(self, batch: InFlight, kind: Kind, steps: Steps) -> None:
        path = partial(self.path.enqueue, batch.device, steps, stream=self.middle)
        events = batch.events
        ends = (self.network.input, self.network.alpha)
        if kind != "due":
            path("resize")
        graph.record_inside(events["resized"], self.middle)
        if kind != "due":
            (self._second_look or self.network).enqueue(stream=self.middle)
        graph.record_inside(events["inferred"], self.middle)
        if kind in ("film", "came"):
            small = self.path.small_planes
            self.ahead.enqueue_came(batch.device, *ends, small, stream=self.middle)
        if kind in ("film", "due"):
            small = self.path.small_planes
            self.ahead.enqueue_due(batch.device, ends[1], small, stream=self.middle)
        graph.record_inside(events["steadied"], self.middle)
        if kind != "came":
            path("refine")
            path("composite")

    def close(self) -> None:
        """Wait and release everything; may be called twice, and after the GPU was lost."""
        self.copies.close()
        graphs, self._graphs = list(self._graphs.values()), {}
        in_flight, self.in_flight = self.in_flight, []
        arenas, self._arenas = self._arenas, []
        streams, self._streams = self._streams, []
        try:
            if arenas:
                call("cuCtxSynchronize")
            for owner in (*graphs, *in_flight, *arenas):
                owner.close()
            for stream in streams:
                call("cuStreamDestroy", stream)
        except EngineError as error:
            # The device is gone, and with it everything that could be released.
            log.warning("closing after a failure: %s", error)


def _write_down(problem: ConvProblem, *, gpu: Gpu, problems: list[ConvProblem]) -> Choice:
    """A `Choose` that only learns which problems a network has."""
    problems.append(problem)
    return heuristic_choice(problem, gpu)
