"""Weights: a trained network read from a `.safetensors` file and the `.json` beside it."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load as parse_safetensors
from safetensors.numpy import save as to_safetensors

from gpu_unet.architecture import LayerSpec, UNetArchitecture
from gpu_unet.errors import WeightsError
from gpu_unet.model_card import (
    BATCH_NORM_PARTS,
    architecture_of,
    check_tensors,
    described_network,
    expected_tensors,
    metrics_of,
    number_of,
    read_card,
    read_file,
)
from gpu_unet.network_input import inputs_of
from gpu_unet.spare_memory import SpareSlot

Float32 = npt.NDArray[np.float32]

__all__ = [
    "Layer",
    "Weights",
    "expected_tensors",
    "fold_batch_norm",
    "kept_weights",
    "load_weights",
    "save_weights",
]
MOST_INPUT_PIXELS = 1 << 26  # more than any frame has


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """One layer with its BatchNorm folded into `weight` and `bias`.

    Attributes:
        spec: Name, kind, channels and level.
        weight: float32 in PyTorch order, `spec.weight_shape`, C-contiguous, read-only; if the file
            stores float16, every value is exactly a float16.
        bias: float32 (out_channels,), read-only.
    """

    spec: LayerSpec
    weight: Float32
    bias: Float32


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """A trained network, ready to be repacked by either engine.

    Attributes:
        name: The file's stem, e.g. "quality".
        title: For people, e.g. "Quality".
        description: One sentence for people.
        architecture: At the smallest size; an engine takes it to its own with `fitted_to`.
        input_pixels: Height times width of the network's input, where frames come live.
        offline_pixels: The same where a frame may take longer: stills and films.
        layers: By name, in the order in which they are computed; BatchNorm is folded in.
        metrics: Figures of merit as the trainer wrote them.
        origin: Where the weights come from.
        licence: How they may be used.
        sha256: Hash of the `.safetensors` file.
    """

    name: str
    title: str
    description: str
    architecture: UNetArchitecture
    input_pixels: int
    offline_pixels: int
    layers: Mapping[str, Layer]
    metrics: Mapping[str, Any]
    origin: str
    licence: str
    sha256: str

    def to_onnx(self, *, frame_height: int, frame_width: int, half: bool = False) -> bytes:
        """The content of an .onnx file that computes the network; see `gpu_unet.onnx.graph`.

        Its input "x" is float32 (1, channels, height, width), RGB in [0, 1], its output "alpha"
        float32 (1, 1, height, width) in [0, 1].

        Args:
            frame_height, frame_width: Of the frames that it is for, in pixels: they give the aspect
                ratio, and with `input_pixels` the size of x.
            half: Store and compute in float16.

        Raises:
            ImportError: The package onnx is not installed; the extra "graphics-cards" has it.
        """
        from gpu_unet.onnx.graph import to_onnx  # late: few need it

        size = {"frame_height": frame_height, "frame_width": frame_width}
        fitted = self.architecture.fitted_to(**size, input_pixels=self.input_pixels)
        return to_onnx(self, fitted, half=half)

    @staticmethod
    def in_folder(folder: str | os.PathLike[str]) -> dict[str, Path]:
        """The models of a folder by name: every `.safetensors` file that has a `.json` beside it.

        Nothing is read; a folder that is not there holds none.
        """
        return {
            path.stem: path
            for path in sorted(Path(folder).glob("*.safetensors"))
            if path.with_suffix(".json").is_file()
        }

    @staticmethod
    def card(path: str | os.PathLike[str]) -> dict[str, Any]:
        """What the `.json` of a model holds, `path` as `load_weights` takes it.

        The `.safetensors` file is not read, and need not be there.

        Raises:
            WeightsError: It is missing, is no JSON, or does not describe a U-Net.
        """
        return read_card(_weights_file(path))


kept_weights: SpareSlot[Weights] = SpareSlot()  # by path, time and size of the file


def load_weights(path: str | os.PathLike[str]) -> Weights:
    """Read, verify and fold a model; any thread.

    While engines are expected (`Engine.expect_another`) a file that has not changed is read once,
    and the very same object is returned.

    Args:
        path: The `.safetensors` file, the `.json` beside it, or either without its suffix.

    Raises:
        WeightsError: A file is missing, damaged, altered, or does not fit its architecture.
    """
    given, path = Path(path), _weights_file(path)
    try:
        stat = path.stat()
    except OSError:
        if given.suffix != ".json" and given.is_file():
            raise WeightsError(
                f"{given.name} is a file of another kind, expected a .safetensors and a .json; "
                "write the tensors of other trainers with save_weights"
            ) from None
        return _read_weights(path)  # which says what is wrong
    file = (path, stat.st_mtime_ns, stat.st_size)
    weights = kept_weights.find(file)
    if weights is None:
        weights = _read_weights(path)
        kept_weights.leave(file, weights)
    return weights


def _read_weights(path: Path) -> Weights:
    card = read_card(path)
    architecture = architecture_of(card, path)
    content = read_file(path, "copy both files of the model into the same folder")
    digest = hashlib.sha256(content).hexdigest()
    if digest != card.get("sha256"):
        raise WeightsError(
            f"{path.name}: SHA-256 is {digest[:12]}..., {path.stem}.json says "
            f"{str(card.get('sha256'))[:12]}...; the file is damaged, incomplete or was altered: "
            "restore both files from their origin"
        )
    try:
        tensors = parse_safetensors(content)
    except (SafetensorError, KeyError, ValueError) as error:
        raise WeightsError(
            f"{path.name}: not a readable safetensors file ({error}); restore it from its origin"
        ) from error
    pixels, offline_pixels, epsilon = _numbers_of(card, path)
    layers = _fold_all(tensors, architecture, epsilon, path.name)
    return Weights(
        name=path.stem,
        title=str(card.get("title", path.stem.capitalize())),
        description=str(card.get("description", "")),
        architecture=architecture,
        input_pixels=pixels,
        offline_pixels=offline_pixels,
        layers=MappingProxyType(layers),
        metrics=MappingProxyType(dict(metrics_of(card, path))),
        origin=str(card.get("origin", "")),
        licence=str(card.get("licence", "")),
        sha256=digest,
    )


def save_weights(
    path: str | os.PathLike[str],
    tensors: Mapping[str, npt.NDArray[np.floating]],
    architecture: UNetArchitecture,
    *,
    input_pixels: int,
    offline_pixels: int | None = None,
    title: str,
    description: str,
    origin: str,
    licence: str,
    metrics: Mapping[str, Any] | None = None,
    batch_norm_epsilon: float = 1e-5,
    half: bool = True,
) -> Path:
    """Write a model as `.safetensors` and `.json`, each whole or not at all; returns the first.

    Args:
        path: Of either file, with or without its suffix; the rest is the model's name.
        tensors: float16, float32 or float64 by name, before folding, in PyTorch's order of axes:
            NumPy's arrays, or what `np.asarray` takes, as tensors of PyTorch on the CPU without
            gradient. Names and shapes: `gpu_unet.model_card.expected_tensors(architecture)`.
        architecture: At any size.
        input_pixels: Height times width of the network's input, where frames come live.
        offline_pixels: The same for stills and films; None: `input_pixels`.
        title: For people.
        description: One sentence for people.
        origin: Where the weights come from: trainer, commit, data.
        licence: How they may be used.
        metrics: Figures of merit, anything JSON can hold.
        batch_norm_epsilon: The trainer's.
        half: Keep weights and biases as float16, up to 65504, BatchNorm as float32; else all
            float32.

    Raises:
        WeightsError: A tensor is missing, unknown, of another shape, or not finite; no engine feeds
            networks with this number of channels; or the card would not be read back. What was
            there before stays as it was.
        OSError: The files cannot be written.
    """
    path = _weights_file(path)
    try:
        inputs = inputs_of(architecture.in_channels)
    except ValueError as error:
        raise WeightsError(f"{path.name} was not written: {error}") from error
    content = to_safetensors(_stored(tensors, architecture, path.name, half=half))
    card = {
        "architecture": "unet",
        "title": title,
        "description": description,
        **described_network(architecture),
        "in_channels": architecture.in_channels,
        "input": "; behind it ".join(which.convention for which in inputs),
        "input_pixels": input_pixels,
        **({} if offline_pixels is None else {"offline_pixels": offline_pixels}),
        "batch_norm_epsilon": batch_norm_epsilon,
        "sha256": hashlib.sha256(content).hexdigest(),
        "origin": origin,
        "licence": licence,
        "metrics": dict(metrics or {}),
    }
    written = _card_text(card, path)
    _replace_file(path, content)
    _replace_file(path.with_suffix(".json"), written.encode())
    return path


def _weights_file(path: str | os.PathLike[str]) -> Path:
    """The `.safetensors` file of a model; a dot in its name begins no suffix."""
    path = Path(path)
    if path.suffix in (".safetensors", ".json"):
        return path.with_suffix(".safetensors")
    return path.with_name(f"{path.name}.safetensors")


def _card_text(card: dict[str, Any], path: Path) -> str:
    """The content of the `.json`, whose numbers may be NumPy's; a `WeightsError` if it is wrong."""
    try:
        text = json.dumps(card, indent=1, default=_plain_number) + "\n"
        _numbers_of(json.loads(text), path)
    except (TypeError, ValueError) as error:
        raise WeightsError(f"{path.name} was not written: {error}") from error
    return text


