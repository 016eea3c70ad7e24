"""Shipped code: machine code that an installer brings for the usual processors and cards.

    compiled/x86-64-v3-<hash of sources, Numba and level>/<kernel>      CPU, per level
    compiled/sm_89-<hash>/<kernel>                                      GPU, per architecture

Without it a first start compiles for a minute. The build of an installer compiles the kernels once
for each level of processors. They are read like the user's own compiled code, with a checksum in
each file. A checkout has none; `bootstrap.py` compiles for the very processor instead.

Code for the very processor is a little faster; it is compiled in the background and then takes
precedence. GPU code is made by `cuda/usual_kernels.py`; a card with shipped code needs no compiler,
which is 300 MB of libraries.
"""

from __future__ import annotations

import functools
import logging
from pathlib import Path
from typing import Any

from llvmlite import binding as llvm
from numba.core import config as numba_config

from gpu_unet import compiled_code

log = logging.getLogger(__name__)
config: Any = numba_config  # its values come from the environment, unknown to type checkers

FOLDER = Path(__file__).parents[1] / "compiled"
# CPU features of each level by LLVM's names, best level first.
# Source: https://gitlab.com/x86-psABIs/x86-64-ABI
_V3 = ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "xsave", "cx16")
_V4 = (*_V3, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
_LEVELS = {"x86-64-v4": _V4, "x86-64-v3": _V3, "generic": ()}
_of_process = {"is_ignored": False, "is_made": False}


def ignore() -> None:
    """Use no shipped code in this process: it compiles for the very processor."""
    _of_process["is_ignored"] = True


def begin_making() -> None:
    """Write everything that this process compiles to the installation, from now on.

    NUMBA_CPU_NAME names the level. Raises a ValueError if it names none.
    """
    if config.CPU_NAME not in _LEVELS:
        raise ValueError(f"NUMBA_CPU_NAME is {config.CPU_NAME!r}, not one of {', '.join(_LEVELS)}")
    _of_process["is_made"] = True


def is_being_made() -> bool:
    """Whether `begin_making` was called."""
    return _of_process["is_made"]


@functools.cache
def level() -> str | None:
    """LLVM's name of the best level that this processor supports; None if there is none.

    While compiling for another processor, that one's level.
    """
    if config.CPU_NAME is not None:
        return config.CPU_NAME if config.CPU_NAME in _LEVELS else None
    is_arm = llvm.get_process_triple().startswith(("aarch64", "arm64"))
    if is_arm:  # NEON is part of every 64-bit ARM
        return "generic"
    features = llvm.get_host_cpu_features()
    if features.get("avx512f") and not all(features.get(name) for name in _V4):
        return None  # `simd` builds for vectors of 16 floats, which the level below does not have
    return next(
        (name for name, wanted in _LEVELS.items() if wanted and all(map(features.get, wanted))),
        None,
    )


@functools.cache
def folder() -> Path | None:
    """Folder of shipped code for this processor's level and these sources; it may not exist."""
    name = level()
    return None if name is None else folder_for(name)


def folder_for(kind: str) -> Path:
    """Folder of shipped code for a level of processors or an architecture of cards."""
    return FOLDER / f"{kind}-{compiled_code.version(kind)}"


def read(name: str) -> bytes | None:
    """Shipped code `name`; None if there is none or its checksum is wrong."""
    place = folder()
    return None if place is None or _of_process["is_ignored"] else _read(place, name)


def read_for_card(name: str, architecture: str) -> bytes | None:
    """Shipped code for a card's architecture, e.g. "sm_89"; else None."""
    return _read(folder_for(architecture), name)


def _read(place: Path, name: str) -> bytes | None:
    try:
        content = (place / name).read_bytes()
    except OSError:
        return None
    code = compiled_code.checked(name, content)
    if code is None:
        log.warning("%s is damaged: it is compiled instead; install again to mend it", place / name)
    return code


def names(start: str) -> list[str]:
    """Names of shipped code for this processor that begin with `start`."""
    place = folder()
    if place is None or _of_process["is_ignored"] or not place.is_dir():
        return []
    return [path.name for path in place.iterdir() if path.name.startswith(start)]


def write(name: str, code: bytes) -> None:
    """Write `code` to the installation; used by the build of an installer."""
    place = folder()
    assert place is not None, "only for a level"
    _write(place, name, code)


def write_for_card(name: str, architecture: str, code: bytes) -> None:
    """Write `code` for a card's architecture to the installation."""
    _write(folder_for(architecture), name, code)


def _write(place: Path, name: str, code: bytes) -> None:
    place.mkdir(parents=True, exist_ok=True)
    (place / name).write_bytes(compiled_code.with_checksum(name, code))
