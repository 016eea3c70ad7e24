"""Nets under evaluation: our networks through our engines, and the peers, behind one interface."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from gpu_unet.cpu.network import CpuNetwork
from gpu_unet.engine import Batch, Engine, to_the_end
from gpu_unet.frame_format import FrameFormat
from gpu_unet.network_input import CleanPlate
from gpu_unet.opening import open_engine
from gpu_unet.settings import EdgeSettings, EngineSettings
from gpu_unet.weights import load_weights

Alpha = npt.NDArray[np.float32]
Pixels = npt.NDArray[np.uint8]

# The network's own alpha, enlarged and nothing else: what peers are measured by, too.
PLAIN_EDGES = EdgeSettings(
    threshold=0.5, softness=1.0, guided=False, foreground_colour=False, smoothing=0.0
)
STILL_EDGES = EdgeSettings(smoothing=0.0)
TIMED_FRAME = (720, 1280)  # height, width: the shape that ms are given for
# Share of the network's input pixels that the live pace control goes down to.
REDUCED_SHARE = 0.6
CLIP_FRAMES_PER_S = 30.0
_KEPT = 2  # networks or engines for different picture sizes; each can take 100 MB and more
# Stills become frames of few sizes, because an engine a size costs a second: (long side up to,
# multiples that sides are rounded to).
STILL_LONG_PX = 640
STILL_STEPS_PX = ((320, 8), (STILL_LONG_PX, 32))


class Net(ABC):
    """A way from a picture to its alpha.

    Attributes:
        name: In tables.
        is_ours: Runs in our own engine.
        where: What runs it, for people.
        step: It gets every `step`-th frame of a clip; the others are dropped.
    """

    step: int = 1
    name: str
    is_ours: bool
    where: str

    @abstractmethod
    def alpha(self, pixels: Pixels) -> Alpha:
        """Alpha of one still, float32 (H, W) in [0, 1], without memory of earlier ones."""

    def begin_clip(self, room: Pixels | None = None) -> None:  # noqa: B027
        """Forget the frames so far; `alpha` may from now on use them.

        Args:
            room: uint8 (H, W, 3): the clip's empty room, for nets that read a clean plate.
        """

    def clip_alpha(self, pixels: Pixels) -> Alpha:
        """Alpha of the next frame of a clip."""
        return self.alpha(pixels)

    def clip_alphas(self, frames: Sequence[Pixels]) -> list[Alpha]:
        """Alpha of every `step`-th of a clip's frames; it may depend on the frames that follow.

        Args:
            frames: All of a clip that was begun.
        """
        return [self.clip_alpha(pixels) for pixels in frames[:: self.step]]

    @abstractmethod
    def timed(self) -> Callable[[], float]:
        """A function that runs the network alone once, for a 16:9 frame; returns its ms."""


class NetworkNet(Net):
    """One of our weights files through the CPU engine's network, its alpha only enlarged.

    Pictures come in and alpha goes out by the same scaling as the peers', so that the networks
    alone are compared. The networks of the last few input sizes are kept: sort pictures by shape.

    Args:
        path: The weights file.
        input_pixels: None takes the file's own.
    """

    is_ours = True
    where = "our CPU engine"

    def __init__(self, path: Path, *, input_pixels: int | None = None) -> None:
        self.name = path.stem + ("" if input_pixels is None else f" @{input_pixels}")
        self._weights = load_weights(path)
        self._input_pixels = input_pixels or self._weights.input_pixels
        self._networks: OrderedDict[tuple[int, int], CpuNetwork] = OrderedDict()

    @property
    def input_size(self) -> tuple[int, int]:
        """(height, width) of the network's input for a 16:9 frame."""
        return self._fitted(*TIMED_FRAME)

    def alpha(self, pixels: Pixels) -> Alpha:
        """See `Net.alpha`."""
        rows, columns = pixels.shape[:2]
        alpha = self.small_alpha(pixels)
        return np.clip(cv2.resize(alpha, (columns, rows), interpolation=cv2.INTER_LINEAR), 0, 1)

    def small_alpha(self, pixels: Pixels) -> Alpha:
        """The network's own alpha of a picture, at the size of the network's input."""
        rows, columns = pixels.shape[:2]
        height, width = self._fitted(rows, columns)
        shrinks = height * width < rows * columns
        small = cv2.resize(
            pixels, (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
        )
        network = self._network(height, width)
        network.input[0, ..., :3] = small.astype(np.float32) / 255  # behind it no clean plate
        return network.infer()[0].copy()

    def timed(self) -> Callable[[], float]:
        """See `Net.timed`: the wall clock around `CpuNetwork.infer`."""
        network = self._network(*self.input_size)
        shape = (*network.input.shape[1:3], 3)
        network.input[0, ..., :3] = np.random.default_rng(1).random(shape, np.float32)

        def once() -> float:
            start = perf_counter()
            network.infer()
            return 1e3 * (perf_counter() - start)

        return once

    def _fitted(self, rows: int, columns: int) -> tuple[int, int]:
        fitted = self._weights.architecture.fitted_to(
            frame_height=rows, frame_width=columns, input_pixels=self._input_pixels
        )
        return fitted.height, fitted.width

    def _network(self, height: int, width: int) -> CpuNetwork:
        network = self._networks.pop((height, width), None)
        if network is None:
            while len(self._networks) >= _KEPT:
                self._networks.popitem(last=False)
            architecture = self._weights.architecture.at_size(height=height, width=width)
            network = CpuNetwork(self._weights, architecture)
        self._networks[height, width] = network
        return network


class EngineNet(Net):
    """One of our weights files through the whole of one of our engines.

    Args:
        path: The weights file.
        device: "cpu" or "cuda".
        with_edges: Keep the app's default edge settings (guided enlargement, for clips also
            smoothing over time); else the network's alpha is only enlarged.
        input_pixels: None takes the file's own: for stills and films with `looks_twice` or
            `is_steady`, else for live frames.
        knows_room: Tell the network of a clip's room, as an app does that has learnt it before.
        looks_twice: Ask the network of each picture's mirror image, too, as jobs do of stills.
        is_steady: Whether to use frames ahead for a clip's mattes, as jobs do for films.
        pace: What a live picture's pace changes; "": nothing. Where there is time to spare, the
            network's input is larger; on a busy machine every second frame is left out, and at
            last the input is smaller, too.
    """

    is_ours = True

    def __init__(
        self,
        path: Path,
        *,
        device: str = "cpu",
        with_edges: bool,
        input_pixels: int | None = None,
        knows_room: bool = False,
        looks_twice: bool = False,
        is_steady: bool = False,
        pace: Literal["", "larger input", "every second frame", "reduced"] = "",
    ) -> None:
        self.name = path.stem + (" + edges" if with_edges else "")
        self.name += " + second look" if looks_twice else ""
        self.name += " + frames ahead" if is_steady else ""
        self.name += " + room" if knows_room else ""
        self.name += f", live, {pace}" if pace else ""
        self.name += " (CUDA)" if device == "cuda" else ""
        if input_pixels is not None:
            self.name += f" @{input_pixels}"
        self._weights = load_weights(path)
        self._device = device
        self._with_edges = with_edges
        if pace == "reduced":
            input_pixels = round(REDUCED_SHARE * self._weights.input_pixels)
        is_offline = looks_twice or is_steady or pace == "larger input"
        own_pixels = self._weights.offline_pixels if is_offline else self._weights.input_pixels
        self._input_pixels = input_pixels or own_pixels
        self.step = 2 if pace in ("every second frame", "reduced") else 1
        self._knows_room = knows_room
        self._looks_twice = looks_twice
        self._is_steady = is_steady
        self._engines: OrderedDict[tuple[int, int], Engine] = OrderedDict()
        self.where = f"our {device.upper()} engine"

    def alpha(self, pixels: Pixels) -> Alpha:
        """See `Net.alpha`."""
        rows, columns = pixels.shape[:2]
        frame = _as_frame(pixels)
        engine = self._engine(*frame.shape[:2])
        engine.reset()
        alpha = self._run(engine, frame, STILL_EDGES if self._with_edges else PLAIN_EDGES)
        return np.clip(cv2.resize(alpha, (columns, rows), interpolation=cv2.INTER_LINEAR), 0, 1)

    def begin_clip(self, room: Pixels | None = None) -> None:
        """See `Net.begin_clip`."""
        for engine in self._engines.values():
            engine.reset()
        if not self._knows_room:
            return
        if room is None:
            raise ValueError(f"{self.name} was given a clip without a picture of its room")
        engine = self._engine(*room.shape[:2])
        size = (engine.architecture.width, engine.architecture.height)
        small = cv2.resize(room, size, interpolation=cv2.INTER_AREA)
        engine.set_clean_plate(CleanPlate(small, np.full(small.shape[:2], 255, np.uint8)))

    def clip_alpha(self, pixels: Pixels) -> Alpha:
        """See `Net.clip_alpha`."""
        engine = self._engine(*pixels.shape[:2])
        return self._run(engine, pixels, EdgeSettings() if self._with_edges else PLAIN_EDGES)

    def clip_alphas(self, frames: Sequence[Pixels]) -> list[Alpha]:
        """See `Net.clip_alphas`."""
        if not self._is_steady:
            return super().clip_alphas(frames)
        engine = self._engine(*frames[0].shape[:2])
        edges = EdgeSettings() if self._with_edges else PLAIN_EDGES
        settings = EngineSettings("transparent", edges=edges)
        step_s = self.step / CLIP_FRAMES_PER_S
        return [
            alpha.astype(np.float32) / 255
            for _, alpha in film_composites(engine, frames, settings, step_s=step_s)
        ]

    def timed(self) -> Callable[[], float]:
        """See `Net.timed`: the engine's own clock around its network stage."""
        height, width = TIMED_FRAME
        frame = np.random.default_rng(1).integers(0, 256, (height, width, 3), np.uint8)
        engine = self._engine(height, width)
        settings = EngineSettings("transparent", edges=PLAIN_EDGES)

        def once() -> float:
            return engine.process(Batch([frame], None, settings, want_alpha=True)).stage_ms[
                "network"
            ]

        return once

    @property
    def input_size(self) -> tuple[int, int]:
        """(height, width) of the network's input for a 16:9 frame."""
        height, width = TIMED_FRAME
        fitted = self._weights.architecture.fitted_to(
            frame_height=height,
            frame_width=width,
            input_pixels=self._input_pixels,
        )
        return fitted.height, fitted.width

    def _engine(self, height: int, width: int) -> Engine:
        engine = self._engines.pop((height, width), None)
        if engine is None:
            engine = open_engine(
                self._weights,
                FrameFormat(height=height, width=width),
                device=self._device,  # type: ignore[arg-type]
                input_pixels=self._input_pixels,
                looks_twice=self._looks_twice,
            )
        self._engines[height, width] = engine
        while len(self._engines) > _KEPT:
            self._engines.popitem(last=False)[1].close()
        return engine

    def _run(self, engine: Engine, pixels: Pixels, edges: EdgeSettings) -> Alpha:
        settings = EngineSettings("transparent", edges=edges)
        elapsed_s = [self.step / CLIP_FRAMES_PER_S]
        alphas = engine.process(
            Batch([pixels], None, settings, want_alpha=True, elapsed_s=elapsed_s)
        ).alphas
        if alphas is None:
            raise RuntimeError("the engine returned no alpha although it was asked for")
        return alphas[0].astype(np.float32) / 255


def film_composites(
    engine: Engine,
    frames: Iterable[Pixels],
    settings: EngineSettings,
    *,
    background: Pixels | None = None,
    step_s: float = 1 / CLIP_FRAMES_PER_S,
) -> Iterator[tuple[Pixels, Pixels]]:
    """Each frame's composite and alpha as a job makes them, with frames ahead.

    Args:
        engine: Takes films.
        frames: Frames of one film.
        settings: Settings of the engine.
        background: Behind every frame; None for blur and transparent.
        step_s: From frame to frame, in seconds.
    """

    def call(some: Sequence[Pixels]) -> Iterator[tuple[Pixels, Pixels]]:
        behind = None if background is None else [background] * len(some)
        times_s = [step_s] * len(some)
        to_the_end(
            engine.film_steps(Batch(some, behind, settings, want_alpha=True, elapsed_s=times_s))
        )
        made = engine.collect()
        return zip(made.frames, made.alphas or (), strict=True)

    for pixels in frames:
        yield from call([pixels])
    while engine.waiting:
        yield from call(())


def _as_frame(pixels: Pixels) -> Pixels:
    """A still as a frame of one of a few sizes, so that not each needs an engine of its own."""
    rows, columns = pixels.shape[:2]
    scale = min(1.0, STILL_LONG_PX / max(rows, columns))
    step = next(step for side, step in STILL_STEPS_PX if max(rows, columns) * scale < side + 1)
    height, width = (max(step, round(side * scale / step) * step) for side in (rows, columns))
    if (height, width) == (rows, columns):
        return pixels
    shrinks = height * width < rows * columns
    return cv2.resize(
        pixels, (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    )
