"""Notices, shortcuts, theme, crash hook, and what everyone can reach without a mouse."""

from __future__ import annotations

import pytest
from gui_driver import is_near
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QScrollBar,
    QWidget,
)

from gui.background.colour_dialog import ColourDialog
from gui.export.choices import ExportContext
from gui.export.dialog import ExportDialog
from gui.leaving import CloseDialog
from gui.shared.memory import WindowThreadGarbage
from gui.shared.theme import DARK, LIGHT, Palette
from gui.shortcuts import SHORTCUTS
from pipeline.settings import Settings

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


def test_every_shortcut_is_connected(driver, monkeypatch):
    """A key of the table that does nothing would be a lie on the overlay."""
    asked = []
    driver.window.action.connect(asked.append)
    for name, _, _ in SHORTCUTS:
        if name in ("original", "quit", "open", "export", "full_screen"):
            continue  # their own tests
        driver.window.action.emit(name)
    assert len(asked) == len(SHORTCUTS) - 5


# Theme


@pytest.mark.parametrize(("choice", "palette"), [("light", LIGHT), ("dark", DARK)])
def test_the_theme_can_be_chosen(driver, choice, palette):
    driver.window.theme_chosen.emit(choice)
    driver.qtbot.wait(50)
    corner = driver.window.grab().toImage().pixelColor(4, driver.window.height() // 2)
    assert is_near(corner.getRgb()[:3], rgb(palette.window), 2)
    assert driver.app.state.saved.theme == choice


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
        (palette.text, palette.window, 7.0),
        (palette.text, palette.panel, 7.0),
        (palette.text, palette.card, 7.0),
        (palette.muted, palette.window, 4.5),
        (palette.muted, palette.panel, 4.5),
        (palette.muted, palette.card, 4.5),
        (palette.accent, palette.panel, 4.5),
        (palette.on_accent, palette.accent, 4.5),
        ("#ffffff", palette.record, 3.0),
        (palette.warning, palette.panel, 3.0),
        (palette.error, palette.panel, 3.0),
    ):
        assert contrast(text, ground) >= least, (text, ground)


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
        window.look.slider("softness").slider,
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
    colour, leaving = ColourDialog("#123456"), CloseDialog(is_recording=True, export_count=1)
    for dialog in (export, colour, leaving):
        qtbot.addWidget(dialog)
    driver.window.source.ask_for_address()
    for root in (driver.window, export, colour, leaving):
        for widget in controls(root):
            # A slider's whole row explains it.
            tip = widget.toolTip() or widget.parentWidget().toolTip()
            assert tip, widget.objectName() or widget.accessibleName()


@pytest.mark.parametrize(("width", "height"), [(1024, 640), (1000, 560), (1600, 1000)])
def test_nothing_is_cut_off_at_small_and_large_sizes(driver, width, height):
    window = driver.window
    window.resize(width, height)
    driver.qtbot.wait(100)
    for widget in (window.record_bar.record, window.export, window.view, window.status):
        corner = widget.mapTo(window, widget.rect().bottomRight())
        assert corner.x() < width, widget.objectName()
        assert corner.y() < height
    for view in ("result", "matte", "cutout", "compare"):
        button = window.view.button(view)
        assert button.width() >= button.minimumSizeHint().width()
    content = window.side_panel.findChild(QWidget, "SidePanelContent")
    assert content.minimumSizeHint().width() <= window.side_panel.width() - 12, "no sideways scroll"
    driver.wait_colour(0.1, 0.5, GREEN)


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
