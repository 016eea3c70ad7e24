"""Deinterlacing: makes whole frames of interlaced ones, by libav's bwdif.

bwdif (Bob Weaver) takes each pixel of the missing lines from the frame itself where something moves
and from its neighbours in time elsewhere; the number of frames stays. Chosen over yadif, which
takes 0.6 ms of processor time for a frame of 720x576; bwdif takes 0.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import av
from av.error import EOFError as EndOfFilter
from av.filter import Graph

OPTIONS = "mode=send_frame:parity=auto:deint=all"


def deinterlaced(
    frames: Iterator[av.VideoFrame], *, time_base: Fraction
) -> Iterator[av.VideoFrame]:
    """The same frames at the same times, without their comb; one frame late.

    Args:
        frames: Decoded, in display order, each with a `pts`.
        time_base: Seconds per unit of their `pts`, and of the results'.
    """
    graph: Graph | None = None
    known: tuple[int, int, str] | None = None
    for frame in frames:
        kind = (frame.width, frame.height, frame.format.name)
        if graph is None or kind != known:
            if graph is not None:  # the stream changes its size: deliver what was held back
                yield from _rest(graph, time_base)
            graph, known = _graph(frame, time_base), kind
        graph.push(frame)
        yield from _ready(graph, time_base)
    if graph is not None:
        yield from _rest(graph, time_base)


def _graph(frame: av.VideoFrame, time_base: Fraction) -> Graph:
    graph = Graph()
    source = graph.add_buffer(
        width=frame.width, height=frame.height, format=frame.format, time_base=time_base
    )
    graph.link_nodes(source, graph.add("bwdif", OPTIONS), graph.add("buffersink")).configure()
    return graph


def _rest(graph: Graph, time_base: Fraction) -> Iterator[av.VideoFrame]:
    graph.push(None)
    yield from _ready(graph, time_base)


def _ready(graph: Graph, time_base: Fraction) -> Iterator[av.VideoFrame]:
    while True:
        try:
            frame = graph.pull()
        except (BlockingIOError, EndOfFilter):
            return
        assert isinstance(frame, av.VideoFrame), "nothing else went in"
        if frame.pts is not None and frame.time_base is not None:
            # The filter counts fields, twice as fine.
            ratio = frame.time_base / time_base
            frame.pts = round(frame.pts * ratio)
            frame.duration = round((frame.duration or 0) * ratio)
            frame.time_base = time_base
        yield frame
