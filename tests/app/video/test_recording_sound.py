"""The microphone beside a recording: in step for half an hour, and never the recording's end."""

import threading

import av
import numpy as np
import pytest
from recordings import Recording, read

from app.video.recording.sound import Microphone, RecordingSound, SoundBlock
from app.video.source import SourceError

IN_STEP_S = 0.040


class SoundCard(Microphone):
    """A card with a clock of its own that beeps at every full second of the world's clock.

    Gives out what the world has come to, no more: `pass_until` moves the world on and returns
    once all of it was read.
    """

    name = "card"
    BLOCK = 800
    BEEP_S = 0.2

    def __init__(self, began_s: float, *, ppm: float, wander_ppm: float = 0.0, sample_rate=8_000):
        self.sample_rate = sample_rate
        self.fails_at_s = float("inf")
        self._began_s = began_s
        self._ppm, self._wander_ppm = ppm, wander_ppm
        self._at_s = self._until_s = 0.0
        self._late = np.random.default_rng(4)
        self._changed = threading.Condition()
        self._is_idle = self._is_over = False

    def pass_until(self, world_s: float) -> None:
        with self._changed:
            self._until_s = world_s
            self._is_idle = False
            self._changed.notify_all()
            assert self._changed.wait_for(lambda: self._is_idle or self._is_over)

    def end(self) -> None:
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def read(self):
        # Warm cards run faster: a quarter of an hour up, a quarter down.
        ppm = self._ppm + self._wander_ppm * np.sin(2 * np.pi * self._at_s / 1800)
        end_s = self._at_s + self.BLOCK / (self.sample_rate * (1 + ppm * 1e-6))
        if self._at_s >= self.fails_at_s:
            self.end()
            raise SourceError("The microphone card failed; check its plug.")
        with self._changed:
            while end_s > self._until_s:
                if self._is_over:
                    return None
                self._is_idle = True
                self._changed.notify_all()
                self._changed.wait()
        at_s = np.linspace(self._at_s, end_s, self.BLOCK, endpoint=False)
        self._at_s = end_s
        tone = np.where(at_s % 1.0 < self.BEEP_S, np.sin(2 * np.pi * 1000 * at_s), 0)
        arrived_s = self._began_s + end_s + self._late.uniform(0, 0.015)
        return SoundBlock(tone.astype(np.float32), arrived_s)

    def close(self):
        pass


def _beeps(path) -> np.ndarray:
    """When the sound of a file becomes loud, in seconds."""
    with av.open(str(path)) as file:
        assert file.streams.video[0].codec_context.name == "h264"
        stream = file.streams.audio[0]
        assert stream.codec_context.name == "aac"
        rate, frames = stream.rate, list(file.decode(stream))
    first_s = float(frames[0].pts * frames[0].time_base)
    sound = np.abs(np.concatenate([frame.to_ndarray()[0] for frame in frames]))
    width = round(0.004 * rate)
    is_loud = np.convolve(sound, np.ones(width) / width, mode="same") > 0.3
    return np.flatnonzero(is_loud[1:] & ~is_loud[:-1]) / rate + first_s


def _record(path, card, *, began_s, seconds, interval_s):
    recording = Recording(path, open_microphone=lambda: card)
    recording.add(began_s)
    for number in range(1, round(seconds / interval_s) + 1):
        card.pass_until(number * interval_s)
        recording.add(began_s + number * interval_s)
    card.end()
    return recording.stop()


@pytest.mark.parametrize("minutes", [6, 30])
def test_after_many_minutes_the_sound_is_in_step_with_the_picture(tmp_path, minutes):
    """The whole way into the file. Uncorrected, 300 ppm are 108 ms after six minutes."""
    path = tmp_path / "a.mp4"
    card = SoundCard(500.0, ppm=300, wander_ppm=200)
    summary = _record(path, card, began_s=500.0, seconds=60 * minutes, interval_s=5.0)
    assert summary.duration_s == pytest.approx(60 * minutes, abs=0.1)
    beeps = _beeps(path)
    for second in range(30, 60 * minutes, 30):
        assert np.abs(beeps - second).min() < IN_STEP_S, f"no beep at {second} s"


