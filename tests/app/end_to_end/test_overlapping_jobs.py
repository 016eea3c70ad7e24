"""A queue opens the next job while the present one works; in every other way they take turns."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from doubles import FakeEngineFactory
from video_clips import make_clip, presentation_times, through

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs import job as job_module
from app.pipeline.jobs import queue as queue_module
from app.pipeline.jobs.card_choice import CardChoice
from app.pipeline.jobs.events import Cancelled, Done, Failed, JobNotice
from app.pipeline.jobs.first_pass import FirstPass
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.opening import Opening
from app.pipeline.jobs.queue import JobQueue
from app.pipeline.jobs.turn import Turn
from app.pipeline.settings import Settings
from app.video.files.file_writer import FileWriter
from app.video.sink import OutputError
from gpu_unet.errors import EngineError


class Course:
    """Notes what the jobs reach, and holds them there as a test asks.

    Jobs are named like their outputs, a second one of the same output "... again". Moments: it is
    known whether it "shares" files or "shares not", "source" and "sink" were opened, the "first
    pass" has begun, a "write" begins, the job is "over" (its last event may be held), and at its
    "end"; it waits to "open", for its "turn" to compute, or to be "alone".
    """

    def __init__(self):
        self._changed = threading.Condition()
        self._reached = []
        self._gates = {}

    def hold(self, name, moment):
        """The job waits at this moment until the event is set."""
        gate = self._gates[name, moment] = threading.Event()
        return gate

    def release(self):
        for gate in self._gates.values():
            gate.set()

    def reach(self, name, moment):
        with self._changed:
            self._reached.append((name, moment))
            self._changed.notify_all()
        gate = self._gates.get((name, moment))
        if gate is not None:
            gate.wait()

    def wait_for(self, name, *moments):
        """Wait until the job has reached one of these."""
        with self._changed:
            self._changed.wait_for(
                lambda: any((name, moment) in self._reached for moment in moments)
            )

    def order_of(self, moment):
        """The jobs that reached it, in this order, each once."""
        with self._changed:
            return list(dict.fromkeys(name for name, reached in self._reached if reached == moment))

    def has_reached(self, name, moment):
        with self._changed:
            return (name, moment) in self._reached


@pytest.fixture
def course(monkeypatch):
    made = Course()
    jobs = threading.local()

    def noted(owner, method, *, before=None, after=None, name_of):
        original = getattr(owner, method)

        def noting(self, *arguments, **options):
            name = name_of(self, *arguments)
            if before is not None:
                made.reach(name, before)
            try:
                result = original(self, *arguments, **options)
            finally:
                if isinstance(after, str):
                    made.reach(name, after)
            if callable(after):
                made.reach(name, after(result))
            return result

        monkeypatch.setattr(owner, method, noting)

    def own_name(*_):
        return jobs.name

    def starting(self):
        name = self.spec.output.stem
        jobs.name = f"{name} again" if made.has_reached(name, "source") else name
        return jobs.name

    noted(Job, "run", after="over", name_of=starting)
    noted(Opening, "source", after="source", name_of=own_name)
    noted(Opening, "sink", after="sink", name_of=own_name)
    noted(FirstPass, "__init__", after="first pass", name_of=own_name)
    noted(FileWriter, "write", before="write", name_of=lambda sink, *_: sink.path.stem)
    noted(
        Turn,
        "shares_files",
        after=lambda shares: "shares" if shares else "shares not",
        name_of=own_name,
    )
    noted(Turn, "end", before="end", name_of=lambda turn: turn.spec.output.stem)
    wait_until = Job._wait_until

    def noting_wait(job, is_so):
        if not is_so.is_set():
            moments = {job._turn.may_compute: "turn", job._turn.is_alone: "alone"}
            made.reach(jobs.name, moments.get(is_so, "open"))
        wait_until(job, is_so)

    monkeypatch.setattr(Job, "_wait_until", noting_wait)
    yield made
    made.release()


class Queue:
    """A `JobQueue` whose events are noted with the names of the jobs."""

    def __init__(self, engine_factory):
        self.events = []
        self.queue = JobQueue(self._note, engine_factory=engine_factory)

    def _note(self, job, event):
        self.events.append((job.spec.output.stem, event))

    def finals(self):
        return [
            (name, type(event))
            for name, event in self.events
            if isinstance(event, Done | Cancelled | Failed)
        ]

    def report(self, name):
        return next(e.report for n, e in self.events if n == name and isinstance(e, Done))


class HeldEngines(FakeEngineFactory):
    """Its engines work only while `work` is set, as it is from the start."""

    def __init__(self):
        super().__init__()
        self.work = threading.Event()
        self.work.set()
        self.prepare = lambda engine: setattr(engine, "gate", self.work)


@pytest.fixture
def engines():
    return HeldEngines()


@pytest.fixture
def queue(engines, course):
    made = Queue(engines)
    with made.queue:
        yield made
        engines.work.set()
        course.release()


@pytest.fixture
def spec_of(tmp_path, clip):
    """The specification of a job, by the name of its output."""
    return lambda name, **options: JobSpec(clip, tmp_path / f"{name}.mp4", **options)


def test_the_next_job_works_while_the_encoder_of_the_one_before_is_held_back(
    queue, course, engines, spec_of
):
    gate = course.hold("one", "write")
    engines.gate.clear()  # an engine is kept only if the next job is known
    for name in ("one", "two", "three"):
        queue.queue.add(spec_of(name))
    engines.gate.set()
    course.wait_for("two", "over")
    assert queue.finals() == []
    assert {name for name, _ in queue.events} == {"one"}
    assert not course.has_reached("three", "source")
    gate.set()
    queue.queue.wait()
    queue.queue.close()
    assert queue.finals() == [("one", Done), ("two", Done), ("three", Done)]
    names = [name for name, _ in queue.events]
    assert names == sorted(names, key=["one", "two", "three"].index)
    assert course.order_of("end") == ["one", "two", "three"]
    assert len(engines.engines) == 1
    first, *others = (queue.report(name).output.read_bytes() for name in ("one", "two", "three"))
    assert others == [first, first]


def test_it_opens_beside_the_engine_of_the_one_before_and_waits_for_it(
    queue, course, engines, spec_of
):
    engines.work.clear()
    for name in ("one", "two"):
        queue.queue.add(spec_of(name))
    for moment in ("source", "sink", "first pass"):
        course.wait_for("two", moment)
    assert not course.has_reached("one", "write")
    engines.work.set()
    queue.queue.wait()
    assert queue.finals() == [("one", Done), ("two", Done)]
    assert len(engines.engines) == 1


def test_a_job_without_an_engine_waits_for_its_turn_as_well(
    queue, course, engines, spec_of, tmp_path
):
    alpha = np.zeros((48, 64), np.uint8)
    alpha[:, :32] = 255
    through(tmp_path / "clip.mp4", tmp_path / "cut.mov", alpha=alpha, content="transparent")
    red = Settings(BackgroundSpec("colour", colour=(255, 0, 0)))
    engines.work.clear()
    queue.queue.add(spec_of("one"))
    queue.queue.add(replace(spec_of("two"), input=tmp_path / "cut.mov", settings=red))
    queue.queue.add(spec_of("three"))
    course.wait_for("two", "turn", "write")
    assert not course.has_reached("two", "write")
    engines.work.set()
    queue.queue.wait()
    assert queue.finals() == [("one", Done), ("two", Done), ("three", Done)]
    assert queue.report("two").model == "none"
    assert len(engines.engines) == 1


def test_its_report_leaves_out_the_waiting(queue, course, engines, spec_of):
    engines.work.clear()
    for name in ("one", "two"):
        queue.queue.add(spec_of(name))
    course.wait_for("two", "first pass")
    engines.work.set()
    queue.queue.wait()
    assert "file before" not in queue.report("one").threads["compute"].waited_s
    report = queue.report("two")
    times = report.threads["compute"]
    assert times.waited_s["file before"] > 0
    assert report.seconds == times.wall_s - times.waited_s["file before"]
    worked = times.worked_s
    assert report.prepared_s <= worked["open"] + worked["start"] + worked.get("look", 0.0)


@pytest.mark.parametrize("is_known", [True, False], ids=["known length", "unknown length"])
def test_a_long_film_is_nearly_done_when_the_next_is_opened(
    queue, course, engines, spec_of, tmp_path, monkeypatch, is_known
):
    monkeypatch.setattr(job_module, "NEXT_OPENS_AT", 4)
    make_clip(tmp_path / "long.mp4", frame_count=60)
    source, calls = Opening.source, []

    def counting(self, spec):
        calls.append(sum(engine.calls for engine in engines.engines))
        opened = source(self, spec)
        if not is_known:
            opened.frame_count = None
        return opened

    monkeypatch.setattr(Opening, "source", counting)
    queue.queue.add(replace(spec_of("one"), input=tmp_path / "long.mp4"))
    queue.queue.add(spec_of("two"))
    queue.queue.wait()
    assert calls[0] == 0
    assert calls[1] >= 56 / 4


def test_behind_a_film_of_unknown_length_the_next_is_opened_once_it_is_computed(
    queue, course, spec_of, monkeypatch
):
    source = Opening.source

    def of_unknown_length(self, spec):
        opened = source(self, spec)
        opened.frame_count = None
        return opened

    monkeypatch.setattr(Opening, "source", of_unknown_length)
    gate = course.hold("one", "write")
    for name in ("one", "two"):
        queue.queue.add(spec_of(name))
    course.wait_for("two", "over")
    gate.set()
    queue.queue.wait()
    assert queue.finals() == [("one", Done), ("two", Done)]


@pytest.mark.parametrize("name", ["the output itself", "the same name", "another case"])
def test_a_job_that_uses_what_the_one_before_writes_begins_after_it(
    queue, course, spec_of, tmp_path, name
):
    gate = course.hold("one", "write")
    queue.queue.add(spec_of("one"))
    course.wait_for("one", "write")
    second = spec_of({"the same name": "one", "another case": "ONE"}.get(name, "two"))
    if name == "the output itself":
        second = replace(second, input=tmp_path / "one.mp4")
    queue.queue.add(second)
    known = "one again" if name == "the same name" else second.output.stem
    course.wait_for(known, "shares", "source")
    is_opened = course.has_reached(known, "source")
    gate.set()
    queue.queue.wait()
    assert not is_opened
    (_, last) = queue.events[-1]
    assert queue.finals()[0] == ("one", Done)
    if name == "the same name":
        assert isinstance(last, Failed)
        assert "exists already" in last.message
    else:
        assert isinstance(last, Done)


@pytest.mark.parametrize("sizes", [(48, 96), (96, 48)], ids=["it is large", "the other is large"])
def test_beside_large_frames_there_is_no_memory_for_another_job(
    queue, course, spec_of, tmp_path, monkeypatch, sizes
):
    monkeypatch.setattr(job_module, "LARGE_BYTES", 64 * 80 * 3 // 2)
    gate, existed = course.hold("one", "write"), []
    sink = Opening.sink

    def looking(self, spec, source):
        existed.append((tmp_path / "one.mp4").exists())
        return sink(self, spec, source)

    monkeypatch.setattr(Opening, "sink", looking)
    for name, height in zip(("one", "two"), sizes, strict=True):
        make_clip(tmp_path / f"in_{name}.mp4", height=height)
        queue.queue.add(replace(spec_of(name), input=tmp_path / f"in_{name}.mp4"))
    course.wait_for(*(("one", "write") if sizes[0] > sizes[1] else ("two", "source")))
    gate.set()
    queue.queue.wait()
    assert queue.finals() == [("one", Done), ("two", Done)]
    assert existed == [False, True]


def test_nothing_else_works_during_a_trial_of_the_card(queue, course, spec_of, monkeypatch):
    gate, tried = course.hold("one", "write"), []

    class Trying(CardChoice):
        def encoder(self, source):
            if self.spec.output.stem == "two":
                self.tell("testing")
                tried.append(queue.finals())
            return super().encoder(source)

    monkeypatch.setattr(job_module, "CardChoice", Trying)
    for name in ("one", "two"):
        queue.queue.add(spec_of(name))
    course.wait_for("two", "alone", "sink")
    gate.set()
    queue.queue.wait()
    assert tried == [[("one", Done)]]
    assert JobNotice in [type(event) for name, event in queue.events if name == "two"]


def test_a_job_that_waits_for_its_turn_is_cancelled_at_once(
    queue, course, engines, spec_of, tmp_path
):
    before = set(tmp_path.iterdir())
    engines.work.clear()
    queue.queue.add(spec_of("one"))
    second = queue.queue.add(spec_of("two"))
    queue.queue.add(spec_of("three"))
    course.wait_for("two", "turn")
    second.cancel()
    course.wait_for("two", "over")
    assert queue.finals() == []
    engines.work.set()
    queue.queue.wait()
    assert queue.finals() == [("one", Done), ("two", Cancelled), ("three", Done)]
    assert {path.name for path in set(tmp_path.iterdir()) - before} == {"one.mp4", "three.mp4"}
    assert len(engines.engines) == 1


def test_closing_the_queue_cancels_both(queue, course, engines, spec_of, tmp_path):
    before = set(tmp_path.iterdir())
    engines.work.clear()
    for name in ("one", "two", "three"):
        queue.queue.add(spec_of(name))
    course.wait_for("two", "first pass")
    queue.queue.cancel()
    engines.work.set()
    queue.queue.close()
    assert queue.finals() == [("one", Cancelled), ("two", Cancelled), ("three", Cancelled)]
    assert not {path.name for path in set(tmp_path.iterdir()) - before} & {"one.mp4", "two.mp4"}


def test_after_a_failure_in_the_engine_the_next_job_gets_another(queue, course, engines, spec_of):
    engines.work.clear()
    for name in ("one", "two"):
        queue.queue.add(spec_of(name))
    course.wait_for("two", "first pass")
    engines.engines[0].error = EngineError("a kernel went wrong")
    engines.work.set()
    queue.queue.wait()
    assert queue.finals() == [("one", Failed), ("two", Done)]
    assert len(engines.engines) == 2
    assert len(presentation_times(queue.report("two").output)) == 8


def test_a_failure_of_the_encoder_leaves_the_engine_to_the_next_jobs(
    queue, course, engines, spec_of, monkeypatch
):
    gate, write = course.hold("one", "write"), FileWriter.write

    def failing(sink, *arguments, **options):
        if sink.path.stem != "one":
            return write(sink, *arguments, **options)
        course.reach("one", "write")
        raise OutputError("the disk is full")

    monkeypatch.setattr(FileWriter, "write", failing)
    engines.gate.clear()
    for name in ("one", "two", "three"):
        queue.queue.add(spec_of(name))
    engines.gate.set()
    course.wait_for("two", "over")
    gate.set()
    queue.queue.wait()
    assert queue.finals() == [("one", Failed), ("two", Done), ("three", Done)]
    assert len(engines.engines) == 1


def test_a_job_that_fails_while_it_opens_changes_nothing_for_its_neighbours(
    queue, course, engines, spec_of, tmp_path
):
    engines.work.clear()
    (tmp_path / "broken.mp4").write_bytes(b"no film")
    queue.queue.add(spec_of("one"))
    queue.queue.add(replace(spec_of("two"), input=tmp_path / "broken.mp4"))
    queue.queue.add(spec_of("three"))
    course.wait_for("two", "over")
    assert queue.finals() == []
    engines.work.set()
    queue.queue.wait()
    assert queue.finals() == [("one", Done), ("two", Failed), ("three", Done)]
    assert len(engines.engines) == 1


def test_a_fault_of_ours_in_the_next_job_is_told_in_its_turn(
    queue, course, engines, spec_of, monkeypatch, expected_error_logs
):
    engines.work.clear()
    source = Opening.source

    def faulty(self, spec):
        if spec.output.stem == "two":
            raise TypeError("a bug")
        return source(self, spec)

    monkeypatch.setattr(Opening, "source", faulty)
    for name in ("one", "two"):
        queue.queue.add(spec_of(name))
    course.wait_for("two", "over")
    engines.work.set()
    queue.queue.wait()
    queue.queue.close()  # the sentence comes after the job's end
    assert queue.finals() == [("one", Done), ("two", Failed)]


def test_both_threads_give_way_to_a_live_picture(course, spec_of, monkeypatch):
    names = set()
    monkeypatch.setattr(
        queue_module, "give_way", lambda: names.add(threading.current_thread().name)
    )
    gate = course.hold("one", "write")
    made = Queue(FakeEngineFactory())
    with made.queue:
        for name in ("one", "two"):
            made.queue.add(spec_of(name))
        course.wait_for("two", "over")
        gate.set()
        made.queue.wait()
    assert len(names) == 2
