"""Tasks: the work of a worker, whichever runner asks; plain data in, plain data out.

A worker process does one task at a time, and keeps its engine and the clean plates of recordings
from task to task. Expected errors (bad input, a full disk, a GPU that fails) come back as a
sentence with the machine's name; an exception is a bug.
"""

from __future__ import annotations

import hashlib
import logging
import os
import platform
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import av

from app.cluster import plain
from app.cluster.plain import Plain
from app.cluster.segment_job import Rooms, SegmentOpening, cut
from app.cluster.stores import LocalCopy, exists
from app.messages import sentence_of
from app.pipeline.engines import KeptEngines, open_engine_for
from app.pipeline.jobs.events import (
    Cancelled,
    Done,
    Event,
    Failed,
    JobNotice,
    Progress,
    Report,
    Started,
)
from app.pipeline.jobs.job import BATCH_SIZE, Job, damage_of
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.opening import Opening
from app.pipeline.jobs.thread_clock import ThreadTimes
from app.pipeline.plain_data import plain_of, read_as
from app.video.files.file_source import FileSource
from app.video.files.inputs import VIDEO_SUFFIXES, open_source
from app.video.files.joiner import EncodedSegment, join
from app.video.files.output_format import PICTURE_CODECS
from app.video.files.segments import Segment, index_packets, keeps_ticks, segment_format
from app.video.network.address import without_password
from app.video.placing.output_name import write_safely
from app.video.sink import OutputError, WriteReport
from gpu_unet import Engine, EngineError

if TYPE_CHECKING:
    from app.pipeline.settings import Settings

logger = logging.getLogger(__name__)

Tell = Callable[[Plain], None]

# A recording with at least this many segments is cut; a shorter one is done in one piece.
FEWEST_SEGMENTS = 2
MOST_REMEMBERED = 1000  # cancelled jobs that are remembered
SEND_AGAIN_AFTER_S = (1.0, 10.0)

engines = KeptEngines(open_engine_for)
rooms: dict[str, Rooms] = {}

_lock = threading.Lock()
_cancelled: dict[str, None] = {}
_running: set[tuple[str, Job]] = set()


def machine() -> str:
    """The name of this computer, for people."""
    return platform.node() or "this computer"


def cancel(job: str) -> None:
    """End a job's task after its present frame, and skip its tasks that have not begun."""
    with _lock:
        _cancelled[job] = None
        while len(_cancelled) > MOST_REMEMBERED:
            del _cancelled[next(iter(_cancelled))]
        running = [task for key, task in _running if key == job]
    for task in running:
        task.cancel()


def check(payload: Plain) -> Plain:
    """Check that this worker reads every input, writes beside every output, and has our versions.

    Args:
        payload: "inputs": [path, size or None]; "folders": of the outputs; "versions".

    Returns:
        "machine"; "sentences", empty if all is well.
    """
    here, sentences = machine(), []
    for path, size in payload["inputs"]:
        found = _size_of(path)
        if found is None:
            sentences.append(
                f"{here} cannot read {path}; put it where every worker can, under the same name"
            )
        elif size is not None and found != size:
            sentences.append(
                f"{here} finds another file under {path} ({found} bytes, expected {size}); "
                "put it where every worker can read it, under the same name"
            )
        if len(sentences) >= 3:
            break
    for folder in payload["folders"]:
        if not os.path.isdir(folder) or not os.access(folder, os.W_OK):
            sentences.append(
                f"{here} cannot write to {folder}; name a folder that every worker can write to"
            )
    own = versions()
    for name, wanted in payload["versions"].items():
        if own.get(name) != wanted:
            sentences.append(
                f"{here} has {name} {own.get(name)}, here it is {wanted}; install the same "
                "everywhere, or segments will not fit together"
            )
    return {"machine": here, "sentences": sentences}


