"""The script for DaVinci Resolve, against doubles of the calls that its README documents."""

import os
from pathlib import Path

import pytest

PLAYHEAD = "Backdrop Matte (Clip at Playhead).py"
SELECTED = "Backdrop Matte (Selected in Media Pool).py"


class Clip:
    """A MediaPoolItem."""

    def __init__(self, path):
        self.path = path
        self.mattes = []

    def GetName(self):  # noqa: N802 - Resolve's own names, here and below
        return Path(self.path).name or "Title"

    def GetClipProperty(self, name):  # noqa: N802
        assert name == "File Path"
        return str(self.path)


class TimelineItem:
    def __init__(self, clip):
        self._clip = clip

    def GetMediaPoolItem(self):  # noqa: N802
        return self._clip


class OldMediaPool:
    def GetClipMatteList(self, clip):  # noqa: N802
        return clip.mattes


class MediaPool(OldMediaPool):
    selected = ()

    def GetSelectedClips(self):  # noqa: N802
        return list(self.selected)


class Resolve:
    """Resolve, its project manager, project, timeline and media storage in one."""

    def __init__(self, *, at_playhead=None, selected=(), pool=None):
        self.pool = pool or MediaPool()
        if selected:
            self.pool.selected = selected
        self._item = None if at_playhead is None else TimelineItem(at_playhead)
        self.takes = True
        self.has_project = True

    def GetProjectManager(self):  # noqa: N802
        return self

    def GetCurrentProject(self):  # noqa: N802
        return self if self.has_project else None

    def GetMediaPool(self):  # noqa: N802
        return self.pool

    def GetCurrentTimeline(self):  # noqa: N802
        return self

    def GetCurrentVideoItem(self):  # noqa: N802
        return self._item

    def GetMediaStorage(self):  # noqa: N802
        return self

    def AddClipMattesToMediaPool(self, clip, paths):  # noqa: N802
        if self.takes:
            clip.mattes += paths
        return self.takes


class UserInterface:
    """Fusion's UIManager and bmd's UIDispatcher: one window, whose words are noted."""

    def __init__(self):
        self.shown = []
        self.loops = 0
        self.is_visible = False
        self.UIManager = self

    def VGroup(self, parts):  # noqa: N802
        return parts

    def Label(self, about):  # noqa: N802
        return about

    Button = Label

    def UIDispatcher(self, ui):  # noqa: N802
        return self

    def AddWindow(self, about, parts):  # noqa: N802
        assert about["ID"] == "BackdropMatte"
        self.On = type("On", (), {"Done": type("", (), {})(), "BackdropMatte": type("", (), {})()})
        return self

    def GetItems(self):  # noqa: N802
        return {"Words": self}

    @property
    def Text(self):  # noqa: N802
        return self.shown[-1]

    @Text.setter
    def Text(self, words):  # noqa: N802
        self.shown.append(words)

    def Show(self):  # noqa: N802
        self.is_visible = True

    def Hide(self):  # noqa: N802
        self.is_visible = False

    def RunLoop(self):  # noqa: N802
        assert self.is_visible
        self.loops += 1
        self.On.Done.Clicked({})

    def ExitLoop(self):  # noqa: N802
        self.loops -= 1


@pytest.fixture
def film(tmp_path):
    (tmp_path / "clips").mkdir()
    path = tmp_path / "clips" / "A001.mov"
    path.write_bytes(b"film")
    return Clip(path)


def run(installed, name, resolve, ui=None):
    module = installed("resolve", name)
    module.main(resolve, ui, ui)


def test_the_clip_at_the_playhead_gets_its_matte(installed, backdrop, film, capsys, monkeypatch):
    monkeypatch.setenv("PYTHONHOME", "/of/the/host")
    monkeypatch.setenv("PYTHONPATH", "/of/the/host")
    run(installed, PLAYHEAD, Resolve(at_playhead=film))
    folder = film.path.parent / "backdrop_mattes"
    assert film.mattes == [str(folder / "A001_matte.mov")]
    assert backdrop.asked == [
        [
            "process",
            str(film.path),
            "-o",
            f"{folder}{os.sep}",
            "--output",
            "matte",
            "--match-source-name",
            "--json",
        ]
    ]
    assert backdrop.environment == []
    out = capsys.readouterr().out
    assert "Backdrop: A001.mov: 5 of 20 frames (25%)" in out
    assert "Backdrop: A001.mov: 6 of ? frames\n" in out
    assert f"A001.mov has its matte: {folder / 'A001_matte.mov'}" in out


