"""The window in other languages: nothing is left in English, mirrored, and nothing is cut."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from gui_doubles import inventory
from gui_driver import GuiDriver
from pseudo_language import BEGIN, PseudoLanguage, spoken, unmarked
from PySide6.QtCore import QRect, Qt, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPushButton,
    QScrollBar,
    QWidget,
)

from app.messages import Message
from app.pipeline.doctor import Finding
from app.pipeline.jobs import events as jobs
from app.pipeline.jobs.events import Progress
from app.pipeline.live import events
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.live.statistics import LiveStatistics, Percentiles
from app.video.files.decoder import open_input
from app.video.playing import PulseSpeaker, SpeakerError
from app.video.recording.summary import RecordingStatus
from app.video.sink import TrackReport
from app.video.source import SourceError
from assets.make_translations import CONTEXT, collect
from gui.about_control import AboutDialog
from gui.preview.notices import TwoLineLabel
from gui.shared import language as languages
from gui.shared.background_tasks import BackgroundTasks
from gui.shared.language import FOLDER, LANGUAGES, number, plural, told_in, tr
from gui.shared.parts import ElidedLabel
from gui.shared.words import about_size, duration_words, exact_clock, size_words
from gui.shortcuts import KeysDialog

# What is the same everywhere: names of things, formats, codecs, keys.
NAMES = re.compile(
    r"Backdrop|auto on fake cpu|Desk camera|Headset|"
    r"English|Deutsch|Espa\u00f1ol|Fran\u00e7ais|\u65e5\u672c\u8a9e|"
    r"(?i:[\w ()%-]+\.(mp4|mkv|mov|png|jpg|md))|/[\w/. -]+|#[0-9a-f]{6}|rtsp://\S+|"
    r"\b(fast|quality) \u00b7 [0-9a-f]+|"
    r"\b(H\.264|HEVC|AV1|VP9|FFV1|DNxHR( HQX)?|ProRes( 4444| 422 HQ)?|PNG|JPEG|4K)\b|"
    r"\b(CPU|GPU|CUDA)\b|"
    r"\b(Sony S-Log3|Canon Log( [23])?|ARRI LogC[34]|Panasonic V-Log)\b|"
    r"\d+[px\u00d7]\d*|\{\w+\}|\b(Ctrl|Shift|Alt|Left|Right|Space|PgUp|PgDown|Esc|Enter|Tab|"
    r"Del|Delete|Return|F\d+)\b"
)


OF_THE_DOUBLES = (
    "Desk camera",
    "No sound server answers; there is no sound until one does.",
    "There is no NVIDIA GPU in this computer.",
)

KNOWN = collect().keys() | set(OF_THE_DOUBLES)


@pytest.fixture
def pseudo(qapp) -> Iterator[PseudoLanguage]:
    with spoken(qapp) as language:
        yield language


def texts_of(root: QWidget) -> Iterator[tuple[str, str]]:
    """Whatever of `root` and what is in it can be read, and where it stands."""
    for widget in (root, *root.findChildren(QWidget)):
        place = f"{type(widget).__name__} {widget.accessibleName()}"
        yield place, widget.toolTip()
        yield place, widget.accessibleName()
        yield place, widget.accessibleDescription()
        if widget.isWindow():
            yield place, widget.windowTitle()
        if isinstance(widget, TwoLineLabel):
            yield place, widget.whole
        elif isinstance(widget, QLabel | QAbstractButton):
            yield place, widget.text()
        if isinstance(widget, QLineEdit):
            yield place, widget.placeholderText()
        if isinstance(widget, QComboBox):
            for index in range(widget.count()):
                yield place, widget.itemText(index)
        if isinstance(widget, QListWidget) and not isinstance(widget.window(), AboutDialog):
            for index in range(widget.count()):
                yield place, widget.item(index).text()
        if isinstance(widget, QMenu):
            yield place, widget.title()
    for action in root.findChildren(QAction):
        yield "QAction", action.text()


def left_in_english(root: QWidget) -> list[str]:
    """Texts with words in no marks."""
    left = []
    for place, text in texts_of(root):
        rest = NAMES.sub("", unmarked(text))
        if re.search(r"[^\W\d_]{2}", rest):
            left.append(f"{place}: {text!r}: {rest!r}")
    return left


def unknown_texts(pseudo: PseudoLanguage) -> list[str]:
    """What was asked for and stands in no .ts; text that was finished before is none of ours."""
    return [text for text in pseudo.asked if text not in KNOWN and " " in text]


def test_nothing_of_the_window_is_left_in_english(pseudo, make_driver):
    driver = make_driver(
        start=SourceRequest("camera", "Desk camera"),
        found=inventory("Desk camera", microphones=("Headset",), has_virtual_camera=True),
    )
    driver.wait_live()
    window = driver.window
    driver.app.state.change_settings(mirror=True)
    window.show_history("", "")
    statistics = LiveStatistics(
        fps_in=30.0,
        fps_out=12.0,
        latency_ms=Percentiles(250.0, 300.0, 400.0, 30),
        pace_level=1,
        dropped_frames=3,
        source_state="live",
    )
    driver.app.session.statistics_ready.emit(statistics)
    status = RecordingStatus(
        Path("/tmp/a.mp4"), 3.0, 4_000_000, 5_000_000_000, 2, 0, is_paused=True
    )
    window.record_bar.show_recording(status)
    window.overlay.toggle()
    assert left_in_english(window) == []
    assert unknown_texts(pseudo) == []


def test_nothing_of_the_dialogs_is_left_in_english(pseudo, make_driver, clip):
    driver = make_driver(start=SourceRequest("file", str(clip)))
    driver.wait_live()
    window, app = driver.window, driver.app
    export = app.exports.ask()
    app.window.action.emit("keys")
    app.room.open()
    window.action.emit("about")
    app.about.dialog.show_finding(Finding(Message("Cameras"), "optional", Message("none found")))
    app.areas.toggle()
    left = [text for dialog in window.findChildren(QDialog) for text in left_in_english(dialog)]
    left += left_in_english(app.areas.editor)
    assert len(window.findChildren(QDialog)) >= 4
    assert left == []
    assert export is not None
    assert unknown_texts(pseudo) == []


def test_nothing_of_an_export_is_left_in_english(pseudo, make_driver, clip):
    driver = make_driver(start=SourceRequest("file", str(clip)))
    driver.wait_live()
    tray = driver.window.exports
    tray.show_workers(1, 3)
    card = tray.add(1, Path("out.mp4"))
    tray.add(2, Path("other.mp4"))
    card.show_progress(Progress(Path(), 30, 300, 12.5, 200.0, expected_bytes=12_300_000))
    assert left_in_english(tray) == []
    report = jobs.Report(
        clip,
        Path("out.mp4"),
        30,
        30,
        audio=(str(TrackReport("audio", "pcm", "transcoded", "aac")),),
        losses=(TrackReport("subtitle", "ass", "dropped").loss,),
        notes=(Message("{name}: rotated as the file specifies.", name="a.mp4"),),
        fps=20.0,
    )
    for event in (
        jobs.Started(clip, Path("out.mp4"), 64, 48, 30, "cpu", "fast"),
        jobs.LookingAhead(clip, 3, 30),
        jobs.JobNotice(clip, Message("{error} Continuing on the CPU.", error="GPU")),
        jobs.Done(report),
    ):
        driver.app.session.exports.happened.emit(1, event)
        assert [text for text in left_in_english(tray) if "cpu" not in text] == []
    driver.app.session.exports.happened.emit(
        2, jobs.Failed(clip, Message("internal error: {error}; see the log", error="x"))
    )
    assert [text for text in left_in_english(driver.window.notices)] == []
    assert unknown_texts(pseudo) == []


def test_what_lies_below_the_window_says_is_translated(pseudo, make_driver, tmp_path):
    driver = make_driver(start=SourceRequest("camera", "Desk camera"))
    driver.wait_live()
    (tmp_path / "empty.mp4").touch()
    (tmp_path / "text.mp4").write_text("no video")
    for path in (tmp_path / "empty.mp4", tmp_path / "text.mp4", tmp_path / "none.mp4", tmp_path):
        with pytest.raises(SourceError) as error:
            open_input(path)
        driver.app.session.live_event.emit(events.Notice("error", path.name, str(error.value)))
        driver.wait_notice(path.name)
        (card, *_) = driver.window.notices.cards()
        assert BEGIN in card.sentence
    lost = Message(
        "Camera {name} disconnected: {trouble}. Only the background is shown until it is back.",
        name="Desk",
        trouble=Message("it stopped answering"),
    )
    driver.app.session.live_event.emit(events.SourceLost("Desk camera", lost))
    driver.wait_notice("disconnected")
    assert left_in_english(driver.window.preview) == []
    assert unknown_texts(pseudo) == []


def cut(root: QWidget) -> list[str]:
    """Buttons and lines of writing that have less room than they need, or stand out of it."""
    found = []
    for widget in root.findChildren(QWidget):
        is_text = isinstance(widget, QPushButton | QLabel | QAbstractButton) and widget.text()
        if not widget.isVisible() or not is_text or isinstance(widget, ElidedLabel | QScrollBar):
            continue
        if isinstance(widget, QAbstractButton) and widget.property("kind") in (
            "icon",
            "boxed",
            "small",
        ):
            continue
        if isinstance(widget, QLabel) and widget.wordWrap():
            if widget.height() < widget.heightForWidth(widget.width()):
                found.append(f"{widget.text()!r}: {widget.height()} px high")
            continue
        needed = widget.minimumSizeHint().width()
        shown = (
            widget.text()
            if getattr(widget, "toolButtonStyle", lambda: None)()
            != Qt.ToolButtonStyle.ToolButtonIconOnly
            else ""
        )
        if shown and widget.width() < needed:
            found.append(f"{shown!r}: {widget.width()} px, needs {needed}")
        inside = widget.parentWidget().rect()
        if not inside.adjusted(-8, -8, 8, 8).contains(widget.geometry()):
            found.append(f"{widget.text()!r}: {widget.geometry()} in {inside}")
    return found


def wait_until_whole(driver: GuiDriver) -> None:
    """Layouts take a few rounds of events."""

    def is_whole() -> None:
        assert cut(driver.window) == []

    driver.qtbot.waitUntil(is_whole)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (960, 540)])
def test_nothing_is_cut_and_the_window_is_mirrored(pseudo, make_driver, clip, width, height):
    driver = make_driver(start=SourceRequest("file", str(clip)))
    driver.wait_live()
    window = driver.window
    window.resize(width, height)
    driver.window.engine.plot.show()
    driver.wait(lambda: (window.width(), window.height()) == (width, height))
    wait_until_whole(driver)
    # The panel is where writing ends; films and their keys go from left to right as in players.
    panel, preview = window.side_panel.geometry(), window.preview
    assert panel.left() <= 1
    assert panel.right() < preview.mapTo(window, preview.rect().topLeft()).x()
    assert window.transport.layoutDirection() == Qt.LayoutDirection.LeftToRight
    bar = window.transport.position
    assert bar.value_at(bar.width() - 1) == bar.maximum()
    slider = window.look.sliders.slider("softness").slider
    assert slider.value_at(0) == slider.maximum()
    assert slider.x_of(slider.minimum()) > slider.x_of(slider.maximum())


def test_views_get_their_words_and_icons_back_where_there_is_room(speaks, make_driver, qtbot):
    window = make_driver(speak=lambda _: speaks("de")).window
    styles, button = Qt.ToolButtonStyle, window.view.button("matte")
    for width, style in (
        (1280, styles.ToolButtonTextBesideIcon),
        (960, styles.ToolButtonIconOnly),
        (1280, styles.ToolButtonTextBesideIcon),
    ):
        window.resize(width, 720)
        qtbot.waitUntil(lambda style=style: button.toolButtonStyle() == style)


def test_record_gives_up_its_word_where_its_row_is_full(speaks, make_driver, clip, qtbot):
    driver = make_driver(speak=lambda _: speaks("de"), start=SourceRequest("file", str(clip)))
    driver.wait_live()
    window, record = driver.window, driver.window.record_bar.record
    window.files_dropped.emit([clip, Path(shutil.copy(clip, clip.with_name("second.mp4")))])
    for width, word in ((960, ""), (1280, "Aufnehmen")):
        window.resize(width, 540)
        qtbot.waitUntil(lambda word=word: window.export_all.isVisible() and record.text() == word)
        wait_until_whole(driver)
        assert record.accessibleName() == "Aufnehmen"


def test_nothing_of_the_first_page_is_cut_or_left_in_english(pseudo, make_driver):
    driver = make_driver(is_new=True)
    driver.window.resize(960, 540)
    driver.wait(lambda: driver.window.welcome.isVisible() and driver.window.width() == 960)
    wait_until_whole(driver)
    assert left_in_english(driver.window.welcome) == []


def test_brackets_stay_what_they_are(pseudo, make_driver):
    driver = make_driver(start=SourceRequest("camera", "Desk camera"))
    driver.window.action.emit("keys")
    dialog = driver.window.findChild(KeysDialog)
    assert dialog.buttons["range_start"].text() == "\u200e["
    assert driver.window.source.open_button.toolTip().endswith("(\u200eCtrl+O)")


def test_a_click_moves_a_mirrored_slider_where_it_is(pseudo, make_driver):
    driver = make_driver(start=SourceRequest("camera", "Desk camera"))
    driver.wait_live()
    slider = driver.window.gallery.strength.slider("blur_strength").slider
    driver.click(driver.window.gallery.blur)
    place = QRect(slider.rect()).center()
    place.setX(round(slider.width() * 0.25))
    driver.click(slider, place)
    assert slider.value() == pytest.approx(slider.value_at(place.x()), abs=1)
    assert slider.value() > 70


# The four languages


@pytest.mark.parametrize(
    ("language", "word", "size", "rate", "frames"),
    [
        ("en", "Background", "12.3 MB", "12.5 frames/s", "1 frame, 2 frames"),
        ("de", "Hintergrund", "12,3 MB", "12,5 Bilder/s", "1 Bild, 2 Bilder"),
        ("fr", "Arri\u00e8re-plan", "12,3 Mo", "12,5 images/s", "1 image, 2 images"),
        ("es", "Fondo", "12,3 MB", "12,5 im\u00e1genes/s", "1 imagen, 2 im\u00e1genes"),
        (
            "ja",
            "\u80cc\u666f",
            "12.3 MB",
            "12.5 \u30d5\u30ec\u30fc\u30e0/\u79d2",
            "1 \u30d5\u30ec\u30fc\u30e0, 2 \u30d5\u30ec\u30fc\u30e0",
        ),
    ],
)
def test_words_and_numbers_are_of_the_language(speaks, language, word, size, rate, frames):
    speaks(language)
    assert tr("Background") == word
    assert size_words(12_300_000) == size
    assert tr("{rate:.1f} frames/s", rate=12.5) == rate
    assert ", ".join(plural("{n} frame", "{n} frames", n=n) for n in (1, 2)) == frames


def test_qts_own_words_are_translated_too(speaks, qapp):
    speaks("de")
    assert qapp.translate("QPlatformTheme", "Cancel") == "Abbrechen"


def test_a_message_is_said_in_the_language_with_what_is_in_it(speaks):
    within = Message("it sent no picture within {seconds:.0f} seconds", seconds=5.0)
    lost = Message(
        "Camera {name} disconnected: {trouble}. Only the background is shown until it is back.",
        name="{Desk}",
        trouble=within,
    )
    speaks("de")
    assert tr(lost).startswith("Kamera {Desk} getrennt: sie hat innerhalb von 5 Sekunden kein")
    assert lost.startswith("Camera {Desk} disconnected: it sent no picture within 5 seconds.")


@pytest.mark.usefixtures("expected_error_logs")
def test_an_internal_error_says_in_the_language_what_was_being_done(speaks, qtbot):
    def fail():
        raise KeyError("nowhere")

    tasks, doing = BackgroundTasks(), Message("saving the project {path}", path="talk.backdrop")
    with qtbot.waitSignal(tasks.failed) as told:
        tasks.run(doing, fail)
    tasks.stop()
    speaks("de")
    assert "Interner Fehler (Projekt " in tr(told.args[0])
    assert "talk.backdrop speichern: KeyError" in tr(told.args[0])


def test_the_reason_why_there_is_no_sound_server_is_said_in_the_language(speaks, monkeypatch):
    monkeypatch.setattr("app.video.playing.may_be_there", lambda: True)
    monkeypatch.setattr("ctypes.CDLL", Mock(side_effect=OSError("no file")))
    with pytest.raises(SpeakerError) as refused:
        PulseSpeaker()
    speaks("de")
    said = tr(str(refused.value))
    assert said == "Der Tonserver ist nicht nutzbar: seine Bibliothek fehlt (no file)."


def test_a_wrong_address_is_refused_in_the_language(speaks, driver):
    speaks("de")
    driver.window.source.ask_for_address()
    for typed, part in (
        ("rtsp://host:0/", "hat den Port 0"),
        ("ftp://host/", "ist keine Kameraadresse"),
    ):
        driver.window.source.address.entered.emit(typed)
        said = driver.window.source.address.objection.text()
        assert said.startswith("Das ist keine gültige Kameraadresse: ")
        assert part in said


def test_a_translation_that_asks_for_what_there_is_not_gives_way_to_english(qapp):
    class Wrong(QTranslator):
        def isEmpty(self) -> bool:  # noqa: N802
            return False

        def translate(self, *_: object) -> str:
            return "{nobody} has {rate:.1q}"

    wrong = Wrong()
    qapp.installTranslator(wrong)
    try:
        assert tr("{rate:.1f} frames/s", rate=12.5) == "12.5 frames/s"
    finally:
        qapp.removeTranslator(wrong)


def test_numbers(speaks):
    speaks("de")
    assert number(1234.5, ".1f") == "1234,5"
    assert number(29.97, "g") == "29,97"
    assert number(1234567, ",") == "1.234.567"
    assert number(7) == "7"
    assert number(7, "02") == "07"
    assert languages.percent(0.12) == "12\u00a0%"
    assert about_size(12_345_678) == "etwa 12 MB"
    assert duration_words(5400.0) == "etwa 1,5 h"
    assert exact_clock(83.5) == "1:23,50"


def test_a_time_is_typed_with_comma_or_point(speaks, qtbot):
    from gui.export.dialog import TimeField

    speaks("fr")
    field = TimeField("Time", duration_s=100.0)
    qtbot.addWidget(field)
    field.setValue(83.5)
    assert field.text() == "1:23,50"
    for typed in ("1:01,25", "1:01.25"):
        assert field.valueFromText(typed) == 61.25


@pytest.mark.parametrize("asked", [["de-AT", "en"], ["pt-BR", "de-DE"], ["de_CH"]])
def test_the_first_language_of_the_system_that_there_is(monkeypatch, asked):
    monkeypatch.setattr(languages, "system_languages", lambda: asked)
    assert languages.usual_language() == "de"


def test_without_a_language_of_the_systems_it_is_english(monkeypatch):
    monkeypatch.setattr(languages, "system_languages", lambda: ["pt-BR", "nl"])
    assert languages.usual_language() == "en"


def test_a_language_is_chosen_remembered_and_told_in_itself(driver):
    window = driver.window
    names = [action.text() for action in window.languages.actions()]
    assert names == ["System default", *LANGUAGES.values()]
    assert window.languages.actions()[0].isChecked()
    window.languages.actions()[2].trigger()
    assert driver.app.state.saved.language == "de"
    assert driver.notices()[0] == told_in("de", "Restart Backdrop to use it in English.")
    assert "Deutsch" in driver.notices()[0]


def test_the_window_is_made_in_the_language_that_is_remembered(speaks, make_driver, tmp_path):
    before = make_driver(store=tmp_path / "store.ini", is_started=False)
    before.app.state.update(language="fr")
    before.app.state.write()
    before.stop()
    window = make_driver(store=tmp_path / "store.ini", speak=speaks).window
    assert window.gallery.header.text() == "Arri\u00e8re-plan"
    assert window.languages.actions()[4].isChecked()
    assert window.source.open_button.toolTip().endswith(" (Ctrl+O)")


def test_keys_have_the_names_that_they_have_there(speaks, make_driver):
    window = make_driver(speak=lambda _: speaks("de")).window
    assert window.source.open_button.toolTip() == "Dateien oder einen Ordner \u00f6ffnen (Strg+O)"
    window.set_keys({**window.keys, "open": "Ctrl+P"})
    assert window.source.open_button.toolTip().endswith(" (Strg+P)")


def test_the_longest_keys_are_shown_whole(speaks, make_driver):
    """Also when a longer one was chosen while the page is open."""
    driver = make_driver(speak=lambda _: speaks("de"))
    driver.window.action.emit("keys")
    driver.wait(lambda: driver.window.findChild(KeysDialog) is not None)
    page = driver.window.findChild(KeysDialog)
    driver.wait(page.isVisible)
    buttons = [*page.buttons.values(), *page.global_buttons.values()]
    cut = []
    for keys in ("Ctrl+O", "Ctrl+Alt+Shift+PgDown"):
        page.buttons["open"].pressed_key.emit(keys)
        driver.qtbot.wait(50)
        cut += [one.text() for one in buttons if one.width() < one.sizeHint().width()]
    page.reject()
    assert cut == []


def test_a_language_that_nobody_knows_is_the_systems(speaks, monkeypatch):
    monkeypatch.setattr(languages, "system_languages", lambda: ["fr"])
    speaks("tlh")
    assert tr("Background") == "Arri\u00e8re-plan"


def test_every_language_names_itself_and_loads():
    for language in LANGUAGES:
        translator = QTranslator()
        assert language == "en" or translator.load(f"backdrop_{language}", str(FOLDER))
        assert CONTEXT == languages.CONTEXT
