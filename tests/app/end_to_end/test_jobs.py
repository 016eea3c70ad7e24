"""Jobs whose engine fails, or that are cancelled: nothing lost, no frame of the room written."""

import threading
import time
import weakref

import pytest
from doubles import FakeEngineFactory
from PIL import Image
from video_clips import make_clip, presentation_times

from app.cli.console import ConsoleReporter
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.compute import compute_thread
from app.pipeline.engines import PreparingMessage, find_model, open_engine_for
from app.pipeline.jobs import job, stages
from app.pipeline.jobs.events import Cancelled, Done, Failed, JobNotice, Preparing, Started
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.jobs.queue import JobQueue
from app.pipeline.jobs.stages import Channel
from app.pipeline.settings import Settings
from app.video.files.file_source import FileSource
from app.video.files.file_writer import FileWriter
from gpu_unet.engine import Composites
from gpu_unet.errors import EngineError, GpuLostError
from gpu_unet.spare_memory import shelf
from gpu_unet.weights import load_weights
from lab.benchmarks.compare_files import read_contents


def run_job(clip, out, engine_factory, *, on_event=lambda event: None, **settings):
    events = []

    def note(event):
        events.append(event)
        on_event(event)

    background = BackgroundSpec("colour", colour=(255, 0, 0))
    spec = JobSpec(clip, out, Settings(background=background, **settings))
    return Job(spec, note, engine_factory=engine_factory).run(), events


def failing_after(count, error):
    """Engines that process `count` batches, then raise."""
    engine_factory = FakeEngineFactory(device="cuda")

    def prepare(engine):
        process = engine.process

        def limited(*arguments, **keywords):
            if engine.device == "cuda" and engine.calls >= count:
                raise error
            return process(*arguments, **keywords)

        engine.process = limited

    engine_factory.prepare = prepare
    return engine_factory


def test_a_lost_gpu_gives_way_to_the_cpu_without_losing_a_frame(tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=20)
    engine_factory = failing_after(2, GpuLostError("the card fell off the bus"))
    final, events = run_job(tmp_path / "in.mp4", tmp_path / "out.mp4", engine_factory)
    assert isinstance(final, Done)
    assert final.report.frames_out == 20
    assert final.report.device == "fake cpu"
    assert [engine.device for engine in engine_factory.engines] == ["cuda", "cpu"]
    assert engine_factory.engines[0].is_closed
    notices = [event.message for event in events if isinstance(event, JobNotice)]
    assert notices == [
        "The GPU failed (the card fell off the bus). Continuing on the CPU from the same frame."
    ]
    before, after = (
        read_contents(str(tmp_path / "in.mp4")),
        read_contents(str(tmp_path / "out.mp4")),
    )
    assert after.times == before.times


def test_waiting_for_the_engine_is_preparation(tmp_path):
    make_clip(tmp_path / "in.mp4")
    engine_factory = FakeEngineFactory()
    engine_factory.prepare = lambda engine: time.sleep(0.3)
    final, _ = run_job(tmp_path / "in.mp4", tmp_path / "out.mp4", engine_factory)
    report = final.report
    assert report.seconds > report.prepared_s >= 0.3
    assert report.fps > report.frames_out / report.seconds


def test_every_moment_of_each_thread_is_work_or_waiting_for_a_stage_that_is_named(tmp_path, clip):
    final, _ = run_job(clip, tmp_path / "out.mp4", FakeEngineFactory())
    report = final.report
    assert report.threads.keys() == {"decode", "compute", "encode"}
    assert report.threads["compute"].wall_s == report.seconds
    for times in report.threads.values():
        told_s = sum(times.worked_s.values()) + sum(times.waited_s.values())
        assert told_s == pytest.approx(times.wall_s, abs=1e-9)
        assert times.wall_s <= report.seconds
    waited = {name: set(times.waited_s) for name, times in report.threads.items()}
    assert waited == {
        "decode": {"compute"},
        "compute": {"decode", "room", "encode"},
        "encode": {"compute"},
    }
    assert {"open", "start", "compute", "encode"} <= report.threads["compute"].worked_s.keys()


def test_with_device_cuda_a_lost_gpu_ends_the_job_and_keeps_what_is_done(tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=20)
    engine_factory = failing_after(2, GpuLostError("the card fell off the bus"))
    final, _ = run_job(tmp_path / "in.mp4", tmp_path / "out.mp4", engine_factory, device="cuda")
    assert isinstance(final, Failed)
    assert final.message == "the card fell off the bus"
    assert not (tmp_path / "out.mp4").exists()
    assert final.report is not None
    assert final.report.output == tmp_path / "out.partial.mp4"
    assert len(presentation_times(tmp_path / "out.partial.mp4")) == 8  # two batches of four


