"""Notices, shortcuts, theme, crash hook, and what everyone can reach without a mouse."""

from __future__ import annotations

import itertools
import re
import sys
from pathlib import Path

import pytest
from gui_doubles import FakeCameras
from gui_driver import is_near
from PySide6.QtCore import SIGNAL, QPoint, QRect, Qt
from PySide6.QtGui import QScreen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QMenu,
    QScrollArea,
    QScrollBar,
    QWidget,
)

import gui.app
from app.pipeline.engines import PreparingMessage
from app.pipeline.live.events import EnginePreparing, PaceChanged
from app.pipeline.live.statistics import LiveStatistics, Percentiles
from app.pipeline.settings import Settings
from gui.background.control import BACKGROUNDS_FOLDER
from gui.export.choices import ExportContext
from gui.export.dialog import ExportDialog
from gui.leaving import CloseDialog
from gui.main_window import restore_within_screen
from gui.preview.status_control import pace_words
from gui.shared.icons import icon
from gui.shared.parts import SEPARATOR, StatusLine
from gui.shared.theme import DARK, LIGHT, Palette
from gui.shared.timers import WindowThreadGarbage
from gui.shortcuts import SHORTCUTS

GREEN = (0, 177, 64)


# Shortcuts


def test_question_mark_shows_every_shortcut_and_any_key_hides_them(driver):
    overlay = driver.window.overlay
    driver.qtbot.keyClicks(driver.window, "?")
    driver.wait(overlay.isVisible)
    texts = {label.text() for label in overlay.findChildren(QWidget) if hasattr(label, "text")}
    assert {words for _, _, words in SHORTCUTS} <= texts
    driver.qtbot.keyClick(overlay, Qt.Key.Key_A)
    assert not overlay.isVisible()


def test_the_menu_opens_the_shortcuts_and_the_log(driver, tmp_path):
    driver.click(driver.window.more)
    menu = driver.window.menu
    assert menu.isVisible()
    by_text = {action.text(): action for action in menu.actions()}
    menu.hide()
    by_text["Keyboard shortcuts"].trigger()
    assert driver.window.overlay.isVisible()
    by_text["Show the log"].trigger()
    assert driver.shown_folders == [tmp_path / "backdrop.log"]


def test_no_key_fails_where_there_is_no_film(driver):
    for name, _, _ in SHORTCUTS:
        if name not in ("original", "quit", "open", "export", "full_screen"):  # their own tests
            driver.window.action.emit(name)


# Theme


