"""CpuEngine: the network and the frame's way around it on the processor's own cores."""

from __future__ import annotations

import platform
import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from time import perf_counter

import numba
import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.cpu.frame_path import CpuFramePath
from gpu_unet.cpu.frames_ahead import CpuFramesAhead
from gpu_unet.cpu.network import CpuNetwork, Network, thread_count
from gpu_unet.cpu.second_look import SecondLook
from gpu_unet.engine import Batch, Composites, Engine, Image, Notify, to_the_end
from gpu_unet.errors import EngineError
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_plan import CPU_SETTINGS, TIMINGS
from gpu_unet.frames_ahead import FAR, Turn, Turns
from gpu_unet.network_input import Observation
from gpu_unet.pictures import on_host
from gpu_unet.setting_parameters import edge_parameters
from gpu_unet.settings import EngineSettings
from gpu_unet.weights import Weights

Alpha = npt.NDArray[np.float32]


class CpuEngine(Engine):
    """Frames go through one after another: what a frame touches stays in the cache.

    A network on another device (`make_network`) works beside this thread: while it infers a frame,
    the frame before is composited and the next one resized. With batches of one frame, `submit`
    resizes it and lets the network begin, and `collect` composites it.

    Args:
        batch_size: The most frames per `process` call.
        input_pixels, looks_twice, notify: See `open_engine`.
        threads: None takes every core this process may use.
        make_network: Makes the network of this size with this many slots; None: on the processor.
        warms_up: Whether everything is compiled and run here and now. Without, any thread may make
            the engine; `warm_up_steps` follow on the one that calls it.

    Attributes:
        network: The network, or what runs it twice; None: the engine is closed.
        path: The stages around it; likewise.
        carries_mattes: Whether every second frame of a film goes without inference where the motion
            explains it (0048); may be set before a film.
    """

    device = "cpu"
    takes_films = True
    carries_mattes = True

    def __init__(
        self,
        weights: Weights,
        frame_format: FrameFormat,
        *,
        batch_size: int = 1,
        input_pixels: int | None = None,
        looks_twice: bool = False,
        threads: int | None = None,
        notify: Notify | None = None,
        make_network: Callable[[UNetArchitecture, int], Network] | None = None,
        warms_up: bool = True,
    ) -> None:
        if batch_size < 1:
            raise ValueError(f"batch_size is {batch_size}, expected at least 1")
        self.frame_format = frame_format
        self.batch_size = batch_size
        self.architecture = weights.architecture.fitted_to(
            frame_height=frame_format.height,
            frame_width=frame_format.width,
            input_pixels=input_pixels or weights.input_pixels,
        )
        self._threads = thread_count(threads)
        if make_network is not None:
            network = make_network(self.architecture, 1 if looks_twice else 2)
        else:
            network = CpuNetwork(
                weights, self.architecture, threads=self._threads, notify=notify, runs_first=False
            )
            self.device_name = f"{processor_name()}, {self._threads} threads"
        self.network: Network | None = SecondLook(network) if looks_twice else network
        self.path: CpuFramePath | None = CpuFramePath(
            frame_format,
            height=self.architecture.height,
            width=self.architecture.width,
            notify=notify,
        )
        # The small planes of frames that are begun, where that is more than one.
        size = (self.network.slots, 3, self.architecture.height, self.architecture.width)
        self._begun_planes = np.zeros(size, np.float32) if self.network.slots > 1 else None
        self._next_slot = 0
        self._turn = threading.Lock()  # of the thread that is in `process`
        # What the caller gave before the present batch began, and the slots without it.
        self._begun_given = self._given.values.copy()
        self._stale_slots: set[int] = set()
        if batch_size == 1:
            self.max_in_flight = self.network.slots
        # Batches of one frame that the network infers, interrupted there.
        self._begun: deque[Generator[None, None, Composites]] = deque()
        self._scene = self._last_scene = 0  # of what is begun now; of the last composite
        self._turns = Turns(batch_size, FAR)
        # Frames of a film, what is behind each, and its ticks since the one before.
        self._waiting: deque[tuple[Image, Image | None, int]] = deque()
        self._ahead: CpuFramesAhead | None = None
        # Number of a film's last frame while that is not inferred yet, and the network's input.
        self._put_off: int | None = None
        self._kept_input = np.zeros(0, np.float32)
        if warms_up:
            to_the_end(self.warm_up_steps())

    def warm_up_steps(self, *, is_loaded: bool = False) -> Generator[None, None, None]:
        """Compile every kernel, or read it from disk, before the first real frame.

        Args:
            is_loaded: The kernels are in memory already, by `load_kernels`: then a step takes
                some milliseconds, and one frame is enough to see that everything works.
        """
        if is_loaded and self.network is not None and self.network.is_spare:
            return  # another one has run in this memory, with these weights
        black = np.zeros(self.frame_format.shape, self.frame_format.dtype)
        self._given.is_new = bool(self._given.values.size)
        for settings in CPU_SETTINGS[:1] if is_loaded else CPU_SETTINGS:
            backgrounds = [black] if settings.background == "image" else None
            for _ in range(1 if is_loaded else 2):  # the second frame is smoothed over time
                everything = Batch([black], backgrounds, settings, want_alpha=True, observe=(0,))
                yield from self._steps(everything, in_parts=True)
        if not is_loaded:
            for frames in ([black],) * 3 + ((),):
                yield from self.film_steps(Batch(frames, None, EngineSettings("transparent")))
                self.collect()
        if self.path is not None:
            self.path.release_layer()  # it holds whole pictures, which most never need
        self._ahead = None  # which only films need
        self._kept_input = np.zeros(0, np.float32)
        self.reset()

    def process(self, batch: Batch) -> Composites:  # noqa: D102
        # A pool of threads would mix the planes of two frames in one engine.
        if not self._turn.acquire(blocking=False):
            raise EngineError(
                f"{self.device_name}: another thread is processing a batch with this engine; open "
                "an engine for each thread"
            )
        try:
            self._check_none_begun()
            return to_the_end(self._steps(batch, in_parts=False))
        finally:
            self._turn.release()

    @property
    def in_flight(self) -> int:  # noqa: D102
        return super().in_flight + len(self._begun)

    @property
    def is_ready(self) -> bool:  # noqa: D102
        network = self.network
        return network is None or network.is_ready

    def submit(self, batch: Batch) -> None:  # noqa: D102
        if self.max_in_flight == 1:
            super().submit(batch)
        else:
            to_the_end(self.submit_steps(batch))

    def submit_steps(self, batch: Batch) -> Generator[None, None, None]:  # noqa: D102
        self._check_room()
        steps = self._steps(batch, in_parts=True)
        if self.max_in_flight == 1:
            self._keep((yield from steps))
        else:
            next(steps)  # resizes the frame and lets the network begin
            self._begun.append(steps)

    def collect(self) -> Composites:  # noqa: D102
        if self._begun:
            return to_the_end(self._begun.popleft())
        return super().collect()

    @property
    def waiting(self) -> int:  # noqa: D102
        return self._turns.waiting

    def film_steps(self, batch: Batch) -> Generator[None, None, None]:  # noqa: D102
        self._check_room()
        self._check_none_begun()
        self._check_batch(batch, least=0)
        batch = _on_host(batch)
        ticks = self._ticks(batch)
        turn = self._turns.next(len(batch.frames))
        try:
            made = yield from self._film(turn, batch, ticks)
        except BaseException:
            self.reset()  # half of a call was done
            raise
        self._turns.took(turn)
        self._keep(made)

    def _film(
        self, turn: Turn, batch: Batch, ticks: Sequence[int]
    ) -> Generator[None, None, Composites]:
        network, path = self._opened()
        made = _Made(batch, self._scene)
        self._take_given(network)
        if self._ahead is None:
            size = {"height": self.architecture.height, "width": self.architecture.width}
            self._ahead = CpuFramesAhead(**size, begun=network.slots)
            self._kept_input = np.zeros(network.input.shape[1:], np.float32)
        ahead, done = self._ahead, turn.done
        whole = len(ahead.planes)

        def may_carry(index: int) -> bool:
            is_between = (turn.before + index) % 2 == 1  # by its number: batches have no say
            return self.carries_mattes and is_between and index not in batch.observe

        def composite_next(seen: int, alpha: Alpha) -> Generator[None, None, None]:
            frame, background, since = self._waiting.popleft()
            if background is None and batch.settings.background == "image":
                background = path.planes.full_size.black
            stopwatch = Stopwatch(made.spent_ms, self._threads)
            made.carried += not ahead.is_inferred(done)
            ahead.steady(done, seen, alpha)  # kernels meet one type of array only
            yield from stopwatch.pause("steady")
            with path.planes_in(ahead.planes[done % whole]):
                yield from self._composite(path, frame, background, alpha, since, made, stopwatch)

        def infer(number: int, slot: int, stopwatch: Stopwatch) -> Generator[None, None, Alpha]:
            alpha = yield from self._infer(network, slot, stopwatch, in_parts=True)
            ahead.infer(number, alpha)
            stopwatch.stop("steady")
            return alpha

        def infer_put_off(slot: int, stopwatch: Stopwatch) -> Generator[None, None, None]:
            assert self._put_off is not None
            np.copyto(network.input[slot], self._kept_input)
            self._stale_slots.add(slot)  # it holds what was given for that frame
            network.begin(slot)
            yield from infer(self._put_off, slot, stopwatch)

        def begin(index: int, slot: int) -> Generator[None, None, None]:
            frame, number = read_only(batch.frames[index]), turn.before + index
            self._waiting.append((frame, made.background(index), ticks[index]))
            planes = ahead.planes[number % whole]
            yield from self._begin(
                network, path, slot, frame, planes, made, infers=not may_carry(index)
            )

        def end(index: int, slot: int) -> Generator[None, None, None]:
            nonlocal done
            number, stopwatch = turn.before + index, Stopwatch(made.spent_ms, self._threads)
            ahead.see(number, network.input[slot])
            yield from stopwatch.pause("steady")
            if may_carry(index):
                self._put_off = number
                np.copyto(self._kept_input, network.input[slot])
            else:
                alpha = yield from infer(number, slot, stopwatch)
                if index in batch.observe:
                    made.observations.append(path.observe(network.input[slot], alpha))
                if self._put_off is not None and not ahead.explains(self._put_off):
                    yield from infer_put_off(slot, stopwatch)
                self._put_off = None
            yield from stopwatch.pause("steady")
            if number + 1 - done > FAR:
                yield from composite_next(number + 1, network.alpha[slot])
                done += 1

        if not batch.frames and self._put_off is not None:  # no frame follows that could explain it
            yield from infer_put_off(0, Stopwatch(made.spent_ms, self._threads))
            self._put_off = None
        yield from _in_turn(len(batch.frames), network.slots, begin, end)
        while done < turn.done + turn.due:
            yield from composite_next(turn.seen, network.alpha[0])
            done += 1
        return made.composites()

    def _steps(self, batch: Batch, *, in_parts: bool) -> Generator[None, None, Composites]:
        """`process`, with a pause after every stage, and within the network if asked for."""
        self._check_batch(batch)
        batch = _on_host(batch)
        ticks = self._ticks(batch)
        network, path = self._opened()
        made = _Made(batch, self._scene)
        self._take_given(network)
        planes = self._begun_planes
        first_slot = self._next_slot
        self._next_slot = (first_slot + len(batch.frames)) % network.slots

        def begin(index: int, slot: int) -> Generator[None, None, None]:
            own = path.planes.planes if planes is None else planes[slot]
            yield from self._begin(network, path, slot, read_only(batch.frames[index]), own, made)

        def end(index: int, slot: int) -> Generator[None, None, None]:
            frame, background = read_only(batch.frames[index]), made.background(index)
            stopwatch = Stopwatch(made.spent_ms, self._threads)
            alpha = yield from self._infer(network, slot, stopwatch, in_parts=in_parts)
            if index in batch.observe:
                made.observations.append(path.observe(network.input[slot], alpha))
            since = ticks[index]
            with path.planes_in(path.planes.planes if planes is None else planes[slot]):
                yield from self._composite(path, frame, background, alpha, since, made, stopwatch)

        yield from _in_turn(len(batch.frames), network.slots, begin, end, first_slot=first_slot)
        return made.composites()

    def _begin(
        self,
        network: Network,
        path: CpuFramePath,
        slot: int,
        frame: Image,
        planes: npt.NDArray[np.float32],
        made: _Made,
        *,
        infers: bool = True,
    ) -> Generator[None, None, None]:
        """Resize a frame into a slot of the network's input, and let the network begin if asked."""
        stopwatch = Stopwatch(made.spent_ms, self._threads)
        if slot in self._stale_slots:  # no frame overwrites what is given: it stays there
            path.preprocess_given(self._begun_given, network.input[slot])
            self._stale_slots.remove(slot)
        with path.planes_in(planes):
            path.preprocess(frame, network.input[slot])
        if infers:
            network.begin(slot)
        yield from stopwatch.pause("resize")

    def _composite(
        self,
        path: CpuFramePath,
        frame: Image,
        background: Image | None,
        alpha: npt.NDArray[np.float32],
        ticks: int,
        made: _Made,
        stopwatch: Stopwatch,
    ) -> Generator[None, None, None]:
        """From a frame's alpha at the network's size to its composite, among what was `made`."""
        if made.scene != self._last_scene:
            path.forget()
            self._last_scene = made.scene
        settings = made.batch.settings
        size = {"height": self.architecture.height, "width": self.architecture.width}
        parameters = edge_parameters(settings, **size, ticks=ticks)
        path.areas = self._planes_of(settings)
        for _ in path.refine_steps(alpha, background, settings, parameters):
            yield from stopwatch.pause("refine")
        out = np.empty(self.frame_format.shape, self.frame_format.dtype)
        shape = (self.frame_format.height, self.frame_format.width)
        out_alpha = np.empty(shape, np.uint8) if made.batch.want_alpha else None
        path.composite(frame, background, settings, parameters, out, out_alpha)
        yield from stopwatch.pause("composite")
        made.frames.append(out)
        if out_alpha is not None:
            made.alphas.append(out_alpha)

    def _opened(self) -> tuple[Network, CpuFramePath]:
        if self.network is None or self.path is None:
            raise EngineError("the engine is closed; open another one")
        return self.network, self.path

    def _take_given(self, network: Network) -> None:
        """Use what is new for the batch that begins now, whatever is given during it."""
        if self._given.is_new:
            np.copyto(self._begun_given, self._given.values)
            self._stale_slots, self._given.is_new = set(range(network.slots)), False

    def _check_none_begun(self) -> None:
        if self._begun:
            raise EngineError("batches are in flight; collect them before calling this")

    def _infer(
        self, network: Network, slot: int, stopwatch: Stopwatch, *, in_parts: bool
    ) -> Generator[None, None, Alpha]:
        """What the network says of a slot of its input, float32 (h, w), if that is in [0, 1]."""
        for _ in network.finish(slot, in_parts=in_parts):
            yield from stopwatch.pause("network")
        stopwatch.stop("network")
        alpha = network.alpha[slot]
        self._check_alpha(alpha)
        return alpha

    def _check_alpha(self, alpha: np.ndarray) -> None:
        # False for NaN too: a broken matte must never let the original background through.
        if not (alpha.min() >= 0.0 and alpha.max() <= 1.0):
            raise self._broken_alpha()

    def reset(self) -> None:  # noqa: D102
        self._turns.forget()
        self._waiting.clear()
        self._put_off = None
        self._scene += 1

    def close(self) -> None:  # noqa: D102
        if self.network is not None:
            self.network.close()
        self.network = None
        self.path = None
        self._ahead = None
        self._begun.clear()
        self._waiting.clear()
        self._finished = None


