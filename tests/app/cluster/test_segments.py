"""One recording in segments, in this process: nothing of it is lost, doubled or moved."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import av
import pytest
import worker_doubles
from card_doubles import FakeCard, put_into_jobs
from PIL import Image as Pictures
from recordings_to_cut import KINDS, assert_same, clip, look, spec_for, uncut
from video_clips import through

from app.cluster import plain, segment_job, tasks
from app.cluster.queue import ClusterQueue, absolute
from app.cluster.runner import InProcess, RunnerLostError
from app.messages import Message
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.engines import KeptEngines
from app.pipeline.jobs.card_choice import Card
from app.pipeline.jobs.events import Cancelled, Done, Failed, JobNotice, Progress, Report
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.thread_clock import ThreadTimes
from app.pipeline.person.pick import PersonPick
from app.pipeline.plain_data import plain_of, read_as
from app.pipeline.settings import Settings
from app.video.files.file_source import FileSource
from app.video.files.joiner import decoding_times
from app.video.files.segments import PacketIndex, SegmentSource, index_packets
from app.video.reading import ExrOptions
from gpu_unet import Engine
from gpu_unet.areas import Area

SEGMENT_S = 0.9
ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.usefixtures("engine_that_remembers")


def run(*specs, resumes=False, segment_s=SEGMENT_S, on_event=lambda event: None):
    """Through a queue of this process; the last event of each, and all others."""
    finals, others = {}, []

    def hear(job, event):
        if isinstance(event, Done | Cancelled | Failed):
            finals[job.spec.input.name] = event
        else:
            others.append(event)
        on_event(event)

    with ClusterQueue(hear, InProcess(), segment_s=segment_s, resumes=resumes) as queue:
        jobs = [queue.add(spec) for spec in specs]
        assert queue.wait()
    assert len(finals) == len(jobs)
    return finals, others


@pytest.mark.parametrize("out", ["out.mkv", "out.webm", "out.mp4"])
def test_a_last_frame_that_stays_long_stays_as_long(tmp_path, out):
    pictures = [Pictures.new("RGB", (64, 48), (4 * n, 200 - 3 * n, 40)) for n in range(60)]
    first, *others = pictures
    shown_ms = [*[40] * 59, 1500]
    first.save(tmp_path / "film.gif", save_all=True, append_images=others, duration=shown_ms)
    through(tmp_path / "film.gif", tmp_path / "film.mkv")
    finals, _ = run(spec_for(tmp_path / "film.mkv", tmp_path / out, crf=None), segment_s=0.8)
    assert isinstance(finals["film.mkv"], Done), finals
    for path in (tmp_path / "film.mkv", tmp_path / out):
        with FileSource(path) as source:
            *_, last = iter(source.read, None)
            assert source.duration_s == pytest.approx(3.86)
            if path.suffix != ".mp4":  # which states steps between decoding times
                assert last.duration * last.time_base == Fraction(3, 2)


@pytest.mark.parametrize("kind", KINDS)
def test_segments_make_the_file_that_one_piece_makes(kind, tmp_path):
    source = clip(tmp_path / "film.mp4", kind)
    finals, _ = run(spec_for(source, tmp_path / "parts.mp4"))
    assert isinstance(finals["film.mp4"], Done), finals
    whole = uncut(spec_for(source, tmp_path / "whole.mp4"))
    assert_same(look(tmp_path / "parts.mp4"), whole)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["film.mp4", "parts.mp4", "whole.mp4"]


def test_without_a_warm_up_segments_do_not_agree(tmp_path, monkeypatch):
    """What the test above is worth."""
    monkeypatch.setattr("app.cluster.tasks.warm_up_frames", lambda settings, frame_rate: 0)
    source = clip(tmp_path / "film.mp4")
    run(spec_for(source, tmp_path / "parts.mp4"))
    with pytest.raises(AssertionError):
        assert_same(look(tmp_path / "parts.mp4"), uncut(spec_for(source, tmp_path / "whole.mp4")))


@pytest.mark.parametrize("is_read", [True, False])
def test_frames_behind_a_segment_have_their_say_in_it(tmp_path, monkeypatch, is_read):
    monkeypatch.setattr(tasks, "engines", KeptEngines(worker_doubles.filming))
    if not is_read:
        monkeypatch.setattr(tasks, "ahead_frames", lambda settings: 0)
    source = clip(tmp_path / "film.mp4")
    finals, others = run(spec_for(source, tmp_path / "parts.mp4"))
    assert isinstance(finals["film.mp4"], Done), finals
    whole = uncut(spec_for(source, tmp_path / "whole.mp4"), worker_doubles.filming)
    parts = look(tmp_path / "parts.mp4")
    assert parts.times == whole.times
    if is_read:
        assert_same(parts, whole)
        counts = [event.frames for event in others if isinstance(event, Progress)]
        assert max(counts) <= len(whole.times)
    else:
        with pytest.raises(AssertionError):
            assert_same(parts, whole)


@pytest.mark.parametrize(
    ("suffix", "changes"),
    [
        (".mkv", {}),
        (".mov", {"crf": None, "codec": "prores"}),
        (".mov", {"crf": None, "codec": "prores422", "bits": "10"}),
        (".mkv", {"crf": None, "codec": "ffv1", "bits": "10"}),
        (".mp4", {"start_s": 1.3, "end_s": 4.9}),
        (".mkv", {"keep_sound": False}),
    ],
)
def test_other_outputs_and_parts_keep_every_time(suffix, changes, tmp_path):
    source = clip(tmp_path / "film.mp4", sample_aspect_ratio=Fraction(4, 3))
    one, other = tmp_path / f"parts{suffix}", tmp_path / f"whole{suffix}"
    finals, _ = run(spec_for(source, one, **changes))
    assert isinstance(finals["film.mp4"], Done), finals
    parts = look(one)
    assert_same(parts, uncut(spec_for(source, other, **changes)))
    assert parts.aspect == pytest.approx(Fraction(4, 3), rel=0.01)


def test_joined_segments_are_as_long_as_their_frames_are_shown(tmp_path):
    pts = [*range(0, 4000, 40), 7000, 7040, 7080, 9000]
    source = clip(tmp_path / "film.mkv", pts=pts, time_base=Fraction(1, 1000))
    finals, _ = run(spec_for(source, tmp_path / "parts.mp4", crf=20))
    assert isinstance(finals["film.mkv"], Done), finals
    with av.open(str(tmp_path / "parts.mp4")) as container:
        stream = container.streams.video[0]
        assert stream.duration * stream.time_base == Fraction(9040, 1000)


def test_segments_of_a_part_that_begins_in_a_long_picture(tmp_path):
    pts = [0, 40, *range(2000, 7000, 40)]
    source = clip(tmp_path / "film.mp4", pts=pts, time_base=Fraction(1, 1000))
    changes = {"start_s": 0.5, "end_s": 5.5}
    finals, _ = run(spec_for(source, tmp_path / "parts.mp4", **changes))
    assert isinstance(finals["film.mp4"], Done), finals
    parts = look(tmp_path / "parts.mp4")
    assert parts.times[:3] == [0, Fraction(3, 2), Fraction(154, 100)]
    assert_same(parts, uncut(spec_for(source, tmp_path / "whole.mp4", **changes)))


def test_segments_of_a_film_whose_clock_begins_late(tmp_path):
    source = clip(tmp_path / "film.mkv", pts=range(75, 205), audio=())
    changes = {"start_s": 0.5, "end_s": 4.5}
    finals, _ = run(spec_for(source, tmp_path / "parts.mp4", **changes))
    assert isinstance(finals["film.mkv"], Done), finals
    parts = look(tmp_path / "parts.mp4")
    assert (len(parts.times), parts.times[0]) == (100, 0)
    assert_same(parts, uncut(spec_for(source, tmp_path / "whole.mp4", **changes)))


def test_segments_of_a_part_that_begins_before_the_picture(tmp_path):
    source = clip(tmp_path / "film.mp4", pts=range(50, 180))
    changes = {"start_s": 0.5, "end_s": 6.5}
    finals, _ = run(spec_for(source, tmp_path / "parts.mp4", **changes))
    assert isinstance(finals["film.mp4"], Done), finals
    parts = look(tmp_path / "parts.mp4")
    assert parts.times[0] == Fraction(3, 2)
    assert_same(parts, uncut(spec_for(source, tmp_path / "whole.mp4", **changes)))


@pytest.mark.parametrize("fails_at", [None, 1, 40])
@pytest.mark.parametrize("kind", KINDS)
def test_a_card_decodes_the_frames_of_a_segment_that_software_decodes(kind, fails_at, tmp_path):
    source = clip(tmp_path / "film.mp4", kind)
    with FileSource(source) as whole:
        index = index_packets(whole)
    parts = segment_job.cut(index, segment_s=SEGMENT_S, warm_frames=5, ahead_frames=3, batch_size=4)
    assert len(parts) > 3
    for part in parts:
        card = FakeCard(fails_at=fails_at)
        assert frames_of(source, part, card=card) == frames_of(source, part)
        assert card.packet_count > 0


def frames_of(path, part, **options):
    with SegmentSource(path, part, **options) as source:
        return [
            (frame.pts, frame.duration, frame.pixels.tobytes()) for frame in iter(source.read, None)
        ]


@pytest.mark.usefixtures("empty_cache")
def test_a_card_decodes_segments_and_software_encodes_them(tmp_path, monkeypatch):
    cards = put_into_jobs(monkeypatch, lambda: Card("NVIDIA Test", "13.0"))
    source = clip(tmp_path / "film.mp4")
    settings = Settings(decoder="nvdec", encoder="nvenc")
    finals, _ = run(spec_for(source, tmp_path / "card.mp4", settings=settings))
    report = finals["film.mp4"].report
    assert (report.decoder, report.encoder) == ("fake card", "software")
    assert len(cards) > 3
    software = Settings(decoder="software", encoder="software")
    run(spec_for(source, tmp_path / "software.mp4", settings=software))
    assert_same(look(tmp_path / "card.mp4"), look(tmp_path / "software.mp4"))


def test_every_frame_is_in_one_segment_and_cuts_are_at_key_frames():
    pts = tuple(range(0, 40_000, 40))
    keys = tuple(range(0, 40_000, 480))
    index = PacketIndex(time_base=Fraction(1, 1000), pts=pts, key_pts=keys)
    found = segment_job.cut(index, segment_s=5.0, warm_frames=63, batch_size=4)
    assert sum(part.frame_count for part in found) == len(pts)
    assert [part.until for part in found[:-1]] == [part.begin for part in found[1:]]
    assert all(part.begin in keys for part in found)
    assert all(part.warm_count >= 63 or part.warm == 0 for part in found[1:])
    assert all(index.position(part.warm) % 4 == 0 for part in found)
    assert found[0].warm_count == 0
    assert {(part.ahead_count, part.ahead) for part in found} == {(0, None)}


@pytest.mark.parametrize("ahead", [1, 3, 200])
def test_frames_behind_a_segment_are_read_as_far_as_there_are_any(ahead):
    pts = tuple(range(0, 40_000, 40))
    index = PacketIndex(time_base=Fraction(1, 1000), pts=pts, key_pts=pts[::12])
    found = segment_job.cut(index, segment_s=5.0, warm_frames=3, ahead_frames=ahead, batch_size=4)
    assert len(found) > 3
    for part in found:
        until = len(pts) if part.until is None else index.position(part.until)
        end = len(pts) if part.ahead is None else index.position(part.ahead)
        if not part.ahead_count:
            assert part.until is None
        else:
            assert part.ahead_count == end - until == min(ahead, len(pts) - until)


def test_a_short_recording_is_done_in_one_piece(tmp_path):
    source = clip(tmp_path / "film.mp4")
    folders = []
    finals, _ = run(
        spec_for(source, tmp_path / "out.mp4"),
        segment_s=120,
        on_event=lambda event: folders.extend(tmp_path.glob(".out*/manifest.json")),
    )
    assert isinstance(finals["film.mp4"], Done)
    assert not folders


@pytest.mark.parametrize(
    "wanted",
    [
        {"height": 32},
        {"frame_rate": Fraction(10)},
        {"deinterlaces": True},
        {"output_kind": "both"},
    ],
    ids=lambda wanted: next(iter(wanted)),
)
def test_what_needs_more_than_its_segment_is_done_in_one_piece(tmp_path, wanted):
    source = clip(tmp_path / "film.mp4")
    spec = spec_for(source, tmp_path / "out.mp4")
    assert tasks.cut_plan(spec, 0.5) is not None
    assert tasks.cut_plan(replace(spec, **wanted), 0.5) is None


def test_a_film_whose_person_is_framed_is_done_in_one_piece(tmp_path):
    spec = spec_for(clip(tmp_path / "film.mp4"), tmp_path / "out.mp4")
    green = replace(spec.settings, background=BackgroundSpec.parse("#00b140"))
    assert tasks.cut_plan(replace(spec, settings=green), 0.5) is not None
    assert tasks.cut_plan(replace(spec, settings=replace(green, auto_frame=True)), 0.5) is None


def test_a_film_in_which_people_are_told_apart_is_done_in_one_piece(tmp_path):
    spec = spec_for(clip(tmp_path / "film.mp4"), tmp_path / "out.mp4")
    assert tasks.cut_plan(spec, 0.5) is not None
    people = (PersonPick(30, 20, 0.5),)
    assert tasks.cut_plan(replace(spec, people=people), 0.5) is None
    assert read_as(JobSpec, plain_of(replace(spec, people=people))).people == people


def test_decoding_times_rise_and_come_before_what_is_shown():
    pts = [0, 120, 40, 80, 600, 160, 300, 610, 2000, 620]
    dts = decoding_times(pts)
    assert dts == sorted(set(dts))
    assert all(one <= other for one, other in zip(dts, pts, strict=True))


def test_more_smoothing_needs_a_longer_warm_up():
    off = Settings(frames_ahead="off")
    assert tasks.warm_up_frames(off.changed({"smoothing": 0.0}), 30.0) == 12
    assert tasks.warm_up_frames(off, 30.0) == 63
    assert tasks.warm_up_frames(off, 24.0) == 63
    assert tasks.warm_up_frames(off, 60.0) == 126
    assert tasks.warm_up_frames(off.changed({"smoothing": 1.0}), 30.0) == 148
    assert tasks.ahead_frames(off) == 0


def test_a_steady_matte_needs_frames_on_both_sides():
    assert tasks.warm_up_frames(Settings(), 30.0) == 63 + Engine.FRAMES_AHEAD
    assert tasks.ahead_frames(Settings()) == Engine.FRAMES_AHEAD


def test_a_job_and_its_report_are_the_same_after_a_way_as_plain_data():
    settings = Settings(
        background=BackgroundSpec("colour", colour=(1, 2, 3)), empty_room=Path("/room.png")
    ).changed(
        {
            "smoothing": 0.25,
            "look_twice": "on",
            "largest_only": True,
            "person_size": 40.0,
            "background_fit": "fit",
            "areas": (Area("garbage", ((0.0, 0.1), (0.4, 0.1), (0.2, 0.75))),),
        }
    )
    spec = replace(
        spec_for(Path("/a.mp4"), Path("/b.mkv"), settings=settings, start_s=1.5),
        output_kind="both",
        height=360,
        frame_rate=Fraction(30000, 1001),
        deinterlaces=True,
    )
    assert read_as(JobSpec, json.loads(json.dumps(plain_of(spec)))) == spec
    report = Report(
        Path("/a.mp4"), Path("/b.mkv"), 5, 5,
        notes=("n",), stage_s={"decode": 1.0}, looks_twice=True,
        threads={"decode": ThreadTimes(3.0, {"decode": 1.0}, {"compute": 2.0})},
    )  # fmt: skip
    told = JobNotice(Path("/a"), Message("{name} is odd", name="x"))
    for event in (Done(report), Failed(Path("/a.mp4"), "no", report), told):
        assert plain.event_of(json.loads(json.dumps(plain.plain_event(event)))) == event


class Dying(InProcess):
    """Nobody does anything any more once so many segments are done."""

    def __init__(self, count):
        super().__init__()
        self._count = count

    def finished(self, timeout_s):
        if self._count <= 0:
            raise RunnerLostError("the scheduler at nowhere has gone; start it again")
        found = super().finished(timeout_s)
        self._count -= sum(1 for outcome in found if outcome.result.get("sidecar"))
        return found


def lose(source, target, count, **changes):
    """What a queue leaves whose scheduler dies when `count` segments are done."""
    finals = []

    def hear(job, event):
        finals.append(event)

    with ClusterQueue(hear, Dying(count), segment_s=SEGMENT_S) as queue:
        queue.add(spec_for(source, target, **changes))
        assert queue.wait()
    assert isinstance(finals[-1], Failed)
    assert "segments are kept, and the same command with --resume" in finals[-1].message


KILLED = """
import os, sys
from pathlib import Path
from app.pipeline.engines import KeptEngines
from app.cluster.queue import ClusterQueue
from app.cluster.runner import InProcess, RunnerLostError
from recordings_to_cut import spec_for
import worker_doubles

