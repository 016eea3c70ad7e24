"""A CUDA frame path without a network, on a GPU or in the simulator, beside the definition."""

import math
from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import numpy as np

from gpu_unet.cuda.arena import ArenaPlan, DeviceArena
from gpu_unet.cuda.driver import call
from gpu_unet.cuda.frame_path import FramePath
from gpu_unet.cuda.graph import Graph, make_stream
from gpu_unet.cuda.launch import is_simulated
from gpu_unet.cuda.planes import BatchBuffers
from gpu_unet.frame_plan import PARTS, steps_of
from gpu_unet.kernels.parameters import length_of_params
from gpu_unet.reference.frame_path import replace_background
from gpu_unet.small_areas import AREA_PLANES, small_areas

SIMULATED_SEGMENT = 32  # pixels of a row that share a block there; conftest.py sees to it
GARBAGE = 77  # bytes of what no frame of a partial batch may touch


class HostPlane(np.ndarray):
    """What stands in for a `DeviceArray` in the simulator."""

    def upload(self, values):
        self[...] = values

    def download(self):
        return np.array(self)

    def as_bytes(self):
        return self.reshape(-1).view(np.uint8)


def in_one_piece(plan):
    """The arrays of a plan in host memory, laid out as in a `DeviceArena`."""
    whole = np.zeros(plan.nbytes, np.uint8).view(HostPlane)
    return {
        name: whole[offset : offset + math.prod(shape) * dtype.itemsize].view(dtype).reshape(shape)
        for name, offset, shape, dtype in plan.items()
    }


class FramePathRunner:
    """Batches of frames with given network alphas; `close` at the end."""

    def __init__(self, frame_format, *, height, width, batch_size):
        self.format, self.batch_size, self.size = frame_format, batch_size, (height, width)
        architecture = SimpleNamespace(height=height, width=width)
        self.path = FramePath(frame_format, architecture, batch_size)
        plan = ArenaPlan()
        self.path.reserve(plan)
        self.path.reserve(plan, is_late=True)
        b, shape = batch_size, frame_format.shape
        plan.add("params", (length_of_params(b),), np.float32)
        plan.add("frames", (b, *shape), frame_format.dtype)
        plan.add("background_index", (b,), np.int32)
        plan.add("backgrounds", (2 * b, *shape), frame_format.dtype)
        plan.add("faults", (1,), np.int32)
        plan.add("out", (b, *shape), frame_format.dtype)
        plan.add("out_alpha", (b, frame_format.height, frame_format.width), np.uint8)
        plan.add("observations", (b, height, width, 4), np.uint8)
        plan.add("given", (height, width, 4), np.uint8)
        plan.add("areas", (AREA_PLANES, height, width), np.uint8)
        plan.add("network_input", (b, height + 2, width + 2, 4), np.float32)
        plan.add("network_alpha", (b, height, width), np.float32)
        if is_simulated():
            self.arena = None
            # One piece, as on the device: planes that share memory do so here, too.
            self.arrays: Any = in_one_piece(plan)
        else:
            self.arena = DeviceArena(plan, purpose="a test")
            self.arrays = self.arena.arrays
        a = self.arrays
        self.path.bind(a, a["network_input"], a["network_alpha"])
        self.path.bind_late(a)
        self.batch = BatchBuffers(**{field.name: a[field.name] for field in fields(BatchBuffers)})

    def process(self, frames, backgrounds, alphas, settings, *, ticks, is_fresh):
        """(composites, alphas) of the batch's frames, `ticks` after the one before each."""
        count, b, a = len(frames), self.batch_size, self.arrays
        batch = np.full((b, *self.format.shape), GARBAGE, self.format.dtype)
        behind = np.full((2 * b, *self.format.shape), GARBAGE, self.format.dtype)
        network_alpha = np.full((b, *self.size), np.nan, np.float32)
        index = np.full(b, -1, np.int32)
        batch[:count], network_alpha[:count] = frames, alphas
        if settings.background == "image":
            index[:count] = 2 * b - 1 - np.arange(count)
            behind[index[:count]] = backgrounds
        a["frames"].upload(batch)
        a["backgrounds"].upload(behind)
        a["background_index"].upload(index)
        a["network_alpha"].upload(network_alpha)
        if settings.areas:
            height, width = self.size
            a["areas"].upload(small_areas(settings.areas, height=height, width=width))
        a["params"].upload(self.path.pack(settings, ticks, is_fresh))
        self._run(steps_of(settings))
        return a["out"].download()[:count], a["out_alpha"].download()[:count]

    def _run(self, steps):
        def enqueue(stream):
            for part in PARTS:
                self.path.enqueue(self.batch, steps, part, stream=stream)

        if is_simulated():
            enqueue(0)
            return
        stream = make_stream()
        graph = Graph(stream, lambda: enqueue(stream))
        call("cuCtxSynchronize")
        graph.launch(stream)
        call("cuStreamSynchronize", stream)
        graph.close()
        call("cuStreamDestroy", stream)

    def close(self):
        if self.arena is not None:
            self.arena.close()


def worst_differences(runner, frames, backgrounds, alphas, settings, batches, ticks):
    """((largest, share above one level) of composites, the same of alphas) to the definition."""
    memory, start = None, 0
    composites, planes = [], []
    for count in batches:
        part = slice(start, start + count)
        out, out_alpha = runner.process(
            frames[part], backgrounds[part], alphas[part], settings, ticks=ticks[part],
            is_fresh=start == 0,
        )  # fmt: skip
        for n in range(count):
            behind = backgrounds[start + n] if settings.background == "image" else None
            expected, expected_alpha, memory = replace_background(
                frames[start + n], behind, alphas[start + n], memory, runner.format, settings,
                ticks=ticks[start + n],
            )  # fmt: skip
            levels = np.abs(out[n].astype(int) - expected) / runner.format.row.step
            composites.append(levels)
            planes.append(np.abs(out_alpha[n].astype(int) - expected_alpha))
        start += count
    return tuple(
        (max(d.max() for d in group), np.mean([(d > 1).mean() for d in group]))
        for group in (composites, planes)
    )


def moving_frames(
    rng, picture, network_alpha, with_new_hole, frame_format, *, height, width, count
):
    """Frames whose upper half stands still; the last is a cut to another scene; with alphas.

    From the third one on there is a hole in the figure.
    """
    base = picture(rng, frame_format)
    alpha = network_alpha(rng, height=height, width=width)
    half = frame_format.shape[0] // 2
    frames, alphas = [], []
    for step in range(count):
        moved = np.roll(base, 4 * step, axis=1)
        frame = np.concatenate([base[:half], moved[half:]])
        frames.append(frame_format.row.most - frame if step and step == count - 1 else frame)
        changed = np.roll(alpha, step, axis=1) + 0.01 * step
        changed = np.clip(changed, 0, 1).astype(np.float32)
        alphas.append(changed if step < 2 else with_new_hole(changed))
    return np.stack(frames), np.stack(alphas)
