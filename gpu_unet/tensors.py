"""The tensors that a weights file must hold, before BatchNorm is folded, and their check."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from gpu_unet.architecture import UNetArchitecture
from gpu_unet.errors import WeightsError

BATCH_NORM_PARTS = ("gamma", "beta", "mean", "variance")
PARTNER = "partner."  # before the names of the tensors of `Weights.partner`

Tensors = dict[str, npt.NDArray[np.floating]]


def split_tensors(tensors: Mapping[str, npt.NDArray[np.floating]]) -> tuple[Tensors, Tensors]:
    """The tensors of a model's own network, and of its partner, by their names within each."""
    own = {name: tensor for name, tensor in tensors.items() if not name.startswith(PARTNER)}
    theirs = {
        name.removeprefix(PARTNER): tensor for name, tensor in tensors.items() if name not in own
    }
    return own, theirs


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
