"""The system's microphones, as far as a machine without one can tell."""

from itertools import pairwise

import av
import numpy as np
import pytest

from app.video.recording import microphone as module
from app.video.recording.microphone import SystemMicrophone, list_microphones, open_microphone
from app.video.recording.pulse import PulseError
from app.video.source import SourceError


@pytest.fixture(autouse=True)
def no_server(monkeypatch):
    """What a sound server has: `test_pulse`."""

    def fails():
        raise PulseError("no sound server answers")

    monkeypatch.setattr(module, "list_sources", fails)


@pytest.fixture
def linux(monkeypatch, tmp_path):
    monkeypatch.setattr(module.sys, "platform", "linux")
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(tmp_path))


@pytest.fixture
def sound_file(tmp_path):
    """A file in a microphone's place: libav's devices are read in the same way."""
    path = tmp_path / "sound.wav"
    with av.open(str(path), "w") as file:
        stream = file.add_stream("pcm_s16le", rate=44_100, layout="stereo")
        at = np.arange(44_100) / 44_100
        tone = (np.sin(2 * np.pi * 440 * at) * 20_000).astype(np.int16)
        frame = av.AudioFrame.from_ndarray(
            np.repeat(tone, 2)[None, :].copy(), format="s16", layout="stereo"
        )
        frame.sample_rate = 44_100
        file.mux(stream.encode(frame))
        file.mux(stream.encode(None))
    return path


def test_what_cannot_be_opened_names_every_way_that_was_tried(linux, monkeypatch):
    def fails(device, *, format, timeout):
        raise av.error.ExitError(1, f"{format} did not answer")

    monkeypatch.setattr(av, "open", fails)
    with pytest.raises(SourceError) as caught:
        open_microphone()
    assert "pulse: " in str(caught.value)
    assert "alsa: " in str(caught.value)
    assert "record without sound" in str(caught.value)


def test_blocks_are_mono_float_at_one_rate_whatever_the_device_sends(
    linux, monkeypatch, sound_file
):
    honest = av.open
    monkeypatch.setattr(av, "open", lambda device, *, format, timeout: honest(str(sound_file)))
    microphone = SystemMicrophone()
    blocks = list(iter(microphone.read, None))
    microphone.close()
    microphone.close()
    assert microphone.read() is None
    samples = np.concatenate([block.samples for block in blocks])
    assert samples.ndim == 1
    assert samples.dtype == np.float32
    assert len(samples) == pytest.approx(48_000, rel=0.01)
    assert np.abs(samples).max() == pytest.approx(20_000 / 32_768, rel=0.05)
    assert all(b.captured_s >= a.captured_s for a, b in pairwise(blocks))


class Device:
    def __init__(self, name, description="", kinds=("audio",), is_default=False):
        self.name, self.description = name, description
        self.media_types, self.is_default = list(kinds), is_default


@pytest.fixture
def devices(monkeypatch):
    """What each way lists; a way that is missing raises, as libav does."""
    listed = {}

    def enumerate_devices(way):
        if way not in listed:
            raise ValueError("no such format")
        return listed[way]

    monkeypatch.setattr(av, "enumerate_input_devices", enumerate_devices)
    return listed


@pytest.fixture
def opened(monkeypatch, sound_file):
    """The addresses that were opened."""
    honest, addresses = av.open, []

    def open_device(address, *, format, timeout):
        addresses.append((format, address))
        return honest(str(sound_file))

    monkeypatch.setattr(av, "open", open_device)
    return addresses


def test_microphones_are_listed_by_the_names_that_people_know(linux, devices):
    devices["alsa"] = [Device("hw:1,0", "USB Headset", kinds=()), Device("hw:2,0", kinds=())]
    assert list_microphones() == ["USB Headset", "hw:2,0"]


def test_cameras_in_the_list_are_left_out(devices, monkeypatch):
    monkeypatch.setattr(module.sys, "platform", "darwin")
    devices["avfoundation"] = [
        Device("0", "FaceTime Camera", kinds=("video",)),
        Device("0", "Built-in Microphone"),
    ]
    assert list_microphones() == ["Built-in Microphone"]


def test_the_device_that_delivers_silence_is_nobodys_microphone(linux, devices):
    devices["alsa"] = [
        Device("null", "Discard all samples (playback) or generate zero samples (capture)", ()),
        Device("hw:1", "USB Headset", ()),
    ]
    assert list_microphones() == ["USB Headset"]


@pytest.mark.parametrize(
    ("platform", "way", "name", "address"),
    [
        ("linux", "alsa", "USB Headset", "hw:7"),
        ("linux", "alsa", "default", "default"),
        ("darwin", "avfoundation", "USB Headset", ":7"),
        ("darwin", "avfoundation", "default", ":default"),
        ("win32", "dshow", "USB Headset", "audio=7"),
        ("win32", "dshow", "default", "audio=9"),
    ],
)
def test_a_name_becomes_what_each_system_opens(
    linux, devices, opened, monkeypatch, platform, way, name, address
):
    monkeypatch.setattr(module.sys, "platform", platform)
    devices[way] = [
        Device("5", "Webcam", kinds=("video",)),
        Device("hw:7" if way == "alsa" else "7", "USB Headset"),
        Device("9", "Other", is_default=True),
    ]
    SystemMicrophone(name).close()
    assert opened == [(way, address)]


def test_an_unknown_name_is_said_for_each_way(linux, devices):
    devices["alsa"] = []
    with pytest.raises(SourceError, match="pulse: no sound server answers; alsa: it has no such"):
        open_microphone("Headset")


def test_alsa_without_its_configuration_is_not_even_asked(monkeypatch, tmp_path, capfd):
    monkeypatch.setattr(module.sys, "platform", "linux")
    monkeypatch.delenv("ALSA_CONFIG_PATH", raising=False)
    monkeypatch.setattr(module, "ALSA_CONFIGURATION", tmp_path / "missing.conf")
    assert list_microphones() == []
    assert capfd.readouterr().err == ""
