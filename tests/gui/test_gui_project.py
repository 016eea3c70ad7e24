"""Projects in the window: saved, opened, offered, and exported with their own values."""

from __future__ import annotations

import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.live.source_request import SourceRequest
from app.pipeline.person.pick import PersonPick
from app.pipeline.project import Project, read_project, write_project
from app.pipeline.strokes.stroke import Stroke
from gpu_unet import Area, EdgeSettings, LayerSettings
from gui.export.queue import Exports
from gui.source.control import SAMPLE

BLUE, RED = (30, 60, 200), (200, 20, 20)
CORNER = Area("garbage", ((0.0, 0.0), (0.3, 0.0), (0.3, 0.3)))
CONTROL = Qt.KeyboardModifier.ControlModifier


def colour(rgb) -> BackgroundSpec:
    return BackgroundSpec("colour", colour=rgb)


@pytest.fixture
def film(clip, tmp_path):
    """The clip in a folder of its own."""
    folder = tmp_path / "shoot"
    folder.mkdir()
    return shutil.copy(clip, folder / "talk.mkv")


@pytest.fixture
def shown(make_driver, film):
    """A window that plays the film."""
    driver = make_driver(start=SourceRequest("file", str(film)))
    driver.wait_live()
    return driver


def save(film, name="talk.backdrop", **values):
    path = film.parent / name
    write_project(path, Project(film, **{"background": colour(BLUE), **values}))
    return path


@pytest.fixture
def exported(monkeypatch):
    """What was queued; none of it is begun."""
    specs = []
    monkeypatch.setattr(Exports, "add", lambda _, spec, **__: specs.append(spec) or len(specs))
    return specs


def save_by_key(driver):
    driver.press(Qt.Key.Key_S, CONTROL)
    driver.wait_notice("is saved")


def test_what_is_chosen_is_saved_beside_the_clip(shown, film):
    state = shown.app.state
    state.change_settings(background=colour(RED), mirror=True, areas=(CORNER,))
    shown.window.transport.timeline.range_changed.emit((0.2, 1.0))
    save_by_key(shown)
    project = read_project(film.with_suffix(".backdrop"))
    assert project == Project(
        film,
        background=colour(RED),
        mirror=True,
        areas=(CORNER,),
        start_s=0.2,
        end_s=1.0,
    )


def test_the_title_names_the_project_and_whether_it_is_as_saved(shown, film):
    window = shown.window
    assert (window.windowTitle(), window.isWindowModified()) == ("Backdrop", False)
    save_by_key(shown)
    assert (window.windowTitle(), window.isWindowModified()) == ("talk.backdrop[*]", False)
    shown.app.state.change_settings(mirror=True)
    assert window.isWindowModified()
    shown.app.state.change_settings(mirror=False)
    assert not window.isWindowModified()
    shown.app.state.change_settings(mirror=True)
    save_by_key(shown)
    shown.wait(lambda: not window.isWindowModified())
    assert read_project(film.with_suffix(".backdrop")).mirror


def test_a_project_that_was_not_opened_is_not_replaced_unasked(shown, film):
    path = save(film)
    before = path.read_bytes()
    shown.press(Qt.Key.Key_S, CONTROL)
    (dialog,) = shown.window.findChildren(QFileDialog)
    assert path.read_bytes() == before
    dialog.filesSelected.emit([str(film.parent / "other.backdrop")])
    shown.wait_notice("other.backdrop is saved")
    assert read_project(film.parent / "other.backdrop").clip == film
    dialog.reject()


def test_a_folder_that_takes_no_project_leads_to_another_place(shown, film, monkeypatch):
    def refuse(path, project, *, overwrite):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("gui.project_control.write_project", refuse)
    shown.press(Qt.Key.Key_S, CONTROL)
    shown.wait_notice("Permission denied")
    card = shown.window.notices.shown()
    shown.click(card.action)
    assert shown.window.findChildren(QFileDialog)
    assert shown.window.windowTitle() == "Backdrop"


def test_a_camera_has_no_project_and_says_so(driver):
    driver.press(Qt.Key.Key_S, CONTROL)
    driver.wait_notice("Only files have projects")


def test_the_sample_is_not_saved_among_the_program_s_files(make_driver):
    driver = make_driver(start=SourceRequest("file", str(SAMPLE)))
    driver.wait_live()
    driver.press(Qt.Key.Key_S, CONTROL)
    (dialog,) = driver.window.findChildren(QFileDialog)
    assert dialog.directory().path() != str(SAMPLE.parent)
    dialog.reject()


