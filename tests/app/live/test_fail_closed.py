"""Without a valid matte not one camera pixel leaves: preview, recording and virtual camera."""

from pathlib import Path

import numpy as np
import pytest
from doubles import person_box
from live_doubles import CAMERA, PATIENCE_S, ROOM, Owner, shows_room, wait_until
from PIL import Image
from watched_session import recorded

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live.events import (
    Notice,
    RecordingStarted,
    RecordingSummary,
    SnapshotSaved,
    SourceLost,
    SourceReturned,
)
from app.pipeline.live.worker import LiveWorker
from app.pipeline.settings import Settings
from app.video.backgrounds.background import Background, BackgroundError
from app.video.recording.recorder import QUEUE_FRAMES
from gpu_unet.engine import Composites


def test_at_the_start_the_background_alone_is_seen(owner, bench, engine_factory):
    engine_factory.gate.clear()
    owner.worker.start()
    owner.wait_for_background()
    wait_until(lambda: owner.worker.statistics().source_state == "live", "the camera")
    for _ in range(5):
        owner.wait_for_background()
    assert not any(result.has_valid_matte for result in owner.results)
    bench.camera.behaviour = "stall"
    owner.stop()
    owner.assert_no_room_anywhere(but_in_the_box=True)
    assert not shows_room(owner.results[0].pixels)


def test_with_a_matte_the_room_is_seen_where_the_person_is_and_nowhere_else(owner):
    owner.worker.start()
    result = owner.wait_for_composite()
    rows, columns = person_box(height=48, width=64)
    assert (np.abs(result.pixels[rows, columns].astype(int) - ROOM) < 20).all()
    wait_until(lambda: owner.cameras and owner.cameras[0].sent, "a picture sent")
    owner.stop()
    owner.assert_no_room_anywhere(but_in_the_box=True)
    (stopped,) = owner.of(RecordingSummary)
    assert stopped.frames > 0


@pytest.mark.parametrize("behaviour", ["stall", "freeze", "fail", "end"])
def test_while_the_camera_is_lost_the_background_alone_is_seen(
    owner, bench, monkeypatch, behaviour
):
    owner.worker.start()
    owner.wait_for_composite()
    wait_until(lambda: owner.cameras and owner.cameras[0].sent, "a picture sent")
    bench.is_there = False
    bench.camera.behaviour = behaviour
    monkeypatch.setattr("app.pipeline.live.camera_feed.STALL_S", 1.0)
    owner.wait_for(SourceLost)
    monkeypatch.setattr("app.pipeline.live.camera_feed.STALL_S", PATIENCE_S)
    owner.wait_for_background()  # a composite of the last frame may have been on its way
    owner.results.clear()
    owner.wait_for_background()
    owner.wait_for_background()
    assert all(not shows_room(result.pixels) for result in owner.results)
    assert all(not result.has_valid_matte for result in owner.results)
    wait_until(lambda: not shows_room(owner.cameras[-1].sent[-1]), "the background in calls")
    bench.is_there = True
    owner.wait_for(SourceReturned)
    owner.wait_for_composite()
    owner.stop()
    owner.assert_no_room_anywhere(but_in_the_box=True)


def test_the_original_leaves_only_when_asked_for_and_never_without_a_matte(owner, bench):
    owner.worker.start()
    assert owner.wait_for_composite().original is None
    owner.worker.want(alpha=True, original=True)
    wait_until(lambda: owner.newest().original is not None, "the original")
    result = owner.wait_for_composite()
    assert result.alpha is not None
    assert shows_room(result.original)
    bench.is_there = False
    bench.camera.behaviour = "fail"
    lost = owner.wait_for_background()
    assert lost.original is None
    assert lost.alpha is None
    owner.worker.want(alpha=False, original=False)
    bench.is_there = True
    owner.wait_for_composite()
    owner.results.clear()
    assert owner.wait_for_composite().original is None
    owner.stop()
    pictures = recorded(owner.path) + owner.sent()
    rows, columns = person_box(height=48, width=64)
    for pixels in pictures:
        pixels[rows.start - 4 : rows.stop + 4, columns.start - 4 : columns.stop + 4] = 0
        assert not shows_room(pixels)


