"""Engine: what the CPU and the CUDA engine offer alike; `open_engine` picks one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

from gpu_unet.errors import EngineError

if TYPE_CHECKING:
    from gpu_unet.architecture import UNetArchitecture
    from gpu_unet.frame_format import FrameFormat
    from gpu_unet.settings import EngineSettings
    from gpu_unet.weights import Weights

Image = npt.NDArray[np.uint8]
Device = Literal["auto", "cpu", "cuda"]
Precision = Literal["auto", "float32", "float16"]
Notify = Callable[[str], None]


@dataclass(frozen=True, slots=True, eq=False)
class Composites:
    """The results of one batch, in the order of its frames.

    Attributes:
        frames: uint8, each of `FrameFormat.shape`; new arrays that the caller owns. With
            `EngineSettings.background == "transparent"` the person's colour, not multiplied
            by alpha, black where alpha is 0: never the room.
        alphas: uint8 (height, width), 255 = person; None unless asked for.
        stage_ms: Wall or device time per stage of this batch, in ms: "upload", "resize",
            "network", "refine", "composite", "download" as far as the device has them.
    """

    frames: Sequence[Image]
    alphas: Sequence[Image] | None
    stage_ms: dict[str, float]


class Engine(ABC):
    """A network bound to a device, a frame format and a batch size; all memory is allocated once.

    One thread makes, calls and closes it. The state that outlives a batch is the temporal
    smoothing; `reset` forgets it.

    Attributes:
        device: "cpu" or "cuda".
        device_name: For people, e.g. "AMD EPYC, 2 threads" or "NVIDIA H200".
        architecture: With the network's own input height and width.
        frame_format: Of every frame that comes in and goes out.
        batch_size: The most frames that one `process` call takes.
        max_in_flight: How many batches may be submitted and not yet collected.
    """

    device: str
    device_name: str
    architecture: UNetArchitecture
    frame_format: FrameFormat
    batch_size: int
    max_in_flight: int = 1
    _finished: deque[Composites] | None = None

    @abstractmethod
    def process(
        self,
        frames: Sequence[Image],
        backgrounds: Sequence[Image] | None,
        settings: EngineSettings,
        *,
        want_alpha: bool = False,
    ) -> Composites:
        """Replace the background of 1 to `batch_size` frames that follow one another in time.

        Args:
            frames: uint8, each of `frame_format.shape`.
            backgrounds: As many pictures as frames, in the frame format; the very same array
                object again means an unchanged picture and is not uploaded again. None for
                "blur" and "transparent".
            settings: Read once.
            want_alpha: Also return the alpha planes.

        Raises:
            ValueError: Wrong number, shape or dtype of arrays.
            EngineError: The device failed; no frame of this batch has been returned.
        """

    @property
    def in_flight(self) -> int:
        """Batches submitted and not yet collected."""
        return len(self._finished or ())

    def submit(
        self,
        frames: Sequence[Image],
        backgrounds: Sequence[Image] | None,
        settings: EngineSettings,
        *,
        want_alpha: bool = False,
    ) -> None:
        """Start on a batch; the arguments and errors are those of `process`.

        An engine that overlaps batches returns before this one is done; here it is processed
        at once. The arrays must stay unchanged until the batch is collected.

        Raises:
            EngineError: `max_in_flight` batches wait already; collect one first.
        """
        if self.in_flight >= self.max_in_flight:
            raise EngineError(
                f"{self.in_flight} batches are in flight, the most is {self.max_in_flight}; "
                "collect one before submitting the next"
            )
        if self._finished is None:
            self._finished = deque()
        self._finished.append(self.process(frames, backgrounds, settings, want_alpha=want_alpha))

    def collect(self) -> Composites:
        """Wait for the oldest submitted batch and return it.

        Raises:
            EngineError: Nothing was submitted, or the device failed.
        """
        if not self._finished:
            raise EngineError("no batch is in flight; submit one before collecting")
        return self._finished.popleft()

    @abstractmethod
    def reset(self) -> None:
        """Forget what earlier frames have left behind: after a seek or when the source changes."""

    @abstractmethod
    def close(self) -> None:
        """Release memory; may be called twice."""

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()


def open_engine(
    weights: Weights,
    frame_format: FrameFormat,
    *,
    device: Device = "auto",
    precision: Precision = "auto",
    batch_size: int = 1,
    input_pixels: int | None = None,
    notify: Notify | None = None,
) -> Engine:
    """Make an engine for `weights` and frames of `frame_format`.

    Args:
        weights: From `gpu_unet.weights.load_weights`.
        frame_format: Size, layout and colour coding of every frame.
        device: "auto" takes the GPU where one works, else the CPU; "cuda" raises where none does.
        precision: "auto" is float16 on a GPU with tensor cores and float32 elsewhere.
        batch_size: The most frames per `process` call.
        input_pixels: Pixel budget of the network's input; None takes the weights' own.
        notify: Told in one sentence what a slow start is waiting for ("Compiling ...").

    Raises:
        GpuUnavailableError: `device` is "cuda" and no GPU can be used.
        GpuMemoryError: Too little device memory for this batch and size.
    """
    # Imported late: numba takes a second to import, numba.cuda another.
    from gpu_unet.errors import GpuUnavailableError

    if device in ("auto", "cuda"):
        try:
            from gpu_unet.cuda.device import find_gpu

            find_gpu()  # says what is missing before anything slow, or absent, is imported
            from gpu_unet.cuda.engine import CudaEngine

            return CudaEngine(
                weights,
                frame_format,
                precision=precision,
                batch_size=batch_size,
                input_pixels=input_pixels,
                notify=notify,
            )
        except GpuUnavailableError:
            if device == "cuda":
                raise
    from gpu_unet.cpu.engine import CpuEngine

    return CpuEngine(
        weights, frame_format, batch_size=batch_size, input_pixels=input_pixels, notify=notify
    )
