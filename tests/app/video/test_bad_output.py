"""Whatever can go wrong with an output is one sentence, and no file is lost or half-written."""

import errno
import os
import re
import resource
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from video_clips import make_clip, through

from app.video.files.inputs import open_source
from app.video.files.output_format import choose_output_format
from app.video.files.outputs import check_output, open_sink
from app.video.placing.output_name import OutputName
from app.video.sink import FrameTime, OutputError


def check(path, *, overwrite=False, **options):
    check_output(path, choose_output_format(path, **options), overwrite=overwrite)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        (
            "out.avi",
            {},
            "out.avi: .avi is not written; use one of .mp4, .mkv, .mov, .webm, .png, .jpg",
        ),
        ("out", {}, "out has no ending; use one of"),
        ("out.mp4", {"codec": "prores"}, "prores goes into .mov"),
        ("out.webm", {"codec": "h264"}, "h264 goes into .mp4 or .mkv or .mov"),
        ("out.mp4", {"codec": "divx"}, "only h264 or hevc or av1; no such codec"),
        (
            "out.mp4",
            {"content": "transparent"},
            "has no alpha, so it cannot be transparent; "
            "use .mov (ProRes 4444), .webm (VP9), .png or .exr.",
        ),
        ("out.mov", {"content": "transparent", "codec": "h264"}, "has no alpha"),
        ("out.mov", {"crf": 20}, "ProRes 4444 has no CRF setting; leave it out."),
        ("out.mp4", {"crf": 60}, "CRF 60 is out of range; H.264 takes 0 to 51, default 20."),
        ("none/out.mp4", {}, "make it first."),
        (
            "taken.mp4",
            {},
            "choose another name, or allow overwriting (--overwrite).",
        ),
        ("folder.mp4", {"overwrite": True}, "is a folder; name a file in it."),
        ("taken_%02d.png", {}, "taken_%02d.png exists already"),
    ],
)
def test_what_cannot_be_written_is_said_beforehand(tmp_path, name, options, message):
    (tmp_path / "taken.mp4").write_bytes(b"mine")
    (tmp_path / "taken_07.png").write_bytes(b"mine")
    (tmp_path / "folder.mp4").mkdir()
    with pytest.raises(OutputError) as error:
        check(tmp_path / name, **options)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert (tmp_path / "taken.mp4").read_bytes() == b"mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("name", [f"{'x' * 252}.mp4", f"{'x' * 249}_%04d.png"])
def test_a_name_that_is_too_long_is_said_before_the_work(tmp_path, name):
    with pytest.raises(OutputError, match="could not be written"):
        check(tmp_path / name)
    check(tmp_path / f"{name[8:]}")


def test_a_pipe_is_no_output_even_where_it_may_be_overwritten(tmp_path):
    os.mkfifo(tmp_path / "out.mp4")
    with pytest.raises(OutputError, match="is a pipe or a device; name an ordinary file"):
        check(tmp_path / "out.mp4", overwrite=True)


def test_a_video_cannot_become_one_picture(tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=3)
    message = re.escape("has 3 frames; name the output out_%04d.png")
    with open_source(tmp_path / "in.mp4") as source, pytest.raises(OutputError, match=message):
        open_sink(tmp_path / "out.png", source)
    assert [path.name for path in tmp_path.iterdir()] == ["in.mp4"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_not_ours_is_refused(tmp_path):
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    with pytest.raises(OutputError, match="no permission to write to"):
        check(folder / "out.mp4")


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS])
def test_a_refusal_to_make_the_output_is_one_sentence(tmp_path, monkeypatch, number):
    def refuse(*arguments, **keywords):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(OutputError, match="choose a folder you may write to"):
        OutputName(tmp_path / "out.mp4", overwrite=False)


FULL_DISK = """
import resource, sys
from fractions import Fraction
import numpy as np
from app.video.files.inputs import open_source
from app.video.files.outputs import open_sink
from app.video.sink import FrameTime, OutputError

folder, out = sys.argv[1:]
with open_source(f"{folder}/in.mp4") as source:
    frame = source.read()
    rng = np.random.default_rng(1)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
    try:
        with open_sink(f"{folder}/{out}", source, overwrite=True) as sink:
            for i in range(40):
                noise = rng.integers(0, 256, frame.pixels.shape, np.uint8)
                sink.write(noise, time=FrameTime(i, Fraction(1, 25)))
            sink.finish()
    except OutputError as error:
        print(error)
        sys.exit(3)
"""


@pytest.mark.parametrize("out", ["out.mp4", "out.mkv", "out.mov", "out_%03d.png"])
def test_a_full_disk_is_said_and_nothing_is_left(tmp_path, out):
    """In a process of its own: a limit on the size of files acts like a disk that fills up."""
    make_clip(tmp_path / "in.mp4", height=240, width=320)
    (tmp_path / "out.mp4").write_bytes(b"old")
    result = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(tmp_path), out],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 3, result.stderr
    assert "the disk is full" in result.stdout
    assert result.stdout.count("\n") == 1
    assert result.stderr == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.mp4", "out.mp4"]
    assert (tmp_path / "out.mp4").read_bytes() == b"old"


def test_memory_does_not_grow_with_the_length(tmp_path):
    """Ten times the frames may not take more than a few megabytes more."""
    make_clip(tmp_path / "in.mp4", height=240, width=320, audio=["aac"], frame_count=10)
    peaks = []
    with open_source(tmp_path / "in.mp4") as source:
        frame = source.read()
        for count in (60, 600):
            with open_sink(tmp_path / f"out{count}.mp4", source) as sink:
                for i in range(count):
                    pixels = np.roll(frame.pixels, i, axis=1)
                    sink.write(pixels, time=FrameTime(i, Fraction(1, 25)))
                sink.finish()
            peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    assert peaks[1] - peaks[0] < 40_000  # KiB; 540 frames are 62 MB


def test_a_size_that_the_encoder_refuses_is_one_sentence(tmp_path):
    make_clip(tmp_path / "in.mkv", height=2, width=2, codec="ffv1", pixel_format="bgr0")
    with pytest.raises(OutputError) as error:
        through(tmp_path / "in.mkv", tmp_path / "out.mp4", codec="hevc")
    assert str(error.value).endswith(
        "out.mp4 could not be written: the encoder does not take these pictures "
        "(Invalid argument); choose another codec or size."
    )
    assert [path.name for path in tmp_path.iterdir()] == ["in.mkv"]