def test_a_failing_cpu_engine_is_not_tried_again(tmp_path, clip):
    engine_factory = FakeEngineFactory()
    engine_factory.prepare = lambda engine: setattr(
        engine, "error", EngineError("a kernel went wrong")
    )
    final, _ = run_job(clip, tmp_path / "out.mp4", engine_factory)
    assert isinstance(final, Failed)
    assert len(engine_factory.engines) == 1
    assert sorted(tmp_path.iterdir()) == [clip]


@pytest.mark.parametrize(
    "broken",
    [
        lambda frames: Composites([], None, {}),
        lambda frames: Composites([frame[:-2] for frame in frames], None, {}),
        lambda frames: Composites([*frames, *frames], None, {}),
    ],
    ids=["none", "too small", "too many"],
)
def test_without_a_valid_matte_not_one_frame_of_the_room_is_written(tmp_path, clip, broken):
    engine_factory = FakeEngineFactory()

    def prepare(engine):
        engine.process = lambda batch: broken(batch.frames)

    engine_factory.prepare = prepare
    final, _ = run_job(clip, tmp_path / "out.mp4", engine_factory)
    assert isinstance(final, Failed)
    assert "nothing of this batch was written" in final.message
    assert sorted(tmp_path.iterdir()) == [clip]


def test_cancelling_keeps_a_playable_part(tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=60)
    engine_factory = FakeEngineFactory()
    job = None
    passed = threading.Event()

    def prepare(engine):
        process = engine.process

        def watched(*arguments, **keywords):
            if engine.calls == 5:
                passed.set()
                engine.gate.clear()  # the rest waits until the job is cancelled
            return process(*arguments, **keywords)

        engine.process = watched

    engine_factory.prepare = prepare
    events = []
    spec = JobSpec(tmp_path / "in.mp4", tmp_path / "out.mp4")
    job = Job(spec, events.append, engine_factory=engine_factory)
    thread = threading.Thread(target=job.run)
    thread.start()
    assert passed.wait()
    job.cancel()
    engine_factory.engines[0].gate.set()
    thread.join()
    assert isinstance(events[-1], Cancelled)
    kept = events[-1].report
    assert kept.output == tmp_path / "out.partial.mp4"
    assert 0 < kept.frames_out == len(presentation_times(kept.output)) < 60
    assert not (tmp_path / "out.mp4").exists()


def test_cancelling_does_not_wait_for_a_compilation(tmp_path, clip):
    engine_factory = FakeEngineFactory()
    engine_factory.gate.clear()  # opening takes for ever, as a compilation may
    events = []
    job = Job(JobSpec(clip, tmp_path / "out.mp4"), events.append, engine_factory=engine_factory)
    thread = threading.Thread(target=job.run)
    thread.start()
    job.cancel()
    thread.join()
    assert not thread.is_alive()
    engine_factory.gate.set()
    assert isinstance(events[-1], Cancelled)
    assert sorted(tmp_path.iterdir()) == [clip]


def test_a_first_start_is_counted_until_its_job_ends(tmp_path, clip):
    made = FakeEngineFactory()
    made.told = [PreparingMessage(ready, 36) for ready in (0, 12, 36)]
    _, events = run_job(clip, tmp_path / "out.mp4", made)
    counted = [event for event in events if isinstance(event, Preparing)]
    assert counted == [Preparing(clip, ready, 36) for ready in (0, 12, 36)]

    is_over = threading.Event()

    def compile_on(settings, frame_format, *, batch_size, notify):
        job.cancel()
        is_over.wait()  # the opening's thread outlives the job
        notify(PreparingMessage(13, 36))
        raise EngineError("given up")

    events = []
    job = Job(JobSpec(clip, tmp_path / "b.mp4"), events.append, engine_factory=compile_on)
    assert isinstance(job.run(), Cancelled)
    is_over.set()
    for thread in threading.enumerate():
        if thread.name.startswith("engine-opening"):
            thread.join()
    assert not [event for event in events if isinstance(event, Preparing)]


def test_the_next_job_gets_what_the_last_one_left_and_the_last_leaves_nothing(tmp_path):
    """Photos of two sizes: weights are read and packed once, an engine of one size is kept."""
    made = []
    are_added = threading.Event()  # a network leaves its memory only if the next job is known
    for number, (height, width) in enumerate(((48, 64), (64, 48), (64, 48))):
        Image.new("RGB", (width, height), (90, 120, 150)).save(tmp_path / f"{number}.png")

    def note_network(settings, frame_format, **options):
        are_added.wait()
        opened = open_engine_for(settings, frame_format, **options)
        made.append(opened.engine.network.is_spare)
        return opened

    settings = Settings(BackgroundSpec("colour", colour=(255, 0, 0)), device="cpu", model="fast")
    finals = []
    with JobQueue(lambda job, event: finals.append(event), engine_factory=note_network) as queue:
        for number in range(3):
            queue.add(JobSpec(tmp_path / f"{number}.png", tmp_path / f"{number}_new.png", settings))
        are_added.set()
        assert queue.wait()
        assert [type(event) for event in finals if isinstance(event, Done | Failed)] == [Done] * 3
        assert made == [False, True]
        weights = load_weights(find_model("fast", device="cpu"))
        assert shelf.take(weights) is None
        queue.expects_more = True
        queue.add(JobSpec(tmp_path / "0.png", tmp_path / "more.png", settings))
        assert queue.wait()
        queue.expects_more = False
        queue.add(JobSpec(tmp_path / "1.png", tmp_path / "last.png", settings))
        assert queue.wait()
        assert shelf._kept is None
    assert made[2:] == [False, True]


