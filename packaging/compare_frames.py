"""Compares two videos, frame by frame: `compare_frames.py A B`, by the bundle's own Python.

Processors round in different orders, and so does code for different levels of them: a few values
may differ by one or two steps of 255. Exit status 1 if any frame differs by more, or the number of
frames differs.
"""

from __future__ import annotations

import itertools
import sys

import av
import numpy as np

# In decoded luma and chroma: the encoder's choices can enlarge one step in the composite.
MOST_DIFFERENCE = 8
MOST_MEAN = 0.05


def main(paths: list[str]) -> int:
    """Compare; returns the exit status."""
    worst, means, count, equal = 0, [], 0, 0
    with av.open(paths[0]) as first, av.open(paths[1]) as second:
        pairs = itertools.zip_longest(first.decode(video=0), second.decode(video=0))
        for one, other in pairs:
            if one is None or other is None:
                print(f"error: {paths[1 if other is None else 0]} ends after {count} frames")
                return 1
            a, b = (frame.to_ndarray().astype(np.int16) for frame in (one, other))
            difference = np.abs(a - b)
            worst = max(worst, int(difference.max()))
            means.append(float(difference.mean()))
            equal += not difference.any()
            count += 1
    print(
        f"{count} frames, {equal} of them equal in every value; "
        f"largest difference {worst} of 255, mean {np.mean(means):.5f}"
    )
    return int(not count or worst > MOST_DIFFERENCE or float(np.mean(means)) > MOST_MEAN)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
