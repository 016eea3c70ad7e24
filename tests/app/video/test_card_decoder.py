"""A card's decoder in place of software's: the same frames, or software from the next one on."""

from fractions import Fraction

import av
import numpy as np
import pytest
from card_doubles import FakeCard
from video_clips import make_clip

from app.video.files.decoder import CardError, Nvdec, VideoDecoder
from app.video.files.file_source import FileSource
from app.video.pixels.planes import orientation_of, plane_view
from app.video.reading import Reading

B_FRAMES = {"bf": "3", "g": "8"}


@pytest.fixture
def clip(tmp_path):
    """Thirty frames at uneven times, B-frames among them, a key frame every eight."""
    times = [40 * i + 7 * (i % 3) for i in range(30)]
    make_clip(
        tmp_path / "clip.mp4", pts=times, time_base=Fraction(1, 1000), options=B_FRAMES, gop=8
    )
    return tmp_path / "clip.mp4"


def contents(source):
    return [
        (frame.pts, frame.duration, frame.pixels.tobytes()) for frame in iter(source.read, None)
    ]


def whole(path, card=None, **reading):
    with FileSource(path, Reading(**reading), card=card) as source:
        return contents(source), source.decoder, source.damaged_count


def test_a_card_that_works_decodes_every_frame_and_is_named(clip):
    card = FakeCard()
    frames, decoder, _ = whole(clip, card=card)
    assert frames == whole(clip)[0]
    assert decoder == "fake card"
    assert card.frame_count == 30


@pytest.mark.parametrize("fails_at", [0, 1, 9, 29])
@pytest.mark.parametrize(
    "error", [CardError("it is tired"), PermissionError(1, "no"), MemoryError()]
)
def test_software_goes_on_with_the_next_frame_where_a_card_gives_up(clip, fails_at, error):
    frames, decoder, damaged = whole(clip, card=FakeCard(fails_at=fails_at, error=error))
    assert frames == whole(clip)[0]
    assert decoder.startswith("software (fake card: ")
    assert damaged == 0


@pytest.mark.parametrize(
    ("what", "reason"),
    [({"opens": False}, "it does not open"), ({"refuses": "it is not used"}, "it is not used")],
)
def test_a_card_that_does_not_open_or_refuses_is_named_with_its_reason(clip, what, reason):
    card = FakeCard(**what)
    frames, decoder, _ = whole(clip, card=card)
    assert frames == whole(clip)[0]
    assert decoder == f"software (fake card: {reason})"
    assert card.packet_count == 0


@pytest.mark.parametrize("fails_at", [0, 3, 12])
def test_a_part_begins_where_it_should_though_the_card_gives_up_on_the_way(clip, fails_at):
    part = {"start_s": 0.5, "end_s": 1.1}
    frames, _, _ = whole(clip, card=FakeCard(fails_at=fails_at), **part)
    assert frames == whole(clip, **part)[0]


def test_a_seek_after_a_card_was_left_is_as_exact(clip):
    with FileSource(clip, card=FakeCard(fails_at=12)) as source, FileSource(clip) as plain:
        for at_s in (0.9, 0.2, 0.6):
            source.seek(at_s)
            plain.seek(at_s)
            assert contents(source) == contents(plain)


def test_a_key_frame_that_is_looked_for_is_found_though_the_card_gives_up(clip):
    with FileSource(clip, card=FakeCard(fails_at=1)) as source, FileSource(clip) as plain:
        source.seek_key(0.9)
        plain.seek_key(0.9)
        assert contents(source) == contents(plain)


@pytest.mark.parametrize("card", [FakeCard, lambda: FakeCard(fails_at=20)])
def test_damage_is_counted_by_software_though_a_card_began(clip, card):
    """What software calls broken the card is never asked about again."""
    with av.open(str(clip)) as container:
        broken = [packet for packet in container.demux(video=0) if packet.size][17]
        place, size = broken.pos, broken.size
    content = bytearray(clip.read_bytes())
    content[place + 4 : place + size] = b"\xff" * (size - 4)
    clip.write_bytes(content)
    plain, _, damaged = whole(clip)
    frames, decoder, with_card = whole(clip, card=card())
    assert damaged > 0
    assert with_card == damaged
    assert frames == plain
    assert decoder.startswith("software (fake card: ")


