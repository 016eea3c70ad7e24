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


class _Chunk(ctypes.Structure):
    _fields_ = (
        ("offset", ctypes.c_uint32),
        ("size", ctypes.c_uint32),
        ("stride", ctypes.c_int32),
        ("flags", ctypes.c_int32),
    )


class _Data(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("fd", ctypes.c_int64),
        ("mapoffset", ctypes.c_uint32),
        ("maxsize", ctypes.c_uint32),
        ("data", ctypes.c_void_p),
        ("chunk", ctypes.POINTER(_Chunk)),
    )


class _SpaBuffer(ctypes.Structure):
    _fields_ = (
        ("n_metas", ctypes.c_uint32),
        ("n_datas", ctypes.c_uint32),
        ("metas", ctypes.c_void_p),
        ("datas", ctypes.POINTER(_Data)),
    )


class _Buffer(ctypes.Structure):
    _fields_ = (("buffer", ctypes.POINTER(_SpaBuffer)), ("user_data", ctypes.c_void_p))


_StateChanged = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_char_p)
_ParamChanged = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p)
_Process = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Events(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_uint32),
        ("destroy", ctypes.c_void_p),
        ("state_changed", _StateChanged),
        ("control_info", ctypes.c_void_p),
        ("io_changed", ctypes.c_void_p),
        ("param_changed", _ParamChanged),
        ("add_buffer", ctypes.c_void_p),
        ("remove_buffer", ctypes.c_void_p),
        ("process", _Process),
        ("drained", ctypes.c_void_p),
        ("command", ctypes.c_void_p),
        ("trigger_done", ctypes.c_void_p),
    )


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
        self._events = _Events(
            version=2,
            state_changed=_StateChanged(self._on_state),
            param_changed=_ParamChanged(self._on_param),
            process=_Process(self._on_process),
        )
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
        data = found.contents.buffer.contents.datas[0]
        if data.data and data.maxsize >= self._bytes:
            ctypes.memmove(data.data, self._frame.ctypes.data, self._bytes)
            chunk = data.chunk.contents
            chunk.offset, chunk.size, chunk.stride = 0, self._bytes, self._stride
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
        ("pw_stream_dequeue_buffer", ctypes.POINTER(_Buffer), (pointer,)),
        ("pw_stream_queue_buffer", ctypes.c_int, (pointer, ctypes.POINTER(_Buffer))),
        ("pw_stream_trigger_process", ctypes.c_int, (pointer,)),
        ("pw_stream_destroy", None, (pointer,)),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    library.pw_init(None, None)
    return library


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
