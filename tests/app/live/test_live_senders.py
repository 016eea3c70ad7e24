"""The picture for other programs, with transparency: what leaves, and that the room never does."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from doubles import person_box
from live_doubles import RED, wait_until
from video_clips import make_clip
from watched_session import WatchedCamera

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live.events import SenderStarted, SenderStopped
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.settings import Settings
from app.video.cameras.senders import SENDERS

NOTHING_BEHIND = Settings(background=BackgroundSpec("transparent"), model="fast")
PERSON = person_box(height=48, width=64)


@pytest.fixture
def opened(monkeypatch):
    """The connections that take NDI's place."""
    made = []

    def opens(**size):
        made.append(WatchedCamera(**size))
        return made[-1]

    monkeypatch.setitem(SENDERS, "ndi", replace(SENDERS["ndi"], open=opens))
    return made


def is_empty(rgba):
    return not rgba.any()


def test_the_person_alone_is_sent_and_nothing_when_the_matte_is_lost(start, opened, bench):
    owner = start(settings=NOTHING_BEHIND)
    owner.worker.senders["ndi"].set(True)
    wait_until(lambda: opened and any(map(np.any, opened[0].sent)), "the person")
    assert owner.worker.statistics().sending == ("ndi",)
    bench.is_there = False
    bench.camera.behaviour = "fail"
    owner.wait_for_background()
    wait_until(lambda: is_empty(opened[0].sent[-1]), "nothing")
    bench.is_there = True
    owner.wait_for_composite()
    wait_until(lambda: not is_empty(opened[0].sent[-1]), "the person again")
    owner.worker.stop()
    assert is_empty(opened[0].sent[-1])
    assert opened[0].is_closed
    for rgba in opened[0].sent:
        outside = np.ones((48, 64), bool)
        outside[PERSON] = False
        assert rgba.shape == (48, 64, 4)
        assert not rgba[outside].any()  # where the room was
        assert set(np.unique(rgba[PERSON][..., 3])) <= {0, 255}


def test_before_the_first_matte_nothing_is_sent(start, opened, engine_factory):
    engine_factory.gate.clear()  # it does not open
    owner = start(settings=NOTHING_BEHIND)
    owner.worker.senders["ndi"].set(True)
    wait_until(lambda: opened and len(opened[0].sent) > 1, "pictures")
    assert all(map(is_empty, opened[0].sent))


def test_a_background_is_sent_too_and_the_sentence_says_how_to_leave_it_out(start, opened):
    owner = start(settings=RED)
    owner.wait_for_composite()
    owner.worker.senders["ndi"].set(True)
    wait_until(lambda: opened and opened[0].sent, "a picture")
    assert (opened[0].sent[0][..., 3] == 255).all()
    assert np.abs(opened[0].sent[0][0, 20, :3].astype(int) - (200, 30, 30)).max() <= 8
    told = owner.wait_for(SenderStarted)
    assert (told.sender, told.device) == ("ndi", "fake")
    assert "in your network can receive" in told.sentence
    assert "Choose “Transparent” to send the person alone." in told.sentence


def test_it_runs_beside_the_virtual_camera(opened, owner):
    owner.worker.set_settings(NOTHING_BEHIND)
    owner.worker.senders["ndi"].set(True)
    owner.worker.start()
    wait_until(lambda: opened and opened[0].sent and owner.sent(), "both")
    assert opened[0].sent[0].shape == (48, 64, 4)
    assert owner.sent()[0].shape == (48, 64, 3)  # on black
    wait_until(lambda: len(owner.of(SenderStarted)) == 2, "both told")
    assert "Transparent" not in owner.of(SenderStarted)[-1].sentence
    owner.worker.senders["ndi"].set(False)
    assert owner.wait_for(SenderStopped).sender == "ndi"
    assert owner.worker.statistics().sending == ("virtual_camera",)
    owner.stop()


@pytest.mark.parametrize("aspect", [Fraction(4, 3), Fraction(3, 4)])
def test_other_programs_get_square_pixels(start, opened, tmp_path, monkeypatch, aspect):
    cameras = []
    monkeypatch.setattr(
        "app.video.cameras.senders._open_camera",
        lambda **size: cameras.append(WatchedCamera(**size)) or cameras[-1],
    )
    make_clip(tmp_path / "in.mp4", sample_aspect_ratio=aspect, frame_count=30)  # 64x48
    owner = start(SourceRequest("file", str(tmp_path / "in.mp4")), NOTHING_BEHIND)
    for name in ("ndi", "virtual_camera"):
        owner.worker.senders[name].set(True)
    wait_until(lambda: opened and any(map(np.any, opened[0].sent)), "the person")
    wait_until(lambda: cameras and any(map(np.any, cameras[0].sent)), "the person on black")
    owner.worker.stop()
    height, width = (48, 86) if aspect > 1 else (64, 64)
    rows, columns = person_box(height=height, width=width)
    for channels, camera in ((4, opened[0]), (3, cameras[0])):
        assert (camera.height, camera.width) == (height, width)
        for pixels in camera.sent:
            assert pixels.shape == (height, width, channels)
            outside = np.ones((height, width), bool)
            outside[rows.start - 2 : rows.stop + 2, columns.start - 2 : columns.stop + 2] = False
            assert not pixels[outside].any()  # where the room was