def test_interlaced_frames_are_made_whole_though_the_card_gives_up(clip):
    frames, _, _ = whole(clip, card=FakeCard(fails_at=11), deinterlaces=True)
    assert frames == whole(clip, deinterlaces=True)[0]


@pytest.mark.parametrize(
    ("stored", "on_card", "matrix", "full_range"),
    [
        ("yuv420p", "nv12", "bt601", False),
        ("yuvj420p", "nv12", "bt709", True),
        ("yuv420p10le", "p010le", "bt2020", False),
    ],
)
def test_a_cards_layout_becomes_softwares_sample_by_sample(
    tmp_path, rng, stored, on_card, matrix, full_range
):
    codec = "libx265" if stored.endswith("10le") else "libx264"
    make_clip(
        tmp_path / "in.mp4",
        codec=codec,
        pixel_format=stored,
        matrix=matrix,
        full_range=full_range,
        width=98,
        height=66,
        frame_count=2,
        rotation=90,
    )
    decoder = VideoDecoder(tmp_path / "in.mp4")
    card = Nvdec()
    assert card.refusal(decoder.stream) == ""
    frame = decoder.read()
    for plane in frame.planes:
        rows = plane_view(plane, row_bytes=plane.line_size)
        high = 256 if stored.endswith("p") else 4
        rows[:] = rng.integers(0, 256, rows.shape)
        if high == 4:
            rows[:, 1::2] &= 3  # ten bits, the lower byte first
    kept = 2 if full_range else 1
    given = frame.reformat(format=on_card, src_color_range=kept, dst_color_range=kept)
    given.color_range, given.colorspace = frame.color_range, frame.colorspace
    moved = card.as_software_has_it(given)
    assert moved.format.name == frame.format.name == stored
    for one, other in zip(frame.planes, moved.planes, strict=True):
        row_bytes = one.width * (2 if high == 4 else 1)
        np.testing.assert_array_equal(
            plane_view(one, row_bytes=row_bytes), plane_view(other, row_bytes=row_bytes)
        )
    tags = ("pts", "time_base", "duration", "colorspace", "color_range", "color_trc", "is_corrupt")
    for tag in (*tags, "color_primaries", "interlaced_frame"):
        assert getattr(moved, tag) == getattr(frame, tag), tag
    assert orientation_of(moved) == orientation_of(frame)
    decoder.close()


def test_frames_of_another_layout_are_refused(clip):
    decoder = VideoDecoder(clip)
    card = Nvdec()
    card.refusal(decoder.stream)
    with pytest.raises(CardError, match="yuv420p"):
        card.as_software_has_it(decoder.read())
    decoder.close()


def test_frames_of_another_size_are_refused(clip):
    """libav leaves what a film crops at its left and top in a card's frames."""
    decoder = VideoDecoder(clip)
    card = Nvdec()
    card.refusal(decoder.stream)
    frame = decoder.read()
    wider = frame.reformat(width=frame.width + 8, format="nv12")
    with pytest.raises(CardError, match=f"{frame.width + 8}x{frame.height}"):
        card.as_software_has_it(wider)
    decoder.close()


@pytest.mark.parametrize(
    ("codec", "pixel_format"),
    [("mpeg4", "yuv420p"), ("libx264", "yuv422p"), ("libx264", "yuv444p")],
)
def test_what_the_card_is_not_used_for_never_reaches_it(tmp_path, codec, pixel_format):
    make_clip(tmp_path / "in.mp4", codec=codec, pixel_format=pixel_format)
    _, decoder, _ = whole(tmp_path / "in.mp4", card=Nvdec())
    assert decoder.startswith("software (NVDEC: it is not used for ")


def test_without_a_card_the_real_decoder_gives_way_at_once_and_without_noise(clip, capfd):
    from app.pipeline.jobs.card_choice import first_card

    if first_card() is not None:
        pytest.skip("there is a card here")
    frames, decoder, _ = whole(clip, card=Nvdec())
    assert frames == whole(clip)[0]
    assert decoder.startswith("software (NVDEC: it does not open")
    assert capfd.readouterr() == ("", "")


def test_every_codec_that_is_named_has_a_decoder_of_the_card_in_libav():
    from app.video.files.decoder import CARD_DECODES

    for name in CARD_DECODES:
        kinds = [config.device_type.name for config in av.Codec(name, "r").hardware_configs]
        assert "cuda" in kinds
