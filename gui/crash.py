"""Crash hook: logs uncaught exceptions, and shows the log's path in the window."""

from __future__ import annotations

import faulthandler
import logging
import logging.handlers
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from gui.shared.language import tr

log = logging.getLogger("backdrop")

LOG_BYTES = 512 * 1024


def start_logging(folder: Path) -> Path:
    """Write everything from INFO up to a small rotating file; also hard crashes of native code.

    Falls back to a temporary folder where `folder` cannot be written, so that the window opens even
    with a read-only or full home.

    Returns:
        The log's path.
    """
    path = folder / "backdrop.log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.touch()
    except OSError:
        path = Path(tempfile.mkdtemp(prefix="backdrop-")) / "backdrop.log"
    handler = logging.handlers.RotatingFileHandler(
        path, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8"
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    # Stays open until the process ends: faulthandler writes to it in a crash.
    faulthandler.enable(path.with_name("crash.log").open("w", encoding="utf-8"))
    return path


def install_hook(log_path: Path, show: Callable[[str, str], None]) -> Callable[[], None]:
    """Log every uncaught exception of any thread, and tell `show` (sentence, details).

    Returns: Removes the hook again.
    """
    previous, previous_thread = sys.excepthook, threading.excepthook

    def on_exception(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            previous(kind, error, trace)
            return
        log.critical("uncaught exception", exc_info=(kind, error, trace))
        words = tr(
            "Backdrop ran into an unexpected error. If it happens again, restart "
            "it. Log file: {log_path}",
            log_path=log_path,
        )
        show(words, f"{kind.__name__}: {error}")

    def on_thread_exception(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            on_exception(args.exc_type, args.exc_value, args.exc_traceback)

    sys.excepthook = on_exception
    threading.excepthook = on_thread_exception

    def remove() -> None:
        sys.excepthook, threading.excepthook = previous, previous_thread

    return remove
