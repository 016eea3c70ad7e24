"""The sound of a film is heard when its picture is seen; measured where it is heard."""

from __future__ import annotations

import bisect
import itertools
import statistics
import time
from fractions import Fraction

import numpy as np
import pytest
from live_doubles import Clock, wait_until
from sound_doubles import Listening, Now, Telling
from video_clips import make_clip

from app.pipeline.live import file_sound
from app.pipeline.live.file_sound import STILL_S, FileSound, Follower, PictureClock
from app.video.playing import SAMPLE_RATE, SoundTrack, SpeakerError

IN_STEP_S = 0.04


def play(picture_times, *, until_s, rate=SAMPLE_RATE, track=None):
    """Show pictures at their times, (when, moment of the film), and play beside them.

    Returns:
        How far each block was beside the picture that was seen when it was heard, in seconds,
        with the time; positive: too early.
    """
    clock = Clock()
    zero_s = clock.now_s
    speaker, pictures = Listening(clock, rate=rate), PictureClock(clock)
    follower = Follower(track or Telling(), speaker, clock)
    waiting = list(picture_times)
    while clock.now_s < zero_s + until_s:
        while waiting and zero_s + waiting[0][0] <= clock.now_s:
            pts_s = waiting.pop(0)[1]
            pictures.show(pts_s, pts_s + 1 / 30)
        moment = pictures.moment_s(0.0)
        follower.step(moment, 1.0)
    shown = [when for when, _ in picture_times]
    beside = []
    for when, sample in speaker.heard:
        at = when - zero_s
        index = bisect.bisect_right(shown, at) - 1
        if sample == 0 or index < 0 or index == len(shown) - 1:
            continue
        # What should be seen then: pictures stand for a moment each, so between two of them.
        seen_s = picture_times[index][1] + at - shown[index]
        beside.append((at, sample * 1000 - seen_s))
    return beside


def film(*, begin_s=0.0, count=300, fps=30.0, late_s=lambda index: 0.15, from_s=0.0):
    return [(begin_s + index / fps + late_s(index), from_s + index / fps) for index in range(count)]


def offsets(beside, *, after_s):
    values = [abs(offset) for at, offset in beside if at > after_s]
    assert len(values) > 50
    return values


@pytest.mark.parametrize("latency_s", [0.0, 0.15, 0.6])
def test_sound_waits_for_a_picture_however_long_its_composite_takes(latency_s):
    beside = play(film(late_s=lambda index: latency_s), until_s=8)
    assert max(offsets(beside, after_s=latency_s + 0.5)) < IN_STEP_S


def test_pictures_that_come_unevenly_do_not_make_it_waver():
    rng = np.random.default_rng(3)
    late = 0.12 + np.cumsum(rng.normal(0, 0.002, 300)).clip(-0.02, 0.02) + rng.uniform(0, 0.03, 300)
    beside = play(film(late_s=lambda index: late[index]), until_s=8)
    values = offsets(beside, after_s=1.0)
    assert statistics.median(values) < 0.015
    assert np.quantile(values, 0.99) < IN_STEP_S


@pytest.mark.parametrize("rate", [SAMPLE_RATE * 1.001, SAMPLE_RATE * 0.999])
def test_a_device_that_is_faster_or_slower_than_it_says_stays_in_step(rate):
    track = Telling()
    beside = play(film(count=1800), until_s=59, rate=rate, track=track)
    assert max(offsets(beside, after_s=1.0)) < IN_STEP_S
    assert track.seeks == 1, "without a jump that is heard"


def test_after_a_seek_it_is_in_step_again_at_once():
    pictures = film(count=90) + film(begin_s=3.2, count=150, from_s=40.0)
    beside = play(pictures, until_s=8)
    assert max(offsets(beside, after_s=3.2 + 0.15 + 0.2)) < IN_STEP_S


def test_a_film_that_plays_slower_than_it_should_keeps_its_sound():
    pictures = [(0.1 + index / 12, index / 30) for index in range(90)]  # too much for this machine
    beside = play(pictures, until_s=7)
    values = offsets(beside, after_s=1.0)
    assert statistics.median(values) < IN_STEP_S * 2.5, "by jumps: nothing else can be done"


def test_a_track_that_begins_later_or_ends_sooner_is_silent_there():
    beside = play(film(), until_s=8, track=Telling(begin_s=2.0, end_s=4.0))
    times = [at for at, _ in beside]
    assert 2.1 < min(times) < 2.3
    assert max(times) < 4.4
    assert max(offsets(beside, after_s=0)) < IN_STEP_S


