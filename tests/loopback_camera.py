"""Network cameras on loopback that a test starts, stalls, freezes and kills: what they share."""

from __future__ import annotations

import socketserver
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator

import numpy as np


def drawn(index: int, *, height: int, width: int) -> np.ndarray:
    """RGB that differs from every other: a bar that wanders, and the number as grey above.

    Brighter than the tests' backgrounds, so that a composite is not taken for one of those.
    """
    pixels = np.full((height, width, 3), 190, np.uint8)
    column = index * 7 % (width - 16)
    pixels[:, column : column + 16] = (200, 120, 40)
    pixels[: height // 4] = 40 + index * 5 % 160
    return pixels


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request: object, client_address: object) -> None:
        pass  # a reader that goes away is no news


class LoopbackCamera(ABC):
    """Serves any number of readers on 127.0.0.1.

    Attributes:
        port: Kept over `kill` and `start`.
    """

    def __init__(self, *, height: int = 120, width: int = 160, frame_rate: float = 30.0) -> None:
        self.height, self.width = height, width
        self.port = 0
        self._interval_s = 1.0 / frame_rate
        self._index = 0
        self._flows = threading.Event()
        self._flows.set()
        self._is_frozen = False
        self._is_dead = threading.Event()
        self._server: socketserver.ThreadingTCPServer | None = None
        self._thread: threading.Thread | None = None

    @property
    @abstractmethod
    def address(self) -> str:
        """What a reader opens."""

    @abstractmethod
    def handler_class(self) -> type[socketserver.BaseRequestHandler]:
        """Serves one reader with `pictures`."""

    def pictures(self) -> Iterator[np.ndarray]:
        """RGB pictures at the camera's pace, until it is killed."""
        is_dead = self._is_dead
        while not is_dead.wait(self._interval_s):
            self._flows.wait()
            if is_dead.is_set():
                return
            if not self._is_frozen:
                self._index += 1
            yield drawn(self._index, height=self.height, width=self.width)

    def start(self) -> None:
        """Switch it on, at the same address as before."""
        self._is_dead = threading.Event()
        self.resume()
        self._server = _Server(("127.0.0.1", self.port), self.handler_class())
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(
            target=self._server.serve_forever,
            kwargs={"poll_interval": 0.02},
            name="loopback-camera",
        )
        self._thread.start()

    def stall(self) -> None:
        """Keep the connection and send nothing."""
        self._flows.clear()

    def freeze(self) -> None:
        """Send the same picture for ever."""
        self._is_frozen = True

    def resume(self) -> None:
        """End a stall or a freeze."""
        self._is_frozen = False
        self._flows.set()

    def kill(self) -> None:
        """Switch it off: connections break, the port is closed."""
        self._is_dead.set()
        self._flows.set()
        if self._server is not None and self._thread is not None:
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()
        self._server = self._thread = None

    def __enter__(self) -> LoopbackCamera:
        self.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.kill()
