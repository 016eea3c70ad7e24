"""Two worker processes of this computer, started once for all of these tests."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest
import worker_doubles
from recordings_to_cut import assert_same, clip, look, spec_for, uncut
from video_clips import packets

pytest.importorskip("distributed", reason="requirements-cluster.txt is not installed")

from app.cluster import tasks
from app.cluster.dask_runner import on_this_computer
from app.cluster.queue import ClusterQueue
from app.cluster.runner import InProcess
from app.pipeline.jobs.events import Cancelled, Done, Failed, Progress

SEGMENT_S = 0.9

pytestmark = pytest.mark.usefixtures("engine_that_remembers")


@pytest.fixture(scope="module")
def workers():
    runner = on_this_computer(2, device="cpu")
    close, runner.close = runner.close, lambda: None  # queues close what they were given
    runner.client.register_plugin(worker_doubles.Doubles())
    yield runner
    close()


@pytest.fixture(autouse=True)
def _no_leftover_threads():
    """Dask's own live as long as the workers; ours do not."""
    yield
    ours = ("cluster-", "job", "compute-", "engine-")
    assert not [t.name for t in threading.enumerate() if t.name.startswith(ours)]


class Heard:
    """A queue's events, and something to do at the first that shows progress."""

    def __init__(self, runner, *specs, at_progress=None, frames=20, **options):
        self.finals, self.events = {}, []
        self._at_progress, self._frames = at_progress, frames
        with ClusterQueue(self, runner, **{"segment_s": SEGMENT_S, **options}) as self.queue:
            for spec in specs:
                self.queue.add(spec)
            assert self.queue.wait()

    def __call__(self, job, event):
        self.events.append(event)
        if isinstance(event, Done | Cancelled | Failed):
            self.finals[job.spec.input.name] = event
        elif isinstance(event, Progress) and event.frames >= self._frames:
            act, self._at_progress = self._at_progress, None
            if act is not None:
                act(self.queue)


def test_many_workers_write_what_one_writes(workers, tmp_path):
    source = clip(tmp_path / "film.mp4")
    heard = Heard(workers, spec_for(source, tmp_path / "two.mp4"))
    assert isinstance(heard.finals["film.mp4"], Done), heard.finals
    Heard(InProcess(), spec_for(source, tmp_path / "one.mp4"))
    two, one = look(tmp_path / "two.mp4"), look(tmp_path / "one.mp4")
    # Not only alike: cut at the same places, every value that is encoded is the same.
    assert all((a == b).all() for a, b in zip(two.pictures, one.pictures, strict=True))
    assert two.times == one.times
    assert two.sound == one.sound == packets(source, "audio")


def test_files_are_done_side_by_side_and_bad_ones_say_what_is_wrong(workers, tmp_path):
    names = [f"{number}.mp4" for number in range(4)]
    for name in names:
        clip(tmp_path / name, frame_count=12)
    (tmp_path / "bad.mp4").write_bytes(b"nothing" * 500)
    specs = [spec_for(tmp_path / name, tmp_path / f"out-{name}") for name in [*names, "bad.mp4"]]
    heard = Heard(workers, *specs)
    assert all(isinstance(heard.finals[name], Done) for name in names)
    failed = heard.finals["bad.mp4"]
    assert isinstance(failed, Failed)
    assert failed.message.startswith("bad.mp4 is not a video")
    assert len(list(tmp_path.glob("out-*.mp4"))) == 4
    # A scheduler elsewhere has workers on several computers.
    [failed] = Heard(on_same(workers), specs[-1]).finals.values()
    assert isinstance(failed, Failed)
    assert failed.message.startswith(f"on {tasks.machine()}: bad.mp4 is not a video")


def test_two_jobs_at_once_do_not_mix(workers, tmp_path):
    films = [clip(tmp_path / f"film{n}.mp4", seed_kind) for n, seed_kind in enumerate(TWO_KINDS)]
    heard = []

    def run(film):
        heard.append(Heard(on_same(workers), spec_for(film, film.with_name(f"out-{film.name}"))))

    threads = [threading.Thread(target=run, args=(film,)) for film in films]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(heard) == 2
    for film in films:
        out = look(film.with_name(f"out-{film.name}"))
        assert_same(out, uncut(spec_for(film, film.with_name(f"whole-{film.name}"))))


TWO_KINDS = ("B-frames at every cut", "a variable frame rate")


