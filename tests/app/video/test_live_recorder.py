"""Recordings that play: true times, pauses, another size, and a plain file at the end."""

import os
from fractions import Fraction

import av
import numpy as np
import pytest
from recordings import HEIGHT, WIDTH, Recording, boxes, picture, read

from app.video.recording.recorder import EvenTimes, LiveRecorder
from app.video.recording.summary import RecordingError
from gpu_unet.frame_format import FrameFormat


def test_irregular_times_of_capture_are_kept_exactly(tmp_path):
    times = [0.0, 0.031, 0.070, 0.071, 0.5, 1.9, 1.933]
    recording = Recording(tmp_path / "a.mp4")
    for number, time_s in enumerate(times):
        recording.add(50.0 + time_s, level=40 + 20 * number)
    summary = recording.stop()
    got = read(tmp_path / "a.mp4")
    assert [time_s for time_s, _ in got] == pytest.approx(times, abs=1e-4)
    assert [level for _, level in got] == pytest.approx([40 + 20 * n for n in range(7)], abs=3)
    assert (summary.reason, summary.frames, summary.dropped_frames) == ("user", 7, 0)


def test_a_clean_stop_leaves_a_plain_file_with_its_index_in_front(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    for number in range(70):
        recording.add(number / 30)
    assert recording.stop().is_plain
    kinds = boxes(tmp_path / "a.mp4")
    assert b"moof" not in kinds
    assert kinds.index(b"moov") < kinds.index(b"mdat")
    assert os.listdir(tmp_path) == ["a.mp4"]


def test_the_file_plays_while_it_is_being_made(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    for number in range(100):
        recording.add(number / 30)
    assert b"moof" in boxes(tmp_path / "a.mp4")
    assert len(read(tmp_path / "a.mp4")) >= 60
    recording.stop()


def test_a_pause_leaves_no_gap(tmp_path):
    now = [100.0]
    recording = Recording(tmp_path / "a.mp4", clock=lambda: now[0])
    for number in range(3):
        recording.add(100.0 + number / 10, level=50)
    now[0] = 100.3
    recording.recorder.set_paused(True)
    assert recording.recorder.status().is_paused
    recording.add(101.0, level=200, waits=False)
    now[0] = 110.3
    recording.recorder.set_paused(False)
    recording.add(110.1, level=200, waits=False)  # captured in the pause, composed after it
    for number in range(3):
        recording.add(110.3 + number / 10, level=150)
    assert recording.recorder.status().elapsed_s == pytest.approx(0.3)
    recording.stop()
    got = read(tmp_path / "a.mp4")
    assert [time_s for time_s, _ in got] == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.5], abs=1e-3)
    assert 200 not in [level for _, level in got]


