"""Recordings whose times begin anew in the middle: picture and sound go on, and it is said."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import av
import pytest
from doubles import FakeEngineFactory
from video_clips import make_clip, packets, presentation_times, through

from app.pipeline.jobs.events import Done
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.video.files.file_source import FileSource
from app.video.files.segments import index_packets

COUNT = 30
STEP = Fraction(1, 25)
_B = {"preset": "veryfast", "x264-params": "bframes=3:b-pyramid=normal"}
KINDS = {
    ".ts": {"options": _B, "audio": ("aac",)},
    ".mkv": {"options": _B, "audio": ("aac",)},
    ".webm": {
        "codec": "libvpx-vp9",
        "options": {"deadline": "realtime", "cpu-used": "8"},
        "audio": ("libopus",),
    },
    ".mpg": {"codec": "mpeg2video", "audio": ("mp2",)},
}


def joined(folder, suffix, *, later_s=0, **changes):
    """Two recordings of `COUNT` frames, the second one's clock `later_s` ahead, in one file."""
    clip = {"frame_count": COUNT, **KINDS[suffix], **changes}
    make_clip(folder / f"one{suffix}", **clip)
    make_clip(folder / f"other{suffix}", **clip)
    if later_s:
        moved(folder / f"other{suffix}", later_s)
    path = folder / f"joined{suffix}"
    parts = [(folder / f"{name}{suffix}").read_bytes() for name in ("one", "other")]
    path.write_bytes(b"".join(parts))
    return path


def moved(path, later_s):
    """The same packets, each so much later."""
    in_step(path, path.with_name(f"moved{path.suffix}"), later_s).replace(path)


def in_step(path, copy, later_s=0):
    """The same packets, picture and sound in the order of their times; returns `copy`."""
    with av.open(str(path)) as source, av.open(str(copy), "w") as target:
        tracks = {s.index: target.add_stream_from_template(s) for s in source.streams}
        found = [packet for packet in source.demux() if packet.size]
        for packet in sorted(found, key=_time):
            packet.stream = tracks[packet.stream_index]
            for name in ("pts", "dts"):
                if getattr(packet, name) is not None:
                    ticks = getattr(packet, name) + round(later_s / packet.time_base)
                    setattr(packet, name, ticks)
            target.mux(packet)
    return copy


def _time(packet):
    return (packet.pts if packet.dts is None else packet.dts) * packet.time_base


def sound_times(path):
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        return [p.pts * p.time_base for p in container.demux(stream) if p.size]


def test_a_last_frame_of_which_nothing_says_how_long_it_lasts_is_shown(tmp_path):
    unit = Fraction(1, 90_000)
    times = [round(n * STEP / unit) for n in range(COUNT)]
    through(joined(tmp_path, ".ts", pts=times, time_base=unit), tmp_path / "out.mp4")
    found = presentation_times(tmp_path / "out.mp4")
    assert len(found) == 2 * COUNT
    assert {later - earlier for earlier, later in pairwise(found)} == {STEP}


@pytest.mark.parametrize("ending", [".mp4", ".mkv", ".webm"])
@pytest.mark.parametrize("suffix", KINDS)
def test_what_begins_anew_goes_on_where_it_was(tmp_path, suffix, ending):
    path = joined(tmp_path, suffix)
    out = tmp_path / f"out{ending}"
    report = through(path, out)
    assert report.frame_count == 2 * COUNT
    times = presentation_times(out)
    steps = [later - earlier for earlier, later in pairwise(times)]
    assert all(Fraction(38, 1000) <= step <= Fraction(52, 1000) for step in steps), steps
    sound = sound_times(out)
    assert all(earlier < later for earlier, later in pairwise(sound))
    assert max(later - earlier for earlier, later in pairwise(sound)) < 0.15, "no hole"
    length_s = 2 * COUNT * STEP
    assert length_s - Fraction(1, 10) < sound[-1] < length_s + Fraction(2, 10)
    lost = 2 * len(packets(tmp_path / f"one{suffix}", "audio")) - len(sound)
    if ending != ".webm" or suffix == ".webm":  # else the sound is encoded anew
        assert lost <= 6, "what overlaps, and what an MPEG-TS demuxer cannot find again"


