"""What a model's two files must hold: its card, and the tensors before BatchNorm is folded."""

from __future__ import annotations

import json
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import MobileStage, UNetArchitecture
from gpu_unet.errors import WeightsError
from gpu_unet.network_input import inputs_of

MOST_DEPTH = 8  # poolings: beyond it no picture has pixels left
MOST_MOBILE_BLOCKS = 100
MOST_CARD_BYTES = 1 << 20


def read_file(path: Path, remedy: str, *, most_bytes: int = -1) -> bytes:
    """The file's bytes, at most `most_bytes` of them; -1: all.

    Raises:
        WeightsError: It cannot be read, or is a pipe or a device; it ends with `remedy`.
    """
    try:
        # Opening a pipe would wait until something is written to it.
        if not stat.S_ISREG(path.stat().st_mode):
            raise WeightsError(f"{path}: is no ordinary file; {remedy}")
        with path.open("rb") as file:
            return file.read(most_bytes)
    except OSError as error:
        raise WeightsError(f"{path}: cannot be read ({error.strerror}); {remedy}") from error


def read_card(path: Path) -> dict[str, Any]:
    """The card of the weights file `path`. A `WeightsError` unless it describes one U-Net."""
    card_path = path.with_suffix(".json")
    remedy = f"every model needs a .json beside {path.name}"
    content = read_file(card_path, remedy, most_bytes=MOST_CARD_BYTES)
    try:
        card = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise WeightsError(
            f"{card_path.name}: not readable as JSON ({error}); restore it from its origin"
        ) from error
    if not isinstance(card, dict) or card.get("architecture") != "unet":
        found = card.get("architecture") if isinstance(card, dict) else type(card).__name__
        raise WeightsError(
            f'{card_path.name}: architecture is {found!r}, expected "unet"; '
            "this version runs U-Nets only"
        )
    if card.get("partner") is not None:
        raise WeightsError(
            f"{card_path.name}: partner describes a second network, this version runs models of "
            "one; take both files of the model that come with this version"
        )
    return card


def number_of(
    card: dict[str, Any], key: str, path: Path, *, most: float, default: float | None = None
) -> float:
    """A number in (0, most] from the card. Raises a `WeightsError` that names `path` otherwise."""
    value = card.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
        raise WeightsError(
            f"{path.stem}.json: {key} is {value!r:.40}, expected a number above 0 and at most "
            f"{most:g}; correct the file"
        )
    return value


def metrics_of(card: dict[str, Any], path: Path) -> Mapping[str, Any]:
    """Figures of merit by name; empty if the card has none, or null."""
    metrics = card.get("metrics")
    if metrics is None:
        return {}
    if not isinstance(metrics, dict):
        raise WeightsError(
            f"{path.stem}.json: metrics is {metrics!r:.40}, expected an object; correct the file "
            "or leave them out"
        )
    return metrics


def architecture_of(card: dict[str, Any], path: Path) -> UNetArchitecture:
    """The card's architecture at its smallest size. Raises a `WeightsError` that names `path`."""
    try:
        if "base_width" in card:
            depth = int(card.get("depth", 4))
            if not 1 <= depth <= MOST_DEPTH:
                raise ValueError(f"depth is {depth}, expected 1 to {MOST_DEPTH}")
            widths = tuple(int(card["base_width"]) * 2**level for level in range(depth + 1))
            card = {
                **card,
                "widths": widths,
                "blocks": ("plain",) * len(widths),
                "convs": (2,) * len(widths),
                "up": "transpose",
            }
        if len(card["widths"]) > MOST_DEPTH + 1:
            raise ValueError(f"there are {len(card['widths'])} widths, at most {MOST_DEPTH + 1}")
        in_channels = int(card.get("in_channels", 3))
        inputs_of(in_channels)  # refuses what no engine feeds
        step = 2 ** (len(card["widths"]) - 1)
        encoder = card.get("encoder")
        return UNetArchitecture(
            widths=tuple(int(width) for width in card["widths"]),
            blocks=tuple(card["blocks"]),
            convs=tuple(int(count) for count in card["convs"]),
            up=card["up"],
            in_channels=in_channels,
            height=step,
            width=step,
            **({} if encoder is None else _mobile_encoder(encoder)),
        )
    except KeyError as error:
        raise WeightsError(
            f"{path.stem}.json: {error.args[0]} is missing; "
            "name either base_width and depth or widths, blocks, convs and up"
        ) from error
    except (TypeError, ValueError, OverflowError) as error:
        raise WeightsError(f"{path.stem}.json: {error!s:.200}; correct the file") from error


