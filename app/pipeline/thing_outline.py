"""Outlines of a thing in a picture, from one point inside it."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from app.pipeline.mask_outlines import box_of

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.uint8]
Point = tuple[float, float]
Points = tuple[Point, ...]

COARSE_WIDTH = 320  # width of the search: a fifth of a second on one core
FINE_WIDTH = 960  # width at which its edge is refined
REACHES = (0.06, 0.1, 0.16, 0.25, 0.36, 0.5)  # search radii, in shares of the picture's height
LEAST_CONTRAST = 8.0  # in CIELAB along half of the outline; less is a patch of a wall
MOST_CUT_OFF = 0.2  # share of the outline that may lie on the border of the search
MOST_CORNERS = 100
SAME_FROM = 0.8  # intersection over union of outlines that look the same to people
MOST_OUTLINES = 3


def outlines_at(pixels: Pixels, x: float, y: float) -> list[Points]:
    """Corners around the thing at a point, and around other things that may be meant.

    GrabCut (Rother and others, 2004) within circles of several sizes around the point: the size of
    the thing is unknown, so the outline on the strongest edges comes first.

    Args:
        pixels: uint8 RGB (H, W, 3).
        x: The point, in shares of the width from the left, 0 to 1.
        y: In shares of the height from the top.

    Returns:
        At most three different outlines, each of 3 to 100 points (x, y) in the same shares; none if
        nothing stands out.
    """
    coarse, fine = _scaled(pixels, COARSE_WIDTH), _scaled(pixels, FINE_WIDTH)
    strength, place = _edge_strength(coarse), _place_in(coarse, x, y)
    found: list[tuple[float, Mask]] = []
    for reach in REACHES:
        mask = _grown(coarse, place, reach)
        if mask is not None and (along := _strength_along(mask, strength, place, reach)) > 0:
            found.append((along, mask))
    differing: list[Mask] = []
    for _, mask in sorted(found, key=lambda pair: -pair[0]):
        if all(_overlap(mask, other) < SAME_FROM for other in differing):
            differing.append(mask)
    outlines = (_corners(_followed(fine, mask)) for mask in differing[:MOST_OUTLINES])
    return [outline for outline in outlines if outline is not None]


def _overlap(mask: Mask, other: Mask) -> float:
    """Intersection over union."""
    return int((mask & other).sum()) / max(1, int((mask | other).sum()))


def _scaled(pixels: Pixels, width: int) -> Pixels:
    if pixels.shape[1] <= width:
        return np.ascontiguousarray(pixels)
    height = max(1, round(pixels.shape[0] * width / pixels.shape[1]))
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _place_in(pixels: Pixels, x: float, y: float) -> tuple[int, int]:
    """Row and column of the point."""
    height, width = pixels.shape[:2]
    return min(height - 1, max(0, int(y * height))), min(width - 1, max(0, int(x * width)))


def _edge_strength(pixels: Pixels) -> Floats:
    """float32 (H, W): how far apart the colours on both sides of a pixel are, in CIELAB."""
    lab = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB), np.float32)
    across, down = (cv2.Sobel(lab, cv2.CV_32F, dx, 1 - dx) / 8 for dx in (1, 0))
    strength = np.sqrt((across**2 + down**2).sum(axis=2))
    # An outline may lie a pixel beside the edge.
    return np.asarray(cv2.dilate(strength, np.ones((3, 3), np.uint8)), np.float32)


def _grown(pixels: Pixels, place: tuple[int, int], reach: float) -> Mask | None:
    """uint8 (H, W), 1 for what is near `place` and differs from what is farther out."""
    row, column = place
    height, width = pixels.shape[:2]
    radius = max(4, round(reach * height))
    seeds = np.full((height, width), cv2.GC_BGD, np.uint8)
    for kind, share in ((cv2.GC_PR_BGD, 1), (cv2.GC_PR_FGD, 2), (cv2.GC_FGD, 8)):
        cv2.circle(seeds, (column, row), max(2, radius // share), int(kind), -1)
    around = (_span(row, 2 * radius, height), _span(column, 2 * radius, width))
    mask = grab_cut(pixels[around], seeds[around])
    if mask is None:
        return None
    labels = cv2.connectedComponents(
        cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    )[1]
    label = labels[row - around[0].start, column - around[1].start]
    if label == 0:
        return None
    whole = np.zeros((height, width), np.uint8)
    whole[around] = labels == label
    return whole


def _span(middle: int, reach: int, length: int) -> slice:
    return slice(max(0, middle - reach), min(length, middle + reach + 1))


def grab_cut(pixels: Pixels, seeds: Mask) -> Mask | None:
    """GrabCut's 1 for the thing, 0 around it: uint8 (h, w); None if one of both is empty.

    Args:
        pixels: uint8 RGB (h, w, 3).
        seeds: uint8 (h, w): OpenCV's classes of what is known.
    """
    is_thing = (seeds == cv2.GC_FGD) | (seeds == cv2.GC_PR_FGD)
    if is_thing.all() or not is_thing.any():
        return None
    seeds, background, thing = seeds.copy(), np.zeros((1, 65)), np.zeros((1, 65))
    cv2.setRNGSeed(1)  # its clusters start at random; a fixed seed gives one outline per click
    everywhere = (0, 0, 1, 1)  # ignored where there are seeds
    cv2.grabCut(
        np.ascontiguousarray(pixels),
        seeds,
        everywhere,
        background,
        thing,
        4,
        cv2.GC_INIT_WITH_MASK,
    )
    return ((seeds == cv2.GC_FGD) | (seeds == cv2.GC_PR_FGD)).astype(np.uint8)


def _strength_along(mask: Mask, strength: Floats, place: tuple[int, int], reach: float) -> float:
    """How strong the edges along an outline are; 0 if it is no outline."""
    height = mask.shape[0]
    inner = cv2.erode(mask, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_REPLICATE)
    rows, columns = np.nonzero(mask & (1 - inner))
    if not len(rows):
        return 0.0
    away = np.hypot(rows - place[0], columns - place[1])
    cut_off = float((away > max(4, round(reach * height)) - 3).mean())
    contrast = float(np.median(strength[rows, columns]))
    if contrast < LEAST_CONTRAST or cut_off > MOST_CUT_OFF or mask.mean() > 0.5:
        return 0.0
    return contrast * (1 - 2 * cut_off)


def _followed(pixels: Pixels, mask: Mask) -> Mask:
    """The same at the size of `pixels`; the edge is cut anew where the small mask is uncertain."""
    height, width = pixels.shape[:2]
    large = cv2.resize(mask, (width, height), interpolation=cv2.INTER_NEAREST)
    open_px = max(1, round(1.5 * width / mask.shape[1]))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * open_px + 1, 2 * open_px + 1))
    seeds = np.full((height, width), cv2.GC_BGD, np.uint8)
    seeds[cv2.dilate(large, kernel) > 0] = cv2.GC_PR_BGD
    seeds[large > 0] = cv2.GC_PR_FGD
    seeds[cv2.erode(large, kernel, borderType=cv2.BORDER_REPLICATE) > 0] = cv2.GC_FGD
    around = box_of(large, around=4 * open_px)
    cut = None if around is None else grab_cut(pixels[around], seeds[around])
    if around is None or cut is None:
        return np.asarray(large, np.uint8)
    whole = np.zeros((height, width), np.uint8)
    whole[around] = cut
    # Stairs and hairs of single pixels come from the cut, not from the thing.
    return np.asarray(cv2.medianBlur(whole, 2 * open_px + 1), np.uint8)


def _corners(mask: Mask) -> Points | None:
    """The largest outline with as few corners as possible, on the outer edges of its pixels."""
    height, width = mask.shape
    outlines, _ = cv2.findContours(
        # Twice the size, so that the outline runs around pixels instead of through their centres.
        cv2.resize(mask, (2 * width, 2 * height), interpolation=cv2.INTER_NEAREST),
        cv2.RETR_EXTERNAL,
        cv2.CHAIN_APPROX_NONE,
    )
    if not outlines:
        return None
    drawn = max(outlines, key=cv2.contourArea)
    for tolerance in (2.0, 4.0, 8.0, 16.0, 32.0):
        followed = cv2.approxPolyDP(drawn, tolerance, True)[:, 0]
        if len(followed) <= MOST_CORNERS:
            break
    if not 3 <= len(followed) <= MOST_CORNERS:
        return None
    return tuple(((x + 0.5) / 2 / width, (y + 0.5) / 2 / height) for x, y in followed.tolist())
