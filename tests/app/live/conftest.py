import math
import sys
from pathlib import Path

import pytest
from doubles import FakeEngineFactory

sys.path.insert(0, str(Path(__file__).parent))  # live_doubles, for the window's tests too

from live_doubles import CAMERA, PATIENCE_S, RED, CameraBench, Clock, Owner
from watched_session import WatchedOwner

from app.pipeline.live import camera_feed as camera_feed_module
from app.pipeline.live.worker import LiveWorker


@pytest.fixture
def patient_end(monkeypatch):
    """The end of a session leaves no thread to itself that has only not had its turn."""
    monkeypatch.setattr(camera_feed_module, "RELEASE_S", PATIENCE_S)
    monkeypatch.setattr("app.pipeline.live.file_sound.CLOSE_WAIT_S", PATIENCE_S)
    monkeypatch.setattr("app.pipeline.live.engine.CLOSE_WAIT_S", PATIENCE_S)


@pytest.fixture
def patient_with_cameras(monkeypatch):
    """A camera's thread that gets no turn on a busy machine is not taken for a lost camera."""
    for name in ("STALL_S", "FIRST_FRAME_S", "FIRST_CHANGE_S"):
        monkeypatch.setattr(camera_feed_module, name, PATIENCE_S)


@pytest.fixture(autouse=True)
def _no_matte_comes_late(monkeypatch):
    """However busy the machine is; a test of late ones sets another limit."""
    monkeypatch.setattr("app.pipeline.live.engine.STALE_S", PATIENCE_S)


@pytest.fixture
def engine_factory():
    made = FakeEngineFactory()
    yield made
    made.gate.set()
    for engine in made.engines:
        engine.gate.set()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def told():
    """Receives events: pass `told.append`."""
    return []


@pytest.fixture
def bench():
    made = CameraBench()
    yield made
    made.release()


@pytest.fixture
def start(engine_factory, bench, patient_with_cameras, monkeypatch):
    """Starts a session with an owner; stopped at the end of the test.

    However busy the machine is, no engine becomes coarser.
    """
    monkeypatch.setattr("app.pipeline.live.pace_control.DOWN_AFTER_S", math.inf)
    owners = []

    def start_one(request=CAMERA, settings=RED, **options):
        owner = Owner()
        if request.is_live:
            options.setdefault("make_feed", bench.make_feed)
        owner.worker = LiveWorker(
            request,
            settings,
            on_ready=owner.on_ready,
            on_event=owner.events.append,
            on_finished=owner.finished.append,
            engine_factory=engine_factory,
            **options,
        )
        owners.append(owner)
        owner.worker.start()
        return owner

    yield start_one
    for owner in owners:
        owner.worker.stop()
        owner.worker.stop()


@pytest.fixture
def owner(bench, engine_factory, tmp_path, patient_with_cameras, monkeypatch):
    """A session with preview, recording and virtual camera, not started yet; all are watched."""
    monkeypatch.setattr("app.pipeline.live.pace_control.DOWN_AFTER_S", math.inf)
    made = WatchedOwner(bench, engine_factory, tmp_path / "all.mp4")
    monkeypatch.setattr("app.video.cameras.senders._open_camera", made.open_camera)
    yield made
    made.worker.stop()