def _in_turn(
    count: int,
    slots: int,
    begin: Callable[[int, int], Generator[None, None, None]],
    end: Callable[[int, int], Generator[None, None, None]],
    *,
    first_slot: int = 0,
) -> Generator[None, None, None]:
    """`begin` and `end` for each of `count` frames and its slot; `slots` are begun at a time."""
    for index in range(count + slots - 1):
        if index < count:
            yield from begin(index, (first_slot + index) % slots)
        if (first := index - slots + 1) >= 0:
            yield from end(first, (first_slot + first) % slots)


class _Made:
    """What becomes of one batch.

    Attributes:
        scene: In which it was begun; `Engine.reset` begins another.
        frames, alphas, observations, spent_ms, carried: As `Composites` has them, so far.
    """

    def __init__(self, batch: Batch, scene: int) -> None:
        self.batch = batch
        self.scene = scene
        self.frames: list[Image] = []
        self.alphas: list[Image] = []
        self.observations: list[Observation] = []
        self.spent_ms: dict[str, float] = dict.fromkeys(TIMINGS, 0.0)
        self.carried = 0

    def background(self, index: int) -> Image | None:
        """What stands behind a frame of the batch, read-only; None where the batch has none."""
        backgrounds = self.batch.backgrounds
        return None if backgrounds is None else read_only(backgrounds[index])

    def composites(self) -> Composites:
        """All of it."""
        return Composites(
            self.frames,
            self.alphas if self.batch.want_alpha else None,
            self.spent_ms,
            self.observations,
            carried=self.carried,
        )


