"""Job: makes one output file from one input.

Three threads overlap (`Stages`): decode, the caller of `run`, which feeds the compute thread batch
by batch, and encode. Bounded channels lie between them, so memory does not grow with the clip, and
no frame is dropped.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from app.messages import Message, sentence_of
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.clean_plate.keeper import Dropped, News
from app.pipeline.clean_plate.recording_room import RecordingRoom
from app.pipeline.clean_plate.room_file import read_room
from app.pipeline.engines import (
    EngineFactory,
    PreparingMessage,
    look_twice_for_films,
    open_engine_for,
)
from app.pipeline.jobs.card_choice import CardChoice
from app.pipeline.jobs.compute_stage import POLL_S, ComputeStage, JobCancelled, Stage
from app.pipeline.jobs.events import (
    NO_MODEL,
    Cancelled,
    Done,
    Event,
    Failed,
    JobNotice,
    LookingAhead,
    Preparing,
    Progress,
    Report,
    Started,
)
from app.pipeline.jobs.first_pass import FirstPass
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.linear_stage import LinearStage
from app.pipeline.jobs.opening import Opening, adapted
from app.pipeline.jobs.own_alpha_stage import OWN_ALPHA, OwnAlphaStage
from app.pipeline.jobs.stages import Stages
from app.pipeline.jobs.thread_clock import ThreadClock
from app.pipeline.jobs.turn import Turn
from app.pipeline.no_matte import NoMatte
from app.pipeline.own_alpha import SENTENCES, Use, is_cutout
from app.pipeline.person.people_filter import PeopleFilter
from app.pipeline.person.pick import clock
from app.pipeline.settings import Settings
from app.pipeline.strokes.follow import FollowingCancelled
from app.pipeline.strokes.kept_tracks import follow_once
from app.pipeline.strokes.track import StrokeTrack, ended_early
from app.pipeline.strokes.track import notes as stroke_notes
from app.video.backgrounds.arrangement import AS_IT_IS, ArrangedBackground
from app.video.backgrounds.background import Background
from app.video.backgrounds.opening import open_background
from app.video.files.adapted_source import AdaptedSource
from app.video.files.decoder import SOFTWARE, Nvdec, coder_words
from app.video.files.file_source import FileSource
from app.video.files.inputs import is_still, open_source
from app.video.files.output_format import NVENC
from app.video.frame import SAME_FRAME_S
from app.video.pixels.colour import gamut_of
from app.video.pixels.linear_view import background_format
from app.video.sink import OutputError, VideoSink, WriteReport
from app.video.source import SourceError, VideoSource
from app.video.undo import or_undo
from gpu_unet import Area, CleanPlate, EngineError, FrameFormat

logger = logging.getLogger(__name__)

BATCH_SIZE = 4
# A batch is held in memory several times over, so frames of 4K go one by one. Only a GPU gains by
# batches, and by little at such sizes.
BATCH_BYTES = 16 * 2**20
# Of larger frames (4K has 12 MB, 8K 50, a picture of 67 megapixels 201) as few as possible are held
# at a time.
LARGE_BYTES = 8 * 2**20
# Up to this size, some more frames are held for the sake of a steady matte. 4K has 12 MB in 8 bits,
# 25 in 10, and 33 in 10 bits of 4:2:2.
STEADY_BYTES = 32 * 2**20
# A scene-linear frame takes this many times the memory of its 8-bit view.
LINEAR_TIMES = 4
# The next job of a queue opens while this many frames are left: 20 s on a processor, and 1 s on a
# card, where opening takes 0.3 s. Before that it would only hold memory.
NEXT_OPENS_AT = 600
ALPHA_SAMPLES = 6
FRAMES_THAT_TELL = 60  # before the expected file size is told
FILE_BEFORE = "file before"  # what a job in a queue waits for
HALF_BITS = 16
HEADER_BYTES = 4096  # a file of fewer holds no frame yet: the encoder or the muxer has them all


class Job:
    """Runs once, on the caller's thread; `cancel` may be called from any other.

    Args:
        on_event: Receives every event; called from several threads, one at a time.
        opening: Opens input and output; None: the whole files of the spec.
        turn: Its place in a queue; None: it runs alone.
    """

    def __init__(
        self,
        spec: JobSpec,
        on_event: Callable[[Event], None] = lambda event: None,
        *,
        engine_factory: EngineFactory = open_engine_for,
        opening: Opening | None = None,
        turn: Turn | None = None,
    ) -> None:
        self.spec = spec
        self._turn = turn or Turn(spec)
        self._opening = opening or Opening()
        self._on_event = on_event
        self._event_lock = threading.Lock()
        self._engine_factory = engine_factory
        self._cancelled = threading.Event()
        self._end_lock = threading.Lock()
        self._is_over = False
        self._settings = spec.settings
        if spec.content == "matte":  # the output holds no composite, so none is made
            self._settings = _cutting(spec.settings)
        # A scene-linear composite is made of what the engine cuts out.
        self._engine_settings = _cutting(self._settings) if spec.is_linear else self._settings
        self._clock = ThreadClock("open")
        self._source: AdaptedSource | None = None
        self._no_decoder = self._no_encoder = ""
        self._background: Background | None = None
        self._stages: Stages | None = None
        self._compute_stage: ComputeStage | None = None
        self._own_alpha: OwnAlphaStage | None = None
        self._room_note = ""
        self._alpha_use: Use | None = None
        self._is_large = False
        self._people = PeopleFilter() if spec.people else None
        self._track = StrokeTrack()

    @property
    def _wants_alpha(self) -> bool:
        spec = self.spec
        return spec.content != "composite" or spec.matte is not None or spec.is_linear

    def cancel(self) -> None:
        """Stop after the present frame; what is done becomes a playable file. Never waits."""
        self._cancelled.set()
        if self._stages is not None:
            self._stages.stop()

    def run(self) -> Done | Cancelled | Failed:
        """Do the job; returns the last event, which `on_event` received as well."""
        self._clock = ThreadClock("open")
        try:
            final = self._open_and_process()
        except JobCancelled:  # while it waited in a queue
            final = Cancelled(self._report(None))
        except (OSError, ValueError, EngineError, MemoryError) as error:
            final = Failed(self.spec.input, sentence_of(error))
        for reason, count in self._without_matte().items():
            logger.info("%d frames show the background alone: %s", count, reason.sentence)
        with self._end_lock:
            self._is_over = True
        self._tell(final)
        return final

    def _open_and_process(self) -> Done | Cancelled | Failed:
        spec = self.spec
        self._wait_until(self._turn.may_open)
        if self._turn.shares_files():
            self._wait_until(self._turn.is_alone)
        if self._cancelled.is_set():
            raise JobCancelled
        self._opening.check(spec)
        with ExitStack() as stack:
            self._background = background = self._open_background()
            if background is not None:
                stack.callback(background.close)
            choice = CardChoice(spec, tell=self._tell_trial, cancelled=self._cancelled.is_set)
            self._opening.card, self._no_decoder = choice.decoder()
            opened = self._opening.source(spec)
            stack.callback(opened.close)
            if spec.log not in (None, opened.media.transfer_name):
                raise SourceError(
                    "{name}: a log curve is for films that are not HDR by their own tags; "
                    "leave it out.",
                    name=opened.name,
                )
            self._source = source = adapted(opened, spec)
            pixel_aspect = source.media.pixel_aspect
            if background is not None and pixel_aspect != 1:
                background = ArrangedBackground(background, pixel_aspect=pixel_aspect)
            frame_bytes = source.format.nbytes * (LINEAR_TIMES if spec.is_linear else 1)
            self._is_large = frame_bytes > LARGE_BYTES
            if self._is_large:  # memory has room for one such job
                self._wait_until(self._turn.is_alone)
            sink = stack.enter_context(self._open_sink_for(source, choice))
            batch_size = max(1, min(BATCH_SIZE, BATCH_BYTES // frame_bytes))
            stages = Stages(
                source,
                background,
                sink,
                batch_size=batch_size,
                spares_memory=self._is_large,
                has_pixels=spec.content != "matte" or spec.is_linear,
                background_format=self._background_format(source),
                on_progress=lambda: self._tell_progress(sink),
                step=source.step,
                clock=self._clock,
            )
            self._stages = stages
            if self._cancelled.is_set():  # `cancel` may have come before `stages` existed
                stages.stop()
            return self._process(stages, sink, lambda: self._open_stage(source, batch_size))

    def _wait_until(self, is_so: threading.Event) -> None:
        """Wait for the job before; raises JobCancelled."""
        if is_so.is_set():
            return
        with self._clock.wait_for(FILE_BEFORE):
            while not is_so.wait(POLL_S):
                if self._cancelled.is_set():
                    raise JobCancelled

    def _let_next_open(self, left: int | None) -> None:
        """Let the next job open if few frames are left; beside large ones memory has no room."""
        if left is not None and left <= NEXT_OPENS_AT and not self._is_large:
            self._turn.let_next_open()

    def _let_next_compute(self) -> None:
        self._let_next_open(0)
        self._turn.let_next_compute()

    def _tell_trial(self, sentence: str) -> None:
        """A trial measures the card, so the job before must have ended."""
        self._wait_until(self._turn.is_alone)
        self._tell(JobNotice(self.spec.input, sentence))

    def _open_sink_for(self, source: AdaptedSource, choice: CardChoice) -> VideoSink:
        self._opening.computes_on_card = choice.computes
        if self._opening.may_encode_on_card:
            verdict = choice.encoder(source.inner)
            self._opening.encodes_on_card, self._no_encoder = verdict.takes_card, verdict.reason
        return self._opening.sink(self.spec, source)

    def _coders(self, written: WriteReport | None) -> dict[str, Any]:
        """What decoded and encoded, and why not the card, if a trial asked."""
        inner = None if self._source is None else self._source.inner
        decoder = inner.decoder if isinstance(inner, FileSource) else ""
        encoder = "" if written is None else written.encoder
        if decoder == SOFTWARE:
            decoder = coder_words("", Nvdec.name, self._no_decoder)
        if encoder == SOFTWARE:
            encoder = coder_words("", NVENC, self._no_encoder)
        return {"decoder": decoder, "encoder": encoder}

    def _open_background(self) -> Background | None:
        wanted = self._settings.background
        if wanted.colour is not None:
            return open_background(wanted.colour)
        if wanted.path is None:
            return None
        background, backdrop = open_background(wanted.path), self._settings.backdrop
        return background if backdrop == AS_IT_IS else ArrangedBackground(background, backdrop)

    def _process(
        self,
        stages: Stages,
        sink: VideoSink,
        open_compute_stage: Callable[[], Stage],
    ) -> Done | Cancelled | Failed:
        try:
            stages.run(open_compute_stage, self._let_next_compute)
            if not self._cancelled.is_set():
                with self._clock.measure("encode"):
                    written = sink.finish()
                return Done(self._report(written))
        except JobCancelled:
            pass
        except OutputError as error:
            if error.kept is None:
                raise  # the sink has failed, so it cannot be finished either
            kept = WriteReport(error.kept, stages.pace.frames)
            return Failed(self.spec.input, str(error), self._report(kept), is_complete=True)
        except (OSError, ValueError, EngineError, MemoryError) as error:
            keeps = self._opening.keeps_failed
            report = self._keep(stages, sink) if keeps else self._report(None)
            return Failed(self.spec.input, sentence_of(error), report)
        return Cancelled(self._keep(stages, sink))

    def _open_stage(self, source: AdaptedSource, batch_size: int) -> Stage:
        """The stage that makes what is written: with an engine, the input's own alpha, or both."""
        spec = self.spec
        for option, given in (("--person", spec.people), ("--strokes", spec.strokes)):
            if given and (source.has_alpha or is_still(spec.input)):
                raise ValueError(
                    f"{option} is for films without transparency, and {spec.input.name} is "
                    f"{'one with it' if source.has_alpha else 'a picture'}; leave {option} out"
                )
        if source.has_alpha:
            self._alpha_use = self._sampled_alpha_use(source)
        if self._alpha_use == "replaces":
            self._wait_until(self._turn.may_compute)
            self._let_next_open(source.frame_count)
        else:  # also if the samples are opaque: the other frames may not be
            self._compute_stage = self._open_compute_stage(source, batch_size)
        if source.has_alpha:
            self._own_alpha = OwnAlphaStage(
                self._engine_settings,
                source.format,
                want_alpha=self._wants_alpha,
                stage=self._compute_stage,
            )
        stage = self._own_alpha or self._compute_stage
        assert stage is not None, "one of both makes the mattes"
        self._tell(
            Started(
                input=spec.input,
                output=spec.output,
                width=source.width,
                height=source.height,
                frame_count=source.frame_count,
                **self._computed,
            )
        )
        if not spec.is_linear:
            return stage
        return LinearStage(
            spec,
            source.format,
            stage=stage,
            uses_own_alpha=self._alpha_use == "replaces",
            primaries=source.media.primaries,
        )

    @property
    def _computed(self) -> dict[str, Any]:
        """What computes the mattes, as `Started` and `Report` say it; nothing before it is open."""
        if self._compute_stage is None:
            return {} if self._own_alpha is None else {"device": OWN_ALPHA, "model": NO_MODEL}
        opened = self._compute_stage.opened
        return {
            "device": opened.engine.device_name,
            "model": opened.model,
            "looks_twice": opened.looks_twice,
        }

    def _sampled_alpha_use(self, source: AdaptedSource) -> Use | None:
        """Whether some samples of the input are cut-outs: all, some, or None of them."""
        cuts = opaque = count = 0
        spec = self.spec
        duration_s = source.duration_s or 0.0
        begin_s = source.media.begin_s
        with open_source(spec.input, spec.reading) as beside:
            for index in range(ALPHA_SAMPLES):
                if index:
                    beside.seek(begin_s + duration_s * index / ALPHA_SAMPLES)
                frame = beside.read()
                if frame is None or frame.alpha is None or not frame.has_valid_alpha:
                    continue
                cuts += is_cutout(frame.alpha)
                opaque += bool(frame.alpha.min() == 255)
                count += 1
        if count and cuts == count:
            return "replaces"
        return None if opaque == count else "multiplies"

    def _open_compute_stage(self, source: AdaptedSource, batch_size: int) -> ComputeStage:
        room = self._room_of(source)
        with ExitStack() as until_made, ExitStack() as stack:
            if room is not None:
                until_made.callback(room.close)
            first_pass = None if room is None else self._begin_first_pass(source)
            if first_pass is not None:
                stack.callback(first_pass.close)
            if self.spec.strokes:
                self._follow_strokes()
            self._wait_until(self._turn.may_compute)
            self._turn.has_engine = True
            stage = self._make_compute_stage(source, batch_size, room)
            until_made.pop_all()  # it closes the room now
            with or_undo(stage.close):
                if self._people is not None:
                    self._find_people(stage, source, self._people)
                if room is not None and stage.opened.engine.takes_clean_plate:
                    rooms = self._rooms(stage, first_pass)
                    if rooms is None:
                        room.give_up()
                    else:
                        room.offer(rooms)
        return stage

    def _make_compute_stage(
        self, source: AdaptedSource, batch_size: int, room: RecordingRoom | None
    ) -> ComputeStage:
        settings = self._engine_settings
        if not is_still(self.spec.input):
            looks = look_twice_for_films(settings.look_twice)
            settings = replace(settings, look_twice=looks)
        self._compute_stage = stage = ComputeStage(
            settings,
            source.format,
            want_alpha=self._wants_alpha,
            batch_size=batch_size,
            engine_factory=self._engine_factory,
            notify=self._tell_opening,
            cancelled=self._cancelled,
            room=room,
            frames_ahead=self._frames_ahead(source),
            has_own_alpha=source.has_alpha,
            people=self._people,
            stroke_areas=self._stroke_areas(source) if self.spec.strokes else None,
            clock=self._clock,
        )
        self._let_next_open(source.frame_count)
        return stage

    def _follow_strokes(self) -> None:
        """Follow the strokes through the film before its first frame, unless that was done."""
        spec, told = self.spec, -1

        def tell(done: int, count: int) -> None:
            nonlocal told
            if told < (told := 100 * done // count):
                self._tell(LookingAhead(spec.input, done, count))

        try:
            with self._clock.measure("strokes"):
                self._track = follow_once(
                    spec.input,
                    spec.strokes,
                    spec.reading,
                    cancelled=self._cancelled.is_set,
                    on_progress=tell,
                )
        except FollowingCancelled as error:
            raise JobCancelled from error

    def _stroke_areas(self, source: AdaptedSource) -> Callable[[float], tuple[Area, ...]]:
        """What the strokes want, by the times of `source`."""
        # At another rate a moment shows the last frame before the middle of the next step.
        later_s = float(source.step) / 2 - 2 * SAME_FRAME_S if source.step else 0.0
        return lambda time_s: self._track.areas(time_s + later_s)

    def _find_people(
        self, stage: ComputeStage, source: AdaptedSource, people: PeopleFilter
    ) -> None:
        """Look at the people who are meant, in the frames in which they were pointed at."""
        spec = self.spec
        if not stage.is_steady:
            device = stage.opened.engine.device_name
            raise EngineError(f"{device} knows no frames ahead, which --person needs")
        reading = replace(spec.reading, start_s=None, end_s=None)
        with open_source(spec.input, reading) as whole:
            for pick in spec.people:
                whole.seek(pick.time_s)
                frame = whole.read()
                if frame is None:
                    end_s = whole.duration_s
                    length = "" if end_s is None else f", which ends at {clock(end_s)}"
                    raise ValueError(
                        f"{clock(pick.time_s)} is no time of {spec.input.name}{length}; give a "
                        "time at which the person is seen"
                    )
                time_s = frame.pts_s
                resized = frame if source.resize is None else source.resize(frame)
                (seen,) = stage.observe([resized.pixels])
                people.point_out(pick, seen, time_s, height=whole.height, width=whole.width)

    def _tell_opening(self, sentence: str) -> None:
        """Pass on what the engine's opening waits for; its thread may outlive the job."""
        event: Preparing | JobNotice = JobNotice(self.spec.input, sentence)
        if isinstance(sentence, PreparingMessage):
            event = Preparing(self.spec.input, **sentence.values)
        with self._end_lock:
            if not self._is_over:
                self._tell(event)

    def _frames_ahead(self, source: VideoSource) -> bool:
        """Whether the frames ahead steady each matte."""
        settings = self._settings
        if self._people is not None:  # a frame has to be seen before it is composited
            return True
        if is_still(self.spec.input) or settings.frames_ahead == "off":
            return False
        is_large = source.format.nbytes > STEADY_BYTES
        return settings.frames_ahead == "on" or not (is_large or settings.edges.smoothing == 0.0)

    def _room_of(self, source: VideoSource) -> RecordingRoom | None:
        if not self._settings.learns_room or source.frame_count == 1:
            return None
        return RecordingRoom(aspect=source.width / source.height, tell=self._note_room)

    def _note_room(self, news: News) -> None:
        empty_room = self._settings.empty_room
        if news == Dropped("nowhere") and empty_room is not None:
            self._room_note = Message(
                "{name} does not match the room in {recording}; the room was learnt "
                "from the video itself.",
                name=empty_room.name,
                recording=self.spec.input.name,
            )

    def _begin_first_pass(self, source: AdaptedSource) -> FirstPass | None:
        """Start decoding samples for the clean plate; None: no first pass is needed."""
        is_file = isinstance(source.inner, FileSource)
        if self._settings.empty_room is not None or not is_file or self._opening.knows_rooms:
            return None
        spec, frame_bytes = self.spec, source.format.nbytes
        return FirstPass(
            lambda: FileSource(spec.input, spec.reading, layout=source.format.layout, threads=1),
            resize=source.resize,
            frame_bytes=frame_bytes,
            spares_memory=self._is_large,
        )

    def _rooms(
        self, stage: ComputeStage, first_pass: FirstPass | None
    ) -> Sequence[CleanPlate] | None:
        """Clean plates known before the first frame; None: learn nothing, for the camera moves."""
        if self._settings.empty_room is not None:
            return [read_room(self._settings.empty_room)]

        def run_pass() -> tuple[Sequence[CleanPlate], str]:
            if first_pass is None:
                return (), ""
            return first_pass.rooms(
                lambda frames: stage.observe([frame.pixels for frame in frames]),
                stage.opened.engine.batch_size,
                lambda done, count: self._tell(LookingAhead(self.spec.input, done, count)),
            )

        with self._clock.measure("look"):
            rooms, self._room_note = self._opening.rooms(self.spec, run_pass)
        return rooms or (None if self._room_note else ())

    def _keep(self, stages: Stages, sink: VideoSink) -> Report:
        """Finish what was written so far into a playable file, if there is anything."""
        if stages.pace.frames == 0:
            return self._report(None)
        try:
            return self._report(sink.finish_partial())
        except OutputError:  # the error that ended the job is the one to report
            return self._report(None)

    def _report(self, written: WriteReport | None) -> Report:
        spec, source, stages = self.spec, self._source, self._stages
        early = ended_early(self._track)
        values = {"frames_in": 0, "frames_out": 0, **self._computed, **self._coders(written)}
        notes: list[str] = []
        losses: list[str] = []
        if source is not None:
            media, is_light = source.media, spec.is_linear and spec.content != "matte"
            values |= {
                "damaged_frames": source.damaged_count,
                "bits": media.bits,
                "transfer": media.transfer_name,
                "kept_transfer": "linear" if is_light else source.format.transfer,
                "is_interlaced": source.is_interlaced,
            }
            notes += source.notes
            losses += damage_of(source.name, source.damaged_count)
            losses += () if spec.content == "matte" else source.colour_losses
            losses += source.losses
        if self._room_note:
            notes.append(self._room_note)
        if self._people is not None:
            notes += self._people.notes()
            values["unsure"] = tuple(self._people.unsure)
        notes += stroke_notes(early)
        if self._alpha_use is not None:
            notes.append(Message(SENTENCES[self._alpha_use], name=spec.input.name))
        if self._background is not None:
            losses += self._background.notes
        threads, ready_s = {"compute": self._clock.times()}, 0.0
        if stages is not None:
            threads, ready_s = stages.threads(), stages.pace.began_s - self._clock.began_s
            values |= {
                "frames_in": stages.frames_in,
                "frames_carried": stages.frames_carried,
                "fps": stages.pace.overall_fps,
                "stage_s": stages.stage_s(),
            }
        if written is not None:
            is_half = written.bits == HALF_BITS  # half floats hold the bits of any film
            values |= {
                "frames_out": written.frame_count,
                "audio": tuple(str(track) for track in written.tracks),
                "kept_bits": source.media.bits if is_half and source else written.bits,
            }
            notes += written.notes
            losses += (track.loss for track in written.tracks if track.loss)
        times = threads["compute"]
        waited_s = times.waited_s.get(FILE_BEFORE, 0.0)
        return Report(
            spec.input,
            None if written is None else written.path,
            without_matte={reason.code: n for reason, n in self._without_matte().items()},
            strokes=early,
            notes=tuple(notes),
            losses=tuple(losses),
            seconds=times.wall_s - waited_s,
            prepared_s=max(0.0, ready_s - waited_s),  # cancelled: it waited after that moment
            threads=threads,
            **values,
        )

    def _background_format(self, source: AdaptedSource) -> FrameFormat:
        """How backgrounds are read: with the film's primaries where the output states them."""
        if self.spec.is_linear:
            return background_format(source.format)
        if self.spec.writes_pictures:
            return source.format
        return replace(source.format, gamut=gamut_of(source.media.primaries))

    def _without_matte(self) -> Mapping[NoMatte, int]:
        return {} if self._own_alpha is None else self._own_alpha.without_matte

    def _tell_progress(self, sink: VideoSink) -> None:
        assert self._stages is not None
        pace = self._stages.pace
        if pace.frame_count is not None:
            self._let_next_open(pace.frame_count - pace.frames)
        expected = None
        # Fewer frames say little: an encoder holds some back, and the first is the largest.
        written = sink.written_bytes
        if pace.frame_count and pace.frames >= FRAMES_THAT_TELL and written > HEADER_BYTES:
            expected = round(written * max(1.0, pace.frame_count / pace.frames))
        self._tell(
            Progress(self.spec.input, pace.frames, pace.frame_count, pace.fps, pace.eta_s, expected)
        )

    def _tell(self, event: Event) -> None:
        with self._event_lock:
            self._on_event(event)


def _cutting(settings: Settings) -> Settings:
    """The settings with no background: the person is cut out."""
    return replace(settings, background=BackgroundSpec("transparent"))


def damage_of(name: str, count: int) -> tuple[str, ...]:
    """The sentence about damaged frames; empty if there are none."""
    if not count:
        return ()
    return (
        Message.counted(
            "{name} is damaged: 1 frame could not be decoded whole; "
            "copy the file again if you can.",
            "{name} is damaged: {n} frames could not be decoded whole; "
            "copy the file again if you can.",
            n=count,
            name=name,
        ),
    )
