"""Size, rate and whole frames in the export dialog, and what an export will take."""

from __future__ import annotations

from fractions import Fraction

import av
import pytest
from gui_driver import read, sentences
from test_adapted_source import interlaced
from test_gui_export import open_dialog, run

from app.pipeline.jobs.events import Progress
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.live.source_request import SourceRequest
from gui.shared.words import about_size


def test_another_size_and_rate_are_written_with_the_sound_in_step(file_driver, tmp_path):
    dialog = open_dialog(file_driver)
    assert dialog.picture_size.itemText(0) == "Source (320x180)"
    assert dialog.rate.itemText(0) == "Source (15)"
    file_driver.choose(dialog.picture_size, 7)
    assert dialog.picture_size.currentText() == "360p (640x360)"
    file_driver.choose(dialog.rate, 5)
    target = tmp_path / "large.mp4"
    dialog.path.setText(str(target))
    card = run(file_driver, dialog)
    assert card.stage == "done"
    assert any("scaled from 320x180 to 640x360" in line for line in sentences(card))
    assert any("30 frames repeated" in line for line in sentences(card))
    with av.open(str(target)) as container:
        video = container.streams.video[0]
        assert (video.height, video.width, video.average_rate) == (360, 640, 30)
        assert container.streams.audio[0].duration * container.streams.audio[0].time_base > 1.9
    assert len(read(target)) == 60


def test_upright_films_are_named_by_their_shorter_side(make_driver, tmp_path):
    from video_clips import make_clip

    make_clip(tmp_path / "tall.mp4", height=320, width=180, rate=Fraction(25))
    driver = make_driver(start=SourceRequest("file", str(tmp_path / "tall.mp4")))
    driver.wait_live()
    dialog = open_dialog(driver)
    driver.choose(dialog.picture_size, 7)
    assert dialog.picture_size.currentText() == "360p (360x640)"
    (spec,) = dialog.specs()
    assert (spec.height, spec.width) == (None, 360)
    dialog.reject()


@pytest.fixture
def combed(make_driver, tmp_path):
    """A window that plays a film whose frames hold two half-pictures."""
    interlaced(tmp_path / "combed.mp4")
    driver = make_driver(start=SourceRequest("file", str(tmp_path / "combed.mp4")))
    driver.wait_live()
    return driver


def test_an_interlaced_film_offers_whole_frames_in_the_dialog(combed, file_driver):
    dialog = open_dialog(combed)
    assert dialog.deinterlace.isVisible()
    assert not dialog.specs()[0].deinterlaces
    combed.click(dialog.deinterlace)
    assert dialog.specs()[0].deinterlaces
    dialog.reject()
    other = open_dialog(file_driver)
    assert not other.deinterlace.isVisible()
    other.reject()


def test_the_card_of_an_interlaced_film_offers_whole_frames_beside_it(combed, tmp_path):
    dialog = open_dialog(combed)
    dialog.path.setText(str(tmp_path / "out.mp4"))
    card = run(combed, dialog)
    assert any("interlaced" in line for line in sentences(card))
    combed.click(card.deinterlace)
    combed.wait(lambda: len(list(combed.window.exports.cards.values())) == 2)
    again = list(combed.window.exports.cards.values())[-1]
    combed.wait(lambda: again.is_over)
    assert again.stage == "done"
    assert not again.deinterlace.isVisible()
    assert any("deinterlaced" in line for line in sentences(again))
    assert again.output != card.output
    assert card.output.exists()
    assert again.output.exists()


def test_size_and_time_stand_there_before_the_start_as_they_were_tried(
    file_driver, monkeypatch, tmp_path
):
    monkeypatch.setattr("gui.export.queue.WAIT_MS", 0)
    dialog = open_dialog(file_driver)
    dialog.path.setText(str(tmp_path / "out.mp4"))
    file_driver.wait(lambda: "Estimate for this computer" in dialog.time.text())
    first = dialog.time.text()
    file_driver.choose(dialog.picture_size, 4)
    assert "tried" not in dialog.time.text(), "that was of another size"
    file_driver.wait(lambda: "Estimate for this computer" in dialog.time.text())
    assert dialog.time.text() != first
    assert not (tmp_path / "out.mp4").exists()
    dialog.reject()
    assert file_driver.app.session.estimates._spec is None


def test_the_size_is_told_anew_while_it_runs(file_driver, tmp_path):
    from gui.export.tray import ExportCard

    card = ExportCard(tmp_path / "out.mp4")
    file_driver.qtbot.addWidget(card)
    card.show_progress(Progress(tmp_path, 80, 100, 25.0, 3.0, expected_bytes=12_345_678))
    assert "about 12 MB" in card.state.text()


@pytest.mark.parametrize(
    ("size_bytes", "words"),
    [(7, "about 7 B"), (1_234_567, "about 1.2 MB"), (98_765_432, "about 99 MB"), (0, "about 0 B")],
)
def test_sizes_have_two_digits(size_bytes, words):
    assert about_size(size_bytes) == words


def test_what_was_asked_for_survives_a_restart(make_driver, clip, tmp_path):
    driver = make_driver()
    spec = JobSpec(
        clip,
        tmp_path / "out.mp4",
        height=720,
        frame_rate=Fraction(30000, 1001),
        deinterlaces=True,
    )
    driver.app.state.update(exports=(spec,))
    driver.app.state.write()
    assert driver.app.state.store.load().exports == (spec,)