def test_all_selected_clips_get_theirs_and_an_error_of_one_leaves_the_others(
    installed, backdrop, film, tmp_path
):
    other = Clip(tmp_path / "B002.mov")
    other.path.write_bytes(b"film")
    title, pictures = Clip(""), Clip("/clips/shot_[1001-1100].png")
    ui = UserInterface()
    run(installed, SELECTED, Resolve(selected=[title, film, pictures, other]), ui)
    assert len(film.mattes) == len(other.mattes) == 1
    last = ui.shown[-1]
    assert "Title comes from no file, so it has no matte." in last
    assert "shot_[1001-1100].png is a row of pictures" in last
    assert ui.loops == 0
    assert not ui.is_visible


def test_the_window_shows_the_progress_and_waits_for_its_end(installed, film):
    ui = UserInterface()
    run(installed, PLAYHEAD, Resolve(at_playhead=film), ui)
    assert "A001.mov: 5 of 20 frames (25%)" in ui.shown


def test_a_matte_that_is_there_is_attached_once_and_not_made_again(installed, backdrop, film):
    resolve = Resolve(at_playhead=film)
    run(installed, PLAYHEAD, resolve)
    run(installed, PLAYHEAD, resolve)
    assert len(film.mattes) == len(backdrop.asked) == 1
    film.mattes.clear()
    matte = film.path.parent / "backdrop_mattes" / "A001_matte.mov"
    os.utime(matte, (1, 1))
    ui = UserInterface()
    run(installed, PLAYHEAD, resolve, ui)
    assert film.mattes == []
    assert ui.shown[-1] == f"{matte} is older than its clip; move it away, then start again."
    assert matte.read_bytes() == b"matte"


def test_a_clip_that_is_offline_leaves_the_others(installed, film, tmp_path):
    run(installed, PLAYHEAD, Resolve(at_playhead=film))
    film.mattes.clear()
    film.path.unlink()
    other = Clip(tmp_path / "B002.mov")
    other.path.write_bytes(b"film")
    ui = UserInterface()
    run(installed, SELECTED, Resolve(selected=[film, other]), ui)
    assert film.mattes == []
    assert len(other.mattes) == 1
    assert f"{film.path} cannot be read (No such file or directory)" in ui.shown[-1]
    assert "B002.mov has its matte" in ui.shown[-1]


def test_what_goes_wrong_is_said_in_a_sentence(installed, backdrop, film):
    def said(resolve, name=PLAYHEAD):
        ui = UserInterface()
        run(installed, name, resolve, ui)
        return ui.shown[-1]

    closed = Resolve(at_playhead=film)
    closed.has_project = False
    assert said(closed) == "No project is open; open one first."
    assert "No clip is under the playhead" in said(Resolve())
    assert "No clip is selected" in said(Resolve(), SELECTED)
    assert "does not tell which clips are selected" in said(Resolve(pool=OldMediaPool()), SELECTED)
    refusing = Resolve(at_playhead=film)
    refusing.takes = False
    assert "Resolve did not take the matte of A001.mov" in said(refusing)
    (film.path.parent / "backdrop_mattes" / "A001_matte.mov").unlink()
    backdrop.will("error", "A001.mov is incomplete.")
    assert said(Resolve(at_playhead=film)) == "A001.mov: A001.mov is incomplete."
    backdrop.will("words", "usage: no such option")
    assert said(Resolve(at_playhead=film)) == "A001.mov: usage: no such option"
    backdrop.command[0] = "/nowhere/python"
    assert "Backdrop was not found" in said(Resolve(at_playhead=film))
    assert film.mattes == []


def test_resolve_s_own_names_are_taken_as_its_menu_gives_them(installed, film):
    module = installed("resolve", PLAYHEAD, resolve=Resolve(at_playhead=film), fusion=object())
    module._start()
    assert len(film.mattes) == 1
