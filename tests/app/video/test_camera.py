import errno
import struct
from types import SimpleNamespace

import cv2
import pytest
from fake_capture import WEBCAM, FakeCapture

import app.video.cameras.camera_list as list_module
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.worker import CameraOpener
from app.video.cameras.camera_list import (
    USUAL_MODE,
    VIDIOC_ENUM_FMT,
    VIDIOC_ENUM_FRAMEINTERVALS,
    VIDIOC_ENUM_FRAMESIZES,
    CameraInfo,
    CameraMode,
    best_per_size,
    find_again,
    find_camera,
    list_cameras,
    negotiate,
    open_camera,
    read_v4l2_modes,
)
from app.video.source import SourceError

TWO = [
    CameraInfo(0, "Integrated Camera", "V4L2", "/dev/video0"),
    CameraInfo(2, "Studio Webcam C920", "V4L2", "/dev/video2"),
]


@pytest.fixture
def cameras(monkeypatch):
    """The cameras that are plugged in; a test changes the list."""
    found = list(TWO)
    monkeypatch.setattr(list_module.sys, "platform", "linux")
    monkeypatch.setattr(list_module, "list_cameras", lambda: found)
    return found


def test_mjpg_is_taken_where_it_gives_more_frames():
    mode = negotiate(FakeCapture(), USUAL_MODE)  # type: ignore[arg-type]
    assert mode == CameraMode(720, 1280, 30.0, "MJPG")


def test_uncompressed_is_taken_where_it_is_as_fast():
    capture = FakeCapture()
    mode = negotiate(capture, CameraMode(480, 640, 30.0))  # type: ignore[arg-type]
    assert mode == CameraMode(480, 640, 30.0, "YUYV")
    assert capture.get(cv2.CAP_PROP_FOURCC) == cv2.VideoWriter.fourcc(*"YUYV")


def test_the_size_that_comes_nearest_wins_over_the_rate():
    modes = {("YUYV", 720, 1280): 10.0, ("MJPG", 480, 640): 60.0}
    assert negotiate(FakeCapture(modes), USUAL_MODE).fourcc == "YUYV"  # type: ignore[arg-type]


def test_the_delivered_mode_is_read_back_and_reported(cameras, monkeypatch):
    only_small = {("YUYV", 480, 640): 25.0}
    monkeypatch.setattr(cv2, "VideoCapture", lambda index, api: FakeCapture(only_small))
    with open_camera(TWO[0], height=1080, width=1920) as source:
        assert source.mode == CameraMode(480, 640, 25.0, "YUYV")
        assert source.mode_sentence == "640x480, 25 frames/s, YUYV"


def test_the_buffer_holds_one_picture(cameras, monkeypatch):
    capture = FakeCapture(WEBCAM)
    monkeypatch.setattr(cv2, "VideoCapture", lambda index, api: capture)
    with open_camera(TWO[0]):
        assert (cv2.CAP_PROP_BUFFERSIZE, 1) in capture.calls
    assert capture.is_released


@pytest.mark.parametrize(
    "target", ["2", "/dev/video2", "Studio Webcam C920", "studio", " Webcam C920 "]
)
def test_a_camera_is_found_by_number_path_name_or_a_part_of_it(cameras, target):
    assert find_camera(target).index == 2


def test_an_unknown_name_lists_what_there_is(cameras):
    with pytest.raises(SourceError, match="no camera Logi: there are 0: Integrated Camera, 2: "):
        find_camera("Logi")


@pytest.mark.parametrize("target", ["\u00b2", "\u2460"])
def test_a_digit_that_is_no_number_is_a_name(cameras, target):
    with pytest.raises(SourceError, match=f"There is no camera {target}"):
        find_camera(target)


def test_an_ambiguous_name_asks_for_the_number(cameras):
    cameras.append(CameraInfo(4, "Studio Webcam C920", "V4L2", "/dev/video4"))
    with pytest.raises(SourceError, match="Several cameras are called Studio Webcam C920"):
        find_camera("Studio Webcam C920")


def test_a_camera_is_known_again_by_path_or_name_after_it_was_unplugged(cameras):
    webcam = cameras[1]
    assert find_again(webcam) == webcam
    cameras[:] = [CameraInfo(0, "Studio Webcam C920", "V4L2", "/dev/video0")]  # in another socket
    assert find_again(webcam).index == 0
    cameras.clear()
    with pytest.raises(SourceError, match="Studio Webcam C920 is not plugged in"):
        find_again(webcam)


