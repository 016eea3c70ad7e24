"""Microphone: sound blocks with their time, from the system's own devices or from a test."""

from __future__ import annotations

import os
import sys
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path

import av
import numpy as np
import numpy.typing as npt
from av.audio.resampler import AudioResampler
from av.container import InputContainer
from av.error import FFmpegError

from video.source import SourceError

# libav's names of the system's ways to sound, best first.
_WAYS: dict[str, tuple[str, ...]] = {
    "linux": ("pulse", "alsa"),
    "darwin": ("avfoundation",),
    "win32": ("dshow",),
}
DEFAULT = "default"
_SILENCE = "null"  # ALSA's device that delivers zeros: nobody's microphone
ALSA_CONFIGURATION = Path("/usr/share/alsa/alsa.conf")
SAMPLE_RATE = 48_000
CHANNELS = 1


@dataclass(frozen=True, slots=True, eq=False)
class SoundBlock:
    """Consecutive samples.

    Attributes:
        samples: float32 (count, channels) in [-1, 1].
        captured_s: `time.perf_counter()` when the last of them was captured.
    """

    samples: npt.NDArray[np.float32]
    captured_s: float


class Microphone(ABC):
    """A source of sound, read by one thread.

    Attributes:
        name: For people.
        sample_rate: Nominal, in Hz.
        channels: Of every block.
    """

    name: str
    sample_rate: int
    channels: int

    @abstractmethod
    def read(self) -> SoundBlock | None:
        """The next block; waits for it. None: it has ended.

        Raises:
            SourceError: The device failed.
        """

    @abstractmethod
    def close(self) -> None:
        """Release the device; may be called twice."""


class SystemMicrophone(Microphone):
    """A device of this computer, through libav.

    Args:
        name: As `list_microphones` has it; "default" is the system's choice.

    Raises:
        SourceError: It cannot be opened; every way that was tried is named.
    """

    def __init__(self, name: str = DEFAULT) -> None:
        self.name = name
        self.sample_rate = SAMPLE_RATE
        self.channels = CHANNELS
        self._container = _open_device(name)
        self._frames = iter(self._container.decode(audio=0))
        self._resampler = AudioResampler("fltp", None, SAMPLE_RATE)
        self._is_closed = False

    def read(self) -> SoundBlock | None:
        """The next block; waits for it at most two seconds."""
        if self._is_closed:  # libav would read freed memory
            return None
        try:
            frame = next(self._frames, None)
        except FFmpegError as error:
            raise SourceError(
                f"The microphone {self.name} failed ({error}); check its plug."
            ) from error
        captured_s = time.perf_counter()
        if frame is None:
            return None
        planes = [part.to_ndarray() for part in self._resampler.resample(frame)]
        # The mean of the channels; libav's own way to mono adds 3 dB and may clip.
        parts = [plane.mean(axis=0, dtype=np.float32) for plane in planes]
        mono = np.concatenate([np.zeros(0, np.float32), *parts])
        return SoundBlock(mono[:, None], captured_s)

    def close(self) -> None:
        """Release the device; may be called twice."""
        self._is_closed = True
        self._container.close()


def list_microphones() -> list[str]:
    """Names for `SystemMicrophone`, as people know them; empty where the system tells none."""
    names = [device.description or device.name for way in _ways() for device in _devices(way)]
    return list(dict.fromkeys(names))


def _ways() -> tuple[str, ...]:
    ways = _WAYS.get(sys.platform, ())
    if sys.platform != "linux" or "ALSA_CONFIG_PATH" in os.environ:
        return ways
    if ALSA_CONFIGURATION.exists():
        # PyAV's wheels look for it where their build machine had it.
        os.environ["ALSA_CONFIG_PATH"] = str(ALSA_CONFIGURATION)
        return ways
    # Without its configuration ALSA has no devices, and says so on standard error at every call.
    return tuple(way for way in ways if way != "alsa")


def _devices(way: str) -> list[av.DeviceInfo]:
    try:
        devices = av.enumerate_input_devices(way)
    except (FFmpegError, OSError, ValueError):  # this build knows no such way, or cannot list it
        return []
    # Some ways list cameras as well; ALSA tells no kinds, because it has only one.
    return [
        device
        for device in devices
        if (not device.media_types or "audio" in device.media_types) and device.name != _SILENCE
    ]


def _address(way: str, name: str) -> str | None:
    """What libav opens for a name; None: this way has no such device."""
    devices = _devices(way)
    found = [device for device in devices if name in (device.name, device.description)]
    if name == DEFAULT and way == "dshow":
        # DirectShow has no word for the default device; it lists that one first.
        found = sorted(devices, key=lambda device: not device.is_default)
    elif name == DEFAULT:
        return {"avfoundation": ":default"}.get(way, DEFAULT)
    if not found:
        return None
    return {"dshow": "audio={}", "avfoundation": ":{}"}.get(way, "{}").format(found[0].name)


def _open_device(name: str) -> InputContainer:
    attempts = []
    for way in _ways():
        address = _address(way, name)
        if address is None:
            attempts.append(f"{way}: it has no such device")
            continue
        try:
            return av.open(address, format=way, timeout=(5.0, 2.0))
        except (FFmpegError, OSError, ValueError) as error:
            attempts.append(f"{way}: {error}")
    tried = "; ".join(attempts) or "this system offers no way to microphones"
    raise SourceError(
        f"The microphone {name} cannot be opened ({tried}). Check that it is plugged in and that "
        "this program may use it, or record without sound."
    )
