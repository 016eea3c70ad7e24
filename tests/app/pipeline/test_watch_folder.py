"""A watched folder: what arrives is done once, when it is complete, and nothing else happens."""

import inspect
import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from doubles import FakeEngineFactory
from PIL import Image
from video_clips import make_clip, presentation_times

from app.pipeline import watch_folder as module
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.events import Cancelled, Done, Failed
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.settings import Settings
from app.pipeline.watch_folder import (
    LOCK_NAME,
    NAME,
    SCAN_EVERY_S,
    SETTLE_S,
    WatchFolder,
    has_writer,
)
from app.video.sink import OutputError
from app.video.source import SourceError

OWN = {NAME, LOCK_NAME}


class Watched:
    """A folder that is watched by a clock of the test; `look` steps, and waits for its jobs."""

    def __init__(self, tmp_path):
        self.folder = tmp_path / "in"
        self.out = tmp_path / "done"
        self.folder.mkdir()
        self.now_s = 100.0
        self.said = []
        self.ends = []
        self.factory = FakeEngineFactory()
        self._watching = None
        self.first = JobSpec(self.folder, self.out, Settings(BackgroundSpec.parse("red")))
        self.options = {}

    def start(self, first=None, folder=None, out=None, **options):
        self.stop()
        first = first or self.first
        self.first = replace(first, input=folder or first.input, output=out or first.output)
        self.options |= options
        self._watching = WatchFolder(
            self.first,
            self._note,
            lambda path, sentence: self.said.append(sentence),
            clock=lambda: self.now_s,
            engine_factory=self.factory,
            **self.options,
        )
        return self._watching

    def stop(self):
        if self._watching is not None:
            self._watching.close()
            self._watching = None

    def look(self, seconds=SCAN_EVERY_S):
        """Let time pass in steps of a scan, each with the jobs that it begins."""
        watching = self._watching or self.start()
        until_s = self.now_s + seconds
        while self.now_s < until_s:
            self.now_s += SCAN_EVERY_S
            watching.step()
            ended = -1
            while ended < len(self.ends):  # the next one has begun
                ended = len(self.ends)
                watching.queue.wait()
                watching.step()

    def settle(self):
        self.look(SETTLE_S + 2 * SCAN_EVERY_S)

    def _note(self, job, event):
        if isinstance(event, Done | Cancelled | Failed):
            self.ends.append(event)

    @property
    def results(self):
        files = (path for path in self.out.rglob("*") if path.is_file())
        return sorted(p.relative_to(self.out).as_posix() for p in files if p.name not in OWN)


@pytest.fixture
def watched(tmp_path):
    made = Watched(tmp_path)
    yield made
    made.stop()


def picture(path, colour="white"):
    Image.new("RGB", (64, 48), colour).save(path)


def test_a_percent_sign_names_no_numbers(watched):
    make_clip(watched.folder / "50%discount.mp4")
    picture(watched.folder / "a%dog.png")
    watched.settle()
    assert watched.results == ["50%discount.mp4", "a-dog.png"]
    files = json.loads((watched.out / NAME).read_text())["files"].values()
    assert {Path(entry["output"]).name for entry in files} == {*watched.results}
    watched.start()
    watched.settle()
    assert len(watched.ends) == 2


def test_films_and_pictures_are_done_once_each_and_other_files_are_left(watched):
    make_clip(watched.folder / "talk.mp4")
    picture(watched.folder / "me.png")
    picture(watched.folder / ".hidden.png")
    (watched.folder / "notes.txt").write_text("no picture")
    watched.look(SETTLE_S - 1)
    assert watched.results == []
    watched.settle()
    assert watched.results == ["me.png", "talk.mp4"]
    assert presentation_times(watched.out / "talk.mp4") == presentation_times(
        watched.folder / "talk.mp4"
    )
    picture(watched.folder / "late.png")
    watched.settle()
    watched.settle()
    assert watched.results == ["late.png", "me.png", "talk.mp4"]
    assert len(watched.ends) == 3
    assert sorted(path.name for path in watched.folder.iterdir()) == [
        ".hidden.png",
        "late.png",
        "me.png",
        "notes.txt",
        "talk.mp4",
    ]
    assert watched.said == []


