"""Lighting and apparent skin tone of a picture, estimated, to see whom a net serves worse."""

from __future__ import annotations

import cv2
import numpy as np

from lab.benchmarks.quality.pictures import Sample

DARK_BELOW, BRIGHT_ABOVE = 85, 150  # mean luma of the person, of 255
_LEAST_SKIN_SHARE = 0.03  # of the person's pixels: less is no estimate


def lighting_of(sample: Sample) -> str:
    """Sort into "dark", "normal" or "bright", by the mean luma of the whole picture."""
    luma = float(cv2.cvtColor(sample.pixels, cv2.COLOR_RGB2GRAY).mean())
    if luma < DARK_BELOW:
        return "dark"
    return "bright" if luma > BRIGHT_ABOVE else "normal"


def skin_of(sample: Sample) -> str | None:
    """Sort into "light", "medium" or "dark" skin as it appears; None where too little is seen.

    Pixels of skin colour within the person are found by their chroma; their median individual
    typology angle (lightness against yellowness) is cut at 28 and 10 degrees. Lighting moves the
    angle, so this is a rough sorting of pictures, not of people.

    Source: Chai & Ngan 1999 (chroma range of skin); Chardon et al. 1991 (typology angle).
    """
    person = sample.truth > 0.9
    if not person.any():
        return None
    ycc = cv2.cvtColor(sample.pixels, cv2.COLOR_RGB2YCrCb)
    red, blue = ycc[..., 1], ycc[..., 2]
    skin = person & (red >= 133) & (red <= 173) & (blue >= 77) & (blue <= 127)
    if np.count_nonzero(skin) < _LEAST_SKIN_SHARE * np.count_nonzero(person):
        return None
    lab = cv2.cvtColor(sample.pixels.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    lightness, yellowness = float(np.median(lab[..., 0][skin])), float(np.median(lab[..., 2][skin]))
    angle = float(np.degrees(np.arctan2(lightness - 50, max(yellowness, 1e-3))))
    if angle > 28:
        return "light"
    return "medium" if angle > 10 else "dark"
