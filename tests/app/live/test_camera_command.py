"""`main.py camera --no-window`, with an engine that needs no weights."""

import argparse
import io
import json
import os
import re
import shutil
import signal
import sys
import threading
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from attack.hostile_servers import HostileServer, redirect
from doubles import FakeEngineFactory
from file_names import WAYS, other_name
from live_doubles import wait_until
from mjpeg_camera import MjpegCamera
from PIL import Image
from rich.console import Console
from video_clips import first_picture, make_clip

import main
from app.cli import camera
from app.cli.headless import HeadlessSession, line_of, table_of
from app.pipeline.live.statistics import LiveStatistics, Percentiles
from app.pipeline.live.worker import LiveWorker
from app.pipeline.settings import Settings
from app.video.cameras.camera_list import CameraInfo
from app.video.recording.summary import RecordingStatus
from app.video.source import SourceError


def _parse(*words):
    parser = argparse.ArgumentParser()
    camera.add_arguments(parser)
    return parser.parse_args([*words, "--no-window"])


class _PatientSession(HeadlessSession):
    """Its time is not over before a recording has a picture, however busy the machine is."""

    def _is_time_over(self, now, began_s, heard_s):
        if not super()._is_time_over(now, began_s, heard_s):
            return False
        has_picture = "to_recorder" in self._worker.statistics().stage_ms
        return has_picture or self._has_failed or self._options.record is None


@pytest.fixture(autouse=True)
def _no_silence_is_long(monkeypatch):
    """On a busy machine a source may be silent for longer than a user would wait."""
    monkeypatch.setattr("app.cli.headless.SILENCE_ALLOWED_S", 600.0)


def _session(words, said, *, engine_factory=None, **more):
    def make_worker(*args, **options):
        return LiveWorker(
            *args, engine_factory=engine_factory or FakeEngineFactory(), **options, **more
        )

    return _PatientSession(
        camera.options_of(_parse(*words)),
        Console(file=said, width=200, highlight=False),
        make_worker=make_worker,
    )


def _run(*words, **options):
    """Run a headless session; returns whether all went well, and what was said."""
    said = io.StringIO()
    return _session(words, said, **options).run() == "done", said.getvalue()


def test_the_synthetic_camera_is_recorded_and_its_delays_are_printed(tmp_path):
    path = tmp_path / "me.mp4"
    is_well, said = _run(
        "--source", "synthetic", "--background", "navy", "--record", str(path),
        "--seconds", "1.5", "--stats",
    )  # fmt: skip
    assert is_well, said
    with av.open(str(path)) as file:
        assert file.streams.video[0].frames >= 1
    for words in ("Recording into", "frames/s", "capture to recorder", "p95 ms", "network"):
        assert words in said


def test_a_recording_without_the_sound_that_was_asked_for_is_kept_but_no_success(
    tmp_path, monkeypatch
):
    def fails(name):
        raise SourceError(f"The microphone {name} cannot be opened.")

    monkeypatch.setattr("app.pipeline.live.recordings.open_microphone", fails)
    path = tmp_path / "me.mp4"
    is_well, said = _run(
        "--source", "synthetic", "--background", "navy", "--record", str(path),
        "--microphone", "Headset", "--seconds", "1",
    )  # fmt: skip
    assert not is_well
    assert "Headset cannot be opened. The recording goes on without sound." in said
    assert path.exists()


class _DeadTerminal(io.StringIO):
    """Takes words until the terminal is closed."""

    is_closed_by_user = False

    def write(self, text):
        if self.is_closed_by_user:
            raise OSError(5, "Input/output error")
        return super().write(text)


@pytest.fixture
def hang_up_as_in_a_terminal():
    """Whoever started the tests, with nohup say, may have had the signal ignored."""
    if not hasattr(signal, "SIGHUP"):
        pytest.skip("this system has no SIGHUP")
    earlier = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, earlier)


