"""Open the engine of one device; which one, the caller chooses."""

from __future__ import annotations

import logging
import operator
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

from gpu_unet.engine import Engine, Notify, NotifyCount, to_the_end
from gpu_unet.errors import GpuLostError, GpuUnavailableError
from gpu_unet.settings import Precision, check_choice

if TYPE_CHECKING:
    from gpu_unet.cpu.engine import CpuEngine
    from gpu_unet.frame_format import FrameFormat
    from gpu_unet.onnx.trial import CardTrial
    from gpu_unet.weights import Weights

log = logging.getLogger(__name__)

Device = Literal["auto", "cpu", "cuda", "onnx"]
# Runs a generator to its end on the thread that engines are called on, and waits for that.
RunSteps = Callable[[Generator[None, None, Engine]], Engine]


def open_engine(
    weights: Weights,
    frame_format: FrameFormat,
    *,
    device: Device = "auto",
    precision: Precision = "auto",
    batch_size: int = 1,
    input_pixels: int | None = None,
    looks_twice: bool = False,
    keeps_results: bool = False,
    notify: Notify | None = None,
    count: NotifyCount | None = None,
    run: RunSteps = to_the_end,
) -> Engine:
    """Make an engine for `weights` and frames of `frame_format`.

    What takes long, compiling and packing weights, is done on the thread that calls, so that the
    one that engines are called on stays free. A GPU's engine is made there in one step.

    Args:
        weights: From `load_weights`.
        frame_format: Size, layout and colour coding of every frame.
        device: Where the frames are worked on; "auto" takes the NVIDIA GPU where one works, has
            the memory and does not stop while the engine is made; else "onnx" where a trial found
            it fast enough; else the CPU. "onnx" runs the network alone on any graphics card,
            through ONNX Runtime.
        precision: Of a GPU; "auto" is float16 with tensor cores, else float32; with "onnx" float16
            where the card has it. A CPU has float32.
        batch_size: The most frames per `process` call, at least 1. A GPU with too little memory for
            them makes it less: see `Engine.batch_size`.
        input_pixels: Pixel budget of the network's input, at least 1. None takes
            `weights.input_pixels`, and with `looks_twice` `weights.offline_pixels`, which films
            may take, too.
        looks_twice: Flip-test averaging: whether the network infers each picture and its mirror
            image, and the mean of both is used; `reference.unet.look_twice` defines it. It takes
            the network's time once more.
        keeps_results: Whether composites and alphas stay in a GPU's memory; see `Composites`. The
            devices "cpu" and "onnx" return them on the host all the same.
        notify: Told in one sentence what a slow start is waiting for ("Compiling ...").
        count: Told while that compiles how many kernels are ready, and of how many: an object with
            `ready` and `total`. On the thread that compiles.
        run: Runs the steps that have to be on the thread that will call the engine, a generator,
            to their end; by default on this thread.

    Raises:
        TypeError: `weights` or `frame_format` is of another type, or a number is not whole.
        ValueError: There is no such device or precision, or a number is below 1.
        GpuUnavailableError, GpuLostError: With "cuda" or "onnx": no GPU can be used, or it stopped
            answering; with "cuda" also: too little device memory for one frame of this size.
        EngineError: The GPU has no tensor cores for the precision "float16".
        MemoryError: Frames of this size do not fit into the host's memory.
    """
    from gpu_unet.frame_format import FrameFormat
    from gpu_unet.weights import Weights

    for name, given, wanted in (
        ("weights", weights, Weights),
        ("frame_format", frame_format, FrameFormat),
    ):
        if not isinstance(given, wanted):
            raise TypeError(f"{name} is {given!r:.80}, expected {wanted.__name__}")
    check_choice("device", device, get_args(Device))
    check_choice("precision", precision, get_args(Precision))
    _check_count("batch_size", batch_size)
    if input_pixels is not None:
        _check_count("input_pixels", input_pixels)
    own_pixels = weights.offline_pixels if looks_twice else weights.input_pixels
    options: dict[str, Any] = {
        "batch_size": batch_size,
        "input_pixels": input_pixels or own_pixels,
        "looks_twice": looks_twice,
    }
    if device in ("auto", "cuda"):

        def on_the_gpu() -> Generator[None, None, Engine]:
            from gpu_unet.cuda.device import Gpu

            Gpu.find()  # says what is missing before anything slow, or absent, is imported
            from gpu_unet.cuda.engine import CudaEngine

            more = {"precision": precision, "keeps_results": keeps_results, "count": count}
            return CudaEngine(weights, frame_format, notify=notify, **more, **options)
            yield  # makes it a generator

        try:
            return run(on_the_gpu())
        except (GpuUnavailableError, GpuLostError) as error:
            if device == "cuda":
                raise
            log.info("%s: going on without CUDA", error)
    card = None if device in ("cpu", "cuda") else _card(weights, device, precision, notify)
    # Imported late: numba takes a second to import, numba.cuda another.
    from gpu_unet.cpu.compile_ahead import load_kernels
    from gpu_unet.cpu.engine import CpuEngine

    load_kernels(frame_format.layout, notify, count)
    if card is not None:
        from gpu_unet.onnx.engine import OnnxEngine

        try:
            where = {"provider": card.provider, "half": card.half}
            on_card = OnnxEngine(weights, frame_format, warms_up=False, **where, **options)
            return run(_warmed_up(on_card))
        except (GpuUnavailableError, GpuLostError) as error:
            if device == "onnx":
                raise
            log.info("%s: going on with the CPU", error)
    on_cpu = CpuEngine(weights, frame_format, notify=notify, warms_up=False, **options)
    return run(_warmed_up(on_cpu))


def _check_count(name: str, count: object) -> None:
    try:
        number = operator.index(cast(Any, count))
    except TypeError:
        raise TypeError(f"{name} is {count!r:.80}, expected a whole number") from None
    if number < 1:
        raise ValueError(f"{name} is {number}, expected at least 1")


def _card(
    weights: Weights, device: str, precision: Precision, notify: Notify | None
) -> CardTrial | None:
    """The card to run the network on; None: "auto" leaves it to the CPU."""
    from gpu_unet.onnx.trial import try_card

    if device == "auto" and Engine.missing_for_cards():
        return None
    trial = try_card(weights, precision, notify=notify)
    if device == "onnx" and trial.trouble:
        raise GpuUnavailableError(trial.trouble)
    if device == "auto" and not trial.is_worth_it:
        log.info("no graphics card by ONNX Runtime: %s", trial)
        return None
    return trial


def _warmed_up(engine: CpuEngine) -> Generator[None, None, Engine]:
    try:
        yield from engine.warm_up_steps(is_loaded=True)
    except BaseException:
        engine.close()
        raise
    return engine
