"""FirstPass: which frames of a recording are looked at, decoded side by side in any order."""

from contextlib import closing

import numpy as np
import pytest
from video_clips import make_clip

from app.pipeline.clean_plate.survey import FEWEST_SAMPLES, sample_times
from app.pipeline.jobs import first_pass
from app.pipeline.jobs.first_pass import FIRST_SAMPLES, MANY_SAMPLES, FirstPass
from app.video.files.file_source import FileSource
from gpu_unet.network_input import Observation

BFRAMES = {"preset": "medium", "bf": "2"}


def looked_at(clip, *, observe=None, threads=1, most=4, monkeypatch, **options):
    """The times of the frames that the network sees, what is told, and how often it is opened."""
    monkeypatch.setattr(first_pass, "available_cores", lambda: 2 * threads)
    times_s, told = [], []

    def note(frames):
        assert len(frames) <= most
        times_s.extend(frame.pts_s for frame in frames)
        if observe is not None:
            return [observe(frame) for frame in frames]
        blank = np.zeros((36, 64), np.uint8)
        return [Observation(np.zeros((36, 64, 3), np.uint8), blank)] * len(frames)

    options = {"resize": None, "frame_bytes": 4608, "spares_memory": False, **options}
    opened = []

    def open_source():
        opened.append(1)
        return FileSource(clip, threads=1)

    looking = FirstPass(open_source, **options)
    with closing(looking):
        looking.rooms(note, most, lambda *so_far: told.append(so_far))
    return times_s, told, len(opened)


def keys_of(clip):
    """The key frames before the samples, and where it looks if those are too few."""
    with closing(FileSource(clip)) as source:
        samples = sample_times(duration_s=source.duration_s, frame_count=source.frame_count)
        keys, few = [], []
        for time_s in samples:
            source.seek_key(time_s)
            keys.append(source.read().pts_s)
        for time_s in samples[:FEWEST_SAMPLES]:
            source.seek(time_s)
            few.append(source.read().pts_s)
    return sorted(set(keys)), few


@pytest.mark.parametrize("threads", [1, 4])
def test_each_key_frame_is_looked_at_once(tmp_path, threads, monkeypatch):
    clip = tmp_path / "in.mp4"
    make_clip(clip, frame_count=400, gop=25, options=BFRAMES)
    keys, _ = keys_of(clip)
    assert len(keys) >= FEWEST_SAMPLES
    times_s, told, opened = looked_at(clip, threads=threads, monkeypatch=monkeypatch)
    assert times_s == keys
    assert told[-1] == (len(keys), len(keys))
    assert 1 <= opened <= threads


@pytest.mark.parametrize("spares_memory", [False, True])
def test_between_rare_key_frames_it_looks_at_others_too(tmp_path, spares_memory, monkeypatch):
    clip = tmp_path / "in.mp4"
    make_clip(clip, frame_count=200, gop=90, options=BFRAMES)
    keys, few = keys_of(clip)
    assert 1 < len(keys) < FEWEST_SAMPLES
    times_s, _, opened = looked_at(
        clip, threads=8, spares_memory=spares_memory, monkeypatch=monkeypatch
    )
    assert times_s == [*keys, *few]
    assert (opened == 1) is spares_memory


def test_a_frame_that_lasts_for_several_samples_counts_each_time(tmp_path, monkeypatch):
    clip = tmp_path / "in.mp4"
    make_clip(clip, pts=[*range(40), *range(140, 180)], gop=1000)
    keys, few = keys_of(clip)
    assert len(set(few)) < len(few)
    times_s, _, _opened = looked_at(clip, monkeypatch=monkeypatch)
    assert times_s == [*keys, *few]


def flat(index, *, height, width):
    return np.full((height, width, 3), index % 256, np.uint8)


def seen_at(frame, *, moves):
    """A room of squares; from frame to frame another one if the camera moves."""
    rng = np.random.default_rng(round(1000 * frame.pts_s) if moves else 0)
    rgb = np.kron(rng.integers(30, 220, (6, 8, 3)), np.ones((6, 8, 1))).astype(np.uint8)
    return Observation(rgb, np.zeros(rgb.shape[:2], np.uint8))


@pytest.mark.parametrize("moves", [True, False])
def test_a_camera_that_moves_is_found_out_by_some_of_many_frames(tmp_path, moves, monkeypatch):
    clip = tmp_path / "in.mp4"
    make_clip(clip, frame_count=1200, gop=20, picture=flat)
    keys, _ = keys_of(clip)
    assert len(keys) >= MANY_SAMPLES
    times_s, told, _opened = looked_at(
        clip, observe=lambda frame: seen_at(frame, moves=moves), monkeypatch=monkeypatch
    )
    if moves:
        assert FIRST_SAMPLES <= len(times_s) < FIRST_SAMPLES + 4
        assert max(np.diff(sorted(times_s))) < 3 * min(np.diff(sorted(times_s))), "all over it"
    else:
        assert sorted(times_s) == keys
    assert told[-1] == (len(keys), len(keys))


def test_it_can_be_closed_before_rooms_are_asked_for(tmp_path):
    clip = tmp_path / "in.mp4"
    make_clip(clip, frame_count=200)
    looking = FirstPass(
        lambda: FileSource(clip), resize=None, frame_bytes=4608, spares_memory=False
    )
    looking.close()
    looking.close()


def test_a_file_that_cannot_be_read_gives_no_room(tmp_path):
    looking = FirstPass(
        lambda: FileSource(tmp_path / "missing.mp4"),
        resize=None,
        frame_bytes=4608,
        spares_memory=False,
    )
    with closing(looking):
        assert looking.rooms(lambda frames: [], 4, lambda done, count: None) == ((), "")
