"""The virtual camera over a stand-in for pyvirtualcam, which needs a driver."""

import sys
import threading
import types

import numpy as np
import pytest
from sending import Sending, until

from app.video.cameras import senders as module
from app.video.cameras.sender import SenderError
from app.video.cameras.senders import VIRTUAL_CAMERA, virtual_camera_status
from app.video.output import Output
from gpu_unet.frame_format import FrameFormat

RGB = FrameFormat(2, 2)


class FakeDriver:
    """What pyvirtualcam offers; `backends` maps a name to the error that it raises, or None."""

    def __init__(self, monkeypatch, **backends):
        self.backends = backends
        self.cameras = []
        package = types.ModuleType("pyvirtualcam")
        package.PixelFormat = types.SimpleNamespace(RGB="RGB ")
        package.Camera = self._open
        package.camera = types.SimpleNamespace(BACKENDS=dict.fromkeys(backends))
        monkeypatch.setitem(sys.modules, "pyvirtualcam", package)

    def _open(self, *, width, height, fps, fmt, backend):
        if self.backends[backend]:
            raise RuntimeError(f"'{backend}' backend: {self.backends[backend]}")
        camera = types.SimpleNamespace(
            device=f"{backend} 0", size=(height, width), fps=fps, sent=[], is_closed=False
        )
        camera.gate = threading.Semaphore(1000)

        def send(pixels):
            camera.gate.acquire()
            camera.sent.append(pixels.copy())

        def close():
            camera.is_closed = True

        camera.send, camera.close = send, close
        self.cameras.append(camera)
        return camera


def test_it_sends_what_it_is_given_under_the_drivers_name(monkeypatch):
    driver = FakeDriver(monkeypatch, obs=None)
    camera = Sending(VIRTUAL_CAMERA)
    picture = np.full((4, 6, 3), 77, np.uint8)
    camera.offer(Output(picture, FrameFormat(4, 6), 1.0, True))
    until(lambda: driver.cameras and driver.cameras[0].sent)
    camera.close()
    camera.close()
    assert camera.device == "obs 0"
    assert (driver.cameras[0].sent[0] == picture).all()
    assert driver.cameras[0].size == (4, 6)
    assert driver.cameras[0].is_closed


def test_yuv_pictures_arrive_as_rgb(monkeypatch):
    driver = FakeDriver(monkeypatch, obs=None)
    camera = Sending(VIRTUAL_CAMERA)
    pixels = np.full((6, 8), 128, np.uint8)
    pixels[:4] = 235  # white in limited range
    camera.offer(Output(pixels, FrameFormat(4, 8, "yuv420"), 1.0, True))
    until(lambda: driver.cameras and driver.cameras[0].sent)
    camera.close()
    assert (driver.cameras[0].sent[0] >= 250).all()


def test_the_newest_picture_wins_over_those_the_driver_had_no_time_for(monkeypatch):
    driver = FakeDriver(monkeypatch, obs=None)
    sent = []
    camera = Sending(VIRTUAL_CAMERA, on_sent=sent.append)
    camera.offer(Output(np.zeros((2, 2, 3), np.uint8), RGB, 0.0, True))
    until(lambda: sent)
    device = driver.cameras[0]
    device.gate = threading.Semaphore(0)  # the driver is busy
    for number in range(1, 10):
        camera.offer(Output(np.full((2, 2, 3), number, np.uint8), RGB, float(number), True))
    device.gate.release(1000)
    until(lambda: sent and sent[-1] == 9.0)
    camera.close()
    assert len([time_s for time_s in sent if 0 < time_s < 9]) <= 1


def test_a_still_picture_is_repeated_for_readers_that_give_up(monkeypatch):
    monkeypatch.setattr("app.pipeline.live.sender.REPEAT_S", 0.01)
    driver = FakeDriver(monkeypatch, obs=None)
    camera = Sending(VIRTUAL_CAMERA)
    camera.offer(Output(np.zeros((2, 2, 3), np.uint8), RGB, 1.0, True))
    until(lambda: driver.cameras and len(driver.cameras[0].sent) >= 3)
    camera.close()


def test_what_is_offered_last_is_sent_last_even_when_closing(monkeypatch):
    driver = FakeDriver(monkeypatch, obs=None)
    camera = Sending(VIRTUAL_CAMERA, frame_rate=1)  # it rests for a second
    camera.offer(Output(np.full((2, 2, 3), 1, np.uint8), RGB, 1.0, True))
    until(lambda: driver.cameras and driver.cameras[0].sent)
    camera.offer(Output(np.full((2, 2, 3), 2, np.uint8), RGB, 2.0, True))
    camera.close()
    assert driver.cameras[0].sent[-1][0, 0, 0] == 2


def test_the_next_backend_is_tried_when_one_fails(monkeypatch):
    FakeDriver(monkeypatch, obs="OBS is not installed", unitycapture=None)
    camera = VIRTUAL_CAMERA.open(height=2, width=2, frame_rate=30)
    assert camera.device == "unitycapture 0"


@pytest.mark.parametrize(
    ("platform", "words"),
    [
        ("linux", "modprobe v4l2loopback devices=1 exclusive_caps=1"),
        ("win32", "Install OBS Studio"),
        ("darwin", "start its virtual camera once"),
    ],
)
def test_when_all_fail_the_error_names_each_and_what_to_install(monkeypatch, platform, words):
    FakeDriver(monkeypatch, obs="OBS is not installed", unitycapture="no such device")
    monkeypatch.setattr(module.sys, "platform", platform)
    with pytest.raises(SenderError) as caught:
        VIRTUAL_CAMERA.open(height=2, width=2, frame_rate=30)
    sentence = str(caught.value)
    assert "obs: OBS is not installed" in sentence
    assert "unitycapture: no such device" in sentence
    assert words in sentence


def test_a_driver_that_fails_later_ends_the_camera_with_a_sentence(monkeypatch):
    driver = FakeDriver(monkeypatch, obs=None)
    camera = Sending(VIRTUAL_CAMERA)
    camera.offer(Output(np.zeros((2, 2, 3), np.uint8), RGB, 1.0, True))
    until(lambda: driver.cameras and driver.cameras[0].sent)

    def send(pixels):
        raise RuntimeError("the device was removed")

    driver.cameras[0].send = send
    camera.offer(Output(np.zeros((2, 2, 3), np.uint8), RGB, 2.0, True))
    until(lambda: camera.stopped)
    assert "the device was removed" in camera.stopped[0]
    camera.close()


def test_the_status_needs_no_device_to_be_opened(monkeypatch):
    monkeypatch.setattr(module.importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr(module.sys, "platform", "linux")
    monkeypatch.setattr(module, "_loopback_devices", lambda: [])
    status = virtual_camera_status()
    assert "modprobe v4l2loopback" in status.sentence
    assert [command.split()[1] for command in status.commands] == ["apt", "modprobe"]
    assert all(command in status.sentence for command in status.commands)
    monkeypatch.setattr(module, "_loopback_devices", lambda: ["video9"])
    assert virtual_camera_status().is_available
