"""An encoder that cannot keep up: quality goes before pictures, and comes back."""

import threading
import time
from fractions import Fraction

import av
import pytest
from recordings import YUV, Recording, read

from app.video.recording.recording_file import SPEEDS, LiveEncoder


def test_when_the_encoder_cannot_keep_up_quality_goes_before_pictures(tmp_path, monkeypatch):
    """The encoder is held up; what it does next shows in its level, then in the count."""
    gate = threading.Semaphore(0)
    honest = LiveEncoder.encode

    def held_up(self, frame, time_s):
        gate.acquire()
        return honest(self, frame, time_s)

    monkeypatch.setattr(LiveEncoder, "encode", held_up)
    now = [0.0]
    recording = Recording(tmp_path / "a.mp4", clock=lambda: now[0])
    levels, dropped = [], []
    for number in range(40):
        recording.add(number / 30, waits=False)
        now[0] = number / 30
        if number % 4 == 3:  # the encoder manages one picture in four
            before = len(recording.encoded)
            gate.release()
            while len(recording.encoded) == before:
                time.sleep(0.001)
        levels.append(recording.recorder.status().quality_level)
        dropped.append(recording.recorder.status().dropped_frames)
    assert levels[-1] == len(SPEEDS) - 1
    first_loss = next(number for number, count in enumerate(dropped) if count)
    assert levels[first_loss] == len(SPEEDS) - 1  # nothing more could be given up
    for _ in range(100):
        gate.release()
    summary = recording.stop()
    assert summary.dropped_frames == dropped[-1] > 0
    assert summary.frames + summary.dropped_frames == 40
    assert len(read(tmp_path / "a.mp4")) == summary.frames


def test_quality_comes_back_after_a_while_of_calm(tmp_path):
    now = [0.0]
    recording = Recording(tmp_path / "a.mp4", clock=lambda: now[0])
    recording.add(0.0)
    recording.recorder.file.set_level(2)
    for number in range(1, 100):
        now[0] = number / 2
        recording.add(number / 2)
    assert recording.recorder.status().quality_level == 0
    recording.stop()
    assert len(read(tmp_path / "a.mp4")) == 100


@pytest.mark.parametrize("aspect", [Fraction(1), Fraction(4, 3)])
def test_all_speeds_write_the_same_headers(tmp_path, aspect):
    """An MP4 has them once; a file whose speed changed would not play otherwise."""
    with av.open(str(tmp_path / "a.mp4"), "w") as file:
        encoder = LiveEncoder(
            file.add_stream("libx264"),
            frame_format=YUV,
            pixel_aspect=aspect,
            frame_rate=Fraction(30),
        )
        assert encoder.extradata
        for level in range(len(SPEEDS)):
            encoder.set_level(level)  # asserts that the headers are the same