def _plain_number(value: object) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{value!r:.40} of type {type(value).__name__} is not JSON serializable")


def _numbers_of(card: dict[str, Any], path: Path) -> tuple[int, int, float]:
    """The card's input pixels, live and offline, and epsilon of BatchNorm."""
    pixels = number_of(card, "input_pixels", path, most=MOST_INPUT_PIXELS)
    offline = number_of(card, "offline_pixels", path, most=MOST_INPUT_PIXELS, default=pixels)
    epsilon = number_of(card, "batch_norm_epsilon", path, most=1.0, default=1e-5)
    return int(pixels), int(offline), epsilon


def _stored(
    tensors: Mapping[str, npt.NDArray[np.floating]],
    architecture: UNetArchitecture,
    file_name: str,
    *,
    half: bool,
) -> dict[str, npt.NDArray[np.floating]]:
    """The tensors of one network as the file holds them, checked."""
    tensors = {name: np.asarray(tensor) for name, tensor in tensors.items()}
    check_tensors(tensors, architecture, file_name)
    for name, tensor in tensors.items():
        kind = np.finfo(np.float16 if half and _is_halved(name) else np.float32)
        largest = float(np.abs(tensor).max())
        if largest > float(kind.max):
            raise WeightsError(
                f"{file_name} was not written: {name} reaches {largest:.3g}, more than the "
                f"{float(kind.max):.6g} of {kind.dtype}; "
                + ("keep float32 by half=False" if kind.bits == 16 else "train with smaller values")
            )
    return {
        name: np.ascontiguousarray(
            tensor,
            np.float16 if half and _is_halved(name) else np.float32,
        )
        for name, tensor in sorted(tensors.items())
    }


