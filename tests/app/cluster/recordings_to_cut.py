"""Recordings to cut, and what became of them."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import av
import numpy as np
import worker_doubles
from video_clips import make_clip, packets

from app.pipeline.jobs.events import Done
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec

_B = {"preset": "veryfast", "x264-params": "bframes=3:b-pyramid=normal:scenecut=0"}
_OPEN = {"preset": "veryfast", "x264-params": "open-gop=1:bframes=3:keyint=20:min-keyint=20"}
_TIMES = sorted(np.random.default_rng(4).choice(6500, 130, replace=False).tolist())
KINDS = {
    "B-frames at every cut": {"options": _B, "gop": 17},
    "open groups of pictures": {"options": _OPEN},
    "a variable frame rate": {"options": _B, "pts": _TIMES, "time_base": Fraction(1, 1000)},
    "one key frame": {"options": _B, "gop": 1000},
    "an edit list, since it begins late": {"options": _B, "pts": list(range(31, 161))},
    "turned by 90 degrees": {"rotation": 90},
}


def clip(path, kind="B-frames at every cut", **changes):
    make_clip(path, **({"frame_count": 130, "audio": ("aac",)} | KINDS[kind] | changes))
    return path


def spec_for(source, target, **changes):
    """H.264 without loss: what comes out of the decoder is what went to the encoder."""
    return JobSpec(source, target, **({"crf": 0} | changes))


def look(path):
    """All that is compared: times, pictures and sound."""
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        frames = list(container.decode(stream))
        return SimpleNamespace(
            times=[frame.pts * stream.time_base for frame in frames],
            # ProRes has more bits, of which 8 went in.
            pictures=[_bytes_of(frame) for frame in frames],
            sound=packets(path, "audio") if container.streams.audio else [],
            sound_times=_times(path) if container.streams.audio else [],
            turned=frames[0].rotation,
            size=(stream.height, stream.width),
            aspect=stream.sample_aspect_ratio,
        )


def _bytes_of(frame):
    return frame.to_ndarray(format="yuv444p" if "p1" in frame.format.name else None)


def _times(path):
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        return [p.pts * p.time_base for p in container.demux(stream) if p.size]


def uncut(spec, engine_factory=worker_doubles.remembering):
    """The same job, as one that knows nothing of segments does it."""
    final = Job(spec, engine_factory=engine_factory).run()
    assert isinstance(final, Done), final
    return look(final.report.output)


def assert_same(one, other):
    """Frame count, every time, every audio packet; and 99.99 % of values within a level."""
    assert one.times == other.times
    assert one.size == other.size
    assert one.aspect == other.aspect
    assert one.turned == other.turned
    assert one.sound == other.sound
    assert one.sound_times == other.sound_times
    apart = [
        np.abs(a.astype(int) - b.astype(int)) > 1
        for a, b in zip(one.pictures, other.pictures, strict=True)
    ]
    assert np.mean([part.mean() for part in apart]) <= 1e-4