@pytest.mark.parametrize("later_s", [40, 5000])
def test_a_clock_that_was_set_forward_goes_on_where_it_was(tmp_path, later_s):
    path = joined(tmp_path, ".ts", later_s=later_s)
    report = through(path, tmp_path / "out.mp4")
    assert report.frame_count == 2 * COUNT
    times = presentation_times(tmp_path / "out.mp4")
    assert max(later - earlier for earlier, later in pairwise(times)) < 0.06
    assert max(b - a for a, b in pairwise(sound_times(tmp_path / "out.mp4"))) < 0.15


def test_pictures_that_a_demuxer_hands_over_late_keep_their_places(tmp_path):
    """Sound tells of the jump first: one more picture of before it comes, and one from behind."""
    content = b""
    for name, count in (("one", 24), ("two", 30), ("three", 18)):
        path = tmp_path / f"{name}.ts"
        make_clip(path, frame_count=count, codec="libx264", audio=("mp2",), audio_s=count / 25)
        content += path.read_bytes()
    (tmp_path / "joined.ts").write_bytes(content)
    with FileSource(tmp_path / "joined.ts") as source:
        times = [frame.pts_s for frame in iter(source.read, None)]
        assert any("jump at 2 places" in note for note in source.notes)
    assert len(times) == 72
    assert all(0.03 < later - earlier < 0.1 for earlier, later in pairwise(times))


def test_decoding_times_that_a_demuxer_makes_up_hide_no_jump(tmp_path):
    """In an MPEG-PS it goes on counting where the clock was set."""
    content = b""
    for name, begin in (("one", 0), ("two", 17_500), ("three", 0)):
        path = tmp_path / f"{name}.mpg"
        make_clip(path, pts=range(begin, begin + 30), codec="mpeg2video")
        content += path.read_bytes()
    (tmp_path / "joined.mpg").write_bytes(content)
    with FileSource(tmp_path / "joined.mpg") as source:
        times = [frame.pts_s for frame in iter(source.read, None)]
    assert len(times) == 90
    assert all(0.03 < later - earlier < 0.1 for earlier, later in pairwise(times))


@pytest.mark.parametrize("suffix", [".ts", ".mkv"])
def test_a_job_says_that_times_jump(tmp_path, suffix):
    path = joined(tmp_path, suffix)
    final = Job(JobSpec(path, tmp_path / "out.mkv"), engine_factory=FakeEngineFactory()).run()
    assert isinstance(final, Done)
    assert final.report.notes[0] == (
        f"joined{suffix}: timestamps jump at 1 place; the gap was closed."
    )


@pytest.mark.parametrize("suffix", [".mkv", ".ts"])
def test_a_picture_that_stands_still_for_long_keeps_its_times(tmp_path, suffix):
    pts = [*range(20), *range(320, 340)]  # 12 seconds between, which sound fills
    make_clip(tmp_path / "slides.mkv", pts=pts, audio=("aac",))
    path = in_step(tmp_path / "slides.mkv", tmp_path / f"copied{suffix}")
    with FileSource(path) as source:
        times = [frame.pts_s for frame in iter(source.read, None)]
        assert not any("jump" in note for note in source.notes)
    assert len(times) == 40
    assert times[20] - times[19] > 11.9


def test_a_silent_film_that_stands_still_for_long_keeps_its_times(tmp_path):
    make_clip(tmp_path / "slides.mkv", pts=[*range(20), *range(9000, 9020)], options=_B)
    with FileSource(tmp_path / "slides.mkv") as source:
        times = [frame.pts_s for frame in iter(source.read, None)]
    assert times[20] - times[19] > 300


@pytest.mark.parametrize("suffix", KINDS)
def test_what_jumps_is_done_in_one_piece(tmp_path, suffix):
    with FileSource(joined(tmp_path, suffix)) as source:
        assert index_packets(source) is None