class Stopwatch:
    """Adds up what the stages of a frame take, without the pauses between them.

    Args:
        threads: Of the engine's kernels. Each run of stages begins with them: in a pause an engine
            with another number may use the thread.

    Attributes:
        spent_ms: So far, by stage.
    """

    def __init__(self, spent_ms: dict[str, float], threads: int) -> None:
        self.spent_ms = spent_ms
        self._threads = threads
        self._go_on()

    def _go_on(self) -> None:
        numba.set_num_threads(self._threads)
        self._began_s = perf_counter()

    def stop(self, stage: str) -> None:
        """What has passed was `stage`'s; the next stage begins."""
        now = perf_counter()
        spent_ms = self.spent_ms.get(stage, 0.0)
        self.spent_ms[stage] = spent_ms + 1e3 * (now - self._began_s)
        self._began_s = now

    def pause(self, stage: str) -> Generator[None, None, None]:
        """The same, and let others have the thread."""
        self.stop(stage)
        yield
        self._go_on()


def _on_host(batch: Batch) -> Batch:
    """The batch with other libraries' arrays as NumPy's; see `pictures.on_host`."""
    backgrounds = batch.backgrounds
    return replace(
        batch,
        frames=[on_host(frame) for frame in batch.frames],
        backgrounds=None if backgrounds is None else [on_host(picture) for picture in backgrounds],
    )


def read_only(picture: Image) -> Image:
    """A C-contiguous read-only view, so that compiled code meets one type of array only."""
    view = np.ascontiguousarray(picture).view()
    view.flags.writeable = False
    return view


def processor_name() -> str:
    """The processor's name for people, as far as the system tells."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