def test_a_film_that_stands_still_is_silent():
    clock = Clock()
    pictures = PictureClock(clock)
    pictures.show(1.0, 1.04)
    assert pictures.moment_s(clock()) == pytest.approx(1.0)
    for _ in range(20):
        clock.pass_s(0.05)
        pictures.show(1.0, 1.04)  # drawn anew with other settings
    assert pictures.moment_s(clock()) is None
    pictures.show(1.04, 1.08)
    assert pictures.moment_s(clock()) == pytest.approx(1.04)
    pictures.pause()
    assert pictures.moment_s(clock()) is None


def test_sound_goes_on_while_a_picture_stays_long():
    clock = Clock()
    pictures = PictureClock(clock)
    pictures.show(1.0, 6.0)
    clock.pass_s(4.9)
    assert pictures.moment_s(clock()) == pytest.approx(5.9)
    pictures.show(3.0, 6.0)  # sought within the same picture
    assert pictures.moment_s(clock()) == pytest.approx(3.0)
    clock.pass_s(3.0 + STILL_S + 0.1)
    assert pictures.moment_s(clock()) is None


@pytest.mark.parametrize("name", ["a.mp4", "a.mkv", "a.mov", "a.ts"])
@pytest.mark.parametrize("codec", ["aac", "libopus", "mp2"])
def test_samples_have_the_times_of_the_film(tmp_path, name, codec):
    """A tone that begins at 0.8 s of 2 begins there, from the start and after a seek."""
    if codec == "libopus" and name in ("a.mov", "a.ts"):
        pytest.skip("no such file")
    make_clip(tmp_path / name, frame_count=50, audio=(codec,), audio_s=0.9)
    track = SoundTrack(tmp_path / name)
    try:
        for at_s in (0.0, 0.5):
            track.seek(at_s)
            read = list(iter(track.read, None))
            assert read[0][0] <= at_s + 0.03
            end_s = read[-1][0] + len(read[-1][1]) / SAMPLE_RATE
            assert end_s == pytest.approx(0.9, abs=0.06)
            for (begin_s, samples), (following_s, _) in itertools.pairwise(read):
                assert following_s == pytest.approx(begin_s + len(samples) / SAMPLE_RATE, abs=2e-3)
    finally:
        track.close()
        track.close()


def test_a_film_without_sound_or_with_a_broken_track_needs_no_device(tmp_path):
    make_clip(tmp_path / "mute.mp4")

    def no_device():
        raise AssertionError("nobody needs one")

    sound = FileSound(open_speaker=no_device)
    sound.set_file(tmp_path / "mute.mp4")
    sound.set_playing(True)
    sound.close()


@pytest.fixture
def clicks(tmp_path):
    make_clip(tmp_path / "film.mp4", frame_count=100, rate=Fraction(25), audio=("aac",))
    return tmp_path / "film.mp4"


@pytest.mark.usefixtures("patient_end")
def test_with_real_threads_it_plays_and_pausing_or_muting_lets_go_of_the_device(clicks):
    speakers = []

    def open_speaker():
        speakers.append(Listening(Now()))
        return speakers[-1]

    sound = FileSound(open_speaker=open_speaker)
    sound.set_file(clicks)
    assert not sound.is_on
    sound.set_playing(True)
    began_s = time.perf_counter()

    def has_played():
        pts_s = (time.perf_counter() - began_s) % 3 // 0.04 * 0.04  # round and round
        sound.show(pts_s, pts_s + 1 / 30)
        return speakers and sum(sample != 0 for _, sample in speakers[-1].heard) > 5

    wait_until(has_played, "samples")
    sound.set_playing(False)
    wait_until(lambda: speakers[0].is_closed, "the device to be released")
    sound.set_volume(0)
    sound.set_playing(True)
    assert not sound.is_on
    sound.set_volume(0.5)
    wait_until(lambda: len(speakers) == 2)
    sound.close()
    sound.close()
    assert speakers[1].is_closed


def test_without_a_device_there_is_a_sentence_and_nothing_else(clicks, monkeypatch):
    said = []

    def open_speaker():
        raise SpeakerError("No sound server answers; there is no sound until one does.")

    sound = FileSound(open_speaker=open_speaker, on_trouble=said.append)
    sound.set_file(clicks)
    sound.set_playing(True)
    wait_until(lambda: said)
    sound.close()
    assert said == ["No sound server answers; there is no sound until one does."]
    assert file_sound.FAR_S > file_sound.NEAR_S