def on_same(workers):
    """A client of its own at the same scheduler, as a second command is."""
    from distributed import Client

    from app.cluster.dask_runner import DaskRunner

    return DaskRunner(Client(workers.address, set_as_default=False))


def addresses_of(workers):
    return set(workers.client.scheduler_info(n_workers=-1)["workers"])


def test_a_worker_that_is_killed_costs_its_segment_and_no_more(workers, tmp_path):
    workers.client.run(worker_doubles.install, 0.004)
    source = clip(tmp_path / "film.mp4")
    before = addresses_of(workers)

    def kill(queue):
        os.kill(workers.processes()[0], signal.SIGKILL)

    heard = Heard(workers, spec_for(source, tmp_path / "out.mp4"), at_progress=kill)
    assert isinstance(heard.finals["film.mp4"], Done), heard.finals
    # Its nanny starts another: the other tests need two.
    while len(addresses_of(workers)) < 2 or addresses_of(workers) == before:
        time.sleep(0.05)
    workers.client.run(worker_doubles.install)
    assert_same(look(tmp_path / "out.mp4"), uncut(spec_for(source, tmp_path / "whole.mp4")))


def test_a_full_disk_at_one_worker_leaves_the_work_to_the_other(workers, tmp_path):
    source = clip(tmp_path / "film.mp4")
    first = next(iter(addresses_of(workers)))
    workers.client.run(worker_doubles.write_no_more, 3000, workers=[first])
    try:
        heard = Heard(workers, spec_for(source, tmp_path / "out.mp4"))
    finally:
        workers.client.run(worker_doubles.write_again, workers=[first])
    assert isinstance(heard.finals["film.mp4"], Done), heard.finals
    assert_same(look(tmp_path / "out.mp4"), uncut(spec_for(source, tmp_path / "whole.mp4")))


def test_what_fails_three_times_ends_that_file_alone(workers, tmp_path):
    source, other = clip(tmp_path / "film.mp4"), clip(tmp_path / "other.mp4", frame_count=12)
    workers.client.run(worker_doubles.write_no_more, 20_000)
    try:
        heard = Heard(
            workers,
            spec_for(source, tmp_path / "out.mp4"),
            spec_for(other, tmp_path / "fine.mp4", crf=40, keep_sound=False),
        )
    finally:
        workers.client.run(worker_doubles.write_again)
    failed = heard.finals["film.mp4"]
    assert isinstance(failed, Failed)
    assert "the disk is full" in failed.message
    assert tasks.machine() not in failed.message
    assert isinstance(heard.finals["other.mp4"], Done), heard.finals
    assert not (tmp_path / "out.mp4").exists()


def test_cancelling_finishes_what_is_done_on_every_worker(workers, tmp_path):
    workers.client.run(worker_doubles.install_until_told, 60)
    try:
        source = clip(tmp_path / "film.mp4")
        heard = Heard(
            workers,
            spec_for(source, tmp_path / "out.mp4"),
            spec_for(source, tmp_path / "second.mp4"),
            at_progress=lambda queue: queue.cancel(),
        )
    finally:
        workers.client.run(worker_doubles.install)
    # What runs ends after the frame in hand: a worker that is not told would finish the film.
    finals = [event for event in heard.events if isinstance(event, Done | Cancelled | Failed)]
    assert [type(final) for final in finals] == [Cancelled, Cancelled]
    for final in finals:
        if final.report.output is not None:
            part = look(final.report.output)
            assert part.times == look(source).times[: len(part.times)]
    assert not (tmp_path / "out.mp4").exists()
    assert not list(tmp_path.glob(".*.part"))


def test_a_worker_that_cannot_read_a_file_says_so_by_name(workers, tmp_path):
    other = tmp_path / "other.mp4"
    other.write_bytes(b"another")
    (answer, *_) = workers.everywhere(
        {
            "inputs": [[str(tmp_path / "absent.mp4"), 5], [str(other), 5]],
            "folders": [str(tmp_path / "nowhere")],
            "versions": tasks.versions() | {"PyAV": "0.1"},
        }
    )
    reading, differing, writing, version = answer["sentences"]
    assert f"finds another file under {other} (7 bytes, expected 5)" in differing
    assert reading.startswith(f"{tasks.machine()} cannot read {tmp_path}/absent.mp4")
    assert "cannot write to" in writing
    assert "PyAV" in version
