"""Everything that can be wrong with an input is one clear sentence, or a count of what is lost."""

import os
import re

import numpy as np
import pytest
from PIL import Image
from video_clips import make_clip, through

from video.file_source import FileSource
from video.inputs import expand_input, open_source
from video.source import SourceError


def sentence_of(error):
    text = str(error.value)
    assert re.fullmatch(r"[^\n]+\.", text)
    assert "Traceback" not in text
    return text


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.mp4", b"", "empty.mp4 is empty (0 bytes); copy or record it again."),
        ("text.mp4", b"These are words, no video.\n" * 40, "text.mp4 is not a video"),
        ("noise.mkv", bytes(range(256)) * 50, "noise.mkv is not a video"),
        ("empty.png", b"", "empty.png is empty (0 bytes); copy it again."),
        ("text.jpg", b"no picture", "text.jpg is not a picture that can be read"),
    ],
)
def test_foreign_content_is_refused(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError) as error:
        open_source(tmp_path / name)
    assert sentence_of(error).startswith(message)


def test_missing_files_and_folders_are_refused(tmp_path):
    for path, message in [
        (tmp_path / "none.mp4", "does not exist; check the path"),
        (tmp_path / "none.png", "does not exist; check the path"),
        (tmp_path / "f_%04d.png", "there is no picture of that name, such as f_0001.png"),
        (tmp_path, "is a directory; name a video file"),
    ]:
        with pytest.raises(SourceError) as error:
            open_source(path)
        assert message in sentence_of(error)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("name", ["pipe.mp4", "pipe.png", "pipe"])
def test_a_pipe_is_not_said_to_be_empty(tmp_path, name):
    os.mkfifo(tmp_path / name)
    with pytest.raises(SourceError) as error:
        open_source(tmp_path / name)
    assert sentence_of(error) == f"{name} is a pipe or a device; save what it gives to a file."


def test_a_file_without_its_index_is_said_to_be_truncated(tmp_path):
    make_clip(tmp_path / "whole.mp4")
    content = (tmp_path / "whole.mp4").read_bytes()
    (tmp_path / "cut.mp4").write_bytes(content[: len(content) // 2])
    with pytest.raises(SourceError) as error:
        FileSource(tmp_path / "cut.mp4")
    assert "cut.mp4 is truncated: its index (the moov box) is missing" in sentence_of(error)


def test_a_file_that_ends_early_gives_what_it_has_and_counts_the_rest(tmp_path):
    make_clip(tmp_path / "whole.mp4", frame_count=60, container_options={"movflags": "faststart"})
    content = (tmp_path / "whole.mp4").read_bytes()
    (tmp_path / "cut.mp4").write_bytes(content[: len(content) * 6 // 10])
    with FileSource(tmp_path / "cut.mp4") as source:
        delivered = len(list(iter(source.read, None)))
        assert 10 < delivered < 60
        assert delivered + source.damaged_count == 60


def test_a_matroska_file_that_ends_early_counts_what_it_announces(tmp_path):
    make_clip(tmp_path / "whole.mkv", frame_count=60)
    content = (tmp_path / "whole.mkv").read_bytes()
    (tmp_path / "cut.mkv").write_bytes(content[: len(content) * 6 // 10])
    for name, is_whole in [("whole.mkv", True), ("cut.mkv", False)]:
        with FileSource(tmp_path / name) as source:
            delivered = len(list(iter(source.read, None)))
            assert (source.damaged_count == 0) == is_whole
            assert abs(delivered + source.damaged_count - 60) <= 1


@pytest.mark.parametrize("name", ["clip.mp4", "clip.mkv", "clip.ts"])
def test_a_file_damaged_in_the_middle_goes_on_and_counts(tmp_path, name):
    path = tmp_path / name
    codec = "mpeg2video" if name.endswith("ts") else "libx264"
    options = {} if name.endswith("ts") else {"bf": "0"}
    make_clip(path, frame_count=90, height=96, width=128, codec=codec, gop=10, options=options)
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    noise = np.random.default_rng(5).integers(0, 256, len(content) // 25, np.uint8)
    content[middle : middle + len(noise)] = noise.tobytes()
    path.write_bytes(content)
    with FileSource(path) as source:
        frames = list(iter(source.read, None))
        assert source.damaged_count > 0
        assert len(frames) > 50
        assert frames[-1].pts_s > 3.4  # it did not stop at the damage
        times = [frame.pts for frame in frames]
        assert times == sorted(set(times))
    report = through(path, tmp_path / "out.mp4")
    assert report.frame_count == len(frames)


def test_an_undamaged_file_counts_nothing(tmp_path):
    make_clip(tmp_path / "clip.mp4", frame_count=30, options={"bf": "2"})
    with FileSource(tmp_path / "clip.mp4") as source:
        list(iter(source.read, None))
        assert source.damaged_count == 0


def test_a_playlist_cannot_reach_the_network(tmp_path):
    (tmp_path / "list.m3u8").write_text(
        "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nhttp://192.0.2.1/a.ts\n#EXT-X-ENDLIST\n"
    )
    (tmp_path / "list.mp4").write_bytes((tmp_path / "list.m3u8").read_bytes())
    for name in ("list.m3u8", "list.mp4"):
        with pytest.raises(SourceError):
            open_source(tmp_path / name)


@pytest.mark.parametrize("name", ["a:b.mp4", "100%.mp4", "a b.mp4", "häuser.mp4", "pipe:1.mp4"])
def test_names_mean_nothing_but_names(tmp_path, name):
    make_clip(tmp_path / "plain.mp4", frame_count=2)
    os.rename(tmp_path / "plain.mp4", tmp_path / name)
    report = through(tmp_path / name, tmp_path / f"out {name}")
    assert report.frame_count == 2
    assert report.path.exists()


def test_a_folder_is_expanded_and_foreign_files_are_listed(tmp_path):
    make_clip(tmp_path / "b.mp4", frame_count=1)
    for number in range(12):
        Image.new("RGB", (8, 6)).save(tmp_path / f"f_{number:03d}.png")
    Image.new("RGB", (8, 6)).save(tmp_path / "photo_1.png")
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / ".hidden.mp4").write_text("x")
    (tmp_path / "folder").mkdir()
    listing = expand_input(tmp_path)
    assert [path.name for path in listing.members] == ["b.mp4", "f_%03d.png", "photo_1.png"]
    assert [path.name for path in listing.unsupported] == ["notes.txt"]
    assert listing.is_folder
    with open_source(listing.members[1]) as source:
        assert source.frame_count == 12


def test_a_folder_comes_in_the_order_of_its_numbers(tmp_path):
    names = ["talk 2.mp4", "Talk 10.mp4", "talk 10b.mp4", "talk.mp4", "1.mp4", "x.mp4"]
    for name in names:
        (tmp_path / name).touch()
    listed = [path.name for path in expand_input(tmp_path).members]
    assert listed == ["1.mp4", "talk 2.mp4", "Talk 10.mp4", "talk 10b.mp4", "talk.mp4", "x.mp4"]


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(SourceError, match="holds no video and no picture"):
        expand_input(tmp_path)
