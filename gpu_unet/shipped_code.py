"""Machine code that an installation brings along, for the usual kinds of processor and card.

A first start would compile for a minute. So whoever makes an installer compiles the kernels once
for each level that processors are sorted into, and puts them beside the program. They are read
like the user's own compiled code: from a folder whose name holds the hash of all sources, of
Numba and of the level, with a checksum in each file. A checkout has none of them.

Code for the very processor is a little faster; it is made in the background and then goes first.
For NVIDIA's cards there is a folder an architecture ("sm_89"), made by `cuda/usual_kernels.py`:
with it a card needs no compiler, which is 300 MB of libraries.
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
config: Any = numba_config  # it makes its values from the environment, unseen by type checkers

FOLDER = Path(__file__).parents[1] / "compiled"
# By what LLVM calls the features, best first; https://gitlab.com/x86-psABIs/x86-64-ABI
_V3 = ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "xsave", "cx16")
_V4 = (*_V3, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
_LEVELS = {"x86-64-v4": _V4, "x86-64-v3": _V3, "generic": ()}
_of_process = {"is_ignored": False, "is_made": False}


def ignore() -> None:
    """Use none in this process: it is here to compile for the very processor."""
    _of_process["is_ignored"] = True


def begin_making() -> None:
    """From here on lay what this process compiles beside the program; for an installation's maker.

    NUMBA_CPU_NAME says which level it is for.
    """
    if config.CPU_NAME not in _LEVELS:
        raise ValueError(f"NUMBA_CPU_NAME is {config.CPU_NAME!r}, not one of {', '.join(_LEVELS)}")
    _of_process["is_made"] = True


def is_being_made() -> bool:
    """Whether it was begun."""
    return _of_process["is_made"]


@functools.cache
def level() -> str | None:
    """The best level that this processor reaches, by LLVM's name; None if there is none for it.

    While code for another processor is made, it is that one's.
    """
    if config.CPU_NAME is not None:
        return config.CPU_NAME if config.CPU_NAME in _LEVELS else None
    is_arm = llvm.get_process_triple().startswith(("aarch64", "arm64"))
    if is_arm:  # NEON is part of every one
        return "generic"
    features = llvm.get_host_cpu_features()
    if features.get("avx512f") and not all(features.get(name) for name in _V4):
        return None  # kernels would be built for vectors of 16, which the level below has not
    return next(
        (name for name, wanted in _LEVELS.items() if wanted and all(map(features.get, wanted))),
        None,
    )


@functools.cache
def folder() -> Path | None:
    """Where code for this level, of these sources, would lie."""
    name = level()
    return None if name is None else folder_for(name)


def folder_for(kind: str) -> Path:
    """Where code for a level of processors, or an architecture of cards, would lie."""
    return FOLDER / f"{kind}-{compiled_code.version(kind)}"


def read(name: str) -> bytes | None:
    """What was shipped as `name`; None if nothing was, or not what was written."""
    place = folder()
    return None if place is None or _of_process["is_ignored"] else _read(place, name)


def read_for_card(name: str, architecture: str) -> bytes | None:
    """The same for a card, e.g. of the architecture "sm_89"."""
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
    """Names that begin so."""
    place = folder()
    if place is None or _of_process["is_ignored"] or not place.is_dir():
        return []
    return [path.name for path in place.iterdir() if path.name.startswith(start)]


def write(name: str, code: bytes) -> None:
    """Lay `code` beside the program; for who makes an installation."""
    place = folder()
    assert place is not None, "only for a level"
    _write(place, name, code)


def write_for_card(name: str, architecture: str, code: bytes) -> None:
    """The same for a card."""
    _write(folder_for(architecture), name, code)


def _write(place: Path, name: str, code: bytes) -> None:
    place.mkdir(parents=True, exist_ok=True)
    (place / name).write_bytes(compiled_code.with_checksum(name, code))
