"""Sound, subtitles, chapters: copied bit for bit where the container can hold them."""

import struct
from fractions import Fraction

import av
import numpy as np
import pytest
from av.error import InvalidDataError
from av.stream import Disposition
from video_clips import make_clip, packets, presentation_times, through

from app.video.files import auxiliary_streams, decoder
from app.video.files.file_source import FileSource
from app.video.reading import Reading
from app.video.sink import TrackReport
from app.video.source import SourceError


def first_sound(path, at_or_after=0):
    with av.open(str(path)) as container:
        packets = container.demux(audio=0)
        times = (packet.pts * packet.time_base for packet in packets if packet.size)
        return next(time for time in times if time >= at_or_after)


@pytest.mark.parametrize(
    ("audio", "out"),
    [
        ("pcm_s16le", "out.mov"),
        ("pcm_s16le@11025", "out.mov"),
        ("ac3", "out.mp4"),
        ("ac3", "out.mkv"),
        ("libmp3lame@44100", "out.mp4"),
    ],
)
def test_a_part_of_a_film_that_counts_frames_keeps_its_sound_in_step(tmp_path, audio, out):
    make_clip(tmp_path / "in.avi", frame_count=40, codec="mpeg4", audio=[audio])
    through(tmp_path / "in.avi", tmp_path / out, start_s=0.5)
    begin = next(time for time in presentation_times(tmp_path / "in.avi") if time >= 0.5)
    late = first_sound(tmp_path / "in.avi", begin) - begin
    assert late > Fraction(1, 1000)
    assert abs(first_sound(tmp_path / out) - late) <= Fraction(1, 1000)


def trim(path, trimmed_s):
    """Let each track's edit list begin later, as phones do that trim a film."""
    data, at = bytearray(path.read_bytes()), 0
    (unit,) = struct.unpack_from(">I", data, data.find(b"mvhd") + 16)
    while (at := data.find(b"mdhd", at + 4)) > 0:
        (scale,) = struct.unpack_from(">I", data, at + 16)
        edit = data.rfind(b"elst", 0, at) + 12
        length, begin = struct.unpack_from(">Ii", data, edit)
        cut = (length - round(unit * trimmed_s), begin + round(scale * trimmed_s))
        struct.pack_into(">Ii", data, edit, *cut)
    path.write_bytes(data)


@pytest.mark.parametrize("out", ["out.mp4", "out.mkv", "out.mov"])
def test_sound_that_was_trimmed_off_is_not_in_the_output(tmp_path, out):
    make_clip(tmp_path / "in.mp4", frame_count=50, audio=["aac"])
    whole = len(packets(tmp_path / "in.mp4", "audio"))
    trim(tmp_path / "in.mp4", 1.0)
    through(tmp_path / "in.mp4", tmp_path / out)
    assert presentation_times(tmp_path / out)[0] == 0
    assert -0.05 <= first_sound(tmp_path / out, -9) <= 0
    assert len(packets(tmp_path / out, "audio")) < 0.7 * whole


@pytest.mark.parametrize(
    ("audio", "source", "out"),
    [
        (["aac"], "in.mp4", "out.mp4"),
        (["aac", "libmp3lame"], "in.mp4", "out.mp4"),
        (["aac", "libopus"], "in.mkv", "out.mkv"),
        (["aac", "pcm_s16le", "libopus", "libmp3lame", "flac"], "in.mkv", "out.mkv"),
        (["libopus", "flac", "ac3"], "in.mkv", "out.mp4"),
        (["pcm_s16le"], "in.mkv", "out.mov"),
        (["libopus"], "in.mkv", "out.webm"),
        (["aac@44100"], "in.mp4", "out.mkv"),
        (["mp2"], "in.ts", "out.mp4"),
    ],
)
def test_packets_are_copied_bit_for_bit(tmp_path, audio, source, out):
    codec = "mpeg2video" if source.endswith("ts") else "libx264"
    make_clip(tmp_path / source, frame_count=15, audio=audio, codec=codec)
    report = through(tmp_path / source, tmp_path / out)
    assert [track.action for track in report.tracks] == ["copied"] * len(audio)
    for number in range(len(audio)):
        before = packets(tmp_path / source, "audio", number)
        after = packets(tmp_path / out, "audio", number)
        assert len(before) > 3
        assert after == before


