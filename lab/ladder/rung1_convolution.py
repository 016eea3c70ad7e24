"""Rung 1, one convolution: ten 3x3 layers of a U-Net, from loops to the vendor's rate.

What was slow: everything; 95 % of a U-Net's arithmetic is here. The idea of each step stands in its
own file, `steps/`, and is told in README.md.

`python -m lab.ladder.rung1_convolution`
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from dataclasses import replace
from typing import Any

from lab.ladder import steps
from lab.ladder.measuring import HALF, SINGLE, Contender, Memory, Run, Rung, Where, alone, torch_run
from lab.ladder.steps.layer import (
    LAYERS,
    STORY_LAYERS,
    TINY,
    ConvLayer,
    data_of,
    float16_cost,
    float32_cost,
)


def all_steps() -> tuple[Contender, ...]:
    """The contenders of the step files, by their numbers."""
    names = [m.name for m in pkgutil.iter_modules(steps.__path__) if m.name.startswith("step")]
    names.sort(key=lambda name: (int(re.findall(r"\d+", name)[0]), name))
    return tuple(importlib.import_module(f"{steps.__name__}.{n}").CONTENDER for n in names)


def cudnn(*, half: bool) -> Any:
    """Prepares PyTorch's convolution; bias and ReLU are added for the check, not timed."""

    def prepare(layer: ConvLayer, memory: Memory) -> Run:
        import torch

        torch.backends.cudnn.benchmark = True
        torch.backends.cudnn.allow_tf32 = False
        data = data_of(layer)
        x, weight = torch.from_numpy(data.x).cuda(), torch.from_numpy(data.weight).cuda()
        if half:
            x = x.half().to(memory_format=torch.channels_last)
            weight = weight.half().to(memory_format=torch.channels_last)
        run = torch_run(lambda: torch.nn.functional.conv2d(x, weight, padding=1), data.expected)
        alone, bias = run.result, data.bias[:, None, None]
        run.result = lambda: (alone() + bias).clip(min=0)
        run.tolerance = HALF if half else SINGLE
        return run

    return prepare


# Seconds of a first call, compilation included: loops, tiled kernel, PyTorch.
_NOTEBOOKS = {
    "3x64 @512": (219.6, 0.557, 0.114),
    "64x64 @512": (295.7, 0.694, 0.119),
    "64x128 @256": (147.3, 0.660, 0.110),
    "128x128 @256": (174.8, 0.875, 0.110),
    "128x256 @128": (102.1, 0.687, 0.117),
    "256x256 @128": (119.8, 0.716, 0.124),
    "256x512 @64": (58.3, 0.587, 0.110),
    "512x512 @64": (89.7, 0.705, 0.109),
    "512x1024 @32": (44.3, 0.568, 0.110),
    "1024x1024 @32": (73.3, 0.828, 0.113),
}
# In another run, five of the layers: one thread a pixel.
_DIRECT = {
    "3x64 @512": 0.708,
    "64x128 @256": 0.525,
    "128x256 @128": 0.492,
    "256x512 @64": 0.482,
    "512x1024 @32": 0.486,
}
STEPS = all_steps()
CUDNN = "cuDNN float32"
_WHO = ("0 loops in Python, from a slice", "2 shared-memory tile, float32", CUDNN)

RUNG = Rung(
    name="ladder_1_convolution",
    title="Rung 1, one convolution",
    problems=LAYERS,
    tiny=TINY,
    contenders=(
        *STEPS,
        Contender(CUDNN, cudnn(half=False), float32_cost, Where.TORCH),
        Contender("cuDNN float16 channels-last", cudnn(half=True), float16_cost, Where.TORCH),
    ),
    original={
        **{
            (who, layer): f"{seconds} s"
            for layer, times in _NOTEBOOKS.items()
            for who, seconds in zip(_WHO, times, strict=True)
        },
        **{("1 naive, float32", layer): f"{seconds} s" for layer, seconds in _DIRECT.items()},
    },
    note=(
        "Batch 4, with bias and ReLU, cuDNN without. A dash: the step does not fit that layer. The "
        "notebooks': first calls, compilation included, on an RTX 4060 Laptop."
    ),
    wide="µs",
)
STORY = replace(
    RUNG,
    name="gpu_ladder",
    problems=STORY_LAYERS,
    contenders=RUNG.contenders[2:],
    original={},
    note=RUNG.note.replace("Batch 4", "One picture").partition(" The notebooks'")[0],
)

if __name__ == "__main__":
    sys.exit(alone(RUNG))