def described_network(architecture: UNetArchitecture) -> dict[str, Any]:
    """What the card says of a network's layers; "encoder" only where it has mobile blocks."""
    described = {
        "widths": list(architecture.widths),
        "blocks": list(architecture.blocks),
        "convs": list(architecture.convs),
        "up": architecture.up,
    }
    if not architecture.stages:
        return described
    stages = [
        [stage.kernel, stage.stride, stage.expansion, stage.channels, stage.blocks]
        for stage in architecture.stages
    ]
    return {**described, "encoder": {"stem": architecture.stem, "stages": stages}}


def _mobile_encoder(encoder: dict[str, Any]) -> dict[str, Any]:
    stages = tuple(MobileStage(*(int(value) for value in stage)) for stage in encoder["stages"])
    if not 1 <= sum(stage.blocks for stage in stages) <= MOST_MOBILE_BLOCKS:
        raise ValueError(f"stages {encoder['stages']} have 0 or over {MOST_MOBILE_BLOCKS} blocks")
    return {"stages": stages, "stem": int(encoder["stem"])}


BATCH_NORM_PARTS = ("gamma", "beta", "mean", "variance")


def expected_tensors(architecture: UNetArchitecture) -> dict[str, tuple[int, ...]]:
    """Name and shape of every tensor of this architecture, before BatchNorm is folded."""
    shapes: dict[str, tuple[int, ...]] = {}
    for spec in architecture.layers():
        shapes[f"{spec.name}.weight"] = spec.weight_shape
        if spec.has_batch_norm:
            for part in BATCH_NORM_PARTS:
                shapes[f"{spec.batch_norm_name}.{part}"] = (spec.out_channels,)
        else:
            shapes[f"{spec.name}.bias"] = (spec.out_channels,)
    return shapes


def check_tensors(
    tensors: Mapping[str, npt.NDArray[np.floating]], architecture: UNetArchitecture, file_name: str
) -> None:
    """Raise a `WeightsError` that names the first unexpected tensor and the reason."""
    expected = expected_tensors(architecture)
    for name, shape in expected.items():
        if name not in tensors:
            raise WeightsError(
                f"{file_name}: {name} is missing, expected shape {shape}; "
                "the file belongs to another architecture"
            )
        tensor = tensors[name]
        if tensor.shape != shape:
            raise WeightsError(
                f"{file_name}: {name} is {tensor.shape}, expected {shape}; "
                "the file belongs to another architecture"
            )
        if tensor.dtype.kind != "f":
            raise WeightsError(
                f"{file_name}: {name} is {tensor.dtype}, expected float16 or float32; "
                "export the model again"
            )
        if not np.isfinite(tensor).all():
            raise WeightsError(
                f"{file_name}: {name} holds values that are not finite; "
                "the training diverged or the file is damaged: export an earlier state"
            )
        if name.endswith(".variance") and (tensor < 0).any():
            raise WeightsError(
                f"{file_name}: {name} is negative somewhere ({tensor.min()}), a variance is at "
                "least 0; the file is damaged: export the model again"
            )
    unknown = sorted(set(tensors) - set(expected))
    if unknown:
        raise WeightsError(
            f"{file_name}: {unknown[0]} {tensors[unknown[0]].shape} has no place in this "
            f"architecture ({len(unknown)} such tensors); the file belongs to another architecture"
        )
