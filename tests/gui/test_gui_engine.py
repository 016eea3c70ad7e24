"""The engine panel, and what is shown while no matte is valid."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from gui_doubles import NO_GPU, ROOM, inventory
from gui_driver import is_near, to_array
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel

from app.pipeline.engines import model_names
from app.pipeline.live.compositor import Compositor
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.statistics import LiveStatistics
from app.pipeline.no_matte import NoMatte
from gpu_unet.errors import EngineError, GpuLostError
from gui.engine.control import cost_key
from gui.engine.panel import PLOT_HEIGHT_PX, parts_of_frame

GREEN = (0, 177, 64)
PERSON = (255, 45, 55)


def test_models_are_listed_by_name_and_can_be_chosen(driver):
    box = driver.window.engine.model
    names = model_names()
    assert [box.itemText(i).partition("  ")[0].lower() for i in range(1, box.count())] == names
    driver.choose(box, 1)
    driver.wait(lambda: driver.engine_factory.settings[-1].model == names[0])
    driver.wait_colour(0.4, 0.5, PERSON)
    assert driver.app.state.saved.settings.model == names[0]


def test_the_background_alone_is_shown_while_another_engine_is_opened(driver):
    driver.wait_colour(0.4, 0.5, PERSON)
    session = driver.app.session
    model = session.model
    assert model
    driver.engine_factory.gate = threading.Event()
    driver.choose(driver.window.engine.model, 1)
    driver.wait_colour(0.4, 0.5, GREEN)
    assert driver.window.preview.accessibleDescription()
    between = (session.has_engine, session.model)
    driver.engine_factory.gate.set()
    driver.wait_colour(0.4, 0.5, PERSON)
    driver.wait(lambda: not driver.window.preview.accessibleDescription())
    assert (between, session.has_engine) == ((False, model), True)


def test_the_device_can_be_chosen_and_a_missing_gpu_is_greyed_with_the_reason(driver):
    box = driver.window.engine.device
    driver.wait(lambda: not box.model().item(1).isEnabled())
    assert "no NVIDIA GPU" in box.model().item(1).toolTip()
    driver.qtbot.keyClick(box, Qt.Key.Key_End)
    driver.wait(lambda: driver.engine_factory.settings[-1].device == "cpu")
    assert driver.app.state.saved.settings.device == "cpu"


def test_another_card_is_named_with_its_provider_or_greyed_with_what_is_missing(driver):
    box = driver.window.engine.device
    driver.engine_factory.device = "onnx"
    driver.choose(driver.window.engine.model, 1)
    driver.wait(lambda: box.itemText(2).startswith("fake onnx"))
    assert box.model().item(2).isEnabled()
    assert "ONNX" in box.itemText(0)
    found = replace(
        inventory("Desk camera"), gpu=replace(NO_GPU, missing_for_any="libvulkan1 is not installed")
    )
    driver.app.session.inventory_changed.emit(found)
    driver.wait(lambda: not box.model().item(2).isEnabled())
    assert "libvulkan1" in box.model().item(2).toolTip()


@pytest.mark.usefixtures("expected_error_logs")
def test_an_engine_error_shows_the_background_and_a_notice_never_the_room(driver):
    seen = []
    driver.app.session.frame_ready.connect(seen.append)

    def fail_always(engine) -> None:
        engine.process = broken

    def broken(*_args, **_kwargs):
        raise EngineError("the network returned nonsense")

    driver.engine_factory.prepare = fail_always
    driver.engine_factory.engines[-1].process = broken
    driver.wait(lambda: bool(driver.notices()))
    driver.wait_colour(0.4, 0.5, GREEN)
    for picture in seen:
        image = picture.image
        pixel = image.pixelColor(int(0.9 * image.width()), int(0.5 * image.height())).getRgb()
        assert not is_near(pixel[:3], ROOM, 60)


@pytest.mark.usefixtures("expected_error_logs")
def test_a_gpu_that_dies_gives_way_to_the_cpu_with_a_notice(make_driver):
    driver = make_driver(start=SourceRequest("camera", "Desk camera"), device="cuda")
    driver.wait_colour(0.4, 0.5, PERSON)
    driver.engine_factory.engines[-1].error = GpuLostError("the GPU fell off the bus")
    driver.wait_notice("the CPU took over")
    driver.wait_colour(0.4, 0.5, PERSON)


def test_figures_are_live(driver):
    panel = driver.window.engine
    driver.wait(lambda: panel.figures["fps_out"].text() not in ("\u2013", "0.0"))
    names = [label.accessibleName() for label in panel.findChildren(QLabel)]
    assert f"Frames out: {panel.figures['fps_out'].text()}" in names
    assert panel.figures["p50"].text().endswith("ms")
    assert panel.figures["p95"].text().endswith("ms")
    assert panel.figures["dropped"].text().isdigit()
    assert "frames/s" in driver.window.status.text()


def test_the_panel_says_why_the_background_alone_is_shown(driver):
    driver.wait_live()
    panel, session = driver.window.engine, driver.app.session
    session.statistics_ready.emit(LiveStatistics(alone_because=NoMatte.ENGINE_STUCK))
    assert "The engine still works on an earlier frame." in panel.alone.text()
    assert not panel.alone.isHidden()
    session.statistics_ready.emit(LiveStatistics(fps_out=30.0))
    assert panel.alone.isHidden()


def test_the_plot_opens_on_demand_and_names_the_stages(driver):
    panel = driver.window.engine
    assert not panel.plot.isVisible()
    driver.click(panel.fold)
    assert panel.plot.isVisible()
    driver.wait(lambda: {"network", "composite"} <= set(panel.plot.medians()))
    driver.wait(lambda: panel.plot.height() >= panel.plot.sizeHint().height())
    colours = [QColor(c).getRgb()[:3] for c in driver.app.theme.palette["plot"].split(",")]

    def is_drawn() -> bool:
        chart = to_array(panel.plot.grab().toImage())[:PLOT_HEIGHT_PX].reshape(-1, 3).astype(int)
        return any((np.abs(chart - colour).max(axis=1) < 12).any() for colour in colours)

    driver.wait(is_drawn)
    driver.click(panel.fold)
    assert not panel.plot.isVisible()


def test_the_stages_of_the_plot_add_up_to_the_frame():
    """The engine's sum is told beside its stages: stacked as well, it would count them twice."""
    parts = parts_of_frame({"wait": 1.0, "network": 6.0, "composite": 2.0, "process": 9.5})
    assert parts == {"wait": 1.0, "network": 6.0, "composite": 2.0, "rest": 1.5}
    assert parts_of_frame({"network": 6.0, "process": 5.9})["rest"] == 0.0


