"""The sound server of Linux: a real one of our own, with a null sink and a tone, where there is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time

import numpy as np
import pytest

from app.pipeline.live.microphone_level import MicrophoneLevel
from app.video.recording import microphone as module
from app.video.recording import pulse
from app.video.recording.microphone import list_microphones, open_microphone
from app.video.recording.pulse import PulseError, list_sources
from app.video.source import SourceError

MODULES = """\
load-module module-native-protocol-unix socket={socket} auth-anonymous=1
load-module module-null-sink sink_name=studio sink_properties=device.description="Studio"
load-module module-sine-source source_name=tone frequency=440
load-module module-remap-source source_name=headset master=studio.monitor \
source_properties=device.description="USB\\ Headset"
set-default-source headset
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Its address."""
    program = shutil.which("pulseaudio")
    if program is None:
        pytest.skip("pulseaudio is not installed: see packages-debian-ci.txt")
    folder = tmp_path_factory.mktemp("sound")
    socket = folder / "native"
    (folder / "modules.pa").write_text(MODULES.format(socket=socket))
    words = ["-n", "-F", str(folder / "modules.pa"), "--daemonize=no", "--use-pid-file=no"]
    with (folder / "log").open("w") as log:
        running = subprocess.Popen(
            [program, *words, "--exit-idle-time=-1"],
            env={**os.environ, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)},
            stdout=log,
            stderr=log,
        )
    while not socket.exists() and running.poll() is None:
        time.sleep(0.05)
    if not socket.exists():
        running.kill()
        pytest.skip(f"pulseaudio did not start: {(folder / 'log').read_text()[-300:]}")
    yield f"unix:{socket}"
    running.terminate()
    running.wait()


@pytest.fixture
def sound(server, monkeypatch):
    monkeypatch.setenv("PULSE_SERVER", server)
    monkeypatch.setattr(pulse, "_CONNECT_S", 600)  # to list must not take all of it


def heard(microphone, blocks=40) -> np.ndarray:
    try:
        return np.concatenate([microphone.read().samples for _ in range(blocks)])
    finally:
        microphone.close()
        microphone.close()


@pytest.mark.usefixtures("sound")
def test_sources_have_their_peoples_names_and_what_is_played_is_none():
    assert list_microphones() == ["USB Headset", "Sine source at 440 Hz"]
    by_name = {source.name: source for source in list_sources()}
    assert by_name["studio.monitor"].is_monitor


@pytest.mark.usefixtures("sound")
def test_what_was_chosen_is_what_is_heard():
    samples = heard(open_microphone("Sine source at 440 Hz"))
    assert samples.shape == (40 * 480,)
    spectrum = np.abs(np.fft.rfft(samples[-16384:] * np.hanning(16384)))
    assert np.argmax(spectrum) * 48_000 / 16384 == pytest.approx(440, abs=6)
    assert np.abs(samples[-4800:]).max() > 0.3


@pytest.mark.usefixtures("sound")
def test_a_null_sink_without_a_player_is_silent_and_does_not_hang():
    assert np.abs(heard(open_microphone("USB Headset"), blocks=5)).max() == 0
    assert np.abs(heard(open_microphone(), blocks=5)).max() == 0, "the default"


@pytest.mark.usefixtures("sound")
def test_an_unknown_name_is_said():
    with pytest.raises(SourceError, match="pulse: it has no such device; alsa: "):
        open_microphone("No such thing")


@pytest.mark.usefixtures("sound")
def test_the_level_of_a_tone_is_shown_until_nobody_listens_any_more():
    level = MicrophoneLevel()
    level.listen("Sine source at 440 Hz")
    while level.take() < 0.3:
        assert not level.trouble
        time.sleep(0.01)
    level.listen("")
    level.close()
    assert level.take() == 0.0


def test_without_a_server_the_devices_themselves_are_listed(monkeypatch, tmp_path):
    monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path / 'nobody'}")
    with pytest.raises(PulseError):
        list_sources()
    monkeypatch.setattr(module.sys, "platform", "linux")
    monkeypatch.setattr(
        module.av,
        "enumerate_input_devices",
        lambda way: [Device("lavrate"), Device("pulse"), Device("hw:CARD=Headset,DEV=0")],
    )
    assert list_microphones() == ["hw:CARD=Headset,DEV=0"]


class Device:
    media_types = ()
    description = ""

    def __init__(self, name):
        self.name = name


@pytest.mark.skipif(sys.platform != "linux", reason="ALSA is Linux's")
def test_alsa_finds_the_plugins_of_the_system(monkeypatch):
    folder = module.alsa_plugins()
    if folder is None:
        pytest.skip("this system has no ALSA plugins")
    monkeypatch.delenv("ALSA_PLUGIN_DIR", raising=False)
    module.ways_here()
    assert os.environ["ALSA_PLUGIN_DIR"] == str(folder)
    monkeypatch.setenv("ALSA_PLUGIN_DIR", "/somebody/knows/better")
    module.ways_here()
    assert os.environ["ALSA_PLUGIN_DIR"] == "/somebody/knows/better"


def test_where_nothing_speaks_of_a_server_no_folder_is_left_by_looking(tmp_path, monkeypatch):
    for name in ("PULSE_SERVER", "PULSE_RUNTIME_PATH", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "nowhere"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with pytest.raises(PulseError, match="no sound server"):
        list_sources()
    assert not list(tmp_path.iterdir())
