"""Sound server of Linux desktops, PulseAudio or PipeWire in its place: streams, microphones.

`pulsectl` lists the sources by the names that users gave them; the samples come through the
server's own library, which is present wherever a sound server is. libav's wheels cannot reach it,
and ALSA's plugin for it has no names and is not always installed. See docs/decisions/0024.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import struct
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np

from app.messages import Message
from app.video.recording.sound import Microphone, SoundBlock
from app.video.source import SourceError

SAMPLE_RATE = 48_000
BLOCK_SAMPLES = 480  # 10 ms
_CHANNELS = 2  # averaged here: servers mix stereo down in different ways
_CONNECT_S = 2.0
PLAY, RECORD = 1, 2  # PA_STREAM_PLAYBACK, PA_STREAM_RECORD
_FLOAT32 = 5 if sys.byteorder == "little" else 6  # PA_SAMPLE_FLOAT32LE, PA_SAMPLE_FLOAT32BE
NO_LIMIT = 0xFFFFFFFF


class PulseError(OSError):
    """The server does not answer, or refuses a request; half a sentence."""


class RefusedError(PulseError):
    """A stream cannot be opened, or has failed; the server's own words."""


@dataclass(frozen=True, slots=True)
class PulseSource:
    """A source that the server records from.

    Attributes:
        name: For the server.
        description: For people; equal ones are numbered.
        is_monitor: It records what is played.
    """

    name: str
    description: str
    is_monitor: bool


def list_sources() -> list[PulseSource]:
    """The server's sources, the default first; waits for the server, two seconds at most.

    Raises:
        PulseError: There is no server, or none that answers.
    """
    if not may_be_there():
        raise PulseError("no sound server answers")
    try:
        import pulsectl  # late: importing it looks for the server's library
    except (ImportError, OSError) as error:
        raise PulseError(Message("its library is missing ({error})", error=error)) from error
    answer: Future[list[Any]] = Future()

    def ask() -> None:
        try:
            with pulsectl.Pulse("Backdrop", connect=False) as pulse:
                pulse.connect(autospawn=False)
                default = getattr(pulse.server_info(), "default_source_name", "")
                found = sorted(pulse.source_list(), key=lambda one: one.name != default)
                answer.set_result(found)
        except pulsectl.PulseError as error:
            answer.set_exception(error)

    # `connect` has a timeout, but with one it takes all of it, even if the server answers at once.
    Thread(target=ask, name="sound server", daemon=True).start()
    try:
        found = answer.result(_CONNECT_S)
    except (TimeoutError, pulsectl.PulseError) as error:
        raise PulseError("no sound server answers") from error
    sources: list[PulseSource] = []
    alike: Counter[str] = Counter()
    for source in found:
        words = source.description or source.name
        alike[words] += 1
        if alike[words] > 1:
            words = f"{words} ({alike[words]})"
        # The number of a sink, or the greatest number, which means none.
        sources.append(PulseSource(source.name, words, source.monitor_of_sink != NO_LIMIT))
    return sources


def may_be_there() -> bool:
    """Whether a server may exist; without this check, its library leaves folders behind."""
    if any(name in os.environ for name in ("PULSE_SERVER", "PULSE_RUNTIME_PATH")):
        return True
    places = [Path("/run/pulse"), Path("/run/user") / str(os.getuid())]
    places += [Path(os.environ[name]) for name in ("XDG_RUNTIME_DIR",) if os.environ.get(name)]
    if os.environ.get("HOME"):
        places.append(Path(os.environ["HOME"]) / ".config/pulse")
    return any(place.is_dir() for place in places)


