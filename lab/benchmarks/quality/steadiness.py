"""How steady mattes are from frame to frame, on clips without a truth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from lab.evaluation.nets import Net

STILL_LEVELS = 3.0  # a pixel whose smoothed colour changes by less is not moving
LONG_SIDE_PX = 640
CLIP_ENDINGS = (".mp4", ".mkv", ".mov", ".webm")


@dataclass(frozen=True, slots=True)
class Steadiness:
    """Figures of one net on one clip, all in percent of full alpha; lower is steadier.

    Attributes:
        flicker: Mean change of alpha per frame where the picture stands still.
        flow_error: Mean difference of alpha from the last frame's alpha carried along by the
            picture's motion, in the band where either is between person and room.
    """

    flicker: float
    flow_error: float


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """Consecutive frames and their motion.

    Attributes:
        name: Name of the file.
        frames: uint8 (H, W, 3) RGB each, scaled to a long side of 640 px at most.
        is_still: bool (H, W) per pair of frames.
        flows: float32 (H, W, 2) per pair, from the later frame back to the earlier, in px.
    """

    name: str
    frames: list[npt.NDArray[np.uint8]]
    is_still: list[npt.NDArray[np.bool_]]
    flows: list[npt.NDArray[np.float32]]


def clip_paths(folder: Path) -> list[Path]:
    """The clips of a folder, by name."""
    return sorted(p for p in folder.iterdir() if p.suffix.lower() in CLIP_ENDINGS)


def clips(paths: Iterable[Path], *, frame_count: int) -> Iterator[Clip]:
    """Read the first frames of every clip and estimate their motion."""
    finder = cv2.DISOpticalFlow_create(cv2.DISOPTICAL_FLOW_PRESET_FAST)
    for path in paths:
        frames = _frames(path, frame_count)
        if len(frames) < 2:
            continue
        smooth = [cv2.GaussianBlur(frame, (5, 5), 0).astype(np.float32) for frame in frames]
        grey = [cv2.cvtColor(frame, cv2.COLOR_RGB2GRAY) for frame in frames]
        pairs = range(1, len(frames))
        yield Clip(
            path.name,
            frames,
            [np.abs(smooth[t] - smooth[t - 1]).max(axis=2) < STILL_LEVELS for t in pairs],
            [finder.calc(grey[t], grey[t - 1], None) for t in pairs],
        )


def mean_steadiness(found: Sequence[Steadiness]) -> dict[str, float]:
    """Means over clips of flicker and of change against motion, in percent."""
    return {
        "clips": len(found),
        "flicker_percent": round(float(np.mean([f.flicker for f in found])), 4),
        "flow_error_percent": round(float(np.mean([f.flow_error for f in found])), 3),
    }


def steadiness(net: Net, clip: Clip) -> Steadiness:
    """Run `net` over the clip and compare each alpha with the one before."""
    net.begin_clip()
    alphas = [net.clip_alpha(frame) for frame in clip.frames]
    flickers, errors = [], []
    for t in range(1, len(alphas)):
        before, after = alphas[t - 1], alphas[t]
        still = clip.is_still[t - 1]
        if still.any():
            flickers.append(float(np.abs(after - before)[still].mean()))
        carried = _carried(before, clip.flows[t - 1])
        band = _band(carried) | _band(after)
        if band.any():
            errors.append(float(np.abs(after - carried)[band].mean()))
    return Steadiness(
        flicker=100 * float(np.mean(flickers)) if flickers else 0.0,
        flow_error=100 * float(np.mean(errors)) if errors else 0.0,
    )


def _carried(
    alpha: npt.NDArray[np.float32], flow: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    rows, columns = np.indices(alpha.shape, np.float32)
    return cv2.remap(
        alpha,
        columns + flow[..., 0],
        rows + flow[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


def _band(alpha: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    mixed = ((alpha > 0.02) & (alpha < 0.98)).astype(np.uint8)
    return cv2.dilate(mixed, np.ones((7, 7), np.uint8)) > 0


def _frames(path: Path, frame_count: int) -> list[npt.NDArray[np.uint8]]:
    capture = cv2.VideoCapture(str(path))
    frames: list[npt.NDArray[np.uint8]] = []
    try:
        while len(frames) < frame_count:
            ok, frame = capture.read()
            if not ok:
                break
            scale = min(1.0, LONG_SIDE_PX / max(frame.shape[:2]))
            if scale < 1.0:
                frame = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            frames.append(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB))
    finally:
        capture.release()
    return frames
