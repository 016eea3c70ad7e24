"""What every live source promises: the same tests for each of them."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise

import cv2
import numpy as np
import pytest
from drawn_camera import DrawnCamera
from fake_capture import FakeCapture
from mjpeg_camera import MjpegCamera
from rtsp_camera import RtspCamera

from app.video.cameras.camera_list import USUAL_MODE, Camera, CameraInfo
from app.video.cameras.network_camera import NetworkCamera
from app.video.cameras.synthetic import SyntheticCamera
from app.video.source import SourceError, VideoSource
from gpu_unet.frame_format import FrameFormat

Opener = Callable[[], VideoSource]


def _drawn() -> Iterator[Opener]:
    form = FrameFormat(72, 128, "yuv420")
    yield lambda: DrawnCamera(
        lambda index: np.full(form.shape, index % 256, np.uint8), frame_format=form
    )


def _sample() -> Iterator[Opener]:
    yield lambda: SyntheticCamera()


def _mjpeg() -> Iterator[Opener]:
    with MjpegCamera() as server:
        yield lambda: NetworkCamera(server.address)


def _rtsp() -> Iterator[Opener]:
    with RtspCamera() as server:
        yield lambda: NetworkCamera(server.address)


def _opencv() -> Iterator[Opener]:
    info = CameraInfo(0, "Fake", "V4L2")
    yield lambda: Camera(FakeCapture(), info, USUAL_MODE)  # type: ignore[arg-type]


def _opencv_odd() -> Iterator[Opener]:
    info = CameraInfo(0, "Odd", "V4L2")
    modes = {("YUYV", 99, 131): 30.0}
    yield lambda: Camera(FakeCapture(modes), info, USUAL_MODE)  # type: ignore[arg-type]


MAKERS = {
    "drawn": _drawn,
    "sample": _sample,
    "mjpeg over http": _mjpeg,
    "rtsp": _rtsp,
    "opencv": _opencv,
    "opencv odd": _opencv_odd,
}


@pytest.fixture(params=MAKERS)
def open_source(request) -> Iterator[Opener]:
    yield from MAKERS[request.param]()


def test_frames_have_the_size_and_layout_that_the_source_tells(open_source):
    with open_source() as source:
        frames = [source.read() for _ in range(3)]
    for frame in frames:
        assert frame is not None
        assert (frame.height, frame.width, frame.format) == (
            source.height,
            source.width,
            source.format,
        )
        rows = (source.height * 3 // 2, source.width)
        assert frame.pixels.shape in (rows, (source.height, source.width, 3))
        assert frame.pixels.dtype == np.uint8
        assert frame.pixels.flags.c_contiguous
        assert not frame.pixels.flags.writeable


def test_time_and_index_only_go_forward(open_source):
    with open_source() as source:
        frames = [source.read() for _ in range(5)]
    pairs = list(pairwise(frames))
    assert all(late.index > early.index for early, late in pairs)
    assert all(late.captured_s > early.captured_s for early, late in pairs)
    assert all(late.pts_s > early.pts_s for early, late in pairs)
    assert frames[0].pts_s >= 0


@pytest.mark.parametrize("kind", ["mjpeg over http", "rtsp", "opencv"])
def test_the_picture_that_proved_the_camera_keeps_the_time_of_its_arrival(kind):
    """It is taken while opening; whoever reads it late must not take it for a new one."""
    for open_one in MAKERS[kind]():
        with open_one() as source:
            opened_s = time.perf_counter()
            assert source.read().captured_s <= opened_s


def test_every_frame_of_a_living_camera_differs_from_the_last(open_source):
    with open_source() as source:
        pictures = [source.read().pixels for _ in range(4)]
    assert all(not np.array_equal(one, other) for one, other in pairwise(pictures))


def test_only_a_stream_of_changes_may_repeat_its_picture(request, open_source):
    with open_source() as source:
        assert source.repeats_pictures == ("rtsp" in request.node.name)


def test_a_live_source_says_so_and_has_no_length(open_source):
    with open_source() as source:
        assert source.is_live
        assert source.frame_count is None
        assert source.duration_s is None
        assert source.frame_rate > 0
        assert source.name
        assert f"{source.width}x{source.height}" in source.mode_sentence


def test_closing_twice_is_fine_and_reading_on_is_an_error_or_an_end(open_source):
    source = open_source()
    source.read()
    source.close()
    source.close()
    with suppress(SourceError):
        assert source.read() is None


def test_the_source_can_be_opened_again_after_it_was_closed(open_source):
    for _ in range(2):
        with open_source() as source:
            assert source.read() is not None


def test_reading_happens_on_any_one_thread(open_source):
    got = []

    def run() -> None:
        with open_source() as source:
            got.append(source.read())

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert got[0] is not None


def test_opencv_pictures_keep_their_colour():
    red = np.zeros((64, 64, 3), np.uint8)
    red[:] = (20, 30, 220)  # BGR
    capture = FakeCapture({("YUYV", 64, 64): 30.0}, draw=lambda index: red)
    with Camera(capture, CameraInfo(0, "Red", "V4L2"), USUAL_MODE) as source:  # type: ignore[arg-type]
        frame = source.read()
    back = cv2.cvtColor(frame.pixels, cv2.COLOR_YUV2BGR_I420)
    assert np.abs(back.astype(int) - red.astype(int)).max() <= 3  # 8-bit YUV of limited range
    assert frame.format.matrix == "bt601"
