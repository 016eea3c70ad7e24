"""What is played arrives at the sound server of Linux: a real one of our own, see `test_pulse`."""

from __future__ import annotations

import ctypes
import threading

import numpy as np
import pytest
from test_pulse import server, sound  # noqa: F401 -- fixtures

from app.video.playing import SAMPLE_RATE, PulseSpeaker, SpeakerError
from app.video.recording.pulse import PulseMicrophone


@pytest.mark.usefixtures("sound")
def test_a_tone_that_is_played_is_heard_and_the_delay_is_told():
    times = np.arange(480) / SAMPLE_RATE
    tone = np.repeat(0.5 * np.sin(2 * np.pi * 1000 * times)[:, None], 2, axis=1)
    speaker, ear = PulseSpeaker(), PulseMicrophone("what is played", "studio.monitor")
    is_over = threading.Event()
    delays = []

    def play():
        while not is_over.is_set():
            speaker.write(tone.astype(np.float32))
            delays.append(speaker.delay_s())

    playing = threading.Thread(target=play)
    playing.start()
    try:
        heard = np.concatenate([ear.read().samples for _ in range(80)])
    finally:
        is_over.set()
        playing.join()
        ear.close()
        speaker.clear()
        speaker.close()
        speaker.close()
    spectrum = np.abs(np.fft.rfft(heard[-16384:] * np.hanning(16384)))
    assert np.argmax(spectrum) * SAMPLE_RATE / 16384 == pytest.approx(1000, abs=6)
    assert any(delays)  # 0 where a busy machine let it run dry
    assert 0 <= np.median(delays) < 2


@pytest.mark.usefixtures("sound")
def test_a_delay_that_the_server_does_not_tell_is_no_number(monkeypatch):
    def fails(stream, error):
        error._obj.value = 11  # PA_ERR_CONNECTIONTERMINATED
        return 2**64 - 1

    speaker = PulseSpeaker()
    monkeypatch.setattr(speaker._stream._library, "pa_simple_get_latency", fails)
    with pytest.raises(SpeakerError, match="The sound server failed"):
        speaker.delay_s()
    speaker.close()


def test_without_a_server_or_its_library_a_sentence_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path / 'nobody'}")
    try:
        ctypes.CDLL("libpulse-simple.so.0")
        sentence = "No sound server answers"
    except OSError:
        sentence = "its library is missing"
    with pytest.raises(SpeakerError, match=sentence):
        PulseSpeaker()
