"""Strokes before they are followed: on their own frames at once, elsewhere as they were."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.pipeline.strokes.follow import track_at_once
from app.pipeline.strokes.stroke import Stroke
from app.pipeline.strokes.track import MaskTrack, StrokeTrack, TrackReach, packed

FILM = Path("/films/talk.mp4")
FIRST = Stroke("keep", 1.0, 0.2, ((0.5, 0.5),))
SECOND = Stroke("remove", 2.0, 0.2, ((0.2, 0.5),))
LED = MaskTrack((0.0,), (packed(np.ones((36, 64), bool)),), TrackReach(0.0, 5.0, "end", "cut"))
KNOWN = StrokeTrack((FIRST,), (LED,), (36, 64), FILM)


def at_once(strokes, known=KNOWN, film=FILM, height=36, width=64):
    return track_at_once(strokes, known, film, height=height, width=width, frame_s=0.04)


def test_a_new_stroke_acts_on_its_own_frame_alone():
    track = at_once((FIRST, SECOND))
    assert [area.kind for area in track.areas(2.0)] == ["garbage", "keep"]
    assert [area.kind for area in track.areas(2.04)] == ["keep"]
    assert track.reaches == (LED.reach, TrackReach(2.0, 2.04, "end", "end"))


def test_a_stroke_that_was_trimmed_leads_where_it_did():
    track = at_once((replace(FIRST, start_s=0.5, end_s=3.0),))
    assert track.reaches == (LED.reach,)
    assert track.areas(2.0)
    assert not track.areas(3.0)
    assert not track.areas(0.2)
    known = at_once((replace(FIRST, start_s=0.5, end_s=3.0),))
    assert at_once((FIRST,), known).reaches == (LED.reach,)


@pytest.mark.parametrize(
    ("film", "height"), [(Path("/films/other.mp4"), 36), (FILM, 48)], ids=["film", "size"]
)
def test_nothing_is_taken_from_another_film(film, height):
    track = at_once((FIRST,), film=film, height=height)
    assert track.reaches == (TrackReach(1.0, 1.04, "end", "end"),)
    assert track.film == film


def test_masks_of_large_films_are_as_small_as_those_that_are_followed():
    assert at_once((FIRST,), height=2160, width=3840).shape == (216, 384)
