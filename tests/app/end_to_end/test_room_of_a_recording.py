"""Jobs that learn the room: a look at the file first, and the plate follows the frames."""

import time

import av
import numpy as np
import pytest
from doubles import FakeEngineFactory
from plate_doubles import PlateOpener
from test_jobs import run_job

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.clean_plate.keeper import PlateKeeper
from app.pipeline.jobs.events import Cancelled, Done, LookingAhead
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.settings import Settings
from app.video.opencv import cv2
from gpu_unet.errors import EngineError

HEIGHT, WIDTH, RATE = 144, 256, 30
MAGENTA = (235, 20, 235)


def room_picture(seed, *, height=HEIGHT, width=WIDTH):
    rng = np.random.default_rng(seed)
    picture = np.full((height, width, 3), rng.integers(80, 160, 3), np.float32)
    for _ in range(40):
        top, left = rng.integers(0, height - 10), rng.integers(0, width - 10)
        tall, wide = rng.integers(8, 50, 2)
        picture[top : top + tall, left : left + wide] = rng.integers(30, 190, 3)
    return cv2.GaussianBlur(picture, (0, 0), 1.0)


def make_recording(path, *, frames=120, room=None, pan=0.0, key_every=30, seed=1):
    """Somebody in magenta walks through a room; the camera's noise is in every frame."""
    rng = np.random.default_rng(seed)
    room = room_picture(seed, width=3 * WIDTH) if room is None else room
    with av.open(str(path), "w") as container:
        options = {"crf": "14", "g": str(key_every), "preset": "ultrafast"}
        stream = container.add_stream("libx264", rate=RATE, options=options)
        stream.height, stream.width, stream.pix_fmt = HEIGHT, WIDTH, "yuv420p"
        for index in range(frames):
            left = round(pan * index) % (room.shape[1] - WIDTH + 1)
            picture = room[:, left : left + WIDTH].copy()
            middle = round(30 + 190 * index / frames)
            picture[30:, middle - 18 : middle + 18] = MAGENTA
            noisy = np.clip(picture + rng.normal(0, 2, picture.shape), 0, 255)
            frame = av.VideoFrame.from_ndarray(noisy.astype(np.uint8), format="rgb24")
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def looked(events):
    return [event for event in events if isinstance(event, LookingAhead)]