def test_the_last_picture_that_readers_keep_is_the_background(owner):
    owner.worker.start()
    owner.wait_for_composite()
    wait_until(lambda: owner.cameras and owner.cameras[0].sent, "a picture sent")
    owner.stop()
    assert not shows_room(owner.cameras[-1].sent[-1])
    assert not shows_room(owner.newest().pixels)


def test_a_background_that_breaks_gives_way_to_grey_and_not_to_the_blurred_room(
    bench, engine_factory
):
    class Breaks(Background):
        def image_at(self, pts_s, frame_format):
            raise BackgroundError("beach.mp4 ends in the middle; copy it again.")

    owner = Owner()
    owner.worker = LiveWorker(
        CAMERA,
        Settings(background=BackgroundSpec.parse("red"), model="fast"),
        on_ready=owner.on_ready,
        on_event=owner.events.append,
        engine_factory=engine_factory,
        make_feed=bench.make_feed,
        open_background=lambda spec: Breaks(),
    )
    owner.worker.start()
    result = owner.wait_for_composite()
    assert any("beach.mp4" in event.sentence for event in owner.of(Notice))
    assert (result.pixels[0] == 48).all()
    assert all(settings.background == "image" for settings in engine_factory.engines[0].settings)
    owner.worker.stop()


def test_who_leaves_the_room_for_a_picture_that_does_not_open_is_seen_on_grey(start):
    def open_background(spec):
        raise BackgroundError("beach.jpg is gone; choose another file.")

    owner = start(
        settings=Settings(background=BackgroundSpec("room"), model="fast"),
        open_background=open_background,
    )
    assert shows_room(owner.wait_for_composite().pixels)
    beach = BackgroundSpec("file", path=Path("beach.jpg"))
    owner.worker.set_settings(Settings(background=beach, model="fast"))
    owner.wait_for(Notice)
    owner.results.clear()
    for _ in range(3):  # the first may have been begun before
        result = owner.wait_for_composite()
    assert (result.pixels[0] == 48).all()


def test_without_a_background_faint_pieces_of_the_room_stay_faint(owner, engine_factory, tmp_path):
    """A picture that is not multiplied with its alpha holds the room wherever alpha is not 0."""

    def prepare(engine):
        process = engine.process

        def straight(batch):
            alpha = process(batch).alphas[0]
            alpha[alpha == 0] = 20
            return Composites(list(batch.frames), [alpha], {})

        engine.process = straight

    engine_factory.prepare = prepare
    none = BackgroundSpec.parse("transparent")
    owner.worker.set_settings(Settings(background=none, model="fast"))
    owner.worker.start()
    owner.wait_for_composite()
    owner.worker.snapshots.ask(tmp_path / "me.png")
    owner.wait_for(SnapshotSaved)
    rows, columns = person_box(height=48, width=64)
    # What is sent and recorded at first may be backgrounds from before the first matte; they can
    # fill the recorder's queue while it begins its file.
    owner.wait_for(RecordingStarted)
    for _ in range(QUEUE_FRAMES):
        owner.wait_for_composite()
    wait_until(
        lambda: any(shows_room(sent[rows, columns]) for sent in owner.sent()),
        "a composite sent",
    )
    owner.stop()
    for pictures in (recorded(owner.path), owner.sent()):
        composites = [pixels for pixels in pictures if shows_room(pixels[rows, columns])]
        assert composites
        assert max(pixels[:4].max() for pixels in composites) <= 40
    saved = np.asarray(Image.open(tmp_path / "me.png"))
    assert (saved[:4, :, 3] == 20).all()
    assert (saved[rows, columns, 3] == 255).all()
    (said,) = [event for event in owner.of(Notice) if event.code == "no-transparency"]
    assert "show black instead" in said.sentence
