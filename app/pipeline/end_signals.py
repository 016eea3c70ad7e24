"""How the process ends: EndSignals count Ctrl-C, `kill` and a closed terminal; exit statuses.

A signal raises no exception. `main.py --help` lists the statuses.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

OK = 0
FAILED = 1
USAGE = 2  # argparse's own, and values that make no sense
DAMAGED = 3
CANCELLED = 130  # 128 + SIGINT, as shells expect

EXPLAINED = """\
exit status:
  0    success
  1    failure; the message says what happened and what to do
  2    invalid command line or value
  3    success, but the input was damaged: everything that decoded was written
  130  cancelled (Ctrl-C); the finished part is kept in a playable file
"""


# Ctrl-C, a service manager, a closed terminal (Windows has no such signal).
END_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


def answer_end_signals(answer: Any) -> None:
    """Install `answer` as the handler of requests to end, for good.

    Ignored signals stay ignored: nohup asks for that.

    Args:
        answer: A handler for `signal.signal`: a function of two arguments, or `signal.SIG_DFL`,
            with which the system ends the process even where Python runs no more code.
    """
    for number in END_SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, answer)


class EndSignals:
    """While this is active, a request to end is counted and the main thread goes on.

    An exception at an arbitrary line, in the middle of a join or a clean-up, would leave threads
    and files in an unknown state; working code checks `count` instead. Ignored signals stay
    ignored: nohup asks for that. On any thread but the main one this does nothing, because Python
    delivers signals to the main thread only.

    Args:
        on_signal: Called on the main thread, between any two of its instructions, with the count;
            it must not wait for a lock.

    Attributes:
        count: Number of requests so far.
        since_s: Seconds since the first; 0 before it.
    """

    def __init__(self, on_signal: Callable[[int], None] | None = None) -> None:
        self.count = 0
        self._on_signal = on_signal
        self._first_s: float | None = None
        self._before: dict[int, Any] = {}

    @property
    def since_s(self) -> float:
        """See the class."""
        return 0.0 if self._first_s is None else time.monotonic() - self._first_s

    def __enter__(self) -> EndSignals:
        if threading.current_thread() is threading.main_thread():
            for number in END_SIGNALS:
                # None: a handler installed from C, which could not be restored.
                if (before := signal.getsignal(number)) not in (signal.SIG_IGN, None):
                    self._before[number] = before
                    signal.signal(number, self._note)
        return self

    def __exit__(self, *exc_info: object) -> None:
        while self._before:
            signal.signal(*self._before.popitem())

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.count += 1
        self._first_s = self._first_s or time.monotonic()
        if self._on_signal is not None:
            self._on_signal(self.count)