@pytest.mark.parametrize(
    ("audio", "source", "out", "codec", "told"),
    [
        ("pcm_alaw@8000", "in.mov", "out.mp4", "aac", "audio (pcm_alaw) transcoded to AAC"),
        ("adpcm_ms@22050", "in.avi", "out.mp4", "aac", "audio (adpcm_ms) transcoded to AAC"),
        ("pcm_s16le", "in.mkv", "out.mp4", "aac", "audio (pcm_s16le) transcoded to AAC"),
        ("libopus", "in.webm", "out.mov", "aac", "audio (opus) transcoded to AAC"),
        ("flac", "in.mkv", "out.mov", "aac", "audio (flac) transcoded to AAC"),
        ("aac@44100", "in.mkv", "out.webm", "opus", "audio (aac) transcoded to Opus"),
        ("pcm_s16le@22050", "in.mkv", "out.webm", "opus", "audio (pcm_s16le) transcoded to Opus"),
        ("pcm_s16le@11024", "in.mkv", "out.mp4", "aac", "audio (pcm_s16le) transcoded to AAC"),
        ("pcm_s16le@192000", "in.mkv", "out.mp4", "aac", "audio (pcm_s16le) transcoded to AAC"),
        ("pcm_s16le@192000", "in.mkv", "out.webm", "opus", "audio (pcm_s16le) transcoded to Opus"),
    ],
)
def test_sound_that_the_container_cannot_hold_is_transcoded_and_said(
    tmp_path, audio, source, out, codec, told
):
    video = "libvpx-vp9" if source.endswith("webm") else "libx264"
    make_clip(tmp_path / source, frame_count=25, audio=[audio], codec=video)
    report = through(tmp_path / source, tmp_path / out)
    assert [str(track) for track in report.tracks] == [told]
    with av.open(str(tmp_path / out)) as container:
        stream = container.streams.audio[0]
        assert stream.codec_context.name in (codec, f"lib{codec}")
        frames = list(container.decode(stream))
        length = sum(frame.samples for frame in frames) / stream.codec_context.sample_rate
    assert length == pytest.approx(1.0, abs=0.08)


def with_titles(tmp_path, *titles, frame_count=25):
    """A film with subtitles, (text, first and last millisecond) each."""
    make_clip(tmp_path / "plain.mp4", frame_count=frame_count)
    clock = "00:00:{:02d},{:03d}".format
    (tmp_path / "titles.srt").write_text(
        "\n".join(
            f"{n}\n{clock(*divmod(begin, 1000))} --> {clock(*divmod(end, 1000))}\n{text}\n"
            for n, (text, begin, end) in enumerate(titles, 1)
        )
    )
    with (
        av.open(str(tmp_path / "plain.mp4")) as film,
        av.open(str(tmp_path / "titles.srt")) as texts,
        av.open(str(tmp_path / "in.mkv"), "w") as target,
    ):
        tracks = [
            (source, target.add_stream_from_template(source.streams[0])) for source in (film, texts)
        ]
        for source, track in tracks:
            for packet in source.demux():
                if packet.size:
                    packet.stream = track
                    target.mux(packet)
    return tmp_path / "in.mkv"


def test_subtitles_that_are_shown_together_are_all_kept(tmp_path):
    with_titles(tmp_path, ("one", 100, 500), ("two", 100, 900))
    through(tmp_path / "in.mkv", tmp_path / "out.mkv")
    assert packets(tmp_path / "out.mkv", "subtitle") == [b"one", b"two"]


def test_a_part_has_the_subtitles_that_are_shown_in_it_and_no_longer(tmp_path):
    titles = ("gone", 100, 900), ("begun", 300, 1500), ("whole", 1200, 1400), ("on", 1700, 9000)
    film = with_titles(tmp_path, *titles, frame_count=50)
    through(film, tmp_path / "out.mkv", start_s=1.0, end_s=1.8)
    with av.open(str(tmp_path / "out.mkv")) as container:
        found = [
            (bytes(packet).decode(), packet.pts, packet.pts + packet.duration)
            for packet in container.demux(container.streams.get(subtitles=0))
            if packet.size
        ]
        assert container.duration == 800_000, "of the film, not of a subtitle"
    assert found == [("begun", 0, 500), ("whole", 200, 400), ("on", 700, 800)]


def test_sound_damaged_to_no_channels_is_dropped_and_said(tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=10, audio=["aac"])
    damaged = bytearray((tmp_path / "in.mp4").read_bytes())
    specific = damaged.index(b"\x05\x80\x80\x80", damaged.index(b"esds"))
    damaged[specific + 6] &= 0b10000111  # the channels of the AudioSpecificConfig
    (tmp_path / "in.mp4").write_bytes(damaged)
    with av.open(str(tmp_path / "in.mp4")) as container:
        assert container.streams.audio[0].codec_context.layout.nb_channels == 0
    report = through(tmp_path / "in.mp4", tmp_path / "out.webm")
    assert [str(track) for track in report.tracks] == ["audio (aac) dropped"]


