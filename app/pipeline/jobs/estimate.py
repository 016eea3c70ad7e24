"""Estimate: the size of an output and the time it takes, measured on a few frames.

Parts from different places of the film run through the whole job, engine included, in the codec and
size that were asked for, into files that are thrown away.
"""

from __future__ import annotations

import tempfile
import threading
from contextlib import closing
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import av

from app.messages import SentenceError
from app.pipeline.engines import EngineFactory, open_engine_for
from app.pipeline.jobs.events import Cancelled, Estimated, Failed, Report
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.opening import adapted
from app.video.files.inputs import Source, open_source
from app.video.files.output_format import PICTURE_CODECS
from app.video.files.sequence_source import is_pattern, numbered_files
from app.video.frame import SAME_FRAME_S
from app.video.source import SourceError
from gpu_unet import available_cores

# Distance between key frames that encoders use by default.
KEY_EVERY = 250


@dataclass(frozen=True, slots=True)
class PacketSizes:
    """The sizes in one file.

    Attributes:
        keys, others: Bytes of each key frame, and of each other one.
        rest_bytes: Bytes of sound and subtitles.
    """

    keys: tuple[int, ...]
    others: tuple[int, ...]
    rest_bytes: int

    @classmethod
    def of_film(cls, path: Path) -> PacketSizes:
        """Read them from a film that this program wrote."""
        keys: list[int] = []
        others: list[int] = []
        rest = 0
        with av.open(f"file:{path}") as container:
            for packet in container.demux():
                if packet.stream.type != "video":
                    rest += packet.size
                elif packet.size:
                    (keys if packet.is_keyframe else others).append(packet.size)
        return cls(tuple(keys), tuple(others), rest)

    @classmethod
    def of_pictures(cls, paths: list[Path]) -> PacketSizes:
        """The sizes of numbered pictures, each of which is a key frame."""
        return cls(tuple(path.stat().st_size for path in paths), (), 0)


def expected_bytes(sizes: list[PacketSizes], *, frame_count: int) -> int:
    """Expected size of a film with this many frames, from parts of it.

    A short part begins with a key frame, of which a long film has few: the two are counted apart.
    """
    keys = [size for part in sizes for size in part.keys]
    others = [size for part in sizes for size in part.others]
    tried = len(keys) + len(others)
    if not tried:
        return 0
    key = sum(keys) / max(1, len(keys))
    other = sum(others) / max(1, len(others))
    key_count = frame_count
    if others:
        # More than one key frame per part: the encoder wants them that often.
        own_share = max(0, len(keys) - len(sizes)) / tried
        key_count = max(frame_count / KEY_EVERY, frame_count * own_share, 1)
    picture = key * key_count + other * (frame_count - key_count)
    rest = sum(part.rest_bytes for part in sizes) / tried * frame_count
    return round(picture + rest)


PLACES = (0.2, 0.7)  # where the parts lie, in shares of the film
FRAMES_EACH = 12
_NO_STAGE = frozenset({"decode", "encode", "start"})


class EstimateError(SentenceError, ValueError):
    """No estimate is possible; the sentence says why."""


