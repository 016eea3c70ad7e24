"""Engine: what the CPU and the CUDA engine offer alike."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeVar

from gpu_unet.errors import EngineError
from gpu_unet.frame_format import Image
from gpu_unet.frames_ahead import FAR
from gpu_unet.network_input import CLEAN_PLATE, GivenInputs, takes_clean_plate
from gpu_unet.pictures import shape_and_type
from gpu_unet.settings import EngineSettings
from gpu_unet.small_areas import small_areas
from gpu_unet.ticks import USUAL_TICKS, ticks_of

if TYPE_CHECKING:
    from gpu_unet.architecture import UNetArchitecture
    from gpu_unet.areas import Area
    from gpu_unet.cuda.arena import DeviceArray
    from gpu_unet.frame_format import FrameFormat
    from gpu_unet.network_input import CleanPlate, Observation
    from gpu_unet.onnx.trial import CardTrial
    from gpu_unet.settings import Precision
    from gpu_unet.weights import Weights

Notify = Callable[[str], None]
T = TypeVar("T")


class KernelCount(NamedTuple):
    """How many kernels of an engine are ready, while a first start compiles, and of how many."""

    ready: int
    total: int


NotifyCount = Callable[[KernelCount], None]


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """What an engine is asked for in one call: frames that follow one another, and what to return.

    Attributes:
        frames: A sequence of 1 to `batch_size`, each of `frame_format.shape` and `dtype`: NumPy's
            arrays, which may be read-only and have any strides (they are copied where they are not
            C-contiguous), or, read without a copy of them, any that give DLPack on the CPU. No
            engine writes to them. A CUDA engine also takes
            C-contiguous arrays in its device's memory (`__cuda_array_interface__` or DLPack), which
            are copied on the device alone and stay unchanged until the batch is collected. Arrays
            without DLPack whose interface names no stream count as the default stream's.
        backgrounds: As many pictures as frames, of the same kinds; the very same array object
            again means an unchanged picture and is not uploaded again. None for "blur" and
            "transparent".
        settings: For all of the batch.
        want_alpha: Also return the alpha planes, `Composites.alphas`.
        observe: Positions in `frames`, ascending: also return the network's input and output for
            these frames.
        elapsed_s: For each frame the seconds since the one before it, 0 for the same moment; all
            that is remembered of earlier frames goes on by that time. None: 1/30 s each.
    """

    frames: Sequence[Image]
    backgrounds: Sequence[Image] | None
    settings: EngineSettings
    want_alpha: bool = False
    observe: Sequence[int] = ()
    elapsed_s: Sequence[float] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Composites:
    """The results of one batch, in the order of its frames.

    Attributes:
        frames: Each of `FrameFormat.shape` and `dtype`; new arrays that the caller owns. With
            `EngineSettings.background == "transparent"` the person's colour, not multiplied
            by alpha, black where alpha is 0: never the original background.
        alphas: Of each frame uint8 (height, width), 255 = person, new arrays that the caller owns,
            mirrored as the composite; None unless asked for.
        stage_ms: Wall or device time per stage of this batch, in ms: "upload", "resize",
            "network", "refine", "composite", "download" as far as the device has them, of a film
            "steady".
        observations: The network's input and output for the frames in `Batch.observe`, in that
            order; new arrays that the caller owns. They show the original background, so no output
            may get them. Of a call of `Engine.film_steps` those of the frames that came in with it.
        carried: How many of `frames` have their neighbours' mattes, and were not inferred.
        d_frames, d_alphas: `frames` and `alphas` in device memory, each with
            `__cuda_array_interface__`, complete and in no stream's order. None unless the engine
            keeps its results there: `frames` is empty and `alphas` None then. They are views of the
            engine's own memory and hold these pixels until `max_in_flight` further batches were
            submitted; copy what has to last longer.
    """

    frames: Sequence[Image]
    alphas: Sequence[Image] | None
    stage_ms: dict[str, float]
    observations: Sequence[Observation] = ()
    carried: int = 0
    d_frames: Sequence[DeviceArray] | None = None
    d_alphas: Sequence[DeviceArray] | None = None


class Engine(ABC):
    """A network bound to a device, a frame format and a batch size; all memory is allocated once.

    One thread makes, calls and closes it, and no two threads call it at once. On the CPU several
    threads may have an engine each: their parallel code takes turns. A child that was forked may
    use an engine of the CPU, none of a GPU.

    What outlives a batch is what stages remember of earlier frames, for smoothing, holes, the kept
    component and the light, with the frames of a film that wait: `reset` forgets it; and the clean
    plate, which only `set_clean_plate` changes.

    Attributes:
        device: "cpu", "cuda" or "onnx".
        device_name: For people, e.g. "AMD EPYC, 2 threads" or "NVIDIA H200".
        architecture: With the network's own input height and width.
        frame_format: Of every frame that comes in and goes out.
        batch_size: The most frames that one `process` call takes: as asked for, or what fits.
        max_in_flight: How many batches may be submitted and not yet collected.
        takes_films: Whether there is `film_steps`.
        FRAMES_AHEAD: The most later frames of a film that are averaged into a frame's matte.
    """

    FRAMES_AHEAD: ClassVar[int] = FAR

    device: str
    device_name: str
    architecture: UNetArchitecture
    frame_format: FrameFormat
    batch_size: int
    max_in_flight: int = 1
    takes_films: bool = False
    _finished: deque[Composites] | None = None
    # What was last made of the settings' areas, and of which.
    _areas: tuple[Area, ...] = ()
    _area_planes: Image | None = None

    @staticmethod
    def expect_another(*, is_expected: bool) -> None:
        """Whether another engine will be opened soon after one is closed; any thread may say so.

        While one is expected, what `load_weights` returned is kept for it, and a closed engine's
        memory and packed weights; afterwards `release_spare_memory` frees a GPU's. A GPU's kernels
        are kept anyway.
        """
        from gpu_unet.spare_memory import shelf, spare_memory
        from gpu_unet.weights import kept_weights

        spare_memory.is_expected = is_expected
        for kept in (kept_weights, shelf):
            kept.expect(is_expected=is_expected)

    @staticmethod
    def release_spare_memory() -> None:
        """Free what a GPU's closed engines have left; on the thread that engines are called on.

        While another engine is expected nothing happens.
        """
        from gpu_unet.spare_memory import spare_memory

        if not spare_memory.is_expected:
            spare_memory.release()

    @staticmethod
    @functools.cache
    def room_kernels() -> Any:
        """The compiled steps that learn a clean plate: the module `gpu_unet.cpu.kernels.room`.

        They run on the CPU beside any engine, on any thread, without Python's lock. The first call
        loads them, and waits while another process compiles what is not on disk.
        """
        from gpu_unet.cpu.compile_ahead import load_room
        from gpu_unet.cpu.kernels import room

        load_room()
        return room

    @staticmethod
    def missing_for_cards() -> str:
        """What to install before any graphics card runs a network; empty: nothing. Any thread."""
        from gpu_unet.onnx.providers import missing_for_cards

        return missing_for_cards()

    @staticmethod
    def try_card(
        weights: Weights, precision: Precision = "auto", *, notify: Notify | None = None
    ) -> CardTrial:
        """Whether, and how fast, this machine's graphics card runs a network by ONNX Runtime.

        Takes seconds the first time, and is remembered. Any thread but the one that calls engines.

        Args:
            weights: From `load_weights`.
            precision: "auto" tries float16, then float32.
            notify: Told in one sentence what the wait is for.

        Returns:
            `device`: name of the card; `card_ms`, `processor_ms`: of one picture; `is_worth_it`:
            whether "auto" takes it; `trouble`: why it cannot be used, empty if it can.
        """
        from gpu_unet.onnx.trial import try_card

        return try_card(weights, precision, notify=notify)

    @staticmethod
    def forget_card_trials() -> None:
        """Let the next start try the card again, even one that is left alone."""
        from gpu_unet.onnx.trial import forget_all

        forget_all()

    @property
    def takes_clean_plate(self) -> bool:
        """Whether the network reads a clean plate beside the frame."""
        return takes_clean_plate(self.architecture)

    def set_clean_plate(self, plate: CleanPlate | None) -> None:
        """Tell the network of the empty room, from the next batch on that is begun.

        Batches in flight keep the plate that they were submitted with. A new engine has none,
        `reset` does not drop it, and no composite ever holds a pixel of it: it is read by the
        network alone. Called on the thread that calls `process`; the arrays are copied.

        Args:
            plate: At the network's input size (`architecture.height` and `width`), registered to
                the frames. None forgets the one before, and is allowed for every network.

        Raises:
            ValueError: The plate has another size, or the network reads none.
        """
        self._given.take(CLEAN_PLATE, None if plate is None else plate.as_input())

    @functools.cached_property
    def _given(self) -> GivenInputs:
        """What the network reads beside the frames; new values go in with the next batch."""
        return GivenInputs(self.architecture)

    def _planes_of(self, settings: EngineSettings) -> Image | None:
        """The settings' areas, uint8 (3, h, w), the same array while they last; None for none."""
        if settings.areas != self._areas:
            size = {"height": self.architecture.height, "width": self.architecture.width}
            self._area_planes = small_areas(settings.areas, **size) if settings.areas else None
            self._areas = settings.areas
        return self._area_planes

    @abstractmethod
    def process(self, batch: Batch) -> Composites:
        """Replace the background of 1 to `batch_size` frames; waits for the result.

        Raises:
            TypeError: `batch` or its settings are of another type, or `Batch.elapsed_s` is one
                number.
            ValueError: Wrong number, shape or dtype of arrays, or an elapsed time is negative or
                NaN.
            EngineError: The device failed, the network's alpha is no number from 0 to 1, or the
                engine is closed, in use by another thread, or of a GPU and has batches in flight;
                no frame of this batch has been returned.
        """

    def film_steps(self, batch: Batch) -> Generator[None, None, None]:
        """`submit_steps` of a film's next frames, whose mattes later frames help to steady.

        A frame is composited in the call in which the third or fourth frame after it comes in,
        depending on the device. `collect` gives the composites that were due in its call, in the
        order of the film: perhaps fewer than frames came in, or none. See `gpu_unet.frames_ahead`
        and docs/decisions/0036.

        Args:
            batch: Of no frames: the film ends, and up to `batch_size` of the frames that wait are
                due; call so until `waiting` is 0. Frames and backgrounds must stay unchanged until
                they are composited. A frame keeps its own background and elapsed time until it is
                due; one that came without a background has black, if it is due with "image".
                `settings` and `want_alpha` are for what is due, `observe` for `frames`.

        Raises:
            ValueError: Wrong number, shape or dtype of arrays, an elapsed time is negative or no
                number, or no frame came and none waits.
            EngineError: The device failed, or `max_in_flight` batches wait already. What waits is
                lost, as by `reset`.
        """
        raise NotImplementedError(f"{type(self).__name__} takes no films")
        yield  # makes it a generator

    @property
    def waiting(self) -> int:
        """Frames of a film that came in with `film_steps` and in no call since were due."""
        return 0

    @property
    def in_flight(self) -> int:
        """Batches submitted and not yet collected."""
        return len(self._finished or ())

    @property
    def is_ready(self) -> bool:
        """Whether the processor has nothing better to do than `collect`; any thread.

        False while a device that leaves parts of the frame to the processor works on the oldest
        batch in flight: the processor may prepare another one meanwhile.
        """
        return True

    def submit(self, batch: Batch) -> None:
        """Start on a batch; the errors are those of `process`.

        An engine of a GPU, with `max_in_flight` above 1, returns before the batch is done; the CPU
        processes it at once. The arrays must stay unchanged until the batch is collected.

        Raises:
            EngineError: `max_in_flight` batches wait already; collect one first.
        """
        self._check_room()
        self._keep(self.process(batch))

    def submit_steps(self, batch: Batch) -> Generator[None, None, None]:
        """`submit`, interrupted wherever another engine may be called in between.

        A step takes some milliseconds, whatever the batch and the network; the composites are
        those of `submit`. Here, where nothing is known of the device, there is one step.
        """
        self.submit(batch)
        return
        yield  # makes it a generator

    def collect(self) -> Composites:
        """Wait for the oldest submitted batch and return it.

        Raises:
            EngineError: Nothing was submitted, or the device failed.
        """
        if not self._finished:
            raise EngineError("no batch is in flight; submit one before collecting")
        return self._finished.popleft()

    def _check_room(self) -> None:
        if self.in_flight >= self.max_in_flight:
            raise EngineError(
                f"{self.in_flight} batches are in flight, the most is {self.max_in_flight}; "
                "collect one before submitting the next"
            )

    def _keep(self, composites: Composites) -> None:
        """For `collect`."""
        if self._finished is None:
            self._finished = deque()
        self._finished.append(composites)

    def _broken_alpha(self) -> EngineError:
        """What to raise for a network that says anything but 0 to 1: no frame may go out."""
        return EngineError(
            "the network returned alpha that is no number from 0 to 1; the weights may be damaged, "
            f"or too large for the precision of {self.device_name}"
        )

    def _check_batch(self, batch: Batch, *, least: int = 1) -> None:
        """Refuse what `process` and `submit` cannot take, with an error that says why.

        Args:
            least: Frames that have to come.

        Raises:
            TypeError: The batch or its settings are of another type.
            ValueError: The pictures do not fit the engine, or one another.
        """
        if not isinstance(batch, Batch):
            raise TypeError(
                f"the batch is of type {type(batch).__name__}, expected Batch; give frames as "
                "Batch(frames, backgrounds, settings)"
            )
        frames, backgrounds, settings = batch.frames, batch.backgrounds, batch.settings
        if not isinstance(settings, EngineSettings):
            raise TypeError(
                f"the batch's settings are of type {type(settings).__name__}, expected "
                "EngineSettings"
            )
        if not least <= len(frames) <= self.batch_size:
            raise ValueError(
                f"{len(frames)} frames were given, expected a list of {least} to {self.batch_size}"
            )
        for index, picture in enumerate(frames):
            self._check_picture("frame", index, picture)
        if settings.background == "image":
            count = 0 if backgrounds is None else len(backgrounds)
            if count != len(frames):
                raise ValueError(
                    f"{len(frames)} frames came with {count} backgrounds; give one for each"
                )
        elif backgrounds is not None:
            raise ValueError(
                f'backgrounds were given with the setting "{settings.background}"; '
                'they belong to "image" alone'
            )
        for index, picture in enumerate(() if backgrounds is None else backgrounds):
            self._check_picture("background", index, picture)
        if any(not 0 <= index < len(frames) for index in batch.observe):
            raise ValueError(
                f"the frames to observe are {list(batch.observe)}, of {len(frames)} frames; give "
                "positions from 0 on"
            )

    def _ticks(self, batch: Batch) -> list[int]:
        """For each frame the ticks since the one before it."""
        count, elapsed_s = len(batch.frames), batch.elapsed_s
        if elapsed_s is None:
            return [USUAL_TICKS] * count
        if isinstance(elapsed_s, int | float):
            raise TypeError(f"elapsed_s is {elapsed_s}, expected a list with a number a frame")
        if len(elapsed_s) != count:
            raise ValueError(f"{count} frames came with {len(elapsed_s)} times; give one for each")
        return [ticks_of(seconds) for seconds in elapsed_s]

    def _check_picture(self, kind: str, index: int, picture: Image) -> None:
        shape, wanted = self.frame_format.shape, self.frame_format.dtype
        found, dtype = shape_and_type(picture)
        if found != shape or dtype != wanted:
            raise ValueError(
                f"{kind} {index} is {dtype} {found}, expected {wanted} "
                f"{shape}; convert it, or open an engine for its format"
            )

    @abstractmethod
    def reset(self) -> None:
        """Forget what earlier frames have left behind: after a seek or when the source changes.

        Frames of a film that wait are never composited. On the thread that calls `process`.

        The clean plate stays: whether the room is still the same, the caller knows.
        """

    @abstractmethod
    def close(self) -> None:
        """Release memory; may be called twice, on the thread that calls `process`.

        Batches in flight and frames of a film that wait are lost; `process`, `submit` and
        `film_steps` raise an `EngineError` from now on. A `with` statement closes at its end.
        """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()


def to_the_end(steps: Generator[None, None, T]) -> T:
    """Run all steps without a pause; what they return."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
