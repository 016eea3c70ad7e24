"""What survives a restart, and what becomes of a damaged store."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hostile_json import damaged_text, with_damaged_bytes
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QWidget

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.settings import Settings
from app.video.cameras.camera_list import CameraMode
from gpu_unet.settings import EdgeSettings
from gui.main_window import restore_within_screen
from gui.shared.saved import MOST_RECENT_FILES, ExportHabits, Preset, Saved
from gui.shared.store import MOST_BYTES, Store

FULL = Saved(
    settings=Settings(
        background=BackgroundSpec("colour", colour=(1, 2, 3)),
        mirror=True,
        edges=EdgeSettings(softness=0.25, largest_only=True),
        model="fast",
        device="cpu",
    ),
    presets={
        'Evening "rub" = ü': Preset(
            BackgroundSpec("blur", blur_strength=0.7), EdgeSettings(), True
        ),
        "Beach": Preset(BackgroundSpec("file", path=Path("/p/ü.png")), EdgeSettings(), False),
    },
    own_backgrounds=(Path("/pictures/a b.jpg"), Path("/pictures/ü;=%.png")),
    recent_files=(Path("/films/x.mp4"),),
    addresses=("rtsp://me@10.0.0.7/live", "http://host/video"),
    source=("camera", "Desk camera"),
    camera_mode=CameraMode(720, 1280, 29.97),
    folder=Path("/films"),
    microphone="Headset",
    is_looping=False,
    has_constant_rate=True,
    theme="light",
    folded=("look", "engine"),
    costs_ms={"fast on cpu": 6.5},
    geometry=bytes(range(256)),
    exports=(
        JobSpec(
            input=Path("/films/x.mp4"),
            output=Path("/films/x ü_%04d.png"),
            settings=Settings(
                background=BackgroundSpec("blur", blur_strength=0.7), look_twice="off"
            ),
            output_kind="matte",
            start_s=1.5,
            codec="png",
            keep_sound=False,
            first_number=1001,
        ),
    ),
    export_habits=ExportHabits(
        outline="best", look_twice="on", suffix=".mov", keeps_sound=False, digits=6
    ),
    folders={"open": Path("/films")},
    told=("silent-recording",),
    mixed_colours=("#010203",),
)


def test_everything_survives(tmp_path):
    store = Store(tmp_path / "deep" / "backdrop.ini")
    assert store.save(FULL)
    assert Store(tmp_path / "deep" / "backdrop.ini").load() == FULL
    assert store.notice == ""


def test_nothing_saved_means_defaults_without_a_notice(tmp_path):
    store = Store(tmp_path / "backdrop.ini")
    assert store.load() == Saved()
    assert store.notice == ""


@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff\x00garbage", b"[General]\nformat=99\n", b"{json: true}"]
)
def test_a_corrupt_store_is_replaced_and_kept_aside_with_a_notice(tmp_path, content):
    path = tmp_path / "backdrop.ini"
    path.write_bytes(content)
    store = Store(path)
    assert store.load() == Saved()
    assert "backdrop.damaged.ini" in store.notice
    assert (tmp_path / "backdrop.damaged.ini").read_bytes() == content
    assert store.save(FULL)
    assert Store(path).load() == FULL


def test_a_file_of_a_later_version_is_kept_and_said_to_be_one(tmp_path):
    path = tmp_path / "backdrop.ini"
    Store(path).save(FULL)
    path.write_text(path.read_text().replace("format=1", "format=20"))
    store = Store(path)
    assert store.load() == Saved()
    assert "newer version of Backdrop" in store.notice
    assert "format=20" in (tmp_path / "backdrop.damaged.ini").read_text()


def test_a_setting_that_an_earlier_version_did_not_have_is_at_its_default(tmp_path):
    path = tmp_path / "backdrop.ini"
    Store(path).save(FULL)
    path.write_text(path.read_text().replace('\\"guided\\": true, ', ""))
    store = Store(path)
    assert store.load() == FULL
    assert not store.notice
    assert "guided" not in path.read_text().partition("settings=")[2].partition("\n")[0]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("settings", '"{\\"background\\": \\"blur:9\\"}"'),
        ("presets", "[1, 2]"),
        ("theme", '"\\"purple\\""'),
        ("is_looping", '"7"'),
        ("geometry", '"\\"not base64!\\""'),
        ("addresses", '"[\\"http://[::1/x\\"]"'),
        ("source", '"[\\"network\\", \\"http://[::1/x\\"]"'),
        ("camera_mode", '"{\\"height\\": \\"tall\\"}"'),
        ("costs_ms", "notjson"),
        ("camera_mode", '"{\\"height\\": 1e999, \\"width\\": 640, \\"frame_rate\\": 30}"'),
        ("camera_mode", f'"{{\\"height\\": 1, \\"width\\": 1, \\"frame_rate\\": 1{400 * "0"}}}"'),
        ("costs_ms", f'"{{\\"fast on cpu\\": 1{400 * "0"}}}"'),
        ("costs_ms", '"{\\"fast on cpu\\": NaN}"'),
        ("presets", f'"{100_000 * "["}"'),
        ("presets", f'"{100_000 * "["}{100_000 * "]"}"'),
        ("folder", '"\\"/films\\\\u0000\\""'),
        ("source", '"[\\"file\\", \\"\\\\ud800\\"]"'),
        ("folded", "@Invalid()"),
    ],
)
def test_one_damaged_entry_costs_only_itself(tmp_path, name, text):
    path = tmp_path / "backdrop.ini"
    Store(path).save(FULL)
    lines = [
        f"{name}={text}" if line.startswith(f"{name}=") else line
        for line in path.read_text().splitlines()
    ]
    path.write_text("\n".join(lines))
    store = Store(path)
    loaded = store.load()
    assert getattr(loaded, name) == getattr(Saved(), name)
    assert loaded.microphone == "Headset"
    assert name.replace("_", " ") in store.notice


def test_one_damaged_item_costs_only_itself(tmp_path):
    path = tmp_path / "backdrop.ini"
    bad = Preset(BackgroundSpec("blur", blur_strength=0.125), EdgeSettings(), False)
    saved = Saved(
        presets={"good": LOOK, "bad": bad, "fine": OTHER_LOOK},
        own_backgrounds=(Path("/a"), Path("/0.125"), Path("/b"), Path("/0.25")),
    )
    Store(path).save(saved)
    text = path.read_text().replace("blur:0.125", "blur:1e999").replace('\\"/0.125\\"', "5")
    path.write_text(text.replace("/0.25", r"\\ud800"))
    store = Store(path)
    loaded = store.load()
    assert loaded.presets == {"good": LOOK, "fine": OTHER_LOOK}
    assert loaded.own_backgrounds == (Path("/a"), Path("/b"))
    assert "damaged entries (presets, own backgrounds)" in store.notice
    assert Store(path).load() == loaded


@pytest.mark.parametrize("kind", ["folder", "pipe", "huge"])
def test_what_is_no_settings_file_is_put_aside_without_waiting_for_it(tmp_path, kind):
    path = tmp_path / "backdrop.ini"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        if not hasattr(os, "mkfifo"):
            pytest.skip("no named pipes here")
        os.mkfifo(path)
    else:
        path.write_bytes(b"x" * (MOST_BYTES + 1))
    store = Store(path)
    assert store.load() == Saved()
    assert "could not be read" in store.notice
    assert store.save(FULL)
    assert Store(path).load() == FULL


def test_what_was_not_damaged_is_safe_at_once(tmp_path):
    path = tmp_path / "backdrop.ini"
    Store(path).save(replace(FULL, theme="dark"))
    path.write_text(path.read_text().replace("dark", "purple"))
    loaded = Store(path).load()
    assert loaded == replace(FULL, theme="system")
    again = Store(path)
    assert again.load() == loaded
    assert again.notice == ""


def test_names_that_are_not_utf_8_survive(tmp_path):
    name = os.fsdecode(b"/films/caf\xe9.mp4")
    store = Store(tmp_path / "backdrop.ini")
    assert store.save(Saved(recent_files=(Path(name),), source=("file", name)))
    loaded = Store(tmp_path / "backdrop.ini").load()
    assert loaded.recent_files == (Path(name),)
    assert loaded.source == ("file", name)


LOOK = Preset(BackgroundSpec("blur"), EdgeSettings(), False)
OTHER_LOOK = replace(LOOK, mirror=True)


class TestTwoWindows:
    """With one file; what each of them has not touched is as the other left it."""

    def open(self, tmp_path, saved: Saved) -> tuple[Store, Saved, Store, Saved]:
        path = tmp_path / "backdrop.ini"
        Store(path).save(saved)
        one, other = Store(path), Store(path)
        return one, one.load(), other, other.load()

    def now(self, tmp_path) -> Saved:
        store = Store(tmp_path / "backdrop.ini")
        saved = store.load()
        assert store.notice == ""
        return saved

    def test_the_one_that_closes_last_keeps_the_other_s_presets(self, tmp_path):
        one, mine, other, theirs = self.open(tmp_path, Saved(presets={"old": LOOK}))
        assert one.save(replace(mine, presets={**mine.presets, "mine": LOOK}))
        theirs = replace(theirs, presets={**theirs.presets, "theirs": OTHER_LOOK})
        assert other.save(theirs)
        assert other.save(replace(theirs, theme="light", geometry=b"1"))
        assert one.save(replace(mine, presets={**mine.presets, "mine": LOOK}, geometry=b"2"))
        saved = self.now(tmp_path)
        assert saved.presets == {"old": LOOK, "mine": LOOK, "theirs": OTHER_LOOK}
        assert (saved.theme, saved.geometry) == ("light", b"2")

    def test_a_preset_that_one_of_them_deleted_or_changed_stays_so(self, tmp_path):
        one, mine, other, theirs = self.open(
            tmp_path, Saved(presets={"a": LOOK, "b": LOOK, "c": LOOK})
        )
        assert one.save(replace(mine, presets={"a": LOOK, "b": OTHER_LOOK}))
        assert other.save(replace(theirs, presets={"b": LOOK, "c": LOOK, "d": LOOK}))
        assert self.now(tmp_path).presets == {"b": OTHER_LOOK, "d": LOOK}

    def test_files_and_addresses_of_both_are_remembered(self, tmp_path):
        old = Saved(recent_files=(Path("/old"),), own_backgrounds=(Path("/p"), Path("/q")))
        one, mine, other, theirs = self.open(tmp_path, old)
        assert one.save(
            replace(mine.with_newest("recent_files", Path("/mine")), own_backgrounds=(Path("/q"),))
        )
        assert other.save(
            replace(
                theirs.with_newest("recent_files", Path("/theirs")), costs_ms={"fast on cpu": 5.0}
            )
        )
        saved = self.now(tmp_path)
        assert saved.recent_files == (Path("/theirs"), Path("/old"), Path("/mine"))
        assert saved.own_backgrounds == (Path("/q"),)
        assert saved.costs_ms == {"fast on cpu": 5.0}

    def test_a_file_that_vanished_meanwhile_is_written_whole(self, tmp_path):
        one, mine, _, _ = self.open(tmp_path, FULL)
        (tmp_path / "backdrop.ini").unlink()
        assert one.save(replace(mine, theme="dark"))
        assert self.now(tmp_path) == replace(FULL, theme="dark")

    def test_a_file_that_was_damaged_meanwhile_is_written_whole_and_kept_aside(self, tmp_path):
        one, mine, _, _ = self.open(tmp_path, FULL)
        (tmp_path / "backdrop.ini").write_bytes(b"\xff\x00")
        assert one.save(replace(mine, theme="dark"))
        assert self.now(tmp_path) == replace(FULL, theme="dark")
        assert (tmp_path / "backdrop.damaged.ini").read_bytes() == b"\xff\x00"

    def test_one_damaged_entry_costs_the_other_window_none_of_its_own(self, tmp_path):
        one, mine, other, theirs = self.open(tmp_path, Saved(theme="light"))
        assert other.save(replace(theirs, presets={"theirs": LOOK}))
        path = tmp_path / "backdrop.ini"
        path.write_text(path.read_text().replace("light", "purple"))
        assert one.save(replace(mine, microphone="Headset"))
        assert self.now(tmp_path) == Saved(
            theme="light", microphone="Headset", presets={"theirs": LOOK}
        )

    def test_many_that_write_at_the_same_time_lose_nothing(self, tmp_path):
        program = (
            "import sys\n"
            "from dataclasses import replace\n"
            "from pathlib import Path\n"
            "from app.pipeline.background_spec import BackgroundSpec\n"
            "from gpu_unet.settings import EdgeSettings\n"
            "from gui.shared.saved import Preset\n"
            "from gui.shared.store import Store\n"
            "look = Preset(BackgroundSpec('blur'), EdgeSettings(), False)\n"
            "store = Store(Path(sys.argv[1]))\n"
            "saved = store.load()\n"
            "for number in range(4):\n"
            "    presets = {**saved.presets, f'{sys.argv[2]}-{number}': look}\n"
            "    saved = replace(saved, presets=presets)\n"
            "    while not store.save(saved): pass\n"  # as a window does at its next change
        )
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
        path = tmp_path / "backdrop.ini"
        windows = [
            subprocess.Popen([sys.executable, "-c", program, path, name], env=environment)
            for name in "abc"
        ]
        assert [window.wait() for window in windows] == [0, 0, 0]
        names = {f"{name}-{number}" for name in "abc" for number in range(4)}
        assert set(self.now(tmp_path).presets) == names


def test_recent_files_are_few_and_the_newest_comes_first():
    saved = Saved()
    for number in range(MOST_RECENT_FILES + 3):
        saved = saved.with_newest("recent_files", Path(f"/{number}"))
    saved = saved.with_newest("recent_files", Path("/5"))
    assert saved.recent_files[0] == Path("/5")
    assert len(saved.recent_files) == len(set(saved.recent_files)) == MOST_RECENT_FILES


def test_a_window_with_a_corrupt_store_opens_and_says_so(make_driver, tmp_path):
    path = tmp_path / "backdrop.ini"
    path.write_bytes(b"\xde\xad\xbe\xef")
    driver = make_driver(store=path)
    driver.wait_notice("replaced by defaults")
    driver.wait_live()


SEED = 21


def damaged_file(path: Path, chance: random.Random) -> bytes:
    """A full settings file with accidents among its bytes, or hostile values in its entries."""
    Store(path).save(FULL)
    if chance.randrange(2):
        path.write_bytes(with_damaged_bytes(path.read_bytes(), chance))
    else:
        store = QSettings(str(path), QSettings.Format.IniFormat)
        for name in chance.sample(sorted(f.name for f in fields(Saved)), 1 + chance.randrange(3)):
            store.setValue(name, damaged_text(str(store.value(name)), chance))
        store.sync()
    return path.read_bytes()


@pytest.mark.qt_log_ignore("QVariant::load")
def test_whatever_the_file_holds_it_is_kept_aside_and_new_settings_are_saved(tmp_path):
    chance = random.Random(SEED)
    for number in range(60):
        path = tmp_path / f"{number}.ini"
        content = damaged_file(path, chance)
        store = Store(path)
        saved = store.load()
        if store.notice:
            assert path.with_suffix(".damaged.ini").read_bytes() == content
        assert store.save(replace(saved, microphone="new"))
        again = Store(path)
        assert again.load() == replace(saved, microphone="new")
        assert again.notice == ""


@pytest.mark.qt_log_ignore("QVariant::load")
def test_whatever_the_file_holds_the_window_opens(make_driver, tmp_path):
    chance = random.Random(SEED)
    for number in range(3):
        path = tmp_path / f"{number}.ini"
        damaged_file(path, chance)
        driver = make_driver(store=path, start=SourceRequest("camera", "Desk camera"))
        driver.wait_live()
        driver.stop()


def test_settings_and_geometry_survive_a_restart(make_driver):
    driver = make_driver(start=SourceRequest("camera", "Desk camera"))
    driver.wait_live()
    driver.window.resize(1010, 655)
    driver.drag(driver.window.look.sliders.slider("light_wrap").slider, 1.0)
    driver.click(driver.window.look.header)
    driver.click(driver.window.gallery.swatch("#8ec5ff"))
    driver.window.close()
    driver.wait(lambda: not driver.window.isVisible())
    driver.stop()
    saved = Store(driver.app.state.store.path).load()
    assert saved.settings.edges.light_wrap == 1.0
    assert saved.folded == ("look",)
    assert saved.source == ("camera", "Desk camera")
    again = make_driver(is_started=False)
    restore_within_screen(again.window, saved.geometry)
    assert again.window.height() == 655  # the offscreen screen is too narrow for the width
    again.app.start()
    assert not again.window.look.content.isVisible()
    again.wait_colour(0.1, 0.5, (142, 197, 255))


def test_a_window_that_is_closed_as_the_small_view_has_its_size_at_the_next_start(make_driver):
    driver = make_driver(start=SourceRequest("camera", "Desk camera"))
    driver.wait_live()
    driver.window.resize(800, 655)  # as far as the offscreen screen goes
    driver.press(Qt.Key.Key_F10)
    driver.window.close()
    driver.wait(lambda: not driver.window.isVisible())
    driver.stop()
    saved = Store(driver.app.state.store.path).load()
    window = QWidget()
    restore_within_screen(window, saved.geometry)
    assert window.height() == 655
    window.deleteLater()


@pytest.mark.parametrize("is_remembered", [True, False])
def test_the_window_stays_within_the_screen_that_there_is(make_driver, is_remembered):
    large = make_driver(is_started=False).window
    room = large.screen().availableGeometry()
    large.resize(room.width() + 500, room.height() + 300)
    large.move(room.width() - 100, room.height() - 100)
    window = make_driver(is_started=False).window
    window.resize(large.size())
    window.move(large.pos())
    geometry = bytes(large.saveGeometry().data()) if is_remembered else b""
    restore_within_screen(window, geometry)
    # As small as it gets it may still be larger than a test's screen.
    assert window.width() <= max(room.width(), window.minimumWidth())
    assert window.height() <= max(room.height(), window.minimumHeight())
    assert room.contains(window.frameGeometry().topLeft())


def test_a_store_that_cannot_be_written_is_said_once(make_driver, tmp_path):
    (tmp_path / "file").write_text("in the way")
    driver = make_driver(store=tmp_path / "file" / "backdrop.ini")
    driver.wait_live()
    driver.app.state.update(microphone="x")
    driver.app.state.write()
    driver.wait_notice("cannot be saved")
