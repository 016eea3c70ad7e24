"""Frame in memory to composite in memory, 1920x1080 at 60 frames/s; needs no PyAV."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image as Pictures

from app.pipeline.compute import compute_thread
from app.pipeline.settings import Device
from gpu_unet.engine import Batch
from gpu_unet.frame_format import FrameFormat, Image
from gpu_unet.opening import open_engine
from gpu_unet.settings import EngineSettings
from gpu_unet.weights import load_weights
from lab.benchmarks.live.figures import percentiles_of

ROOT = Path(__file__).parents[3]
HEIGHT, WIDTH, RATE = 1080, 1920, 60
FRAMES_WARM = 2 * RATE
FRAMES_DRAWN = 16


def measure(model: str, *, device: Device, seconds: float) -> dict[str, Any]:
    """Frames come at 60 a second; each is handed to the compute thread, as in a live session.

    Returns:
        "device" for people, "latency_ms" from handing over to having the composite, "stage_ms" of
        the engine, "frames", and "late": frames done after the next one was due.
    """
    frames = [_frame(index) for index in range(FRAMES_DRAWN)]
    background = _background()
    settings = EngineSettings()
    compute = compute_thread()
    engine = compute.submit(
        lambda: open_engine(
            load_weights(ROOT / "weights" / f"{model}.safetensors"),
            FrameFormat(height=HEIGHT, width=WIDTH, layout="yuv420"),
            device=device,
            notify=print,
        )
    ).result()
    latencies_ms: list[float] = []
    stages: list[dict[str, float]] = []
    late = 0
    try:
        due_s = time.perf_counter()
        for index in range(FRAMES_WARM + int(seconds * RATE)):
            due_s += 1 / RATE
            while (left_s := due_s - time.perf_counter()) > 0:
                time.sleep(left_s)
            began_s = time.perf_counter()
            frame = frames[index % FRAMES_DRAWN]
            batch = Batch([frame], [background], settings)
            composites = compute.submit(partial(engine.process, batch)).result()
            done_s = time.perf_counter()
            if index == FRAMES_WARM - 1:
                _check(composites.frames[0], frame, background)
                due_s = time.perf_counter()  # a start that compiled owes nothing
            if index >= FRAMES_WARM:
                latencies_ms.append((done_s - began_s) * 1e3)
                stages.append(composites.stage_ms)
                late += done_s > due_s + 1 / RATE
        return {
            "device": engine.device_name,
            "input": f"{engine.architecture.width}x{engine.architecture.height}",
            "frames": len(latencies_ms),
            "late": late,
            "latency_ms": percentiles_of(latencies_ms),
            "stage_ms": {name: percentiles_of([s[name] for s in stages]) for name in stages[-1]},
        }
    finally:
        compute.submit(engine.close).result()


def _check(composite: Image, frame: Image, background: Image) -> None:
    """Times of an engine that returns its input or nothing would be worth nothing."""
    assert composite.shape == frame.shape
    assert not np.array_equal(composite, frame), "the engine returned the frame itself"
    corner = np.s_[: HEIGHT // 16, : WIDTH // 16]
    error = np.abs(composite[corner].astype(int) - background[corner]).mean()
    assert error < 2, f"the corner differs from the background by {error:.1f} levels on average"


def _background() -> Image:
    """A picture of the repository as I420; converted here because the app's way needs PyAV."""
    picture = Pictures.open(ROOT / "assets" / "backgrounds" / "dusk.jpg").convert("YCbCr")
    planes = np.asarray(picture.resize((WIDTH, HEIGHT)))
    luma = planes[..., 0].astype(np.float32) * (219 / 255) + 16
    chroma = planes[..., 1:].astype(np.float32).reshape(HEIGHT // 2, 2, WIDTH // 2, 2, 2)
    halved = (chroma.mean(axis=(1, 3)) - 128) * (224 / 255) + 128
    pixels = np.concatenate([luma.ravel(), halved[..., 0].ravel(), halved[..., 1].ravel()])
    return np.round(pixels).astype(np.uint8).reshape(HEIGHT * 3 // 2, WIDTH)


def _frame(index: int) -> Image:
    """I420: a figure before stripes that moves with the index."""
    row, column = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    middle = WIDTH * (0.4 + 0.012 * index)
    head = ((row - HEIGHT * 0.3) / (HEIGHT * 0.18)) ** 2 + (
        (column - middle) / (WIDTH * 0.08)
    ) ** 2 < 1
    body = ((row - HEIGHT) / (HEIGHT * 0.5)) ** 2 + ((column - middle) / (WIDTH * 0.2)) ** 2 < 1
    stripes = 60 + 40 * (column % 160 < 80)
    pixels = np.full((HEIGHT * 3 // 2, WIDTH), 128, np.uint8)
    pixels[:HEIGHT] = np.where(head, 170, np.where(body, 110, stripes))
    return pixels
