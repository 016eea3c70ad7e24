"""The watchdog, step by step on a clock of its own: the test looks when it wants."""

import pytest
from live_doubles import wait_until

from app.pipeline.live.camera_feed import (
    FIRST_CHANGE_S,
    FIRST_FRAME_S,
    LOOK_INTERVAL_S,
    MOST_REFUSALS,
    MOST_STUCK,
    RELEASE_S,
    RETRY_DELAYS_S,
    STALL_S,
    CameraFeed,
)
from app.pipeline.live.events import (
    HostRefused,
    LoginRefused,
    Notice,
    SourceLost,
    SourceOpened,
    SourceReturned,
)
from app.video.network.access import HostRefusedError, LoginRefusedError
from app.video.source import SourceError


@pytest.fixture
def feed(bench, clock, told):
    """Not started: the test calls `watch` where the feed's own thread would."""
    made = CameraFeed(bench.open, name="Scripted", on_event=told.append, clock=clock)
    yield made
    bench.release()
    if made.capture is not None:
        made.capture.stop()
        made.capture.join(RELEASE_S)


def _bring_to_life(feed, bench, clock):
    feed.watch()
    wait_until(lambda: bench.opened, "the camera to be opened")
    wait_until(lambda: feed.capture.changed_s is not None, "two pictures")
    feed.watch()
    assert feed.state == "live"


def _stall(bench):
    """Until the open camera's read blocks; returns that camera."""
    bench.camera.behaviour = "stall"
    wait_until(lambda: bench.camera.is_stalled, "the stall")
    return bench.camera


def _wait_for_notes(feed, clock):
    """Until the capture has noted a picture at the present time."""
    wait_until(lambda: feed.capture.last_s == clock.now_s, "a picture")


def test_a_camera_that_delivers_is_told_with_its_mode(feed, bench, clock, told):
    _bring_to_life(feed, bench, clock)
    opened = told[0]
    assert isinstance(opened, SourceOpened)
    assert (opened.name, opened.mode_sentence) == ("Scripted", "64x48, scripted")
    assert not [event for event in told if isinstance(event, SourceReturned)]


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        ("stall", "it stopped answering"),
        ("freeze", "it repeats the same picture"),
        ("fail", "the cable is out"),
        ("end", "it stopped delivering pictures"),
    ],
)
def test_every_way_to_be_lost_is_noticed_within_two_seconds(
    feed, bench, clock, told, behaviour, words
):
    _bring_to_life(feed, bench, clock)
    capture = feed.capture
    bench.camera.behaviour = behaviour
    if behaviour == "stall":  # a last picture may be on its way
        _stall(bench)
    if behaviour in ("fail", "end"):
        wait_until(lambda: capture.error is not None or capture.has_ended, behaviour)
    began_s = clock.now_s
    while feed.state == "live":
        clock.pass_s(0.1)
        assert clock.now_s - began_s <= 2.0
        if behaviour == "freeze":
            _wait_for_notes(feed, clock)
        feed.watch()
    (lost,) = [event for event in told if isinstance(event, SourceLost)]
    assert words in lost.sentence
    assert feed.take(0.0) is None


def test_a_stream_that_only_sends_changes_may_show_a_still_room(feed, bench, clock, told):
    """H.264 of a room where nothing moves decodes to the very same picture for seconds."""
    bench.repeats_pictures = True
    _bring_to_life(feed, bench, clock)
    bench.camera.behaviour = "freeze"
    for _ in range(50):
        clock.pass_s(0.2)
        _wait_for_notes(feed, clock)
        feed.watch()
    assert feed.state == "live"
    _stall(bench)  # silence is trouble all the same
    clock.pass_s(STALL_S + 0.1)
    feed.watch()
    assert feed.state == "lost"


def test_a_slow_camera_is_not_taken_for_a_lost_one(feed, bench, clock, told):
    _bring_to_life(feed, bench, clock)
    for _ in range(10):
        clock.pass_s(STALL_S * 0.9)
        _wait_for_notes(feed, clock)
        feed.watch()
    assert feed.state == "live"