def test_a_file_that_still_grows_waits(watched):
    make_clip(watched.folder.parent / "talk.mp4", frame_count=20)
    content = (watched.folder.parent / "talk.mp4").read_bytes()
    target = watched.folder / "talk.mp4"
    for size in range(len(content) // 8, len(content), len(content) // 8):
        target.write_bytes(content[:size])
        os.utime(target, ns=(0, size))
        watched.look()
    assert watched.ends == []
    target.write_bytes(content)
    watched.settle()
    assert [type(end) for end in watched.ends] == [Done]
    assert watched.ends[0].report.frames_out == 20


def test_a_copy_that_stops_halfway_is_named_once_and_done_when_it_is_whole(watched):
    make_clip(watched.folder.parent / "talk.mp4", container_options={"movflags": "faststart"})
    content = (watched.folder.parent / "talk.mp4").read_bytes()
    target = watched.folder / "talk.mp4"
    target.write_bytes(content[:-100])
    watched.settle()
    watched.settle()
    assert watched.ends == []
    assert len(watched.said) == 1
    assert "talk.mp4 is not complete" in watched.said[0]
    target.write_bytes(content)
    watched.settle()
    assert watched.results == ["talk.mp4"]
    assert len(watched.said) == 1


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS does not tell of writers")
def test_a_file_that_a_program_has_open_for_writing_waits(watched):
    make_clip(watched.folder / "talk.mp4")
    with (watched.folder / "talk.mp4").open("ab"):
        watched.settle()
        assert watched.ends == []
    watched.settle()
    assert watched.results == ["talk.mp4"]


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS does not tell of writers")
def test_who_only_reads_is_no_writer(tmp_path):
    path = tmp_path / "a name with spaces\nand lines.mp4"
    path.write_bytes(b"x")
    assert not has_writer(path)
    with path.open("rb"):
        assert not has_writer(path)
    with path.open("r+b"):
        assert has_writer(path)


def test_what_is_done_is_known_after_a_restart(watched):
    make_clip(watched.folder / "talk.mp4")
    watched.settle()
    watched.start()
    watched.settle()
    assert watched.results == ["talk.mp4"]
    assert len(watched.ends) == 1


def test_a_result_that_a_killed_process_could_not_note_is_not_made_again(watched):
    make_clip(watched.folder / "talk.mp4")
    watched.settle()
    watched.stop()
    record = watched.out / NAME
    record.write_text(record.read_text().replace('"done"', '"begun"'))
    watched.settle()
    assert len(watched.ends) == 1
    watched.stop()
    (watched.out / "talk.mp4").unlink()  # it was killed before it was complete
    watched.settle()
    assert len(watched.ends) == 2
    assert watched.results == ["talk.mp4"]


def test_a_changed_source_is_done_again_beside_the_first_result(watched):
    picture(watched.folder / "me.png")
    watched.settle()
    first = (watched.out / "me.png").read_bytes()
    picture(watched.folder / "me.png", "black")
    watched.settle()
    assert watched.results == ["me (2).png", "me.png"]
    assert (watched.out / "me.png").read_bytes() == first


def test_no_other_file_is_replaced_and_a_matte_counts_too(watched):
    watched.out.mkdir()
    (watched.out / "talk_matte.mp4").write_bytes(b"precious")
    make_clip(watched.folder / "talk.mp4")
    watched.start(first=replace(watched.first, output_kind="both"))
    watched.settle()
    assert watched.results == ["talk (2).mp4", "talk (2)_matte.mp4", "talk_matte.mp4"]
    assert (watched.out / "talk_matte.mp4").read_bytes() == b"precious"


def test_mattes_are_named_after_their_sources(watched):
    make_clip(watched.folder / "talk.mp4")
    picture(watched.folder / "me.jpg")
    first = replace(watched.first, output_kind="matte", codec="h264", crf=30)
    watched.start(first=first, names_mattes=True)
    watched.settle()
    assert watched.results == ["me_matte.png", "talk_matte.mp4"], "a picture has no such codec"


def test_a_file_that_fails_is_left_alone_until_it_changes(watched):
    broken = watched.folder / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff but no more")
    watched.settle()
    watched.settle()
    assert [type(end) for end in watched.ends] == [Failed]
    watched.start()
    watched.settle()
    assert len(watched.ends) == 1
    assert "broken.jpg failed before" in watched.said[-1]
    picture(broken)
    watched.settle()
    assert watched.results == ["broken.png"]


def test_subfolders_by_choice_and_never_the_results(watched):
    (watched.folder / "monday").mkdir()
    picture(watched.folder / "monday" / "me.png")
    watched.settle()
    assert watched.results == []
    out = watched.folder / "done"
    watched.out = out
    watched.start(out=out, with_subfolders=True)
    watched.settle()
    watched.settle()
    assert watched.results == ["monday/me.png"]
    assert len(watched.ends) == 1


def test_the_background_is_no_arrival(watched):
    picture(watched.folder / "beach.png")
    picture(watched.folder / "me.png")
    settings = Settings(BackgroundSpec.parse(str(watched.folder / "beach.png")))
    watched.start(first=replace(watched.first, settings=settings))
    watched.settle()
    assert watched.results == ["me.png"]


def test_results_that_were_moved_away_leave_the_new_ones_no_arrivals(watched):
    out = watched.out = watched.folder / "done"
    watched.start(out=out, with_subfolders=True)
    picture(watched.folder / "me.png")
    watched.settle()
    out.rename(watched.folder.parent / "archive")
    picture(watched.folder / "you.png")
    for _ in range(3):
        watched.settle()
    assert watched.results == ["you.png"]
    assert len(watched.ends) == 2


def test_a_background_that_is_saved_anew_is_no_arrival(watched):
    beach = watched.folder / "beach.png"
    picture(beach)
    settings = Settings(BackgroundSpec.parse(str(beach)))
    watched.start(first=replace(watched.first, settings=settings))
    watched.settle()
    picture(watched.folder.parent / "draft.png", "blue")
    (watched.folder.parent / "draft.png").replace(beach)  # as many programs save
    watched.settle()
    assert watched.results == []


def test_a_folder_that_goes_away_is_said_once_and_watched_again(watched, tmp_path):
    watched.look()
    watched.folder.rename(tmp_path / "away")
    watched.settle()
    assert len(watched.said) == 1
    assert "cannot be read" in watched.said[0]
    (tmp_path / "away").rename(watched.folder)
    picture(watched.folder / "me.png")
    watched.settle()
    assert watched.results == ["me.png"]
    assert len(watched.said) == 1


def test_nothing_begins_while_it_could_not_be_noted(watched, monkeypatch):
    picture(watched.folder / "me.png")

    def refuse(path, content):
        raise OutputError("the disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr("app.pipeline.watch_folder.write_safely", refuse)
        watched.settle()
        assert watched.ends == []
        assert watched.said == ["the disk is full. Until then no file is begun."]
    watched.settle()
    assert watched.results == ["me.png"]


def test_the_end_cuts_a_film_short_and_a_restart_makes_it_whole(watched):
    make_clip(watched.folder / "talk.mp4", frame_count=40)
    watching = watched.start()
    watched.factory.prepare = lambda engine: watching.queue.cancel()
    watched.settle()
    assert watching.was_cut_short
    assert isinstance(watched.ends[0], Cancelled)
    watched.factory.prepare = lambda engine: None
    watched.start()
    watched.settle()
    assert "talk.mp4" in watched.results
    assert len(presentation_times(watched.out / "talk.mp4")) == 40


def test_two_processes_never_share_a_folder_of_results(watched):
    watched.start()
    with pytest.raises(OutputError, match="another process watches"):
        WatchFolder(watched.first, print, print, clock=lambda: 0.0)


@pytest.mark.skipif(os.name == "nt", reason="a link needs rights on Windows")
def test_a_link_in_the_place_of_the_lock_is_refused(watched, tmp_path):
    """In a folder that others may write to, it would make a file elsewhere."""
    watched.out.mkdir()
    (watched.out / LOCK_NAME).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OutputError, match="is a link"):
        watched.start()
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.skipif(os.name == "nt", reason="a link needs rights on Windows")
def test_a_record_that_is_a_link_to_nothing_is_said_and_kept(watched, tmp_path):
    """What it leads to may be on a disk that is not there: all films would be done again."""
    watched.out.mkdir()
    (watched.out / NAME).symlink_to(tmp_path / "absent")
    with pytest.raises(OutputError, match="is a link to a file that is not there"):
        watched.start()
    assert (watched.out / NAME).is_symlink()


@pytest.mark.parametrize("words", ["no json", "[1]", '{"files": {"a": 3}}', "[" * 100_000])
def test_a_damaged_record_is_said_and_kept(watched, words):
    watched.out.mkdir()
    (watched.out / NAME).write_text(words)
    with pytest.raises(OutputError, match="which files are done"):
        watched.start()
    assert (watched.out / NAME).read_text() == words


def test_folders_that_cannot_be_watched_are_refused(watched, tmp_path):
    with pytest.raises(SourceError, match="is no folder"):
        watched.start(folder=tmp_path / "missing")
    with pytest.raises(OutputError, match="watched folder itself"):
        watched.start(folder=watched.folder, out=watched.folder / "." / "")
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="cannot be made"):
        watched.start(out=tmp_path / "file" / "out")


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such files")
@pytest.mark.parametrize("kind", ["a pipe", "a device"])
def test_a_record_that_is_no_ordinary_file_is_said_at_once(watched, kind):
    """Another user of a shared folder may have put it there; reading it would never end."""
    watched.out.mkdir()
    path = watched.out / NAME
    if kind == "a pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/null")
    with pytest.raises(OutputError, match="it is no ordinary file"):
        watched.start()


def test_folders_may_lie_within_each_other_deeper_than_calls_may(watched):
    deepest = watched.folder.joinpath(*["a"] * 100)
    deepest.mkdir(parents=True)
    picture(deepest / "me.png")
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 60)
    try:
        found = module.scan(watched.folder, with_subfolders=True, without=set())
    finally:
        sys.setrecursionlimit(limit)
    assert [*found] == [deepest / "me.png"]


def test_the_record_is_json_with_what_became_of_each_file(watched):
    picture(watched.folder / "me.png")
    watched.settle()
    content = json.loads((watched.out / NAME).read_text())
    (entry,) = content["files"].values()
    assert [*content["files"]] == [os.path.abspath(watched.folder / "me.png")]
    assert entry["state"] == "done"
    assert Path(entry["output"]) == watched.out / "me.png"
    assert entry["version"]["size"] == (watched.folder / "me.png").stat().st_size
    assert module.SETTLE_S > module.SCAN_EVERY_S
