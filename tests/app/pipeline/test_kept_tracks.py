"""Strokes that were followed are kept, and used only where nothing has changed."""

from __future__ import annotations

import math
import os
import shutil
import time
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest
from moving_films import BOX, RATE, WALL, picture_with, write_film
from test_follow_strokes import LEFTS, MOVING, TOP, stroke_on
from test_strokes_job import WatchedOpener, done, spec_of

from app.pipeline.strokes import kept_tracks
from app.pipeline.strokes.follow import follow_strokes
from app.pipeline.strokes.kept_tracks import follow_once
from app.video.reading import ExrOptions, Reading

STROKES = [stroke_on(LEFTS[12], 12)]


@pytest.fixture
def folder(kept_strokes):
    return kept_strokes


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """One film for all tests that leave it as it is."""
    return write_film(tmp_path_factory.mktemp("films") / "film.mkv", MOVING)


@pytest.fixture
def own_film(film, tmp_path):
    """A copy, which a test may change."""
    return Path(shutil.copy(film, tmp_path))


@pytest.fixture(scope="module")
def known():
    """The tracks of `film`: each is computed once, however many tests ask for it."""
    return {}


@pytest.fixture(autouse=True)
def followed(folder, film, known, monkeypatch):
    """Every call that had to follow."""
    calls = []

    def follow(path, strokes, reading, **options):
        calls.append(reading)
        if path != film:
            return follow_strokes(path, strokes, reading, **options)
        key = repr((strokes, reading))
        if key not in known:
            known[key] = follow_strokes(path, strokes, reading, **options)
        return known[key]

    monkeypatch.setattr(kept_tracks, "follow_strokes", follow)
    return calls


def plain(track):
    trails = [(tuple(t.times_s), tuple(t.masks), t.reach) for t in track.trails]
    return track.strokes, trails, track.shape, track.film


def areas(track, frames):
    return [track.areas(frame / RATE) for frame in frames]


def test_what_was_followed_once_is_the_very_same_the_next_time(film, followed, folder):
    strokes = [*STROKES, stroke_on(LEFTS[20], 20, kind="keep"), stroke_on(0, 400)]
    first, second = follow_once(film, strokes), follow_once(film, strokes)
    assert len(followed) == 1
    assert plain(first) == plain(second)
    assert [reach.end_reason for reach in second.reaches][-1] == "absent"
    assert len([*folder.iterdir()]) == 1


def test_a_job_takes_what_the_window_followed_and_makes_the_same_mattes(own_film, followed, folder):
    """Byte for byte: the engine is told the same, and so each matte is the same."""
    spec = spec_of(own_film, strokes=tuple(STROKES), output_kind="matte", overwrite=True)
    told, mattes = [], []
    for has_followed in (False, True):
        if has_followed:
            follow_once(own_film, STROKES)
        opener = WatchedOpener()
        done(spec, opener)
        told.append([settings.areas for settings in opener.engines[0].settings])
        with av.open(str(spec.output)) as container:
            mattes.append([bytes(frame.planes[0]) for frame in container.decode(video=0)])
        if not has_followed:
            for path in folder.iterdir():
                path.unlink()
    assert len(followed) == 2, "by the first job, and by the window"
    assert any(told[0])
    assert told[0] == told[1]
    assert mattes[0] == mattes[1]
    assert len(mattes[0]) == len(MOVING)


