"""`python main.py` as a program of its own: Ctrl-C, the exit status, the real engine."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import av
import numpy as np
import pytest
from video_clips import make_clip, presentation_times

import main

ROOT = Path(main.__file__).parent
SAMPLE = ROOT / "assets" / "sample.mp4"

# main.py run as a program, but with an engine that takes its time and needs no compilation.
SLOW_PROGRAM = f"""
import runpy, sys, time
sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / "tests")!r}]
import pipeline.engines
from doubles import FakeOpener
fake = FakeOpener()
def prepare(engine):
    process = engine.process
    def slow(*arguments, **keywords):
        time.sleep(0.05)
        return process(*arguments, **keywords)
    engine.process = slow
fake.prepare = prepare
pipeline.engines._open = lambda s, d, f, b, n: fake(s, f, batch_size=b, notify=n)
runpy.run_path({str(ROOT / "main.py")!r}, run_name="__main__")
"""


def obey_signals():
    """What runs in the background of a shell, or after nohup, inherits that they are ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals for one process")
@pytest.mark.parametrize("signals", [["SIGINT"], ["SIGTERM"], ["SIGHUP"], ["SIGINT", "SIGINT"]])
def test_ctrl_c_keeps_a_playable_part_beside_a_message(tmp_path, signals):
    make_clip(tmp_path / "in.mp4", frame_count=600, audio=("aac",))
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW_PROGRAM, "process", "in.mp4", "-o", "out.mp4", "--json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=obey_signals,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if json.loads(line)["event"] == "progress":
            break
    for name in signals:
        process.send_signal(getattr(signal, name))
        time.sleep(0.05)  # else two become one
    rest = [json.loads(line) for line in process.stdout]
    assert process.wait(60) == 130
    process.stdout.close()
    cancelled = rest[-1]
    assert cancelled["event"] == "cancelled"
    assert cancelled["output"] == "out.partial.mp4"
    times = presentation_times(tmp_path / "out.partial.mp4")
    assert len(times) == cancelled["frames_out"]
    assert 0 < len(times) < 600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.mp4", "out.partial.mp4"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows breaks pipes in another way")
def test_the_work_goes_on_when_nobody_reads_the_events_any_more(tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=60)
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW_PROGRAM, "process", "in.mp4", "-o", "out.mp4", "--json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    _, complaints = process.communicate(timeout=60)
    assert "Traceback" not in complaints
    assert len(presentation_times(tmp_path / "out.mp4")) == 60


@pytest.mark.skipif(sys.platform == "win32", reason="pythonw is no part of every installation")
@pytest.mark.parametrize("words", [[], ["--json"]])
def test_the_work_is_done_where_nobody_can_read_anything(tmp_path, words):
    make_clip(tmp_path / "in.mp4", frame_count=8)
    done = subprocess.run(
        [sys.executable, "-c", SLOW_PROGRAM, "process", "in.mp4", "-o", "out.mp4", *words],
        cwd=tmp_path,
        preexec_fn=lambda: os.closerange(1, 3),
        check=False,
    )
    assert done.returncode == 0
    assert len(presentation_times(tmp_path / "out.mp4")) == 8


def test_without_a_command_or_with_help_the_commands_are_listed():
    done = subprocess.run(
        [sys.executable, ROOT / "main.py", "--help"], capture_output=True, text=True, check=True
    )
    for word in ("process", "doctor", "exit status", "130"):
        assert word in done.stdout


def test_every_flag_of_process_tells_its_default():
    done = subprocess.run(
        [sys.executable, ROOT / "main.py", "process", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    # Each flag's text up to the next flag.
    flags = done.stdout.partition("options:")[2].partition("examples:")[0].split("\n  -")[1:]
    assert len(flags) > 20
    for flag in flags:
        text = " ".join(flag.split())
        assert "(default:" in text or "(required)" in text or "--help" in text, text


def test_the_sample_gets_a_new_background_from_the_real_engine(tmp_path):
    out = tmp_path / "out.mp4"
    done = subprocess.run(
        [
            sys.executable, ROOT / "main.py", "process", SAMPLE, "-o", out, "--end", "0.2",
            "--device", "cpu", "--background", "#0000ff", "--json",
        ],
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    with av.open(str(SAMPLE)) as container:
        before = next(container.decode(video=0)).to_ndarray(format="rgb24").astype(int)
    with av.open(str(out)) as container:
        frames = [
            frame.to_ndarray(format="rgb24").astype(int) for frame in container.decode(video=0)
        ]
    assert len(frames) == 6
    face = np.s_[150:400, 470:650]
    wall = np.s_[20:200, 700:950]
    assert np.abs(frames[0][face] - before[face]).mean() < 6
    assert np.median(np.abs(frames[0][wall] - [0, 0, 255])) < 6
