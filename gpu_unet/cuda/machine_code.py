"""MachineCode: compiles a Numba function to a cubin and caches it on disk.

The way of a kernel:

    function --Numba, NVVM--> PTX --our directives--> PTX --nvJitLink--> cubin --> disk cache
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from gpu_unet import compiled_code, shipped_code
from gpu_unet.cuda.driver import INSTALL
from gpu_unet.errors import EngineError

log = logging.getLogger(__name__)

Target = tuple[int, int, str]  # compute capability and "a" for the features of just this one

_refused: set[tuple[str, Target]] = set()  # shipped code that the driver did not take


@dataclass(frozen=True, slots=True)
class Options:
    """How a kernel is compiled and launched; see `device_kernel`."""

    fastmath: bool
    bounds: tuple[int, ...] | None
    directives: tuple[str, ...]
    pdl: bool


@dataclass(eq=False)
class MachineCode:
    """One kernel's code for any target.

    Attributes:
        name: Name of the kernel and its variant.
        options: Compiler and launch options.
    """

    name: str
    function: Callable[..., None]
    signature: str
    options: Options

    def ptx(self, target: Target) -> str:
        """PTX for `target`; needs the compiler wheels, no GPU.

        Raises:
            EngineError: Numba's PTX has no place for the directives.
        """
        arguments, _ = _numba("core.sigutils").normalize_signature(self.signature)
        with _compiling_for(target):
            text, _ = _numba("compiler").compile_ptx(
                self.function,
                _numba("types").void(*arguments),
                fastmath=self.options.fastmath,
                cc=target,
                launch_bounds=self.options.bounds,
            )
        return self._with_directives(text)

    def _with_directives(self, text: str) -> str:
        """Insert the directives that Numba cannot express, after the block size."""
        if not self.options.directives:
            return text
        behind = "\n".join(["", *self.options.directives])
        text, places = re.subn(r"^(\.maxntid .*)", rf"\1{behind}", text, flags=re.MULTILINE)
        if places != 1:
            raise EngineError(
                f"{self.name}: {', '.join(self.options.directives)} has its place in PTX behind "
                f"the line of .maxntid, and this has {places} of them; say `threads` where the "
                f"kernel is decorated, or run: {INSTALL}"
            )
        return text

    def machine_code(self, target: Target) -> tuple[str, bytes]:
        """(entry name, cubin) for `target`, from the disk cache or compiled.

        Raises:
            EngineError: It is not on disk, and there is no compiler.
        """
        kept = self._kept(target)
        if kept is None:
            kept = self._compiled(target)
            compiled_code.write(self._kept_name(target), kept)
        entry, _, code = kept.partition(b"\0")
        return entry.decode(), code

    def ship(self, target: Target) -> None:
        """Compile into the installation's folder of shipped code; see `usual_kernels`."""
        shipped_code.write_for_card(
            self._shipped_name(), architecture_of(target), self._compiled(target)
        )

    def _compiled(self, target: Target) -> bytes:
        """The entry's name, a zero, and the cubin."""
        if not can_compile():
            raise EngineError(
                f"{self.name} for {architecture_of(target)} did not come with this installation, "
                "and there is no compiler to make it: install the part for NVIDIA's cards (in a "
                f"Python of your own: {INSTALL}), or choose the device cpu"
            )
        log.info("compiling %s", self.name)
        text = self.ptx(target)
        found = re.search(r"\.visible \.entry (\w+)\(", text)
        if found is None:
            raise EngineError(
                f"{self.name}: its PTX declares no kernel that this program recognises; run: "
                f"{INSTALL}"
            )
        linker = _numba("cudadrv.driver")._Linker(cc=target, lto=False)
        linker.add_ptx(text.encode())
        return found[1].encode() + b"\0" + bytes(linker.complete().code)

    def is_kept(self, target: Target) -> bool:
        """Whether the code for `target` is on disk."""
        return self._kept(target) is not None

    def forget(self, target: Target) -> None:
        """Delete the cached code, which the driver has refused; ignore the shipped one."""
        compiled_code.forget(self._kept_name(target))
        _refused.add((self._shipped_name(), target))

    def _kept(self, target: Target) -> bytes | None:
        """Code from this computer's cache, else from the installation; None if neither has it."""
        code = compiled_code.read(self._kept_name(target))
        name = self._shipped_name()
        if code is None and (name, target) not in _refused:
            code = shipped_code.read_for_card(name, architecture_of(target))
        return code

    def _shipped_name(self) -> str:
        """File name of shipped code: no compiler versions, which are unknown without compilers."""
        parts = (self.function.__module__, self.name, self.signature, self.options)
        return f"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}.cubin"

    def _kept_name(self, target: Target) -> str:
        parts = (
            _compiler_versions(),
            compiled_code.other_sources(self.function),
            self.function.__module__,
            self.name,
            self.signature,
            self.options,
            target,
        )
        return f"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}.cubin"


def architecture_of(target: Target) -> str:
    """The compilers' name of a target: "sm_89", "sm_90a"."""
    major, minor, features = target
    return f"sm_{major}{minor}{features}"


@functools.cache
def can_compile() -> bool:
    """Whether the compiler's libraries are installed: NVVM (LLVM IR to PTX) and nvJitLink."""
    try:
        find = importlib.import_module("cuda.pathfinder").load_nvidia_dynamic_lib
    except ImportError:
        return False
    try:
        for library in ("nvvm", "nvJitLink"):
            find(library)
    except RuntimeError as error:
        log.info("CUDA kernels cannot be compiled here: %s", error)
        return False
    return True


def _numba(name: str) -> Any:
    """Import a module of numba-cuda at first use; its internals are untyped."""
    return importlib.import_module(f"numba.cuda.{name}")


@contextlib.contextmanager
def _compiling_for(target: Target) -> Iterator[None]:
    """Stand in for the GPU while Numba compiles: its device functions ask for the current device.

    Compilation then needs no GPU, and Numba creates no context of its own.
    """
    dispatcher = _numba("dispatcher")
    asked = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=target[:2])
    try:
        yield
    finally:
        dispatcher.get_current_device = asked


@functools.cache
def _compiler_versions() -> str:
    """Versions of the installed compilers, for the cache's key; empty without any."""
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for wheel in ("numba-cuda", "nvidia-nvvm", "nvidia-nvjitlink", "nvidia-cuda-nvrtc"):
        try:
            found.append(f"{wheel} {version(wheel)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)