def versions() -> dict[str, str]:
    """Versions of everything that affects the result."""
    libraries = {name: ".".join(map(str, number)) for name, number in av.library_versions.items()}
    return {"PyAV": av.__version__, "libavcodec": libraries.get("libavcodec", "")}


def _size_of(path: str) -> int | None:
    try:
        with open(path, "rb"):
            return os.path.getsize(path)
    except OSError:
        return None


def work(name: str, payload: Plain, tell: Tell) -> Plain:
    """Do one task.

    Args:
        name: "begin", "segment" or "join".
        payload: See there.
        tell: Receives "job", "unit" and "event" while the task runs.

    Returns:
        Data for `plain.Answer`.
    """
    task = {"begin": begin, "segment": segment, "join": join_segments}[name]
    try:
        result = task(payload, tell)
    except (OSError, ValueError, EngineError, MemoryError) as error:
        result = {"kind": "failed", "message": sentence_of(error)}
    return {**result, "machine": machine(), "process": os.getpid()}


def begin(payload: Plain, tell: Tell) -> Plain:
    """Plan where to cut a recording, or process it at once if it is short or cannot be cut.

    Args:
        payload: "job"; "unit"; "tell_every_s"; "spec"; "addresses"; "segment_s", None: do not cut;
            "is_last": a failure is final; "resumes": an output that is in a store is done.
    """
    spec = read_as(JobSpec, payload["spec"])
    target = payload["addresses"].get("output")
    if payload["resumes"] and target is not None and not spec.overwrite and exists(target):
        final = done_before(spec, without_password(target))
        return {"kind": "final", "event": plain.plain_event(final)}
    if payload["segment_s"] and (plan := cut_plan(spec, payload["segment_s"])) is not None:
        return plan
    with LocalCopy(payload["addresses"], spec) as copy:
        opening = Opening()
        opening.keeps_failed = payload["is_last"]
        final = _run(payload, copy.spec, tell, opening)
        if isinstance(final, Failed) and not final.is_complete and not payload["is_last"]:
            return {"kind": "failed", "message": final.message}
        final = _sent(copy, final)
    return {"kind": "final", "event": plain.plain_event(final)}


def _sent(copy: LocalCopy, final: Done | Cancelled | Failed) -> Done | Cancelled | Failed:
    """Send a result, again where the line breaks: another attempt would process the film again."""
    for pause_s in SEND_AGAIN_AFTER_S:
        try:
            return copy.upload(final)
        except OutputError as error:
            logger.info("sending again in %g s: %s", pause_s, error)
            time.sleep(pause_s)
    return copy.upload(final)


def done_before(spec: JobSpec, output: str) -> Done:
    """The end of a job whose output an earlier run has made.

    Args:
        output: Its name, for people.
    """
    note = f"{output} was there before; it was taken for done."
    return Done(Report(spec.input, spec.output, frames_in=0, frames_out=0, notes=(note,)))


def cut_plan(spec: JobSpec, segment_s: float) -> Plain | None:
    """What `begin` answers for a recording that is cut; None: process it in one piece.

    Args:
        segment_s: Approximate length of a segment.

    Raises:
        OutputError: The output cannot be written in this way.
        SourceError: The input cannot be read.
    """
    is_video = spec.input.suffix.lower() in VIDEO_SUFFIXES
    if not is_video or spec.output_format.codec in PICTURE_CODECS:
        return None
    # Other frame times, deinterlacing and a second file need more of the past, or a joiner of their
    # own.
    is_adapted = spec.height is not None or spec.width is not None or spec.frame_rate is not None
    if is_adapted or spec.deinterlaces or spec.matte is not None:
        return None
    # Where the person is framed, and who is who, depends on all of the film before; strokes are
    # followed once.
    if spec.settings.frames_person or spec.people or spec.strokes:
        return None
    Opening().check(spec)  # its segments check nothing
    with open_source(spec.input, spec.reading) as source:
        # An input's own alpha is sampled all over the file before the first frame.
        if not isinstance(source, FileSource) or source.has_alpha:
            return None
        if source.duration_s is None or source.duration_s < FEWEST_SEGMENTS * segment_s:
            return None
        index = index_packets(source)
    if index is None or len(index.pts) < 2:
        return None
    segments = cut(
        index,
        segment_s=segment_s,
        warm_frames=warm_up_frames(spec.settings, index.frame_rate),
        ahead_frames=ahead_frames(spec.settings),
        batch_size=BATCH_SIZE,
    )
    if len(segments) < FEWEST_SEGMENTS:
        return None
    return {
        "kind": "cut",
        "segments": plain_of(segments),
        "frame_count": len(index.pts),
    }