def test_pictures_keep_their_exact_times_beside_sound(tmp_path):
    """AAC begins with a packet from before time 0, which once moved all pictures but the first."""
    card = SoundCard(500.0, ppm=0, sample_rate=48_000)
    _record(tmp_path / "a.mp4", card, began_s=500.0, seconds=3.0, interval_s=0.1)
    times = [time_s for time_s, _ in read(tmp_path / "a.mp4")]
    assert times == pytest.approx([number / 10 for number in range(31)], abs=1e-4)
    assert _beeps(tmp_path / "a.mp4") == pytest.approx([0.0, 1.0, 2.0], abs=IN_STEP_S)


def test_a_pause_leaves_picture_and_sound_in_step(tmp_path):
    now = [500.0]
    card = SoundCard(500.0, ppm=100, sample_rate=48_000)
    recording = Recording(tmp_path / "a.mp4", open_microphone=lambda: card, clock=lambda: now[0])
    recording.add(500.0)

    def go_on(from_s, to_s, *, waits=True):
        for number in range(round((to_s - from_s) * 10)):
            at_s = from_s + (number + 1) / 10
            card.pass_until(at_s)
            now[0] = 500.0 + at_s
            recording.add(now[0], waits=waits)

    go_on(0.0, 3.5)
    recording.recorder.set_paused(True)
    go_on(3.5, 10.0, waits=False)
    recording.recorder.set_paused(False)
    go_on(10.0, 14.5)
    card.end()
    assert recording.stop().duration_s == pytest.approx(8.0, abs=0.1)
    beeps = _beeps(tmp_path / "a.mp4")
    # The world's seconds 11 to 14 are the recording's 4.5 to 7.5.
    for second in (1, 2, 3, 4.5, 5.5, 6.5, 7.5):
        assert np.abs(beeps - second).min() < IN_STEP_S, f"no beep at {second} s: {beeps}"


def test_a_block_that_comes_while_a_pause_ends_is_of_one_side_of_it():
    card = SoundCard(0.0, ppm=0)

    class Watched(RecordingSound):
        def __setattr__(self, name, value):
            super().__setattr__(name, value)
            if is_ending_the_pause:  # a block is read after each step of it
                card.pass_until(5.0)

    is_ending_the_pause = False
    sound = Watched(lambda: card)
    sound.begin(0.0)
    sound.set_pause(is_paused=True, paused_s=0.0)
    card.pass_until(4.85)
    is_ending_the_pause = True
    sound.set_pause(is_paused=False, paused_s=4.0)
    is_ending_the_pause = False
    block = sound._blocks[0]
    card.end()
    sound.stop()
    assert block.captured_s == pytest.approx(1.0, abs=0.1)


def test_a_microphone_that_cannot_be_opened_costs_only_the_sound(tmp_path):
    def fails():
        raise SourceError("There is no microphone.")

    recording = Recording(tmp_path / "a.mp4", open_microphone=fails)
    for number in range(5):
        recording.add(number / 30)
    assert recording.stop().frames == 5
    assert recording.notices == ["There is no microphone. The recording goes on without sound."]
    with av.open(str(tmp_path / "a.mp4")) as file:
        assert not file.streams.audio


def test_a_microphone_that_is_pulled_out_costs_only_the_rest_of_the_sound(tmp_path):
    card = SoundCard(0.0, ppm=0, sample_rate=48_000)
    card.fails_at_s = 1.0
    recording = Recording(tmp_path / "a.mp4", open_microphone=lambda: card)
    recording.add(0.0)
    for number in range(1, 60):
        card.pass_until(number / 30)
        recording.add(number / 30)
    assert recording.stop().frames == 60
    assert recording.notices == [
        "The microphone card failed; check its plug. The recording goes on without sound."
    ]
    assert _beeps(tmp_path / "a.mp4") == pytest.approx([0.0], abs=IN_STEP_S)
