"""Pictures that move: every frame with its time, its alpha, and its place after a seek."""

from __future__ import annotations

import zlib
from fractions import Fraction

import av
import numpy as np
import pytest
from PIL import Image as Pictures
from video_clips import through

from app.pipeline.jobs.plan import make_plan
from app.pipeline.settings import Settings
from app.video.files.inputs import open_source
from app.video.files.picture_source import AnimationSource
from app.video.files.sequence_source import StillSource
from app.video.reading import Reading
from app.video.source import SourceError
from gui.export.choices import ExportContext

DURATIONS_MS = [40, 80, 40, 40, 200, 40]
TIMES_S = [0.0, 0.04, 0.12, 0.16, 0.2, 0.4]


def make(path, *, count=6, alpha=None, durations_ms=DURATIONS_MS):
    frames = []
    for index in range(count):
        pixels = np.full((48, 64, 3), (index * 40, 0, 250 - index * 40), np.uint8)
        pixels = pixels if alpha is None else np.dstack([pixels, alpha])
        frames.append(Pictures.fromarray(pixels))
    options = {"lossless": True} if path.suffix == ".webp" else {}
    frames[0].save(
        path, save_all=True, append_images=frames[1:], duration=durations_ms[:count], **options
    )
    return path


def read_all(source):
    return list(iter(source.read, None))


@pytest.mark.parametrize("suffix", [".webp", ".png", ".gif"])
def test_every_frame_comes_with_its_time(tmp_path, suffix):
    with open_source(make(tmp_path / f"a{suffix}")) as source:
        frames = read_all(source)
        assert [frame.pts_s for frame in frames] == pytest.approx(TIMES_S)
        reds = [int(frame.pixels.reshape(-1, 3)[0, 0]) for frame in frames]
        assert reds == pytest.approx([index * 40 for index in range(6)], abs=6)
        source.seek(0.15)
        assert source.read().pts_s == pytest.approx(0.16)
        source.seek(0.0)
        assert len(read_all(source)) == 6


def test_a_damaged_header_that_makes_frames_endlessly_wide_is_refused(tmp_path):
    path = make(tmp_path / "a.webp")
    content = bytearray(path.read_bytes())
    assert content[12:16] == b"VP8X"
    content[24:27] = (524352 - 1).to_bytes(3, "little")  # of the canvas, less one
    path.write_bytes(content)
    with pytest.raises(SourceError, match=r"^a\.webp measures 524352x48, and the longer side"):
        open_source(path)


def test_a_damaged_number_of_frames_does_not_hold_a_job_up(tmp_path, monkeypatch):
    path = make(tmp_path / "a.png", count=3)
    content = bytearray(path.read_bytes())
    control = content.index(b"acTL")
    content[control + 4 : control + 8] = (85_262_370).to_bytes(4, "big")
    checksum = zlib.crc32(content[control : control + 12])
    content[control + 12 : control + 16] = checksum.to_bytes(4, "big")
    path.write_bytes(content + bytes(1000))
    tried = []
    load = AnimationSource._load
    monkeypatch.setattr(
        AnimationSource, "_load", lambda self, index: tried.append(index) or load(self, index)
    )
    with open_source(path) as source:
        assert len(read_all(source)) == 3
        assert source.damaged_count == path.stat().st_size - 3
        source.seek(10.0)
        assert source.read() is None
    assert len(tried) < 300


def test_a_part_of_an_animation_is_a_part(tmp_path):
    with open_source(make(tmp_path / "a.webp"), Reading(start_s=0.1, end_s=0.25)) as source:
        assert [frame.pts_s for frame in read_all(source)] == pytest.approx([0.12, 0.16, 0.2])


@pytest.mark.parametrize("suffix", [".webp", ".png", ".avif"])
def test_an_animation_states_its_whole_length(tmp_path, suffix):
    with open_source(make(tmp_path / f"a{suffix}")) as source:
        assert (source.duration_s, source.frame_count) == (0.44, 6)
    with open_source(tmp_path / f"a{suffix}", Reading(start_s=0.1, end_s=0.25)) as source:
        assert (source.duration_s, source.frame_count) == (0.15, 3)


