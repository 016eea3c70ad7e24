"""The synthetic camera's clock is exact, and who is late misses frames, as with a sensor."""

from fractions import Fraction

import numpy as np
import pytest
from drawn_camera import DrawnCamera
from video_clips import make_clip

from app.video.cameras import synthetic
from app.video.cameras.synthetic import SyntheticCamera
from app.video.source import SourceError
from gpu_unet.frame_format import FrameFormat

FORMAT = FrameFormat(4, 4, "yuv420")


class Time:
    """A clock that waiting moves, and nothing else."""

    def __init__(self):
        self.now_s = 50.0
        self.waited_s = 0.0

    def perf_counter(self):
        return self.now_s

    def sleep(self, seconds):
        self.now_s += seconds
        self.waited_s += seconds


@pytest.fixture
def time(monkeypatch):
    time = Time()
    monkeypatch.setattr(synthetic, "time", time)
    return time


def _camera(rate=Fraction(30)):
    return DrawnCamera(
        lambda index: np.full((6, 4), index % 256, np.uint8), frame_format=FORMAT, frame_rate=rate
    )


@pytest.mark.parametrize("rate", [Fraction(30), Fraction(30_000, 1001), Fraction(60), Fraction(5)])
def test_a_reader_in_time_gets_every_frame_at_its_exact_time(time, rate):
    camera = _camera(rate)
    frames = [camera.read() for _ in range(100)]
    assert [frame.index for frame in frames] == list(range(100))
    times = [frame.captured_s - 50.0 for frame in frames]
    assert times == pytest.approx([float(index / rate) for index in range(100)], abs=1e-9)
    assert time.waited_s == pytest.approx(float(99 / rate))


def test_a_late_reader_gets_the_newest_frame_and_the_index_shows_the_gap(time):
    camera = _camera()
    camera.read()
    time.now_s += 0.5  # 15 frames
    frame = camera.read()
    assert frame.index == 15
    assert frame.pixels[0, 0] == 15
    assert frame.captured_s == pytest.approx(50.5, abs=1 / 30)
    assert camera.read().index == 16


def test_after_closing_reading_is_an_error():
    camera = SyntheticCamera()
    camera.close()
    camera.close()
    with pytest.raises(SourceError, match="was closed"):
        camera.read()


def test_the_sample_is_shown_in_a_loop(tmp_path):
    make_clip(tmp_path / "clip.mp4", frame_count=5)
    with SyntheticCamera(sample=tmp_path / "clip.mp4") as camera:
        assert camera.name == "Built-in sample"
        pictures = [camera.draw(index) for index in range(12)]
    for index in range(7):
        assert np.array_equal(pictures[index], pictures[index + 5])
    assert not np.array_equal(pictures[0], pictures[1])


def test_skipped_frames_of_the_sample_are_left_out_of_the_loop(tmp_path):
    make_clip(tmp_path / "clip.mp4", frame_count=5)
    with SyntheticCamera(sample=tmp_path / "clip.mp4") as camera:
        all_of_them = [camera.draw(index) for index in range(5)]
        assert np.array_equal(camera.draw(8), all_of_them[3])


def test_without_the_sample_a_sentence_says_so(tmp_path):
    with pytest.raises(SourceError, match="does not exist"):
        SyntheticCamera(sample=tmp_path / "missing.mp4")


@pytest.mark.parametrize(
    ("wished", "given"), [((64, 48), (64, 36)), ((641, 481), (640, 360)), ((3, 1), (16, 16))]
)
def test_the_sample_is_fitted_into_another_size_in_its_own_shape(wished, given):
    width, height = wished
    with SyntheticCamera(height=height, width=width, frame_rate=60) as camera:
        assert (camera.width, camera.height) == given
        assert camera.frame_rate == 60
        assert camera.read().pixels.shape == (given[1] * 3 // 2, given[0])
