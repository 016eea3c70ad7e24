"""RtspRelay: stands between libav and an RTSP camera, so that libav reaches only that camera."""

from __future__ import annotations

import selectors
import socket
import ssl
import threading
from contextlib import suppress

from app.video.network.access import Access
from app.video.network.address import CameraAddress
from app.video.network.allowance import Allowance
from app.video.network.connection import broken, reason_of, unanswered
from app.video.network.rtsp_filter import RtspFilter, RtspRedirect
from app.video.source import SourceError

_CHUNK = 1 << 16
# libav connects at once, in this process, and a camera reads answers as fast as they come.
_PROMPT_S = 5.0


class RtspRelay:
    """One connection to the camera, offered to libav on this computer's own loopback.

    Requests go to the camera as libav writes them (their address differs, as behind a forwarded
    port); answers come back through an `RtspFilter`.

    Args:
        camera: The camera's address; an rtsps camera is decrypted here.
        access: Makes the connection.
        allowance: Limits what the camera may send; errors are noted there.

    Attributes:
        address: The address for libav. It holds the password.
        redirect: Where the camera redirects to; None if it does not.

    Raises:
        SourceError: The camera cannot be reached.
    """

    def __init__(self, camera: CameraAddress, access: Access, allowance: Allowance) -> None:
        self._allowance = allowance
        self._filter = RtspFilter(camera.shown)
        self.redirect: str | None = None
        try:
            self._camera = access.connect(camera, is_encrypted=camera.scheme == "rtsps")
        except SourceError:  # our own, with its sentence, which is an OSError, too
            raise
        except OSError as error:
            raise unanswered(camera.shown, reason_of(error)) from error
        self._camera.settimeout(_PROMPT_S)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=1)
        self._listener.settimeout(_PROMPT_S)
        self._end, self._ended = socket.socketpair()
        login = f"{camera.login}@" if camera.login else ""
        self.address = f"rtsp://{login}127.0.0.1:{self._listener.getsockname()[1]}{camera.target}"
        self._thread = threading.Thread(target=self._run, name="rtsp-relay", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End both connections and the thread; may be called twice."""
        self._end.close()
        self._thread.join()

    def _run(self) -> None:
        with self._camera, self._ended:
            player = self._accept()
            if player is None:
                return
            with player:
                try:
                    self._relay(player)
                except RtspRedirect as redirect:
                    self.redirect = redirect.location
                except SourceError as error:
                    self._allowance.note(error)
                except OSError as error:
                    self._allowance.note(broken(error))

    def _accept(self) -> socket.socket | None:
        """The connection from libav; None if it does not come, or the relay is closed before."""
        with self._listener, selectors.DefaultSelector() as selector:
            selector.register(self._listener, selectors.EVENT_READ)
            selector.register(self._ended, selectors.EVENT_READ)
            ready = {key.fileobj for key, _ in selector.select(_PROMPT_S)}
            if self._listener not in ready or self._ended in ready:
                return None
            player, _ = self._listener.accept()
        player.settimeout(_PROMPT_S)
        player.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return player

    def _relay(self, player: socket.socket) -> None:
        with selectors.DefaultSelector() as selector:
            for end in (player, self._camera, self._ended):
                selector.register(end, selectors.EVENT_READ)
            while True:
                ready = {key.fileobj for key, _ in selector.select()}
                if self._ended in ready:
                    return
                if player in ready:
                    asked = _received(player)
                    if not asked:
                        return
                    self._camera.sendall(asked)
                if self._camera in ready and not self._pass_on(player):
                    return

    def _pass_on(self, player: socket.socket) -> bool:
        """Pass on what the camera sent; False when it has ended."""
        while True:
            data = self._camera.recv(_CHUNK)
            if not data:
                return False
            self._allowance.spend(len(data))
            onward, back = self._filter.feed(data)
            if back:
                self._camera.sendall(back)
            try:
                player.sendall(onward)
            except OSError:  # libav has closed its side
                return False
            # Decrypted bytes that wait inside the connection do not wake a selector.
            if not (isinstance(self._camera, ssl.SSLSocket) and self._camera.pending()):
                return True


def _received(player: socket.socket) -> bytes:
    with suppress(OSError):
        return player.recv(_CHUNK)
    return b""
