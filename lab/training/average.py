"""Average the weights of finished nets of one recipe, begun from the same start.

    python -m lab.training.average weights/quality a.safetensors b.safetensors --shares 0.35 0.65

Known as a model soup (Wortsman et al. 2022): runs from one start that differ in seed or loss end in
the same basin, and their mean is often better than each. BatchNorm's statistics are averaged, too;
computing them anew over training scenes was worse.

What one run knows and another has forgotten may sit in a few layers. `--layer down5 0.8 0.2` gives
the tensors whose names begin with `down5` shares of their own.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file as load_safetensors

from lab.training.export import export_model
from lab.training.network.model import UNet, load_file_tensors
from lab.training.recipes import RECIPES, Recipe


def average(
    recipe: Recipe,
    paths: Sequence[Path],
    shares: Sequence[float] | None = None,
    layers: Mapping[str, Sequence[float]] | None = None,
) -> UNet:
    """The model of averaged tensors, on the CPU, in eval mode.

    Args:
        recipe: Recipe of all of them.
        paths: Weights files.
        shares: Of each file, summing to 1; None takes equal shares.
        layers: Shares of the tensors whose names begin with a key, as "down5" or "up1.conv2"; the
            longest key that fits counts.

    Raises:
        ValueError: Shares do not sum to 1 or are not one for each file, or no tensor has the name.
    """
    shares = shares or [1 / len(paths)] * len(paths)
    layers = layers or {}
    for given in (shares, *layers.values()):
        if abs(sum(given) - 1) > 1e-3:
            raise ValueError(
                f"the shares sum to {sum(given):g}, expected 1: a share of 0.35 is 35 %"
            )
        if len(given) != len(paths):
            raise ValueError(f"{len(given)} shares for {len(paths)} files; give one for each file")
    files = [load_safetensors(path) for path in paths]
    for layer in layers:
        if not any(_is_in(name, layer) for name in files[0]):
            known = ", ".join(sorted({name.partition(".")[0] for name in files[0]}))
            raise ValueError(f"no tensor is in a layer {layer!r}; the network has {known}")
    mean = {}
    for name in files[0]:
        fits = max((layer for layer in layers if _is_in(name, layer)), key=len, default=None)
        mean[name] = sum(
            share * file[name].astype(np.float32)
            for share, file in zip(shares if fits is None else layers[fits], files, strict=True)
        )
    model = UNet(recipe.architecture)
    load_file_tensors(model, mean)  # type: ignore[arg-type]
    return model.eval()


def _is_in(name: str, layer: str) -> bool:
    """Whether a tensor belongs to a layer; `down1` is no part of `down10`."""
    return name == layer or name.startswith(f"{layer}.")


def main() -> None:
    """Command line: weights files in, one weights file out."""
    parser = argparse.ArgumentParser(description="Average finished nets of one recipe.")
    parser.add_argument(
        "out", type=Path, help="for example weights/quality; its stem is the recipe"
    )
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--shares", type=float, nargs="*")
    parser.add_argument(
        "--layer",
        nargs="+",
        action="append",
        default=[],
        metavar=("NAME", "SHARE"),
        help="a layer and its own shares, for example --layer down5 0.8 0.2; may be repeated",
    )
    arguments = parser.parse_args()
    recipe = RECIPES[arguments.out.stem]
    try:
        layers = {name: [float(share) for share in given] for name, *given in arguments.layer}
        model = average(recipe, arguments.files, arguments.shares, layers)
    except ValueError as error:
        parser.error(str(error))
    print(export_model(model, recipe, arguments.out))


if __name__ == "__main__":
    main()
