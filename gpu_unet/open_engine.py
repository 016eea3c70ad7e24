"""Open the engine that this computer runs fastest: the GPU where one works, else the CPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpu_unet.engine import Device, Engine, Notify, Precision
from gpu_unet.errors import GpuLostError, GpuUnavailableError

if TYPE_CHECKING:
    from gpu_unet.frame_format import FrameFormat
    from gpu_unet.weights import Weights


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
        GpuUnavailableError, GpuLostError: `device` is "cuda" and no GPU can be used, or it stopped
            answering.
        GpuMemoryError: Too little device memory for this batch and size.
    """
    # Imported late: numba takes a second to import, numba.cuda another.
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
        except (GpuUnavailableError, GpuLostError):
            if device == "cuda":
                raise
    from gpu_unet.cpu.engine import CpuEngine

    return CpuEngine(
        weights, frame_format, batch_size=batch_size, input_pixels=input_pixels, notify=notify
    )
