"""The worst pictures of each set, drawn to be looked at; never kept in the repository."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from benchmarks.quality.metrics import MatteFigures
from benchmarks.quality.nets import Net
from benchmarks.quality.pictures import Sample

WORST_KEPT = 20


@dataclass(frozen=True, slots=True)
class Judged:
    """One picture and how a net did on it."""

    sample: Sample
    figures: MatteFigures


def worst_of(judged: Sequence[Judged]) -> dict[str, list[tuple[str, float]]]:
    """Name and IoU of each set's worst pictures, worst first."""
    return {
        group: [(item.sample.name, round(item.figures.iou, 3)) for item in items]
        for group, items in _worst(judged).items()
    }


def _worst(judged: Sequence[Judged]) -> dict[str, list[Judged]]:
    groups: dict[str, list[Judged]] = defaultdict(list)
    for item in judged:
        groups[item.sample.group].append(item)
    return {
        group: sorted(items, key=lambda item: item.figures.iou)[:WORST_KEPT]
        for group, items in groups.items()
    }


def draw_worst(net: Net, judged: Sequence[Judged], folder: Path) -> None:
    """Write each set's worst pictures with the matte over green, and print their names."""
    folder.mkdir(parents=True, exist_ok=True)
    for group, worst in _worst(judged).items():
        tiles = []
        for item in worst:
            pixels = item.sample.pixels
            views = [pixels]
            for alpha in (net.alpha(pixels), item.sample.truth):
                green = np.array([0, 177, 64], np.float32)
                mixed = pixels * alpha[..., None] + green * (1 - alpha[..., None])
                views.append(mixed.astype(np.uint8))
            tiles.append(np.concatenate([_tile(view) for view in views], axis=1))
            print(f"  {net.name} {group} {item.sample.name}: IoU {item.figures.iou:.3f}")
        while len(tiles) % 4:
            tiles.append(np.zeros_like(tiles[0]))
        rows = [np.concatenate(tiles[i : i + 4], axis=1) for i in range(0, len(tiles), 4)]
        name = f"{net.name}_{group}.png".replace(" ", "_")
        Image.fromarray(np.concatenate(rows)).save(folder / name)


def _tile(pixels: np.ndarray, side: int = 160) -> np.ndarray:
    scale = side / max(pixels.shape[:2])
    height, width = (max(1, round(s * scale)) for s in pixels.shape[:2])
    tile = np.zeros((side, side, 3), np.uint8)
    tile[:height, :width] = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA)
    return tile
