"""A card is taken where it does the same in less time, and nowhere else."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from card_doubles import FakeCard
from video_clips import make_clip

from app.video.files import codec_trial, output_format
from app.video.files.codec_trial import Trial, try_decoder, try_encoder
from app.video.files.file_writer import FileWriter
from app.video.files.inputs import open_source
from app.video.files.output_format import CODECS, card_refusal, choose_output_format
from app.video.sink import FrameTime, OutputError


@pytest.fixture
def clip(tmp_path):
    make_clip(tmp_path / "clip.mp4", frame_count=10, height=160, width=192, options={"bf": "2"})
    return tmp_path / "clip.mp4"


@pytest.mark.parametrize(
    ("what", "difference"),
    [
        ({}, ""),
        ({"opens": False}, "it does not open"),
        ({"fails_at": 4}, "it is tired"),
        ({"shift": 1}, "its times are others"),
        ({"changes": True}, "its frames are others"),
        ({"drops": 9}, "it gives another number of frames"),
    ],
)
def test_a_card_is_compared_frame_by_frame(clip, what, difference):
    trial = try_decoder(clip, lambda: FakeCard(**what))
    assert trial.difference == difference
    assert not difference or (not trial.takes_card and trial.reason == difference)


def test_a_slower_card_is_left_with_both_times(clip, monkeypatch):
    now_s = 0.0

    class SlowCard(FakeCard):
        def frames(self, packet):
            nonlocal now_s
            now_s += 0.005
            return super().frames(packet)

    monkeypatch.setattr(codec_trial, "perf_counter", lambda: now_s)
    trial = try_decoder(clip, SlowCard)
    assert not trial.difference
    assert trial.card_ms == pytest.approx(5, rel=0.5)
    assert not trial.takes_card
    assert "ms a frame here, software" in trial.reason


def test_a_trial_that_is_cancelled_says_nothing(clip):
    assert try_decoder(clip, FakeCard, cancelled=lambda: True) is None
    wanted = choose_output_format(Path("out.mp4"))
    assert try_encoder(clip, wanted, cancelled=lambda: True) is None


def test_only_what_is_clearly_faster_and_the_same_is_taken():
    assert Trial(2.0, 1.0).takes_card
    assert not Trial(2.0, 1.9).takes_card
    assert not Trial(2.0, 1.0, "its frames are others").takes_card


@pytest.fixture
def fake_nvenc(monkeypatch):
    """libx264 as the card's encoder, with options of a test's choice."""

    def put(**options):
        spec = replace(CODECS["h264"], options={"preset": "ultrafast", "bf": "0", **options})
        monkeypatch.setitem(output_format.CARD_CODECS, "h264", spec)

    return put


@pytest.mark.parametrize(
    ("options", "difference"),
    [
        ({"crf": "15"}, ""),
        ({"crf": "45"}, "its pictures are worse"),
        ({"preset": "none of these"}, "it does not encode: "),
    ],
)
def test_what_a_card_encodes_is_compared_with_the_film(clip, fake_nvenc, options, difference):
    fake_nvenc(**options)
    trial = try_encoder(clip, choose_output_format(Path("out.mp4")))
    assert trial.difference.startswith(difference)
    assert bool(trial.difference) == bool(difference)


def test_times_that_are_lost_on_a_card_are_seen(clip, fake_nvenc, monkeypatch):
    fake_nvenc()
    true = codec_trial._Encoding.pts.fget
    monkeypatch.setattr(
        codec_trial._Encoding,
        "pts",
        property(lambda self: true(self)[1:] if self._format.is_on_card else true(self)),
    )
    trial = try_encoder(clip, choose_output_format(Path("out.mp4")))
    assert trial.difference == "its frames or times are others"


def written(clip, out, *, count=10, **options):
    """The report of so many frames of `clip`, written on the card."""
    with open_source(clip) as source:
        wanted = choose_output_format(out, **options)
        with FileWriter(
            out,
            wanted,
            frame_format=source.format,
            frame_rate=source.frame_rate,
            media=source.media,
            on_card=True,
        ) as sink:
            for frame in [source.read() for _ in range(count)]:
                sink.write(frame.pixels, time=FrameTime(frame.pts, frame.time_base, frame.duration))
            return sink.finish()


@pytest.mark.parametrize("codec", ["h264", "hevc"])
def test_without_a_card_a_film_is_encoded_in_software_and_says_why(clip, tmp_path, codec, capfd):
    report = written(clip, tmp_path / "out.mp4", codec=codec)
    assert report.encoder.startswith("software (NVENC: it does not open: ")
    assert report.frame_count == 10
    with open_source(tmp_path / "out.mp4") as out:
        assert sum(1 for _ in iter(out.read, None)) == 10
    assert capfd.readouterr().err == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["clip.mp4", "out.mp4"]


def test_a_card_that_encodes_is_named_and_keeps_uneven_times(tmp_path, fake_nvenc):
    fake_nvenc(crf="20")
    times = [0, 33, 66, 100, 400, 401, 433, 1000]
    make_clip(tmp_path / "in.mp4", pts=times, time_base=Fraction(1, 1000), height=160, width=192)
    report = written(tmp_path / "in.mp4", tmp_path / "out.mp4", count=8)
    assert report.encoder == "NVENC"
    with open_source(tmp_path / "out.mp4") as out:
        assert [round(frame.pts_s * 1000) for frame in iter(out.read, None)] == times


def test_a_card_that_stops_in_the_middle_leaves_what_was_done(
    clip, tmp_path, fake_nvenc, monkeypatch
):
    from app.video.files.output_format import CardStoppedError
    from app.video.files.video_track import VideoTrack

    fake_nvenc(crf="20", tune="zerolatency")
    encode = VideoTrack._encoded
    counted = []

    def failing(self, frame):
        counted.append(frame)
        if len(counted) > 6:
            raise CardStoppedError("unknown error")
        return encode(self, frame)

    monkeypatch.setattr(VideoTrack, "_encoded", failing)
    out = tmp_path / "out.mp4"
    with open_source(clip) as source:
        sink = FileWriter(
            out,
            choose_output_format(out),
            frame_format=source.format,
            frame_rate=source.frame_rate,
            media=source.media,
            on_card=True,
        )
        frames = list(iter(source.read, None))
        for frame in frames[:6]:
            sink.write(frame.pixels, time=FrameTime(frame.pts, frame.time_base))
        with pytest.raises(OSError, match=r"stopped encoding .*--encoder software") as error:
            sink.write(frames[6].pixels, time=FrameTime(frames[6].pts, frames[6].time_base))
        assert not isinstance(error.value, OutputError)  # so the job keeps what is done
        report = sink.finish_partial()
    assert report.frame_count == 6
    with open_source(report.path) as kept:
        assert sum(1 for _ in iter(kept.read, None)) == 6


@pytest.mark.parametrize(
    ("options", "height", "width", "refusal"),
    [
        ({}, 1080, 1920, ""),
        ({}, 2160, 4096, ""),
        ({}, 2160, 5120, "5120x2160 is more than its 4096 pixels a side"),
        ({"codec": "hevc"}, 4320, 7680, ""),
        ({}, 64, 640, "640x64 is less than 160 pixels a side"),
        ({"crf": 0}, 1080, 1920, "it writes nothing without loss"),
    ],
)
def test_what_the_card_cannot_write_is_known_before(options, height, width, refusal):
    wanted = choose_output_format(Path("out.mp4"), **options)
    assert card_refusal(wanted, height=height, width=width) == refusal


def test_alpha_and_other_codecs_stay_with_software():
    for path, content in (("out.mov", "transparent"), ("out.webm", "composite")):
        wanted = choose_output_format(Path(path), content=content)
        assert card_refusal(wanted, height=720, width=1280).startswith("it does not write ")


def test_every_option_of_the_card_is_one_of_libavs():
    """There is no card here to say so."""
    import av

    for codec, spec in output_format.CARD_CODECS.items():
        context = av.CodecContext.create(spec.encoder, "w")
        known = {option.name: option for option in context.supported_options.generic}
        known |= {option.name: option for option in context.supported_options.private}
        wanted = choose_output_format(Path("out.mp4"), codec=codec)
        for name, value in output_format.format_on_card(wanted).spec.options.items():
            choices = [choice.name for choice in known[name].choices]
            assert not choices or value in choices or value.lstrip("-").isdigit(), (name, value)
        assert spec.pixel_format in [f.name for f in av.Codec(spec.encoder, "w").video_formats]
