"""Initialise a wider net from a trained narrower one, computing the same function.

    python -m lab.training.widen weights/fast.safetensors fast lab/training/runs/start/fast

Old channels keep their weights; new ones are random and are read with weight 0, so the wider net
gives the narrower one's output until it is trained (in eval mode exactly, up to rounding). A
variant of Net2WiderNet (Chen, Goodfellow, Shlens 2016), with zeros in place of copies.
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


def widened(
    tensors: dict[str, npt.NDArray[np.floating]], old: UNetArchitecture, new: UNetArchitecture
) -> UNet:
    """A net of the `new` architecture that answers like the old one.

    Args:
        tensors: Tensors of the old net's file.
        old: Its architecture.
        new: As many levels, kinds of blocks and convolutions; every width at least the old one's.

    Raises:
        ValueError: The layers differ in more than their widths, or a width shrinks.
    """
    pairs = list(zip(old.layers(), new.layers(), strict=False))
    fits = [a.name == b.name and a.out_channels <= b.out_channels for a, b in pairs]
    if len(old.layers()) != len(new.layers()) or not all(fits):
        raise ValueError(
            f"widths {old.widths} cannot grow into {new.widths}: the layers must be the same and "
            "every width at least as large"
        )
    model = UNet(new)
    wide = file_tensors(model)
    for narrow_spec, spec in pairs:
        inputs = _kept_inputs(narrow_spec, spec)
        # A depthwise layer's outputs are its inputs, seen once each.
        outputs = inputs if spec.kind == "depthwise" else np.arange(narrow_spec.out_channels)
        for name, target in wide.items():
            if name.rpartition(".")[0] not in (spec.name, spec.batch_norm_name):
                continue
            source = tensors[name]
            if target.ndim == 1 or spec.kind == "depthwise":
                target[outputs] = source
            elif spec.kind == "transpose":
                target[:, outputs] = 0
                target[np.ix_(inputs, outputs)] = source
            else:
                target[outputs] = 0
                target[np.ix_(outputs, inputs)] = source
    load_file_tensors(model, wide)
    return model.eval()


def _kept_inputs(narrow: LayerSpec, wide: LayerSpec) -> npt.NDArray[np.intp]:
    """Where the wide layer finds the narrow one's input channels."""
    joins = wide.kind not in ("project", "transpose") and wide.name.endswith("1")
    if wide.name.startswith("up") and joins:  # skip and upsampled one behind the other
        half = np.arange(narrow.in_channels // 2)
        return np.concatenate((half, wide.in_channels // 2 + half))
    return np.arange(narrow.in_channels)


def main() -> None:
    """Command line: a finished net and a recipe in, a weights file to start from out."""
    parser = argparse.ArgumentParser(description="Begin a wider net with a finished one.")
    parser.add_argument("weights", type=Path, help="a .safetensors file with its .json beside it")
    parser.add_argument("recipe", choices=sorted(RECIPES))
    parser.add_argument("out", type=Path, help="for example lab/training/runs/start/fast")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    old = load_weights(arguments.weights.with_suffix(".json")).architecture
    recipe = RECIPES[arguments.recipe]
    model = widened(load_safetensors(arguments.weights), old, recipe.architecture)
    print(export_model(model, recipe, arguments.out))


if __name__ == "__main__":
    main()