def test_a_picture_older_than_the_last_is_left_out(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    recording.add(10.0)
    recording.add(10.1)
    recording.add(10.05, waits=False)
    recording.add(10.2)
    assert recording.stop().frames == 3


def test_a_camera_that_returns_in_another_size_is_fitted_into_the_recording(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    recording.add(0.0, level=100)
    recording.add(0.1, pixels=picture(180, height=96, width=64))  # narrower: bars left and right
    rgb = np.full((97, 129, 3), 255, np.uint8)
    recording.add(0.2, pixels=rgb, coding=FrameFormat(97, 129))
    recording.stop()
    with av.open(str(tmp_path / "a.mp4")) as file:
        frames = [frame.to_ndarray()[:HEIGHT] for frame in file.decode(video=0)]
    assert [frame.shape for frame in frames] == [(HEIGHT, WIDTH)] * 3
    assert frames[1][48, 64] == pytest.approx(180, abs=4)
    assert frames[1][48, 4] == pytest.approx(16, abs=4)
    assert frames[2][48, 64] == pytest.approx(235, abs=4)


def test_what_follows_a_film_whose_pixels_are_not_square_keeps_its_shape(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    recording.add(0.0, level=100, pixel_aspect=Fraction(2))  # shown as 256x96
    recording.add(0.1, level=180)  # 128x96: bars left and right
    recording.stop()
    with av.open(str(tmp_path / "a.mp4")) as file:
        assert file.streams.video[0].sample_aspect_ratio == 2
        first, second = (frame.to_ndarray()[:HEIGHT] for frame in file.decode(video=0))
    assert first.min() > 90
    assert second[48, 34:94] == pytest.approx(180, abs=4)
    assert second[48, [*range(30), *range(98, 128)]] == pytest.approx(16, abs=4)


def test_a_film_of_an_odd_size_loses_a_line_and_gets_no_bars(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    rgb = np.full((97, 161, 3), 255, np.uint8)
    rgb[96], rgb[:, 160] = 0, 0
    recording.add(0.0, pixels=rgb, coding=FrameFormat(97, 161))
    recording.stop()
    with av.open(str(tmp_path / "a.mp4")) as file:
        (frame,) = file.decode(video=0)
    assert (frame.height, frame.width) == (96, 160)
    assert frame.to_ndarray()[:96].min() > 225


def test_an_mjpeg_camera_is_recorded_in_the_range_that_players_expect(tmp_path):
    """Its own full range, tagged or not, looks washed out in many programs."""
    recording = Recording(tmp_path / "a.mp4")
    coding = FrameFormat(HEIGHT, WIDTH, "yuv420", "bt601", full_range=True)
    for number, level in enumerate((0, 255, 128)):
        recording.add(number / 30, level=level, coding=coding)
    recording.stop()
    with av.open(str(tmp_path / "a.mp4")) as file:
        frames = list(file.decode(video=0))
    assert frames[0].format.name == "yuv420p"
    for name, code in (("colorspace", 6), ("color_primaries", 6), ("color_trc", 6)):
        assert int(getattr(frames[0], name)) == code
    assert int(frames[0].color_range) == 1
    lumas = [int(frame.to_ndarray()[48, 64]) for frame in frames]
    assert lumas == pytest.approx([16, 235, 126], abs=2)


def test_a_source_of_bt2020_is_tagged_with_its_transfer_function(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    recording.add(0.0, coding=FrameFormat(HEIGHT, WIDTH, "yuv420", "bt2020"))
    recording.stop()
    with av.open(str(tmp_path / "a.mp4")) as file:
        (frame,) = file.decode(video=0)
    tags = (frame.colorspace, frame.color_primaries, frame.color_trc)
    assert tuple(map(int, tags)) == (9, 9, 14)


@pytest.mark.parametrize(
    ("frame_rate", "rate"),
    [
        (Fraction(30), Fraction(30)),
        (Fraction(30_001, 1000), Fraction(30)),
        (Fraction(30_000, 1001), Fraction(30_000, 1001)),
        (Fraction(2997, 100), Fraction(30_000, 1001)),
        (Fraction(141, 10), Fraction(14)),
        (Fraction(1, 5), Fraction(1)),
    ],
)
def test_a_constant_rate_is_a_usual_one(frame_rate, rate):
    assert EvenTimes(frame_rate).rate == rate


def test_frames_come_at_even_times_when_asked(tmp_path):
    """Late ones leave the one before in their place, and of two in one place the first stays."""
    times = [0.0, 0.031, 0.070, 0.071, 0.2, 0.29]
    recording = Recording(tmp_path / "a.mp4", has_constant_rate=True)
    for number, time_s in enumerate(times):
        recording.add(50.0 + time_s, level=40 + 20 * number)
    summary = recording.stop()
    got = read(tmp_path / "a.mp4")
    assert [time_s for time_s, _ in got] == pytest.approx([n / 30 for n in range(10)], abs=1e-6)
    levels = [40, 60, 80, 80, 80, 80, 120, 120, 120, 140]
    assert [level for _, level in got] == pytest.approx(levels, abs=3)
    assert summary.frames == 10
    with av.open(str(tmp_path / "a.mp4")) as file:
        assert file.streams.video[0].average_rate == 30


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a.webm", "ends in .mp4"),
        ("missing/a.mp4", "does not exist; make it first"),
        ("there.mp4", "exists already"),
    ],
)
def test_what_can_be_seen_before_the_first_picture_is_said_at_once(tmp_path, name, words):
    (tmp_path / "there.mp4").touch()
    with pytest.raises(RecordingError, match=words):
        LiveRecorder(tmp_path / name, frame_rate=Fraction(30))


def test_a_recording_without_a_picture_leaves_no_file(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    summary = recording.stop()
    assert summary.frames == 0
    assert not summary.path.exists()
    assert "Nothing was recorded" in summary.sentence
    assert os.listdir(tmp_path) == []
