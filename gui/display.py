"""Display: checks for a screen before Qt does, because Qt would abort the process."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from PySide6.QtGui import QFontDatabase

from app.pipeline.installation import COMMAND
from app.x11 import X11, X11Error

WITHOUT = f"`{COMMAND} process` and `{COMMAND} camera --no-window` need no screen."
NO_FONTS = (
    "No fonts are installed, so the window shows boxes in place of letters; install one, "
    "for example `sudo apt install fonts-dejavu-core`."
)


class DisplayError(OSError):
    """The window cannot be opened here; the message says why and what to do."""


@contextmanager
def found_display(environment: Mapping[str, str] = os.environ) -> Iterator[None]:
    """Connect to a screen as Qt would, on Linux; other systems always have one.

    Raises:
        DisplayError: There is none, it does not answer, or a library of the system is missing.
    """
    if sys.platform != "linux" or not _is_for_x11(environment):
        yield
        return
    screen = environment.get("DISPLAY", "")
    if not screen:
        raise DisplayError(
            "There is no screen to open the window on: neither DISPLAY nor WAYLAND_DISPLAY leads "
            f"to one. {WITHOUT}"
        )
    missing = _missing_library()
    if missing:
        raise DisplayError(
            f"The window needs a library of the system that is not installed ({missing}); "
            f"packages-debian.txt lists all that it needs, and `{COMMAND} doctor` says which are "
            f"missing. {WITHOUT}"
        )
    try:
        connection = X11(screen)
    except X11Error as error:
        raise DisplayError(
            f"The screen {screen} does not answer: it is not there, or it does not let you "
            f"in. Set DISPLAY to one that does. {WITHOUT}"
        ) from error
    # Kept open until Qt has its own connection: some servers exit with their last client.
    with closing(connection):
        yield


def missing_fonts() -> str:
    """An error for a system without fonts, such as a minimal container; else empty."""
    return "" if QFontDatabase.families() else NO_FONTS


def _is_for_x11(environment: Mapping[str, str]) -> bool:
    """Whether Qt will use X11: it was configured so, or Wayland is missing."""
    platform = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if platform:
        return platform == "xcb"
    name = environment.get("WAYLAND_DISPLAY", "")
    folder = environment.get("XDG_RUNTIME_DIR", "")
    return not (name and folder and (Path(folder) / name).exists())


def _missing_library() -> str:
    """The loader's error if Qt's X11 plugin does not load; else empty."""
    package = importlib.util.find_spec("PySide6")
    assert package is not None, "it has been imported above"
    assert package.origin is not None, "a package with an __init__.py has a place"
    plugin = Path(package.origin).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    if not plugin.exists():  # Qt of the system, not of the wheel: it looks after its libraries
        return ""
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return str(error).partition(":")[0]
    return ""