def _is_halved(name: str) -> bool:
    return name.rpartition(".")[2] in ("weight", "bias")


def fold_batch_norm(
    weight: Float32,
    gamma: Float32,
    beta: Float32,
    mean: Float32,
    variance: Float32,
    *,
    epsilon: float = 1e-5,
) -> tuple[Float32, Float32]:
    """Fold an inference-time BatchNorm into the convolution without bias before it.

    Args:
        weight: float32 (O, I, kh, kw); depthwise (C, 1, kh, kw).
        gamma: float32 (O,), as trained; so are the next three.
        beta: float32 (O,).
        mean: float32 (O,).
        variance: float32 (O,), at least 0.
        epsilon: Must equal the trainer's value, or outputs drift by a constant factor.

    Returns:
        (weight, bias): float32 (O, I, kh, kw) and (O,), new arrays.

    Raises:
        WeightsError: Channel counts disagree.

    Source: Ioffe & Szegedy 2015, section 3.1, https://arxiv.org/abs/1502.03167
    """
    for part, values in zip(BATCH_NORM_PARTS, (gamma, beta, mean, variance), strict=True):
        if values.shape != weight.shape[:1]:
            raise WeightsError(
                f"BatchNorm {part} is {values.shape}, the convolution has {weight.shape[0]} output "
                "channels; the tensors belong to different layers"
            )
    scale = gamma / np.sqrt(variance + np.float32(epsilon))
    folded = weight * scale[:, None, None, None]
    return folded.astype(np.float32), (beta - mean * scale).astype(np.float32)


def _fold_all(
    tensors: Mapping[str, npt.NDArray[np.floating]],
    architecture: UNetArchitecture,
    epsilon: float,
    file_name: str,
) -> dict[str, Layer]:
    """Fold every layer; what was stored as float16 is rounded to float16 again.

    All engines then multiply by the same numbers, on tensor cores and elsewhere. Left to the GPU
    alone, this rounding was two thirds of what its mattes differed by from the CPU's.
    """
    check_tensors(tensors, architecture, file_name)
    single = {name: tensor.astype(np.float32) for name, tensor in tensors.items()}
    layers: dict[str, Layer] = {}
    for spec in architecture.layers():
        weight = single[f"{spec.name}.weight"]
        if spec.has_batch_norm:
            norm = (single[f"{spec.batch_norm_name}.{part}"] for part in BATCH_NORM_PARTS)
            weight, bias = fold_batch_norm(weight, *norm, epsilon=epsilon)
        else:
            bias = single[f"{spec.name}.bias"]
        if tensors[f"{spec.name}.weight"].dtype == np.float16:
            weight = _rounded_to_half(weight, f"{file_name}: {spec.name}")
        weight.flags.writeable = False
        bias.flags.writeable = False
        layers[spec.name] = Layer(spec, weight, bias)
    return layers


def _rounded_to_half(weight: Float32, name: str) -> Float32:
    largest = float(np.abs(weight).max(initial=0.0))
    if largest > float(np.finfo(np.float16).max):
        raise WeightsError(
            f"{name} reaches {largest:.3g} once its BatchNorm is folded in, more than the "
            "float16 that it is stored in holds; save the model with float32 weights"
        )
    return weight.astype(np.float16).astype(np.float32)


def _replace_file(path: Path, content: bytes) -> None:
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_bytes(content)
    os.replace(unfinished, path)
