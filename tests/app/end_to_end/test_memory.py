"""How much memory a job takes: less than a GiB for the largest that is taken, and why so little."""

import subprocess
import sys
import threading
import time
import weakref
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from attack.victims import blank_png
from video_clips import make_clip

import main
from app.pipeline.jobs.stages import Channel, Stages
from app.video.frame import Frame
from app.video.limits import MOST_PICTURE_PIXELS
from gpu_unet.cpu.arena import ArenaPlan
from gpu_unet.engine import Composites

MOST_KIB = 2**20
# Linux counts into a process's peak what its parent had when it was made: these tests' own
# gigabyte, after a thousand others. So a small process starts the job, and says what it took.
MEASURE = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:])
_, status, usage = os.wait4(process.pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count memory differently")
@pytest.mark.parametrize("name", ["largest.png", "largest_over_largest.png", "film_of_4k.mp4"])
def test_a_job_takes_less_than_a_gibibyte(tmp_path, name):
    path = tmp_path / name
    if path.suffix == ".png":
        side = 8192
        assert side**2 == MOST_PICTURE_PIXELS
        path.write_bytes(blank_png(height=side, width=side))
    else:
        make_clip(path, height=2160, width=3840, frame_count=24)
    background = path if "over" in name else "#204060"
    command = [sys.executable, main.__file__, "process", path, "-o", tmp_path / f"out{path.suffix}"]
    job = [*command, "--model", "fast", "--device", "cpu", "--background", background]
    measured = subprocess.run(
        [sys.executable, "-c", MEASURE, *map(str, job)],
        cwd=Path(main.__file__).parent,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    status, peak_kib = map(int, measured.stdout.split()[-2:])
    assert status == 0
    assert peak_kib < MOST_KIB


class WatchedArray(np.ndarray):
    """An array that can be told from others, and seen to go."""


class FewFrames:
    """A source of ten frames that counts how many of those before are still in memory.

    Attributes:
        most_alive: Frames, whenever another one was asked for.
    """

    frame_count = 10
    frame_rate = Fraction(25)
    has_alpha = False

    def __init__(self):
        self._made = []
        self.most_alive = 0
        self.opened_before = None
        self.is_open = False
        self.is_asked = threading.Event()

    def read(self):
        if self.opened_before is None:
            self.opened_before = self.is_open
            self.is_asked.set()
        alive = sum(reference() is not None for reference in self._made)
        self.most_alive = max(self.most_alive, alive)
        index = len(self._made)
        if index == self.frame_count:
            return None
        pixels = np.zeros((4, 4, 3), np.uint8).view(WatchedArray)
        self._made.append(weakref.ref(pixels))
        return Frame(pixels, 4, 4, None, index, index / 25, 0.0)


class SlowStage:
    """A compute stage that gives the decoder all the time to run ahead."""

    def close(self):
        pass

    def push(self, batch):
        small = [replace(frame, pixels=np.zeros(1, np.uint8)) for frame in batch]
        time.sleep(0.03)
        del batch
        yield small, Composites([frame.pixels for frame in small], None, {})

    def drain(self):
        return iter(())


class NoSink:
    def write(self, *arguments, **options):
        pass


def run_stages(*, spares_memory):
    source = FewFrames()

    def open_stage():
        if spares_memory:
            time.sleep(0.03)  # enough for a decoder that does not wait
        else:
            source.is_asked.wait()
        source.is_open = True
        return SlowStage()

    stages = Stages(
        source,
        None,
        NoSink(),
        batch_size=1,
        has_pixels=True,
        on_progress=int,
        spares_memory=spares_memory,
    )
    stages.run(open_stage)
    assert stages.pace.frames == 10
    return source


def test_large_frames_are_few_and_come_when_the_engine_is_there():
    source = run_stages(spares_memory=True)
    assert source.most_alive <= 2  # one that waits, one in the engine
    assert source.opened_before
    assert not run_stages(spares_memory=False).opened_before


def test_a_channel_keeps_nothing_of_what_was_taken():
    channel = Channel(1)
    item = np.zeros(4, np.uint8).view(WatchedArray)
    reference = weakref.ref(item)
    channel.put(item)
    del item
    items = iter(channel)
    next(items)
    assert reference() is None


def test_packed_weights_go_as_they_are_copied():
    alive = []

    class Packed(np.ndarray):
        def ravel(self, *arguments):
            alive.append(sum(reference() is not None for reference in references))
            return np.asarray(self).ravel(*arguments)

    plan = ArenaPlan()
    references = []
    for value in (1.0, 2.0, 3.0):
        packed = np.full(100, value, np.float32).view(Packed)
        references.append(weakref.ref(packed))
        plan.hold(packed)
        plan.reserve(50)
    del packed
    arena = plan.allocate()
    assert alive == [3, 2, 1]
    assert [float(arena[: plan.floats].sum()), float(arena[: plan.floats].max())] == [600.0, 3.0]
