"""`main.py process` with another size, another rate, whole frames, and what it says beforehand."""

from __future__ import annotations

from fractions import Fraction

import av
import numpy as np
import pytest
from test_adapted_source import interlaced
from test_process import BLUE, person_and_room, picture_at
from video_clips import make_clip, packets, presentation_times

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.events import Done
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.settings import Settings
from app.video.files.file_source import FileSource
from gpu_unet.frame_format import FrameFormat


def noise(index, *, height, width):
    return np.random.default_rng(index).integers(0, 256, (height, width, 3), np.uint8)


def test_the_picture_is_worked_on_and_written_in_the_size_that_was_asked_for(
    command, engine_factory, tmp_path
):
    make_clip(tmp_path / "in.mp4", height=96, width=128, audio=("aac",))
    result = command(
        "process", "in.mp4", "-o", "out.mp4", "--height", "48", "--background", "#1e3cc8", "--json"
    )
    assert result.status == 0
    picture = picture_at("out.mp4", 3)
    assert picture.shape == (48, 64, 3)
    assert abs(person_and_room(picture)[1] - BLUE).max() < 5
    assert engine_factory.engines[0].frame_format == FrameFormat(48, 64, "yuv420", "bt601")
    assert packets("out.mp4", "audio") == packets("in.mp4", "audio")
    assert "in.mp4: scaled from 128x96 to 64x48." in result.events[-1]["notes"]


@pytest.mark.parametrize(("wanted", "count"), [("50", 40), ("12.5", 10), ("30000/1001", 24)])
def test_another_rate_keeps_length_and_sound_and_says_what_it_did(command, tmp_path, wanted, count):
    make_clip(tmp_path / "in.mp4", frame_count=20, audio=("aac",))
    result = command("process", "in.mp4", "-o", "out.mp4", "--fps", wanted, "--json")
    assert result.status == 0
    step = 1 / Fraction(wanted)
    times = presentation_times("out.mp4")
    assert times == [index * step for index in range(count)]
    assert packets("out.mp4", "audio") == packets("in.mp4", "audio")
    note = next(note for note in result.events[-1]["notes"] if "frames/s" in note)
    assert ("repeated" in note) == ("dropped" in note) is True
    assert result.events[-1]["frames_out"] == count


@pytest.mark.parametrize("times", [range(0, 320, 40), [0, 40, 80, 200, 240, 280, 320, 360]])
def test_a_film_of_the_rate_that_was_asked_for_gets_the_frames_that_it_lacks(
    command, tmp_path, times
):
    make_clip(tmp_path / "in.mkv", pts=times, time_base=Fraction(1, 1000))
    with FileSource(tmp_path / "in.mkv") as source:
        assert source.frame_rate == 25, "as the file states it, whatever its times are"
    result = command("process", "in.mkv", "-o", "out.mp4", "--fps", "25", "--json")
    count = times[-1] // 40 + 1
    assert presentation_times("out.mp4") == [Fraction(index, 25) for index in range(count)]
    says_so = any("2 frames repeated" in note for note in result.events[-1]["notes"])
    assert says_so == (count > 8), result.events[-1]["notes"]


def test_a_row_of_pictures_at_its_own_rate_becomes_an_even_film(command, tmp_path):
    from PIL import Image

    for number in (7, 9):
        Image.new("RGB", (64, 48), (90, 90, 90)).save(tmp_path / f"in_{number}.png")
    words = ["process", "in_%d.png", "--fps", "25", "-o"]
    assert command(*words, "out.mp4").status == 0
    assert presentation_times("out.mp4") == [Fraction(index, 25) for index in range(3)]
    assert command(*words, "o_%d.png").new_files == ["o_7.png", "o_9.png"]


def test_a_row_of_pictures_keeps_its_numbers_in_another_size(command, tmp_path):
    from PIL import Image

    for number in (7, 9):
        Image.new("RGB", (64, 48), (90, 90, 90)).save(tmp_path / f"in_{number}.png")
    assert command("process", "in_%d.png", "-o", "out_%d.png", "--width", "32").status == 0
    assert Image.open("out_9.png").size == (32, 24)
    assert not (tmp_path / "out_8.png").exists()


def test_interlaced_frames_are_made_whole_on_request(command, tmp_path):
    interlaced(tmp_path / "in.mp4")
    plain = command("process", "in.mp4", "-o", "plain.mp4", "--json").events[-1]
    whole = command("process", "in.mp4", "-o", "whole.mp4", "--deinterlace", "--json").events[-1]
    assert plain["is_interlaced"]
    assert not whole["is_interlaced"]
    assert whole["notes"][0] == "in.mp4: deinterlaced."
    assert presentation_times("whole.mp4") == presentation_times("in.mp4")