def warm_up_frames(settings: Settings, frame_rate: float) -> int:
    """Number of frames to process before a segment, for a film with this frame rate (0028).

    As many as the engine remembers, and some more for a steady matte. Learning the clean plate
    never ends; in every segment it starts with the plates of the first pass over the whole
    recording.
    """
    return settings.for_engine().frames_remembered(frame_rate) + ahead_frames(settings)


def ahead_frames(settings: Settings) -> int:
    """Most frames after a segment that affect its mattes."""
    return 0 if settings.frames_ahead == "off" else Engine.FRAMES_AHEAD


def segment(payload: Plain, tell: Tell) -> Plain:
    """Process one segment; its file and sidecar are in the job's folder afterwards.

    Args:
        payload: "job"; "unit"; "tell_every_s"; "spec"; "segment"; "folder".
    """
    spec, part = read_as(JobSpec, payload["spec"]), read_as(Segment, payload["segment"])
    path = Path(payload["folder"]) / (
        f"segment-{part.number:05d}{segment_format(spec.output_format).suffix}"
    )
    opening = SegmentOpening(part, path, rooms=rooms, key=payload["job"])

    def tell_kept(event: Plain) -> None:
        inner = event["event"]
        if "frames" in inner:  # frames around the segment do not count as progress
            inner["frames"] = min(part.frame_count, max(0, inner["frames"] - part.warm_count))
        tell(event)

    final = _run(payload, spec, tell_kept, opening)
    if isinstance(final, Failed):
        return {"kind": "failed", "message": final.message}
    if final.report.output is None or opening.sink_in_use is None:
        return {"kind": "segment", "number": part.number, "sidecar": None}
    report = final.report
    if report.damaged_frames:  # the sentence about them counts: it is made once, from the sum
        report = replace(report, losses=report.losses[1:])
    sidecar = plain_of(
        plain.Sidecar(
            number=part.number,
            file=final.report.output.name,
            is_whole=isinstance(final, Done),
            frames=len(opening.sink_in_use.pts),
            sha256=checksum(final.report.output),
            report=report,
        )
    )
    if isinstance(final, Done):
        write_safely(path.with_name(f"segment-{part.number:05d}.json"), plain.sealed(sidecar))
    return {"kind": "segment", "number": part.number, "sidecar": sidecar}