def test_measured_costs_stand_beside_the_models(driver, monkeypatch):
    from types import SimpleNamespace

    costs = dict(zip(model_names(), (7.0, 21.0), strict=False))
    monkeypatch.setattr(
        "app.pipeline.model_cost.measure_cost",
        lambda model, *, device: SimpleNamespace(frame_ms=costs[model]),
    )
    driver.click(driver.window.engine.measure)
    box = driver.window.engine.model
    driver.wait(lambda: "7 ms" in box.itemText(1) and "21 ms" in box.itemText(2))
    driver.wait(lambda: driver.window.engine.measure.isEnabled())
    assert driver.app.state.saved.costs_ms[cost_key(model_names()[0], "cpu")] == 7.0


@pytest.mark.usefixtures("expected_error_logs")
def test_a_measurement_that_fails_unforeseen_says_so_and_can_be_asked_for_again(
    driver, monkeypatch
):
    def fails(model, *, device):
        raise RuntimeError("the cost of nothing")

    monkeypatch.setattr("app.pipeline.model_cost.measure_cost", fails)
    driver.click(driver.window.engine.measure)
    driver.wait_notice("the cost of nothing")
    driver.wait(lambda: driver.window.engine.measure.isEnabled())


@pytest.mark.usefixtures("expected_error_logs")
def test_a_fault_that_ends_the_worker_leaves_nothing_on_screen_and_can_be_recovered(
    driver, monkeypatch
):
    def fault(*_: object, **__: object) -> None:
        raise RuntimeError("because of an internal error")

    with monkeypatch.context() as patch:
        patch.setattr(Compositor, "compose", fault)
        driver.wait_notice("stopped after an internal error")
    assert driver.window.preview.frame is None
    driver.choose(driver.window.source.source, 1)  # the sample
    driver.wait_live()


@pytest.mark.usefixtures("expected_error_logs")
def test_a_fault_while_a_file_opens_leaves_no_message_that_it_opens(driver, clip, monkeypatch):
    def fault(*_: object) -> None:
        raise RuntimeError("because of an internal error")

    monkeypatch.setattr("app.pipeline.live.worker.open_source", fault)
    driver.drop(driver.window.preview, [clip])
    driver.wait_notice("stopped after an internal error")
    assert driver.window.preview.message() == ""
    assert driver.window.status.text() == ""


@pytest.mark.usefixtures("expected_error_logs")
def test_a_worker_that_ended_takes_nothing_from_the_next_one(driver, clip, monkeypatch):
    def fault(*_: object, **__: object) -> None:
        raise RuntimeError("because of an internal error")

    worker = driver.app.session.worker
    with monkeypatch.context() as patch:
        patch.setattr(Compositor, "compose", fault)
        while worker.is_running:  # the window is busy, and hears of it later
            time.sleep(0.01)
    worker.stop()
    driver.app.source.open_files([clip], [])
    driver.wait(lambda: driver.app.playback.position_s > 0)
    driver.wait_live()
    assert driver.notices() == []