def test_a_session_reopens_the_same_camera_under_its_new_number(cameras, monkeypatch):
    opened = []

    def open_capture(index, api):
        opened.append(index)
        return FakeCapture()

    monkeypatch.setattr(cv2, "VideoCapture", open_capture)
    opener = CameraOpener(SourceRequest("camera", "2"))
    opener().close()
    cameras[:] = [CameraInfo(5, "Studio Webcam C920", "V4L2", "/dev/video5"), TWO[0]]
    opener().close()
    assert opened == [2, 5]


@pytest.fixture
def reopened(cameras, monkeypatch):
    """Opens camera 2 of these, then the same one of others; returns the number of the second."""

    def reopen(before, after):
        opened = []
        monkeypatch.setattr(
            cv2, "VideoCapture", lambda index, api: opened.append(index) or FakeCapture()
        )
        opener = CameraOpener(SourceRequest("camera", "2"))
        cameras[:] = before
        opener().close()
        cameras[:] = after
        opener().close()
        return opened[1]

    return reopen


def _studio_webcam(number):
    return CameraInfo(number, TWO[1].name, "V4L2", f"/dev/video{number}")


def test_a_full_name_is_no_part_of_another(cameras, monkeypatch):
    monkeypatch.setattr(cv2, "VideoCapture", lambda index, api: FakeCapture())
    opener = CameraOpener(SourceRequest("camera", "Studio Webcam", is_full_name=True))
    with pytest.raises(SourceError, match="There is no camera Studio Webcam: there are 0: "):
        opener()
    cameras.append(CameraInfo(4, "Studio Webcam", "V4L2", "/dev/video4"))
    with opener() as camera:
        assert camera.name == "Studio Webcam"


def test_another_camera_with_the_path_of_the_lost_one_is_not_taken_for_it(reopened):
    other = CameraInfo(2, "Doorbell", "V4L2", "/dev/video2")
    assert reopened(TWO, [other, _studio_webcam(4)]) == 4
    with pytest.raises(SourceError, match="Studio Webcam C920 is not plugged in"):
        reopened(TWO, [other])


def test_a_second_camera_of_the_same_name_is_not_taken_for_the_lost_one(reopened):
    twins = [_studio_webcam(2), _studio_webcam(6)]
    assert reopened(twins, [*twins[1:], _studio_webcam(8)]) == 8
    with pytest.raises(SourceError, match="Studio Webcam C920 is not plugged in"):
        reopened(twins, twins[1:])


def test_a_camera_of_the_same_name_that_came_later_is_not_taken_for_the_lost_one(
    cameras, monkeypatch
):
    monkeypatch.setattr(cv2, "VideoCapture", lambda index, api: FakeCapture())
    cameras[:] = [_studio_webcam(2)]
    opener = CameraOpener(SourceRequest("camera", "2"))
    opener().close()
    cameras.append(_studio_webcam(6))
    opener.note_twins()
    del cameras[0]
    opener.note_twins()  # which are those that were there beside it
    with pytest.raises(SourceError, match="Studio Webcam C920 is not plugged in"):
        opener()
    cameras.append(_studio_webcam(8))
    with opener() as camera:
        assert camera.info.index == 8


def test_a_camera_that_the_system_does_not_list_is_opened_again_by_its_number(reopened):
    assert reopened([], []) == 2


def test_no_camera_at_all_is_said_plainly(cameras):
    cameras.clear()
    with pytest.raises(SourceError, match="no camera is plugged in"):
        find_camera("Logi")


def test_a_camera_that_is_taken_names_what_was_tried_and_what_to_do(cameras, monkeypatch):
    monkeypatch.setattr(list_module, "_FIRST_PICTURE_S", 0.0)
    capture = FakeCapture()
    capture.works = False  # it opens, but another program has the pictures
    monkeypatch.setattr(cv2, "VideoCapture", lambda index, api: capture)
    with pytest.raises(SourceError) as caught:
        open_camera(TWO[0])
    assert "V4L2: it opens but sends no picture; another program" in str(caught.value)
    assert "Close other programs" in str(caught.value)
    assert capture.is_released


