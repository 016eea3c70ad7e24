"""The soak in short: thousands of frames, settings, recordings and lost cameras; nothing grows."""

import gc
import itertools
import os
import sys
import threading
from pathlib import Path
from statistics import median

import pytest
from doubles import FakeEngineFactory
from live_doubles import PATIENCE_S, CameraBench, Owner, wait_until

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live import camera_feed as camera_feed_module
from app.pipeline.live.events import RecordingSummary, SourceLost, SourceReturned
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.worker import LiveWorker
from app.pipeline.settings import Settings

ROUNDS = 12
SETTLED = 4  # rounds until pools, caches and the allocator have what they keep
MOST_GROWTH_BYTES = 20 * 2**20


def _resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_threads_and_handles_stay_constant(tmp_path, monkeypatch):
    monkeypatch.setattr(camera_feed_module, "RETRY_DELAYS_S", (0.05,))
    monkeypatch.setattr(camera_feed_module, "STALL_S", PATIENCE_S)
    bench, engine_factory, owner = CameraBench(height=240, width=320), FakeEngineFactory(), Owner()
    colours = itertools.cycle(["#c81e1e", "#1ec81e", "blur:0.4", "transparent"])
    owner.worker = LiveWorker(
        SourceRequest("camera", "0"),
        Settings(background=BackgroundSpec.parse(next(colours)), model="fast"),
        on_ready=owner.on_ready,
        on_event=owner.events.append,
        engine_factory=engine_factory,
        make_feed=bench.make_feed,
    )
    owner.worker.start()
    seen = []
    for number in range(ROUNDS):
        model = ("fast", "quality")[number % 2]
        background = BackgroundSpec.parse(next(colours))
        owner.worker.set_settings(Settings(background=background, model=model))
        owner.wait_for_composite()
        owner.worker.recordings.start(tmp_path / f"{number}.mp4")
        target = owner.worker.statistics().composite_frames + 60
        wait_until(lambda: owner.worker.statistics().composite_frames >= target, "frames")  # noqa: B023
        bench.camera.behaviour = "fail"
        owner.wait_for(SourceLost)
        owner.wait_for(SourceReturned)
        owner.worker.recordings.stop()
        owner.wait_for(RecordingSummary)
        owner.wait_for_composite()
        owner.results.clear()
        owner.events.clear()
        engine_factory.engines[:-1] = []
        bench.opened[:-1] = []
        gc.collect()  # what a lost camera leaves in cycles goes when the collector wants
        seen.append((_resident_bytes(), threading.active_count(), len(os.listdir("/proc/self/fd"))))
    owner.worker.stop()
    memory, threads, handles = zip(*seen[SETTLED:], strict=True)
    half = len(memory) // 2
    assert median(memory[half:]) - median(memory[:half]) < MOST_GROWTH_BYTES, memory
    # A capture thread may be between its end and its successor at the moment of looking.
    assert max(threads) - min(threads) <= 2, threads
    assert max(handles) - min(handles) <= 2, handles
    assert threads[-1] <= threads[0] + 1
