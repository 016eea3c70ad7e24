"""Doubles for sound: a track that says its own times, a device that remembers when it was heard."""

from __future__ import annotations

import time

import numpy as np

from app.video.playing import SAMPLE_RATE, WAITING_S, Speaker


class Telling:
    """A track whose samples say their own moment, in seconds, as 1/1000 each."""

    has_sound = True

    def __init__(self, begin_s=0.0, end_s=600.0):
        self.begin_s, self.end_s, self.at_s = begin_s, end_s, begin_s
        self.seeks = 0

    def seek(self, pts_s):
        self.seeks += 1
        self.at_s = max(self.begin_s, np.floor(pts_s * 10) / 10 - 0.1)  # a packet before

    def read(self):
        if self.at_s >= self.end_s:
            return None
        times = self.at_s + np.arange(1024) / SAMPLE_RATE
        begin_s, self.at_s = self.at_s, self.at_s + 1024 / SAMPLE_RATE
        return begin_s, np.repeat(times[:, None] / 1000, 2, axis=1).astype(np.float32)

    def close(self):
        self.is_closed = True


class Listening(Speaker):
    """A device that holds samples back, at a rate of its own; remembers when each was heard.

    Args:
        clock: A test's, which `write` lets pass as a device does when it is full.
        latency_s: Of the device itself.
        rate: Its own samples a second: no two crystals are alike.
    """

    def __init__(self, clock, *, latency_s=0.03, rate=SAMPLE_RATE):
        self.clock, self.latency_s, self.rate = clock, latency_s, rate
        self.end_s = clock()
        self.heard = []  # (when, first sample of the block)
        self.is_closed = False

    def write(self, samples):
        self.end_s = max(self.end_s, self.clock())
        self.heard.append((self.end_s + self.latency_s, float(samples[0, 0])))
        self.end_s += len(samples) / self.rate
        if (late_s := self.end_s - self.clock() - WAITING_S) > 0:
            self.clock.pass_s(late_s)

    def delay_s(self):
        return max(0.0, self.end_s - self.clock()) + self.latency_s

    def clear(self):
        self.end_s = self.clock()

    def close(self):
        self.is_closed = True


class Now:
    """The real clock, which a speaker waits for."""

    def __call__(self):
        return time.perf_counter()

    def pass_s(self, seconds):
        time.sleep(seconds)
