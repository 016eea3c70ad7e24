"""Events as JSON, and the pace they report."""

import json
from pathlib import Path

import pytest

from app.cli.console import describe
from app.pipeline.jobs import stages
from app.pipeline.jobs.events import Done, Failed, Progress, Report, as_dictionary
from app.pipeline.jobs.stages import Pace


def test_a_report_becomes_one_flat_json_object():
    report = Report(Path("a.mp4"), Path("b.mp4"), 3, 3, audio=("copied",), stage_s={"encode": 1.5})
    line = json.loads(json.dumps(as_dictionary(Done(report))))
    assert line["event"] == "done"
    assert (line["input"], line["output"], line["frames_out"]) == ("a.mp4", "b.mp4", 3)
    assert (line["audio"], line["stage_s"]) == (["copied"], {"encode": 1.5})


def test_the_time_of_the_frames_is_told_apart_from_that_of_the_preparation():
    report = Report(Path("a.mp4"), Path("b.mp4"), 12, 12, seconds=75.8, prepared_s=75.0, fps=15.0)
    assert describe(report) == ["b.mp4: 12 frames in 0.8 s (15.0 frames/s), prepared in 75.0 s"]


def test_one_frame_has_no_rate():
    report = Report(Path("a.jpg"), Path("b.png"), 1, 1, seconds=1.5, prepared_s=1.0, fps=2.0)
    assert describe(report) == ["b.png: 1 frame in 0.5 s, prepared in 1.0 s"]


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
        "expected_bytes": None,
    }


def test_the_time_left_follows_the_rate_of_the_last_seconds(monkeypatch):
    now_s = 0.0
    monkeypatch.setattr(stages, "perf_counter", lambda: now_s)
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
