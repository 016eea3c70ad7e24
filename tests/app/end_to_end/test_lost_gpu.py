"""A real GPU that fails in mid-job: the job the CPU took over from the same frame."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

# In a process of its own: a CUDA context that met an illegal address is of no use to other tests.
PROGRAM = """
import threading
from contextlib import closing

import numpy as np
from numba import cuda

from gpu_unet.frame_format import FrameFormat
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.compute import compute_thread
from app.pipeline.jobs.compute_stage import ComputeStage, JobFrame
from app.pipeline.engines import open_engine_for
from app.pipeline.settings import Settings


@cuda.jit("void(uint8[::1], int64)")
def write_beyond(memory, offset):
    memory[offset] = 1


def lose_the_gpu():
    memory = cuda.device_array(1, np.uint8)
    write_beyond[1, 1](memory, 1 << 46)


notices = []
frame_format = FrameFormat(72, 128, "rgb")
stage = ComputeStage(
    Settings(background=BackgroundSpec.parse("#204060"), model="fast"),
    frame_format,
    want_alpha=False,
    batch_size=2,
    engine_factory=open_engine_for,
    notify=notices.append,
    cancelled=threading.Event(),
)
gpu = stage.opened.engine.device_name
picture = np.full(frame_format.shape, 90, np.uint8)
rng = np.random.default_rng(0)
done = []
with closing(stage):
    for first in range(0, 12, 2):
        if first == 6:
            compute_thread().submit(lose_the_gpu).result()
        frames = [rng.integers(0, 256, frame_format.shape, np.uint8) for _ in range(2)]
        numbered = enumerate(frames, first)
        pushed = [JobFrame(frame, picture, n, n / 25, n) for n, frame in numbered]
        for batch, composites in stage.push(pushed):
            assert len(composites.frames) == 2
            done += [frame.shown for frame in batch]
    for batch, _ in stage.drain():
        done += [frame.shown for frame in batch]
    assert stage.opened.engine.device_name != gpu, gpu
print("frames:", done, "notices:", notices)
assert done == list(range(12)), done
assert any("Continuing on the CPU from the same frame" in notice for notice in notices), notices
"""


@pytest.mark.gpu
def test_a_job_survives_a_gpu_that_is_lost():
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "frames: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]" in done.stdout
