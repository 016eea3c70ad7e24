"""What survives a restart, and what becomes of a damaged store."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu_unet.settings import EdgeSettings
from gui.placement import restore_within_screen
from gui.source_panel import CameraMode
from gui.store import MOST_RECENT_FILES, Preset, Saved, Store
from pipeline.background_spec import BackgroundSpec
from pipeline.live.source_request import SourceRequest
from pipeline.settings import Settings

FULL = Saved(
    settings=Settings(
        background=BackgroundSpec("colour", colour=(1, 2, 3)),
        mirror=True,
        edges=EdgeSettings(softness=0.25, largest_only=True),
        model="fast",
        device="cpu",
    ),
    presets={
        'Evening "rub" = ü': Preset(BackgroundSpec("blur", blur_strength=0.7), EdgeSettings(), True)
    },
    own_backgrounds=(Path("/pictures/a b.jpg"), Path("/pictures/ü;=%.png")),
    recent_files=(Path("/films/x.mp4"),),
    addresses=("rtsp://me@10.0.0.7/live", "http://host/video"),
    source=("camera", "Desk camera"),
    camera_mode=CameraMode(720, 1280, 29.97),
    folder=Path("/films"),
    microphone="Headset",
    is_looping=False,
    theme="light",
    folded=("look", "engine"),
    costs_ms={"fast on cpu": 6.5},
    geometry=bytes(range(256)),
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


def test_recent_files_are_few_and_the_newest_comes_first():
    saved = Saved()
    for number in range(MOST_RECENT_FILES + 3):
        saved = saved.with_recent(Path(f"/{number}"))
    saved = saved.with_recent(Path("/5"))
    assert saved.recent_files[0] == Path("/5")
    assert len(saved.recent_files) == len(set(saved.recent_files)) == MOST_RECENT_FILES


def test_a_window_with_a_corrupt_store_opens_and_says_so(make_driver, tmp_path):
    path = tmp_path / "backdrop.ini"
    path.write_bytes(b"\xde\xad\xbe\xef")
    driver = make_driver(store=path)
    driver.wait_notice("replaced by defaults")
    driver.wait_live()


def test_settings_and_geometry_survive_a_restart(make_driver):
    driver = make_driver(start=SourceRequest("camera", "Desk camera"))
    driver.wait_live()
    driver.window.resize(1010, 655)
    driver.drag(driver.window.look.slider("light_wrap").slider, 1.0)
    driver.click(driver.window.look.header)
    driver.click(driver.window.gallery.swatch("#8ec5ff"))
    driver.window.close()
    driver.wait(lambda: not driver.window.isVisible())
    driver.stop()
    saved = Store(driver.app.state._store._path).load()
    assert saved.settings.edges.light_wrap == 1.0
    assert saved.folded == ("look",)
    assert saved.source == ("camera", "Desk camera")
    again = make_driver(is_started=False)
    restore_within_screen(again.window, saved.geometry)
    assert again.window.height() == 655  # the offscreen screen is too narrow for the width
    again.app.start()
    assert not again.window.look.content.isVisible()
    again.wait_colour(0.1, 0.5, (142, 197, 255))


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
