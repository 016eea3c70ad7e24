"""Compositor: turns a frame into its composite, or into the background alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from app.messages import Message
from app.pipeline.engines import EngineFactory
from app.pipeline.framing import AutoFraming
from app.pipeline.live.background import LiveBackground, OpenBackground
from app.pipeline.live.engine import LiveEngine, PendingFrame
from app.pipeline.live.events import Notice
from app.pipeline.live.pace_control import PaceControl
from app.pipeline.live.people import LivePeople
from app.pipeline.live.room import LiveRoom
from app.pipeline.live.source import EventCallback
from app.pipeline.no_matte import NoMatte
from app.pipeline.own_alpha import (
    LIVE_SENTENCES,
    Use,
    is_cutout,
    mirrored,
    with_engine,
    without_engine,
)
from app.pipeline.person.people_filter import people_alone
from app.pipeline.settings import Settings
from app.pipeline.strokes.track import StrokeTrack
from app.video.frame import Frame, elapsed_s
from app.video.output import Output
from gpu_unet import Area, Batch, Composites, EngineSettings, FrameFormat, Image

# Size of the background alone until the first frame tells its size.
FIRST_HEIGHT, FIRST_WIDTH = 720, 1280


@dataclass(frozen=True, slots=True, eq=False)
class Composed:
    """A composite with what belongs to it.

    Attributes:
        alpha: uint8 (height, width), 255 = person; None unless requested.
        stage_ms: "wait" (capture to compute), the engine's own, and "process" (all of it).
        latency_ms: Capture to composite in memory.
        busy_s: How long the frame kept the machine busy; where a card works beside the processor,
            the busier of the two.
        is_mirrored: Whether this frame's settings mirror the person.
    """

    output: Output
    alpha: Image | None
    stage_ms: dict[str, float]
    latency_ms: float
    busy_s: float
    is_mirrored: bool


@dataclass(frozen=True, slots=True, eq=False)
class Pending:
    """A frame that a card works on.

    Attributes:
        complete: Makes the composite with what belongs to it of what the engine made.
    """

    begun: PendingFrame
    complete: Callable[[Composites], Composed | NoMatte]


class Compositor:
    """Holds engine, background and pace; used by the worker thread only, except `want`.

    Fail closed: an `Output` is an engine's composite of the frame, the cut-out that the frame
    itself is, the background alone, or the room if the user chose it as the background.

    Args:
        clock: The clock of `Frame.captured_s`.

    Attributes:
        background: The background in use; ask it for another.
        strokes: Strokes on the present film; None: there are none.
        people: Those who are meant in the present film.
        pace: How much frame rate and detail is given up.
        knows_size: Whether a frame has told the size of the pictures.
    """

    def __init__(
        self,
        engine_factory: EngineFactory,
        open_background: OpenBackground,
        on_event: EventCallback,
        *,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.background = LiveBackground(open_background, on_event)
        self.pace = PaceControl(clock=clock)
        self.room = LiveRoom(on_event)
        self._framing = AutoFraming()
        self.engine = LiveEngine(engine_factory, on_event)
        self._on_event = on_event
        self._clock = clock
        self._began_s = clock()
        self.knows_size = False
        self._is_cutout = True
        self._told_use: Use | None = None
        self._format = FrameFormat(FIRST_HEIGHT, FIRST_WIDTH, "yuv420")
        self._pixel_aspect = Fraction(1)
        self._asked: Settings | None = None
        self._before_s: float | None = None  # time of the last frame that the engine got
        self.strokes: StrokeTrack | None = None
        self.people = LivePeople(on_event)

    def compose(
        self, frame: Frame, settings: Settings, *, want_alpha: bool
    ) -> Composed | Pending | NoMatte:
        """The composite of `frame`, or why there is no valid matte; pending: `finish` has either.

        Args:
            settings: As requested; a new background is used as soon as it has been opened.
        """
        taken_s = self._clock()
        self.knows_size = True
        self._format, self._pixel_aspect = frame.format, frame.pixel_aspect
        asked, self._asked = self._asked, settings
        if asked is not None and asked.engine_key != settings.engine_key:
            self.pace.start_over()
            self.engine.retry()
        self.background.arrange(settings.backdrop)
        if not frame.has_valid_alpha:
            return NoMatte.ALPHA_DAMAGED
        if frame.alpha is not None and self.people.is_on:  # who is in it cannot be told apart
            return NoMatte.PERSON_SOUGHT
        own = frame.alpha if frame.alpha is not None and self._is_own(frame.alpha) else None
        if own is not None:
            self._tell_use("replaces")
        elif frame.alpha is not None and self._told_use != "multiplies" and frame.alpha.min() < 255:
            self._tell_use("multiplies")
        spec, paced = self.background.spec, settings
        if own is None:
            settings = self._with_strokes(settings, frame)
            paced = replace(settings, input_pixels=self.pace.input_pixels(settings.input_pixels))
            is_ready = self.engine.want(paced, frame.format)
            if spec is not None and spec.kind == "room":
                return self._as_it_is(frame, settings, taken_s)
            if not is_ready:
                return self.engine.missing
        if spec is None:
            return NoMatte.BACKGROUND_OPENING
        paced = replace(paced, background=spec)
        is_transparent = spec.kind == "transparent"
        pts_s = frame.captured_s - self._began_s
        background = self.background.image_at(pts_s, frame.format, frame.pixel_aspect)
        if self.background.spec != spec:
            # It has just failed: the next frame goes to its replacement.
            return NoMatte.BACKGROUND_FAILED
        if own is not None:  # a file that is already cut out needs no engine
            pixels, alpha = without_engine(frame.pixels, own, background, paced, frame.format)
            return self._composed(frame, pixels, alpha, paced, taken_s, want_alpha=want_alpha)
        self.room.follow(settings)
        wants_room = self.engine.takes_clean_plate and self.room.wants(frame)
        is_framed = paced.frames_person and frame.alpha is None
        people = self.people
        if people.is_on:
            paced = people_alone(paced)
            if (missing := self._look_for_people()) is not None:
                return missing
        batch = Batch(
            [frame.pixels],
            None if background is None else [background],
            paced.for_engine(),
            want_alpha=want_alpha or is_transparent,
            observe=(0,) if wants_room or is_framed else (),
            elapsed_s=elapsed_s(self._before_s, [frame.pts_s]),
        )
        if people.is_on:
            found = self._among_others(batch, frame, is_framed=is_framed)
        elif is_framed:
            found = self._framed(batch)
        else:
            self._framing.rest()
            found = self.engine.begin(batch, self.room.plate)
        if isinstance(found, NoMatte):
            return found
        self._before_s = frame.pts_s

        def complete(composites: Composites) -> Composed | NoMatte:
            if wants_room and composites.observations:
                self.room.learn(composites.observations[0], frame)
            alpha = composites.alphas[0] if composites.alphas else None
            pixels = composites.frames[0]
            if frame.alpha is not None:
                pixels, alpha = with_engine(
                    pixels, alpha, frame.pixels, frame.alpha, background, paced, frame.format
                )
            if is_transparent and alpha is None:
                return NoMatte.NO_ALPHA
            return self._composed(
                frame,
                pixels,
                alpha,
                paced,
                taken_s,
                want_alpha=want_alpha,
                stage_ms=composites.stage_ms,
            )

        return Pending(found, complete) if isinstance(found, PendingFrame) else complete(found)

    def _with_strokes(self, settings: Settings, frame: Frame) -> Settings:
        """The settings with what the strokes want of a frame, as far as there is room for it."""
        areas = () if self.strokes is None else self.strokes.areas(frame.pts_s)
        if not areas:
            return settings
        return replace(settings, areas=(*settings.areas, *areas)[: Area.MOST])

    def finish(self, pending: Pending) -> Composed | NoMatte | None:
        """The composite of the oldest pending frame, or why there is none.

        None: nothing is to be shown, since its engine is gone or another frame came late.
        """
        found = self.engine.finish(pending.begun)
        if found is None or isinstance(found, NoMatte):
            return found
        composed = pending.complete(found)
        if isinstance(composed, NoMatte):
            return composed
        on_card_ms = found.stage_ms.get("network", 0.0)
        beside_ms = sum(found.stage_ms.values()) - on_card_ms
        return replace(composed, busy_s=max(on_card_ms, beside_ms) / 1e3)

    def _framed(self, batch: Batch) -> Composites | NoMatte:
        """The composite with the person where auto-framing puts them.

        The place follows from the mattes before, so it is a frame late; a frame with which a scene
        begins is done twice.
        """
        used, framing, settings = self._framing.crop, self._framing, batch.settings
        placed = replace(batch, settings=used.framed(settings))
        composites = self.engine.process(placed, self.room.plate)
        if isinstance(composites, NoMatte) or not composites.observations:
            return composites
        since_s = batch.elapsed_s[0] if batch.elapsed_s else 0.0
        crop = framing.see(composites.observations[0], since_s, settings.areas)
        if framing.has_jumped and crop != used:
            self.engine.reset()
            again = replace(batch, settings=crop.framed(settings))
            return self.engine.process(again, self.room.plate)
        return composites

    def _look_for_people(self) -> NoMatte | None:
        """Let the network see the frames of other times that people were picked in."""
        while (found := self.people.decoded()) is not None:
            pick, frame = found
            if frame.format != self._format:
                self.people.refuse(pick)
                continue
            settings = EngineSettings(background="transparent")
            batch = Batch([frame.pixels], None, settings, want_alpha=True, observe=(0,))
            seen = self.engine.process(batch)
            self.engine.reset()  # the next frame must not depend on this one
            if isinstance(seen, NoMatte) or not seen.observations:
                self.people.seek_again(pick)
                return seen if isinstance(seen, NoMatte) else NoMatte.NO_ALPHA
            self.people.look(pick, frame, seen.observations[0])
        return None

    def _among_others(self, batch: Batch, frame: Frame, *, is_framed: bool) -> Composites | NoMatte:
        """The composite of those who are meant alone: removed by what the network saw of them."""
        people, drawn = self.people, batch.settings.areas
        batch = replace(batch, observe=(0,), settings=replace(batch.settings, areas=()))
        seen = self.engine.see(batch, self.room.plate)
        if isinstance(seen, NoMatte):
            return seen
        if not seen.observations:
            return NoMatte.NO_ALPHA
        left = people.see(seen.observations[0], frame, drawn)
        if left is None:
            return NoMatte.PERSON_SOUGHT
        alone, areas = left
        settings = replace(batch.settings, areas=areas)
        if is_framed:
            since_s = batch.elapsed_s[0] if batch.elapsed_s else 0.0
            settings = self._framing.see(alone, since_s, areas).framed(settings)
        found = self.engine.composite(replace(batch, settings=settings))
        if isinstance(found, NoMatte):
            return found
        stage_ms = {
            name: seen.stage_ms.get(name, 0.0) + found.stage_ms.get(name, 0.0)
            for name in {**seen.stage_ms, **found.stage_ms}
        }
        return replace(found, observations=seen.observations, stage_ms=stage_ms)

    def _is_own(self, alpha: Image) -> bool:
        """Whether the file's alpha is used alone: until one of its frames is no cut-out."""
        self._is_cutout = self._is_cutout and is_cutout(alpha)
        return self._is_cutout

    def _tell_use(self, use: Use) -> None:
        """Report how a file's own alpha is used, once and after each change."""
        if use != self._told_use:
            self._told_use = use
            self._on_event(Notice("info", "own-alpha", Message(LIVE_SENTENCES[use])))

    def _as_it_is(self, frame: Frame, settings: Settings, taken_s: float) -> Composed:
        """The frame itself: the user chose to replace nothing for a moment."""
        pixels = mirrored(frame.pixels, frame.format) if settings.mirror else frame.pixels
        return self._composed(frame, pixels, None, settings, taken_s)

    def _composed(
        self,
        frame: Frame,
        pixels: Image,
        alpha: Image | None,
        settings: Settings,
        taken_s: float,
        *,
        want_alpha: bool = False,
        stage_ms: Mapping[str, float] | None = None,
    ) -> Composed:
        """The finished composite with its times; `taken_s` is when its turn came."""
        done_s = self._clock()
        is_transparent = settings.background.kind == "transparent"
        return Composed(
            output=Output(
                pixels,
                frame.format,
                frame.captured_s,
                has_valid_matte=True,
                alpha=alpha if is_transparent else None,
                pixel_aspect=frame.pixel_aspect,
            ),
            alpha=alpha if want_alpha else None,
            stage_ms={
                "wait": (taken_s - frame.captured_s) * 1e3,
                **(stage_ms or {}),
                "process": (done_s - taken_s) * 1e3,
            },
            latency_ms=(done_s - frame.captured_s) * 1e3,
            busy_s=done_s - taken_s,
            is_mirrored=settings.mirror,
        )

    def alone(self) -> Output:
        """The background alone, at the size of the newest frame."""
        now = self._clock()
        aspect = self._pixel_aspect
        pixels = self.background.alone(now - self._began_s, self._format, aspect)
        spec = self.background.spec
        alpha = None
        if spec is not None and spec.kind == "transparent":  # nothing is there
            alpha = np.zeros((self._format.height, self._format.width), np.uint8)
        return Output(
            pixels, self._format, now, has_valid_matte=False, alpha=alpha, pixel_aspect=aspect
        )

    def plain(self) -> Output:
        """Grey alone: for when the background cannot be used any more."""
        pixels = self.background.plain(self._format)
        return Output(
            pixels,
            self._format,
            self._clock(),
            has_valid_matte=False,
            pixel_aspect=self._pixel_aspect,
        )

    def keep_pace(self, composed: Composed, fps_due: float) -> None:
        """Report to the pace control what a live frame cost; `fps_due` as there."""
        opened = self.engine.opened
        if opened is None:
            return
        architecture = opened.engine.architecture
        change = self.pace.observe(
            busy_s=composed.busy_s,
            network_s=composed.stage_ms.get("network", 0.0) / 1e3,
            delay_s=composed.latency_ms / 1e3,
            fps_due=fps_due,
            input_pixels=architecture.height * architecture.width,
            larger_pixels=opened.larger_pixels,
        )
        if change is not None:
            self._on_event(change)

    def reset(self) -> None:
        """Forget earlier frames: another scene follows."""
        self._before_s = None
        self._framing.reset()
        self.people.reset()
        self.engine.reset()

    def start_over(self, camera: str = "") -> None:
        """Another source: forget earlier frames, the pace that they needed, and a failed engine.

        Args:
            camera: As for `LiveRoom.start_over`.
        """
        self.reset()
        self.engine.retry()
        self._is_cutout = True
        self._told_use = None
        self.pace.start_over()
        self.room.start_over(camera)

    def close(self) -> None:
        """Release engine and background; waits a little for a compute thread that is busy."""
        with ExitStack() as steps:  # runs in reverse, each step even if another raises
            steps.callback(self.background.close)
            steps.callback(self.room.close)
            steps.callback(self.engine.close)
