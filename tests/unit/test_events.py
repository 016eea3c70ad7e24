"""Events as JSON, the pace they report, and the matte as a picture."""

import json
from pathlib import Path

import numpy as np
import pytest

from gpu_unet.frame_format import FrameFormat
from pipeline import pace as pace_module
from pipeline.events import Done, Failed, Progress, Report, as_dictionary
from pipeline.matte_picture import matte_picture
from pipeline.pace import Pace


def test_a_report_becomes_one_flat_json_object():
    report = Report(Path("a.mp4"), Path("b.mp4"), 3, 3, audio=("copied",), stage_s={"encode": 1.5})
    line = json.loads(json.dumps(as_dictionary(Done(report))))
    assert line["event"] == "done"
    assert (line["input"], line["output"], line["frames_out"]) == ("a.mp4", "b.mp4", 3)
    assert (line["audio"], line["stage_s"]) == (["copied"], {"encode": 1.5})


def test_a_failure_names_its_input_with_and_without_a_report():
    assert as_dictionary(Failed(Path("a.mp4"), "why"))["input"] == "a.mp4"
    report = Report(Path("a.mp4"), None, 3, 2)
    assert as_dictionary(Failed(Path("a.mp4"), "why", report))["frames_out"] == 2


def test_progress_is_json_even_when_the_end_is_unknown():
    event = as_dictionary(Progress(Path("a.mkv"), 5, None, 12.3456, None))
    assert event == {
        "event": "progress",
        "input": "a.mkv",
        "frames": 5,
        "frame_count": None,
        "fps": 12.346,
        "eta_s": None,
    }


def test_the_time_left_follows_the_rate_of_the_last_seconds(monkeypatch):
    now_s = 0.0
    monkeypatch.setattr(pace_module, "perf_counter", lambda: now_s)
    pace = Pace(100)
    for _ in range(20):
        now_s += 0.1
        pace.count()
    assert pace.fps == pytest.approx(10)
    assert pace.eta_s == pytest.approx(8)


def test_without_a_frame_count_no_time_left_is_claimed():
    pace = Pace(None)
    pace.count()
    assert pace.eta_s is None


@pytest.mark.parametrize(
    ("full_range", "expected"), [(True, [0, 128, 255]), (False, [16, 126, 235])]
)
def test_a_matte_in_yuv_is_grey_in_the_range_of_the_file(full_range, expected):
    alpha = np.array([[0, 128], [255, 0]], np.uint8)
    frame_format = FrameFormat(2, 2, "yuv420", full_range=full_range)
    picture = matte_picture(alpha, frame_format)
    assert picture.shape == frame_format.shape
    np.testing.assert_array_equal(picture[:2], np.array([expected[:2], [expected[2], expected[0]]]))
    np.testing.assert_array_equal(picture[2:], 128)


def test_a_matte_in_rgb_has_three_equal_channels():
    alpha = np.arange(6, dtype=np.uint8).reshape(2, 3)
    picture = matte_picture(alpha, FrameFormat(2, 3))
    assert picture.shape == (2, 3, 3)
    np.testing.assert_array_equal(picture, alpha[:, :, None] * np.ones(3, np.uint8))
