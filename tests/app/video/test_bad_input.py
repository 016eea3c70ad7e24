"""Everything that can be wrong with an input is one clear sentence, or a count of what is lost."""

import os
import re
from fractions import Fraction

import av
import numpy as np
import pytest
from PIL import Image
from video_clips import make_clip, through

from app.video.backgrounds.background import BackgroundError
from app.video.backgrounds.opening import open_background
from app.video.files import decoder, file_source
from app.video.files.damage import cut_off_bytes
from app.video.files.decoding import decoding_of
from app.video.files.file_source import FileSource
from app.video.files.inputs import expand_input, numbered_kin, open_source
from app.video.pixels import aspect_fill as cover
from app.video.pixels import colour
from app.video.reading import Reading
from app.video.recording.fragmented_mp4 import remux_to_plain
from app.video.source import SourceError
from gpu_unet.frame_format import FrameFormat


def sentence_of(error):
    text = str(error.value)
    assert re.fullmatch(r"[^\n]+\.", text)
    assert "Traceback" not in text
    return text


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.mp4", b"", "empty.mp4 is empty (0 bytes); copy or record it again."),
        ("text.mp4", b"These are words, no video.\n" * 40, "text.mp4 is not a video"),
        ("notes.txt", b"These are words, no video.\n" * 40, "notes.txt is no video or picture"),
        ("noise.mkv", bytes(range(256)) * 50, "noise.mkv is not a video"),
        ("empty.png", b"", "empty.png is empty (0 bytes); copy it again."),
        ("text.jpg", b"no picture", "text.jpg is not a picture that can be read"),
    ],
)
def test_foreign_content_is_refused(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError) as error:
        open_source(tmp_path / name)
    assert sentence_of(error).startswith(message)
    assert "Invalid data" not in str(error.value)
    assert (" mov, mp4," in str(error.value)) == name.endswith(".txt")
    assert "convert" not in str(error.value), "an MP4 file is not made better by being one"


def test_missing_files_and_folders_are_refused(tmp_path):
    for path, message in [
        (tmp_path / "none.mp4", "does not exist; check the path"),
        (tmp_path / "none.png", "does not exist; check the path"),
        (tmp_path / "f_%04d.png", "there is no picture of that name, such as f_0001.png"),
        (tmp_path, "is a directory; name a video file"),
    ]:
        with pytest.raises(SourceError) as error:
            open_source(path)
        assert message in sentence_of(error)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("name", ["pipe.mp4", "pipe.png", "pipe.dpx", "pipe"])
def test_a_pipe_is_not_said_to_be_empty(tmp_path, name):
    os.mkfifo(tmp_path / name)
    with pytest.raises(SourceError) as error:
        open_source(tmp_path / name)
    assert sentence_of(error) == f"{name} is a pipe or a device; save its output to a file."


