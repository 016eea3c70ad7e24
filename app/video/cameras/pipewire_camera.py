"""PipeWireCamera: a camera node of PipeWire, which browsers and GNOME see without a kernel module.

Written with ctypes against libpipewire 0.3, whose interface is stable since 2021: no maintained
package for Python makes video nodes. Names, numbers and layouts are those of PipeWire's headers
(pipewire/stream.h, spa/buffer/buffer.h, spa/pod/pod.h, spa/param/).
"""

from __future__ import annotations

import ctypes
import os
import socket
import struct
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np

from app.messages import Message
from app.video.opencv import cv2
from gpu_unet import Image

NAME = "Backdrop"
LIBRARY = "libpipewire-0.3.so.0"
_START_S = 5.0  # the longest wait for PipeWire to take the node
_OUTPUT, _ANY = 1, 0xFFFFFFFF
_MAP_BUFFERS, _DRIVER = 1 << 2, 1 << 3
_ERROR, _PAUSED, _STREAMING = -1, 2, 3
_ENUM_FORMAT, _FORMAT, _BUFFERS = 3, 4, 5  # parameters
_ID, _INT, _RECTANGLE, _FRACTION, _OBJECT, _CHOICE = 3, 4, 10, 11, 15, 19  # kinds of values
_FORMAT_OBJECT, _BUFFERS_OBJECT = 0x40003, 0x40004
_VIDEO, _RAW = 2, 1
_I420, _RGB = 2, 15
_PROPERTIES = (
    f'{{ media.class = "Video/Source" media.role = "Camera" '
    f'node.name = "backdrop" node.description = "{NAME}" }}'
)


# Where a field lies, in bytes, of which a pointer has eight.
_DATAS = 16  # of a spa_buffer, whose address begins a pw_buffer
_MOST, _MEMORY, _CHUNK = 20, 24, 32  # of a spa_data
# Places among the callbacks of pw_stream_events.
_ON_STATE, _ON_PARAM, _ON_PROCESS = 1, 4, 7

_StateChanged = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_char_p)
_ParamChanged = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p)
_Process = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Events(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("callbacks", ctypes.c_void_p * 11))


def has_pipewire() -> bool:
    """Whether PipeWire runs for this user and its library is here; shows no camera."""
    remote = os.environ.get("PIPEWIRE_REMOTE", "pipewire-0")
    folder = os.environ.get("PIPEWIRE_RUNTIME_DIR") or os.environ.get("XDG_RUNTIME_DIR")
    if sys.platform != "linux" or not folder:
        return False
    try:
        with socket.socket(socket.AF_UNIX) as service:
            service.connect(str(Path(folder, remote)))
        ctypes.CDLL(LIBRARY)
    except OSError:
        return False
    return True