worker_doubles.install(pause_s=0.002)
target = Path(sys.argv[2])

def hear(job, event):
    if len(list(target.parent.glob(f".{target.name}.*.part/segment-?????.json"))) >= 3:
        os.kill(os.getpid(), 9)

with ClusterQueue(hear, InProcess(), segment_s=0.9) as queue:
    queue.add(spec_for(Path(sys.argv[1]), target))
    queue.wait()
"""


def killed(source, target):
    """What a process leaves that is killed when three segments are done."""
    paths = [str(ROOT), *(str(ROOT / "tests" / name) for name in ("app/cluster", "app/video", ""))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, source, target],
        env=environment,
        check=False,
        capture_output=True,
    )
    assert ended.returncode == -9, ended.stderr.decode()


def test_what_a_killed_job_finished_is_not_done_again(tmp_path):
    source = clip(tmp_path / "film.mp4")
    target = tmp_path / "out.mp4"
    killed(source, target)
    (folder,) = tmp_path.glob(".out.mp4.*.part")
    # Only what a sidecar tells of is finished; one more may just have been placed.
    kept = {
        path.name: path.stat().st_mtime_ns
        for path in folder.glob("segment-*.mp4")
        if path.with_suffix(".json").exists()
    }
    seen = {}

    def on_event(event):
        for path in folder.glob("segment-*.mp4"):
            seen[path.name] = path.stat().st_mtime_ns

    finals, others = run(spec_for(source, target), resumes=True, on_event=on_event)
    assert isinstance(finals["film.mp4"], Done), finals
    assert len(kept) >= 3
    assert all(seen[name] == kept[name] for name in kept)
    assert any(" done before" in getattr(e, "message", "") for e in others)
    assert_same(look(target), uncut(spec_for(source, tmp_path / "whole.mp4")))
    assert not list(tmp_path.glob(".out*"))


def test_a_damaged_segment_is_done_again_and_other_settings_are_refused(tmp_path):
    source = clip(tmp_path / "film.mp4")
    target = tmp_path / "out.mp4"
    lose(source, target, 2)
    finals, _ = run(spec_for(source, target, crf=3), resumes=True)
    assert "begun with other values of crf" in finals["film.mp4"].message
    (folder,) = tmp_path.glob(".out.mp4.*.part")
    with open(folder / "segment-00000.mp4", "r+b") as file:
        file.seek(2000)
        file.write(b"xxxx")
    finals, _ = run(spec_for(source, target), resumes=True)
    assert isinstance(finals["film.mp4"], Done), finals
    assert_same(look(target), uncut(spec_for(source, tmp_path / "whole.mp4")))


def test_without_resume_what_a_killed_job_left_goes(tmp_path):
    source = clip(tmp_path / "film.mp4")
    lose(source, tmp_path / "out.mp4", 1)
    finals, _ = run(spec_for(source, tmp_path / "out.mp4"))
    assert isinstance(finals["film.mp4"], Done)
    assert not list(tmp_path.glob(".out*"))


def test_resume_takes_a_finished_output_for_done(tmp_path):
    source = clip(tmp_path / "film.mp4")
    (tmp_path / "out.mp4").write_bytes(b"done")
    finals, _ = run(spec_for(source, tmp_path / "out.mp4"), resumes=True)
    assert "taken for done" in finals["film.mp4"].report.notes[0]
    assert (tmp_path / "out.mp4").read_bytes() == b"done"


def test_what_is_cancelled_becomes_the_beginning_of_the_film(tmp_path):
    worker_doubles.install_until_told(60)
    source = clip(tmp_path / "film.mp4")
    finals = []

    def hear(job, event):
        if isinstance(event, Done | Cancelled | Failed):
            finals.append(event)
        elif getattr(event, "frames", 0) >= 20:
            queue.cancel()

    with ClusterQueue(hear, InProcess(), segment_s=SEGMENT_S) as queue:
        queue.add(spec_for(source, tmp_path / "out.mp4"))
        assert queue.wait()
    (final,) = finals
    assert isinstance(final, Cancelled)
    assert final.report.output == tmp_path / "out.partial.mp4"
    part, whole = look(final.report.output), uncut(spec_for(source, tmp_path / "whole.mp4"))
    count = len(part.times)
    assert 20 <= count < 130
    assert part.times == whole.times[:count]
    assert not list(tmp_path.glob(".out*"))


def test_an_index_knows_no_times_it_was_not_told(tmp_path):
    source = FileSource(clip(tmp_path / "film.mp4", "one key frame"))
    with source:
        index = index_packets(source)
        assert index is not None
        decoded = [frame.pts for frame in iter(source.read, None)]
    assert list(index.pts) == decoded
    assert index.key_pts == (0,)


def test_relative_paths_mean_the_same_in_every_process(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    background = BackgroundSpec("file", path=Path("b.png"))
    settings = Settings(background=background, model="~/my.safetensors")
    exr = ExrOptions(ocio="show.ocio")
    spec = absolute(spec_for(Path("a.mp4"), Path("o.mp4"), settings=settings, exr=exr))
    assert spec.input == tmp_path / "a.mp4"
    assert spec.settings.background.path == tmp_path / "b.png"
    assert spec.settings.model == str(Path.home() / "my.safetensors")
    assert spec.exr.ocio == str(tmp_path / "show.ocio")
    built_in = replace(spec, exr=ExrOptions(ocio="ocio://default"))
    assert absolute(built_in) == built_in


def test_what_is_damaged_around_a_segment_is_counted_where_it_is_kept(tmp_path, monkeypatch):
    """As if every frame were."""
    source = clip(tmp_path / "film.mp4")
    read = FileSource.read
    with FileSource(source) as whole:
        index = index_packets(whole)
    parts = segment_job.cut(index, segment_s=0.9, warm_frames=5, ahead_frames=3, batch_size=1)

    def counted(self):
        self.count = getattr(self, "count", 0) + 1
        return read(self)

    monkeypatch.setattr(FileSource, "read", counted)
    monkeypatch.setattr(
        FileSource, "damaged_count", property(lambda self: getattr(self, "count", 0))
    )
    counts = []
    for part in parts:
        with SegmentSource(source, part) as segment:
            while segment.read() is not None:
                pass
            counts.append(segment.damaged_count)
    assert counts[:-1] == [part.frame_count for part in parts[:-1]]
    assert counts[-1] == parts[-1].frame_count + 1, "the read that finds the end"
