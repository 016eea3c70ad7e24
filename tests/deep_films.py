"""Films made from the codes of their planes, and the codes of what was written."""

from fractions import Fraction

import av
import numpy as np


def frame_of(planes, pixel_format):
    """A frame of 9 to 16 bits a sample; `planes`: the codes of each, or one for all of a plane."""
    height, width = planes[0].shape
    frame = av.VideoFrame(width, height, pixel_format)
    for plane, codes in zip(frame.planes, planes, strict=True):
        rows = np.frombuffer(memoryview(plane), np.uint16).reshape(plane.height, -1)
        rows[:, : plane.width] = codes
    return frame


def write_frames(path, frames, *, tags, codec="ffv1", rate=25, range_code=1, options=None, **said):
    """`tags`: the codes of matrix, primaries and transfer; `said`: metadata of the track."""
    first, *_ = frames
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=Fraction(rate))
        stream.height, stream.width, stream.pix_fmt = first.height, first.width, first.format.name
        stream.metadata.update(said)
        context = stream.codec_context
        context.colorspace, context.color_primaries, context.color_trc = tags
        context.color_range, context.options = range_code, options or {}
        for index, frame in enumerate(frames):
            frame.pts = index
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def decoded(path):
    with av.open(str(path)) as container:
        return list(container.decode(video=0))


def codes_of(frame, number=0):
    """The codes of a plane as int."""
    plane = frame.planes[number]
    kind = np.uint8 if frame.format.components[number].bits == 8 else np.uint16
    rows = np.frombuffer(memoryview(plane), kind).reshape(plane.height, -1)
    return rows[:, : plane.width].astype(int)