class PipeWireCamera:
    """A camera for programs that ask PipeWire for cameras. One thread calls all methods.

    Frames are sent as I420 (BT.601, limited range), or as RGB if a side is odd.

    Args:
        frame_rate: Frames per second, as readers are told.

    Attributes:
        device: Its name in other programs.

    Raises:
        OSError: PipeWire cannot be reached, or refuses the node.
    """

    def __init__(self, *, height: int, width: int, frame_rate: float) -> None:
        self.device = f"{NAME} (PipeWire)"
        self._is_i420 = height % 2 == width % 2 == 0
        self._stride = width if self._is_i420 else 3 * width
        self._bytes = height * width * 3 // (2 if self._is_i420 else 1)
        self._frame = np.zeros(self._bytes, np.uint8)
        self._state = 0
        self._error = ""
        self._is_ready = threading.Event()
        self._library = library = _load()
        # The library keeps pointers to these.
        self._events = _Events(version=2)
        self._callbacks = {
            _ON_STATE: _StateChanged(self._on_state),
            _ON_PARAM: _ParamChanged(self._on_param),
            _ON_PROCESS: _Process(self._on_process),
        }
        for place, callback in self._callbacks.items():
            self._events.callbacks[place] = ctypes.cast(callback, ctypes.c_void_p).value
        pixels = _I420 if self._is_i420 else _RGB
        values = {
            1: _pod(_ID, struct.pack("I", _VIDEO)),
            2: _pod(_ID, struct.pack("I", _RAW)),
            0x20001: _pod(_ID, struct.pack("I", pixels)),
            0x20003: _pod(_RECTANGLE, struct.pack("II", width, height)),
            0x20004: _pod(_FRACTION, struct.pack("II", round(frame_rate * 1000), 1000)),
        }
        format_ = _object(_FORMAT_OBJECT, _ENUM_FORMAT, values)
        self._loop = library.pw_thread_loop_new(b"backdrop-camera", None)
        if not self._loop:
            raise OSError(Message("PipeWire starts no thread"))
        self._stream = library.pw_stream_new_simple(
            library.pw_thread_loop_get_loop(self._loop),
            NAME.encode(),
            library.pw_properties_new_string(_PROPERTIES.encode()),
            ctypes.byref(self._events),
            None,
        )
        code = -1
        if self._stream:
            code = library.pw_stream_connect(
                self._stream, _OUTPUT, _ANY, _DRIVER | _MAP_BUFFERS, *_parameters(format_)
            )
        if code >= 0:
            code = library.pw_thread_loop_start(self._loop)
        if code < 0 or not self._is_ready.wait(_START_S) or self._error:
            self.close()
            raise OSError(self._error or Message("PipeWire does not answer"))

    def send(self, pixels: Image) -> None:
        """Show a frame to the programs that look; without one it is dropped.

        Args:
            pixels: uint8 RGB (H, W, 3), C-contiguous.

        Raises:
            OSError: PipeWire has ended or refuses the node.
        """
        if self._error:
            raise OSError(self._error)
        if self._state != _STREAMING:
            return
        rgb = cv2.cvtColor(pixels, cv2.COLOR_RGB2YUV_I420) if self._is_i420 else pixels
        library = self._library
        library.pw_thread_loop_lock(self._loop)
        try:
            self._frame[:] = rgb.reshape(-1)
            library.pw_stream_trigger_process(self._stream)
        finally:
            library.pw_thread_loop_unlock(self._loop)

    def close(self) -> None:
        """Take the camera away; may be called twice."""
        loop, self._loop = self._loop, None
        if not loop:
            return
        self._library.pw_thread_loop_stop(loop)
        if self._stream:
            self._library.pw_stream_destroy(self._stream)
        self._library.pw_thread_loop_destroy(loop)

    # On PipeWire's thread

    def _on_state(self, _: Any, old: int, state: int, error: bytes | None) -> None:
        self._state = state
        if state == _ERROR:
            self._error = (error or b"").decode(errors="replace") or Message(
                "PipeWire refuses the camera"
            )
        elif state < _PAUSED <= old:
            self._error = Message("PipeWire has ended")
        if state == _ERROR or state >= _PAUSED:
            self._is_ready.set()

    def _on_param(self, _: Any, parameter: int, value: int | None) -> None:
        if parameter != _FORMAT or not value:
            return
        count = struct.pack("IIIIiii", 1, 0, 4, _INT, 3, 2, 8)  # a range: 3 buffers, 2 to 8
        values = {
            1: _pod(_CHOICE, count),
            2: _pod(_INT, struct.pack("i", 1)),
            3: _pod(_INT, struct.pack("i", self._bytes)),
            4: _pod(_INT, struct.pack("i", self._stride)),
        }
        buffers = _object(_BUFFERS_OBJECT, _BUFFERS, values)
        self._library.pw_stream_update_params(self._stream, *_parameters(buffers))

    def _on_process(self, _: Any) -> None:
        found = self._library.pw_stream_dequeue_buffer(self._stream)
        if not found:
            return
        data = _pointer_at(_pointer_at(found) + _DATAS)
        memory, most = _pointer_at(data + _MEMORY), ctypes.c_uint32.from_address(data + _MOST).value
        if memory and most >= self._bytes:
            ctypes.memmove(memory, self._frame.ctypes.data, self._bytes)
            chunk = struct.pack("IIi", 0, self._bytes, self._stride)  # offset, size, stride
            ctypes.memmove(_pointer_at(data + _CHUNK), chunk, len(chunk))
        self._library.pw_stream_queue_buffer(self._stream, found)


def _load() -> Any:
    library: Any = ctypes.CDLL(LIBRARY)
    pointer = ctypes.c_void_p
    for name, result, arguments in (
        ("pw_init", None, (pointer, pointer)),
        ("pw_thread_loop_new", pointer, (ctypes.c_char_p, pointer)),
        ("pw_thread_loop_get_loop", pointer, (pointer,)),
        ("pw_thread_loop_start", ctypes.c_int, (pointer,)),
        ("pw_thread_loop_stop", None, (pointer,)),
        ("pw_thread_loop_destroy", None, (pointer,)),
        ("pw_thread_loop_lock", None, (pointer,)),
        ("pw_thread_loop_unlock", None, (pointer,)),
        ("pw_properties_new_string", pointer, (ctypes.c_char_p,)),
        ("pw_stream_new_simple", pointer, (pointer, ctypes.c_char_p, pointer, pointer, pointer)),
        (
            "pw_stream_connect",
            ctypes.c_int,
            (pointer, ctypes.c_int, ctypes.c_uint32, ctypes.c_int, pointer, ctypes.c_uint32),
        ),
        ("pw_stream_update_params", ctypes.c_int, (pointer, pointer, ctypes.c_uint32)),
        ("pw_stream_dequeue_buffer", pointer, (pointer,)),
        ("pw_stream_queue_buffer", ctypes.c_int, (pointer, pointer)),
        ("pw_stream_trigger_process", ctypes.c_int, (pointer,)),
        ("pw_stream_destroy", None, (pointer,)),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    library.pw_init(None, None)
    return library


def _pointer_at(address: int) -> int:
    return ctypes.c_void_p.from_address(address).value or 0


def _pod(kind: int, body: bytes) -> bytes:
    """A value: size, kind and body, padded to 8 bytes."""
    return struct.pack("II", len(body), kind) + body + bytes(-len(body) % 8)


def _object(kind: int, parameter: int, values: dict[int, bytes]) -> bytes:
    body = struct.pack("II", kind, parameter)
    return _pod(_OBJECT, body + b"".join(struct.pack("II", k, 0) + v for k, v in values.items()))


def _parameters(pod: bytes) -> tuple[Any, int]:
    """An array of one parameter, and its length, as the library takes them."""
    array = (ctypes.c_char_p * 1)(pod)
    return array, 1
