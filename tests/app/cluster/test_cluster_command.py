"""`process --workers`, `--cluster`, `--resume` and `main.py cluster`, as people type them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import worker_doubles
from PIL import Image
from recordings_to_cut import assert_same, clip, look, spec_for, uncut

import main
from app.cluster import tasks
from app.cluster.queue import ClusterQueue
from app.cluster.runner import InProcess
from app.cluster.shares import shares
from app.pipeline.end_signals import FAILED, OK, USAGE
from app.pipeline.jobs.events import Done, Failed

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.usefixtures("engine_that_remembers")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--workers", "0"], "give auto, or a number"),
        (["--workers", "many"], "give auto, or a number"),
        (["--workers", "2", "--cluster", "tcp://a:1"], "choose one of them"),
        (["--cluster", "10.0.0.5"], "write tcp://HOST:8786"),
        (["--cluster", "tls://10.0.0.5:8786"], "needs --tls-ca"),
        (["--cluster", "tcp://10.0.0.5:8786", "--tls-ca", "a.pem"], "together"),
        (["--segment", "0"], "give 0.1 seconds or more"),
    ],
)
def test_values_that_cannot_be_meant_are_refused_before_anything_starts(
    process, tmp_path, arguments, sentence
):
    pytest.importorskip("distributed", reason="requirements-cluster.txt is not installed")
    clip(tmp_path / "film.mp4", frame_count=3)
    status, _, events = process("film.mp4", "-o", "out.mp4", *arguments)
    assert status == USAGE
    assert sentence in events[-1]["message"]
    assert not (tmp_path / "out.mp4").exists()


@pytest.mark.parametrize("flag", [["--workers", "2"], ["--cluster", "tcp://127.0.0.1:1"]])
def test_without_dask_one_sentence_says_what_to_install(process, tmp_path, monkeypatch, flag):
    monkeypatch.setattr("app.cluster.addresses.find_spec", lambda name: None)
    clip(tmp_path / "film.mp4", frame_count=3)
    status, _, (event,) = process("film.mp4", "-o", "out.mp4", *flag)
    assert status == FAILED
    assert event["message"] == (
        f"{flag[0]} needs Dask, which is not installed; "
        "run: pip install -r requirements-cluster.txt"
    )
    assert main.main(["cluster", "worker", "--scheduler", "tcp://127.0.0.1:1"]) == FAILED


def test_nothing_of_dask_is_imported_unless_it_is_asked_for():
    command = (
        "import sys, main, app.cli.spread\n"
        "from app.cluster import queue, runner, tasks\n"
        "sys.exit(any(name.split('.')[0] in ('dask', 'distributed') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", command], cwd=ROOT, check=False).returncode == 0


def test_no_scheduler_is_a_sentence(process, tmp_path, monkeypatch):
    pytest.importorskip("distributed", reason="requirements-cluster.txt is not installed")
    monkeypatch.setattr("app.cluster.dask_runner.CONNECT_S", 0.5)
    clip(tmp_path / "film.mp4", frame_count=3)
    status, _, events = process("film.mp4", "-o", "out.mp4", "--cluster", "tcp://127.0.0.1:9")
    assert status == FAILED
    assert "no scheduler answers at tcp://127.0.0.1:9" in events[-1]["message"]


def test_resume_alone_needs_no_workers(process, tmp_path):
    source = clip(tmp_path / "film.mp4")
    status, _, events = process(
        *("film.mp4", "-o", "out.mp4", "--resume", "--segment", "0.9"),
        *("--crf", "0", "--background", "#00b140"),
    )
    assert status == OK, events
    assert events[-1]["event"] == "done"
    assert events[-1]["output"] == "out.mp4"
    assert events[-1]["frames_out"] == 130
    assert len(look(tmp_path / "out.mp4").times) == len(look(source).times)


def test_slides_are_checked_one_by_one_where_workers_are_elsewhere(process, tmp_path, monkeypatch):
    pytest.importorskip("distributed", reason="requirements-cluster.txt is not installed")

    class Elsewhere(InProcess):
        has_machines = True

        def everywhere(self, payload):
            asked.extend(payload["inputs"])
            return super().everywhere(payload)

    asked = []
    monkeypatch.setattr("app.cli.spread._open_runner", lambda *_: Elsewhere())
    clip(tmp_path / "film.mp4", frame_count=3)
    (tmp_path / "slides").mkdir()
    slide = tmp_path / "slides" / "1.png"
    Image.new("RGB", (64, 48)).save(slide)
    status, _, events = process(
        *("film.mp4", "-o", "out.mp4", "--background", "slides"),
        *("--cluster", "tcp://127.0.0.1:1"),
    )
    assert status == OK, events[-1]
    assert (str(slide), slide.stat().st_size) in asked


def test_a_file_that_is_not_there_is_told_before_workers_are_asked(process, tmp_path):
    status, _, events = process("absent.mp4", "-o", "out.mp4", "--resume")
    assert status == FAILED
    assert "absent.mp4" in events[-1]["message"]


def test_on_one_computer_a_failure_names_none(process, tmp_path):
    clip(tmp_path / "film.mp4", frame_count=3)
    status, _, events = process("film.mp4", "-o", "none/out.mp4", "--resume")
    assert status == FAILED
    assert events[-1]["message"].startswith(f"{tmp_path}/none/out.mp4 cannot be written")


def test_shares_divide_cores_and_give_each_worker_a_gpu(monkeypatch):
    monkeypatch.setattr("app.cluster.shares.available_cores", lambda: 16)
    monkeypatch.setattr("app.cluster.shares.visible_gpus", lambda: ["0", "1"])
    assert [part.gpu for part in shares()] == ["0", "1"]
    assert [part.cores for part in shares()] == [8, 8]
    assert [part.gpu for part in shares(4)] == ["0", "1", "0", "1"]
    assert shares()[1].environment["CUDA_VISIBLE_DEVICES"] == "1"
    assert shares()[1].resources == {"GPU": 1.0}
    on_cores = shares(device="cpu")
    assert all(part.environment["CUDA_VISIBLE_DEVICES"] == "" for part in on_cores)
    assert len(on_cores) <= 8
    assert shares(3, device="cpu")[0].cores == 5
    with pytest.raises(ValueError, match="1 to 1024"):
        shares(0)


@pytest.fixture
def _no_leftover_threads():
    """Dask's client leaves some of its own."""


