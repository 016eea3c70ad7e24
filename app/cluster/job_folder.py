"""JobFolder: finished segments of a recording, beside the output, with a manifest.

The manifest is written once, before the first segment; each worker writes a sidecar after its
segment, complete on the disk. So a job can resume whatever process dies.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.cluster import plain
from app.cluster.plain import Sidecar
from app.cluster.tasks import checksum
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.made_outputs import asked_values, files_read, other_values
from app.pipeline.plain_data import plain_of, read_as
from app.video.files.segments import Segment
from app.video.placing.output_name import explained, write_safely
from app.video.placing.work_folder import WorkFolder, left_folders
from app.video.sink import OutputError
from app.video.undo import or_undo

MANIFEST = "manifest.json"
VERSION = 2
_OURS = re.compile(r"manifest\.json|manifest\.[0-9a-f]{8}\.json|segment-\d{5}\..+")


@dataclass(frozen=True, slots=True)
class _Manifest:
    """What the job was asked for.

    Attributes:
        job: By name, every value that affects a byte of a segment. Another name of the same folder
            still resumes the job, see `_placed`.
        read: Per file that is read, besides the program's own: size and modification time.
        frame_count: Frames of the whole recording.
    """

    version: int
    job: dict[str, Any]
    read: dict[str, list[int]]
    frame_count: int
    segments: list[Segment]


class JobFolder:
    """Locked by the process that runs the job while it lives.

    Args:
        spec: The whole job, with absolute paths.
        adopted: A left folder whose manifest states the same.

    Raises:
        OutputError: It cannot be made.
    """

    def __init__(
        self,
        spec: JobSpec,
        segments: list[Segment],
        frame_count: int,
        *,
        adopted: Path | None = None,
    ) -> None:
        self.spec, self.segments, self.frame_count = spec, segments, frame_count
        with explained(spec.output):
            try:
                self.work = WorkFolder(spec.output, is_ours=is_ours, adopted=adopted)
            except BlockingIOError:
                raise OutputError(
                    f"{spec.output} is being made by another job at this moment; wait for it, or "
                    "name another output"
                ) from None
            self.path = self.work.path
            if adopted is None:
                self._write_manifest()

    def _write_manifest(self) -> None:
        spec = self.spec
        manifest = _Manifest(
            VERSION, asked_values(spec), files_read(spec), self.frame_count, self.segments
        )
        with or_undo(self.work.remove):
            write_safely(self.path / MANIFEST, plain.sealed(plain_of(manifest)))

    def finished(self) -> dict[int, Sidecar]:
        """The sidecars of complete segments, by their numbers."""
        found = {}
        for part in self.segments:
            with suppress(OSError, ValueError, RecursionError):
                content = (self.path / f"segment-{part.number:05d}.json").read_bytes()
                sidecar = read_as(Sidecar, plain.unsealed(content))
                # It must be a plain name, without a way to another folder.
                if _OURS.fullmatch(sidecar.file) is None or os.sep in sidecar.file:
                    continue
                is_sound = checksum(self.path / sidecar.file) == sidecar.sha256
                if is_sound and sidecar.number == part.number and sidecar.is_whole:
                    found[part.number] = sidecar
        return found


def find_left(spec: JobSpec) -> JobFolder | None:
    """Find and lock what an earlier job for the same output left; None: nothing.

    Raises:
        OutputError: It was begun from another file or with other settings, or another process still
            works on it.
    """
    for path in left_folders(spec.output):
        try:
            document = plain.unsealed((path / MANIFEST).read_bytes())
            manifest = read_as(_Manifest, document)
        except (OSError, ValueError, RecursionError):
            continue  # without a manifest: killed too early, or no job of ours
        if manifest.version != VERSION or not manifest.segments:
            continue
        _refuse_other(spec, manifest)
        return JobFolder(spec, manifest.segments, manifest.frame_count, adopted=path)
    return None


def _refuse_other(spec: JobSpec, manifest: _Manifest) -> None:
    usual = asked_values(JobSpec(spec.input, spec.output))
    if differing := other_values(asked_values(spec), manifest.job, usual):
        raise OutputError(
            f"{spec.output} was begun with other values of {differing}; give those again, or "
            "leave --resume out to begin anew"
        )
    for path, identity in files_read(spec).items():
        if manifest.read.get(path) != identity:
            raise OutputError(
                f"{path} has changed since {spec.output.name} was begun; leave --resume "
                "out to begin anew"
            )


def is_ours(name: str) -> bool:
    """Whether a job may have written a file of this name into its folder."""
    return _OURS.fullmatch(name) is not None