def test_a_recording_is_looked_at_first_and_its_room_is_there_from_the_start(tmp_path):
    clip = make_recording(tmp_path / "in.mp4")
    opener = PlateOpener()
    final, events = run_job(clip, tmp_path / "out.mp4", opener)
    assert isinstance(final, Done)
    assert final.report.frames_out == 120
    (engine,) = opener.engines
    seen_first = len(looked(events))
    assert 8 <= seen_first <= 12
    assert looked(events)[-1].frames == looked(events)[-1].frame_count
    calls, plate = next((calls, plate) for calls, plate in engine.plates if plate is not None)
    # In batches of four, and the first frame once more.
    assert calls == -(-seen_first // 4) + 1, "from the first frame on"
    assert (plate.confidence > 100).mean() > 0.5
    assert "first pass learnt" in final.report.notes[-1]
    assert engine.resets >= 3, "nothing of it is left for the first frame"


def test_how_fast_the_room_is_learnt_changes_nothing(tmp_path, monkeypatch):
    clip = make_recording(tmp_path / "in.mp4")
    told = []
    observe = PlateKeeper.observe
    for delay_s in (0.0, 0.03):

        def slowly(*arguments, delay_s=delay_s, **options):
            time.sleep(delay_s)
            return observe(*arguments, **options)

        monkeypatch.setattr(PlateKeeper, "observe", slowly)
        opener = PlateOpener()
        final, _ = run_job(clip, tmp_path / f"out{delay_s}.mp4", opener)
        assert isinstance(final, Done)
        (engine,) = opener.engines
        told.append([(n, None if p is None else p.rgb.tobytes()) for n, p in engine.plates])
    assert len(told[0]) > 8
    assert told[0] == told[1]


def test_off_is_what_it_was_without_any_of_this(tmp_path):
    clip = make_recording(tmp_path / "in.mp4")
    opener = PlateOpener()
    final, events = run_job(clip, tmp_path / "out.mp4", opener, learns_room=False)
    (engine,) = opener.engines
    assert isinstance(final, Done)
    assert engine.observed == 0
    assert engine.plates == []
    assert engine.resets == 0
    assert looked(events) == []
    run_job(clip, tmp_path / "plain.mp4", FakeEngineFactory())
    assert (tmp_path / "out.mp4").read_bytes() == (tmp_path / "plain.mp4").read_bytes()


def test_a_network_without_memory_costs_no_look_ahead(tmp_path):
    clip = make_recording(tmp_path / "in.mp4")
    final, events = run_job(clip, tmp_path / "out.mp4", FakeEngineFactory())
    assert isinstance(final, Done)
    assert looked(events) == []
    assert final.report.notes == ()


def test_a_recording_of_a_second_is_not_looked_at(tmp_path):
    clip = make_recording(tmp_path / "in.mp4", frames=30)
    final, events = run_job(clip, tmp_path / "out.mp4", PlateOpener())
    assert isinstance(final, Done)
    assert looked(events) == []


def test_a_camera_that_moves_gives_no_room_and_says_so(tmp_path):
    clip = make_recording(tmp_path / "in.mp4", pan=4.0)
    opener = PlateOpener()
    final, events = run_job(clip, tmp_path / "out.mp4", opener)
    assert isinstance(final, Done)
    assert "the camera moves" in final.report.notes[-1]
    (engine,) = opener.engines
    assert engine.plate is None
    assert engine.observed == -(-len(looked(events)) // 4), "in the look ahead alone"


def test_rare_key_frames_are_made_up_for(tmp_path):
    clip = make_recording(tmp_path / "in.mp4", key_every=1000)
    final, events = run_job(clip, tmp_path / "out.mp4", PlateOpener())
    assert isinstance(final, Done)
    assert looked(events)[-1].frames >= 8
    assert "first pass learnt" in final.report.notes[-1]


def test_the_look_ahead_is_cancelled_like_everything_else(tmp_path):
    clip = make_recording(tmp_path / "in.mp4")
    opener = PlateOpener()
    job = None

    def cancel(event):
        if isinstance(event, LookingAhead) and event.frames == 4:
            job.cancel()

    background = BackgroundSpec("colour", colour=(255, 0, 0))
    job = Job(
        JobSpec(clip, tmp_path / "out.mp4", Settings(background)), cancel, engine_factory=opener
    )
    final = job.run()
    assert isinstance(final, Cancelled)
    assert list(tmp_path.iterdir()) == [clip]
    (engine,) = opener.engines
    assert engine.observed == 1


def test_an_engine_that_fails_in_the_look_ahead_does_the_job_all_the_same(tmp_path):
    clip = make_recording(tmp_path / "in.mp4")
    opener = PlateOpener()
    opener.prepare = lambda engine: setattr(engine, "error", EngineError("once"))
    final, _ = run_job(clip, tmp_path / "out.mp4", opener)
    assert isinstance(final, Done)
    assert final.report.frames_out == 120


@pytest.mark.parametrize("is_right", [True, False])
def test_a_picture_of_the_empty_room_takes_the_place_of_the_look_ahead(tmp_path, is_right):
    room = room_picture(1, width=WIDTH)
    clip = make_recording(tmp_path / "in.mp4", frames=240, room=room)
    picture = tmp_path / "empty.png"
    shown = room if is_right else room_picture(9, width=WIDTH)
    cv2.imwrite(str(picture), np.roll(shown, (2, -3), (0, 1))[..., ::-1] * 0.9)
    opener = PlateOpener()
    final, events = run_job(clip, tmp_path / "out.mp4", opener, empty_room=picture)
    assert isinstance(final, Done)
    assert looked(events) == []
    (engine,) = opener.engines
    plates = [(calls, plate) for calls, plate in engine.plates if plate is not None]
    if is_right:
        calls, plate = plates[0]
        assert calls == 1
        assert (plate.confidence > 100).mean() > 0.9
        assert final.report.notes == ()
    else:
        assert "does not match the room" in final.report.notes[-1]


def test_a_plate_never_holds_the_person(tmp_path):
    clip = make_recording(tmp_path / "in.mp4", frames=240)
    opener = PlateOpener()
    run_job(clip, tmp_path / "out.mp4", opener)
    (engine,) = opener.engines
    plates = [plate for _, plate in engine.plates if plate is not None]
    assert plates
    for plate in plates:
        red, green, blue = plate.rgb.transpose(2, 0, 1).astype(int)
        is_magenta = (red > 180) & (blue > 180) & (green < 70)
        assert not (is_magenta & (plate.confidence > 0)).any()


def test_the_command_line_says_what_shall_be_learnt(tmp_path):
    from app.cli.settings_flags import room_of

    picture = tmp_path / "empty.png"
    picture.write_bytes(b"")
    assert room_of("auto") == (True, None)
    assert room_of("off") == (False, None)
    assert room_of(str(picture)) == (True, picture)
    with pytest.raises(ValueError, match="give auto, off, or a picture"):
        room_of(str(tmp_path / "missing.png"))


def test_the_picture_of_the_empty_room_is_never_replaced(command, clip):
    picture = clip.parent / "empty.png"
    cv2.imwrite(str(picture), room_picture(1))
    before = picture.read_bytes()
    result = command("process", clip, "-o", "empty.png", "--learn-room", "empty.png", "--overwrite")
    assert result.status == 1
    assert "cannot be overwritten" in result.err.replace("\n", " ")
    assert picture.read_bytes() == before