def test_a_failing_read_is_an_error_and_no_end(cameras, monkeypatch):
    capture = FakeCapture()
    monkeypatch.setattr(cv2, "VideoCapture", lambda index, api: capture)
    with open_camera(TWO[0]) as source:
        source.read()
        capture.works = False
        with pytest.raises(SourceError, match="no picture"):
            source.read()


@pytest.mark.parametrize("failure", [(False, None), (True, None), cv2.error("imdecode failed")])
def test_a_picture_that_cannot_be_decoded_is_no_lost_camera(cameras, monkeypatch, failure):
    capture = FakeCapture()
    monkeypatch.setattr(cv2, "VideoCapture", lambda index, api: capture)
    with open_camera(TWO[0]) as source:
        source.read()
        retrieve, broken = capture.retrieve, iter([True, False, True, True, False])

        def sometimes():
            if not next(broken, True):
                return retrieve()
            if isinstance(failure, cv2.error):
                raise failure
            return failure

        monkeypatch.setattr(capture, "retrieve", sometimes)
        assert source.read() is not None
        assert source.read() is not None
        with pytest.raises(SourceError, match="its pictures cannot be decoded; check the plug"):
            source.read()


def test_listing_asks_the_backend_of_the_system(monkeypatch):
    asked = []
    monkeypatch.setattr(list_module.sys, "platform", "win32")
    monkeypatch.setattr(list_module, "enumerate_cameras", lambda api: asked.append(api) or [])
    assert list_cameras() == []
    assert asked == [cv2.CAP_MSMF, cv2.CAP_DSHOW]


def test_cameras_are_listed_by_number(monkeypatch):
    numbers = [4, 0, 2]
    found = [SimpleNamespace(index=n, name="", path=f"/dev/video{n}") for n in numbers]
    monkeypatch.setattr(list_module, "enumerate_cameras", lambda api: iter(found))
    assert [camera.index for camera in list_cameras()] == [0, 2, 4]


def test_number_0_is_the_first_camera_whatever_its_number(cameras):
    del cameras[0]
    assert find_camera("0").index == 2
    assert find_camera("1").name == "Camera 1"  # not listed: it is tried all the same


def test_a_list_of_modes_shows_each_size_and_rate_once_largest_first():
    modes = [CameraMode(h, w, rate, code) for (code, h, w), rate in WEBCAM.items()]
    assert [str(mode) for mode in best_per_size(modes)] == [
        "1280x720, 30 frames/s, MJPG",
        "1280x720, 10 frames/s, YUYV",
        "640x480, 30 frames/s, YUYV",
    ]


def test_v4l2_modes_are_read_from_the_kernel(tmp_path, monkeypatch):
    """The structures as a driver fills them, byte by byte after linux/videodev2.h."""
    mjpg = struct.unpack("<I", b"MJPG")[0]
    sizes = [(1280, 720), (640, 480)]

    def ioctl(device: int, request: int, buffer: bytearray) -> int:
        (index,) = struct.unpack_from("=I", buffer)
        if request == VIDIOC_ENUM_FMT and index == 0:
            struct.pack_into("=I", buffer, 44, mjpg)
        elif request == VIDIOC_ENUM_FRAMESIZES and index < len(sizes):
            struct.pack_into("=III", buffer, 8, 1, *sizes[index])
        elif request == VIDIOC_ENUM_FRAMEINTERVALS and index < 2:
            struct.pack_into("=III", buffer, 16, 1, 1, (30, 15)[index])
        else:
            raise OSError(errno.EINVAL, "no more")
        return 0

    device = tmp_path / "video0"
    device.touch()
    monkeypatch.setattr("fcntl.ioctl", ioctl)
    modes = read_v4l2_modes(str(device))
    assert [str(mode) for mode in modes] == [
        "1280x720, 30 frames/s, MJPG",
        "1280x720, 15 frames/s, MJPG",
        "640x480, 30 frames/s, MJPG",
        "640x480, 15 frames/s, MJPG",
    ]


def test_the_size_of_each_v4l2_structure_is_the_one_in_its_request_code():
    """The kernel's request codes carry the size of their structure in bits 16 to 29."""
    from app.video.cameras import camera_list

    for request, layout in (
        (VIDIOC_ENUM_FMT, camera_list.FMTDESC),
        (VIDIOC_ENUM_FRAMESIZES, camera_list.FRMSIZE),
        (VIDIOC_ENUM_FRAMEINTERVALS, camera_list.FRMIVAL),
    ):
        assert (request >> 16) & 0x3FFF == layout.size
