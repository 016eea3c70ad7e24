"""What each step around the network costs on the GPU at 1920x1080; checked first, then timed.

Needs no data: a drawn head and shoulders before a noisy room.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpu_unet.cuda.arena import ArenaPlan, DeviceArena
from gpu_unet.cuda.device import current_gpu
from gpu_unet.cuda.driver import call
from gpu_unet.cuda.frame_path import FramePath
from gpu_unet.cuda.graph import Graph, make_stream, median_ms
from gpu_unet.cuda.planes import BatchBuffers
from gpu_unet.frame_format import FrameFormat
from gpu_unet.frame_plan import PARTS, steps_of
from gpu_unet.kernels.parameters import length_of_params
from gpu_unet.reference.composite import from_coded_rgb
from gpu_unet.reference.frame_path import replace_background
from gpu_unet.reference.frames import enlarge_to
from gpu_unet.settings import EdgeSettings, EngineSettings
from gpu_unet.ticks import USUAL_TICKS
from lab.benchmarks.gpu import describe_gpu
from lab.benchmarks.report import save_result

Bytes = npt.NDArray[np.uint8]
Alpha = npt.NDArray[np.float32]

FRAME_FORMAT = FrameFormat(1080, 1920, "yuv420")
# The shipped models' inputs for this shape of frame.
NETWORKS = {"quality": (288, 512), "fast": (160, 288)}
ROUNDS = 15
REPEATS = 20
# Of all bytes: a value on a rounding edge falls either way, as sums run in another order.
MAY_DIFFER = 1e-3

# Stages of the plan, by the column of the table that they belong to.
COLUMN_OF = {
    "shrink_frames": "resize",
    "normalise": "resize",
    "smooth_over_time": "smooth",
    "remove_specks": "figures",
    "guide": "guided filter",
    "estimate_colours": "foreground",
    "blur_original": "blur",
    "shrink_backgrounds": "resize",
    "wrap_light": "light wrap",
    "composite": "composite",
}
COLUMNS = tuple(dict.fromkeys(COLUMN_OF.values()))


class Scene(NamedTuple):
    """Two frames of a person who sways, and what the network would say.

    Attributes:
        frames: uint8 (2, *frame shape).
        background: uint8, of the frame's shape.
        alphas: float32 (2, h, w) in [0, 1].
    """

    frames: Bytes
    background: Bytes
    alphas: Alpha


def scene(*, height: int, width: int) -> Scene:
    """Drawn in the frame format, for a network of height x width."""
    rng = np.random.default_rng(3)
    full = (FRAME_FORMAT.height, FRAME_FORMAT.width)

    def figure(size: tuple[int, int], sway: float) -> Alpha:
        y, x = np.mgrid[: size[0], : size[1]].astype(np.float32)
        y, x = (y + 0.5) / size[0], (x + 0.5) / size[1] - 0.5 - sway
        head = np.hypot((y - 0.38) / 0.24, x / 0.10)
        shoulders = np.hypot((y - 1.10) / 0.48, x / 0.30)
        # The band is as wide as that of a real matte, about 2 % of the frame's width.
        return np.clip(0.5 + 6.0 * (1.0 - np.minimum(head, shoulders)), 0.0, 1.0)

    def picture(person: Alpha | None) -> Bytes:
        rgb = enlarge_to(rng.random((3, 9, 16), np.float32), height=full[0], width=full[1])
        if person is not None:
            rgb = person * np.float32([[[0.6]], [[0.4]], [[0.3]]]) + (1.0 - person) * rgb
        rgb = np.clip(rgb + rng.normal(0, 0.01, rgb.shape), 0, 1).astype(np.float32)
        planes = from_coded_rgb(rgb, np.ones(full, np.float32), FRAME_FORMAT)
        return np.concatenate([p.reshape(-1) for p in planes]).reshape(FRAME_FORMAT.shape)

    sways = (0.0, 0.02)
    return Scene(
        np.stack([picture(figure(full, sway)) for sway in sways]),
        picture(None),
        np.stack([figure((height, width), sway) for sway in sways]).astype(np.float32),
    )


class DevicePath:
    """The frame path of one network size and batch without its network; `close` at the end."""

    def __init__(self, *, height: int, width: int, batch_size: int) -> None:
        self.batch_size = batch_size
        architecture: Any = SimpleNamespace(height=height, width=width)
        # Steps are timed alone as well: what they read has to lie there still.
        self._path = FramePath(FRAME_FORMAT, architecture, batch_size, shares=False)
        plan = ArenaPlan()
        self._path.reserve(plan)
        b, shape = batch_size, FRAME_FORMAT.shape
        for name, size, dtype in (
            ("params", (length_of_params(b),), np.float32),
            ("frames", (b, *shape), np.uint8),
            ("background_index", (b,), np.int32),
            ("backgrounds", (2 * b, *shape), np.uint8),
            ("faults", (2,), np.int32),
            ("out", (b, *shape), np.uint8),
            ("out_alpha", (b, FRAME_FORMAT.height, FRAME_FORMAT.width), np.uint8),
            ("observations", (b, height, width, 4), np.uint8),
            ("given", (height, width, 4), np.uint8),
            ("areas", (3, height, width), np.uint8),
            ("mattes", (b, height, width), np.uint8),
            ("network_input", (b, height + 2, width + 2, 4), np.float16),
            ("network_alpha", (b, height, width), np.float32),
        ):
            plan.add(name, size, dtype)
        self._arena = DeviceArena(plan, purpose="a benchmark")
        self._arrays = self._arena.arrays
        self._path.bind(self._arrays, self._arrays["network_input"], self._arrays["network_alpha"])
        self._batch = BatchBuffers(
            **{field.name: self._arrays[field.name] for field in fields(BatchBuffers)}
        )
        self._stream = make_stream()

    def take(self, frames: Bytes, alphas: Alpha, background: Bytes) -> None:
        """Upload a whole batch."""
        arrays, b = self._arrays, self.batch_size
        arrays["frames"].upload(np.ascontiguousarray(frames))
        arrays["network_alpha"].upload(np.ascontiguousarray(alphas))
        arrays["backgrounds"].upload(np.stack([background] * (2 * b)))
        arrays["background_index"].upload(np.arange(b, dtype=np.int32))

    def run(self, settings: EngineSettings, *, is_fresh: bool) -> tuple[Bytes, Bytes]:
        """The batch's composites and alpha planes."""
        self._pack(settings, is_fresh=is_fresh)
        graph = Graph(self._stream, lambda: self.enqueue(settings, self._stream))
        call("cuCtxSynchronize")
        graph.launch(self._stream)
        call("cuStreamSynchronize", self._stream)
        graph.close()
        return self._arrays["out"].download(), self._arrays["out_alpha"].download()

    def _pack(self, settings: EngineSettings, *, is_fresh: bool) -> None:
        self._arrays["params"].upload(
            self._path.pack(settings, [USUAL_TICKS] * self.batch_size, is_fresh)
        )

    def enqueue(
        self, settings: EngineSettings, stream: Any, columns: Collection[str] = COLUMNS
    ) -> None:
        """The steps of one batch that belong to some columns."""
        steps = tuple(s for s in steps_of(settings) if COLUMN_OF[s.stage.name] in columns)
        for part in PARTS:
            self._path.enqueue(self._batch, steps, part, stream=stream)

    def close(self) -> None:
        """Free the device memory."""
        call("cuStreamDestroy", self._stream)
        self._arena.close()


