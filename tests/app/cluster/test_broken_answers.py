"""Whatever a runner raises and whatever a file of a job holds: each job tells how it ended."""

from __future__ import annotations

import json

import pytest
from recordings_to_cut import clip, spec_for
from test_segments import lose, run

import main
from app.cluster import plain
from app.cluster.job_folder import find_left
from app.cluster.queue import ClusterQueue, absolute
from app.cluster.runner import InProcess, Outcome
from app.pipeline.end_signals import FAILED
from app.pipeline.jobs.events import Done, Failed

pytestmark = pytest.mark.usefixtures("engine_that_remembers")


def left(tmp_path):
    """A recording of which two segments are done, and their folder."""
    source, target = clip(tmp_path / "film.mp4"), tmp_path / "out.mp4"
    lose(source, target, 2)
    (folder,) = tmp_path.glob(".out.mp4.*.part")
    return source, target, folder


def test_each_flipped_bit_of_a_sidecar_costs_no_more_than_its_segment(tmp_path):
    source, target, folder = left(tmp_path)
    path = sorted(folder.glob("segment-*.json"))[0]
    sound = path.read_bytes()
    for place in range(len(sound)):
        damaged = bytearray(sound)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        job = find_left(absolute(spec_for(source, target)))
        assert job is not None
        assert 0 not in job.finished(), f"byte {place}: {bytes(damaged)!r}"
        job.work.leave()
    finals, _ = run(spec_for(source, target), resumes=True)
    assert isinstance(finals["film.mp4"], Done), finals
    assert finals["film.mp4"].report.frames_out == 130


@pytest.mark.parametrize(
    "changes",
    [
        {"job": []},
        {"job": None},
        {"segments": {}},
        {"segments": [{"number": "one"}]},
        {"frame_count": []},
        {"read": 3},
    ],
    ids=str,
)
def test_a_manifest_with_other_fields_is_no_job_of_ours(tmp_path, changes):
    source, target, folder = left(tmp_path)
    path = folder / "manifest.json"
    path.write_bytes(plain.sealed(plain.unsealed(path.read_bytes()) | changes))
    finals, _ = run(spec_for(source, target), resumes=True)
    assert isinstance(finals["film.mp4"], Done), finals


class Raising(InProcess):
    """One of its methods raises what nothing foresees."""

    def __init__(self, method):
        super().__init__()
        self._method = method

    def submit(self, *arguments, **keywords):
        if self._method == "submit":
            raise TypeError("a runner gave up")
        super().submit(*arguments, **keywords)

    def finished(self, timeout_s):
        if self._method == "finished":
            raise LookupError("a runner gave up")
        return super().finished(timeout_s)


class Answering(InProcess):
    """Each task ends with the same answer, or tells it meanwhile."""

    def __init__(self, answer, told=None):
        super().__init__()
        self._answer, self._told = answer, told

    def _run(self, ticket, task, payload):
        if self._told is not None:
            self.told.put(self._told)
        self._done.put(Outcome(ticket, self._answer, worker="here"))


@pytest.mark.usefixtures("expected_error_logs")
@pytest.mark.parametrize("method", ["submit", "finished"])
def test_what_a_runner_raises_ends_every_job_and_the_command_with_it(
    tmp_path, monkeypatch, capsys, method
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("app.cluster.runner.InProcess", lambda: Raising(method))
    for name in ("one.mp4", "two.mp4"):
        clip(tmp_path / name, frame_count=3)
    command = ["process", "one.mp4", "two.mp4", "-o", "done/", "--resume", "--json"]
    assert main.main(command) == FAILED
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["input"] for event in events if event["event"] == "error"] == [
        "one.mp4",
        "two.mp4",
    ]
    assert all("a runner gave up" in e["message"] for e in events if e["event"] == "error")


@pytest.mark.usefixtures("expected_error_logs")
def test_a_job_that_comes_after_the_end_of_the_queue_fails_as_well(tmp_path):
    source, finals = clip(tmp_path / "film.mp4", frame_count=3), []
    with ClusterQueue(lambda job, event: finals.append(event), Raising("submit")) as queue:
        for name in ("a.mp4", "b.mp4"):
            queue.add(spec_for(source, tmp_path / name))
            queue.wait()
    assert [type(final) for final in finals] == [Failed, Failed]


def test_an_answer_that_cannot_be_read_is_a_failure_of_its_task(tmp_path):
    source = clip(tmp_path / "film.mp4", frame_count=3)
    whole = {"machine": "elsewhere", "process": 1}
    for answer in (
        {},
        [],
        {"kind": "final", **whole},
        {"kind": "final", "event": {"event": "done", "report": 4}, **whole},
        {"kind": "final", "event": {"event": "unheard of"}, **whole},
        {"kind": "final", "event": {"event": "progress", "input": "a", "frames": 1}, **whole},
        {"kind": "cut", "segments": [1], "frame_count": 4, **whole},
        {"kind": "segment", "number": 0, "sidecar": {"frames": 1}, **whole},
        {"kind": "segment", "number": 0, "sidecar": None, **whole},
        {"kind": "something else", **whole},
    ):
        finals = []
        runner = Answering(answer, told={"job": 4})
        with ClusterQueue(lambda job, event: finals.append(event), runner) as queue:  # noqa: B023
            queue.add(spec_for(source, tmp_path / "out.mp4"))
            queue.wait()
        (final,) = finals
        assert isinstance(final, Failed), (answer, final)
        assert "answer" in final.message, (answer, final)


@pytest.mark.usefixtures("expected_error_logs")
def test_a_command_whose_jobs_tell_no_end_fails(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    clip(tmp_path / "film.mp4", frame_count=3)
    monkeypatch.setattr("app.pipeline.jobs.job.Job._tell", lambda self, event: None)
    status = main.main(["process", "film.mp4", "-o", "out.mp4", "--device", "cpu", "--json"])
    assert status == FAILED
    assert "did not end" in capsys.readouterr().out
