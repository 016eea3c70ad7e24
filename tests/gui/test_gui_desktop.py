"""The cut-out on the desktop: the person alone, above all windows."""

import numpy as np
import pytest
from gui_driver import turn_wheel
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.pipeline.live.monitor import Result
from gui.preview.view import ViewMode, ViewRequest, render


def opened(driver):
    driver.window.desktop.trigger()
    cut_out = driver.app.desktop.cut_out
    driver.wait(lambda: painted(cut_out).max() == 255)
    return cut_out


def painted(cut_out):
    """uint8 alpha (H, W) of what stands on the desktop."""
    image = cut_out.grab().toImage()
    image = image.convertToFormat(image.Format.Format_RGBA8888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    return rows[..., 3].copy()


def test_the_person_alone_stands_above_all_windows(driver):
    cut_out = opened(driver)
    flags = cut_out.windowFlags()
    assert flags & Qt.WindowType.FramelessWindowHint
    assert flags & Qt.WindowType.WindowStaysOnTopHint
    assert cut_out.testAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
    alpha = painted(cut_out)
    height, width = alpha.shape
    assert alpha[height // 2, width // 2] == 255
    assert alpha[height // 10, width // 2] <= 1, "the room, or the background"
    assert driver.window.desktop.isChecked()
    driver.wait_colour(0.1, 0.5, (0, 177, 64))  # the preview shows what it showed


@pytest.mark.parametrize("is_valid", [True, False])
@pytest.mark.parametrize("is_transparent", [True, False])
@pytest.mark.parametrize("has_alpha", [True, False])
def test_without_a_valid_matte_nothing_is_there(is_valid, is_transparent, has_alpha):
    alpha = np.zeros((40, 64), np.uint8)
    alpha[10:30, 16:48] = 128
    result = Result(
        pixels=np.full((40, 64, 3), 200, np.uint8),
        frame_index=0,
        pts_s=0.0,
        captured_s=0.0,
        has_valid_matte=is_valid,
        is_transparent=is_transparent,
        alpha=alpha if has_alpha else None,
        original=np.full((40, 64, 3), 200, np.uint8),
    )
    request = ViewRequest(height=20, width=32, desktop=(20, 32))
    image = render(result, request).desktop.convertToFormat(QImage.Format.Format_RGBA8888)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(20, 32, 4).copy()
    if is_valid and has_alpha:
        assert pixels[10, 16].tolist() == [199, 199, 199, 128]  # not darkened twice
        assert not pixels[:3].any()
    else:
        assert not pixels.any()


def test_the_end_of_the_session_clears_it_whatever_was_shown_last(driver):
    cut_out, session = opened(driver), driver.app.session
    session.frame_ready.disconnect()  # its last picture does not arrive
    with driver.qtbot.waitSignal(session.finished):
        session.worker.stop()
    assert painted(cut_out).max() == 1


def test_another_scale_of_the_screen_asks_for_another_size(driver, monkeypatch):
    cut_out, asked = opened(driver), []
    cut_out.resized.connect(lambda *size: asked.append(size))
    monkeypatch.setattr(cut_out, "devicePixelRatioF", lambda: 2.0)
    QApplication.sendEvent(cut_out, QEvent(QEvent.Type.DevicePixelRatioChange))
    assert asked == [(2 * cut_out.height(), 2 * cut_out.width())]


def test_esc_closes_it_and_the_worker_hands_out_no_originals_any_more(driver):
    cut_out = opened(driver)
    driver.qtbot.keyClick(cut_out, Qt.Key.Key_Escape)
    assert driver.app.desktop.cut_out is None
    assert not driver.window.desktop.isChecked()
    assert not driver.window.click_through.isEnabled()
    driver.wait_frame(lambda frame: frame.desktop is None)
    driver.window.activateWindow()
    driver.wait(driver.window.isActiveWindow)
    driver.press(Qt.Key.Key_F10, Qt.KeyboardModifier.ControlModifier)
    assert driver.app.desktop.cut_out is not None


def test_clicks_go_through_by_choice_and_the_menu_ends_it(driver):
    cut_out = opened(driver)
    assert not cut_out.is_click_through
    assert painted(cut_out).min() == 1, "transparent pixels would let clicks through"
    driver.window.click_through.trigger()
    assert cut_out.is_click_through
    assert cut_out.isVisible()
    driver.wait(lambda: painted(cut_out).min() == 0)
    driver.window.click_through.trigger()
    assert not cut_out.is_click_through
    cut_out.click_through_asked.emit(True)  # from its own menu
    assert driver.window.click_through.isChecked()


def test_the_wheel_scales_it_in_proportion_and_its_feet_stay(driver):
    cut_out = opened(driver)
    before = cut_out.geometry()
    turn_wheel(cut_out, QPointF(cut_out.rect().center()), -3)
    after = cut_out.geometry()
    assert after.width() == pytest.approx(before.width() / 1.1**3, abs=1)
    assert after.width() / after.height() == pytest.approx(16 / 9, rel=0.01)
    assert after.bottomLeft() == before.bottomLeft()
    driver.wait(lambda: painted(cut_out).max() == 255)
    for _ in range(30):
        turn_wheel(cut_out, QPointF(cut_out.rect().center()), -3)
    assert cut_out.width() == 160
    for _ in range(30):
        turn_wheel(cut_out, QPointF(cut_out.rect().center()), 3)
    assert cut_out.screen().availableGeometry().height() >= cut_out.height()


def test_a_drag_moves_it(driver):
    cut_out = opened(driver)
    before, middle = cut_out.pos(), cut_out.rect().center()
    driver.qtbot.mousePress(cut_out, Qt.MouseButton.LeftButton, pos=middle)
    driver.qtbot.mouseMove(cut_out, middle - QPoint(40, 30))
    driver.qtbot.mouseRelease(cut_out, Qt.MouseButton.LeftButton, pos=middle)
    assert cut_out.pos() == before - QPoint(40, 30)


def test_it_ends_with_the_window(driver):
    opened(driver)
    driver.app.view.choose(ViewMode.MATTE)
    driver.window.allow_close()
    assert driver.app.desktop.cut_out is None