@pytest.mark.parametrize(("choice", "palette"), [("light", LIGHT), ("dark", DARK)])
def test_the_theme_can_be_chosen(driver, choice, palette):
    actions = {action.text(): action for action in driver.window.menu.actions()}
    themes = {action.text(): action for action in actions["Theme"].menu().actions()}
    themes[choice.title()].trigger()

    def corner() -> tuple[int, ...]:
        picture = driver.window.grab().toImage()
        return picture.pixelColor(4, driver.window.height() // 2).getRgb()[:3]

    driver.wait(lambda: is_near(corner(), rgb(palette["window"]), 2))
    assert driver.app.state.saved.theme == choice


def test_qt_learns_of_the_end_of_every_widget_that_it_styles(make_driver, qapp):
    """Else the next style sheet reads widgets that are gone, and a signal ends the program."""
    make_driver()
    again = make_driver()  # its theme comes to widgets that are there
    again.window.themes.actions()[2].trigger()
    destroyed = SIGNAL("destroyed(QObject*)")
    styled = [w for w in qapp.allWidgets() if w.testAttribute(Qt.WidgetAttribute.WA_StyleSheet)]
    assert len(styled) > 100
    assert [w for w in styled if w.receivers(destroyed) == 0] == []


def test_the_theme_follows_the_system(driver, monkeypatch):
    from types import SimpleNamespace

    import gui.shared.theme

    for scheme, palette in ((Qt.ColorScheme.Light, LIGHT), (Qt.ColorScheme.Dark, DARK)):
        monkeypatch.setattr(
            gui.shared.theme.QGuiApplication,
            "styleHints",
            lambda scheme=scheme: SimpleNamespace(colorScheme=lambda: scheme),
        )
        driver.app.theme.choose("system")
        assert driver.app.theme.palette is palette


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
def test_writing_can_be_read(palette: Palette):
    """WCAG: 4.5 for text, 3 for icons and large or bold writing."""
    for text, ground, least in (
        (palette["text"], palette["window"], 7.0),
        (palette["text"], palette["panel"], 7.0),
        (palette["text"], palette["card"], 7.0),
        (palette["muted"], palette["window"], 4.5),
        (palette["muted"], palette["panel"], 4.5),
        (palette["muted"], palette["card"], 4.5),
        (palette["on_accent"], palette["accent"], 4.5),
        ("#ffffff", palette["record_fill"], 4.5),
        ("#ffffff", palette["record_fill_hover"], 4.5),
        (palette["text"], palette["track_on"], 4.5),
        (palette["muted"], palette["track"], 4.5),
        (palette["text"], palette["accent_soft"], 4.5),
        *((colour, ground, 4.5) for colour in coloured(palette) for ground in grounds(palette)),
        # Marks: what is chosen, on, dragged, recorded.
        *((palette["record_fill"], ground, 3.0) for ground in grounds(palette)),
        (palette["accent"], palette["track"], 3.0),
        (palette["accent"], palette["track_on"], 3.0),
        (palette["accent"], palette["accent_soft"], 3.0),
        *((palette["mark_off"], ground, 3.0) for ground in (palette["panel"], palette["window"])),
        ("#ffffff", palette["mark_off"], 3.0),
    ):
        assert contrast(text, ground) >= least, (text, ground)


def coloured(palette: Palette):
    return (
        palette["accent"],
        palette["warning"],
        palette["error"],
        palette["success"],
        palette["record"],
    )


def grounds(palette: Palette):
    return palette["window"], palette["panel"], palette["card"]


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
def test_what_is_dragged_stands_out(palette: Palette):
    for ground in (palette["panel"], palette["window"]):
        edge = max(contrast(palette["knob"], ground), contrast(palette["knob_line"], ground))
        assert edge >= 3.0


def test_a_selected_view_is_marked_by_more_than_a_shade(driver):
    button = driver.window.view.button("result")
    image = button.grab().toImage()
    palette = driver.app.theme.palette
    column = [image.pixelColor(button.width() // 2, y).name() for y in range(6)]
    assert max(contrast(colour, palette["track"]) for colour in column) >= 3.0


def test_the_focus_ring_is_for_keys_and_follows_no_click(driver, qapp):
    record, mirror = driver.window.record_bar.record, driver.window.look.mirror
    slider = driver.window.look.sliders.slider("softness").slider
    for widget in (record, mirror, slider):
        QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=QPoint(12, 10))
        qapp.focusChanged.emit(None, widget)
        assert not widget.property("ring"), widget.accessibleName()
        QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=QPoint(300, 300))
    record.setFocus(Qt.FocusReason.TabFocusReason)
    qapp.focusChanged.emit(None, record)
    assert record.property("ring")
    qapp.focusChanged.emit(record, mirror)
    assert not record.property("ring")


def test_the_status_line_is_in_peoples_words_and_figures_are_its_tip(driver):
    status = driver.window.status
    driver.wait(lambda: "frames/s" in status.text() and "model on" in status.text())
    driver.wait(
        lambda: any(words in status.text() for words in ("Running", "Slightly", "too slow"))
    )
    assert "own model on the processor" in status.text()
    assert "frames/s" in status.toolTip()
    assert "fake cpu" in status.toolTip()


@pytest.mark.parametrize(
    ("fps_in", "fps_out", "delay_ms", "words"),
    [
        (30, 30, 20, "Running smoothly, 30 frames/s"),
        (30, 22, 20, "Slightly uneven, 22 frames/s"),
        (30, 9, 300, "This computer is too slow"),
        (30, 30, 240, "0.2 s delay"),
        (0, 0, 0, "Waiting for a picture"),
    ],
)
def test_the_pace_is_told_in_words(fps_in, fps_out, delay_ms, words):
    delay = Percentiles(delay_ms, delay_ms, delay_ms, 9) if delay_ms else None
    statistics = LiveStatistics(fps_in=fps_in, fps_out=fps_out, latency_ms=delay)
    assert words in pace_words(statistics)


def test_as_many_frames_as_the_limit_allows_are_no_sign_of_a_slow_machine():
    words = pace_words(LiveStatistics(fps_in=30, fps_out=9.9, frame_limit=10))
    assert words == "Running smoothly, 10 frames/s"


@pytest.mark.parametrize("state", ["ended", "paused"])
@pytest.mark.parametrize("fps_out", [0, 1, 12])  # of the last second, or of settings that change
def test_a_still_or_a_paused_film_has_no_pace(state, fps_out):
    assert not pace_words(LiveStatistics(fps_in=30, fps_out=fps_out, source_state=state))


def test_reduced_quality_is_told_in_the_status_line_alone(driver):
    """No notice, which would move the picture; and nothing that says how smooth it is."""
    driver.wait_live()
    session, window = driver.app.session, driver.window
    picture, told = window.preview.geometry(), driver.notices()
    for level in (2, 0):
        session.live_event.emit(PaceChanged(level, "a sentence"))
        figures = LiveStatistics(fps_in=30, fps_out=15, pace_level=level, source_state="live")
        session.statistics_ready.emit(figures)
        assert window.status.text().count("Reduced quality, 15 frames/s") == (level > 0)
        assert "smoothly" not in window.status.text()
        assert driver.notices() == told
        assert window.preview.geometry() == picture


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (part / 255 for part in rgb(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


# Reach


CONTROLS = (QAbstractButton, QAbstractSlider, QComboBox, QLineEdit, QDoubleSpinBox)


def controls(root: QWidget) -> list[QWidget]:
    """Everything that can be used, but for the inner parts of Qt's own widgets."""
    return [
        widget
        for kind in CONTROLS
        for widget in root.findChildren(kind)
        if widget.isVisibleTo(root)
        and not isinstance(widget, QScrollBar)
        and not widget.objectName().startswith("qt_")
        and not isinstance(widget.parent(), QDoubleSpinBox)
    ]


def test_every_control_has_a_name_and_can_be_reached_by_tab(driver, qtbot, tmp_path):
    dialog = ExportDialog(ExportContext([tmp_path / "a.mp4"], Settings(), 2.0, tmp_path))
    qtbot.addWidget(dialog)
    driver.tell()
    for widget in [*controls(driver.window), *controls(dialog)]:
        name = widget.accessibleName() or getattr(widget, "text", str)()
        assert name, f"{widget.metaObject().className()} {widget.objectName()} has no name"
        assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus, name


def test_tab_goes_through_the_panel_in_the_order_it_is_seen(driver):
    window = driver.window
    stops = [
        window.view.button("result"),
        window.original,
        window.record_bar.record,
        window.source.source,
        window.gallery.blur,
        window.gallery.swatch("#f5f6f8"),
        window.look.sliders.slider("softness").slider,
        window.look.mirror,
        window.engine.model,
    ]
    order, widget = [], stops[0]
    for _ in range(300):
        order.append(widget)
        widget = widget.nextInFocusChain()
        if widget is stops[0]:
            break
    places = [order.index(stop) for stop in stops]
    assert places == sorted(places)


def test_every_control_explains_itself(driver, qtbot, tmp_path):
    export = ExportDialog(ExportContext([tmp_path / "a.mp4"], Settings(), 2.0, tmp_path))
    leaving = CloseDialog(is_recording=True, export_count=1)
    for dialog in (export, leaving):
        qtbot.addWidget(dialog)
    driver.window.source.ask_for_address()
    for root in (driver.window, export, leaving):
        for widget in controls(root):
            # A slider's whole row explains it.
            tip = widget.toolTip() or widget.parentWidget().toolTip()
            assert tip, widget.accessibleName()


def has_room(bar: QWidget) -> bool:
    """Whether everything in a bar is shown whole."""
    shown = [w for w in bar.children() if isinstance(w, QWidget) and w.isVisible()]
    fits = max(widget.geometry().right() for widget in shown) < bar.width()
    return fits and all(w.width() >= w.minimumSizeHint().width() for w in shown)


@pytest.mark.parametrize(("width", "height"), [(1024, 640), (960, 540), (1600, 1000)])
def test_nothing_is_cut_off_at_small_and_large_sizes(driver, width, height):
    window = driver.window
    window.resize(width, height)
    bars = (window.top_bar, window.bottom_bar)
    driver.wait(lambda: window.width() == width and all(map(has_room, bars)))
    for widget in (window.record_bar.record, window.export, window.view, window.status):
        corner = widget.mapTo(window, widget.rect().bottomRight())
        assert corner.x() < width, widget.accessibleName()
        assert corner.y() < height
    assert (window.width(), window.height()) == (width, height)
    for view in ("result", "matte", "cutout", "compare"):
        button = window.view.button(view)
        assert button.width() >= button.minimumSizeHint().width()
    content = window.side_panel.findChild(QWidget, "SidePanelContent")
    assert content.minimumSizeHint().width() <= window.side_panel.width() - 12, "no sideways scroll"
    driver.wait_colour(0.1, 0.5, GREEN)


def test_the_small_view_has_picture_record_and_background_above_all_windows(driver):
    window = driver.window
    size = window.size()
    driver.press(Qt.Key.Key_F10)
    driver.wait(lambda: window.is_compact and window.isVisible())
    assert window.windowFlags() & Qt.WindowType.WindowStaysOnTopHint
    assert window.width() <= 420
    assert window.height() <= 320
    for widget in (window.preview, window.record_bar.record, window.next_background):
        assert widget.isVisible()
        corner = widget.mapTo(window, widget.rect().bottomRight())
        assert corner.x() < window.width()
        assert corner.y() < window.height()
    assert not window.side_panel.isVisible()
    before = driver.app.state.settings.background
    driver.click(window.next_background)
    assert driver.app.state.settings.background != before
    driver.click(window.leave_compact)
    driver.wait(lambda: not window.is_compact and window.isVisible())
    assert window.size() == size
    assert not window.windowFlags() & Qt.WindowType.WindowStaysOnTopHint
    assert window.side_panel.isVisible()


def test_the_window_is_whole_on_the_screen_after_the_small_view_stood_in_a_corner(
    driver, monkeypatch
):
    room = QRect(0, 0, 1920, 1040)
    monkeypatch.setattr(QScreen, "availableGeometry", lambda self: room)
    window = driver.window
    size = window.size()
    driver.press(Qt.Key.Key_F10)
    driver.wait(lambda: window.is_compact and window.isVisible())
    window.move(room.right() - window.width(), room.bottom() - window.height())
    driver.press(Qt.Key.Key_F10)
    driver.wait(lambda: not window.is_compact and window.isVisible())
    assert window.size() == size
    assert room.contains(window.frameGeometry())


def test_full_screen_from_the_small_view_is_the_picture_alone(driver):
    window, size = driver.window, driver.window.size()
    bars = window.top_bar, window.bottom_bar, window.side_panel
    driver.press(Qt.Key.Key_F10)
    driver.press(Qt.Key.Key_F11)
    assert window.isFullScreen()
    assert not window.is_compact
    assert not any(bar.isVisible() for bar in bars)
    driver.press(Qt.Key.Key_Escape)
    driver.wait(lambda: not window.isFullScreen())
    assert all(bar.isVisible() for bar in bars)
    assert window.size() == size


def test_the_small_view_from_full_screen_has_its_buttons(driver):
    window, size = driver.window, driver.window.size()
    driver.press(Qt.Key.Key_F11)
    driver.press(Qt.Key.Key_F10)
    assert window.is_compact
    assert not window.isFullScreen()
    assert window.record_bar.record.isVisible()
    assert not window.top_bar.isVisible()
    driver.press(Qt.Key.Key_F10)
    assert window.top_bar.isVisible()
    assert window.side_panel.isVisible()
    assert window.size() == size


def test_the_small_view_stays_small_whatever_happens(driver, clip):
    window = driver.window
    driver.press(Qt.Key.Key_F10)
    for _ in range(2):
        driver.press(Qt.Key.Key_F9)
    driver.app.source.open_files([clip, clip], [])
    assert not window.side_panel.isVisible()
    assert not window.export_all.isVisible()
    driver.press(Qt.Key.Key_F10)
    assert window.side_panel.isVisible()
    assert window.export_all.isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_F10, Qt.Key.Key_F11])
def test_a_maximised_window_is_so_again_after_another_view(driver, key):
    window = driver.window
    window.showMaximized()
    driver.press(key)
    driver.wait(window.isVisible)
    assert window.is_compact != window.isFullScreen()
    assert not (window.is_compact and window.isMaximized()), "it would fill the screen"
    driver.press(key)
    driver.wait(window.isVisible)
    assert window.windowState() == Qt.WindowState.WindowMaximized


def test_a_window_of_a_large_screen_leaves_room_for_its_title_on_a_small_one(qapp, monkeypatch):
    room = QRect(0, 0, 1280, 720)
    monkeypatch.setattr(QScreen, "availableGeometry", lambda self: room)
    window = QWidget()
    window.resize(1280, 800)
    restore_within_screen(window, b"")
    assert window.height() <= 720 - 30
    assert window.width() <= 1280
    window.deleteLater()


def test_a_first_start_offers_three_ways_and_says_what_is_prepared(make_driver):
    driver = make_driver(is_new=True)
    welcome = driver.window.welcome
    assert welcome.isVisible()
    assert "first start" in welcome.preparing.text() or not welcome.preparing.isVisible()
    driver.wait(welcome.camera.isEnabled)
    assert welcome.camera.text() == "My camera: Desk camera"
    assert not driver.cameras.opened, "nobody's camera is opened unasked"
    driver.wait(lambda: not welcome.preparing.isVisible())
    driver.click(welcome.camera)
    driver.wait_live()
    assert not welcome.isVisible()
    driver.app.state.write()
    driver.stop()
    again = make_driver(is_new=True)
    assert not again.window.welcome.isVisible()


def test_without_a_camera_the_first_start_says_so_and_plays_the_sample(make_driver):
    driver = make_driver(is_new=True, cameras=FakeCameras())
    welcome = driver.window.welcome
    driver.wait(lambda: "No camera found" in welcome.reason.text())
    assert not welcome.camera.isEnabled()
    driver.click(welcome.sample)
    driver.wait(lambda: driver.window.source.source.currentText() == "Built-in sample")
    assert not welcome.isVisible()


def test_the_sample_of_a_first_start_has_a_background_while_it_is_prepared(make_driver):
    driver = make_driver(is_new=True, cameras=FakeCameras())
    driver.engine_factory.gate.clear()
    driver.click(driver.window.welcome.sample)
    background = driver.app.state.settings.background
    assert background.path is not None
    assert background.path.parent == BACKGROUNDS_FOLDER
    preview = driver.window.preview
    driver.frame()
    driver.wait(lambda: driver.picture().std() > 10)  # not plain grey
    assert not preview.frame.has_valid_matte
    driver.engine_factory.gate.set()
    driver.wait_live()


def test_the_seconds_of_a_long_wait_are_counted(driver, monkeypatch):
    preview, now_s = driver.window.preview, [100.0]
    monkeypatch.setattr("gui.preview.preview.monotonic", lambda: now_s[0])
    preview.set_message("", about="engine")
    preview.set_message("Starting the engine.", about="engine")
    assert preview.message() == "Starting the engine."
    now_s[0] += 5
    preview.set_message("Compiling \u2026", about="engine")
    now_s[0] += 7.4
    assert preview.message() == "Compiling \u2026 12 s"
    preview.set_message("No model could be started.", about="engine", is_waiting=False)
    assert preview.message() == "No model could be started."


def test_the_bar_of_a_first_start_moves_with_the_kernels_that_are_ready(make_driver):
    driver = make_driver(is_new=True)
    welcome = driver.window.welcome
    welcome.show_preparing(True)
    welcome._count()
    assert welcome.bar.isVisible()
    assert welcome.seconds.text().endswith(" s")
    welcome.show_count(12, 36)
    assert (welcome.bar.value(), welcome.bar.maximum()) == (12, 36)
    assert welcome.seconds.text().startswith("12 of 36")
    welcome.show_preparing(False)
    assert not welcome.bar.isVisible()


def test_the_picture_of_a_first_start_has_a_bar_until_the_engine_is_ready(make_driver):
    driver = make_driver(is_new=True, cameras=FakeCameras())
    driver.engine_factory.gate.clear()
    driver.engine_factory.told = [PreparingMessage(12, 36)]
    driver.click(driver.window.welcome.sample)
    preview = driver.window.preview
    driver.wait_frame(lambda _: "12 of 36" in preview.message())
    driver.engine_factory.gate.set()
    driver.wait(lambda: not preview.message())
    pictures = []
    for ready in (3, 33):
        message = PreparingMessage(ready, 36)
        driver.app.session.live_event.emit(EnginePreparing(message, ready, 36))
        pictures.append(white_pixels(preview.grab().toImage()))
    assert pictures[1] > pictures[0] + 100


def white_pixels(image):
    return sum(
        image.pixelColor(x, y).lightness() > 250
        for y in range(image.height() // 2, image.height())
        for x in range(image.width())
    )


# The garbage collector


def test_garbage_is_collected_by_the_window_alone(qapp):
    import gc

    garbage = WindowThreadGarbage()
    assert not gc.isenabled()
    for _ in range(3000):
        cycle: list = []
        cycle.append(cycle)
    assert gc.get_count()[0] > 700
    garbage.look()
    assert gc.get_count()[0] < 700
    garbage.stop()


def test_every_painter_ends_with_its_function(driver):
    """Whoever keeps a frame (a traceback, a watchdog) keeps its painter, and Qt crashes later."""
    left: set[str] = set()

    def look(frame, event, _):
        code = frame.f_code
        if event == "return" and "painter" in code.co_varnames[code.co_argcount :]:
            painter = frame.f_locals.get("painter")
            if painter is not None and painter.isActive():
                left.add(code.co_qualname)

    sys.setprofile(look)
    try:
        driver.window.grab()
    finally:
        sys.setprofile(None)
    assert left == set()
    made = [
        line
        for path in Path(gui.app.__file__).parent.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"\bQPainter\(", line)
    ]
    assert len(made) > 5
    assert all(line.strip().startswith("with ") for line in made), made


SMALL_SCREEN = QRect(0, 0, 960, 540)  # Full HD at 200 %


def test_the_export_dialog_fits_a_small_screen_with_its_buttons_in_sight(file_driver, monkeypatch):
    monkeypatch.setattr(QScreen, "availableGeometry", lambda self: SMALL_SCREEN)
    dialog = file_driver.app.exports.ask()
    file_driver.wait(lambda: dialog.isVisible() and dialog.height() <= 500)
    file_driver.click(dialog.part)
    for button in (dialog.export, dialog.cancel):
        place = button.mapTo(dialog, button.rect().bottomRight())
        assert dialog.rect().contains(place)
    file_driver.wait(lambda: is_in_sight(dialog, dialog.start))
    dialog.path.setText(str(file_driver.app.source.shown_files[0]))
    assert dialog.trouble.isVisible()
    dialog.reject()


def is_in_sight(dialog, widget) -> bool:
    """Nothing of it is scrolled away."""
    viewport = dialog.findChild(QScrollArea).viewport()
    return viewport.rect().contains(QRect(widget.mapTo(viewport, QPoint(0, 0)), widget.size()))


def test_the_status_line_leaves_out_whole_parts_where_there_is_no_room(qtbot):
    line = StatusLine()
    qtbot.addWidget(line)
    line.show_parts(["Runs smoothly, 30 frames/s", "1280x720", "best outline on the processor"])
    line.resize(2000, 20)
    assert line.shown_text() == line.text()
    line.resize(line.fontMetrics().horizontalAdvance(line.text()) - 10, 20)
    assert line.shown_text() == SEPARATOR.join(["Runs smoothly, 30 frames/s", "1280x720"])
    line.resize(line.fontMetrics().horizontalAdvance("Runs smoothly, 30 frames/s") + 4, 20)
    assert line.shown_text() == "Runs smoothly, 30 frames/s"


def test_each_thing_has_an_icon_of_its_own(driver):
    window = driver.window
    buttons = [
        window.source.open_button,
        window.source.address_button,
        window.output.virtual_camera,
        window.gallery.slides_button,
        window.gallery.screen_button,
        window.gallery.add_button,
    ]
    pictures = [button.icon().pixmap(32).toImage() for button in buttons]
    pictures += [icon(name).pixmap(32).toImage() for name in ("camera", "film", "picture")]
    for one, other in itertools.combinations(pictures, 2):
        assert one != other
    for button, words in (
        (window.gallery.slides_button, ["Slides of a PDF\u2026", "A folder of slides\u2026"]),
        (window.gallery.screen_button, ["My screen", "A window"]),
    ):
        driver.click(button)
        (menu,) = (m for m in window.gallery.findChildren(QMenu) if m.isVisible())
        assert [action.text() for action in menu.actions()] == words
        menu.close()