class Estimator:
    """Tries a job once, on the caller's thread; `cancel` may be called from any other.

    Args:
        spec: The job as it would run; its output is not touched.
    """

    def __init__(self, spec: JobSpec, *, engine_factory: EngineFactory = open_engine_for) -> None:
        self._spec = spec
        self._engine_factory = engine_factory
        self._lock = threading.Lock()
        self._is_cancelled = False
        self._job: Job | None = None

    def cancel(self) -> None:
        """Make `run` end soon; never waits."""
        with self._lock:
            self._is_cancelled = True
            job = self._job
        if job is not None:
            job.cancel()

    def run(self) -> Estimated | None:
        """Estimate; None if it was cancelled.

        Raises:
            EstimateError: The job would fail.
        """
        try:
            return self._run()
        except (OSError, ValueError) as error:
            raise EstimateError(str(error)) from error

    def _run(self) -> Estimated | None:
        spec = self._spec
        codec = spec.output_format.codec
        opened = open_source(spec.input, spec.reading)
        with closing(opened):
            source = adapted(opened, spec)
            frame_count = source.frame_count or 0
            rate, own_rate = source.frame_rate, opened.frame_rate
            size = (source.height, source.width)
            parts = _parts(spec, opened, FRAMES_EACH / min(rate, own_rate))
        if not frame_count:
            raise EstimateError("{name} does not say how long it is.", name=spec.input.name)
        reports: list[Report] = []
        sizes: tuple[list[PacketSizes], ...] = ([], [])  # of the output, and of the matte beside it
        with tempfile.TemporaryDirectory(prefix="backdrop-estimate-") as folder:
            for index, (start_s, end_s) in enumerate(parts):
                name = f"part_%06d{spec.output.suffix}" if is_pattern(spec.output) else "part"
                out = Path(folder) / str(index) / Path(name).with_suffix(spec.output.suffix)
                out.parent.mkdir()
                part = replace(spec, output=out, start_s=start_s, end_s=end_s)
                report = self._try(part)
                if report is None:
                    return None
                reports.append(report)
                for path, known in zip((part.output, part.matte), sizes, strict=True):
                    if path is not None:
                        known.append(_sizes_of(path, is_film=codec not in PICTURE_CODECS))
        tried = sum(report.frames_out for report in reports)
        return Estimated(
            spec.input,
            spec.output,
            bytes=sum(expected_bytes(known, frame_count=frame_count) for known in sizes),
            seconds=sum(map(_busy_s, reports)) / max(1, tried) * frame_count,
            frame_count=frame_count,
            height=size[0],
            width=size[1],
            frame_rate=float(rate) if frame_count > 1 else None,
        )

    def _try(self, spec: JobSpec) -> Report | None:
        # The clean plate and strokes would read the whole film first, and hardly change the size.
        settings = replace(spec.settings, learns_room=False, empty_room=None)
        job = Job(
            replace(spec, settings=settings, overwrite=False, first_number=None, strokes=()),
            engine_factory=self._engine_factory,
        )
        with self._lock:
            if self._is_cancelled:
                return None
            self._job = job
        outcome = job.run()
        if isinstance(outcome, Failed):
            raise SourceError(outcome.message)
        return None if isinstance(outcome, Cancelled) else outcome.report


def _sizes_of(path: Path, *, is_film: bool) -> PacketSizes:
    if is_film:
        return PacketSizes.of_film(path)
    return PacketSizes.of_pictures([*numbered_files(path).values()] or [path])


def _parts(
    spec: JobSpec, source: Source, length_s: Fraction | float
) -> list[tuple[float | None, float | None]]:
    duration_s = source.duration_s or 0.0
    if duration_s <= 2 * len(PLACES) * length_s:  # short enough to process it whole
        return [(spec.start_s, spec.end_s)]
    parts: list[tuple[float | None, float | None]] = []
    for place in PLACES:
        source.seek(source.media.begin_s + place * duration_s)
        frame = source.read()  # a picture may be shown for longer than a part
        if frame is not None:
            start_s = max(0.0, frame.pts_s - SAME_FRAME_S)
            parts.append((start_s, start_s + float(length_s)))
    return parts or [(spec.start_s, spec.end_s)]


def _busy_s(report: Report) -> float:
    """Seconds that the frames of a longer job would take, where the stages overlap.

    The slowest stage holds up the others, and all of them share the processor's cores.
    """
    busy = report.stage_s
    engine = sum(seconds for stage, seconds in busy.items() if stage not in _NO_STAGE)
    stages = (busy.get("decode", 0.0), engine, busy.get("encode", 0.0))
    return max(*stages, sum(stages) / max(1, available_cores()))