@pytest.mark.usefixtures("hang_up_as_in_a_terminal")
def test_closing_the_terminal_ends_the_session_with_a_whole_recording(tmp_path):
    path, said = tmp_path / "me.mp4", _DeadTerminal()
    words = ["--source", "synthetic", "--background", "navy", "--record", str(path), "--stats"]
    session = _session(words, said)

    def close_the_terminal():
        wait_until(lambda: "Recording into" in said.getvalue(), "the recording")
        said.is_closed_by_user = True
        os.kill(os.getpid(), signal.SIGHUP)

    closer = threading.Thread(target=close_the_terminal)
    closer.start()
    assert session.run() == "done"
    closer.join()
    assert b"moof" not in path.read_bytes()  # a plain MP4: it was finished
    assert signal.getsignal(signal.SIGHUP) == signal.SIG_DFL


def test_a_background_that_is_not_there_ends_the_session_before_it_shows_anything(tmp_path):
    is_well, said = _run("--source", "synthetic", "--background", str(tmp_path / "nope.jpg"))
    assert not is_well
    (error,) = (line for line in said.splitlines() if line.startswith("error: "))
    assert "nope.jpg does not exist" in error
    assert "Not one picture" not in said  # it was said why


def test_a_file_that_cannot_be_read_ends_the_session(tmp_path):
    (tmp_path / "clip.mp4").write_text("no video")
    is_well, said = _run("--source", str(tmp_path / "clip.mp4"), "--background", "navy")
    assert not is_well
    assert "clip.mp4" in said


def test_a_file_that_does_not_exist_is_not_taken_for_a_camera(capsys):
    assert camera.run(_parse("--source", "holiday.mp4")) == 2
    assert "error: There is no file holiday.mp4; check the path." in capsys.readouterr().err


def test_a_file_is_played_once_to_its_end(tmp_path):
    make_clip(tmp_path / "clip.mp4", frame_count=8)
    is_well, said = _run("--source", str(tmp_path / "clip.mp4"), "--background", "navy")
    assert is_well, said


def test_the_recording_of_a_file_begins_with_its_first_frame(tmp_path):
    def bright_at_first(index, *, height, width):
        return np.full((height, width, 3), 20 if index else 235, np.uint8)

    make_clip(tmp_path / "clip.mp4", frame_count=12, picture=bright_at_first)
    engine_factory, path = FakeEngineFactory(), tmp_path / "me.mp4"
    engine_factory.gate.clear()
    opening = threading.Timer(1.0, engine_factory.gate.set)  # an engine takes longer than the file
    opening.start()
    is_well, said = _run(
        "--source", str(tmp_path / "clip.mp4"), "--background", "navy", "--record", str(path),
        engine_factory=engine_factory,
    )  # fmt: skip
    opening.join()
    assert is_well, said
    assert first_picture(path)[24, 32].min() > 200


def test_a_recording_asked_for_before_the_source_is_there_takes_its_rate(tmp_path):
    make_clip(tmp_path / "slow.mp4", frame_count=2, rate=Fraction(2))
    is_well, said = _run(
        "--source", str(tmp_path / "slow.mp4"), "--background", "navy",
        "--record", str(tmp_path / "me.mp4"),
    )  # fmt: skip
    assert is_well, said
    # The second picture comes after half a second, and is shown for as long.
    assert float(re.search(r"me.mp4 holds ([\d.]+) s", said)[1]) >= 0.9


def test_a_film_with_a_frame_in_half_a_day_is_recorded(tmp_path):
    make_clip(tmp_path / "damaged.mp4", frame_count=2, rate=Fraction(1, 41_943))
    is_well, said = _run(
        "--source", str(tmp_path / "damaged.mp4"), "--background", "navy", "--seconds", "1",
        "--record", str(tmp_path / "me.mp4"),
    )  # fmt: skip
    assert is_well, said
    assert "me.mp4 holds" in said


