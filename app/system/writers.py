"""Whether another program is still writing a file, where the system tells."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_WRITES = os.O_WRONLY | os.O_RDWR
_SHARING_VIOLATION = 32  # Windows: somebody has it open in a way that this opening does not allow


def has_writer(path: Path) -> bool:
    """Whether a process has `path` open for writing.

    Linux tells of this user's processes, and root of all; Windows of any; macOS of none, and no
    system of those on another computer. False also means "not known".
    """
    if sys.platform == "win32":
        return _is_denied_on_windows(path)
    if sys.platform == "linux":
        return _is_open_on_linux(path)
    return False


def _is_open_on_linux(path: Path) -> bool:
    # A lease would be quicker, but network drives refuse one as if there were a writer.
    wanted = os.path.realpath(path)
    for process in _numbers("/proc"):
        for file in _numbers(f"/proc/{process}/fd"):
            # Comparing names opens nothing: another process' file may lie on a disk that hangs.
            with suppress(OSError):  # closed meanwhile
                if os.readlink(f"/proc/{process}/fd/{file}") != wanted:
                    continue
                words = Path(f"/proc/{process}/fdinfo/{file}").read_text().split()
                if int(words[words.index("flags:") + 1], 8) & _WRITES:
                    return True
    return False


def _numbers(folder: str) -> Iterator[str]:
    with suppress(OSError):  # it ended meanwhile, or is another user's
        yield from filter(str.isdecimal, os.listdir(folder))


def _is_denied_on_windows(path: Path) -> bool:
    """Open it while refusing writers: the system fails that if there is one."""
    windll = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined]
    create, close = windll.CreateFileW, windll.CloseHandle
    create.restype = ctypes.c_void_p
    create.argtypes = [ctypes.c_wchar_p, *[ctypes.c_uint32] * 2, ctypes.c_void_p]
    create.argtypes += [*[ctypes.c_uint32] * 2, ctypes.c_void_p]
    close.argtypes = [ctypes.c_void_p]
    generic_read, share_read, open_existing = 0x8000_0000, 1, 3
    handle = create(str(path), generic_read, share_read, None, open_existing, 0, None)
    if handle in (None, ctypes.c_void_p(-1).value):
        return ctypes.get_last_error() == _SHARING_VIOLATION  # type: ignore[attr-defined]
    close(handle)
    return False
