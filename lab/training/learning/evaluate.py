"""Measure a PyTorch model on the val split while it trains.

The honest figures come from `lab.benchmarks.bench_quality`, through our own engines.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import cv2
import numpy as np
import torch

from lab.evaluation.metrics import matte_figures
from lab.training.network.input_shapes import usual_size
from lab.training.network.model import UNet
from lab.training.scenes.data import Picture

HAND_MASKED = ("ccp", "ccp_upper", "vikram")
BATCH = 32


@torch.no_grad()
def evaluate(
    model: UNet,
    pictures: Sequence[Picture],
    *,
    input_pixels: int,
    device: torch.device,
) -> dict[str, float]:
    """Mean figures over pictures, and per data set.

    Args:
        model: In eval mode, channels last.
        pictures: With people, or empty rooms.
        input_pixels: Budget of the network's input, fitted to about each picture's aspect ratio.
        device: Device of the model.

    Returns:
        "iou", "boundary_f", "mae" over all pictures; "iou/DATASET" and so on per set; "worst",
        the lowest IoU; "false_foreground", the share of pixels above 0.5 of empty rooms.
    """
    values: dict[str, list[float]] = defaultdict(list)
    for picture, alpha in zip(pictures, mattes(model, pictures, input_pixels, device), strict=True):
        if not picture.mask.any():
            values["false_foreground"].append(float((alpha > 0.5).mean()))
            continue
        figures = matte_figures(alpha, picture.mask.astype(np.float32) / 255)
        for name in ("iou", "boundary_f", "mae"):
            values[name].append(getattr(figures, name))
            values[f"{name}/{picture.dataset}"].append(getattr(figures, name))
    result = {name: float(np.mean(found)) for name, found in values.items()}
    if values["iou"]:
        result["worst"] = min(values["iou"])
    return result


@torch.no_grad()
def mattes(
    model: UNet,
    pictures: Sequence[Picture],
    input_pixels: int,
    device: torch.device,
) -> list[np.ndarray]:
    """Alpha of each picture at its own size, float32 in [0, 1]; batches are of one input shape."""
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    for index, picture in enumerate(pictures):
        height, width = usual_size(*picture.mask.shape)
        fitted = model.architecture.fitted_to(
            frame_height=height, frame_width=width, input_pixels=input_pixels
        )
        groups[fitted.height, fitted.width].append(index)
    found: dict[int, np.ndarray] = {}
    for (height, width), indices in groups.items():
        for start in range(0, len(indices), BATCH):
            batch = indices[start : start + BATCH]
            x = np.zeros((BATCH, 3, height, width), np.float32)
            x[: len(batch)] = [_fitted(pictures[i].pixels, height, width) for i in batch]
            alpha = _alpha(model, torch.from_numpy(x).to(device))
            for i, plane in zip(batch, alpha[: len(batch)], strict=True):
                rows, columns = pictures[i].mask.shape
                found[i] = cv2.resize(plane, (columns, rows), interpolation=cv2.INTER_LINEAR)
    return [found[i] for i in range(len(pictures))]


def _fitted(pixels: np.ndarray, height: int, width: int) -> np.ndarray:
    shrinks = height * width < pixels.shape[0] * pixels.shape[1]
    small = cv2.resize(
        pixels, (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    )
    return small.transpose(2, 0, 1).astype(np.float32) / 255


def _alpha(model: UNet, x: torch.Tensor) -> np.ndarray:
    x = x.contiguous(memory_format=torch.channels_last)
    with torch.autocast(x.device.type, torch.bfloat16, enabled=x.device.type == "cuda"):
        logits = model(x)
    return torch.sigmoid(logits.float())[:, 0].cpu().numpy()
