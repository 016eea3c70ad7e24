"""Locks on files: how one process knows whether another one still works on something.

Process numbers are used again and mean nothing in another container; a lock is let go by the
system, however a process ends.
"""

from __future__ import annotations

import os
import sys

_FAR = 2**30  # Windows lets nobody read locked bytes: these lie behind the end of any file of ours


def lock_file(file: int) -> None:
    """Lock an open file until it is closed.

    Raises:
        BlockingIOError: Another process, or another descriptor of this one, has locked it.
        OSError: This disk knows no locks, as some network drives do.
    """
    if sys.platform == "win32":
        import msvcrt

        position = os.lseek(file, 0, os.SEEK_CUR)
        os.lseek(file, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(error.errno, error.strerror) from None
        finally:
            os.lseek(file, position, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
