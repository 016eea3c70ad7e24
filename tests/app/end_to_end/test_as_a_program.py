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
from doubles import SLOW_ENGINE
from video_clips import make_clip, presentation_times

import main

ROOT = Path(main.__file__).parent
SAMPLE = ROOT / "assets" / "sample.mp4"

# main.py run as a program, but with an engine that takes its time and needs no compilation.
SLOW_PROGRAM = f"""
{SLOW_ENGINE}
import runpy
runpy.run_path({str(ROOT / "main.py")!r}, run_name="__main__")
"""


def obey_signals():
    """What runs in the background of a shell, or after nohup, inherits that they are ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals for one process")
@pytest.mark.parametrize(
    "signals",
    [
        ["SIGINT"],
        ["SIGTERM"],
        ["SIGHUP"],
        ["SIGINT", "SIGINT"],
        ["SIGTERM"] * 5,
        ["SIGINT", "SIGTERM", "SIGHUP"],
    ],
)
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
    assert process.wait() == 130
    process.stdout.close()
    (cancelled,) = [event for event in rest if event["event"] == "cancelled"]
    assert cancelled["event"] == "cancelled"
    assert cancelled["output"] == "out.partial.mp4"
    times = presentation_times(tmp_path / "out.partial.mp4")
    assert len(times) == cancelled["frames_out"]
    assert 0 < len(times) < 600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.mp4", "out.partial.mp4"]


def start_camera(folder, program=SLOW_PROGRAM):
    """`camera --no-window` that records the sample until it is told to end."""
    words = ["camera", "--source", "synthetic", "--background", "navy", "--no-window"]
    return subprocess.Popen(
        [sys.executable, "-c", program, *words, "--record", "me.mp4"],
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=obey_signals,
    )


def wait_for_fragment(folder):
    """Until the recording that grows in `folder` holds something that plays."""
    while not any(b"moof" in path.read_bytes() for path in folder.rglob("*") if path.is_file()):
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals for one process")
@pytest.mark.parametrize(
    "signals",
    [
        ["SIGINT"],
        ["SIGINT", "SIGINT"],
        ["SIGTERM"] * 3,
        ["SIGHUP"] * 3,
        ["SIGINT", "SIGTERM", "SIGHUP", "SIGINT", "SIGTERM"],
    ],
    ids="-".join,
)
def test_however_often_a_camera_is_told_to_end_its_recording_plays(tmp_path, signals):
    process = start_camera(tmp_path)
    assert process.stderr is not None
    for line in process.stderr:
        if "Recording into" in line:
            break
    wait_for_fragment(tmp_path)
    for name in signals:
        process.send_signal(getattr(signal, name))
        time.sleep(0.01)  # else two become one
    said = process.stderr.read()
    # The system's own end for a signal that came when only libraries were left to end.
    assert process.wait() in (0, 130, *(-getattr(signal, name) for name in signals))
    process.stderr.close()
    assert "Traceback" not in said
    assert "me.mp4 holds" in said
    assert len(presentation_times(tmp_path / "me.mp4")) > 0
    assert [path.name for path in tmp_path.iterdir()] == ["me.mp4"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals for one process")
def test_the_second_ctrl_c_does_not_wait_for_what_hangs(tmp_path):
    hangs = SLOW_PROGRAM.replace(
        "runpy.run_path",
        "import app.pipeline.live.worker\n"
        "app.pipeline.live.worker.LiveWorker._close = lambda self: time.sleep(300)\n"
        "runpy.run_path",
    )
    process = start_camera(tmp_path, hangs)
    assert process.stderr is not None
    for line in process.stderr:
        if "Recording into" in line:
            break
    wait_for_fragment(tmp_path)
    while process.poll() is None:  # more than once: two that arrive at one moment are one
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
    said = process.stderr.read()
    assert process.wait() == 130
    process.stderr.close()
    assert "me.mp4 holds" in said
    assert len(presentation_times(tmp_path / "me.mp4")) > 0


COMPILING_PROGRAM = SLOW_PROGRAM.replace(
    "runpy.run_path", "fake.__class__.__call__ = lambda *a, **k: time.sleep(300)\nrunpy.run_path"
)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals for one process")
def test_ctrl_c_waits_for_no_compilation(tmp_path):
    process = start_camera(tmp_path, COMPILING_PROGRAM)
    assert process.stderr is not None
    for line in process.stderr:
        if "Starting the engine" in line:
            break
    process.send_signal(signal.SIGINT)
    said = process.stderr.read()
    assert process.wait() in (0, 1, 130)
    process.stderr.close()
    assert "Traceback" not in said
    assert list(tmp_path.iterdir()) == []


# A library that never ends: what Intel's TBB did to a process on one core.
HANGING_END = SLOW_PROGRAM.replace(
    "runpy.run_path",
    "import atexit\n"
    "atexit.register(lambda: (print('last', flush=True), time.sleep(300)))\n"
    "runpy.run_path",
)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals for one process")
@pytest.mark.parametrize("signal_name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_a_process_whose_work_is_done(tmp_path, signal_name):
    make_clip(tmp_path / "in.mp4", frame_count=2)
    process = subprocess.Popen(
        [sys.executable, "-c", HANGING_END, "process", "in.mp4", "-o", "out.mp4"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=obey_signals,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line == "last\n":
            process.send_signal(getattr(signal, signal_name))
    process.stdout.close()
    assert process.wait() == -getattr(signal, signal_name)
    assert len(presentation_times(tmp_path / "out.mp4")) == 2


INTERRUPTED_START = f"""
import builtins, os, runpy, signal, sys
sys.path.insert(0, {str(ROOT)!r})
real = builtins.__import__
def interrupted(name, *arguments, **keywords):
    if name == {{moment!r}}:
        os.kill(os.getpid(), signal.{{signal_name}})
    return real(name, *arguments, **keywords)
builtins.__import__ = interrupted
runpy.run_path({str(ROOT / "main.py")!r}, run_name="__main__")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals for one process")
@pytest.mark.parametrize("signal_name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("moment", ["argparse", "app.cli", "app.cli.headless"])
def test_who_asks_for_the_end_at_the_very_start_hears_one_word(tmp_path, moment, signal_name):
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            INTERRUPTED_START.format(moment=moment, signal_name=signal_name),
            *("camera", "--source", "synthetic", "--no-window"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=obey_signals,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Cancelled.\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full disk to try")
@pytest.mark.parametrize("words", [["--help"], ["process", "--help"], ["doctor", "--quick"]])
def test_an_output_that_takes_nothing_is_one_sentence(words):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, ROOT / "main.py", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={key: text for key, text in os.environ.items() if key != "PYTHONUNBUFFERED"},
        )
    assert done.returncode == 1
    assert done.stderr == (
        "error: standard output could not be written (No space left on device)\n"
    )


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
    _, complaints = process.communicate()
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


def test_every_flag_of_process_tells_its_default():
    done = subprocess.run(
        [sys.executable, ROOT / "main.py", "process", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    # Each flag's text up to the next flag.
    flags = done.stdout.partition("options:")[2].partition("examples:")[0].split("\n  -")[1:]
    flags = [flag.partition("\n\n")[0] for flag in flags]  # what follows is the next group's
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