def queue_of(clips, tmp_path, engine_factory):
    """Does them one after the other; how they ended."""
    finals = []
    engine_factory.gate.clear()
    with JobQueue(lambda job, event: finals.append(event), engine_factory=engine_factory) as queue:
        for number, clip in enumerate(clips):
            queue.add(JobSpec(clip, tmp_path / f"{number}_{clip.name}"))
        engine_factory.gate.set()
        assert queue.wait()
        compute_thread().submit(lambda: None).result()
    return [type(event) for event in finals if isinstance(event, Done | Failed | Cancelled)]


def test_files_of_one_size_share_an_engine_that_remembers_nothing_and_is_closed(tmp_path):
    clip = tmp_path / "in.mp4"
    make_clip(clip, frame_count=8)
    engine_factory = FakeEngineFactory()
    assert queue_of([clip] * 3, tmp_path, engine_factory) == [Done] * 3
    (engine,) = engine_factory.engines
    assert engine.resets >= 2
    assert engine.is_closed
    outputs = [path.read_bytes() for path in tmp_path.glob("*_in.mp4")]
    assert len(outputs) == 3
    assert outputs[0] == outputs[1] == outputs[2]


def test_a_fault_of_ours_is_logged_and_told(tmp_path, clip, expected_error_logs):
    engine_factory = FakeEngineFactory()
    engine_factory.error = TypeError("a bug")
    events = []
    with JobQueue(lambda job, event: events.append(event), engine_factory=engine_factory) as queue:
        queue.add(JobSpec(clip, tmp_path / "out.mp4"))
        assert queue.wait()
    assert isinstance(events[-1], Failed)
    assert "internal error" in events[-1].message
    assert sorted(tmp_path.iterdir()) == [clip]


def test_a_composite_waits_for_the_encoder_without_its_frame(tmp_path, clip, monkeypatch):
    """Frames are as large as composites: keeping both would double what a slow encoder costs."""
    decoded, gone = [], []
    read, write = FileSource.read, FileWriter.write

    def noting_read(source):
        frame = read(source)
        if frame is not None:
            decoded.append(weakref.ref(frame.pixels))
        return frame

    def slow_write(sink, *arguments, **keywords):
        if not gone:  # everything else goes on until the channels are full
            while sum(ref() is None for ref in decoded) < 8:
                time.sleep(0.01)
            gone.append(sum(ref() is None for ref in decoded))
        return write(sink, *arguments, **keywords)

    monkeypatch.setattr(FileSource, "read", noting_read)
    monkeypatch.setattr(FileWriter, "write", slow_write)
    monkeypatch.setattr(job, "BATCH_SIZE", 1)
    make_clip(tmp_path / "long.mp4", frame_count=60)
    monkeypatch.setattr(stages, "Channel", lambda capacity: Channel(16))
    final, _ = run_job(tmp_path / "long.mp4", tmp_path / "out.mp4", FakeEngineFactory())
    assert isinstance(final, Done)
    assert gone[0] >= 8


def test_of_two_jobs_to_one_name_the_second_gets_another_and_says_so(tmp_path, capsys):
    make_clip(tmp_path / "in.mp4", frame_count=8)
    finals = {}

    def run_the_other(event):
        if isinstance(event, Started) and not finals:
            finals["other"] = None
            finals["other"], _ = run_job(
                tmp_path / "in.mp4", tmp_path / "out.mp4", FakeEngineFactory()
            )

    final, _ = run_job(
        tmp_path / "in.mp4", tmp_path / "out.mp4", FakeEngineFactory(), on_event=run_the_other
    )
    assert isinstance(finals["other"], Done)
    assert isinstance(final, Failed)
    assert final.message.endswith("not replaced; the result is out (2).mp4.")
    assert final.report.output == tmp_path / "out (2).mp4"
    assert final.report.frames_out == 8
    for name in ("out.mp4", "out (2).mp4"):
        assert len(presentation_times(tmp_path / name)) == 8
    with ConsoleReporter() as reporter:
        reporter.write(final)
    assert capsys.readouterr().err.count("out (2).mp4") == 1
