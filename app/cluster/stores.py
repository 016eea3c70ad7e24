"""Stores: files at addresses that fsspec knows (s3://, gs://, sftp://), listed, fetched and sent.

Files at http:// and https:// are fetched like network cameras, from the named host only: fsspec
would follow a redirect to any host, this computer's network included.

Sentences never show an address's password: see `shown_path`.

libav opens local files only. An output is completed before a byte of it is sent, and gets its name
at the end, so the store never has half a file.
"""

from __future__ import annotations

import inspect
import re
import secrets
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

from app.cluster.addresses import INSTALL, file_name, is_web
from app.pipeline.jobs.events import Cancelled, Done, Failed, Report
from app.pipeline.jobs.job_spec import JobSpec
from app.video.files.matte_beside import matte_path
from app.video.network.access import Access, HostRefusedError
from app.video.network.address import HIDDEN, CameraAddress, split_address, without_password
from app.video.network.connection import Allowance, BrokenError, reason_of
from app.video.network.http_stream import HttpOpener
from app.video.placing.placing import free_names, partial_names
from app.video.placing.work_folder import WorkFolder
from app.video.sink import OutputError
from app.video.source import SourceError
from app.video.undo import or_undo

# These open other addresses, or files that they name: any host, and files of this computer.
_NO_PLACE = {"reference", "generic", "dir", "cached", "blockcache", "filecache", "simplecache"}
_CHAINED_WEB = re.compile(r"::https?(?:://|$|::)", re.IGNORECASE)
_CONDITIONAL = {"s3", "s3a", "gs", "gcs"}


class LocalCopy:
    """Local copies of one job's files; a job with paths only stays unchanged.

    Args:
        addresses: "input" and "output", as far as they are addresses.
        spec: With the names that the files would have.

    Attributes:
        spec: With paths that exist here.

    Raises:
        SourceError: The input cannot be fetched.
        OutputError: The output exists already, cannot be written, or no folder can be made.
    """

    def __init__(self, addresses: dict[str, str], spec: JobSpec) -> None:
        self._addresses, self._given = addresses, spec
        self._folders: list[WorkFolder] = []
        self.spec = spec

    def __enter__(self) -> LocalCopy:
        with or_undo(self.__exit__):
            self._fetch()
        return self

    def __exit__(self, *exc_info: object) -> None:
        for folder in self._folders:
            folder.remove()

    def _folder(self, address: str) -> Path:
        """A new folder for the file of an address; `doctor` finds it if this process dies."""
        target = Path(tempfile.gettempdir()) / file_name(address)
        try:
            folder = WorkFolder(target, is_ours=lambda name: True)
            self._folders.append(folder)
            folder.path.chmod(0o700)
        except OSError as error:
            raise OutputError(
                f"{target.parent} takes no folder for {without_password(address)} "
                f"({error.strerror}); free some space there, or name another place in TMPDIR"
            ) from error
        return folder.path

    def _fetch(self) -> None:
        source, target = self._addresses.get("input"), self._addresses.get("output")
        if target is not None:
            self._check_output(target)
            self.spec = replace(self.spec, output=self._folder(target) / file_name(target))
        if source is not None:
            local = self._folder(source) / file_name(source)
            with _told(source, SourceError, "cannot be fetched"):
                if is_web(source):
                    fetch(source, local)
                else:
                    system, path = _opened(source)
                    system.get_file(path, str(local))
            self.spec = replace(self.spec, input=local)

    def _check_output(self, target: str) -> None:
        """Refuse a taken name, and a place that accepts no file, before any work."""
        names = [target]
        if self._given.matte is not None:
            names.append(matte_address(target))
        for name in names:
            with _told(name, OutputError, "cannot be written to"):
                system, path = _opened(name)
                if not self.spec.overwrite and system.exists(path):
                    raise OutputError(
                        f"{without_password(name)} exists already; choose another name, or "
                        "allow overwriting (--overwrite)."
                    )
        with _told(target, OutputError, "cannot be written to"):
            system, path = _opened(target)
            trial = _unfinished(path)
            system.makedirs(path.rpartition("/")[0], exist_ok=True)
            system.pipe_file(trial, b"")
            system.rm_file(trial)

    def upload(self, final: Done | Cancelled | Failed) -> Done | Cancelled | Failed:
        """Send the result to its address; the event then names that.

        Raises:
            OutputError: It cannot be sent; the name stays unused.
        """
        report = final.report
        target = self._addresses.get("output")
        if report is None:
            return replace(final, input=self._given.input) if isinstance(final, Failed) else final
        report = replace(report, input=self._given.input)
        taken = False
        if target is not None and report.output is not None:
            report, taken = self._sent(report, report.output, target)
        if isinstance(final, Failed):
            return replace(final, input=self._given.input, report=report)
        if taken and target is not None and report.output is not None:
            name = report.output.name
            sentence = (
                f"{without_password(target)} appeared meanwhile and was not replaced; the result "
                f"is {name}."
            )
            return Failed(self._given.input, sentence, report, is_complete=True)
        return replace(final, report=report)

    def _sent(self, report: Report, output: Path, target: str) -> tuple[Report, bool]:
        """The report on what is in the store, and whether it had to take another name."""
        wanted = Path(file_name(target))
        is_whole = output.name == wanted.name
        pairs: Iterator[tuple[Path, Path]]
        if is_whole:
            pairs = ((name, matte_path(name)) for name in free_names(wanted))
        else:
            matte = matte_path(wanted)
            stems = (wanted.with_suffix(""), matte.with_suffix(""))
            pairs = zip(*(partial_names(stem, wanted.suffix) for stem in stems), strict=True)
        first: tuple[Path, Path] | None = None
        for picture, matte in pairs:
            first = first or (picture, matte)
            files = {picture.name: output}
            if self._given.matte is not None:
                files = {matte.name: output.with_name(first[1].name), **files}
            if not self._all_put(files, target):
                continue
            notes = tuple(note.replace(first[1].name, matte.name) for note in report.notes)
            placed = self._given.output.with_name(picture.name)
            is_taken = is_whole and picture != wanted
            return replace(report, output=placed, notes=notes), is_taken
        raise AssertionError("names never end")

    def _all_put(self, files: dict[str, Path], target: str) -> bool:
        """Send all files under their names or none; False: one of the names is taken."""
        with ExitStack() as put_back:
            for name, local in files.items():
                place = _beside(target, name)
                with _told(place, OutputError, "could not be written"):
                    system, path = _opened(place)
                    try:
                        _put(system, local, path, overwrite=self.spec.overwrite)
                    except FileExistsError:
                        return False
                if not self.spec.overwrite:  # what was replaced does not come back
                    put_back.callback(_removed, system, path)
            put_back.pop_all()
        return True


