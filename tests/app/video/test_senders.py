"""Ways to other programs with transparency: NDI itself where it is installed, and stand-ins."""

import contextlib
import importlib.util
import os
import subprocess
import sys
import threading
import types

import numpy as np
import pytest
from sending import Sending, until

from app.video.cameras import senders
from app.video.cameras.sender import SenderError, SenderKind, SenderStatus
from app.video.cameras.senders import SENDERS, senders_here
from app.video.output import Output
from gpu_unet.frame_format import FrameFormat

HEIGHT, WIDTH = 36, 64
RGB = FrameFormat(HEIGHT, WIDTH)
PERSON = (200, 100, 50)


class Kept:
    """A connection that keeps what it is sent, and on which thread it was opened."""

    device = "kept"

    def __init__(self, **size):
        self.size = size
        self.sent = []
        self.threads = {threading.get_ident()}
        self.is_closed = False

    def send(self, pixels):
        self.threads.add(threading.get_ident())
        self.sent.append(pixels.copy())

    def close(self):
        self.threads.add(threading.get_ident())
        self.is_closed = True


def kind_of(opens, *, has_alpha=True):
    return SenderKind(
        name="kept",
        title="Kept",
        label="Kept",
        started="{device}",
        open=opens,
        status=lambda: SenderStatus(True),
        has_alpha=has_alpha,
    )


def sent_for(pixels, frame_format, alpha):
    """What a connection is sent for one picture, the last of all included."""
    opened = []
    sender = Sending(kind_of(lambda **size: opened.append(Kept(**size)) or opened[-1]))
    sender.offer(Output(pixels, frame_format, 0.0, True, alpha=alpha))
    until(lambda: opened and opened[0].sent)
    sender.close()
    assert opened[0].is_closed
    return opened[0].sent


def test_alpha_is_straight_and_nothing_is_left_where_it_is_0():
    pixels = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    pixels[:] = PERSON
    alpha = np.zeros((HEIGHT, WIDTH), np.uint8)
    alpha[:, 20:40] = 128
    alpha[:, 30:40] = 255
    rgba = sent_for(pixels, RGB, alpha)[0]
    assert rgba.shape == (HEIGHT, WIDTH, 4)
    assert (rgba[:, :20] == 0).all()
    assert (rgba[:, 20:30] == (*PERSON, 128)).all()  # not multiplied
    assert (rgba[:, 30:40] == (*PERSON, 255)).all()


def test_colour_that_420_leaves_beside_the_person_is_not_sent():
    pixels = np.full((HEIGHT * 3 // 2, WIDTH), 90, np.uint8)  # chroma far from grey
    alpha = np.zeros((HEIGHT, WIDTH), np.uint8)
    alpha[:, ::2] = 255
    rgba = sent_for(pixels, FrameFormat(HEIGHT, WIDTH, "yuv420"), alpha)[0]
    assert (rgba[:, 1::2] == 0).all()
    assert (rgba[:, ::2, 3] == 255).all()


def test_a_picture_with_its_background_is_opaque():
    pixels = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    assert (sent_for(pixels, RGB, None)[0][..., 3] == 255).all()


def test_the_last_frame_is_empty_so_that_no_person_stays_in_the_other_program():
    pixels = np.full((HEIGHT, WIDTH, 3), 9, np.uint8)
    assert not sent_for(pixels, RGB, None)[-1].any()


def test_a_connection_is_opened_used_and_closed_on_one_thread():
    opened = []
    sender = Sending(kind_of(lambda **size: opened.append(Kept(**size)) or opened[-1]))
    sender.offer(Output(np.zeros((HEIGHT, WIDTH, 3), np.uint8), RGB, 0.0, True))
    until(lambda: opened and opened[0].sent)
    sender.close()
    assert len(opened[0].threads) == 1
    assert threading.get_ident() not in opened[0].threads


def test_another_one_opens_once_the_first_is_closed():
    """A device has room for one: by a switch, and for a source of another size."""
    opened = []

    def opens(**size):
        assert all(other.is_closed for other in opened)
        opened.append(Kept(**size))
        return opened[-1]

    def picture(height):
        return Output(np.zeros((height, WIDTH, 3), np.uint8), FrameFormat(height, WIDTH), 0.0, True)

    def is_open(height):
        return sending.sender.is_on and opened[-1].size["height"] == height

    sending = Sending(kind_of(opens))
    for height in (HEIGHT, HEIGHT + 2, HEIGHT, HEIGHT + 4):
        until(lambda height=height: sending.offer(picture(height)) or is_open(height))
        sending.sender.set(False)
        sending.sender.set(True)  # it goes on, or opens again
        until(lambda height=height: sending.offer(picture(height)) or is_open(height))
    sending.sender.set(False)
    until(lambda: not sending.sender.is_on)
    sending.sender.set(True)
    until(lambda: sending.offer(picture(HEIGHT)) or is_open(HEIGHT))
    sending.close()
    assert opened[-1].is_closed
    assert not any(sending.stopped)


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("virtual_camera", "pip install pyvirtualcam"),
        ("ndi", "pip install cyndilib"),
        ("spout", "pip install SpoutGL"),
        ("unity", "pip install pyvirtualcam"),
        ("syphon", "pip install syphon-python"),
    ],
)
def test_a_missing_package_is_named_with_the_command(monkeypatch, name, command):
    kind = SENDERS[name]
    for package in ("cyndilib", "SpoutGL", "pyvirtualcam", "objc", "syphon"):
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(SenderError, match=command):
        kind.open(height=HEIGHT, width=WIDTH, frame_rate=30)
    monkeypatch.undo()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    status = kind.status()
    assert not status.is_available
    assert status.commands[0] == command
    assert command in status.sentence


