"""A monkey at the window: random, seeded use of every control; nothing may break or leak."""

from __future__ import annotations

import json
import os
from pathlib import Path
from statistics import median

from monkey import Monkey

from app.pipeline.live.source_request import SourceRequest

LOG = os.environ.get("BACKDROP_MONKEY_LOG")  # the benchmark's: see lab/benchmarks/bench_gui.py
SECONDS = os.environ.get("BACKDROP_MONKEY_S")  # the benchmark's, too
SHORT_S, LONG_S = 8.0, 30.0
SETTLED_S = 30  # fonts, thumbnails and the largest window have come by then
MOST_GROWTH_MIB = 40  # between two half minutes; a window that keeps its frames grows by hundreds


def test_nothing_breaks_and_the_room_is_never_seen_whatever_is_clicked(
    make_driver, clip, is_nightly_round
):
    driver = make_driver(start=SourceRequest("file", str(clip)))
    driver.wait_live()
    monkey = Monkey(driver, seed=20240229, clip=clip)
    monkey.run(seconds=float(SECONDS or (LONG_S if is_nightly_round else SHORT_S)))
    if LOG:
        Path(LOG).write_text(json.dumps({"steps": monkey.steps, "memory_mib": monkey.memory_mib}))
    memory = monkey.memory_mib
    if len(memory) > 3 * SETTLED_S:
        early, late = memory[SETTLED_S : 2 * SETTLED_S], memory[-SETTLED_S:]
        assert median(late) - median(early) < MOST_GROWTH_MIB, memory
    assert monkey.steps > 10
    assert not monkey.leaks, monkey.leaks
    driver.wait_live()  # it still works
