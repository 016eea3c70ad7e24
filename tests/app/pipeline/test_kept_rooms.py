"""Rooms on disk: only for their owner, whole or not at all, and gone when they shall be."""

import os
import sys

import numpy as np
import pytest
from PIL import Image
from video_clips import encode_clip

from app.pipeline.clean_plate.room_file import KeptRooms, read_room
from gpu_unet.network_input import CleanPlate


@pytest.fixture
def plate(rng):
    rgb = rng.integers(0, 256, (48, 64, 3), dtype=np.uint8)
    confidence = rng.integers(0, 256, (48, 64), dtype=np.uint8)
    return CleanPlate(rgb * (confidence > 0)[..., None], confidence)


@pytest.fixture
def rooms(tmp_path):
    return KeptRooms(tmp_path / "state" / "rooms")


def test_a_kept_room_comes_back_as_it_was(rooms, plate):
    assert rooms.keep("camera:0", plate)
    back = rooms.load("camera:0")
    assert np.array_equal(back.rgb, plate.rgb)
    assert np.array_equal(back.confidence, plate.confidence)
    assert rooms.load("camera:1") is None


@pytest.mark.skipif(sys.platform == "win32", reason="a user's folders are closed there")
def test_nobody_else_can_read_it(rooms, plate, tmp_path):
    old = os.umask(0)
    try:
        rooms.keep("camera:0", plate)
    finally:
        os.umask(old)
    (path,) = (tmp_path / "state" / "rooms").iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_it_tells_nothing_but_the_picture(rooms, plate, tmp_path):
    rooms.keep("rtsp://anna:secret@kitchen.local/1", plate)
    (path,) = (tmp_path / "state" / "rooms").iterdir()
    assert "kitchen" not in path.name
    with Image.open(path) as picture:
        assert picture.info == {}
    assert b"tEXt" not in path.read_bytes()


def test_forgetting_deletes_it(rooms, plate, tmp_path):
    rooms.keep("camera:0", plate)
    rooms.keep("camera:1", plate)
    rooms.forget("camera:0")
    assert rooms.load("camera:0") is None
    assert rooms.load("camera:1") is not None
    rooms.forget("camera:0")
    rooms.forget_all()
    assert list((tmp_path / "state" / "rooms").iterdir()) == []


def test_a_full_disk_leaves_the_old_picture_and_no_draft(rooms, plate, tmp_path, monkeypatch):
    rooms.keep("camera:0", plate)

    def full(file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert not rooms.keep("camera:0", CleanPlate(plate.rgb // 2, plate.confidence))
    assert len(list((tmp_path / "state" / "rooms").iterdir())) == 1
    assert np.array_equal(rooms.load("camera:0").rgb, plate.rgb)


def test_a_damaged_picture_counts_as_none(rooms, plate, tmp_path):
    rooms.keep("camera:0", plate)
    (path,) = (tmp_path / "state" / "rooms").iterdir()
    path.write_bytes(path.read_bytes()[:200])
    assert rooms.load("camera:0") is None


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_folder_that_is_a_link_is_not_used(plate, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "rooms").symlink_to(tmp_path / "elsewhere")
    assert not KeptRooms(tmp_path / "rooms").keep("camera:0", plate)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_without_a_folder_of_ones_own_nothing_is_kept(plate):
    rooms = KeptRooms(None)
    assert not rooms.keep("camera:0", plate)
    assert rooms.load("camera:0") is None
    rooms.forget("camera:0")
    rooms.forget_all()


def test_a_kept_picture_can_be_handed_in_as_a_file(rooms, plate, tmp_path):
    rooms.keep("camera:0", plate)
    (path,) = (tmp_path / "state" / "rooms").iterdir()
    assert np.array_equal(read_room(path).confidence, plate.confidence)


@pytest.mark.parametrize("late", [0, 300])
def test_who_walks_through_a_film_of_the_room_is_not_in_it(tmp_path, late):
    def in_front_for_a_second(index, *, height, width):
        return np.full((height, width, 3), 200 if index < 25 else 20, np.uint8)

    pts = range(late, late + 200)
    encode_clip(tmp_path / "room.mp4", pts=pts, picture=in_front_for_a_second)
    assert read_room(tmp_path / "room.mp4").rgb.max() < 60
