"""Streams, events and CUDA graphs."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

from gpu_unet.cuda.driver import api, call
from gpu_unet.cuda.launch import is_preparing, preparing

_NON_BLOCKING = 1  # CU_STREAM_NON_BLOCKING: does not wait for the default stream


def make_stream() -> Any:
    """A new stream that is independent of the default one."""
    return call("cuStreamCreate", _NON_BLOCKING)


def make_event() -> Any:
    """A new event with timing."""
    return call("cuEventCreate", 0)


class Graph:
    """What `enqueue` puts on a stream, captured once and replayed with one driver call."""

    def __init__(self, stream: Any, enqueue: Callable[[], None]) -> None:
        """Capture; nothing is executed. `enqueue` is called twice: first to load its kernels."""
        with preparing():  # loading during a capture would invalidate it
            enqueue()
        mode = api.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL
        call("cuStreamBeginCapture", stream, mode)
        try:
            enqueue()
        finally:
            graph = call("cuStreamEndCapture", stream)
        self._executable = call("cuGraphInstantiate", graph, 0)
        call("cuGraphDestroy", graph)

    def launch(self, stream: Any) -> None:
        """Enqueue one replay."""
        call("cuGraphLaunch", self._executable, stream)

    def close(self) -> None:
        """Release; may be called twice."""
        executable, self._executable = self._executable, None
        if executable is not None:
            call("cuGraphExecDestroy", executable)


def record_inside(event: Any, stream: Any) -> None:
    """Record `event` at this place of the graph that is being captured, at every replay."""
    if is_preparing():
        return
    flag = api.CUevent_record_flags.CU_EVENT_RECORD_EXTERNAL
    call("cuEventRecordWithFlags", event, stream, flag)


def elapsed_ms(start: Any, end: Any) -> float:
    """Milliseconds between two events that have happened."""
    return float(call("cuEventElapsedTime", start, end))


def median_ms(enqueue: Callable[[Any], None], *, repeats: int = 10, rounds: int = 5) -> float:
    """Median milliseconds of one `enqueue(stream)`, `repeats` of them replayed as a graph."""
    stream = make_stream()
    start, end = make_event(), make_event()

    def many() -> None:
        for _ in range(repeats):
            enqueue(stream)

    graph = Graph(stream, many)
    try:
        times = []
        for _ in range(rounds + 1):
            call("cuEventRecord", start, stream)
            graph.launch(stream)
            call("cuEventRecord", end, stream)
            call("cuEventSynchronize", end)
            times.append(elapsed_ms(start, end) / repeats)
        return statistics.median(times[1:])  # the first warms up
    finally:
        graph.close()
        call("cuEventDestroy", start)
        call("cuEventDestroy", end)
        call("cuStreamDestroy", stream)