def _removed(system: Any, path: str) -> None:
    """Remove a file, if the store still answers."""
    with suppress(Exception):
        system.rm_file(path)


def _put(system: Any, local: Path, path: str, *, overwrite: bool) -> None:
    """Send a file, never a part of it under its name; FileExistsError: that is taken."""
    if not overwrite and _creates_only_if_absent(system):
        system.put_file(str(local), path, mode="create")
        return
    unfinished = _unfinished(path)
    try:
        system.put_file(str(local), unfinished)
        system.invalidate_cache()
        # As late as possible: stores of this kind cannot refuse a taken name in the move itself.
        if not overwrite and system.exists(path):
            raise FileExistsError(path)
        system.mv(unfinished, path)
    except BaseException:
        if system.exists(unfinished):
            system.rm_file(unfinished)
        raise


def _creates_only_if_absent(system: Any) -> bool:
    """Whether a store shows complete objects only, and refuses a name that is taken."""
    protocols = {system.protocol} if isinstance(system.protocol, str) else set(system.protocol)
    put = getattr(system, "_put_file", system.put_file)
    return bool(protocols & _CONDITIONAL) and "mode" in inspect.signature(put).parameters


def _unfinished(path: str) -> str:
    return f"{path}.{secrets.token_hex(4)}.part"


def _beside(address: str, name: str) -> str:
    return f"{address.rpartition('/')[0]}/{name}"


def refuse_replacing(inputs: Iterable[str], outputs: Iterable[str]) -> None:
    """Refuse outputs that would replace an input in a store.

    Raises:
        OutputError: One of them would, or its store cannot be asked.
    """
    read: dict[str, list[str]] = {}  # by name, so that stores are asked where names agree alone
    for address in inputs:
        if not is_web(address):
            read.setdefault(file_name(address), []).append(address)
    for target in outputs:
        for source in read.get(file_name(target), ()):
            with _told(target, OutputError, "cannot be written to"):
                if _opened(source) == _opened(target):
                    raise OutputError(
                        f"{without_password(target)} is an input and cannot be overwritten; choose "
                        "another name"
                    )


def exists(address: str) -> bool:
    """Whether a store has a file of this address.

    Raises:
        OutputError: It cannot be asked.
    """
    with _told(address, OutputError, "cannot be written to"):
        system, path = _opened(address)
        return bool(system.exists(path))