def test_a_lost_camera_is_reopened_with_growing_patience_and_told_once(feed, bench, clock, told):
    _bring_to_life(feed, bench, clock)
    bench.is_there = False
    bench.camera.behaviour = "fail"
    wait_until(lambda: feed.capture.error is not None, "the failure")
    feed.watch()
    assert feed.state == "lost"
    waited = []
    for _ in range(len(RETRY_DELAYS_S) + 2):
        began_s = clock.now_s
        while feed.capture is None:
            clock.pass_s(0.1)
            feed.watch()
        waited.append(clock.now_s - began_s)
        wait_until(lambda: feed.capture.error is not None, "the attempt to fail")
        feed.watch()
    assert waited == pytest.approx(
        [*RETRY_DELAYS_S, RETRY_DELAYS_S[-1], RETRY_DELAYS_S[-1]], abs=0.11
    )
    assert len([event for event in told if isinstance(event, SourceLost)]) == 1


def test_a_camera_that_comes_back_is_live_again(feed, bench, clock, told):
    _bring_to_life(feed, bench, clock)
    bench.camera.behaviour = "fail"
    wait_until(lambda: feed.capture.error is not None, "the failure")
    feed.watch()
    clock.pass_s(RETRY_DELAYS_S[0])
    feed.watch()
    wait_until(lambda: feed.capture.changed_s is not None, "two pictures")
    feed.watch()
    assert feed.state == "live"
    assert told[-1] == SourceReturned("Scripted")


def test_a_camera_that_returns_with_the_same_picture_for_ever_stays_lost(feed, bench, clock, told):
    _bring_to_life(feed, bench, clock)
    bench.behaviour = "freeze"
    bench.camera.behaviour = "fail"
    wait_until(lambda: feed.capture.error is not None, "the failure")
    feed.watch()
    for _ in range(3):
        while feed.capture is None:
            clock.pass_s(0.1)
            feed.watch()
        wait_until(lambda: feed.capture.last_s is not None, "a picture")
        for _ in range(round(FIRST_CHANGE_S / 0.1) + 2):
            if feed.capture is None:
                break
            clock.pass_s(0.1)
            _wait_for_notes(feed, clock)
            feed.watch()
            assert feed.state == "lost"
            assert feed.take(0.0) is None
        assert feed.capture is None


def test_a_camera_that_sends_black_until_it_is_awake_is_waited_for(feed, bench, clock, told):
    bench.behaviour = "freeze"
    feed.watch()
    wait_until(lambda: feed.capture.last_s is not None, "a picture")
    for _ in range(30):
        clock.pass_s(0.1)
        _wait_for_notes(feed, clock)
        feed.watch()
    bench.camera.behaviour = "flow"
    wait_until(lambda: feed.capture.changed_s is not None, "another picture")
    feed.watch()
    assert feed.state == "live"
    assert not [event for event in told if isinstance(event, Notice)]


def test_an_abandoned_capture_that_wakes_up_is_not_listened_to(feed, bench, clock, told):
    _bring_to_life(feed, bench, clock)
    stuck = _stall(bench)
    clock.pass_s(STALL_S + 0.1)
    feed.watch()
    assert feed.state == "lost"
    clock.pass_s(RETRY_DELAYS_S[0])
    feed.watch()
    wait_until(lambda: len(bench.opened) == 2, "the camera to be opened again")
    wait_until(lambda: feed.capture.changed_s is not None, "two pictures")
    feed.watch()
    assert feed.state == "live"
    _stall(bench)
    feed.take(0.0)
    stuck.behaviour = "flow"  # its driver answers at last
    wait_until(lambda: stuck.is_closed, "the late camera to be released")
    assert feed.take(0.0) is None


def test_a_camera_that_never_sends_is_given_up_and_tried_again(feed, bench, clock, told):
    bench.behaviour = "stall"
    feed.watch()
    wait_until(lambda: bench.opened, "the camera to be opened")
    clock.pass_s(FIRST_FRAME_S + 0.1)
    feed.watch()
    assert feed.state == "opening"
    (notice,) = [event for event in told if isinstance(event, Notice)]
    assert "it sent no picture within 10 seconds" in notice.sentence
    bench.behaviour = "flow"
    clock.pass_s(RETRY_DELAYS_S[0])
    _bring_to_life(feed, bench, clock)


