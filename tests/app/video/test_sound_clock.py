import numpy as np
import pytest

from app.video.recording.sound import JUMP_S, SoundClock

RATE = 8_000  # low, so that half an hour takes a moment; nothing in the clock depends on it
BLOCK = 400
IN_STEP_S = 0.040


def _drift(*, ppm: float, seconds: float, jitter_s: float = 0.0, seed: int = 1):
    """Blocks of a card that runs `ppm` too fast, each announced a little late."""
    random = np.random.default_rng(seed)
    true_rate = RATE * (1 + ppm * 1e-6)
    for block in range(round(seconds * true_rate / BLOCK)):
        end_s = (block + 1) * BLOCK / true_rate
        yield end_s, end_s + random.uniform(0, jitter_s)


@pytest.mark.parametrize("ppm", [-500, 100, 500])
def test_half_an_hour_of_drift_stays_in_step_to_40_ms(ppm):
    clock = SoundClock(RATE)
    samples = np.zeros(BLOCK, np.float32)
    worst_s = 0.0
    for end_s, announced_s in _drift(ppm=ppm, seconds=1800, jitter_s=0.030):
        clock.add(samples, announced_s)
        worst_s = max(worst_s, abs(clock.written / RATE - end_s))
    assert worst_s < IN_STEP_S


def test_without_the_clock_the_same_drift_would_be_heard():
    """The test above would be worth nothing if uncorrected sound passed it."""
    blocks = list(_drift(ppm=100, seconds=1800))
    uncorrected_s = len(blocks) * BLOCK / RATE
    assert abs(uncorrected_s - blocks[-1][0]) > 4 * IN_STEP_S


def test_sound_in_step_is_left_alone_but_for_the_cubics_delay():
    clock = SoundClock(RATE)
    time = np.arange(RATE, dtype=np.float32) / RATE
    tone = np.sin(2 * np.pi * 440 * time).astype(np.float32)
    out = np.concatenate(
        [clock.add(tone[at : at + BLOCK], (at + BLOCK) / RATE) for at in range(0, RATE, BLOCK)]
    )
    delay = 2  # samples: a quarter of a millisecond
    np.testing.assert_allclose(out[delay:], tone[: len(out) - delay], atol=1e-3)


def test_a_stretched_tone_has_no_clicks():
    clock = SoundClock(RATE)
    out = []
    for block in range(500):
        at = np.arange(block * BLOCK, (block + 1) * BLOCK) / RATE
        tone = np.sin(2 * np.pi * 200 * at).astype(np.float32)
        out.append(clock.add(tone, (block + 1) * BLOCK / RATE * 1.002))
    steps = np.abs(np.diff(np.concatenate(out)[50:]))
    steepest = 2 * np.pi * 200 / RATE
    assert steps.max() < 1.1 * steepest


def test_lost_samples_become_silence_of_the_same_length():
    clock = SoundClock(RATE)
    ones = np.ones(BLOCK, np.float32)
    for block in range(50):
        clock.add(ones, (block + 1) * BLOCK / RATE)
    hole_s = 5 * JUMP_S
    out = clock.add(ones, 51 * BLOCK / RATE + hole_s)
    assert len(out) == pytest.approx(BLOCK + hole_s * RATE, abs=5)
    assert (out[: int(hole_s * RATE) - 5] == 0).all()
    assert clock.written / RATE == pytest.approx(51 * BLOCK / RATE + hole_s, abs=0.002)


def test_what_was_captured_before_the_recording_is_cut():
    clock = SoundClock(RATE)
    out = clock.add(np.ones(1000, np.float32), 500 / RATE)
    assert len(out) == pytest.approx(500, abs=5)


def test_a_late_start_begins_with_silence():
    clock = SoundClock(RATE)
    out = clock.add(np.ones(BLOCK, np.float32), 1.0)
    assert len(out) == pytest.approx(RATE, abs=5)
    assert (out[: RATE - BLOCK - 5] == 0).all()
