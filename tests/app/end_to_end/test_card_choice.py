"""A job takes a card's decoder and encoder where they were measured to be better, and says so."""

import json
from dataclasses import replace

import pytest
from card_doubles import put_into_jobs
from doubles import FakeEngineFactory
from video_clips import make_clip

from app.pipeline.background_spec import BackgroundSpec
from app.pipeline.jobs import card_choice, opening
from app.pipeline.jobs.card_choice import Card, Verdict, keep_verdict, read_verdicts
from app.pipeline.jobs.events import Done, JobNotice
from app.pipeline.jobs.job import Job
from app.pipeline.jobs.job_spec import JobSpec
from app.pipeline.settings import Settings
from app.video.files import output_format
from app.video.files.codec_trial import Trial
from app.video.files.output_format import CODECS
from gpu_unet import OwnFolder

CARD = Card("NVIDIA Test", "13.0")


def kept_verdicts():
    return OwnFolder.for_caches().path / card_choice.FILE


@pytest.fixture
def long_clip(tmp_path):
    """Two frames a second, and eleven seconds."""
    make_clip(tmp_path / "long.mp4", frame_count=22, rate=2, height=160, width=160)
    return tmp_path / "long.mp4"


@pytest.fixture
def card(monkeypatch, empty_cache):
    """A card in this computer whose decoder is software's, a bit slower or quicker as wanted."""
    return put_into_jobs(monkeypatch, lambda: CARD)


@pytest.fixture
def trials(monkeypatch):
    """What trials say: a box to fill, and how often they were asked."""
    box = {"decode": Trial(2.0, 1.0), "encode": Trial(2.0, 3.0), "count": 0}

    def trial(name):
        def run(*arguments, **options):
            box["count"] += 1
            return box[name]

        return run

    monkeypatch.setattr(card_choice, "try_decoder", trial("decode"))
    monkeypatch.setattr(card_choice, "try_encoder", trial("encode"))
    return box


def run(path, out, **values):
    events = []
    settings = replace(
        Settings(background=BackgroundSpec.parse("red"), learns_room=False), **values
    )
    final = Job(
        JobSpec(path, out, settings=settings), events.append, engine_factory=FakeEngineFactory()
    ).run()
    assert isinstance(final, Done), final
    notices = [event.message for event in events if isinstance(event, JobNotice)]
    return final.report, [notice for notice in notices if "testing" in notice]


def test_a_card_that_is_better_decodes_and_is_tried_once(long_clip, tmp_path, card, trials):
    report, notices = run(long_clip, tmp_path / "a.mp4")
    assert report.decoder == "fake card"
    assert report.encoder == "software (NVENC: 3.00 ms a frame here, software 2.00)"
    assert report.frames_out == 22
    assert notices == [
        "long.mp4: testing whether NVIDIA Test decodes this video faster.",
        "long.mp4: testing whether NVIDIA Test encodes this video faster.",
    ]
    again, notices = run(long_clip, tmp_path / "b.mp4")
    assert (again.decoder, again.encoder) == (report.decoder, report.encoder)
    assert (notices, trials["count"]) == ([], 2)


def test_a_card_that_differs_is_left_and_the_report_says_why(long_clip, tmp_path, card, trials):
    trials["decode"] = Trial(0.0, 0.0, "its frames are others")
    report, _ = run(long_clip, tmp_path / "a.mp4")
    assert report.decoder == "software (NVDEC: its frames are others)"


@pytest.mark.parametrize("driver", ["13.0", "13.1"])
def test_another_driver_is_tried_again(long_clip, tmp_path, card, trials, monkeypatch, driver):
    run(long_clip, tmp_path / "a.mp4")
    monkeypatch.setattr("test_card_choice.CARD", Card("NVIDIA Test", driver))
    run(long_clip, tmp_path / "b.mp4")
    assert trials["count"] == (2 if driver == "13.0" else 4)


def test_a_short_film_is_not_worth_a_trial(clip, tmp_path, card, trials):
    report, notices = run(clip, tmp_path / "a.mp4")
    assert report.decoder == "software (NVDEC: the film is too short for a trial)"
    assert (notices, trials["count"]) == ([], 0)


def test_software_alone_asks_no_card(long_clip, tmp_path, card, trials):
    report, _ = run(long_clip, tmp_path / "a.mp4", decoder="software", encoder="software")
    assert (report.decoder, report.encoder) == ("software", "software")
    assert (card, trials["count"]) == ([], 0)


@pytest.mark.parametrize(("device", "has_every_core"), [("auto", True), ("cpu", False)])
def test_the_encoder_gets_every_core_where_the_card_computes(
    clip, tmp_path, card, monkeypatch, device, has_every_core
):
    threads = []
    monkeypatch.setattr("app.video.files.video_track.available_cores", lambda: 6)
    real = opening.open_sink
    monkeypatch.setattr(
        opening, "open_sink", lambda *a, **k: threads.append(k["threads"]) or real(*a, **k)
    )
    settings = Settings(background=BackgroundSpec.parse("#204060"), device=device)
    spec = JobSpec(clip, tmp_path / "out.mp4", settings)
    assert isinstance(Job(spec, engine_factory=FakeEngineFactory()).run(), Done)
    assert threads == [6 if has_every_core else 3]


def test_what_was_asked_for_is_done_without_a_trial(long_clip, tmp_path, card, trials, monkeypatch):
    spec = replace(CODECS["h264"], options={"preset": "ultrafast"})
    monkeypatch.setitem(output_format.CARD_CODECS, "h264", spec)
    report, _ = run(long_clip, tmp_path / "a.mp4", decoder="nvdec", encoder="nvenc")
    assert (report.decoder, report.encoder) == ("fake card", "NVENC")
    assert trials["count"] == 0


def test_without_a_card_nothing_is_said_unless_it_was_asked_for(clip, command):
    from app.pipeline.jobs.card_choice import first_card

    if first_card() is not None:
        pytest.skip("there is a card here")
    result = command("process", clip, "-o", "a.mp4", "--background", "red")
    assert "NV" not in result.err
    result = command(
        "process",
        clip,
        "-o",
        "b.mp4",
        "--background",
        "red",
        "--decoder",
        "nvdec",
        "--encoder",
        "nvenc",
    )
    assert result.status == 0
    assert (
        "  decoding: software (NVDEC: no NVIDIA card was found), "
        "encoding: software (NVENC: no NVIDIA card was found)\n"
    ) in result.err
    done = json.loads(
        command("process", clip, "-o", "c.mp4", "--background", "red", "--json").out.splitlines()[
            -1
        ]
    )
    assert (done["decoder"], done["encoder"]) == ("software", "software")


def test_pictures_are_neither_decoded_nor_encoded_by_anybody(tmp_path, command, clip):
    result = command("process", clip, "-o", "p_%02d.png", "--background", "red", "--json")
    assert json.loads(result.out.splitlines()[-1])["encoder"] == ""


@pytest.mark.parametrize(
    "content", ["", "[]", "{", '{"a": 1}', '{"a": {"takes_card": 1}}', "[" * 9000]
)
def test_a_strange_file_of_verdicts_counts_as_none(empty_cache, content):
    path = kept_verdicts()
    path.write_text(content)
    assert read_verdicts() == {}
    keep_verdict("key", Verdict(True))
    assert read_verdicts() == {"key": Verdict(True)}


def test_a_file_that_others_may_change_is_not_believed(empty_cache):
    keep_verdict("key", Verdict(True))
    kept_verdicts().chmod(0o666)
    assert read_verdicts() == {}
