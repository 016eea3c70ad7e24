"""Stages on several threads, in a process that has them: the values are those of one thread."""

import os
import subprocess
import sys

SCRIPT = """
from collections import deque

import numba
import numpy as np

from gpu_unet.cpu.compile import FEW_THREADS
from gpu_unet.cpu.engine import read_only
from gpu_unet.cpu.frame_path import CpuFramePath
from gpu_unet.frame_format import FrameFormat
from gpu_unet.setting_parameters import edge_parameters
from gpu_unet.settings import EngineSettings

HEIGHT, WIDTH = 112, 368
rng = np.random.default_rng(5)
frame_format = FrameFormat(246, 302, "yuv420")
frames = rng.integers(0, 256, (3, *frame_format.shape), np.uint8)
background = read_only(rng.integers(0, 256, frame_format.shape, np.uint8))
y, x = np.mgrid[:HEIGHT, :WIDTH]
alpha = np.clip((60 - np.hypot(y - 70, x - 180)) / 6 + 0.5, 0, 1).astype(np.float32)
path = CpuFramePath(frame_format, height=HEIGHT, width=WIDTH, shares=False)
settings = EngineSettings()
parameters = edge_parameters(settings, height=HEIGHT, width=WIDTH)
results = {}
for threads in (1, FEW_THREADS + 2):
    numba.set_num_threads(threads)
    path.forget()
    for frame in frames:
        seen = np.zeros((HEIGHT, WIDTH, 3), np.float32)
        path.preprocess(read_only(frame), seen)
        deque(path.refine_steps(alpha, background, settings, parameters))
        out = np.zeros(frame_format.shape, np.uint8)
        path.composite(read_only(frame), background, settings, parameters, out, None)
    p = path.planes
    found = (p.planes, seen, p.alpha, p.coefficients, p.ramped, p.colours, out)
    results[threads] = [values.copy() for values in found]
    for values in (p.planes, p.coefficients, p.ramped, p.colours, p.moments, p.wide_shares):
        values[:] = np.nan
for one, other in zip(*results.values(), strict=True):
    np.testing.assert_array_equal(one, other)
"""


def test_threads_change_no_value():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "NUMBA_NUM_THREADS": "4"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
