"""Microphone: reads timed blocks of sound from the system's devices or from a test."""

from __future__ import annotations

import os
import platform
import sys
import time
from pathlib import Path

import av
import numpy as np
from av.audio.resampler import AudioResampler
from av.container import InputContainer
from av.error import FFmpegError

from app.video.recording.pulse import PulseError, PulseMicrophone, list_sources
from app.video.recording.sound import Microphone, SoundBlock
from app.video.source import SourceError

# libav's input devices for sound on each system, best first.
_WAYS: dict[str, tuple[str, ...]] = {
    "linux": ("alsa",),  # if no sound server answers: see `PULSE`
    "darwin": ("avfoundation",),
    "win32": ("dshow",),
}
PULSE = "pulse"  # the sound server of Linux, reached without libav
DEFAULT = "default"
ALSA_CONFIGURATION = Path("/usr/share/alsa/alsa.conf")
# Where systems keep ALSA's plugins, below the root.
ALSA_PLUGINS = ("usr/lib/{machine}-linux-gnu*/alsa-lib", "usr/lib64/alsa-lib", "usr/lib/alsa-lib")
SAMPLE_RATE = 48_000


class SystemMicrophone(Microphone):
    """A device of this computer, through libav.

    Args:
        name: As `list_microphones` has it; "default" is the system's choice.
        attempts: Other ways that were tried before, and their errors.

    Raises:
        SourceError: It cannot be opened; every way that was tried is named.
    """

    def __init__(self, name: str = DEFAULT, attempts: tuple[str, ...] = ()) -> None:
        self.name = name
        self.sample_rate = SAMPLE_RATE
        self._container = _open_device(name, attempts)
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
                "The microphone {name} failed ({error}); check its plug.",
                name=self.name,
                error=error,
            ) from error
        captured_s = time.perf_counter()
        if frame is None:
            return None
        planes = [part.to_ndarray() for part in self._resampler.resample(frame)]
        # The mean of the channels; libav's own conversion to mono adds 3 dB and may clip.
        parts = [plane.mean(axis=0, dtype=np.float32) for plane in planes]
        return SoundBlock(np.concatenate([np.zeros(0, np.float32), *parts]), captured_s)

    def close(self) -> None:  # noqa: D102
        self._is_closed = True
        self._container.close()


def open_microphone(name: str = DEFAULT) -> Microphone:
    """Open the microphone of that name, by the first way that leads to it.

    Args:
        name: As `list_microphones` has it, or as the system has it; "default" is its choice.

    Raises:
        SourceError: It cannot be opened; every way that was tried is named.
    """
    if sys.platform != "linux":
        return SystemMicrophone(name)
    try:
        return _open_pulse(name)
    except PulseError as error:
        attempt = f"{PULSE}: {error}"
    return SystemMicrophone(name, (attempt,))


def list_microphones() -> list[str]:
    """Names for `open_microphone`, as users know them; empty where the system lists none."""
    if sys.platform == "linux":
        try:
            # Monitors record what is played: they are no microphones.
            return [source.description for source in list_sources() if not source.is_monitor]
        except PulseError:
            pass  # a system without a sound server: list its devices themselves
    names = [device.description or device.name for way in ways_here() for device in _devices(way)]
    return list(dict.fromkeys(names))


def _open_pulse(name: str) -> Microphone:
    sources = list_sources()
    if name == DEFAULT:
        return PulseMicrophone(name, None)
    for source in sources:
        if name in (source.description, source.name):
            return PulseMicrophone(name, source.name)
    raise PulseError("it has no such device")


def ways_here() -> tuple[str, ...]:
    """The input formats of libav that this system has, once ALSA finds its own files."""
    ways = _WAYS.get(sys.platform, ())
    if sys.platform != "linux":
        return ways
    # PyAV's wheels look for both where their build machine had them.
    if "ALSA_PLUGIN_DIR" not in os.environ and (plugins := alsa_plugins()) is not None:
        os.environ["ALSA_PLUGIN_DIR"] = str(plugins)
    if "ALSA_CONFIG_PATH" in os.environ:
        return ways
    if ALSA_CONFIGURATION.exists():
        os.environ["ALSA_CONFIG_PATH"] = str(ALSA_CONFIGURATION)
        return ways
    # Without its configuration ALSA has no devices, and reports that on stderr at every call.
    return tuple(way for way in ways if way != "alsa")


def alsa_plugins() -> Path | None:
    """The system's folder of ALSA's plugins, for this processor; None: it has none."""
    for pattern in ALSA_PLUGINS:
        for folder in sorted(Path("/").glob(pattern.format(machine=platform.machine()))):
            if any(folder.glob("libasound_module_*.so")):
                return folder
    return None


def _devices(way: str) -> list[av.DeviceInfo]:
    try:
        devices = av.enumerate_input_devices(way)
    except (FFmpegError, OSError, ValueError):  # this build lacks the way, or cannot list it
        return []
    # Some ways list cameras as well; ALSA states no kinds, because it has only one. But it lists
    # its plugins, too, which are no microphones: a card's devices have a colon in their names.
    return [
        device
        for device in devices
        if (not device.media_types or "audio" in device.media_types)
        and (way != "alsa" or ":" in device.name)
    ]


def _address(way: str, name: str) -> str | None:
    """The address for libav that a name stands for; None: this way has no such device."""
    devices = _devices(way)
    found = [device for device in devices if name in (device.name, device.description)]
    if name == DEFAULT and way == "dshow":
        # DirectShow has no name for the default device; it lists that one first.
        found = sorted(devices, key=lambda device: not device.is_default)
    elif name == DEFAULT:
        return {"avfoundation": ":default"}.get(way, DEFAULT)
    if not found:
        return None
    return {"dshow": "audio={}", "avfoundation": ":{}"}.get(way, "{}").format(found[0].name)


def _open_device(name: str, tried_before: tuple[str, ...]) -> InputContainer:
    attempts = [*tried_before]
    for way in ways_here():
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
        "The microphone {name} cannot be opened ({tried}). Check that it is plugged in and "
        "that this program may use it, or record without sound.",
        name=name,
        tried=tried,
    )