def test_a_background_that_the_window_may_remove_goes_beside_the_project(shown, film, tmp_path):
    copies = tmp_path / "backgrounds"
    copies.mkdir(exist_ok=True)
    (copies / "beach.png").write_bytes(b"a picture")
    beach = BackgroundSpec("file", path=copies / "beach.png")
    shown.app.state.change_settings(background=beach)
    save_by_key(shown)
    project = read_project(film.with_suffix(".backdrop"))
    assert project.background.path == film.parent / "beach.png"
    assert (film.parent / "beach.png").read_bytes() == b"a picture"
    assert shown.app.state.settings.background == beach
    assert not shown.window.isWindowModified()


def check_opened(driver, film):
    driver.wait(lambda: driver.app.source.shown_files == [film])
    driver.wait_colour(0.05, 0.6, BLUE)
    settings = driver.app.state.settings
    driver.wait(lambda: driver.app.state.settings.areas == (CORNER,))
    assert settings.edges.softness == 0.3
    assert driver.window.windowTitle() == "talk.backdrop[*]"
    driver.wait(lambda: not driver.window.isWindowModified())


def test_the_log_curve_of_the_camera_goes_with_the_film(asks_for_log, shown, film, exported):
    """To the project, to an export, and from a project into the window."""
    box = shown.window.source.log
    shown.choose(box, 7)
    shown.wait_live()
    save_by_key(shown)
    assert read_project(film.with_suffix(".backdrop")).log == "vlog"
    other = shutil.copy(film, film.parent / "other.mkv")
    shown.app.source.open_files([other], [])
    assert box.currentText() == "Not in log"
    shown.app.state.put(shown.app.state.saved.with_values(f"file {film}", logs=None))
    shown.drop(shown.window, [film.with_suffix(".backdrop")])
    shown.wait(lambda: shown.app.source.shown_files == [film])
    assert box.currentText() == "Panasonic V-Log"
    shown.wait(lambda: shown.app.playback.film is not None)
    dialog = shown.app.exports.ask()
    dialog.export_asked.emit(dialog.specs())
    assert [spec.log for spec in exported] == ["vlog"]
    dialog.reject()


def test_a_project_beside_the_clip_of_another_log_curve_is_offered(make_driver, film):
    save(film, log="slog3")
    driver = make_driver(start=SourceRequest("file", str(film)), is_started=False)
    driver.app.state.change_settings(background=colour(BLUE))
    driver.app.start(SourceRequest("file", str(film)))
    driver.wait_notice("talk.backdrop is beside this file.")


VALUES = {
    "edges": EdgeSettings(softness=0.3),
    "layer": LayerSettings(person_size=50.0),
    "areas": (CORNER,),
    "start_s": 0.4,
}


def test_a_dropped_project_opens_its_clip_with_its_values(driver, film):
    path = save(film, **VALUES)
    driver.drop(driver.window, [path])
    check_opened(driver, film)
    driver.wait(lambda: driver.app.playback.range_s is not None)
    assert driver.app.playback.range_s[0] == 0.4


def test_a_project_is_opened_by_the_command_line(make_driver, film):
    driver = make_driver(start=SourceRequest("file", str(save(film, **VALUES))))
    check_opened(driver, film)


def test_a_project_is_opened_by_the_dialog(driver, film):
    path = save(film, **VALUES)
    driver.press(Qt.Key.Key_O, CONTROL)
    (dialog,) = driver.window.findChildren(QFileDialog)
    assert "*.backdrop" in dialog.nameFilters()[0]
    dialog.filesSelected.emit([str(path)])
    dialog.reject()
    check_opened(driver, film)


def test_a_project_of_the_shown_clip_wins_over_its_areas(shown, film):
    shown.app.state.change_settings(areas=(Area("keep", ((0.5, 0.5), (1.0, 0.5), (1.0, 1.0))),))
    shown.drop(shown.window, [save(film, **VALUES)])
    check_opened(shown, film)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("film", "talk.backdrop is not a project of Backdrop"),
        ('{"backdrop_project": 9, "clip": "talk.mkv"}', "update this one to open it"),
        ('{"backdrop_project": 1, "clip": "gone.mkv"}', "The clip of talk.backdrop was not found"),
    ],
)
def test_a_project_that_cannot_be_opened_leaves_what_is_shown(driver, film, text, sentence):
    path = film.with_suffix(".backdrop")
    path.write_text(text)
    before = driver.app.state.settings
    driver.drop(driver.window, [path])
    driver.wait_notice(sentence)
    assert driver.app.source.shown_files == []
    assert driver.app.state.settings == before


