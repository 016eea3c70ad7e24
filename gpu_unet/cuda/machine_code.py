"""MachineCode: from a Numba function to machine code, kept on disk under its sources' hash."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import logging
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

log = logging.getLogger(__name__)

Target = tuple[int, int, str]  # compute capability and "a" for the features of just this one

# Numbers taken from these are frozen into the code without a trace of where they came from.
_CONSTANTS = tuple(
    Path(__file__).parents[1] / name
    for name in ("cuda/parameters.py", "edge_parameters.py", "colour.py", "reference/edges.py")
)


@dataclass(frozen=True, slots=True)
class Options:
    """How a kernel is compiled and launched; see `device_kernel`."""

    fastmath: bool
    bounds: tuple[int, ...] | None
    directives: tuple[str, ...]
    overlap: bool


@dataclass(frozen=True, slots=True)
class MachineCode:
    """One kernel's code for any target.

    Attributes:
        name: Of the kernel and its variant.
        function: The Python function.
        signature: Numba's.
        options: How it is compiled.
    """

    name: str
    function: Callable[..., None]
    signature: str
    options: Options

    def ptx(self, target: Target) -> str:
        """PTX for `target`; needs the compiler wheels, no GPU."""
        arguments, _ = _numba("core.sigutils").normalize_signature(self.signature)
        with _compiling_for(target):
            text, _ = _numba("compiler").compile_ptx(
                self.function,
                _numba("types").void(*arguments),
                fastmath=self.options.fastmath,
                cc=target,
                launch_bounds=self.options.bounds,
            )
        # Numba knows no such options; the directives belong behind the block size.
        behind = "\n".join(["", *self.options.directives])
        return re.sub(r"(\.maxntid .*)", rf"\1{behind}", text, count=1)

    def get(self, target: Target) -> tuple[str, bytes]:
        """(entry name, cubin) for `target`, from the disk where it is there."""
        path = self._path(target)
        with contextlib.suppress(OSError, UnicodeDecodeError):
            entry, _, code = path.read_bytes().partition(b"\0")
            if code:
                return entry.decode(), code
        log.info("compiling %s", self.name)
        text = self.ptx(target)
        found = re.search(r"\.visible \.entry (\w+)\(", text)
        assert found is not None, "Numba emitted no kernel"
        linker = _numba("cudadrv.driver")._Linker(cc=target, lto=False)
        linker.add_ptx(text.encode())
        code = bytes(linker.complete().code)
        _write_whole(path, found[1].encode() + b"\0" + code)
        return found[1], code

    def is_kept(self, target: Target) -> bool:
        """Whether `get` finds it on the disk."""
        return self._path(target).is_file()

    def forget(self, target: Target) -> None:
        """Drop what is on the disk: it turned out to be damaged."""
        with contextlib.suppress(OSError):
            self._path(target).unlink()

    def _path(self, target: Target) -> Path:
        parts = (
            _sources_digest(self.function.__module__),
            _compiler_versions(),
            self.function.__module__,
            self.name,
            self.signature,
            self.options,
            target,
        )
        return cache_folder() / f"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}.cubin"


def _numba(name: str) -> Any:
    """A module of numba-cuda, whose insides have no types; imported when something is compiled."""
    return importlib.import_module(f"numba.cuda.{name}")


@contextlib.contextmanager
def _compiling_for(target: Target) -> Iterator[None]:
    """Answer for the GPU while Numba compiles device functions, which ask for the current one.

    Compiling then needs no GPU, and Numba makes no context of its own.
    """
    dispatcher = _numba("dispatcher")
    asked = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=target[:2])
    try:
        yield
    finally:
        dispatcher.get_current_device = asked


def cache_folder() -> Path:
    """Where machine code and tuning results are kept; made when something is written.

    BACKDROP_CACHE overrides the platform's own place.
    """
    given = os.environ.get("BACKDROP_CACHE")
    if given:
        return Path(given)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "backdrop" / "cuda"


def _write_whole(path: Path, content: bytes) -> None:
    """Write a cache file completely or not at all; a cache that cannot be written is no error."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        os.replace(file.name, path)
    except OSError as error:
        log.warning("%s cannot be written (%s): the next start compiles again", path, error)


@functools.cache
def _sources_digest(module_name: str) -> str:
    """Over a kernel's source file and every file of this package that it takes something from."""
    digest = hashlib.sha256()
    for name in sorted(_needed_modules(module_name, set())):
        digest.update(Path(str(sys.modules[name].__file__)).read_bytes())
    for path in _CONSTANTS:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _needed_modules(name: str, seen: set[str]) -> set[str]:
    seen.add(name)
    for value in vars(sys.modules[name]).values():
        function = getattr(value, "py_func", value)  # a device function knows its Python one
        origin = (
            value.__name__
            if isinstance(value, ModuleType)
            else function.__module__
            if (callable(function) and hasattr(function, "__module__"))
            else None
        )
        if (
            isinstance(origin, str)
            and origin.startswith(("gpu_unet.cuda.kernels", "gpu_unet.cuda.ptx"))
            and origin not in seen
        ):
            _needed_modules(origin, seen)
    return seen


@functools.cache
def _compiler_versions() -> str:
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for wheel in ("numba", "numba-cuda", "nvidia-nvvm", "nvidia-nvjitlink", "nvidia-cuda-nvrtc"):
        try:
            found.append(f"{wheel} {version(wheel)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)