def test_a_scheduler_that_dies_leaves_what_is_done_to_one_machine(services, tmp_path, monkeypatch):
    pytest.importorskip("distributed", reason="requirements-cluster.txt is not installed")
    from app.cluster import dask_runner

    scheduler, line = services("scheduler", "--port", "0")
    address = line.split()[2].rstrip(".")
    assert address.startswith("tcp://127.0.0.1:"), line
    assert "trusted network" in line
    _, line = services("worker", "--scheduler", address, "--workers", "1", "--device", "cpu")
    assert "1 workers" in line
    runner = dask_runner.elsewhere(address, dask_runner.Tls())
    runner.client.register_plugin(worker_doubles.Doubles())
    runner.client.run(worker_doubles.install, 0.004)
    source, finals, finished = clip(tmp_path / "film.mp4"), [], runner.finished

    def finished_before_its_end(timeout_s):
        found = finished(timeout_s)
        # Not as soon as its file is there: the word of it may still be on its way.
        if any(outcome.result["kind"] == "segment" for outcome in found):
            runner.client._timeout = 3.0  # it is looked for so long
            scheduler.kill()
        return found

    monkeypatch.setattr(runner, "finished", finished_before_its_end)
    with ClusterQueue(lambda job, event: finals.append(event), runner, segment_s=0.9) as queue:
        queue.add(spec_for(source, tmp_path / "out.mp4"))
        assert queue.wait()
    assert isinstance(finals[-1], Failed), finals[-1]
    assert f"the scheduler at {address} has gone" in finals[-1].message
    assert "segments are kept, and the same command with --resume" in finals[-1].message
    assert not (tmp_path / "out.mp4").exists()
    finals.clear()
    with ClusterQueue(lambda job, event: finals.append(event), InProcess(), resumes=True) as queue:
        queue.add(spec_for(source, tmp_path / "out.mp4"))
        assert queue.wait()
    assert isinstance(finals[-1], Done), finals[-1]
    assert " done before" in finals[0].message
    assert_same(look(tmp_path / "out.mp4"), uncut(spec_for(source, tmp_path / "whole.mp4")))


def test_a_worker_that_lacks_a_file_with_a_percent_sign_says_so(tmp_path):
    asked = {"inputs": [[str(tmp_path / "50%.mp4"), 5]], "folders": [], "versions": {}}
    (sentence,) = tasks.check(asked)["sentences"]
    assert f"cannot read {tmp_path / '50%.mp4'}" in sentence
