"""A time code moves along by frames, and leaves out the numbers that its kind drops."""

from fractions import Fraction

import pytest

from app.video.files.timecode import TimeCode

NTSC = Fraction(30000, 1001)
FILM = Fraction(24000, 1001)


def frames(count, rate):
    return count / Fraction(rate)


@pytest.mark.parametrize(
    ("text", "rate", "count", "expected"),
    [
        ("10:00:00:12", 25, 0, "10:00:00:12"),
        ("10:00:00:12", 25, 13, "10:00:01:00"),
        ("23:59:59:24", 25, 1, "00:00:00:00"),
        ("00:00:59;29", NTSC, 1, "00:01:00;02"),
        ("00:09:59;29", NTSC, 1, "00:10:00;00"),
        ("00:00:00;00", NTSC, 17982, "00:10:00;00"),
        ("00:00:00;00", NTSC, 107892, "01:00:00;00"),
        ("00:01:00;02", NTSC, 1798, "00:02:00;02"),
        ("00:00:59:29", NTSC, 1, "00:01:00:00"),
        ("00:00:59;59", 2 * NTSC, 1, "00:01:00;04"),
        ("01:00:00:23", FILM, 1, "01:00:01:00"),
        ("10:00:00.02", NTSC, 30, "10:00:01;02"),
        ("none", 25, 0, ""),
    ],
)
def test_a_frame_later_is_the_next_number(text, rate, count, expected):
    rate = Fraction(rate)
    assert TimeCode(text, rate).later(frames(count, rate), rate=rate) == expected


def test_every_frame_of_a_day_has_its_own_number():
    start = TimeCode("00:00:00;00", NTSC)
    codes = {start.later(frames(count, NTSC), rate=NTSC) for count in range(0, 40_000)}
    assert len(codes) == 40_000


@pytest.mark.parametrize(
    ("text", "rate", "other", "expected"),
    [
        ("10:00:00:12", 25, 50, "10:00:00:24"),
        ("10:00:00:40", 50, 25, "10:00:00:20"),
        ("00:10:00;00", NTSC, 25, "00:10:00:00"),
        ("01:00:00:00", FILM, 24, "01:00:00:00"),
    ],
)
def test_another_rate_counts_the_same_moment(text, rate, other, expected):
    moved = TimeCode(text, Fraction(rate)).later(Fraction(0), rate=Fraction(other))
    assert moved == expected
