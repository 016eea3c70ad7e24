"""Threads of decoders and encoders: as many as this process has cores for, not the machine."""

import os

import pytest

from app.cluster.shares import Share
from app.video.files.decoder import decoding_threads
from app.video.files.video_track import encoding_threads, lookahead_threads
from gpu_unet import available_cores


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="no affinity here")
def test_codecs_share_the_cores_that_this_process_may_use(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "process_cpu_count", lambda: 64, raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {3, 5})
    assert (decoding_threads(), encoding_threads()) == (1, 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(8)))
    assert (decoding_threads(), encoding_threads()) == (2, 4)


def test_an_encoder_gets_every_core_where_a_card_computes(monkeypatch):
    monkeypatch.setattr("app.video.files.video_track.available_cores", lambda: 8)
    assert encoding_threads(computes_on_card=True, pixels=1280 * 720) == 8
    # Each thread holds frames of its own.
    assert encoding_threads(computes_on_card=True, pixels=3840 * 2160) == 4
    monkeypatch.setattr("app.video.files.video_track.available_cores", lambda: 64)
    assert encoding_threads(computes_on_card=True) == 16


@pytest.mark.parametrize(("threads", "looking_ahead"), [(1, 1), (2, 1), (8, 4), (16, 8)])
def test_half_the_threads_of_libx264_look_ahead(threads, looking_ahead):
    assert lookahead_threads(threads) == looking_ahead


def test_large_frames_are_decoded_by_fewer_threads_each_of_which_holds_some(monkeypatch):
    monkeypatch.setattr("app.video.files.decoder.available_cores", lambda: 64)
    assert decoding_threads(1920 * 1080) == 4
    assert decoding_threads(3840 * 2160) == 4
    assert decoding_threads(7680 * 4320) == 1


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="no affinity here")
def test_a_worker_has_the_cores_of_its_share(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(8)))
    for name, value in Share(3).environment.items():
        monkeypatch.setenv(name, value)
    assert available_cores() == 3