def test_an_estimate_says_size_and_time_and_writes_nothing(command, tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=200, audio=("aac",))
    result = command("process", "in.mp4", "-o", "out.mp4", "--estimate", "--json")
    assert result.status == 0
    assert result.new_files == []
    (said,) = result.events
    assert said["event"] == "estimate"
    assert (said["frame_count"], said["width"], said["height"]) == (200, 64, 48)
    assert said["seconds"] > 0
    assert command("process", "in.mp4", "-o", "out.mp4").status == 0
    with av.open("out.mp4") as container:
        size = sum(packet.size for packet in container.demux())
    assert said["bytes"] == pytest.approx(size, rel=0.5), f"about {size}"
    words = command("process", "in.mp4", "-o", "other.mp4", "--estimate").err
    assert "other.mp4: about 0." in words
    assert "64x48, 25 frames/s, 200 frames" in words


@pytest.mark.parametrize("out", ["out.mkv", "out_%d.png"])
def test_what_is_foretold_counts_the_matte_beside_the_picture(command, tmp_path, monkeypatch, out):
    monkeypatch.setattr("app.pipeline.jobs.job.FRAMES_THAT_TELL", 1)
    make_clip(tmp_path / "in.mp4", frame_count=40, height=96, width=128, picture=noise)
    words = ("process", "in.mp4", "-o", out, "--output", "both", "--codec")
    words = (*words, "png" if out.endswith("png") else "ffv1", "--json")
    (said,) = command(*words, "--estimate").events
    result = command(*words)
    size = sum((tmp_path / name).stat().st_size for name in result.new_files)
    assert said["bytes"] == pytest.approx(size, rel=0.2)
    told = [event["expected_bytes"] for event in result.events if event["event"] == "progress"]
    if out == "out_%d.png":  # so short a film lies in a buffer
        assert told[-1] == pytest.approx(size, rel=0.2)


@pytest.mark.parametrize("name", ["in.mp4", "in.mkv"])
def test_an_estimate_tries_frames_of_a_film_that_begins_late(command, tmp_path, name):
    make_clip(tmp_path / name, pts=range(500, 600))
    result = command("process", name, "-o", "out.mp4", "--estimate", "--json")
    (said,) = result.events
    assert said["event"] == "estimate"
    assert said["frame_count"] == 100


def test_an_estimate_tries_frames_of_a_film_that_stands_still_for_long(command, tmp_path):
    make_clip(tmp_path / "in.mp4", pts=[*range(20), 200, *range(400, 500)])
    result = command("process", "in.mp4", "-o", "out.mp4", "--estimate", "--json")
    (said,) = result.events
    assert said["event"] == "estimate"
    assert said["frame_count"] == 121


def test_an_estimate_of_what_cannot_be_done_says_why(command, tmp_path):
    (tmp_path / "bad.mp4").write_text("no film")
    result = command("process", "bad.mp4", "-o", "out.mp4", "--estimate")
    assert result.status == 1
    assert "bad.mp4" in result.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--fps", "0"), "is no frame rate"),
        (("--fps", "1e99999999"), "is no frame rate"),
        (("--height", "2"), "height is 2, expected at least 16 pixels"),
    ],
)
def test_nonsense_is_refused_before_anything_begins(command, clip, options, words):
    try:
        result = command("process", clip, "-o", "out.mp4", *options)
        status, said = result.status, result.err
    except SystemExit as error:
        status, said = error.code, ""
    assert status == 2
    assert not said or words in said


def test_while_it_runs_the_size_to_come_is_told(command, tmp_path, monkeypatch):
    monkeypatch.setattr("app.pipeline.jobs.job.FRAMES_THAT_TELL", 1)
    monkeypatch.setattr("app.pipeline.jobs.stages.REPORT_EVERY_S", 0.0)
    make_clip(tmp_path / "in.mp4", frame_count=40, height=240, width=320, picture=noise)
    result = command("process", "in.mp4", "-o", "out.mp4", "--crf", "4", "--json")
    told = [event["expected_bytes"] for event in result.events if event["event"] == "progress"]
    assert told[0] is None  # a header of some bytes foretells nothing
    assert told[-1] > 0
    assert min(size for size in told if size is not None) > 30_000


@pytest.mark.parametrize(
    ("width", "height"),
    [(1280, 16), (640, 8), (3840, 24), (16384, 2)],
)
def test_a_film_of_an_odd_size_is_done(tmp_path, width, height):
    path, out = tmp_path / "strip.mkv", tmp_path / "out.mkv"
    make_clip(path, width=width, height=height, frame_count=5, codec="ffv1")
    settings = Settings(
        background=BackgroundSpec("colour", colour=(0, 200, 0)),
        model="fast",
        device="cpu",
        frames_ahead="on",
    )
    final = Job(JobSpec(path, out, settings)).run()
    assert isinstance(final, Done), final
    assert final.report.frames_out == 5
    with FileSource(out) as source:
        assert len(list(iter(source.read, None))) == 5
