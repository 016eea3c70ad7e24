"""LiveWorker: one thread from a camera or file to preview, recording and other programs."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.engines import EngineFactory, open_engine_for
from app.pipeline.live.background import OpenBackground
from app.pipeline.live.camera_feed import CameraFeed
from app.pipeline.live.compositor import Composed, Compositor, Pending
from app.pipeline.live.events import Event, SourceOpened
from app.pipeline.live.file_feed import FileFeed
from app.pipeline.live.monitor import Monitor
from app.pipeline.live.pace_control import FrameLimit
from app.pipeline.live.people import PersonWatch
from app.pipeline.live.sinks import Sinks
from app.pipeline.live.source import Feed, LiveSource, MakeFeed
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.statistics import LiveStatistics, SessionFigures
from app.pipeline.no_matte import NoMatte
from app.pipeline.person.pick import PersonPick
from app.pipeline.settings import Settings
from app.pipeline.strokes.track import StrokeTrack
from app.video.backgrounds.background import Background
from app.video.files.inputs import open_source
from app.video.frame import Frame
from app.video.limits import FASTEST_RATE, SLOWEST_RATE
from app.video.output import Output
from app.video.reading import Reading
from app.video.source import VideoSource
from app.video.typed_path import typed_path
from gpu_unet import Area

if TYPE_CHECKING:
    from app.video.cameras.camera_list import CameraInfo


def make_feed(request: SourceRequest, on_event: Callable[[Event], None]) -> Feed:
    """The feed for a request; opens nothing."""
    if request.is_live:
        opener = CameraOpener(request)
        return CameraFeed(
            opener, name=str(request), on_event=on_event, look_around=opener.note_twins
        )
    path = typed_path(request.target)
    reading = Reading(log=request.log, keeps_gamut=False)
    return FileFeed(lambda: open_source(path, reading), on_event=on_event)


class CameraOpener:
    """Opens the source of a live request, and the same camera again after it was unplugged."""

    def __init__(self, request: SourceRequest) -> None:
        self._request = request
        self._known: CameraInfo | None = None
        self._twins: frozenset[str] = frozenset()

    def __call__(self) -> VideoSource:
        """Open it; may take seconds.

        Raises:
            SourceError: It cannot be opened; the message says what was tried.
        """
        request = self._request
        # Imported late: OpenCV takes a while to load, and files work without it.
        if request.kind == "network":
            from app.video.cameras.network_camera import NetworkCamera

            return NetworkCamera(request.target, allowed_hosts=request.allowed_hosts)
        if request.kind == "synthetic":
            from app.video.cameras.synthetic import SyntheticCamera

            return SyntheticCamera(
                height=request.height, width=request.width, frame_rate=request.frame_rate
            )
        from app.video.cameras.camera_list import find_again, find_camera, open_camera

        if self._known is None:
            info = find_camera(request.target, is_full_name=request.is_full_name)
        else:
            info = find_again(self._known, self._twins)
        camera = open_camera(
            info,
            height=request.height,
            width=request.width,
            frame_rate=request.frame_rate,
        )
        if camera.info.path:  # it was listed
            self._known, self._twins = camera.info, frozenset()
            self.note_twins()
        return camera

    def note_twins(self) -> None:
        """Note which cameras of the same name are there beside the opened one; any thread."""
        known = self._known
        if known is None:
            return
        from app.video.cameras.camera_list import twins_of

        with suppress(OSError):  # of a faulty driver
            twins = twins_of(known)
            if twins is not None and known is self._known:
                self._twins = twins


def open_spec(spec: BackgroundSpec) -> Background | None:
    """Open the background that a spec names; None where the engine needs none.

    Raises:
        BackgroundError: It cannot be opened or decoded.
    """
    from app.video.backgrounds.opening import open_background
    from app.video.backgrounds.picture import SCREEN

    if spec.kind in ("blur", "transparent"):
        return None
    if spec.colour is not None:
        return open_background(spec.colour)
    if spec.kind == "screen":
        return SCREEN
    assert spec.path is not None, "a spec of kind file has a path"
    return open_background(spec.path, waits=False)


logger = logging.getLogger(__name__)

# How long the worker waits for a frame before it does its other duties.
TAKE_S = 0.05
# How soon it notices that a card is done with a frame.
POLL_S = 0.001
# Without frames the background moves on at this rate, so that a background video plays.
STANDBY_INTERVAL_S = 0.1
# A jump in playback by more than this starts temporal smoothing anew.
JUMP_S = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """A frame, and what its composite is for."""

    frame: Frame
    looks: bool  # its matte tells whether a person is there
    wants_alpha: bool  # see `LiveWorker.want`
    wants_original: bool


class LiveWorker:
    """One live session. Every public method may be called by any thread and returns at once.

    Fail closed: every frame that leaves is either an engine's composite of the newest frame or the
    background alone; `Compositor` makes both, and nothing else makes frames for the sinks.

    While a card works on a frame, the next one is prepared as soon as it comes, and the one before
    is composited; composites leave in the order of their frames.

    Args:
        on_ready: Called on the worker's thread when `latest` was empty and now holds a result.
        on_event: Receives `app.pipeline.live.events`, on any of the session's threads.
        on_finished: Called once, last, with the error that ended the session or None.
        engine_factory: Makes engines; called on the process's compute thread.
        make_feed: Opens sources; tests pass their own.
        open_background: Opens backgrounds; likewise.

    Attributes:
        latest: The newest result; the window takes it.
        source: The camera or file: switch, pause, seek, loop.
        recordings, snapshots: Outputs; begin and end them here.
        senders: Likewise, by their names in `app.video.cameras.senders`.
        room: The clean plate: learn it anew, observe it, forget it.
        frame_limit: Compose at most so many frames per second.
        pace: Whether a machine that is too busy gives up rate and detail; on from the start.
        monitor: Whether the preview is visible; if not, no RGB frames are made for `latest`.
    """

    def __init__(
        self,
        request: SourceRequest,
        settings: Settings,
        *,
        on_ready: Callable[[], None] | None = None,
        on_event: Callable[[Event], None] | None = None,
        on_finished: Callable[[BaseException | None], None] | None = None,
        engine_factory: EngineFactory = open_engine_for,
        make_feed: MakeFeed = make_feed,
        open_background: OpenBackground = open_spec,
    ) -> None:
        self.monitor = Monitor(on_ready)
        self.latest = self.monitor.latest
        self._on_event = on_event
        self._on_finished = on_finished
        self._lock = threading.Lock()
        self._settings = settings
        self._held_areas: tuple[Area, ...] | None = None  # of the present source
        self._strokes: StrokeTrack | None = None
        self._people: dict[Path, tuple[PersonPick, ...]] = {}  # by film
        self._wants_alpha = False
        self._wants_original = False
        self._needs_redraw = False
        self._frame: Frame | None = None
        self._pending: deque[tuple[Pending, _Asked]] = deque()  # the oldest first
        self._standby_due_s = 0.0
        self._is_background_alone = True
        self.frame_limit = FrameLimit()
        self._person = PersonWatch(self._emit)
        self._figures = SessionFigures()
        self.source = LiveSource(request, make_feed, self._emit)
        self._compositor = Compositor(engine_factory, open_background, self._emit)
        self._compositor.background.want(settings.background)
        self._sinks = Sinks(self._emit, self._figures.stages)
        self.recordings = self._sinks.recordings
        self.senders = self._sinks.senders
        self.snapshots = self._sinks.snapshots
        self.room, self.pace = self._compositor.room, self._compositor.pace
        self._stop_event = threading.Event()
        self._has_ended = False
        self._thread = threading.Thread(target=self._run, name="live-worker")

    def start(self) -> None:
        """Start the session; source and engine open on threads of their own."""
        self._thread.start()

    def stop(self) -> None:
        """End, wait for the threads, finalise a recording; may be called twice. Never raises.

        Errors on the way go to `on_finished` and to the log.
        """
        self._stop_event.set()
        if self._thread.is_alive():
            self._thread.join()
        elif self._thread.ident is None:  # never started, but a recording may have been requested
            self._run_logged(self._release)

    @property
    def is_running(self) -> bool:
        """True between `start` and the end of the session, `on_finished` not included."""
        return self._thread.is_alive() and not self._has_ended

    def set_settings(self, settings: Settings) -> None:
        """Use `settings` from the next frame on; a new model or device reopens the engine."""
        with self._lock:
            previous, self._settings = self._settings, settings
            self._needs_redraw = True
        if previous.background != settings.background:
            self._compositor.background.want(settings.background)

    def retry_background(self) -> None:
        """Open the background of the settings again where it could not be opened or read."""
        with self._lock:
            wanted = self._settings.background
        self._compositor.background.want(wanted)

    def hold_areas(self) -> None:
        """Go on with the present areas until the next source is shown, for which others are set."""
        with self._lock:
            if self._held_areas is None:
                self._held_areas = self._settings.areas

    def set_strokes(self, track: StrokeTrack | None) -> None:
        """Use these strokes from the next frame on; None: none.

        They are used while their own film is shown.
        """
        with self._lock:
            self._strokes = track
            self._needs_redraw = True

    def set_people(self, film: Path, picks: Sequence[PersonPick]) -> None:
        """Keep these people while a film is shown, from the next frame on; none: everyone.

        Args:
            film: Resolved path.
        """
        with self._lock:
            self._people[film] = tuple(picks)
            self._needs_redraw = True

    def turn_slides(self, pages: int) -> None:
        """Turn this many slides of the background forward, or back if negative."""
        self._compositor.background.turn(pages)
        with self._lock:
            self._needs_redraw = True

    @property
    def slide(self) -> tuple[int, int] | None:
        """The slide that `turn_slides` goes on from, from 1 on, and how many there are."""
        return self._compositor.background.page

    def want(self, *, alpha: bool, original: bool) -> None:
        """Whether results carry the matte and the original; neither goes anywhere else."""
        with self._lock:
            self._wants_alpha = alpha
            self._wants_original = original
            self._needs_redraw = True

    def statistics(self) -> LiveStatistics:
        """Present rates, delays and losses."""
        return self._figures.snapshot(
            fps_in=self.source.present.fps_in,
            dropped_frames=self.source.dropped_frames,
            frame_limit=self.frame_limit.rate,
            source_state=self.source.present.state,
            pace_level=self.pace.level,
            sending=tuple(name for name, sender in self.senders.items() if sender.is_on),
            recording=self.recordings.status(),
        )

    @property
    def _fps_due(self) -> float:
        """Frames per second that are to be composed, unless the pace gives some up."""
        return min(self.source.present.fps_in, self.frame_limit.rate)

    def _emit(self, event: Event) -> None:
        if isinstance(event, SourceOpened) and event.frame_rate > 0:
            # A damaged file states any rate; recordings and readers take these.
            self._sinks.expect(min(max(event.frame_rate, SLOWEST_RATE), FASTEST_RATE))
        if self._on_event is not None:
            self._on_event(event)

    def _run(self) -> None:
        errors = [self._run_logged(self._show_until_stopped), self._run_logged(self._close)]
        self._has_ended = True  # who is told so may ask at once
        if self._on_finished is not None:
            self._on_finished(next((error for error in errors if error is not None), None))

    def _run_logged(self, part: Callable[[], None]) -> BaseException | None:
        """Run a part, log any exception and return it: the worker's outermost handler."""
        try:
            part()
        except Exception as failure:
            logger.exception("the live session failed")
            return failure
        return None

    def _show_until_stopped(self) -> None:
        while not self._stop_event.is_set():
            self._step()

    def _close(self) -> None:
        """Stop every output, then release everything, each step even if another raises."""
        with ExitStack() as steps:  # runs in reverse
            steps.callback(self._release)
            steps.callback(self.source.present.stop)
            steps.callback(self._sinks.end_senders)
            steps.callback(self._show_last_picture)
            # First, so that it ends with a picture of the person.
            steps.callback(self.recordings.end)

    def _release(self) -> None:
        with ExitStack() as steps:
            steps.callback(self._compositor.close)
            steps.callback(self._sinks.close)

    def _show_last_picture(self) -> None:
        """Show the background: a virtual camera's readers keep the last frame for good."""
        is_shown = False
        try:
            self._show_background_alone(NoMatte.SESSION_ENDS)
            is_shown = True
        finally:
            if not is_shown:  # the background itself may be what failed
                self._show_alone(self._compositor.plain(), NoMatte.SESSION_ENDS)

    def _step(self) -> None:
        """One turn: apply requests, then process one frame or show the background alone."""
        self._switch_source()
        if self._compositor.background.update():
            self._needs_redraw = True
        frame = self._newer_frame() if self._pending else self._next_frame()
        if frame is not None:
            self._show(frame)
            return
        if self._pending:
            self._finish_oldest()
            return
        if self.source.present.state in ("opening", "lost"):
            self._frame = None  # the frame that was held is not shown again
            is_lost = self.source.present.state == "lost"
            reason = NoMatte.SOURCE_LOST if is_lost else NoMatte.SOURCE_OPENING
            self._show_background_alone(reason, when_due=True)

    def _switch_source(self) -> None:
        if not self.source.is_other_wanted:
            return
        self._frame = None
        while self._pending:  # of the source before: they are not shown
            self._compositor.finish(self._pending.popleft()[0])
        self._show_background_alone(NoMatte.SOURCE_OPENING)
        self.source.switch()
        with self._lock:
            if not self.source.is_other_wanted:
                self._held_areas = None
        self._figures.stages.clear()
        self._compositor.start_over(self.source.camera)
        self._person.start_over()

    def _next_frame(self) -> Frame | None:
        """The newest frame; a held frame again if it must be drawn anew; else None."""
        frame = self.source.present.take(TAKE_S)
        if frame is not None:
            return self._if_due(frame)
        state = self.source.present.state
        if self._frame is None or state in ("opening", "lost"):
            return None
        if (
            state != "live"
            and (
                self._needs_redraw
                or self._sinks.lack_a_picture
                or self._compositor.people.has_decoded
            )
        ) or (self._is_background_alone and time.perf_counter() >= self._standby_due_s):
            return replace(self._frame, captured_s=time.perf_counter())
        return None

    def _newer_frame(self) -> Frame | None:
        """A frame that comes while a card works on another; None once the card is done."""
        pending, _ = self._pending[0]
        while True:
            is_ready = self._compositor.engine.is_ready(pending.begun)
            frame = self.source.present.take(0.0 if is_ready else POLL_S)
            if frame is not None:
                frame = self._if_due(frame)
            if frame is not None or is_ready:
                return frame

    def _if_due(self, frame: Frame) -> Frame | None:
        self._watch_for_jump(frame)
        # Keep one that is not due, too: a file waits until its first frame is composed.
        self._frame = None if self.source.present.is_live else frame
        interval_s = self.pace.interval_s(self._fps_due)
        if self.frame_limit.is_due(at_least_s=interval_s):
            return frame
        self._needs_redraw = True  # a film that stands still shows it all the same
        return None

    def _watch_for_jump(self, frame: Frame) -> None:
        previous = self._frame  # or the same, which is delivered again
        if previous is not None and not 0 <= frame.pts_s - previous.pts_s < JUMP_S:
            self._compositor.reset()

    def _show(self, frame: Frame) -> None:
        """Compose one frame and hand it on, or begin with it."""
        with self._lock:
            settings, strokes = self._settings, self._strokes
            if self._held_areas is not None:
                settings = replace(settings, areas=self._held_areas)
            film = self.source.film
            picks = () if film is None else self._people.get(film, ())
            wants_alpha, wants_original = self._wants_alpha, self._wants_original
            self._needs_redraw = False
        is_own = strokes is not None and strokes.film == self.source.film
        self._compositor.strokes = strokes if is_own else None
        self._compositor.people.want(film, picks, log=self.source.log)
        looks = self._person.is_due()
        composed = self._compositor.compose(frame, settings, want_alpha=wants_alpha or looks)
        asked = _Asked(frame, looks, wants_alpha, wants_original)
        if isinstance(composed, Pending):
            self._pending.append((composed, asked))
            if len(self._pending) >= self._compositor.engine.most_begun:
                self._finish_oldest()
            return
        while self._pending:
            self._finish_oldest()
        self._hand_on(composed, asked)

    def _finish_oldest(self) -> None:
        pending, asked = self._pending.popleft()
        composed = self._compositor.finish(pending)
        if composed is not None:
            self._hand_on(composed, asked)

    def _hand_on(self, composed: Composed | NoMatte, asked: _Asked) -> None:
        """Show a composite everywhere; the background alone if there is no valid matte."""
        if isinstance(composed, NoMatte):
            self._show_background_alone(composed)
            if composed is NoMatte.ALPHA_DAMAGED:  # waiting does not mend a film's own alpha
                self.source.present.start_clock(asked.frame.captured_s)
            return
        frame = asked.frame
        if asked.looks and composed.alpha is not None:
            self._person.look(composed.alpha, is_live=self.source.present.is_live)
        if not asked.wants_alpha:
            composed = replace(composed, alpha=None)
        self.source.present.start_clock(frame.captured_s)
        self._figures.count_composite(composed.stage_ms, composed.latency_ms)
        self._sinks.offer(composed.output)
        if self.monitor.is_watched:
            self.monitor.show(composed, frame, wants_original=asked.wants_original)
            self._figures.stages.add({"to_preview": (time.perf_counter() - frame.captured_s) * 1e3})
        self._is_background_alone = False
        if self.source.present.is_live:
            self._compositor.keep_pace(composed, self._fps_due)

    def _show_background_alone(self, reason: NoMatte, *, when_due: bool = False) -> None:
        now = time.perf_counter()
        if when_due and now < self._standby_due_s:
            return
        self._standby_due_s = now + STANDBY_INTERVAL_S
        self._show_alone(self._compositor.alone(), reason)

    def _show_alone(self, output: Output, reason: NoMatte) -> None:
        self._is_background_alone = True
        if self._figures.count_alone(reason):
            logger.info("the background alone is shown: %s", reason.sentence)
        if self._compositor.knows_size:
            # Earlier, a recording would begin in another size than the camera's.
            self._sinks.offer(output)
        self.monitor.show_alone(output)
