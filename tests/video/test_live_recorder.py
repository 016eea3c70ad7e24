"""Recordings that play: after a clean stop, a kill, a full disk, a pause, another size."""

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

import video.live_recorder as recorder_module
from video import fragmented_mp4
from video.frame import PixelFormat
from video.live_encoder import SPEEDS, LiveEncoder
from video.live_recorder import LiveRecorder
from video.microphone import Microphone, SoundBlock
from video.recording_summary import RecordingError
from video.source import SourceError

YUV = PixelFormat("yuv420", "bt709", full_range=False)
HEIGHT, WIDTH = 96, 128
ROOT = Path(__file__).resolve().parents[2]


def picture(level: int, *, height: int = HEIGHT, width: int = WIDTH) -> np.ndarray:
    pixels = np.full((height * 3 // 2, width), 128, np.uint8)
    pixels[:height] = level
    return pixels


class Recording:
    """A recorder fed with pictures at given times; waits so that none is lost to the queue."""

    def __init__(self, path: Path, **options):
        self.summaries = []
        self.encoded = []
        self.notices = []
        self.recorder = LiveRecorder(
            path,
            frame_rate=Fraction(30),
            on_stopped=self.summaries.append,
            on_encoded=self.encoded.append,
            on_notice=self.notices.append,
            **options,
        )

    def add(self, time_s: float, level: int = 100, pixels=None, pixel_format=YUV, waits=True):
        pixels = picture(level) if pixels is None else pixels
        rows, width = pixels.shape[:2]
        is_rgb = pixel_format.layout == "rgb"
        before = len(self.encoded)
        self.recorder.offer(
            pixels,
            height=rows if is_rgb else rows * 2 // 3,
            width=width,
            pixel_format=pixel_format,
            captured_s=time_s,
        )
        until_s = time.monotonic() + 20
        while waits and len(self.encoded) == before and not self.summaries:
            assert time.monotonic() < until_s
            time.sleep(0.001)

    def stop(self):
        self.recorder.stop()
        self.recorder.join()
        return self.summaries[0]


def read(path: Path) -> list[tuple[float, int]]:
    """Time and mean luma of every picture in the file."""
    with av.open(str(path)) as file:
        return [
            (float(frame.pts * frame.time_base), round(float(frame.to_ndarray()[:HEIGHT].mean())))
            for frame in file.decode(video=0)
        ]


def boxes(path: Path) -> list[bytes]:
    """Kinds of the file's outermost boxes."""
    found, data, position = [], path.read_bytes(), 0
    while position + 8 <= len(data):
        length = int.from_bytes(data[position : position + 4], "big")
        found.append(data[position + 4 : position + 8])
        position += max(8, length)
    return found


def test_irregular_times_of_capture_are_kept_exactly(tmp_path):
    times = [0.0, 0.031, 0.070, 0.071, 0.5, 1.9, 1.933]
    recording = Recording(tmp_path / "a.mp4")
    for number, time_s in enumerate(times):
        recording.add(50.0 + time_s, level=40 + 20 * number)
    summary = recording.stop()
    got = read(tmp_path / "a.mp4")
    assert [time_s for time_s, _ in got] == pytest.approx(times, abs=1e-4)
    assert [level for _, level in got] == pytest.approx([40 + 20 * n for n in range(7)], abs=3)
    assert (summary.reason, summary.frames, summary.dropped_frames) == ("user", 7, 0)


def test_a_clean_stop_leaves_a_plain_file_with_its_index_in_front(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    for number in range(70):
        recording.add(number / 30)
    assert recording.stop().is_plain
    kinds = boxes(tmp_path / "a.mp4")
    assert b"moof" not in kinds
    assert kinds.index(b"moov") < kinds.index(b"mdat")
    assert os.listdir(tmp_path) == ["a.mp4"]


def test_the_file_plays_while_it_is_being_made(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    for number in range(100):
        recording.add(number / 30)
    assert b"moof" in boxes(tmp_path / "a.mp4")
    assert len(read(tmp_path / "a.mp4")) >= 60
    recording.stop()


KILLED = """
import os, signal, sys, time
sys.path[:0] = [{root!r}, {here!r}]
from test_live_recorder import Recording
from pathlib import Path
recording = Recording(Path(sys.argv[1]))
for number in range(200):
    recording.add(number / 30, level=40 + number)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_after_sigkill_the_file_plays_up_to_the_last_seconds(tmp_path):
    script = KILLED.format(root=str(ROOT), here=str(Path(__file__).parent))
    path = tmp_path / "killed.mp4"
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], timeout=120, capture_output=True, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    got = read(path)
    recorded_s = 199 / 30
    assert got[-1][0] >= recorded_s - 2.0
    assert [level for _, level in got] == pytest.approx([40 + n for n in range(len(got))], abs=4)


class FullDisk:
    """A file that takes so many bytes and no more."""

    def __init__(self, file, room_bytes):
        self.file, self.left = file, room_bytes

    def write(self, data):
        if len(data) > self.left:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.left -= len(data)
        return self.file.write(data)

    def close(self):
        self.file.close()


def test_a_full_disk_stops_the_recording_with_a_playable_file(tmp_path, monkeypatch, rng):
    real = open

    def small_disk(path, mode, **options):
        return FullDisk(real(path, mode, **options), 900_000)

    monkeypatch.setattr(fragmented_mp4, "open", small_disk, raising=False)
    recording = Recording(tmp_path / "a.mp4")
    number = 0
    while not recording.summaries:
        noise = rng.integers(16, 235, (HEIGHT * 3 // 2, WIDTH), np.uint8)
        recording.add(number / 30, pixels=noise)
        number += 1
        assert number < 2000
    recording.recorder.join()
    (summary,) = recording.summaries
    assert summary.reason == "disk"
    assert "disk is full" in summary.sentence
    assert len(read(tmp_path / "a.mp4")) > 0
    assert set(boxes(tmp_path / "a.mp4")) <= {b"ftyp", b"moov", b"moof", b"mdat"}
    recording.add(number / 30, waits=False)  # what still comes is left alone


def test_the_last_megabytes_of_a_disk_are_left_to_others(tmp_path, monkeypatch):
    recording = Recording(tmp_path / "a.mp4")
    for number in range(10):
        recording.add(number / 30)
    monkeypatch.setattr(
        recorder_module.LiveRecorder, "free_bytes", property(lambda self: 10 * 2**20)
    )
    for number in range(10, 40):
        recording.add(number / 30, waits=not recording.summaries)
    recording.recorder.join()
    assert recording.summaries[0].reason == "disk"
    assert len(read(tmp_path / "a.mp4")) >= 10


def test_too_little_room_for_the_remux_keeps_the_fragments(tmp_path, monkeypatch):
    def no_room(fragmented, plain):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("video.recording_file.remux_to_plain", no_room)
    recording = Recording(tmp_path / "a.mp4")
    for number in range(40):
        recording.add(number / 30)
    summary = recording.stop()
    assert (summary.reason, summary.is_plain) == ("user", False)
    assert len(read(tmp_path / "a.mp4")) == 40


def test_a_pause_leaves_no_gap(tmp_path):
    now = [100.0]
    recording = Recording(tmp_path / "a.mp4", clock=lambda: now[0])
    for number in range(3):
        recording.add(100.0 + number / 10, level=50)
    now[0] = 100.3
    recording.recorder.set_paused(True)
    assert recording.recorder.is_paused
    recording.add(101.0, level=200, waits=False)
    now[0] = 110.3
    recording.recorder.set_paused(False)
    for number in range(3):
        recording.add(110.3 + number / 10, level=150)
    assert recording.recorder.elapsed_s == pytest.approx(0.3)
    recording.stop()
    got = read(tmp_path / "a.mp4")
    assert [time_s for time_s, _ in got] == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.5], abs=1e-3)
    assert 200 not in [level for _, level in got]


def test_a_picture_older_than_the_last_is_left_out(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    recording.add(10.0)
    recording.add(10.1)
    recording.add(10.05, waits=False)
    recording.add(10.2)
    assert recording.stop().frames == 3


def test_when_the_encoder_cannot_keep_up_quality_goes_before_pictures(tmp_path, monkeypatch):
    """The encoder is held up; what it does next shows in its level, then in the count."""
    gate = threading.Semaphore(0)
    honest = LiveEncoder.encode

    def held_up(self, frame, time_s):
        gate.acquire()
        return honest(self, frame, time_s)

    monkeypatch.setattr(LiveEncoder, "encode", held_up)
    now = [0.0]
    recording = Recording(tmp_path / "a.mp4", clock=lambda: now[0])
    levels, dropped = [], []
    for number in range(40):
        recording.add(number / 30, waits=False)
        now[0] = number / 30
        if number % 4 == 3:  # the encoder manages one picture in four
            before = len(recording.encoded)
            gate.release()
            while len(recording.encoded) == before:
                time.sleep(0.001)
        levels.append(recording.recorder.quality_level)
        dropped.append(recording.recorder.dropped_frames)
    assert levels[-1] == len(SPEEDS) - 1
    first_loss = next(number for number, count in enumerate(dropped) if count)
    assert levels[first_loss] == len(SPEEDS) - 1  # nothing more could be given up
    for _ in range(100):
        gate.release()
    summary = recording.stop()
    assert summary.dropped_frames == dropped[-1] > 0
    assert summary.frames + summary.dropped_frames == 40
    assert len(read(tmp_path / "a.mp4")) == summary.frames


def test_quality_comes_back_after_a_while_of_calm(tmp_path):
    now = [0.0]
    recording = Recording(tmp_path / "a.mp4", clock=lambda: now[0])
    recording.add(0.0)
    recording.recorder._file.set_level(2)
    for number in range(1, 100):
        now[0] = number / 2
        recording.add(number / 2)
    assert recording.recorder.quality_level == 0
    recording.stop()
    assert len(read(tmp_path / "a.mp4")) == 100


def test_all_speeds_write_the_same_headers(tmp_path):
    """An MP4 has them once; a file whose speed changed would not play otherwise."""
    with av.open(str(tmp_path / "a.mp4"), "w") as file:
        encoder = LiveEncoder(
            file.add_stream("libx264"),
            height=HEIGHT,
            width=WIDTH,
            pixel_format=YUV,
            frame_rate=Fraction(30),
        )
        assert encoder.extradata
        for level in range(len(SPEEDS)):
            encoder.set_level(level)  # asserts that the headers are the same


def test_a_camera_that_returns_in_another_size_is_fitted_into_the_recording(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    recording.add(0.0, level=100)
    recording.add(0.1, pixels=picture(180, height=96, width=64))  # narrower: bars left and right
    rgb = np.full((97, 129, 3), 255, np.uint8)
    recording.add(0.2, pixels=rgb, pixel_format=PixelFormat("rgb"))
    recording.stop()
    with av.open(str(tmp_path / "a.mp4")) as file:
        frames = [frame.to_ndarray()[:HEIGHT] for frame in file.decode(video=0)]
    assert [frame.shape for frame in frames] == [(HEIGHT, WIDTH)] * 3
    assert frames[1][48, 64] == pytest.approx(180, abs=4)
    assert frames[1][48, 4] == pytest.approx(16, abs=4)
    assert frames[2][48, 64] == pytest.approx(235, abs=4)


def test_the_colour_of_the_camera_is_told_to_players(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    recording.add(0.0, pixel_format=PixelFormat("yuv420", "bt601", full_range=True))
    recording.stop()
    with av.open(str(tmp_path / "a.mp4")) as file:
        frame = next(file.decode(video=0))
    assert int(frame.colorspace) == 6
    assert int(frame.color_range) == 2


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a.webm", "ends in .mp4"),
        ("missing/a.mp4", "does not exist; make it first"),
        ("there.mp4", "exists already"),
    ],
)
def test_what_can_be_seen_before_the_first_picture_is_said_at_once(tmp_path, name, words):
    (tmp_path / "there.mp4").touch()
    with pytest.raises(RecordingError, match=words):
        LiveRecorder(tmp_path / name, frame_rate=Fraction(30))


def test_a_recording_without_a_picture_leaves_no_file(tmp_path):
    recording = Recording(tmp_path / "a.mp4")
    summary = recording.stop()
    assert summary.frames == 0
    assert not summary.path.exists()
    assert "Nothing was recorded" in summary.sentence
    assert os.listdir(tmp_path) == []


class Beeper(Microphone):
    """A card that runs 300 ppm too fast and beeps whenever the picture flashes."""

    name = "beeper"
    sample_rate = 48_000
    channels = 1
    PPM = 300

    def __init__(self, began_s: float, seconds: float):
        self.block = 0
        self.began_s, self.seconds = began_s, seconds

    def read(self):
        time.sleep(0.0005)
        true_rate = self.sample_rate * (1 + self.PPM * 1e-6)
        at = (self.block * 480 + np.arange(480)) / true_rate
        if at[-1] > self.seconds:
            return None
        self.block += 1
        beeps = (at % 1.0) < 0.1
        samples = np.where(beeps, np.sin(2 * np.pi * 1000 * at), 0).astype(np.float32)[:, None]
        return SoundBlock(samples, self.began_s + float(at[-1]))

    def close(self):
        pass


def test_sound_is_written_in_step_with_the_picture(tmp_path):
    began_s, seconds = 500.0, 8.0
    beeper = Beeper(began_s, seconds)
    recording = Recording(tmp_path / "a.mp4", open_microphone=lambda: beeper)
    for number in range(int(seconds * 30)):
        recording.add(began_s + number / 30)
    deadline = time.monotonic() + 20
    while recording.recorder._sound._thread.is_alive() and time.monotonic() < deadline:
        time.sleep(0.01)
    recording.add(began_s + seconds)
    recording.stop()
    with av.open(str(tmp_path / "a.mp4")) as file:
        assert file.streams.video[0].codec_context.name == "h264"
        stream = file.streams.audio[0]
        assert stream.codec_context.name == "aac"
        rate = stream.rate
        frames = list(file.decode(stream))
    first_s = float(frames[0].pts * frames[0].time_base)
    sound = np.abs(np.concatenate([frame.to_ndarray()[0] for frame in frames]))
    loud = np.convolve(sound, np.ones(96) / 96, mode="same") > 0.3
    starts = np.flatnonzero(loud[1:] & ~loud[:-1]) / rate + first_s
    for second in range(1, int(seconds)):
        assert np.abs(starts - second).min() < 0.040, f"no beep at {second} s: {starts}"


def test_a_microphone_that_cannot_be_opened_costs_only_the_sound(tmp_path):
    def fails():
        raise SourceError("There is no microphone.")

    recording = Recording(tmp_path / "a.mp4", open_microphone=fails)
    for number in range(5):
        recording.add(number / 30)
    assert recording.stop().frames == 5
    assert recording.notices == ["There is no microphone. The recording goes on without sound."]
    with av.open(str(tmp_path / "a.mp4")) as file:
        assert not file.streams.audio


def test_a_microphone_that_is_pulled_out_costs_only_the_rest_of_the_sound(tmp_path):
    class Pulled(Beeper):
        def read(self):
            if self.block == 100:
                raise SourceError("The microphone beeper failed; check its plug.")
            return super().read()

    recording = Recording(tmp_path / "a.mp4", open_microphone=lambda: Pulled(0.0, 10.0))
    for number in range(60):
        recording.add(number / 30)
        time.sleep(0.002)
    assert recording.stop().frames == 60
    assert recording.notices == [
        "The microphone beeper failed; check its plug. The recording goes on without sound."
    ]