LONG_FIRST_MS = [2000, 40, 40, 40, 40, 40]


@pytest.mark.parametrize("suffix", [".webp", ".png", ".avif"])
def test_an_animations_rate_is_that_of_all_its_frames(tmp_path, suffix):
    with open_source(make(tmp_path / f"a{suffix}", durations_ms=LONG_FIRST_MS)) as source:
        assert source.frame_rate == Fraction(6000, 2200)
        assert source.frame_count == 6


@pytest.mark.parametrize("suffix", [".webp", ".gif"])
@pytest.mark.parametrize("out", ["out.mp4", "out.mov"])
def test_a_film_is_as_long_as_the_animation_however_uneven(tmp_path, suffix, out):
    through(make(tmp_path / f"a{suffix}", durations_ms=LONG_FIRST_MS), tmp_path / out)
    with av.open(str(tmp_path / out)) as container:
        assert container.duration == 2_200_000


@pytest.mark.parametrize("suffix", [".webp", ".gif"])
@pytest.mark.parametrize(
    ("part", "times_s"),
    [({"start_s": 0.21}, [0.21, 0.4]), ({"start_s": 0.21, "end_s": 0.38}, [0.21])],
)
def test_a_part_of_an_animation_begins_with_what_is_shown_there(tmp_path, suffix, part, times_s):
    with open_source(make(tmp_path / f"a{suffix}"), Reading(**part)) as source:
        for _ in range(2):
            frames = read_all(source)
            assert [frame.pts_s for frame in frames] == pytest.approx(times_s)
            assert frames[0].pixels[0, 0, 0] == pytest.approx(4 * 40, abs=6)
            source.seek(0.21)


@pytest.mark.parametrize("suffix", [".webp", ".gif"])
def test_a_start_after_the_end_of_an_animation_is_refused(tmp_path, suffix):
    path = make(tmp_path / f"a{suffix}")
    with pytest.raises(SourceError, match=r"is 0\.44 s long and has no frame at or after 0\.5 s"):
        open_source(path, Reading(start_s=0.5))


def test_an_animations_alpha_is_its_frames_own(tmp_path):
    alpha = np.zeros((48, 64), np.uint8)
    alpha[:, :32] = 255
    with open_source(make(tmp_path / "a.webp", alpha=alpha)) as source:
        assert source.has_alpha
        assert all(np.array_equal(frame.alpha, alpha) for frame in read_all(source))


def test_what_damage_leaves_open_in_a_gif_is_no_alpha_of_its_own(tmp_path):
    pixels = np.random.default_rng(1).integers(0, 255, (48, 64), np.uint8)
    whole = Pictures.fromarray(pixels).quantize(64)
    whole.save(tmp_path / "a.gif")
    content = (tmp_path / "a.gif").read_bytes()
    (tmp_path / "a.gif").write_bytes(content[: len(content) // 2])  # the lower half is missing
    with open_source(tmp_path / "a.gif") as source:
        assert not source.has_alpha
        assert source.read().alpha is None
    whole.save(tmp_path / "b.gif", transparency=int(np.asarray(whole)[0, 0]))
    with open_source(tmp_path / "b.gif") as source:  # it says so itself
        assert source.has_alpha
        assert source.read().alpha.min() == 0


def test_one_picture_is_still_a_still(tmp_path):
    with open_source(make(tmp_path / "a.webp", count=1)) as source:
        assert isinstance(source, StillSource)


def test_a_damaged_animation_ends_in_one_sentence(tmp_path):
    path = make(tmp_path / "a.webp")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(SourceError, match=r"^a\.webp is damaged"):
        open_source(path)


def test_an_animation_becomes_a_film_and_a_still_a_picture(tmp_path):
    moving, still = make(tmp_path / "a.webp"), make(tmp_path / "b.webp", count=1)
    plan = make_plan([moving, still], tmp_path / "out", content="composite")
    assert [target.name for _, target in plan.pairs] == ["a.mp4", "b.png"]
    assert ".mp4" in ExportContext([moving], Settings(), None, tmp_path).suffixes("composite")
    assert ExportContext([still], Settings(), None, tmp_path).suffixes("composite") == [
        ".png",
        ".jpg",
    ]
