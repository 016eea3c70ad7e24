"""Open the engine of one device. Which, and what to do without it, `pipeline/engines.py` knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gpu_unet.engine import Engine, Notify, Precision

if TYPE_CHECKING:
    from gpu_unet.frame_format import FrameFormat
    from gpu_unet.weights import Weights


def open_engine(
    weights: Weights,
    frame_format: FrameFormat,
    *,
    device: Literal["cpu", "cuda"],
    precision: Precision = "auto",
    batch_size: int = 1,
    input_pixels: int | None = None,
    notify: Notify | None = None,
) -> Engine:
    """Make an engine for `weights` and frames of `frame_format`.

    Args:
        weights: From `gpu_unet.weights.load_weights`.
        frame_format: Size, layout and colour coding of every frame.
        device: Where the frames are worked on.
        precision: Of a GPU; "auto" is float16 with tensor cores, else float32. A CPU has float32.
        batch_size: The most frames per `process` call.
        input_pixels: Pixel budget of the network's input; None takes the weights' own.
        notify: Told in one sentence what a slow start is waiting for ("Compiling ...").

    Raises:
        GpuUnavailableError, GpuLostError: No GPU can be used, or it stopped answering.
        GpuMemoryError: Too little device memory for this batch and size.
    """
    # Imported late: numba takes a second to import, numba.cuda another.
    if device == "cpu":
        from gpu_unet.cpu.engine import CpuEngine

        return CpuEngine(
            weights, frame_format, batch_size=batch_size, input_pixels=input_pixels, notify=notify
        )
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
