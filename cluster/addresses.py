"""Addresses that fsspec knows (s3://, gs://, sftp://), by way of a folder of this computer.

libav opens local files alone. An output is written whole before a byte of it is sent, and gets its
name there at the end: it is never half.
"""

from __future__ import annotations

import re
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from cluster.packages import INSTALL
from pipeline.jobs.events import Cancelled, Done, Failed, Report
from pipeline.jobs.job_spec import JobSpec
from video.sink import OutputError
from video.source import SourceError

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://.")


def is_address(text: str) -> bool:
    """Whether it names a place by a protocol, not a path (nor a drive of Windows)."""
    return _ADDRESS.match(text) is not None


def file_name(address: str) -> str:
    """The last part of an address."""
    return PurePosixPath(address.partition("://")[2]).name


class LocalCopy:
    """The files of one job where they can be opened; a job of paths alone is left as it is.

    Args:
        addresses: "input" and "output", where they are addresses; else without them.
        spec: With the names that the files would have.

    Attributes:
        spec: With paths that exist here.

    Raises:
        SourceError: The input cannot be fetched.
        OutputError: The output exists already, or no folder can be made.
    """

    def __init__(self, addresses: dict[str, str], spec: JobSpec) -> None:
        self._addresses, self._given = addresses, spec
        self._folder: Path | None = None
        self.spec = spec

    def __enter__(self) -> LocalCopy:
        if not self._addresses:
            return self
        self._folder = Path(tempfile.mkdtemp(prefix="backdrop-"))
        try:
            self._fetch()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _fetch(self) -> None:
        assert self._folder is not None
        source, target = self._addresses.get("input"), self._addresses.get("output")
        if target is not None:
            with _told(target, OutputError, "cannot be written to"):
                system, path = _opened(target)
                if not self.spec.overwrite and system.exists(path):
                    raise OutputError(
                        f"{target} exists already; choose another name, or allow overwriting "
                        "(--overwrite)."
                    )
            (self._folder / "out").mkdir()
            self.spec = replace(self.spec, output=self._folder / "out" / file_name(target))
        if source is not None:
            (self._folder / "in").mkdir()
            local = self._folder / "in" / file_name(source)
            with _told(source, SourceError, "cannot be fetched"):
                system, path = _opened(source)
                system.get_file(path, str(local))
            self.spec = replace(self.spec, input=local)

    def upload(self, final: Done | Cancelled | Failed) -> Done | Cancelled | Failed:
        """Send what was made to where it shall be, and say that it is there.

        Raises:
            OutputError: It cannot be sent; nothing stands under the name.
        """
        if not self._addresses:
            return final
        if isinstance(final, Failed):
            report = None if final.report is None else self._sent(final.report)
            return replace(final, input=self._given.input, report=report)
        return replace(final, report=self._sent(final.report))

    def _sent(self, report: Report) -> Report:
        target, output = self._addresses.get("output"), report.output
        if target is not None and output is not None:
            folder = target.rpartition("/")[0]
            place = f"{folder}/{output.name}"
            with _told(place, OutputError, "could not be written"):
                system, path = _opened(place)
                # Object stores show nothing before all of it is there; others get a name later.
                unfinished = f"{path}.{secrets.token_hex(4)}.part"
                try:
                    system.put_file(str(output), unfinished)
                    system.mv(unfinished, path)
                except BaseException:
                    if system.exists(unfinished):
                        system.rm_file(unfinished)
                    raise
            output = self._given.output.with_name(output.name)
        return replace(report, input=self._given.input, output=output)


def listed(address: str) -> list[str]:
    """The files at an address: itself, or those of a folder, not of the folders in it.

    Raises:
        SourceError: There is nothing, or it cannot be asked.
    """
    with _told(address, SourceError, "cannot be read"):
        system, path = _opened(address)
        if not system.exists(path):
            raise SourceError(f"{address} does not exist; check the address.")
        if not system.isdir(path):
            return [address]
        protocol = address.partition("://")[0]
        files = [entry for entry in system.ls(path, detail=True) if entry["type"] == "file"]
        names = sorted(PurePosixPath(entry["name"]).name for entry in files)
        base = address.rstrip("/")
        if not names:
            raise SourceError(f"{address} holds no file; name a folder with some.")
        assert base.startswith(protocol)
        return [f"{base}/{name}" for name in names]


def _opened(address: str) -> tuple[Any, str]:
    import fsspec  # pyright: ignore[reportMissingTypeStubs]

    return fsspec.core.url_to_fs(address)


@contextmanager
def _told(address: str, kind: type[OSError], what: str) -> Iterator[None]:
    """Whatever a store says, in one sentence of ours."""
    try:
        yield
    except ImportError as error:
        protocol = address.partition("://")[0]
        raise kind(
            f"{address} {what}: {protocol}:// needs a package that is not installed ({error}); "
            f"run: {INSTALL}, and what it names"
        ) from error
    except (SourceError, OutputError):
        raise
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or str(error).rstrip(".")
        raise kind(
            f"{address} {what} ({reason}); check the address and what you may do there."
        ) from error
