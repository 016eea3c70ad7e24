"""JobFolder: finished segments of a recording and a manifest, beside the output until it is whole.

The manifest is written once, before the first segment; each worker writes a sidecar after its
segment, whole and safe on the disk. So whatever dies, what is there can be gone on from.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from pathlib import Path

from cluster import plain
from cluster.plain import Plain
from cluster.tasks import checksum
from pipeline.jobs.job_spec import JobSpec
from video.files.segment_source import Segment
from video.placing.folder_name import write_safely
from video.placing.output_name import explain_os_error
from video.placing.work_folder import WorkFolder, left_folders
from video.sink import OutputError

MANIFEST = "manifest.json"
VERSION = 1
_OURS = re.compile(r"manifest\.json|manifest\.[0-9a-f]{8}\.json|segment-\d{5}\..+")
# Another name of the output's folder, or of the output, is no reason to begin anew.
_MAY_DIFFER = ("overwrite",)


class JobFolder:
    """Locked by the process that runs the job for as long as that lives.

    Args:
        spec: Of the whole, with absolute paths.
        segments: Of the whole.
        frame_count: Likewise.
        adopted: A left folder whose manifest says the same.

    Attributes:
        path: For the workers.

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
        try:
            self._folder = WorkFolder(spec.output, is_ours=is_ours, adopted=adopted)
            self.path = self._folder.path
            if adopted is None:
                document = {
                    "version": VERSION,
                    "job": _asked(spec),
                    "source": _identity(spec.input),
                    "frame_count": frame_count,
                    "segments": [plain.plain_segment(part) for part in segments],
                }
                content = json.dumps(document, indent=1).encode(errors="surrogateescape")
                write_safely(self.path / MANIFEST, content)
        except BlockingIOError:
            raise OutputError(
                f"{spec.output} is being made by another job at this moment; wait for it, or name "
                "another output"
            ) from None
        except OSError as error:
            if isinstance(error, OutputError):
                raise
            raise explain_os_error(spec.output, error) from error

    def finished(self) -> dict[int, Plain]:
        """The sidecars of segments that are there and whole, by their numbers."""
        found = {}
        for part in self.segments:
            with suppress(OSError, ValueError, KeyError, TypeError):
                text = (self.path / f"segment-{part.number:05d}.json").read_bytes()
                sidecar = json.loads(text.decode(errors="surrogateescape"))
                name = str(sidecar["file"])
                # A name, not a way to somewhere else.
                if _OURS.fullmatch(name) is None or os.sep in name:
                    continue
                is_sound = checksum(self.path / name) == sidecar["sha256"]
                if is_sound and sidecar["number"] == part.number and sidecar["is_whole"]:
                    found[part.number] = sidecar
        return found

    def leave(self) -> None:
        """Keep what is there for `--resume`."""
        self._folder.leave()

    def remove(self) -> None:
        """Remove all of it; may be called twice."""
        self._folder.remove()


def find_left(spec: JobSpec) -> JobFolder | None:
    """What an earlier job for the same output left, locked for us; None: nothing.

    Raises:
        OutputError: It was begun from another file or with other settings, or somebody still works
            on it.
    """
    for path in left_folders(spec.output):
        try:
            document = json.loads((path / MANIFEST).read_bytes().decode(errors="surrogateescape"))
            asked, source = document["job"], document["source"]
            segments = [plain.segment_of(part) for part in document["segments"]]
            frame_count = int(document["frame_count"])
            is_known = document["version"] == VERSION
        except (OSError, ValueError, KeyError, TypeError):
            continue  # no manifest: killed before there was one, or no job of ours
        if not is_known or not segments:
            continue
        _refuse_other(spec, asked, source)
        return JobFolder(spec, segments, frame_count, adopted=path)
    return None


def _refuse_other(spec: JobSpec, asked: Plain, source: list[int]) -> None:
    own = _asked(spec)
    differing = [name for name, value in own.items() if asked.get(name) != value]
    if differing:
        raise OutputError(
            f"{spec.output} was begun with other values of {', '.join(differing)}; give those "
            "again, or leave --resume out to begin anew"
        )
    if source != _identity(spec.input):
        raise OutputError(
            f"{spec.input.name} has changed since {spec.output.name} was begun; leave --resume "
            "out to begin anew"
        )


def _asked(spec: JobSpec) -> Plain:
    """What decides on every byte of a segment, flat."""
    values = json.loads(json.dumps(plain.plain_spec(spec)))  # as it is read from a manifest
    for name in _MAY_DIFFER:
        del values[name]
    return {**{k: v for k, v in values.items() if k != "settings"}, **values["settings"]}


def _identity(path: Path) -> list[int]:
    """Size and time of the source: as all programs tell that a file was changed."""
    with suppress(OSError):
        status = path.stat()
        return [status.st_size, status.st_mtime_ns]
    return []


def is_ours(name: str) -> bool:
    """Whether a job may have written a file of this name into its folder."""
    return _OURS.fullmatch(name) is not None