def matte_address(output: str) -> str:
    """The address of the matte of an output, beside it."""
    return _beside(output, matte_path(Path(file_name(output))).name)


def listed(address: str) -> list[str]:
    """The files at an address: itself, or those of a folder, without subfolders and hidden files.

    Raises:
        SourceError: It is missing, or the store does not answer.
    """
    if is_web(address):
        if not file_name(address):
            raise SourceError(f"{without_password(address)} names no file; give one with its name.")
        return [address]
    with _told(address, SourceError, "cannot be read"):
        system, path = _opened(address)
        if not system.exists(path):
            raise SourceError(f"{without_password(address)} does not exist; check the address.")
        if not system.isdir(path):
            return [address]
        protocol = address.partition("://")[0]
        files = [entry for entry in system.ls(path, detail=True) if entry["type"] == "file"]
        names = sorted(PurePosixPath(entry["name"]).name for entry in files)
        names = [name for name in names if not name.startswith(".")]  # macOS's ._talk.mp4
        base = address.rstrip("/")
        if not names:
            raise SourceError(
                f"{without_password(address)} holds no file; name a folder with some."
            )
        assert base.startswith(protocol)
        return [f"{base}/{name}" for name in names]


def _opened(address: str) -> tuple[Any, str]:
    protocol = address.partition("://")[0].lower()
    if is_web(address):
        raise ValueError("a web server takes no files; name a store or a path")
    if protocol in _NO_PLACE or _CHAINED_WEB.search(address):
        raise ValueError("it refers to another address; give the address of the file itself")
    import fsspec  # pyright: ignore[reportMissingTypeStubs]

    system, path = fsspec.core.url_to_fs(address)
    system.invalidate_cache()  # the cache may be hours old
    return system, path


@contextmanager
def _told(address: str, kind: type[OSError], what: str) -> Iterator[None]:
    """Turn any error of a store into one sentence of ours."""
    try:
        yield
    except ImportError as error:
        protocol = address.partition("://")[0]
        raise kind(
            f"{without_password(address)} {what}: {protocol}:// needs a package that is not "
            f"installed ({error}); run: {INSTALL}, and what it names"
        ) from error
    except (SourceError, OutputError):
        raise
    except Exception as error:
        raise kind(
            f"{without_password(address)} {what} ({_reason(error, address)}); check the address "
            "and what you may do there."
        ) from error


def _reason(error: Exception, address: str) -> str:
    """A store's error on one line, without the login that it received."""
    words = getattr(error, "strerror", None) or str(error) or type(error).__name__
    login = split_address(address)[1]
    for secret in (login, unquote(login), *login.split(":")[1:], *unquote(login).split(":")[1:]):
        words = words.replace(secret, HIDDEN) if secret else words
    return without_password(" ".join(words.split())).rstrip(".")


OPEN_TIMEOUT_S = 30.0
READ_TIMEOUT_S = 30.0
_CHUNK = 1 << 20


def fetch(address: str, target: Path) -> None:
    """Write the file at a web address to `target`, whole.

    Args:
        address: Its name and password are sent to its own host and port only.
        target: Replaced.

    Raises:
        ValueError: It is no address.
        SourceError: It cannot be fetched, or redirects to another host; one sentence says why.
        OSError: It cannot be written.
    """
    place = CameraAddress.parse(address)
    name, allowance = place.shown, Allowance(place.shown)
    allowance.extend(OPEN_TIMEOUT_S)
    opener = HttpOpener(place, Access(place.host, (), allowance, verifies=True), allowance)
    try:
        stream = opener.open()
        with open(target, "wb") as file:
            while data := _next(stream.read, allowance):
                file.write(data)
        if stream.length is not None and stream.tell() < stream.length:
            raise SourceError(
                f"{name} ended after {stream.tell()} of {stream.length} bytes; try it again"
            )
    except HostRefusedError as error:
        raise SourceError(
            f"{name} redirects to {error.host}, another host; "
            "give the address there if you trust it"
        ) from error
    except SourceError as error:
        cause = error if isinstance(error, BrokenError) else error.__cause__
        if not isinstance(cause, OSError):
            raise
        reason = str(cause) if isinstance(cause, SourceError) else reason_of(cause)
        raise SourceError(
            f"{name} cannot be fetched ({reason}); check the address and the line to it"
        ) from error
    finally:
        opener.close()


def _next(read: Callable[[int], bytes], allowance: Allowance) -> bytes:
    """The next bytes within the time limit, which starts anew with every part; empty at the end."""
    allowance.renew()
    allowance.extend(READ_TIMEOUT_S)
    data = read(_CHUNK)
    allowance.check()
    return data