def check(path: DevicePath, given: Scene, settings: EngineSettings) -> float:
    """Compare two frames in a row with the definition; the largest share of bytes that differ.

    Raises:
        AssertionError: More than MAY_DIFFER of the bytes are off by more than a level.
    """
    memory, worst = None, 0.0
    background = given.background if settings.background == "image" else None
    b = path.batch_size
    for index in range(2):
        expected, alpha, memory = replace_background(
            given.frames[index], background, given.alphas[index], memory, FRAME_FORMAT, settings
        )
        path.take(given.frames[[index] * b], given.alphas[[index] * b], given.background)
        composites, alphas = path.run(settings, is_fresh=index == 0)
        # A batch of equal frames goes on from frame to frame: only its first is the definition's.
        for ours, theirs in ((composites[0], expected), (alphas[0], alpha)):
            worst = max(worst, float((np.abs(ours.astype(np.int16) - theirs) > 1).mean()))
    assert worst <= MAY_DIFFER, f"{100 * worst:.3f} % of the bytes differ from the definition"
    return worst


def step_times(path: DevicePath, settings: EngineSettings) -> dict[str, float]:
    """Microseconds of one batch: every step alone, and "whole", all in one graph."""

    def time(*columns: str) -> float:
        def enqueue(stream: Any) -> None:
            path.enqueue(settings, stream, columns)

        return 1e3 * median_ms(enqueue, repeats=REPEATS, rounds=ROUNDS)

    there = {COLUMN_OF[step.stage.name] for step in steps_of(settings)}
    found = {column: time(column) for column in COLUMNS if column in there}
    found["whole"] = time(*COLUMNS)
    return found


def measure() -> None:
    """Check, time, and write `results/edges-cost-gpu.json`."""
    current_gpu()
    cases = (
        ("quality", "picture", 1, EngineSettings()),
        ("quality", "picture", 4, EngineSettings()),
        ("quality", "picture, light wrap", 1, EngineSettings(edges=EdgeSettings(light_wrap=0.5))),
        ("quality", "blur", 1, EngineSettings("blur")),
        ("fast", "picture", 1, EngineSettings()),
        ("fast", "blur", 1, EngineSettings("blur")),
    )
    rows: list[list[str | float]] = []
    raw: dict[str, Any] = {}
    for model, title, batch_size, settings in cases:
        height, width = NETWORKS[model]
        path = DevicePath(height=height, width=width, batch_size=batch_size)
        try:
            given = scene(height=height, width=width)
            differing = check(path, given, settings) if batch_size == 1 else None
            times = step_times(path, settings)
        finally:
            path.close()
        a_frame = {step: us / batch_size for step, us in times.items()}
        name = f"{model} {width}x{height}, {title}, batch {batch_size}"
        rows.append(
            [name, *(round(a_frame[s], 1) if s in a_frame else "" for s in (*COLUMNS, "whole"))]
        )
        raw[name] = {"us_a_frame": a_frame, "differing": differing}
        print(rows[-1], differing, flush=True)
    save_result(
        "edges-cost-gpu",
        columns=("network input, background; µs a frame", *COLUMNS, "whole"),
        rows=rows,
        note=(
            "1920x1080, planar YUV, everything but the network, on the device alone. Batch 1 was "
            "compared with the definition in the same run: at most "
            f"{100 * max(r['differing'] or 0.0 for r in raw.values()):.4f} % of the bytes are off "
            f"by more than a level. Medians of {ROUNDS} graphs of {REPEATS} repetitions; each step "
            "alone in a graph of its own, whole: all of them in one. "
            "To repeat: `python -m lab.benchmarks.bench_edges --only gpu-cost`."
        ),
        machine=describe_gpu(),
        raw=raw,
    )