def rewritten(film):
    """Other content of the same size and time of change, as far as programs can set it."""
    status, content = film.stat(), bytearray(film.read_bytes())
    content[len(content) // 2] ^= 255
    film.write_bytes(content)
    os.utime(film, ns=(status.st_atime_ns, status.st_mtime_ns))


CHANGES = {
    "log": Reading(log="slog3"),
    "deinterlaced": Reading(deinterlaces=True),
    "another layer": Reading(exr=ExrOptions(layer="key")),
    "alpha": Reading(exr=ExrOptions(input_alpha="none")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_film_that_is_read_in_another_way_is_followed_anew(film, followed, change):
    follow_once(film, STROKES)
    follow_once(film, STROKES, Reading(exr=ExrOptions(alpha="premultiplied")))  # of outputs alone
    assert len(followed) == 1
    follow_once(film, STROKES, CHANGES[change])
    assert len(followed) == 2


@pytest.mark.parametrize(
    "strokes",
    [
        [replace(STROKES[0], kind="keep")],
        [replace(STROKES[0], width=STROKES[0].width * 1.001)],
        [replace(STROKES[0], end_s=1.0)],
        [*STROKES, *STROKES],
    ],
    ids=["kind", "width", "trimmed", "one more"],
)
def test_other_strokes_are_followed_anew(film, followed, strokes):
    follow_once(film, STROKES)
    track = follow_once(film, strokes)
    assert len(followed) == 2
    assert track.strokes == tuple(strokes)


@pytest.mark.parametrize("name", ["version", "_sources", "platform"])
def test_another_version_follows_anew(film, followed, monkeypatch, name):
    follow_once(film, STROKES)
    if name == "platform":
        monkeypatch.setattr(kept_tracks.platform, "node", lambda: "another")
    else:
        monkeypatch.setattr(kept_tracks, name, lambda: "another")
    follow_once(film, STROKES)
    assert len(followed) == 2


def test_a_film_whose_content_has_changed_is_followed_anew(own_film, followed):
    follow_once(own_film, STROKES)
    rewritten(own_film)
    follow_once(own_film, STROKES)
    assert len(followed) == 2


def test_numbered_pictures_are_known_by_each_of_them(tmp_path, followed):
    from PIL import Image

    for number, picture in enumerate(MOVING[:15]):
        Image.fromarray(picture).save(tmp_path / f"p_{number:02d}.png")
    pattern = tmp_path / "p_%02d.png"
    follow_once(pattern, STROKES)
    follow_once(pattern, STROKES)
    assert len(followed) == 1
    Image.fromarray(WALL).save(tmp_path / "p_07.png")
    follow_once(pattern, STROKES)
    assert len(followed) == 2
    named = Reading(exr=ExrOptions(input_space="ACEScg"))
    name = kept_tracks.track_name(pattern, STROKES, named)
    assert name is None, "what a config says of a name may change"


def test_a_film_that_changes_meanwhile_is_not_kept(own_film, followed, folder, monkeypatch):
    follow = kept_tracks.follow_strokes

    def changed(*arguments, **options):
        track = follow(*arguments, **options)
        rewritten(own_film)
        return track

    monkeypatch.setattr(kept_tracks, "follow_strokes", changed)
    follow_once(own_film, STROKES)
    assert not folder.exists() or not [*folder.iterdir()]


@pytest.mark.parametrize("at", [0, 20, 60, 0.3, 0.999])
@pytest.mark.parametrize("how", ["flipped", "cut off"])
def test_a_damaged_file_is_not_used(film, followed, folder, at, how):
    whole = follow_once(film, STROKES)
    (path,) = folder.iterdir()
    content = bytearray(path.read_bytes())
    place = at if isinstance(at, int) else int(at * len(content))
    content[place] ^= 1
    path.write_bytes(content if how == "flipped" else content[:place])
    assert plain(follow_once(film, STROKES)) == plain(whole)
    assert len(followed) == 2
    follow_once(film, STROKES)
    assert len(followed) == 2, "it was made again"


def test_a_file_of_others_is_not_used(film, followed, folder):
    follow_once(film, STROKES)
    (path,) = folder.iterdir()
    path.chmod(0o666)
    follow_once(film, STROKES)
    assert len(followed) == 2


def test_without_a_folder_strokes_are_followed(film, followed, monkeypatch):
    monkeypatch.setattr(kept_tracks, "_folder", lambda: None)
    for _ in range(2):
        assert follow_once(film, STROKES).trails
    assert len(followed) == 2


def hiding():
    """Most of the box is behind a curtain for a while; a strip of it stays in sight."""
    pictures = [picture_with(60, TOP) for _ in range(30)]
    curtain = slice(TOP - 4, TOP + BOX[0] + 4), slice(66, 124)
    for picture in pictures[10:20]:
        picture[curtain] = np.roll(WALL, 70, axis=1)[curtain]
    return pictures


ON_TWO = [stroke_on(LEFTS[3], 3), stroke_on(LEFTS[5] + 12, 5, kind="keep", length=0.3)]


@pytest.mark.parametrize(
    ("pictures", "strokes"),
    [(MOVING, [*ON_TWO, stroke_on(140, 22, kind="soft")]), (hiding(), [stroke_on(60, 3)])],
    ids=["moving", "hiding"],
)
def test_of_a_part_the_masks_are_those_of_the_whole_film(tmp_path, followed, pictures, strokes):
    """So what was followed of the whole film is used for any part, and gives the same mattes."""
    film = write_film(tmp_path / "film.mkv", pictures)
    whole = follow_once(film, strokes)
    for begin, end in ((0, 15), (0, 26), (9, 18), (12, 29), (21, 29)):
        part = Reading(begin / RATE, end / RATE)
        anew, known = follow_strokes(film, strokes, part), follow_once(film, strokes, part)
        frames = range(begin, end)
        assert areas(known, frames) == areas(whole, frames)
        assert areas(anew, frames) == areas(known, frames), (begin, end)
        reasons = [(r.start_reason, r.end_reason) for r in known.reaches]
        assert reasons == [(r.start_reason, r.end_reason) for r in anew.reaches], (begin, end)
    assert len(followed) == 1


def test_a_part_that_was_followed_serves_what_lies_within_alone(film, followed):
    follow_once(film, STROKES, Reading(start_s=0.2, end_s=0.8))
    follow_once(film, STROKES, Reading(start_s=0.4, end_s=0.8))
    assert len(followed) == 1
    follow_once(film, STROKES, Reading(start_s=0.2, end_s=0.9))
    assert len(followed) == 2
    assert [reading.start_s for reading in followed] == [0.2, 0.2]


def test_what_a_killed_process_left_is_deleted_and_what_is_being_written_is_not(film, folder):
    folder.mkdir(exist_ok=True)
    for name, age_s in (("old.part", 2 * kept_tracks.UNFINISHED_S), ("new.part", 0)):
        (folder / name).write_bytes(b"masks")
        os.utime(folder / name, (time.time() - age_s,) * 2)
    follow_once(film, STROKES)
    assert [path.name for path in folder.iterdir() if path.suffix == ".part"] == ["new.part"]


def test_what_was_not_used_for_longest_goes_first(film, followed, folder, monkeypatch):
    follow_once(film, STROKES)
    (path,) = folder.iterdir()
    size = path.stat().st_size
    os.utime(path, ns=(1, 1))
    others = [[replace(STROKES[0], width=0.1 + n / 100)] for n in range(3)]
    monkeypatch.setattr(kept_tracks, "MOST_FOLDER_BYTES", math.ceil(3.5 * size))
    for strokes in others[:2]:
        follow_once(film, strokes)
    follow_once(film, STROKES)  # used now, so that it stays
    assert len(followed) == 3
    follow_once(film, others[2])
    follow_once(film, STROKES)
    assert len(followed) == 4
    follow_once(film, others[0])
    assert len(followed) == 5
    monkeypatch.setattr(kept_tracks, "MOST_BYTES", 100)
    for _ in range(2):
        follow_once(film, others[1][:] * 2)
    assert len(followed) == 7, "too large to be kept"