def test_a_bad_project_of_the_command_line_opens_nothing_else(make_driver, film):
    path = film.with_suffix(".backdrop")
    path.write_text("film")
    driver = make_driver(start=SourceRequest("file", str(path)))
    driver.wait_notice("is not a project")
    assert driver.app.source.identity == ""
    assert "Opening" not in driver.window.preview.message()


def test_a_project_beside_the_clip_is_offered(make_driver, film):
    save(film, **VALUES)
    driver = make_driver(start=SourceRequest("file", str(film)))
    driver.wait_notice("talk.backdrop is beside this file.")
    assert driver.app.state.settings.edges.softness != 0.3
    driver.click(driver.window.notices.shown().action)
    check_opened(driver, film)
    driver.wait(lambda: not any("beside this file" in text for text in driver.notices()))


def test_a_project_that_is_in_force_already_is_open_without_a_question(make_driver, film):
    path = save(film, log="slog3")
    driver = make_driver(start=SourceRequest("file", str(film)), is_started=False)
    driver.app.state.change_settings(background=colour(BLUE))
    driver.app.state.put(driver.app.state.saved.with_values(f"file {film}", logs="slog3"))
    driver.app.start(SourceRequest("file", str(film)))
    driver.wait(lambda: driver.window.windowTitle() == "talk.backdrop[*]")
    assert not driver.window.isWindowModified()
    assert driver.notices() == []
    driver.press(Qt.Key.Key_S, CONTROL)
    driver.wait_notice("is saved")
    assert read_project(path).log == "slog3"


def test_a_project_of_another_clip_is_not_offered(make_driver, film):
    other = shutil.copy(film, film.parent / "other.mkv")
    write_project(film.with_suffix(".backdrop"), Project(other))
    driver = make_driver(start=SourceRequest("file", str(film)))
    driver.wait_live()
    done = []
    driver.app.session.tasks.run("after the others", lambda: done.append(True))
    driver.wait(lambda: bool(done))
    assert driver.notices() == []
    assert driver.window.windowTitle() == "Backdrop"


MORE = {
    "people": (PersonPick(30, 20, 0.1),),
    "strokes": (Stroke("keep", 0.1, 0.1, ((0.5, 0.5),)),),
    "log": "slog3",
}


def test_projects_dropped_on_the_exports_are_exported_with_all_their_values(driver, film, exported):
    first = save(film, **VALUES, **MORE, end_s=1.5)
    second = shutil.copy(film, film.parent / "second.mkv")
    path = film.parent / "second.backdrop"
    write_project(path, Project(second, background=BackgroundSpec("transparent")))
    driver.window.exports.show()
    before = driver.app.state.settings
    driver.drop(driver.window.exports, [first, path])
    driver.wait(lambda: len(exported) == 2)
    one, other = exported
    assert Project.of(one) == read_project(first)
    assert Project.of(other) == read_project(path)
    assert (one.output.parent, other.output.suffix) == (film.parent, ".mov")
    assert driver.app.state.settings == before


def test_the_dialog_exports_all_that_the_open_project_has(driver, film, exported):
    path = save(film, **VALUES, **MORE)
    driver.drop(driver.window, [path])
    check_opened(driver, film)
    driver.wait(lambda: driver.app.playback.range_s is not None)
    dialog = driver.app.exports.ask()
    dialog.export.click()
    (job,) = exported
    project = read_project(path)
    assert (job.people, job.strokes, job.log) == (project.people, project.strokes, project.log)
    assert (job.start_s, job.settings.areas, job.settings.edges) == (0.4, (CORNER,), project.edges)


def test_of_several_projects_one_is_shown_and_all_can_be_exported(driver, film, exported):
    first = save(film, **VALUES)
    shutil.copy(film, film.parent / "second.mkv")
    second = film.parent / "second.backdrop"
    write_project(second, Project(film.parent / "second.mkv"))
    driver.drop(driver.window, [first, second])
    check_opened(driver, film)
    driver.wait_notice("Only one project is shown at a time: talk.backdrop.")
    driver.click(driver.window.notices.shown().action)
    assert [spec.input.name for spec in exported] == ["talk.mkv", "second.mkv"]
