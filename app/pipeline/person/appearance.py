"""Appearance: the colours of a person, from head to foot, as histograms."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from app.video.opencv import cv2

Pixels = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]
Bins = npt.NDArray[np.intp]
Plane = npt.NDArray[np.float32]

ZONES = 4  # of a body, one below the other
# Steps of a colour: brightness and both chromas, which rarely reach farther than CHROMA from grey.
LIGHTS, CHROMAS, CHROMA = 8, 16, 32
BINS = LIGHTS * CHROMAS * CHROMAS
ALL_ZONES_SHARE = 0.35  # weight of the whole body's colours beside those of a zone
UNSEEN = 0.02  # share of a histogram that is spread over all colours


def colour_bins(rgb: Pixels) -> Bins:
    """The bin of each pixel's colour: (h, w) in [0, BINS)."""
    ycc = cv2.cvtColor(cv2.GaussianBlur(rgb, (3, 3), 0), cv2.COLOR_RGB2YCrCb).astype(np.int32)
    light = ycc[..., 0] * LIGHTS // 256
    chromas = np.clip((ycc[..., 1:] - 128 + CHROMA) * CHROMAS // (2 * CHROMA), 0, CHROMAS - 1)
    return ((light * CHROMAS + chromas[..., 0]) * CHROMAS + chromas[..., 1]).astype(np.intp)


class Appearance:
    """How one person is coloured; a value, never changed.

    Attributes:
        zones: float32 (ZONES + 1, BINS), each row a distribution; the last is of the whole body.
    """

    def __init__(self, zones: Plane) -> None:
        self.zones = zones
        mixed = (1 - ALL_ZONES_SHARE) * zones[:-1] + ALL_ZONES_SHARE * zones[-1]
        self._logs = np.log((1 - UNSEEN) * mixed + UNSEEN / BINS).astype(np.float32)

    @classmethod
    def of(cls, bins: Bins, mask: Mask) -> Appearance:
        """That of what a mask covers.

        Args:
            bins: From `colour_bins`.
            mask: Of one person; not empty.
        """
        rows, columns = np.nonzero(mask)
        zone = zone_of(rows, *span_of(mask))
        counts = np.bincount(zone * BINS + bins[rows, columns], minlength=ZONES * BINS)
        counts = counts.reshape(ZONES, BINS).astype(np.float32)
        whole = _spread(counts.sum(0))
        rows_of_zones = [_spread(count) if count.sum() >= 8 else whole for count in counts]
        return cls(np.stack([*rows_of_zones, whole]).astype(np.float32))

    def mixed(self, other: Appearance, share: float) -> Appearance:
        """With a share of another one."""
        zones = (1 - share) * self.zones + share * other.zones
        return Appearance(zones.astype(np.float32))

    def likeness(self, other: Appearance) -> float:
        """0 (no colour in common) to 1 (the same): Bhattacharyya's coefficient, mean of the zones.

        The whole body counts as half: another shot may show other parts of it.
        """
        alike = np.sqrt(self.zones * other.zones).sum(1)
        return float(0.5 * alike[:-1].mean() + 0.5 * alike[-1])

    def log_likelihood(self, bins: Bins, top: float, bottom: float) -> Plane:
        """How well each pixel fits a person who stands from `top` to `bottom`: (h, w), nats."""
        zone = zone_of(np.arange(len(bins)), top, bottom)
        return self._logs[zone[:, None], bins]


def span_of(mask: Mask) -> tuple[float, float]:
    """First and last row of a mask, without the thinnest hundredth of it."""
    share = np.cumsum(np.count_nonzero(mask, axis=1))
    first, last = np.searchsorted(share, (0.01 * share[-1], 0.99 * share[-1]))
    return float(first), float(last) + 1


def zone_of(rows: npt.NDArray[np.intp], top: float, bottom: float) -> npt.NDArray[np.intp]:
    """The zone of each row, those beyond the body included."""
    zone = np.floor((rows + 0.5 - top) * ZONES / max(1.0, bottom - top))
    return np.clip(zone, 0, ZONES - 1).astype(np.intp)


def _spread(count: Plane) -> Plane:
    """A distribution that neighbouring colours share, since light and noise move them."""
    cube = count.reshape(LIGHTS, CHROMAS, CHROMAS)
    for _ in range(3):  # along each axis; each time the next one comes first
        before = np.concatenate((cube[:1], cube[:-1]))
        behind = np.concatenate((cube[1:], cube[-1:]))
        cube = (0.5 * cube + 0.25 * (before + behind)).transpose(1, 2, 0)
    return (cube / max(float(cube.sum()), 1e-6)).reshape(-1).astype(np.float32)
