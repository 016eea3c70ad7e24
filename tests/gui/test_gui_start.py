"""What the command line asks of the window, from the start on."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from io import StringIO
from types import SimpleNamespace

import numpy as np
import pytest
from gui_doubles import FakeCameras, inventory
from gui_driver import read
from PySide6.QtCore import QStandardPaths
from rich.console import Console
from video_clips import first_picture, make_clip

import main
from app.cli import camera
from app.cli.headless import print_statistics
from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live.source_request import SourceRequest, StartOptions
from app.pipeline.settings import Settings
from gpu_unet.settings import EdgeSettings
from gui.app import make_home_known, settings_from_options
from gui.shared.saved import Saved
from gui.shared.store import Store

CAMERA = SourceRequest("camera", "Desk camera")


def test_a_file_alone_on_the_command_line_opens_in_the_window(monkeypatch, clip):
    asked = []
    monkeypatch.setattr(
        main, "open_window", lambda options=None: asked.append(options.request) or 0
    )
    assert main.main([str(clip)]) == 0
    assert asked == [SourceRequest("file", str(clip))]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no HOME")
@pytest.mark.parametrize("home", ["", "relative"])
def test_settings_are_at_home_where_home_is_not_set_well(monkeypatch, tmp_path, home):
    import pwd

    monkeypatch.setattr(pwd, "getpwuid", lambda number: SimpleNamespace(pw_dir=str(tmp_path)))
    monkeypatch.setenv("HOME", home)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    config = QStandardPaths.StandardLocation.ConfigLocation
    make_home_known()
    assert QStandardPaths.writableLocation(config) == str(tmp_path / ".config")


def test_what_was_given_wins_over_what_is_remembered_also_at_its_default():
    remembered = Settings(mirror=True, edges=EdgeSettings(smoothing=0.1), device="cpu")
    words = ["--no-mirror", "--smoothing", "0.6", "--device", "auto"]
    parser = argparse.ArgumentParser()
    camera.add_arguments(parser)
    options = camera.options_of(parser.parse_args(words))
    assert settings_from_options(options, remembered) == Settings()


def test_what_the_command_line_does_not_ask_for_stays_as_it_was():
    remembered = Settings(
        background=BackgroundSpec.parse("navy"), edges=EdgeSettings(light_wrap=0.5), model="fast"
    )
    asked = Settings(mirror=True, edges=EdgeSettings(softness=0.2))
    merged = settings_from_options(
        StartOptions(CAMERA, asked, given=frozenset({"mirror", "softness"})), remembered
    )
    assert merged == Settings(
        background=BackgroundSpec.parse("navy"),
        mirror=True,
        edges=EdgeSettings(light_wrap=0.5, softness=0.2),
        model="fast",
    )
    named = settings_from_options(
        StartOptions(CAMERA, Settings(), given=frozenset({"background"})), remembered
    )
    assert named.background.kind == "blur", "a background that was named wins"


def test_what_is_remembered_may_have_become_unreachable(make_driver, tmp_path):
    lost = tmp_path / ("n" * 300 + ".mp4")  # any error of the system's will do
    store = Store(tmp_path / "store.ini")
    assert store.save(Saved(settings=Settings(background=BackgroundSpec("file", path=lost))))
    driver = make_driver(store=tmp_path / "store.ini", is_started=False)
    driver.app.state.update(source=("file", str(lost)))
    driver.app.start()
    driver.wait_live()


def test_it_records_from_the_first_person_on_and_ends_after_its_seconds(make_driver, tmp_path):
    driver = make_driver(is_started=False)
    options = StartOptions(CAMERA, Settings(), record=tmp_path / "a.mp4", seconds=0.7)
    driver.app.start_with(options)
    driver.app.start(options.request)
    driver.wait(lambda: not driver.window.isVisible() and (tmp_path / "a.mp4").exists())
    assert len(read(tmp_path / "a.mp4")) > 0


def test_the_recording_of_a_file_begins_with_its_first_frame(make_driver, tmp_path):
    def bright_at_first(index, *, height, width):
        return np.full((height, width, 3), 20 if index else 235, np.uint8)

    make_clip(tmp_path / "clip.mp4", frame_count=12, picture=bright_at_first)
    file = SourceRequest("file", str(tmp_path / "clip.mp4"))
    navy = Settings(background=BackgroundSpec.parse("navy"))
    driver = make_driver(is_started=False)
    driver.app.override_settings(navy)
    driver.app.start_with(
        StartOptions(
            file, navy, given=frozenset({"background"}), record=tmp_path / "a.mp4", seconds=0.3
        )
    )
    driver.app.start(file)
    driver.wait(lambda: not driver.window.isVisible() and (tmp_path / "a.mp4").exists())
    driver.stop()
    assert first_picture(tmp_path / "a.mp4")[24, 32].min() > 200


def test_the_remembered_background_is_never_recorded_over(make_driver, tmp_path):
    beach = tmp_path / "beach.mp4"
    make_clip(beach)
    before = beach.read_bytes()
    driver = make_driver(is_started=False)
    driver.app.override_settings(Settings(background=BackgroundSpec.parse(str(beach))))
    options = StartOptions(CAMERA, Settings(), record=beach, overwrite=True)
    driver.app.start_with(options)
    driver.app.start(CAMERA)
    driver.wait_notice("beach.mp4 is the background and cannot be overwritten")
    driver.wait_live()
    driver.stop()
    assert beach.read_bytes() == before


def test_a_recording_that_cannot_be_is_said_and_the_picture_shown(make_driver, tmp_path):
    (tmp_path / "a.mp4").touch()
    driver = make_driver(is_started=False)
    driver.app.start_with(StartOptions(CAMERA, Settings(), record=tmp_path / "a.mp4"))
    driver.app.start(CAMERA)
    driver.wait_notice("exists already")
    driver.wait_live()
    assert not driver.app.output.is_recording


def test_no_more_frames_are_composed_than_the_limit_allows(make_driver):
    driver = make_driver(is_started=False)
    driver.app.start_with(StartOptions(CAMERA, Settings(), frame_limit=2.0))
    driver.app.start(CAMERA)
    session = driver.app.session
    figures = lambda: session.worker and session.worker.statistics()  # noqa: E731
    driver.wait(lambda: figures() is not None and figures().composite_frames >= 4)
    driver.wait(lambda: figures().fps_out < figures().fps_in / 2)


@pytest.mark.parametrize("is_automatic", [True, False])
def test_detail_is_given_up_only_if_it_may(make_driver, is_automatic):
    driver = make_driver(is_started=False)
    options = StartOptions(CAMERA, Settings(), has_automatic_pace=is_automatic)
    driver.app.start_with(options)
    driver.app.start(CAMERA)
    driver.wait_live()
    assert driver.app.session.worker.pace.is_on is is_automatic


def test_statistics_are_printed_while_it_runs_and_by_stage_at_the_end(make_driver, monkeypatch):
    monkeypatch.setattr("gui.app.STATISTICS_EVERY_S", 0.1)
    driver = make_driver(is_started=False)
    said = StringIO()
    app = driver.app
    options = StartOptions(CAMERA, Settings(), wants_statistics=True)
    printer = partial(print_statistics, console=Console(file=said, width=100))
    app.start_with(options, printer)
    app.start(CAMERA)
    driver.wait_live()
    driver.wait(lambda: "delay p50" in said.getvalue())
    assert "capture to composite" not in said.getvalue()
    driver.window.close()
    driver.wait(lambda: not driver.window.isVisible())
    driver.stop()
    assert said.getvalue().count("capture to composite") == 1


@pytest.mark.parametrize(("number", "name"), [("0", "Desk camera"), ("1", "Side camera")])
def test_a_camera_that_is_asked_for_by_its_number_goes_by_its_name(make_driver, number, name):
    cameras = FakeCameras("Desk camera", "Side camera")
    asked = SourceRequest("camera", number, height=180, width=320)
    driver = make_driver(start=asked, cameras=cameras)
    driver.wait(lambda: driver.window.source.source.currentText() == name)
    assert driver.app.state.saved.source == ("camera", name)


def test_without_a_first_camera_the_sample_plays(make_driver):
    driver = make_driver(start=SourceRequest("camera", "0"), found=inventory())
    driver.wait(lambda: driver.window.source.source.currentText() == "Built-in sample")
    assert "No camera was found" in driver.window.source.reason.text()


def test_the_sample_as_a_camera_is_not_remembered(make_driver):
    driver = make_driver(start=SourceRequest("synthetic"))
    driver.wait_live()
    assert driver.app.state.saved.source == ("", "")
