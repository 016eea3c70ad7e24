"""Mattes that another program lays over their sources: names, frames, times and time codes."""

from fractions import Fraction

import av
import pytest
from PIL import Image
from video_clips import encode_clip, make_clip, presentation_times, through

from app.hosts.host_call import FOLDER, arguments_for, matte_of

WORDS = ("--output", "matte", "--match-source-name")
NTSC = Fraction(30000, 1001)


def timecode(path):
    """What a host finds: in the picture's track, or among the file's tags."""
    with av.open(str(path)) as container:
        words = {**container.metadata, **container.streams.video[0].metadata}
    return {key.lower(): text for key, text in words.items()}.get("timecode")


def rate(path):
    with av.open(str(path)) as container:
        return container.streams.video[0].average_rate


# Source, time code, its options.
CLIPS = [
    ("film.mov", "10:00:00:12", {}),
    ("film.mp4", "01:00:59;28", {"rate": NTSC}),
    ("film.mkv", "23:59:59:00", {"time_base": Fraction(1, 1000), "pts": range(0, 400, 40)}),
    ("late.mp4", None, {"pts": range(5, 17)}),
    ("uneven.mp4", "00:00:10:00", {"pts": [0, 1, 2, 5, 6, 7, 10, 12], "frame_count": 8}),
    (
        "phone.mov",
        None,
        {"time_base": Fraction(1, 600), "rate": 30, "pts": [0, 19, 41, 60, 82, 99, 121, 140]},
    ),
]


def test_a_matte_has_the_name_frames_times_rate_and_time_code_of_its_source(command, tmp_path):
    folder = tmp_path / "clips"
    folder.mkdir()
    for name, code, options in CLIPS:
        make_clip(
            folder / f"{code and code[:2]}{name}",
            metadata={"timecode": code} if code else None,
            audio=("aac",),
            **options,
        )
    sources = sorted(folder.iterdir())
    result = command("process", "clips", *WORDS)
    assert result.status == 0, result.err
    assert len(result.new_files) == len(CLIPS)
    for source in sources:
        matte = folder / f"{source.stem}_matte.mov"
        assert presentation_times(matte) == presentation_times(source), source
        assert rate(matte) == rate(source), source
        assert timecode(matte) == timecode(source), source
        with av.open(str(matte)) as container:
            assert not container.streams.audio
    assert sum(timecode(source) is not None for source in sources) == 4


def test_mattes_go_into_a_folder_and_keep_the_numbers_of_pictures(command, clip, tmp_path):
    for number in range(1001, 1013):
        Image.new("RGB", (64, 48)).save(tmp_path / f"shot_{number}.png")
    result = command("process", clip, "shot_%04d.png", "-o", "mattes", *WORDS)
    assert result.status == 0, result.err
    assert result.new_files == [
        "mattes",
        "mattes/clip_matte.mov",
        *(f"mattes/shot_matte_{number}.png" for number in range(1001, 1013)),
    ]
    assert command("process", clip, "-o", "more/", "--codec", "h264", *WORDS).new_files == [
        "more",
        "more/clip_matte.mp4",
    ]


def test_a_folder_is_done_again_without_mattes_of_mattes(command, clip):
    assert command("process", clip.parent, *WORDS).new_files == ["clip_matte.mov"]
    again = command("process", clip.parent, *WORDS, "--overwrite")
    assert (again.status, again.new_files) == (0, []), again.err
    assert "clip_matte.mov is the matte of another; it is left alone." in again.err
    assert command("process", clip.parent, *WORDS).status == 1  # it exists


def test_mattes_of_sources_that_differ_in_their_suffix_alone_are_no_sources_either(
    command, tmp_path
):
    for name in ("talk.mov", "talk.mp4"):
        make_clip(tmp_path / name)
    made = ["talk.mp4_matte.mov", "talk_matte.mov"]
    assert command("process", tmp_path, *WORDS).new_files == made
    again = command("process", tmp_path, *WORDS, "--overwrite")
    assert (again.status, again.new_files) == (0, []), again.err


def test_a_part_states_the_time_code_of_its_first_frame(tmp_path):
    source = tmp_path / "film.mov"
    make_clip(source, frame_count=100, metadata={"timecode": "10:00:59:20"})
    through(source, tmp_path / "part.mov", start_s=1.0)
    assert timecode(tmp_path / "part.mov") == "10:01:00:20"
    through(source, tmp_path / "whole.mkv")
    assert timecode(tmp_path / "whole.mkv") == "10:00:59:20"


def test_words_that_are_no_time_code_are_left_out(tmp_path):
    make_clip(tmp_path / "in.mkv", metadata={"timecode": "10:00:99"})
    through(tmp_path / "in.mkv", tmp_path / "out.mkv")
    assert timecode(tmp_path / "in.mkv") == "10:00:99"
    assert timecode(tmp_path / "out.mkv") is None


@pytest.mark.parametrize(
    ("words", "expected"),
    [(["--fps", "50"], "10:00:00:24"), (["--fps", "25", "--start", "0.2"], "10:00:00:17")],
)
def test_another_rate_has_the_same_moment(command, tmp_path, words, expected):
    make_clip(tmp_path / "in.mov", metadata={"timecode": "10:00:00:12"})
    result = command("process", "in.mov", "-o", "out.mov", *words)
    assert result.status == 0, result.err
    assert timecode(tmp_path / "out.mov") == expected


def test_segments_that_are_joined_keep_it(command, tmp_path):
    encode_clip(tmp_path / "in.mp4", frame_count=60, gop=10, metadata={"timecode": "10:00:00:12"})
    result = command("process", "in.mp4", *WORDS, "--resume", "--segment", "1")
    assert result.status == 0, result.err
    assert timecode(tmp_path / "in_matte.mov") == "10:00:00:12"
    assert presentation_times(tmp_path / "in_matte.mov") == presentation_times(tmp_path / "in.mp4")


def test_the_scripts_for_hosts_ask_in_words_that_the_command_takes(command, tmp_path):
    source = str(tmp_path / "talk.mp4")
    make_clip(source)
    (tmp_path / FOLDER).mkdir()
    words = arguments_for(source, str(tmp_path / FOLDER))
    result = command(*words, "--model", "fast")
    assert result.status == 0, result.err
    assert result.events[-1]["event"] == "done"
    assert result.events[-1]["output"] == matte_of(source)
    assert result.new_files == [f"{FOLDER}/talk_matte.mov"]
    progress = [event for event in result.events if event["event"] == "progress"]
    assert (progress[-1]["frames"], progress[-1]["frame_count"]) == (8, 8)
    again = command(*words)
    assert again.events[-1]["event"] == "error"
    assert "exists already" in again.events[-1]["message"]
    assert command(*words, "--overwrite").status == 0