def test_it_looks_around_while_the_camera_delivers(bench, clock, told):
    looks = []
    feed = CameraFeed(
        bench.open,
        name="Scripted",
        on_event=told.append,
        clock=clock,
        look_around=lambda: looks.append(feed.state),
    )
    _bring_to_life(feed, bench, clock)
    for count in (1, 2):
        feed.watch()
        wait_until(lambda count=count: len(looks) == count, "a look")
        feed.watch()
        clock.pass_s(LOOK_INTERVAL_S)
        _wait_for_notes(feed, clock)
    bench.camera.behaviour = "fail"
    wait_until(lambda: feed.capture.error is not None, "the failure")
    feed.watch()
    feed.watch()
    assert looks == ["live", "live"]


def test_a_driver_that_never_answers_keeps_few_threads(feed, bench, clock, told):
    bench.behaviour = "stall"
    for _ in range(2 * MOST_STUCK):
        feed.watch()
        capture = feed.capture
        if capture is not None:
            wait_until(lambda: capture.opened is not None, "the camera to be opened")  # noqa: B023
        clock.pass_s(FIRST_FRAME_S + 0.1)
        feed.watch()
        clock.pass_s(RETRY_DELAYS_S[-1])
    assert len(bench.opened) == MOST_STUCK
    bench.behaviour = "flow"
    bench.release()  # the driver answers at last

    def is_tried_again():
        feed.watch()
        return feed.capture is not None

    wait_until(is_tried_again, "another attempt")
    _bring_to_life(feed, bench, clock)


def test_a_frame_from_before_the_loss_does_not_come_up_later(feed, bench, clock, told):
    _bring_to_life(feed, bench, clock)
    wait_until(lambda: feed.dropped_frames, "a picture that waits in the place of another")
    bench.camera.behaviour = "stall"
    clock.now_s = 1e9  # the waiting picture is old now
    assert feed.take(0.0) is None


def test_stopping_does_not_wait_for_a_driver_that_never_returns(bench, told):
    feed = CameraFeed(bench.open, name="Scripted", on_event=told.append)
    bench.behaviour = "stall"
    feed.start()
    wait_until(lambda: bench.opened, "the camera to be opened")
    feed.stop()
    feed.stop()
    assert not bench.camera.is_closed  # its read has not returned


def test_a_host_is_asked_for_once_even_if_the_camera_did_not_answer_at_first(clock, told):
    tries = []

    def open_source():
        tries.append(clock.now_s)
        if len(tries) == 1:
            raise SourceError("cam does not answer")
        raise HostRefusedError("cam", "elsewhere.example")

    feed = CameraFeed(open_source, name="cam", on_event=told.append, clock=clock)
    while len(tries) < 4:
        feed.watch()
        capture = feed.capture
        if capture is not None:
            wait_until(lambda: capture.error is not None, "an answer")  # noqa: B023
        feed.watch()
        clock.pass_s(5.0)
    first, second = told
    assert isinstance(first, Notice)
    assert isinstance(second, HostRefused)
    assert second.host == "elsewhere.example"


def test_a_password_that_is_refused_three_times_is_not_sent_again(clock, told):
    tries = []
    # Another trouble between them, as a camera that starts anew has: counted is what follows.
    answers = [LoginRefusedError, SourceError, *[LoginRefusedError] * 50]

    def refuse():
        tries.append(clock.now_s)
        raise answers[len(tries) - 1]("cam refuses (401 Unauthorized)")

    feed = CameraFeed(refuse, name="cam", on_event=told.append, clock=clock)
    for _ in range(40):
        before = len(tries)
        feed.watch()
        capture = feed.capture
        if capture is not None:
            wait_until(lambda: capture.error is not None, "an answer")  # noqa: B023
            assert len(tries) <= before + 1
        feed.watch()
        clock.pass_s(5.0)
    assert len(tries) == 2 + MOST_REFUSALS
    first, last = told
    assert isinstance(first, Notice)
    assert isinstance(last, LoginRefused)
    assert "enter the address with the right name" in last.sentence