def test_sound_and_picture_stay_together_in_a_part(tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=50, audio=["aac"])
    through(tmp_path / "in.mp4", tmp_path / "out.mp4", start_s=0.5, end_s=1.5)
    with av.open(str(tmp_path / "in.mp4")) as container:
        stream = container.streams.audio[0]
        expected = [
            bytes(packet)
            for packet in container.demux(stream)
            if packet.size and Fraction(52, 100) <= packet.pts * stream.time_base < Fraction(3, 2)
        ]
    assert packets(tmp_path / "out.mp4", "audio") == expected
    with av.open(str(tmp_path / "out.mp4")) as container:
        stream = container.streams.audio[0]
        first = next(packet for packet in container.demux(stream) if packet.size)
        assert 0 <= first.pts * stream.time_base < 0.03


def shifted(path, out, by_s):
    """The same packets, `by_s` seconds later."""
    with av.open(str(path)) as source, av.open(str(out), "w") as target:
        tracks = {s.index: target.add_stream_from_template(s) for s in source.streams}
        for packet in source.demux():
            if packet.size:
                ticks = round(by_s / packet.time_base)
                packet.pts, packet.dts = packet.pts + ticks, packet.dts + ticks
                packet.stream = tracks[packet.stream_index]
                target.mux(packet)


@pytest.mark.parametrize("name", ["in.mkv", "in.ts", "in.flv", "in.nut"])
def test_times_count_from_a_film_s_first_one(tmp_path, name):
    make_clip(tmp_path / "plain.mkv", frame_count=100, audio=["aac"])
    shifted(tmp_path / "plain.mkv", tmp_path / name, 3)
    with FileSource(tmp_path / name) as source:
        assert source.frame_count in (100, 101)  # sound goes on for longer
        assert source.duration_s == pytest.approx(4, abs=0.04)
        late = source.media.begin_s
        assert late < 0.03  # sound begins earlier
    through(tmp_path / name, tmp_path / "out.mkv", start_s=1 + late, end_s=2 + late)
    times = presentation_times(tmp_path / "out.mkv")
    assert (len(times), times[0]) == (25, 0)
    sound, kept = (packets(tmp_path / film, "audio") for film in ("plain.mkv", "out.mkv"))
    late_s = sound.index(kept[0]) * Fraction(1024, 48000) - first_sound(tmp_path / "out.mkv")
    assert late_s == pytest.approx(1, abs=0.045)  # with the samples that start an encoder
    assert 46 <= len(kept) <= 48
    with pytest.raises(SourceError, match=r"is 4.0[0-9] s long .* at or after 5 s"):
        FileSource(tmp_path / name, Reading(start_s=5.0))


def test_sound_can_be_left_out(tmp_path):
    make_clip(tmp_path / "in.mp4", audio=["aac"])
    report = through(tmp_path / "in.mp4", tmp_path / "out.mp4", keep_sound=False)
    assert report.tracks == ()
    with av.open(str(tmp_path / "out.mp4")) as container:
        assert len(container.streams.audio) == 0


def test_sound_that_goes_on_after_the_picture_is_kept(tmp_path):
    make_clip(tmp_path / "in.mp4", frame_count=5, audio=["aac"], audio_s=2.0)
    through(tmp_path / "in.mp4", tmp_path / "out.mp4")
    assert packets(tmp_path / "out.mp4", "audio") == packets(tmp_path / "in.mp4", "audio")


def test_chapters_move_with_the_part(tmp_path):
    make_clip(tmp_path / "plain.mp4", frame_count=50)
    with (
        av.open(str(tmp_path / "plain.mp4")) as source,
        av.open(str(tmp_path / "in.mkv"), "w") as target,
    ):
        track = target.add_stream_from_template(source.streams.video[0])
        target.set_chapters(
            [
                {
                    "id": number,
                    "start": 500 * number,
                    "end": 500 * (number + 1),
                    "time_base": Fraction(1, 1000),
                    "metadata": {"title": f"Part {number}"},
                }
                for number in range(4)
            ]
        )
        for packet in source.demux(source.streams.video[0]):
            if packet.size:
                packet.stream = track
                target.mux(packet)
    through(tmp_path / "in.mkv", tmp_path / "out.mp4", start_s=0.6, end_s=1.2)
    with av.open(str(tmp_path / "out.mp4")) as container:
        chapters = container.chapters()
    found = [
        (
            c["metadata"]["title"],
            float(c["start"] * c["time_base"]),
            float(c["end"] * c["time_base"]),
        )
        for c in chapters
    ]
    assert found == [("Part 1", 0.0, 0.4), ("Part 2", 0.4, 0.6)]