def test_a_still_is_recorded_for_as_long_as_it_is_shown(tmp_path):
    Image.new("RGB", (64, 48), (200, 100, 50)).save(tmp_path / "me.png")
    is_well, said = _run(
        "--source", str(tmp_path / "me.png"), "--background", "navy", "--seconds", "1",
        "--record", str(tmp_path / "me.mp4"),
    )  # fmt: skip
    assert is_well, said
    assert float(re.search(r"me.mp4 holds ([\d.]+) s", said)[1]) >= 0.9


def test_a_recording_that_cannot_be_is_refused_before_anything_starts(tmp_path, capsys):
    (tmp_path / "there.mp4").touch()
    arguments = _parse("--source", "synthetic", "--record", str(tmp_path / "there.mp4"))
    assert camera.run(arguments) == 1
    assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize("role", ["source", "background"])
@pytest.mark.parametrize("way", ["", *WAYS])
def test_no_name_of_what_is_read_is_recorded_over(tmp_path, capsys, role, way):
    path = tmp_path / "clip.mp4"
    path.write_text("precious")
    other = other_name(path, way) if way else path
    words = {"--source": "synthetic", "--background": "navy", f"--{role}": str(path)}
    arguments = [word for pair in words.items() for word in pair]
    assert camera.run(_parse(*arguments, "--record", str(other), "--overwrite")) == 2
    assert f"{other} is the {role} and cannot be overwritten" in capsys.readouterr().err
    assert path.read_text() == "precious"


def test_a_virtual_camera_that_cannot_be_ends_the_session_with_the_reason(monkeypatch):
    from app.video.cameras.sender import SenderError

    def fails(**_):
        raise SenderError("No virtual camera could be opened. Tried v4l2loopback: none")

    monkeypatch.setattr("app.video.cameras.senders._open_camera", fails)
    is_well, said = _run("--source", "synthetic", "--virtual-camera", "--background", "navy")
    assert not is_well
    assert "Tried v4l2loopback" in said


def test_ndi_that_is_missing_ends_the_session_with_the_command(monkeypatch):
    monkeypatch.setitem(sys.modules, "cyndilib", None)
    is_well, said = _run("--source", "synthetic", "--send", "ndi", "--background", "transparent")
    assert not is_well
    assert "Install the optional package first: pip install cyndilib" in said


@pytest.mark.parametrize(
    ("platform", "names"), [("linux", "ndi"), ("win32", "ndi or spout or unity")]
)
def test_only_what_the_system_has_can_be_sent_to(monkeypatch, capsys, platform, names):
    monkeypatch.setattr("sys.platform", platform)
    assert camera.run(_parse("--source", "synthetic", "--send", "syphon")) == 2
    said = capsys.readouterr().err
    assert f"error: --send is syphon, expected {names} on this system" in said


def test_a_model_that_is_not_there_ends_the_session(tmp_path):
    engine_factory = FakeEngineFactory()
    engine_factory.error = ValueError("there is no model 'x'")
    is_well, said = _run(
        "--source", "synthetic", "--background", "navy", engine_factory=engine_factory
    )
    assert not is_well
    assert "there is no model 'x'" in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--size", "big"], "expected width x height as in 1280x720"),
        (["--size", "1²x5"], "--size is 1²x5, expected width x height as in 1280x720"),
        (["--seconds", "0"], "--seconds is 0, expected more than 0"),
        (["--seconds", "1e300"], "--seconds is 1e+300, expected more than 0 and at most 2,000,000"),
        (["--seconds", "nan"], "--seconds is nan, expected more than 0"),
        (["--seconds", "inf"], "--seconds is inf, expected more than 0"),
        (["--fps-limit", "1e300"], "--fps-limit is 1e+300, expected more than 0"),
        (["--fps-limit", "1e-300"], "--fps-limit is 1e-300, expected at least 0.01"),
        (["--fps-limit", "-3"], "--fps-limit is -3"),
        (["--threshold", "2"], "--edge-trim is 2"),
        (["--microphone"], "--microphone needs --record OUT.mp4"),
    ],
)
def test_a_wrong_value_is_one_sentence(words, sentence, capsys):
    assert camera.run(_parse("--source", "synthetic", *words)) == 2
    assert sentence in capsys.readouterr().err


