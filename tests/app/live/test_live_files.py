"""Files in a live session: played, paused, sought, looped."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from live_doubles import GREEN, PATIENCE_S, Clock, shows, wait_until
from PIL import Image
from video_clips import make_clip

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live.events import (
    EngineOpening,
    Notice,
    PlaybackEnded,
    RecordingStarted,
    SnapshotSaved,
    SourceOpened,
)
from app.pipeline.live.file_feed import FileFeed
from app.pipeline.live.source_request import SourceRequest
from app.video.files.file_source import FileSource
from app.video.files.inputs import open_source
from app.video.recording.summary import RecordingSummary


@pytest.fixture
def clip(tmp_path):
    make_clip(tmp_path / "clip.mp4", frame_count=30)
    return SourceRequest("file", str(tmp_path / "clip.mp4"))


def test_a_file_plays_and_ends_on_its_last_frame(start, clip):
    owner = start(clip)
    owner.worker.source.set_loop(False)
    opened = owner.wait_for(SourceOpened)
    assert (opened.is_live, opened.duration_s) == (False, pytest.approx(1.0, abs=0.3))
    owner.wait_for(PlaybackEnded)  # told by the file's thread: its last frame may still wait
    last = opened.duration_s - 1 / opened.frame_rate
    wait_until(lambda: owner.newest().pts_s == pytest.approx(last), "the last frame")
    assert owner.newest().has_valid_matte
    owner.worker.set_settings(GREEN)  # shows on the frame that stays
    wait_until(lambda: shows(owner.newest(), (30, 200, 30)), "green")
    assert owner.newest().pts_s == pytest.approx(last)


def test_a_file_waits_at_its_first_frame_until_an_engine_can_compose_it(
    start, tmp_path, engine_factory
):
    make_clip(tmp_path / "short.mp4", frame_count=3)
    engine_factory.gate.clear()
    owner = start(SourceRequest("file", str(tmp_path / "short.mp4")))
    owner.worker.source.set_loop(False)
    owner.wait_for(EngineOpening)
    for _ in range(5):  # meanwhile it would be over
        owner.wait_for_background()
    assert not owner.of(PlaybackEnded)
    engine_factory.gate.set()
    assert owner.wait_for_composite().pts_s == 0
    owner.wait_for(PlaybackEnded)


def test_a_film_goes_on_though_its_first_frame_has_a_damaged_alpha(start, clip, monkeypatch):
    """Such a frame is never composed, so it would wait for itself."""
    read = FileSource.read

    def damaged_at_first(source):
        frame = read(source)
        is_first = frame is not None and frame.index == 0
        return replace(frame, has_valid_alpha=False) if is_first else frame

    monkeypatch.setattr(FileSource, "read", damaged_at_first)
    owner = start(clip)
    owner.wait_for_background()
    assert owner.wait_for_composite().pts_s > 0


def test_the_second_frame_is_due_one_frame_after_the_first_that_was_composed(tmp_path):
    make_clip(tmp_path / "clip.mp4", frame_count=3)  # 25 frames/s
    clock = Clock()
    feed = FileFeed(lambda: open_source(tmp_path / "clip.mp4"), on_event=print, clock=clock)
    feed.start()
    try:
        assert feed.take(PATIENCE_S).index == 0
        clock.pass_s(30)  # an engine starts
        feed.start_clock(clock.now_s)
        assert feed.take(0.2) is None
        clock.pass_s(0.041)
        assert feed.take(PATIENCE_S).index == 1
    finally:
        feed.stop()


def test_a_paused_file_shows_new_settings_and_where_one_seeks(start, clip, engine_factory):
    owner = start(clip)
    owner.worker.source.wanted.set_paused(True)
    owner.wait_for_composite()
    wait_until(lambda: owner.worker.statistics().source_state == "paused", "the pause")
    owner.wait_for_redraw_of_held_frame()
    assert engine_factory.engines[0].elapsed_s[-1] == 0.0  # the same moment of the film
    at = owner.newest().pts_s
    owner.worker.set_settings(GREEN)
    wait_until(lambda: shows(owner.newest(), (30, 200, 30)), "green")
    assert owner.newest().pts_s == at
    owner.worker.source.wanted.seek(0.5)
    wait_until(lambda: owner.newest().pts_s >= 0.5, "the frame at half a second")
    assert owner.newest().pts_s == pytest.approx(0.5, abs=0.05)
    owner.worker.source.wanted.set_paused(False)
    wait_until(lambda: owner.newest().pts_s > 0.6, "it to go on")


def test_a_file_in_a_loop_begins_again_and_smoothing_forgets(start, clip, engine_factory):
    owner = start(clip)
    owner.wait_for_composite()
    owner.worker.source.wanted.seek(0.9)
    wait_until(lambda: owner.newest().pts_s >= 0.85, "its end")
    owner.results.clear()
    wait_until(lambda: any(result.pts_s < 0.5 for result in owner.results), "its beginning")
    assert engine_factory.engines[0].resets >= 1
    assert not owner.of(PlaybackEnded)


@pytest.mark.parametrize("aspect", [Fraction(4, 3), Fraction(3, 4)])
def test_a_film_whose_pixels_are_not_square_keeps_its_shape(start, tmp_path, aspect):
    make_clip(tmp_path / "in.mp4", sample_aspect_ratio=aspect, frame_count=30)  # 64x48
    framed = np.zeros((240, int(320 * aspect), 3), np.uint8)  # the shape in which it is shown
    framed[:] = (0, 255, 0)
    framed[20:-20, 20:-20] = 0
    Image.fromarray(framed).save(tmp_path / "framed.png")
    background = BackgroundSpec.parse(str(tmp_path / "framed.png"))
    owner = start(
        SourceRequest("file", str(tmp_path / "in.mp4")), replace(GREEN, background=background)
    )
    shown = owner.wait_for_composite()
    assert shown.pixels.shape == (48, 64, 3)
    assert shown.pixel_aspect == pytest.approx(float(aspect))
    green = shown.pixels[..., 1].astype(int)
    edges = [green[:2, 32], green[-2:, 32], green[24, :2], green[24, -2:]]
    assert np.mean(edges, axis=1) == pytest.approx([255] * 4, abs=40), "none is cropped"
    owner.worker.snapshots.ask(tmp_path / "me.png")
    owner.worker.recordings.start(tmp_path / "a.mp4")
    owner.wait_for(SnapshotSaved)
    owner.wait_for(RecordingStarted)
    owner.worker.recordings.stop()
    owner.wait_for(RecordingSummary)
    assert Image.open(tmp_path / "me.png").size == ((86, 48) if aspect > 1 else (64, 64))
    with open_source(tmp_path / "a.mp4") as recording:
        assert (recording.height, recording.width) == (48, 64)
        assert recording.media.sample_aspect_ratio == aspect


def test_a_seek_before_the_file_is_open_is_remembered(start, clip):
    owner = start(clip)
    owner.worker.source.want(clip)
    owner.worker.source.wanted.set_paused(True)
    owner.worker.source.wanted.seek(0.5)
    wait_until(lambda: owner.newest() and owner.newest().pts_s >= 0.5, "half a second")


def test_a_frame_limit_does_not_keep_the_frame_that_a_paused_film_seeks(start, clip):
    owner = start(clip)
    owner.wait_for_composite()
    owner.worker.frame_limit.set(0.001)
    owner.worker.source.wanted.set_paused(True)
    for position_s in (0.5, 0.2):  # the second comes before the limit lets one through
        owner.worker.source.wanted.seek(position_s)
        wait_until(lambda at_s=position_s: 0 <= owner.newest().pts_s - at_s < 0.1, "the frame")


def test_a_still_is_shown_and_stays(start, tmp_path):
    Image.new("RGB", (64, 48), (9, 9, 9)).save(tmp_path / "still.png")
    owner = start(SourceRequest("file", str(tmp_path / "still.png")))
    owner.wait_for_composite()
    owner.worker.set_settings(GREEN)
    wait_until(lambda: shows(owner.newest(), (30, 200, 30)), "green")


def test_a_file_that_is_no_video_is_said_and_another_can_be_opened(start, clip, tmp_path):
    (tmp_path / "bad.mp4").write_text("no video")
    owner = start(SourceRequest("file", str(tmp_path / "bad.mp4")))
    assert owner.wait_for(Notice).code == "file-unreadable"
    owner.worker.source.want(clip)
    owner.wait_for_composite()


def test_a_failing_disk_is_said_in_words(start):
    def fail(*asked):
        raise OSError(5, "Input/output error", "a.mp4")

    owner = start(
        SourceRequest("file", "a.mp4"),
        make_feed=lambda request, on_event: FileFeed(fail, on_event=on_event),
        open_background=fail,
    )
    wait_until(lambda: len(owner.of(Notice)) == 2)
    said = {notice.code: notice.sentence for notice in owner.of(Notice)}
    sentence = "a.mp4: Input/output error"
    assert said == {"file-unreadable": sentence, "background-unreadable": sentence}


class Film:
    """A feed whose time stands still unless a test lets it pass; 25 frames/s or as given."""

    def __init__(self, path):
        self.clock = Clock()
        self.events = []
        self.feed = FileFeed(
            lambda: open_source(path), on_event=self.events.append, clock=self.clock
        )
        self.feed.set_paused(True)
        self.feed.start()
        self.at(0)
        self.feed.start_clock(self.clock.now_s)

    def at(self, pts_s):
        """The next frame is the one at `pts_s`."""
        frame = self.feed.take(PATIENCE_S)
        assert frame is not None, "no frame came"
        assert frame.pts_s == pytest.approx(pts_s, abs=1e-3)

    def plays_from(self, pts_s):
        """Play on from there; what a frame in hand was doing meanwhile is passed over.

        The pause ends before the seek: afterwards it would depend on whether the feed's thread
        had come to rest already when the next frame is due.
        """
        self.feed.set_paused(False)
        self.feed.seek(pts_s)
        while (frame := self.feed.take(PATIENCE_S)) is not None:
            if frame.pts_s == pytest.approx(pts_s, abs=1e-3):
                return
        raise AssertionError("no frame came")

    def stays(self):
        assert self.feed.take(0.1) is None

    def has_ended(self):
        return any(isinstance(event, PlaybackEnded) for event in self.events)


@pytest.fixture
def film(tmp_path):
    films = []

    def make(*, name="film.mp4", **clip):
        make_clip(tmp_path / name, gop=250, **clip)
        films.append(Film(tmp_path / name))
        return films[-1]

    yield make
    for made in films:
        made.feed.stop()


def test_single_frames_go_forward_and_back_and_time_stands_still(film):
    made = film(frame_count=30)
    made.feed.step(1)
    made.at(0.04)
    made.feed.step(1)
    made.at(0.08)
    made.feed.step(-1)
    made.at(0.04)
    made.feed.step(1)
    made.at(0.08)
    made.clock.pass_s(10)
    made.stays()
    assert made.feed.state == "paused"
    made.feed.seek(0.8)
    made.at(0.8)
    made.feed.step(-3)
    made.at(0.68)
    made.feed.set_paused(False)
    made.clock.pass_s(0.041)
    made.at(0.72)


def test_a_step_back_finds_the_frame_before_where_times_are_uneven(film):
    made = film(pts=[0, 1, 2, 30, 31, 60], rate=25)
    for time in (1, 2, 30, 31, 60):
        made.feed.step(1)
        made.at(time / 25)
    for time in (31, 30, 2, 1, 0):
        made.feed.step(-1)
        made.at(time / 25)
    made.feed.step(-1)  # there is nothing before the first
    made.at(0)


def test_steps_stay_at_the_last_frame_and_come_back_from_it(film):
    made = film(frame_count=4)
    for _ in range(3):
        made.feed.step(1)
        made.feed.take(PATIENCE_S)
    made.feed.step(1)
    made.stays()
    made.feed.step(-1)
    made.at(0.08)
    made.feed.set_loop(False)
    made.feed.set_paused(False)
    made.clock.pass_s(1)
    made.at(0.12)
    made.clock.pass_s(0.041)
    wait_until(made.has_ended, "its end")
    made.feed.step(-1)
    made.at(0.08)


def test_beyond_the_last_frame_the_last_one_is_shown(film):
    made = film(frame_count=10)
    made.feed.seek(7)
    made.at(0.36)
    made.stays()
    made.feed.step(-1)
    made.at(0.32)


def test_within_a_picture_that_stays_long_that_one_is_shown(film):
    made = film(pts=[0, 1, 50, 51])
    made.feed.seek(1.0)
    made.at(0.04)
    made.feed.step(1)
    made.at(2.0)
    made.feed.step(-1)
    made.at(0.04)
    made.feed.seek(1.97)  # nearly at its end
    made.at(2.0)


def test_a_picture_within_which_one_seeks_stays_for_the_rest_of_its_time(film):
    made = film(pts=[0, 1, 50, 51])
    made.feed.set_paused(False)
    made.feed.seek(1.0)
    frame = made.feed.take(PATIENCE_S)
    while frame.shown_s[0] != 1.0:  # what was in hand before
        frame = made.feed.take(PATIENCE_S)
    assert frame.pts_s == pytest.approx(0.04)
    assert frame.shown_s[1] == pytest.approx(2.0)
    made.clock.pass_s(0.9)
    made.stays()
    made.clock.pass_s(0.11)
    made.at(2.0)


def test_playing_goes_round_within_the_range(film):
    made = film(frame_count=30)
    made.feed.set_range((0.4, 0.52))
    made.feed.seek(0.48)
    made.at(0.48)
    made.feed.step(1)  # single frames go where they are asked to
    made.at(0.52)
    made.plays_from(0.44)
    made.clock.pass_s(0.041)
    made.at(0.48)
    made.clock.pass_s(0.041)
    made.at(0.4)
    made.feed.set_range(None)
    for time in (0.44, 0.48, 0.52, 0.56):
        made.clock.pass_s(0.041)
        made.at(time)


def test_the_last_frame_of_a_range_stays_as_long_as_the_others(film):
    made = film(frame_count=30)
    made.feed.set_range((0.4, 0.52))
    made.plays_from(0.48)
    made.clock.pass_s(0.02)
    made.stays()
    made.clock.pass_s(0.021)
    made.at(0.4)


def ends_in(made, seconds, *, is_looping):
    """What plays stays as it is now, and after these seconds ends, or begins again."""
    made.stays()
    assert not made.has_ended()
    made.clock.pass_s(seconds)
    if is_looping:
        made.at(0)
    else:
        wait_until(made.has_ended, "its end")


@pytest.mark.parametrize("is_looping", [True, False])
def test_the_last_picture_of_a_film_stays_as_long_as_it_is_shown(tmp_path, is_looping):
    pictures = [Image.new("RGB", (64, 48), colour) for colour in ("red", "blue")]
    path = tmp_path / "slides.gif"
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=[200, 3000])
    made = Film(path)
    try:
        made.feed.set_loop(is_looping)
        made.plays_from(0.2)
        made.clock.pass_s(2.9)
        ends_in(made, 0.2, is_looping=is_looping)
    finally:
        made.feed.stop()


def test_without_a_loop_playing_ends_with_the_range(film):
    made = film(frame_count=30)
    made.feed.set_loop(False)
    made.feed.set_range((0.4, 0.48))
    made.feed.seek(0.4)
    made.at(0.4)
    made.feed.set_paused(False)
    made.clock.pass_s(0.041)
    made.at(0.44)
    made.clock.pass_s(0.041)
    made.stays()
    wait_until(made.has_ended, "its end")


def test_a_range_of_one_frame_ends_as_others_do(film):
    made = film(frame_count=30)
    made.feed.set_range((0.4, 0.44))
    made.feed.seek(0.4)
    made.at(0.4)
    made.feed.set_paused(False)
    made.clock.pass_s(0.041)
    made.stays()
    wait_until(made.has_ended, "its end")


@pytest.mark.parametrize("is_looping", [True, False])
def test_a_range_ends_within_a_picture_that_stays_long(film, is_looping):
    made = film(pts=[0, 1, 50, 51])
    made.feed.set_loop(is_looping)
    made.feed.set_range((0.0, 1.0))
    made.plays_from(0.04)
    made.clock.pass_s(0.9)
    ends_in(made, 0.1, is_looping=is_looping)


def test_a_pause_within_a_picture_leaves_the_rest_of_its_time(film):
    made = film(pts=[0, 1, 50, 51])
    made.plays_from(0.04)
    made.clock.pass_s(0.5)
    made.feed.set_paused(True)
    made.clock.pass_s(10)
    made.feed.set_paused(False)
    frame = made.feed.take(PATIENCE_S)  # again, so that the sound goes on from there
    assert frame.pts_s == pytest.approx(0.04)
    assert frame.shown_s == pytest.approx((0.54, 2.0))
    made.clock.pass_s(1.4)
    made.stays()
    made.clock.pass_s(0.07)
    made.at(2.0)


def test_a_picture_that_stays_longer_than_its_file_says_is_delivered_again(film):
    made = film(name="film.mkv", pts=[0, 1, 50, 51])  # all of them are 0.04 s long there
    made.plays_from(0.04)
    made.clock.pass_s(0.5)
    frame = made.feed.take(PATIENCE_S)  # so that the sound goes on
    assert frame.pts_s == pytest.approx(0.04)
    assert frame.shown_s == pytest.approx((0.54, 2.0))
    made.clock.pass_s(1.4)
    made.stays()
    made.clock.pass_s(0.07)
    made.at(2.0)


@pytest.mark.parametrize("name", ["film.mkv", "film.mp4"])
def test_a_paused_picture_is_told_its_true_end(film, name):
    made = film(name=name, pts=[0, 1, 50, 51])
    made.feed.step(1)
    # In MKV all pictures are 0.04 s long, so this one comes twice; the newest one wins.
    while (frame := made.feed.take(PATIENCE_S)) is not None and frame.shown_s[1] < 1:
        assert name == "film.mkv"
    assert frame.pts_s == pytest.approx(0.04)
    assert frame.shown_s == pytest.approx((0.04, 2.0))
    made.stays()
    made.feed.step(1)
    made.at(2.0)
    made.stays()


def test_a_picture_that_is_delivered_again_is_no_jump(start, tmp_path, engine_factory):
    make_clip(tmp_path / "slides.mp4", pts=[0, 1, 50, 51])
    owner = start(SourceRequest("file", str(tmp_path / "slides.mp4")))
    owner.wait_for_composite()
    owner.worker.source.wanted.set_paused(True)
    resets = []
    for at_s in (0.5, 1.0):
        owner.worker.source.wanted.seek(at_s)
        wait_until(lambda s=at_s: owner.newest().shown_s == pytest.approx((s, 2.0)), "the picture")
        resets.append(engine_factory.engines[0].resets)
    assert resets[1] == resets[0]
    assert engine_factory.engines[0].elapsed_s[-1] == 0.0


@pytest.mark.parametrize(("name", "begin_s"), [("in.mp4", 10.0), ("in.mkv", 0.0)])
def test_the_end_of_a_film_that_begins_late_is_counted_as_players_do(
    start, tmp_path, name, begin_s
):
    make_clip(tmp_path / name, pts=range(250, 275))
    owner = start(SourceRequest("file", str(tmp_path / name)))
    opened = owner.wait_for(SourceOpened)
    assert opened.duration_s == pytest.approx(begin_s + 1.0)
    assert opened.begin_s == pytest.approx(begin_s)