@pytest.mark.parametrize(
    ("platform", "names"),
    [
        ("linux", ["virtual_camera", "ndi"]),
        ("win32", ["virtual_camera", "ndi", "spout", "unity"]),
        ("darwin", ["virtual_camera", "ndi", "syphon"]),
    ],
)
def test_each_system_has_its_own(monkeypatch, platform, names):
    monkeypatch.setattr(sys, "platform", platform)
    assert [kind.name for kind in senders_here()] == names


# NDI

RECEIVER = """
import sys, time
import numpy as np
from cyndilib import Finder, Receiver, RecvBandwidth, RecvColorFormat, VideoRecvFrame
from cyndilib.receiver import ReceiveFrameType
finder = Finder()
finder.open()
source = None
while source is None:
    finder.wait_for_sources(1)
    names = [name for name in finder.update_sources() if name == sys.argv[1]]
    source = finder.get_source(names[0]) if names else None
receiver = Receiver(color_format=RecvColorFormat.RGBX_RGBA, bandwidth=RecvBandwidth.highest)
frame = VideoRecvFrame()
receiver.set_video_frame(frame)
receiver.set_source(source)
while not (receiver.receive(ReceiveFrameType.recv_video, 100) & ReceiveFrameType.recv_video):
    pass
rows = np.empty(frame.get_buffer_size(), np.uint8)
frame.fill_p_data(rows)
np.save(sys.argv[2], rows.reshape(frame.yres, -1)[:, : 4 * frame.xres].reshape(frame.yres, -1, 4))
"""


@pytest.fixture
def ndi_here(tmp_path, monkeypatch):
    """NDI between programs of this computer: the receiver looks at 127.0.0.1, not only at mDNS.

    Returns:
        The senders' name, of this process alone: other tests may run at the same time.
    """
    if importlib.util.find_spec("cyndilib") is None:
        pytest.skip("NDI is not installed: pip install cyndilib")
    (tmp_path / "ndi-config.v1.json").write_text('{"ndi": {"networks": {"ips": "127.0.0.1"}}}')
    monkeypatch.setenv("NDI_CONFIG_DIR", str(tmp_path))
    monkeypatch.setattr(senders, "NAME", f"Backdrop of {os.getpid()}")
    return senders.NAME