def test_with_a_window_the_source_and_the_look_are_handed_on(monkeypatch):
    opened = []
    monkeypatch.setattr(main, "open_window", lambda options: opened.append(options) or 0)
    words = ["--source", "synthetic", "--background", "navy", "--mirror", "--record", "me.mp4"]
    assert main.main(["camera", *words]) == 0
    assert main.main(words) == 0  # without a command: the window too
    for options in opened:
        assert str(options.request) == "synthetic"
        assert options.settings.mirror
        assert str(options.record) == "me.mp4"
    assert len(opened) == 2


def test_pace_limit_and_figures_are_handed_to_the_window_too(monkeypatch):
    opened = []
    monkeypatch.setattr(main, "open_window", lambda options: opened.append(options) or 0)
    assert main.main(["camera", "--stats", "--fps-limit", "3", "--no-pace"]) == 0
    assert opened[0].wants_statistics
    assert opened[0].frame_limit == 3
    assert not opened[0].has_automatic_pace


def test_what_was_given_is_told_also_where_it_is_the_default():
    words = ("--background", "blur", "--smoothing", "0.6", "--no-mirror", "--device", "auto")
    given = camera.options_of(_parse(*words))
    assert given.given == {"background", "smoothing", "mirror", "device"}
    assert given.settings == Settings()
    unnamed = camera.options_of(_parse())
    assert not unnamed.given
    assert unnamed.settings.background.kind == "blur"


def test_size_and_rate_reach_the_camera():
    options = camera.options_of(_parse("--source", "Webcam", "--size", "640x480", "--fps", "25"))
    request = options.request
    assert (request.height, request.width, request.frame_rate) == (480, 640, 25.0)


@pytest.mark.parametrize("name", ["Logi", "Cam", "/dev/video9", "\u00b2"])
def test_a_name_that_no_camera_has_ends_a_session_without_a_window_at_once(
    name, capsys, monkeypatch
):
    cameras = [CameraInfo(0, "Front Cam", "V4L2"), CameraInfo(2, "Back Cam", "V4L2")]
    monkeypatch.setattr("app.video.cameras.camera_list.list_cameras", lambda: cameras)
    assert camera.run(_parse("--source", name, "--seconds", "1")) == 1
    said = capsys.readouterr().err
    assert said.startswith("error: ")
    assert "0: Front Cam, 2: Back Cam" in said
    assert "camera --list" in said
    assert said.count("\n") == 1


def test_a_camera_that_is_silent_from_the_start_does_not_hold_up_a_script(bench, monkeypatch):
    monkeypatch.setattr("app.cli.headless.SILENCE_ALLOWED_S", 0.2)
    bench.is_there = False
    is_well, said = _run(
        "--source", "7", "--background", "navy", "--seconds", "0.3", make_feed=bench.make_feed
    )
    assert not is_well
    assert "error: Camera 7 sent no picture within 0.3 seconds" in said
    assert "Not one picture" not in said  # it was said why


def test_devices_are_listed_without_opening_a_session(capsys, monkeypatch):
    monkeypatch.setattr("app.video.cameras.camera_list.list_cameras", lambda: [])
    assert main.main(["camera", "--list"]) == 0
    said = capsys.readouterr().out
    assert "No camera is plugged in; --source synthetic" in said
    assert "virtual camera" in said
    assert "\nndi  " in said


def test_a_malformed_address_is_one_sentence(capsys):
    for words in (["--no-window"], []):
        assert main.main(["camera", "--source", "http://[::1/x", *words]) == 2
        said = capsys.readouterr().err
        assert "error: http://[::1/x has no valid host; expected one like rtsp://" in said


