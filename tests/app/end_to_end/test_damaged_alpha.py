"""Cut-outs whose own alpha is damaged: the background alone, counted and said."""

from __future__ import annotations

from fractions import Fraction

import av
import numpy as np
import pytest
from test_own_alpha import HEIGHT, LEFT, WIDTH, cut_out, done, is_red, is_white

from app.pipeline.background_spec import BackgroundSpec
from app.video.files.file_source import FileSource
from gpu_unet.areas import Area

COUNT = 12


def webm(path, *, without=(), codec="libvpx-vp9"):
    """White, its left half there; the packets `without` have lost the alpha beside them."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=25, time_base=Fraction(1, 1000))
        stream.height, stream.width, stream.pix_fmt = HEIGHT, WIDTH, "yuva420p"
        stream.codec_context.options = {"auto-alt-ref": "0", "lag-in-frames": "0", "g": "1"}
        rgba = np.dstack([np.full((HEIGHT, WIDTH, 3), 250, np.uint8), LEFT])
        number = 0
        for index in (*range(COUNT), None):
            frame = None
            if index is not None:
                frame = av.VideoFrame.from_ndarray(rgba, "rgba").reformat(format="yuva420p")
                frame.pts, frame.time_base = 40 * index, Fraction(1, 1000)
            for packet in stream.encode(frame):
                container.mux(bare(packet) if number in without else packet)
                number += 1
    return path


def bare(packet):
    plain = av.Packet(bytes(packet))
    for name in ("pts", "dts", "duration", "time_base", "is_keyframe", "stream"):
        setattr(plain, name, getattr(packet, name))
    return plain


def pictures(path):
    with FileSource(path, layout="rgb") as source:
        return [frame.pixels.astype(int) for frame in iter(source.read, None)]


@pytest.mark.parametrize("codec", ["libvpx", "libvpx-vp9"])
@pytest.mark.parametrize("lost", [[5], [0], [0, 11]], ids=str)
def test_a_frame_without_alpha_of_its_own_shows_the_background_alone(tmp_path, lost, codec):
    report, _ = done(webm(tmp_path / "cut.webm", without=lost, codec=codec), tmp_path / "out.mp4")
    shown = pictures(tmp_path / "out.mp4")
    assert len(shown) == COUNT
    for index, pixels in enumerate(shown):
        assert is_red(pixels[24, 60]), index
        assert is_red(pixels[24, 4]) if index in lost else is_white(pixels[24, 4]), index
    assert report.damaged_frames == len(lost)
    assert report.without_matte == {"alpha-damaged": len(lost)}
    assert any("damaged or missing" in loss for loss in report.losses)


@pytest.mark.parametrize("lost", [[0, 5], [3]], ids=str)
def test_a_prores_frame_that_says_it_has_no_alpha_shows_the_background_alone(tmp_path, lost):
    path = cut_out(tmp_path, ".mov", LEFT)
    with av.open(str(path)) as container:
        places = [packet.pos for packet in container.demux(video=0) if packet.size]
    content = bytearray(path.read_bytes())
    for index in lost:
        content[places[index] + 25] &= 0xF0
    path.write_bytes(content)
    report, _ = done(path, tmp_path / "out.mp4")
    shown = pictures(tmp_path / "out.mp4")
    assert len(shown) == 8
    assert [index for index in range(8) if is_red(shown[index][24, 4])] == lost
    assert report.damaged_frames == len(lost)


def test_a_frame_that_libav_calls_corrupt_shows_the_background_alone(tmp_path):
    whole = (Area("keep", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))),)
    path = with_corrupt_frame(cut_out(tmp_path, ".mov", LEFT), 3)
    for areas in ((), whole):
        out = tmp_path / f"out{len(areas)}.mp4"
        report, _ = done(path, out, areas=areas)
        shown = pictures(out)
        assert is_white(shown[2][24, 4])
        assert is_red(shown[3][24, 4])
        assert np.ptp(shown[3].reshape(-1, 3), axis=0).max() < 30, "one colour"
        assert report.damaged_frames == 1
        assert any("the alpha channel of 1 frame is damaged" in loss for loss in report.losses)


def with_corrupt_frame(path, number):
    """The film with one bit changed, so that libav decodes this frame and calls it corrupt."""
    with av.open(str(path)) as container:
        packets = [(p.pos, p.size) for p in container.demux(video=0) if p.size]
    sound, damaged = path.read_bytes(), path.with_name(f"damaged{path.suffix}")
    begin, size = packets[number]
    for place in range(begin + 8, begin + size):
        content = bytearray(sound)
        content[place] ^= 0x40
        damaged.write_bytes(content)
        if flags(damaged) == [index == number for index in range(len(packets))]:
            return damaged
    raise AssertionError("no bit of this frame makes it corrupt")


def flags(path):
    with av.open(str(path)) as container:
        try:
            return [bool(frame.is_corrupt) for frame in container.decode(video=0)]
        except av.FFmpegError:
            return []


def test_a_matte_and_a_transparent_output_hold_nothing_of_it_either(tmp_path):
    path = webm(tmp_path / "cut.webm", without=[5])
    done(path, tmp_path / "out.mov", BackgroundSpec("transparent"))
    with FileSource(tmp_path / "out.mov", layout="rgb") as source:
        frames = list(iter(source.read, None))
    assert frames[5].alpha.max() == 0
    assert frames[5].pixels.max() < 3
    assert frames[4].alpha[24, 4] > 250


def test_alpha_that_is_missing_is_no_alpha_that_lets_nothing_through(tmp_path):
    with FileSource(webm(tmp_path / "cut.webm", without=[5])) as source:
        valid = [frame.has_valid_alpha for frame in iter(source.read, None)]
    assert valid == [index != 5 for index in range(COUNT)]
