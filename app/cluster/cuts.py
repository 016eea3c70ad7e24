"""Cuts: where a long recording is divided, from its content alone.

The number of workers has no influence: the same file gives the same segments everywhere, so one
worker and a hundred write the same, and a resumed job finds its segments again.
"""

from __future__ import annotations

from app.video.files.packet_index import PacketIndex
from app.video.files.segments import Segment

SEGMENT_S = 120.0
# How far a cut may move to a key frame of the source, as a share of a segment.
REACH = 0.25


def cut(
    index: PacketIndex,
    *,
    segment_s: float,
    warm_frames: int,
    ahead_frames: int = 0,
    batch_size: int,
) -> list[Segment]:
    """The segments of a recording, in order of time; a single one if it is too short to cut.

    Args:
        index: Index of the requested part.
        segment_s: Approximate length of a segment, in seconds.
        warm_frames: Least number of frames to read before a segment.
        ahead_frames: Number of frames to read after a segment.
        batch_size: Reading begins at a multiple of this, as it would without cuts.
    """
    pts, keys = index.pts, index.key_pts
    length = max(1, round(segment_s / index.time_base))
    reach = round(length * REACH)
    begins = [pts[0]]
    while (wanted := begins[-1] + length) < pts[-1] - length // 2:
        place = index.position(wanted)
        begin = pts[place]
        nearby = [key for key in keys if abs(key - begin) <= reach and _is_shown(index, key)]
        if nearby:
            begin = min(nearby, key=lambda key: abs(key - begin))
        begins.append(begin)
    segments = []
    for number, begin in enumerate(begins):
        until = begins[number + 1] if number + 1 < len(begins) else None
        first = index.position(begin)
        last = len(pts) if until is None else index.position(until)
        warm = max(0, first - warm_frames)
        warm = warm // batch_size * batch_size if number else first
        ahead = min(len(pts), last + ahead_frames)
        segments.append(
            Segment(
                number,
                pts[warm],
                begin,
                until,
                frame_count=last - first,
                warm_count=first - warm,
                ahead_count=ahead - last,
                ahead=pts[ahead] if last < ahead < len(pts) else None,
            )
        )
    return segments


def _is_shown(index: PacketIndex, pts: int) -> bool:
    place = index.position(pts)
    return place < len(index.pts) and index.pts[place] == pts