def test_sound_damaged_in_the_middle_does_not_stop_the_job(tmp_path):
    for name in ("in.ts", "in.mkv", "in.mp4"):
        path = tmp_path / name
        make_clip(path, frame_count=60, audio=["mp2"], gop=10)
        content = bytearray(path.read_bytes())
        noise = np.random.default_rng(7).integers(0, 256, len(content) // 10, np.uint8)
        middle = len(content) // 2
        content[middle : middle + len(noise)] = noise.tobytes()
        path.write_bytes(content)
        report = through(path, tmp_path / f"{name}.mp4")
        assert report.frame_count > 20
        assert len(packets(report.path, "audio")) > 20


def test_a_late_picture_stays_late(tmp_path):
    make_clip(tmp_path / "in.mp4", pts=range(12, 30), audio=["aac"])
    through(tmp_path / "in.mp4", tmp_path / "out.mp4")
    assert presentation_times(tmp_path / "out.mp4")[0] == Fraction(12, 25)
    assert packets(tmp_path / "out.mp4", "audio") == packets(tmp_path / "in.mp4", "audio")


class Reluctant:
    """A container that wants to be asked again now and then, or gives up, as libav's may."""

    def __init__(self, container, error):
        self._container, self._error = container, error

    def demux(self, streams):
        for number, packet in enumerate(self._container.demux(streams)):
            yield packet
            if number % 3 == 2:
                raise self._error

    def __getattr__(self, name):
        return getattr(self._container, name)


AGAIN = BlockingIOError(11, "Resource temporarily unavailable", "file:/where/in.mp4")


def test_a_file_that_wants_to_be_asked_again_is_asked_again(tmp_path, monkeypatch, caplog):
    make_clip(tmp_path / "in.mp4", frame_count=15, audio=["aac"])
    honest = decoder.open_input
    for module in (decoder, auxiliary_streams):
        monkeypatch.setattr(module, "open_input", lambda path: Reluctant(honest(path), AGAIN))
    report = through(tmp_path / "in.mp4", tmp_path / "out.mp4")
    assert report.frame_count == 15
    assert packets(tmp_path / "out.mp4", "audio") == packets(tmp_path / "in.mp4", "audio")
    assert caplog.records == []
    with FileSource(tmp_path / "in.mp4") as source:
        while source.read() is not None:
            pass
        assert source.damaged_count == 0


def test_sound_that_cannot_be_read_on_is_a_sentence_without_a_path(tmp_path, monkeypatch, caplog):
    make_clip(tmp_path / "in.mp4", frame_count=15, audio=["aac"])
    honest = auxiliary_streams.open_input
    error = InvalidDataError(1094995529, "Invalid data found", "file:/where/in.mp4")
    reluctant = lambda path: Reluctant(honest(path), error)  # noqa: E731
    monkeypatch.setattr(auxiliary_streams, "open_input", reluctant)
    through(tmp_path / "in.mp4", tmp_path / "out.mp4")
    assert caplog.messages == ["in.mp4: reading sound stopped: its data is invalid"]


def test_a_track_that_is_left_out_is_a_loss_and_one_that_is_copied_is_none():
    dropped = TrackReport("subtitle", "hdmv_pgs_subtitle", "dropped")
    assert dropped.loss == (
        "A track of subtitles (hdmv_pgs_subtitle) was left out: this file type cannot hold it."
    )
    assert TrackReport("audio", "aac", "copied").loss == ""
    assert TrackReport("audio", "flac", "transcoded", "AAC").loss == ""


def test_a_second_video_track_is_a_loss(tmp_path):
    make_clip(tmp_path / "one.mp4")
    with av.open(str(tmp_path / "one.mp4")) as one, av.open(str(tmp_path / "in.mp4"), "w") as two:
        stream = one.streams.video[0]
        tracks = [two.add_stream_from_template(stream) for _ in range(2)]
        for packet in one.demux(stream):
            for track in tracks if packet.size else ():
                copy = av.Packet(bytes(packet))
                copy.pts, copy.dts, copy.time_base = packet.pts, packet.dts, packet.time_base
                copy.stream, copy.is_keyframe = track, packet.is_keyframe
                two.mux(copy)
    (track,) = through(tmp_path / "in.mp4", tmp_path / "out.mp4").tracks
    assert track.loss == "Another video track (h264) was left out: one of each film is processed."
    assert str(track) == "video (h264) dropped"


def film_with(path, add):
    """A film of one frame to which `add(container)` added a track; it returns its packets."""
    with av.open(str(path), "w") as container:
        picture = container.add_stream("mpeg4", rate=25)
        picture.width, picture.height, picture.pix_fmt = 64, 48, "yuv420p"
        packets = add(container)
        container.mux(picture.encode(av.VideoFrame(64, 48, "yuv420p")))
        container.mux([*packets, *picture.encode(None)])
    return path


def cover(container):
    stream = container.add_stream("png")
    stream.width, stream.height, stream.pix_fmt = 16, 16, "rgb24"
    stream.disposition = Disposition.attached_pic
    return [*stream.encode(av.VideoFrame(16, 16, "rgb24")), *stream.encode(None)]


def positions(container):
    packets = []
    for _ in range(2):
        packet = av.Packet(b"position")
        packet.stream = container.add_data_stream("bin_data")
        packet.pts, packet.dts, packet.duration = 0, 0, 1
        packet.time_base = Fraction(1, 25)
        packets.append(packet)
    return packets


def font(container):
    container.add_attachment("serif.ttf", "font/ttf", b"letters")
    return []


@pytest.mark.parametrize(
    ("name", "add", "said", "is_missed"),
    [
        ("in.mp4", cover, "cover picture (png) dropped", False),
        ("in.mp4", positions, "data (bin_data) dropped", False),
        ("in.mkv", font, "attached file (serif.ttf) dropped", True),
    ],
)
def test_what_is_neither_sound_nor_text_is_named(tmp_path, name, add, said, is_missed):
    """Phones write data into each film: that is no reason for a warning."""
    (track,) = through(film_with(tmp_path / name, add), tmp_path / "out.mp4").tracks
    assert (str(track), bool(track.loss)) == (said, is_missed)


def test_fonts_of_subtitles_are_kept_in_matroska(tmp_path):
    (track,) = through(film_with(tmp_path / "in.mkv", font), tmp_path / "out.mkv").tracks
    assert (str(track), track.loss) == ("attached file (serif.ttf) copied", "")
    with av.open(str(tmp_path / "out.mkv")) as container:
        (kept,) = container.streams.attachments
        assert (kept.name, kept.mimetype, kept.data) == ("serif.ttf", "font/ttf", b"letters")


@pytest.mark.parametrize("what", ["time code", "chapter"])
def test_time_codes_and_chapters_are_no_loss(tmp_path, what):
    def add(container):
        if what == "time code":
            container.metadata["timecode"] = "01:00:00:00"
            return []
        whole = {"id": 1, "start": 0, "end": 40, "time_base": Fraction(1, 1000)}
        container.set_chapters([{**whole, "metadata": {"title": "all"}}])
        return []

    film_with(tmp_path / "in.mp4", add)
    with av.open(str(tmp_path / "in.mp4")) as container:
        assert [stream.type for stream in container.streams] == ["video", "data"]
    assert through(tmp_path / "in.mp4", tmp_path / "out.mp4").tracks == ()


def test_surround_sound_that_is_mixed_to_stereo_is_a_loss(tmp_path):
    with av.open(str(tmp_path / "in.mkv"), "w") as container:
        picture = container.add_stream("ffv1", rate=25)
        picture.width, picture.height, picture.pix_fmt = 64, 48, "yuv420p"
        sound = container.add_stream("aac", rate=48_000)
        sound.codec_context.layout = "5.1"
        container.mux(picture.encode(av.VideoFrame(64, 48, "yuv420p")))
        frame = av.AudioFrame.from_ndarray(np.zeros((6, 1024), np.float32), "fltp", "5.1")
        frame.sample_rate, frame.pts = 48_000, 0
        container.mux(sound.encode(frame))
        container.mux([*picture.encode(None), *sound.encode(None)])
    (mixed,) = through(tmp_path / "in.mkv", tmp_path / "out.webm").tracks
    assert mixed.loss == (
        "A track of sound (aac) of 6 channels was mixed to stereo; a .mkv keeps them all."
    )
    (kept,) = through(tmp_path / "in.mkv", tmp_path / "out.mkv").tracks
    assert kept.loss == ""


def test_a_packet_whose_time_no_number_holds_is_left_out():
    """A damaged film had one; -2**63 itself means that there is no time."""
    track = object.__new__(auxiliary_streams._CopiedStream)
    packet = av.Packet(b"sound")
    packet.time_base = Fraction(1, 48_000)
    packet.pts = packet.dts = -(2**63) + 1
    track.take(packet, Fraction(1))