def join_segments(payload: Plain, tell: Tell) -> Plain:
    """Join all segments into one file.

    Args:
        payload: "job"; "spec"; "folder"; "segments": of the plan; "sidecars": in order;
            "is_partial"; "seconds" of the whole; "new_frames": without those of earlier runs.
    """
    spec = read_as(JobSpec, payload["spec"])
    output_format = spec.output_format
    folder = Path(payload["folder"])
    parts = read_as(list[Segment], payload["segments"])
    sidecars = read_as(list[plain.Sidecar], payload["sidecars"])
    encoded = [
        EncodedSegment(
            folder / sidecar.file,
            parts[sidecar.number].begin if keeps_ticks(output_format) else 0,
            sidecar.frames,
        )
        for sidecar in sidecars
    ]
    source = FileSource(spec.input, spec.reading)
    source.close()
    name_taken: OutputError | None = None
    try:
        written = join(
            encoded,
            spec.output,
            output_format,
            media=source.media,
            overwrite=spec.overwrite,
            keep_sound=spec.keep_sound,
            is_partial=payload["is_partial"],
        )
    except OutputError as error:
        if error.kept is None:
            raise
        name_taken, written = error, WriteReport(error.kept, sum(p.frame_count for p in encoded))
    reports = [sidecar.report for sidecar in sidecars]
    total = _sum(spec, reports)
    # Every worker opened an engine, all at the same time.
    prepared_s = min(
        max((report.prepared_s for report in reports), default=0.0), payload["seconds"]
    )
    report = replace(
        total,
        output=written.path,
        frames_out=written.frame_count,
        audio=tuple(str(track) for track in written.tracks),
        notes=(*total.notes, *(note for note in written.notes if note not in total.notes)),
        losses=(*total.losses, *(track.loss for track in written.tracks if track.loss)),
        seconds=payload["seconds"],
        prepared_s=prepared_s,
        fps=payload["new_frames"] / max(payload["seconds"] - prepared_s, 1e-3),
    )
    final = Cancelled(report) if payload["is_partial"] else Done(report)
    if name_taken is not None:
        final = Failed(spec.input, str(name_taken), report, is_complete=True)
    return {"kind": "final", "event": plain.plain_event(final)}


def checksum(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal digits."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _run(payload: Plain, spec: JobSpec, tell: Tell, opening: Opening) -> Done | Cancelled | Failed:
    """Run a job whose events and cancellation go by its name."""
    key = payload["job"]
    due_s = 0.0

    def on_event(event: Event) -> None:
        nonlocal due_s
        if isinstance(event, Progress):
            if time.monotonic() < due_s:
                return
            due_s = time.monotonic() + payload["tell_every_s"]
        if isinstance(event, Started | JobNotice | Progress):
            tell({"job": key, "unit": payload["unit"], "event": plain.plain_event(event)})

    job = Job(spec, on_event, engine_factory=engines, opening=opening)
    entry = (key, job)
    with _lock:
        _running.add(entry)
        if key in _cancelled:
            job.cancel()
    try:
        final = job.run()
    finally:
        with _lock:
            _running.discard(entry)
    if isinstance(final, Failed):
        engines.drop()
    return final


def _sum(spec: JobSpec, reports: list[Report]) -> Report:
    stages: dict[str, float] = {}
    for report in reports:
        for name, seconds in report.stage_s.items():
            stages[name] = stages.get(name, 0.0) + seconds
    threads: dict[str, ThreadTimes] = {}
    for name, times in ((n, t) for report in reports for n, t in report.threads.items()):
        threads[name] = threads[name] + times if name in threads else times
    damaged = sum(report.damaged_frames for report in reports)
    without_matte: Counter[str] = Counter()
    for report in reports:
        without_matte.update(report.without_matte)
    return Report(
        input=spec.input,
        output=None,
        frames_in=sum(report.frames_out for report in reports),
        frames_out=sum(report.frames_out for report in reports),
        frames_carried=sum(report.frames_carried for report in reports),
        damaged_frames=damaged,
        without_matte=dict(without_matte),
        notes=_once(note for report in reports for note in report.notes),
        losses=(
            *damage_of(spec.input.name, damaged),
            *_once(loss for report in reports for loss in report.losses),
        ),
        device=", ".join(_once(report.device for report in reports if report.device)),
        model=", ".join(_once(report.model for report in reports if report.model)),
        looks_twice=any(report.looks_twice for report in reports),
        decoder=", ".join(_once(report.decoder for report in reports if report.decoder)),
        encoder=", ".join(_once(report.encoder for report in reports if report.encoder)),
        bits=max((report.bits for report in reports), default=8),
        kept_bits=min((report.kept_bits for report in reports), default=8),
        transfer=reports[0].transfer if reports else "sdr",
        kept_transfer=reports[0].kept_transfer if reports else "sdr",
        stage_s=stages,
        threads=threads,
    )


def _once(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