@pytest.mark.usefixtures("ndi_here")
@pytest.mark.parametrize(("height", "width"), [(36, 64), (45, 81)])
def test_another_program_receives_straight_alpha_by_ndi(tmp_path, height, width):
    pixels = np.empty((height, width, 3), np.uint8)
    pixels[:] = PERSON
    alpha = np.zeros((height, width), np.uint8)
    alpha[:, 16:32] = 128
    alpha[:, 32:48] = 255
    sender = Sending(SENDERS["ndi"], frame_rate=30)
    try:
        sender.offer(Output(pixels, FrameFormat(height, width), 0.0, True, alpha=alpha))
        until(lambda: sender.device)
        subprocess.run(
            [sys.executable, "-c", RECEIVER, sender.device, str(tmp_path / "got.npy")], check=True
        )
    finally:
        sender.close()
    got = np.load(tmp_path / "got.npy").astype(int)
    assert got.shape == (height // 2 * 2, width // 2 * 2, 4)
    assert (got[:, :14] <= 4).all()  # NDI's own coding changes a colour by some levels
    for columns, value in ((np.s_[18:30], 128), (np.s_[34:46], 255)):
        assert np.abs(got[:, columns] - (*PERSON, value)).max() <= 6


def test_a_second_one_on_this_computer_gets_a_name_of_its_own(ndi_here):
    first = SENDERS["ndi"].open(height=HEIGHT, width=WIDTH, frame_rate=30)
    second = SENDERS["ndi"].open(height=HEIGHT, width=WIDTH, frame_rate=29.97)
    try:
        assert f"({ndi_here})" in first.device
        assert f"({ndi_here} 2)" in second.device
    finally:
        first.close()
        second.close()


def test_asking_about_ndi_loads_nothing_and_names_avahi(tmp_path, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setitem(sys.modules, "cyndilib", None)  # an import would raise
    monkeypatch.setattr(senders, "AVAHI_SOCKET", tmp_path / "socket")
    status = SENDERS["ndi"].status()
    assert status.is_available
    assert status.commands == ("sudo apt install avahi-daemon",)
    assert status.commands[0] in status.sentence
    (tmp_path / "socket").touch()
    assert SENDERS["ndi"].status() == SenderStatus(True)


# Spout, Unity Capture and Syphon: their documented calls


class FakeSpout:
    """What SpoutGL offers to a sender."""

    def __init__(self, monkeypatch):
        self.calls, self.has_opengl, self.takes = [], True, True
        package = types.ModuleType("SpoutGL")
        package.SpoutSender = lambda: self
        enums = types.ModuleType("SpoutGL.enums")
        enums.GL_RGBA = 0x1908
        monkeypatch.setitem(sys.modules, "SpoutGL", package)
        monkeypatch.setitem(sys.modules, "SpoutGL.enums", enums)

    def createOpenGL(self):  # noqa: N802
        self.thread = threading.get_ident()  # to which the context belongs
        return self.has_opengl

    def sendImage(self, pixels, width, height, layout, invert, frame_buffer):  # noqa: N802
        assert threading.get_ident() == self.thread
        assert pixels.flags.c_contiguous
        self.calls.append((pixels.copy(), width, height, layout, invert, frame_buffer))
        return self.takes

    def __getattr__(self, name):
        return lambda *arguments: self.calls.append((name, *arguments))


def test_spout_gets_rgba_from_the_thread_of_its_context(monkeypatch):
    spout = FakeSpout(monkeypatch)
    sender = Sending(SENDERS["spout"])
    picture = np.full((HEIGHT, WIDTH, 3), 70, np.uint8)
    sender.offer(Output(picture, RGB, 0.0, True, alpha=np.full((HEIGHT, WIDTH), 9, np.uint8)))
    until(lambda: len(spout.calls) >= 3)
    sender.close()
    assert spout.calls[0] == ("setSenderName", "Backdrop")
    pixels, *rest = spout.calls[1]
    assert rest == [WIDTH, HEIGHT, 0x1908, False, 0]
    assert (pixels == (70, 70, 70, 9)).all()
    assert spout.calls[2] == ("setFrameSync", "Backdrop")
    assert [call[0] for call in spout.calls[-2:]] == ["releaseSender", "closeOpenGL"]


def test_spout_without_opengl_says_so(monkeypatch):
    FakeSpout(monkeypatch).has_opengl = False
    with pytest.raises(SenderError, match="Spout needs OpenGL"):
        SENDERS["spout"].open(height=HEIGHT, width=WIDTH, frame_rate=30)


def test_spout_that_takes_no_picture_ends_with_a_sentence(monkeypatch):
    FakeSpout(monkeypatch).takes = False
    sender = Sending(SENDERS["spout"])
    sender.offer(Output(np.zeros((HEIGHT, WIDTH, 3), np.uint8), RGB, 0.0, True))
    until(lambda: sender.stopped)
    sender.close()
    assert sender.stopped == ["Spout stopped (it did not accept the picture). Switch it on again."]


class FakeUnityCapture:
    """What pyvirtualcam offers to a sender with transparency."""

    def __init__(self, monkeypatch):
        self.options, self.sent, self.is_closed, self.trouble = {}, [], False, ""
        self.device = "Unity Video Capture"
        package = types.ModuleType("pyvirtualcam")
        package.PixelFormat = types.SimpleNamespace(RGBA="ABGR")
        package.Camera = self._open
        monkeypatch.setitem(sys.modules, "pyvirtualcam", package)

    def _open(self, **options):
        self.options = options
        if self.trouble:
            raise RuntimeError(f"'unitycapture' backend: {self.trouble}")
        return self

    def send(self, pixels):
        self.sent.append(pixels.copy())

    def close(self):
        self.is_closed = True


def test_unity_capture_gets_straight_alpha_beside_obs(monkeypatch):
    unity = FakeUnityCapture(monkeypatch)
    sender = Sending(SENDERS["unity"])
    picture = np.full((HEIGHT, WIDTH, 3), 70, np.uint8)
    sender.offer(Output(picture, RGB, 0.0, True, alpha=np.full((HEIGHT, WIDTH), 9, np.uint8)))
    until(lambda: unity.sent)
    sender.close()
    assert sender.device == "Unity Video Capture"
    assert (unity.options["backend"], unity.options["fmt"]) == ("unitycapture", "ABGR")
    assert (unity.options["width"], unity.options["height"]) == (WIDTH, HEIGHT)
    assert (unity.sent[0] == (70, 70, 70, 9)).all()
    assert not unity.sent[-1].any(), "no person stays in the other program"
    assert unity.is_closed


def test_unity_capture_without_its_driver_says_what_to_install(monkeypatch):
    FakeUnityCapture(monkeypatch).trouble = "virtual camera output not found."
    with pytest.raises(SenderError) as error:
        SENDERS["unity"].open(height=HEIGHT, width=WIDTH, frame_rate=30)
    assert "Unity Capture (virtual camera output not found). Install Unity Capture" in str(
        error.value
    )


class FakeSyphon:
    """What syphon-python and PyObjC offer to a server."""

    def __init__(self, monkeypatch):
        self.device, self.pools, self.published, self.is_stopped = "a GPU", 0, [], False
        package = types.ModuleType("syphon")
        package.SyphonMetalServer = self._server
        utils = types.ModuleType("syphon.utils")
        arrays = types.ModuleType("syphon.utils.numpy")
        arrays.copy_image_to_mtl_texture = self._copy
        raw = types.ModuleType("syphon.utils.raw")
        raw.create_mtl_texture = lambda device, width, height: {"size": (width, height)}
        objc = types.ModuleType("objc")
        objc.autorelease_pool = self._pool
        for module in (package, utils, arrays, raw, objc):
            monkeypatch.setitem(sys.modules, module.__name__, module)

    def _server(self, name):
        self.name = name
        return self

    @contextlib.contextmanager
    def _pool(self):
        self.pools += 1
        yield
        self.pools -= 1

    def _copy(self, image, texture):
        texture["image"] = image.copy()

    def publish_frame_texture(self, texture):
        assert self.pools == 1
        self.published.append(dict(texture))

    def stop(self):
        self.is_stopped = True


def test_syphon_publishes_a_texture_of_the_picture(monkeypatch):
    syphon = FakeSyphon(monkeypatch)
    sender = Sending(SENDERS["syphon"])
    picture = np.full((HEIGHT, WIDTH, 3), 70, np.uint8)
    sender.offer(Output(picture, RGB, 0.0, True, alpha=np.full((HEIGHT, WIDTH), 9, np.uint8)))
    until(lambda: syphon.published)
    sender.close()
    assert syphon.name == sender.device == "Backdrop"
    assert syphon.published[0]["size"] == (WIDTH, HEIGHT)
    assert (syphon.published[0]["image"] == (70, 70, 70, 9)).all()
    assert syphon.is_stopped
