"""What the command line says and takes besides the work itself."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from types import SimpleNamespace

import av
import numpy as np
import pytest
from PIL import Image as Pictures
from video_clips import through

import main
from app.cli.console import LINE_EVERY_S, ConsoleReporter
from app.cli.process import add_arguments
from app.cli.settings_flags import given_settings
from app.pipeline.installation import ROOT
from app.pipeline.jobs.events import JobNotice, Progress
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.settings import LOOK


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["process", "--help"]])
def test_help_and_version_wait_for_no_large_library(words):
    code = (
        "import sys, main\n"
        "try:\n"
        f"    main.main({words})\n"
        "except SystemExit:\n"
        "    pass\n"
        "print(sorted({'av', 'numba', 'numpy', 'PIL', 'PySide6'} & set(sys.modules)))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ended.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("export-onnx", "Write a model as an ONNX file, for other runtimes."),
        ("hosts", "Put Backdrop into the menus of DaVinci Resolve or Nuke."),
        ("doctor", "Check this computer, and say how to fix what is missing."),
    ],
)
def test_a_command_says_what_it_does_in_its_own_words(capsys, command, sentence):
    with pytest.raises(SystemExit):
        main.main([command, "--help"])
    assert sentence in capsys.readouterr().out


def test_the_version_is_one_line(capsys):
    assert main.main(["--version"]) == 0
    said = capsys.readouterr().out
    assert re.fullmatch(r"Backdrop \d\S+( \(\w+\))?, Python \d+\.\d+\.\d+.*, numpy .*\n", said)


def parsed(*words):
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return given_settings(parser.parse_args(["a.mp4", "-o", "b.mp4", *words]))


def test_options_have_the_windows_words_and_scripts_keep_theirs():
    new = parsed("--edge-trim", "0.6", "--steadiness", "0.1", "--edge-softness", "0.2")
    old = parsed("--threshold", "0.6", "--smoothing", "0.1", "--softness", "0.2")
    assert new == old
    assert (new["threshold"], new["smoothing"], new["softness"]) == (0.6, 0.1, 0.2)
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    for row in LOOK:
        if row.label and row.help:
            assert f"--{row.label.lower().replace(' ', '-')}" in parser.format_help()


def test_a_folder_that_holds_one_sequence_may_become_one_film(command, tmp_path):
    folder = tmp_path / "frames"
    folder.mkdir()
    for number in range(12):
        Pictures.new("RGB", (64, 48), (number * 20, 0, 0)).save(folder / f"a_{number:04d}.png")
    result = command("process", "frames", "-o", "film.mp4", "--background", "navy")
    assert result.status == 0, result.err
    assert result.new_files == ["film.mp4"]
    with av.open(str(tmp_path / "film.mp4")) as container:
        assert sum(1 for _ in container.decode(video=0)) == 12


def test_pictures_can_be_written_as_jpeg(command, clip, tmp_path):
    Pictures.new("RGB", (64, 48), (250, 250, 250)).save(tmp_path / "me.png")
    assert command("process", "me.png", "-o", "me_new.jpg", "--background", "red").status == 0
    with Pictures.open(tmp_path / "me_new.jpg") as picture:
        assert picture.format == "JPEG"
        pixels = np.asarray(picture).astype(int)
    assert pixels[2, 2, 0] > 240
    assert pixels[2, 2, 1] < 16
    assert pixels[24, 32].min() > 240
    result = command("process", clip, "-o", "row_%04d.jpg", "--background", "red")
    assert result.status == 0, result.err
    assert result.new_files[0] == "row_0001.jpg"
    assert len(result.new_files) == 8
    result = command("process", "me.png", "-o", "clear.jpg", "--background", "transparent")
    assert (result.status, result.new_files) == (2, [])
    result = command("process", "me.png", "-o", "out/", "--codec", "jpeg", "--background", "red")
    assert result.new_files == ["out", "out/me.jpg"]


@pytest.mark.parametrize("is_terminal", [False, True])
def test_a_log_has_a_line_every_ten_seconds_and_a_terminal_has_a_bar(
    capsys, tmp_path, monkeypatch, is_terminal
):
    monkeypatch.setattr("rich.console.Console.is_terminal", is_terminal)
    now = 0.0
    monkeypatch.setattr("app.cli.console.time", SimpleNamespace(monotonic=lambda: now))
    job = Job(JobSpec(tmp_path / "talk.mp4", tmp_path / "out.mp4"))
    with ConsoleReporter() as reporter:
        reporter(job, JobNotice(job.spec.input, "Compiling ..."))
        for second in range(1, 26):
            now = float(second)
            reporter(job, Progress(tmp_path / "talk.mp4", second * 30, 900, 30.0, 30.0 - second))
    lines = re.findall(r"talk.mp4: (\d+) of 900 frames, 30.0 frames/s, ", capsys.readouterr().err)
    assert LINE_EVERY_S == 10.0
    assert lines == ([] if is_terminal else ["300", "600"])


def test_prores_carries_primaries_and_transfer(tmp_path):
    path = tmp_path / "wide.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=25)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        context = stream.codec_context
        context.color_primaries, context.color_trc, context.colorspace = 9, 14, 9
        for index in range(4):
            frame = av.VideoFrame.from_ndarray(np.full((48, 64, 3), 99, np.uint8), format="rgb24")
            frame = frame.reformat(format="yuv420p")
            frame.pts = index
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    through(path, tmp_path / "wide.mov")
    with av.open(str(tmp_path / "wide.mov")) as container:
        frame = next(container.decode(video=0))
        assert frame.format.name.startswith("yuv444p")
        # BT.2020's curve is BT.709's, and ProRes knows it by that name alone.
        assert (int(frame.color_primaries), int(frame.color_trc)) == (9, 1)
        assert int(frame.colorspace) == 9