def test_a_camera_that_leads_to_another_host_ends_a_session_unless_that_is_allowed(tmp_path):
    with (
        MjpegCamera() as other,
        HostileServer(lambda visit: visit.send(redirect(other.address)), "localhost") as server,
    ):
        words = ["--source", f"http://{server.place}/", "--background", "navy", "--seconds", "1"]
        is_well, said = _run(*words)
        assert not is_well
        assert "error: localhost wants pictures from 127.0.0.1; allow it with --allow-host" in said
        path = tmp_path / "allowed.mp4"
        is_well, said = _run(*words, "--allow-host", "127.0.0.1", "--record", str(path))
        assert is_well, said
        assert path.stat().st_size


def test_the_line_and_the_table_hold_every_figure():
    figures = Percentiles(p50=11.1, p95=22.2, max=33.3, count=300)
    statistics = LiveStatistics(
        fps_in=30.0,
        fps_out=29.9,
        latency_ms=figures,
        stage_ms={"wait": figures, "network": figures, "to_virtual_camera": figures},
        dropped_frames=4,
        pace_level=2,
        recording=RecordingStatus(
            path=Path("me.mp4"),
            elapsed_s=7.5,
            file_bytes=3_200_000,
            free_bytes=10**9,
            dropped_frames=6,
            quality_level=2,
            is_paused=False,
        ),
    )
    line = line_of(statistics)
    for words in ("in 30.0, out 29.9", "p50 11.1, p95 22.2, max 33.3", "dropped 4", "level 2"):
        assert words in line
    assert "recorded 7.5 s, 3.2 MB, coarser to keep up, 6 lost" in line
    console = Console(file=io.StringIO(), width=120)
    console.print(table_of(statistics))
    table = console.file.getvalue()
    for words in ("wait for the engine", "network", "capture to virtual camera", "capture to comp"):
        assert words in table
    assert json.dumps(line)
    order = ["network", "capture to composite", "capture to virtual camera"]
    assert sorted(order, key=table.index) == order  # as the frame goes


def test_a_recording_whose_folder_vanishes_ends_the_session_as_a_failure_at_once(tmp_path):
    folder = tmp_path / "stick"
    folder.mkdir()
    said = io.StringIO()
    words = ["--source", "synthetic", "--background", "navy", "--record", str(folder / "me.mp4")]
    session = _session(words, said)  # without --seconds: it would go on for ever

    def pull_the_disk_out():
        wait_until(lambda: "Recording into" in said.getvalue(), "the recording")
        shutil.rmtree(folder)

    puller = threading.Thread(target=pull_the_disk_out)
    puller.start()
    assert session.run() == "failed"
    puller.join()
    assert "no longer exists" in said.getvalue()


def test_a_room_that_is_no_picture_ends_a_session_without_a_window(tmp_path):
    path = tmp_path / "empty.png"
    path.write_bytes(b"no picture")
    is_well, said = _run("--source", "synthetic", "--learn-room", str(path))  # it would go on
    assert not is_well
    assert "empty.png" in said


def test_the_picture_of_the_empty_room_is_never_recorded_over(tmp_path):
    path = tmp_path / "empty.mp4"
    path.write_bytes(b"mine")
    words = ("--learn-room", str(path), "--record", str(path), "--overwrite")
    with pytest.raises(ValueError, match="cannot be overwritten"):
        camera.options_of(_parse(*words))


def test_a_password_that_is_refused_ends_the_session_after_three_tries():
    def refuse(visit):
        visit.send("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n")

    with HostileServer(refuse) as server:
        went_well, said = _run("--source", f"http://me:hunter2@{server.place}/", "--seconds", "60")
    assert not went_well
    assert server.connections == 3
    assert "enter the address with the right name and password" in said
    assert "hunter2" not in said
