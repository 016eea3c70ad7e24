"""Initialise a narrower net from a trained wider one, by pruning channels.

    python -m lab.training.narrow WIDE.safetensors fast lab/training/runs/start/fast

Of every layer those channels stay that contribute most to the layers that read them: activation
size times weight (magnitude pruning, Han et al. 2015, of whole channels). The narrower net is worse
at first and is then trained, from features instead of from noise.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from safetensors.numpy import load_file as load_safetensors

from gpu_unet.weights import load_weights
from lab.training.export import export_model
from lab.training.network.model import UNet, file_tensors, load_file_tensors
from lab.training.recipes import RECIPES

if TYPE_CHECKING:
    import numpy.typing as npt

    from gpu_unet.architecture import LayerSpec, UNetArchitecture

    Tensors = dict[str, npt.NDArray[np.floating]]
    Channels = npt.NDArray[np.intp]


def narrowed(tensors: Tensors, old: UNetArchitecture, new: UNetArchitecture) -> UNet:
    """A net of the `new` architecture with the most heard channels of the old one.

    Args:
        tensors: Tensors of the old net's file.
        old: Its architecture.
        new: As many levels, kinds of blocks and convolutions; every width at most the old one's.

    Raises:
        ValueError: The layers differ in more than their widths, or a width grows.
    """
    pairs = list(zip(old.layers(), new.layers(), strict=False))
    fits = [a.name == b.name and a.out_channels >= b.out_channels for a, b in pairs]
    if len(old.layers()) != len(new.layers()) or not all(fits):
        raise ValueError(
            f"widths {old.widths} cannot shrink to {new.widths}: the layers must be the same and "
            "every width at most as large"
        )
    model = UNet(new)
    light = file_tensors(model)
    sources = _sources(old)
    kept: dict[str, Channels] = {"": np.arange(old.in_channels)}
    for wide, spec in pairs:
        inputs = _inputs(sources[wide.name], kept, {a.name: a for a, _ in pairs}, old)
        if spec.kind == "depthwise":  # its outputs are its inputs, seen once each
            kept[spec.name] = outputs = inputs
        else:
            heard = _how_far_heard(wide, tensors, sources, old)
            kept[spec.name] = outputs = np.sort(np.argsort(-heard)[: spec.out_channels])
        for name in light:
            if name.rpartition(".")[0] not in (spec.name, spec.batch_norm_name):
                continue
            source = tensors[name]
            if source.ndim == 1 or spec.kind == "depthwise":
                light[name] = source[outputs]
            elif spec.kind == "transpose":
                light[name] = source[np.ix_(inputs, outputs)]
            else:
                light[name] = source[np.ix_(outputs, inputs)]
    load_file_tensors(model, light)
    return model.eval()


def _sources(architecture: UNetArchitecture) -> dict[str, tuple[str, ...]]:
    """By layer, those whose outputs it reads, one behind the other; "" is the picture."""
    sources: dict[str, tuple[str, ...]] = {}
    ends: dict[str, str] = {}  # the last layer of each block
    previous = ""
    for spec in architecture.layers():
        block = spec.name.partition(".")[0]
        begins = block.startswith("up") and ends.get(block, "").startswith(f"{block}.up")
        sources[spec.name] = (previous,)
        if begins:
            join = int(block.removeprefix("up"))
            sources[spec.name] = (ends[f"down{architecture.depth + 1 - join}"], previous)
        is_upsampling = spec.kind in ("project", "transpose")
        ends[block] = f"{block}.up" if is_upsampling else spec.name
        previous = spec.name
    return sources


def _inputs(
    sources: tuple[str, ...],
    kept: dict[str, Channels],
    specs: dict[str, LayerSpec],
    old: UNetArchitecture,
) -> Channels:
    """Which of a layer's old input channels are still there."""
    found, first = [], 0
    for name in sources:
        found.append(first + kept[name])
        first += specs[name].out_channels if name else old.in_channels
    return np.concatenate(found)


def _how_far_heard(
    spec: LayerSpec, tensors: Tensors, sources: dict[str, tuple[str, ...]], old: UNetArchitecture
) -> npt.NDArray[np.float64]:
    """By output channel of a layer: its usual size times the weight that it is read with."""
    size = np.ones(spec.out_channels)
    if spec.has_batch_norm:
        scale, shift = (tensors[f"{spec.batch_norm_name}.{part}"] for part in ("gamma", "beta"))
        # Of ReLU(scale * z + shift) over a grid of a normal z.
        z = np.linspace(-3, 3, 61)
        density = np.exp(-z * z / 2) / np.exp(-z * z / 2).sum()
        size = np.maximum(np.outer(np.abs(scale), z) + shift[:, None], 0) @ density
    read = np.zeros(spec.out_channels)
    specs = {layer.name: layer for layer in old.layers()}
    for name, froms in sources.items():
        if spec.name not in froms:
            continue
        first = sum(specs[before].out_channels for before in froms[: froms.index(spec.name)])
        weight = np.abs(tensors[f"{name}.weight"].astype(np.float64))
        kind = specs[name].kind
        if kind == "depthwise":
            # What follows reads it in turn; seen through its own weights.
            by_channel = weight.sum((1, 2, 3)) * _how_far_heard(specs[name], tensors, sources, old)
        else:
            by_channel = weight.sum((1, 2, 3) if kind == "transpose" else (0, 2, 3))
        read += by_channel[first : first + spec.out_channels]
    return size * np.maximum(read, 1e-12)


def main() -> None:
    """Command line: a finished net and a recipe in, a weights file to start from out."""
    parser = argparse.ArgumentParser(description="Begin a narrower net with a finished one.")
    parser.add_argument("weights", type=Path, help="a .safetensors file with its .json beside it")
    parser.add_argument("recipe", choices=sorted(RECIPES))
    parser.add_argument("out", type=Path, help="for example lab/training/runs/start/fast")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    old = load_weights(arguments.weights.with_suffix(".json")).architecture
    recipe = RECIPES[arguments.recipe]
    model = narrowed(load_safetensors(arguments.weights), old, recipe.architecture)
    print(export_model(model, recipe, arguments.out))


if __name__ == "__main__":
    main()