def test_a_file_without_its_index_is_said_to_be_truncated(tmp_path):
    make_clip(tmp_path / "whole.mp4")
    content = (tmp_path / "whole.mp4").read_bytes()
    (tmp_path / "cut.mp4").write_bytes(content[: len(content) // 2])
    with pytest.raises(SourceError) as error:
        FileSource(tmp_path / "cut.mp4")
    assert "cut.mp4 is incomplete: its index (the moov box) is missing" in sentence_of(error)


def test_a_file_that_ends_early_gives_what_it_has_and_counts_the_rest(tmp_path):
    make_clip(tmp_path / "whole.mp4", frame_count=60, container_options={"movflags": "faststart"})
    content = (tmp_path / "whole.mp4").read_bytes()
    (tmp_path / "cut.mp4").write_bytes(content[: len(content) * 6 // 10])
    with FileSource(tmp_path / "cut.mp4") as source:
        delivered = len(list(iter(source.read, None)))
        assert 10 < delivered < 60
        assert delivered + source.damaged_count == 60


@pytest.mark.parametrize("name", ["clip.mp4", "clip.mkv", "clip.ts"])
def test_a_file_damaged_in_the_middle_goes_on_and_counts(tmp_path, name):
    path = tmp_path / name
    codec = "mpeg2video" if name.endswith("ts") else "libx264"
    options = {} if name.endswith("ts") else {"bf": "0"}
    make_clip(path, frame_count=90, height=96, width=128, codec=codec, gop=10, options=options)
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    noise = np.random.default_rng(5).integers(0, 256, len(content) // 25, np.uint8)
    content[middle : middle + len(noise)] = noise.tobytes()
    path.write_bytes(content)
    with FileSource(path) as source:
        frames = list(iter(source.read, None))
        assert source.damaged_count > 0
        assert len(frames) > 50
        assert frames[-1].pts_s > 3.4  # it did not stop at the damage
        times = [frame.pts for frame in frames]
        assert times == sorted(set(times))
    report = through(path, tmp_path / "out.mp4")
    assert report.frame_count == len(frames)


def test_a_playlist_cannot_reach_the_network(tmp_path):
    (tmp_path / "list.m3u8").write_text(
        "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nhttp://192.0.2.1/a.ts\n#EXT-X-ENDLIST\n"
    )
    (tmp_path / "list.mp4").write_bytes((tmp_path / "list.m3u8").read_bytes())
    for name in ("list.m3u8", "list.mp4"):
        with pytest.raises(SourceError):
            open_source(tmp_path / name)


@pytest.mark.parametrize("name", ["a:b.mp4", "100%.mp4", "a b.mp4", "häuser.mp4", "pipe:1.mp4"])
def test_names_mean_nothing_but_names(tmp_path, name):
    make_clip(tmp_path / "plain.mp4", frame_count=2)
    os.rename(tmp_path / "plain.mp4", tmp_path / name)
    report = through(tmp_path / name, tmp_path / f"out {name}")
    assert report.frame_count == 2
    assert report.path.exists()


def test_a_folder_is_expanded_and_foreign_files_are_listed(tmp_path):
    make_clip(tmp_path / "b.mp4", frame_count=1)
    for number in range(12):
        Image.new("RGB", (8, 6)).save(tmp_path / f"f_{number:03d}.png")
    Image.new("RGB", (8, 6)).save(tmp_path / "photo_1.png")
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / ".hidden.mp4").write_text("x")
    (tmp_path / "folder").mkdir()
    listing = expand_input(tmp_path)
    assert [path.name for path in listing.members] == ["b.mp4", "f_%03d.png", "photo_1.png"]
    assert [path.name for path in listing.unsupported] == ["notes.txt"]
    assert listing.is_folder
    with open_source(listing.members[1]) as source:
        assert source.frame_count == 12


@pytest.mark.parametrize("suffix", [".jpg", ".tif"])
def test_photographs_of_which_some_stand_are_no_film(tmp_path, suffix):
    turned = Image.Exif()
    turned[0x0112] = 6
    for number in range(12):
        exif = {"exif": turned} if number in (3, 4) else {}
        Image.new("RGB", (8, 6)).save(tmp_path / f"IMG_{number:04d}{suffix}", **exif)
    assert len(expand_input(tmp_path).members) == 12, "as a film two of them would be left out"
    assert numbered_kin(tmp_path / f"IMG_0000{suffix}") is None


def test_photographs_named_by_the_time_of_day_are_no_film(tmp_path):
    for hour in range(9, 21):
        Image.new("RGB", (8, 6)).save(tmp_path / f"PXL_20260101_{hour:02d}0000123.png")
    listing = expand_input(tmp_path)
    assert len(listing.members) == 12, "as a film they could not be opened"


def test_a_picture_that_is_damaged_leaves_the_others_a_film(tmp_path):
    for number in range(12):
        Image.new("RGB", (8, 6)).save(tmp_path / f"f_{number:03d}.png")
    (tmp_path / "f_006.png").write_bytes(b"no picture")
    assert [path.name for path in expand_input(tmp_path).members] == ["f_%03d.png"]
    (tmp_path / "f_000.png").write_bytes(b"no picture")
    assert len(expand_input(tmp_path).members) == 12, "a film begins with a picture that is read"


def test_a_folder_comes_in_the_order_of_its_numbers(tmp_path):
    names = ["talk 2.mp4", "Talk 10.mp4", "talk 10b.mp4", "talk.mp4", "1.mp4", "x.mp4"]
    for name in names:
        (tmp_path / name).touch()
    listed = [path.name for path in expand_input(tmp_path).members]
    assert listed == ["1.mp4", "talk 2.mp4", "Talk 10.mp4", "talk 10b.mp4", "talk.mp4", "x.mp4"]


def test_a_folder_with_nothing_to_process_is_refused(tmp_path):
    with pytest.raises(SourceError, match="holds no video and no picture"):
        expand_input(tmp_path)
    for name, words in (("a.txt", "only 1 other file;"), ("b.txt", "only 2 other files;")):
        (tmp_path / name).touch()
        with pytest.raises(SourceError, match=f"{words}.* mov, mp4,.* jpg, png,"):
            expand_input(tmp_path)


LISTS = {
    "ffconcat": "ffconcat version 1.0\nfile 'clip.mp4'\n",
    "m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nclip.ts\n#EXT-X-ENDLIST\n",
    "sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 26\n",
    "mpd": "<?xml version='1.0'?>\n<MPD xmlns='urn:mpeg:dash:schema:mpd:2011'></MPD>\n",
}


@pytest.mark.parametrize("kind", LISTS)
@pytest.mark.parametrize("name", ["list.mp4", "list.mkv", "list.m3u8", "list.ffconcat", "list"])
def test_a_list_of_other_files_is_no_video_whatever_its_name(tmp_path, kind, name):
    make_clip(tmp_path / "clip.mp4")
    make_clip(tmp_path / "clip.ts", codec="mpeg2video")
    (tmp_path / name).write_text(LISTS[kind])
    sentence = rf"{name} is a playlist of other files or addresses, which Backdrop does not open"
    with pytest.raises(SourceError, match=sentence):
        open_source(tmp_path / name)
    with pytest.raises(BackgroundError, match=sentence):
        open_background(tmp_path / name)
    with pytest.raises(SourceError, match=sentence):
        remux_to_plain(
            tmp_path / name,
            lambda made: made.replace(tmp_path / "out.mp4"),
            beside=tmp_path / "out.mp4",
        )
    assert not (tmp_path / "out.mp4").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_behind_a_list_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.mp4")
    (tmp_path / "list.mp4").write_text("ffconcat version 1.0\nfile 'pipe.mp4'\n")
    with pytest.raises(SourceError, match="is a playlist of other files"):
        open_source(tmp_path / "list.mp4")


def test_every_kind_of_file_that_is_opened_is_known_to_libav_and_is_no_list():
    known = {part for name in av.formats_available for part in name.split(",")}
    assert set(decoder.FORMATS) <= known
    assert not set(decoder.FORMATS) & {
        *("concat", "hls", "dash", "sdp", "rtsp", "rtp", "image2", "imf", "lavfi", "vobsub", "tty"),
        *("webm_dash_manifest", "smoothstreaming", "hds", "sap", "svg_pipe", "rawvideo"),
    }


def padded_header(content, bytes_more):
    """A Matroska file whose first element is longer by a void, as the format allows."""
    count = 9 - content[4].bit_length()
    length = int.from_bytes(content[4 : 4 + count]) & ((1 << 7 * count) - 1)
    begin = 4 + count
    void = b"\xec" + (bytes_more | 1 << 56).to_bytes(8) + b"\0" * bytes_more
    new_length = (length + len(void)) | 1 << 56
    head = content[begin : begin + length] + void
    return content[:4] + new_length.to_bytes(8) + head + content[begin + length :]


@pytest.mark.parametrize("bytes_more", [0, 3000, 4030, 4060, 5000, 100_000])
def test_a_matroska_file_with_a_long_header_is_read_to_its_end(tmp_path, bytes_more):
    make_clip(tmp_path / "plain.mkv", frame_count=60)
    padded = padded_header((tmp_path / "plain.mkv").read_bytes(), bytes_more)
    (tmp_path / "padded.mkv").write_bytes(padded)
    (tmp_path / "cut.mkv").write_bytes(padded[: len(padded) - 1000])
    with FileSource(tmp_path / "padded.mkv") as source:
        assert len(list(iter(source.read, None))) == 60
        assert source.damaged_count == 0
    with FileSource(tmp_path / "cut.mkv") as source:
        assert len(list(iter(source.read, None))) + source.damaged_count >= 59
        assert source.damaged_count > 0


@pytest.mark.parametrize("start_s", [None, 0.4])
@pytest.mark.parametrize(
    "steps_ms",
    [
        np.random.default_rng(4).integers(1, 100, 130),
        [20] * 60 + [100] * 60,
        [100] * 60 + [20] * 60,
    ],
    ids=["any", "slower", "faster"],
)
def test_missing_frames_of_a_film_of_uneven_times_are_about_as_many(tmp_path, steps_ms, start_s):
    times = np.cumsum(steps_ms).tolist()
    times = [time - times[0] for time in times]
    make_clip(tmp_path / "in.mkv", pts=times, time_base=Fraction(1, 1000), rate=Fraction(50))
    content = (tmp_path / "in.mkv").read_bytes()
    (tmp_path / "cut.mkv").write_bytes(content[: len(content) * 3 // 4])
    with FileSource(tmp_path / "in.mkv", Reading(start_s=start_s)) as source:
        count = len(list(iter(source.read, None)))
    with FileSource(tmp_path / "cut.mkv", Reading(start_s=start_s)) as source:
        missing = count - len(list(iter(source.read, None)))
        assert 0.6 * missing < source.damaged_count < 1.4 * missing


@pytest.mark.parametrize("length", [0, 1, 4, 5, 11, 12, 30, 39, 40, 41, 45])
def test_a_matroska_file_may_end_anywhere(tmp_path, length):
    make_clip(tmp_path / "whole.mkv")
    (tmp_path / "cut.mkv").write_bytes((tmp_path / "whole.mkv").read_bytes()[:length])
    lacking, present = cut_off_bytes(tmp_path / "cut.mkv")
    assert lacking >= 0
    assert present == length


UNKNOWN = av.error.PatchWelcomeError(0x45574150, "Not yet implemented in FFmpeg, patches welcome")


def refusing(convert, *numbers):
    """`convert` or `formatted`; refuses its calls of these numbers, from 0, as libav does."""
    calls = iter(range(10_000))

    def sometimes(*args, **kwargs):
        if next(calls) in numbers:
            raise UNKNOWN
        return convert(*args, **kwargs)

    return sometimes


def test_frames_that_cannot_be_converted_are_left_out_and_counted(tmp_path, monkeypatch):
    make_clip(tmp_path / "clip.mkv", frame_count=8, codec="ffv1", pixel_format="yuv444p")
    monkeypatch.setattr(file_source, "convert", refusing(file_source.convert, 2, 3))
    with FileSource(tmp_path / "clip.mkv") as source:
        frames = list(iter(source.read, None))
        assert len(frames) == 6
        assert source.damaged_count == 2


def test_a_background_stays_at_the_last_frame_that_can_be_converted(tmp_path, monkeypatch):
    make_clip(tmp_path / "clip.mp4", frame_count=8)
    monkeypatch.setattr(cover, "formatted", refusing(cover.formatted, 1))
    background = open_background(tmp_path / "clip.mp4")
    wanted = FrameFormat(48, 64)
    first = background.image_at(0.0, wanted)
    assert background.notes == ()
    np.testing.assert_array_equal(background.image_at(0.05, wanted), first)
    assert "is damaged: some of its frames" in background.notes[0]
    assert not np.array_equal(background.image_at(0.1, wanted), first)
    background.close()


def test_a_background_of_which_nothing_can_be_converted_is_one_sentence(tmp_path, monkeypatch):
    make_clip(tmp_path / "clip.mp4", frame_count=8)
    monkeypatch.setattr(cover, "formatted", refusing(cover.formatted, 0))
    background = open_background(tmp_path / "clip.mp4")
    with pytest.raises(BackgroundError, match=r"^Background clip\.mp4 is damaged \(Not yet impl"):
        background.image_at(0.0, FrameFormat(48, 64))
    background.close()


def test_a_film_beyond_the_limit_is_refused_before_it_is_decoded(tmp_path, monkeypatch):
    make_clip(tmp_path / "clip.mp4")
    monkeypatch.setattr(decoder, "MOST_FILM_PIXELS", 64 * 48 - 1)
    monkeypatch.setattr(decoder.VideoDecoder, "_decode", None)
    with pytest.raises(SourceError, match=r"^clip\.mp4 has .* megapixels \(64x48\), and"):
        FileSource(tmp_path / "clip.mp4")


def test_frames_that_grow_beyond_the_limit_within_a_film_are_never_decoded(tmp_path, monkeypatch):
    for size in (48, 480):
        make_clip(
            tmp_path / f"{size}.m1v",
            height=size,
            width=64,
            codec="mpeg1video",
            frame_count=3,
        )
    content = b"".join((tmp_path / f"{size}.m1v").read_bytes() for size in (48, 480))
    (tmp_path / "both.mpg").write_bytes(content)
    monkeypatch.setattr(decoder, "_DECODER_OPTIONS", {"max_pixels": str(64 * 100)})
    sizes = []
    with FileSource(tmp_path / "both.mpg") as source:
        monkeypatch.setattr(FileSource, "_pixels_of", _noting(sizes, FileSource._pixels_of))
        list(iter(source.read, None))
    assert set(sizes) == {48}


def _noting(sizes, method):
    def noted(self, frame):
        sizes.append(frame.height)
        return method(self, frame)

    return noted


def test_too_little_memory_is_no_damage(tmp_path, monkeypatch):
    make_clip(tmp_path / "clip.mp4")
    with FileSource(tmp_path / "clip.mp4") as source:

        def fail(*args):
            raise av.error.MemoryError(12, "Cannot allocate memory")

        monkeypatch.setattr(FileSource, "_pixels_of", fail)
        with pytest.raises(SourceError, match=r"^clip\.mp4 needs more memory than there is"):
            source.read()


@pytest.mark.skipif(os.name == "nt", reason="libav's limit is not reached there")
def test_a_stated_count_takes_no_more_memory_than_a_frame(tmp_path):
    """libav makes room for as many items as this index of an AVIF states, a GiB here."""

    def box(kind, content):
        return (8 + len(content)).to_bytes(4, "big") + kind + content

    kind = box(b"hdlr", bytes(8) + b"pict" + bytes(13))
    index = box(b"iinf", bytes([1, 0, 0, 0]) + (2**27).to_bytes(4, "big") + bytes(8))
    path = tmp_path / "odd.mp4"
    path.write_bytes(box(b"ftyp", b"avif" + bytes(4)) + box(b"meta", bytes(4) + kind + index))
    with pytest.raises(SourceError, match="needs more memory"):
        decoder.open_input(path)


def test_minus_one_from_a_decoder_is_damage_and_no_missing_permission():
    with (
        pytest.raises(SourceError, match=r"^a\.gif is damaged \(Operation not permitted\)"),
        decoding_of("a.gif"),
    ):
        raise av.error.PermissionError(1, "Operation not permitted")


@pytest.mark.parametrize("name", ["clip.mp4", "clip.mkv", "clip.ts", "clip.webm"])
@pytest.mark.parametrize("pts_s", [1e4, 1e9, 1e15, 1e300])
def test_a_seek_past_the_end_finds_nothing_and_ends_nothing(tmp_path, name, pts_s):
    codec = {"clip.ts": "mpeg2video", "clip.webm": "libvpx-vp9"}.get(name, "libx264")
    make_clip(tmp_path / name, codec=codec)
    with FileSource(tmp_path / name) as source:
        source.seek(pts_s)
        assert source.read() is None
        source.seek(0.0)
        assert source.read() is not None


@pytest.mark.parametrize("size", [(9000, 8), (8, 9000), (2, 8000)])
@pytest.mark.parametrize("codec", ["gif", "ffv1"])
def test_a_sliver_as_a_background_costs_no_more_than_the_frame(tmp_path, monkeypatch, codec, size):
    height, width = size
    name = tmp_path / ("b.gif" if codec == "gif" else "b.mkv")
    if codec == "gif":
        Image.new("RGB", (width, height), (10, 200, 30)).save(name)
    else:
        make_clip(name, codec=codec, pixel_format="bgr0", height=height, width=width, frame_count=1)
    sizes = []
    convert = cover.convert

    def noted(*args, **kwargs):
        frame = convert(*args, **kwargs)
        sizes.append(frame.height * frame.width)
        return frame

    monkeypatch.setattr(cover, "convert", noted)
    monkeypatch.setattr(colour, "convert", noted)
    background = open_background(name)
    image = background.image_at(0.0, FrameFormat(720, 1280))
    background.close()
    assert image.shape == (720, 1280, 3)
    assert max(sizes) < 8 * 720 * 1280


FRAGMENTS = ("frag_keyframe+empty_moov+default_base_moof", "frag_keyframe")


def fragmented(path, flags):
    """24 frames and sound in three fragments; returns where the second one's index lies."""
    options = {"movflags": flags}
    make_clip(path, frame_count=24, gop=8, container_options=options, audio=("aac",))
    content = path.read_bytes()
    begins = [found.start() - 4 for found in re.finditer(b"moof", content)]
    begin = begins[-2]  # without an empty moov the first fragment has none
    return begin, int.from_bytes(content[begin : begin + 4])


@pytest.mark.parametrize("flags", FRAGMENTS)
def test_no_bit_of_a_fragments_index_loses_a_frame_without_a_word(tmp_path, flags):
    path, damaged = tmp_path / "whole.mp4", tmp_path / "damaged.mp4"
    begin, length = fragmented(path, flags)
    with FileSource(path) as source:
        assert len(list(iter(source.read, None))) == 24
        assert source.damaged_count == 0
    sound, lost = path.read_bytes(), 0
    for place in range(begin, begin + length, 3):
        for bit in (0, 3, 6):
            content = bytearray(sound)
            content[place] ^= 1 << bit
            damaged.write_bytes(content)
            try:
                with FileSource(damaged) as source:
                    count = len(list(iter(source.read, None)))
                    assert count == 24 or source.damaged_count, (place - begin, bit, count)
            except SourceError:
                continue
            lost += count < 24
    assert lost > 20, "what this test is worth"


def test_what_a_lost_fragment_held_is_counted(tmp_path):
    path = tmp_path / "film.mp4"
    begin, _ = fragmented(path, FRAGMENTS[0])
    content = bytearray(path.read_bytes())
    content[begin + 5] ^= 1
    path.write_bytes(content)
    with FileSource(path) as source:
        assert len(list(iter(source.read, None))) == 16
        assert source.damaged_count == 8


@pytest.mark.parametrize("pts", [None, [0, 3, 4, 9, 10, 30, 31, 33, 50, 52, 53, 57]])
def test_fragments_that_are_whole_lack_nothing(tmp_path, pts):
    path = tmp_path / "film.mp4"
    for flags in (*FRAGMENTS, "frag_every_frame+empty_moov", "frag_keyframe+delay_moov"):
        make_clip(path, frame_count=24, pts=pts, gop=4, container_options={"movflags": flags})
        with FileSource(path) as source:
            assert len(list(iter(source.read, None))) == len(pts or range(24))
            assert source.damaged_count == 0