class PulseStream:
    """Sound of the server in float32, recorded or played; used by one thread.

    Args:
        direction: `RECORD` or `PLAY`.
        purpose: For people, in the server's list of streams.
        device: The server's own name of it; None: its default.
        waiting, block: The most that waits to be played, and what is recorded at a time, in bytes.

    Attributes:
        handle: The library's; None once it is closed.

    Raises:
        PulseError: Its library is missing.
        RefusedError: It does not answer, or refuses.
    """

    def __init__(
        self,
        direction: int,
        purpose: bytes,
        channels: int,
        *,
        device: str | None = None,
        waiting: int = NO_LIMIT,
        block: int = NO_LIMIT,
    ) -> None:
        self.handle: int | None = None
        self._library, self._strerror = _load_library()
        # pa_sample_spec and pa_buffer_attr
        spec = struct.pack("iIB3x", _FLOAT32, SAMPLE_RATE, channels)
        buffer = struct.pack("5I", NO_LIMIT, waiting, NO_LIMIT, NO_LIMIT, block)
        name = None if device is None else device.encode()
        # As its first argument this one takes the server, and NULL for the default one.
        self.handle = self.call("new", b"Backdrop", direction, name, purpose, spec, None, buffer)

    def call(self, name: str, *arguments: object) -> Any:
        """What a function of the library returns; raises RefusedError if it notes an error."""
        error = ctypes.c_int(0)
        function = getattr(self._library, f"pa_simple_{name}")
        result = function(self.handle, *arguments, ctypes.byref(error))
        if error.value or result in (None, -1):
            raise RefusedError(self._strerror(error).decode(errors="replace"))
        return result

    def close(self) -> None:
        """Release the device; may be called twice."""
        handle, self.handle = self.handle, None
        if handle is not None:
            self._library.pa_simple_free(handle)


class PulseMicrophone(Microphone):
    """A source of the sound server, mono, 10 ms at a time.

    Args:
        name: For people.
        source: The server's own name of it; None: its default.

    Raises:
        PulseError: It cannot be recorded from.
    """

    def __init__(self, name: str, source: str | None) -> None:
        self.name = name
        self.sample_rate = SAMPLE_RATE
        self._buffer = np.zeros((BLOCK_SAMPLES, _CHANNELS), np.float32)
        try:
            # Blocks come as they are captured, instead of two seconds at a time.
            self._stream = PulseStream(
                RECORD, b"Recording", _CHANNELS, device=source, block=self._buffer.nbytes
            )
        except RefusedError as error:
            raise PulseError(f"the sound server refused ({error})") from error

    def read(self) -> SoundBlock | None:  # noqa: D102
        if self._stream.handle is None:
            return None
        try:
            self._stream.call("read", self._buffer.ctypes.data, self._buffer.nbytes)
        except RefusedError as error:
            raise SourceError(
                "The microphone {name} failed ({error}); check its plug.",
                name=self.name,
                error=error,
            ) from error
        captured_s = time.perf_counter()
        return SoundBlock(self._buffer.mean(axis=1, dtype=np.float32), captured_s)

    def close(self) -> None:
        """Release the device; may be called twice, by the thread that reads."""
        self._stream.close()


def _load_library() -> tuple[ctypes.CDLL, Callable[[ctypes.c_int], bytes]]:
    """The server's own library, and its function for error texts.

    Raises:
        PulseError: It is missing.
    """
    try:
        library = ctypes.CDLL(ctypes.util.find_library("pulse-simple") or "libpulse-simple.so.0")
        general = ctypes.CDLL(ctypes.util.find_library("pulse") or "libpulse.so.0")
    except OSError as error:
        raise PulseError(Message("its library is missing ({error})", error=error)) from error
    text, pointer, number = ctypes.c_char_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)
    for name, gives, takes in (
        ("new", pointer, (text, text, ctypes.c_int, text, text, text, pointer, text, number)),
        ("read", ctypes.c_int, (pointer, pointer, ctypes.c_size_t, number)),
        ("write", ctypes.c_int, (pointer, pointer, ctypes.c_size_t, number)),
        ("get_latency", ctypes.c_uint64, (pointer, number)),
        ("flush", ctypes.c_int, (pointer, number)),
        ("free", None, (pointer,)),
    ):
        function = getattr(library, f"pa_simple_{name}")
        function.restype, function.argtypes = gives, takes
    general.pa_strerror.restype = ctypes.c_char_p
    general.pa_strerror.argtypes = [ctypes.c_int]
    return library, general.pa_strerror
