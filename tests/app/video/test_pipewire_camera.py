"""The camera node of PipeWire: against a PipeWire of the test's own, where it is installed."""

import os
import shutil
import subprocess
import sys
import time

import numpy as np
import pytest
from sending import Sending

from app.video.cameras import senders
from app.video.cameras.pipewire_camera import PipeWireCamera, has_pipewire
from app.video.cameras.sender import SenderError
from app.video.cameras.senders import VIRTUAL_CAMERA
from app.video.output import Output
from gpu_unet import FrameFormat

PROGRAMS = ("pipewire", "wireplumber", "dbus-run-session", "gst-launch-1.0", "pw-cli")
POLL_S = 0.05


@pytest.fixture
def pipewire(tmp_path, monkeypatch):
    """PipeWire with a session manager, in a folder of its own."""
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}; see packages-debian-ci.txt")
    plugin = subprocess.run(["gst-inspect-1.0", "pipewiresrc"], check=False, capture_output=True)
    if plugin.returncode != 0:
        pytest.skip("GStreamer has no pipewiresrc here")
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    for name in ("PIPEWIRE_REMOTE", "PIPEWIRE_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
    # The manager ends where it finds no PipeWire yet.
    command = "pipewire & while :; do wireplumber; sleep 0.1; done"
    with subprocess.Popen(
        ["dbus-run-session", "--", "sh", "-c", command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            wait_for(lambda: has_pipewire() and "wireplumber" in listed("Client").lower())
            yield process
        finally:
            os.killpg(process.pid, 9)


def wait_for(condition):
    while not condition():
        time.sleep(POLL_S)


def listed(kind):
    done = subprocess.run(["pw-cli", "ls", kind], capture_output=True, text=True, check=False)
    return done.stdout


def seen_by_another_program(path, *, height, width, count=5):
    """uint8 RGB frames (N, H, W, 3) that a program gets that opens the camera."""
    pipeline = f"pipewiresrc target-object=backdrop num-buffers={count} ! videoconvert ! "
    pipeline += f"video/x-raw,format=RGB ! filesink location={path}"
    subprocess.run(["gst-launch-1.0", "-q", *pipeline.split()], check=True)
    rows = np.fromfile(path, np.uint8).reshape(count, height, -1)  # they may be padded
    return rows[:, :, : 3 * width].reshape(count, height, width, 3)


@pytest.mark.parametrize("size", [(90, 160), (45, 81)])
def test_other_programs_see_what_is_sent_one_after_the_other(pipewire, tmp_path, size):
    height, width = size
    picture = np.zeros((*size, 3), np.uint8)
    picture[: height // 2] = 200, 40, 40
    picture[height // 2 :] = 30, 60, 220
    camera = Sending(VIRTUAL_CAMERA, frame_rate=30)
    try:
        camera.offer(Output(picture, FrameFormat(*size), 0.0, True))
        wait_for(lambda: camera.device)
        assert camera.device == "Backdrop (PipeWire)"
        assert senders.virtual_camera_status().is_available
        for number in range(2):  # a second program, after the first has left
            frames = seen_by_another_program(tmp_path / f"{number}.rgb", height=height, width=width)
            assert len(frames) == 5
            for part in (slice(2, height // 2 - 2), slice(height // 2 + 2, -2)):
                error = frames[-1][part].astype(int) - picture[part]
                assert np.abs(error).max() <= 6  # by way of YUV
    finally:
        camera.close()
    wait_for(lambda: "backdrop" not in listed("Node"))


def test_the_end_of_pipewire_is_told(pipewire):
    camera = Sending(VIRTUAL_CAMERA, frame_rate=30)
    try:
        camera.offer(Output(np.zeros((90, 160, 3), np.uint8), FrameFormat(90, 160), 0.0, True))
        wait_for(lambda: camera.device)
        os.killpg(pipewire.pid, 9)
        wait_for(lambda: camera.stopped)
    finally:
        camera.close()
    assert "Virtual camera stopped" in camera.stopped[0]
    assert not has_pipewire()


class NoCamera:
    def __init__(self, **_):
        raise OSError("refused")


@pytest.mark.skipif(sys.platform != "linux", reason="PipeWire is Linux's")
def test_a_loopback_device_comes_before_pipewire(monkeypatch):
    monkeypatch.setattr(senders, "has_pipewire", lambda: True)
    monkeypatch.setattr(senders, "PipeWireCamera", NoCamera)
    monkeypatch.setattr(senders, "_loopback_devices", list)
    with pytest.raises(SenderError, match=r"PipeWire: refused.*v4l2loopback"):
        VIRTUAL_CAMERA.open(height=2, width=2, frame_rate=30)
    monkeypatch.setattr(senders, "_loopback_devices", lambda: ["video9"])
    monkeypatch.setattr(senders.importlib.util, "find_spec", lambda name: object())
    monkeypatch.setitem(sys.modules, "pyvirtualcam", None)
    with pytest.raises(SenderError, match="pip install pyvirtualcam"):
        VIRTUAL_CAMERA.open(height=2, width=2, frame_rate=30)


def test_without_a_socket_nothing_is_opened(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("PIPEWIRE_RUNTIME_DIR", raising=False)
    assert not has_pipewire()
    if sys.platform == "linux":
        with pytest.raises(OSError, match=r"(?i)pipewire"):  # the loader names its file
            PipeWireCamera(height=2, width=2, frame_rate=30)
