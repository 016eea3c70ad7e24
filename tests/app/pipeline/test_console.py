"""What a terminal shows of a job, its events as JSON, and the pace they report."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.cli.console import ConsoleReporter, OverallReporter, describe
from app.pipeline.jobs import stages
from app.pipeline.jobs.events import (
    NO_MODEL,
    Cancelled,
    Done,
    Failed,
    JobNotice,
    LookingAhead,
    Preparing,
    Progress,
    Report,
    Started,
    as_dictionary,
)
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.stages import Pace
from app.pipeline.settings import Settings

INPUT, OUTPUT = Path("talk.mp4"), Path("new.mp4")


@pytest.fixture
def job():
    return Job(JobSpec(INPUT, OUTPUT, Settings()))


def test_a_terminal_sees_the_bar_at_every_stage(job, capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    with ConsoleReporter() as reporter:
        for event, words in (
            (JobNotice(INPUT, "Compiling ..."), "preparing"),
            (Preparing(INPUT, 12, 36), "preparing 12 of 36"),
            (LookingAhead(INPUT, 3, 8), "looking 3/8"),
            (Started(INPUT, OUTPUT, 64, 48, 12, "a CPU", "fast"), "talk.mp4"),
            (Progress(INPUT, 5, 12, 10.0, 0.7), "5/12 10.0 frames/s"),
            (Progress(INPUT, 6, None, 10.0, None), "6/? 10.0 frames/s"),
        ):
            reporter(job, event)
            reporter.progress.refresh()
            assert words in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", capsys.readouterr().err)


def test_while_something_is_compiled_a_bar_moves_and_its_time_counts_for_no_rate(job, capsys):
    reporter = ConsoleReporter()
    tasks = reporter.progress.tasks
    assert not tasks
    reporter(job, JobNotice(INPUT, "Compiling the kernels (once) ..."))
    (waiting,) = reporter.progress.tasks
    assert waiting.total is None, "nobody knows how long"
    assert waiting.fields["count"] == "preparing"
    began_s = waiting.start_time
    reporter(job, Started(INPUT, OUTPUT, 64, 48, 12, "a CPU", "fast"))
    (working,) = reporter.progress.tasks
    assert working.total == 12
    assert working.start_time > began_s
    reporter(job, Progress(INPUT, 5, 12, 10.0, 0.7))
    (working,) = reporter.progress.tasks
    assert (working.completed, working.fields["count"]) == (5, "5/12")
    reporter(job, JobNotice(INPUT, "Something else to know."))
    assert len(reporter.progress.tasks) == 1
    reporter(job, Done(Report(INPUT, OUTPUT, 12, 12)))
    assert not reporter.progress.tasks
    said = capsys.readouterr().err
    assert said.splitlines()[:2] == [
        "Compiling the kernels (once) ...",
        "talk.mp4: 64x48, model fast on a CPU",
    ]
    reporter(job, Started(INPUT, OUTPUT, 64, 48, 12, "a CPU", "fast", looks_twice=True))
    assert capsys.readouterr().err == "talk.mp4: 64x48, model fast, looking twice, on a CPU\n"
    reporter(job, Started(INPUT, OUTPUT, 64, 48, 12, "the file's own alpha", NO_MODEL))
    assert capsys.readouterr().err == "talk.mp4: 64x48, with the file's own alpha\n"


@pytest.mark.parametrize("make", [ConsoleReporter, OverallReporter])
def test_a_log_gets_a_line_about_a_first_start_now_and_then(job, capsys, monkeypatch, make):
    seconds = iter([0.0, 5.0, 11.0, 11.0, 12.0])
    clock = SimpleNamespace(monotonic=lambda: next(seconds))
    monkeypatch.setattr("app.cli.console.time", clock)
    reporter = make()
    for ready in (4, 12, 13):
        reporter(job, Preparing(INPUT, ready, 36))
    (line,) = capsys.readouterr().err.splitlines()
    assert "12 of 36" in line


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        (1, "Cancelled. Nothing was written."),
        (9913, "Cancelled. Of 9913 inputs nothing was written."),
    ],
)
def test_a_cancelled_folder_is_one_sentence(capsys, count, sentence):
    with ConsoleReporter() as reporter:
        for number in range(count):
            job = Job(JobSpec(Path(f"{number}.mp4"), Path(f"new/{number}.mp4"), Settings()))
            reporter(job, Cancelled(Report(job.spec.input, None, 0, 0)))
    assert capsys.readouterr().err == f"{sentence}\n"


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
